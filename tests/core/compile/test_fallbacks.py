"""What is said where compiled code runs eagerly."""

import ast
import functools
import inspect
import logging
import re
from pathlib import Path

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn
from msjax._core.base.errors import TraceBreak
from msjax._core.compile import fallbacks, forks, jit
from msjax._core.compile.held_state import PYTHONS, HeldState
from msjax._core.compile.rewriting import hindrance

ROOT = Path(ms.__file__).parent
NOT_TOLD = {"UNSTEADY"}  # the loop is traced again
FILLED = {  # reasons that are put together of what these say
    *(f"{forks.LOOP}, and 'f' {why}" for why in ("is a generator", "compares objects by 'is'")),
    f"{forks.LOOP}, and the source of 'f' is not known",
    f"{forks.TOO_MANY}, and a comprehension asks them",
    *(f"{forks.TOO_MANY}, and {name}() asks them" for name in ("sorted", "sort", "any")),
    f"{forks.TOO_MANY}, and 'f' calls itself",
    *(
        f"{HeldState(value).described()} is changed"
        for value in (PYTHONS, np.random.default_rng(), functools.cache(len))
    ),
    fallbacks.reason_of(ValueError()),
}


def texts(node):
    """The text of a constant or an f-string, with X for what is filled in; else nothing."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        text = "".join(p.value if isinstance(p, ast.Constant) else "X" for p in node.values)
        if re.search("[a-z]{4}", text):
            yield text


def reasons():
    """Each reason in the package for which a trace ends, with X for what is filled in."""
    for path in sorted(ROOT.rglob("*.py")):
        source = path.read_text()
        if "TraceBreak(" not in source and "break_off(" not in source:
            continue
        tree, scopes = ast.parse(source), {}
        for scope in ast.walk(tree):  # from outside to inside
            if isinstance(scope, (ast.Module, ast.FunctionDef)):
                scopes |= dict.fromkeys(ast.walk(scope), scope)
        for node in ast.walk(tree):
            called = getattr(node, "func", None)
            name = getattr(called, "attr", getattr(called, "id", ""))
            if name not in ("TraceBreak", "break_off") or not node.args:
                continue
            (reason, *_), where = node.args, f"{path.relative_to(ROOT)}:{node.lineno}"
            given = [reason]
            if isinstance(reason, ast.Name) and reason.id not in NOT_TOLD:
                own = [
                    n.value
                    for n in ast.walk(scopes[node])
                    if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == reason.id
                ]
                given = own or [
                    n.value
                    for n in tree.body
                    if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == reason.id
                ]
            for text in (text for one in given for text in texts(one)):
                if not text.startswith(fallbacks.ONLY_RAISES):
                    yield where, text


FOUND = list(reasons())


def test_reasons_are_found():
    assert len(FOUND) > 80


@pytest.mark.parametrize(("where", "reason"), FOUND, ids=[w for w, _ in FOUND])
def test_every_reason_comes_with_what_to_write_instead(where, reason):
    assert re.fullmatch(r"[A-Z][^.]*(\.\.\.)?.* compile (it|the rest)\.", fallbacks.advice(reason))


def test_every_advice_is_that_of_a_reason():
    """None is left over, and none stands behind another one that fits all of its reasons."""
    told = [*(reason for _, reason in FOUND), *FILLED]
    used = {next(words for words in fallbacks._ADVICE if words in reason) for reason in told}
    assert used == set(fallbacks._ADVICE)


class Slotted:
    __slots__ = ("n",)

    def __init__(self):
        self.n = 0


class Holder:
    def __init__(self):
        self.n, self.sizes, self.seen = 0, [], {"n": 0}


class Keeper(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(Tensor([1.0]), name="weight")
        self.seen, self.sizes = {"n": 0}, []

    def construct(self, x):
        return x * self.weight


MAKERS = {}


def with_state(make):
    """A program that is also given what `make` makes."""

    def noted(program):
        MAKERS[program] = make
        return program

    return noted


# Each program has one line that ends with "here", which the warning has to name.
def text_in_logic(x):
    return x * 2 if "3" in str(x) else x  # here


def number_of(x):
    return x * int(x.sum())  # here


def as_numpy(x):
    return Tensor(x.asnumpy() * 2)  # here


@with_state(lambda: iter(range(99)))
def asks_iterator(x, state):
    return x * next(state)  # here


@with_state(lambda: np.random.default_rng(0))
def draws_on_a_path(x, state):
    return x * state.random() if x.sum() > 0 else x  # here


@with_state(lambda: np.random.default_rng(0))
def draws(x, state):
    y = x + 1
    return y * state.random()  # here


def draws_of_numpy(x):
    y = x + 1
    return y * np.random.rand()  # here


@with_state(lambda: {"n": 0})
def counts_in_dict(x, state):
    state["n"] += 1  # here
    return x * state["n"]


@with_state(list)
def inserts_into_list(x, state):
    y = x * (2 if state is None else 3)
    state.insert(0, 1)  # here
    return y * len(state)


@with_state(Slotted)
def counts_in_slot(x, state):
    y = x * 2
    state.n += 1  # here
    return y * state.n


@with_state(Holder)
def grows_a_list(x, state):
    y = x * 2
    state.sizes = [*state.sizes, 1]  # here
    return y


@with_state(Keeper)
def counts_in_cell(x, state):
    y = x * 2
    state.seen["n"] += 1  # here
    return y + state.weight


@with_state(lambda: Tensor(1.0))
def tags_a_tensor(x, state):
    y = x * 2
    state.tag = getattr(state, "tag", 0) + 1  # here
    return y


def tags_its_argument(x):
    x.tag = 1  # here
    return x * 2


PROGRAMS = [
    text_in_logic,
    number_of,
    as_numpy,
    asks_iterator,
    draws_on_a_path,
    draws,
    draws_of_numpy,
    counts_in_dict,
    inserts_into_list,
    counts_in_slot,
    grows_a_list,
    counts_in_cell,
    tags_a_tensor,
    tags_its_argument,
]


def closed(program, state):
    def step(x):
        return program(x, state)

    return step


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_one_warning_names_file_line_and_what_to_write(program, caplog, monkeypatch):
    monkeypatch.setattr(jit, "WARNED", set())
    make = MAKERS.get(program)
    compiled = ms.jit(program if make is None else closed(program, make()))
    with caplog.at_level(logging.WARNING, "msjax.jit"):
        for value in (1.0, 2.0, 1.0, 3.0, 2.0, 5.0, 4.0):
            compiled(Tensor([value]))
    (told,) = [r.getMessage() for r in caplog.records if r.name == "msjax.jit"]
    lines, start = inspect.getsourcelines(program)
    line = start + next(i for i, text in enumerate(lines) if text.rstrip().endswith("# here"))
    assert f"{__file__}:{line}: " in told
    assert told.endswith(" compile it.")


def only_raises(x):
    if x.sum() > 0:
        raise ValueError(f"positive: {x}")
    raise KeyError("other")


def shows_its_argument(x):
    raise ValueError(f"wrong: {x}")


@pytest.mark.parametrize("program", [only_raises, shows_its_argument])
def test_code_that_only_raises_needs_no_warning(program):
    for fullgraph in (False, True):
        call = ms.jit(program, fullgraph=fullgraph)
        for _ in range(2):
            with pytest.raises(ValueError, match=r": \[3\.\]"):
                call(Tensor([3.0]))


def test_a_function_without_a_better_place_is_named_by_its_definition():
    def f(x):
        return x

    line = f.__code__.co_firstlineno
    error = TraceBreak("a reason")
    assert fallbacks.place_of(error, f) == f"{__file__}:{line}"
    assert fallbacks.place_of(error, ms.jit(f)) == f"{__file__}:{line}"
    cell = Keeper()
    line = Keeper.construct.__code__.co_firstlineno
    assert fallbacks.place_of(error, cell._run_construct) == f"{__file__}:{line}"


def compares(x):
    y = x
    raise ValueError(x is y)


def shows_names(x):
    raise ValueError(locals())


def plain(x):
    raise ValueError(x)


def without_source():
    scope = {"__name__": "program"}
    exec("def made(x):\n    raise ValueError(x)", scope)
    return scope["made"]


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (compares, "'compares' compares objects by 'is'"),
        (shows_names, "'shows_names' uses locals()"),
        (plain, ""),
        (without_source(), "the source of 'made' is not known"),
    ],
)
def test_what_keeps_loops_from_being_replaced(function, told):
    with pytest.raises(ValueError) as raised:
        function(1)
    assert hindrance(raised.value) == told


def test_places_are_of_the_program():
    turns = (iter("ab"),)
    reason = TraceBreak("an iterator")
    try:
        with jit.standing_in([({"turns": turns}, "turns")]):
            pass
    except TraceBreak as error:
        reason = error
    assert str(reason) == "the iterator 'turns' from outside may be asked"
    assert fallbacks.user_frame(reason).startswith(__file__)
