"""Record which calls with inputs that do not fit MindSpore's layers refuse in layer_calls.json.

Usage, with a Python that has mindspore: `python record_layer_calls.py`. Only refusals are kept, and
none of those for want of a CPU kernel.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import layer_calls_cases as cases
import mindspore as ms

_GAPS = ("Select CPU", "Unsupported op [", "unregistered", "Unsupported data type", "primitive des")


def main() -> None:
    ms.set_context(pynative_synchronize=True)
    lines, count = [], 0
    for text in cases.CALLS:
        facts = {}
        for variant in cases.variants(text):
            found = cases.outcome(ms, text, variant)
            if found.startswith("! ") and not any(
                g in cases.said(ms, text, variant) for g in _GAPS
            ):
                facts[variant] = found[2:]
        lines.append(f"{json.dumps(text)}: {json.dumps(facts, separators=(',', ':'))}")
        count += len(facts)
    path = Path(__file__).with_name("layer_calls.json")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(len(lines), "layers,", count, "refusals")


if __name__ == "__main__":
    main()
