"""Record what MindSpore's inner Primitives return: python tests/golden/record_inner.py.

Run with an interpreter that has MindSpore, on a CPU. Primitives without a CPU kernel are left out.
"""

import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent)]

import inner_cases  # noqa: E402
import mindspore  # noqa: E402
from mindspore.ops import auto_generate  # noqa: E402


def main():
    mindspore.set_context(pynative_synchronize=True)
    table = json.loads((HERE.parents[1] / "msjax" / "ops" / "auto_generate.json").read_text())
    found = {}
    for name, (settings, call, _) in table["classes"].items():
        drawn = any(word in call.split(", ") for word in inner_cases.RANDOM)
        given = inner_cases.arguments(name, settings, call)
        if name.startswith("_") or name in inner_cases.UNSET or drawn or given is None:
            print("no case:", name)
            continue
        try:
            cls = getattr(auto_generate, name)
            found[name] = inner_cases.run(cls, given, mindspore.Tensor)
        except Exception as error:
            print("refused:", name, type(error).__name__, str(error).splitlines()[0][:100])
    (HERE / "inner.json").write_text(json.dumps(found, sort_keys=True, indent=0) + "\n")
    print(len(found), "recorded")


if __name__ == "__main__":
    main()
