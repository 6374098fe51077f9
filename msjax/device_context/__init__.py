"""Settings that belong to one kind of device."""

from . import ascend, cpu, gpu

__all__ = ["ascend", "cpu", "gpu"]
