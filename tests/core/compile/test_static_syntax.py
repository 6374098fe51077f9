"""Python's syntax as MindSpore's pages on static graphs use it, in programs of ours, in every mode.

Eager code gives what MindSpore's gives (tests/golden/static_syntax.json). Compiled code gives what
eager code gives, and so what MindSpore's compiled code gives, where that takes the program; a table
says where it gives something else.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from every_mode import in_graph_mode

import msjax as ms
from msjax import nn

GOLDEN = Path(__file__).parents[2] / "golden"
sys.path.insert(0, str(GOLDEN))
import static_syntax_cases as cases  # noqa: E402

sys.path.remove(str(GOLDEN))
RECORDED = json.loads((GOLDEN / "static_syntax.json").read_text())

EAGER = {  # programs that run eagerly, and the reason that is told
    "numbers_of_tensors": "int() needs the value of a Tensor",
    "text_of_tensors": "text needs the value of a Tensor",
    "text_of_tensors_formatted": "text needs the value of a Tensor",
    "numpy_of_argument": "asnumpy() needs the value of a Tensor",
    "list_argument_changed": "a list or dict among the arguments is changed",
    "dict_argument_changed": "a list or dict among the arguments is changed",
    "index_masks": "indexing with a bool Tensor needs the value of a Tensor",
    "write_at_rows_of_masks": "indexing with a bool Tensor needs the value of a Tensor",
    "index_slice_of_tensors": "int() needs the value of a Tensor",
}
ONLY_COMPILED = {  # what eager code refuses or gives as something else, here as in MindSpore
    "hyper_mapped": "lists stay lists",
    "bitwise": "a number beside a Tensor",
    "sum_over_a_tensor": "integers become Int64",
    **dict.fromkeys(
        "list_times_tensor list_by_tensor list_floor_tensor float_list_and_tensor "
        "list_augmented".split(),
        "lists beside operators",
    ),
}
ACCEPTED = {"write_negative_steps"}  # what MindSpore refuses in every mode
NUMBERS = "`not`, `in` and `bool` of Tensors are Tensors"
IN_PLACE = "`x += 1` changes the argument, `x[0] = 1` does not"
FAULT = "a fault of MindSpore's"
DIFFERS = {  # what MindSpore's compiled code does instead
    "logical": NUMBERS,
    "membership_of_tensors": NUMBERS,
    "augmented": IN_PLACE,
    "augmented_integers": IN_PLACE,
    "augmented_argument": IN_PLACE,
    "write_to_argument": IN_PLACE,
    "list_augmented": IN_PLACE,
    "list_argument_changed": "the caller's list stays as it is",
    "list_aliased": "lists in lists are copied",
    "list_copied": "lists in lists are copied",
    "text_f_string": FAULT,  # what follows `:` and `!` is ignored
    "text_of_shapes": FAULT,
    "while_return": FAULT,  # the number that is returned after the loop
    "list_popped": FAULT,
    "list_sorted": FAULT,
    "dict_popped": FAULT,
    "dict_defaults": FAULT,
    "index_range": FAULT,
    "ids_and_hashes": FAULT,
    "Gradients": "gradients by a list of weights that is written in place are a list",
}


def agree(got, want):
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(agree, got, want))
    if isinstance(want, float):
        return got == pytest.approx(want, rel=1e-5, abs=1e-6, nan_ok=True)
    return got == want


def close(got, want):
    """Whether answers are the same; numbers of Python's as their text, to six digits."""
    if isinstance(want, list) and want[:1] == ["float"] and isinstance(got, list):
        return got[:1] == ["float"] and agree(float(got[1]), float(want[1]))
    if isinstance(want, list):
        return isinstance(got, list) and len(got) == len(want) and all(map(close, got, want))
    return agree(got, want)


def graph(made):
    if not isinstance(made, nn.Cell):
        return in_graph_mode(made)

    def call(*arguments):
        ms.set_context(mode=ms.GRAPH_MODE)
        try:
            return made(*arguments)
        finally:
            ms.set_context(mode=ms.PYNATIVE_MODE)

    return call


@pytest.mark.runs_eagerly
@pytest.mark.thin(8)
@pytest.mark.parametrize("name", cases.PROGRAMS)
def test_programs_in_every_mode(name, caplog):
    recorded, made = RECORDED[name], cases.PROGRAMS[name][0]
    times = 1 if isinstance(made, type) else 2
    eager = cases.play(name, lambda made: made, times)
    for i, found in enumerate(eager):
        theirs = recorded["eager"][i // times]
        if name in ACCEPTED:
            assert theirs[0] == "raises" != found[0]
        else:
            assert close(found, theirs), "eager"
    for mode, wrap in (("jit", ms.jit), ("graph", graph)):
        theirs = recorded.get(mode) or recorded.get("compiled") or recorded["eager"]
        for i, found in enumerate(cases.play(name, wrap, times)):
            if name not in ONLY_COMPILED:
                assert found == eager[i] or close(found, eager[i]), mode
            if name not in DIFFERS and theirs[i // times][0] != "raises":
                assert close(found, theirs[i // times]), mode
    texts = [r.getMessage() for r in caplog.records if r.name == "msjax.jit"]
    assert bool(texts) == (name in EAGER)
    assert all(EAGER[name] in text for text in texts)


def test_no_program_is_listed_in_vain():
    def compiled(name):
        told = RECORDED[name]
        return [told.get(mode) or told.get("compiled") for mode in ("jit", "graph")]

    for name in DIFFERS:
        answers = [a for a in compiled(name) if a is not None]
        assert any(
            theirs[0] != "raises" and not close(theirs, ours)
            for answer in answers
            for theirs, ours in zip(answer, RECORDED[name]["eager"], strict=True)
        ), name
