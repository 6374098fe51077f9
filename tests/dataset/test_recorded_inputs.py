"""Every transform was recorded on enough inputs to be called compared."""

import ast
import collections
import gzip
import importlib
import json
from typing import Any

import pytest
from places import GOLDEN, read_golden

PREFIXES = {"vision": "V", "transforms": "T", "text": "T"}
ENOUGH = 3
REFUSED = {
    "DecodeVideo",
    "Plugin",
}  # test_video.py has the first; msjax has no interface for the other


def _transforms(package):
    """Names of a package's transforms."""
    module = importlib.import_module(f"msjax.dataset.{package}")
    found = [(name, getattr(module, name)) for name in dir(module)]
    made = {name for name, one in found if isinstance(one, type) and "__call__" in dir(one)}
    return made - REFUSED


def _shows_values(outcome: Any) -> bool:
    """Whether values were recorded, or their checksum: no error, not a shape alone."""
    if isinstance(outcome, dict):
        return "error" not in outcome and any(map(_shows_values, outcome.values()))
    if not isinstance(outcome, list):
        return False
    if outcome and outcome[0] in ("array", "tensor"):
        return True
    checksum = any(type(one) is int and one > 1 << 16 for one in outcome)
    return checksum or any(map(_shows_values, outcome))


class _Bare(ast.NodeTransformer):
    """Leaves out what transforms are made with."""

    def __init__(self, prefix):
        self.prefix = prefix

    def visit_Call(self, node):
        self.generic_visit(node)
        return node.func if _called(node, self.prefix) else node


def _called(node, prefix):
    """The transform whose instance an expression makes, if any."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        owner = node.func.value
        if isinstance(owner, ast.Name) and owner.id == prefix:
            return node.func.attr
    return None


def _inputs(expression, prefix):
    """Pairs of a transform and the text of what it was given.

    A transform that is not called at once counts once for an expression, whatever it is made with.
    """
    tree = ast.parse(expression, mode="eval")
    found, direct = [], set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (name := _called(node.func, prefix)):
            found.append((name, ", ".join(map(ast.unparse, node.args))))
            direct.add(id(node.func))
    rest = {
        name
        for node in ast.walk(tree)
        if (name := _called(node, prefix)) and id(node) not in direct
    }
    bare = ast.unparse(_Bare(prefix).visit(tree)) if rest else ""
    return [*found, *((name, bare) for name in rest)]


def _counted(golden, prefix):
    """How many inputs each transform was recorded on."""
    inputs = collections.defaultdict(set)
    for facts in golden.values():
        for expression, outcome in facts.items():
            if expression.startswith("each"):
                made = ast.parse(expression, mode="eval").body.args[0]
                kinds = {kind for kind, one in outcome.items() if _shows_values(one)}
                inputs[_called(made, prefix)] |= kinds
            elif expression.startswith("J("):
                inputs["JiebaTokenizer"].add(expression)
            elif _shows_values(outcome):
                for name, text in _inputs(expression, prefix):
                    inputs[name].add(text)
    return {name: len(texts) for name, texts in inputs.items()}


def _counted_audio():
    facts = json.loads(gzip.decompress((GOLDEN / "audio.json.gz").read_bytes()))
    inputs = collections.defaultdict(set)
    for group in facts.values():
        for expression, outcomes in group.items():
            for text, outcome in outcomes.items():
                if _shows_values(outcome):
                    for name, _ in _inputs(expression, "A"):
                        inputs[name].add(text)
    return {name: len(texts) for name, texts in inputs.items()}


@pytest.mark.parametrize("package", ["vision", "transforms", "text", "audio"])
def test_every_transform_was_recorded(package):
    if package == "audio":
        counts = _counted_audio()
    else:
        golden = read_golden("text.json" if package == "text" else "dataset.json")
        counts = _counted(golden, PREFIXES[package])
    found = {name: counts.get(name, 0) for name in sorted(_transforms(package))}
    assert {name: count for name, count in found.items() if count < ENOUGH} == {}
