"""Calls that set something: devices, modes and options that mean something else here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from msjax import _surface
from msjax._check.names import known
from msjax._core.runtime import context_keys as keys


def remarks(function: Any, node: ast.Call) -> Iterator[tuple[str, str]]:
    """Kind and text for what a call sets, as far as it is written out."""
    if function is known("set_context"):
        for word in node.keywords:
            if word.arg is not None:
                yield from _option(word.arg, _literal(word.value))
    elif function is known("set_device"):
        first = node.args[:1] or [w.value for w in node.keywords if w.arg == "device_target"]
        if first and _literal(first[0]) is not None:
            yield from _target(_literal(first[0]))


def _literal(node: ast.expr) -> Any:
    return node.value if isinstance(node, ast.Constant) else None


def _target(value: Any) -> Iterator[tuple[str, str]]:
    if value in ("Ascend", "Davinci"):
        yield "setting", f"device_target {value!r} runs on JAX's default device, with one warning"
    elif isinstance(value, str) and value not in keys.TARGETS:
        yield "argument", f"device_target must be one of {list(keys.TARGETS)}, but is {value!r}"


def _option(key: str, value: Any) -> Iterator[tuple[str, str]]:
    if key == "device_target":
        yield from _target(value)
    elif key in keys.REMOVED:
        release, instead = keys.REMOVED[key]
        text = f"set_context no longer has {key!r} since MindSpore {release}, which has {instead}"
        yield "argument", text
    elif key in keys.INSTEAD:
        yield "setting", f"set_context({key}=) is kept without effect: {keys.INSTEAD[key]}"
    elif key not in keys.EFFECTIVE:
        known = {*keys.DEFAULTS, *keys.ARGUMENT_TYPES, *keys.DROPPED, *keys.READ_ONLY}
        if key in known:
            yield "setting", f"set_context({key}=) is kept without effect"
        else:
            text = f"set_context has no option {key!r} in MindSpore {_surface.load().version}"
            yield "argument", text
