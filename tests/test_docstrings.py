"""The examples in the docstrings, module by module."""

import doctest
import importlib
import pathlib

import pytest

import msjax

ROOT = pathlib.Path(msjax.__file__).parent
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def modules():
    for path in sorted(ROOT.rglob("*.py")):
        if ">>> " in path.read_text():
            parts = path.relative_to(ROOT.parent).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("name", list(modules()))
def test_examples(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some write files
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    failed: list[str] = []
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, name):
        text: list[str] = []
        if runner.run(test, out=text.append).failed:
            failed.append(f"{test.name}\n{''.join(text)}")
    assert not failed, "\n".join(failed)
