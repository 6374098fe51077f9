"""The tables of recorded calls, and where their answers are.

A table is tests/records/<folder>/<name>.py, its answers are tests/golden/ops/<folder>/<name>.json.
Folders are the families of msjax/kernels, and the tables in them call what those kernels compute;
`numpy` and `layers` are surfaces with code of their own, `sweeps` go over all families.
"""

from __future__ import annotations

import functools
import importlib
import json
from pathlib import Path
from typing import Any

from records import Record

# Written by hand. Of the records of one operation the first counts for some tests.
TABLES = """
conv.conv conv.unfold
create.creation create.random
elementwise.arithmetic elementwise.operators
graph.primitives graph.values
image.boxes image.grid image.resize image.vision
index.gather index.insertion index.scatter index.select
linalg.distances linalg.fft linalg.matmul linalg.norms linalg.scipy linalg.signal linalg.systems
linalg.windows
loss.functions loss.transducer
nn.activation nn.dense nn.dropout nn.normalization nn.recurrent nn.sequences
pool.fractional pool.pooling pool.unpooling
reduction.axes reduction.differences reduction.segment reduction.statistics
shape.joining shape.reshape shape.slicing
sorting.lookups sorting.sort
sparse.primitives
special.functions
update.assign
layers.image layers.loss
numpy.arrays numpy.creation
""".split()
# Generated from lists of names, and long.
SWEEPS = """
sweeps.binary sweeps.classes primitives.derivatives sweeps.methods sweeps.mint sweeps.mint_rules
numpy.arithmetic numpy.linalg numpy.types sweeps.options sweeps.rare sweeps.reduction
sparse.functions sweeps.unary primitives.unlisted
""".split()

_ANSWERS = Path(__file__).parents[1] / "golden" / "ops"


def table(name: str) -> list[Record]:
    """The calls of a table."""
    return importlib.import_module(f"records.{name}").RECORDS


def path_of(name: str) -> Path:
    """The file with the answers to a table."""
    return _ANSWERS / (name.replace(".", "/") + ".json")


@functools.cache
def answers(name: str) -> dict[str, Any]:
    """The recorded answers to a table: {"answers": {id: outcome}, "gaps": [id]}."""
    path = path_of(name)
    return json.loads(path.read_text()) if path.exists() else {"answers": {}, "gaps": []}


def accepted(name: str) -> list[Record]:
    """The calls of a table that MindSpore answers with a result."""
    known = answers(name)["answers"]
    return [r for r in table(name) if "out" in known.get(r.id, ()) and not r.differs]
