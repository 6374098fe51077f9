"""Record MindSpore's attention layers in transformer.json: Parameters, outputs, gradients.

Usage, with a Python that has mindspore: `python record_transformer.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

import mindspore as ms
import transformer_cases as cases


def main() -> None:
    ms.set_context(pynative_synchronize=True)
    found = {name: cases.outcome(ms, case) for name, case in cases.CASES.items()}
    lines = [f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in found.items()]
    body = ",\n".join(lines)
    draws = {}
    for text in cases.DRAWS:
        np.random.seed(0)
        eval(text, {"nn": ms.nn})
        draws[text] = int(np.random.randint(1 << 30))
    path = Path(__file__).with_name("transformer.json")
    path.write_text(f'{{"cases": {{\n{body}\n}},\n"draws": {json.dumps(draws)}}}\n')
    print(len(found), "cases")


if __name__ == "__main__":
    main()
