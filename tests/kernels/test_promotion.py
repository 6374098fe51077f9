"""Result dtypes and refusals of operators for every pair of dtypes, as the real MindSpore has them.

Everything is traced without being run. Cells where MindSpore's CPU build merely lacks a kernel say
nothing about the rules and are left out.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from places import read_golden

from msjax import mint, ops
from msjax._core.base import dtype as mstype
from msjax._core.base.x64 import x64
from msjax._core.tensor.tensor import Tensor, box

GAPS = (
    "Select CPU",
    "unregistered",
    "Unsupported",
    "KernelMod",
    "Crash",
    "the process ends",
    "does not support",
    "-----",
)
SYMBOLS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
UNARY = {
    "-x": operator.neg,
    "+x": operator.pos,
    "abs(x)": operator.abs,
    "~x": operator.invert,
    "round(x)": round,
}
OTHER_FAMILIES = ("where", "concat", "stack", "@", "mint.")
OTHER_UNARY = ("ops.relu", "ops.sigmoid", "ops.gelu", "ops.softmax", "ops.bitwise_not")
NUMBERS = {"True": True, "2": 2, "2.5": 2.5, "(2+1j)": 2 + 1j}
# Cells that msjax answers otherwise: inside a kernel a Python bool is a 0-d bool Tensor.
WIDE = ("uint16", "uint32", "uint64")
DIFFERS = {
    ("scalars", "*"): {f"{w},True" for w in WIDE} | {f"True,{w}" for w in WIDE},
    ("scalars", "/"): {f"{w},True" for w in WIDE} | {f"True,{w}" for w in WIDE},
    ("scalars", "ops.fmod"): {"True,bool"},
    ("scalars", "ops.remainder"): {"True,bool"} | {f"{w},True" for w in WIDE},
}
NUMBER_FIRST = ("ops.eq", "ops.lt")  # taken as in older releases; MindSpore 2.10 refuses it
SECTIONS = {
    "pairs": ((2,), (2,)),
    "right_0d": ((2,), ()),
    "left_0d": ((), (2,)),
    "both_0d": ((), ()),
}


@cache
def facts() -> dict[str, Any]:
    return read_golden("dtypes.json")


def table(section: str, name: str) -> dict[str, str]:
    """The cells of one operator; tables that are equal are stored once."""
    found = facts()[section][name]
    while isinstance(found, str):
        words = found.removeprefix("same as ").split(" ", 1)
        if len(words) == 2 and words[0] in facts():
            section, name = words
        else:
            name = found.removeprefix("same as ")
        found = facts()[section][name]
    return found


def names(sections: tuple[str, ...]) -> list[tuple[str, str]]:
    return [
        (section, name)
        for section in sections
        for name in facts()[section]
        if not name.startswith(OTHER_FAMILIES) and name not in OTHER_UNARY
    ]


def function(name: str) -> Callable:
    if name in SYMBOLS or name in UNARY or name == "divmod":
        return SYMBOLS.get(name) or UNARY.get(name) or divmod
    module, attribute = name.split(".")
    found = getattr({"ops": ops, "Tensor": Tensor}[module], attribute)
    return found() if isinstance(found, type) else found


def expected(cell: str) -> str | None:
    """A dtype name, an exception's class after "!", or None where nothing is known."""
    if not cell.startswith("!"):
        return cell
    kind, _, number = cell[1:].partition("#")
    text = facts()["messages"][int(number)] if number else ""
    return None if any(gap in text for gap in GAPS) else "!" + kind


def outcome(call: Callable, *arguments: Any) -> str:
    """What a call gives, without running it; ("int8", (2,)) stands for a Tensor."""
    result: list[str] = []

    def run() -> tuple:
        with x64():
            args = [box(_zeros(*a)) if isinstance(a, tuple) else a for a in arguments]
        try:
            out = call(*args)
        except (TypeError, ValueError, RuntimeError, AttributeError) as error:
            result.append("!" + type(error).__name__)
        else:
            is_tensor = isinstance(out, Tensor)
            result.append(out.dtype.np.name if is_tensor else type(out).__name__)
        return ()

    jax.eval_shape(run)
    return result[0]


def _zeros(name: str, shape: tuple[int, ...]) -> jax.Array:
    return jnp.zeros(shape, getattr(mstype, "bool_" if name == "bool" else name).np)


def compare(section: str, name: str, run: Callable[[str], str]) -> None:
    known = {key: expected(cell) for key, cell in table(section, name).items()}
    if name in NUMBER_FIRST:
        known = {k: want for k, want in known.items() if k.partition(",")[0] not in NUMBERS}
    known = {key: want for key, want in known.items() if want is not None}
    assert known, "nothing recorded"
    wrong = {}
    for key, want in known.items():
        got = run(key)
        if got != want:
            wrong[key] = f"{got}, want {want}"
    assert set(wrong) == DIFFERS.get((section, name), set()), (
        f"{len(wrong)} of {len(known)}: {wrong}"
    )


@pytest.mark.parametrize(("section", "name"), names(tuple(SECTIONS)))
def test_two_tensors(section: str, name: str) -> None:
    call, (left, right) = function(name), SECTIONS[section]

    def run(key: str) -> str:
        a, b = key.split(",")
        return outcome(call, (a, left), (b, right))

    compare(section, name, run)


@pytest.mark.parametrize("name", [n for _, n in names(("scalars",))])
def test_tensor_and_number(name: str) -> None:
    call = function(name)

    def run(key: str) -> str:
        return outcome(call, *(NUMBERS.get(part, (part, (2,))) for part in key.split(",")))

    compare("scalars", name, run)


@pytest.mark.parametrize("name", [n for _, n in names(("unary",)) if n in UNARY or "ops." in n])
def test_one_tensor(name: str) -> None:
    call = function(name)
    compare("unary", name, lambda key: outcome(call, (key, (2,))))


ZERO_RANK = read_golden("zero_rank_numbers.json")


def _marks(text: str) -> list[pytest.MarkDecorator]:
    return [] if "(" in text else [pytest.mark.first]  # an operator


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, marks=_marks(text))
        for text in sorted({key.partition(";")[0] for key in ZERO_RANK})
    ],
)
def test_tensor_without_axes_and_number(text: str) -> None:
    """Where a number is a Tensor of Int64 or Float32, and where it has a category only."""
    known = {key: want for key, want in ZERO_RANK.items() if key.startswith(f"{text}; ")}

    def run(key: str) -> str:
        _, dtype, number = key.split("; ")
        given = {"ops": ops, "mint": mint, "n": eval(number)}
        return outcome(lambda t: eval(text, given | {"t": t}), (dtype, ()))

    wrong = {key: got for key, want in known.items() if (got := run(key)) != want.lower()}
    assert not wrong and known
