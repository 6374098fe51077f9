"""Constructor arguments of Primitives that `ops` does not list."""

from __future__ import annotations

from typing import Any

import numpy as np


def lengths(value: Any) -> tuple[int, ...]:
    """A shape given as a tuple, a list or an array whose numbers are known."""
    return tuple(int(n) for n in np.asarray(value))
