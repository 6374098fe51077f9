"""Programs over processes, with one process that is all there is; two of them in tests/ranks."""

from __future__ import annotations

import jax
import numpy as np
import pytest

from msjax._core.base.errors import TraceBreak
from msjax._core.base.interop import axis_bound, axis_is_bound
from msjax._core.compile import ranks
from msjax._core.runtime import launch
from msjax._core.runtime.rendezvous import Place
from msjax._core.runtime.spread import AXIS


@pytest.fixture
def said(monkeypatch):
    """What the processes say that they are about to run; by default all the same."""
    monkeypatch.setattr(launch, "place", lambda: Place(0, 1, ""))
    answers = []
    monkeypatch.setattr(
        ranks, "announce", lambda world, own: {r: (answers or [own])[r] for r in world}
    )
    return answers


def _traced(function, *args):
    with axis_bound(AXIS, 1):
        return jax.make_jaxpr(function)(*args)


def test_code_of_one_process_is_traced_as_ever():
    with ranks.tracing():
        assert not axis_is_bound(AXIS)


def test_arrays_and_numbers_pass_through_a_program(said):
    def call(donated, kept, args):
        return [jax.lax.psum(donated[0], AXIS) + kept[0], args[0] * 2]

    closed = _traced(lambda x, y, z: call([x], [y], [z]), np.ones(3), 2.0, 3.0)
    run = ranks.program("step", call, closed)
    for _ in range(2):
        total, twice = run(*[[jax.numpy.asarray(v)] for v in (np.ones(3), 2.0, 3.0)])
        np.testing.assert_array_equal(np.asarray(total), [3.0, 3.0, 3.0])
        assert twice.shape == () and float(twice) == 6.0


def test_programs_that_differ_are_refused(said):
    closed = _traced(lambda x: jax.lax.psum(x, AXIS), np.ones(3))
    said.extend(["one", "other"])
    launch_place = Place(0, 2, "")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(launch, "place", lambda: launch_place)
        with pytest.raises(TraceBreak, match="rank 0 and rank 1 .* code that differs"):
            ranks.program("step", lambda *groups: [], closed)


def test_printing_is_refused(said):
    def noisy(x):
        jax.debug.print("{}", x)
        return jax.lax.psum(x, AXIS)

    with pytest.raises(TraceBreak, match="printed"):
        ranks.program("step", lambda *groups: [], _traced(noisy, np.ones(3)))


def test_programs_are_told_apart_by_code_and_shape():
    add = _traced(lambda x: jax.lax.psum(x, AXIS), np.ones(3))
    longer = _traced(lambda x: jax.lax.psum(x, AXIS), np.ones(4))
    most = _traced(lambda x: jax.lax.pmax(x, AXIS), np.ones(3))
    texts = [ranks.intent_of("f", closed) for closed in (add, longer, most)]
    assert len(set(texts)) == 3
    assert ranks.intent_of("f", _traced(lambda x: jax.lax.psum(x, AXIS), np.ones(3))) == texts[0]
