"""Under mixed precision everything computes in the dtypes that MindSpore computes in."""

from __future__ import annotations

import jax
import numpy as np
import pytest
from places import read_golden

from msjax._core.base.executable import Exec
from msjax._core.base.recent import Recent
from msjax._core.base.x64 import x64
from msjax._core.op.checked import entries

import amp_cases as cases  # isort: skip - after msjax, which it then uses

RECORDED = read_golden("amp.json")
ANSWERED = [key for key, dtypes in RECORDED.items() if dtypes is not None]


@pytest.fixture(scope="module", autouse=True)
def abstract():
    """Operations give ones of the right shapes and dtypes, which needs no compilation."""
    plain, kept = Exec.__init__, {entry: entry.cache for entry in entries()}
    made = []  # some are kept elsewhere than in the operations

    def init(self, name, flat, *args, **options):
        plain(self, name, flat, *args, **options)

        def run(*arrays):
            with x64():
                outs = jax.eval_shape(flat, *arrays)
                if any(jax.dtypes.issubdtype(o.dtype, jax.dtypes.prng_key) for o in outs):
                    return flat(*arrays)
                return tuple(jax.device_put(np.ones(o.shape, o.dtype)) for o in outs)

        made.append((self, self.fn))
        self.fn = run

    Exec.__init__ = init
    for entry in kept:
        entry.cache = Recent()
    yield
    Exec.__init__ = plain
    for exe, fn in made:
        exe.fn = fn
        exe.bwd.clear()
    for entry in entries():
        entry.cache = kept.get(entry, Recent())


def test_the_record_is_of_these_cases():
    assert list(RECORDED) == cases.keys()


@pytest.mark.parametrize("level", cases.LEVELS)
def test_dtypes(level):
    keys = [key for key in ANSWERED if key.startswith(level + " ")]
    found = {key: cases.dtypes(key) for key in keys}
    assert {k: v for k, v in found.items() if v != RECORDED[k]} == {}
