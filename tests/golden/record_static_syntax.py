"""Record what MindSpore gives for programs of Python's syntax: `python record_static_syntax.py`.

Writes static_syntax.json beside this file: for each program what its calls give eagerly, and where
`jit` or GRAPH_MODE give something else, that. An error is its class. With names of programs as
arguments only these are recorded anew.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import mindspore

sys.modules["msjax"] = mindspore
sys.modules["msjax.ops"] = mindspore.ops
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import static_syntax_cases as cases  # noqa: E402


class Calls(mindspore.nn.Cell):
    """A Cell that does what a function does."""

    def __init__(self, function: Any):
        super().__init__()
        self.function = function

    def construct(self, *args: Any) -> Any:
        return self.function(*args)


def in_graph_mode(cell: Any) -> Any:
    """`cell` in GRAPH_MODE."""

    def call(*args: Any) -> Any:
        mindspore.set_context(mode=mindspore.GRAPH_MODE)
        try:
            return cell(*args)
        finally:
            mindspore.set_context(mode=mindspore.PYNATIVE_MODE)

    return call


def compiled(made: Any) -> Any:
    """A function or a Cell under `jit`."""
    if isinstance(made, mindspore.nn.Cell):
        made.construct = mindspore.jit(made.construct)
        return made
    return mindspore.jit(made)


MODES = {
    "eager": lambda made: made,
    "jit": compiled,
    "graph": lambda made: in_graph_mode(
        made if isinstance(made, mindspore.nn.Cell) else Calls(made)
    ),
}


def main() -> None:
    mindspore.set_context(pynative_synchronize=True)
    path, names = HERE / "static_syntax.json", sys.argv[1:]
    recorded = json.loads(path.read_text()) if names else {}
    for name in names or cases.PROGRAMS:
        print(name, file=sys.stderr, flush=True)
        found = {mode: cases.play(name, wrap) for mode, wrap in MODES.items()}
        told = {"eager": found["eager"]}
        told |= {m: found[m] for m in ("jit", "graph") if found[m] != found["eager"]}
        if told.get("jit") == told.get("graph") and "jit" in told:
            told = {"eager": told["eager"], "compiled": told["jit"]}
        recorded[name] = told
    lines = [
        f"{json.dumps(n)}: {json.dumps(v, separators=(',', ':'))}" for n, v in recorded.items()
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
