"""Records that describe operators for MindSpore's kernel libraries.

They are plain dicts: `Custom` reads some entries, and nothing else in JAX needs them.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any

from msjax._core.base.errors import describe, must, prefixed
from msjax._core.op.publish import public

_CAMEL = {
    "dynamic_shape_support": "dynamicShapeSupport",
    "dynamic_rank_support": "dynamicRankSupport",
    "dynamic_compile_static": "dynamicCompileStatic",
    "need_check_support": "needCheckSupport",
    "dynamic_format": "dynamicFormat",
}


def _is(kind: type) -> Callable[[Any], bool]:
    title = {str: "str", int: "int", bool: "bool", list: "list"}[kind]

    def check(value: Any) -> bool:
        if not isinstance(value, kind):
            raise TypeError(f"{value} value must be {title}")
        return True

    return check


_text, _int, _bool, _list = _is(str), _is(int), _is(bool), _is(list)


def _entry(given: dict[str, Any], checks: tuple[Callable, ...], more: dict[str, Any]) -> dict:
    """The parts that are not None, checked, and further ones as they are."""
    if len(checks) == 1:
        checks *= len(given)
    for value, check in zip(given.values(), checks, strict=True):
        if value is not None:
            check(value)
    return {k: v for k, v in given.items() if v is not None} | more


class RegOp:
    """Base of the records.

    Args:
        op_name (str): the operator's name.

    Raises:
        ValueError: the name is not a str or empty.
    """

    def __init__(self, op_name: str = ""):
        if not isinstance(op_name, str):
            raise ValueError("op name value must be string")
        if not op_name.strip():
            raise ValueError("op name is empty")
        self.op_name = op_name
        self.inputs: list[dict] = []
        self.outputs: list[dict] = []
        self.attr_: list[dict] = []
        self.fusion_type_ = ""
        self.dtype_format_: list[tuple] = []

    def fusion_type(self, fusion_type: str) -> RegOp:
        """Note how the operator may be fused."""
        _text(fusion_type)
        self.fusion_type_ = fusion_type
        return self

    def dtype_format(self, *args: tuple) -> RegOp:
        """Note one allowed combination: an entry of `DataType` for each input and output."""
        if len(self.inputs) + len(self.outputs) != len(args):
            raise ValueError("input size add output size must be equal to dtype format size")
        for arg in args:
            if not isinstance(arg, tuple) or len(arg) not in (2, 3):
                raise ValueError("dtype and format value must be tuple of two or three elements")
            for part in arg:
                _text(part)
        self.dtype_format_.append(tuple(args))
        return self

    def get_op_info(self) -> dict[str, Any]:
        """The record as a dict."""
        plain = {k.rstrip("_"): v for k, v in self.__dict__.items()}
        return {_CAMEL.get(k, k): v for k, v in plain.items()}


class CpuRegOp(RegOp):
    """Record of a CPU operator.

    Args:
        op_name (str): the operator's name.

    Examples:
        >>> from msjax.ops import CpuRegOp, DataType
        >>> record = CpuRegOp("Abs").input(0, "x").output(0, "y")
        >>> record.dtype_format(DataType.F32_Default, DataType.F32_Default).get_op_info()["op_name"]
        'Abs'
    """

    def __init__(self, op_name: str):
        super().__init__(op_name)
        self.imply_type = "CPU"

    def _port(self, index: int, name: str, param_type: str, more: dict) -> dict:
        given = {"index": index, "name": name, "paramType": param_type}
        return _entry(given, (_int, _text, _text), more)

    def input(
        self,
        index: int | None = None,
        name: str | None = None,
        param_type: str | None = None,
        **kwargs: Any,
    ) -> RegOp:
        """Note an input."""
        self.inputs.append(self._port(index, name, param_type, kwargs))
        return self

    def output(
        self,
        index: int | None = None,
        name: str | None = None,
        param_type: str | None = None,
        **kwargs: Any,
    ) -> RegOp:
        """Note an output."""
        self.outputs.append(self._port(index, name, param_type, kwargs))
        return self

    def attr(
        self,
        name: str | None = None,
        value_type: str | None = None,
        value: str | None = None,
        **kwargs: Any,
    ) -> RegOp:
        """Note an attribute."""
        given = {"name": name, "type": value_type, "value": value}
        self.attr_.append(_entry(given, (_text,), kwargs))
        return self


class AiCPURegOp(CpuRegOp):
    """Record of an AiCPU operator.

    Args:
        op_name (str): the operator's name.

    Examples:
        >>> from msjax.ops import AiCPURegOp, DataType
        >>> record = AiCPURegOp("Twice").input(0, "x", "required").output(0, "y", "required")
        >>> record = record.dtype_format(DataType.F32_Default, DataType.F32_Default).get_op_info()
        >>> record["op_name"], record["imply_type"]
        ('Twice', 'AiCPU')
    """

    def __init__(self, op_name: str):
        super().__init__(op_name)
        self.imply_type = "AiCPU"


class _AkgRegOp(RegOp):
    """Record of an operator made by AKG."""

    def __init__(self, op_name: str, processor: str):
        super().__init__(op_name)
        self.imply_type = "AKG"
        self.processor = processor

    def input(
        self,
        index: int | None = None,
        name: str | None = None,
        param_type: str | None = None,
        **kwargs: Any,
    ) -> RegOp:
        """Note an input."""
        given = {"index": index, "name": name, "paramType": param_type}
        self.inputs.append(_entry(given, (_int, _text, _text), kwargs))
        return self

    def output(self, index: int | None = None, name: str | None = None, **kwargs: Any) -> RegOp:
        """Note an output."""
        self.outputs.append(_entry({"index": index, "name": name}, (_int, _text), kwargs))
        return self

    def attr(
        self,
        name: str | None = None,
        param_type: str | None = None,
        value_type: str | None = None,
        **kwargs: Any,
    ) -> RegOp:
        """Note an attribute."""
        given = {"name": name, "paramType": param_type, "type": value_type}
        self.attr_.append(_entry(given, (_text,), kwargs))
        return self


class AkgGpuRegOp(_AkgRegOp):
    """Record of a GPU operator made by AKG.

    Args:
        op_name (str): the operator's name.

    Examples:
        >>> from msjax.ops import AkgGpuRegOp, DataType
        >>> record = AkgGpuRegOp("Abs").input(0, "x").output(0, "y")
        >>> record.dtype_format(DataType.F32_Default, DataType.F32_Default).get_op_info()["op_name"]
        'Abs'
    """

    def __init__(self, op_name: str):
        super().__init__(op_name, "CUDA")


class AkgAscendRegOp(_AkgRegOp):
    """Record of an Ascend operator made by AKG.

    Args:
        op_name (str): the operator's name.

    Examples:
        >>> from msjax.ops import AkgAscendRegOp, DataType
        >>> record = AkgAscendRegOp("Abs").input(0, "x").output(0, "y")
        >>> record.dtype_format(DataType.F32_Default, DataType.F32_Default).get_op_info()["op_name"]
        'Abs'
    """

    def __init__(self, op_name: str):
        super().__init__(op_name, "AiCore")


class TBERegOp(RegOp):
    """Record of a TBE operator.

    Args:
        op_name (str): the operator's name.

    Examples:
        >>> from msjax.ops import TBERegOp, DataType
        >>> record = TBERegOp("Abs").input(0, "x").output(0, "y")
        >>> record.dtype_format(DataType.F32_None, DataType.F32_None).get_op_info()["op_name"]
        'Abs'
    """

    def __init__(self, op_name: str):
        super().__init__(op_name)
        self.imply_type = "TBE"
        self.async_flag_ = False
        self.binfile_ = ""
        self.compute_cost_ = 10
        self.kernel_ = ""
        self.partial_flag_ = False
        self.reshape_type_ = ""
        self.dynamic_rank_support_ = False
        self.dynamic_shape_support_ = False
        self.dynamic_compile_static_ = False
        self.need_check_support_ = False
        self.dynamic_format_ = False
        self.op_pattern_ = ""
        self.real_input_index_: list[int] = []
        self.input_to_attr_index_: list[int] = []
        self.unknown_shape_formats_: list[list[str]] = []

    def _note(self, name: str, check: Callable, value: str) -> TBERegOp:
        check(value)
        setattr(self, name, value)
        return self

    def unknown_shape_formats(self, unknown_shape_formats: list) -> TBERegOp:
        """Note formats for unknown shapes."""
        _list(unknown_shape_formats)
        self.unknown_shape_formats_.append(unknown_shape_formats)
        return self

    def dynamic_rank_support(self, dynamic_rank_support: bool) -> TBERegOp:
        """Note whether ranks may vary."""
        return self._note("dynamic_rank_support_", _bool, dynamic_rank_support)

    def real_input_index(self, real_input_index: list) -> TBERegOp:
        """Note the order of the inputs."""
        return self._note("real_input_index_", _list, real_input_index)

    def input_to_attr_index(self, input_to_attr_index: list) -> TBERegOp:
        """Note which inputs become attributes."""
        return self._note("input_to_attr_index_", _list, input_to_attr_index)

    def async_flag(self, async_flag: bool = False) -> TBERegOp:
        """Note whether it runs asynchronously."""
        return self._note("async_flag_", _bool, async_flag)

    def binfile_name(self, binfile_name: str) -> TBERegOp:
        """Note the file of the kernel."""
        return self._note("binfile_", _text, binfile_name)

    def compute_cost(self, compute_cost: int = 10) -> TBERegOp:
        """Note a cost."""
        return self._note("compute_cost_", _int, compute_cost)

    def kernel_name(self, kernel_name: str) -> TBERegOp:
        """Note the kernel's name."""
        return self._note("kernel_", _text, kernel_name)

    def partial_flag(self, partial_flag: bool = True) -> TBERegOp:
        """Note whether it may be computed in parts."""
        return self._note("partial_flag_", _bool, partial_flag)

    def reshape_type(self, reshape_type: str) -> TBERegOp:
        """Note which axes are added."""
        return self._note("reshape_type_", _text, reshape_type)

    def dynamic_shape(self, dynamic_shape: bool = False) -> TBERegOp:
        """Note whether shapes may vary."""
        return self._note("dynamic_shape_support_", _bool, dynamic_shape)

    def dynamic_compile_static(self, dynamic_compile_static: bool = False) -> TBERegOp:
        """Note whether a kernel for varying shapes serves fixed ones."""
        return self._note("dynamic_compile_static_", _bool, dynamic_compile_static)

    def need_check_supported(self, need_check_supported: bool = False) -> TBERegOp:
        """Note whether to ask the kernel if it supports the inputs."""
        return self._note("need_check_support_", _bool, need_check_supported)

    def is_dynamic_format(self, is_dynamic_format: bool = False) -> TBERegOp:
        """Note whether the kernel chooses the format."""
        return self._note("dynamic_format_", _bool, is_dynamic_format)

    def op_pattern(self, pattern: str | None = None) -> TBERegOp:
        """Note the kind of the operator."""
        return self if pattern is None else self._note("op_pattern_", _text, pattern)

    def attr(
        self,
        name: str | None = None,
        param_type: str | None = None,
        value_type: str | None = None,
        value: str | None = None,
        default_value: str | None = None,
        **kwargs: Any,
    ) -> TBERegOp:
        """Note an attribute."""
        given = {
            "name": name,
            "paramType": param_type,
            "type": value_type,
            "value": value,
            "defaultValue": default_value,
        }
        self.attr_.append(_entry(given, (_text,), kwargs))
        return self

    def input(
        self,
        index: int | None = None,
        name: str | None = None,
        need_compile: bool | None = None,
        param_type: str | None = None,
        shape: str | None = None,
        value_depend: str | None = None,
        **kwargs: Any,
    ) -> TBERegOp:
        """Note an input."""
        given = {
            "index": index,
            "name": name,
            "needCompile": need_compile,
            "paramType": param_type,
            "shape": shape,
            "valueDepend": value_depend,
        }
        entry = _entry(given, (_int, _text, _bool, _text, _text, _text), kwargs)
        allowed = ("ignored", "optional", "required")
        if value_depend and value_depend.lower() not in allowed:
            raise ValueError(
                f"Operator {self.op_name} input{index}'s value_depend's value ({value_depend}) "
                f"is not in {allowed}."
            )
        self.inputs.append(entry)
        return self

    def output(
        self,
        index: int | None = None,
        name: str | None = None,
        need_compile: bool | None = None,
        param_type: str | None = None,
        shape: str | None = None,
        **kwargs: Any,
    ) -> TBERegOp:
        """Note an output."""
        given = {
            "index": index,
            "name": name,
            "need_compile": need_compile,
            "paramType": param_type,
            "shape": shape,
        }
        self.outputs.append(_entry(given, (_int, _text, _bool, _text, _text), kwargs))
        return self


class CustomRegOp(RegOp):
    """Record of a user's operator.

    Args:
        op_name (str): the operator's name.

    Examples:
        >>> from msjax.ops import CustomRegOp, DataType
        >>> record = CustomRegOp().input(0, "x").output(0, "y").target("CPU")
        >>> record.dtype_format(DataType.F32_None, DataType.F32_None).get_op_info()["target"]
        'CPU'
    """

    def __init__(self, op_name: str = "Custom"):
        super().__init__(op_name)
        self.target_: str | None = "UnKnown"

    def input(
        self,
        index: int | None = None,
        name: str | None = None,
        param_type: str = "required",
        **kwargs: Any,
    ) -> CustomRegOp:
        """Note an input."""
        given = {"index": index, "name": name, "paramType": param_type}
        self.inputs.append(_entry(given, (_int, _text, _text), kwargs))
        return self

    def output(
        self,
        index: int | None = None,
        name: str | None = None,
        param_type: str = "required",
        **kwargs: Any,
    ) -> CustomRegOp:
        """Note an output."""
        given = {"index": index, "name": name, "paramType": param_type}
        self.outputs.append(_entry(given, (_int, _text, _text), kwargs))
        return self

    def attr(
        self,
        name: str | None = None,
        param_type: str | None = None,
        value_type: str | None = None,
        default_value: str | None = None,
        **kwargs: Any,
    ) -> CustomRegOp:
        """Note an attribute."""
        given = {
            "name": name,
            "paramType": param_type,
            "type": value_type,
            "defaultValue": default_value,
        }
        self.attr_.append(_entry(given, (_text,), kwargs))
        return self

    def target(self, target: str | None = None) -> CustomRegOp:
        """Note the device."""
        if target is not None:
            _text(target)
        self.target_ = target
        return self


class DataType:
    """Pairs of an element type and a memory format, named like `F32_Default`.

    Examples:
        >>> from msjax.ops import DataType
        >>> DataType.F16_5HD
        ('float16', 'NC1HWC0')
    """


_FORMATS = {
    "None": ("",),
    "Default": ("DefaultFormat",),
    "5HD": ("NC1HWC0",),
    "FracZ": ("FRACTAL_Z",),
    "FracNZ": ("FRACTAL_NZ",),
    "Default_Tuple": ("DefaultFormat", "tuple"),
    "Default_List": ("DefaultFormat", "list"),
    "FracZNLSTM": ("FRACTAL_ZN_LSTM",),
    "FracZNRNN": ("FRACTAL_ZN_RNN",),
    "ND_RNNBIAS": ("ND_RNN_BIAS",),
}
_TUPLES = "Default Default_Tuple"
_COMMON = (
    "None Default 5HD FracZ FracNZ C1HWNCoC0 NCHW NHWC HWCN NDHWC ChannelLast Default_Tuple "
    "Default_List"
)
_HALVES = f"{_COMMON} NCDHW DHWCN NDC1HWC0 FRACTAL_Z_3D FracZNLSTM FracZNRNN ND_RNNBIAS"
for _names, _formats in {
    "None:": "None Default",
    "BOOL:bool I16:int16 U16:uint16 U32:uint32 I64:int64 U64:uint64 F64:float64": _COMMON,
    "I8:int8 U8:uint8": f"{_COMMON} NCDHW NDC1HWC0 NC1HWC0",
    "I32:int32": f"{_COMMON} NCDHW NDC1HWC0",
    "F16:float16 F32:float32 BF16:bfloat16": _HALVES,
    "C64:complex64 C128:complex128": _TUPLES,
}.items():
    for _pair in _names.split():
        _name, _, _dtype = _pair.partition(":")
        for _format in _formats.split():
            setattr(DataType, f"{_name}_{_format}", (_dtype, *_FORMATS.get(_format, (_format,))))


def op_info_register(op_info: str | dict) -> Callable:
    """Decorator that takes the record of an operator; JAX has no kernel library to put it in.

    Args:
        op_info (str or dict): the record, or its JSON text.

    Returns:
        the decorator; it returns a function that calls the decorated one.

    Raises:
        TypeError: when decorating, `op_info` is something else.

    Examples:
        >>> import msjax as ms
        >>> @ms.ops.op_info_register({"op_name": "Twice"})
        ... def twice(x):
        ...     return 2 * x
        >>> twice(3)
        6
    """

    def decorate(function: Callable) -> Callable:
        text = json.dumps(op_info) if isinstance(op_info, dict) else op_info
        if not isinstance(text, str):
            raise TypeError(
                prefixed("op_info_register", must("op_info", "a str or dict", describe(op_info)))
            )

        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

        return wrapped

    return decorate


def custom_info_register(*reg_info: str | dict) -> Callable:
    """Decorator that binds records to a function for `Custom`, as its attribute `reg_info`.

    Args:
        reg_info (str or dict): the records.

    Returns:
        the decorator; it returns a function that calls the decorated one.

    Examples:
        >>> import msjax as ms
        >>> @ms.ops.custom_info_register({"op_name": "Twice"})
        ... def twice(x):
        ...     return 2 * x
        >>> twice(3), twice.reg_info[0]["op_name"]
        (6, 'Twice')
    """

    def decorate(function: Callable) -> Callable:
        function.reg_info = reg_info  # type: ignore[attr-defined]

        @functools.wraps(function)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

        return wrapped

    return decorate


for _object in (
    *(AiCPURegOp, AkgAscendRegOp, AkgGpuRegOp, CpuRegOp, CustomRegOp, TBERegOp, DataType),
    *(op_info_register, custom_info_register),
):
    public("ops." + _object.__name__, label="")(_object)
