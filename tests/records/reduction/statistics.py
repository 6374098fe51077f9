"""Calls of running sums, spread, medians and quantiles."""

from records import FLOATS, INTS, cases, dt, normal, ties, values

_GRADS = {"atol": 1e-6, "grad": True, "rtol": 3e-5}
_x, _y, _v = normal(2, 3), normal(2, 3), normal(3)
x = normal(3, 5)
_TRUNCATED = "the wheel truncates the mean of integers before it sums the squares"
_INDEX_ERROR = "an axis out of range is a ValueError here as for all other axes"
_NAN = float("nan")

_ODD = values([0.5, 0.5, -2.75, 300.5, -1e10], "f32")
_EVEN = values([200, 100, -300, 7], "i32")
_TO = "int8 uint8 int32 uint32 int64 bool_ float16".split()


def _into(op: str, *arguments: tuple, kinds: list[str] = _TO, **options) -> list:
    """Calls with each `dtype` of the result."""
    return [r for d in kinds for r in cases(op, *arguments, dtype=dt(d), **options)]


RECORDS = [
    # floats and integers in a dtype that does not hold them
    *_into("Tensor.cumsum", (_ODD, 0), (_EVEN, 0)),
    *_into("ops.cumsum", (_ODD, 0), (_EVEN, 0), kinds=_TO[:5]),
    *_into("numpy.cumsum", (_ODD, 0), (_EVEN,)),
    *_into("numpy.nancumsum", (_ODD, 0), (_EVEN, 0)),
    *_into("numpy.cumprod", (_ODD, 0), (_EVEN, 0)),
    *_into("ops.cumprod", (_ODD, 0), (_EVEN, 0), kinds=_TO[:5]),
    *_into("ops.sum", (_ODD,), (_EVEN,)),
    *_into("ops.prod", (_ODD,), (_EVEN,)),
    *_into("ops.nansum", (_ODD,), (_EVEN,)),
    *_into("numpy.nansum", (_ODD,), (_EVEN,)),
    *_into("numpy.mean", (_ODD,)),
    *_into("numpy.add", (_ODD, _ODD), kinds=_TO[:5]),
    *_into("numpy.sqrt", (_ODD,), kinds=_TO[:5]),
    *_into("Tensor.cumsum", (ties(4), 0), dtypes="bool i8 u8", kinds=["bool_", "int8", "uint8"]),
    *cases("numpy.nansum", (_x, 0, None, 1), (_x, None, None, 0)),
    *cases("numpy.nanmax", (_x, 0, None, 2), (_x, 0, None, 1.0)),
    *cases("numpy.nanstd", (_x,), axis=1, keepdims=1),
    # the rest
    *cases("Tensor.aminmax", (_x,), **_GRADS),
    *cases("Tensor.aminmax", (_x,), axis=1, keepdims=True),
    *cases("Tensor.aminmax", (_x,), axis=2),
    *cases("ops.Quantile", (), init=(1.0,)),
    *cases("ops.Quantile", (), init=(None, 1)),
    *cases("ops.CumSum", (x, 1), dtypes=INTS + " bool " + FLOATS, grad=True),
    *cases("ops.CumSum", (x, 1), init=(True, False), grad=True),
    *cases("ops.CumSum", (x, 0), init=(False, True)),
    *cases("ops.CumSum", (x, 0), init=(True, True), grad=True),
    *cases("ops.cumsum", (x, 1), (x, 2), (x, 1.0), (x, 1, dt("float16"))),
    *cases("Tensor.cumsum", (x,), (x, 1), dtypes="bool i8 i32 f32"),
    *cases("Tensor.cumsum", (x,), dim=1, dtype=dt("float64")),
    *cases("ops.CumProd", (x, 1), dtypes="i32 i64 " + FLOATS, grad=True),
    *cases("ops.CumProd", (x, 1), init=(True, True), grad=True),
    *cases("ops.cumprod", (x, 1), (x, 1, dt("float16")), (x, 3), dtypes="f32 i32 i8"),
    *cases("ops.cummax", (x, 1), (ties(3, 7), 1), dtypes="i32 i64 " + FLOATS, grad=True),
    *cases("ops.cummin", (x, 1), (ties(3, 7), 1), dtypes="i32 f32 f16", grad=True),
    *cases("ops.cummax", (x, 2)),
    *cases("ops.cummin", (x, 2), differs=_INDEX_ERROR),
    *cases("ops.Cummax", (x,), init={"axis": 1}),
    *cases("ops.Cummin", (x,), init={"axis": 1}),
    *cases("Tensor.cummax", (x, 0)),
    *cases("ops.logcumsumexp", (x, 1), (x, -1), (x, 2), dtypes=FLOATS + " i32"),
    *cases("ops.CumulativeLogsumexp", (x, values(1, "i64")), init=(True, True)),
    *cases("ops.CumulativeLogsumexp", (x, values([1], "i64")), init=(True, False)),
    *cases("ops.trapz", (x,), (x, normal(3, 5)), (x, normal(5)), grad=True),
    *cases("ops.trapz", (x,), dx=2.0, dim=0, dtypes="f32 i32"),
    # spread
    *cases("ops.std", (x,), (x, 1, 1, True), (x, (0, 1), True), dtypes=FLOATS, grad=True),
    *cases("ops.std", (x, 2), (x, 1.0), (values([[2, 2], [1, 3]]), 1)),
    *cases("ops.var", (x,), (x, 1, 1), (x, 1, 7), (x, 1, -1), dtypes=FLOATS, grad=True),
    *cases("ops.var_mean", (x, 1, 1, True)),
    *cases("ops.std_mean", (x,)),
    *cases("Tensor.std", (x,), (x, 1), (x, 1, 1, True)),
    *cases("Tensor.std", (x,), dtypes="bool"),
    *cases("Tensor.std", (values([1, 5, 3, 2]),), dtypes="i64", differs=_TRUNCATED),
    *cases("Tensor.var", (x,), (x, 1, 1), dtypes="f16 f32 f64"),
    *cases("Tensor.var", (x,), axis=(0, 1), keepdims=True),
    *cases("ops.ReduceStd", (x,)),
    *cases("ops.ReduceStd", (x,), init={"axis": 1, "unbiased": False, "keep_dims": True}),
    # medians
    *cases("ops.median", (x,), (x, 0), (x, -1, True), (x, 3), dtypes="f32 i64 f64 f16", grad=True),
    *cases("ops.median", (normal(3, 4),), (ties(3, 7),)),
    *cases("ops.Median", (x,), init={"global_median": True}, grad=True),
    *cases("ops.Median", (x,), init={"axis": 1, "keep_dims": True}),
    *cases("ops.nanmedian", (values([[1, _NAN, 2, 9], [3, 2, 1, 7]]),)),
    *cases("Tensor.median", (x,), (x, 0)),
    *cases("Tensor.median", (x,), dim=0, keepdim=True),
]
