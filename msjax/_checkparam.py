"""MindSpore's private path of the argument checks, which published models import."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any

from msjax._core.base.validator import *  # noqa: F403
from msjax._core.base.validator import (
    Arg,
    Rel,
    _head,
    _type_names,
    check_equal_int,
    check_subclass,
    check_value_type,
)
from msjax._core.base.validator import _check_number as _check_number
from msjax._core.base.validator import _check_regular as _check_regular
from msjax._core.compile.jit import check_hook_fn as check_hook_fn
from msjax._core.runtime.context import target


def check_type_support(dtype: object, device: str, supported_dtypes: Container) -> bool:
    """Whether the dtype is supported, or the device target is not the one that restricts it."""
    return dtype in supported_dtypes or target() != device


# -- strings, structures and values --------------------------------------------------------------


def check_file_name_by_regular(
    target: object, reg: str | None = None, prim_name: str | None = None
) -> bool:
    """True if the string can name a file."""
    if not isinstance(target, str):
        raise TypeError(f"{_head(prim_name)} '{target}' must be string, but got {type(target)}.")
    if target.endswith(("\\", "/")):
        raise ValueError(f"{_head(prim_name)} '{target}' cannot be a directory path.")
    reg = reg or r"^[0-9a-zA-Z@\_\-\.\:\/\\]+$"
    if re.match(reg, target) is None:
        raise ValueError(
            f"{_head(prim_name)} '{target}' is illegal, it must be match regular '{reg}'."
        )
    return True


def check_types_same_and_valid(
    args: dict[str, Any], valid_values: Sequence | object, prim_name: str
) -> None:
    """TypeError unless all dtypes are one of the given ones, and the same."""
    first = next(iter(args), None)
    if first is None:
        raise TypeError(f"For '{prim_name}', the 'args' must have a dtype, but got {{}}.")
    for name, found in args.items():
        check_subclass(name, found, valid_values, prim_name)
        if found != args[first]:
            raise TypeError(
                f"For '{prim_name}', the type of '{name}' should be same as '{first}', but got "
                f"'{first}' with type {args[first]} and '{name}' with type {found}."
            )


def check_pad_value_by_mode(pad_mode: str, padding: Arg, prim_name: str | None) -> Arg:
    """`padding` if the pad mode allows it."""
    if pad_mode != "pad" and padding != 0:
        raise ValueError(
            f"For '{prim_name}', padding must be zero when pad_mode is '{pad_mode}', "
            f"but got {padding}."
        )
    return padding


def check_valid_input(arg_name: str, arg_value: Arg, prim_name: str | None) -> Arg:
    """`arg_value` if it is not None."""
    if arg_value is None:
        raise ValueError(
            f"For '{prim_name}', the argument '{arg_name}'can not be None, but got {arg_value}."
        )
    return arg_value


def check_reduce_shape(
    ori_shape: Sequence[int],
    shape: Sequence[int],
    axis: int | Iterable[int],
    prim_name: str | None,
    arg_name1: str,
    arg_name2: str,
) -> None:
    """ValueError unless `shape` is `ori_shape` without `axis`."""
    axes = axis if isinstance(axis, Iterable) else (axis,)
    if list(shape) != [v for i, v in enumerate(ori_shape) if i not in axes]:
        raise ValueError(
            f"For '{prim_name}', the shape of parameter '{arg_name1}' reduce on 'axis': {axis} "
            f"must be equal to the shape of '{arg_name2}': {shape}, but got {ori_shape}."
        )


def check_element_type_of_iterable(
    arg_name: str, arg_value: object, valid_types: Sequence[type], prim_name: str | None = None
) -> None:
    """TypeError unless every element of the list or tuple is of one of the types."""
    check_value_type(arg_name, arg_value, [list, tuple], prim_name)
    _check_elements(arg_name, arg_value, valid_types, prim_name)


def check_element_type_of_dict(
    arg_name: str,
    arg_value: object,
    key_types: Sequence[type],
    value_types: Sequence[type],
    prim_name: str | None = None,
) -> None:
    """TypeError unless every key and every value of the dict is of one of its types."""
    check_value_type(arg_name, arg_value, [dict], prim_name)
    _check_elements(arg_name, arg_value.keys(), key_types, prim_name)
    _check_elements(arg_name, arg_value.values(), value_types, prim_name)


def _check_elements(arg_name, elements, valid_types, prim_name):
    for element in elements:
        if not isinstance(element, tuple(valid_types)):
            raise TypeError(
                f"{_head(prim_name)} type of '{arg_name}' should be {_type_names(valid_types)}, "
                f"but got '{element}' with type '{type(element).__name__}'."
            )


def check_size_and_element_type_of_tuple(
    arg_name: str,
    arg_value: object,
    expect_size: int,
    expect_element_type: type,
    prim_name: str | None = None,
) -> None:
    """TypeError or ValueError unless it is a tuple of that size and element type."""
    check_value_type(arg_name, arg_value, [tuple], prim_name)
    check_equal_int(len(arg_value), expect_size, arg_name + " size", prim_name)
    check_element_type_of_iterable("arg_name", arg_value, [expect_element_type], prim_name)


def check_input_format(input_param: str) -> str:
    """The format if it is NCHW."""
    if input_param != "NCHW":
        raise ValueError(f"The data format must be NCHW, but got {input_param}.")
    return input_param


def check_input_dataset(*dataset: object, dataset_type: type | tuple[type, ...]) -> bool:
    """Whether there is at least one dataset and all are of the type."""
    return bool(dataset) and all(isinstance(item, dataset_type) for item in dataset)


def is_stub_tensor(tensor: Any) -> bool:
    """Whether a Tensor stands for a result under computation."""
    return hasattr(tensor, "stub")


# -- shapes, axes and kernel sizes -----------------------------------------------------------------


def _in_range(axis: int, ndim: int, head: str = "The") -> int:
    if not -ndim <= axis < ndim:
        bounds = f"[-{ndim}, {ndim})"
        raise ValueError(f"{head} 'axis' must be in the range of {bounds}, but got {axis}.")
    return axis % ndim


def _no_duplicates(axes: tuple) -> tuple:
    if len(set(axes)) != len(axes):
        raise ValueError(f"The element of parameter 'axis' can not be duplicate, but got {axes}.")
    return axes


def check_axis_in_range(axis: int, ndim: int) -> int:
    """The axis as a non-negative number."""
    if not isinstance(axis, int):
        raise TypeError(f"The axes must be integers, but got {type(axis)}")
    return _in_range(axis, ndim)


def check_axis_valid(axes: int | Sequence[int] | None, ndim: int) -> tuple[int, ...]:
    """The axes as a tuple of distinct non-negative numbers; None means all."""
    if axes is None:
        return tuple(range(ndim))
    if isinstance(axes, (tuple, list)):
        return _no_duplicates(tuple(check_axis_in_range(a, ndim) for a in axes))
    return (check_axis_in_range(axes, ndim),)


def check_and_canonicalize_axes(axes: int | tuple[int, ...], ndim: int) -> tuple[int, ...]:
    """One axis or a tuple of them, as a tuple of distinct non-negative numbers."""
    axes = axes if isinstance(axes, tuple) else (axes,)
    for axis in axes:
        if not isinstance(axis, int):
            raise TypeError(f"Each axis should be integer, but got {type(axis)} in {axes}.")
    return _no_duplicates(tuple(_in_range(a, ndim) for a in axes))


def check_axis_type(
    axis: object, type_int: bool = True, type_tuple: bool = True, type_list: bool = True
) -> bool:
    """True if the axis is of one of the kinds allowed."""
    if type_int and isinstance(axis, int):
        return True
    if (type_tuple and isinstance(axis, tuple)) or (type_list and isinstance(axis, list)):
        for item in axis:
            if not isinstance(item, int):
                raise TypeError(
                    f"For Tensor.ptp, each axis must be integer, but got {type(item)} in {axis}."
                )
        return True
    kinds = {"int, ": type_int, "tuple, ": type_tuple, "list, ": type_list}
    text = "".join(kind for kind, allowed in kinds.items() if allowed)
    raise TypeError(f"For Tensor.ptp, the axis should be {text}, but got {type(axis)}.")


def check_transpose_axis(axes: Sequence, ndim: int) -> Sequence[int]:
    """The permutation behind Tensor.transpose's arguments; none means all axes reversed."""
    if not axes or (len(axes) == 1 and axes[0] is None):
        return tuple(range(ndim - 1, -1, -1))
    if len(axes) == 1 and isinstance(axes[0], (tuple, list)):
        return tuple(axes[0])
    if len(axes) == 1 and not isinstance(axes[0], int):
        raise TypeError(
            "For Tensor.transpose, the parameter 'axes' must be a tuple/list, or series of "
            f"integer, but got {type(axes[0])}"
        )
    if len(axes) != ndim:
        raise ValueError(
            "For Tensor.transpose, the number of axes must be equal to the dimension of Tensor, "
            f"but got {len(axes)} in the number of axes."
        )
    return axes


def check_reshape_shp(shp: Sequence) -> Sequence[int]:
    """The shape behind Tensor.reshape's arguments."""
    if len(shp) != 1 or isinstance(shp[0], int):
        return shp
    if not isinstance(shp[0], (tuple, list)):
        raise TypeError(
            "For Tensor.reshape, the parameter 'shape' must be an integer, or tuple/list, or "
            f"series of integer, but got {type(shp[0])}"
        )
    return tuple(shp[0])


def check_flatten_order(order: object) -> None:
    """TypeError or ValueError unless the order is "C" or "F"."""
    if not isinstance(order, str):
        raise TypeError(
            f"For Tensor.flatten, the parameter 'order' must be a string, but got {type(order)}"
        )
    if order not in ("C", "F"):
        raise ValueError(
            f"For Tensor.flatten, the parameter 'order' must be 'C' or 'F', but got '{order}'"
        )


def check_swapaxes_axis(axes: int | Sequence[int], ndim: int) -> int | tuple[int, ...]:
    """The axis or axes as non-negative numbers."""
    if isinstance(axes, int):
        return check_axis_in_range(axes, ndim)
    if not isinstance(axes, (tuple, list)):
        raise TypeError(
            "For ops.swapaxes, the argument 'axes' must be integer, list or tuple for check, "
            f"but got {type(axes)}."
        )
    for axis in axes:
        if not isinstance(axis, int):
            raise TypeError(
                f"For ops.swapaxes, the axis argument must be integer, but got {type(axis)}."
            )
    return tuple(_in_range(a, ndim) for a in axes)


def prepare_shape_for_squeeze(shape: Sequence[int], axes: int | Sequence[int]) -> tuple[int, ...]:
    """The shape without the axes, each of which must have size 1."""
    if not isinstance(axes, (int, list, tuple)):
        raise TypeError(
            "For Tensor.squeeze, the parameter 'axes' must be one of [int, tuple, list], "
            f"but got {type(axes)}"
        )
    axes = (axes,) if isinstance(axes, int) else tuple(dict.fromkeys(axes))
    drop = {_in_range(a, len(shape), "For Tensor.squeeze, the") for a in axes}
    for i in drop:
        if shape[i] != 1:
            raise ValueError(
                f"For Tensor.squeeze, the shape of parameter 'axis' {axes} must be 1, "
                f"but got {shape[i]}."
            )
    return tuple(s for i, s in enumerate(shape) if i not in drop)


max_, min_ = max, min


def expanded_shape(ndim: int, axis_size: int, axis: int) -> tuple[int, ...]:
    """A shape of ones with `axis_size` at `axis`."""
    return tuple(axis_size if i == axis else 1 for i in range(ndim))


def tuple_slice(tup: tuple, start: int | None, end: int | None) -> tuple:
    """Part of a tuple."""
    return tup[start:end]


def infer_out_shape(*shapes: Sequence[int]) -> tuple[int, ...]:
    """The shape that the given ones broadcast to."""
    rank = max(len(s) for s in shapes)
    padded = [(1,) * (rank - len(s)) + tuple(s) for s in shapes]
    out = ()
    for sizes in zip(*padded, strict=True):
        size = 0 if 0 in sizes else max(sizes)
        if any(s not in (1, size) for s in sizes):
            raise ValueError(
                "For Tensor, the dimension on each axis must be 1 or the max value on the axis"
                f"to support broadcasting, but got shapes {(shapes,)}"
            )
        out += (size,)
    return out


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _expander(n: int, kinds: tuple, words: tuple[str, str, str]) -> Callable[[Any], tuple]:
    what, source, accepted = words

    def expand(m):
        if _is_int(m):
            return (m,) * n
        if not isinstance(m, kinds):
            raise TypeError(
                f"When expanding an {what} to tuple, input type must be {accepted}, "
                f"but got {type(m)}"
            )
        detail = "int number" if kinds == (tuple,) else "sequence"
        if len(m) != n:
            raise TypeError(
                f"When expanding an {detail} to tuple, input {source} dimension must be {n}, "
                f"but got {m}"
            )
        for item in m:
            if not _is_int(item):
                where = "input tuple" if kinds == (tuple,) else "input sequence"
                raise TypeError(
                    f"When expanding an {detail} to tuple, the type of element in {where} must be "
                    f"an integer, but got {type(item)}."
                )
        return tuple(m)

    return expand


_TUPLES = ((tuple,), ("int number", "tuple", "integer or tuple[int]"))
_SEQUENCES = ((tuple, list), ("input", "sequence", "integer or tuple[int]/list[int]"))
once, twice, triple = (_expander(n, *_TUPLES) for n in (1, 2, 3))
once_sequence, twice_sequence, triple_sequence = (_expander(n, *_SEQUENCES) for n in (1, 2, 3))


def _check_3d_int_or_tuple(
    arg_name,
    arg_value,
    prim_name,
    allow_five=False,
    ret_five=False,
    greater_zero=True,
    third_one=False,
    three_input=False,
    pad_value=1,
):
    """A size for three axes, given as an int or as three (or five) ints, as a tuple."""

    def refuse(value, kinds, stop=""):
        return ValueError(
            f"For '{prim_name}', the parameter '{arg_name}' must be an positive integer or a "
            f"tuple of three {kinds}positive integer, but got {value}{stop}"
        )

    kinds = "or five " if allow_five else ""
    check_value_type(arg_name, arg_value, (int, tuple), prim_name)
    size = (arg_value,) * 3 if isinstance(arg_value, int) else arg_value
    if three_input and len(size) != 3:
        raise refuse(arg_value, "", ".")
    if len(size) not in ((3, 5) if allow_five else (3,)):
        raise refuse(arg_value, kinds)
    if ret_five and len(size) == 3:
        size = (pad_value, pad_value, *size)
    elif not ret_five:
        size = size[-3:]
    for item in size:
        if not (_is_int(item) and (item > 0 if greater_zero else item >= 0)):
            raise refuse(size, kinds)
    if third_one and size[-3] != 1:
        raise ValueError(
            f"For '{prim_name}', the depth of parameter '{arg_name}' must be 1, but got {size[-3]}."
        )
    return tuple(size)


# -- the class of older releases -------------------------------------------------------------------


class Validator:
    """The checks as static methods, the form they had up to release 1.10.

    It has the relations too: programs import the class or, where it is missing, this module
    under one name, and ask that for `EQ`.
    """


def _is_check(name: str, found: Any) -> bool:
    prefixes = ("check", "_check", "prepare_", "expanded_", "infer_")
    return callable(found) and name.startswith(prefixes)


for _name, _func in list(globals().items()):
    if _is_check(_name, _func) or _name in ("max_", "min_", "tuple_slice"):
        setattr(Validator, _name, staticmethod(_func))
for _relation in Rel:
    setattr(Validator, _relation.name, int(_relation))
