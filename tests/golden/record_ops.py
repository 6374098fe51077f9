"""Record MindSpore's answers to tables of tests/records, in ops/<folder>/<name>.json.

Usage, with a Python that has mindspore: `python record_ops.py <folder>.<name> ...`.

A refusing or crashing kernel can spoil what follows in the same process, so the calls run in
forked XX"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import mindspore as ms
from mindspore import dtype as mstype
from records import Record
from records._run import Side, difference
from records._tables import path_of, table

SECONDS = 30  # per call
_GAPS = (
    "Unsupported data type",
    "Select CPU operator",
    "unregistered",
    "KernelMod Init Failed",
    "KernelMod Resize Failed",
    "not supported on CPU",
    "Unsupported op [",
    "not support on CPU",
    "kernel type is not registered",
    "does not support this kernel data type",
    "has no attr:__infer__",
    "Response is empty",
    "Create kernelmod for op",
    "the inputs number should be",
    "should not come here",
    "support Ascend only",
    "only supports Ascend",
    "Not found op",
    "not supported on this device",
    "Not implement exception",
    "There is no branch to go",
    "bad_function_call",
    "'Registry' object has no attribute",
)


def resolve(spelling: str) -> Any:
    """The object behind a public spelling."""
    *modules, _ = spelling.split(".")
    if modules[:1] == ["scipy"]:  # is not imported with mindspore
        importlib.import_module(".".join(["mindspore", *modules]))
    found: Any = ms
    for part in spelling.split("."):
        found = getattr(found, part)
    return found


def main(name: str) -> None:
    ms.set_context(pynative_synchronize=True)
    records = table(name)
    ids = [r.id for r in records]
    doubles = sorted({i for i in ids if ids.count(i) > 1})
    if doubles:
        raise ValueError(f"these records occur twice: {doubles}")
    lines, gaps = [], []
    outcomes, again = _outcomes(records), _outcomes(records[::-1])[::-1]
    _without_derivative(records, outcomes, again)
    for record, outcome, other in zip(records, outcomes, again, strict=True):
        reason = _gap(record, outcome, other)
        if reason:
            gaps.append(record.id)
            print("gap:", record.id, "-", reason, file=sys.stderr)
            continue
        if "e" in outcome:
            print(f"{outcome['e']}: {record.id} - {outcome['m']}", file=sys.stderr)
        lines.append(f"{json.dumps(record.id)}: {json.dumps(outcome, separators=(',', ':'))}")
    path = path_of(name)
    path.parent.mkdir(exist_ok=True)
    body = ",\n".join(lines)
    head = f'"mindspore": "{ms.__version__}",\n"gaps": {json.dumps(gaps)}'
    path.write_text(f'{{{head},\n"answers": {{\n{body}\n}}}}\n')
    print(f"{name}: {len(lines)} answers, {len(gaps)} gaps")


def _outcomes(records: list[Record]) -> list[dict]:
    outcomes: list[dict] = []
    while len(outcomes) < len(records):
        answered = _run_child(records[len(outcomes) :])
        outcomes += answered or [{"crash": "the process died"}]
    return outcomes


def _without_derivative(records: list[Record], *runs: list[dict]) -> None:
    """Keep the result of calls of which only the gradient fails for want of a derivative."""
    lacking = [i for i, o in enumerate(runs[0]) if "bprop not defined" in o.get("m", "")]
    for outcomes in runs:
        found = _outcomes([replace(records[i], grad=False) for i in lacking])
        for i, outcome in zip(lacking, found, strict=True):
            outcomes[i] = outcome


def _gap(record: Record, outcome: dict, other: dict) -> str | None:
    """Why the outcome of a call says nothing; `other` is that of another run."""
    if "crash" in outcome or "crash" in other:
        return outcome.get("crash") or other["crash"]
    text = outcome.get("m", "")
    if any(g in text for g in _GAPS):
        return text
    reason = difference(record, outcome, other)
    return reason and f"two runs differ: {reason}"


def _run_child(records: list[Record]) -> list[dict]:
    """Outcomes of the leading records, up to the first refusal or crash."""
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(read)
        side = Side(resolve, ms.Tensor, ms.Parameter, ms.ops.GradOperation, mstype)
        with os.fdopen(write, "w") as pipe:
            for record in records:
                signal.alarm(SECONDS)
                outcome = side.outcome(record)
                print(json.dumps(outcome), file=pipe, flush=True)
                if "e" in outcome:
                    break
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        outcomes = [json.loads(line) for line in pipe]
    _, status = os.waitpid(pid, 0)
    if status and len(outcomes) < len(records):
        outcomes.append({"crash": f"the process ended with status {status}"})
    return outcomes


if __name__ == "__main__":
    for name in sys.argv[1:]:
        main(name)
