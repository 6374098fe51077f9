"""The messages of MindSpore's strategy files, read and written without protobuf.

A strategy tells how each Parameter is cut over devices. `dev_matrix` arranges the devices, the last
dimension running fastest; `tensor_map` names for each dimension of the Parameter the dimension of
`dev_matrix` that cuts it, counted from the last, or -1; and `opt_weight_shard_size` devices, which
would hold the same, cut its first dimension further.
"""

from __future__ import annotations

from msjax.train._protobuf import DecodeError, Message

__all__ = ["DecodeError", "ParallelGroupMap", "ParallelLayouts", "ParallelStrategyMap"]


class _Numbers(Message):
    """`dim`: integers."""

    _table = {1: ("dim", int, True)}


class ParallelLayouts(Message):
    """How one Parameter is cut."""

    _table = {
        1: ("dev_matrix", _Numbers, True),
        2: ("tensor_map", _Numbers, True),
        3: ("param_split_shape", _Numbers, True),
        4: ("indices_offset", _Numbers, True),
        5: ("field", int, False),
        6: ("opt_weight_shard_step", int, False),
        7: ("opt_weight_shard_size", int, False),
    }


class _LayoutItem(Message):
    """`param_name` and `parallel_layouts`."""

    _table = {1: ("param_name", str, False), 2: ("parallel_layouts", ParallelLayouts, False)}


class _Strategys(Message):
    """`stage`, the number of a pipeline's stage, and how the inputs of an operation are cut."""

    _table = {1: ("stage", int, False), 2: ("parallel_strategy", _Numbers, True)}


class _StrategyItem(Message):
    """`node_name` and `parallel_strategys`."""

    _table = {1: ("node_name", str, False), 2: ("parallel_strategys", _Strategys, False)}


class ParallelStrategyMap(Message):
    """A strategy file.

    Examples:
        >>> from msjax.train.node_strategy_pb2 import ParallelStrategyMap
        >>> item = (message := ParallelStrategyMap()).parallel_layout_item.add()
        >>> item.param_name = "w"
        >>> item.parallel_layouts.dev_matrix.add().dim.extend([2, 4])
        >>> message.SerializeToString()
        b'\\x1a\\x0b\\n\\x01w\\x12\\x06\\n\\x04\\x08\\x02\\x08\\x04'
    """

    _table = {
        1: ("current_stage", int, False),
        2: ("parallel_strategy_item", _StrategyItem, True),
        3: ("parallel_layout_item", _LayoutItem, True),
    }


class _GroupItem(Message):
    """`group_name` and `parallel_group_ranks`."""

    _table = {1: ("group_name", str, False), 2: ("parallel_group_ranks", _Numbers, False)}


class ParallelGroupMap(Message):
    """A group file: `ckpt_restore_rank_list` are ranks whose checkpoints are the same."""

    _table = {
        1: ("parallel_group_item", _GroupItem, True),
        2: ("ckpt_restore_rank_list", _Numbers, False),
    }
