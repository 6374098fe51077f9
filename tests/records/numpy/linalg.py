"""Calls of NumPy-like linear algebra, statistics, interpolation, polynomials and transforms."""

from records import bools, cases, dt, ints, marked, normal, positive, specials, ties, values

x, y, v = normal(2, 3), normal(3, 2), normal(3)
MANY = "i32 f16 f64"
edges = values([0.0, 0.5, 1.0, 2.0])
knots = values([1.0, 2.0, 4.0])


def products():
    """Matrix products and what is made of them."""
    shapes = ((x, y), (v, v), (x, v), (v, y), (normal(4, 2, 3), y), (normal(2, 3), normal(2, 3)))
    for name in ("matmul", "dot"):
        yield from cases(f"numpy.{name}", *shapes, (normal(), normal()), grad=True)
        yield from cases(f"numpy.{name}", (x, y), dtypes="bool i8 i32 i64 u8 f16 f64 c64")
        yield from cases(f"numpy.{name}", (x, normal(3, 2, dtype="f64")), ([1, 2], [1, 2]), (x, 2))
    yield from cases("numpy.matmul", (normal(4, 1, 2, 3), normal(5, 3, 2)), grad=True)
    yield from cases("numpy.matmul", (x, y), dtype=dt("float64"))
    yield from cases("numpy.dot", (x, normal()), (normal(2, 2, 3), normal(2, 3, 2)), grad=True)
    for name in ("inner", "outer"):
        yield from cases(f"numpy.{name}", (v, v), (x, v), (x, normal(4, 3)), grad=True)
        yield from cases(f"numpy.{name}", (v, v), dtypes="bool i8 i32 i64 f16 f64")
        yield from cases(f"numpy.{name}", (v, normal()), (x, y), ([1], [2]), (v, 2))
        yield from cases(f"numpy.{name}", (v, normal(3, dtype="f64")))
    yield from cases("numpy.tensordot", (x, y, 1), (x, x), (x, x, 0), grad=True)
    yield from cases("numpy.tensordot", (normal(2, 3, 4), normal(4, 3, 5), ((1, 2), (1, 0))))
    yield from cases("numpy.tensordot", (x, y, ([1], [0])), (x, y, (1, 0)), (x, y, 3), (x, y, 2))
    yield from cases("numpy.tensordot", (x, y, 1), dtypes=MANY)
    yield from cases("numpy.kron", (x, y), (v, x), (x, normal(2, 2, 2)), grad=True)
    yield from cases("numpy.kron", (x, v), dtypes=MANY + " bool")
    yield from cases("numpy.kron", (ints(3, dtype="i32"), v), ([1, 2], [3]), (2, [1, 2]), (x, 2))
    yield from cases("numpy.cross", (v, v), (x, v), (normal(2, 2), normal(2, 2)), grad=True)
    yield from cases("numpy.cross", (x, normal(2, 2)), (normal(2, 2), v), (x, x, 1, 1, 0))
    yield from cases("numpy.cross", (normal(3, 4), normal(3, 4)), axis=0)
    yield from cases("numpy.cross", (x, x), dtypes=MANY)
    yield from cases("numpy.cross", ([1, 2, 3], [4, 5, 6]), (normal(4), normal(4)), (x, x, 5))
    yield from cases("numpy.multi_dot", ([x, y],), ([x, y, x],), ([v, y, x],), ([x, y, normal(2)],))
    yield from cases("numpy.multi_dot", ([x],), (x,), ([x, x],), ([x, y, x, y],), grad=True)
    for n in (0, 1, 2, 3, 5, -1, 1.0):
        yield from cases("numpy.matrix_power", (normal(3, 3), n), grad=n in (2, 3))
    yield from cases(
        "numpy.matrix_power", (normal(2, 3, 3), 3), (x, 2), (v, 2), ([[1, 2], [3, 4]], 2)
    )
    yield from cases("numpy.matrix_power", (normal(3, 3), 2), (normal(3, 3), 0), dtypes=MANY)
    for order in (None, "fro", "nuc", float("inf"), -float("inf"), 0, 1, -1, 2, -2, 3):
        yield from cases("numpy.norm", (x, order), (v, order), grad=order in (None, 1, 2, 3))
        yield from cases(
            "numpy.norm", (normal(2, 3, 4), order, 1), (normal(2, 3, 4), order, (0, 2))
        )
    yield from cases("numpy.norm", (x,), dtypes="i32 f64 i8 bool")
    yield from cases("numpy.norm", (x,), dtypes="f16", rtol=2e-3)
    yield from cases(
        "numpy.norm", (x, None, 1, True), (x, 2, (0, 1), True), ([3.0, 4.0],), (x, 1, 5)
    )
    yield from cases("numpy.norm", (normal(2, 3, 4),), (x, None, (0, 0)), (x, "a"), (x, None, 1.0))


def sequences():
    """Convolutions, differences, interpolation, histograms."""
    for name in ("convolve", "correlate"):
        for mode in ("full", "same", "valid", "other"):
            both, grad = ((normal(5), v, mode), (v, normal(5), mode)), name == "correlate"
            yield from cases(f"numpy.{name}", *both, grad=grad)
        yield from cases(f"numpy.{name}", (normal(5), v), dtypes=MANY + " bool i8 i64")
        yield from cases(
            f"numpy.{name}", ([1, 2, 3], [0, 1]), ([1.0, 2, 3], [0, 1]), (x, v), (v, 2)
        )
        yield from cases(f"numpy.{name}", (ints(4, dtype="i32"), v), (v, normal(0)))
    yield from cases(
        "numpy.trapz", (v,), (x,), (x, None, 0.5, 0), (x, v), (x, x, 1.0, 1), grad=True
    )
    yield from cases("numpy.trapz", (x,), dtypes=MANY + " bool i8")
    yield from cases(
        "numpy.trapz", ([1, 2, 3],), ([1.0, 2], [3, 5]), (x, normal(2)), (x, None, 1.0, 2)
    )
    yield from cases("numpy.gradient", (normal(5),), (normal(5), 2), (normal(5), 0.5), grad=True)
    yield from cases("numpy.gradient", (normal(3, 4),), (normal(3, 4), 2.0, 0.5), (x, 1, 2, 3))
    yield from cases("numpy.gradient", (normal(3, 4),), axis=0)
    yield from cases("numpy.gradient", (normal(3, 4),), axis=(0, 1))
    yield from cases("numpy.gradient", (normal(3, 4), 2), axis=-1, edge_order=1)
    yield from cases("numpy.gradient", (normal(5),), edge_order=2)
    yield from cases("numpy.gradient", (normal(5),), axis=1)
    yield from cases("numpy.gradient", (normal(5),), dtypes=MANY)
    yield from cases(
        "numpy.gradient", ([1, 2, 4],), ([1.0, 2, 4], 2), (normal(5), normal(5)), (normal(1),)
    )
    at = values([0.5, 1.5, 2.0, 3.0, 9.0])
    yield from cases("numpy.interp", (at, knots, v), (at, knots, v, -5.0, 7.0))
    yield from cases("numpy.interp", (values([1.2, 1.7, 3.0]), knots, v, -5.0, 7.0), grad=True)
    yield from cases("numpy.interp", (2.5, [1, 2, 3], [3, 2, 0]), ([0, 1], [1, 2], [3, 4]))
    yield from cases("numpy.interp", (at, knots, normal(2)), (x, knots, v), (at, knots, v, None, 1))
    yield from cases("numpy.interp", (at, knots, v), dtypes=MANY)
    for name, order in (("searchsorted", ("edges", "x")), ("digitize", ("x", "edges"))):
        given = {"edges": edges, "x": values([0.1, 0.5, 3.0, -1.0])}
        args = tuple(given[o] for o in order)
        yield from cases(f"numpy.{name}", args, dtypes="f32 i32 f16 f64 i64")
        lists = {"edges": [1, 2, 3, 5], "x": [[0, 3], [5, 9]]}
        yield from cases(f"numpy.{name}", tuple(lists[o] for o in order))
        whole = {"edges": edges, "x": 1.5}
        yield from cases(f"numpy.{name}", tuple(whole[o] for o in order))
        bad = {"edges": x, "x": v}
        yield from cases(f"numpy.{name}", tuple(bad[o] for o in order))
    yield from cases(
        "numpy.searchsorted", (edges, values([0.5, 3.0]), "right"), (edges, v, "middle")
    )
    yield from cases(
        "numpy.searchsorted", (values([3.0, 1.0, 2.0]), v), sorter=values([1, 2, 0], "i32")
    )
    yield from cases(
        "numpy.digitize", (values([0.1, 0.5, 3.0]), edges, True), (edges, values([2.0, 1.0]))
    )
    yield from cases(
        "numpy.digitize", (edges, values([2.0, 1.0, 0.5]), True), (v, values([], "f32"))
    )
    count = values([0, 1, 1, 3, 2, 1, 7], "i32")
    yield from cases("numpy.bincount", (count,), (count, normal(7)), (count, None, 10), (x,), (v,))
    yield from cases("numpy.bincount", ([1, 1, 2],), (values([1, -1], "i32"),), (count, None, -1))
    yield from cases("numpy.bincount", (count,), (count, [1.0] * 7), (count, normal(3)), length=9)
    yield from cases("numpy.bincount", (values([1, 1, 2]),), dtypes="i8 i64 u8 bool f16")
    data = normal(20)
    for bins in (10, 3, edges, [0, 1, 2], [0.0, 0.5, 2], 0, -1, 2.5, "auto"):
        yield from cases("numpy.histogram", (data, bins))
        yield from cases("numpy.histogram_bin_edges", (data, bins))
    for name in ("histogram", "histogram_bin_edges"):
        yield from cases(
            f"numpy.{name}", (data, 4, (-1.0, 1.0)), (data, 4, (1.0, -1.0)), (data, 4, (1.0, 1.0))
        )
        yield from cases(f"numpy.{name}", ([1, 2, 1],), ([1.0, 1.0],), (x, 3), (data, 4, (0, 2)))
        yield from cases(f"numpy.{name}", (data, 4), dtypes=MANY)
    yield from cases("numpy.histogram", (data, 4), weights=positive(20))
    yield from cases("numpy.histogram", (data, 4), density=True)
    yield from cases("numpy.histogram", (data, edges), density=True, weights=positive(20))
    yield from cases("numpy.histogram", ([1, 2, 1],), bins=[0, 1, 2, 3], weights=[1, 2, 3])
    yield from cases(
        "numpy.histogram2d", (data, normal(20)), (data, normal(20), 3), ([1, 2], [2, 3])
    )
    yield from cases(
        "numpy.histogram2d", (data, normal(20), (2, 3)), (data, normal(20), [edges, edges])
    )
    yield from cases(
        "numpy.histogram2d",
        (data, normal(20), edges),
        (data, normal(19)),
        (data, normal(20), [edges, 2]),
    )
    yield from cases("numpy.histogram2d", (data, normal(20), 3, [(-1, 1), (0, 2)]), density=True)
    yield from cases("numpy.histogram2d", (data, normal(20), 3), weights=positive(20))
    points = normal(10, 3)
    yield from cases(
        "numpy.histogramdd", (points, 2), (points, (2, 3, 1)), (points, [edges] * 3), (points,)
    )
    yield from cases(
        "numpy.histogramdd", ([data, normal(20)], 3), (normal(20), 3), (points, (2, 3))
    )
    yield from cases("numpy.histogramdd", (points, 2), density=True, weights=positive(10))
    yield from cases(
        "numpy.histogramdd", (points, 2, ((-1, 1), (-1, 1), (-2, 2))), ([[1, 2], [3, 4]], 2)
    )


def statistics():
    """Covariances and polynomials."""
    z = normal(3, 5)
    yield from cases(
        "numpy.cov", (z,), (z, normal(2, 5)), (normal(5),), (z, None, False), grad=True
    )
    yield from cases(
        "numpy.cov", (z, None, True, True), (z, None, True, False, 0), (z, None, True, False, 2)
    )
    yield from cases("numpy.cov", (z,), dtypes=MANY + " bool")
    yield from cases("numpy.cov", (z,), fweights=ints(5, low=1, dtype="i32"))
    yield from cases("numpy.cov", (z,), aweights=positive(5))
    yield from cases("numpy.cov", (z,), fweights=ints(5, low=1, dtype="i32"), aweights=positive(5))
    yield from cases("numpy.cov", (z,), fweights=positive(5))
    yield from cases("numpy.cov", (z,), fweights=[1, 2, 1, 1, 3])
    yield from cases("numpy.cov", (z,), dtype=dt("float64"))
    yield from cases(
        "numpy.cov", ([[0.0, 1, 2], [2, 1, 0]],), ([1, 2, 3],), (normal(2, 2, 2),), (z, v)
    )
    yield from cases(
        "numpy.corrcoef",
        (z,),
        (z, normal(2, 5)),
        (normal(5),),
        (z, None, False),
        grad=True,
        atol=1e-6,
    )
    yield from cases("numpy.corrcoef", (z,), dtypes=MANY)
    yield from cases("numpy.corrcoef", ([[2.0, 3, 0], [0, 1, 2]],), (normal(2, 2, 2),))
    yield from cases("numpy.corrcoef", (z,), dtype=dt("float64"))
    for name in ("polyadd", "polysub", "polymul"):
        yield from cases(
            f"numpy.{name}", (v, v), (v, normal(2)), (normal(1), v), grad=name != "polymul"
        )
        yield from cases(f"numpy.{name}", (v, normal(2)), dtypes=MANY)
        yield from cases(
            f"numpy.{name}",
            ([1, 2], [3, 4, 5]),
            (2, [1, 2]),
            (x, v),
            ([1.0], v),
            (v, ints(2, dtype="i32")),
        )
    yield from cases(
        "numpy.polyval", (v, normal(4)), (v, x), (v, normal()), (normal(1), v), grad=True
    )
    yield from cases(
        "numpy.polyval", ([3.0, 0, 1], 3.0), ([3, 0, 1], 2), (v, 2), (x, v), ([1, 2], [1, 2])
    )
    yield from cases("numpy.polyval", (v, normal(4)), dtypes=MANY)
    yield from cases("numpy.polyder", (v,), (normal(4), 2), (v, 3), (v, 4), (v, 0), grad=True)
    yield from cases("numpy.polyder", ([1, 2, 3],), (v, -1), (v, 1.0), (x,), (2,))
    yield from cases("numpy.polyder", (v,), dtypes=MANY)
    yield from cases(
        "numpy.polyint", (v,), (v, 2), (v, 0), (v, 1, 3.0), (v, 2, [1.0, 2.0]), grad=True
    )
    yield from cases(
        "numpy.polyint", ([1, 2, 3],), (v, -1), (v, 2, 1.0), (v, 2, [1.0]), (v, 1, normal(1)), (x,)
    )
    yield from cases("numpy.polyint", (v,), dtypes=MANY)


def logic():
    """Comparisons, truth, sets."""
    for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal"):
        yield from cases(
            f"numpy.{name}", (ties(2, 3), ties(3)), dtypes="f32 i32 i8 u8 bool f16 f64 c64"
        )
        yield from cases(
            f"numpy.{name}", (specials(8), specials(8)), ([1, 2], [1, 3]), (2, 1.5), (v, 1)
        )
        yield from cases(f"numpy.{name}", (v, None), (v, "a"), (x, y), (ints(3, dtype="i32"), v))
        yield from cases(f"numpy.{name}", (v, v), dtype=dt("float32"))
    for name in ("logical_and", "logical_or", "logical_xor"):
        yield from cases(f"numpy.{name}", (ties(2, 3), ties(3)), dtypes="f32 i32 bool f16")
        yield from cases(f"numpy.{name}", ([1, 0], [0, 0]), (2, 0.0), (v, 1), (v, None), (x, y))
        yield from cases(f"numpy.{name}", (bools(3), bools(3)), dtype=dt("int32"))
    yield from cases("numpy.logical_not", (ties(2, 3),), dtypes="f32 i32 bool f16 f64")
    yield from cases("numpy.logical_not", ([1, 0],), (0.0,), ("a",))
    for name in ("isnan", "isinf", "isfinite", "isneginf", "isposinf", "signbit"):
        yield from cases(f"numpy.{name}", (specials(9),), dtypes="f32 f16 f64 i32 bool")
        yield from cases(f"numpy.{name}", ([1.0, float("nan")],), (1,), (float("-inf"),), (None,))
    yield from cases("numpy.isnan", (v,), dtype=dt("int32"))
    yield from cases("numpy.signbit", (v,), dtype=dt("bool_"))
    yield from cases("numpy.isscalar", (v,), (1,), (2.5,), (True,), ("a",), (None,), ([1],), ((),))
    yield from cases("numpy.isscalar", (normal(),), (values([1]).numpy(),))
    near = values([1.0, 1.00001, 1.1, float("nan"), float("inf")])
    flat = values([1.0, 1.0, 1.0, float("nan"), float("inf")])
    yield from cases(
        "numpy.isclose", (near, flat), (near, flat, 0.2), (near, flat, 0.0, 1e-4), (v, 1)
    )
    yield from cases("numpy.isclose", (near, flat), equal_nan=True, dtypes="f32 f64 f16")
    yield from cases("numpy.isclose", (ints(3), ints(3)), dtypes="i32 i8 bool")
    yield from cases(
        "numpy.isclose",
        ([1.0, 2], [1, 2.1]),
        (1, 1.0),
        (ints(3, dtype="i32"), v),
        (x, y),
        (v, None),
    )
    yield from cases("numpy.in1d", (ints(5), ints(3)), (x, v), (ties(4), 1), dtypes="f32 i32 bool")
    yield from cases(
        "numpy.in1d", ([1, 2, 3], [2]), (2, [1, 2]), (ints(4), ints(3), True), (v, None)
    )
    yield from cases("numpy.isin", (ints(2, 3), ints(2, 2)), (x, 1), dtypes="f32 i32")
    yield from cases(
        "numpy.isin", ([[1, 2], [3, 4]], [2, 3]), (ints(4), ints(3), True), (ints(3), [])
    )
    nans = values([1.0, float("nan")])
    yield from cases(
        "numpy.array_equal", (v, v), (nans, nans), (x, v), ([1, 2], [1, 2]), (1, 1.0), (v, None)
    )
    yield from cases("numpy.array_equal", (nans, nans), ([1], [2]), equal_nan=True)
    yield from cases("numpy.array_equal", (nans, nans, 1), (ints(2, dtype="i32"), normal(2)))
    yield from cases(
        "numpy.array_equiv", (v, v), ([1, 2], [[1, 2], [1, 2]]), (x, v), (x, y), ([1], 1), (v, None)
    )
    yield from cases(
        "numpy.sometrue",
        (ties(2, 3),),
        (ties(2, 3), 1),
        (ties(2, 3), 0, True),
        dtypes="f32 i32 bool f16",
    )
    yield from cases("numpy.sometrue", (ties(2, 3), (0, 1)), (ties(2, 3), 2), ([0, 1],), (v, 1.0))


def transforms():
    """Discrete Fourier transforms."""
    c = normal(3, 4, dtype="c64")
    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
        a = c if name in ("fft", "ifft", "irfft", "hfft") else normal(3, 4)
        yield from cases(
            f"numpy.fft.{name}", (normal(3, 4),), (normal(3, 4), 5, 0, "ortho"), grad=True
        )
        yield from cases(f"numpy.fft.{name}", (a,), (a, 3), (a, None, 0), (a, 4, -1, "forward"))
        yield from cases(
            f"numpy.fft.{name}", (a, 0), (a, 2, 3), (a, 2, -1, "x"), (a, 1.0), ([1.0, 2],)
        )
        yield from cases(f"numpy.fft.{name}", (normal(4),), dtypes="i32 f16 f64 bool")
    for name in (
        "fft2",
        "ifft2",
        "rfft2",
        "irfft2",
        "hfft2",
        "ihfft2",
        "fftn",
        "ifftn",
        "rfftn",
        "irfftn",
        "hfftn",
        "ihfftn",
    ):
        a = c if name[:3] in ("fft", "iff", "irf", "hff") else normal(3, 4)
        yield from cases(f"numpy.fft.{name}", (a,), (a, (2, 3)), (a, (4, 4), (1, 0), "ortho"))
        yield from cases(f"numpy.fft.{name}", (a, None, (0, 0)), (a, (2,), (0, 1)), (a, 2))
    for name in ("fftshift", "ifftshift"):
        yield from cases(
            f"numpy.fft.{name}", (normal(5),), (x,), (x, 1), (x, (0, 1)), (x, 2), grad=True
        )
        yield from cases(f"numpy.fft.{name}", (x,), dtypes="i32 f16")
    for name in ("fftfreq", "rfftfreq"):
        yield from cases(f"numpy.fft.{name}", (5,), (8, 0.5), (4, 2), (0,), (2.0,), (-1,), (4, "a"))
        yield from cases(f"numpy.fft.{name}", (4,), dtype=dt("float64"))


DIFFERS = {
    r"numpy.tensordot\(normal<2x3>, normal<3x2>, 2\)": "the contracted lengths must be equal",
    r"numpy.fft.ihfftn\(normal<3x4>(\)|, \(., .\))": "MindSpore calls the forward transform",
    r"numpy.cov\(.*aweights=positive<5>": "the relative weights need not be integers",
}
calls = (*products(), *sequences(), *statistics(), *logic(), *transforms())
RECORDS = marked({r.id: r for r in calls}.values(), DIFFERS)
