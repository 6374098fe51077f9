"""Completion of imports in IPython: after `import mindspore.` come the public modules only.

IPython offers every file of a package there, and Jedi every submodule, private ones too. Who asks
for those (`import msjax._`) still gets them.
"""

import importlib
import re

from msjax import _missing

PACKAGES = ("mindspore", "msjax")
_PATH = rf"(?:{'|'.join(PACKAGES)})(?:\.\w+)*"
# What stands before the cursor: the names may go over several lines in parentheses.
_NAMES = re.compile(rf"(?:^|[\n;])\s*from\s+({_PATH})\s+import\s*(\([^()]*|\s[^()\n;]*)$")
_MODULES = re.compile(rf"(?:^|[\n;])\s*(?:from\s+|import\s+(?:[\w.\s]+,\s*)*)({_PATH})\.(\w*)$")


def offered(text):
    """The beginning of a name that ends `text`, and the public names that begin so."""
    if found := _NAMES.search(text):
        module, names = found.groups()
        begun = re.search(r"\w*$", names)[0]
        before = names[: len(names) - len(begun)].rstrip()
        if before and before[-1] not in "(,":  # after a whole name, or `as`
            # IPython asks others where there is nothing: so what is there already is offered.
            goes_on = not re.search(r"\bas$", before) and "as".startswith(begun)
            return begun, ["as" if goes_on else begun]
        return begun, _public(module, begun, dir)
    if found := _MODULES.search(text):
        module, begun = found.groups()
        names = _public(module, begun, _missing.submodules)
        return f"{module}.{begun}", [f"{module}.{name}" for name in names]
    return "", []


def _public(path, begun, names):
    try:
        module = importlib.import_module(path)
    except ImportError:
        return []
    return [n for n in names(module) if n.startswith(begun) and not n.startswith("_")]


def start(shell):
    """Complete imports in a running IPython."""
    from IPython.core.completer import SimpleCompletion, context_matcher

    @context_matcher(identifier=__name__, priority=100)
    def matcher(context):
        lines = context.full_text.split("\n")[: context.cursor_line]
        fragment, names = offered("\n".join([*lines, context.text_until_cursor]))
        completions = [SimpleCompletion(name, type="module") for name in names]
        return {"completions": completions, "matched_fragment": fragment, "suppress": True}

    stop(shell)
    shell.Completer.custom_matchers.append(matcher)


def stop(shell):
    """Leave completion to IPython again."""
    matchers = shell.Completer.custom_matchers
    matchers[:] = [m for m in matchers if getattr(m, "matcher_identifier", "") != __name__]
