"""Checkpoints of one way of cutting Parameters into those of another."""

from __future__ import annotations

import itertools
import json
import os

import numpy as np
import pytest
from cut_files import (
    DTYPES,
    LAYOUTS,
    RECORDS,
    WHOLE,
    bits,
    layout,
    loaded,
    parts,
    whole_of,
    write_strategies,
)

import msjax as ms
from msjax import nn
from msjax.train.node_strategy_pb2 import ParallelGroupMap, ParallelStrategyMap


def test_parts_are_those_of_mindspore(folder):
    for name in RECORDS:
        ms.transform_checkpoints("one", f"to {name}", "y", "one.ckpt", f"{name}.ckpt")
        for rank, array in enumerate(parts(name)):
            np.testing.assert_array_equal(loaded(f"to {name}", rank)["w"].asnumpy(), array)


def test_between_any_two(folder):
    for source, target in itertools.product(["rows", "grid", "both", "two"], RECORDS):
        for rank, array in enumerate(parts(target)):
            needed = ms.rank_list_for_transform(rank, f"{source}.ckpt", f"{target}.ckpt")
            files = {r: f"{source}/rank_{r}/x.ckpt" for r in needed}
            ms.transform_checkpoint_by_rank(
                rank, files, "one.out.ckpt", f"{source}.ckpt", f"{target}.ckpt"
            )
            found = ms.load_checkpoint("one.out.ckpt")
            np.testing.assert_array_equal(found["w"].asnumpy(), array)
            assert found["step"].item() in needed
            if len(needed) > 1:
                del files[needed[-1]]
                with pytest.raises(ValueError, match="is missing, which has a part of 'w'"):
                    ms.transform_checkpoint_by_rank(
                        rank, files, "one.out.ckpt", f"{source}.ckpt", f"{target}.ckpt"
                    )


def test_to_one_and_from_one_without_a_strategy(folder):
    assert ms.rank_list_for_transform(3) == [0]
    assert ms.rank_list_for_transform(0, "rows.ckpt") == [7, 6, 5, 4, 3, 2, 1, 0]
    ms.transform_checkpoints("grid", "whole", "y", "grid.ckpt")
    np.testing.assert_array_equal(loaded("whole", 0)["w"].asnumpy(), WHOLE)
    ms.transform_checkpoints("whole", "again", "z", None, "turned.ckpt")
    for rank, array in enumerate(parts("turned")):
        np.testing.assert_array_equal(loaded("again", rank, "z")["w"].asnumpy(), array)


def test_safetensors(folder):
    os.makedirs("safe/rank_0")
    values = {"w": ms.Tensor(WHOLE, ms.bfloat16)}
    ms.save_checkpoint(values, "safe/rank_0/x.safetensors", format="safetensors")
    ms.transform_checkpoints("safe", "cut", "y", None, "rows.ckpt", output_format="safetensors")
    found = ms.load_checkpoint("cut/rank_1/y1.safetensors", format="safetensors")["w"]
    assert found.dtype == ms.bfloat16 and found.shape == (2, 8)
    assert found.astype(ms.float32).asnumpy()[0, 0] == 16


@pytest.mark.parametrize("format", ["ckpt", "safetensors"])
def test_round_trips(tmp_path, monkeypatch, format):
    monkeypatch.chdir(tmp_path)
    write_strategies()
    values = {"step": ms.Tensor(7)} | {f"p{i}": whole_of(d) for i, d in enumerate(DTYPES)}
    os.makedirs("whole/rank_0")
    ms.save_checkpoint(values, f"whole/rank_0/x.{format}", format=format)
    other = dict(zip(LAYOUTS, [*list(LAYOUTS)[1:], "rows"], strict=True))
    for first, second in other.items():
        steps = [(None, f"{first}.json"), (f"{first}.json", f"{second}.json")]
        place = "whole"
        for number, (source, target) in enumerate([*steps, (f"{second}.json", None)]):
            ms.transform_checkpoints(
                place, f"{first}{number}", "y", source, target, output_format=format
            )
            place = f"{first}{number}"
        found = ms.load_checkpoint(f"{place}/rank_0/y0.{format}", format=format)
        assert {n: bits(v) for n, v in found.items()} == {n: bits(v) for n, v in values.items()}
        # What no strategy cuts comes last in a ckpt file.
        assert format != "ckpt" or list(found)[-1] == "step"


def test_pipelines(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.makedirs("stages")
    for stage, name in enumerate(["first", "second"]):
        with open(f"stages/{stage}.json", "w") as file:
            json.dump(layout(name, [2], [0, -1], stage), file)
    ms.merge_pipeline_strategys("stages", "new/merged.json")
    assert list(ms.build_searched_strategy("new/merged.json")) == ["0-first", "1-second"]
    for rank in range(4):
        os.makedirs(f"all/rank_{rank}")
        name, value = ("first", "second")[rank // 2], WHOLE[rank % 2 :: 2]
        ms.save_checkpoint({name: ms.Tensor(value)}, f"all/rank_{rank}/x.ckpt")
    assert ms.rank_list_for_transform(0, "new/merged.json") == [3, 2, 1, 0]
    ms.transform_checkpoints("all", "one", "y", "new/merged.json")
    found = loaded("one", 0)
    assert list(found) == ["first", "second"]
    wanted = np.concatenate([WHOLE[::2], WHOLE[1::2]])
    np.testing.assert_array_equal(found["second"].asnumpy(), wanted)
    ms.transform_checkpoints("one", "back", "y", None, "new/merged.json")
    for rank in range(4):
        found = loaded("back", rank)
        assert list(found) == [("first", "second")[rank // 2]]
        np.testing.assert_array_equal(next(iter(found.values())).asnumpy(), WHOLE[rank % 2 :: 2])


def test_merging_messages(folder):
    os.makedirs("stages")
    for stage in range(2):
        message = ParallelStrategyMap()
        message.ParseFromString(bytes.fromhex(RECORDS["grid"]["strategy"]))
        message.parallel_strategy_item[0].parallel_strategys.stage = stage
        message.current_stage = 0
        with open(f"stages/{stage}.ckpt", "wb") as file:
            file.write(message.SerializeToString())
    ms.parallel.merge_pipeline_strategys("stages", "merged.ckpt")
    found = ms.build_searched_strategy("merged.ckpt")
    assert list(found) == ["0-w", "1-w"] and found["1-w"].dev_matrix[0].dim == [2, 4]
    with open("stages/x.json", "w") as file:
        file.write("{}")
    with pytest.raises(ValueError, match="all '.ckpt' or all '.json'"):
        ms.merge_pipeline_strategys("stages", "merged.ckpt")


def test_axes_cut_by_several_dimensions(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with open("x.json", "w") as file:
        json.dump(layout("w", [2, 2, 2], [[2, 0], 1]), file)
    os.makedirs("one/rank_0")
    ms.save_checkpoint({"w": ms.Tensor(WHOLE)}, "one/rank_0/x.ckpt")
    ms.transform_checkpoints("one", "new", "y", None, "x.json")
    np.testing.assert_array_equal(loaded("new", 5)["w"].asnumpy(), WHOLE[12:16, :4])
    np.testing.assert_array_equal(loaded("new", 6)["w"].asnumpy(), WHOLE[8:12, 4:])


def test_wrong_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, content in [("x.ckpt", b"\xff\xff\xff"), ("x.json", b"[1]"), ("y.json", b"{")]:
        (tmp_path / name).write_bytes(content)
        with pytest.raises(TypeError, match="strategy file"):
            ms.build_searched_strategy(name)
    with pytest.raises(ValueError, match="no such strategy file"):
        ms.build_searched_strategy("none.ckpt")
    with pytest.raises(TypeError, match="should be string"):
        ms.build_searched_strategy(3)
    with pytest.raises(NotADirectoryError):
        ms.transform_checkpoints("none", "x", "y")
    with pytest.raises(NotADirectoryError):
        ms.merge_pipeline_strategys("none", "x")
    with pytest.raises(ValueError, match="checkpoints of one format"):
        ms.transform_checkpoints(str(tmp_path), "x", "y")
    for wrong, error in [
        (("0", {}, "a.ckpt"), TypeError),
        ((0, [], "a.ckpt"), TypeError),
        ((0, {}, 3), TypeError),
        ((0, {}, "a.bin"), ValueError),
        ((0, {0: "none"}, "a.ckpt"), ValueError),
    ]:
        with pytest.raises(error):
            ms.transform_checkpoint_by_rank(*wrong)
    (tmp_path / "groups").write_bytes(ParallelGroupMap().SerializeToString())
    with pytest.raises(ValueError, match="no such group information file"):
        ms.restore_group_info_list("none")
    with pytest.raises(TypeError, match="'sliced_parameters' should be list"):
        ms.merge_sliced_parameter(3)
    with pytest.raises(ValueError, match="no restore rank list"):
        ms.restore_group_info_list("groups")


def test_newer_names_and_what_stages_share():
    for name in ("convert_checkpoints", "convert_checkpoint_by_rank", "rank_list_for_convert"):
        old = name.replace("convert", "transform")
        assert getattr(ms.parallel, name) is getattr(ms, old)
    net = nn.Dense(1, 1)
    before = net.weight.asnumpy()
    for stages in (1, 2):
        ms.set_auto_parallel_context(pipeline_stages=stages)
        assert ms.sync_pipeline_shared_parameters(net) is None
        assert net.weight.asnumpy() == before
    ms.reset_auto_parallel_context()
    with pytest.raises(TypeError, match="'net' should be a Cell"):
        ms.sync_pipeline_shared_parameters(3)
