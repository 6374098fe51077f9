"""Run a record under MindSpore or under msjax and describe the outcome as plain data."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from records import DTYPES, Record, Spec, dt

DIGITS = 9
BIG = 160  # outputs with more elements are kept as statistics and samples
_GRADIENT_DTYPES = ("f32", "f64")
_PLACES = {  # of the four values of a sparse matrix of shape (3, 4)
    "COOTensor": [[[0, 1], [1, 0], [1, 3], [2, 2]]],
    "CSRTensor": [[0, 1, 3, 4], [1, 0, 3, 2]],
}
_REFUSALS = (
    *(TypeError, ValueError, RuntimeError, IndexError, NotImplementedError, AttributeError),
    ZeroDivisionError,
)


class Side:
    """One implementation.

    Args:
        resolve: gives the object behind a public spelling ("ops.sum"); "Tensor.sum" is a function
            whose first argument is the Tensor.
        dtypes: holds the dtypes by name.
    """

    def __init__(self, resolve: Any, tensor: Any, parameter: Any, gradient: Any, dtypes: Any):
        self.resolve, self.tensor, self.parameter = resolve, tensor, parameter
        self.gradient, self.dtypes = gradient, dtypes

    def build(self, value: Any, record: Record, seed: str, floats: list) -> Any:
        """An argument; the float Tensors made on the way are added to `floats`."""
        if isinstance(value, Spec):
            data = value.make(record.dtype, seed)
            if value.form == "ndarray":
                return data
            code = value.code(record.dtype)
            tensor = self.tensor(data, getattr(self.dtypes, DTYPES[code]))
            if value.form in _PLACES:
                places = [self.tensor(np.array(p, value.options[0])) for p in _PLACES[value.form]]
                return self.resolve(value.form)(*places, tensor, (3, 4))
            if value.form == "Parameter":
                return self.parameter(tensor, name="p")
            if code in ("f16", "bf16", "f32", "f64"):
                floats.append(tensor)
            return tensor
        if isinstance(value, dt):
            return getattr(self.dtypes, value.name)
        if isinstance(value, (list, tuple)):
            parts = [self.build(v, record, f"{seed}.{i}", floats) for i, v in enumerate(value)]
            return type(value)(parts)
        return value

    def outcome(self, record: Record) -> dict[str, Any]:
        """{"out": ...}, with {"grad": [...]} where wanted, or {"e": exception class, "m": text}.

        Nothing is said of the gradient of a result without floats.
        """
        try:
            return self._outcome(record)
        except _REFUSALS as error:
            kind = next(k for k in type(error).__mro__ if k in _REFUSALS)
            if kind is NotImplementedError:
                kind = RuntimeError
            return {"e": kind.__name__, "m": _first_line(str(error))}

    def _outcome(self, record: Record) -> dict[str, Any]:
        floats: list[Any] = []
        args, kwargs = self._arguments(record, record.args, record.kwargs, "", floats)
        function = self.resolve(record.op)
        if record.init is not None:
            made, named = self._arguments(record, *record.constructor, "init", [])
            function = function(*made, **named)
        out = function(*args, **kwargs)
        result = {"out": self.encode(out, record.random)}
        if record.grad and record.dtype in _GRADIENT_DTYPES and floats:
            if self._float_leaves(out):
                result["grad"] = self._gradients(record, function, args, kwargs, floats, out)
        return result

    def _arguments(
        self, record: Record, args: tuple, kwargs: dict, place: str, floats: list
    ) -> tuple[list, dict]:
        seed = f"{record.id}/{place}"
        built = [self.build(a, record, f"{seed}{i}", floats) for i, a in enumerate(args)]
        return built, {k: self.build(v, record, seed + k, floats) for k, v in kwargs.items()}

    def _gradients(
        self, record: Record, function: Any, args: list, kwargs: dict, floats: list, out: Any
    ) -> Any:
        leaves = self._float_leaves(out)
        weights = []
        for i, leaf in enumerate(leaves):
            rng = np.random.default_rng(len(record.id) * 100 + i)
            data = rng.standard_normal(leaf.shape).astype(np.float32)
            weights.append(self.tensor(data, leaf.dtype))

        def run(*tensors: Any) -> Any:
            swap = {id(old): new for old, new in zip(floats, tensors, strict=True)}
            given = [_swapped(a, swap) for a in args]
            named = {k: _swapped(v, swap) for k, v in kwargs.items()}
            found = self._float_leaves(function(*given, **named))
            return found[0] if len(found) == 1 else tuple(found)

        sens = weights[0] if len(weights) == 1 else tuple(weights)
        grads = self.gradient(get_all=True, sens_param=True)(run)(*floats, sens)
        return [self.encode(g) for g in grads]

    def _float_leaves(self, out: Any) -> list:
        if isinstance(out, (list, tuple)):
            return [leaf for e in out for leaf in self._float_leaves(e)]
        is_float = isinstance(out, self.tensor) and "Float" in str(out.dtype)
        return [out] if is_float else []

    def encode(self, out: Any, shape_only: bool = False) -> Any:
        """Plain data for a result."""
        if isinstance(out, self.tensor):
            title = str(out.dtype)
            if title == "BFloat16":
                out = self.tensor(out, self.dtypes.float32)
            return _array(title, out.asnumpy(), shape_only)
        if isinstance(out, (np.ndarray, np.generic)):
            return _array("numpy " + out.dtype.name, np.asarray(out), shape_only)
        if type(out).__name__ in _PLACES:
            out = out.to_tuple()
        if isinstance(out, (tuple, list)):
            kind = "list" if isinstance(out, list) else "tuple"
            return {kind: [self.encode(e, shape_only) for e in out]}
        if out is None or isinstance(out, (bool, int, str)):
            return {"py": out}
        if isinstance(out, float):
            return {"py": _number(out)}
        return {"text": str(out)}


def _first_line(text: str) -> str:
    """What an error says, without the rules and call stacks around it."""
    lines = (line.strip() for line in text.splitlines())
    said = " ".join(line for line in lines if line and not line.startswith("---"))
    return said.split(" - C++ Call Stack")[0][:150]


def _swapped(value: Any, swap: dict) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)([_swapped(v, swap) for v in value])
    return swap.get(id(value), value)


def _array(title: str, x: np.ndarray, shape_only: bool) -> dict[str, Any]:
    result: dict[str, Any] = {"d": title, "s": list(x.shape)}
    if shape_only:
        return result
    flat = x.reshape(-1)
    if flat.size > BIG:
        picks = np.linspace(0, flat.size - 1, 48).astype(int)
        total = flat.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
        stats = [total.sum(), np.abs(total).sum(), *total[np.argsort(np.abs(total))[[0, -1]]]]
        result["stats"] = [_number(v) for v in stats]
        flat = flat[picks]
    result["v"] = [_number(v) for v in flat.tolist()]
    return result


def _number(v: Any) -> Any:
    if isinstance(v, complex):
        return [_number(v.real), _number(v.imag)]
    if isinstance(v, (bool, int)):
        return v
    if math.isfinite(v):
        rounded = float(f"{v:.{DIGITS}g}")
        return int(rounded) if rounded == int(rounded) and abs(rounded) < 1e9 else rounded
    return str(float(v))


def difference(record: Record, got: dict[str, Any], want: dict[str, Any]) -> str | None:
    """Why two outcomes differ, or None."""
    if "e" in want or "e" in got:
        if got.get("e") == want.get("e"):
            return None
        said, wanted = (o if "e" in o else "a result" for o in (got, want))
        return f"got {said}, want {wanted}"
    reason = mismatch(record, got["out"], want["out"])
    if reason or "grad" not in want:
        return reason
    return mismatch(record, {"list": got["grad"]}, {"list": want["grad"]}, "gradient")


def mismatch(record: Record, got: Any, want: Any, where: str = "out") -> str | None:
    """Why `got` is not close to `want` (both encoded), or None."""
    if set(got) != set(want):
        return f"{where}: got {_short(got)}, want {_short(want)}"
    for kind in ("tuple", "list"):
        if kind in want:
            if len(got[kind]) != len(want[kind]):
                return f"{where}: got {len(got[kind])} results, want {len(want[kind])}"
            pairs = zip(got[kind], want[kind], strict=True)
            found = (mismatch(record, g, w, f"{where}[{i}]") for i, (g, w) in enumerate(pairs))
            return next((reason for reason in found if reason), None)
    if "d" not in want:
        same = got == want or _close(record, "Float32", got.get("py"), want.get("py"))
        return None if same else f"{where}: got {_short(got)}, want {_short(want)}"
    for key, name in (("d", "dtype"), ("s", "shape")):
        if got[key] != want[key]:
            return f"{where}: {name} {got[key]}, want {want[key]}"
    for key in ("v", "stats"):
        if key in want and not _close(record, want["d"], got[key], want[key]):
            return f"{where}: got {_short(got[key])}, want {_short(want[key])}"
    return None


def _close(record: Record, title: str, got: Any, want: Any) -> bool:
    if isinstance(got, str) or isinstance(want, str) or got is None or want is None:
        if not isinstance(got, list) or not isinstance(want, list):
            return got == want
    try:
        a, b = (np.array(_complex(v), np.complex128) for v in (got, want))
    except (TypeError, ValueError):
        return got == want
    if a.shape != b.shape:
        return False
    if "Float" not in title and "Complex" not in title and "float" not in title:
        return got == want
    rtol, atol = record.tolerance(title)
    return all(_parts_close(x, y, rtol, atol) for x, y in ((a.real, b.real), (a.imag, b.imag)))


def _parts_close(a: np.ndarray, b: np.ndarray, rtol: float, atol: float) -> bool:
    """Close to the scale of the whole array: cancellation makes small elements inexact."""
    finite = b[np.isfinite(b)]
    scale = float(np.max(np.abs(finite), initial=0.0))
    return np.allclose(a, b, rtol=rtol, atol=atol + rtol * scale, equal_nan=True)


def _complex(v: Any) -> Any:
    """Numbers of an encoded value list; pairs are real and imaginary parts."""
    if isinstance(v, list):
        return [complex(float(e[0]), float(e[1])) if isinstance(e, list) else float(e) for e in v]
    return float(v)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) < 300 else text[:300] + "..."
