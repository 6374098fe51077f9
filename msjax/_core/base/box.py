"""What the core knows of a Tensor: a box around one array, and where its contents come from."""

from __future__ import annotations

from typing import Any


class Box:
    """Base of Tensor: the array, its place in the record of gradients, its link, its frame.

    `_data` is a `jax.Array`, a tracer or None; `_node` a reference to the record (`nodes.Ref`) or
    None; `_view` what fills or refreshes the contents (a link of `tensor/links.py`) or None;
    `_frame` the frame that the box was made in, unset outside of any; `_memory` what its views know
    its memory by, unset or None as long as there are none.
    """

    __slots__ = ("__dict__", "__weakref__", "_data", "_frame", "_memory", "_node", "_view")
    _data: Any
    _node: Any
    _view: Any
    _frame: Any
    _memory: Any
    _is_parameter = False

    @property
    def _value(self) -> Any:
        """The current contents: what a view shows now, or a lazy Tensor's initial values."""
        link = self._view
        while link is not None and not link.refresh(self):
            link = self._view  # between seeing none and reading, no other thread runs
        return self._data
