"""Element types."""

from msjax._core.dtype import *
from msjax._core.dtype import _null
