"""Collecting values of a training in a summary file."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from msjax._core.tensor.tensor import Tensor
from msjax.log import warning
from msjax.nn.optim import Optimizer
from msjax.train._utils import _make_directory, check_value_type
from msjax.train.callback._callback import Callback, RunContext
from msjax.train.callback._checkpoint import ModelCheckpoint
from msjax.train.summary import _lineage
from msjax.train.summary.summary_record import (
    SummaryRecord,
    process_export_options,
)

_COLLECTED = {
    "collect_metric": True,
    "collect_graph": True,
    "collect_train_lineage": True,
    "collect_eval_lineage": True,
    "collect_input_data": True,
    "histogram_regular": None,
}
_NOT_COLLECTED = ("collect_dataset_graph", "collect_landscape")
_TENSOR_STEPS = 20
_HISTOGRAMS = 5


class SummaryCollector(Callback):
    """Writes the loss, histograms of Parameters, input images and the values of summary operations
    to a file that MindInsight shows, and with the network's graph to one that TensorBoard shows.

    Args:
        summary_dir: the directory of the file.
        collect_freq: int, the number of steps (epochs, when the network takes its data by itself)
            from one record to the next.
        num_process: kept for compatibility.
        collect_specified_data: dict of what to collect: "collect_metric", "collect_input_data" and
            "collect_graph" (bool; the graph is for TensorBoard), "histogram_regular" (pattern of
            Parameter names; None for the first five), "collect_train_lineage" and
            "collect_eval_lineage" (bool; what was trained and how, in a file of its own). Graphs of
            datasets and landscapes are not collected: asking for them gives a warning.
        keep_default_action: also collect what `collect_specified_data` does not name.
        custom_lineage_data: dict from names to numbers and texts, written with the lineages.
        collect_tensor_freq: int, the number of steps from one record of Tensors to the next; None
            to have at most 20.
        max_file_size: int, the greatest number of bytes; None for no limit.
        export_options: `{"tensor_format": "npy"}` to write Tensors to files of their own too.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a number is not above 0, or a name or pattern is not allowed.

    Examples:
        >>> import msjax as ms
        >>> callback = ms.SummaryCollector("summary", collect_freq=100)
    """

    _DEFAULT_SPECIFIED_DATA = _COLLECTED

    def __init__(
        self,
        summary_dir: str,
        collect_freq: int = 10,
        num_process: int = 32,
        collect_specified_data: dict | None = None,
        keep_default_action: bool = True,
        custom_lineage_data: dict | None = None,
        collect_tensor_freq: int | None = None,
        max_file_size: int | None = None,
        export_options: dict | None = None,
    ):
        super().__init__()
        self._summary_dir = _make_directory(summary_dir, "summary_dir")
        _check_positive("collect_freq", collect_freq)
        for name, value in (
            ("collect_tensor_freq", collect_tensor_freq),
            ("max_file_size", max_file_size),
        ):
            if value is not None:
                _check_positive(name, value)
        self._collect_freq, self._collect_tensor_freq = collect_freq, collect_tensor_freq
        self._max_file_size = max_file_size
        self._export_options = process_export_options(export_options)
        check_value_type("keep_default_action", keep_default_action, (bool,))
        given = _checked_data(collect_specified_data)
        defaults = self._DEFAULT_SPECIFIED_DATA if keep_default_action else {}
        self._collect_specified_data = {**defaults, **given}
        check_value_type("custom_lineage_data", custom_lineage_data, (dict, type(None)))
        for key, value in (custom_lineage_data or {}).items():
            check_value_type(f"custom_lineage_data -> {key}", key, (str,))
            check_value_type(f"the value of custom_lineage_data -> {key}", value, (int, str, float))
        refused = [name for name in _NOT_COLLECTED if given.get(name)]
        if refused:
            warning("SummaryCollector does not collect %s in msjax.", ", ".join(refused))
        self._custom_lineage_data = dict(custom_lineage_data or {})
        self._record: Any = None
        self._tensor_steps: Any = ()
        self._begin_run()

    def _begin_run(self) -> None:
        """Forget what belongs to the run before."""
        self._first_step = self._dataset_sink_mode = True
        self._is_parse_loss_success = True
        self._temp_optimizer: Any = None  # the one that was found, or "Failed"

    def __enter__(self) -> SummaryCollector:
        self._record = SummaryRecord(
            self._summary_dir,
            max_file_size=self._max_file_size,
            export_options=self._export_options,
        )
        self._begin_run()
        return self

    def __exit__(self, *err: Any) -> None:
        self._record.close()

    def begin(self, run_context: RunContext) -> None:
        """Check the run."""
        params = run_context.original_args()
        self._check_callbacks(params)
        self._record.set_mode(params.mode)
        self._dataset_sink_mode = params.dataset_sink_mode
        if self._custom_lineage_data:
            self._record._write_lineage(_lineage.custom_event(self._custom_lineage_data))

    @staticmethod
    def _check_callbacks(params: Any) -> None:
        if sum(isinstance(callback, SummaryCollector) for callback in params.list_callback) > 1:
            raise ValueError(
                "There are more than one SummaryCollector instance in callback list,but expected "
                "only one SummaryCollector instance."
            )

    def step_end(self, run_context: RunContext) -> None:
        """Record the step if it is time."""
        if not self._dataset_sink_mode:
            self._collect(run_context.original_args())

    def epoch_end(self, run_context: RunContext) -> None:
        """Record the last step again if it is time, and let the file have everything."""
        self._collect(run_context.original_args())
        self._record.flush()

    def end(self, run_context: RunContext) -> None:
        """Write what was trained or evaluated, and how."""
        params = run_context.original_args()
        trained = params.mode == "train"
        if not self._collect_specified_data.get(
            f"collect_{'train' if trained else 'eval'}_lineage"
        ):
            return
        if trained:
            saving = [c for c in params.list_callback if isinstance(c, ModelCheckpoint)]
            newest = saving[-1].latest_ckpt_file_name if saving else ""
            event = _lineage.train_event(params, self._get_optimizer(params), newest)
        else:
            event = _lineage.evaluation_event(params)
        self._record._write_lineage(event)

    def _collect(self, params: Any) -> None:
        if params.mode != "train":
            return
        if self._first_step:
            self._first_step = False
            self._tensor_steps = self._range(params)
            self._collect_graph(params)
            self._record_step(params, None)
            self._record.flush()
            return
        now = params.cur_epoch_num if self._dataset_sink_mode else params.cur_step_num
        due, tensors = now % self._collect_freq == 0, now in self._tensor_steps
        if due or tensors:
            self._record_step(params, lambda kind: tensors if kind == "tensor" else due)

    def _range(self, params: Any) -> range:
        """The steps at which Tensors are recorded."""
        total = params.epoch_num * (1 if self._dataset_sink_mode else params.batch_num)
        if self._collect_tensor_freq is not None:
            return range(0, total + 1, self._collect_tensor_freq)
        steps = range(0, total + 1, self._collect_freq)
        if len(steps) <= _TENSOR_STEPS:
            return steps
        distance = total // (_TENSOR_STEPS - 1)
        if distance > 1:
            return range(0, total + 1, distance)[:_TENSOR_STEPS]
        return range(0, total + 1)[: _TENSOR_STEPS + 1]

    def _record_step(self, params: Any, wanted: Callable[[str], bool] | None) -> None:
        if wanted is None or wanted("image"):
            self._collect_input_data(params)
            self._collect_metric(params)
            self._collect_histogram(params)
        self._record.record(params.cur_step_num, plugin_filter=wanted)

    def _collect_graph(self, params: Any) -> None:
        element = params.get("train_dataset_element")
        if not self._collect_specified_data.get("collect_graph") or not element:
            return
        inputs = element[:1] if params.get("loss_fn") is not None else element
        try:
            self._record.add_graph(params.network, inputs)
        except Exception as error:  # values looked at, or a network that takes other inputs
            warning("The graph of the network is not collected: %s", error)

    def _collect_input_data(self, params: Any) -> None:
        if not self._collect_specified_data.get("collect_input_data"):
            return
        element = params.get("train_dataset_element")
        image = element[0] if isinstance(element, (tuple, list)) and element else element
        try:
            self._record.add_value("image", "input_data/auto", image)
        except (TypeError, ValueError):
            warning("The input data of network are not image, so they are not collected.")
            self._collect_specified_data["collect_input_data"] = False

    def _collect_metric(self, params: Any) -> None:
        wanted = self._collect_specified_data.get("collect_metric")
        if not wanted or not self._is_parse_loss_success:
            return
        loss = self._get_loss(params)
        if loss is not None:
            self._record.add_value("scalar", "loss/auto", loss)

    def _get_loss(self, params: Any) -> Tensor | None:
        """The mean of the loss of a step; None, from then on, where the output is none.

        Subclasses of programs call it, or have their own.
        """
        if not self._is_parse_loss_success:
            return None
        output = params.net_outputs
        loss = output[0] if isinstance(output, (tuple, list)) and output else output
        if not isinstance(loss, (int, float, Tensor, np.ndarray)):
            warning("The output of the network is not a loss, so it is not collected.")
            self._is_parse_loss_success = False
            return None
        if not isinstance(loss, (Tensor, np.ndarray)):
            loss = Tensor(loss)
        return Tensor(np.mean(loss.asnumpy() if isinstance(loss, Tensor) else loss))

    def _collect_histogram(self, params: Any) -> None:
        if "histogram_regular" not in self._collect_specified_data:
            return
        optimizer = self._get_optimizer(params)
        if optimizer is None:
            return
        pattern, parameters = (
            self._collect_specified_data["histogram_regular"],
            list(optimizer.parameters),
        )
        if pattern is None:
            parameters = parameters[:_HISTOGRAMS]
        for parameter in parameters:
            # a single number has no histogram
            if parameter.ndim and (pattern is None or re.match(pattern, parameter.name)):
                self._record.add_value("histogram", f"{parameter.name}/auto", parameter)

    def _get_optimizer(self, params: Any) -> Optimizer | None:
        """The optimizer of the run; None, with one warning, if there is none."""
        if self._temp_optimizer == "Failed":
            return None
        if self._temp_optimizer is None:
            found = params.optimizer
            if found is None:
                network = params.train_network if params.mode == "train" else params.eval_network
                cells = (cell for _, cell in network.cells_and_names())
                found = next((cell for cell in cells if isinstance(cell, Optimizer)), None)
            if found is None:
                warning("There is no optimizer in the network, so histograms are not collected.")
                self._temp_optimizer = "Failed"
                return None
            self._temp_optimizer = found
        return self._temp_optimizer


def _check_positive(name: str, value: Any) -> None:
    check_value_type(name, value, (int,))
    if value <= 0:
        raise ValueError(
            f'For "SummaryCollector", the value of `{name}` should be greater than 0, '
            f"but got `{value}`."
        )


def _checked_data(data: Any) -> dict:
    check_value_type("collect_specified_data", data, (dict, type(None)))
    data = data or {}
    known = [*_COLLECTED, *_NOT_COLLECTED]
    for name in data:
        check_value_type(str(name), name, (str,))
    if unknown := set(data) - set(known):
        raise ValueError(
            f'For "SummaryCollector", the keys {unknown} of `collect_specified_data` are '
            f"unsupported, expect the follow keys: {known}"
        )
    for name, value in data.items():
        kinds = {"histogram_regular": (str, type(None)), "collect_landscape": (dict, type(None))}
        check_value_type(name, value, kinds.get(name, (bool,)))
    pattern = data.get("histogram_regular")
    if pattern is not None:
        try:
            re.compile(pattern)
        except re.error as e:
            raise ValueError(
                "For `collect_specified_data`, the value of `histogram_regular` is not a valid "
                f"regular expression. Detail: {e}."
            ) from e
    return data
