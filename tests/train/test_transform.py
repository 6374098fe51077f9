"""Checkpoints of one way of cutting Parameters into those of another."""

from __future__ import annotations

import itertools
import json
import os

import numpy as np
import pytest

import msjax as ms
from msjax import nn
from msjax.train.node_strategy_pb2 import ParallelGroupMap, ParallelStrategyMap

GOLDEN = os.path.join(os.path.dirname(os.path.dirname(__file__)), "golden", "strategies.json")
with open(GOLDEN) as _file:
    RECORDS = json.load(_file)
WHOLE = np.arange(128, dtype=np.float32).reshape(16, 8)


def part(begin, rows, columns):
    row, column = divmod(begin, 8)
    return WHOLE[row : row + rows, column : column + columns]


def parts(name):
    return [part(*p) for p in RECORDS[name]["parts"]]


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


def loaded(name, rank, prefix="y"):
    return ms.load_checkpoint(f"{name}/rank_{rank}/{prefix}{rank}.ckpt")


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
    assert ms.rank_list_for_transform(0, "rows.ckpt") == list(range(8))
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


def test_whole_parameters(folder):
    for rank, array in enumerate(parts("both")):
        values = {"w": ms.Tensor(array), "step": ms.Tensor(rank), "accu_grads.w": ms.Tensor(array)}
        os.makedirs(f"safe/rank_{rank}")
        ms.save_checkpoint(values, f"safe/rank_{rank}/x_1.safetensors", format="safetensors")
        ms.save_checkpoint({"w": ms.Tensor(array)}, f"safe/rank_{rank}/y", format="safetensors")
    ms.unified_safetensors("safe", "both.ckpt", "whole", file_suffix="_1")
    assert sorted(os.listdir("whole")) == [
        "hyper_param.safetensors",
        "param_name_map.json",
        "part0.safetensors",
    ]
    found = ms.load_checkpoint("whole/part0.safetensors", format="safetensors")
    np.testing.assert_array_equal(found["w"].asnumpy(), WHOLE)
    with open("whole/param_name_map.json") as file:
        assert json.load(file) == {
            "metadata": {"total_size": 512},
            "weight_map": {"w": "part0.safetensors"},
        }
    ms.unified_safetensors("safe", "both.ckpt", "named", choice_func=lambda name: f"new.{name}")
    found = ms.load_checkpoint("named/part0.safetensors", format="safetensors")
    assert list(found) == ["new.w"]
    os.remove("safe/rank_3/y.safetensors")
    os.remove("safe/rank_3/x_1.safetensors")
    with pytest.raises(ValueError, match="rank3 is needed"):
        ms.unified_safetensors("safe", "both.ckpt", "more")
    with pytest.raises(ValueError, match="safetensors files"):
        ms.unified_safetensors("both", "both.ckpt", "more")


def layout(name, devices, names, stage=None):
    table = {"field": 0, "opt_weight_shard_size": 0, "opt_weight_shard_step": 0}
    table |= {"dev_matrix": devices, "tensor_map": names}
    strategies = {"op": {"stage": stage, "parallel_strategy": []}}
    return {"parallel_layout_item": {name: table}, "parallel_strategy_item": strategies}


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
    assert ms.rank_list_for_transform(0, "new/merged.json") == [0, 1, 2, 3]
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


def test_merging_parts(folder):
    strategy = ms.build_searched_strategy("grid.ckpt")
    held = [ms.Parameter(ms.Tensor(a, ms.float16), name="w") for a in parts("grid")]
    merged = ms.merge_sliced_parameter(held, strategy)
    assert (merged.name, merged.dtype) == ("w", ms.float16)
    np.testing.assert_array_equal(merged.asnumpy(), WHOLE)
    joined = ms.train.serialization.merge_sliced_parameter(held[:2])
    np.testing.assert_array_equal(joined.asnumpy(), np.concatenate(parts("grid")[:2]))
    other = ms.Parameter(ms.Tensor(WHOLE), name="v")
    for wrong, error in [
        (([],), ValueError),
        ((held, [1]), TypeError),
        ((["w"],), TypeError),
        (([held[0], other],), ValueError),
        ((held[:3], strategy), ValueError),
        (([other], strategy), KeyError),
    ]:
        with pytest.raises(error, match="For 'merge_sliced_parameter'"):
            ms.merge_sliced_parameter(*wrong)


def test_loading_all_ranks_into_a_network(folder):
    class Net(nn.Cell):
        def __init__(self, shape=(16, 8)):
            super().__init__()
            self.w = ms.Parameter(ms.ops.zeros(shape), name="w")

    files = [f"both/rank_{r}/x.ckpt" for r in range(8)]
    net = Net()
    assert ms.load_distributed_checkpoint(net, files, None, "both.ckpt") is None
    np.testing.assert_array_equal(net.w.asnumpy(), WHOLE)
    part_of = Net((8, 8))
    found = ms.load_distributed_checkpoint(
        part_of, files, {"w": [[2], [0, -1]]}, "both.ckpt", rank_id=1, return_param_dict=True
    )
    np.testing.assert_array_equal(part_of.w.asnumpy(), WHOLE[8:])
    assert list(found) == ["w"]
    with pytest.raises(ValueError, match="8 devices, but there are 3 files"):
        ms.load_distributed_checkpoint(net, files[:3], None, "both.ckpt")
    with pytest.raises(NotImplementedError, match="unified_safetensors_dir"):
        ms.load_distributed_checkpoint(net, unified_safetensors_dir="x")


def test_segments(tmp_path):
    for i in range(2):
        ms.save_checkpoint({f"{i}.weight": ms.ops.ones((2, 2)) * i}, str(tmp_path / f"{i}.ckpt"))
    net = nn.SequentialCell(nn.Dense(2, 2, has_bias=False), nn.Dense(2, 2, has_bias=False))
    found = ms.load_segmented_checkpoints(str(tmp_path), net)
    assert list(found) == ["0.weight", "1.weight"] and (net[1].weight == 1).all()
    with pytest.raises(TypeError, match="should be a str"):
        ms.load_segmented_checkpoints(3)
    with pytest.raises(ValueError, match="not a directory"):
        ms.load_segmented_checkpoints(str(tmp_path / "none"))


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


def test_a_file_with_the_same_parts(folder, monkeypatch):
    """Of other ranks, if that of this one is missing; the same as the parts in the files tell."""
    for name in RECORDS:
        arrays = parts(name)
        for rank, array in enumerate(arrays):
            monkeypatch.setattr("msjax.train.serialization._transform.get_rank", lambda r=rank: r)
            path = f"{name}/rank_{rank}/x.ckpt"
            assert ms.get_ckpt_path_with_strategy(path, "missing") == path
            os.rename(path, f"{name}/kept")
            same = [r for r, a in enumerate(arrays) if r != rank and np.array_equal(a, array)]
            wanted = f"{name}/rank_{same[0]}/x.ckpt" if same else None
            assert ms.get_ckpt_path_with_strategy(path, f"{name}.ckpt") == wanted
            os.rename(f"{name}/kept", path)
    with pytest.raises(ValueError, match="missing"):
        ms.get_ckpt_path_with_strategy("rank_9.ckpt", "missing")


def test_newer_names_and_a_pipeline_of_one_stage():
    for name in ("convert_checkpoints", "convert_checkpoint_by_rank", "rank_list_for_convert"):
        old = name.replace("convert", "transform")
        assert getattr(ms.parallel, name) is getattr(ms, old)
    assert ms.sync_pipeline_shared_parameters(nn.Dense(1, 1)) is None
    with pytest.raises(TypeError, match="'net' should be a Cell"):
        ms.sync_pipeline_shared_parameters(3)
