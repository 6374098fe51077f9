"""Keeping the outputs and metrics of all epochs."""

from __future__ import annotations

import numpy as np

from msjax._core.tensor.tensor import Tensor
from msjax.train.callback._callback import Callback, RunContext


class History(Callback):
    """Keeps the network's output (the mean of its loss) and the metrics after each epoch.

    They are in its attribute `history`, a dict of lists, and the numbers of the epochs in `epoch`.

    Examples:
        >>> import msjax as ms
        >>> history = ms.train.History()
        >>> history.history
        {}
    """

    def __init__(self):
        super().__init__()
        self.history: dict[str, list] = {}
        self.epoch: dict[str, list] | None = None

    def begin(self, run_context: RunContext) -> None:
        """Start counting epochs."""
        self.epoch = {"epoch": []}

    def epoch_end(self, run_context: RunContext) -> None:
        """Note what there is."""
        params = run_context.original_args()
        self.epoch["epoch"].append(params.get("cur_epoch_num", 1))
        output = params.net_outputs
        if isinstance(output, (tuple, list)) and isinstance(output[0], Tensor):
            output = output[0]
        if isinstance(output, Tensor):
            output = np.mean(output.asnumpy())
        now = {"net_output": output, **(params.get("metrics") or {})}
        for name, value in now.items():
            self.history.setdefault(name, []).append(value)
