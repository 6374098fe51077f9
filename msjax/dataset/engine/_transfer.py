"""Datasets that are sent to the operations that take their elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from msjax._core.runtime import context
from msjax._core.runtime.feed import Feed
from msjax.dataset import _checks as checks
from msjax.dataset.engine._dataset import Dataset


class TransferDataset(Dataset):
    """A dataset whose elements `GetNext` takes by the name of its queue.

    `Dataset.device_que` makes it.

    Args:
        input_dataset: the dataset.
        send_epoch_end: accepted; elements go on with the next epoch. Default: ``True``.
        create_data_info_queue: whether `get_data_info` may be asked. Default: ``False``.
        queue_name: the name. Default: ``""``, a new one.

    Raises:
        TypeError: an argument has a wrong type.
        RuntimeError: it is iterated over.
    """

    def __init__(
        self,
        input_dataset: Dataset,
        send_epoch_end: bool = True,
        create_data_info_queue: bool = False,
        queue_name: str = "",
    ):
        checks.check_bool(send_epoch_end, "send_epoch_end")
        checks.check_bool(create_data_info_queue, "create_data_info_queue")
        checks.check_type(queue_name, str, "queue_name")
        super().__init__(input_dataset)
        self._feed = Feed(input_dataset, queue_name)
        self._sent = False
        self._tells = create_data_info_queue
        self.queue_name = self._feed.queue_name
        self.device_type = context.get_context("device_target")
        self.device_id = context.get_context("device_id")
        self.column_name = input_dataset.get_col_names()

    def create_dict_iterator(
        self, num_epochs: int = -1, output_numpy: bool = False, do_copy: bool = False
    ) -> NoReturn:
        raise RuntimeError("TransferDataset is not iterable.")

    def create_tuple_iterator(
        self,
        columns: Sequence[str] | None = None,
        num_epochs: int = -1,
        output_numpy: bool = False,
        do_copy: bool = False,
    ) -> NoReturn:
        raise RuntimeError("TransferDataset is not iterable.")

    def __iter__(self) -> NoReturn:
        raise RuntimeError("TransferDataset is not iterable.")

    def output_shapes(self, estimate: bool = False) -> NoReturn:
        raise RuntimeError("TransferDataset does not support obtaining output_shapes.")

    def output_types(self) -> NoReturn:
        raise RuntimeError("TransferDataset does not support obtaining output_types.")

    def send(self, num_epochs: int = -1) -> None:
        """Begin to give elements; they go on as long as they are taken.

        Args:
            num_epochs: epochs to prepare for. Default: ``-1``, any number.

        Raises:
            TypeError: `num_epochs` is not an int.
            ValueError: `num_epochs` is below -1.
        """
        checks.check_int(num_epochs, -1, checks.INT32_MAX, "num_epochs")
        self._feed.close()
        self._sent = True

    def stop_send(self) -> None:
        """The epoch is over; the next elements are those of the next one."""

    def continue_send(self) -> None:
        """The next epoch begins."""

    def get_data_info(self) -> tuple[list, list]:
        """The types and shapes of the columns.

        Raises:
            RuntimeError: nothing is sent, or `create_data_info_queue` is False.
        """
        if not self._sent or not self._tells:
            raise RuntimeError("Calling get_data_info with bad state.")
        return self.children[0].output_types(), self.children[0].output_shapes()

    def get_mbuf_queue_size(self) -> int:
        """How many elements wait: elements are made when they are taken.

        Raises:
            RuntimeError: nothing is sent.
        """
        if not self._sent:
            raise RuntimeError("Device queue is not init, call get_mbuf_queue_size failed.")
        return 0

    def get_send_info(self) -> list:
        """Of each epoch its number, its elements, the seconds for the first and for all.

        Raises:
            RuntimeError: nothing is sent.
        """
        if not self._sent:
            raise RuntimeError(
                "Calling get_send_info with bad state, data queue is not initialized."
            )
        return self._feed.send_info()

    def get_offload_model(self) -> NoReturn:
        """Not supported: operations of a pipeline run on the host."""
        raise NotImplementedError(
            "TransferDataset.get_offload_model is not supported by msjax; the operations of a "
            "pipeline run on the host."
        )

    def release(self) -> None:
        """Forget the elements that were not taken."""
        self._feed.close()
        self._sent = False


def sync_wait_for_dataset(
    rank_id: int, rank_size: int, current_epoch: int, obs_runtime: object
) -> None:
    """Wait for other processes' datasets, which hand over nothing here.

    Args:
        rank_id: the number of the process.
        rank_size: how many processes there are.
        current_epoch: the epoch.
        obs_runtime: what a dataset of object storage downloads with.

    Raises:
        NotImplementedError: always; `communication.comm_func.barrier` waits for other processes.
    """
    raise NotImplementedError(
        "sync_wait_for_dataset is not supported by msjax, whose elements are made when they are "
        "taken; communication.comm_func.barrier waits for other processes."
    )
