"""What tests of operations share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from records._traced import Traced

from msjax._core.base.executable import Exec
from msjax._core.base.recent import Recent
from msjax._core.op.checked import entries


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Kernels are traced but not compiled, and none has been traced before."""
    made = Exec.__init__
    compiled: list[tuple[Exec, Any]] = []

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        if not self.eager:
            compiled.append((self, self.fn))
            self.fn = Traced(self.fn.__wrapped__)

    monkeypatch.setattr(Exec, "__init__", init)
    kept = {entry: entry.cache for entry in entries() if entry.cache}
    for entry in kept:
        entry.cache = Recent()
    yield
    for entry in entries():
        if entry in kept or entry.cache:
            entry.cache = kept[entry] if entry in kept else Recent()
    for executable, fn in compiled:  # some are kept elsewhere: those of indices, of writes to views
        executable.fn = fn
