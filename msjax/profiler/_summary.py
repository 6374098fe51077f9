"""What a trace says: the operations of compiled code and the time that each took."""

from __future__ import annotations

import csv
import glob
import gzip
import itertools
import operator
import os
import re
import shutil
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jax

from msjax.train._protobuf import DecodeError, fields, unpacked

_WRAPPED = re.compile(r"(jvp|vmap|transpose|pjit|jit)\((.*)\)")
_ENDING = re.compile(r"\.\d+$")
_FLOW = {"while", "body", "cond", "custom_jvp_call", "custom_vjp_call", "closed_call", "checkpoint"}
_CALL = re.compile(r"PjitFunction\((.*)\)")  # of JAX, for a program that a thread asks for
_NO_NAME = re.compile(r"[^\w.-]")  # what names of modules have "_" for


@dataclass
class Cost:
    """How often an operation ran, and how long without what ran inside it."""

    name: str
    count: int = 0
    nanoseconds: float = 0.0


def traces(folder: str) -> list[str]:
    """The files of a profile that have its events."""
    return sorted(glob.glob(os.path.join(glob.escape(folder), "**", "*.xplane.pb"), recursive=True))


def costs(folder: str) -> list[Cost]:
    """The operations of a profile, the costliest first."""
    found: dict[str, Cost] = {}
    for path in traces(folder):
        with open(path, "rb") as file:
            content = file.read()
        names = _names(content)
        lines, calls = [], []
        for plane in jax.profiler.ProfileData.from_serialized_xspace(content).planes:
            for line in plane.lines:
                operations, called = _read(line, names)
                lines.append(operations)
                calls.append(called)
        layers = _layers(lines, calls)
        for operations in lines:
            for operation, own in _own_times(operations):
                name = operation.name(layers.get(operation.run))
                cost = found.setdefault(name, Cost(name))
                cost.count += 1
                cost.nanoseconds += own
    return sorted(found.values(), key=lambda cost: (-cost.nanoseconds, cost.name))


def text(found: list[Cost], most: int = 10) -> str:
    """A table of the costliest operations."""
    total = sum(cost.nanoseconds for cost in found)
    if not found:
        return "No operation of compiled code was recorded."
    shown = found[:most]
    width = max(len("operation"), *(len(cost.name) for cost in shown))
    lines = [
        f"{'operation':{width}}  {'calls':>7}  {'total us':>12}  {'mean us':>10}  {'share':>6}"
    ]
    for cost in shown:
        total_us = cost.nanoseconds / 1000
        lines.append(
            f"{cost.name:{width}}  {cost.count:7}  {total_us:12.1f}  {total_us / cost.count:10.2f}"
            f"  {cost.nanoseconds / (total or 1):6.1%}"
        )
    rest = len(found) - len(shown)
    lines.append(f"{total / 1000:.1f} us in all" + (f", {rest} more operations" if rest else ""))
    return "\n".join(lines)


def write(folder: str) -> str:
    """Write tables and a timeline beside a trace; returns the folder of the results."""
    results = os.path.join(folder, "ASCEND_PROFILER_OUTPUT")
    os.makedirs(results, exist_ok=True)
    found = costs(folder)
    with open(os.path.join(results, "summary.txt"), "w", encoding="utf-8") as file:
        file.write(text(found) + "\n")
    with open(os.path.join(results, "op_statistic.csv"), "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["Operation", "Count", "Total Time(us)", "Avg Time(us)"])
        for cost in found:
            total = cost.nanoseconds / 1000
            table.writerow([cost.name, cost.count, f"{total:.3f}", f"{total / cost.count:.3f}"])
    for path in traces(folder)[-1:]:
        timeline = path.removesuffix(".xplane.pb") + ".trace.json.gz"
        if os.path.exists(timeline):  # as Perfetto and chrome://tracing read it
            with (
                gzip.open(timeline, "rb") as source,
                open(os.path.join(results, "trace_view.json"), "wb") as target,
            ):
                shutil.copyfileobj(source, target)
    return results


def scope(op_name: str, instruction: str) -> str:
    """The name in a profile for what XLA calls `jit(f)/transpose(jvp(Net))/conv1/Conv2D/mul`."""
    backward, parts, function = _parsed(op_name)
    if not parts:
        return _ENDING.sub("", instruction)  # of the compiler's own
    name = "/".join(parts[:-1]) or function or parts[-1]
    return f"Gradients/{name}" if backward else name


def _parsed(op_name: str) -> tuple[bool, list[str], str]:
    """Whether it is of a derivative, its scopes with the primitive, and the outermost function."""
    backward, parts, function = False, [], ""
    for part in op_name.split("/"):
        inner = part
        while (match := _WRAPPED.fullmatch(inner)) is not None:
            kind, inner = match.groups()
            backward = backward or kind == "transpose"
            if kind in ("jit", "pjit"):
                function, inner = function or inner, ""
        if inner:
            parts.append(inner)
    return backward, parts, function


@dataclass
class _Operation:
    """An instruction that ran from one nanosecond to another, in one run of a program."""

    start: float
    end: float
    run: tuple[str, Any]  # the program's module, and what tells one run of it from others
    op_name: str
    instruction: str

    def name(self, layer: str | None) -> str:
        """Its name; of an operation's program it is told which layer ran it."""
        _, parts, _ = _parsed(self.op_name)
        if layer is None or not _FLOW.issuperset(parts[:-1]):
            return scope(self.op_name, self.instruction)
        label = self.run[0].removeprefix("jit_")
        backward, label = label.startswith("grad_"), label.removeprefix("grad_")
        if label.startswith("_"):  # a step of an optimizer
            label = "" if layer else label
        return "/".join(filter(None, ("Gradients" * backward, layer, label)))


@dataclass
class _Call:
    """A program that a thread asked for, and the layer that did."""

    start: float
    end: float
    module: str
    layer: str
    done: bool = False  # its run is known

    def runs(self, operation: _Operation) -> bool:
        """Whether an operation is of this program, in a run that can be told from others."""
        module, run = operation.run
        return module == self.module and run is not None


def _read(line: Any, names: dict[tuple, str]) -> tuple[list[_Operation], list[_Call]]:
    """The operations of a thread or stream, and the programs that it asked for."""
    operations, calls, marks = [], [], []
    for event in line.events:
        end = event.start_ns + event.duration_ns
        called = _CALL.fullmatch(event.name)
        if called is not None:
            marks.append((event.start_ns, -end, f"jit_{called[1]}", None))
            continue
        stats = dict(event.stats)
        if "layer" in stats:
            marks.append((event.start_ns, -end, None, str(stats["layer"])))
        instruction = stats.get("hlo_op")
        if instruction is None or event.duration_ns <= 0:
            continue
        module = str(stats.get("hlo_module", ""))
        key = module, instruction
        op_name = names.get((stats.get("program_id"), *key)) or names.get((None, *key))
        op_name = op_name or str(stats.get("tf_op", ""))
        run = module, stats.get("run_id")
        operations.append(_Operation(event.start_ns, end, run, op_name, str(instruction)))
    around: list[tuple] = []
    for mark in sorted(marks, key=operator.itemgetter(0, 1)):
        while around and -around[-1][1] <= mark[0]:
            around.pop()
        start, minus_end, module, _ = mark
        if module is not None and all(outer[2] != module for outer in around):
            layer = next((outer[3] for outer in reversed(around) if outer[3]), "")
            calls.append(_Call(start, -minus_end, _NO_NAME.sub("_", module), layer))
        around.append(mark)
    return operations, calls


def _layers(lines: list[list[_Operation]], calls: list[list[_Call]]) -> dict[tuple[str, Any], str]:
    """The layer that each run of a program was for.

    A thread runs small programs within its calls of them; others run in the order of the calls.

    Args:
        lines: the operations of each thread or stream.
        calls: the programs that each of them asked for.
    """
    found: dict[tuple[str, Any], str] = {}
    asked: dict[str, list[_Call]] = {}
    begins: dict[tuple[str, Any], float] = {}
    for operations, called in zip(lines, calls, strict=True):
        called = sorted(called, key=lambda call: call.start)
        for operation in operations:
            k = bisect_right(called, operation.start, key=lambda call: call.start) - 1
            call = called[k] if k >= 0 else None
            if call is not None and operation.end <= call.end and call.runs(operation):
                found[operation.run] = call.layer
                call.done = True
            known = begins.get(operation.run, operation.start)
            begins[operation.run] = min(known, operation.start)
    for call in sorted(itertools.chain(*calls), key=lambda call: call.start):
        if not call.done:
            asked.setdefault(call.module, []).append(call)
    runs: dict[str, list[tuple[float, Any]]] = {}
    for (module, run), start in begins.items():
        if run is not None and (module, run) not in found:
            runs.setdefault(module, []).append((start, run))
    for module, started in runs.items():
        of_module = asked.get(module, [])
        for k, (start, run) in enumerate(sorted(started, key=operator.itemgetter(0))):
            if len(of_module) != len(started):  # some calls had nothing to run
                k = bisect_right(of_module, start, key=lambda call: call.start) - 1
            if 0 <= k < len(of_module):
                found[module, run] = of_module[k].layer
    return found


def _own_times(operations: list[_Operation]) -> Iterator[tuple[_Operation, float]]:
    """The operations of a thread, and the time of each less that of what runs within it."""
    around: list[list[Any]] = []
    for operation in sorted(operations, key=lambda one: (one.start, -one.end)):
        while around and around[-1][0].end <= operation.start:
            yield tuple(around.pop())
        if around:
            around[-1][1] -= operation.end - operation.start
        around.append([operation, operation.end - operation.start])
    for operation, own in around:
        yield operation, own


def _names(content: bytes) -> dict[tuple, str]:
    """(program, module, instruction) -> the name that JAX gave it, from the programs in a trace.

    Also for any program of the module's name (None): not every device counts programs as the
    trace does.
    """
    found: dict[tuple, str] = {}
    try:
        for program, proto in _programs(memoryview(content)):
            module = _text(proto, 1)
            own: dict[str, str] = {}
            called: dict[str, list[int]] = {}  # computations of instructions that have no name
            inside: dict[int, list[str]] = {}  # names in a computation
            for computation in _parts(proto, 3):
                named = inside.setdefault(_number(computation, 5), [])
                for instruction in _parts(computation, 2):
                    name = _text(instruction, 1)
                    own[name] = "".join(_text(part, 2) for part in _parts(instruction, 7))
                    if not own[name].startswith("jit("):  # an argument's, or a part of an operation
                        own[name] = ""
                    if own[name]:
                        named.append(own[name])
                    else:
                        called[name] = _numbers(instruction, 38)
            for name, computations in called.items():  # what most of a fusion belongs to
                names = [one for number in computations for one in inside.get(number, ())]
                own[name] = max(names, key=names.count, default="")
            for name, op_name in own.items():
                found[program, module, name] = op_name
                found.setdefault((None, module, name), op_name)
    except (DecodeError, UnicodeDecodeError):  # another version's layout: XLA's names remain
        return {}
    return found


def _programs(space: memoryview) -> Iterator[tuple[int, memoryview]]:
    """Identity and HloModuleProto of the programs in a trace (XSpace)."""
    for plane in _parts(space, 1):
        if _text(plane, 2) != "/host:metadata":
            continue
        for entry in _parts(plane, 4):  # a map from identities to XEventMetadata
            for metadata in _parts(entry, 2):
                program = _number(metadata, 1)
                for stat in _parts(metadata, 5):
                    for proto in _parts(stat, 6):
                        for module in _parts(proto, 1):
                            yield program, module


def _parts(message: memoryview, number: int) -> Iterator[memoryview]:
    return (v for n, v in fields(message) if n == number and not isinstance(v, int))


def _text(message: memoryview, number: int) -> str:
    return b"".join(_parts(message, number)).decode()


def _number(message: memoryview, number: int) -> int:
    return next((v for n, v in fields(message) if n == number and isinstance(v, int)), 0)


def _numbers(message: memoryview, number: int) -> list[int]:
    """A field of several integers, packed or not."""
    found = []
    for one, value in fields(message):
        if one == number:
            found += [value] if isinstance(value, int) else unpacked(value)
    return found
