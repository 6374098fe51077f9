"""Checks that kernels share, and that all errors of kernels leave it to the gateway who speaks."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest

import msjax
from msjax import Tensor, nn, ops
from msjax._core.base import checks as values
from msjax._core.base.errors import Clause, must
from msjax._core.op import registry
from msjax._core.op.publish import Array, call, op, primitive, public, resolve
from msjax.kernels import checks

X = np.ones((2, 3), np.float32)


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (
            lambda: checks.accept(X, "i float16", "x"),
            TypeError,
            "the dtype of 'x' must be one of [int8, int16, int32, int64, float16], "
            "but got Float32.",
        ),
        (
            lambda: checks.broadcast(X, X, np.ones(2)),
            ValueError,
            "the shapes of the inputs need to broadcast, but got (2, 3) and (2, 3) and (2,).",
        ),
        (
            lambda: checks.same_dtype(X, X.astype(np.int32)),
            TypeError,
            "the dtypes of the inputs should be same, but got Float32, Int32.",
        ),
        (
            lambda: checks.check_rank(X, 4, "x"),
            ValueError,
            "the 'x' must be of rank 4, but got shape (2, 3).",
        ),
        (
            lambda: checks.check_rank(X, (1, 3, 4), error=RuntimeError),
            RuntimeError,
            "the 'input' must be of rank 1, 3 or 4, but got shape (2, 3).",
        ),
        (
            lambda: checks.number("eps", True),
            TypeError,
            "the 'eps' must be float, but got True of type bool.",
        ),
        (
            lambda: checks.number("eps", 1, float),
            TypeError,
            "the 'eps' must be float, but got 1 of type int.",
        ),
        (
            lambda: values.of_type("x", X.shape, Tensor),
            TypeError,
            "the 'x' must be Tensor, but got (2, 3) of type tuple.",
        ),
        (
            lambda: values.among("reduction", "most", checks.REDUCTIONS),
            ValueError,
            "the 'reduction' must be in ['none', 'mean', 'sum'], but got most.",
        ),
        (
            lambda: checks.sizes("ksize", (2, 0), 2),
            ValueError,
            "the 'ksize' must be an int >= 1 or a tuple of 2 such ints, but got (2, 0).",
        ),
        (
            lambda: checks.check_pad_mode("valid", ((1, 1),)),
            ValueError,
            "the 'pad' must be zero when 'pad_mode' is not 'pad', but got ((1, 1),) and 'valid'.",
        ),
        (
            lambda: values.among("out_type", np.int8, checks.INDEX_TYPES, TypeError),
            TypeError,
            f"the 'out_type' must be in {list(checks.INDEX_TYPES)}, but got {np.int8}.",
        ),
        (
            lambda: checks.check_matrices(X, "x"),
            ValueError,
            "the 'x' must be square matrices, but got shape (2, 3).",
        ),
        (
            lambda: checks.with_dimensions("x", X, 3, IndexError),
            IndexError,
            "the 'x' must be of at least 3 dimensions, but got shape (2, 3).",
        ),
        (
            lambda: checks.with_dimensions("x", X[0, 0]),
            ValueError,
            "the 'x' must be of at least one dimension, but got shape ().",
        ),
    ],
)
def test_what_is_refused(call, error, text):
    with pytest.raises(error, match=f"^{re.escape(text)}$") as caught:
        call()
    assert isinstance(caught.value.args[0], Clause)


def test_what_is_accepted():
    checks.accept(X, "f", "x")
    checks.accept(X, "float32 int8")
    checks.broadcast(X, np.ones((4, 1, 3)), np.ones(()))
    checks.check_rank(X, 2)
    checks.check_rank(X, (1, 2))
    checks.number("eps", 1)
    checks.number("eps", ops.ones(())._value, float)  # traced numbers are
    checks.check_matrices(X, square=False)
    checks.with_dimensions("x", X, 2)
    assert checks.sizes("ksize", 3, 2) == (3, 3)
    assert checks.sizes("ksize", (1, 1, 2, 3), 2) == (2, 3)
    assert checks.pairs("pad", (1, 2, 3, 4), 2) == ((1, 2), (3, 4))
    assert checks.check_pad_mode("SAME", ((0, 0),)) == "same"


# -- who speaks ------------------------------------------------------------------------------------


def _refuse(x: Array):
    raise ValueError(must("x", "refused", "it"))


def _checked(size):
    raise TypeError(must("size", "refused", size))


def test_the_gateway_speaks(monkeypatch):
    for table in ("SURFACES", "_RESOLVED"):  # what is published here is forgotten
        monkeypatch.setattr(registry, table, getattr(registry, table).copy())

    @primitive("Speaking", check=lambda size: _checked(size) if size else None, size=0)
    @op("ops.speaking", label="Kernel")
    def kernel(x: Array, size=0):
        return _refuse(x)

    @public("ops.spoken", "Tensor.said")
    def function(x):
        if isinstance(x, str):
            raise TypeError(must("x", "a Tensor", "str"))
        return call(kernel)(x)

    @public("ops.Speaker", label="Someone")
    class Speaker:
        def __init__(self, size):
            self.size = size if size else _checked(size)

        def __call__(self):
            return _refuse(self.size)

    x = Tensor([1.0])
    cases = [
        (lambda: resolve("ops.speaking")(x), "Kernel"),
        (lambda: resolve("ops.Speaking")()(x), "Kernel"),
        (lambda: resolve("ops.Speaking")(3), "Speaking"),
        (lambda: call(kernel, "Layer")(x), "Layer"),
        (lambda: resolve("ops.spoken")("no"), "spoken"),
        (lambda: resolve("Tensor.said")("no"), "spoken"),
        (lambda: resolve("ops.spoken")(x), "Kernel"),
        (lambda: resolve("ops.Speaker")(0), "Someone"),
        (lambda: resolve("ops.Speaker")(1)(), "Someone"),
    ]
    for run, label in cases:
        with pytest.raises(
            (TypeError, ValueError), match=f"^For '{label}', the '(x|size)' must be"
        ):
            run()


@pytest.mark.parametrize(
    ("run", "label"),
    [
        (lambda: nn.LSTM(2, 3)(ops.ones((2, 2))), "LSTM"),
        (lambda: nn.GRU(2, 3)(ops.ones((2, 2))), "GRU"),
        (lambda: nn.AvgPool2d(2)(ops.ones((2, 2))), "AvgPool2d"),
        (lambda: nn.MaxPool1d(2)(ops.ones(2)), "MaxPool1d"),
        (lambda: ops.FractionalAvgPool([1.0, 1.5, 1.5, 1.0])(ops.ones(2)), "FractionalAvgPool"),
        (lambda: ops.dropout2d(ops.ones((2, 2))), "Dropout2D"),
    ],
)
def test_those_who_share_a_kernel_speak_for_themselves(run, label):
    with pytest.raises(ValueError, match=f"^For '{label}', the 'x' must be of "):
        run()


KERNELS = Path(msjax.__file__).parent / "kernels"


def raised() -> list[tuple[str, ast.Call]]:
    """The errors that the files of kernels raise with a text, by place."""
    found = []
    for path in sorted(KERNELS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                found.append((f"{path.relative_to(KERNELS)}:{node.lineno}", node.exc))
    return found


def test_no_file_of_kernels_says_who_speaks():
    starts = (ast.Constant, ast.JoinedStr)
    named = {
        place
        for place, error in raised()
        for part in ast.walk(error)
        if isinstance(part, starts) and ast.unparse(part).lstrip("frb'\"").startswith("For '{")
    }
    assert not named
    assert len(raised()) > 300
