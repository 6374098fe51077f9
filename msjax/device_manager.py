"""Choice of the device, under MindSpore's module path."""

from msjax._core.runtime.context import DeviceInfo as DeviceInfo
from msjax._core.runtime.context import get_current_device, set_deterministic, set_device

__all__ = ["get_current_device", "set_deterministic", "set_device"]
