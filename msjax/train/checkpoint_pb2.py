"""The messages of MindSpore's ckpt files, read and written without protobuf.

A file is one `Checkpoint` message, or several one after the other, which means the same: a list of
`value` entries. An entry has a `tag` (the name) and a `tensor` (`dims`, `tensor_type`,
`tensor_content`) or a `maptensor` (a list of tensors).
"""

from __future__ import annotations

from msjax.train._protobuf import DecodeError, Message

__all__ = ["Checkpoint", "DecodeError", "MapTensorProto", "TensorProto"]


class TensorProto(Message):
    """`dims`, `tensor_type` (a name such as "Float32") and `tensor_content` (bytes)."""

    _table = {
        1: ("dims", int, True),
        2: ("tensor_type", str, False),
        3: ("tensor_content", bytes, False),
    }


class MapTensorProto(Message):
    """`tensor`: the keys, values and states of a hash table."""

    _table = {1: ("tensor", TensorProto, True)}


class _Value(Message):
    """`tag` and either `tensor` or `maptensor`."""

    _table = {
        1: ("tag", str, False),
        2: ("tensor", TensorProto, False),
        3: ("maptensor", MapTensorProto, False),
    }


class Checkpoint(Message):
    """`value`: the entries of a ckpt file.

    Examples:
        >>> from msjax.train.checkpoint_pb2 import Checkpoint
        >>> entry = (message := Checkpoint()).value.add()
        >>> entry.tag = "w"
        >>> entry.tensor.dims.extend([1])
        >>> entry.tensor.tensor_type, entry.tensor.tensor_content = "Int8", bytes([5])
        >>> message.SerializeToString()
        b'\\n\\x10\\n\\x01w\\x12\\x0b\\x08\\x01\\x12\\x04Int8\\x1a\\x01\\x05'
    """

    Value = _Value
    _table = {1: ("value", _Value, True)}
