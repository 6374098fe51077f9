"""Record what MindSpore's boost package does in boost.json.

Usage, with a Python that has mindspore: `python record_boost.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import boost_cases as cases
import mindspore as ms

if __name__ == "__main__":
    ms.set_context(pynative_synchronize=True)
    rows = [f"{json.dumps(key)}: {json.dumps(cases.outcome(ms, key))}" for key in cases.CASES]
    Path(__file__).with_name("boost.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")
    print(len(rows), "cases")
