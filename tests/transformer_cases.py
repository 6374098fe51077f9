"""Attention layers to record from MindSpore and to run under msjax."""

from __future__ import annotations

from typing import Any

import numpy as np

_E = "nn.TransformerEncoderLayer(8, 2, 16, 0.0"
_D = "nn.TransformerDecoderLayer(8, 2, 16, 0.0"
_Q, _K = (4, 3, 8), (5, 3, 8)

# A mask is ("bool", rows of 0 and 1), ("int", ...) or ("float", shape); "same" repeats the input.
_CAUSAL = ("bool", np.triu(np.ones((4, 5)), 1).tolist())
_PADDED = ("bool", [[0, 0, 0, 1, 1], [0, 0, 0, 0, 0], [1, 0, 0, 0, 0]])

CASES: dict[str, dict[str, Any]] = {
    "attention": {"make": "nn.MultiheadAttention(8, 2)", "x": [_Q, _K, _K]},
    "self attention": {"make": "nn.MultiheadAttention(8, 2)", "x": [_Q], "repeat": 3},
    "no bias": {"make": "nn.MultiheadAttention(8, 2, has_bias=False)", "x": [_Q, _K, _K]},
    "other widths": {
        "make": "nn.MultiheadAttention(8, 2, kdim=4, vdim=6)",
        "x": [_Q, (5, 3, 4), (5, 3, 6)],
    },
    "extra keys": {
        "make": "nn.MultiheadAttention(8, 2, add_bias_kv=True, add_zero_attn=True)",
        "x": [_Q, _K, _K],
        "kwargs": {"key_padding_mask": _PADDED},
    },
    "batch first": {
        "make": "nn.MultiheadAttention(8, 2, batch_first=True)",
        "x": [(3, 4, 8), (3, 5, 8), (3, 5, 8)],
    },
    "single": {"make": "nn.MultiheadAttention(8, 2)", "x": [(4, 8), (5, 8), (5, 8)]},
    "padding": {
        "make": "nn.MultiheadAttention(8, 2)",
        "x": [_Q, _K, _K],
        "kwargs": {"key_padding_mask": _PADDED},
    },
    "causal": {
        "make": "nn.MultiheadAttention(8, 2)",
        "x": [_Q, _K, _K],
        "kwargs": {"attn_mask": _CAUSAL, "average_attn_weights": False},
    },
    "float masks": {
        "make": "nn.MultiheadAttention(8, 2)",
        "x": [_Q, _K, _K],
        "kwargs": {"attn_mask": ("float", (6, 4, 5)), "key_padding_mask": ("float", (3, 5))},
    },
    "no weights": {
        "make": "nn.MultiheadAttention(8, 2)",
        "x": [_Q, _K, _K],
        "kwargs": {"need_weights": False},
    },
    "encoder layer": {"make": _E + ")", "x": [_Q]},
    "encoder layer norm first": {"make": _E + ", 'gelu', norm_first=True)", "x": [_Q]},
    "encoder layer batch first": {"make": _E + ", batch_first=True)", "x": [(3, 4, 8)]},
    "encoder layer masks": {
        "make": _E + ")",
        "x": [(5, 3, 8)],
        "kwargs": {
            "src_mask": ("bool", np.triu(np.ones((5, 5)), 1).tolist()),
            "src_key_padding_mask": ("bool", [[0, 0, 0, 1, 1], [0, 0, 0, 0, 0], [0, 1, 0, 0, 0]]),
        },
    },
    "decoder layer": {"make": _D + ")", "x": [_Q, _K]},
    "decoder layer norm first": {"make": _D + ", norm_first=True)", "x": [_Q, _K]},
    "encoder": {"make": f"nn.TransformerEncoder({_E}), 2, nn.LayerNorm((8,)))", "x": [_Q]},
    "decoder": {"make": f"nn.TransformerDecoder({_D}), 2)", "x": [_Q, _K]},
    "transformer": {"make": "nn.Transformer(8, 2, 1, 2, 16, 0.0)", "x": [_K, _Q]},
    "transformer batch first": {
        "make": "nn.Transformer(8, 2, 1, 1, 16, 0.0, 'gelu', batch_first=True, norm_first=True)",
        "x": [(3, 5, 8), (3, 4, 8)],
    },
    "dropout": {"make": "nn.TransformerDecoderLayer(8, 2, 16)", "x": [_Q, _K]},
    # refusals
    "int padding": {
        "make": "nn.MultiheadAttention(8, 2)",
        "x": [_Q, _K, _K],
        "kwargs": {"key_padding_mask": ("int", [[0] * 5] * 3)},
    },
    "int mask": {
        "make": "nn.MultiheadAttention(8, 2)",
        "x": [_Q, _K, _K],
        "kwargs": {"attn_mask": ("int", [[0] * 5] * 4)},
    },
    "bad padding": {
        "make": "nn.MultiheadAttention(8, 2)",
        "x": [_Q, _K, _K],
        "kwargs": {"key_padding_mask": ("float", (3, 4))},
    },
    "bad mask": {
        "make": "nn.MultiheadAttention(8, 2)",
        "x": [_Q, _K, _K],
        "kwargs": {"attn_mask": ("float", (3, 5))},
    },
    "mixed ranks": {"make": "nn.MultiheadAttention(8, 2)", "x": [(4, 8), _K, _K]},
    "bad width": {"make": "nn.MultiheadAttention(8, 2)", "x": [(4, 3, 7), _K, _K]},
    "bad lengths": {"make": "nn.MultiheadAttention(8, 2)", "x": [_Q, (4, 3, 8), _K]},
    "bad batch": {"make": "nn.Transformer(8, 2, 1, 1, 16, 0.0)", "x": [_K, (4, 2, 8)]},
    "bad features": {"make": "nn.Transformer(8, 2, 1, 1, 16, 0.0)", "x": [(5, 3, 7), _Q]},
    "half input": {"make": "nn.MultiheadAttention(8, 2)", "x": [_Q, _K, _K], "dtype": "float16"},
    **{
        text: {"make": text, "x": [_Q]}
        for text in (
            "nn.MultiheadAttention(8, 3)",
            _E + ", 'bad')",
            "nn.TransformerEncoderLayer(8, 2, 16, 0.0, nn.ReLU())",
        )
    },
}

DRAWS = [
    "nn.MultiheadAttention(8, 2)",
    "nn.MultiheadAttention(8, 2, kdim=3, add_bias_kv=True)",
    "nn.TransformerEncoderLayer(8, 2, 16)",
    "nn.TransformerDecoderLayer(8, 2, 16)",
    "nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16), 3)",
    "nn.Transformer(8, 2, 1, 2, 16)",
]


def numbers(x: Any) -> list[float]:
    """Short floats of an array."""
    return [float(f"{v:.6g}") for v in np.asarray(x, np.float64).reshape(-1)]


def outcome(ms: Any, case: dict[str, Any]) -> dict[str, Any]:
    """What a case gives under `ms` (mindspore or msjax): Parameters, outputs, gradients."""
    kinds = (TypeError, ValueError, RuntimeError)
    try:
        return _outcome(ms, case)
    except kinds as error:
        return {"error": next(k for k in kinds if isinstance(error, k)).__name__}


def _outcome(ms: Any, case: dict[str, Any]) -> dict[str, Any]:
    net = eval(case["make"], {"nn": ms.nn})
    rng = np.random.RandomState(5)

    def tensor(*shape: int) -> Any:
        return ms.Tensor(rng.randn(*shape).astype(np.float32))

    def argument(value: Any) -> Any:
        if not isinstance(value, tuple):
            return value
        if value[0] == "float":
            return tensor(*value[1])
        return ms.Tensor(np.array(value[1], {"bool": np.bool_, "int": np.int32}[value[0]]))

    parameters = {p.name: [list(p.shape), str(p.dtype)] for p in net.get_parameters()}
    for p in net.get_parameters():
        p.set_data(ms.Tensor((0.3 * rng.randn(*p.shape)).astype(np.float32)))
    inputs = [tensor(*shape) for shape in case["x"]]
    kwargs = {k: argument(v) for k, v in case.get("kwargs", {}).items()}
    if "dtype" in case:
        inputs[0] = inputs[0].astype(getattr(ms, case["dtype"]))

    def run(*given: Any) -> Any:
        return net(*(given * case.get("repeat", 1)), **kwargs)

    out = run(*inputs)
    leaves = out if isinstance(out, tuple) else (out,)
    result = {
        "parameters": parameters,
        "repr": str(net),
        "tuple": isinstance(out, tuple),
        "out": [[list(t.shape), str(t.dtype), numbers(t.asnumpy())] for t in leaves],
    }
    weights = [tensor(*t.shape) for t in leaves]

    def loss(*given: Any) -> Any:
        found = run(*given)
        found = found if isinstance(found, tuple) else (found,)
        terms = [(f * w).sum() for f, w in zip(found, weights, strict=True)]
        return sum(terms[1:], terms[0])

    trainable = net.trainable_params()
    grads = ms.grad(loss, 0, trainable)(*inputs)
    result["grad"] = {"x": numbers(grads[0].asnumpy())}
    for p, g in zip(trainable, grads[1], strict=True):
        data = g.asnumpy().astype(np.float64)
        # Sums in two directions stand for the matrix.
        result["grad"][p.name] = numbers(np.concatenate([data.sum(0).ravel(), [data.sum()]]))
    return result
