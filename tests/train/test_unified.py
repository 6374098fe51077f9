"""Checkpoints of all ranks in few files of whole Parameters, and back."""

from __future__ import annotations

import json
import os

import numpy as np
import pytest
from cut_files import DTYPES, WHOLE, bits, loaded, parts, whole_of, write_strategies

import msjax as ms
from msjax import nn


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
