"""Record MindSpore's update Primitives: ``python tests/golden/record_updates.py`` with mindspore
2.10.

Writes updates.json next to this file. Every call runs in its own process, since a failing kernel
leaves the process in doubt; a call that MindSpore's CPU backend cannot run is recorded as an error.
"""

import json
import multiprocessing
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import update_cases as cases  # noqa: E402


def number(value):
    """A JSON number with the nine digits that tell float32 values apart."""
    return float(f"{float(value):.9g}")


def record(index):
    """One case."""
    import mindspore as ms

    ms.set_context(pynative_synchronize=True)
    if index < 0:
        return {source: cases.error_class(ms, source) for source in cases.ERRORS}
    try:
        return cases.run(ms, *cases.CASES[index], number)
    except Exception as error:
        print(cases.CASES[index][0], str(error)[:300], file=sys.stderr)
        return {"error": type(error).__name__}


def main():
    """Record all cases."""
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        found = pool.map(record, range(len(cases.CASES)), chunksize=1)
        errors = pool.apply(record, (-1,))
    lines = ",\n".join("  " + json.dumps(f) for f in found)
    refused = ",\n".join(f"  {json.dumps(k)}: {json.dumps(v)}" for k, v in errors.items())
    text = '{"cases": [\n' + lines + '\n],\n"errors": {\n' + refused + "\n}}\n"
    (HERE / "updates.json").write_text(text)


if __name__ == "__main__":
    main()
