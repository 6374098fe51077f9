"""Errors that come from JAX or NumPy inside a kernel, said in MindSpore's form."""

from __future__ import annotations

import re
from typing import Any

import jax

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


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_shown, value)) + "]"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"<{value.dtype} {tuple(value.shape)}>"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
