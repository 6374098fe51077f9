"""Record MindSpore's small layers in layers_basic.json: Parameters, results, gradients, refusals.

Usage, with a Python that has mindspore: `python record_layers_basic.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import layers_basic_cases as cases
import mindspore as ms

# The CPU build of MindSpore has no kernel for these, so there is nothing to compare with.
UNSUPPORTED = ("unregistered", "Not implement", "Unsupported op", "Select CPU operator")


def main() -> None:
    ms.set_context(pynative_synchronize=True)
    layers = {text: cases.describe(ms, text) for text in [*cases.CALLS, *cases.REFUSED]}
    calls = {}
    for text, number in cases.CASES:
        found = cases.outcome(ms, text, number)
        if any(u in found.get("text", "") for u in UNSUPPORTED):
            print("left out:", text, number, found)
        else:
            calls[f"{text} #{number}"] = found
    lines = []
    for kind, facts in (("layers", layers), ("calls", calls)):
        rows = [
            f"{json.dumps(k)}: {json.dumps(v, separators=(',', ':'))}" for k, v in facts.items()
        ]
        lines.append(f'"{kind}": {{\n' + ",\n".join(rows) + "\n}")
    path = Path(__file__).with_name("layers_basic.json")
    path.write_text("{" + ",\n".join(lines) + "}\n")
    print(len(layers), "layers,", len(calls), "calls")


if __name__ == "__main__":
    main()
