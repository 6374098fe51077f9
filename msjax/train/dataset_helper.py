"""Feeding a network from a dataset, step by step or in runs of steps."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msjax import _checkparam as validator
from msjax._core.runtime.context import GRAPH_MODE, get_context
from msjax._core.runtime.feed import Feed
from msjax.nn.cell import Cell
from msjax.nn.wrap._inherit import inherit
from msjax.train._batches import Batches
from msjax.train._utils import _get_types_and_shapes

if TYPE_CHECKING:
    from msjax.train.callback import RunContext

__all__ = ["DatasetHelper", "connect_network_with_dataset"]


def _feed(dataset: Any) -> Feed:
    if not hasattr(dataset, "__transfer_dataset__"):
        dataset.__transfer_dataset__ = Feed(dataset)
    return dataset.__transfer_dataset__


class _DataWrapper(Cell):
    """A network that takes its inputs from a dataset; a call is `steps` steps."""

    def __init__(self, network: Cell, feed: Feed, steps: int):
        super().__init__(auto_prefix=False, flags=network.get_flags())
        self.network = network
        self._feed, self._steps = feed, steps
        inherit(self, network)

    def __call__(self) -> Any:
        return self.construct()

    def construct(self) -> Any:
        output = None
        for _ in range(self._steps):
            output = self.network(*self._feed.next())
        return output


class _SendInfo:
    """How long the passes of a dataset took."""

    def __init__(self, passes: list, run_context: Any):
        args = run_context.original_args()
        dataset = args.get("train_dataset", None)
        dataset = args.get("valid_dataset", None) if dataset is None else dataset
        if dataset is None:
            raise RuntimeError("Could not find a proper dataset to estimate dataset size.")
        self._ratio = args["batch_num"] / dataset.get_dataset_size()
        self.info_: dict[int, dict] = {}
        for number, count, first, total in passes or [[1, 0, 0.0, 0.0]]:
            mean = (total - first) / (count - 1) * 1000 if count > 1 else total
            names = ("fetch_data_num", "fetch_data_time", "first_data_time")
            self.info_[number] = dict(zip(names, (count, mean, first), strict=True))

    def epoch(self, epoch: int) -> dict:
        """Number of elements, milliseconds per element and seconds for the first one."""
        return self.info_[math.ceil(epoch * self._ratio)]


class DatasetHelper:
    """What a training loop iterates over.

    Without sinking it gives the elements of the dataset. With it the network, once connected by
    `connect_network_with_dataset`, takes them by itself: it is called without inputs, and does
    `sink_size` steps at each call in GRAPH_MODE, one in PYNATIVE_MODE.

    Args:
        dataset: the dataset.
        dataset_sink_mode: whether the network takes its data by itself; not on CPU.
        sink_size: int above 0, the number of steps in an epoch; -1 for all of the dataset.
        epoch_num: int, the number of passes.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `sink_size` is 0 or below -1.
        RuntimeError: `dataset_sink_mode` on CPU.

    Examples:
        >>> import numpy as np
        >>> import msjax as ms
        >>> data = ms.dataset.NumpySlicesDataset(np.ones((4, 1), np.float32)).batch(2)
        >>> for (x,) in ms.DatasetHelper(data, dataset_sink_mode=False):
        ...     print(x.shape)
        (2, 1)
        (2, 1)
    """

    def __init__(
        self,
        dataset: Batches,
        dataset_sink_mode: bool = True,
        sink_size: int = -1,
        epoch_num: int = 1,
    ):
        validator.check_bool(dataset_sink_mode)
        validator.check_is_int(sink_size)
        if sink_size < -1 or sink_size == 0:
            raise ValueError(
                f"The 'sink_size' must be -1 or positive, but got sink_size {sink_size}."
            )
        if not dataset_sink_mode:
            self.iter: Any = _DatasetIterNormal(dataset, epoch_num)
            return
        if get_context("device_target") == "CPU":
            raise RuntimeError(
                "Currently dataset sink mode is not supported when the device target is CPU, "
                "please set dataset_sink_mode to False in Model.train()"
            )
        self.iter = _DatasetIterSink(dataset, sink_size)

    def __iter__(self) -> Iterator:
        return iter(self.iter)

    def types_shapes(self) -> tuple[list, list]:
        """The dtypes and shapes of the dataset's columns."""
        return self.iter.types_shapes()

    def sink_size(self) -> int:
        """The number of steps at one call of the connected network."""
        return self.iter.get_sink_size()

    def stop_send(self) -> None:
        """Stop feeding; data that was not used is dropped."""
        self.iter.stop_send()

    def release(self) -> None:
        """Free what feeding needs."""
        self.iter.release()

    def continue_send(self) -> None:
        """Go on feeding in the next epoch."""
        self.iter.continue_send()

    def get_data_info(self) -> tuple[list, list]:
        """The dtypes and shapes of the data."""
        return self.iter.get_data_info()

    def skip(self, elements: int) -> None:
        """Drop elements that a connected network would take; msjax's own."""
        for _ in range(elements):
            self.iter._feed.next()

    def get_mbuf_queue_size(self) -> int:
        """The number of elements that wait to be used."""
        return self.iter.get_mbuf_queue_size()

    def get_send_info(self, run_context: RunContext) -> _SendInfo:
        """How long the data took; `.epoch(n)` of the answer tells it for an epoch.

        Args:
            run_context: RunContext of the training.
        """
        return _SendInfo(self.iter.get_send_info(), run_context)


class _DatasetIterNormal:
    """The elements of a dataset; each iteration over it is one pass."""

    def __init__(self, dataset: Any, epoch_num: int = -1):
        self.dataset = dataset
        self.iter = dataset.create_tuple_iterator(num_epochs=epoch_num, do_copy=False)

    def __iter__(self) -> Iterator:
        return iter(self.iter)


class _DatasetIterSink:
    """Empty inputs for a network that takes its data by itself."""

    def __init__(self, dataset: Any, sink_size: int):
        self.dataset = dataset
        size = dataset.get_dataset_size()
        self._feed = _feed(dataset)
        self._size = size if sink_size == -1 else sink_size
        self._calls = 1
        loop = getattr(dataset, "__loop_size__", None)
        if loop is not None:
            if loop <= size and size % loop:
                raise ValueError(
                    f"Dataset size {size} and 'sink_size' {loop} are not matched, dataset size "
                    "should be divisible by 'sink_size'."
                )
            self._size, self._calls = loop, math.ceil(size / loop)
        self.steps = self._size
        if get_context("mode") != GRAPH_MODE:
            self._calls, self.steps = self._calls * self._size, 1

    def __iter__(self) -> Iterator:
        return iter([()] * self._calls)

    def types_shapes(self) -> tuple[list, list]:
        return _get_types_and_shapes(self.dataset)

    get_data_info = types_shapes

    def get_sink_size(self) -> int:
        return self._size

    def get_mbuf_queue_size(self) -> int:
        return 0

    def get_send_info(self) -> list:
        return self._feed.send_info()

    def continue_send(self) -> None:
        """Nothing stopped."""

    def stop_send(self) -> None:
        self._feed.close()

    release = stop_send


def connect_network_with_dataset(network: Cell, dataset_helper: DatasetHelper) -> Cell:
    """A network that takes its inputs from a dataset.

    Args:
        network: Cell.
        dataset_helper: DatasetHelper with `dataset_sink_mode`.

    Returns:
        Cell that is called without inputs.

    Raises:
        RuntimeError: the helper is not in sink mode.
        ValueError: the dataset belongs to another network.
    """
    source = dataset_helper.iter
    if isinstance(source, _DatasetIterNormal):
        raise RuntimeError(
            "The API 'connect_network_with_dataset' should be called in dataset sink mode."
        )
    dataset = source.dataset
    known = getattr(dataset, "__network_aux__", None)
    if known is None:
        known = dataset.__network_aux__ = _Connection(network)
    if known.network is not network:
        raise ValueError("The dataset has been connected to other network, please check the code.")
    if known.wrapper is None or known.wrapper._steps != source.steps:
        known.wrapper = _DataWrapper(network, source._feed, source.steps)
    known.wrapper.add_flags(sink_mode=True)
    return known.wrapper


class _Connection:
    """The network that a dataset feeds; copies of the dataset are free."""

    def __init__(self, network: Cell):
        self.network = network
        self.wrapper: _DataWrapper | None = None

    def __deepcopy__(self, memo: dict) -> None:
        return None
