"""Minimizations and line searches, to be run by MindSpore and by msjax."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

REFUSALS = (TypeError, ValueError, AttributeError, NotImplementedError)


def himmelblau(x: Any) -> Any:
    return (x[0] ** 2 + x[1] - 11.0) ** 2 + (x[0] + x[1] ** 2 - 7.0) ** 2


def valley(x: Any) -> Any:
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def bowl(x: Any, *middle: Any) -> Any:
    return ((x - (middle[0] if middle else 3)) ** 2).sum()


def hill(x: Any) -> Any:
    return -(x**2).sum()


def slope(x: Any) -> Any:
    return x.sum()


def edge(x: Any) -> Any:
    return x.abs().sum() + x[0] ** 2


def cubic(x: Any) -> Any:
    return x[0] ** 2 - x[1] ** 3


FAR = (-1.2, 1.0, 0.5)
# name -> function, start, arguments of `minimize`
MINIMIZE: dict[str, tuple] = {
    "two wells": (himmelblau, (0.0, 0.0), {}),
    "valley, three iterations": (valley, FAR, {"options": {"maxiter": 3}}),
    "valley, eight iterations": (valley, FAR, {"options": {"maxiter": 8}}),
    "valley, no iteration": (valley, FAR, {"options": {"maxiter": 0}}),
    "short line searches": (himmelblau, (1.0, 0.0), {"options": {"line_search_maxiter": 1}}),
    "euclidean norm": (himmelblau, (0.0, 1.0), {"options": {"norm": 2, "gtol": 1e-3}}),
    "argument": (bowl, (0.0, 1.0), {"args": (2.0,)}),
    "at the least point": (bowl, (3.0, 3.0), {}),
    "unbounded": (slope, (0.0, 0.0), {"options": {"maxiter": 4}}),
    "at the greatest point's side": (hill, (1.0, 1.0), {"options": {"maxiter": 4}}),
    "edges": (edge, (1.0, -2.0), {"options": {"maxiter": 6}}),
    "without effect": (bowl, (0.0, 1.0), {"tol": 1.0, "bounds": [(0, 1)], "callback": print}),
    "no such option": (bowl, (0.0, 1.0), {"options": {"step": 1}}),
    "args in a list": (bowl, (0.0, 1.0), {"args": [2.0]}),
}
# name -> function, start, direction, arguments of `line_search`
SEARCH: dict[str, tuple] = {
    "concave": (cubic, (1.0, 1.0), (-1.0, -1.0), {}),
    "one step": (cubic, (1.0, 1.0), (-1.0, -1.0), {"maxiter": 1}),
    "no step": (cubic, (1.0, 1.0), (-1.0, -1.0), {"maxiter": 0}),
    "downhill": (valley, FAR, (-1.0, -2.0, 1.0), {}),
    "strict": (valley, FAR, (2.0, 1.0, 0.5), {"c1": 0.1, "c2": 0.2}),
    "long": (bowl, (0.0, 0.0), (0.01, 0.01), {}),
    "uphill": (valley, FAR, (100.0, 200.0, -100.0), {}),
}
KINDS = ("float32", "float64")
KEYS = [
    *(
        f"{method}: {name}: {kind}"
        for method in ("BFGS", "LBFGS")
        for name in MINIMIZE
        for kind in KINDS
    ),
    *(f"search: {name}: {kind}" for name in SEARCH for kind in KINDS),
    "None: two wells: float32",
    "CG: two wells: float32",
    "BFGS: two wells: int32",
]


def _plain(x: Any) -> Any:
    return x.asnumpy().tolist() if hasattr(x, "asnumpy") else x


def outcome(ms: Any, key: str) -> Any:
    """The fields of the result, or the refusal's class."""
    optimize = importlib.import_module(f"{ms.__name__}.scipy.optimize")
    what, name, kind = key.split(": ")
    try:
        if what == "search":
            function, x, p, options = SEARCH[name]
            x, p = (ms.Tensor(np.array(v, kind)) for v in (x, p))
            found = optimize.line_search(function, x, p, **options)
        else:
            function, x, options = MINIMIZE[name]
            method = None if what == "None" else what
            found = optimize.minimize(
                function, ms.Tensor(np.array(x, kind)), method=method, **options
            )
    except REFUSALS as error:
        return {"raises": type(error).__name__}
    return {k: _plain(v) for k, v in found._asdict().items()}
