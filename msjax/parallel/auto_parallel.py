"""AutoParallel: one network, or one function, whose work several devices share by strategies."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import Any

from msjax._core.base.checks import boolean, integer, of_type, string
from msjax._core.base.errors import Speaker, describe, must, unsupported
from msjax._core.base.state import STATE
from msjax._core.compile.jit import jit
from msjax._core.runtime.context import invalidate
from msjax.nn.cell import Cell
from msjax.parallel._auto_parallel_context import auto_parallel_context, tell_of_no_effect
from msjax.parallel._layout import Layout

__all__ = ["AutoParallel"]

_MODES = {
    "semi_auto": {"parallel_mode": "semi_auto_parallel"},
    "sharding_propagation": {
        "parallel_mode": "auto_parallel",
        "search_mode": "sharding_propagation",
    },
    "recursive_programming": {
        "parallel_mode": "auto_parallel",
        "search_mode": "recursive_programming",
    },
}
_SCHEDULERS = ("1f1b", "gpipe", "seqpipe", "seqvpp", "seqsmartvpp", "zero_bubble_v")
_LEVELS = ("level1", "level2", "level3")
_NORMS = "compute the norms of the gradients in the training step"


class AutoParallel(Cell):
    """A network or a training step that runs compiled, on all devices of the process or of all.

    The outermost Cell of a program has to be this one: what is around it, other than a `Model`,
    runs on one device. Of several processes each has one device. Strategies of operations and Cells
    below say how the devices share the work, the methods what else is shared. None of it changes
    values.

    Args:
        network (Cell, function): what the devices run.
        parallel_mode (str): "semi_auto", "sharding_propagation" or "recursive_programming". XLA's
            partitioner propagates the strategies that are given in each of them.

    Inputs:
        - **args**, **kwargs** - those of the network.

    Outputs:
        What the network returns.

    Raises:
        ValueError: there is no such mode.
        RuntimeError: at a call, a strategy fits no shape, or more devices than there are.

    Examples:
        >>> import msjax as ms
        >>> from msjax.parallel.auto_parallel import AutoParallel
        >>> net = AutoParallel(ms.nn.ReLU(), "semi_auto")
        >>> print(net(ms.Tensor([-1.0, 2.0])))
        [0. 2.]
    """

    def __init__(self, network: Cell | Callable, parallel_mode: str = "semi_auto"):
        super().__init__(auto_prefix=False)
        self.network = network
        if parallel_mode not in _MODES:
            raise ValueError(must("parallel_mode", f"one of {list(_MODES)}", parallel_mode))
        self.__dict__["_settings"] = {"auto_parallel_new_interface": True, **_MODES[parallel_mode]}

    def _set(self, **settings: Any) -> None:
        self.__dict__["_settings"].update(settings)
        invalidate()

    def _set_file(self, name: str, file_path: Any) -> None:
        of_type("file_path", file_path, str)
        tell_of_no_effect(name)
        self._set(**{name: file_path})

    def in_force(self) -> contextlib.AbstractContextManager:
        """Context manager in which the settings of this object are those of the process."""
        return auto_parallel_context().lent(self.__dict__["_settings"])

    @jit
    def construct(self, *args: Any, **kwargs: Any) -> Any:
        """Call the network."""
        return self.network(*args, **kwargs)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if STATE.frame is not None:  # code around it decides
            return super().__call__(*args, **kwargs)
        with self.in_force():
            return super().__call__(*args, **kwargs)

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Compile for inputs like these."""
        with self.in_force():
            super().compile(*args, **kwargs)

    # -- what is shared ----------------------------------------------------------------------------

    def dataset_strategy(self, config: str | tuple) -> None:
        """Say how batches are cut.

        Args:
            config: "data_parallel", along the first dimension; "full_batch", not at all; or for
                each Tensor of a batch a tuple with the number of parts of each dimension, or a
                Layout.

        Raises:
            TypeError: `config` has another type.
            ValueError: `config` is None or another str.
        """
        with Speaker("AutoParallel.dataset_strategy"):
            if config is None:
                raise ValueError(must("config", "given", None))
            if isinstance(config, str):
                if config not in ("full_batch", "data_parallel"):
                    raise ValueError(must("config", "'full_batch' or 'data_parallel'", config))
            else:
                of_type("config", config, tuple)
                for part in config:
                    if isinstance(part, Layout):
                        continue
                    if not isinstance(part, tuple) or not all(isinstance(n, int) for n in part):
                        text = "a tuple of Layouts, or of tuples of int"
                        raise TypeError(must("config", text, describe(part)))
        self._set(dataset_strategy=config, full_batch=config == "full_batch")

    def hsdp(
        self, shard_size: int = -1, threshold: int = 64, optimizer_level: str = "level1"
    ) -> None:
        """Let each device keep a part of the states of optimizers.

        Args:
            shard_size (int): into how many parts they are cut; -1 for the number of devices.
            threshold (int): KB of a state from which on it is cut.
            optimizer_level (str): "level1" or "level2" cut states, "level3" Parameters too.

        Raises:
            ValueError: an argument is out of range.
        """
        if not isinstance(shard_size, int) or (shard_size <= 0 and shard_size != -1):
            raise ValueError(must("shard_size", "positive or -1", shard_size))
        if not isinstance(threshold, int) or threshold < 0:
            raise ValueError(must("threshold", "an int of 0 or more", threshold))
        if optimizer_level not in _LEVELS:
            raise ValueError(must("optimizer_level", f"one of {list(_LEVELS)}", optimizer_level))
        self._set(
            enable_parallel_optimizer=True,
            optimizer_weight_shard_size=shard_size,
            parallel_optimizer_threshold=threshold,
            grad_accumulation_shard=optimizer_level == "level2",
            zero3=optimizer_level == "level3",
        )

    def pipeline(
        self,
        stages: int = 1,
        output_broadcast: bool = False,
        interleave: bool = False,
        scheduler: str = "1f1b",
    ) -> None:
        """Cut Parameters into stages.

        Args:
            stages (int): their number, which divides that of the devices.
            output_broadcast (bool): without meaning here: all devices have the result.
            interleave (bool): without meaning here: XLA orders the work.
            scheduler (str): without meaning here, as well.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: `stages` is not positive, or there is no such scheduler.
        """
        with Speaker("AutoParallel.pipeline"):
            integer("stages", stages)
            if stages <= 0:
                raise ValueError(must("stages", "positive", stages))
            boolean("output_broadcast", output_broadcast)
            boolean("interleave", interleave)
            string("scheduler", scheduler)
            if scheduler not in _SCHEDULERS:
                raise ValueError(must("scheduler", f"one of {list(_SCHEDULERS)}", scheduler))
        self._set(
            pipeline_stages=stages,
            pipeline_result_broadcast=output_broadcast,
            pipeline_interleave=interleave,
            pipeline_scheduler=scheduler,
        )

    def get_pipeline_stages(self) -> int:
        """The number of stages.

        Returns:
            int.
        """
        return self.__dict__["_settings"].get("pipeline_stages", 1)

    def enable_gradients_mean(self) -> None:
        """Nothing: the gradients of one batch are what they are on one device."""
        self._set(gradients_mean=True)

    def disable_gradient_fp32_sync(self) -> None:
        """Nothing: XLA adds parts of gradients up in their own dtype."""
        self._set(gradient_fp32_sync=False)

    def disable_loss_repeated_mean(self) -> None:
        """Nothing: a loss that every device computes is one loss."""
        self._set(loss_repeated_mean=False)

    def enable_fp32_communication(self) -> None:
        """Nothing: XLA chooses how sums are transferred."""
        self._set(force_fp32_communication=True)

    def comm_fusion(self, config: dict | None) -> None:
        """Nothing: XLA joins transfers.

        Args:
            config (dict): how they would be joined.

        Raises:
            TypeError: `config` is no dict.
        """
        if config is not None:
            of_type("config", config, dict)

    def no_init_parameters_in_compile(self) -> None:
        """Nothing: Parameters have their values when they are made."""
        self._set(init_param_in_compile=False)

    # -- files -------------------------------------------------------------------------------------

    def load_param_strategy_file(self, file_path: str) -> None:
        """Tell `load_distributed_checkpoint` how the Parameters in its files are cut.

        Args:
            file_path (str): the strategy file.

        Raises:
            TypeError: `file_path` is no str.
        """
        self._set_file("strategy_ckpt_load_file", file_path)

    def save_param_strategy_file(self, file_path: str) -> None:
        """Write how processes hold Parameters; those of one process are whole, and nothing is.

        Args:
            file_path (str): the file.

        Raises:
            TypeError: `file_path` is no str.
        """
        self._set_file("strategy_ckpt_save_file", file_path)

    def set_group_ckpt_save_file(self, file_path: str) -> None:
        """Would write which processes hold the same parts of Parameters.

        Args:
            file_path (str): the file.

        Raises:
            TypeError: `file_path` is no str.
        """
        self._set_file("group_ckpt_save_file", file_path)

    def disable_strategy_file_only_for_trainable_params(self) -> None:
        """Would have these files tell of all Parameters."""
        self._set(only_trainable_params=False)

    def save_operator_strategy_file(self, file_path: str) -> None:
        """Not there: XLA propagates strategies while it compiles, and tells nobody.

        Args:
            file_path (str): the file.

        Raises:
            TypeError, KeyError: `file_path` is no str, no absolute path, or no JSON file.
            NotImplementedError: always else.
        """
        _check_json("file_path", file_path)
        raise unsupported("AutoParallel.save_operator_strategy_file", "keep the strategies in code")

    def load_operator_strategy_file(self, file_path: str) -> None:
        """Not there; see `save_operator_strategy_file`.

        Args:
            file_path (str): the file.

        Raises:
            TypeError, KeyError: `file_path` is no str, no absolute path, or no JSON file.
            NotImplementedError: always else.
        """
        _check_json("file_path", file_path)
        raise unsupported("AutoParallel.load_operator_strategy_file", "use Primitive.shard")

    def transformer_opt(self, file_path: str | None) -> None:
        """Nothing but a check: the file speaks of schedules of other hardware.

        Args:
            file_path (str): the file, or None.

        Raises:
            ValueError: there is no such file.
        """
        if file_path and not os.path.exists(file_path):
            raise ValueError(must("file_path", "the path of a file", file_path))

    # -- norms -------------------------------------------------------------------------------------

    def print_local_norm(self) -> None:
        """Not there: devices have no gradients of their own.

        Raises:
            NotImplementedError: always.
        """
        raise unsupported("AutoParallel.print_local_norm", _NORMS)

    def dump_local_norm(self, file_path: str) -> None:
        """Not there: devices have no gradients of their own.

        Args:
            file_path (str): a folder.

        Raises:
            NotImplementedError: always.
        """
        raise unsupported("AutoParallel.dump_local_norm", _NORMS)

    def enable_device_local_norm(self) -> None:
        """Not there: devices have no gradients of their own.

        Raises:
            NotImplementedError: always.
        """
        raise unsupported("AutoParallel.enable_device_local_norm", _NORMS)


def _check_json(arg: str, file_path: Any) -> None:
    of_type(arg, file_path, str)
    if not os.path.isabs(file_path):
        raise KeyError(must(arg, "an absolute path", file_path))
    if not file_path.endswith(".json"):
        raise KeyError(must(arg, "the path of a .json file", file_path))


def settings_of(network: Any) -> contextlib.AbstractContextManager:
    """Context manager in which the settings of a network are in force that is an AutoParallel."""
    return network.in_force() if isinstance(network, AutoParallel) else contextlib.nullcontext()
