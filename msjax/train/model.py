"""Model: training, evaluation and inference of a network."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from typing import Any

from msjax import _checkparam as validator
from msjax import log as logger
from msjax._core.base.functions import F
from msjax._core.runtime import launch
from msjax._core.runtime.context import GRAPH_MODE, get_context, remark
from msjax._core.runtime.feed import as_inputs
from msjax._core.tensor.tensor import Tensor
from msjax.common.api import _pynative_executor
from msjax.context import ParallelMode
from msjax.nn.cell import Cell
from msjax.parallel._utils import (
    _device_number_check,
    _get_device_num,
    _get_parallel_mode,
    _get_parameter_broadcast,
    _is_in_auto_parallel_mode,
    _parameter_broadcast_check,
)
from msjax.parallel.auto_parallel import AutoParallel, settings_of
from msjax.train._batches import Batches
from msjax.train._model_runs import ModelRuns, reset
from msjax.train.callback import Callback, _InternalCallbackParam

__all__ = ["Model", "ParallelMode"]

_NUMBERS = itertools.count()  # an address may be that of a model that is gone

_OPTIONS = ("loss_scale_manager", "keep_batchnorm_fp32", "boost_config_dict", "acc_level")


def _with_settings(method: F) -> F:
    """A method during which the settings of the network are in force, if it is an AutoParallel."""

    @functools.wraps(method)
    def run(self: Model, *args: Any, **kwargs: Any) -> Any:
        with settings_of(self._network):
            return method(self, *args, **kwargs)

    return run


class Model(ModelRuns):
    """Trains, evaluates and runs a network.

    Args:
        network: Cell; with its own loss if `loss_fn` is None, with its own training step if
            `optimizer` is None too.
        loss_fn: Cell of the network's output and a label.
        optimizer: the optimizer.
        metrics: set of names (see `names`) or dict from names to metrics, for `eval` and `fit`.
        eval_network: Cell for evaluation; None to build one from `network` and `loss_fn` that gives
            the loss, the output and the label.
        eval_indexes: the positions of loss, prediction and label in the output of `eval_network`;
            None to give all of it to the metrics.
        amp_level: level of mixed precision, see `build_train_network`.
        boost_level: "O0", or "O1" or "O2" for what `boost.AutoBoost` does.
        kwargs: `loss_scale_manager`, `keep_batchnorm_fp32` for `build_train_network`, and
            `boost_config_dict` for `AutoBoost`.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an unknown keyword or level, metrics without a way to evaluate, or mixed
            precision or a loss scale without an optimizer.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(2, 1, weight_init="ones", has_bias=False)
        >>> optimizer = ms.nn.SGD(net.trainable_params(), 0.1)
        >>> model = ms.Model(net, ms.nn.MSELoss(), optimizer, metrics={"mse"})
        >>> print(model.predict(ms.Tensor([[1.0, 2.0]])))
        [[3.]]
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
        boost_level: str = "O0",
        **kwargs: Any,
    ):
        self._network, self._loss_fn, self._optimizer = network, loss_fn, optimizer
        self._check_kwargs(kwargs)
        self._amp_level, self._boost_level = amp_level, boost_level
        if "acc_level" in kwargs:
            self._boost_level = kwargs["acc_level"]
            logger.warning(
                "Next version acc_level will be removed, please replace with boost_level"
            )
        self._keep_bn_fp32 = kwargs.get("keep_batchnorm_fp32")
        self._loss_scale_manager = kwargs.get("loss_scale_manager")
        self._loss_scale_manager_set = "loss_scale_manager" in kwargs
        self._metrics = metrics
        if optimizer is None and amp_level != "O0":
            raise ValueError(
                "Auto mixed precision will not work because 'optimizer' is None. Please set "
                "amp_level='O0' to disable auto mixed precision or set 'optimizer' not be None to "
                "use auto mixed precision."
            )
        if optimizer is not None:  # MindSpore boosts training only, and looks at the level there
            levels = ["O0", "O1", "O2"]
            validator.check("boost_level", self._boost_level, "", levels, validator.IN)
        self._eval_network = eval_network
        if self._boost_level != "O0":
            self._build_boost_network(kwargs.get("boost_config_dict", ""))
        with settings_of(self._network):
            self._parallel_mode = _get_parallel_mode()
            self._device_number = _get_device_num()
            self._parameter_broadcast = _get_parameter_broadcast()
            self._train_network = self._build_train_network()
            self._build_eval_network(metrics, self._eval_network, eval_indexes)
            self._build_predict_network()
        self._current_epoch_num = self._current_step_num = self.epoch_iter = 0
        self._backbone_is_train = True
        self._number = next(_NUMBERS)
        self._lite_infer = True
        self.batch_num = -1

    def _check_kwargs(self, kwargs: dict[str, Any]) -> None:
        for name in kwargs:
            if name not in _OPTIONS:
                raise ValueError(
                    "The argument in 'kwargs' should be 'loss_scale_manager' or "
                    "'keep_batchnorm_fp32' or 'boost_config_dict' or 'acc_level', "
                    f"but got '{name}'."
                )

    @property
    def train_network(self) -> Cell:
        """The training step."""
        return self._train_network

    @property
    def predict_network(self) -> Cell:
        """The network for inference."""
        return self._predict_network

    @property
    def eval_network(self) -> Cell | None:
        """The network for evaluation; None without metrics."""
        return self._eval_network

    def _check_run(
        self, name: str, epoch: int, dataset: Any, sink_size: int, initial_epoch: int
    ) -> int:
        """Check the arguments of a training; returns the number of steps of an epoch."""
        warm = getattr(dataset, "_warmup_epoch", epoch)
        if warm != epoch:
            raise ValueError(
                "when use Model.build to initialize model, the value of parameter 'epoch' in "
                f"Model.build should be equal to value in Model.{name}, but got the value of epoch "
                f"in build {warm} and the value of epoch in {name} {epoch} separately."
            )
        validator.check_is_int(sink_size)
        validator.check_positive_int(epoch)
        validator.check_non_negative_int(initial_epoch)
        if initial_epoch >= epoch:
            raise ValueError(
                f"For 'Model.{name}', the parameter 'epoch' must bigger than parameter "
                f"'initial_epoch', but got the parameter 'epoch' is {epoch}, 'initial_epoch' is "
                f"{initial_epoch}."
            )
        size = self._size(dataset)
        if sink_size < -1 or sink_size == 0:
            raise ValueError(
                f"For 'Model.{name}', The argument 'sink_size' must be -1 or positive, "
                f"but got {sink_size}."
            )
        _device_number_check(self._parallel_mode, self._device_number)
        own = _is_in_auto_parallel_mode() and not isinstance(self._network, AutoParallel)
        if own and launch.several() and get_context("mode") != GRAPH_MODE:
            remark(
                "eager ranks",
                "Strategies count in compiled code only: in PYNATIVE_MODE each process trains for "
                "itself, as in MindSpore. Use set_context(mode=GRAPH_MODE).",
            )
        return size if sink_size == -1 else sink_size

    @staticmethod
    def _size(dataset: Any) -> int:
        size = dataset.get_dataset_size()
        if size == 0:
            raise ValueError(
                "There is no valid data in dataset, please check dataset file firstly."
            )
        return size

    # -- training ----------------------------------------------------------------------------------

    @_with_settings
    def train(
        self,
        epoch: int,
        train_dataset: Batches,
        callbacks: Callback | Sequence[Callback] | None = None,
        dataset_sink_mode: bool = False,
        sink_size: int = -1,
        initial_epoch: int = 0,
    ) -> None:
        """Train the network.

        Args:
            epoch: int, the number of epochs.
            train_dataset: dataset of data and labels; of the network's inputs without `loss_fn`.
            callbacks: Callback or list of them.
            dataset_sink_mode: let the network take its data by itself, so that callbacks are called
                only after `sink_size` steps in GRAPH_MODE. On CPU the same as False.
            sink_size: int, the number of steps of an epoch with `dataset_sink_mode`; -1 for all of
                the dataset.
            initial_epoch: int, the number of epochs done before.

        Raises:
            TypeError: an argument has a wrong type.
            ValueError: a number is out of range, the dataset empty or its elements not pairs.
            RuntimeError: the dataset was used by another Model.

        Examples:
            >>> import numpy as np
            >>> import msjax as ms
            >>> net = ms.nn.Dense(1, 1, weight_init="ones", has_bias=False)
            >>> model = ms.Model(net, ms.nn.MSELoss(), ms.nn.SGD(net.trainable_params(), 0.5))
            >>> x = np.ones((4, 1), np.float32)
            >>> data = ms.dataset.NumpySlicesDataset((x, 3 * x), shuffle=False).batch(2)
            >>> model.train(1, data, ms.LossMonitor())
            epoch: 1 step: 1, loss is 4.0
            epoch: 1 step: 2, loss is 0.0
        """
        validator.check_bool(dataset_sink_mode)
        size = self._check_run("train", epoch, train_dataset, sink_size, initial_epoch)
        if callbacks:
            self._check_methods_for_custom_callbacks(callbacks, "train")
        self._train(
            epoch,
            train_dataset,
            callbacks=callbacks,
            dataset_sink_mode=dataset_sink_mode,
            sink_size=size,
            initial_epoch=initial_epoch,
        )

    @_with_settings
    def fit(
        self,
        epoch: int,
        train_dataset: Batches,
        valid_dataset: Batches | None = None,
        valid_frequency: int | list[int] = 1,
        callbacks: Callback | Sequence[Callback] | None = None,
        dataset_sink_mode: bool = False,
        valid_dataset_sink_mode: bool = False,
        sink_size: int = -1,
        initial_epoch: int = 0,
    ) -> None:
        """Train the network, with evaluations in between.

        Args:
            epoch: int, the number of epochs.
            train_dataset: dataset for training.
            valid_dataset: dataset for evaluation.
            valid_frequency: int, the number of epochs from one evaluation to the next, or list of
                epochs with an evaluation.
            callbacks: Callback or list of them; those of MindSpore itself, except TimeMonitor, are
                not called in evaluations.
            dataset_sink_mode: as for `train`.
            valid_dataset_sink_mode: the same for evaluations.
            sink_size: as for `train`.
            initial_epoch: int, the number of epochs done before.

        Raises:
            TypeError: an argument has a wrong type.
            ValueError: as for `train`; `valid_dataset` without metrics; a callback with methods of
                the old names such as `step_end`.
            RuntimeError: the dataset was used by another Model.

        Examples:
            >>> import numpy as np
            >>> import msjax as ms
            >>> net = ms.nn.Dense(1, 1, weight_init="ones", has_bias=False)
            >>> optimizer = ms.nn.SGD(net.trainable_params(), 0.5)
            >>> model = ms.Model(net, ms.nn.MSELoss(), optimizer, metrics={"mae"})
            >>> x = np.ones((4, 1), np.float32)
            >>> data = ms.dataset.NumpySlicesDataset((x, 3 * x), shuffle=False).batch(2)
            >>> model.fit(1, data, data, callbacks=ms.LossMonitor())
            epoch: 1 step: 1, loss is 4.0
            epoch: 1 step: 2, loss is 0.0
            Eval result: epoch 1, metrics: {'mae': 0.0}
        """
        validator.check_bool(dataset_sink_mode)
        validator.check_bool(valid_dataset_sink_mode)
        size = self._check_run("fit", epoch, train_dataset, sink_size, initial_epoch)
        if not isinstance(valid_frequency, (int, list)):
            raise TypeError(
                "For 'Model.fit', the type of 'valid_frequency' must be a list or an integer, but "
                f"got type {type(valid_frequency)}."
            )
        if valid_dataset and not self._metric_fns:
            raise ValueError(
                "For 'Model.fit', if valid_dataset is not None, the model argument 'metrics' can "
                "not be None or empty, you should set the argument 'metrics' for model."
            )
        if callbacks:
            self._check_methods_for_custom_callbacks(callbacks, "fit")
        self._train(
            epoch,
            train_dataset,
            callbacks=callbacks,
            dataset_sink_mode=dataset_sink_mode,
            sink_size=size,
            initial_epoch=initial_epoch,
            valid_dataset=valid_dataset,
            valid_frequency=valid_frequency,
            valid_dataset_sink_mode=valid_dataset_sink_mode,
        )

    @_with_settings
    def eval(
        self,
        valid_dataset: Batches,
        callbacks: Callback | Sequence[Callback] | None = None,
        dataset_sink_mode: bool = False,
    ) -> dict[str, Any]:
        """Evaluate the network.

        Args:
            valid_dataset: dataset of data and labels.
            callbacks: Callback or list of them.
            dataset_sink_mode: let the network take its data by itself. On CPU the same as False.

        Returns:
            dict from the names of the metrics to their values.

        Raises:
            TypeError: an argument has a wrong type.
            ValueError: the Model has no metrics.

        Examples:
            >>> import numpy as np
            >>> import msjax as ms
            >>> net = ms.nn.Dense(1, 1, weight_init="ones", has_bias=False)
            >>> model = ms.Model(net, ms.nn.MSELoss(), metrics={"mae"})
            >>> x = np.ones((4, 1), np.float32)
            >>> model.eval(ms.dataset.NumpySlicesDataset((x, 3 * x), shuffle=False).batch(2))
            {'mae': 2.0}
        """
        validator.check_bool(dataset_sink_mode)
        _device_number_check(self._parallel_mode, self._device_number)
        if not self._metric_fns:
            raise ValueError(
                "For Model.eval, the model argument 'metrics' can not be None or empty, you should "
                "set the argument 'metrics' for model."
            )
        if callbacks:
            self._check_methods_for_custom_callbacks(callbacks, "eval")
        params = _InternalCallbackParam(
            list_callback=self._transform_callbacks(callbacks), network=self._network
        )
        return self._evaluate(valid_dataset, callbacks, dataset_sink_mode, params, False)

    # -- inference and compilation -----------------------------------------------------------------

    @_with_settings
    def predict(self, *predict_data: Any, backend: str | None = None, config: object = None) -> Any:
        """Run the network.

        Args:
            predict_data: its inputs: Tensors, numbers, strings or None.
            backend: None; with "lite" MindSpore uses MindSpore Lite, msjax warns and does not.
            config: settings of MindSpore Lite.

        Returns:
            The network's output.

        Raises:
            TypeError: an input has another type.
            ValueError: a Tensor is empty, or `backend` is unknown.

        Examples:
            >>> import msjax as ms
            >>> print(ms.Model(ms.nn.ReLU()).predict(ms.Tensor([-1.0, 2.0])))
            [0. 2.]
        """
        if backend not in ("lite", None):
            raise ValueError(
                f"For Model.predict, `backend` should be 'lite' or None, but got {backend}"
            )
        if backend == "lite" and self._lite_infer:
            self._lite_infer = False
            logger.warning("Import mindspore_lite failed, fallback to original inference!")
        self._check_network_mode(self._predict_network, False)
        for item in predict_data:
            if isinstance(item, Tensor) and item.size == 0:
                logger.critical("The input data can not be empty.")
                raise ValueError("The input data can not be empty.")
            if not isinstance(item, (Tensor, int, float, str, type(None))):
                kinds = "Tensor, None, int, float, str"
                raise TypeError(
                    f"The types of input data must be in the Union({kinds}, tuple[{kinds}], "
                    f"list[{kinds}], dict[{kinds}]), but got type {type(item).__name__}."
                )
        result = self._predict_network(*predict_data)
        validator.check_output_data(result)
        return result

    @_with_settings
    def build(
        self,
        train_dataset: Batches | None = None,
        valid_dataset: Batches | None = None,
        sink_size: int = -1,
        epoch: int = 1,
        sink_mode: bool = True,
    ) -> None:
        """Compile the networks before `train`, `fit` or `eval`, in GRAPH_MODE.

        Args:
            train_dataset: dataset for training.
            valid_dataset: dataset for evaluation.
            sink_size: int, the number of steps of an epoch.
            epoch: int, the number of epochs that will be trained.
            sink_mode: whether the networks will take their data by themselves.

        Raises:
            RuntimeError: the device target is not "Ascend" (others need no such call), or
                `valid_dataset` without metrics.
            ValueError: no dataset, or `epoch` is not above 0.
        """
        validator.check_positive_int(epoch)
        if get_context("device_target") != "Ascend":
            raise RuntimeError("Pre-init process only supports Ascend target currently.")
        if not train_dataset and not valid_dataset:
            raise ValueError(
                "The argument 'train_dataset' and 'valid_dataset' can not both be None or empty."
            )
        _device_number_check(self._parallel_mode, self._device_number)
        if train_dataset:
            _parameter_broadcast_check(self._parallel_mode, self._parameter_broadcast)
            self._train_network.check_names_and_refresh_name()
            self._compile(True, train_dataset)
            if sink_mode:
                train_dataset._warmup_epoch = epoch
        if valid_dataset:
            if not self._metric_fns:
                raise RuntimeError(
                    "If define `valid_dataset`, metric fn can not be None or empty, you should set "
                    "the argument 'metrics' for model."
                )
            self._compile(False, valid_dataset)

    def _compile(self, is_train: bool, dataset: Any) -> None:
        """Compile for the first element of a dataset."""
        helper, network = self._exec_preprocess(is_train, dataset, False)
        element = next(iter(helper), None)
        if element is not None and get_context("mode") == GRAPH_MODE:
            network.compile(*as_inputs(element))
        reset(dataset)

    @_with_settings
    def infer_train_layout(
        self, train_dataset: Batches, dataset_sink_mode: bool = True, sink_size: int = -1
    ) -> dict:
        """Compile the training network and tell how its Parameters are cut over devices.

        Args:
            train_dataset: dataset for training.
            dataset_sink_mode: must be True.
            sink_size: int, the number of steps of an epoch.

        Returns:
            dict from names to layouts, see `Cell.parameter_layout_dict`; empty in one process.

        Raises:
            RuntimeError: the parallel mode is not "semi_auto_parallel" or "auto_parallel".
            ValueError: the dataset is empty, `sink_size` out of range or `dataset_sink_mode` False.
        """
        if not _is_in_auto_parallel_mode():
            raise RuntimeError(
                "'infer_train_layout' only supports 'semi_auto_parallel' and 'auto_parallel' mode, "
                f"but got {_get_parallel_mode()}."
            )
        if not validator.check_bool(dataset_sink_mode):
            raise ValueError("Only dataset sink mode is supported for now.")
        validator.check_is_int(sink_size)
        self._size(train_dataset)
        if sink_size < -1 or sink_size == 0:
            raise ValueError(
                "For 'infer_train_layout', the argument 'sink_size' must be -1 or positive, but "
                f"got sink_size {sink_size}."
            )
        self._compile(True, train_dataset)
        train_dataset.__model_hash__ = self._number
        return self._train_network.parameter_layout_dict

    @_with_settings
    def infer_predict_layout(self, *predict_data: Any, skip_backend_compile: bool = False) -> dict:
        """Compile the network and tell how its Parameters are cut over devices.

        Args:
            predict_data: its inputs.
            skip_backend_compile: do not compile.

        Returns:
            dict from names to layouts, see `Cell.parameter_layout_dict`; empty in one process.

        Raises:
            RuntimeError: the parallel mode is not "semi_auto_parallel" or "auto_parallel".
        """
        if not _is_in_auto_parallel_mode():
            raise RuntimeError(
                "Infer predict layout only supports semi auto parallel and auto parallel mode."
            )
        kinds = (int, float, str, None, Tensor)
        validator.check_input_data(*predict_data, data_class=kinds)
        network = self._check_network_mode(self._predict_network, False)
        if not skip_backend_compile:
            network.compile(*predict_data)
        return network.parameter_layout_dict


def _transfer_tensor_to_tuple(inputs: Any) -> Any:
    """A Tensor in a tuple; anything else as it is."""
    return (inputs,) if isinstance(inputs, Tensor) else inputs


class _StepSync(Callback):
    """Wait at the end of each step until everything is computed."""

    @staticmethod
    def step_end(run_context: Any) -> None:
        _pynative_executor.sync()
