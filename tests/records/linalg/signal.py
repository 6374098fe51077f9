"""Calls of short-time transforms and matrix functions."""

from records import cases, normal, spd, values

_LONG = normal(2, 40)
_L2 = values(0.3, "f64")

_LINE, _SHORT = normal(5), normal(3)

RECORDS = [
    *cases("ops.stft", (_LONG, 8), (normal(21), 5), dtypes="f32 f64"),
    *cases("ops.stft", (_LONG, 8), dtypes="c64 c128 f16 i32"),
    *cases("ops.stft", (_LONG, 8, 3, 6, normal(6))),
    *cases("ops.stft", (normal(31), 8, 3, 5, normal(5)), return_complex=True),
    *cases("ops.stft", (_LONG, 8, 3, 8, normal(8, dtype="c64"))),
    *cases("ops.stft", (_LONG, 8, 3, 8, normal(8, dtype="f64"))),
    *cases("ops.stft", (_LONG, 8, 3, 8, normal(8, dtype="f32")), dtypes="c64 c128 f64"),
    *cases("ops.stft", (_LONG, 8), center=False, normalized=True),
    *cases("ops.stft", (_LONG, 8), onesided=False),
    *cases("ops.stft", (_LONG, 8), onesided=True, dtypes="c64"),
    *cases("ops.stft", (_LONG, 8), return_complex=False, dtypes="c64"),
    *cases("ops.stft", (_LONG, 8), kw={"pad_mode": "CONSTANT"}, center=True),
    *cases("ops.stft", (_LONG, 8), kw={"pad_mode": "SYMMETRIC"}, center=True),
    *cases("ops.stft", (_LONG, 8), kw={"pad_mode": "wrong"}),
    *cases("ops.stft", (_LONG, 8), center=1),
    *cases("ops.stft", (normal(2, 3, 40), 8), (normal(40), 41), (_LONG, 8, 0), (_LONG, 8, 2, 9)),
    *cases("ops.stft", (_LONG, 8, 2, 5, normal(6)), (_LONG, 8, 2, 6, normal(6, 1)), (_LONG, 8.0)),
    *cases("ops.stft", (normal(3, 50), 60), (normal(3, 5), 0), center=False),
    *cases("ops.STFT", (_LONG, normal(6)), init=(8, 3, 6, True, True, True)),
    *cases("ops.STFT", (_LONG, normal(6)), init=(8, 3, 6, True, True, 1)),
    *cases("ops.STFT", (_LONG, normal(6)), init=(8, 3, None, True, True, True)),
    *cases("ops.MatrixLogarithm", (normal(2, 3, 3),), dtypes="c64 c128", rtol=1e-4, atol=1e-9),
    *cases("ops.MatrixLogarithm", (spd(4, 4),), dtypes="c64 c128 f32", rtol=1e-4, atol=1e-9),
    *cases("ops.MatrixLogarithm", (values([[1, 1], [0, 1]], "c64"),), rtol=1e-4, atol=1e-9),
    *cases("ops.MatrixLogarithm", (normal(3, 4, dtype="c64"),), (normal(3, dtype="c64"),)),
    *cases(
        "ops.MatrixSolveLs",
        (normal(2, 5, 3), normal(2, 5, 2), _L2),
        (normal(3, 5), normal(3, 2), _L2),
        dtypes="f32 f64 c64 c128",
        rtol=1e-4,
    ),
    *cases("ops.MatrixSolveLs", (normal(5, 3), normal(5, 2), _L2), init=(False,), rtol=1e-4),
    *cases("ops.MatrixSolveLs", (normal(3, 5), normal(3, 2), _L2), init=(False,), rtol=1e-4),
    *cases("ops.MatrixSolveLs", (normal(5, 3), normal(5, 2), values(0.3, "f32"))),
    *cases("ops.MatrixSolveLs", (normal(5, 3), normal(4, 2), _L2), (normal(5), normal(5), _L2)),
    *cases("ops.MatrixSolveLs", (normal(5, 3), normal(5, 2), normal(2, dtype="f64"))),
    *cases("ops.MatrixSolveLs", (normal(5, 3), normal(5, 2, dtype="f64"), _L2)),
    *cases("ops.MatrixSolveLs", (normal(5, 3), normal(5, 2), _L2), dtypes="f16 i32"),
    *cases("ops.MatrixSolveLs", (normal(5, 3), normal(5, 2), _L2), init=(1,)),
    *cases("ops.NuclearNorm", (normal(2, 3, 4),), init={"dim": [0, 2], "keepdim": True}),
    *cases("ops.NuclearNorm", (normal(2, 3, 4),), init=((-1, 0),), dtypes="f32 f64 f16 i32"),
    *cases("ops.NuclearNorm", (normal(3, 4),), (normal(2, 3, 4),), (normal(4),)),
    *cases("ops.NuclearNorm", (normal(2, 3, 4),), init=([1, 1],)),
    *cases("ops.NuclearNorm", (normal(2, 3, 4),), init=([1, 3],)),
    *cases("ops.NuclearNorm", (normal(2, 3, 4),), init=([1],)),
    *cases("ops.NuclearNorm", (normal(2, 3, 4),), init=(1,)),
    *cases("ops.NuclearNorm", (normal(2, 3, 4),), init=([1, 2], 1)),
    *cases(
        "ops.auto_generate.correlate",
        (_LINE, _SHORT),
        (_SHORT, _LINE),
        dtypes="f16 f32 f64 c64 c128",
    ),
    *cases(
        "ops.auto_generate.correlate", (_LINE, _SHORT, "full"), (_SHORT, _LINE, "SAME"), grad=True
    ),
    *cases(
        "ops.auto_generate.correlate", (_SHORT, _LINE, "full"), dtypes="c64 i8 i16 i32 i64 u8 b"
    ),
    *cases("ops.auto_generate.correlate", (_LINE, _SHORT, 1), (_LINE, _SHORT, "wrong")),
    *cases("ops.auto_generate.correlate", (_LINE, normal(2, 3)), (normal(0), _SHORT)),
    *cases("ops.auto_generate.correlate", (_LINE, normal(3, dtype="f64"))),
    *cases("ops.auto_generate.Correlate", (_LINE, _SHORT), init=("same",)),
    *cases("ops.auto_generate.Correlate", (_LINE, _SHORT)),
]
