"""Where a model comes from: MindSpore's messages about trainings and evaluations."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from typing import Any

import numpy as np

from msjax._core.tensor.parameter import Parameter
from msjax.train._protobuf import bytes_field, double_field, float_field, int_field
from msjax.train.callback._callback import _handle_loss

_TRAIN, _EVALUATION, _CUSTOM = 6, 7, 10  # fields of an event
_KINDS = {str: 4, int: 3, float: 5}  # the maps of a UserDefinedInfo


def train_event(params: Any, optimizer: Any, checkpoint: str) -> bytes:
    """The event about a training that is over.

    Args:
        params: the state of the run.
        optimizer: the optimizer, or None.
        checkpoint: the newest file with its Parameters, or "".
    """
    rate = getattr(optimizer, "learning_rate", None)
    loss = _handle_loss(params.get("net_outputs"))
    loss = None if not isinstance(loss, (int, float)) else float(loss)
    loss_fn = params.get("loss_fn")
    batch = _batch_size(params.train_dataset)
    hyper = [
        _text(1, None if optimizer is None else type(optimizer).__name__),
        float_field(2, np.atleast_1d(rate.asnumpy())[0]) if isinstance(rate, Parameter) else b"",
        _text(3, None if loss_fn is None else type(loss_fn).__name__),
        int_field(4, params.epoch_num),
        _text(5, params.get("parallel_mode")),
        int_field(6, params.get("device_number", 1)),
        b"" if batch is None else int_field(8, batch),
    ]
    algorithm = [
        _text(1, type(params.network).__name__),
        b"" if loss is None else float_field(2, loss),
    ]
    size = os.path.getsize(checkpoint) if os.path.isfile(checkpoint) else 0
    model = [_text(3, json.dumps({"ckpt": checkpoint or None})), int_field(4, size)]
    parts = (hyper, _dataset(params.train_dataset), algorithm, model)
    content = b"".join(bytes_field(i + 1, b"".join(part)) for i, part in enumerate(parts))
    return _event(_TRAIN, content)


def evaluation_event(params: Any) -> bytes:
    """The event about an evaluation that is over."""
    metrics = {name: _plain(value) for name, value in (params.get("metrics") or {}).items()}
    dataset = bytes_field(3, b"".join(_dataset(params.valid_dataset)))
    return _event(_EVALUATION, bytes_field(2, json.dumps(metrics).encode()) + dataset)


def custom_event(values: dict[str, Any]) -> bytes:
    """The event with what the user says."""
    infos = b""
    for name, value in values.items():
        kind = next(kind for kind in _KINDS if isinstance(value, kind))
        encoded = {
            str: lambda v: bytes_field(2, v.encode()),
            int: lambda v: int_field(2, v),
            float: lambda v: double_field(2, v),
        }[kind](value)
        entry = bytes_field(1, name.encode()) + encoded
        infos += bytes_field(1, bytes_field(_KINDS[kind], entry))
    return _event(_CUSTOM, infos)


def _event(number: int, content: bytes) -> bytes:
    return double_field(1, time.time()) + bytes_field(number, content)


def _text(number: int, text: str | None) -> bytes:
    return b"" if text is None else bytes_field(number, text.encode())


def _batch_size(dataset: Any) -> int | None:
    """How many rows an element has; None of what is not a Dataset and does not tell."""
    return dataset.get_batch_size() if hasattr(dataset, "get_batch_size") else None


def _dataset(dataset: Any) -> list[bytes]:
    batch = _batch_size(dataset)
    size = b"" if batch is None else int_field(2, dataset.get_dataset_size() * batch)
    return [_text(1, _folder([dataset])), size]


def _folder(nodes: Iterable[Any]) -> str | None:
    """The folder of the first source that has files."""
    for node in nodes:
        path = getattr(node, "dataset_dir", None) or getattr(node, "dataset_files", None)
        path = path[0] if isinstance(path, list) and path else path
        if isinstance(path, str):
            return os.path.dirname(path) if os.path.isfile(path) else path
        if (found := _folder(getattr(node, "children", ()))) is not None:
            return found
    return None


def _plain(value: Any) -> Any:
    return np.asarray(value).tolist() if not isinstance(value, (str, int, float)) else value
