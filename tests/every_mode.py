"""One function in every mode: eager, compiled, in GRAPH_MODE; differentiated both ways; mapped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops


class Calls(nn.Cell):
    """A Cell that does what a function does."""

    def __init__(self, function: Callable):
        super().__init__()
        self._function = function

    def construct(self, *args):
        return self._function(*args)


@contextmanager
def graph_mode() -> Iterator[None]:
    """GRAPH_MODE inside, PYNATIVE_MODE after."""
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        yield
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


def in_graph_mode(function: Callable) -> Callable:
    """`function` as the outermost Cell in GRAPH_MODE."""
    cell = Calls(function)

    def call(*args: Any) -> Any:
        with graph_mode():
            return cell(*args)

    return call


MODES: dict[str, Callable] = {"eager": lambda f: f, "jit": ms.jit, "GRAPH_MODE": in_graph_mode}
in_every_mode = pytest.mark.parametrize("mode", MODES.values(), ids=MODES)
compiled_modes = pytest.mark.parametrize("mode", [ms.jit, in_graph_mode], ids=["jit", "GRAPH_MODE"])


def in_modes(function: Callable, *args: Any) -> dict[str, Any]:
    """Results, as NumPy arrays, by the name of the mode; each function is called twice."""
    compiled, found = ms.jit(function), {}
    for time in ("first", "second"):
        found[f"eager, {time} call"] = _plain(function(*args))
        found[f"jit, {time} call"] = _plain(compiled(*args))
    with graph_mode():
        cell = Calls(function)
        for time in ("first", "second"):
            found[f"GRAPH_MODE, {time} call"] = _plain(cell(*args))
    return found


def check(function: Callable, *args: Any, slope: bool = True, rows: bool = True, rtol=1e-5) -> Any:
    """The result of `function(*args)`, the same in every mode; AssertionError otherwise.

    Args:
        function: of Tensors that returns one Tensor.
        args: Tensors.
        slope: compare reverse mode in all modes, and forward mode with it.
        rows: compare `vmap` with one call for each row.
        rtol: relative tolerance.
    """
    value = _same(in_modes(function, *args), rtol)
    if slope:
        _check_slopes(function, args, value.shape, rtol)
    if rows:
        _check_rows(function, args, rtol)
    return value


def _check_slopes(function: Callable, args: tuple, shape: tuple, rtol: float) -> None:
    rng = np.random.default_rng(7)
    weights = Tensor(rng.standard_normal(shape).astype(np.float32))
    directions = tuple(Tensor(rng.standard_normal(a.shape).astype(np.float32)) for a in args)
    places = tuple(range(len(args)))

    def weighed(*given):
        return ops.sum(function(*given) * weights)

    slope = ms.grad(weighed, places)
    found = in_modes(slope, *args)
    found["gradient of a compiled function"] = _plain(ms.grad(ms.jit(weighed), places)(*args))
    slopes = _leaves(_same(found, rtol))

    def forward(*given):
        return ms.jvp(function, tuple(given), directions)[1]

    along = _same(in_modes(forward, *args), rtol)
    expected = sum(np.vdot(s, d.asnumpy()) for s, d in zip(slopes, directions, strict=True))
    np.testing.assert_allclose(np.vdot(along, weights.asnumpy()), expected, rtol=rtol, atol=1e-5)


def _check_rows(function: Callable, args: tuple, rtol: float) -> None:
    stacks = [ops.stack([a, a * 2, a - 1]) for a in args]
    rows = [_plain(function(*(stack[i] for stack in stacks))) for i in range(3)]
    mapped = _same(in_modes(ms.vmap(function), *stacks), rtol)
    np.testing.assert_allclose(mapped, np.stack(rows), rtol=rtol, atol=1e-6)


def _same(found: dict[str, Any], rtol: float) -> Any:
    (first, expected), *others = found.items()
    for name, value in others:
        assert _kinds(value) == _kinds(expected), (name, first)
        for a, b in zip(_leaves(value), _leaves(expected), strict=True):
            np.testing.assert_allclose(a, b, rtol=rtol, atol=1e-6, err_msg=f"{name}, {first}")
    return expected


def _leaves(value: Any) -> list:
    return [leaf for v in value for leaf in _leaves(v)] if isinstance(value, tuple) else [value]


def _kinds(value: Any) -> list:
    return [(type(leaf), getattr(leaf, "shape", ()), leaf.dtype) for leaf in _leaves(value)]


def _plain(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return tuple(_plain(v) for v in value)
    return value.asnumpy()


def plain(value: Any) -> Any:
    """A result as nested Python values with types, shapes and dtypes."""
    if isinstance(value, Tensor):
        return "Tensor", value.shape, str(value.dtype), value.asnumpy()
    if isinstance(value, (tuple, list)):
        return [type(value).__name__, *map(plain, value)]
    if isinstance(value, dict):
        return [type(value).__name__, *((k, plain(v)) for k, v in value.items())]
    return type(value).__name__, value


def arrays(value: Any) -> Any:
    """A result with arrays in place of Tensors, in the tuples and lists that it has."""
    if isinstance(value, Tensor):
        return value.asnumpy()
    return type(value)(map(arrays, value)) if isinstance(value, (tuple, list)) else value


def agree(got: Any, want: Any, rtol: float = 5e-6, atol: float = 1e-6, rel: float = 1e-14) -> None:
    """Compare what `plain` or `arrays` gives: arrays to `rtol`, `atol`, floats to `rel`."""
    if isinstance(want, np.ndarray):
        np.testing.assert_allclose(got, want, rtol=rtol, atol=atol)
    elif isinstance(want, (tuple, list)):
        assert len(got) == len(want) and type(got) is type(want), (got, want)
        for g, w in zip(got, want, strict=True):
            agree(g, w, rtol, atol, rel)
    elif isinstance(want, float):
        assert got == pytest.approx(want, rel=rel)
    else:
        assert got == want
