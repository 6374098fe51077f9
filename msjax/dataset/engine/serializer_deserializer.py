"""Pipelines in files of JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, overload

from msjax import log
from msjax.dataset.engine._dataset import Dataset
from msjax.dataset.engine._description import rebuild

__all__ = ["compare", "deserialize", "serialize", "show"]


def serialize(dataset: Dataset, json_filepath: str = "") -> dict[str, Any]:
    """A pipeline as a dict of plain values, and in a file of JSON.

    Functions of the program and what GeneratorDataset and NumpySlicesDataset read are named only:
    such a pipeline cannot be rebuilt.

    Args:
        dataset: the pipeline.
        json_filepath: path of the file. Default: ``""``, none.

    Returns:
        dict, as MindSpore writes it.

    Raises:
        RuntimeError: the file cannot be written.

    Examples:
        >>> import msjax.dataset as ds
        >>> data = ds.FakeImageDataset(4, (2, 2, 3)).batch(2)
        >>> found = ds.serialize(data)
        >>> found["op_type"], found["batch_size"]
        ('Batch', 2)
        >>> ds.compare(ds.deserialize(found), data)
        True
    """
    return dataset.to_json(json_filepath)


@overload
def deserialize(input_dict: Mapping[str, Any], json_filepath: str | None = None) -> Dataset: ...
@overload
def deserialize(input_dict: Mapping[str, Any] | None, json_filepath: str) -> Dataset: ...
@overload
def deserialize(input_dict: None = None, *, json_filepath: str) -> Dataset: ...
@overload
def deserialize(input_dict: None = None, json_filepath: None = None) -> None: ...
def deserialize(
    input_dict: Mapping[str, Any] | None = None, json_filepath: str | None = None
) -> Dataset | None:
    """The pipeline that `serialize` has written.

    Args:
        input_dict: what it gave. Default: ``None``.
        json_filepath: the file that it wrote, which goes first. Default: ``None``.

    Returns:
        Dataset, or None without an argument.

    Raises:
        RuntimeError: the file cannot be read, or tells too little to rebuild the pipeline.

    Examples:
        >>> import msjax.dataset as ds
        >>> found = ds.FakeImageDataset(4, (2, 2, 3)).repeat(2).to_json()
        >>> ds.deserialize(found).get_dataset_size()
        8
    """
    if json_filepath:
        try:
            with open(json_filepath, encoding="utf-8") as stream:
                input_dict = json.load(stream)
        except (OSError, ValueError) as error:
            raise RuntimeError(f"Invalid file, {json_filepath} cannot be read: {error}") from error
    return rebuild(input_dict) if input_dict else None


def show(dataset: Dataset, indentation: int | None = 2) -> None:
    """Log a pipeline as JSON, on level INFO.

    Args:
        dataset: the pipeline.
        indentation: spaces of indentation; None puts all on one line. Default: ``2``.

    Examples:
        >>> import msjax.dataset as ds
        >>> ds.show(ds.FakeImageDataset(4))
    """
    log.info(json.dumps(dataset.to_json(), indent=indentation))


def compare(pipeline1: Dataset, pipeline2: Dataset) -> bool:
    """Whether two pipelines are described alike.

    Args:
        pipeline1: a pipeline.
        pipeline2: another one.

    Returns:
        bool.

    Examples:
        >>> import msjax.dataset as ds
        >>> ds.compare(ds.FakeImageDataset(4), ds.FakeImageDataset(4).skip(1))
        False
    """
    return pipeline1.to_json() == pipeline2.to_json()
