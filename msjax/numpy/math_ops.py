"""Arithmetic, reductions, polynomials and statistics of Tensors."""

from __future__ import annotations

from msjax._missing import lazy_getattr as _lazy_getattr
from msjax.numpy import divmod as divmod_
from msjax.numpy import sum as sum_

_names = (
    "mean inner add subtract multiply divide true_divide power dot outer tensordot absolute std"
    " var average minimum matmul square sqrt reciprocal log maximum heaviside amax amin hypot"
    " float_power floor ptp deg2rad rad2deg count_nonzero positive negative clip floor_divide"
    " remainder fix fmod trunc exp expm1 exp2 kron promote_types diff cbrt cross ceil trapz gcd"
    " lcm convolve log1p logaddexp log2 logaddexp2 log10 ediff1d nansum nanmean nanvar nanstd"
    " cumsum nancumsum sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh"
    " arctan2 cov multi_dot nanmax nanmin argmax argmin searchsorted interp corrcoef gradient"
    " sign copysign digitize bincount histogram histogramdd histogram2d matrix_power around"
    " polyadd polysub polyval polyder polymul polyint result_type unwrap cumprod"
    " ravel_multi_index norm bitwise_and bitwise_or bitwise_xor invert rint correlate radians"
)
__getattr__ = _lazy_getattr(__name__, {"msjax.numpy": _names})
__all__ = ["divmod_", "sum_", *_names.split()]
