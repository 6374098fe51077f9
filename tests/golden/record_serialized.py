"""Record the JSON that MindSpore writes of pipelines and transforms in serialized.json.

Usage, with a Python that has mindspore and Pillow: `python record_serialized.py`.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import dataset_files
import mindspore as ms
import mindspore.dataset as ds
import serialized_cases as cases

if __name__ == "__main__":
    ms.set_context(pynative_synchronize=True)
    ds.config.set_num_parallel_workers(2)
    case = cases.Case(ms, ds)
    sources = []
    with tempfile.TemporaryDirectory() as folder:
        cases.make(folder, ms.mindrecord)
        pipelines = {one: case.pipeline(one).to_json() for one in cases.PIPELINES}
        operations = {one: case.mapped(one).to_json()["operations"] for one in cases.OPERATIONS}
    with tempfile.TemporaryDirectory() as folder:
        dataset_files.make(folder)
        os.chdir(folder)
        for name, args, options in dataset_files.CASES:
            sources.append(getattr(ds, name)(*args, **options, shuffle=False).to_json())
        os.chdir(Path(__file__).parent)
    groups = {"pipelines": pipelines, "operations": operations}
    text = ",\n".join(
        f'"{name}": {{\n'
        + ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in group.items())
        + "\n}"
        for name, group in groups.items()
    )
    listed = ",\n".join(json.dumps(one).replace(folder, "") for one in sources)
    Path("serialized.json").write_text(f'{{{text},\n"sources": [\n{listed}\n]}}\n')
