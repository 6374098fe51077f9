"""Recurrent layers to record from MindSpore and to run under msjax."""

from __future__ import annotations

from typing import Any

import numpy as np

_LENGTHS = [5, 2, 3]

CASES: dict[str, dict[str, Any]] = {
    "lstm": {"make": "nn.LSTM(3, 4)"},
    "lstm states": {"make": "nn.LSTM(3, 4)", "states": True},
    "lstm lengths": {"make": "nn.LSTM(3, 4)", "states": True, "lengths": _LENGTHS},
    "lstm deep both ways": {
        "make": "nn.LSTM(3, 4, 2, bidirectional=True)",
        "states": True,
        "lengths": _LENGTHS,
    },
    "lstm no bias": {"make": "nn.LSTM(3, 4, 2, has_bias=False)", "lengths": _LENGTHS},
    "lstm batch first": {"make": "nn.LSTM(3, 4, 3, batch_first=True)", "batch_first": True},
    "lstm float16": {"make": "nn.LSTM(3, 4)", "dtype": "float16", "lengths": _LENGTHS},
    "gru": {"make": "nn.GRU(3, 4)"},
    "gru lengths": {"make": "nn.GRU(3, 4)", "states": True, "lengths": _LENGTHS},
    "gru deep both ways": {
        "make": "nn.GRU(3, 4, 2, bidirectional=True, batch_first=True)",
        "states": True,
        "lengths": _LENGTHS,
        "batch_first": True,
    },
    "gru no bias": {"make": "nn.GRU(3, 4, 2, has_bias=False)", "states": True},
    "rnn": {"make": "nn.RNN(3, 4)", "states": True},
    "rnn relu": {"make": "nn.RNN(3, 4, 2, nonlinearity='relu')", "lengths": _LENGTHS},
    "rnn deep both ways": {"make": "nn.RNN(3, 4, 2, bidirectional=True)", "states": True},
    "lstm cell": {"make": "nn.LSTMCell(3, 4)", "cell": True},
    "lstm cell no bias": {"make": "nn.LSTMCell(3, 4, has_bias=False)", "cell": True},
    "gru cell": {"make": "nn.GRUCell(3, 4)", "cell": True},
    "gru cell no bias": {"make": "nn.GRUCell(3, 4, False)", "cell": True},
    "rnn cell": {"make": "nn.RNNCell(3, 4)", "cell": True},
    "rnn cell relu": {"make": "nn.RNNCell(3, 4, nonlinearity='relu')", "cell": True},
    **{
        f"{kind.lower()} cell float16": {
            "make": f"nn.{kind}Cell(3, 4, dtype=mstype.float16)",
            "cell": True,
            "dtype": "float16",
        }
        for kind in ("RNN", "GRU", "LSTM")
    },
    # refusals
    "bad rank": {"make": "nn.LSTM(3, 4)", "x": (5, 3)},
    "bad features": {"make": "nn.LSTM(3, 4)", "x": (5, 2, 7)},
    "bad states": {"make": "nn.LSTM(3, 4)", "hx": [(1, 3, 4)]},
    "one state": {"make": "nn.LSTM(3, 4)", "hx": (1, 3, 4)},
    "bad state rank": {"make": "nn.LSTM(3, 4)", "hx": [(3, 4), (3, 4)]},
    "bad state batch": {"make": "nn.LSTM(3, 4)", "hx": [(1, 2, 4), (1, 2, 4)]},
    "gru pair": {"make": "nn.GRU(3, 4)", "hx": [(1, 3, 4), (1, 3, 4)]},
    "bad lengths": {"make": "nn.LSTM(3, 4)", "lengths": [3]},
    "float lengths": {"make": "nn.LSTM(3, 4)", "lengths": [3.0, 2.0, 1.0]},
    "cell one state": {"make": "nn.LSTMCell(3, 4)", "x": (2, 3), "hx": (2, 4)},
    "cell bad features": {"make": "nn.GRUCell(3, 4)", "x": (2, 5), "hx": (2, 4)},
    "cell bad batch": {"make": "nn.RNNCell(3, 4)", "x": (2, 3), "hx": (3, 4)},
    **{
        text: {"make": text}
        for text in (
            "nn.LSTM(3, 4, 0)",
            "nn.LSTM(3, 4, '2')",
            "nn.LSTM(3, 4, dropout=2.0)",
            "nn.LSTM(3, 4, dropout=1)",
            "nn.LSTM(3, 4, bidirectional=1)",
            "nn.LSTM(3, 0)",
            "nn.LSTM(3)",
            "nn.LSTM(3, 4, nonlinearity='relu')",
            "nn.RNN(3, 4, 2, 'relu')",
            "nn.RNN(3, 4, nonlinearity='bad')",
            "nn.RNNCell(3, 4, nonlinearity='bad')",
            "nn.RNNCell(3, '4')",
            "nn.RNNCell(3, 4, 1)",
            "nn.LSTM(3, 4, has_bias=1)",
            "nn.LSTM(3, 4, batch_first=1)",
        )
    },
}

DRAWS = [
    "nn.LSTM(3, 4, 2, bidirectional=True)",
    "nn.GRU(3, 4, has_bias=False)",
    "nn.RNN(3, 4, 2)",
    "nn.LSTMCell(3, 4)",
    "nn.GRUCell(3, 4, False)",
]


def numbers(x: Any) -> list[float]:
    """Short floats of an array."""
    return [float(f"{v:.7g}") for v in np.asarray(x, np.float64).reshape(-1)]


def outcome(ms: Any, case: dict[str, Any]) -> dict[str, Any]:
    """What a case gives under `ms` (mindspore or msjax): Parameters, outputs, gradients."""
    try:
        return _outcome(ms, case)
    except (TypeError, ValueError, RuntimeError) as error:
        kinds = (TypeError, ValueError, RuntimeError)
        return {"error": next(k for k in kinds if isinstance(error, k)).__name__}


def _outcome(ms: Any, case: dict[str, Any]) -> dict[str, Any]:
    net = eval(case["make"], {"nn": ms.nn, "mstype": ms})
    rng = np.random.RandomState(5)
    dtype = getattr(ms, case.get("dtype", "float32"))

    def tensor(*shape: int) -> Any:
        return ms.Tensor(rng.randn(*shape).astype(np.float32), dtype)

    parameters = {p.name: [list(p.shape), str(p.dtype)] for p in net.get_parameters()}
    for p in net.get_parameters():
        p.set_data(ms.Tensor(rng.randn(*p.shape).astype(np.float32), p.dtype))
    cell = case.get("cell", False)
    shape = case.get("x", (3, 3) if cell else (3, 5, 3) if case.get("batch_first") else (5, 3, 3))
    inputs = [tensor(*shape)]
    if "hx" in case:
        hx = case["hx"]
        inputs.append(tuple(tensor(*s) for s in hx) if isinstance(hx, list) else tensor(*hx))
    elif cell or case.get("states"):
        first = (3, 4) if cell else (_rows(case["make"]), 3, 4)
        pair = "LSTM" in case["make"]
        inputs.append((tensor(*first), tensor(*first)) if pair else tensor(*first))
    elif not cell:
        inputs.append(None)
    if "lengths" in case:
        lengths = np.array(case["lengths"])
        kind = np.float32 if lengths.dtype.kind == "f" else np.int32
        inputs.append(ms.Tensor(lengths.astype(kind)))
    out = net(*inputs)
    leaves = _leaves(out)
    result = {
        "parameters": parameters,
        "repr": str(net),
        "out": [[list(t.shape), str(t.dtype), numbers(t.asnumpy())] for t in leaves],
    }
    weights = [ms.Tensor(rng.randn(*t.shape).astype(np.float32)) for t in leaves]

    def loss(*given: Any) -> Any:
        found = _leaves(net(*given))
        terms = [(f.astype(ms.float32) * w).sum() for f, w in zip(found, weights, strict=True)]
        return sum(terms[1:], terms[0])

    trainable = net.trainable_params()
    grads = ms.grad(loss, 0, trainable)(*inputs)
    result["grad"] = {"x": numbers(grads[0].asnumpy())}
    for p, g in zip(trainable, grads[1], strict=True):
        result["grad"][p.name] = numbers(g.asnumpy())
    return result


def _rows(make: str) -> int:
    layers = 2 if ", 2" in make else 1
    return layers * (2 if "bidirectional=True" in make else 1)


def _leaves(out: Any) -> list:
    if isinstance(out, (tuple, list)):
        return [leaf for part in out for leaf in _leaves(part)]
    return [out]
