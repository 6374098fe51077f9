"""Record the attributes of MindSpore's Primitives after construction.

Run with an interpreter that has MindSpore 2.10 (CPU): ``python tests/golden/record_primitives.py``.
It writes primitives.json beside itself: {"Conv2D(2, 2)": [name and attributes of its text,
{attribute: repr of its value}, {init argument: repr}]}, or the class of the error. Every Primitive
class of `ops` is constructed without arguments, where that is possible, and with those of
primitive_cases.py.
"""

import inspect
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import mindspore as ms  # noqa: E402
from mindspore import ops  # noqa: E402
from primitive_cases import CASES, described  # noqa: E402


def main():
    found = {}
    for name in sorted(vars(ops)):
        cls = getattr(ops, name)
        if not (inspect.isclass(cls) and issubclass(cls, ops.Primitive)):
            continue
        if name.startswith("_"):
            continue
        for text in ["", *CASES.get(name, [])]:
            try:
                made = eval(f"cls({text})", {"cls": cls, "ms": ms})
            except Exception as error:
                if text:
                    found[f"{name}({text})"] = type(error).__name__
                continue
            found[f"{name}({text})"] = described(made)
    lines = [f"{json.dumps(k)}: {json.dumps(v)}" for k, v in found.items()]
    (HERE / "primitives.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


main()
