"""Descriptions of a Primitive's arguments, as published operators write them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

sig_rw = IntEnum(
    "signature_rw", [("RW_READ", 0), ("RW_WRITE", 1), ("RW_REF", 2), ("RW_EMPTY_DEFAULT_VALUE", 3)]
)
sig_kind = IntEnum(
    "signature_kind",
    [
        ("KIND_POSITIONAL_KEYWORD", 0),
        ("KIND_VAR_POSITIONAL", 1),
        ("KIND_KEYWORD_ONLY", 2),
        ("KIND_VAR_KEYWARD", 3),
        ("KIND_EMPTY_DEFAULT_VALUE", 4),
    ],
)
sig_dtype = IntEnum(
    "signature_dtype",
    [("T", 0), *((f"T{i}", i) for i in range(1, 10)), ("T_EMPTY_DEFAULT_VALUE", 10)],
)


@dataclass(frozen=True)
class Signature:
    """One argument of a Primitive."""

    name: str
    rw: Any
    kind: Any
    default: Any
    dtype: Any


def make_sig(
    name: str = "var",
    rw: sig_rw = sig_rw.RW_READ,
    kind: sig_kind = sig_kind.KIND_POSITIONAL_KEYWORD,
    default: Any = sig_kind.KIND_EMPTY_DEFAULT_VALUE,
    dtype: sig_dtype = sig_dtype.T_EMPTY_DEFAULT_VALUE,
) -> Signature:
    """Describe one argument of a Primitive: what `__mindspore_signature__` is made of.

    Args:
        name (str): its name.
        rw (sig_rw): whether it is read or written.
        kind (sig_kind): how it is passed.
        default: its default value.
        dtype (sig_dtype): arguments with the same letter have one dtype.

    Returns:
        Signature.

    Examples:
        >>> from msjax.ops import signature
        >>> sig = signature.make_sig("x", dtype=signature.sig_dtype.T)
        >>> sig.name
        'x'
    """
    return Signature(name, rw, kind, default, dtype)
