"""How loops of rewritten code run outside traces; `test_rewriting` has the programs."""

from __future__ import annotations

from msjax._core.compile.turns import run_range, run_while
from msjax._core.compile.variables import BROKEN, FINISHED, assigned


def test_loops_outside_traces_are_python_loops():
    seen = []
    assert run_range(range, (3,), seen.append, ()) == FINISHED and seen == [0, 1, 2]
    assert run_range(range, (3,), lambda i: BROKEN, ()) == BROKEN
    assert run_while(lambda: len(seen) > 1, lambda: seen.pop() and FINISHED, ()) == FINISHED
    assert seen == [0]


def test_the_variables_that_a_body_assigns():
    a = b = 0

    def body():
        nonlocal a
        a = b

    assert assigned(body.__code__) == {"a"}
