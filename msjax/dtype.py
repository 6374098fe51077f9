"""Element types."""

from msjax._core.dtype import *  # noqa: F403
from msjax._core.dtype import _null  # noqa: F401
