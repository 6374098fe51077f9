"""Every kernel and every derivative in the records becomes a program for GPUs and for TPUs.

None of these is at hand: JAX writes the program that their compilers would be given. Each kernel
and each derivative is looked at once, for the first arguments that the records have for it.
"""

from __future__ import annotations

import re
from typing import Any

import jax
import numpy as np
import pytest
from records._msjax import SIDE
from records._tables import SWEEPS, TABLES, accepted
from records._traced import Traced

import msjax as ms
from msjax import ops
from msjax._core.base.executable import Exec
from msjax._core.base.reword import refused_by_tpu
from msjax.kernels.conv import rules
from msjax.kernels.nn import dense
from msjax.kernels.pool import windows

PLATFORMS = ("cuda", "tpu")
ELSEWHERE = {"Eig": ("cuda",)}  # kernels that refuse TPUs
LOWERED: dict[str, str] = {}  # by the name of a kernel or derivative what is wrong, "" for nothing
_ROUNDED = re.compile(r"stablehlo\.(?:dot_general|convolution)\b.*DEFAULT.*f32")


class Lowered(Traced):
    """Stands in for a compiled kernel: lowers it the first time, and gives zeros."""

    def __init__(self, name: str, function: Any):
        super().__init__(function)
        self.name = name

    def __call__(self, *arrays: Any) -> Any:
        if self.name not in LOWERED and not any(isinstance(a, jax.core.Tracer) for a in arrays):
            LOWERED[self.name] = self.look(arrays)
        return super().__call__(*arrays)

    def look(self, arrays: tuple) -> str:
        platforms = ELSEWHERE.get(self.name.removeprefix("grad_"), PLATFORMS)
        traced = jax.jit(self.function).trace(*arrays)
        try:
            text = traced.lower(lowering_platforms=platforms).as_text()
        except Exception as error:
            return str(error).split("\n")[0]
        found = _ROUNDED.search(text)
        return "" if found is None else found[0]


@pytest.fixture
def lowered(traced: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels are made as for an accelerator and lowered, but neither compiled nor run."""
    made = Exec.__init__

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        if not self.eager:
            self.fn = Lowered(self.name, self.fn.function)

    monkeypatch.setattr(Exec, "__init__", init)
    for module in (rules, dense, windows):
        monkeypatch.setattr(module, "on_cpu", lambda: False)


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.thin(9)) for n in TABLES + SWEEPS]
)
def test_kernels_and_derivatives(name: str, lowered: None) -> None:
    before, seen = set(LOWERED), set()
    for record in accepted(name):
        if (record.op, record.grad) not in seen:
            seen.add((record.op, record.grad))
            SIDE.outcome(record)
    wrong = {kernel: LOWERED[kernel] for kernel in LOWERED.keys() - before if LOWERED[kernel]}
    assert not wrong


def test_what_cannot_be_lowered_and_what_is_rounded_is_seen(lowered: None) -> None:
    def rounds(x: Any) -> Any:
        return x @ x

    square = np.ones((2, 2), "f")
    assert "DEFAULT" in Lowered("rounds", rounds).look((square,))
    assert "eig" in Lowered("eig", jax.numpy.linalg.eig).look((square,))


def test_decompositions_of_general_matrices_refuse_tpus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jax, "default_backend", lambda: "tpu")
    with pytest.raises(NotImplementedError, match="For 'Eig', .* on TPUs .* numpy.linalg.eig"):
        ops.eigvals(ms.Tensor(np.ones((5, 5), "f")))


def test_complex128_is_refused_before_a_tpus_compiler_sees_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    x = ms.Tensor(np.ones((3, 7)) + 0j)
    monkeypatch.setattr(jax, "default_backend", lambda: "tpu")
    with pytest.raises(RuntimeError, match="For 'Mul', TPUs .* complex64, or compute on a CPU"):
        ops.mul(x, x)


def test_the_tpu_compilers_own_refusals_say_what_to_do() -> None:
    text = "UNIMPLEMENTED: While rewriting computation to not contain X64 element types, XLA ..."
    error = jax.errors.JaxRuntimeError(text)
    told = refused_by_tpu("Cholesky", error)
    assert str(told).startswith("For 'Cholesky', TPUs") and text in str(told)
    other = jax.errors.JaxRuntimeError("RESOURCE_EXHAUSTED: Out of memory")
    assert refused_by_tpu("Cholesky", other) is other
