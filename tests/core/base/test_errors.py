"""Texts of errors, and who says them."""

from __future__ import annotations

import pytest

import msjax as ms
from msjax._core.base.errors import (
    Clause,
    Speaker,
    describe,
    must,
    named,
    only_known,
    speaks,
    unsupported,
    unsupported_option,
)


def test_texts():
    assert must("axis", "an int", describe(1.5)) == (
        "the 'axis' must be an int, but got 1.5 of type float."
    )
    assert describe(ms.Tensor([1.0])) == "Tensor"
    assert describe("x") == "'x' of type str"
    error = unsupported("Op(mode=1)", "use mode=0")
    assert type(error) is NotImplementedError
    assert str(error) == "Op(mode=1) is not supported by msjax; use mode=0."


def refuse(x):
    raise ValueError(must("x", "positive", x), "more")


def test_whoever_runs_a_check_names_itself():
    with pytest.raises(ValueError) as caught:
        speaks("Dense", refuse)(-1)
    text = "For 'Dense', the 'x' must be positive, but got -1."
    assert caught.value.args == (text, "more")
    with pytest.raises(ValueError) as caught, Speaker("Dense"):
        refuse(-1)
    assert caught.value.args == (text, "more")


def test_the_innermost_speaker_is_named_once():
    with pytest.raises(ValueError, match="^.\"For 'Inner', the 'x'"), Speaker("Outer"):
        speaks("Inner", refuse)(-1)


def test_other_errors_stay():
    for error in (ValueError("the 'x' is wrong"), KeyError(3), OSError()):
        before = error.args
        named("Dense", error)
        assert error.args == before
    assert speaks("Dense", abs)(-3) == 3 and speaks("Dense", abs).__name__ == "abs"


def test_options_are_refused_by_a_speaker():
    error = unsupported_option("mode=1", "use mode=0")
    assert type(error) is NotImplementedError and type(error.args[0]) is Clause
    named("Dense", error)
    assert str(error) == "For 'Dense', mode=1 is not supported by msjax; use mode=0."


def test_misspelt_options():
    def function(size=1, *, keep_dims=False, **options):
        only_known(function, options, ("format",))

    function(format=1)
    for given, text in [
        ({"fromat": 1}, "argument 'fromat'. Did you mean 'format'?"),
        ({"keepdims": 1}, "argument 'keepdims'. Did you mean 'keep_dims'?"),
        ({"quite_another": 1}, "argument 'quite_another'"),
    ]:
        with pytest.raises(TypeError) as caught:
            function(**given)
        assert str(caught.value).endswith(text)


@pytest.mark.parametrize(
    "call",
    [
        lambda path: ms.jit(lambda x: x, fulgraph=True),
        lambda path: ms.jit(jit_levl="O0"),
        lambda path: ms.save_checkpoint(ms.nn.Dense(1, 1), path, async_sav=True),
        lambda path: ms.train.CheckpointConfig(save_checkpoint_step=1),
    ],
    ids=["jit", "decorator", "save_checkpoint", "CheckpointConfig"],
)
def test_options_are_not_swallowed(call, tmp_path):
    with pytest.raises(TypeError, match="Did you mean"):
        call(str(tmp_path / "a.ckpt"))
    assert not list(tmp_path.iterdir())
