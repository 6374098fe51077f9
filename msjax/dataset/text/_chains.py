"""Transforms of text that a map does together: tokens stay Python's strings between them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset._joined import Joined
from msjax.dataset.text._base import SURROGATE
from msjax.dataset.text._sequences import Lookup, Truncate
from msjax.dataset.text._tokenizers import Tokenizer
from msjax.dataset.transforms.transforms import PadEnd, to_dtype


def joined(operations: list) -> list:
    """The operations of a map: a tokenizer that a Lookup follows, and what is between and next."""
    steps: list = []
    place = 0
    while place < len(operations):
        parts = _parts(operations[place:])
        if parts:
            steps.append(Joined(parts, _call(parts)))
        else:
            steps.append(operations[place])
        place += len(parts) or 1
    return steps


def _parts(operations: list) -> list:
    if not _cuts(operations[0]):
        return []
    place = 1
    while place < len(operations) and type(operations[place]) is Truncate:
        place += 1
    if place == len(operations) or type(operations[place]) is not Lookup:
        return []
    return operations[: place + 2 if _pads(operations[place + 1 : place + 2]) else place + 1]


def _cuts(operation: Any) -> bool:
    if not isinstance(operation, Tokenizer) or operation.with_offsets:
        return False
    return type(operation)._apply is Tokenizer._apply and checks.is_ours(operation)


def _pads(operations: list) -> bool:
    if not operations or type(operations[0]) is not PadEnd:
        return False
    pad = operations[0]
    if len(pad.pad_shape) != 1 or None in pad.pad_shape:
        return False
    return not isinstance(pad.pad_value, str | bytes)


def _call(parts: list) -> Callable[[Any], Any]:
    words_of = parts[0]._words
    lookup = next(part for part in parts if type(part) is Lookup)
    most = min((part.max_seq_len for part in parts if type(part) is Truncate), default=None)
    numbers, unknown = lookup.vocab.c_vocab, lookup.unknown_token
    default = None if unknown is None else numbers.get(unknown)
    dtype = to_dtype(lookup.data_type, "data_type")
    refused = (unknown is not None and default is None) or dtype.kind not in "biuf"
    empty = None
    if type(parts[-1]) is PadEnd and not refused:
        try:
            empty = parts[-1]._apply(np.zeros(0, dtype))
        except (OverflowError, TypeError, ValueError):  # the value, which the rows raise for
            return lambda value: None
        if default is not None:  # else words that are cut off must be known, too
            most = min(most or len(empty), len(empty))

    def call(value):
        if refused or value.ndim or value.dtype.kind != "U":
            return None
        text = value.item()
        if "\0" in text or not (text.isascii() or not SURROGATE.search(text)):
            return None
        words = (words_of(text) or [""])[:most]
        try:
            found = np.fromiter(map(numbers.get, words, repeat(default)), np.int32, len(words))
        except TypeError:  # a word is missing
            return None
        if empty is None:
            return found.astype(dtype)
        padded = empty.copy()
        padded[: len(found)] = found[: len(padded)]
        return padded

    return call
