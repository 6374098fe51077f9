"""Groups of processes and collectives under the names of torch.distributed."""

from .distributed import *  # noqa: F403
from .distributed import __all__ as __all__
