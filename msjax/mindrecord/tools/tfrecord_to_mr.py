"""TFRecord files as MindRecord files."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from typing import Any

import numpy as np

from msjax.mindrecord import _tfrecord
from msjax.mindrecord.core.shardutils import SUCCESS, MSRStatus, check_filename
from msjax.mindrecord.filewriter import FileWriter
from msjax.mindrecord.tools import _conversion
from msjax.train._protobuf import DecodeError

_TYPES = {
    "string": "string",
    "bool": "int32",
    **dict.fromkeys(("int8", "int16", "int32", "uint8", "uint16"), "int32"),
    **dict.fromkeys(("int64", "uint32", "uint64"), "int64"),
    **dict.fromkeys(("float16", "float32"), "float32"),
    "float64": "float64",
}


def _cast_name(key: str) -> str:
    """A name with _ for the characters that a schema does not take."""
    special = string.punctuation.replace("_", "") + " "
    return re.sub(f"[{re.escape(special)}]", "_", key)


def _type(feature: Any) -> str:
    name = getattr(feature.dtype, "name", None) or str(np.dtype(feature.dtype))
    if name not in _TYPES:
        raise ValueError(f"Type {name} is not supported in MindRecord.")
    return name


class TFRecordToMR:
    """A TFRecord file of tf.train.Example as a MindRecord file. It is read without TensorFlow.

    Args:
        source: path of the TFRecord file.
        destination: path of the MindRecord file.
        feature_dict: for each feature an object with `shape`, [] or [length], and `dtype`, such as
            tf.io.FixedLenFeature.
        bytes_fields: features of the type string that hold bytes. Default: ``None``.

    Raises:
        ValueError: an argument is wrong.
    """

    def __init__(
        self,
        source: str,
        destination: str,
        feature_dict: dict[str, Any],
        bytes_fields: list[str] | None = None,
    ):
        for name, value in ("source", source), ("destination", destination):
            if not isinstance(value, str):
                raise ValueError(f"Parameter {name} must be string.")
            check_filename(value, name)
        if not isinstance(feature_dict, dict):
            raise ValueError("Parameter feature_dict is None or not dict.")
        if not all(
            hasattr(value, "shape") and hasattr(value, "dtype") for value in feature_dict.values()
        ):
            raise ValueError(
                f"Parameter feature_dict: {feature_dict} only support FixedLenFeature."
            )
        if bytes_fields is not None and not isinstance(bytes_fields, list):
            raise ValueError(f"Parameter bytes_fields: {bytes_fields} must be list(str).")
        for name in bytes_fields or ():
            if not isinstance(name, str):
                raise ValueError(f"Parameter bytes_fields's item: {name} is not str.")
            if name not in feature_dict:
                raise ValueError(
                    f"Parameter bytes_fields's item: {name} is not in feature_dict: {feature_dict}."
                )
            if _type(feature_dict[name]) != "string":
                raise ValueError(
                    f"Parameter bytes_field: {name} should be tf.string in feature_dict."
                )
        self.source = source
        self.destination = destination
        self.feature_dict = feature_dict
        self._bytes = set(bytes_fields or ())
        self.mindrecord_schema = {
            _cast_name(name): self._field(name, feature) for name, feature in feature_dict.items()
        }

    def _field(self, name: str, feature: Any) -> dict:
        kind = _type(feature)
        shape = list(feature.shape)
        if not shape:
            return {"type": "bytes" if name in self._bytes else _TYPES[kind]}
        if len(shape) != 1 or not isinstance(shape[0], int) or shape[0] < 1:
            raise ValueError(f"Parameter feature_dict[{name}].shape must be [] or [length].")
        if kind == "string":
            raise ValueError(
                f"Parameter feature_dict[{name}] is a list of tf.string, which is not supported."
            )
        return {"type": _TYPES[kind], "shape": shape}

    def tfrecord_iterator(self) -> Iterator[dict]:
        """The rows of the file."""
        for record in _tfrecord.records(self.source):
            try:
                found = _tfrecord.parse_example(record)
            except DecodeError as error:
                raise ValueError(f"{self.source} holds no tf.train.Example: {error}.") from error
            yield {_cast_name(name): self._value(name, found) for name in self.feature_dict}

    def _value(self, name: str, found: dict[str, _tfrecord.Feature]) -> Any:
        feature = self.feature_dict[name]
        wanted = {"string": "bytes", "int64": "int64", "float32": "float"}.get(_type(feature))
        kind, values = found.get(name, ("", []))
        count = feature.shape[0] if feature.shape else 1
        if not kind and getattr(feature, "default_value", None) is not None:
            values = np.broadcast_to(np.asarray(feature.default_value), count)
        elif kind != wanted or len(values) != count:
            raise ValueError(
                f"TFRecord feature_dict parameter error: {name} of {self.source} should be {count} "
                f"values of {_type(feature)}, but is {len(values)} of {kind or 'nothing'}."
            )
        if feature.shape:
            return np.asarray(values, self.mindrecord_schema[_cast_name(name)]["type"])
        if wanted == "bytes":
            return values[0] if name in self._bytes else values[0].decode()  # type: ignore[union-attr]
        return int(values[0]) if wanted == "int64" else float(values[0])  # type: ignore[arg-type]

    def run(self) -> MSRStatus:
        """Write the file, as `transform` does, and return SUCCESS."""
        self.transform()
        return SUCCESS

    def transform(self) -> None:
        """Write the file.

        Raises:
            ValueError: a feature is missing or of another type or length.
            RuntimeError: the TFRecord file is damaged.
        """
        writer = FileWriter(self.destination)
        writer.add_schema(self.mindrecord_schema, "TFRecord to MindRecord")
        _conversion.write_rows(writer, self.tfrecord_iterator(), True)


__all__ = ["TFRecordToMR"]
