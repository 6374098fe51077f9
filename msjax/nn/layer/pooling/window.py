"""What pooling with moving windows has in common."""

from __future__ import annotations

from typing import Any

from msjax import _checkparam as validator
from msjax.kernels.checks import Pads
from msjax.nn.cell import Cell


def _positive(owner: str, arg: str, value: Any) -> Any:
    """An int or a tuple of ints; a tuple of one is that int."""
    validator.check_value_type(arg, value, [int, tuple], owner)
    items = (value,) if isinstance(value, int) else value
    if not all(isinstance(e, int) and e > 0 for e in items):
        raise ValueError(
            f"For '{owner}', the '{arg}' must be an positive int number or a tuple, but got {value}"
        )
    return value[0] if isinstance(value, tuple) and len(value) == 1 else value


def _times(owner: str, arg: str, value: Any, count: int, minimum: int = 1) -> tuple[int, ...]:
    """`count` ints from one or a tuple of that length."""
    validator.check_value_type(arg, value, (int, tuple), owner)
    items = (value,) * count if isinstance(value, int) else value
    if len(items) == 1:
        items = items * count
    if len(items) != count:
        raise ValueError(
            f"For {owner}, the length of {arg} must be equal to {count}, but got {len(items)}."
        )
    if not all(isinstance(e, int) and e >= minimum for e in items):
        raise ValueError(
            f"For '{owner}', the '{arg}' must be made of ints of at least {minimum}, "
            f"but got {value}."
        )
    return items


def _both_sides(owner: str, padding: Any, count: int) -> Pads:
    padding = tuple(padding) if isinstance(padding, list) else padding
    return tuple((p, p) for p in _times(owner, "padding", padding, count, 0))


def in_three_dimensions(layer: Any) -> tuple[tuple, tuple, tuple]:
    """Kernel, stride and padding of a layer's pool, with dimensions of length 1 before its own."""
    front, count = 3 - layer._count, layer._count
    size, stride = ((1,) * front + tuple(v)[-count:] for v in (layer._kernel, layer._steps))
    return size, stride, (0,) * front + tuple(p for p, _ in layer._pads)


class _PoolNd(Cell):
    """What the pooling layers share."""

    _count = 2

    def __init__(
        self,
        kernel_size: int | tuple[int, ...],
        stride: int | tuple[int, ...],
        pad_mode: str,
        data_format: str = "NCHW",
    ):
        super().__init__()
        name = self.cls_name
        validator.check_value_type("pad_mode", pad_mode, [str], name)
        modes = ["VALID", "SAME", "PAD"]
        self.pad_mode = validator.check_string(pad_mode.upper(), modes, "pad_mode", name)
        self.format = validator.check_string(data_format, ["NCHW", "NHWC"], "format", name)
        self.kernel_size = _positive(name, "kernel_size", kernel_size)
        self.stride = _positive(name, "stride", stride)
        if self._count == 1:
            validator.check_is_int(self.kernel_size, "kernel_size", name)
            validator.check_is_int(self.stride, "stride", name)
        self._kernel = _times(name, "kernel_size", self.kernel_size, self._count)
        self._steps = _times(name, "stride", self.stride, self._count)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}"


def _check_half(owner: str, pads: Pads, kernel: tuple) -> None:
    """Padding that could fill a window is refused at the call, as in MindSpore."""
    if any(2 * p > k for (p, _), k in zip(pads, kernel, strict=True)):
        raise ValueError(
            f"For '{owner}', the 'padding' must be at most half of 'kernel_size', but got "
            f"{tuple(p for p, _ in pads)} and {kernel}."
        )
