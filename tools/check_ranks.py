"""What becomes of two processes when one of them goes wrong: ``python tools/check_ranks.py``.

Every row is a job of its own, started by msrun on this machine: what goes wrong, how many seconds
later each process has ended, and the line that each says last. Names of faults as arguments run
only these.
"""

from __future__ import annotations

import re
import socket
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.ranks.launching import msrun  # noqa: E402

PROGRAM = ROOT / "tests" / "ranks" / "failing.py"
WAIT = 5  # seconds that processes have to meet when one never starts
FAULTS = [
    *("killed", "killed waited for", "killed inside", "killed with a child", "raises", "exits"),
    *("leaves", "fewer batches", "differs", "a new shape", "another shape", "another program"),
    *("a shape of before", "a program of before", "an empty Tensor", "more turns"),
    *("calls beside a loop", "a condition on the rank", "two groups", "a message and a sum"),
    "two messages",
]


def row(fault: str, folder: Path) -> tuple[str, list[str], list[str]]:
    """The fault, the seconds and the lines of both processes."""
    begun, logs = time.time(), folder / "logs"
    if fault == "a worker never starts":
        options = ("--worker_num=3", f"--cluster_time_out={WAIT}")
        done = msrun(PROGRAM, "none", logs=logs, options=options)
    elif fault == "the port is taken":
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            done = msrun(PROGRAM, "none", logs=logs, options=(f"--master_port={port}",))
    else:
        done = msrun(PROGRAM, fault, logs=logs)
    ended = time.time()
    files = [logs / f"worker_{rank}.log" for rank in range(2)]
    if fault == "the port is taken":
        files[0] = logs / "scheduler.log"
    texts = [file.read_text() for file in files]
    starts = [float(at) for text in texts for at in re.findall(r"^at (\S+)", text, re.MULTILINE)]
    lines = [(text.strip().splitlines() or ["nothing"])[-1] for text in texts]
    if starts:
        times = [f"{file.stat().st_mtime - max(starts):.2f}" for file in files]
        return fault, [t if float(t) > 0 else "at once" for t in times], lines
    return fault, [f"{ended - begun:.1f} in all, status {done.returncode}"] * 2, lines


def main() -> None:
    asked = sys.argv[1:] or [*FAULTS, "a worker never starts", "the port is taken"]
    print("| fault | rank | seconds | last line |\n|---|---|---|---|")
    for fault in asked:
        with tempfile.TemporaryDirectory() as folder:
            name, times, lines = row(fault, Path(folder))
            for rank, (seconds, line) in enumerate(zip(times, lines, strict=True)):
                print(f"| {name} | {rank} | {seconds} | {line[:300]} |", flush=True)


if __name__ == "__main__":
    main()
