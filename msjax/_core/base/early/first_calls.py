"""How the first calls of an operation for some kind of arrays are run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax._core.base.early.code import Code
from msjax._core.base.early.pieces import CALLS, in_pieces
from msjax._core.base.early.rows import in_a_row
from msjax._core.base.interop import as_array
from msjax._core.base.memory import aligned


class FirstCalls:
    """Runs code otherwise than compiled as it is, until that has taken as long as to compile it.

    Args:
        closed: the code as a jaxpr.

    Attributes:
        ran: whether it has run one.
    """

    __slots__ = ("_avals", "_left", "_run", "ran")

    def __init__(self, closed: Any):
        self._avals, self._run, self._left, self.ran = closed.out_avals, None, 0, False
        if closed.effects:
            return
        code = Code(closed)
        found = in_pieces(code)
        if found is not None:
            self._run, self._left = found
        elif (row := in_a_row(code)) is not None:
            self._run, self._left = row, CALLS

    def __call__(self, arrays: Sequence[Any]) -> tuple | None:
        """The results for arrays of JAX; None if the code has to be compiled, from now on."""
        run, made = self._run, None  # another thread may take it away
        if run is None:
            return None
        like = next((a for a in arrays if a.committed), arrays[0])
        if self._left > 0:
            self._left -= 1
            made = run(list(map(np.asarray, arrays)), like)
        if made is None:
            self._run = None
            return None
        self.ran = True
        outs = []
        for aval, found in zip(self._avals, made, strict=True):
            host = aligned(aval.shape, aval.dtype)
            host[...] = found
            outs.append(as_array(aval, host, like))
        return tuple(outs)
