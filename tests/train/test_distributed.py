"""Parts of Parameters joined, and checkpoints of all ranks loaded into one network."""

from __future__ import annotations

import numpy as np
import pytest
from cut_files import WHOLE, parts

import msjax as ms
from msjax import nn
from msjax.train.serialization._strategy import cuts, write_strategy


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


@pytest.mark.parametrize("name", ["cut.ckpt", "cut.json"])
def test_strategy_files_are_read_as_they_were_written(name, tmp_path):
    path = str(tmp_path / name)
    write_strategy(path, {"w": ([2, 3], [-1, 0]), "v": ([2, 3], [[1, 0], -1]), "b": ([6], [-1])})
    found = cuts(path)
    assert {key: (cut.devices, cut.axes) for key, cut in found.items()} == {
        "w": ([2, 3], [[], [1]]),
        "v": ([2, 3], [[0, 1], []]),
        "b": ([6], [[]]),
    }
    assert found["v"].region(4, (12, 5)) == (slice(8, 10), slice(0, 5))
