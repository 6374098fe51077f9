"""`print` stands aside for the thread that traces, and only for it."""

from __future__ import annotations

import builtins
import sys
import threading

import pytest

import msjax as ms
from msjax import Tensor
from msjax._core.compile.printing import Printing


def test_other_threads_print_at_once(capsys):
    with Printing(later=True):
        thread = threading.Thread(target=print, args=("other",))
        thread.start()
        thread.join()
        print("outside of a trace")
    assert capsys.readouterr().out == "other\noutside of a trace\n"


def test_print_is_what_it_was_after_an_exception():
    before = builtins.print
    with pytest.raises(KeyError):
        with Printing():
            raise KeyError
    assert builtins.print is before

    @ms.jit
    def f(x):
        raise KeyError("stop")

    with pytest.raises(KeyError):
        f(Tensor(1.0))
    assert builtins.print is before


def test_what_was_printed_before_an_exception_is_shown(capsys):
    @ms.jit
    def f(x):
        print("before")
        raise KeyError("stop")

    with pytest.raises(KeyError):
        f(Tensor(1.0))
    assert capsys.readouterr().out == "before\n"


@pytest.mark.runs_eagerly
def test_text_for_other_files_runs_eagerly(capsys):
    @ms.jit
    def f(x):
        if x > 0:
            print("positive", x, file=sys.stderr)
        return x

    f(Tensor(1.0)), f(Tensor(-1.0)), f(Tensor(2.0))
    assert capsys.readouterr().err.splitlines()[-2:] == ["positive 1.0", "positive 2.0"]
