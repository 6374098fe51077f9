"""Record the classes of the errors that MindSpore raises for the calls of refusal_cases.txt.

Run with an interpreter that has MindSpore 2.10 (CPU): ``python tests/golden/record_refusals.py``.
It writes refusals.json beside itself: {call: class of the error}.
"""

import json
import pathlib

import mindspore as ms
import numpy as np
from mindspore import Parameter, Tensor, ops

ms.set_context(pynative_synchronize=True)
HERE = pathlib.Path(__file__).resolve().parent


def counting(*shape):
    """A Float32 Tensor of 1, 2, 3 and so on."""
    return Tensor(np.arange(1, 1 + int(np.prod(shape)), dtype=np.float32).reshape(shape))


NAMES = {
    "ms": ms,
    "np": np,
    "ops": ops,
    "T": Tensor,
    "x": counting,
    "p": lambda *args: Parameter(Tensor(*args), name="p"),
}


def main():
    found = {}
    for call in (HERE / "refusal_cases.txt").read_text().splitlines():
        try:
            eval(call, NAMES)
        except Exception as error:
            found[call] = type(error).__name__
        else:
            raise SystemExit(f"MindSpore accepts {call}")
    (HERE / "refusals.json").write_text(json.dumps(found, indent=0) + "\n")


main()
