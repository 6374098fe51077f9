"""Record small facts about MindSpore's layers and optimizers in nn_details.json.

Usage, with a Python that has mindspore: `python record_nn_details.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import mindspore as ms
import nn_details_cases as cases


def main() -> None:
    ms.set_context(pynative_synchronize=True)
    facts = {
        key: cases.outcome(ms, case) for key, case in zip(cases.KEYS, cases.CASES, strict=True)
    }
    own = {text: cases.attributes(ms, text) for text in cases.OBJECTS}
    parts = []
    for name, table in (("facts", facts), ("attributes", own)):
        rows = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in table.items())
        parts.append(f"{json.dumps(name)}: {{\n{rows}\n}}")
    text = "{\n" + ",\n".join(parts) + "\n}\n"
    Path(__file__).with_name("nn_details.json").write_text(text)
    print(len(facts), "facts,", len(own), "objects")


if __name__ == "__main__":
    main()
