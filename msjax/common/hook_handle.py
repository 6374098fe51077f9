"""The handles that registering a hook returns."""

from msjax._core.gradient.hooks import HookHandle, TensorHookHandle

__all__ = ["HookHandle"]

_TensorHookHandle = TensorHookHandle
