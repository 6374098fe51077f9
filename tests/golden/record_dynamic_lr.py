"""Record the values, types and errors of MindSpore's learning-rate lists.

Run with an interpreter that has MindSpore 2.10 (CPU): ``python record_dynamic_lr.py``; it rewrites
``dynamic_lr.json`` beside this file. Cases are calls, evaluated with the functions, numpy as ``np``
and the floats ``inf`` and ``nan`` in scope.
"""

import inspect
import itertools
import json
import math
from pathlib import Path

import numpy as np

DECAYS = ["exponential_decay_lr", "natural_exp_decay_lr", "inverse_decay_lr"]
SHAPES = ["6, 2, 1", "7, 2, 2", "1, 5, 3", "25, 3, 4", "40, 1, 7"]
ODD = (
    "0 -1 1 2.5 0.0 -0.1 True None 'a' [1] inf nan -inf np.float64(0.5) np.float32(0.5) "
    "np.int64(2) np.array(0.5) 1j"
).split()
GOOD = {
    "exponential_decay_lr": ["0.1", "0.9", "6", "2", "1", "False"],
    "natural_exp_decay_lr": ["0.1", "0.9", "6", "2", "1", "True"],
    "inverse_decay_lr": ["0.1", "0.5", "6", "1", "1", "True"],
    "cosine_decay_lr": ["0.01", "0.1", "6", "2", "2"],
    "polynomial_decay_lr": ["0.1", "0.01", "6", "2", "2", "0.5", "False"],
    "warmup_lr": ["0.1", "6", "2", "2"],
}


def odd_calls():
    """Every argument of every function, replaced by every odd value."""
    for name, good in GOOD.items():
        for k, odd in itertools.product(range(len(good)), ODD):
            yield f"{name}({', '.join([*good[:k], odd, *good[k + 1 :]])})"


CASES = [
    *(
        f"{name}({rates}, {shape}, {stair})"
        for name in DECAYS
        for rates in ["0.1, 0.9", "0.37, 1.3", "2.5, 0.013"]
        for shape in SHAPES
        for stair in [False, True]
    ),
    *(f"cosine_decay_lr({r}, {s})" for r in ["0.01, 0.1", "0.0, 0.37"] for s in SHAPES),
    *(
        f"polynomial_decay_lr({rates}, {shape}, {power}, {update})"
        for rates in ["0.1, 0.01", "0.01, 0.37", "0.3, 0.0"]
        for shape in SHAPES
        for power in ["0.5", "1.0", "2.7"]
        for update in [False, True]
    ),
    *(f"warmup_lr({rate}, {shape})" for rate in ["0.1", "0.0", "0.37"] for shape in SHAPES),
    "piecewise_constant_lr([2, 5, 10], [0.1, 0.05, 0.01])",
    "piecewise_constant_lr((3,), (0.1,))",
    "piecewise_constant_lr([2, 2, 3], [0.1, 0.05, 0.01])",
    "piecewise_constant_lr([1, 3], [-0.1, 0.0])",
    "piecewise_constant_lr([], [])",
    "piecewise_constant_lr([5, 2], [0.1, 0.05])",
    "piecewise_constant_lr([1, 5, 4], [0.1, 0.05, 0.2])",
    "piecewise_constant_lr([2, 5], [0.1])",
    "piecewise_constant_lr(5, [0.1])",
    "piecewise_constant_lr([5], 0.1)",
    "piecewise_constant_lr([5], {0.1: 1})",
    "piecewise_constant_lr(True, [0.1])",
    "piecewise_constant_lr(2.5, [0.1])",
    *(f"piecewise_constant_lr([1, {odd}], [0.1, 0.2])" for odd in ODD),
    *(f"piecewise_constant_lr([1, 2], [0.1, {odd}])" for odd in ODD),
    "cosine_decay_lr(0.2, 0.1, 6, 2, 2)",
    "cosine_decay_lr(0.1, 0.1, 6, 2, 2)",
    "exponential_decay_lr(0.1, 1e200, 6, 1, 1)",
    "exponential_decay_lr(0.1, 0.9, 6, 2)",
    "warmup_lr(learning_rate=0.1, total_step=3, step_per_epoch=1, warmup_epoch=2)",
    *odd_calls(),
]  # fmt: skip


def outcome(case, names):
    """The result's repr and element types, or the exception's class and text."""
    try:
        result = eval(case, names)
    except Exception as error:
        return {"error": [type(error).__name__, str(error)]}
    types = sorted({type(rate).__name__ for rate in result})
    # float(): numpy's repr of its own scalars differs between versions.
    return {"type": [type(result).__name__, types], "value": repr([float(r) for r in result])}


def scope(module):
    """The names that cases may use."""
    functions = {name: getattr(module, name) for name in module.__all__}
    return functions | {"np": np, "inf": math.inf, "nan": math.nan}


def main():
    from mindspore.nn import dynamic_lr

    names = scope(dynamic_lr)
    signatures = {name: str(inspect.signature(names[name])) for name in sorted(dynamic_lr.__all__)}
    rows = ",\n".join("  " + json.dumps([case, outcome(case, names)]) for case in CASES)
    path = Path(__file__).with_name("dynamic_lr.json")
    path.write_text(f'{{\n "signatures": {json.dumps(signatures)},\n "cases": [\n{rows}\n ]\n}}\n')


if __name__ == "__main__":
    main()
