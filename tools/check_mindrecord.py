"""Prove that the real MindSpore reads the MindRecord files that msjax writes, and record its own.

    python tools/check_mindrecord.py write FOLDER      (with msjax) writes the files of all cases
    python tools/check_mindrecord.py read FOLDER       (with MindSpore) reads them, compares
    python tools/check_mindrecord.py record            (with MindSpore) writes the golden files

The cases are those of tests/golden/mindrecord_cases.py.
"""

from __future__ import annotations

import io
import json
import os
import sys
import tarfile
import tempfile
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
sys.path.insert(0, str(GOLDEN))

import mindrecord_cases as cases  # noqa: E402  # type: ignore[import-not-found]


def record() -> None:
    """Write the files with MindSpore, and what it reads in them, into tests/golden."""
    import mindspore.dataset
    import mindspore.mindrecord

    archive = io.BytesIO()
    facts = {}
    with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=archive, mode="w:xz") as tar:
        os.chdir(folder)
        for name in cases.CASES:
            cases.write(mindspore.mindrecord, name)
            facts[name] = cases.read(mindspore.mindrecord, mindspore.dataset, name)
            for path in cases.paths(name):
                tar.add(path)
                tar.add(path + ".db")
        os.chdir(GOLDEN)
    (GOLDEN / "mindrecord.tar.xz").write_bytes(archive.getvalue())
    (GOLDEN / "mindrecord.json").write_text(
        json.dumps(facts, indent=None, separators=(",", ":"), ensure_ascii=False) + "\n"
    )


def write(folder: str) -> None:
    """Write the files with msjax, and what it reads in them."""
    import msjax.dataset
    import msjax.mindrecord

    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    facts = {}
    for name in cases.CASES:
        cases.write(msjax.mindrecord, name)
        facts[name] = cases.read(msjax.mindrecord, msjax.dataset, name)
    Path("facts.json").write_text(json.dumps(facts))


def read(folder: str) -> None:
    """Read the files with MindSpore and compare."""
    import mindspore.dataset
    import mindspore.mindrecord

    os.chdir(folder)
    wanted = json.loads(Path("facts.json").read_text())
    for name in cases.CASES:
        found = cases.read(mindspore.mindrecord, mindspore.dataset, name)
        same = json.loads(json.dumps(found)) == wanted[name]
        print(f"{name}: {found['length']} rows, {'the same' if same else 'DIFFERENT'}")


if __name__ == "__main__":
    {"record": record, "write": write, "read": read}[sys.argv[1]](*sys.argv[2:])
