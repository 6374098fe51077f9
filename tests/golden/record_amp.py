"""Record the dtypes that MindSpore computes in under mixed precision in amp.json.

Usage, with a Python that has mindspore: `python record_amp.py`. Each case runs in a forked process,
because a refusing kernel can spoil what follows; where the wheel fails, null is recorded.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import amp_cases as cases
import mindspore as ms


def answer(key: str) -> list[str] | None:
    read, write = os.pipe()
    if os.fork() == 0:
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            try:
                json.dump(cases.dtypes(key), pipe)
            except Exception as error:
                print(f"{key}: {error!r:.150}", file=sys.stderr)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.wait()
    return json.loads(text) if text else None


if __name__ == "__main__":
    ms.set_context(pynative_synchronize=True)
    path = Path(__file__).resolve().with_name("amp.json")
    os.chdir(tempfile.mkdtemp())  # "O1" leaves the code that it writes in the current directory
    rows = [f"{json.dumps(key)}: {json.dumps(answer(key))}" for key in cases.keys()]
    path.write_text("{\n" + ",\n".join(rows) + "\n}\n")
    print(len(rows), "cases,", sum(row.endswith("null") for row in rows), "failed")
