"""The datasets that are operations on others, and the bases of all."""

from msjax.dataset.config import (
    ErrorSamplesMode,
    get_callback_timeout,
    get_debug_mode,
    get_enable_watchdog,
    get_error_samples_mode,
    get_multiprocessing_start_method,
    get_multiprocessing_timeout_interval,
    get_num_parallel_workers,
    get_seed,
    get_video_backend,
    set_seed,
    set_video_backend,
)
from msjax.dataset.engine._batching import (
    BatchDataset,
    BatchInfo,
    BucketBatchByLengthDataset,
    PaddedBatchDataset,
)
from msjax.dataset.engine._dataset import (
    AudioBaseDataset,
    Dataset,
    TextBaseDataset,
    UnionBaseDataset,
    VisionBaseDataset,
)
from msjax.dataset.engine._mapping import MapDataset
from msjax.dataset.engine._operations import (
    ConcatDataset,
    FilterDataset,
    ProjectDataset,
    RenameDataset,
    RepeatDataset,
    ShuffleDataset,
    SkipDataset,
    SyncWaitDataset,
    TakeDataset,
    ZipDataset,
)
from msjax.dataset.engine._sources import MappableDataset, Schema, SourceDataset
from msjax.dataset.engine._transfer import TransferDataset
from msjax.dataset.engine.samplers import Shuffle

__all__ = [
    "AudioBaseDataset",
    "BatchDataset",
    "BatchInfo",
    "BucketBatchByLengthDataset",
    "ConcatDataset",
    "Dataset",
    "ErrorSamplesMode",
    "FilterDataset",
    "MapDataset",
    "MappableDataset",
    "PaddedBatchDataset",
    "ProjectDataset",
    "RenameDataset",
    "RepeatDataset",
    "Schema",
    "Shuffle",
    "ShuffleDataset",
    "SkipDataset",
    "SourceDataset",
    "SyncWaitDataset",
    "TakeDataset",
    "TextBaseDataset",
    "TransferDataset",
    "UnionBaseDataset",
    "VisionBaseDataset",
    "ZipDataset",
    "get_callback_timeout",
    "get_debug_mode",
    "get_enable_watchdog",
    "get_error_samples_mode",
    "get_multiprocessing_start_method",
    "get_multiprocessing_timeout_interval",
    "get_num_parallel_workers",
    "get_seed",
    "get_video_backend",
    "set_seed",
    "set_video_backend",
    "zip",
]


def zip(datasets: tuple[Dataset, ...]) -> Dataset:
    """Join the columns of datasets side by side; the shortest ends it.

    Args:
        datasets: a tuple of two datasets or more, with different columns.

    Returns:
        Dataset with the columns of all.

    Raises:
        TypeError: `datasets` is not a tuple of datasets.
        ValueError: there are less than two.
        RuntimeError: asked for its columns, two datasets have one of the same name.

    Examples:
        >>> import msjax.dataset as ds
        >>> a = ds.NumpySlicesDataset({"a": [1, 2]}, shuffle=False)
        >>> b = ds.NumpySlicesDataset({"b": [3, 4]}, shuffle=False)
        >>> [[int(v) for v in row] for row in ds.zip((a, b))]
        [[1, 3], [2, 4]]
    """
    return ZipDataset(datasets)
