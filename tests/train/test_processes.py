"""Checkpoints and Parameters that several processes share."""

from __future__ import annotations

import os

import numpy as np
import pytest
from cut_files import RECORDS, parts

import msjax as ms
from msjax import nn


def test_broadcast_in_one_process():
    net = nn.Dense(2, 3)
    before = net.weight.asnumpy()
    ms.parameter_broadcast(net, {"weight": None})
    np.testing.assert_array_equal(net.weight.asnumpy(), before)
    for arguments, text in [
        (({"weight": None}, 3), "'cur_rank' must be 0"),
        (({"weight": None}, 0, 2), "'initial_rank'"),
        (({"x": None},), "no Parameters"),
    ]:
        with pytest.raises(ValueError, match=text):
            ms.parallel.parameter_broadcast(net, *arguments)


def test_a_file_with_the_same_parts(folder, monkeypatch):
    """Of other ranks, if that of this one is missing; the same as the parts in the files tell."""
    for name in RECORDS:
        arrays = parts(name)
        for rank, array in enumerate(arrays):
            monkeypatch.setattr("msjax.train.serialization._processes.get_rank", lambda r=rank: r)
            path = f"{name}/rank_{rank}/x.ckpt"
            assert ms.get_ckpt_path_with_strategy(path, "missing") == path
            os.rename(path, f"{name}/kept")
            same = [r for r, a in enumerate(arrays) if r != rank and np.array_equal(a, array)]
            wanted = f"{name}/rank_{same[0]}/x.ckpt" if same else None
            assert ms.get_ckpt_path_with_strategy(path, f"{name}.ckpt") == wanted
            os.rename(f"{name}/kept", path)
    with pytest.raises(ValueError, match="missing"):
        ms.get_ckpt_path_with_strategy("rank_9.ckpt", "missing")
