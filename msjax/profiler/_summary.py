"""What a trace says: the operations of compiled code and the time that each took."""

from __future__ import annotations

import csv
import glob
import gzip
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import jax

from msjax.train._protobuf import DecodeError, fields, unpacked

_WRAPPED = re.compile(r"(jvp|vmap|transpose|pjit|jit)\((.*)\)")
_ENDING = re.compile(r"\.\d+$")


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
        for plane in jax.profiler.ProfileData.from_serialized_xspace(content).planes:
            for line in plane.lines:
                for name, own in _own_times(line, names):
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
    if not parts:
        return _ENDING.sub("", instruction)  # of the compiler's own
    name = "/".join(parts[:-1]) or function or parts[-1]
    return f"Gradients/{name}" if backward else name


def _own_times(line: Any, names: dict[tuple, str]) -> Iterator[tuple[str, float]]:
    """Name and time of each operation of a thread or stream, less that of what runs within it."""
    events = []
    for event in line.events:
        stats = dict(event.stats)
        instruction = stats.get("hlo_op")
        if instruction is None or event.duration_ns <= 0:
            continue
        key = str(stats.get("hlo_module", "")), instruction
        op_name = names.get((stats.get("program_id"), *key)) or names.get((None, *key))
        op_name = op_name or str(stats.get("tf_op", ""))
        end = event.start_ns + event.duration_ns
        events.append((event.start_ns, -end, scope(op_name, instruction)))
    open_events: list[list[Any]] = []
    for start, minus_end, name in sorted(events):
        while open_events and open_events[-1][1] <= start:
            _, _, inner_name, own = open_events.pop()
            yield inner_name, own
        if open_events:
            open_events[-1][3] -= -minus_end - start
        open_events.append([start, -minus_end, name, -minus_end - start])
    for _, _, name, own in open_events:
        yield name, own


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
