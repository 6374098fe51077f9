"""Functions as portable programs: StableHLO for several platforms, and the Tensors that it reads.

A program is lifted as compiled code is (`lift.py`), lowered by `jax.export`, and runs without the
Python code that it came from. `describe` and `rebuild` are what a file keeps of it: plain values,
and bytes of StableHLO. JAX's own serialization would need the package flatbuffers.
"""

from __future__ import annotations

import dataclasses
import functools
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import jax
import jax.core
import jax.export
import ml_dtypes
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.state import LOCK
from msjax._core.base.x64 import x64
from msjax._core.compile.forks import BREAKS, forking
from msjax._core.compile.jit import Compiled
from msjax._core.compile.lift import Lifted, reachable
from msjax._core.compile.merge import Choice
from msjax._core.compile.surroundings import Surroundings
from msjax._core.compile.watched import Snapshot
from msjax._core.runtime.agreement import host_values
from msjax._core.tensor import random
from msjax._core.tensor.links import Lazy
from msjax._core.tensor.number import Number
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.structure import (
    Composite,
    Fields,
    Leaf,
    Opened,
    count_leaves,
    put_together,
    take_apart,
)
from msjax._core.tensor.symbols import Symbol
from msjax._core.tensor.tensor import Tensor

PLATFORMS = ("cpu", "cuda", "tpu")
DTYPES = frozenset(
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64"
    " complex64 complex128 int4 uint4 float8_e4m3fn float8_e5m2".split()
)
_log = logging.getLogger("msjax.export")
# Calls of code outside of the program. They are found in its text, where a program from a file
# could ask for any function that the process has registered.
_CALL = re.compile(r'custom_call"?\s*@?"?([\w.$]*)|call_target_name = "([^"]*)"')
_HARMLESS = frozenset(
    "Sharding SPMDFullToShardShape SPMDShardToFullShape annotate_device_placement Eigh Qr"
    " ProductOfElementaryHouseholderReflectors LuDecomposition ApproxTopK shape_assertion"
    " cu_threefry2x32_ffi hip_threefry2x32_ffi"
    " cu_lu_pivots_to_permutation hip_lu_pivots_to_permutation cusparse_gtsv2_ffi".split()
)
_HARMLESS_PREFIXES = ("lapack_", "cusolver_", "cublas_", "hipsolver_", "stablehlo.dynamic_")


class Kept(NamedTuple):
    """A Tensor that a program reads or writes."""

    kind: str  # "parameter", "tensor", or "random" for the state of the default generator
    name: str
    trained: bool
    value: Tensor


class Program:
    """A function that runs without its Python code.

    Args:
        exported: from the arrays of the arguments and those kept to the arrays of the results and
            those written.
        arguments: the structure of the arguments.
        results: the structure of the results and of the arguments that are written.
        kept: the Tensors that it reads or writes.
        written: which of these it writes, and which arguments, in the order of the last results.
        vjp: the program of its derivative, or None.
        constraints: what must hold of the unknown lengths.
    """

    def __init__(
        self,
        exported: jax.export.Exported,
        arguments: tuple,
        results: Any,
        kept: list[Kept],
        written: list[int],
        arg_writes: list[int],
        vjp: jax.export.Exported | None,
        constraints: Sequence[str] = (),
    ):
        self.exported = dataclasses.replace(exported, _get_vjp=self._derivative)
        self.arguments, self.results, self.kept = arguments, results, kept
        self.written, self.arg_writes = written, arg_writes
        self.vjp = None if vjp is None else dataclasses.replace(vjp, _get_vjp=_no_derivative)
        self.name, self.constraints = exported.fun_name, constraints

    def __reduce__(self) -> tuple:
        table, modules = describe(self)
        return rebuild, (table, modules, [host_values(k.value._value) for k in self.kept])

    def _derivative(self, exported: Any) -> jax.export.Exported:
        if self.vjp is None:
            raise NotImplementedError(
                f"The program '{self.name}' has no derivative: what it was exported from has none, "
                "or needs Python code for it. Differentiate the network itself."
            )
        return self.vjp

    def run(self, tensors: Sequence[Tensor], args: tuple) -> Any:
        """Run on arguments of the dtypes and shapes that it was made for, inside compiled code.

        `tensors` are those that it keeps, or others in their places.
        """
        arrays: list[Any] = []
        given: list[Tensor] = []

        def read(tensor: Tensor) -> Any:
            given.append(tensor)
            return tensor._read()

        self._compare(args, take_apart(args, arrays, read))
        self._check(arrays)
        try:
            outs = self.exported.call(*arrays, *(tensor._read() for tensor in tensors))
        except ValueError as error:
            broken = _CONSTRAINT.match(str(error))
            if broken is None:
                raise
            wanted = "; ".join(f"({', '.join(map(str, a.shape))})" for a in self._avals(arrays))
            raise ValueError(
                f"The program '{self.name}' was exported for {broken[1]}, which its code needs, "
                f"with inputs of the shapes {wanted}, but got "
                f"{'; '.join(str(tuple(array.shape)) for array in arrays)}."
            ) from None
        count = len(outs) - len(self.written)
        result, writes = put_together(self.results, iter(outs[:count]))
        for i, value in zip(self.arg_writes, writes, strict=True):
            given[i]._assign(value._data)
        for i, array in zip(self.written, outs[count:], strict=True):
            tensors[i]._assign(array)
        return result

    def _compare(self, args: tuple, structure: Any) -> None:
        """Refuse arguments of another structure."""
        expected = tuple(p for p in self.arguments if count_leaves(p))
        if len(args) != len(expected):
            raise RuntimeError(
                f"The program '{self.name}' takes {len(expected)} inputs, but got {len(args)}. The "
                "inputs that were no Tensors when it was exported are constants in it."
            )
        for i, (wanted, got) in enumerate(zip(expected, structure, strict=True)):
            if _pattern(wanted) != _pattern(got):
                raise TypeError(
                    f"The input {i} of the program '{self.name}' must be {_pattern(wanted)}, but "
                    f"got {_pattern(got)}."
                )

    def _check(self, arrays: Sequence[Any]) -> None:
        """Refuse arrays of another dtype, rank or size."""
        sizes: dict[str, int] = {}
        for i, (array, aval) in enumerate(zip(arrays, self._avals(arrays), strict=True)):
            where = f"the input Tensor {i} of the program '{self.name}'"
            if array.dtype != aval.dtype:
                raise TypeError(
                    f"The dtype of {where} must be {mstype.from_np(aval.dtype)}, but got "
                    f"{mstype.from_np(array.dtype)}."
                )
            fits = len(array.shape) == len(aval.shape) and all(
                _fits(n, wanted, sizes) for n, wanted in zip(array.shape, aval.shape, strict=True)
            )
            if not fits:
                shape = ", ".join(map(str, aval.shape)) + ("," if len(aval.shape) == 1 else "")
                hint = "Lengths with a name are 1 or more, the same wherever the name is."
                if all(isinstance(n, int) for n in aval.shape):
                    hint = "Export with Tensor(shape=[None, ...]) for inputs of any length."
                raise ValueError(
                    f"The shape of {where} must be ({shape}), but got {tuple(array.shape)}. {hint}"
                )

    def _avals(self, arrays: Sequence[Any]) -> Sequence[Any]:
        """The shapes and dtypes that the inputs should have."""
        return self.exported.in_avals[: len(arrays)]


_CONSTRAINT = re.compile(r"Input shapes do not match the symbolic shape constraint ([^.]*)\.")


def _no_derivative(exported: Any) -> Any:
    raise NotImplementedError(
        "A program has derivatives of first order only. Differentiate the network itself."
    )


_LINEAR = re.compile(r"(?:(\d+)\*)?([A-Za-z_]\w*)(?: \+ (\d+))?")  # "d0", "4*d0 + 1"


def _fits(size: int, wanted: Any, sizes: dict[str, int]) -> bool:
    """Whether a size is what a fixed or named dimension allows; notes those of names."""
    if isinstance(wanted, int):
        return size == wanted
    linear = _LINEAR.fullmatch(str(wanted))
    if linear is None:
        return size > 0
    divisor, name, remainder = linear.groups()
    times, rest = divmod(size - int(remainder or 0), int(divisor or 1))
    return rest == 0 and times > 0 and sizes.setdefault(name, times) == times


def _pattern(structure: Any) -> str:
    """A structure in words; other values than Tensors as Python writes them."""
    if isinstance(structure, Leaf):
        return "a Tensor"
    if isinstance(structure, (tuple, list)):
        return f"({', '.join(map(_pattern, structure))})"
    if isinstance(structure, dict):
        return f"{{{', '.join(f'{k!r}: {_pattern(v)}' for k, v in structure.items())}}}"
    if isinstance(structure, Opened):
        return f"{structure.cls.__name__}{_pattern(structure.parts)}"
    return repr(structure)


class _Shapes:
    """Names for the dimensions of unknown length."""

    def __init__(self, shared: bool, constraints: Sequence[str]):
        self.shared, self.count, self.names = shared, 0, {}
        self.scope = jax.export.SymbolicScope(constraints)

    def __call__(self, tensor: Tensor) -> jax.core.ShapedArray:
        link = tensor._view
        if type(link) is not Lazy or link.known():
            return jax.core.ShapedArray(tensor.shape, tensor._aval.dtype)
        if link.shape == (-2,):
            raise ValueError(
                "For 'export', the rank of an input must be known: give Tensor(shape=[None, ...]) "
                "with one None for each dimension of unknown length."
            )
        lengths = [
            self._length(axis, size, symbol)
            for axis, (size, symbol) in enumerate(zip(link.shape, link.symbols, strict=True))
        ]
        shape = jax.export.symbolic_shape(",".join(lengths) + ",", scope=self.scope)
        return jax.core.ShapedArray(shape, link.dtype)

    def _length(self, axis: int, size: int, symbol: Symbol | None) -> str:
        if size >= 0:
            return str(size)
        key: Any = None
        if symbol is not None and symbol.unique:
            key = id(symbol)
        elif self.shared:
            key = axis
        name = self.names.get(key)
        if name is None:
            name = f"d{self.count}"
            self.count += 1
            if key is not None:
                self.names[key] = name
        if symbol is None or symbol.divisor == 1:
            return name
        return f"{symbol.divisor}*{name}" + (f"+{symbol.remainder}" if symbol.remainder else "")


def export_program(fn: Callable, args: tuple) -> Program:
    """A program for a function and arguments like the given ones.

    Args:
        fn: a Cell or function.
        args: its arguments; a Tensor without values, `Tensor(shape=[None, 3], dtype=...)`, stands
            for Tensors of any length along the dimensions of None.

    Raises:
        RuntimeError: more than conditions and loops depends on the value of a Tensor, or the path
            of the code on a length that is not known.
        NotImplementedError: it calls Python functions while it runs, or raises or returns a Python
            number where a Tensor has some value.
    """
    failure: Exception | None = None
    for shared in (False, True):  # a batch size that several inputs have in common
        constraints: list[str] = []
        while len(constraints) < _MOST_CONSTRAINTS:
            specs: list[Any] = []
            shapes = _Shapes(shared, constraints)
            structure = take_apart(tuple(args), specs, shapes)
            try:
                return _exported(fn, structure, specs, constraints)
            except Exception as error:  # JAX's own for lengths is none of the usual ones
                if not shapes.count or isinstance(error, NotImplementedError):
                    raise
                if isinstance(error.__cause__, BREAKS) and _assumption(error) is None:
                    raise
                failure = failure if shared else error
                assumed = _assumption(error)
                if assumed is None or assumed in constraints:
                    break
                constraints.append(assumed)
    raise RuntimeError(
        "For 'export', the program depends on lengths that are not known. Give fixed lengths, or "
        "one ms.Symbol(unique=True) for lengths that are always equal: "
        f"{str(failure).splitlines()[0]}"
    ) from failure


_MOST_CONSTRAINTS = 40
_OPEN = re.compile(r"Symbolic dimension comparison '(.*)' ([<>]=?) '(.*)' is inconclusive")


def _assumption(error: BaseException | None) -> str | None:
    """What has to hold of unknown lengths for the code to go on, where it compared them.

    Code that compares lengths looks for errors: by "<" and ">" for what is wrong, by "<=" and ">="
    for what is right. The assumption becomes part of the program, which checks it at every call.
    """
    while error is not None:
        found = _OPEN.search(str(error))
        if found:
            left, sign, right = found.groups()
            return f"{left} {'>=' if sign in ('<', '>=') else '<='} {right}"
        error = error.__cause__ or error.__context__
    return None


def _exported(
    fn: Callable, structure: tuple, specs: list[Any], constraints: Sequence[str]
) -> Program:
    with LOCK, x64():
        lifted = _lifted(fn, structure, specs, forks=forking())
        if lifted.guarded or _has_numbers(lifted.run.structure[0]):
            raise NotImplementedError(
                "For 'export', the network raises, or returns a Python number, depending on the "
                "value of a Tensor; return a Tensor that tells instead."
            )
        if lifted.closed.effects:
            raise NotImplementedError(
                "For 'export', the network prints or calls Python functions while it runs, which a "
                "file cannot keep; leave these calls out."
            )
        tensors, written, effects = _written(lifted)
        count, inputs = len(specs), [id(b) for b in lifted.inputs]
        places = {id(b): i for i, b in enumerate(tensors)}
        chosen = [count + places[i] for i in inputs]

        def program(*flat: Any) -> tuple:
            outs = lifted.fun(*flat[:count], *(flat[i] for i in chosen))
            return tuple(outs[i] for i in effects)

        name = getattr(fn, "__name__", type(fn).__name__)
        program.__name__ = program.__qualname__ = name if name.isidentifier() else "program"
        specs += [jax.core.ShapedArray(b._value.shape, b._value.dtype) for b in tensors]
        exported = _lowered(program, specs)
        vjp = _derivative_of(exported)
    kept = _named(fn, tensors)
    results = lifted.run.structure
    return Program(
        exported, structure, results, kept, written, lifted.arg_writes, vjp, tuple(constraints)
    )


def _has_numbers(structure: Any) -> bool:
    """Whether Python numbers among results depend on conditions."""
    if isinstance(structure, Opened):
        return structure.cls in (Number, Choice) or _has_numbers(structure.parts)
    if isinstance(structure, Fields):
        return _has_numbers(structure.attributes)
    if isinstance(structure, dict):
        return any(map(_has_numbers, structure.values()))
    return isinstance(structure, (tuple, list)) and any(map(_has_numbers, structure))


def _lifted(fn: Callable, structure: tuple, specs: list[Any], forks: bool = False) -> Lifted:
    try:
        cells: list[Any] = []
        seeds = reachable(fn, cells=cells)
        around = Surroundings((fn, (), {}, cells))
        unique = {id(b): b for b in (*seeds, *reachable(around.tensors))}
        boxes = list(unique.values())
        snapshot = Snapshot(around, cells, ()) if forks else None
        attempt = functools.partial(
            Lifted, fn, (structure, {}), specs, boxes, cells, (), around.objects, snapshot
        )
        return attempt() if snapshot is None else Compiled(fn)._lifted(attempt, around, snapshot)
    except BREAKS as error:
        raise RuntimeError(
            "For 'export', the code must not depend on the values of Tensors, but "
            f"{error}. Use ops.where, or ops.WhileLoop."
        ) from error


def flat_function(fn: Callable, args: tuple) -> tuple[Callable, list[Any]]:
    """A function of arrays alone, from those in the arguments to those in the result.

    Tensors that the code reads are constants in it, and what it writes is left out.
    """
    arrays: list[Any] = []
    structure = take_apart(tuple(args), arrays, Tensor._read)
    with LOCK, x64():
        lifted = _lifted(fn, structure, arrays)
    constants = [b._value for b in lifted.inputs]
    results = count_leaves(lifted.run.structure[0])

    def function(*flat: Any) -> Any:
        outs = lifted.fun(*flat, *constants)[:results]
        return outs if len(outs) != 1 else outs[0]

    return function, arrays


def _written(lifted: Lifted) -> tuple[list[Tensor], list[int], list[int]]:
    """The Tensors kept, which of them are written, and which of the results are needed."""
    run, tensors = lifted.run, list(lifted.inputs)
    total = len(lifted.closed.jaxpr.outvars)
    at = total - sum(n for *_, n in run.attributes) - len(run.written)
    needed, written = list(range(at)), []

    def write(tensor: Tensor, place: int) -> None:
        found = next((i for i, b in enumerate(tensors) if b is tensor), len(tensors))
        if found == len(tensors):
            tensors.append(tensor)
        written.append(found)
        needed.append(place)

    for cell, name, structure, n in run.attributes:
        old = cell.__dict__.get(name)
        new = lifted.closed.out_avals[at] if isinstance(structure, Leaf) else None
        if isinstance(old, Tensor) and new is not None and new.shape == old.shape:
            write(old, at)
        else:
            _log.warning(
                "The exported program does not keep what '%s' stores as its attribute '%s'.",
                type(cell).__name__,
                name,
            )
        at += n
    for cell, name, _ in run.plain:
        _log.warning(
            "The Python value '%s' of '%s' changes at every call, and is a constant in the "
            "exported program.",
            name,
            type(cell).__name__,
        )
    for b in run.written:
        write(b, at)
        at += 1
    return tensors, written, needed


def _lowered(program: Callable, specs: Sequence[Any]) -> jax.export.Exported:
    """A program for all platforms; for CPUs alone where others lack what it calls (`eig`)."""
    failed: list[Exception] = []
    for platforms in (PLATFORMS, PLATFORMS[:1]):
        try:
            exported = jax.export.export(jax.jit(program), platforms=platforms)(*specs)
        except NotImplementedError as error:
            failed.append(error)
        except ValueError as error:
            if "custom calls whose targets" not in str(error):
                raise
            text = (
                "For 'export', the network calls Python functions or code of one device while it "
                f"runs (ops.Print, pure_callback, an attention kernel); leave them out: {error}"
            )
            failed.append(NotImplementedError(text))
        else:
            if failed:
                _log.warning("The exported program runs on CPUs only: %s", failed[0])
            return exported
    raise failed[-1]


def _derivative_of(exported: jax.export.Exported) -> jax.export.Exported | None:
    try:
        return exported.vjp()
    except Exception as error:
        _log.info("The exported program has no derivative: %s", error)
        return None


def _named(fn: Any, tensors: Sequence[Tensor]) -> list[Kept]:
    """The Tensors of a program with names that tell them apart."""
    kept, used = [], set()
    for i, tensor in enumerate(tensors):
        kind = "parameter" if isinstance(tensor, Parameter) else "tensor"
        if tensor is random.default_generator._state:
            kind = "random"
        name = base = getattr(tensor, "name", "") or f"tensor.{i}"
        number = 1
        while name in used:
            name, number = f"{base}_{number}", number + 1
        used.add(name)
        kept.append(Kept(kind, name, bool(getattr(tensor, "requires_grad", False)), tensor))
    return kept


# -- what a file keeps ---------------------------------------------------------------------------


class Malformed(ValueError):
    """A description that no program has."""


def describe(program: Program) -> tuple[dict[str, Any], list[bytes]]:
    """A program as values that JSON has, and its modules; its Tensors are not in it."""
    modules = [program.exported, *([] if program.vjp is None else [program.vjp])]
    return {
        "modules": [_describe_module(m) for m in modules],
        "arguments": _describe_structure(program.arguments),
        "results": _describe_structure(program.results),
        "kept": [[k.kind, k.name, k.trained] for k in program.kept],
        "written": program.written,
        "arg_writes": program.arg_writes,
        "constraints": list(program.constraints),
    }, [m.mlir_module_serialized for m in modules]


def rebuild(table: dict[str, Any], modules: Sequence[bytes], values: Sequence[Any]) -> Program:
    """The program of a description; `values` are NumPy arrays for the Tensors that it keeps.

    Raises:
        Malformed: it describes no program.
        NotImplementedError: the program calls functions outside of it.
    """
    try:
        constraints = tuple(map(_checked_lengths, table["constraints"]))
        exported, *vjp = [
            _rebuilt_module(t, m, constraints)
            for t, m in zip(table["modules"], modules, strict=True)
        ]
        kept = [
            _rebuilt_tensor(kind, name, trained, value)
            for (kind, name, trained), value in zip(table["kept"], values, strict=True)
        ]
        arguments = _rebuilt_structure(table["arguments"])
        results = _rebuilt_structure(table["results"])
        written, arg_writes = table["written"], table["arg_writes"]
        count = count_leaves(arguments)
        fits = (
            isinstance(arguments, tuple)
            and isinstance(results, tuple)
            and len(results) == 2
            and len(exported.in_avals) == count + len(kept)
            and len(exported.out_avals) == count_leaves(results) + len(written)
            and all(type(i) is int and 0 <= i < len(kept) for i in written)
            and all(type(i) is int and 0 <= i < count for i in arg_writes)
            and len(arg_writes) == len(results[1])
            and len(vjp) < 2
        )
        if not fits:
            raise Malformed("its parts do not fit each other")
        for place, aval in zip(kept, exported.in_avals[count:], strict=True):
            shape, dtype = place.value._value.shape, place.value._value.dtype
            if shape != aval.shape or dtype != aval.dtype:
                raise Malformed(f"the Tensor '{place.name}' does not fit")
        derivative = vjp[0] if vjp else None
        return Program(
            exported, arguments, results, kept, written, arg_writes, derivative, constraints
        )
    except (KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise Malformed(f"{type(error).__name__}: {error}") from error


def _describe_module(module: jax.export.Exported) -> dict[str, Any]:
    return {
        "name": module.fun_name,
        "inputs": [_describe_aval(a) for a in module.in_avals],
        "outputs": [_describe_aval(a) for a in module.out_avals],
        "platforms": list(module.platforms),
        "version": module.calling_convention_version,
        "used": list(module.module_kept_var_idx),
        "global_constants": bool(module.uses_global_constants),
    }


def _describe_aval(aval: Any) -> list[str]:
    dtype = "float0" if aval.dtype == jax.dtypes.float0 else aval.dtype.name
    return [dtype, ",".join(map(str, aval.shape))]


def _rebuilt_module(
    table: dict[str, Any], module: bytes, constraints: Sequence[str]
) -> jax.export.Exported:
    with x64():
        template = jax.export.export(jax.jit(tuple))()
    scope = jax.export.SymbolicScope(constraints)
    inputs = tuple(_rebuilt_aval(*a, scope) for a in table["inputs"])
    outputs = tuple(_rebuilt_aval(*a, scope) for a in table["outputs"])
    # No array is bound to devices, however JAX calls the fields that would say so.
    shardings = {
        field.name: (None,) * len(inputs if "in_" in field.name[:4] else outputs)
        for field in dataclasses.fields(template)
        if field.name.strip("_").startswith(("in_", "out_")) and "shardings" in field.name
    }
    exported = dataclasses.replace(
        template,
        fun_name=str(table["name"]),
        in_tree=jax.tree.structure(((0,) * len(inputs), {})),
        in_avals=inputs,
        out_tree=jax.tree.structure((0,) * len(outputs)),
        out_avals=outputs,
        platforms=tuple(map(str, table["platforms"])),
        mlir_module_serialized=module,
        calling_convention_version=int(table["version"]),
        module_kept_var_idx=tuple(map(int, table["used"])),
        uses_global_constants=bool(table["global_constants"]),
        **shardings,
    )
    try:
        text = exported.mlir_module()
    except Exception as error:
        raise Malformed(f"its StableHLO cannot be read: {error}") from error
    for found in _CALL.finditer(text):
        target = found[1] or found[2]
        if target and target not in _HARMLESS and not target.startswith(_HARMLESS_PREFIXES):
            raise NotImplementedError(
                f"The program calls the function '{target}', which is not part of it; programs "
                "from files run only what JAX guarantees to keep."
            )
    return exported


def _rebuilt_aval(dtype: str, shape: str, scope: Any) -> jax.core.ShapedArray:
    if dtype == "float0":
        kind = jax.dtypes.float0
    elif dtype in DTYPES:
        kind = np.dtype(getattr(ml_dtypes, dtype, None) or dtype)
    else:
        raise Malformed(f"there is no dtype '{dtype}'")
    lengths = jax.export.symbolic_shape(_checked_lengths(shape) + "," if shape else "", scope=scope)
    return jax.core.ShapedArray(lengths, kind)


def _checked_lengths(text: str) -> str:
    """Text that JAX reads as lengths, if it is no more than that."""
    if not re.fullmatch(r"[\w\s,*+()^<>=-]{0,4096}", text) or re.search(r"[*]{2}|\^\d\d", text):
        raise Malformed("a shape is none")
    return text


def _rebuilt_tensor(kind: str, name: str, trained: bool, value: np.ndarray) -> Kept:
    if kind == "random":
        return Kept(kind, name, False, random.default_generator._state)
    if kind not in ("parameter", "tensor"):
        raise Malformed(f"there is no kind '{kind}' of Tensor")
    tensor = Tensor(value)
    if kind == "parameter":
        tensor = Parameter(tensor, name=name, requires_grad=bool(trained))
    return Kept(kind, name, bool(trained), tensor)


def _describe_structure(structure: Any) -> Any:
    """A structure as values that JSON has: containers say what they are."""
    if isinstance(structure, Leaf):
        return {"leaf": structure.raw}
    if isinstance(structure, (tuple, list)):
        return {
            "tuple" if isinstance(structure, tuple) else "list": [
                _describe_structure(part) for part in structure
            ]
        }
    if isinstance(structure, dict):
        parts = [[_describe_structure(k), _describe_structure(v)] for k, v in structure.items()]
        return {"dict": parts}
    if isinstance(structure, Opened):
        name = structure.cls.__name__
        if Composite.IN_FILES.get(name) is structure.cls:
            return {"composite": [name, _describe_structure(structure.parts)]}
    if isinstance(structure, mstype.Type):
        return {"dtype": str(structure)}
    if structure is None or type(structure) in (bool, int, float, str):
        return {"value": structure}
    kind = getattr(structure, "cls", type(structure)).__name__
    raise NotImplementedError(
        "For 'export', a program in a file takes and gives Tensors, sparse matrices, numbers, "
        f"strings, tuples, lists and dicts, but got {kind}; return the Tensors in it."
    )


def _rebuilt_structure(table: Any) -> Any:
    ((kind, content),) = table.items()
    if kind == "leaf":
        return Leaf(bool(content))
    if kind in ("tuple", "list"):
        parts: Iterator[Any] = map(_rebuilt_structure, content)
        return tuple(parts) if kind == "tuple" else list(parts)
    if kind == "dict":
        return {_rebuilt_structure(k): _rebuilt_structure(v) for k, v in content}
    if kind == "composite":
        name, described = content
        return Opened(Composite.IN_FILES[name], _rebuilt_structure(described))
    if kind == "dtype":
        return getattr(mstype, content.lower())
    if kind == "value" and (content is None or type(content) in (bool, int, float, str)):
        return content
    raise Malformed(f"there is no kind '{kind}' of value")
