"""The handle that registering a hook returns."""

from msjax._core.hooks import HookHandle

__all__ = ["HookHandle"]
