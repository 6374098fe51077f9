"""OptTFTWrapper, which reports optimizer steps to a fault-tolerance service of Ascend clusters."""

from __future__ import annotations

import os
from typing import Any

from msjax.nn.optim.optimizer import Optimizer


class OptTFTWrapper(Optimizer):
    """An optimizer that reports to MindIO TFT, which exists on Ascend clusters only.

    Args:
        opt: Optimizer.
        kwargs: kept for compatibility.

    Inputs:
        - **hyper_params** (tuple[Tensor]) - the gradients; no instance can be made here.

    Outputs:
        None: no instance can be made here.

    Raises:
        TypeError: `opt` is not an Optimizer.
        ValueError: always otherwise: the service is not there.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.OptTFTWrapper("sgd")
        Traceback (most recent call last):
        TypeError: For 'OptTFTWrapper', the argument 'opt' must be Optimizer type, ...
    """

    def __init__(self, opt: Optimizer, **kwargs: Any):
        if not isinstance(opt, Optimizer):
            raise TypeError(
                "For 'OptTFTWrapper', the argument 'opt' must be Optimizer type, "
                f"but got {type(opt)}."
            )
        if not any(s in os.getenv("MS_ENABLE_TFT", "") for s in ("TTP:1", "UCE:1", "ARF:1")):
            raise ValueError(
                "MindIO TFT regitster need custom switch on[MS_ENABLE_TFT='{TTP:1,UCE:1,ARF:1}']!"
            )
        raise ValueError("MindIO adataper only support on Ascend device!")
