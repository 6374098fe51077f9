"""The networks of a Model, and its metrics."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax._core.tensor.tensor import Tensor
from msjax.common._default_text import DefaultText
from msjax.context import ParallelMode
from msjax.log import warning
from msjax.nn.cell import Cell
from msjax.nn.wrap import WithEvalCell, WithLossCell
from msjax.train import amp
from msjax.train.metrics import Loss, get_metrics


def _merged(inputs: Any, loss_inputs: Any) -> Any:
    """The inputs that `set_inputs` described for a network and, but for the first, for its loss."""
    if not isinstance(inputs, dict) and not isinstance(loss_inputs, dict):
        return [*inputs, *list(loss_inputs)[1:]]
    count, given = _listed(inputs)
    loss_count, loss_given = _listed(loss_inputs)
    given = given + [[i - 1 + count, value] for i, value in loss_given if i > 0]
    return {"arg_specified_infos": given, "total_arg_length": count + loss_count - 1}


def _listed(inputs: Any) -> tuple[int, list]:
    if isinstance(inputs, dict):
        return inputs["total_arg_length"], list(inputs["arg_specified_infos"])
    return len(inputs), [[i, value] for i, value in enumerate(inputs)]


class _Number(np.float64):
    """A float that prints as 0.5 where NumPy 2 would print np.float64(0.5)."""

    __slots__ = ()
    __repr__ = float.__repr__

    def __copy__(self) -> _Number:
        return self

    def __deepcopy__(self, memo: dict) -> _Number:
        return self


def printable(value: Any) -> Any:
    """A float64 of NumPy's as one that prints like a Python float."""
    return _Number(value) if type(value) is np.float64 else value


class ModelNetworks(DefaultText):
    """What a Model makes of its arguments."""

    _network: Any
    _loss_fn: Any
    _optimizer: Any
    _amp_level: str
    _boost_level: str
    _keep_bn_fp32: Any
    _loss_scale_manager: Any
    _loss_scale_manager_set: bool
    _parallel_mode: str
    _device_number: int
    _eval_network: Any
    _eval_indexes: Any
    _metric_fns: Any
    _metrics: Any

    def _inputs_with_loss(self) -> Any:
        """What `set_inputs` has described for the network and the loss."""
        inputs = self._network.get_inputs()
        if self._loss_fn:
            loss_inputs = self._loss_fn.get_inputs()
            if loss_inputs and inputs:
                return _merged(inputs, loss_inputs)
        return inputs

    @staticmethod
    def _describe_inputs(network: Cell, inputs: Any) -> Cell:
        if inputs is not None:
            network.__dict__["_dynamic_shape_inputs"] = inputs
        return network

    def _build_boost_network(self, settings: Any) -> None:
        from msjax.boost import AutoBoost

        if self._optimizer is None:
            warning("In boost mode, the optimizer must be defined.")
            return
        processor = AutoBoost(self._boost_level, settings)
        if processor.level == "O0":
            return
        if self._eval_network is None and self._metrics is None:
            warning(
                "In boost mode, the eval_network and metrics cannot be undefined at the same time."
            )
            return
        made = processor.network_auto_process_train(self._network, self._optimizer)
        self._network, self._optimizer = made
        if self._eval_network is not None:
            self._eval_network = processor.network_auto_process_eval(self._eval_network)

    def _build_train_network(self) -> Cell:
        network = validator.check_value_type("network", self._network, Cell)
        if self._loss_scale_manager is not None and self._optimizer is None:
            raise ValueError(
                "The argument 'optimizer' can not be None when set 'loss_scale_manager'."
            )
        inputs = self._inputs_with_loss()
        if self._optimizer:
            options = {}
            if self._loss_scale_manager_set:
                options["loss_scale_manager"] = self._loss_scale_manager
            if self._keep_bn_fp32 is not None:
                options["keep_batchnorm_fp32"] = self._keep_bn_fp32
            levels = {"level": self._amp_level, "boost_level": self._boost_level}
            network = amp.build_train_network(
                network, self._optimizer, self._loss_fn, **levels, **options
            )
        elif self._loss_fn:
            network = WithLossCell(network, self._loss_fn)
        return self._describe_inputs(network, inputs)

    def _build_eval_network(self, metrics: Any, eval_network: Any, eval_indexes: Any) -> None:
        self._metric_fns = get_metrics(metrics)
        if not self._metric_fns:
            return
        if eval_network is not None:
            if eval_indexes is not None and not (
                isinstance(eval_indexes, list) and len(eval_indexes) == 3
            ):
                raise ValueError(
                    "The argument 'eval_indexes' must be a list or None. If 'eval_indexes' is a "
                    "list, length of it must be three. "
                    f"But got 'eval_indexes' {eval_indexes}"
                )
            self._eval_network, self._eval_indexes = eval_network, eval_indexes
            return
        if self._loss_fn is None:
            raise ValueError(
                "For 'Model', the 'eval_network' or the 'loss_fn' must be given when 'metrics' is "
                "set, but got None for both. Leave 'metrics' out if nothing is to be evaluated."
            )
        network = WithEvalCell(
            self._network, self._loss_fn, self._amp_level in ("O2", "O3", "auto")
        )
        self._eval_network = self._describe_inputs(network, self._inputs_with_loss())
        self._eval_indexes = [0, 1, 2]

    def _build_predict_network(self) -> None:
        self._predict_network = self._network

    # -- metrics -----------------------------------------------------------------------------------

    def _clear_metrics(self) -> None:
        for metric in self._metric_fns.values():
            metric.clear()

    def _update_metrics(self, outputs: Any) -> None:
        if isinstance(outputs, Tensor):
            outputs = (outputs,)
        if not isinstance(outputs, tuple):
            raise ValueError(f"The argument 'outputs' should be tuple, but got {type(outputs)}.")
        if self._eval_indexes is not None and len(outputs) < 3:
            raise ValueError(f"The length of 'outputs' must be >= 3, but got {len(outputs)}")
        for metric in self._metric_fns.values():
            if self._eval_indexes is None:
                metric.update(*outputs)
            elif isinstance(metric, Loss):
                metric.update(outputs[self._eval_indexes[0]])
            else:
                metric.update(outputs[self._eval_indexes[1]], outputs[self._eval_indexes[2]])

    def _get_metrics(self) -> dict[str, Any]:
        found = {name: metric.eval() for name, metric in self._metric_fns.items()}
        return {k: printable(v) for k, v in found.items()}

    def _get_scaling_sens(self) -> float:
        """The loss scale of one device."""
        manager = self._loss_scale_manager
        scale = 1 if manager is None else manager.get_loss_scale()
        parallel = self._parallel_mode == ParallelMode.DATA_PARALLEL
        return scale / self._device_number if parallel else scale
