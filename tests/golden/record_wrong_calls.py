"""Record how MindSpore answers the calls of tests/wrong_calls_cases.py, in wrong_calls.json.

Usage, with a Python that has mindspore: `python record_wrong_calls.py`.

Of all variants one in `EVERY` is recorded: the dtypes and shapes of its results, or the builtin
class of its error. What two runs in opposite orders answer differently is left out, as are calls
that end the process and those for which the CPU build lacks a kernel.
"""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import mindspore as ms
from mindspore import dtype as mstype
from record_ops import _GAPS, resolve  # also puts the directory of the cases on the path
from records import Record
from records._run import Side

import wrong_calls_cases as cases  # isort: skip

EVERY = 16
SECONDS = 10  # per call
FAILING = ("RuntimeError", "gap")  # after these a process may answer wrongly


def answers(calls: list[Record]) -> list[str]:
    """What each call gives: "gap" for a lacking kernel, "crash" for the end of the process."""
    found: list[str] = []
    while len(found) < len(calls):
        found += _child(calls[len(found) :]) or ["crash"]
    return found


def _child(calls: list[Record]) -> list[str]:
    """The answers to the leading calls, up to the first that fails in a kernel."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        side = Side(resolve, ms.Tensor, ms.Parameter, ms.ops.GradOperation, mstype)
        with os.fdopen(write, "w") as pipe:
            for call in calls:
                signal.alarm(SECONDS)
                answer, text = cases.outcome(side, call)
                answer = "gap" if any(g in text for g in _GAPS) else answer
                print(answer, file=pipe, flush=True)
                if answer in FAILING:
                    break
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        found = pipe.read().splitlines()
    _, status = os.waitpid(pid, 0)
    return [*found, "crash"] if status and len(found) < len(calls) else found


def main() -> None:
    ms.set_context(pynative_synchronize=True)
    table = cases.chosen(EVERY)
    calls = [call for _, _, call in table]
    known: dict[str, dict[str, list[str]]] = {}
    for (base, text, _), one, other in zip(
        table, answers(calls), answers(calls[::-1])[::-1], strict=True
    ):
        if one == other and one not in ("gap", "crash"):
            known.setdefault(base, {}).setdefault(one, []).append(text)
    lines = [f"{json.dumps(b)}: {json.dumps(a, separators=(',', ':'))}" for b, a in known.items()]
    head = f'"mindspore": "{ms.__version__}",\n"every": {EVERY},\n"answers": {{\n'
    body = ",\n".join(lines)
    Path(__file__).with_name("wrong_calls.json").write_text(f"{{{head}{body}\n}}}}\n")
    print(f"{sum(len(t) for a in known.values() for t in a.values())} of {len(table)}")


if __name__ == "__main__":
    main()
