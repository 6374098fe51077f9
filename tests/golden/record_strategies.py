"""Record how MindSpore cuts a Parameter: `<python with mindspore> <this file>`."""

import json
import math
import os
import tempfile

import mindspore as ms
import numpy as np
from mindspore.train.node_strategy_pb2 import ParallelStrategyMap

HERE = os.path.dirname(os.path.abspath(__file__))
LAYOUTS = {  # devices, tensor map, step and size of the optimizer's cut
    "one": ([1], [-1, -1], 0, 0),
    "rows": ([8], [0, -1], 0, 0),
    "columns": ([4], [-1, 0], 0, 0),
    "copies": ([2, 2], [0, -1], 0, 0),
    "copies first": ([2, 2], [1, -1], 0, 0),
    "grid": ([2, 4], [1, 0], 0, 0),
    "turned": ([4, 2], [0, 1], 0, 0),
    "optimizer": ([4], [-1, -1], 1, 4),
    "both": ([4, 2], [0, -1], 2, 4),
    "half": ([4, 2], [0, -1], 2, 2),
    "middle": ([2, 2, 2], [2, 0], 2, 2),
    "two": ([2, 2, 2], [0, -1], 2, 4),
}


def strategy(devices, names, step, size):
    message = ParallelStrategyMap()
    message.current_stage = 0
    item = message.parallel_strategy_item.add()
    item.node_name, item.parallel_strategys.stage = "MatMul-op0", 0
    layout = message.parallel_layout_item.add()
    layout.param_name = "w"
    layout = layout.parallel_layouts
    layout.field, layout.opt_weight_shard_step, layout.opt_weight_shard_size = 0, step, size
    layout.dev_matrix.add().dim.extend(devices)
    layout.tensor_map.add().dim.extend(names)
    layout.param_split_shape.add()
    layout.indices_offset.add()
    return message.SerializeToString()


def main():
    record = {}
    whole = np.arange(128, dtype=np.float32).reshape(16, 8)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.makedirs("one/rank_0")
        ms.save_checkpoint([{"name": "w", "data": ms.Tensor(whole)}], "one/rank_0/a0.ckpt")
        for name, layout in LAYOUTS.items():
            content = strategy(*layout)
            with open(f"{name}.ckpt", "wb") as file:
                file.write(content)
            if name != "one":
                ms.transform_checkpoints("one", name, "a", "one.ckpt", f"{name}.ckpt")
            parts = []
            for rank in range(math.prod(layout[0])):
                part = ms.load_checkpoint(f"{name}/rank_{rank}/a{rank}.ckpt")["w"].asnumpy()
                parts.append([int(part[0, 0]), *part.shape])  # where it begins, and its shape
            record[name] = {"strategy": content.hex(), "parts": parts}
    with open(os.path.join(HERE, "strategies.json"), "w") as file:
        json.dump(record, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
