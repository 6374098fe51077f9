"""Calls of discrete Fourier transforms."""

from records import cases, dt, normal, values

x = normal(3, 4)
z = normal(3, 4, dtype="c64")
cube = normal(2, 3, 5)
_ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
_TWO = ("fft2", "ifft2", "rfft2", "irfft2", "hfft2", "ihfft2")
_MANY = ("fftn", "ifftn", "rfftn", "irfftn", "hfftn", "ihfftn")
_ALL = (*_ONE, *_TWO, *_MANY)
_HALF = tuple(f for f in _ALL if f.startswith(("rfft", "ihfft")))
_WHOLE = tuple(f for f in _ALL if f not in _HALF)
_BACK = ("irfft", "hfft")
_ROWS = "of complex input the wheel packs the rows of the whole spectrum into the cut shape"
_ADJOINT = "the wheel's gradient is not the transpose of the orthonormal transform"

RECORDS = [
    *(c for f in _ALL for c in cases(f"ops.{f}", (x,), dtypes="i64 f16 f32 f64")),
    *(c for f in _WHOLE for c in cases(f"ops.{f}", (x,), dtypes="c64 c128")),
    *(c for f in _HALF for c in cases(f"ops.{f}", (x,), dtypes="c64 c128", differs=_ROWS)),
    *(c for f in _ONE for c in cases(f"ops.{f}", (x, 2), (z, 7, 0), (cube, 4, 1, "ortho"))),
    *(c for f in _ONE for c in cases(f"ops.{f}", (z, None, 0, "forward"), (z, 5, 0, "backward"))),
    *(c for f in _TWO for c in cases(f"ops.{f}", (cube, (3, 4)), (z, (2, 5), (1, 0)))),
    *(c for f in _TWO for c in cases(f"ops.{f}", (cube, (2, 2), (-1, 0), "ortho"))),
    *(c for f in _MANY for c in cases(f"ops.{f}", (cube, (3, 4)), (cube, None, (2, 0)))),
    *(c for f in _MANY for c in cases(f"ops.{f}", (cube, None, None, "forward"))),
    *(
        c
        for f in _BACK
        for c in cases(f"ops.{f}", (x,), (x, 5), (x, 3, 0, "ortho"), grad=True, tag="grad")
    ),
    *cases("ops.irfftn", (cube,), (cube, (3, 6), (0, 2)), grad=True),
    *cases("ops.hfft2", (cube,), grad=True),
    *cases("ops.fft", (x, 0), (x, -1), (x, 3, 2), (x, 3, -3), (x, 2.0), (x, None, 0, "x")),
    *cases("ops.fft", (values(1.0),), ([1.0, 2.0],), (normal(0),)),
    *cases("ops.fft2", (x, (2,)), (x, (2, 2), (0, 0)), (normal(3),)),
    *cases("ops.fftn", (x, (2,), (0, 1)), (x, 2), (x, None, 1), (x, (-1, 2)), (x, None, (5,))),
    *cases("ops.irfft", (normal(1),)),
    *cases("ops.fftshift", (x,), (x, 0), (x, (0, 1)), (cube, (2, 0)), (x, -1), dtypes="f32 i8 c64"),
    *cases("ops.ifftshift", (x,), (cube,), (cube, 1), dtypes="f32 bool"),
    *cases("ops.fftshift", (cube,), grad=True),
    *cases("ops.fftshift", (x, 2), (x, (0, -3)), (values(1.0),), (x, 1.0)),
    *cases("ops.fftfreq", (4,), (5, 0.5), (7, 2.0, dt("float64")), (4, 0.0), (1,)),
    *cases("ops.fftfreq", (0,), (-1,), (4.0,), (4, 1), (4, 2.0, dt("int32"))),
    *cases("ops.fftfreq", (4,), dtype=dt("float16")),
    *cases("ops.rfftfreq", (4,), (5, 0.5), (7, 2.0, dt("float64")), (1,)),
    *cases("ops.FFTWithSize", (z,), init=(1, False, False), dtypes="c64 c128"),
    *cases("ops.FFTWithSize", (z,), init=(2, True, False, "ortho"), tag="inverse"),
    *cases("ops.FFTWithSize", (x,), init=(1, False, True), dtypes="f32 f64 i32"),
    *cases("ops.FFTWithSize", (cube,), init=(3, False, True, "forward"), tag="three"),
    *cases("ops.FFTWithSize", (x,), init=(2, False, True, "backward", False), tag="whole"),
    *cases("ops.FFTWithSize", (z,), init=(1, True, True), tag="real"),
    *cases("ops.FFTWithSize", (z,), init=(2, True, True, "backward", True, (3, 7)), tag="odd"),
    *cases("ops.FFTWithSize", (z,), init=(1, True, True, "backward", True, (5,)), tag="bad"),
    *cases("ops.FFTWithSize", (z,), init=(2, True, True, "backward", False), tag="whole back"),
    *cases("ops.FFTWithSize", (z,), init=(3, False, False), tag="rank"),
    *cases("ops.FFTWithSize", (x,), init=(1, False, False), tag="dtype"),
    *cases("ops.FFTWithSize", (z,), init=(1, False, True), tag="dtype real"),
    *cases("ops.FFTWithSize", (z,), init=(1, False, False, "x"), tag="norm"),
    *cases("ops.FFTWithSize", (z,), init=(1, 0, False), tag="flag"),
    *cases("scipy.fft.dct", (x,), dtypes="i32 f16 f32 f64 c64"),
    *cases("scipy.fft.dct", (x,), (cube, 2, 7, 0), grad=True, tag="grad", differs=_ADJOINT),
    *cases("scipy.fft.idct", (x,), (cube,), dtypes="f32 f64 c64", grad=True),
    *cases("scipy.fft.dct", (cube, 2, 7), (cube, 2, 2, 1), (cube, 2, None, 0, "ortho")),
    *cases("scipy.fft.dct", (x, 1), (x, 2, 0), (x, 2, None, 2), (x, 2, None, 0, "forward"), (1,)),
    *cases("scipy.fft.dctn", (cube,), (cube, 2, (2, 4), (0, 2)), (x, 2, None, (0,))),
    *cases("scipy.fft.dctn", (cube,), (cube, 2, (2, 4)), grad=True, tag="grad", differs=_ADJOINT),
    *cases("scipy.fft.idctn", (cube,), (cube, 2, (2, 4)), (x, 2, None, None, "ortho"), grad=True),
]
