"""Errors that come from JAX or NumPy inside a kernel, said in MindSpore's form."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

import jax
import jaxlib
import numpy as np

REWORDED = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, AssertionError)
_CLASSES = (TypeError, ValueError, NotImplementedError)
_LIBRARIES = tuple(
    os.path.dirname(m.__file__) + os.sep for m in (sys.modules["msjax"], jax, jaxlib, np)
)
_ARRAY_CLASS = re.compile(r"'(\w*Tracer|ArrayImpl)'")


def reworded(label: str, params: list, values: list, error: Exception) -> Exception:
    """The error of a kernel, in words that name the operation and what it was given.

    Errors that already do, those of the user's own functions and those of tracing stay.
    """
    text = str(error).split("\n")[0]
    own = text.startswith(("For ", "The ")) or "msjax" in text or f"'{label}'" in text
    if own or isinstance(error, (jax.errors.JAXTypeError, jax.errors.JAXIndexError)):
        return error
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    if frame is not None and not frame.tb_frame.f_code.co_filename.startswith(_LIBRARIES):
        return error
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
