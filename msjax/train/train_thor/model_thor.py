"""The Model that the optimizer THOR needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax.nn.cell import Cell
from msjax.train.callback import RunContext
from msjax.train.model import Model

__all__ = ["ModelThor"]


class ModelThor(Model):
    """A Model that, in sink mode, lets THOR renew its second-order information every few steps.

    Without sink mode the information is renewed at every step.

    Args:
        network: as for Model.
        loss_fn: as for Model.
        optimizer: THOR.
        metrics: as for Model.
        eval_network: as for Model.
        eval_indexes: as for Model.
        amp_level: as for Model.
        kwargs: as for Model.

    Raises:
        TypeError: as for Model.
        ValueError: as for Model; while training, an evaluation in between.
    """

    def __init__(
        self,
        network: Cell,
        loss_fn: Cell | Callable[..., Any] | None = None,
        optimizer: Cell | None = None,
        metrics: dict[str, Any] | set[str] | None = None,
        eval_network: Cell | None = None,
        eval_indexes: list | None = None,
        amp_level: str = "O0",
        **kwargs: Any,
    ):
        super().__init__(
            network, loss_fn, optimizer, metrics, eval_network, eval_indexes, amp_level, **kwargs
        )
        thor = network.optimizer if optimizer is None else optimizer
        self._frequency = thor.get_frequency()
        self._steps = 0

    def _train_dataset_sink_process(
        self,
        epoch: int,
        train_dataset: Any,
        list_callback: Any = None,
        cb_params: Any = None,
        sink_size: int = -1,
        initial_epoch: int = 0,
        valid_infos: Any = None,
    ) -> None:
        if valid_infos and valid_infos[0]:
            raise ValueError(
                "Evaluation in training is currently not supported in the second-order scenario "
                "of thor."
            )
        train_dataset.__loop_size__ = 1
        self._steps = 0
        super()._train_dataset_sink_process(
            epoch, train_dataset, list_callback, cb_params, sink_size, initial_epoch, valid_infos
        )

    def _train_step(
        self, network: Cell, inputs: tuple, steps: int, list_callback: Any, run_context: RunContext
    ) -> None:
        if run_context.original_args().dataset_sink_mode:
            place = self._steps % self._frequency
            if place < 2:  # the second-order step, and the first of those without
                network.add_flags_recursive(thor=place == 0)
            self._steps += 1
        super()._train_step(network, inputs, steps, list_callback, run_context)
