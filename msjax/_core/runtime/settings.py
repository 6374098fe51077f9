"""A group of named settings with defaults, types and checks: MindSpore's smaller contexts."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from msjax._core.runtime.context_keys import check_argument_types


class Settings:
    """Named values that can be set by keyword, read by name and reset.

    Args:
        defaults: name -> value before anything is set.
        types: name -> type that the public setter insists on.
        checks: name -> function that returns the value to keep, or raises.
        title: word that the error text puts before "keyword".
    """

    def __init__(
        self,
        defaults: dict[str, Any],
        types: dict[str, Any] | None = None,
        checks: dict[str, Callable[[Any], Any]] | None = None,
        title: str = "context",
    ) -> None:
        self.defaults, self.types, self.checks = defaults, types or {}, checks or {}
        self.title = title
        self.values: dict[str, Any] = copy.deepcopy(defaults)

    def set(self, **kwargs: Any) -> None:
        """Set some values; TypeError for a wrong type, ValueError for an unknown name."""
        check_argument_types(self.types, kwargs)
        for name, value in kwargs.items():
            if name not in self.defaults:
                raise ValueError(f"Set {self.title} keyword {name} is not recognized!")
            self.values[name] = self.checks[name](value) if name in self.checks else value

    def get(self, name: str) -> Any:
        """One value; ValueError for an unknown name."""
        if name not in self.defaults:
            raise ValueError(f"Get {self.title} keyword {name} is not recognized!")
        return self.values[name]

    def reset(self) -> None:
        """Back to the defaults."""
        self.values = copy.deepcopy(self.defaults)
