"""Record with MindSpore what its datasets read in miniature files; see dataset_files.py."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import dataset_files
import mindspore.dataset as ds

if __name__ == "__main__":
    ds.config.set_num_parallel_workers(1)
    found = []
    with tempfile.TemporaryDirectory() as folder:
        dataset_files.make(folder)
        os.chdir(folder)
        for name, args, options in dataset_files.CASES:
            found.append(dataset_files.facts(getattr(ds, name)(*args, **options, shuffle=False)))
        os.chdir(Path(__file__).parent)
    text = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in found)
    (Path(__file__).parent / "dataset_files.json").write_text(f"[\n{text}\n]\n")
