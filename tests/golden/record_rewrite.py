"""Record the nodes, tables, code and results of rewritten networks in rewrite.json.

Usage, with a Python that has mindspore and tabulate: `python record_rewrite.py`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import mindspore as ms
import rewrite_cases as cases

if __name__ == "__main__":
    ms.set_context(pynative_synchronize=True)
    found = {
        "nodes": {key: cases.nodes(key) for key in cases.NETS},
        "changes": {key: cases.change(key) for key in cases.CHANGES},
    }
    path = Path(__file__).resolve().with_name("rewrite.json")
    path.write_text(json.dumps(found, indent=1) + "\n")
