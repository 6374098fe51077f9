"""Bessel functions of orders 0 and 1, from Chebyshev series.

Near 0 the series are in the square of the argument; the logarithmic part of Y and K is kept apart.
Beyond, J and Y come from the amplitudes P and Q of Hankel's expansion, I and K from series in 1/x.
The coefficients interpolate values computed with 30 digits; the error is below 1e-15. I of order 1
is JAX's, which is as exact; that of order 0 does not compile for float64 where 64-bit dtypes are
only allowed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import jax
import jax.numpy as jnp
import numpy as np

_SPLIT = 8.0  # between the two forms of I, J and Y; K changes at 2

_J0 = (
    0.15772797147489012,
    -0.008723442352852221,
    0.2651786132033368,
    -0.37009499387264977,
    0.15806710233209725,
    -0.034893769411408884,
    0.004819180069467605,
    -0.00046062616620627504,
    3.246032882100508e-05,
    -1.7619469077621507e-06,
    7.608163592418782e-08,
    -2.679253530557673e-09,
    7.848696314479465e-11,
    -1.9438346867370164e-12,
    4.125320595634374e-14,
    -7.588508125447548e-16,
)
_J1 = (
    0.08104484632565812,
    -0.1489751450676521,
    0.1609992623572097,
    -0.08268049176681791,
    0.022213639654966037,
    -0.003646940600769276,
    0.0004050337728354822,
    -3.255554866857259e-05,
    1.9858774049915165e-06,
    -9.521984756750436e-08,
    3.687133759097148e-09,
    -1.178026622695885e-10,
    3.160154580348003e-12,
    -7.221755239651773e-14,
    1.423214400351394e-15,
    -2.444197291619062e-17,
)
_Y0 = (
    -0.03314611320328494,
    -0.2744743055297453,
    0.17903431407718265,
    0.26156734625504663,
    -0.17730201278114358,
    0.04719668959576339,
    -0.007287962479552079,
    0.0007531135932577742,
    -5.632079141056987e-05,
    3.206532537654801e-06,
    -1.44072332740187e-07,
    5.248794787330516e-09,
    -1.5837552541812015e-10,
    4.02633081830612e-12,
    -8.747341203310769e-14,
    1.6434898714919468e-15,
    -2.6977881152566562e-17,
)
_Y1 = (
    0.0025380132357417816,
    -0.01608717304766875,
    -0.09591204536083074,
    0.08445197259652346,
    -0.028328123944594365,
    0.005289897544167113,
    -0.0006414551451326356,
    5.505982873338744e-05,
    -3.53808001868935e-06,
    1.7707804556154404e-07,
    -7.11055004989928e-09,
    2.344337905911516e-10,
    -6.4651518414115946e-12,
    1.51429151205002e-13,
    -3.051185969447325e-15,
    5.346680385728661e-17,
)
_P0 = (
    0.9994603493475187,
    -0.0005365220468132117,
    3.0751847875194745e-06,
    -5.1705945376060975e-08,
    1.6306464635151382e-09,
    -7.86409137723707e-11,
    5.168262387349193e-12,
    -4.3045788699253914e-13,
    4.3265957431549404e-14,
    -5.069034095935236e-15,
    6.748072215733873e-16,
    -1.0011513723467779e-16,
)
_Q0 = (
    -0.015555854605337009,
    6.838519942611649e-05,
    -7.414498411060647e-07,
    1.7972457247968992e-08,
    -7.27191593686632e-10,
    4.2201219046687385e-11,
    -3.206747420996635e-12,
    3.006145125351706e-13,
    -3.3363281853224254e-14,
    4.255225040245444e-15,
    -6.099930131639894e-16,
    9.662128970301836e-17,
    -1.6686065214365315e-17,
    3.1082440486623123e-18,
)
_P1 = (
    1.0009030408600137,
    0.0008989898330859408,
    -3.987284300488908e-06,
    6.177633960644299e-08,
    -1.8718907491063067e-09,
    8.816898659582339e-11,
    -5.704863640395645e-12,
    4.699195515230542e-13,
    -4.6842237839904895e-14,
    5.452674896044717e-15,
    -7.221180842274019e-16,
    1.0667689114335416e-16,
)
_Q1 = (
    0.04677778706953532,
    -9.62772354915708e-05,
    9.138615257955454e-07,
    -2.0959781384083424e-08,
    8.229193327650554e-10,
    -4.686363688176945e-11,
    3.5152187949686082e-12,
    -3.2643156743279005e-13,
    3.596776582916533e-14,
    -4.56125239507734e-15,
    6.508282957783819e-16,
    -1.0269147531827624e-16,
    1.7676355487808896e-17,
    -3.283451987342423e-18,
)
_K0 = (
    -0.2676636966169514,
    0.3442898999246285,
    0.0359799365153615,
    0.001264615411446926,
    2.286212103119452e-05,
    2.5347910790261494e-07,
    1.904516377220209e-09,
    1.0349695257633625e-11,
    4.2598161427910826e-14,
    1.374465435880751e-16,
)
_K1 = (
    -0.06409034516866254,
    -0.10916919599320105,
    -0.006636878452817714,
    -0.00016822792382067343,
    -2.389559180803608e-06,
    -2.1853569024549695e-08,
    -1.3982271326113327e-10,
    -6.618562752976041e-13,
    -2.4134516242987795e-15,
    -6.990873731245592e-18,
)
_K0_LARGE = (
    1.2201515410329777,
    -0.0314481013119645,
    0.0015698838857300533,
    -0.00012849549581627802,
    1.39498137188765e-05,
    -1.8317555227191195e-06,
    2.766813639445015e-07,
    -4.660489897687948e-08,
    8.574034017414225e-09,
    -1.6975345093890614e-09,
    3.5773972814003283e-10,
    -7.957489244477396e-11,
    1.8559491149549264e-11,
    -4.514597883374519e-12,
    1.1403405882073441e-12,
    -2.9800969231481784e-13,
    8.032890775068375e-14,
    -2.2275133267462965e-14,
    6.340076476276646e-15,
    -1.848593377920907e-15,
    5.512055999404324e-16,
    -1.678231125754904e-16,
)
_K1_LARGE = (
    1.3603130952422213,
    0.10392373657681724,
    -0.002857816859622779,
    0.00019521551847135162,
    -1.936197974166083e-05,
    2.406484947837217e-06,
    -3.5019606030878126e-07,
    5.7410841254500495e-08,
    -1.0345762465678097e-08,
    2.0150497551970347e-09,
    -4.1903547593419254e-10,
    9.218315187605315e-11,
    -2.129967838427791e-11,
    5.139639673482343e-12,
    -1.2891739609498229e-12,
    3.348419666052243e-13,
    -8.976705182010146e-14,
    2.4771544242195988e-14,
    -7.0198370892147685e-15,
    2.038703166239861e-15,
    -6.057047270643028e-16,
    1.838093575243042e-16,
)
_I0 = (
    0.33839763720473803,
    -0.3046826723431984,
    0.17162090152220877,
    -0.09490109704804764,
    0.04930528423967071,
    -0.02373741480589947,
    0.010546460394594998,
    -0.004324309995050576,
    0.0016394756169413357,
    -0.0005763755745385824,
    0.00018850288509584165,
    -5.754195010082104e-05,
    1.6448448070728896e-05,
    -4.4167383584587505e-06,
    1.1173875391201037e-06,
    -2.670793853940612e-07,
    6.046995022541919e-08,
    -1.300025009986248e-08,
    2.6598237246823866e-09,
    -5.189795601635263e-10,
    9.675809035373237e-11,
    -1.726826291441556e-11,
    2.95505266312964e-12,
    -4.856446783111929e-13,
    7.676185498604936e-14,
    -1.1685332877993451e-14,
    1.715391285555133e-15,
    -2.431279846547953e-16,
    3.3307945188222045e-17,
)
_I0_LARGE = (
    0.4022452055070544,
    0.0033691164782556943,
    6.889758346916825e-05,
    2.8913705208347567e-06,
    2.0489185894690638e-07,
    2.266668990498178e-08,
    3.3962320257083865e-09,
    4.94060238822497e-10,
    1.1889147107846439e-11,
    -3.1499165279632416e-11,
    -1.3215811840447713e-11,
    -1.7941785315068062e-12,
    7.180124451383666e-13,
    3.8527783827421426e-13,
    1.5400862175214096e-14,
    -4.150569347287222e-14,
    -9.554846698828307e-15,
    3.8116806693526224e-15,
    1.7725601330565263e-15,
    -3.4254856196772205e-16,
    -2.82762398051658e-16,
    3.461222867697463e-17,
    4.465621420296755e-17,
)


def _series(coefficients: Sequence[float], t: jax.Array) -> jax.Array:
    """Chebyshev series at `t` in [-1, 1], by Clenshaw's recurrence."""
    ahead = later = jnp.zeros_like(t)
    for c in coefficients[:0:-1]:
        ahead, later = 2 * t * ahead - later + c, ahead
    return t * ahead - later + coefficients[0]


def _near(coefficients: Sequence[float], x: jax.Array) -> jax.Array:
    z = jnp.minimum(x / _SPLIT, 1)
    return _series(coefficients, 2 * z * z - 1)


def _amplitudes(x: jax.Array, p: Sequence[float], q: Sequence[float]) -> tuple:
    """Hankel's P and Q for `x` above the split, over the square root of x pi / 2."""
    z = _SPLIT / jnp.maximum(x, _SPLIT)
    t = 2 * z * z - 1
    scale = math.sqrt(1 / math.pi / _SPLIT) * jnp.sqrt(z)
    return scale * _series(p, t), scale * z * _series(q, t)


def _j0(x: jax.Array) -> jax.Array:
    x = jnp.abs(x)
    p, q = _amplitudes(x, _P0, _Q0)
    s, c = jnp.sin(x), jnp.cos(x)
    return jnp.where(x <= _SPLIT, _near(_J0, x), p * (c + s) - q * (s - c))


def _j1(x: jax.Array) -> jax.Array:
    size = jnp.abs(x)
    p, q = _amplitudes(size, _P1, _Q1)
    s, c = jnp.sin(size), jnp.cos(size)
    far = p * (s - c) + q * (s + c)
    return jnp.sign(x) * jnp.where(size <= _SPLIT, size * _near(_J1, size), far)


def _defined(x: jax.Array, value: jax.Array, at_zero: float) -> jax.Array:
    """The value for positive arguments; the limit at 0 elsewhere, as in MindSpore."""
    return jnp.where(x > 0, value, jnp.where(jnp.isnan(x), jnp.nan, at_zero))


def _y0(x: jax.Array) -> jax.Array:
    v = jnp.where(x > 0, x, 1)
    p, q = _amplitudes(v, _P0, _Q0)
    s, c = jnp.sin(v), jnp.cos(v)
    near = 2 / math.pi * jnp.log(v) * _near(_J0, v) + _near(_Y0, v)
    return _defined(x, jnp.where(v <= _SPLIT, near, p * (s - c) + q * (s + c)), -np.inf)


def _y1(x: jax.Array) -> jax.Array:
    v = jnp.where(x > 0, x, 1)
    p, q = _amplitudes(v, _P1, _Q1)
    s, c = jnp.sin(v), jnp.cos(v)
    log_part = jnp.log(v) * v * _near(_J1, v) - 1 / v
    near = 2 / math.pi * log_part + v * _near(_Y1, v)
    return _defined(x, jnp.where(v <= _SPLIT, near, q * (s - c) - p * (s + c)), -np.inf)


def _i0e(x: jax.Array) -> jax.Array:
    size = jnp.abs(x)
    near = _series(_I0, jnp.minimum(size, _SPLIT) / 4 - 1)
    far_x = jnp.maximum(size, _SPLIT)
    far = _series(_I0_LARGE, 16 / far_x - 1) / jnp.sqrt(far_x)
    return jnp.where(size <= _SPLIT, near, far)


def _k(x: jax.Array, order: int, scaled: bool) -> jax.Array:
    v = jnp.where(x > 0, x, 1)
    near_v, far_v = jnp.minimum(v, 2), jnp.maximum(v, 2)
    t, log = near_v * near_v / 2 - 1, jnp.log(near_v / 2)
    if order == 0:
        near = _series(_K0, t) - log * jnp.exp(near_v) * _i0e(near_v)
        far = _series(_K0_LARGE, 4 / far_v - 1)
    else:
        regular = 1 / near_v + near_v * _series(_K1, t)
        near = log * jnp.exp(near_v) * jax.lax.bessel_i1e(near_v) + regular
        far = _series(_K1_LARGE, 4 / far_v - 1)
    far = far / jnp.sqrt(far_v)
    if scaled:
        near = near * jnp.exp(near_v)
    else:
        far = far * jnp.exp(-far_v)
    return _defined(x, jnp.where(v <= 2, near, far), np.inf)


def _over(value: jax.Array, x: jax.Array, at_zero: float) -> jax.Array:
    """`value / x` with its limit at 0."""
    zero = x == 0
    return jnp.where(zero, at_zero, value / jnp.where(zero, 1, x))


j0, j1, y0, y1 = (jax.custom_jvp(f) for f in (_j0, _j1, _y0, _y1))
k0 = jax.custom_jvp(lambda x: _k(x, 0, False))
k1 = jax.custom_jvp(lambda x: _k(x, 1, False))
k0e = jax.custom_jvp(lambda x: _k(x, 0, True))
k1e = jax.custom_jvp(lambda x: _k(x, 1, True))
i0 = jax.custom_jvp(lambda x: jnp.exp(jnp.abs(x)) * _i0e(x))
i1 = jax.custom_jvp(lambda x: jnp.exp(jnp.abs(x)) * jax.lax.bessel_i1e(x))
i0e, i1e = jax.custom_jvp(_i0e), jax.custom_jvp(jax.lax.bessel_i1e)
i0.defjvps(lambda g, y, x: g * i1(x))
i1.defjvps(lambda g, y, x: g * (i0(x) - _over(y, x, 0.5)))
i0e.defjvps(lambda g, y, x: g * (i1e(x) - jnp.sign(x) * y))
i1e.defjvps(lambda g, y, x: g * (i0e(x) - jnp.sign(x) * y - _over(y, x, 0.5)))
j0.defjvps(lambda g, y, x: -g * j1(x))
j1.defjvps(lambda g, y, x: g * (j0(x) - _over(y, x, 0.5)))
y0.defjvps(lambda g, y, x: -g * y1(x))
y1.defjvps(lambda g, y, x: g * (y0(x) - y / x))
k0.defjvps(lambda g, y, x: -g * k1(x))
k1.defjvps(lambda g, y, x: -g * (k0(x) + y / x))
k0e.defjvps(lambda g, y, x: g * (y - k1e(x)))
k1e.defjvps(lambda g, y, x: g * (y - y / x - k0e(x)))
