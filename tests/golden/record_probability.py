"""Record MindSpore's distributions, bijectors and Bayesian layers in probability.json.

Usage, with a Python that has mindspore: `python record_probability.py`. Every group runs in a
process of its own, because a kernel that fails can spoil those after it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import probability_cases as cases


def record(group: str) -> None:
    import mindspore as ms

    ms.set_context(pynative_synchronize=True)
    found = {text: cases.outcome(ms, text) for text in cases.CASES[group]}
    wanted = group in cases.SUMMED
    gradients = cases.gradients(ms, group, lambda f: f) if wanted else None
    print("\n" + json.dumps([found, gradients]))


def main() -> None:
    found, gradients = {}, {}
    for group in cases.CASES:
        command = [sys.executable, __file__, group]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        found[group], gradients[group] = json.loads(lines.strip().splitlines()[-1])
        print(group, len(found[group]), flush=True)
    rows = [
        f"{json.dumps(text)}: {json.dumps(value, separators=(',', ':'))}"
        for group in found.values()
        for text, value in group.items()
    ]
    gradients = {k: v for k, v in gradients.items() if v}
    body, last = ",\n".join(rows), json.dumps(gradients, separators=(",", ":"))
    path = Path(__file__).with_name("probability.json")
    path.write_text(f'{{"cases": {{\n{body}\n}},\n"gradients": {last}}}\n')


if __name__ == "__main__":
    record(sys.argv[1]) if len(sys.argv) > 1 else main()
