"""The settings, under MindSpore's own path."""

from msjax.dataset.config import *
from msjax.dataset.config import ErrorSamplesMode

__all__ = ["ErrorSamplesMode"]
