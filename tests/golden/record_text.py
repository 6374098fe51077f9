"""Record what MindSpore's text transforms give in text.json.

Usage, with a Python that has mindspore: `python record_text.py`. Each case runs in a process of
its own.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import mindspore as ms
import mindspore.dataset as ds
import text_cases as cases

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
    path = Path(__file__).resolve().with_name("text.json")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        cases.write_files()
        case = cases.Case(ms, ds)
        groups = []
        for name, expressions in cases.GROUPS.items():
            lines = [f"{json.dumps(one)}: {outcome(case, one)}" for one in expressions]
            groups.append(f'"{name}": {{\n' + ",\n".join(lines) + "\n}")
        path.write_text("{\n" + ",\n".join(groups) + "\n}\n")
        os.chdir("/")
