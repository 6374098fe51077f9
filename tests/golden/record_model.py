"""Record trainings with mindspore.Model: ``python tests/golden/record_model.py``.

Needs mindspore 2.10 (CPU). Writes model.json next to this file: under "runs" and "graph" (those in
GRAPH_MODE) what the functions of model_cases.RUNS return, under "errors" the names of the errors.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import mindspore as ms  # noqa: E402
import model_cases as cases  # noqa: E402
import model_errors  # noqa: E402


def short(value):
    """Floats with the nine digits that tell float32 values apart."""
    if isinstance(value, float):
        return float(f"{value:.9g}") if value == value else None
    if isinstance(value, (list, tuple)):
        return [short(v) for v in value]
    return {k: short(v) for k, v in value.items()} if isinstance(value, dict) else value


def section(name, found):
    """One JSON object with a line for each entry."""
    lines = [f"  {json.dumps(k)}: {json.dumps(short(v))}" for k, v in found.items()]
    return f'"{name}": {{\n' + ",\n".join(lines) + "\n}"


def in_folder(function, *args):
    """What a function returns of a run of its own."""
    with cases.Run(ms) as run:
        return function(run, *args)


def main():
    """Record everything."""
    ms.set_context(mode=ms.PYNATIVE_MODE, pynative_synchronize=True)
    runs = {name: in_folder(run) for name, run in cases.RUNS.items()}
    errors = {e: in_folder(model_errors.error_class, e) for e in model_errors.ERRORS}
    ms.set_context(mode=ms.GRAPH_MODE)
    graph = {name: in_folder(cases.RUNS[name]) for name in cases.IN_GRAPH_MODE}
    sections = [section("runs", runs), section("graph", graph), section("errors", errors)]
    (HERE / "model.json").write_text("{" + ",\n".join(sections) + "}\n")


if __name__ == "__main__":
    main()
