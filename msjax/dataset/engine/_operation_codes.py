"""Transforms as plain values of JSON, in MindSpore's form, and back."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import Enum
from typing import Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax.dataset import text, transforms, vision
from msjax.dataset.text import NormalizeForm, Vocab
from msjax.dataset.transforms import Relational
from msjax.dataset.transforms.py_transforms_util import Implementation
from msjax.dataset.transforms.transforms import NUMPY, PyTensorOperation, TensorOperation
from msjax.dataset.vision._images import OnDevice
from msjax.dataset.vision.utils import (
    AutoAugmentPolicy,
    Border,
    ConvertMode,
    ImageBatchFormat,
    Inter,
    SliceMode,
)
from msjax.log import warning

# MindSpore's numbers, where they are not those of the members
_INTER = [Inter.LINEAR, Inter.NEAREST, Inter.CUBIC, Inter.AREA, Inter.PILCUBIC, Inter.ANTIALIAS]
_TYPES = (
    "unknown bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 string"
).split()
_ENUMS: dict[str, list] = {
    "interpolation": _INTER,
    "resample": _INTER,
    "padding_mode": list(Border),
    "policy": list(AutoAugmentPolicy),
    "convert_mode": list(ConvertMode),
    "image_batch_format": list(ImageBatchFormat),
    "slice_mode": list(SliceMode),
    "normalization_form": list(NormalizeForm),
    "normalize_form": list(NormalizeForm),
    "operator": [Relational[name] for name in "EQ NE LT LE GT GE".split()],
}
_NAMES = {
    "HWC2CHW": "HwcToChw",
    "ToType": "TypeCast",
}
_CLASSES = {"HwcToChw": vision.HWC2CHW}
# Arguments that have another name in JSON
_KEYS = {
    ("Rotate", "degrees"): "degree",
    ("Mask", "operator"): "op",
    ("BertTokenizer", "normalization_form"): "normalize_form",
}


class Unwritable(Exception):
    """A value has no form in JSON."""


def _float(value: Any) -> float:
    return float(np.float32(value))


def _floats(value: Any) -> list[float]:
    return [_float(v) for v in (value if isinstance(value, list | tuple) else [value])]


def _ints(value: Any) -> list[int]:
    return [int(v) for v in (value if isinstance(value, list | tuple) else [value])]


def _pair(value: Any) -> list[int]:
    values = _ints(value)
    return values * 2 if len(values) == 1 else values


def _float_pair(value: Any) -> list[float]:
    values = _floats(value)
    return values * 2 if len(values) == 1 else values


def _color(value: Any) -> list[int]:
    values = _ints(value)
    return values * 3 if len(values) == 1 else values


def _borders(value: Any) -> list[int]:
    values = [0] if value is None else _ints(value)
    return (values * 4)[:4]


def _around(value: Any, middle: float) -> list[float]:
    if isinstance(value, list | tuple):
        return _floats(value)
    return [_float(max(middle - value, 0.0) if middle else -value), _float(middle + value)]


def _symmetric(value: Any) -> list[float]:
    return _around(value, 0.0)


def _shear(value: Any) -> list[float]:
    values = [0.0, 0.0] if value is None else _symmetric(value)
    return values + [0.0] * (4 - len(values))


def _tensor(value: Any) -> dict[str, Any]:
    array = np.asarray(value)
    kind = "string" if array.dtype.kind in "SU" else array.dtype.name
    return {"data": array.ravel().tolist(), "shape": list(array.shape), "type": kind}


def _policy(value: Any) -> Any:
    if isinstance(value, Enum):
        return list(AutoAugmentPolicy).index(value)
    return [
        [{"prob": _float(prob), "tensor_op": describe(operation)} for operation, prob in sub]
        for sub in value
    ]


def _list(value: Any) -> list:
    return [] if value is None else _floats(value)


_SHORT: Callable = _ints
# How an argument is written: by its class and name, or by its name
_WRITE: dict[Any, Callable[[Any], Any]] = {
    "size": _pair,
    "fill_value": _color,
    "padding": _borders,
    "center": _list,
    "scale": _floats,
    "ratio": _floats,
    "mean": _floats,
    "std": _floats,
    "value": _floats,
    "threshold": _pair,
    "policy": _policy,
    "brightness": lambda v: _around(v, 1.0),
    "contrast": lambda v: _around(v, 1.0),
    "saturation": lambda v: _around(v, 1.0),
    "hue": _symmetric,
    "constant": _tensor,
    "pad_value": lambda v: None if v is None else _tensor(v),
    "prepend": lambda v: None if v is None else _tensor(v),
    "append": lambda v: None if v is None else _tensor(v),
    ("Affine", "scale"): _float,
    ("Affine", "translate"): _floats,
    ("Affine", "shear"): lambda v: (_floats(v) + [0.0])[:2],
    ("Affine", "degrees"): _float,
    ("AutoContrast", "ignore"): lambda v: [] if v is None else _ints(v),
    ("RandomAutoContrast", "ignore"): lambda v: [] if v is None else _ints(v),
    ("BoundingBoxAugment", "ratio"): _float,
    ("Crop", "coordinates"): lambda v: _ints(v)[::-1],  # MindSpore writes (x, y)
    ("GaussianBlur", "kernel_size"): _ints,
    ("GaussianBlur", "sigma"): lambda v: [0.0] if v is None else _floats(v),
    ("Mask", "dtype"): lambda v: _TYPES.index(_plain(v)),
    ("OneHot", "smoothing_rate"): float,
    ("PadToSize", "offset"): lambda v: [] if v is None else _pair(v),
    ("RandomAffine", "degrees"): _symmetric,
    ("RandomAffine", "scale"): lambda v: [1.0, 1.0] if v is None else _floats(v),
    ("RandomAffine", "shear"): _shear,
    ("RandomAffine", "translate"): lambda v: [0.0] * 4 if v is None else _floats(v),
    ("RandomApply", "prob"): float,
    ("RandomColor", "degrees"): _floats,
    ("RandomPosterize", "bits"): _pair,
    ("RandomRotation", "degrees"): _symmetric,
    ("Rotate", "degrees"): _float,
    ("SlicePatches", "fill_value"): int,
    ("Solarize", "threshold"): _float_pair,
    **{
        (name, "size"): _SHORT
        for name in ("Resize", "RandomResize", "ResizeWithBBox", "RandomResizeWithBBox")
    },
}


def _shorter(value: list) -> Any:
    return value[0] if len(value) == 1 else value


# How it is read where the constructor does not take what was written
_READ: dict[Any, Callable[[Any], Any]] = {
    "fill_value": lambda v: tuple(v) if isinstance(v, list) else v,
    "center": lambda v: tuple(v) or None,
    "prepend": lambda v: None if v is None else _array(v),
    "append": lambda v: None if v is None else _array(v),
    "constant": lambda v: _array(v).item(),
    "pad_value": lambda v: None if v is None else _array(v).item(),
    "data_type": lambda v: (
        mstype.string if v == "string" else getattr(mstype, v + "_" * (v == "bool"))
    ),
    "ignore": lambda v: v or None,
    "vocab": lambda v: Vocab.from_dict(v),
    "left_pad": tuple,
    "right_pad": tuple,
    ("Affine", "fill_value"): tuple,
    ("Crop", "coordinates"): lambda v: v[::-1],
    ("Erase", "value"): lambda v: tuple(map(int, v)) if len(v) > 1 else int(v[0]),
    ("GaussianBlur", "kernel_size"): _shorter,
    ("GaussianBlur", "sigma"): lambda v: None if v == [0.0] else _shorter(v),
    ("Mask", "dtype"): lambda v: _READ["data_type"](_TYPES[v]),
    ("PadToSize", "offset"): lambda v: v or None,
    ("RandomAffine", "translate"): lambda v: tuple(v) if any(v) else None,
    ("RandomAffine", "shear"): lambda v: tuple(v) if any(v) else None,
    ("RandomSolarize", "threshold"): tuple,
    ("RandomSelectSubpolicy", "policy"): lambda v: [
        [(rebuild(one["tensor_op"]), one["prob"]) for one in sub] for sub in v
    ],
    ("Slice", "slices"): lambda v: tuple(map(_slice, v)),
    **{
        (name, "size"): _shorter
        for name in ("Resize", "RandomResize", "ResizeWithBBox", "RandomResizeWithBBox")
    },
}


def _array(value: dict) -> np.ndarray:
    kind = np.dtype("U" if value["type"] == "string" else value["type"])
    return np.array(value["data"], kind).reshape(value["shape"])


def _slice(value: Any) -> Any:
    if isinstance(value, dict):
        return slice(*value["slice"])
    return ... if value == "..." else value


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Enum):
        return list(type(value)).index(value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float | np.floating):
        return _float(value)
    if isinstance(value, np.integer | np.bool_):
        return value.item()
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, mstype.Type):
        return "string" if value == mstype.string else NUMPY[value].name
    if isinstance(value, np.dtype) or (isinstance(value, type) and issubclass(value, np.generic)):
        return np.dtype(value).name
    if isinstance(value, Vocab):
        return dict(value.vocab())
    if isinstance(value, slice):
        return {"slice": [value.start, value.stop, value.step]}
    if value is ...:
        return "..."
    if isinstance(value, TensorOperation | PyTensorOperation):
        return describe(value)
    raise Unwritable


def _written(name: str, argument: str, value: Any) -> Any:
    write = _WRITE.get((name, argument)) or _WRITE.get(argument)
    if write is not None:
        return write(value)
    if argument in _ENUMS and isinstance(value, Enum):
        return _ENUMS[argument].index(value)
    return _plain(value)


def _in_python(operation: Any) -> bool:
    """Whether MindSpore keeps the operation as one of Python."""
    kind = type(operation).__name__
    return (
        isinstance(operation, PyTensorOperation)
        or operation.implementation is Implementation.PY
        and kind not in ("RandomApply", "RandomChoice", "RandomOrder")
        or kind in ("HsvToRgb", "RgbToHsv", "RandomPerspective")
    )


def _function(operation: Any) -> dict[str, Any]:
    name = getattr(operation, "__name__", type(operation).__name__)
    warning(f"The function {name!r} has no form in JSON; what is written cannot be rebuilt.")
    module = "mindspore.dataset.transforms.py_transforms_util"
    return {"python_module": module, "tensor_op_name": name}


def describe(operation: Any) -> dict[str, Any]:
    """A transform as MindSpore writes it; a function by its name alone, with a warning."""
    cls = type(operation)
    name = cls.__name__
    if cls not in (getattr(module, name, None) for module in (vision, transforms, text)):
        return _function(operation)
    given = inspect.signature(cls).bind(*operation._given[0], **operation._given[1])
    given.apply_defaults()
    arguments = given.arguments
    try:
        if _in_python(operation):
            return {
                "python_module": f"mindspore.dataset.{cls.__module__.split('.')[2]}.transforms",
                "tensor_op_name": name,
                "tensor_op_params": {
                    **{key: _exact(value) for key, value in arguments.items()},
                    "implementation": int(
                        isinstance(operation, PyTensorOperation) or name != "ToNumpy"
                    ),
                    "output_type": "float64",
                    "transforms": [],
                },
            }
        if name == "Decode":
            arguments = {"rgb": True}
        elif name == "Fill":
            return {"tensor_op_name": name, "tensor_op_params": _tensor(arguments["fill_value"])}
        elif name == "ToTensor":
            arguments = {
                "output_type": np.dtype(NUMPY.get(operation.output_type, operation.output_type))
            }
        elif name == "Slice":
            arguments = {"slices": list(operation._given[0])}
        params = {
            _KEYS.get((name, key), key): _written(name, key, value)
            for key, value in arguments.items()
        }
    except Unwritable:
        return _function(operation)
    if isinstance(operation, OnDevice):
        params["device_target"] = operation.device_target
    return {"tensor_op_name": _NAMES.get(name, name), "tensor_op_params": params or None}


def _exact(value: Any) -> Any:
    return value if isinstance(value, float) else _plain(value)


def rebuild(code: dict[str, Any]) -> Any:
    """The transform of a description; RuntimeError where it tells too little."""
    name, params = code["tensor_op_name"], code.get("tensor_op_params") or {}
    cls = _CLASSES.get(name)
    for module in (vision, transforms, text):
        cls = cls or getattr(module, name, None)
    python = "python_module" in code
    if not isinstance(cls, type) or (python and "tensor_op_params" not in code):
        raise RuntimeError(f"The transform {name!r} cannot be rebuilt: JSON has only its name.")
    if name == "Compose":
        return cls([rebuild(one) for one in params["transforms"]])
    if name == "Fill":
        return cls(_array(params).item())
    arguments = {}
    for key in inspect.signature(cls).parameters:
        written = _KEYS.get((name, key), key)
        if written in params:
            arguments[key] = _argument(name, key, params[written], python)
    try:
        if name == "Slice":
            return cls(*arguments["slices"])
        made = cls(**arguments)
        if isinstance(made, OnDevice) and "device_target" in params:
            made.device(params["device_target"])
        return made
    except (TypeError, KeyError) as error:
        raise RuntimeError(f"The transform {name!r} cannot be rebuilt: {error}") from error


def _argument(name: str, key: str, value: Any, python: bool) -> Any:
    if key in ("transforms", "transform"):
        return [rebuild(one) for one in value] if isinstance(value, list) else rebuild(value)
    read = _READ.get((name, key)) or _READ.get(key)
    if python:
        if key == "interpolation":
            return list(Inter)[value]
        return tuple(value) if isinstance(value, list) else value
    if read is not None:
        return read(value)
    return _ENUMS[key][value] if key in _ENUMS and isinstance(value, int) else value
