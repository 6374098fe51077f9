"""Networks that have just run are differentiated as of before that run.

Training steps written for MindSpore call a network for its loss, and then the gradient function of
the network for the same inputs. MindSpore runs the network once for both. Here it runs again, so
what the first run wrote into Parameters (the statistics of batch norm) is taken back first. It is
so for networks with `set_grad()`, and for all in compiled code, where the compiler then finds that
both runs are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from msjax._core.state import STATE


class LastCall:
    """The arguments of a call, and what it wrote."""

    __slots__ = ("args", "cell", "weights", "written")

    def __init__(self, cell: Any, args: Sequence[Any], weights: list[int], written: list[tuple]):
        self.cell, self.weights, self.written = cell, weights, written
        self.args = [(a, getattr(a, "_data", None)) for a in args]

    def repeated_by(self, fn: Any, args: Sequence[Any]) -> bool:
        """Whether a run of `fn` now would be the same run."""
        return (
            self.cell is fn
            and len(self.args) == len(args)
            and all(
                a is b and getattr(b, "_data", None) is data
                for (a, data), b in zip(self.args, args, strict=True)
            )
            and all(box._data is new for box, _, _, new in self.written)
            and self.weights == _identities(fn)
        )


def _identities(cell: Any) -> list[int]:
    return [id(p._data) for p in cell.get_parameters() if p.requires_grad]


@contextmanager
def remembering(cell: Any, args: Sequence[Any]) -> Iterator[None]:
    """Keep what the run of a Cell inside writes into Parameters that are not trained."""
    boxes = [p for p in cell.get_parameters() if not p.requires_grad and p._view is None]
    before = [(b._data, b._node) for b in boxes]
    yield
    written = [
        (b, data, node, b._data)
        for b, (data, node) in zip(boxes, before, strict=True)
        if data is not None and b._data is not data
    ]
    if written and STATE.tape is None:
        holder = STATE if STATE.frame is None else STATE.frame
        holder.last_call = LastCall(cell, args, _identities(cell), written)


def take_back(fn: Any, args: Sequence[Any]) -> None:
    """Undo what the last run wrote if `fn` is about to do the same run again."""
    holder = STATE if STATE.frame is None else STATE.frame
    last, holder.last_call = holder.last_call, None
    if last is not None and last.repeated_by(fn, args):
        for box, data, node, _ in last.written:
            box._data, box._node = data, node
