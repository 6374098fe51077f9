"""Record schedules, training Cells and loss scales: ``python tests/golden/record_training.py``.

Needs mindspore 2.10 (CPU). Writes training.json next to this file.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import mindspore as ms  # noqa: E402
import training_cases as cases  # noqa: E402

ms.set_context(pynative_synchronize=True)


def short(value):
    """Floats with the nine digits that tell float32 values apart."""
    if isinstance(value, float):
        return float(f"{value:.9g}") if value == value else None
    if isinstance(value, list):
        return [short(v) for v in value]
    return {k: short(v) for k, v in value.items()} if isinstance(value, dict) else value


def section(name, found):
    """One JSON object with a line for each entry."""
    lines = [f"  {json.dumps(k)}: {json.dumps(short(v))}" for k, v in found.items()]
    return f'"{name}": {{\n' + ",\n".join(lines) + "\n}"


def main():
    """Record everything."""
    schedules = {s: cases.schedule(ms, s) for s in cases.SCHEDULES}
    runs = {name: cases.flat(ms, run(ms)) for name, run in cases.RUNS.items()}
    errors = {s: cases.error_class(ms, s) for s in (*cases.schedule_errors(), *cases.ERRORS)}
    sections = [section("schedules", schedules), section("runs", runs), section("errors", errors)]
    (HERE / "training.json").write_text("{" + ",\n".join(sections) + "}\n")


if __name__ == "__main__":
    main()
