"""Calls of special functions."""

from records import cases, ints, normal, positive, ties, unit, values

BESSEL = "i0 i0e i1 i1e j0 j1 k0 k0e k1 k1e y0 y1".split()

RECORDS = [
    *(r for f in ("erf", "erfc", "sinc") for r in cases(f"ops.{f}", (normal(6),), grad=True)),
    *(
        r
        for f in BESSEL
        for r in cases(
            f"ops.bessel_{f}",
            (values([0.01, 0.5, 1.9, 2.1, 7.9, 8.1, 30.0]),),
            dtypes="f32 f64",
            rtol=1e-5,
            grad=True,
        )
    ),
    *cases("ops.polygamma", (values(1, "int32"), positive(4)), rtol=1e-5, grad=True),
    *cases("ops.mvlgamma", (values([3.0, 4.5]), 3), rtol=1e-5, grad=True),
    *cases("ops.zeta", (values([2.0, 3.5]), values([1.0, 2.5])), rtol=1e-5),
    *cases("ops.zeta", (values([2.0, 3.5]), values(1.0)), (values(2.0), values([1.0, 2.5]))),
    *cases("ops.zeta", (values([2.0, 3.5]), 1), (2, values([1.0, 2.5])), (2.0, 1.0)),
    *cases("ops.zeta", (values([[2.0], [3.0]]), values([1.0, 2.5])), (values([2, 3]), 1.0)),
    *cases("ops.zeta", (values([2.0, 3.5]), values([1.0, 2.5], "float64"))),
    *(
        r
        for f in ("igamma", "igammac")
        for r in cases(
            f"ops.{f}", (positive(5), positive(5)), dtypes="f32 f64", rtol=1e-4, grad=True
        )
    ),
    *cases("ops.Betainc", (positive(5), positive(5), unit(5)), dtypes="f32 f64", rtol=1e-4),
    *(
        r
        for f in ("atan2", "hypot", "logaddexp", "logaddexp2")
        for r in cases(f"ops.{f}", (normal(2, 3), normal(3)), grad=True)
    ),
    *cases("ops.xlogy", (normal(5), positive(5)), (2.0, positive(3)), grad=True),
    *cases("ops.xdivy", (ties(9), ties(9)), grad=True),
    *cases("ops.copysign", (normal(6), normal(6)), (normal(3), -1), dtypes="f32 i32"),
    *cases("ops.heaviside", (ties(6), normal(6)), dtypes="f32 i32"),
    *cases("ops.nextafter", (normal(4), normal(4)), dtypes="f32 f64"),
    *cases("ops.ldexp", (normal(4), ints(4, dtype="int32")), grad=True),
    *cases("ops.gcd", (ints(6), ints(6)), dtypes="i32 i64 f32"),
    *cases("ops.lcm", (ints(6), ints(6)), dtypes="i32"),
]
