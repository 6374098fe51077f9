"""Write the type stubs of what msjax makes while it runs: `python tools/make_stubs.py`.

Operations and methods of Tensors are made from the registry when they are first asked for, so no
checker and no editor finds them in the source. Each stub stands beside the module that it describes
and takes its place for them: it has all public names of that module, of which those with a
definition in a file are imported from there. Placeholders are left out: an editor should not offer
what raises.

The type of a parameter comes from the first of these that knows it: the rules of the spelling
(`accepts`), the kernel's annotation, the text of its docstring, its default. `--measure` counts the
parameters without a type. `ruff` formats what is written.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import collections
import importlib
import inspect
import re
import subprocess
import sys
import tempfile
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import msjax
from msjax import _missing, _surface
from msjax._core.base.dtype import Type
from msjax._core.base.functions import SOURCE
from msjax._core.op.checked import RULES
from msjax._core.op.gateway import Op
from msjax._core.op.primitive import REQUIRED, Primitive
from msjax._core.op.registry import SURFACES, published, resolve
from msjax._core.tensor.tensor import Tensor
from msjax.numpy._inputs import ArrayFunction

ROOT = Path(msjax.__file__).parent
MEMBERS = "_core.tensor.members"  # the stub that has what is installed on Tensors; no module
# Paths of MindSpore's without a file here that programs import much from.
WITHOUT_FILE = (
    *("common.dtype", "common.generator", "common.jit_config", "common.tensor"),
    *("nn.metrics.metric",),
)
# Modules whose names are not all told by the rules of `Names.needs_stub`: those that show names of
# `ops` besides their own, and those whose submodules are reached as attributes.
MIXED = ("nn.probability", "ops.composite", "scipy")

# The types that stubs share, in a stub without a module.
TYPES = Path("_types.pyi")
TYPES_TEXT = """
from collections.abc import Sequence
from types import EllipsisType
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np

from msjax._core.base.dtype import Type
from msjax._core.tensor.tensor import Tensor

class SupportsDLPack(Protocol):
    def __dlpack__(self, *args: Any, **kwargs: Any) -> Any: ...

Number: TypeAlias = complex | np.number[Any] | np.bool_
DType: TypeAlias = Type | str | type[Any] | np.dtype[Any]
ArrayLike: TypeAlias = Tensor | Number | list[Any] | tuple[Any, ...]
Same = TypeVar("Same")
Sizes: TypeAlias = int | Sequence[int]
Index: TypeAlias = (
    int | slice | EllipsisType | Tensor | list[Any] | tuple[Any, ...] | None
)
"""
# What takes its arguments in several forms: the result, then the forms, which may tell another one.
EXTREMUM = (
    "Tensor",
    "*, axis: int | Sequence[int] | Tensor | None = None, keepdims: bool = False, "
    "initial: Number | None = None, where: Tensor | bool = True",
    "dim: int, keepdim: bool = False -> tuple[Tensor, Tensor]",
    "*, axis: int | None = None, keepdims: bool = False, initial: Number | None = None, "
    "where: Tensor | bool = True, return_indices: Literal[True] -> tuple[Tensor, Tensor]",
    "axis: Sequence[int] | None, keepdims: bool = False, *, initial: Number | None = None, "
    "where: Tensor | bool = True",
    "axis: int | Sequence[int] | Tensor | None = None, keepdims: bool = False, *, "
    "initial: Number | None = None, where: Tensor | bool = True, return_indices: bool = False, "
    "keepdim: bool | None = None -> Any",
)
OF_MINT = (
    "Tensor",
    "input: Tensor",
    "input: Tensor, dim: int, keepdim: bool = False -> tuple[Tensor, Tensor]",
    "input: Tensor | Number, other: Tensor | Number",
)
NORMS = "max_norm: Number | Tensor, norm_type: Number = 2.0, error_if_nonfinite: bool = False"
LIMITS = (
    "clip_value_min: Tensor | Number | None = None, clip_value_max: Tensor | Number | None = None"
)
_TWO, _THREE = "tuple[Tensor, Tensor]", "tuple[Tensor, Tensor, Tensor]"
FORMS = {
    "mint.max": OF_MINT,
    "mint.min": OF_MINT,
    "Tensor.max": EXTREMUM,
    "Tensor.min": EXTREMUM,
    "mint.where": (
        "Tensor",
        "condition: Tensor, input: Tensor | Number, other: Tensor | Number",
        "condition: Tensor -> tuple[Tensor, ...]",
    ),
    **{
        f"{place}.unique": (
            "Tensor",
            f"{first}sorted: bool = True, return_inverse: Literal[False] = False, "
            "return_counts: Literal[False] = False, dim: int | None = None",
            f"{first}sorted: bool = True, *, return_inverse: Literal[True], "
            "return_counts: Literal[False] = False, dim: int | None = None -> " + _TWO,
            f"{first}sorted: bool = True, return_inverse: Literal[False] = False, *, "
            "return_counts: Literal[True], dim: int | None = None -> " + _TWO,
            f"{first}sorted: bool = True, *, return_inverse: Literal[True], "
            "return_counts: Literal[True], dim: int | None = None -> " + _THREE,
            f"{first}sorted: bool = True, return_inverse: bool = False, "
            "return_counts: bool = False, dim: int | None = None -> Any",
        )
        for place, first in (("mint", "input: Tensor, "), ("Tensor", ""))
    },
    **{
        f"{place}.unique_consecutive": (
            "Tensor",
            f"{first}return_inverse: Literal[False] = False, "
            "return_counts: Literal[False] = False, dim: int | None = None",
            f"{first}return_inverse: Literal[True], return_counts: Literal[False] = False, "
            "dim: int | None = None -> " + _TWO,
            f"{first}return_inverse: Literal[False] = False, *, return_counts: Literal[True], "
            "dim: int | None = None -> " + _TWO,
            f"{first}return_inverse: Literal[True], return_counts: Literal[True], "
            "dim: int | None = None -> " + _THREE,
            f"{first}return_inverse: bool = False, return_counts: bool = False, "
            "dim: int | None = None -> Any",
        )
        for place, first in (
            ("mint", "input: Tensor, "),
            ("ops", "input: Tensor, "),
            ("Tensor", ""),
        )
    },
    "numpy.unique": (
        "Tensor",
        "x: Tensor, return_inverse: Literal[False] = False",
        "x: Tensor, return_inverse: Literal[True] -> tuple[Tensor, Tensor]",
        "x: Tensor, return_inverse: bool -> Any",
    ),
    **{
        f"numpy.atleast_{n}d": (
            "Tensor",
            "arys: Tensor",
            "*arys: Tensor | Sequence[Any] -> list[Tensor]",
        )
        for n in (1, 2, 3)
    },
    **{
        f"ops.atleast_{n}d": (
            "Tensor",
            "inputs: Tensor",
            "inputs: Sequence[Tensor] -> tuple[Tensor, ...]",
        )
        for n in (1, 2, 3)
    },
    "ops.clip_by_value": (
        "Tensor",
        f"x: Tensor, {LIMITS}",
        f"x: tuple[Tensor, ...] | list[Any], {LIMITS} -> tuple[Tensor, ...]",
    ),
    "ops.clip_by_norm": (
        "Tensor",
        f"x: Tensor, {NORMS}",
        f"x: tuple[Tensor, ...] | list[Any], {NORMS} -> tuple[Tensor, ...]",
    ),
    "Tensor.type": ("Tensor", "dtype: DType", "dtype: None = None -> str"),
    "numpy.unravel_index": (
        "tuple[Tensor, ...]",
        "indices: int, shape: int, order: str = 'C' -> Tensor",
        "indices: Tensor | int | Sequence[Any], shape: int | tuple[int, ...], order: str = 'C'",
    ),
    **{
        f"numpy.{name}": (
            "list[Tensor]",
            f"x: Tensor, indices_or_sections: int{rest} -> tuple[Tensor, ...]",
            f"x: Tensor, indices_or_sections: Sequence[int]{rest}",
        )
        for names, rest in (("split array_split", ", axis: int = 0"), ("vsplit hsplit dsplit", ""))
        for name in names.split()
    },
    "numpy.gradient": (
        "Any",
        "f: Tensor | list[Any], *varargs: float, axis: int, edge_order: int = 1 -> Tensor",
        "f: Tensor | list[Any], *varargs: float, axis: int | Sequence[int] | None = None, "
        "edge_order: int = 1",
    ),
    **{
        f"ops.csr_{name}": (
            "CSRTensor",
            "x: CSRTensor, y: float -> Tensor",
            "x: CSRTensor, y: Tensor",
        )
        for name in ("mul", "div")
    },
    "ops.depend": ("Same", "value: Same, expr: object"),
    "ops.identity": ("Same", "x: Same"),
    "ops.stop_gradient": ("Same", "value: Same"),
    "Tensor.gather": (
        "Tensor",
        "dim: int | Tensor, index: Tensor",
        "input_indices: Tensor, axis: int | Tensor, batch_dims: int = 0",
    ),
    "Tensor.stride": (
        "list[int]",
        "dim: None = None",
        "dim: int -> int",
    ),
    "Tensor.chunk": (
        "tuple[Tensor, ...]",
        "chunks: int, axis: int = 0",
        "chunks: int, *, dim: int",
    ),
    "Tensor.flatten": (
        "Tensor",
        "order: str = 'C', *, start_dim: int = 0, end_dim: int = -1",
        "start_dim: int, end_dim: int = -1",
    ),
    "Tensor.split": (
        "tuple[Tensor, ...]",
        "split_size_or_sections: int | Sequence[int], axis: int = 0",
        "split_size: int | Sequence[int], dim: int = 0",
    ),
    "Tensor.sum": (
        "Tensor",
        "axis: int | Sequence[int] | None = None, dtype: DType | None = None, "
        "keepdims: bool = False, initial: float | None = None",
        "dim: int | Sequence[int] | None = None, keepdim: bool = False, *, "
        "dtype: DType | None = None",
    ),
    "Tensor.to": (
        "Tensor",
        "dtype: DType, non_blocking: bool = False, copy: bool = False",
        "device: str | None = None, dtype: DType | None = None, non_blocking: bool = False, "
        "copy: bool = False",
        "other: Tensor, non_blocking: bool = False, copy: bool = False",
    ),
}
# Flags that decide what comes back: spellings (regular expressions), the flag, the results without
# it and with it.
_WITH_PLACES = "return_indices", "Tensor", "tuple[Tensor, Tensor]"
SWITCHED = (
    (r".*\b(fractional_|adaptive_)?max_pool[123]d", *_WITH_PLACES),
    (r"numpy\.intersect1d", "return_indices", "Tensor", "tuple[Tensor, Tensor, Tensor]"),
    (r"numpy\.linspace", "retstep", "Tensor", "tuple[Tensor, Tensor]"),
    (r"numpy\.average", "returned", "Tensor", "tuple[Tensor, Tensor]"),
    (r"(ops|Tensor)\.svd", "compute_uv", "Tensor", "tuple[Tensor, Tensor, Tensor]"),
    (r"scipy\.linalg\.eigh", "eigvals_only", "tuple[Tensor, Tensor]", "Tensor"),
    (
        r"scipy\.linalg\.lu",
        *("permute_l", "tuple[Tensor, Tensor, Tensor]", "tuple[Tensor, Tensor]"),
    ),
    (r"mint\.distributed\..*", "async_op", "None", "CommHandle"),
)
SOURCES = ("nn", "train", "dataset", "common", "experimental")  # folders of which --measure tells
HEADER = '''"""Written by tools/make_stubs.py: `make stubs` writes it anew."""'''
SIMPLE = {
    *("Any", "Callable", "Iterable", "Iterator", "Sequence", "Mapping"),
}
PLACES = {
    "Any": "typing",
    "Literal": "typing",
    "overload": "typing",
    "Callable": "collections.abc",
    "Iterable": "collections.abc",
    "Iterator": "collections.abc",
    "Mapping": "collections.abc",
    "Sequence": "collections.abc",
    "ndarray": "numpy",
    "ufunc": "numpy",
    "timedelta": "datetime",
    "COOTensor": "msjax.kernels.sparse.tensors",
    "CSRTensor": "msjax.kernels.sparse.tensors",
    "CommHandle": "msjax.kernels.comm.messages",
    "Tensor": "msjax._core.tensor.tensor",
    "Type": "msjax._core.base.dtype",
    "Generator": "msjax._core.tensor.random",
    "Number": "msjax._types",
    "DType": "msjax._types",
    "ArrayLike": "msjax._types",
    "Index": "msjax._types",
    "Same": "msjax._types",
    "Sizes": "msjax._types",
}
KIND_TYPES = {
    "Array": "Tensor",
    "jax.Array": "Tensor",
    "Arrays": "Sequence[Tensor]",
    "Operand": "Tensor | Number",
    "Numbers": "Tensor | Sequence[Number]",
    "Operands": "Sequence[Tensor | Number]",
    "Value": "Tensor | Number",
    "Key": "Generator",
    "Single": "int | Tensor",
    **dict.fromkeys(("Finite", "Positive", "Fraction", "Order", "Exact", "Power"), "float"),
}
RULE_TYPES = {"None": "None", "dtype": "DType", "ndarray": "ndarray", "scalar": "Tensor"}
WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


# -- what a text says about a type -----------------------------------------------------------------

ADJECTIVES = r"(?:(?!of|for|with|to|in|as|that)[\w-]+ ){0,4}?"
ITEM = (
    (r"(a )?COOTensors?\b.*", "COOTensor"),
    (r"(a )?CSRTensors?\b.*", "CSRTensor"),
    (rf"{ADJECTIVES}(Tensors?|Parameters?|matri(x|ces)|vectors?)\b.*", "Tensor"),
    (r"(a |the )?(positive |negative )?(numbers?|scalars?)\b(?! of).*", "Number"),
    (r"(a |an |the )?(positive |non-negative )?(ints?|integers?)\b.*", "int"),
    (r"(a |the )?(positive )?floats?\b.*", "float"),
    (r"(a )?(bools?|True|False)\b.*", "bool"),
    (r"(a )?(str|string|text)\b.*", "str"),
    (r'"[^"]*".*', "str"),
    (r"-?inf\b.*", "float"),
    (r"-?\d+\b.*", "int"),
    (r"-?\d+\.\d+\b.*", "float"),
    (r"(a |the )?(numpy\.ndarray|NumPy arrays?|ndarray)\b.*", "ndarray"),
    (r"(a |the )?(dict)\b.*", "dict[Any, Any]"),
    (r"(a |the )?(function|callable)s?\b.*", "Callable[..., Any]"),
    (r"None\b.*", "None"),
    (r"ints_or_None", "int | None"),
    (r"(a )?(default )?Generator\b.*", "Generator"),
    (r".*\bof shape\b.*", "Tensor"),
    (r"(a |the )?slice\b.*", "slice"),
)
LISTS = (
    r"(one |a |the |nested )?(tuples?|lists?|sequences?|pairs?)\b( \([^)]*\))?( (?:of|with) (.*))?"
)
AXES = "int | Sequence[int]"
# What begins such a text says the type, if the default does not say another.
PHRASES = (
    (r"whether\b", "bool"),
    (r"(dtype|element type|(floating|the) (element type|dtype)|the data type)\b", "DType"),
    (r"mindspore\.\w+", "DType"),
    (r"(must be None)\b", "None"),
    (r"(how many|(the )?number of)\b", "int"),
    (r"(the )?(axis or axes|dimension or dimensions|axes|dimensions)\b", AXES),
    (r"(the |an? )?(axis|dimension|index|rank|position|seed)\b", "int"),
    (r"(the )?shapes?\b", "int | Sequence[int]"),
    (r"(the )?(name|text|path)\b", "str"),
    (r"(the )?lengths\b", "int | Sequence[int]"),
    (r"(the )?length\b", "int"),
    (r"(the )?(columns|rows|channels|features|rank) of\b", "int"),
    (r"(function|callable)\b", "Callable[..., Any]"),
)


def item_type(text: str) -> str | None:
    """The type that a phrase such as "a 0-d Tensor" or "tuple of ints" names."""
    if re.search(r"\bdtype\b", text) and "Tensor" not in text:
        return (
            "DType" if re.match(r"(a |the )?(mindspore|MindSpore|msjax) dtypes?\b", text) else None
        )
    if found := re.fullmatch(LISTS, text):
        kind, inner = found[2].removesuffix("s"), found[5] or ""
        if kind == "pair":
            of = item_type(inner) if found[2] == "pair" else None
            return f"Sequence[{of or 'Any'}]"
        inner = re.sub(r"^(\d|one|two|three|four|five|six|a|such|those|the)\b ?", "", inner)
        of = item_type(inner) if inner and " and " not in inner else None
        of = None if of == "Number" else of  # lists of numbers may be nested
        if kind == "list":
            return f"list[{of or 'Any'}]"
        return f"{'Sequence' if kind == 'sequence' else 'tuple'}[{of or 'Any'}{ELLIPSIS[kind]}]"
    for pattern, found in ITEM:
        if re.fullmatch(pattern, text):
            return found
    return None


ELLIPSIS = {"tuple": ", ...", "sequence": ""}


def text_type(text: str) -> str | None:
    """The type that the text of an argument begins with: "int, or list of ints; ..."."""
    text = text.replace("ints or None", "ints_or_None")
    text = re.sub(r"( or|,) \([^)]*\)", r"\1 tuple", text.strip().replace("; or ", ", or "))
    for pattern, found in PHRASES:
        if phrase := re.match(pattern, text):
            rest = re.split(r"[;.]", text[phrase.end() :])[0]
            if (
                found == "bool"
                or "length" in phrase[0]
                or not re.search(r"\bor\b|\bforms?\b|\bfunction\b", rest)
            ):
                none = ["None"] if re.search(r"[;,] None\b", text) else []
                return union([found, *none])
    clause = re.split(r"[;:]|\. |\.$", re.sub(r" ?\([^)]*\)", "", text))[0].strip()
    parts: list[str] = []
    last, explained = "", False
    for part in re.split(r"(, or |, | or )", clause):
        part = part.strip()
        if part in (", or", ",", "or"):
            last = part
            continue
        found = item_type(part)
        if explained and last == ",":
            continue  # more of what the argument is for
        if found is not None:
            if last != "," and last and not parts and found != "Tensor":
                return None  # the other alternative is not understood
            parts.append(found)
        elif parts and parts[-1] == "Tensor":
            continue  # more of what the Tensor is like
        elif parts and last != ",":
            return None  # an alternative that is not understood
        elif parts:
            explained = True
    if not parts:
        return None
    # "tuple or list of ints": what the last one holds, all hold
    inner = None
    kinds = []
    for found in reversed(parts):
        name, _, rest = found.partition("[")
        if name in ("tuple", "list", "Sequence") and rest:
            of = rest.removesuffix("]").removesuffix(", ...")
            inner = of if of != "Any" else inner
            tail = ", ..." if name == "tuple" else ""
            found = f"{name}[{inner or 'Any'}{tail}]"
        kinds.append(found)
    return union([*reversed(kinds), *(["None"] if re.search(r"[;,] None\b", text) else [])])


def union(parts: Any) -> str:
    """The union of types, each once, None last."""
    found = dict.fromkeys(p for part in parts for p in split_union(part))
    if "Any" in found:
        return "Any"
    if "float" in found:
        found.pop("int", None)
    if "Number" in found:
        for name in ("int", "float", "bool"):
            found.pop(name, None)
    if "int" in found or "float" in found:
        found.pop("bool", None)
    for name, wide in [(n, n.replace("list[", "tuple[")[:-1] + ", ...]") for n in found]:
        if name.startswith("list[") and wide in found:  # a list may hold a narrower type
            found = {
                (f"Sequence[{name[5:]}" if k == wide else k): v
                for k, v in found.items()
                if k != name
            }
    none = found.pop("None", 0) is None
    return " | ".join([*found, *(["None"] if none else [])])


def split_union(text: str) -> list[str]:
    """The parts of a union, not those in brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c == "[") - (c == "]")
        if c == "|" and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()]


def sections(doc: str | None) -> tuple[str, dict[str, str], str]:
    """The summary, the texts of the arguments and that of the result of a docstring."""
    if not doc:
        return "", {}, ""
    doc = inspect.cleandoc(doc)
    args: dict[str, str] = {}
    if found := re.search(r"^Args:\n((?:    .*\n?|\n)*)", doc, re.M):
        names: list[str] = []
        for line in found[1].splitlines():
            if head := re.match(r"    (\*{0,2}\w[\w, *]*?): (.*)", line):
                names = [n.strip().lstrip("*") for n in head[1].split(",")]
                args.update(dict.fromkeys(names, head[2]))
            elif names and line.startswith("     "):
                args.update({n: f"{args[n]} {line.strip()}" for n in names})
            else:
                names = []
    result = ""
    if found := re.search(r"^(?:Returns|Outputs):\n((?:    .*\n?)*)", doc, re.M):
        result = " ".join(found[1].split())
    summary = " ".join(doc.partition("\n\n")[0].split())
    return summary, args, result


def result_type(text: str) -> str | None:
    """The type that the text of a result begins with."""
    if re.match(r"(Tensor|(The|This) Tensor|Parameter)s?, or |Tensor or ", text):
        return None
    clause = re.split(r"[;:.,]", re.sub(r" ?\([^)]*\)", "", text))[0].strip()
    if " or " in clause or " if " in clause:
        return None
    if re.match(r"((The|This|\w+|\d-d) )*?Tensor\b", clause):
        return "Tensor"
    if found := re.match(r"([Tt]uple|[Ll]ist) of (\w+ )?Tensors\b", clause):
        count = WORDS.get((found[2] or "").strip())
        if found[1].lower() == "list":
            return "list[Tensor]"
        return f"tuple[{', '.join(['Tensor'] * count) if count else 'Tensor, ...'}]"
    if found := re.match(r"([Tt]uple of )(\w+ )?(ints|numbers|floats)\b", clause):
        return "tuple[int, ...]" if found[3] == "ints" else "tuple[float, ...]"
    if found := re.match(r"(COOTensor|CSRTensor)\b", clause):
        return found[1]
    for name in ("bool", "int", "float", "str", "bytes"):
        if re.match(rf"{name}\b", clause):
            return name
    return "None" if text.startswith("None") else None


# -- where things are defined ----------------------------------------------------------------------


def paths() -> dict[str, Path]:
    """The public modules that have a file, by path without the package's name."""
    found = {}
    for file in sorted(ROOT.rglob("*.py")):
        parts = list(file.relative_to(ROOT).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        if not any(p.startswith("_") for p in parts) and parts[:1] != ["kernels"]:
            found[".".join(parts)] = file
    return found


def full(path: str) -> str:
    return f"msjax.{path}" if path else "msjax"


def top_level(file: Path) -> Iterator[tuple[str, str]]:
    """Names that a file binds at its top, and how: (name, "def", "assign", "export", "computed", or
    "renamed" for a class that a package shows under a name of its own)."""
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, "def"
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                if alias.name == "*" or alias.asname == alias.name:
                    yield alias.name, "export"
                elif alias.asname and alias.asname[0].isupper() and file.name == "__init__.py":
                    yield alias.asname, "renamed"
        elif isinstance(node, ast.Assign):
            plain = isinstance(node.value, (ast.List, ast.Tuple))
            for target in node.targets:
                if isinstance(target, ast.Name):
                    listed = target.id != "__all__" or plain
                    yield target.id, "assign" if listed else "computed"
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, "assign"


def homes() -> dict[int, tuple[str, str]]:
    """Where each object of a loaded module is defined, so that a checker finds it."""
    found: dict[int, tuple[str, str]] = {}
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not name.startswith("msjax") or not file or module.__name__ != name:
            continue
        for bound, how in top_level(Path(file)):
            obj = vars(module).get(bound)
            if how in ("export", "renamed") or isinstance(obj, PLAIN):
                continue
            kernels = name.startswith(("msjax.kernels.", "msjax.numpy._"))
            primitive = isinstance(obj, type) and issubclass(obj, Primitive)
            if not is_made(obj) and not (kernels and (primitive or inspect.isfunction(obj))):
                found.setdefault(id(obj), (name, bound))
    return found


PLAIN = (int, float, str, bytes, tuple, list, dict, set, frozenset, type(None), types.ModuleType)


def listed(module: types.ModuleType) -> list[str]:
    """The `__all__` of a module's file, before it is corrected, or of a module without one."""
    return _missing.LISTED.get(module.__name__) or getattr(module, "__all__", None) or []


class Names:
    """What is public in each module, and where it comes from."""

    def __init__(self) -> None:
        self.files = paths()
        for path in self.files:
            if path != "__main__":
                importlib.import_module(full(path))
        self.homes = homes()
        self.surface = _surface.load()
        self.of_registry: dict[int, tuple[str, str]] = {}
        for surface in sorted(SURFACES):
            module, name = surface.rsplit(".", 1)
            if module not in ("Tensor", "Parameter", "auto_generate", "unlisted"):
                obj = resolve(surface)
                home = (full(module), name)
                if isinstance(obj, PLAIN) or id(obj) in self.homes:
                    continue
                self.of_registry.setdefault(id(obj), home)

    def public(self, path: str) -> dict[str, Any]:
        """The public names of a module with their objects, placeholders left out."""
        module = importlib.import_module(full(path))
        names = {n for n in self.surface.entries.get(path, ()) if not n.startswith("_")}
        names |= {*listed(module), *published(path)}
        if path in self.files:
            bound = [n for n, how in top_level(self.files[path]) if how != "export"]
            names |= {n for n in bound if not n.startswith("_")}
        names |= getattr(getattr(module, "__getattr__", None), "names", frozenset())
        if path == "":
            names |= {n for n in vars(module) if self._own(n, vars(module)[n])}
        prefix = path + "." if path else ""
        for other in (*self.files, *WITHOUT_FILE):
            parent, _, leaf = other.rpartition(".")
            if other.startswith(prefix) and parent == path and leaf != "__main__":
                names.add(leaf)
        found = {}
        for name in sorted(names):
            try:
                obj = getattr(module, name)
            except (AttributeError, ImportError):
                continue
            if not _missing.is_missing(obj):
                found[name] = obj
        return found

    def _own(self, name: str, obj: Any) -> bool:
        if name.startswith("_"):
            return name == "__version__"
        home = getattr(obj, "__name__" if isinstance(obj, types.ModuleType) else "__module__", "")
        return str(home).startswith("msjax") or isinstance(obj, (int, str))

    def needs_stub(self, path: str) -> bool:
        """Whether the file leaves public names out for those who read it without running it."""
        told, defines, exports = set(), False, set()
        for name, how in top_level(self.files[path]):
            if how in ("def", "assign", "export"):
                told.add(name)
            defines |= how == "def" and not name.startswith("_")
            if name == "__all__" and how != "computed":
                exports = set(listed(importlib.import_module(full(path))))
            if name == "*":
                exports |= set(vars(importlib.import_module(full(path))))
        public = self.public(path)
        modules = types.ModuleType if path not in MIXED else ()
        lacking = {n for n, obj in public.items() if not isinstance(obj, modules)}
        lacking -= told | (exports if path not in ("", "train", "nn.metrics") else set())
        answers = "__getattr__" in told
        return bool(lacking) and (answers or not defines or path in MIXED)


# -- writing ---------------------------------------------------------------------------------------


class Stub:
    """One stub: its imports, found while the definitions are written."""

    def __init__(self, names: Names, module: str, taken: set[str]):
        self.names, self.module, self.taken = names, module, taken
        self.imports: set[str] = set()
        self.lines: list[str] = []
        self.lists = False  # whether lists may stand for the Tensors of what is being written
        self.scope: set[str] = set()  # names of the class whose members are being written
        self.counts: collections.Counter[str] = collections.Counter()

    # -- types -------------------------------------------------------------------------------------

    def named(self, name: str, place: str | None = None) -> str:
        """A name as this stub has to write it; it is imported."""
        hidden = self.taken | self.scope
        if name in SAME and name in self.taken and name not in self.scope:
            return name  # it is public here too, and the same
        if place is None and hasattr(builtins, name):
            if name not in hidden:
                return name
            self.imports.add("import builtins")
            return f"builtins.{name}"
        place = place or PLACES[name]
        if place == self.module:
            return name
        other = f"_{name}" if name in hidden else name
        self.imports.add(f"from {place} import {name}" + (f" as {other}" if other != name else ""))
        return other

    def written(self, text: str) -> str:
        """A type as this stub has to write it."""

        def one(found: re.Match) -> str:
            name = found[0]
            if name in ("None", "True", "False"):
                return name
            return self.named(name)

        return re.sub(r"[A-Za-z_]\w*", one, text)

    def annotation(self, text: Any, scope: dict[str, Any]) -> str | None:
        """A type from the text of an annotation, or None if it says nothing."""
        if text is inspect.Parameter.empty:
            return None
        if not isinstance(text, str):
            text = getattr(text, "__name__", "Any")
        return self._node(ast.parse(text, mode="eval").body, scope)

    def _node(self, node: ast.expr, scope: dict[str, Any]) -> str | None:
        if isinstance(node, ast.BinOp):
            parts = [self._node(node.left, scope), self._node(node.right, scope)]
            return None if None in parts else " | ".join(BARE.get(p, p) for p in parts if p)
        if isinstance(node, ast.Subscript):
            base, inner = self._node(node.value, scope), self._node(node.slice, scope)
            return f"{base}[{inner}]" if base and inner else BARE.get(base or "", base)
        if isinstance(node, ast.Tuple):
            return ", ".join(self._node(e, scope) or "Any" for e in node.elts)
        if isinstance(node, ast.List):
            return f"[{', '.join(self._node(e, scope) or 'Any' for e in node.elts)}]"
        if isinstance(node, ast.Constant):
            return "..." if node.value is ... else repr(node.value)
        text = ast.unparse(node)
        if text in KIND_TYPES:
            return KIND_TYPES[text]
        if text in SIMPLE or text == "None" or hasattr(builtins, text):
            return text
        if PLACES.get(text) == "msjax._types":  # which files import for checkers only
            return text
        try:
            obj = eval(text, scope)
        except NameError:
            return None
        if obj is Tensor:
            return "Tensor"
        if obj is Type:
            return "DType"
        if isinstance(obj, type) and id(obj) in self.names.homes:
            place, name = self.names.homes[id(obj)]
            PLACES.setdefault(name, place)
            return name
        return obj.__name__ if getattr(obj, "__name__", "") in PLACES else None

    def parameter(
        self, p: inspect.Parameter, rule: str | None, scope: dict[str, Any], text: str | None
    ) -> str:
        """The type of a parameter."""
        found = rule_type(rule) if rule else None
        annotated = self.annotation(p.annotation, scope)
        if self.lists and p.annotation in ("Array", "Array | None", "Operand", "Value"):
            annotated = union(["ArrayLike", *(["None"] if p.annotation.endswith("None") else [])])
        if p.name == "dtype" and found is not None:
            found = "DType"
        elif found == "DType" and "type" not in p.name:
            found = None  # a rule that leaves everything else to the function
        if p.annotation in KIND_TYPES and found is not None and "Tensor" not in found:
            found = union([KIND_TYPES[p.annotation], found])
        if found is None and annotated not in (None, "Any"):
            found = union([annotated])
            if found in BARE:
                found = None if found in ("tuple", "list") and text else BARE[found]
        if found is None and p.kind is p.VAR_KEYWORD:
            found = "Any"
        by_text = text_type(text) if text else None
        more = "COOTensor" if found == "Tensor" else "Tensor"
        if found in ("bool", "int", "float", "str", "Tensor") and more in (by_text or ""):
            found = union([found, by_text])
        if found is None:
            found = by_text
            if found == "Tensor" and text and p.kind is not p.VAR_POSITIONAL:
                found = "Sequence[Tensor]" if re.match(r"([\w-]+ ){0,2}Tensors\b", text) else found
        default = p.default
        given = default is not p.empty and default is not REQUIRED
        if found is None and given:
            if isinstance(default, (bool, str)):
                found = type(default).__name__
            elif isinstance(default, float):
                found = "float"
            elif isinstance(default, Type):
                found = "DType"
            elif type(default) is int and text and not re.search(r"\b(or|forms?)\b", text):
                found = "int"
        if found is None or (found == "None" and not (text or "").startswith("must be None")):
            return "Any"
        if p.name == "dtype":
            found = union(["DType", *(["None"] if "None" in split_union(found) else [])])
        if given and default is None:
            found = union([found, "None"])
        elif given and isinstance(default, (bool, int, float, str)) and not covers(found, default):
            found = union([found, type(default).__name__])
        elif given and isinstance(default, tuple) and not re.search("tuple|Sequence", found):
            found = union([found, "tuple[Any, ...]"])
        return found

    def default(self, value: Any) -> str:
        if isinstance(value, (bool, int, str, type(None))) and type(value) is not Type:
            return repr(value) if type(value) in (bool, int, str, type(None)) else "..."
        if type(value) is float and np.isfinite(value):
            return repr(value)
        if type(value) is tuple:
            parts = [self.default(v) for v in value]
            if "..." not in parts:
                return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
        return "..."

    # -- definitions -------------------------------------------------------------------------------

    def function(
        self,
        name: str,
        function: Any,
        surface: str | None,
        indent: str = "",
        bound: bool = False,
        decorators: tuple[str, ...] = (),
        settings: bool = False,
        inner: str | None = None,
    ) -> None:
        """Write a function or method."""
        plain = inspect.unwrap(function)
        if surface in FORMS:
            self._forms(name, surface, indent, sections(plain.__doc__)[0])
            return
        # several signatures (`publish.public`)
        if (calls := of_closure(function, "calls", ())) and not inner:
            for call in calls:
                self._overload(name, call, function, indent, bound, surface)
            return
        kernel = KERNEL_OF.get(id(function))
        self.lists = id(kernel) in LISTS_TAKEN
        summary, texts, result = sections(function.__doc__)
        scope = getattr(kernel or plain, "__globals__", {})
        rules = RULES.get(surface or "", {})
        parts, star, slash = [], False, False
        told = dict(inspect.signature(inspect.unwrap(kernel)).parameters) if kernel else {}
        near = self._near(surface, summary)
        further = of_closure(function, "further", {})  # other names (`publish.spelling`)
        parameters = list(inspect.signature(function).parameters.values())
        for i, p in enumerate(parameters):
            if i == 0 and bound:
                parts.append("self")
                continue
            if slash and p.kind is not p.POSITIONAL_ONLY:
                parts.append("/")
            slash = p.kind is p.POSITIONAL_ONLY
            if p.kind is p.KEYWORD_ONLY and not star:
                parts.append("*")
                star = True
            star |= p.kind is p.VAR_POSITIONAL
            arg = further.get(p.name, p.name)
            if p.annotation is p.empty and arg in told:
                p = p.replace(annotation=told[arg].annotation)
            text = texts.get(arg) or near.get(p.name)
            if text and (same := re.match(r"(?:the same as|another name of|as) `(\w+)`", text)):
                text = texts.get(same[1]) or near.get(same[1]) or text
                p = (
                    told[same[1]].replace(name=p.name, kind=p.kind, default=p.default)
                    if (same[1] in told)
                    else p
                )
            found = self.parameter(p, rules.get(p.name), scope, text)
            if found == "Any" and p.name in BY_NAME and p.kind is not p.VAR_POSITIONAL:
                found = union([BY_NAME[p.name], *(["None"] if p.default is None else [])])
            if p.kind is p.VAR_POSITIONAL:
                found = star_type(name, found)
            found = operator_type(name, p, found)
            if p.name == "x" and name.startswith(("coo_", "csr_")):
                found = "COOTensor" if name.startswith("coo") else "CSRTensor"
            self.counts["parameters"] += 1
            self.counts["unknown"] += found == "Any" and p.kind is not p.VAR_KEYWORD
            mark = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
            text = f"{mark}{p.name}: {self.written(found)}"
            if p.default is not p.empty:
                text += f" = {self.default(p.default)}"
            parts.append(text)
        if slash:
            parts.append("/")
        returns = self._returns(name, function, kernel, plain, scope, result)
        for pattern, flag, without, with_it in SWITCHED:
            if re.fullmatch(pattern, surface or "") and flag in {p.name for p in parameters}:
                default = inspect.signature(function).parameters[flag].default
                results = {False: without, True: with_it}
                self._switched(indent, name, parts, flag, default, results, summary)
                return
        self._def(indent, decorators, name, parts, returns, summary if not inner else "")

    def _switched(
        self,
        indent: str,
        name: str,
        parts: list[str],
        flag: str,
        default: bool,
        results: dict[bool, str],
        summary: str,
    ) -> None:
        """Write the signatures of what gives something else under a flag: as it is, with the flag
        turned by name, and with one whose value is not known."""
        place = next(i for i, part in enumerate(parts) if part.startswith(f"{flag}:"))
        before, after = parts[:place], parts[place + 1 :]
        literal = self.named("Literal")
        kind = f"{flag}: {self.written('bool')} = {default}"
        star = [] if any(part.startswith("*") for part in before) else ["*"]
        rest = [part for part in after if part != "*"]
        turned = [*before, *star, f"{flag}: {literal}[{not default}]", *rest]
        usual = [*before, f"{flag}: {literal}[{default}] = {default}", *after]
        for found, result in (
            (usual, results[default]),
            (turned, results[not default]),
            ([*before, kind, *after], "Any"),
        ):
            over = (self.named("overload"),)
            self._def(indent, over, name, found, self.written(result), summary)

    def _near(self, surface: str | None, summary: str) -> dict[str, str]:
        """The texts of the arguments of the operation that a summary refers to."""
        found = re.search(r"see `([\w.]+)`", summary)
        near = found[1] if found else f"ops.{(surface or '').rpartition('.')[2]}"
        if near not in SURFACES or near == surface:
            return {}
        return sections(getattr(resolve(near), "__doc__", ""))[1]

    def _returns(
        self, name: str, function: Any, kernel: Any, plain: Any, scope: dict, text: str
    ) -> str:
        if name == "__init__" or name == "__setitem__":
            return "None"
        found = None
        if kernel is None:
            found = self.annotation(inspect.signature(function).return_annotation, scope)
            if found in (None, "Any"):
                found = result_type(text)
            elif found in BARE:
                found = result_type(text) or BARE[found]
        else:
            told = inspect.signature(inspect.unwrap(kernel)).return_annotation
            found = self.annotation(told, getattr(kernel, "__globals__", {}))
            if found in (None, "Any") or found in BARE:
                found = kernel_result(kernel, text)
        if found in (None, "Any") and name in ("__eq__", "__ne__"):
            found = "Tensor"
        self.counts["results"] += 1
        self.counts["unknown results"] += found in (None, "Any")
        return self.written(re.sub(r"\bDType\b", "Type", found or "Any"))

    def _forms(self, name: str, surface: str, indent: str, summary: str) -> None:
        """Write the signatures of what has several forms."""
        usual, *forms = FORMS[surface]
        for form in forms:
            form, _, result = form.partition(" -> ")
            parts = ["self"] if surface.startswith("Tensor.") else []
            for part in re.split(r", (?![^\[]*\])", form):
                key, _, rest = part.partition(": ")
                kind, _, default = rest.partition(" = ")
                text = f"{key}: {self.written(kind)}" if rest else key
                parts.append(f"{text} = {default}" if default else text)
            several = (self.named("overload"),) if len(forms) > 1 else ()
            self._def(indent, several, name, parts, self.written(result or usual), summary)

    def _overload(
        self, name: str, call: str, function: Any, indent: str, bound: bool, surface: str | None
    ) -> None:
        """Write one of the signatures of a function that has several."""
        parts = ["self"] if bound else []
        kinds = {"number": "Number", "Tensor": "Tensor", "int": "int", "str": "str", "bool": "bool"}
        optional = {
            "reduce",
            "alpha",
            "batch_dims",
            "use_lock",
            "check_index_bound",
            "axis",
            "mode",
        }
        seen_optional = False
        for part in re.split(r", (?=\*|\w+=)", call):
            if part == "*":
                parts.append(part)
                continue
            key, _, kind = part.partition("=")
            found = union(kinds.get(k.strip(), "Any") for k in kind.strip("<>").split(","))
            text = f"{key}: {self.written(found)}"
            if seen_optional or (key in optional and len(parts) > bound):
                text, seen_optional = text + " = ...", True
            parts.append(text)
        _, _, result = sections(inspect.getdoc(function) or "")
        returns = self._returns(name, function, None, inspect.unwrap(function), {}, result)
        if returns == self.written("Any") and surface and surface.startswith("Tensor."):
            returns = self.written("Tensor")
        self._def(indent, (self.named("overload"),), name, parts, returns, "")

    def _def(
        self,
        indent: str,
        decorators: tuple[str, ...],
        name: str,
        parts: list[str],
        returns: str,
        summary: str,
    ) -> None:
        self.lines += [f"{indent}@{d}" for d in decorators]
        head = f"{indent}def {name}({', '.join(parts)}) -> {returns}:"
        if len(head) > 96 and parts:
            inner = "".join(f"\n{indent}    {p}," for p in parts if p)
            head = f"{indent}def {name}({inner}\n{indent}) -> {returns}:"
        text = docstring(summary, indent + "    ")
        if text:
            self.lines += [head, text, f"{indent}    ..."]
        else:
            self.lines.append(f"{head} ...")

    def class_(self, name: str, cls: type, surface: str | None) -> None:
        """Write a class with what its own body has."""
        bases = []
        for base in cls.__bases__:
            if base is object:
                continue
            if base.__name__.startswith("_") and issubclass(base, Primitive):
                base = Primitive  # one that only this package's files know
            while base.__name__.startswith("_") and base.__module__ == cls.__module__:
                base = base.__bases__[0]
            if base is object:
                continue
            if id(base) in self.names.homes:
                place, base_name = self.names.homes[id(base)]
                bases.append(self.named(base_name, place))
            elif hasattr(builtins, base.__name__):
                bases.append(base.__name__)
        own = vars(cls)
        members = [n for n in own if not n.startswith("_")]
        members += [n for n in ("__init__", "__call__") if inspect.isfunction(own.get(n))]
        inside = f"({', '.join(bases)})" if bases else ""
        self.lines.append(f"class {name}{inside}:")
        start = len(self.lines)
        self.scope = set(members)
        if text := docstring(sections(cls.__doc__)[0], "    "):
            self.lines.append(text)
        for member in sorted(members, key=lambda n: (not n.startswith("__i"), n)):
            obj = own[member]
            if member == "__init__" or member == "__call__":
                self._special(member, cls, obj, surface)
            else:
                self.member(member, obj, None)
        self.scope = set()
        if len(self.lines) == start:
            self.lines.append("    ...")

    def _special(self, member: str, cls: type, method: Any, surface: str | None) -> None:
        """Write `__init__` or `__call__`, whose arguments the class's docstring describes."""
        doc = method.__doc__
        try:
            method.__doc__ = cls.__doc__
            if entry := ENTRY_OF.get(cls):
                KERNEL_OF[id(method)] = entry
            self.function(member, method, surface, "    ", bound=True, inner=member)
        finally:
            method.__doc__ = doc

    def member(self, name: str, obj: Any, surface: str | None) -> None:
        """Write one member of a class."""
        if isinstance(obj, property):
            self.function(name, obj.fget, None, "    ", bound=True, decorators=("property",))
            if obj.fset is not None:
                kind = self.annotation(
                    inspect.signature(obj.fget).return_annotation, obj.fget.__globals__
                )
                value = f"value: {self.written(kind or 'Any')}"
                self._def("    ", (f"{name}.setter",), name, ["self", value], "None", "")
        elif isinstance(obj, staticmethod):
            self.function(name, obj.__func__, surface, "    ", decorators=("staticmethod",))
        elif isinstance(obj, classmethod):
            self.function(
                name, obj.__func__, surface, "    ", bound=True, decorators=("classmethod",)
            )
            self.lines[-1] = self.lines[-1]
        elif inspect.isfunction(obj):
            self.function(name, obj, surface, "    ", bound=True)
        else:
            self.lines.append(f"    {name}: {self.written(value_type(obj))}")

    def text(self) -> str:
        first = sorted(i for i in self.imports if " as " not in i or "_" in i.split(" as ")[1][:1])
        shown = sorted(self.imports - set(first))
        return "\n".join([HEADER, "", *first, *shown, "", *self.lines, ""])


# The type of parameters of which nothing else tells it: these names always mean the same.
BY_NAME = {
    **dict.fromkeys(("axis", "dim"), f"{AXES} | Tensor"),
    **dict.fromkeys(("keepdims", "keepdim", "keep_dims"), "bool"),
    "dtype": "DType",
}
SAME = ("Tensor", "Primitive", "COOTensor", "CSRTensor", "RowTensor", "SparseTensor")
BARE = {
    "tuple": "tuple[Any, ...]",
    "list": "list[Any]",
    "dict": "dict[Any, Any]",
    "Callable": "Callable[..., Any]",
    "Sequence": "Sequence[Any]",
    "ndarray": "ndarray[Any, Any]",
}
KERNEL_OF: dict[int, Callable] = {}  # the kernel of a published function
ENTRY_OF: dict[type, Callable] = {}  # the kernel of a Primitive class


def covers(found: str, default: Any) -> bool:
    """Whether a type holds a default."""
    names = set(split_union(found))
    wide = {bool: {"bool", "int", "float", "Number"}, int: {"int", "float", "Number"}}
    held = wide.get(
        type(default), {type(default).__name__, "Number"} - {"str"} | {type(default).__name__}
    )
    return bool(names & held) or "Any" in names


def rule_type(text: str) -> str:
    """The type that the text of a `checked.Rule` describes."""
    parts = []
    for mark, name, inner in re.findall(r"(!?)(\w+)(?:\[([^\]]*)\])?", text):
        if mark:
            break
        if name in ("tuple", "list"):
            of = union(rule_type(i) for i in inner.split()) if inner else "Any"
            of = "Any" if name == "list" and " | " in of else of  # lists are invariant
            parts.append(f"{name}[{of}{', ...' if name == 'tuple' else ''}]")
        else:
            parts.append(RULE_TYPES.get(name, name))
    found = union(parts)
    return BARE.get(found, found)


def star_type(name: str, found: str) -> str:
    """The type of each of a function's positional arguments, from that of them all."""
    inner = re.fullmatch(r"Sequence\[(.*)\]", found)
    if inner and "[" not in inner[1]:
        return inner[1]
    if found == "Tensor" and not name.startswith("__"):  # the Tensors, or one list of them
        return "Tensor | Sequence[Any]"
    if "int" in split_union(found):  # the ints, or one tuple of them
        return union(["int", "Sequence[int]", "Tensor"])
    return "Any"


OPERATORS = {
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"),
    *("and", "or", "xor", "eq", "ne", "lt", "le", "gt", "ge", "lshift", "rshift", "divmod"),
}


def operator_type(name: str, p: inspect.Parameter, found: str) -> str:
    """The type of the other operand of an operator."""
    if name in ("__eq__", "__ne__"):
        return "object"
    if name in ("__getitem__", "__setitem__", "__delitem__") and p.name in ("index", "key"):
        return "Index"
    bare = name.strip("_")
    if name.startswith("__") and (bare in OPERATORS or bare[1:] in OPERATORS):
        found = "Tensor | Number" if found == "Any" else found
        return found.replace("Sequence[Any]", "Sequence[Number]")
    return found


def kernel_result(kernel: Callable, text: str) -> str | None:
    """The type of what a kernel's callers get: arrays become Tensors."""
    tree = ast.parse(inspect.cleandoc("\n" + inspect.getsource(inspect.unwrap(kernel))))
    body = tree.body[0]
    lengths = set()
    for node in own_nodes(body):
        if isinstance(node, ast.Return):
            plain = isinstance(node.value, ast.Tuple) and not any(
                isinstance(e, ast.Starred) for e in node.value.elts
            )
            lengths.add(len(node.value.elts) if plain else 0)  # type: ignore[union-attr]
    told = result_type(text) if text else None
    if lengths and 0 not in lengths:
        if len(lengths) == 1:
            return f"tuple[{', '.join(['Tensor'] * lengths.pop())}]"
        return None
    if told is None and not text:
        return "Tensor" if lengths == {0} else None
    if told in (None, "Tensor") and re.match(r"(tuple|pair|list)\b", text, re.I):
        return "tuple[Tensor, ...]" if re.match("tuple|pair", text, re.I) else "list[Tensor]"
    first = text.split(". ")[0]
    if told is None and re.search(r"\b(tuple|pair|list|Tensors|None)\b", first, re.I):
        return None
    return told or "Tensor"


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function that are in no function within it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, (ast.FunctionDef, ast.Lambda)):
            yield from own_nodes(child)


def of_closure(function: Any, wanted: str, default: Any) -> Any:
    """What a function, or one that it wraps, knows by a name of the decorator that made it."""
    while function is not None:
        for cell, name in zip(
            getattr(function, "__closure__", None) or (),
            getattr(function, "__code__", types.SimpleNamespace(co_freevars=())).co_freevars,
            strict=True,
        ):
            if name == wanted:
                return cell.cell_contents
        function = getattr(function, "__wrapped__", None)
    return default


def docstring(summary: str, indent: str) -> str:
    """The lines of a one-sentence docstring."""
    if not summary or '"""' in summary:
        return ""
    mark = "r" if "\\" in summary else ""
    if len(summary) + len(indent) + 7 > 100:
        cut = summary[: 100 - len(indent) - 10]
        summary = cut[: cut.rfind(" ")].rstrip(",;:") + " ..."
    if summary.endswith('"'):
        summary += " "
    return f'{indent}{mark}"""{summary}"""'


def value_type(obj: Any) -> str:
    """The type of a constant."""
    if isinstance(obj, Type):
        return "DType"
    name = type(obj).__name__
    return BARE.get(name, name) if hasattr(builtins, name) else "Any"


def is_made(obj: Any) -> bool:
    """Whether a function or class was compiled from a kernel's signature."""
    method = obj.__init__ if isinstance(obj, type) else obj
    return getattr(getattr(method, "__code__", None), "co_filename", "") == SOURCE


def module_stub(names: Names, path: str) -> Stub:
    """The stub of a module."""
    public = names.public(path)
    stub = Stub(names, full(path), set(public))
    shown: dict[int, str] = {}
    for name, obj in public.items():
        if not name.isidentifier():
            continue
        surface = f"{path}.{name}"
        if isinstance(obj, types.ModuleType):
            package, _, leaf = obj.__name__.rpartition(".")
            if obj.__name__.startswith("msjax"):
                stub.imports.add(f"from {package} import {leaf} as {name}")
            continue
        home = names.homes.get(id(obj)) if not isinstance(obj, PLAIN) else None
        if home is None:
            home = names.of_registry.get(id(obj))
        if home is not None and home[0] != stub.module:
            if home[1] == name:
                stub.imports.add(f"from {home[0]} import {name} as {name}")
            else:  # another name would not be shown by this module
                stub.imports.add(f"from {home[0]} import {home[1]} as _{name}")
                stub.lines.append(f"{name} = _{name}")
        elif id(obj) in shown and not isinstance(obj, PLAIN):
            stub.lines.append(f"{name} = {shown[id(obj)]}")
        elif isinstance(obj, type):
            stub.class_(name, obj, surface)
        elif inspect.isfunction(obj):
            stub.function(name, obj, surface)
        else:
            stub.lines.append(f"{name}: {stub.written(value_type(obj))}")
        shown.setdefault(id(obj), name)
    return stub


def members_stub(names: Names) -> Stub:
    """The stub of what is installed on Tensor and Parameter."""
    stub = Stub(names, full(MEMBERS), set())
    stub.imports.add("from msjax._core.base.box import Box")
    for cls, base in (("Tensor", "Box"), ("Parameter", "Tensor")):
        members = sorted(published(cls))
        stub.scope = {*members, *vars(msjax.Tensor)} - {"__class__"}
        bases = f"({base})"
        stub.lines += [f"class {cls}Members{bases}:"]
        for name in members:
            surface = f"{cls}.{name}"
            obj = SURFACES[surface]
            if not isinstance(obj, property):
                obj = resolve(surface)
            start = len(stub.lines)
            stub.member(name, obj, surface)
            if name in ("__eq__", "__ne__"):
                stub.lines[start] += "  # type: ignore[override]"
        stub.scope = set()
    return stub


def op_of(function: Any) -> Op | None:
    """The operation of a function that was compiled from a kernel's signature."""
    apply = getattr(function, "__globals__", {}).get("_apply") if is_made(function) else None
    return getattr(apply, "__self__", None)


def learn_kernels() -> None:
    """Remember which kernel each published function and class was made of."""
    for surface, found in list(SURFACES.items()):
        made = resolve(surface)
        entry = getattr(found, "entry", None) or op_of(made)
        if entry is not None:
            if isinstance(entry, ArrayFunction):
                LISTS_TAKEN.add(id(entry.kernel))
            if isinstance(made, type):
                ENTRY_OF[made] = entry.kernel
            else:
                KERNEL_OF[id(made)] = entry.kernel
                KEPT.append(made)


KEPT: list[Any] = []
LISTS_TAKEN: set[int] = set()  # kernels that take numbers and lists for Tensors


def stubs() -> dict[Path, Stub]:
    """All stubs, by path in the package."""
    for path in paths():
        if path != "__main__":
            importlib.import_module(full(path))
    learn_kernels()
    names = Names()
    shared = Stub(names, "msjax._types", set())
    shared.lines = TYPES_TEXT.strip().splitlines()
    found = {
        TYPES: shared,
        Path(*MEMBERS.split(".")).with_suffix(".pyi"): members_stub(names),
    }
    for path, file in names.files.items():
        if path != "__main__" and names.needs_stub(path):
            found[file.relative_to(ROOT).with_suffix(".pyi")] = module_stub(names, path)
    for path in WITHOUT_FILE:
        found[Path(*path.split(".")).with_suffix(".pyi")] = module_stub(names, path)
    return found


def write(folder: Path, found: dict[Path, Stub]) -> None:
    """Write stubs under a folder and format them."""
    for path, stub in found.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(stub.text())
    files = [str(folder / path) for path in found]
    config = ["--config", str(ROOT.parent / "pyproject.toml"), "--no-cache", "--quiet"]
    ruff = [sys.executable, "-m", "ruff"]
    subprocess.run([*ruff, "check", "--select", "I,F401", "--fix", *config, *files], check=True)
    subprocess.run([*ruff, "format", *config, *files], check=True)


def differing() -> list[str]:
    """The stubs in the package that are not what would be written now."""
    found = stubs()
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), found)
        stale = {
            str(path)
            for path in found
            if not (ROOT / path).is_file()
            or (ROOT / path).read_text() != (Path(folder) / path).read_text()
        }
    kept = {str(file.relative_to(ROOT)) for file in ROOT.rglob("*.pyi")}
    return sorted(stale | (kept - {str(path) for path in found}))


def annotated(folder: Path) -> collections.Counter[str]:
    """How many parameters the public functions and methods of a folder's files have: annotated,
    with `Any`, or without an annotation."""
    counts: collections.Counter[str] = collections.Counter()
    for file in sorted(folder.rglob("*.py")):
        body = ast.parse(file.read_text()).body
        classes = [n for n in body if isinstance(n, ast.ClassDef) and not n.name.startswith("_")]
        for node in [*body, *(member for cls in classes for member in cls.body)]:
            if not isinstance(node, ast.FunctionDef):
                continue
            if node.name.startswith("_") and node.name != "__init__":
                continue
            for arg in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]:
                if arg.arg in ("self", "cls"):
                    continue
                text = ast.unparse(arg.annotation) if arg.annotation else ""
                counts["parameters"] += 1
                counts["Any"] += text == "Any"
                counts["without annotation"] += not text
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--measure", action="store_true", help="count parameters without a type")
    parser.add_argument("--check", action="store_true", help="only name the stubs that are stale")
    options = parser.parse_args()
    if options.check:
        print(*differing(), sep="\n", end="")
        return
    found = stubs()
    if options.measure:
        for path, stub in found.items():
            if stub.counts:
                print(path, dict(stub.counts))
        for path in SOURCES:
            print(path, dict(annotated(ROOT / path)))
        return
    for file in ROOT.rglob("*.pyi"):
        file.unlink()
    write(ROOT, found)


if __name__ == "__main__":
    main()
