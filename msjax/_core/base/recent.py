"""A mapping that keeps what was used lately."""

from __future__ import annotations

from typing import Any


class Recent(dict):
    """A dict of at most `most` entries, which forgets those that were not asked for lately.

    `get` is the dict's own, as it is asked at every call; what it does not have may still be had by
    `again`: entries come in two generations, and half of them are forgotten at once.
    """

    __slots__ = ("most", "older")

    def __init__(self, most: int = 512):
        super().__init__()
        self.most, self.older = most, {}

    def __setitem__(self, key: Any, value: Any) -> None:
        if 2 * len(self) >= self.most:
            self.older = dict(self)
            self.clear()
        super().__setitem__(key, value)

    def again(self, key: Any) -> Any:
        """The value of a key of the older generation, which joins the newer one; else None."""
        value = self.older.pop(key, None)
        if value is not None:
            self[key] = value
        return value
