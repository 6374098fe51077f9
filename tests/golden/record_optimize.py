"""Record MindSpore's minimizations in optimize.json: results and refusals.

Usage, with a Python that has mindspore: `python record_optimize.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import mindspore as ms
import optimize_cases as cases

if __name__ == "__main__":
    ms.set_context(pynative_synchronize=True)
    rows = [f"{json.dumps(key)}: {json.dumps(cases.outcome(ms, key))}" for key in cases.KEYS]
    Path(__file__).with_name("optimize.json").write_text("{\n" + ",\n".join(rows) + "\n}\n")
    print(len(rows), "cases")
