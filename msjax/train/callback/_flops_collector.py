"""How much of a device's arithmetic a training or an evaluation uses."""

from __future__ import annotations

import math
import os
import time
from typing import Any

from msjax import _checkparam as validator
from msjax import log as logger
from msjax._core.compile.flops import flops_of, newest_of
from msjax._core.tensor.tensor import Tensor
from msjax.communication import get_rank
from msjax.train.callback._callback import Callback, RunContext


class FlopsUtilizationCollector(Callback):
    """Prints how many operations a step takes and what share of the device's these are.

    Products of matrices and convolutions count, there and back, as XLA is given them: of layers
    that are recomputed also the second time, so that the shares of model (mfu) and hardware (hfu)
    are one. Of several processes each tells of its own. For compiled steps only.

    Args:
        data_size: int, the number of steps in an epoch; steps that are a multiple of it print no
            share, as in MindSpore.
        computility: float, the device's operations per second.
        full_flops: bool, print the operations of all devices too.
        enable_ma_collector: bool, write to the files "flops_rank_0.txt" and
            "time_step_rank_0.txt" in the folder that MA_LOG_DIR names; prints nothing if
            `computility` is 1.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `data_size` is not above 0; while training, the steps are not compiled.

    Examples:
        >>> import msjax as ms
        >>> monitor = ms.train.FlopsUtilizationCollector(100, computility=1e12)
    """

    def __init__(
        self,
        data_size: int,
        computility: float = 1,
        full_flops: bool = True,
        enable_ma_collector: bool = False,
    ):
        super().__init__()
        self.full_flops = validator.check_bool(full_flops, "full_flops")
        self.ma = validator.check_bool(enable_ma_collector, "enable_ma_collector")
        self.data_size = validator.check_positive_int(data_size, "data_size")
        self.computility = computility
        self.verbose = not (computility == 1 and enable_ma_collector)
        self.step_time = time.time()
        self._flops: float | None = None  # of a step

    def step_begin(self, run_context: RunContext) -> None:
        """Start the clock."""
        self.step_time = time.time()

    def step_end(self, run_context: RunContext) -> None:
        """Print the time and the shares, when the step is over."""
        outputs = run_context.original_args().net_outputs
        for output in outputs if isinstance(outputs, tuple) else (outputs,):
            if isinstance(output, Tensor):
                output._value.block_until_ready()
        milliseconds = (time.time() - self.step_time) * 1000
        params = run_context.original_args()
        steps = params.batch_num if params.dataset_sink_mode else 1
        if self._flops is None:
            self._flops = self._counted(params, steps)
            if self._flops is None:
                return
            self._tell(self._flops)
        milliseconds /= steps
        if self.ma:
            self._note(
                "time_step",
                f'time_monitor{{type="per_step_time", rank_id="{get_rank()}"}}',
                milliseconds,
            )
        if self.verbose and params.cur_step_num % self.data_size:
            share = _percent(1000 * (self._flops / self.computility) / milliseconds)
            mode = params.mode.title()
            text = f"{mode} per step time: {milliseconds:5.3f} ms mfu:{share} hfu:{share}"
            print(text, flush=True)

    def _counted(self, params: Any, steps: int) -> float | None:
        network = params.train_network if params.mode == "train" else params.eval_network
        try:
            compiled = network.__dict__.get("_graph_function")
            if compiled is None:
                raise ValueError("the mode is not GRAPH_MODE")
            return flops_of(newest_of(compiled)) / steps
        except ValueError as error:
            text = f"FlopsUtilizationCollector now only support graph mode: {error}"
            if self.verbose:
                raise ValueError(text) from error
            logger.info(text)
            return None

    def _tell(self, flops: float) -> None:
        """What a step takes, in words and in a file."""
        if self.ma:
            for kind in ("model_flops", "hardware_flops"):
                self._note("flops", f'flops{{type="{kind}", rank_id="{get_rank()}"}}', flops)
        if not self.verbose:
            return
        full = flops / self.computility * self.computility
        text = f"Shard model flops is {flops}, Shard hardware flops is {flops}."
        if self.full_flops:
            text = f"Full model flops is {full}, Full hardware flops is {full}, {text}"
        print(text, flush=True)

    def _note(self, name: str, what: str, value: float) -> None:
        folder = os.path.realpath(os.environ.get("MA_LOG_DIR", "./"))
        with open(os.path.join(folder, f"{name}_rank_{get_rank()}.txt"), "a") as file:
            print(f"{what} {value} {round(time.time() * 1000)}", file=file)


def _percent(share: float) -> str:
    """A share in percent, cut after two digits."""
    return f"{math.floor(share * 10**4) / 100:.2f}%"
