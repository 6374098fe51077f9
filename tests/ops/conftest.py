"""What tests of operations share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from records._traced import Traced

from msjax._core import op as gateway
from msjax._core.checked import entries


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Kernels are traced but not compiled, and none has been traced before."""
    made = gateway.Exec.__init__

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        if not self.eager:
            self.fn = Traced(self.fn.__wrapped__)

    monkeypatch.setattr(gateway.Exec, "__init__", init)
    kept = {entry: entry.cache for entry in entries()}
    for entry in kept:
        entry.cache = {}
    yield
    for entry in entries():
        entry.cache = kept.get(entry, {})
