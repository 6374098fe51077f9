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


LAYOUTS = {  # the devices, the axes that cut, and the optimizer's step and number of parts
    "rows": ([4], [0, -1], 0, 0),
    "columns": ([2, 2], [-1, 0], 0, 0),
    "grid": ([2, 2], [1, 0], 0, 0),
    "turned": ([2, 4], [0, 1], 0, 0),
    "repeated": ([2, 2, 2], [1, -1], 0, 0),
    "optimizer": ([2, 4], [0, -1], 4, 2),
    "all": ([8], [-1, -1], 1, -1),
}
DTYPES = [ms.float32, ms.bfloat16, ms.float16, ms.int8, ms.bool_]


def whole_of(dtype):
    values = ms.Tensor((WHOLE * 0.37 - 20).astype(np.float32))
    return (values > 0) if dtype == ms.bool_ else values.astype(dtype)


def bits(value):
    array = value.asnumpy() if value.dtype != ms.bfloat16 else value.astype(ms.float32).asnumpy()
    return value.dtype, value.shape, array.tobytes()


def write_strategies():
    for name, (devices, axes, step, size) in LAYOUTS.items():
        table = {"dev_matrix": devices, "tensor_map": axes}
        table |= {"opt_weight_shard_step": step, "opt_weight_shard_size": size}
        with open(f"{name}.json", "w") as file:
            json.dump({"parallel_layout_item": {f"p{i}": table for i in range(len(DTYPES))}}, file)


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


def test_from_whole_parameters_to_those_of_ranks(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_strategies()
    values = {f"p{i}": whole_of(d) for i, d in enumerate(DTYPES)} | {"step": ms.Tensor(7)}
    os.makedirs("whole/rank_0")
    ms.save_checkpoint(values, "whole/rank_0/x", format="safetensors")
    ms.transform_checkpoints(
        "whole", "cut", "y", None, "grid.json", output_format="safetensors", process_num=2
    )
    ms.unified_safetensors("cut", "grid.json", "joined")
    ms.unified_safetensors("cut", "grid.json", "one", choice_func=lambda name: f"old.{name}")
    os.remove("one/hyper_param.safetensors")
    load, safe = ms.load_distributed_checkpoint, {"format": "safetensors"}
    joined = safe | {"unified_safetensors_dir": "joined"}
    one = safe | {"unified_safetensors_dir": "one"}
    one["name_map"] = {name: f"old.{name}" for name in values if name != "step"}
    for strategy in (None, "turned.json"):
        ms.transform_checkpoints("whole", f"to {strategy}", "y", None, strategy)
        count = 1 if strategy is None else 8
        to = {"dst_safetensors_dir": f"new {strategy}", "output_format": "ckpt"}
        assert load(None, None, strategy, **joined, **to) is True
        assert sorted(os.listdir(f"new {strategy}")) == [f"rank_{rank}" for rank in range(count)]
        for rank in range(count):
            found = ms.load_checkpoint(f"new {strategy}/rank_{rank}/net.ckpt")
            expected = {n: bits(v) for n, v in loaded(f"to {strategy}", rank).items()}
            assert {n: bits(v) for n, v in found.items()} == expected
        to = {"dst_safetensors_dir": "named", "rank_id": count - 1}
        load(None, None, strategy, **one, **to)
        found = ms.load_checkpoint(f"named/rank_{count - 1}/net.safetensors", **safe)
        del expected["step"]
        assert {n: bits(v) for n, v in found.items()} == expected
    assert list(ms.load_checkpoint("new turned.json/rank_0/net.ckpt")) == [*values]

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.p0 = ms.Parameter(ms.ops.zeros((16, 8)), name="p0")
            self.more = ms.Parameter(ms.ops.zeros(2), name="more")

    net = Net()
    missing, unknown = load(net, **joined)
    assert missing == ["more"] and "p1" in unknown
    assert bits(net.p0) == bits(values["p0"])
    net = Net()
    assert set(load(net, **joined, return_param_dict=True)) == set(values)
    assert not net.p0.any()
    for wrong, text in [
        (joined | {"strict_load": True}, "excludes"),
        (joined | {"format": "ckpt"}, "needs format='safetensors'"),
        (joined | {"output_format": "onnx"}, "'format' and 'output_format'"),
        (joined | {"name_map": {"p0": "q"}}, r"part0.safetensors lacks 'q'"),
        (safe | {"unified_safetensors_dir": "none"}, "none is not a directory"),
        (safe | {"unified_safetensors_dir": "cut"}, "must have safetensors files"),
        (safe | {"checkpoint_filenames": ["x"], "dst_safetensors_dir": "x"}, "needs"),
    ]:
        with pytest.raises(ValueError, match=text):
            load(net, **wrong)
    with pytest.raises(ValueError, match="'dst_safetensors_dir' can not be None"):
        load(None, **joined)
    for content, text in [("{", "is not JSON"), ('{"p0": "../x"}', "files beside it")]:
        os.chmod("joined/param_name_map.json", 0o600)
        with open("joined/param_name_map.json", "w") as file:
            file.write(content)
        with pytest.raises(ValueError, match=text):
            load(net, **joined)


def test_what_is_left_out_of_whole_parameters(tmp_path, monkeypatch):
    """It goes to hyper_param.safetensors as the first rank has it."""
    monkeypatch.chdir(tmp_path)
    names = ["w", "v", "accu_grads.w"]
    table = {"dev_matrix": [2], "tensor_map": [0, -1]}
    with open("s.json", "w") as file:
        json.dump({"parallel_layout_item": dict.fromkeys(names, table)}, file)

    def write(folder, rank, shape=(2, 4), dtype=ms.float32, file="x.safetensors"):
        os.makedirs(f"{folder}/rank_{rank}", exist_ok=True)
        values = {name: ms.ops.full(shape, rank, dtype=dtype) for name in names}
        ms.save_checkpoint(values, f"{folder}/rank_{rank}/{file}", format="safetensors")

    for rank in range(2):
        write("a", rank)
    ms.unified_safetensors("a", "s.json", "new", choice_func=lambda name: name != "v")
    rest = ms.load_checkpoint("new/hyper_param.safetensors", format="safetensors")
    assert {name: value.shape for name, value in rest.items()} == {
        "accu_grads.w": (2, 4),
        "v": (2, 4),
    }
    for wrong, text in [
        ({"choice_func": lambda name: None}, "must be bool or str, but got <class 'NoneType'>"),
        ({"choice_func": lambda name: "x"}, "several Parameters one name"),
        ({"split_dst_file": (0, 2)}, "'split_dst_file' must be"),
        ({"split_dst_file": 3}, "'split_dst_file' must be"),
        ({"src_strategy_file": None}, "must have a strategy"),
        ({"src_dir": "none"}, "must exist"),
        ({"file_suffix": "z"}, "whose names end in 'z'"),
    ]:
        with pytest.raises(ValueError, match=text):
            options = {"src_dir": "a", "src_strategy_file": "s.json", "dst_dir": "b"} | wrong
            ms.unified_safetensors(**options)
    for folder, options, text in [
        (
            "shapes",
            {"shape": (3, 4)},
            r"\(2, 4\) in .*rank_0.x.safetensors, but .* \(3, 4\) in .*_1",
        ),
        ("types", {"dtype": ms.float16}, "Float32 of shape .* but Float16"),
        ("ranks", {"shape": (2,)}, "The parts of the Parameter"),
    ]:
        write(folder, 0)
        write(folder, 1, **options)
        with pytest.raises(ValueError, match=text):
            ms.unified_safetensors(folder, "s.json", "b")
        with pytest.raises(ValueError, match=text):
            ms.transform_checkpoints(folder, "c", "y", "s.json")
    write("flat", 0, (2,))
    write("flat", 1, (2,))
    with pytest.raises(ValueError, match="of shape .* in .*rank_0.x.safetensors does not fit"):
        ms.transform_checkpoints("flat", "c", "y", "s.json")
    with open("a/rank_1/x.safetensors", "rb") as file:
        content = file.read()
    os.remove("a/rank_1/x.safetensors")
    with open("a/rank_1/x.safetensors", "wb") as file:
        file.write(content[:-5])
    for task in (ms.unified_safetensors, ms.transform_checkpoints):
        with pytest.raises(ValueError, match=r"a/rank_1/x.safetensors.*not as long as the header"):
            task(
                *(
                    ("a", "s.json", "b")
                    if task is ms.unified_safetensors
                    else ("a", "b", "y", "s.json")
                )
            )


@pytest.mark.parametrize(
    ("files", "suffix", "chosen"),
    [
        (["net-9_1", "net-10_1"], None, "net-10_1"),  # by numbers, not by letters
        (["net-10_2", "net-10_10"], None, "net-10_10"),
        (["net-1_10", "net-1_110"], "10", "net-1_10"),
        (["net-1_10", "net-1_110"], "1_10", "net-1_10"),
        (["net-1_10", "net_1-1_10"], "-1_10", "net-1_10"),
        (["net_1-1_10", "net_rank_1-1_10"], "1-1_10", "net_1-1_10"),
        (["net-a", "net2-a"], "a", None),
        (["a-1_1", "b-1_1"], "1_1", None),
    ],
)
def test_which_of_several_files(tmp_path, monkeypatch, files, suffix, chosen):
    monkeypatch.chdir(tmp_path)
    with open("s.json", "w") as file:
        table = {"dev_matrix": [1], "tensor_map": [-1]}
        json.dump({"parallel_layout_item": {"w": table}}, file)
    os.makedirs("a/rank_0")
    for number, name in enumerate(files):
        value = {"w": ms.Tensor([float(number)])}
        ms.save_checkpoint(value, f"a/rank_0/{name}.safetensors", format="safetensors")
    if chosen is None:
        with pytest.raises(ValueError, match="longest common suffix"):
            ms.unified_safetensors("a", "s.json", "b", file_suffix=suffix)
        return
    ms.unified_safetensors("a", "s.json", "b", file_suffix=suffix)
    found = ms.load_checkpoint("b/part0.safetensors", format="safetensors")["w"]
    assert files[int(found.item())] == chosen


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
    assert ms.load_distributed_checkpoint(net, files, None, "both.ckpt") is True
    np.testing.assert_array_equal(net.w.asnumpy(), WHOLE)
    part_of = Net((8, 8))
    found = ms.load_distributed_checkpoint(
        part_of, files, {"w": [[2], [0, -1]]}, "both.ckpt", rank_id=1, return_param_dict=True
    )
    np.testing.assert_array_equal(part_of.w.asnumpy(), WHOLE[8:])
    assert list(found) == ["w"]
    with pytest.raises(ValueError, match="8 devices, but there are 3 files"):
        ms.load_distributed_checkpoint(net, files[:3], None, "both.ckpt")
    by_context = Net()
    ms.set_auto_parallel_context(strategy_ckpt_load_file="both.ckpt")
    try:
        ms.load_distributed_checkpoint(by_context, files)
    finally:
        ms.reset_auto_parallel_context()
    np.testing.assert_array_equal(by_context.w.asnumpy(), WHOLE)
    with pytest.raises(ValueError, match="'predict_strategy' must be a dict"):
        ms.load_distributed_checkpoint(net, files, 3, "both.ckpt")
    with pytest.raises(ValueError, match="network"):
        ms.load_distributed_checkpoint(None, files)


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
