"""Tools around training: the interception of operations, exchange of arrays by DLPack."""

from __future__ import annotations

from msjax._core.op.dispatch import MsDispatchMode
from msjax.kernels.tensor.members import from_dlpack, to_dlpack
from msjax.utils.sdc_detect import get_sdc_detect_result, sdc_detect_start, sdc_detect_stop
