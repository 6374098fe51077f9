"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from typing import Any

from msjax._core.op.dispatch import MsDispatchMode as MsDispatchMode
from msjax._core.tensor.tensor import Tensor
from msjax.utils import dryrun as dryrun
from msjax.utils import sdc_detect as sdc_detect
from msjax.utils.sdc_detect import get_sdc_detect_result as get_sdc_detect_result
from msjax.utils.sdc_detect import sdc_detect_start as sdc_detect_start
from msjax.utils.sdc_detect import sdc_detect_stop as sdc_detect_stop

def from_dlpack(dlpack: object) -> Tensor:
    """A Tensor of an array that another library shares through DLPack."""
    ...

def to_dlpack(tensor: Tensor) -> Any:
    """A DLPack capsule of the values, for another library."""
    ...
