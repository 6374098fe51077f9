"""ops.interpolate with the arguments of releases before 2.0."""

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops

IMAGE = Tensor(np.arange(8, dtype=np.float32).reshape(1, 2, 2, 2) ** 2)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("transformation", [None, "align_corners", "half_pixel", "asymmetric"])
def test_sizes(transformation, compiled):
    """The operation on which it stood says what each transformation means."""
    named = {"coordinate_transformation_mode": transformation} if transformation else {}

    def old(x):
        return ops.interpolate(x, sizes=(3, 5), mode="bilinear", **named)

    aligned = transformation in (None, "align_corners")
    resize = ops.ResizeBilinearV2(aligned, transformation == "half_pixel")
    result = ms.jit(old)(IMAGE) if compiled else old(IMAGE)
    np.testing.assert_array_equal(result.asnumpy(), resize(IMAGE, (3, 5)).asnumpy())
    slopes = [
        ms.grad(lambda x, f=f: (f(x) ** 2).sum())(IMAGE) for f in (old, lambda x: resize(x, (3, 5)))
    ]
    np.testing.assert_allclose(*(s.asnumpy() for s in slopes), rtol=1e-5)


def test_scales():
    """Lengths are cut off; the first two scales are those of batch and channels."""
    row = Tensor([[[0.0, 1.0, 4.0]]])
    result = ops.interpolate(row, roi=None, scales=(1.0, 1.0, 1.9), mode="linear")
    np.testing.assert_allclose(result.asnumpy(), [[[0, 0.5, 1, 2.5, 4]]])
