"""What is forgotten, and what is not."""

from __future__ import annotations

from msjax import ops
from msjax._core.base.recent import Recent
from msjax.kernels.index import indexing


def test_what_is_used_stays():
    kept = Recent(8)
    for number in range(100):
        for key in ("often", number):
            if kept.get(key) is None and kept.again(key) is None:
                kept[key] = f"value of {key} in {number}"
        assert len(kept) + len(kept.older) <= 8
    assert (kept.get("often") or kept.again("often")) == "value of often in 0"
    assert kept.get(50) is None and kept.again(50) is None


def test_executables_of_slices_are_bounded(monkeypatch):
    monkeypatch.setattr(indexing, "_READERS", Recent(8))
    x = ops.arange(40)
    for _ in range(2):
        for i in range(12):
            assert x[i:].shape == (40 - i,) and x[i:][0].item() == i
    assert len(indexing._READERS) + len(indexing._READERS.older) <= 8
