"""Arrays in parts, with one process that is all there is; more of them in tests/ranks."""

from __future__ import annotations

import jax
import numpy as np
import pytest

from msjax._core.base.x64 import to_device
from msjax._core.runtime import ledger, spread


class Store:
    """A key-value store as JAX's, without other processes."""

    def __init__(self):
        self.held = {}

    def key_value_set(self, key, value, allow_overwrite=False):
        self.held[key] = value

    def blocking_key_value_get(self, key, patience):
        if key not in self.held:
            raise RuntimeError(f"DEADLINE_EXCEEDED after {patience}")
        return self.held[key]

    def key_value_try_get(self, key):
        return self.blocking_key_value_get(key, 0)

    def key_value_dir_get(self, folder):
        return [(k, v) for k, v in self.held.items() if k.startswith(folder)]


@pytest.mark.parametrize("dtype", ["float32", "int64", "bool", "complex64", "float16"])
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (0, 2)])
def test_a_part_of_one_is_the_whole(dtype, shape):
    array = np.ones(shape, dtype)
    for own in (to_device(array), array):
        whole = spread.as_part(own, (0,))
        assert whole.shape == (shape or (1,))
        back = spread.own_part(whole, scalar=shape == ())
        assert back.dtype == dtype and back.shape == shape
        np.testing.assert_array_equal(np.asarray(back), array)


def test_meshes_are_made_once():
    mesh = spread.mesh_of((0,))
    assert mesh is spread.mesh_of((0,))
    assert mesh.axis_names == (spread.AXIS,) and list(mesh.devices) == [jax.devices()[0]]


def test_announcing(monkeypatch):
    store = Store()
    monkeypatch.setattr(spread, "job_store", lambda: store)
    monkeypatch.setattr(spread, "_numbers", {})
    assert spread.announce((0,), "a sum") == {0: "a sum"}
    assert spread.announce((0,), "a product") == {0: "a product"}
    assert len(store.held) == 2
    monkeypatch.setattr(ledger, "job_store", lambda: store)
    with pytest.raises(RuntimeError, match="Rank 0 comes to a sum, but rank 1 has not .* 600 s"):
        spread.announce((0, 1), "a sum\n1207959552 97")  # a sum, and checksums of its inputs
