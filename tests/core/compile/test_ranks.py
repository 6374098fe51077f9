"""Programs over processes, with one process that is all there is; two of them in tests/ranks."""

from __future__ import annotations

import jax
import numpy as np
import pytest

from msjax._core.base.errors import TraceBreak
from msjax._core.base.interop import axis_bound, axis_is_bound
from msjax._core.compile import ranks
from msjax._core.runtime import agreement, launch
from msjax._core.runtime.rendezvous import Place
from msjax._core.runtime.spread import AXIS


@pytest.fixture
def said(monkeypatch):
    """What the processes say that they are about to run; by default all the same.

    What this one has said is in `said.own`.
    """
    monkeypatch.setattr(launch, "place", lambda: Place(0, 1, ""))
    monkeypatch.setattr(ranks, "_agreed", set())
    answers = _Answers()

    def announce(world, own):
        answers.own.append(own)
        return {r: (answers or [own])[r] for r in world}

    monkeypatch.setattr(ranks, "announce", announce)
    return answers


class _Answers(list):
    def __init__(self):
        self.own = []


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


def _scaled(length, factor):
    """Groups of a program and the jaxpr of what it does: a sum, and work of its own shape."""

    def call(donated, kept, args):
        return [jax.lax.psum((args[0] * factor).sum(), AXIS), args[0] + 1]

    closed = _traced(lambda x: call([], [], [x]), np.ones(length, np.float32))
    return ranks.program("step", call, closed), [[], [], [jax.numpy.ones(length)]]


def test_programs_with_the_same_collectives_are_announced_once(said):
    for length, factor in ((3, 1.0), (5, 2.0)):
        run, groups = _scaled(length, factor)
        total, more = run(*groups)
        assert float(total) == length * factor and more.shape == (length,)
    assert len(said.own) == 1
    closed = _traced(lambda x: jax.lax.pmax(x.sum(), AXIS), np.ones(3))
    ranks.program("step", lambda *groups: [], closed)
    assert len(said.own) == 2 and "pmax() of float32[]" in said.own[1]


def test_programs_with_collectives_in_loops_are_compared_as_a_whole(said):
    def loop(x):
        return jax.lax.fori_loop(0, 3, lambda i, x: jax.lax.psum(x, AXIS), x)

    for length in (3, 4):
        ranks.program("step", lambda *groups: [], _traced(loop, np.ones(length)))
    assert len(set(said.own)) == 2


def test_loops_and_choices_around_collectives_are_what_they_were(said):
    def turn(x):
        return jax.lax.psum(x, AXIS) * 0.5

    def rows(carry, row):
        carry = jax.lax.while_loop(lambda c: c.sum() > row.sum(), turn, carry + row)
        return carry, jax.lax.pmax(row * 2, AXIS)

    def call(x, count):
        last, found = jax.lax.scan(rows, x, jax.numpy.arange(8.0).reshape(4, 2), reverse=True)
        index = jax.numpy.int32(count % 3)
        paths = [turn, lambda x: x + 1, lambda x: jax.lax.pmin(x, AXIS) - 1]
        chosen = jax.lax.switch(index, paths, last)
        turns = jax.lax.fori_loop(0, jax.numpy.int32(count), lambda i, x: turn(x) + i, x)
        return [last, found, chosen, turns]

    x = np.array([3.0, 5.0])
    for count in range(3):
        closed = _traced(call, x, float(count))
        run = ranks.program("step", lambda donated, kept, args: call(*args), closed)
        got = run([], [], [jax.numpy.asarray(x), jax.numpy.asarray(float(count))])
        expected = jax.vmap(lambda x, n: call(x[0], n), axis_name=AXIS, in_axes=(0, None))
        for one, other in zip(got, expected(x[None, None], float(count)), strict=True):
            np.testing.assert_allclose(one, other[0], rtol=1e-6)


def test_recomputed_code_may_have_other_shapes(said):
    def slope(x):
        inner = jax.checkpoint(lambda x: jax.numpy.sin(jax.lax.psum(x.sum(), AXIS) * x))
        return jax.grad(lambda x: jax.numpy.sin(inner(x)).sum())(x)

    for length in (3, 4):
        x = np.arange(float(length), dtype=np.float32)
        closed = _traced(slope, x)
        assert any(e.primitive.name == ranks._RECOMPUTED for e in closed.jaxpr.eqns)
        run = ranks.program("step", lambda donated, kept, args: [slope(args[0])], closed)
        (found,) = run([], [], [jax.numpy.asarray(x)])
        expected = jax.grad(lambda x: jax.numpy.sin(jax.numpy.sin(x.sum() * x)).sum())(x)
        np.testing.assert_allclose(found, expected, rtol=1e-5)
    assert len(said.own) == 1 and said.own[0].count("psum() of float32[]") == 3


def test_the_agreement_comes_before_the_first_collective(monkeypatch):
    """Also where no condition on it stands between them, as on a GPU."""
    monkeypatch.setattr(ranks, "if_agreed", lambda token, step, *values: step(*values))
    code = _traced(lambda x: jax.lax.psum(x, AXIS), np.ones(3, np.float32))

    def run(token, x):
        running = ranks._Running(True, agreement.after(token, np.uint32(7)))
        return running.results(code.jaxpr, code.consts, [x])

    with axis_bound(AXIS, 1):
        traced = jax.make_jaxpr(run)(np.zeros(3, np.uint32), np.ones(3, np.float32)).jaxpr
    after = set()
    for eqn in traced.eqns:
        if eqn.primitive.name in ("all_gather", "cond") or after.intersection(map(id, eqn.invars)):
            after.update(map(id, eqn.outvars))
        if eqn.primitive.name.startswith("psum"):
            assert id(eqn.invars[0]) in after
            return
    raise AssertionError("the sum is gone")


def test_collectives_are_found_in_inner_functions(said):
    inner = jax.jit(lambda x: jax.lax.pmax(x * 2, AXIS))

    def call(donated, kept, args):
        jax.lax.psum(args[0][:2], AXIS)  # whose result nobody needs
        return [inner(args[0])]

    closed = _traced(lambda x: call([], [], [x]), np.arange(3.0))
    (most,) = ranks.program("step", call, closed)([], [], [jax.numpy.arange(3.0)])
    np.testing.assert_array_equal(np.asarray(most), [0.0, 2.0, 4.0])
    assert "psum() of float32[2], pmax() of float32[3]" in said.own[0]


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
