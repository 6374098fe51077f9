"""Record what MindSpore's data pipelines give in dataset.json.

Usage, with a Python that has mindspore: `python record_dataset.py [group ...]`, for all groups or
some. Each case runs in a process of its own: some crash.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import dataset_cases as cases
import mindspore as ms
import mindspore.dataset as ds

LIMIT = 20  # seconds for a case


def outcome(case, expression):
    """The outcome as text, or an error named after what ended the process."""
    with tempfile.TemporaryFile("w+") as out:
        child = os.fork()
        if not child:
            signal.alarm(LIMIT)
            out.write(json.dumps(case.outcome(expression)))
            out.flush()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        return out.read() if not status else json.dumps({"error": f"signal {status & 127}"})


if __name__ == "__main__":
    ms.set_context(pynative_synchronize=True)
    case = cases.Case(ms, ds)
    path = Path(__file__).with_name("dataset.json")
    known, groups = json.loads(path.read_text()), []
    for name, expressions in cases.GROUPS.items():
        again = not sys.argv[1:] or name in sys.argv[1:]
        found = [
            outcome(case, one) if again else json.dumps(known[name][one]) for one in expressions
        ]
        lines = [f"{json.dumps(one)}: {got}" for one, got in zip(expressions, found, strict=True)]
        groups.append(f'"{name}": {{\n' + ",\n".join(lines) + "\n}")
    path.write_text("{\n" + ",\n".join(groups) + "\n}\n")
