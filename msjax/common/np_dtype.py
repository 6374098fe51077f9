"""NumPy element types of dtypes that NumPy itself lacks."""

from __future__ import annotations

import jax.numpy as jnp

__all__ = ["bfloat16"]

bfloat16 = jnp.bfloat16.dtype.type
