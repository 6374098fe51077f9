"""Pipelines that are written as JSON, and transforms in them; the files that they read."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

_LISTS = (Path(__file__).with_suffix(".txt")).read_text().split("## ")[1:]
PIPELINES, OPERATIONS = (part.splitlines()[1:] for part in _LISTS)


def make(root: str, mindrecord: Any) -> None:
    """Write the files into a folder and make it the current one."""
    os.chdir(root)
    rng = np.random.default_rng(0)
    for name in "ab":
        os.makedirs(f"img/{name}")
        for number in range(2):
            picture = rng.integers(0, 256, (8, 10, 3), np.uint8)
            Image.fromarray(picture).save(f"img/{name}/{number}.jpg")
    Path("t.txt").write_text("hello world\nbye\n")
    Path("t.csv").write_text("a,b\n1,2\n3,4\n")
    column = {"name": "a", "rank": 1, "shape": [1], "type": "int64"}
    Path("schema.json").write_text(json.dumps({"columns": [column]}))
    writer = mindrecord.FileWriter("t.mindrecord", 1, overwrite=True)
    writer.add_schema({"a": {"type": "int32"}, "b": {"type": "bytes"}}, "x")
    writer.write_raw_data([{"a": n, "b": bytes([n])} for n in range(3)])
    writer.commit()
    record = bytes.fromhex("0e00000000000000c5e5693f0a0c0a0a0a016112051a030a010139e87850")
    Path("t.tfrecord").write_bytes(record)


class Case:
    """What the expressions name."""

    def __init__(self, ms: Any, ds: Any):
        self.names = {"ms": ms, "ds": ds, "np": np, "v": ds.vision, "t": ds.transforms}
        self.names |= {"text": ds.text, "images": self.images, "nested": self.nested}
        self.names["schema"] = self.schema
        self.ms, self.ds = ms, ds

    def images(self, shuffle: Any = False, **options: Any) -> Any:
        """The folder of images, in order unless told otherwise."""
        return self.ds.ImageFolderDataset("img", shuffle=shuffle, **options)

    def nested(self, images: Any) -> Any:
        """The images by a sampler with a child."""
        sampler = self.ds.SequentialSampler()
        sampler.add_child(self.ds.RandomSampler())
        return images(None, sampler=sampler)

    def schema(self) -> Any:
        """One column of ints."""
        schema = self.ds.Schema()
        schema.add_column("a", self.ms.int64, [1])
        return schema

    def pipeline(self, expression: str) -> Any:
        """The pipeline of an expression."""
        return eval(expression, self.names)

    def mapped(self, expression: str) -> Any:
        """A pipeline that applies the transform of an expression."""
        return self.images().map(eval(expression, self.names), ["image"])
