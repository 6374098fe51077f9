"""Record how MindSpore answers the calls of tests/bad_input_cases.py, in bad_input.json.

Usage, with a Python that has mindspore: `python record_bad_input.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

import mindspore as ms
from record_ops import _GAPS, _outcomes  # also puts the directory of the cases on the path

import bad_input_cases  # isort: skip


def main() -> None:
    ms.set_context(pynative_synchronize=True)
    answers = {}
    for name, table in bad_input_cases.spoiled().items():
        known = {}
        for record, outcome in zip(table, _outcomes(table), strict=True):
            if "crash" not in outcome and not any(g in outcome.get("m", "") for g in _GAPS):
                known[record.id] = outcome.get("e", "result")
        answers[name] = known
        print(f"{name}: {len(known)} of {len(table)}", flush=True)
    text = json.dumps({"mindspore": ms.__version__, "answers": answers}, indent=0)
    Path(__file__).with_name("bad_input.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
