"""Errors that come from JAX or NumPy inside a kernel, said in MindSpore's form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import jax
import numpy as np

from msjax._core.base.errors import prefixed

_REWORDED = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, AssertionError)
_TRACING = (jax.errors.JAXTypeError, jax.errors.JAXIndexError)
_CLASSES = (TypeError, ValueError, NotImplementedError)
_ARRAY_CLASS = re.compile(r"'(\w*Tracer|ArrayImpl)'")


def reworded(label: str, params: list, values: list, error: Exception) -> Exception:
    """The error of a kernel, in words that name the operation and what it was given.

    Errors that already do and those of tracing stay. Kernels take no functions of the user's, so
    none of the errors are theirs.
    """
    if not isinstance(error, _REWORDED) or isinstance(error, (*_TRACING, FloatingPointError)):
        return error
    if error.args and str(error.args[0]).startswith("For '"):
        return error
    text = str(error).split("\n")[0]
    given = ", ".join(f"{p.name}={_shown(v)}" for p, v in zip(params, values, strict=True))
    text = _ARRAY_CLASS.sub("'Tensor'", text)
    found = next((c for c in _CLASSES if isinstance(error, c)), None)
    if found is TypeError and "shape" in text.lower():  # MindSpore's class for shapes that misfit
        found = ValueError
    found = found or (TypeError if isinstance(error, AttributeError) else ValueError)
    return found(f"For '{label}', the arguments do not fit: {given} ({text}).")


_TPU_LIMITS = re.compile(r"to not contain X|Element type \w+ is not supported on TPU")


def refused_by_tpu(label: str, error: Exception) -> Exception:
    """XLA's refusal of 64-bit elements on a TPU, in words that say what to do; else `error`."""
    if not isinstance(error, jax.errors.JaxRuntimeError) or not _TPU_LIMITS.search(str(error)):
        return error
    text = str(error).split("\n")[0]
    return RuntimeError(prefixed(label, f"{TPU_64_BIT} ({text})."))


TPU_64_BIT = (
    "TPUs do not compute this with 64-bit elements; cast to float32, int32 or complex64, or "
    "compute on a CPU"
)


def check_tpu(label: str, arrays: Iterable[Any]) -> None:
    """Refuse what XLA never compiles for TPUs, before it ends in an error of the compiler's.

    Raises:
        RuntimeError: an array is of Complex128, and code for a TPU is being made.
    """
    if any(getattr(a, "dtype", None) == np.complex128 for a in arrays):
        if jax.default_backend() == "tpu":
            raise RuntimeError(prefixed(label, f"{TPU_64_BIT} (complex128)."))


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_shown, value)) + "]"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"<{value.dtype} {tuple(value.shape)}>"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
