"""What docs/coverage.md and msjax/_surface/differs.json say, against what the package has."""

import ast
import importlib.util
import inspect
import re
import textwrap
from pathlib import Path

import pytest
from places import ROOT

import msjax
from msjax import _missing, _surface

PAGE = ROOT / "docs" / "coverage.md"

# Bases whose methods are for derived classes to write, and functions whose last line refuses what
# the lines before did not take.
ABSTRACT = {
    "boost.FreezeOpt",
    "experimental.optim.Optimizer",
    "nn.Cell",
    "nn.CellDict",
    "nn.CellList",
    "nn.LossBase",
    "nn.Optimizer",
    "nn.learning_rate_schedule.LearningRateSchedule",
    "ops.MultitypeFuncGraph",
    "ops.composite.ones_like",
    "experimental.optim.Optimizer.construct",
    "nn.Cell.construct",
    "nn.Cell.get_extra_state",
    "nn.Cell.set_extra_state",
    "nn.CellDict.construct",
    "nn.CellList.construct",
    "nn.LossBase.construct",
    "nn.Optimizer.construct",
    "train.Metric.clear",
    "train.Metric.eval",
    "train.Metric.update",
    "device_context.ascend.device_count",
    "dtype_to_pytype",
    "nn.get_metrics",
}


@pytest.fixture(scope="module")
def rows():
    return {row.name: row for row in msjax.coverage()}


@pytest.fixture(scope="module")
def page():
    """{module or class: {"Works" or "Differs" or "Not yet": names}} of the page."""
    listed = {}
    for part in PAGE.read_text().split("\n## ")[1:]:
        name, _, text = part.partition("\n")
        listed[name] = states = {"Works": set(), "Differs": set(), "Not yet": set()}
        text, _, refused = text.partition("\nNot there:\n")
        for key, names in re.findall(r"^(Works|Not yet): (.*)$", f"{text}\n{refused}", re.M):
            states[key] = set(re.findall(r"`([^`]+)`", names))
        states["Not yet"] |= set(re.findall(r"^- `([^`]+)`:", refused, re.M))
        states["Differs"] = set(re.findall(r"^- `([^`]+)`:", text, re.M))
    return listed


def wrong(rows, page, key, names):
    """Names that the page puts under `key` and that are elsewhere in truth."""
    return [
        f"{module}.{name}"
        for module, states in page.items()
        for name in sorted(states[key] - set(names(rows[module])))
    ]


def test_what_the_page_lists_as_working_exists(rows, page):
    assert wrong(rows, page, "Works", lambda row: row.works) == []
    assert wrong(rows, page, "Differs", lambda row: dict(row.differs)) == []


def test_what_the_page_lists_as_missing_is_missing(rows, page):
    assert wrong(rows, page, "Not yet", lambda row: row.missing) == []


def test_page_is_what_the_generator_writes(rows, page):
    assert set(page) == set(rows)
    spec = importlib.util.spec_from_file_location("make", ROOT / "tools" / "make_coverage.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    assert PAGE.read_text() == make.page(), "run `make api`"


def test_every_name_has_one_state(rows):
    surface = _surface.load()
    for path in surface.public:
        names = {n for n, e in surface.entries.get(path, {}).items() if e.section == "modules"}
        if names:
            row = rows[f"mindspore.{path}".rstrip(".")]
            assert sorted([*row.works, *dict(row.differs), *row.missing]) == sorted(names)


def found(path):
    """msjax's object of a dotted public path, a member's too, or None."""
    module, _, name = path.rpartition(".")
    if module in _surface.load().members:
        owner = found(module)
        return None if owner is None else getattr(owner, name, None)
    held = getattr(importlib.import_module(f"msjax.{module}".rstrip(".")), name, None)
    return None if _missing.is_missing(held) else held


def test_what_differs_is_a_name_of_its_own_and_exists():
    surface = _surface.load()
    members = {f"{path}.{name}" for path, names in surface.members.items() for name in names}
    for path, reason in surface.differs.items():
        module, _, name = path.rpartition(".")
        assert path in members or surface.entries[module][name].target is None, path
        assert found(path) is not None and reason, path


def test_what_is_absent_for_a_reason_is_absent_and_says_it():
    surface = _surface.load()
    for path, reason in surface.absent.items():
        module, _, name = path.rpartition(".")
        if module in surface.members:
            assert name in surface.members[module] and not hasattr(found(module), name), path
            assert _missing.reason(module, name) == reason
            continue
        assert surface.entries[module][name].target is None and found(path) is None, path
        assert _missing.message(path).endswith(f"in msjax: {reason}.")
    with pytest.raises(NotImplementedError, match="msjax: use the handle"):
        msjax.Tensor([1.0]).remove_hook(1)
    with pytest.raises(NotImplementedError, match="msjax: an operation of msjax is"):
        msjax.ops.Add().set_const_prim(True)
    with pytest.raises(NotImplementedError, match="gradients of lookups are dense"):
        msjax.ops.functional.row_tensor_add(1, 2)


def test_operations_are_absent_for_reasons_only(rows):
    for name, row in rows.items():
        if name.startswith(
            ("mindspore.ops", "mindspore.mint", "mindspore.numpy", "mindspore.Tensor")
        ):
            assert [n for n in row.missing if not _missing.reason(name, n)] == [], name


def refuses(function):
    """Whether a function's own statements end in a `raise`, whatever the arguments are."""
    if not Path(function.__code__.co_filename).exists():  # made from a kernel
        return False
    try:
        node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError):  # made otherwise
        return False
    return isinstance(node, ast.FunctionDef) and any(isinstance(n, ast.Raise) for n in node.body)


def test_what_always_raises_is_listed():
    surface, always = _surface.load(), []
    paths = [
        f"{module}.{name}".lstrip(".")
        for module in surface.public
        for name, entry in surface.entries.get(module, {}).items()
        if entry.section == "modules" and entry.kind in tuple("CPKF")
    ]
    paths += [f"{path}.{name}" for path, names in surface.members.items() for name in names]
    for path in paths:
        held = found(path)
        calls = [held]
        if isinstance(held, type):
            calls = [getattr(held, name, None) for name in ("__init__", "construct", "__call__")]
        if any(inspect.isfunction(call) and refuses(call) for call in calls):
            always.append(path)
    assert {path for path in always if path not in surface.differs} <= ABSTRACT
    assert set(always) >= ABSTRACT, "not so any more"
