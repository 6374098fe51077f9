"""Record what MindSpore's optimizers do: ``python tests/golden/record_optim.py`` with mindspore
2.10.

Writes optim.json next to this file. A case that MindSpore cannot run is recorded by the name of its
exception.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import mindspore as ms  # noqa: E402
import optim_cases as cases  # noqa: E402

ms.set_context(pynative_synchronize=True)


def number(value):
    """A JSON number with the nine digits that tell float32 values apart."""
    value = float(value)
    return value if value != value else float(f"{value:.9g}")


def main():
    """Record all cases."""
    found = {}
    for name, shapes, make in cases.all_cases():
        try:
            found[name] = cases.run(ms, shapes, make, number)
        except Exception as error:
            print(name, type(error).__name__, str(error)[:300], file=sys.stderr)
            found[name] = {"error": type(error).__name__}
    facts = {
        "cases": found,
        "errors": {source: cases.error_class(ms, source) for source in cases.ERRORS},
        "answers": {source: cases.answer(ms, source) for source in cases.ANSWERS},
    }
    parts = []
    for part, rows in facts.items():
        lines = [f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in rows.items()]
        parts.append(f"{json.dumps(part)}: {{\n" + ",\n".join(lines) + "\n}")
    (HERE / "optim.json").write_text("{" + ",\n".join(parts) + "}\n")


if __name__ == "__main__":
    main()
