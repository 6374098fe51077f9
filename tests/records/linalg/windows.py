"""Calls of windows."""

from records import cases, dt, values

_LONG = "int64"
_F32 = {"dtype": dt("float32")}

RECORDS = [
    # windows
    *cases(
        "ops.hamming_window",
        (5,),
        (5, False),
        (5, True, 0.5, 0.5),
        (1,),
        (0,),
        (-1,),
        (5.0,),
        (5, 1),
    ),
    *cases("ops.hamming_window", (5,), kw={"dtype": dt("float64")}),
    *cases("ops.hamming_window", (5,), kw={"dtype": dt("int32")}),
    *cases("ops.HammingWindow", (values([5], _LONG),)),
    *cases("ops.hann_window", (5,), (5, False), (1,), (0,), (-1,), (5.0,), (5, "a"), rtol=1e-6),
    *cases("ops.hann_window", (5,), kw={"dtype": dt("float16")}),
    *cases("ops.blackman_window", (values(6, _LONG),), (values(6, _LONG), False), (6,), rtol=1e-6),
    *cases("ops.BlackmanWindow", (values(1, "int32"),)),
    *cases(
        "ops.bartlett_window", (values(6, _LONG),), (values(6, _LONG), False), (values([5], _LONG),)
    ),
    *cases("ops.bartlett_window", (values(0, _LONG),), (values(-1, _LONG),), (6,)),
    *cases("ops.kaiser_window", (5,), (5, False), (6, True, 14.0), (1,), (0,), (-6,), (6, 1)),
    *cases("ops.kaiser_window", (5,), kw=_F32),
]
