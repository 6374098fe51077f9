"""Values of operators, odd operands and augmented assignment, as the real MindSpore has them.

The expressions are those of tests/golden/record_dtypes.py, evaluated here with msjax.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from typing import Any

import numpy as np
import pytest
from places import GOLDEN, read_golden

import msjax as ms
from msjax import ops

OTHER_FAMILIES = ("mint.", "cumsum", ".std(", ".var(", "argm", "ops.min(", ".max(", "relu", "@")
GAPS = ("Select CPU", "unregistered", "Unsupported", "KernelMod", "Crash", "does not support")


# Expressions that msjax answers otherwise, with its answer; every other one must agree.
NAN_IS_KEPT = {
    "V(ops.maximum(F([np.nan, 1]), F([1, np.nan])))": "float32 [nan, nan]",
    "V(ops.minimum(F([np.nan, 1]), F([1, np.nan])))": "float32 [nan, nan]",
    "V(ops.maximum(F([np.nan, 1]), 2))": "float32 [nan, 2.0]",
    "V(ops.sign(F([np.nan, -0.0, -2])))": "float32 [nan, 0.0, -1.0]",
}
ZEROS_ARE_ORDERED = {
    "V(ops.maximum(F([0.0, -0.0]), F([-0.0, 0.0])))": "float32 [0.0, 0.0]",
    "V(ops.minimum(F([0.0, -0.0]), F([-0.0, 0.0])))": "float32 [-0.0, -0.0]",
}
INT64_IS_EXACT = {
    'V(I([2**60 + 1], "int64") // 1)': f"int64 [{2**60 + 1}]",
    'V(I([2**53 + 1], "int64") // I([1], "int64"))': f"int64 [{2**53 + 1}]",
    'V(I([2**53 + 1], "int64") // 1)': f"int64 [{2**53 + 1}]",
    'V(I([2**53 + 1], "int64") % 2)': "int64 [1]",
    'V(I([2**53 + 1], "int64") ** 1)': f"int64 [{2**53 + 1}]",
    'V(ops.pow(I([3], "int64"), 39))': f"int64 [{3**39}]",
    'V(I([2**53 + 1], "int64") % I([2**53], "int64"))': "int64 [1]",
}
NUMPY_INT32_IS_A_NUMBER = {
    f"{kind} x {sign} np.int32(2)": "int32" if kind == "int32" else "int64"
    for kind in ("int32", "bool")
    for sign in "&|"
}
DIFFERS = {
    **NAN_IS_KEPT,
    **ZEROS_ARE_ORDERED,
    **INT64_IS_EXACT,
    **NUMPY_INT32_IS_A_NUMBER,
}
# XLA rounds otherwise or flushes denormals; ops.full belongs to another family.
LEFT_OUT = (
    "V(C([1 + 1j]) ** 2)",
    'V(F([5e-324], "float64") * 1)',
    "V(F([1e-45]) * 1)",
    "ops.full(",
)
# NumPy does these, and NumPy 1 (with which was recorded) looks at the values of scalars.
NUMPY_LEFT = ("np.float", "np.int", "np.uint", "np.array(2.5)", "V(np.float64(2) * ")


@cache
def facts() -> dict[str, Any]:
    return read_golden("dtypes.json")


@cache
def expressions() -> list[tuple]:
    spec = importlib.util.spec_from_file_location("record_dtypes", GOLDEN / "record_dtypes.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.all_cases())


def cases(section: str) -> list[Any]:
    return [
        pytest.param(expr, env, wanted, id=f"{name} {key}")
        for part, name, key, expr, env in expressions()
        if part == section
        and not any(f in expr for f in OTHER_FAMILIES + LEFT_OUT)
        and not expr.startswith(NUMPY_LEFT)
        and (wanted := known(section, name, key)) is not None
    ]


def known(section: str, name: str, key: str) -> str | None:
    """The recorded outcome, exceptions by class; None where the wheel has no kernel."""
    found = facts()[section][name]
    while isinstance(found, str):
        found = facts()[section][found.removeprefix("same as ").split(" ", 1)[-1]]
    kind, _, number = found[key].replace("!SystemError", "!RuntimeError").partition("#")
    if kind.startswith("!") and any(g in facts()["messages"][int(number)] for g in GAPS):
        return None
    return kind


class Text(str):
    __slots__ = ()


def name(r: Any) -> str:
    if isinstance(r, ms.Tensor):
        kind = "" if type(r) is ms.Tensor else type(r).__name__ + " "
        return kind + repr(r.dtype).removeprefix("mindspore.")
    if isinstance(r, (tuple, list)):
        return "(" + ", ".join(name(e) for e in r) + ")"
    return f"np.{r.dtype.name}" if isinstance(r, (np.ndarray, np.generic)) else type(r).__name__


def value(r: Any) -> Text:
    if not isinstance(r, ms.Tensor):
        return Text(f"{name(r)} {r!r}")
    v = (r.float() if r.dtype == ms.bfloat16 else r).asnumpy().tolist()
    return Text(f"{name(r)} {tuple(r.shape)} {v}" if r.ndim != 1 else f"{name(r)} {v}")


def augmented(op: str, x: Any, y: Any) -> Text:
    scope = {"x": x, "y": y}
    before = name(x)
    exec(f"x {op} y", scope)
    how = "same object" if scope["x"] is x else "rebound"
    return Text(f"{name(scope['x'])} {how}" + ("" if name(x) == before else f" old:{name(x)}"))


def dtype(title: str) -> Any:
    return getattr(ms, "bool_" if title == "bool" else title)


SCOPE = {
    "ms": ms,
    "np": np,
    "ops": ops,
    "Tensor": ms.Tensor,
    "V": value,
    "A": augmented,
    "K": lambda r: Text(name(r)),
    "P": lambda t: ms.Parameter(t, name="p"),
    "I": lambda v, d: ms.Tensor(np.array(v).astype(d), dtype(d)),
    "F": lambda v, d="float32": ms.Tensor(np.array(v, "float64"), dtype(d)),
    "B": lambda v: ms.Tensor(v, ms.bool_),
    "C": lambda v: ms.Tensor(np.array(v, "complex64")),
}


def outcome(expr: str, env: dict[str, str]) -> str:
    tensors = {k: ms.Tensor(np.array([1, 2]), dtype(d)) for k, d in env.items()}
    try:
        r = eval(expr, SCOPE | tensors)
    except (TypeError, ValueError, RuntimeError, IndexError, AttributeError) as error:
        return "!" + type(error).__name__
    return str(r) if isinstance(r, (Text, str)) else name(r)


def check(expr: str, env: dict[str, str], wanted: str) -> None:
    named = f"{env['x']} {expr}" if "x" in env else expr
    differing = DIFFERS.get(named, DIFFERS.get(expr))
    assert differing != wanted, "agrees with MindSpore after all"
    assert outcome(expr, env) == (differing or wanted)


@pytest.mark.thin(3)
@pytest.mark.parametrize(("expr", "env", "wanted"), cases("values"))
def test_values(expr: str, env: dict, wanted: str) -> None:
    check(expr, env, wanted)


@pytest.mark.filterwarnings("ignore:overflow encountered in cast")
@pytest.mark.parametrize(("expr", "env", "wanted"), cases("big_scalars"))
def test_large_numbers(expr: str, env: dict, wanted: str) -> None:
    check(expr, env, wanted)


@pytest.mark.thin(3)
@pytest.mark.parametrize(("expr", "env", "wanted"), cases("operands"))
def test_operands(expr: str, env: dict, wanted: str) -> None:
    check(expr, env, wanted)


@pytest.mark.thin(3)
@pytest.mark.parametrize(("expr", "env", "wanted"), cases("inplace"))
def test_augmented_assignment(expr: str, env: dict, wanted: str) -> None:
    check(expr, env, wanted)


# MindSpore 2.10.0 on CPU: the operator, `eq` and `mint.eq` wrap such a number, the others do not.
@pytest.mark.parametrize("compile", [lambda f: f, ms.jit], ids=["eager", "jit"])
@pytest.mark.parametrize(("number", "place"), [(300, 2), (2**32, 0), (2**40 + 1, 1)])
def test_equality_with_numbers_beyond_the_dtype(compile, number: int, place: int) -> None:
    x = ms.Tensor([0, 1, 44], ms.int8)
    wrapped = [i == place for i in range(3)]
    for same in (lambda x: x == number, lambda x: x.eq(number), lambda x: ms.mint.eq(x, number)):
        assert compile(same)(x).asnumpy().tolist() == wrapped
    for equal in (ops.equal, ops.eq, ops.Equal(), ms.Tensor.equal):
        assert not compile(lambda x, f=equal: f(x, number))(x).asnumpy().any()
    assert ops.equal(x, 44).asnumpy().tolist() == [False, False, True]
