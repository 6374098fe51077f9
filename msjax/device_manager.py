"""Choice of the device, under MindSpore's module path."""

from ._core.context import DeviceInfo as DeviceInfo
from ._core.context import get_current_device, set_deterministic, set_device

__all__ = ["get_current_device", "set_deterministic", "set_device"]
