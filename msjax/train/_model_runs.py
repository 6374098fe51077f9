"""How a Model trains and evaluates."""

from __future__ import annotations

import copy
import functools
import itertools
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from msjax import log as logger
from msjax._core.runtime.context import GRAPH_MODE, get_context
from msjax._core.runtime.feed import as_inputs
from msjax.nn.cell import Cell
from msjax.train import callback as _callback
from msjax.train._model_networks import ModelNetworks, printable
from msjax.train.callback import (
    Callback,
    ModelCheckpoint,
    RunContext,
    TimeMonitor,
    _CallbackManager,
    _InternalCallbackParam,
)
from msjax.train.callback._callback import Reached
from msjax.train.dataset_helper import DatasetHelper, connect_network_with_dataset
from msjax.train.metrics import Loss

_OLD_EVENTS = {"begin", "end", "epoch_begin", "epoch_end", "step_begin", "step_end"}


def _saving_after_errors(train: Callable) -> Callable:
    """`train`, with a checkpoint after an error if a ModelCheckpoint is to do so."""

    @functools.wraps(train)
    def run(self: ModelRuns, *args: Any, callbacks: Any = None, **kwargs: Any) -> None:
        found = [c for c in self._transform_callbacks(callbacks) if isinstance(c, ModelCheckpoint)]
        try:
            train(self, *args, callbacks=callbacks, **kwargs)
        except BaseException:
            if found and found[-1]._config.exception_save:
                position = self._current_epoch_num, self._current_step_num
                found[-1].save_after_error(self._train_network, *position)
            raise

    return run


class ModelRuns(ModelNetworks):
    """The loops over epochs and steps."""

    _train_network: Any
    _parameter_broadcast: bool
    _backbone_is_train: bool
    _current_epoch_num: int
    _current_step_num: int

    # -- what training and evaluation share --------------------------------------------------------

    def _exec_preprocess(
        self,
        is_train: bool,
        dataset: Any,
        dataset_sink_mode: bool,
        sink_size: int = -1,
        epoch_num: int = 1,
        dataset_helper: DatasetHelper | None = None,
    ) -> tuple[DatasetHelper, Cell]:
        """What feeds the network, and the network in its mode."""
        network = self._train_network if is_train else self._eval_network
        if dataset_sink_mode and not is_train:
            dataset.__loop_size__ = 1
        if dataset_helper is None:
            dataset_helper = DatasetHelper(dataset, dataset_sink_mode, sink_size, epoch_num)
        if dataset_sink_mode:
            network = connect_network_with_dataset(network, dataset_helper)
        network.set_train(is_train)
        network.phase = "train" if is_train else "eval"
        self._backbone_is_train = is_train
        return dataset_helper, network

    def _check_network_mode(self, network: Cell, is_train: bool) -> Cell:
        """A callback may have used the network otherwise."""
        if self._backbone_is_train != is_train:
            network.set_train(is_train)
            self._backbone_is_train = is_train
        if not is_train:
            network.set_grad(False)
        return network

    def _check_reuse_dataset(self, dataset: Any) -> None:
        if getattr(dataset, "__model_hash__", self._number) != self._number:
            raise RuntimeError(
                "The dataset object had been used in other model by model.train(...), please "
                "create a new dataset."
            )
        dataset.__model_hash__ = self._number

    @staticmethod
    def _transform_callbacks(callbacks: Any) -> list[Callback]:
        if callbacks is None:
            return []
        return list(callbacks) if isinstance(callbacks, Iterable) else [callbacks]

    @staticmethod
    def _check_methods_for_custom_callbacks(callbacks: Any, current_mode: str) -> None:
        for callback in callbacks if isinstance(callbacks, list) else [callbacks]:
            kind = type(callback)
            old = set() if kind.__name__ in _callback.__all__ else _OLD_EVENTS & set(vars(kind))
            if not old:
                continue
            text = (
                f"For {kind.__name__} callback, {old} methods may not be supported in later "
                "version, Use methods prefixed with 'on_train' or 'on_eval' instead when using "
                "customized callbacks."
            )
            if current_mode == "fit":
                raise ValueError(text)
            logger.warning(text)

    @_saving_after_errors
    def _train(
        self,
        epoch: int,
        train_dataset: Any,
        callbacks: Any = None,
        dataset_sink_mode: bool = True,
        sink_size: int = -1,
        initial_epoch: int = 0,
        valid_dataset: Any = None,
        valid_frequency: Any = 1,
        valid_dataset_sink_mode: bool = True,
        initial_step: int = 0,
    ) -> None:
        """Train with checked arguments."""
        if self._parameter_broadcast:
            self._train_network.set_broadcast_flag()
        sinks = dataset_sink_mode and sink_size > 0
        self.batch_num = sink_size if sinks else train_dataset.get_dataset_size()
        params = _InternalCallbackParam(
            cur_step_num=initial_step,
            train_network=self._train_network,
            epoch_num=epoch - initial_epoch,
            batch_num=self.batch_num,
            mode="train",
            loss_fn=self._loss_fn,
            optimizer=self._optimizer,
            parallel_mode=self._parallel_mode,
            device_number=self._device_number,
            train_dataset=train_dataset,
            list_callback=self._transform_callbacks(callbacks),
            train_dataset_element=None,
            network=self._network,
            last_save_ckpt_step=None,
            latest_ckpt_file=None,
            loss_scale_mananger=self._loss_scale_manager,
            initial_step=None,
        )
        infos = valid_dataset, valid_frequency, valid_dataset_sink_mode
        with _CallbackManager(params.list_callback) as manager:
            self._check_reuse_dataset(train_dataset)
            if dataset_sink_mode and get_context("device_target") != "CPU":
                self._train_dataset_sink_process(
                    epoch, train_dataset, manager, params, sink_size, initial_epoch, infos
                )
            else:
                self._train_process(epoch, train_dataset, manager, params, initial_epoch, infos)

    def _train_process(
        self,
        epoch: int,
        train_dataset: Any,
        list_callback: Any = None,
        cb_params: Any = None,
        initial_epoch: int = 0,
        valid_infos: Any = None,
    ) -> None:
        """Training with inputs from the host."""
        helper, _ = self._exec_preprocess(True, train_dataset, False, epoch_num=epoch)
        cb_params.dataset_sink_mode = False
        run_context = RunContext(cb_params)
        list_callback.on_train_begin(run_context)
        reached = _reached(cb_params, initial_epoch)
        for number in range(initial_epoch + 1, epoch + 1):
            elements = iter(helper)
            if number <= reached.epochs:  # the data goes on from where it was
                _drop(elements)
                reset(train_dataset)
                continue
            if number == reached.epochs + 1:
                _drop(itertools.islice(elements, reached.steps))
                reached.restore()
            self._begin_epoch(number, list_callback, run_context)
            for element in elements:
                if self._loss_fn and len(element) != 2:
                    raise ValueError(
                        "When 'loss_fn' is not None, 'train_dataset' should return two elements, "
                        f"but got {len(element)}, please check the number of elements returned by "
                        "'train_dataset'"
                    )
                self._train_step(
                    self._train_network, as_inputs(element), 1, list_callback, run_context
                )
                if run_context.get_stop_requested():
                    break
            self._eval_during_train(valid_infos, cb_params, list_callback)
            reset(train_dataset)
            if self._end_epoch(list_callback, run_context):
                break
        list_callback.on_train_end(run_context)

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
        """Training of a network that takes its inputs by itself."""
        cb_params.sink_size = sink_size
        cb_params.dataset_sink_mode = True
        run_context = RunContext(cb_params)
        list_callback.on_train_begin(run_context)
        reached = _reached(cb_params, initial_epoch)
        helper = getattr(train_dataset, "_dataset_helper", None)
        try:
            for self.epoch_iter in range(epoch - initial_epoch):
                number = self.epoch_iter + 1 + initial_epoch
                if number <= reached.epochs:
                    continue
                self._begin_epoch(number, list_callback, run_context)
                helper, network = self._exec_preprocess(
                    True, train_dataset, True, sink_size, epoch, helper
                )
                cb_params.train_network = network
                cb_params.dataset_helper = helper
                steps = helper.sink_size() if get_context("mode") == GRAPH_MODE else 1
                calls = iter(helper)
                if number == reached.epochs + 1:
                    whole = (reached.epochs - initial_epoch) * cb_params.batch_num
                    helper.skip(whole + reached.steps)
                    _drop(itertools.islice(calls, reached.steps // steps))
                    reached.restore()
                for inputs in calls:
                    self._train_step(network, inputs, steps, list_callback, run_context)
                helper.continue_send()
                self._eval_during_train(valid_infos, cb_params, list_callback)
                if self._end_epoch(list_callback, run_context):
                    break
        finally:
            if helper is not None:
                helper.stop_send()
                helper.release()
        list_callback.on_train_end(run_context)

    def _begin_epoch(self, number: int, list_callback: Any, run_context: RunContext) -> None:
        run_context.original_args().cur_epoch_num = self._current_epoch_num = number
        self._current_step_num = 0
        list_callback.on_train_epoch_begin(run_context)

    def _end_epoch(self, list_callback: Any, run_context: RunContext) -> bool:
        """Whether training is to stop."""
        list_callback.on_train_epoch_end(run_context)
        params = run_context.original_args()
        params.pop("metrics", None)
        params.pop("eval_results", None)
        return run_context.get_stop_requested()

    def _train_step(
        self, network: Cell, inputs: tuple, steps: int, list_callback: Any, run_context: RunContext
    ) -> None:
        """One call of the training network."""
        params = run_context.original_args()
        params.cur_step_num += steps
        self._current_step_num = int((params.cur_step_num - 1) % params.batch_num + 1)
        params.train_dataset_element = inputs if params.dataset_sink_mode else list(inputs)
        list_callback.on_train_step_begin(run_context)
        self._check_network_mode(network, True)
        params.net_outputs = outputs = network(*inputs)
        manager = self._loss_scale_manager
        if manager and not params.dataset_sink_mode and manager.get_drop_overflow_update():
            manager.update_loss_scale(np.all(outputs[1].asnumpy()))
        list_callback.on_train_step_end(run_context)

    # -- evaluation --------------------------------------------------------------------------------

    @staticmethod
    def _should_eval(epoch: int, validation_freq: Any) -> bool:
        if isinstance(validation_freq, int):
            return epoch % validation_freq == 0
        return epoch in validation_freq

    def _eval_during_train(self, valid_infos: Any, cb_params: Any, list_callback: Any) -> None:
        dataset, frequency, sink_mode = valid_infos
        if not dataset or not self._should_eval(cb_params.cur_epoch_num, frequency):
            return
        names = ("cur_step_num", "batch_num", "dataset_sink_mode", "net_outputs")
        kept = {name: cb_params[name] for name in names}
        callbacks = [
            callback
            for callback in list_callback._callbacks
            if isinstance(callback, TimeMonitor) or type(callback).__name__ not in _callback.__all__
        ]
        self._eval_in_fit(dataset, callbacks, sink_mode, cb_params)
        cb_params.update(kept, mode="train")

    def _eval_in_fit(
        self,
        valid_dataset: Any,
        callbacks: Any = None,
        dataset_sink_mode: bool = True,
        cb_params: Any = None,
    ) -> dict[str, Any]:
        """An evaluation between epochs of training."""
        return self._evaluate(valid_dataset, callbacks, dataset_sink_mode, cb_params, True)

    def _evaluate(
        self, dataset: Any, callbacks: Any, dataset_sink_mode: bool, cb_params: Any, in_fit: bool
    ) -> dict[str, Any]:
        cb_params.update(
            eval_network=self._eval_network,
            valid_dataset=dataset,
            batch_num=dataset.get_dataset_size(),
            mode="eval",
            cur_step_num=0,
        )
        self._clear_metrics()
        sinks = dataset_sink_mode and get_context("device_target") != "CPU"
        process = self._eval_dataset_sink_process if sinks else self._eval_process
        with _CallbackManager(callbacks) as manager:
            return process(dataset, manager, cb_params, add_eval_loss=in_fit)

    def _eval_process(
        self,
        valid_dataset: Any,
        list_callback: Any = None,
        cb_params: Any = None,
        add_eval_loss: bool = False,
    ) -> dict[str, Any]:
        """Evaluation with inputs from the host."""
        run_context = RunContext(cb_params)
        cb_params.dataset_sink_mode = False
        list_callback.on_eval_begin(run_context)
        helper, network = self._exec_preprocess(False, valid_dataset, False)
        loss = self._eval_steps(network, map(as_inputs, helper), list_callback, run_context)
        reset(valid_dataset)
        return self._end_eval(loss, add_eval_loss, list_callback, run_context)

    def _eval_dataset_sink_process(
        self,
        valid_dataset: Any,
        list_callback: Any = None,
        cb_params: Any = None,
        add_eval_loss: bool = False,
    ) -> dict[str, Any]:
        """Evaluation of a network that takes its inputs by itself."""
        run_context = RunContext(cb_params)
        helper, network = self._exec_preprocess(False, valid_dataset, True)
        cb_params.eval_network = network
        cb_params.dataset_sink_mode = True
        try:
            list_callback.on_eval_begin(run_context)
            loss = self._eval_steps(network, helper, list_callback, run_context)
            return self._end_eval(loss, add_eval_loss, list_callback, run_context)
        finally:
            helper.stop_send()
            helper.release()

    def _eval_steps(
        self, network: Cell, elements: Iterable, list_callback: Any, run_context: RunContext
    ) -> Any:
        """The steps of an evaluation; returns the last loss."""
        params, loss = run_context.original_args(), None
        list_callback.on_eval_epoch_begin(run_context)
        for inputs in elements:
            params.cur_step_num += 1
            params.eval_dataset_element = inputs if params.dataset_sink_mode else list(inputs)
            list_callback.on_eval_step_begin(run_context)
            self._check_network_mode(network, False)
            params.net_outputs = outputs = network(*inputs)
            list_callback.on_eval_step_end(run_context)
            self._update_metrics(outputs)
            if self._eval_indexes is not None:
                loss = outputs[self._eval_indexes[0]]
            if run_context.get_stop_requested():
                break
        list_callback.on_eval_epoch_end(run_context)
        return loss

    def _end_eval(
        self, loss: Any, add_eval_loss: bool, list_callback: Any, run_context: RunContext
    ) -> dict[str, Any]:
        params = run_context.original_args()
        params.metrics = metrics = self._get_metrics()
        if add_eval_loss:
            params.eval_results = copy.deepcopy(metrics)
            if loss is not None:  # "eval_loss" is that of the last step, as in MindSpore
                last = Loss()
                last.update(loss)
                params.eval_results["eval_loss"] = printable(last.eval())
        list_callback.on_eval_end(run_context)
        return metrics


def _reached(params: Any, initial_epoch: int) -> Reached:
    return params.pop("resume_from", None) or Reached(initial_epoch)


def _drop(elements: Iterable) -> None:
    for _ in elements:
        pass


def reset(dataset: Any) -> None:
    """The next pass starts with the first element."""
    if hasattr(dataset, "reset"):
        dataset.reset()
