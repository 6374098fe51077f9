"""Calls of grid sampling, affine grids and colour conversions."""

from records import cases, normal, sym, unit, values

_THETA = values([[[0.8, 0.1, 0.2], [0.3, 1.1, -0.1]]])
_X, _V = normal(2, 2, 3, 4), normal(1, 2, 2, 3, 4)
_RNG = [-1.35, 0.62, -0.21, 1.3, -0.98, 0.44, 0.07, -0.55, 0.91, -1.1, 0.33, -0.7]
_GRID = values([[[_RNG[i : i + 2], _RNG[i + 2 : i + 4]] for i in (0, 4, 8)] for _ in (0, 1)])
_CUBE = values([[[[_RNG[i : i + 3], _RNG[i + 3 : i + 6]] for i in (0, 3, 6)]]])

RECORDS = [
    *cases("ops.affine_grid", (_THETA, (1, 1, 2, 3)), dtypes="f16 f32", grad=True),
    *cases("ops.affine_grid", (_THETA, (1, 1, 2, 3), True), (_THETA, (1, 1, 1, 1), True)),
    *cases("ops.affine_grid", (normal(2, 3, 4), (2, 1, 2, 2, 3)), grad=True),
    *cases("ops.affine_grid", (normal(2, 3, 4), (2, 1, 2, 2, 3), True)),
    *cases("ops.affine_grid", (_THETA, (1, 1, 2)), (_THETA, (2, 1, 2, 3))),
    *cases("ops.AffineGrid", (_THETA, (1, 1, 2, 3)), init=(True,)),
    *[
        r
        for mode in ("bilinear", "nearest")
        for padding in ("zeros", "border", "reflection")
        for align in (False, True)
        for x, g in ((_X, _GRID), (_V, _CUBE))
        for r in cases("ops.grid_sample", (x, g, mode, padding, align), grad=True, rtol=3e-5)
    ],
    *cases("ops.grid_sample", (_X, _GRID), dtypes="f64", rtol=1e-5),
    *cases("ops.grid_sample", (_X, _GRID, "bicubic"), (_X, _GRID, "bilinear", "bad")),
    *cases("ops.grid_sample", (_X, sym(2, 3, 2, 3)), (_X, sym(1, 3, 2, 2))),
    *cases("ops.grid_sample", (_X, sym(2, 3, 2, 2, dtype="f64"))),
    *cases("ops.GridSampler2D", (_X, _GRID), init=("nearest", "border", True)),
    *cases("ops.GridSampler3D", (_V, _CUBE)),
    *cases("ops.GridSampler3D", (_V, _CUBE), init=("bicubic",)),
    *cases("ops.RGBToHSV", (unit(2, 2, 2, 3),), (values([[[[0.5, 0.5, 0.5], [0, 0, 0]]]]),)),
    *cases("ops.HSVToRGB", (unit(2, 2, 3, 3),), dtypes="f16 f32 f64", rtol=2e-3),
    *cases("ops.HSVToRGB", (unit(2, 3),)),
]
