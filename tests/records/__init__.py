"""Tables of operation calls whose answers the real MindSpore wheel has given.

A table, `tests/records/<family>/<name>.py`, holds a list `RECORDS`:

    from records import bools, cases, dt, ints, normal, positive, specials, ties, unit, values

    RECORDS = [
        # public spelling, then one tuple of call arguments per case; refusals are recorded too
        *cases("ops.sum", (normal(2, 3),), (normal(2, 3), 5), dtypes="f32 i32 bool", grad=True),
        *cases("ops.sum", (normal(2, 3),), keepdim=True, dtype=dt("float64")),  # keyword arguments
        *cases("ops.ReduceSum", (normal(2, 3), 1), init={"keep_dims": True}),  # Primitive or Cell
        *cases("ops.concat", ([normal(2, 3), normal(1, 3)], 0)),  # lists of Tensors
        *cases("ops.bernoulli", (unit(2, 3),), random=True),  # shape and dtype only
        *cases("Tensor.topk", (ties(4, 6), 2), tag="ties", rtol=1e-4),
        *cases("ops.gather", (normal(4, 3), values([2, 0], "int64"), 0)),
    ]

Record with `<python with mindspore> tests/golden/record_ops.py <family>.<name>`, which writes
tests/golden/ops/<family>/<name>.json; compare with `pytest tests/kernels/test_records.py -k
<family>.<name>`. `_tables.py` lists the tables.

Array makers take the shape, then optionally `dtype=` (default: what the case sweeps, "f32"
when `dtypes` is not given): normal, positive (>= 0.1), unit (in (0, 1)), sym (in (-1, 1)), ints
(low=-5, high=6), bools, ties (-1, 0, 1), special (nan, infinities and zeros among normal numbers),
perm (shuffled arange), spd (symmetric positive definite), values(literal, dtype), nothing (zeros).
They yield Tensors; `.numpy()` on a maker passes a NumPy array, `.param()` a Parameter. dt("int8")
is a dtype, matrix("COOTensor") a sparse matrix. Everything else is passed as it stands. Data depend
on the record's id alone.

dtype codes: bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 c64 c128.
Groups: FLOATS, INTS, COMMON (bool i32 i64 f16 f32 f64), ALL.

`grad=True` records, for float32 and float64, the gradients of sum(out * cotangent) for all float
outputs with respect to all float Tensors among the arguments. `differs="reason"` marks a case where
msjax deliberately answers otherwise: the test then fails when the answers agree. Where the wheel's
CPU build merely lacks a kernel ("gap") nothing is compared. At most about 300 cases a table;
those that `_tables.py` lists as sweeps are generated and may be longer: `make test` runs one in ten
of their cases, `make test-all` all.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

DTYPES = {
    "bool": "bool_",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "u8": "uint8",
    "u16": "uint16",
    "u32": "uint32",
    "u64": "uint64",
    "f16": "float16",
    "bf16": "bfloat16",
    "f32": "float32",
    "f64": "float64",
    "c64": "complex64",
    "c128": "complex128",
}
FLOATS = "f16 f32 f64"
INTS = "i8 i16 i32 i64 u8"
COMMON = "bool i32 i64 f16 f32 f64"
ALL = " ".join(DTYPES)
_CODES = {name: code for code, name in DTYPES.items()} | {"bool": "bool"}
_RTOL = {"Float16": 2e-3, "BFloat16": 1.6e-2, "Float64": 1e-7, "Complex128": 1e-7}


@dataclass(frozen=True)
class Spec:
    """A recipe for one array argument."""

    kind: str
    shape: tuple[int, ...]
    dtype: str | None = None
    options: tuple = ()
    form: str = "Tensor"

    def numpy(self) -> Spec:
        """The same data as a NumPy array."""
        return replace(self, form="ndarray")

    def param(self) -> Spec:
        """The same data as a Parameter."""
        return replace(self, form="Parameter")

    def __repr__(self) -> str:
        parts = ["x".join(map(str, self.shape)) or "0-d"]
        parts += [str(o) for o in self.options]
        parts += [self.dtype] if self.dtype else []
        text = f"{self.kind}<{' '.join(parts)}>"
        return text if self.form == "Tensor" else f"{self.form}:{text}"

    def code(self, swept: str) -> str:
        """The dtype code of the array in a case that sweeps `swept`."""
        return self.dtype or swept

    def make(self, swept: str, seed: str) -> np.ndarray:
        """The data, in a NumPy dtype that holds them (bfloat16 comes as float32)."""
        code = self.code(swept)
        rng = np.random.default_rng(int(hashlib.sha256(seed.encode()).hexdigest()[:16], 16))
        name = {"bf16": "float32", "bool": "bool"}.get(code, DTYPES[code])
        if self.kind == "values":
            with np.errstate(all="ignore"):
                return np.array(_unfrozen(self.options[0]), name).reshape(self.shape)
        options = () if self.form in ("COOTensor", "CSRTensor") else self.options
        x = _MAKERS[self.kind](rng, self.shape, *options)
        if code in ("c64", "c128") and self.kind in ("normal", "unit", "sym"):
            x = x + 1j * _MAKERS[self.kind](rng, self.shape, *self.options)
        if code == "bool":
            return np.asarray(x > 0.5 if self.kind == "unit" else x > 0)
        if code[0] in "iu" and x.dtype.kind == "f":
            x = np.trunc(np.nan_to_num(x, posinf=9, neginf=-9) * 3)
            x = np.abs(x) if code[0] == "u" else x
        if code[0] == "u":
            x = np.abs(x)
        with np.errstate(all="ignore"):
            return np.asarray(x).astype(name)


def _special(rng: np.random.Generator, shape: Sequence[int]) -> np.ndarray:
    x = rng.standard_normal(shape)
    flat = x.reshape(-1)
    odd = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0]
    where = rng.permutation(flat.size)[: len(odd)]
    flat[where] = odd[: len(where)]
    return x


def _spd(rng: np.random.Generator, shape: Sequence[int]) -> np.ndarray:
    x = rng.standard_normal(shape)
    return x @ np.swapaxes(x, -1, -2) + shape[-1] * np.eye(shape[-1])


_MAKERS = {
    "normal": lambda rng, shape: rng.standard_normal(shape),
    "positive": lambda rng, shape: np.abs(rng.standard_normal(shape)) + 0.1,
    "unit": lambda rng, shape: rng.uniform(0.01, 0.99, shape),
    "sym": lambda rng, shape: rng.uniform(-0.99, 0.99, shape),
    "ints": lambda rng, shape, low, high: rng.integers(low, high, shape),
    "bools": lambda rng, shape: rng.integers(0, 2, shape),
    "ties": lambda rng, shape: rng.integers(-1, 2, shape),
    "special": _special,
    "perm": lambda rng, shape: rng.permutation(int(np.prod(shape))).reshape(shape),
    "spd": _spd,
    "nothing": lambda rng, shape: np.zeros(shape),
}


def _maker(kind: str, doc: str, dtype: str | None = None) -> Any:
    def make(*shape: int, dtype: str | None = dtype) -> Spec:
        return Spec(kind, shape, _CODES.get(dtype, dtype))

    make.__name__, make.__doc__ = kind, doc
    return make


normal = _maker("normal", "Standard normal numbers.")
positive = _maker("positive", "Positive numbers, at least 0.1.")
unit = _maker("unit", "Numbers in (0, 1).")
sym = _maker("sym", "Numbers in (-1, 1).")
bools = _maker("bools", "Booleans.", "bool")
ties = _maker("ties", "-1, 0 and 1, each many times.")
specials = _maker("special", "Normal numbers with nan, infinities and zeros among them.")
perm = _maker("perm", "0, 1, 2, ... shuffled.")
spd = _maker("spd", "Symmetric positive definite matrices.")
nothing = _maker("nothing", "Zeros.")


def ints(*shape: int, low: int = -5, high: int = 6, dtype: str | None = None) -> Spec:
    """Integers in [low, high)."""
    return Spec("ints", shape, _CODES.get(dtype, dtype), (low, high))


def values(data: Any, dtype: str | None = None) -> Spec:
    """Literal data."""
    return Spec("values", np.shape(data), _CODES.get(dtype, dtype), (_frozen(data),))


def matrix(form: str, index: str = "int32", kind: str = "normal") -> Spec:
    """A sparse matrix of shape (3, 4) with four values: "COOTensor" or "CSRTensor"."""
    return Spec(kind, (4,), None, (index,), form)


@dataclass(frozen=True)
class dt:
    """A dtype argument, by its MindSpore name."""

    name: str

    def __repr__(self) -> str:
        return f"dt({self.name})"


@dataclass(frozen=True)
class Record:
    """One call: what to call, with what, and how closely the answers must agree."""

    op: str
    args: tuple
    kwargs: dict[str, Any] = field(default_factory=dict)
    init: dict[str, Any] | tuple | None = None
    dtype: str = "f32"
    rtol: float | None = None
    atol: float | None = None
    grad: bool = False
    random: bool = False
    differs: str | None = None
    tag: str = ""

    @functools.cached_property
    def id(self) -> str:
        """A readable name that determines the input data."""
        positional, named = self.constructor
        init = "" if self.init is None else _call_text(positional, named)
        tag = f" {self.tag}" if self.tag else ""
        return f"{self.op}{init}{_call_text(self.args, self.kwargs)} {self.dtype}{tag}"

    @property
    def constructor(self) -> tuple[tuple, dict[str, Any]]:
        """Positional and keyword arguments of the constructor."""
        if isinstance(self.init, tuple):
            return self.init, {}
        return (), self.init or {}

    def tolerance(self, title: str) -> tuple[float, float]:
        """Relative and absolute tolerance for an output whose dtype prints as `title`."""
        rtol = _RTOL.get(title, 1e-5) if self.rtol is None else self.rtol
        if title in ("Float16", "BFloat16"):
            rtol = max(rtol, _RTOL[title])
        return rtol, 0.0 if self.atol is None else self.atol


def cases(
    op: str,
    *calls: tuple,
    dtypes: str = "f32",
    init: dict[str, Any] | tuple | None = None,
    rtol: float | None = None,
    atol: float | None = None,
    grad: bool = False,
    random: bool = False,
    differs: str | None = None,
    tag: str = "",
    kw: dict[str, Any] | None = None,
    **kwargs: Any,
) -> Iterator[Record]:
    """Records of every call with every dtype.

    Args:
        op: the public spelling: "ops.sum", "ops.ReduceSum", "Tensor.sum", "mint.sum", "nn.ReLU".
        calls: one tuple of positional arguments per case.
        dtypes: dtype codes for the arrays that do not name theirs.
        init: arguments of the constructor of a Primitive class or Cell, by name or as a tuple; by
            default none, where the spelling's last part is capitalised.
        kw: keyword arguments whose names clash with those of this function.
        kwargs: keyword arguments of the call.
    """
    if init is None and op.rsplit(".", 1)[-1][:1].isupper():
        init = {}
    for dtype in dtypes.split():
        for args in calls:
            yield Record(
                op, args, kwargs | (kw or {}), init, dtype, rtol, atol, grad, random, differs, tag
            )


def marked(records: Iterable[Record], reasons: dict[str, str]) -> list[Record]:
    """The records, those whose id matches a pattern with the reason why they differ."""
    found = []
    for record in records:
        why = [reason for pattern, reason in reasons.items() if re.search(pattern, record.id)]
        found.append(replace(record, differs=why[0]) if why else record)
    return found


def _frozen(data: Any) -> Any:
    if isinstance(data, np.ndarray):
        data = data.tolist()
    return tuple(_frozen(e) for e in data) if isinstance(data, (list, tuple)) else data


def _unfrozen(data: Any) -> Any:
    return [_unfrozen(e) for e in data] if isinstance(data, tuple) else data


def _call_text(args: Sequence[Any], kwargs: dict[str, Any]) -> str:
    return f"({', '.join([*map(repr, args), *(f'{k}={v!r}' for k, v in kwargs.items())])})"
