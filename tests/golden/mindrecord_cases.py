"""MindRecord files that both implementations write: name -> schema, calls, options."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import numpy as np

EDGES = [0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536]
EDGES += [2**31 - 1, -(2**31)]
WIDE = [*EDGES, 2**31, -(2**31) - 1, 2**40, -(2**63), 2**63 - 1]


def _all_types() -> list[dict]:
    return [
        {
            "file_name": f"{i:03}.jpg",
            "label": i - 1,
            "f": i * 0.1,
            "score": i / 3,
            "l": np.arange(i + 1),
            "m": np.ones((2, 2), np.float32) * i,
            "data": bytes([i]) * (i + 2),
        }
        for i in range(4)
    ]


CASES: dict[str, dict[str, Any]] = {
    "types": {
        "schema": {
            "file_name": {"type": "string"},
            "label": {"type": "int32"},
            "f": {"type": "float64"},
            "score": {"type": "float32"},
            "l": {"type": "int64", "shape": [-1]},
            "m": {"type": "float32", "shape": [2, 2]},
            "data": {"type": "bytes"},
        },
        "calls": lambda: [_all_types()],
        "index": ["label", "file_name"],
    },
    "arrays": {
        "schema": {"l": {"type": "int32", "shape": [-1]}, "k": {"type": "int64", "shape": [2]}},
        "calls": lambda: [[{"l": np.array(EDGES, np.int32), "k": np.array([1, 300])}]],
    },
    "one_array": {
        "schema": {"l": {"type": "int64", "shape": [-1]}, "x": {"type": "int32"}},
        "calls": lambda: [[{"l": np.array(WIDE), "x": 1}]],
    },
    "plain": {
        "schema": {"x": {"type": "int64"}, "s": {"type": "string"}, "f": {"type": "float64"}},
        "calls": lambda: [
            [
                {
                    "x": (-1) ** k * (2 ** (3 * k) + 1),
                    "s": "é\U0001f600"[k % 2] * k,
                    "f": (-1.7) ** k,
                }
                for k in range(20)
            ]
        ],
        "index": ["x"],
    },
    "pages": {
        "schema": {"x": {"type": "int32"}, "s": {"type": "string"}, "d": {"type": "bytes"}},
        "calls": lambda: [[{"x": i, "s": "q" * 1000, "d": bytes([i]) * 3000} for i in range(60)]],
        "index": ["x"],
    },
    "moved": {
        "schema": {"x": {"type": "int32"}, "s": {"type": "string"}},
        "calls": lambda: [
            [{"x": 10 * k + i, "s": "z" * ((i * 37) % 900 + k)} for i in range(7)]
            for k in range(14)
        ],
        "index": ["x"],
    },
    "appended": {
        "schema": {"x": {"type": "int32"}, "d": {"type": "bytes"}},
        "calls": lambda: [
            [{"x": 3 * i + j, "d": bytes([i]) * 3000} for j in range(5)] for i in range(8)
        ],
        "appends": lambda: [[{"x": 99, "d": b"abc"}] * 12],
    },
    "shards": {
        "schema": {"x": {"type": "int32"}, "s": {"type": "string"}},
        "calls": lambda: [[{"x": i, "s": "q" * i} for i in range(6)]],
        "shards": 3,
    },
}


def paths(name: str) -> list[str]:
    """The files of a case."""
    shards = CASES[name].get("shards", 1)
    return [f"{name}.mindrecord{i if shards > 1 else ''}" for i in range(shards)]


def write(mindrecord: Any, name: str) -> None:
    """Write the files of a case into the working folder."""
    case = CASES[name]
    writer = mindrecord.FileWriter(f"{name}.mindrecord", case.get("shards", 1))
    writer.set_header_size(1 << 14)
    writer.set_page_size(1 << 15)
    writer.add_schema(case["schema"], "a description")
    if "index" in case:
        writer.add_index(case["index"])
    for rows in case["calls"]():
        writer.write_raw_data(rows)
    writer.commit()
    for rows in case.get("appends", list)():
        writer = mindrecord.FileWriter.open_for_append(f"{name}.mindrecord")
        writer.write_raw_data(rows)
        writer.commit()


def plain(value: Any) -> Any:
    """A value as JSON takes it."""
    if isinstance(value, np.ndarray):
        return {"dtype": str(value.dtype), "values": value.tolist()}
    return {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def read(mindrecord: Any, dataset: Any, name: str) -> dict[str, Any]:
    """What the readers say of the files in the working folder."""
    first = paths(name)[0]
    reader = mindrecord.FileReader(first)
    rows = [{key: plain(value) for key, value in row.items()} for row in reader.get_next()]
    facts: dict[str, Any] = {"schema": reader.schema(), "length": reader.len(), "rows": rows}
    reader.close()
    data = dataset.MindDataset(first, shuffle=False)
    facts["columns"] = data.get_col_names()
    facts["dataset"] = [
        [
            [str(value.dtype), list(value.shape), base64.b64encode(value.tobytes()).decode()]
            for value in row
        ]
        for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)
    ]
    pages = mindrecord.MindPage(first)
    facts["fields"] = list(pages.candidate_fields)
    if facts["fields"] and len(paths(name)) == 1:
        pages.category_field = facts["fields"][0]
        facts["categories"] = pages.read_category_info()
        facts["page"] = [
            {key: plain(value) for key, value in row.items()}
            for row in pages.read_at_page_by_id(1 if len(rows) > 1 else 0, 0, 2)
        ]
    return {key: _short(value) for key, value in facts.items()}


def _short(value: Any) -> Any:
    """A long value as its checksum."""
    text = json.dumps(value)
    return value if len(text) < 4000 else hashlib.sha256(text.encode()).hexdigest()
