"""Accepted calls of the records with one argument replaced by something else, for every spelling.

Each spelling has one or more bases: accepted records that together use all the arguments that the
records know. A variant is a base and a short text: which argument, and what became of it.
"""

from __future__ import annotations

import builtins
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import records
from records import Record, Spec, dt, values
from records._run import Side
from records._tables import SWEEPS, TABLES, accepted

MANY = 12  # arguments that no operation has so many more of
INNER = ("ops.operations.", "ops.auto_generate.")  # names that are not part of the public API
INIT = "init "  # marks arguments of the constructor


def bases() -> list[tuple[Record, tuple]]:
    """Accepted records, and which of the arguments of each are to be spoiled."""
    found: dict[str, list[Record]] = {}
    for name in TABLES + SWEEPS:
        for record in accepted(name):
            if not record.op.startswith(INNER):
                found.setdefault(record.op, []).append(record)
    chosen = []
    for op in sorted(found):
        known: set = set()
        for record in sorted(found[op], key=lambda r: (-len(_keys(r)), r.dtype != "f32")):
            new = tuple(k for k in _keys(record) if k not in known)
            if new or not known:
                record = replace(record, grad=False, random=True, tag="")
                chosen.append((record, new))
            known.update(new)
    return chosen


def variants(base: Record, keys: tuple) -> Iterator[tuple[str, Record]]:
    """The spoiled calls of a base, by a text that says what was done."""
    given = _given(base)
    for key in keys:
        if key == 0 and base.op.startswith("Tensor."):
            others = _tensors(given[key], True)
        else:
            others = _others(given[key], _rank(base))
        for text, other in others:
            yield f"{key}: {text}", _with(base, key, other)
    if not any(k in keys for k in _keys(base)[:1]) and keys:
        return
    extra = base.kwargs | {"no_such": 1}
    yield "unknown keyword", replace(base, kwargs=extra)
    yield "many", replace(base, args=base.args + (0,) * MANY)
    if len(base.args) > base.op.startswith("Tensor."):
        yield "missing", replace(base, args=base.args[:-1])
    if base.init is not None:
        made, named = base.constructor
        yield "init many", replace(base, init=(*made, *named.values(), *(0,) * MANY))
        if made or named:
            yield "init missing", replace(base, init=())


def chosen(every: int) -> list[tuple[str, str, Record]]:
    """One in so many variants, spread by their text: (base, text, call)."""
    found = []
    for base, keys in bases():
        for text, record in variants(base, keys):
            if zlib.crc32(f"{base.id} {text}".encode()) % every == 0:
                found.append((base.id, text, record))
    return found


def outcome(side: Side, record: Record) -> tuple[str, str]:
    """The dtypes and shapes of the results and "", or the error's builtin class and its text."""
    try:
        return _text(side._outcome(record)["out"]), ""
    except Exception as error:
        kinds = (k.__name__ for k in type(error).__mro__)
        return next(k for k in kinds if hasattr(builtins, k)), str(error).strip()


def _text(out: dict) -> str:
    for kind, frame in (("tuple", "({})"), ("list", "[{}]")):
        if kind in out:
            return frame.format(", ".join(map(_text, out[kind])))
    if "d" in out:
        return f"{out['d']}<{'x'.join(map(str, out['s']))}>"
    return f"<{type(out['py']).__name__}>" if "py" in out else "<object>"


def _keys(record: Record) -> list:
    made, named = record.constructor
    inits = [f"{INIT}{k}" for k in [*range(len(made)), *named]]
    return [*range(len(record.args)), *record.kwargs, *inits]


def _given(record: Record) -> dict:
    made, named = record.constructor
    inits = {f"{INIT}{k}": v for k, v in [*enumerate(made), *named.items()]}
    return dict(enumerate(record.args)) | record.kwargs | inits


def _with(record: Record, key: Any, value: Any) -> Record:
    if isinstance(key, int):
        return replace(record, args=(*record.args[:key], value, *record.args[key + 1 :]))
    if not key.startswith(INIT):
        return replace(record, kwargs=record.kwargs | {key: value})
    name = key.removeprefix(INIT)
    if isinstance(record.init, tuple):
        place = int(name)
        return replace(record, init=(*record.init[:place], value, *record.init[place + 1 :]))
    return replace(record, init=record.init | {name: value})


def _rank(record: Record) -> int:
    """The rank of the first Tensor."""
    for value in record.args:
        for part in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(part, Spec):
                return len(part.shape)
    return 2


def _others(value: Any, rank: int) -> Iterator[tuple[str, Any]]:
    """What is put in the place of an argument."""
    if value is not None:
        yield "None", None
    if isinstance(value, Spec):
        yield from _tensors(value, False)
    elif isinstance(value, bool):
        yield from _shown("bad", 1, 0.5, (True,), [True])
        yield "0-d", values(value, "bool")
        yield "ndarray", values(value, "bool").numpy()
    elif isinstance(value, int):
        yield from _shown("bad", 1.5, True, 0, -1, -7, 99, rank, -rank - 1)
        yield from _shown((), (value,), (value,) * 2, (value,) * 3, [value], [value] * 2)
        yield "0-d", values(value, "int64")
        yield "1-d", values([value], "int32")
        yield "float Tensor", values(1.5)
        yield "ndarray", values(value, "int64").numpy()
    elif isinstance(value, float):
        yield from _shown("bad", 1, True, 0.0, -1.5, 2.0, float("nan"), (value,), [value])
        yield "0-d", values(value, "f32")
        yield "ndarray", values(value, "f32").numpy()
    elif isinstance(value, str):
        yield from _shown("bad", 1, 0.5, True, (value,), [value])
        yield "0-d", values(1, "int64")
    elif isinstance(value, dt):
        yield from _shown("bad", value.name, 1, dt("bool_"), dt("complex64"), dt("string"))
        yield from _shown(dt("float16"), dt("int32"), (value,), 0.5, True)
        yield "0-d", values(1, "int64")
    elif isinstance(value, (tuple, list)) and any(isinstance(v, Spec) for v in value):
        yield from _sequences(value)
    elif isinstance(value, (tuple, list)):
        yield from _numbers(value)
    else:
        yield from _shown("bad", 1, 1.5, True, (), (1,), [1])
        yield "0-d", values(1, "int64")
        yield "ndarray", values(1, "int64").numpy()


def _shown(*others: Any) -> Iterator[tuple[str, Any]]:
    for other in others:
        yield repr(other), other


def _tensors(value: Spec, itself: bool) -> Iterator[tuple[str, Any]]:
    """Other things in the place of a Tensor; other Tensors only, where the call is its method."""
    if not itself:
        yield from _shown("bad", 1.5, 2, True, (), [1, 2])
        yield "in a list", [value]
        yield "ndarray", replace(value, form="ndarray")
    if value.form in ("COOTensor", "CSRTensor"):
        return
    for code in ("bool", "u8", "i32", "i64", "f16", "f32", "f64", "c64"):
        yield code, _typed(value, code)
    shape = value.shape
    yield "0-d", _shaped(value, ())
    yield "rank + 1", _shaped(value, (1, *shape))
    if len(shape) > 1:
        yield "rank - 1", _shaped(value, shape[1:])
    if shape:
        yield "last + 1", _shaped(value, (*shape[:-1], shape[-1] + 1))
        yield "first + 1", _shaped(value, (shape[0] + 1, *shape[1:]))
        yield "no elements", _shaped(value, (0, *shape[1:]))


def _typed(value: Spec, code: str) -> Spec:
    if value.kind != "values":
        return replace(value, dtype=code)
    data = np.array(records._unfrozen(value.options[0]))
    kind = {"b": bool, "u": int, "i": int, "f": float, "c": float}[code[0]]
    if data.dtype.kind == "c":
        data = data.real
    if kind is not float and data.dtype.kind == "f":
        data = np.nan_to_num(data, posinf=9, neginf=-9)
    data = np.abs(data) if code[0] == "u" and data.dtype.kind != "b" else data
    return replace(values(data.astype(kind), code), form=value.form)


def _shaped(value: Spec, shape: tuple[int, ...]) -> Spec:
    if value.kind == "spd" and (len(shape) < 2 or shape[-1] != shape[-2]):
        return replace(value, kind="normal", shape=shape)
    if value.kind != "values":
        return replace(value, shape=shape)
    data = np.array(records._unfrozen(value.options[0]))
    if not data.size:
        data = np.zeros(shape, data.dtype)
    data = np.resize(data, shape)
    return Spec("values", shape, value.dtype, (records._frozen(data),), value.form)


def _numbers(value: Any) -> Iterator[tuple[str, Any]]:
    """Others for a sequence that holds no Tensors."""
    form = type(value)
    yield from _shown("bad", 1, 1.5, -1, True, form())
    yield "swapped form", list(value) if form is tuple else tuple(value)
    yield "longer", form([*value, *value[-1:]])
    if value:
        yield "shorter", form(value[:-1])
        yield "nested", form([form(value)])
        for text, last in (("-1", -1), ("-9", -9), ("0", 0), ("99", 99), ("1.5", 1.5)):
            yield f"last {text}", form([*value[:-1], last])
        for last in (True, None, "bad"):
            yield f"last {last}", form([*value[:-1], last])
    if value and all(type(v) is int for v in value):
        yield "Tensor", values(value, "int64")
        yield "ndarray", values(value, "int64").numpy()


def _sequences(value: Any) -> Iterator[tuple[str, Any]]:
    """Others for a sequence of Tensors."""
    form = type(value)
    last = value[-1]
    yield from _shown("bad", 1, form())
    yield "one Tensor", value[0]
    yield "swapped form", list(value) if form is tuple else tuple(value)
    yield "shorter", form(value[:-1])
    yield "nested", form([form(value)])
    for other in (1, 1.5, "bad", None):
        yield f"last {other}", form([*value[:-1], other])
    if isinstance(last, Spec):
        for code in ("bool", "i32", "f16", "f64", "c64"):
            yield f"last {code}", form([*value[:-1], _typed(last, code)])
        yield "last ndarray", form([*value[:-1], last.numpy()])
        yield "last 0-d", form([*value[:-1], _shaped(last, ())])
        yield "last rank + 1", form([*value[:-1], _shaped(last, (1, *last.shape))])
        if last.shape:
            longer = (*last.shape[:-1], last.shape[-1] + 1)
            yield "last longer", form([*value[:-1], _shaped(last, longer)])
