"""A folder with recorded strategies and the checkpoints of their ranks."""

from __future__ import annotations

import os

import pytest
from cut_files import RECORDS, parts

import msjax as ms


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, record in RECORDS.items():
        with open(f"{name}.ckpt", "wb") as file:
            file.write(bytes.fromhex(record["strategy"]))
        for rank, array in enumerate(parts(name)):
            os.makedirs(f"{name}/rank_{rank}")
            values = {"w": ms.Tensor(array), "step": ms.Tensor(rank)}
            ms.save_checkpoint(values, f"{name}/rank_{rank}/x.ckpt")
    return tmp_path
