"""Measure how long eager programs take at their start: ``python benchmarks/cold.py``.

Each case of cold_program.py runs in fresh processes: without a folder of compiled code, with an
empty one, and with a warm one; where asked for under other code of msjax and under MindSpore.
Figures are CPU time, which says more than the clock on a busy machine, and the clock in brackets.
Values must agree to 1e-3 with those of the first column.

    --only A,B          only the cases whose names contain one of these words
    --list              print the names of the cases
    --before FOLDER     a checkout of msjax to compare with
    --mindspore PYTHON  an interpreter that has MindSpore

The result is a markdown table on standard output, in seconds.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE / "cold_program.py"
NAMES = ("lenet", "gpt", "operations", "lengths", "resnet50", "densenet121")


def measure(name, command, **environment):
    """What a fresh process prints for a case; None where it fails."""
    done = subprocess.run(
        [*command, str(PROGRAM), name],
        cwd=environment["PYTHONPATH"] or None,  # `-m` looks where it is started first
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        print(f"{name}: {command}\n{done.stderr[-2000:]}", file=sys.stderr)
        return None
    return json.loads(done.stdout.splitlines()[-1])


def columns(name, options):
    """Title and figures of every way to run a case."""
    ours = [sys.executable, "-m", "msjax"]
    root = str(HERE.parent)
    with tempfile.TemporaryDirectory() as folder:
        kept = {"PYTHONPATH": root, "MSJAX_CACHE_DIR": folder}
        yield "no folder", measure(name, ours, **(kept | {"MSJAX_CACHE_DIR": "off"}))
        yield "empty folder", measure(name, ours, **kept)
        yield "warm folder", measure(name, ours, **kept)
    if options.before:
        before = str(pathlib.Path(options.before).resolve())
        yield "before", measure(name, ours, PYTHONPATH=before, MSJAX_CACHE_DIR="off")
    if options.mindspore:
        yield "MindSpore", measure(name, [options.mindspore], PYTHONPATH="")


def main(argv):
    """Print the table; 1 where a run failed or values differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--before")
    parser.add_argument("--mindspore")
    options = parser.parse_args(argv)
    words = options.only.split(",")
    names = [n for n in NAMES if any(w in n for w in words)]
    if options.list:
        print("\n".join(names))
        return 0
    wrong, titles = 0, None
    for name in names:
        found = dict(columns(name, options))
        if titles is None:
            titles = list(found)
            print("| case | " + " | ".join(titles) + " |")
            print("|---" * (1 + len(titles)) + "|")
        values = [f["value"] for f in found.values() if f is not None]
        wrong += None in found.values()
        wrong += any(abs(v - values[0]) > 1e-3 * max(1.0, abs(values[0])) for v in values)
        shown = [
            "failed" if f is None else f"{f['cpu']:.2f} ({f['clock']:.2f})" for f in found.values()
        ]
        print(f"| {name} | " + " | ".join(shown) + " |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
