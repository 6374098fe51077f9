"""Record the signatures of MindSpore's public names.

Run with an interpreter that has MindSpore 2.10 (CPU): ``python tests/golden/record_signatures.py``.
It writes signatures.json beside itself. The names are those of msjax/_surface/names.json.

- `functions`: {name: signature}, `classes`: {name: [constructor, call]}, `members`: {class: {name:
  signature or "property"}}. Names are without the leading "mindspore.".
- A list in place of a signature holds overloads. MindSpore's compiled functions tell theirs in the
  TypeError for a wrong argument; the defaults are those of their docstrings.
- None: there is no telling.
"""

import importlib
import inspect
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import mindspore as ms  # noqa: E402
import signature_text as sign  # noqa: E402
from mindspore import nn, ops  # noqa: E402

ms.set_context(pynative_synchronize=True)
ADDRESS = re.compile(r"<[^<>]*>")
NONSENSE = "no_such_argument"


def documented(function, name):
    """Signatures that a docstring begins with."""
    found = re.findall(
        rf"^[ ]*(?:\.\. (?:method|function)::\s*)?(?:[\w.]+\.)?{re.escape(name)}(\([^\n]*?\))"
        r"(?:\s*->[^\n]+)?\s*$",
        function.__doc__ or "",
        re.M,
    )
    good = []
    for written in dict.fromkeys(found):
        written = written.replace("2^63-1", str(2**63 - 1))
        if "arg0" in written:  # a C++ method without argument names
            return []
        try:
            parameters = sign.parse(written)
        except SyntaxError:
            continue
        good.append(sign.text(p for p in parameters if p.name != "self"))
    return good


def told(call):
    """Signatures that the error for a wrong keyword lists, and the text of the error."""
    try:
        call(**{NONSENSE: 1})
    except Exception as error:
        message = str(error)
    else:
        return [], ""
    lines = re.findall(r'^"[\w.]+(\(.*\))\.?"', message.partition("should be")[2], re.M)
    return [ADDRESS.sub("...", line).replace("=...", "") for line in lines], message


def taken(call, parameter):
    """Whether a function knows an argument of this name."""
    try:
        call(**{parameter.name: object()})
    except Exception as error:
        return f"unexpected keyword argument '{parameter.name}'" not in str(error)
    return True


def overloads(function, name, call):
    """One signature, or a list of several, or None."""
    stated = documented(function, name)
    listed, message = told(call)
    if "no_such_argument" in message and not listed:  # one signature, known to the docstring
        stated = [s for s in stated if all(taken(call, p) for p in sign.parse(s))]
        return stated[0] if len(stated) == 1 else stated or None
    defaults, found = {}, []
    for written in stated:
        parameters = sign.parse(written)
        key = frozenset(p.name for p in parameters) - {"input"}
        stars = any(p.kind is p.VAR_POSITIONAL for p in parameters)
        for p in () if stars else parameters:
            old = defaults.setdefault(key, {}).setdefault(p.name, p.default)
            if str(old) != str(p.default):
                defaults[key][p.name] = sign.Written("...")
    for written in listed:
        parameters = sign.parse(written)
        key = frozenset(p.name for p in parameters) - {"input"}
        known = defaults.get(key, {})
        made, optional = [], False
        for p in parameters:
            default = known.get(p.name, p.empty if p.name == "input" else sign.Written("..."))
            optional = optional or default is not p.empty
            if optional and default is p.empty and p.kind in sign.POSITIONAL:
                default = sign.Written("...")
            made.append(p.replace(default=default))
        written = sign.text(made)
        if written not in found:
            found.append(written)
    found = found or stated
    return found[0] if len(found) == 1 else found or None


def reach(path):
    """The module, class or namespace of a dotted path."""
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError:
        parent, _, leaf = path.rpartition(".")
        return getattr(reach(parent), leaf)


def opaque(written):
    return written is None or written == sign.STARS


def member(cls, name, instance):
    if isinstance(inspect.getattr_static(cls, name), property):
        return "property"
    written = sign.of_member(cls, name)
    function = getattr(cls, name)
    if opaque(written) and getattr(function, "__doc__", None) and instance is not None:
        bound = getattr(instance, name)
        if not callable(bound):
            return "property"
        return overloads(function, name, bound) or written
    return written


def call_of(cls):
    for base, name in ((nn.Cell, "construct"), (ops.Primitive, "__call__")):
        if issubclass(cls, base) and getattr(cls, name) is not getattr(base, name):
            return sign.of_member(cls, name)
    return None


def main():
    names = json.loads((HERE.parents[1] / "msjax" / "_surface" / "names.json").read_text())
    facts = {"version": ms.__version__, "functions": {}, "classes": {}, "members": {}}
    for module, groups in names["modules"].items():
        holder = reach(f"mindspore.{module}".rstrip("."))
        for key, listed in groups.items():
            if key.upper() not in "CPKFX":
                continue
            for leaf in listed.split():
                leaf = leaf.partition(">")[0]
                found = getattr(holder, leaf)
                name = f"{module}.{leaf}".lstrip(".")
                if isinstance(found, type):
                    facts["classes"][name] = [sign.of_class(found), call_of(found)]
                elif callable(found):
                    written = sign.of_function(found)
                    if opaque(written) and "distributed" not in module:
                        written = overloads(found, leaf, found) or written
                    facts["functions"][name] = written
    instances = {
        "Tensor": ms.Tensor([1.0, 2.0]),
        "Parameter": ms.Parameter(ms.Tensor([1.0, 2.0]), name="p"),
        "nn.Cell": nn.Cell(),
        "ops.Primitive": ops.Primitive("Add"),
    }
    for path, listed in names["members"].items():
        cls = reach(f"mindspore.{path}")
        facts["members"][path] = {
            name: member(cls, name, instances.get(path)) for name in listed.split()
        }
    lines = json.dumps(facts, indent=1, sort_keys=True)
    (HERE / "signatures.json").write_text(lines + "\n")


if __name__ == "__main__":
    main()
