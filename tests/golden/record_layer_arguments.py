"""Record what MindSpore's layers make of odd arguments in layer_arguments.json.

Usage, with a Python that has mindspore: `python record_layer_arguments.py`. For each class the file
holds the different outcomes and, in the order of the calls, which of them each call has.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import layer_arguments_cases as cases
import mindspore as ms


def main() -> None:
    lines, count = [], 0
    for name in cases.LAYERS:
        found = [cases.outcome(ms, call) for call in cases.calls(ms, name)]
        texts = list(dict.fromkeys(found))
        facts = {"outcomes": texts, "calls": [texts.index(f) for f in found]}
        lines.append(f"{json.dumps(name)}: {json.dumps(facts, separators=(',', ':'))}")
        count += len(found)
    path = Path(__file__).with_name("layer_arguments.json")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(len(lines), "classes,", count, "calls")


if __name__ == "__main__":
    main()
