"""Layers that gather covariances and sampled softmax, to be run by MindSpore and by msjax."""

from __future__ import annotations

from typing import Any

import numpy as np

REFUSALS = (TypeError, ValueError, RuntimeError, KeyError)


def draw(*shape: int, seed: int = 0) -> np.ndarray:
    """Values between -1 and 1."""
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype(np.float32)


IDS = "T(np.array([[0, 2], [2, 3]], np.int32))"
# A layer and its input; or a layer alone that is refused.
CASES = [
    ("DenseThor(3, 2)", "T(draw(4, 3))"),
    ("DenseThor(3, 2, has_bias=False, activation='relu')", "T(draw(4, 3))"),
    ("DenseThor(2, 2, 'ones', 'ones', activation='tanh')", "T(draw(3, 2))"),
    ("EmbeddingThor(5, 3)", IDS),
    ("EmbeddingThor(5, 3, True)", IDS),
    ("EmbeddingThor(4, 2, embedding_table='ones')", IDS),
    ("DenseThor(0, 2)", None),
    ("DenseThor(2.0, 2)", None),
    ("DenseThor(2, 2, T(draw(2, 3)))", None),
    ("DenseThor(2, 2, bias_init=T(draw(3)))", None),
    ("DenseThor(2, 2, has_bias=1)", None),
    ("DenseThor(2, 2, activation='x')", None),
    ("EmbeddingThor(5.0, 3)", None),
    ("EmbeddingThor(5, 3, 1)", None),
    ("EmbeddingThor(5, 3, padding_idx=6)", None),
    ("Conv2dThor(2, 3, 3)", None),
    ("Conv2dThor(2, 4, (3, 1), 2, 'valid', group=2, has_bias=True)", None),
    ("Conv2dThor(0, 3, 3)", None),
    ("Conv2dThor(2, 3, 0)", None),
    ("Conv2dThor(2, 3, 3, stride=1.0)", None),
    ("Conv2dThor(2, 3, 3, padding='x')", None),
    ("Conv2dThor(2, 3, 3, padding=-1)", None),
    ("Conv2dThor(2, 3, 3, group=2)", None),
    ("EmbeddingLookupThor(5, 3, target='DEVICE')", None),
    ("EmbeddingLookupThor(5, 3, target='x')", None),
    ("EmbeddingLookupThor(5, 3, sparse=False)", None),
    ("EmbeddingLookupThor(5, 3, max_norm=-1.0)", None),
    ("SampledSoftmaxLoss(6, 5)", None),
    ("SampledSoftmaxLoss(3, 5, 0)", None),
    ("SampledSoftmaxLoss(3, 5, 6)", None),
    ("SampledSoftmaxLoss(3, 5, 1, 1)", None),
    ("SampledSoftmaxLoss(3, 5, 1, [1])", None),
    ("SampledSoftmaxLoss(3, 5, seed=-1)", None),
    ("SampledSoftmaxLoss(3, 5, reduction='x')", None),
    ("L1LossExt('x')", None),
]
DRAWN = (
    "(T(np.array([1, 2, 3])), T(draw(2, {0}, seed=3) ** 2 + 0.1), T(draw(3, seed=4) ** 2 + 0.1))"
)
TABLE = "T(draw(5, 4)), T(draw(5, seed=1)), T(np.array({0}, np.{1})), T(draw(2, 4, seed=2))"
CASES += [
    (f"SampledSoftmaxLoss(3, 5, {n}, {DRAWN.format(n)}{more})", TABLE.format(labels, dtype))
    for n, more, labels, dtype in [
        (1, "", [[0], [4]], "int32"),
        (1, ", reduction='mean'", [[0], [4]], "int64"),
        (2, "", [[0, 1], [4, 2]], "int64"),
        (1, "", [[0], [4]], "float32"),
    ]
]
KEYS = [f"{text} <- {inputs}" for text, inputs in CASES]


def plain(value: Any) -> list:
    """A Tensor as JSON."""
    return [list(value.shape), str(value.dtype), value.asnumpy().astype(float).ravel().tolist()]


def outcome(ms: Any, key: str) -> dict:
    """Parameters, printing, results and gradients of a case, or the class of the error."""
    text, inputs = CASES[KEYS.index(key)]
    names = {**globals(), "T": ms.Tensor, "nn": ms.nn}
    try:
        net = eval("nn." + text, names)
        params = list(net.get_parameters())
        found: dict = {
            "parameters": [[p.name, list(p.shape), str(p.dtype), p.requires_grad] for p in params]
        }
        if "Embedding" not in text:
            found["repr"] = repr(net)
        if inputs is None:
            return found
        for i, p in enumerate(params):
            if p.requires_grad and "ones" not in text:
                p.set_data(ms.Tensor(draw(*p.shape, seed=10 + i), p.dtype))
        args = eval(f"({inputs},)", names)
        found["out"] = plain(net(*args))
        if "Thor" not in text:
            return found

        def loss(*args):
            out = net(*args)
            return (out * ms.Tensor(draw(*out.shape, seed=5))).sum()

        learned = ms.ParameterTuple([p for p in params if p.requires_grad])
        grads = ms.grad(loss, None, learned)(*args)
        found["grads"] = [plain(g) for g in grads]
        found["state"] = [plain(p) for p in params if not p.requires_grad]
        return found
    except REFUSALS as error:
        return {"error": next(k.__name__ for k in type(error).__mro__ if k in REFUSALS)}
