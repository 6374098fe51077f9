"""Processes that work together: their number, this one's rank, and groups of them."""

from . import management
from .management import *  # noqa: F403
from .management import GlobalComm

__all__ = [*management.__all__, "GlobalComm"]
