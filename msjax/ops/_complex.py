"""Real and imaginary parts whose derivatives work in double precision too.

JAX transposes its own `real` and `imag` with a float32 zero while 64-bit dtypes are only allowed,
not the default; complex128 gradients fail there. A complex-to-real Fourier transform of length 1
is the real part as well, and its transpose is exact.
"""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np


def _linear_real(x: jax.Array) -> jax.Array:
    if x.dtype == np.complex128:
        return jax.lax.fft(x[..., None], "IRFFT", (1,))[..., 0]
    return jax.lax.real(x)


@jax.custom_jvp
def real(x: jax.Array) -> jax.Array:
    """Real parts of a complex array."""
    return jax.lax.real(x)


@real.defjvp
def _real_jvp(primals: Any, tangents: Any) -> tuple:
    return real(*primals), _linear_real(*tangents)


@jax.custom_jvp
def imag(x: jax.Array) -> jax.Array:
    """Imaginary parts of a complex array."""
    return jax.lax.imag(x)


@imag.defjvp
def _imag_jvp(primals: Any, tangents: Any) -> tuple:
    (tangent,) = tangents
    return imag(*primals), _linear_real(tangent * jnp.asarray(-1j, tangent.dtype))
