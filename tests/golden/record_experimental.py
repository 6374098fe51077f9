"""Record mindspore.experimental.optim: ``python tests/golden/record_experimental.py``.

Needs mindspore 2.10 (CPU). Writes experimental.json next to this file.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import experimental_cases as cases  # noqa: E402
import mindspore as ms  # noqa: E402

ms.set_context(pynative_synchronize=True)


def number(value):
    """A JSON number with the nine digits that tell float32 values apart."""
    return float(f"{float(value):.9g}")


def guarded(function, *args):
    """The result of a case, or the name of its exception."""
    try:
        return function(*args)
    except Exception as error:
        print(args[1:2], type(error).__name__, str(error)[:300], file=sys.stderr)
        return {"error": type(error).__name__}


def main():
    """Record everything."""
    found = {
        "cases": {n: guarded(cases.run, ms, make, number) for n, make in cases.CASES.items()},
        "schedules": {
            n: guarded(cases.schedule, ms, s, number) for n, s in cases.SCHEDULES.items()
        },
        "plateaus": {n: guarded(cases.plateau, ms, s, number) for n, s in cases.PLATEAUS.items()},
        "errors": {s: cases.error_class(ms, s) for s in cases.ERRORS},
        "text": {"adam": cases.text(ms)},
    }
    sections = []
    for name, part in found.items():
        lines = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in part.items())
        sections.append(f"{json.dumps(name)}: {{\n{lines}\n}}")
    (HERE / "experimental.json").write_text("{" + ",\n".join(sections) + "}\n")


if __name__ == "__main__":
    main()
