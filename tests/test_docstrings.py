"""The examples in the docstrings, file by file."""

import ast
import doctest
import importlib
import inspect
import pathlib

import pytest

import msjax
from msjax import experimental, mint, nn
from msjax._core.op.registry import SURFACES
from msjax.communication import GlobalComm, release
from msjax.dataset import audio, text, transforms, vision

ROOT = pathlib.Path(msjax.__file__).parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


class Finder(doctest.DocTestFinder):
    """Finds what a file defines, also where that says that another module publishes it."""

    def __init__(self, module):
        super().__init__(exclude_empty=True)
        self.text = pathlib.Path(module.__file__).read_text()
        body = ast.parse(self.text).body
        self.classes = {node.name for node in body if isinstance(node, ast.ClassDef)}

    def _from_module(self, module, object):
        object = inspect.unwrap(object)
        if inspect.isclass(object):
            return object.__qualname__.partition(".")[0] in self.classes
        return super()._from_module(module, object)


def modules():
    for path in sorted(ROOT.rglob("*.py")):
        if ">>> " in path.read_text():
            parts = path.relative_to(ROOT.parent).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def documented(text):
    """The docstrings with examples of the functions and classes of a file, methods among them."""
    kinds = (ast.ClassDef, ast.FunctionDef)
    docs = (ast.get_docstring(n) for n in ast.walk(ast.parse(text)) if isinstance(n, kinds))
    return [doc for doc in docs if doc and ">>> " in doc]


@pytest.fixture(autouse=True)
def processes_are_put_back():
    """Examples that call `init` change the name of the group of all, which attributes show."""
    names = "BACKEND", "WORLD_COMM_GROUP", "INITED"
    before = {name: getattr(GlobalComm, name) for name in names}
    yield
    if GlobalComm.INITED and not before["INITED"]:
        release()
    for name, value in before.items():
        setattr(GlobalComm, name, value)


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("name", list(modules()))
def test_examples(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some write files
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    failed: list[str] = []
    finder = Finder(module)
    tests = finder.find(module, name)
    found = {inspect.cleandoc(test.docstring) for test in tests}
    failed += [f"not run: {doc}" for doc in documented(finder.text) if doc not in found]
    for test in tests:
        text: list[str] = []
        if runner.run(test, out=text.append).failed:
            failed.append(f"{test.name}\n{''.join(text)}")
    assert not failed, "\n".join(failed)


def published():
    """Kernels, layers, optimizers and transforms, each with its public name.

    Primitives that only MindSpore's own files name (`unlisted`) come when one of them is asked for.
    """
    for surface in [s for s in SURFACES if not s.startswith("unlisted.")]:
        found = SURFACES[surface]
        yield surface, getattr(getattr(found, "entry", None), "kernel", found)
    for place in (nn, mint.nn, mint.optim, experimental.optim, transforms, vision, audio, text):
        for name in place.__all__:
            if callable(found := getattr(place, name)):
                yield f"{place.__name__}.{name}", found


def test_what_is_published_has_a_text_with_an_example():
    lacking = [n for n, found in published() if ">>> " not in (inspect.getdoc(found) or "")]
    assert lacking == []


MADE_IN_LOOPS = """
elementwise.cast elementwise.operators graph.python_values reduction.extremum_methods
reduction.quantiles reduction.statistics shape.broadcasting sparse.values
""".split()
METHODS = (
    *("elementwise.cast", "elementwise.operators"),
    *("reduction.extremum_methods", "reduction.statistics"),
)


@pytest.mark.thin(2)
@pytest.mark.runs_eagerly
@pytest.mark.parametrize("module", MADE_IN_LOOPS)
def test_examples_of_functions_made_in_loops(module):
    """Their texts are filled in, so that no file holds them."""
    home, failed = f"msjax.kernels.{module}", []
    for surface, found in list(SURFACES.items()):
        function = inspect.unwrap(found) if inspect.isfunction(found) else None
        if getattr(function, "__globals__", {}).get("__name__") != home:
            continue
        if surface.startswith("ops.") or module in METHODS:
            test = doctest.DocTestParser().get_doctest(function.__doc__, {}, surface, None, None)
            said = [] if test.examples else ["no example"]
            doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=said.append)
            failed += [f"{surface}: {''.join(said)}"] if said else []
    assert not failed, "\n".join(failed)
