"""Objects that know what they were made with."""

from __future__ import annotations

from typing import Any, Self


class Given:
    """Base that keeps the arguments of the constructor, for descriptions of pipelines."""

    _given: tuple[tuple, dict[str, Any]]

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        made = super().__new__(cls)
        made._given = args, kwargs
        return made
