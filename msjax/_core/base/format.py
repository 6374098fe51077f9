"""Texts of Tensors and Parameters.

``str`` of a Tensor is NumPy's text of its values, with the limits for scientific notation of
NumPy 1 whatever release is installed. ``repr`` follows other rules: fixed column widths, a line
break after a fixed count of entries in 1-D, and only the first and last three entries along each
long axis otherwise.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import numpy as np

# NumPy 2.3 lowered the magnitude at which narrow floats switch to scientific notation.
_CUTOFF_BY_DTYPE = np.lib.NumpyVersion(np.__version__) >= "2.3.0"
_EDGE = 3  # entries kept at either end of a shortened axis
_LIMIT = 2 * _EDGE  # longest axis printed in full, in two or more dimensions
_LIMIT_1D = 1000
_LIMIT_PART = 30  # size from which a part of a sparse tensor shows no values
_ROW = 24  # 1-D entries per line
_ROW_FIXED = 12  # the same for columns of fixed width: floats and bools


def tensor_str(array: np.ndarray, type_name: str) -> str:
    """Return what ``str`` of a Tensor gives.

    Args:
        array: the values; bfloat16 ones may come as float32.
        type_name: MindSpore's name of the dtype, such as ``"Float32"``.

    >>> tensor_str(np.array([1.0, 2.5]), "Float64")
    '[1.  2.5]'
    """
    array, style = _prepare(array, type_name)
    if array.ndim == 0 and style in ("float", "half", "complex"):
        return _scalar(array[()])
    if style == "general":
        return _numpy_text(array, style, " ")
    with _old_cutoff():
        return str(array)


def object_repr(path: str, held: object) -> str:
    """What an object that has no text of its own prints, under the name that MindSpore gives it."""
    return f"<{path} object at {id(held):#x}>"


def tensor_repr(array: np.ndarray, type_name: str, *, numpy_backed: bool = False) -> str:
    """Return what ``repr`` of a Tensor gives.

    Args:
        array: the values; bfloat16 ones may come as float32.
        type_name: MindSpore's name of the dtype, such as ``"Float32"``.
        numpy_backed: whether the Tensor shares a NumPy array's memory (``Tensor.from_numpy``,
            ``Tensor.init_data``); NumPy then writes the values.

    >>> tensor_repr(np.array([1, 2]), "Int64")
    'Tensor(shape=[2], dtype=Int64, value= [1, 2])'
    """
    array, style = _prepare(array, type_name)
    if numpy_backed or style == "text":
        text = _numpy_text(array, style, ", ")
    else:
        text = _values_text(array, style, ",")
    return _frame(array.shape, type_name, ("\n" if array.ndim > 1 else " ") + text)


def tensor_part(array: np.ndarray, type_name: str) -> str:
    """Return how a Tensor is written inside the text of a sparse tensor.

    >>> tensor_part(np.array([0, 1]), "Int64")
    'Tensor(shape=[2], dtype=Int64, value=[0 1])'
    """
    return _part(array.shape, type_name, _values_text(*_prepare(array, type_name), ""))


def uninitialized_str(shape: tuple[int, ...], type_name: str) -> str:
    """Return what ``str`` of a Tensor gives whose initializer has not run yet.

    >>> uninitialized_str((), "Float32")
    'Tensor(shape=[], dtype=Float32, value=<uninitialized>)'
    """
    return _part(shape, type_name, "<uninitialized>")


def parameter_str(
    name: str, array_or_shape: np.ndarray | tuple[int, ...], type_name: str, requires_grad: bool
) -> str:
    """Return what ``str`` and ``repr`` of a Parameter give; the values are not shown.

    >>> parameter_str("w", (2, 3), "Float32", True)
    'Parameter (name=w, shape=(2, 3), dtype=Float32, requires_grad=True)'
    """
    shape = tuple(getattr(array_or_shape, "shape", array_or_shape))
    return (
        f"Parameter (name={name}, shape={shape}, dtype={type_name}, requires_grad={requires_grad})"
    )


def _part(shape: tuple[int, ...], type_name: str, text: str) -> str:
    if np.prod(shape, dtype=np.int64) >= _LIMIT_PART:
        return _frame(shape, type_name, "[...]")
    return _frame(shape, type_name, "\n" + text if len(shape) > 1 else text)


def _frame(shape: tuple[int, ...], type_name: str, text: str) -> str:
    return f"Tensor(shape={list(shape)}, dtype={type_name}, value={text})"


def _prepare(array: np.ndarray, type_name: str) -> tuple[np.ndarray, str]:
    """Return the values in a dtype of NumPy's own, and the name of their style."""
    name = array.dtype.name
    if type_name == "BFloat16" or name == "bfloat16" or name.startswith("float8"):
        return array.astype(np.float32), "general"
    if name in ("int4", "uint4"):
        return array.astype(np.int8), "int"
    if array.dtype.kind == "f":
        return array, "half" if array.dtype.itemsize == 2 else "float"
    return array, {"b": "bool", "i": "int", "u": "int", "c": "complex"}.get(
        array.dtype.kind, "text"
    )


def _numpy_text(array: np.ndarray, style: str, separator: str) -> str:
    with _old_cutoff():
        if style == "general":
            formatter = {"float_kind": lambda v: _signed("%f", v)}
            return np.array2string(array, separator=separator, formatter=formatter)
        return np.array2string(array, separator=separator)


def _old_cutoff() -> contextlib.AbstractContextManager:
    if _CUTOFF_BY_DTYPE and np.get_printoptions()["legacy"] is False:
        return np.printoptions(legacy="2.2")
    return contextlib.nullcontext()


def _scalar(value: np.inexact) -> str:
    if value.dtype.kind == "f":
        return _shortest(value, "0")
    imag = _shortest(value.imag, "-")
    if value.real == 0 and not np.signbit(value.real):
        return imag + "j"
    sign = "" if imag[0] == "-" else "+"
    return f"({_shortest(value.real, '-')}{sign}{imag}j)"


def _shortest(value: np.floating, trim: str) -> str:
    if value == 0 or not np.isfinite(value) or 1e-4 <= abs(float(value)) < 1e16:
        return np.format_float_positional(value, trim=trim)
    return np.format_float_scientific(value, trim="-")


def _signed(template: str, value: float) -> str:
    # C++ streams show the sign of a nan, Python does not.
    return ("-" if value != value and np.signbit(value) else "") + template % value


def _complex(value: complex) -> str:
    imag = _signed("%g", value.imag)
    return _signed("%g", value.real) + ("" if imag[0] == "-" else "+") + imag + "j"


# style -> text of one value, width of a column (None: the widest entry)
_COLUMNS: dict[str, tuple[Callable[..., str], int | None]] = {
    "float": (lambda v: _signed("%.8e", v), 15),
    "half": (lambda v: _signed("%.4e", v), 11),
    "bool": (str, 5),
    "int": (str, None),
    "general": (lambda v: _signed("%g", v), None),
    "complex": (_complex, 0),
}


def _values_text(array: np.ndarray, style: str, comma: str) -> str:
    """Return the values as ``repr`` shows them, with `comma` between the entries."""
    if array.size == 0:
        return ""
    if array.ndim == 0:
        style = {"float": "general", "half": "general"}.get(style, style)
        return _COLUMNS[style][0](array.item())
    write, width = _COLUMNS[style]
    limit = _LIMIT_1D if array.ndim == 1 else _LIMIT
    shown = array
    for axis, size in enumerate(array.shape):
        if size > limit:
            shown = shown.take([*range(_EDGE), *range(size - _EDGE, size)], axis)
    texts = [write(v) for v in shown.ravel().tolist()]
    if width is None:
        width = max(map(len, texts))
    texts = [t.rjust(width) for t in texts]
    if array.ndim == 1 and array.size <= limit:
        return _row(texts, _ROW if style in ("int", "general", "complex") else _ROW_FIXED, comma)
    return _block(texts, array.shape, 0, comma)


def _row(texts: list[str], length: int, comma: str) -> str:
    separator = comma + " "
    if len(texts) <= _EDGE:
        return f"[{separator.join(texts)}]"
    lines = [separator.join(texts[i : i + length]) for i in range(0, len(texts), length)]
    end = "\n ]" if len(texts) % length == 0 else "]"
    return "[" + (separator + "\n ").join(lines) + end


def _block(texts: list[str], shape: tuple[int, ...], depth: int, comma: str) -> str:
    """Text of the axes from `depth` on; `texts` holds their printed entries in order."""
    size = shape[depth]
    if depth == len(shape) - 1:
        separator = comma + " "
        if len(texts) < size:
            return f"[{separator.join(texts[:_EDGE])} ... {separator.join(texts[_EDGE:])}]"
        return f"[{separator.join(texts)}]"
    parts = min(size, _LIMIT)
    step = len(texts) // parts
    rows = [_block(texts[i * step : (i + 1) * step], shape, depth + 1, comma) for i in range(parts)]
    indent = "\n" + " " * (depth + 1)
    separator = comma + indent
    if parts < size:
        head, tail = separator.join(rows[:_EDGE]), separator.join(rows[_EDGE:])
        return f"[{head}{separator}...{indent}{tail}]"
    return f"[{separator.join(rows)}]"
