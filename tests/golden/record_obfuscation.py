"""What obfuscated checkpoints hold: run by a Python that has MindSpore.

python tests/golden/record_obfuscation.py
"""

import json
import os
import tempfile
from pathlib import Path

import numpy as np

MUL = {"name": "mul", "input_x": "weight", "input_y": "obf_metadata"}
ORDER = {"name": "obf_metadata_order", "shape": [3], "type": "rearrange", "save_metadata": True}
NUMBER = {
    **{"name": "obf_metadata", "shape": [1], "type": "random"},
    **{"save_metadata": True, "metadata_op": "invert"},
}
MATRIX = {"name": "obf_metadata_matrix", "shape": [2, 2], "type": "rearrange"}
PRODUCT = {"name": "matmul", "input_x": "weight", "input_y": "obf_metadata_matrix"}
PERMUTE = {"name": "permuate", "input_x": "obf_metadata_order", "input_y": "weight"}
LAYERED = {**NUMBER, "name": "obf_metadata_${layer}", "layers": [0, 1]}
CASES = {
    "targets": {"target_modules": ["inner", "first|second"]},
    "mul": {
        "obf_config": {
            "obf_metadata_config": [NUMBER],
            "weight_obf_config": [{"target": "inner/first/bias", "weight_obf_ops": [MUL]}],
        },
        "obfuscate_scale": 9,
    },
    "rows and columns": {
        "obf_config": {
            "obf_metadata_config": [ORDER, MATRIX],
            "weight_obf_config": [
                {
                    "target": "inner/first/weight",
                    "weight_obf_ops": [PERMUTE, {**PRODUCT, "transpose_b": True}],
                }
            ],
        },
    },
    "layers": {
        "obf_config": {
            "obf_metadata_config": [LAYERED],
            "weight_obf_config": [
                {
                    **{"target": "blocks/${layer}/weight", "layers": [0, 1]},
                    "weight_obf_ops": [{**MUL, "input_y": "obf_metadata_${layer}"}],
                }
            ],
        },
    },
}
WRONG = {
    "network": ("ms.nn", "'.'", "['', 'inner']"),
    "folder": ("net", "'missing'", "['', 'inner']"),
    "no text": ("net", "5", "['', 'inner']"),
    "file": ("net", "'plain.txt'", "['', 'inner']"),
    "targets": ("net", "'.'", "('', 'inner')"),
    "one target": ("net", "'.'", "['']"),
    "numbers": ("net", "'.'", "['', 5]"),
    "empty": ("net", "'.'", "['', '']"),
    "signs": ("net", "'.'", "['a.b', 'c']"),
    "unknown path": ("net", "'.'", "['outer', 'first']"),
    "unknown layer": ("net", "'.'", "['inner', 'third']"),
    "form": ("net", "'.'", "['', 'inner', 'all']"),
    "config": ("net", "'.'", "None, []"),
    "empty config": ("net", "'.'", "None, {}"),
    "key": ("net", "'.'", "None, {'x': []}"),
    "lists": ("net", "'.'", "None, {'obf_metadata_config': {}}"),
    "scale": ("net", "'.'", "['', 'inner'], None, '.', 1"),
}


def network(ms):
    """Two layers in a Cell, and a list of two."""

    class Inner(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.first = ms.nn.Dense(2, 3)
            self.second = ms.nn.Dense(3, 1)

    class Net(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.inner = Inner()
            self.blocks = ms.nn.CellList([ms.nn.Dense(1, 2), ms.nn.Dense(1, 2)])

    net = Net()
    for number, param in enumerate(net.get_parameters()):
        value = np.arange(param.size, dtype=np.float32).reshape(param.shape) + number
        param.set_data(ms.Tensor(value))
    return net


def run(ms, options):
    """Values of the copies in a folder and in a subfolder, and what is returned."""
    net = network(ms)
    os.makedirs("sub", exist_ok=True)
    for path in ("net.ckpt", "sub/net.ckpt"):
        ms.save_checkpoint(net, path)
    np.random.seed(3)
    saved = ms.obfuscate_ckpt(net, "./", saved_path="./", **options)
    found = {"saved": {name: value.tolist() for name, value in saved.items()}}
    for path in ("net_obf.ckpt", "sub/net_obf.ckpt"):
        values = ms.load_checkpoint(path)
        found[path] = {name: value.asnumpy().tolist() for name, value in values.items()}
    return found


def error(ms, arguments):
    """The class of the error that a wrong call ends with."""
    Path("plain.txt").touch()
    try:
        eval(f"ms.obfuscate_ckpt({', '.join(arguments)})", {"ms": ms, "net": network(ms)})
    except Exception as found:
        return type(found).__name__
    return None


def answers(ms):
    """Everything that is recorded."""
    found = {"runs": {}, "errors": {}}
    home = os.getcwd()
    for name, options in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            found["runs"][name] = run(ms, options)
            os.chdir(home)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        found["errors"] = {name: error(ms, given) for name, given in WRONG.items()}
        os.chdir(home)
    return found


if __name__ == "__main__":
    import mindspore

    path = Path(__file__).parent / "obfuscation.json"
    path.write_text(json.dumps(answers(mindspore)) + "\n")
