"""SummaryRecord: a file of values by step."""

from __future__ import annotations

import atexit
import os
import platform
import stat
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jax
import numpy as np

from msjax import _checkparam as validator
from msjax import log as logger
from msjax._core.runtime.context import get_context
from msjax._core.tensor.tensor import Tensor
from msjax.communication import get_group_size, get_rank
from msjax.kernels.graph.summary import take_summaries
from msjax.nn.cell import Cell
from msjax.train import _records
from msjax.train._utils import _make_directory, check_value_type
from msjax.train.summary import _event
from msjax.train.summary._graph import graph

__all__ = ["SummaryRecord"]

_VALUES = ("tensor", "scalar", "image", "histogram")
_OTHERS = (
    "train_lineage",
    "eval_lineage",
    "dataset_graph",
    "custom_lineage_data",
    "graph",
    "landscape",
)


def process_export_options(export_options: Any) -> dict | None:
    """Check the argument `export_options`."""
    check_value_type("export_options", export_options, (dict, type(None)))
    for option, format in (export_options or {}).items():
        check_value_type("export_option", option, (str,))
        check_value_type("export_format", format, (str, type(None)))
        if option != "tensor_format":
            raise ValueError(
                f'For "SummaryRecord", the keys {{{option!r}}} of "export_options" are '
                "unsupported, expect the follow keys: ['tensor_format']"
            )
        if format not in ("npy", None):
            raise ValueError(
                f'For "SummaryRecord", the export_format {{{format!r}}} of "export_options" are '
                f"unsupported for {option}, expect the follow values: ['npy', None]"
            )
    return export_options


def _get_summary_tensor_data() -> dict[str, Tensor]:
    """The newest value of each summary operation, by "name[:Tensor]"; forgets them."""
    jax.effects_barrier()
    return {
        f"{name}[:{operation.removesuffix('Summary')}]": Tensor(content)
        for (operation, name), content in take_summaries().items()
    }


def _contents(kind: str, value: Tensor) -> np.ndarray:
    array = np.array(value.asnumpy())
    if kind == "scalar" and array.size != 1:
        raise ValueError(
            'For "SummaryRecord", the v rank must be less than or equal to 1, '
            f"but got {len(array)}."
        )
    if kind == "image" and (array.ndim != 4 or array.shape[1] not in (1, 3) or not array.size):
        raise ValueError('For "SummaryRecord", the tensor seems not to hold a valid image.')
    if kind in ("tensor", "histogram") and array.ndim == 0:
        raise ValueError('For "SummaryRecord", the value should not be empty.')
    return array


class SummaryRecord:
    """Writes values to a file that MindInsight shows, and scalars, histograms and images to one
    beside it that TensorBoard shows; one record at a time can be open.

    The values come from `add_value` and from the operations ScalarSummary, TensorSummary,
    ImageSummary and HistogramSummary.

    Args:
        log_dir: the directory of the file.
        file_prefix: first part of the file's name.
        file_suffix: last part of the file's name.
        num_process: kept for compatibility.
        network: MindSpore would write its graph; msjax warns, and has `add_graph`.
        max_file_size: int, the greatest number of bytes; None for no limit.
        raise_exception: whether an error while writing is raised, not only logged.
        export_options: `{"tensor_format": "npy"}` to write Tensors to files of their own too.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a part of the name, or an option, is not allowed.
        RuntimeError: another SummaryRecord is open.

    Examples:
        >>> import msjax as ms
        >>> with ms.SummaryRecord(log_dir="summary") as record:
        ...     record.add_value("scalar", "loss", ms.Tensor(0.5))
        ...     record.record(step=1)
        True
    """

    count = 0

    def __init__(
        self,
        log_dir: str,
        file_prefix: str = "events",
        file_suffix: str = "_MS",
        num_process: int = 32,
        network: Cell | None = None,
        max_file_size: int | None = None,
        raise_exception: bool = False,
        export_options: dict | None = None,
    ):
        if SummaryRecord.count > 0:
            raise RuntimeError(
                "For 'SummaryRecord', only one instance is supported in a training process, you "
                "are trying to create a new one when the existing instance number is "
                f"{SummaryRecord.count}. Please check your scripts."
            )
        folder = _make_directory(log_dir, "log_dir")
        if not isinstance(max_file_size, (int, type(None))):
            raise TypeError(
                "For 'SummaryRecord', the 'max_file_size' should be int type, "
                f"but got type {type(max_file_size)}"
            )
        for part in (file_prefix, file_suffix):
            if not isinstance(part, str):
                raise TypeError(
                    "For 'SummaryRecord', `file_prefix` and `file_suffix`  should be str, "
                    f"but got type {type(part)}"
                )
            validator.check_str_by_regular(part)
        validator.check_value_type("raise_exception", raise_exception, bool)
        if network is not None:
            logger.warning(
                "SummaryRecord does not write MindSpore's graphs; add_graph writes TensorBoard's."
            )
        rank = get_rank() if get_group_size() > 1 else get_context("device_id")

        def paths(seconds: int) -> list[str]:
            """The files of MindSpore's, for TensorBoard (it goes by this name), of lineages."""
            place = f"{seconds}.{rank}.{platform.node()}"
            ours = os.path.join(folder, f"{file_prefix}.out.events.summary.{place}")
            board = os.path.join(folder, f"events.out.tfevents.{place}.{os.getpid()}")
            return [ours + file_suffix, board, ours + "_lineage"]

        seconds = int(time.time())
        while any(map(os.path.exists, paths(seconds))):  # of a record made in the same second
            seconds += 1
        self._path, self._board_path, self._lineage_path = paths(seconds)
        self._export = (process_export_options(export_options) or {}).get("tensor_format")
        self._export_folder = os.path.join(folder, f"export_{seconds}", "tensor")
        self._left = max_file_size if max_file_size is None or max_file_size >= 0 else None
        self.raise_exception = raise_exception
        self._mode = "train"
        self._pool: dict[str, dict[str, np.ndarray]] = defaultdict(dict)
        self._file: Any = None
        self._board: Any = None
        self._lineage: Any = None
        self._closed = False
        take_summaries()
        SummaryRecord.count += 1
        atexit.register(self.close)

    def __enter__(self) -> SummaryRecord:
        if self._closed:
            raise ValueError(
                'For "SummaryRecord", SummaryRecord has been closed, please check if close() '
                "method is called"
            )
        return self

    def __exit__(self, *err: Any) -> None:
        self.close()

    @property
    def log_dir(self) -> str:
        """The path of the file."""
        return self._path

    def set_mode(self, mode: str) -> None:
        """Whether `record` also takes the values of operations ("train") or not ("eval").

        Raises:
            ValueError: another mode.
        """
        if mode not in ("train", "eval"):
            raise ValueError(
                f'For "SummaryRecord.set_mode", {mode!r} is not a recognized mode, expect the '
                'parameter "mode" is "train" or "eval"'
            )
        self._mode = mode

    def add_value(self, plugin: str, name: str, value: Tensor) -> None:
        """Keep a value for the next `record`.

        Args:
            plugin: "scalar" (one element), "tensor", "histogram" (rank 1 or more) or "image" (NCHW
                with 1 or 3 channels).
            name: its name.
            value: Tensor.

        Raises:
            TypeError: `value` is not a Tensor.
            ValueError: `plugin` or `name` is not allowed, or `value` does not fit.
            NotImplementedError: lineages, graphs and landscapes.
        """
        if plugin in _OTHERS:
            raise NotImplementedError(
                f"SummaryRecord.add_value({plugin!r}, ...) is not supported by msjax; write it to "
                "a file of your own."
            )
        if plugin not in _VALUES:
            raise ValueError(
                f'For "SummaryRecord.add_value", no such "plugin" of {plugin!r} , expect value is '
                f"one of [{', '.join(_VALUES + _OTHERS)}]"
            )
        if not name or not isinstance(name, str):
            raise ValueError(
                f'For "SummaryRecord", the parameter "name" type should be str, '
                f"but got {type(name)}."
            )
        if not isinstance(value, Tensor):
            raise TypeError(
                'For "SummaryRecord", the parameter "value" expect to be Tensor, '
                f"but got {type(value).__name__}"
            )
        contents = _contents(plugin, value)
        if name in self._pool[plugin]:
            logger.warning(
                f"For \"SummaryRecord.add_value\", '{name}/{plugin}' has duplicate values. Only "
                "the newest one will be recorded."
            )
        self._pool[plugin][name] = contents

    def record(
        self,
        step: int,
        train_network: Cell | None = None,
        plugin_filter: Callable[[str], bool] | None = None,
    ) -> bool:
        """Write the values of a step.

        Args:
            step: int, the number of the step.
            train_network: kept for compatibility.
            plugin_filter: tells by kind ("scalar", ...) which values are written.

        Returns:
            bool, False if the file is closed.

        Raises:
            TypeError: an argument has a wrong type.
        """
        validator.check_value_type("step", step, int)
        validator.check_value_type("train_network", train_network, [Cell, type(None)])
        if self._closed:
            logger.error(
                "For 'SummaryRecord', The record writer is closed, please check if close() method "
                "is called"
            )
            return False
        if self._mode == "train":
            jax.effects_barrier()  # compiled code hands its values over when it has run
            for (operation, name), content in take_summaries().items():
                self.add_value(operation.removesuffix("Summary").lower(), name, Tensor(content))
        pool, self._pool = self._pool, defaultdict(dict)
        values = [
            (kind, name, contents)
            for kind, named in pool.items()
            if plugin_filter is None or plugin_filter(kind)
            for name, contents in named.items()
        ]
        if values:
            try:
                self._write(step, values)
            except (OSError, TypeError) as e:
                logger.error(str(e))
                if self.raise_exception:
                    raise
        return True

    def _write(self, step: int, values: list[tuple[str, str, np.ndarray]]) -> None:
        if self._export == "npy":
            folder = Path(_make_directory(self._export_folder))
            for kind, name, contents in values:
                if kind == "tensor":
                    np.save(folder / f"{quote(name, safe='')}_{step}.npy", contents)
        data = _records.framed(_event.summary_event(step, values))
        if self._file is None:
            self._file = open(self._path, "xb", opener=_private)
            data = _records.framed(_event.version_event()) + data
        if self._left is not None:
            if self._left < len(data):
                logger.warning(
                    f"'max_file_size' reached: There are {self._left} bytes remaining, but the "
                    f"'{self._path}' requires to write {len(data)} bytes."
                )
                self._left = 0
                return
            self._left -= len(data)
        self._file.write(data)
        self._write_for_tensorboard(_event.tensorboard_event(step, values))

    def _write_lineage(self, event: bytes) -> None:
        if self._lineage is None:
            self._lineage = open(self._lineage_path, "xb", opener=_private)
        self._lineage.write(_records.framed(event))

    def add_graph(self, network: Cell, inputs: Sequence[Tensor]) -> None:
        """Write the graph of a network for TensorBoard; msjax's own.

        Args:
            network: Cell, which is traced for these inputs and not run.
            inputs: Tensors.
        """
        self._write_for_tensorboard(_event.tensorboard_graph_event(graph(network, inputs)))

    def _write_for_tensorboard(self, event: bytes) -> None:
        if self._board is None:
            self._board = open(self._board_path, "xb", opener=_private)
            self._board.write(_records.framed(_event.tensorboard_version_event()))
        self._board.write(_records.framed(event))

    def flush(self) -> None:
        """Let the file have all that was recorded."""
        if self._closed:
            logger.error(
                "For 'SummaryRecord', the record writer is closed and can not flush, please check "
                "if close() method is called"
            )
        for file in (self._file, self._board, self._lineage):
            if file is not None and not file.closed:
                file.flush()

    def close(self) -> None:
        """Write what is left and close the file."""
        if self._closed:
            return
        self._closed = True
        SummaryRecord.count -= 1
        atexit.unregister(self.close)
        for file in (self._file, self._board, self._lineage):
            if file is not None:
                file.close()
                os.chmod(file.name, stat.S_IRUSR)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
