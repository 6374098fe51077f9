"""Record MindSpore's recurrent layers in rnn.json: Parameters, outputs, gradients.

Usage, with a Python that has mindspore: `python record_rnn.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

import mindspore as ms
import rnn_cases as cases


def main() -> None:
    ms.set_context(pynative_synchronize=True)
    found = {name: cases.outcome(ms, case) for name, case in cases.CASES.items()}
    lines = [f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in found.items()]
    body = ",\n".join(lines)
    draws = {}
    for text in cases.DRAWS:
        np.random.seed(0)
        net = eval(text, {"nn": ms.nn})
        first = {p.name: cases.numbers(p.asnumpy().reshape(-1)[:3]) for p in net.get_parameters()}
        draws[text] = {"next": int(np.random.randint(1 << 30)), "first": first}
    path = Path(__file__).with_name("rnn.json")
    path.write_text(f'{{"cases": {{\n{body}\n}},\n"draws": {json.dumps(draws)}}}\n')
    print(len(found), "cases")


if __name__ == "__main__":
    main()
