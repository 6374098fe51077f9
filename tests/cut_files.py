"""Checkpoints of devices that hold parts, and the strategies that MindSpore wrote for them."""

from __future__ import annotations

import json

import numpy as np
from places import read_golden

import msjax as ms

RECORDS = read_golden("strategies.json")
WHOLE = np.arange(128, dtype=np.float32).reshape(16, 8)


def part(begin, rows, columns):
    row, column = divmod(begin, 8)
    return WHOLE[row : row + rows, column : column + columns]


def parts(name):
    return [part(*p) for p in RECORDS[name]["parts"]]


def loaded(name, rank, prefix="y"):
    return ms.load_checkpoint(f"{name}/rank_{rank}/{prefix}{rank}.ckpt")


LAYOUTS = {  # the devices, the axes that cut, and the optimizer's step and number of parts
    "rows": ([4], [0, -1], 0, 0),
    "columns": ([2, 2], [-1, 0], 0, 0),
    "grid": ([2, 2], [1, 0], 0, 0),
    "turned": ([2, 4], [0, 1], 0, 0),
    "repeated": ([2, 2, 2], [1, -1], 0, 0),
    "optimizer": ([2, 4], [0, -1], 4, 2),
    "all": ([8], [-1, -1], 1, -1),
}


DTYPES = [ms.float32, ms.bfloat16, ms.float16, ms.int8, ms.bool_]


def whole_of(dtype):
    values = ms.Tensor((WHOLE * 0.37 - 20).astype(np.float32))
    return (values > 0) if dtype == ms.bool_ else values.astype(dtype)


def bits(value):
    array = value.asnumpy() if value.dtype != ms.bfloat16 else value.astype(ms.float32).asnumpy()
    return value.dtype, value.shape, array.tobytes()


def write_strategies():
    for name, (devices, axes, step, size) in LAYOUTS.items():
        table = {"dev_matrix": devices, "tensor_map": axes}
        table |= {"opt_weight_shard_step": step, "opt_weight_shard_size": size}
        with open(f"{name}.json", "w") as file:
            json.dump({"parallel_layout_item": {f"p{i}": table for i in range(len(DTYPES))}}, file)


def layout(name, devices, names, stage=None):
    table = {"field": 0, "opt_weight_shard_size": 0, "opt_weight_shard_step": 0}
    table |= {"dev_matrix": devices, "tensor_map": names}
    strategies = {"op": {"stage": stage, "parallel_strategy": []}}
    return {"parallel_layout_item": {name: table}, "parallel_strategy_item": strategies}
