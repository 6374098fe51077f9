"""Record the dtypes that MindSpore's products and quotients of a 0-d Tensor and a number have.

Run with an interpreter that has MindSpore 2.10 (CPU): ``python record_zero_rank_numbers.py``; it
rewrites ``zero_rank_numbers.json`` beside this file. What MindSpore refuses is left out.
"""

import json
from pathlib import Path

DTYPES = "bool_ int8 int32 int64 float16 bfloat16 float32".split()
NUMBERS = ["7", "0.5", "True"]
TWO_WAYS = [
    "ops.mul({})",
    "ops.Mul()({})",
    "ops.multiply({})",
    "ops.tensor_mul({})",
    "mint.mul({})",
]
TWO_WAYS += [
    "ops.div({})",
    "ops.Div()({})",
    "ops.divide({})",
    "ops.true_divide({})",
    "mint.div({})",
]
TWO_WAYS += ["ops.div({}, rounding_mode='floor')", "ops.div({}, rounding_mode='trunc')"]
METHODS = ["t.mul(n)", "t.multiply(n)", "t.div(n)", "t.divide(n)", "t.true_divide(n)"]
OPERATORS = ["t * n", "n * t", "t / n", "n / t"]


def calls():
    """The calls, of a Tensor t and a number n."""
    return [f.format(given) for f in TWO_WAYS for given in ("t, n", "n, t")] + METHODS + OPERATORS


def main():
    import mindspore as ms
    from mindspore import Tensor, mint, ops

    ms.set_context(pynative_synchronize=True)
    found = {}
    for call in calls():
        for dtype in DTYPES:
            for number in NUMBERS:
                names = {"ops": ops, "mint": mint, "n": eval(number)}
                names["t"] = Tensor(1, getattr(ms, dtype))
                try:
                    found[f"{call}; {dtype}; {number}"] = str(eval(call, names).dtype)
                except (TypeError, RuntimeError):
                    continue
    path = Path(__file__).with_suffix("").with_name("zero_rank_numbers.json")
    path.write_text(json.dumps(found, indent=0) + "\n")


if __name__ == "__main__":
    main()
