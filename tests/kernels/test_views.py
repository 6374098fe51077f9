"""Results that share memory with their input: a write to one shows in the other."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from tests import every_mode


def base():
    return Tensor(np.arange(24, dtype=np.float32).reshape(2, 3, 4))


VIEWS = {
    "ops.reshape": lambda x: ops.reshape(x, (4, 6)),
    "ops.Reshape": lambda x: ops.Reshape()(x, (4, 6)),
    "reshape": lambda x: x.reshape(4, 6),
    "view": lambda x: x.view(4, 6),
    "view_as": lambda x: x.view_as(ops.zeros((4, 6))),
    "reshape_as": lambda x: x.reshape_as(ops.zeros((4, 6))),
    "ops.ravel": ops.ravel,
    "ravel": lambda x: x.ravel(),
    "flatten": lambda x: x.flatten(),
    "ops.transpose": lambda x: ops.transpose(x, (1, 0, 2)),
    "transpose": lambda x: x.transpose(1, 0, 2),
    "transpose of two": lambda x: x.transpose(0, 1),
    "permute": lambda x: x.permute(2, 0, 1),
    "swapaxes": lambda x: x.swapaxes(0, 2),
    "movedim": lambda x: ops.movedim(x, 0, 2),
    "T": lambda x: x.T,
    "mT": lambda x: x.mT,
    "expand_dims": lambda x: x.expand_dims(0),
    "unsqueeze": lambda x: ops.unsqueeze(x, -1),
    "squeeze": lambda x: x.squeeze(),
    "ops.Squeeze": lambda x: ops.Squeeze()(x),
    "split": lambda x: ops.split(x, 2, axis=1)[0],
    "Tensor.split": lambda x: x.split(1)[0],
    "ops.Split": lambda x: ops.Split(0, 2)(x)[0],
    "chunk": lambda x: x.chunk(2)[0],
    "tensor_split": lambda x: ops.tensor_split(x, 2)[0],
    "hsplit": lambda x: ops.hsplit(x, 3)[0],
    "unbind": lambda x: x.unbind()[0],
    "unstack": lambda x: ops.unstack(x, 1)[0],
    "narrow": lambda x: x.narrow(0, 0, 1),
    "ops.slice": lambda x: ops.slice(x, (0, 0, 0), (1, 2, 2)),
    "ops.strided_slice": lambda x: ops.strided_slice(x, (0, 0, 0), (2, 3, 4), (1, 2, 1)),
    "diagonal": lambda x: x.diagonal(),
    "two views": lambda x: x.reshape(6, 4).T,
}
COPIES = {
    "ops.flatten": ops.flatten,
    "ops.Flatten": lambda x: ops.Flatten()(x),
    "concat": lambda x: ops.concat((x,)),
    "tile": lambda x: ops.tile(x, (1, 1, 1)),
    "flip": lambda x: ops.flip(x, (0,)),
    "tril": lambda x: ops.tril(x),
    "pad": lambda x: ops.pad(x, (0, 0)),
}


@pytest.mark.parametrize("name", VIEWS)
def test_writes_go_both_ways(name):
    x = base()
    view = VIEWS[name](x)
    view[(0,) * view.ndim] = 99.0
    assert x.asnumpy()[0, 0, 0] == 99
    assert np.count_nonzero(x.asnumpy() != base().asnumpy()) == 1
    x[0, 0, 0] = 77.0
    assert view.asnumpy().reshape(-1)[0] == 77


@pytest.mark.parametrize("name", COPIES)
def test_copies_stay_apart(name):
    x = base()
    copy = COPIES[name](x)
    copy[(0,) * copy.ndim] = 99.0
    assert (x.asnumpy() == base().asnumpy()).all()


def test_a_broadcast_view_follows_its_base():
    x = Tensor([1.0, 2.0])
    wide = ops.broadcast_to(x, (3, 2))
    x[0] = 9.0
    assert wide.tolist() == [[9, 2]] * 3


def test_bits_seen_as_another_type():
    x = Tensor([1.0, 2.0])
    bits = x.view(ms.int32)
    assert bits.tolist() == [0x3F800000, 0x40000000]
    with pytest.raises(ValueError, match="whole elements to see Float32 as Int64, but got 3"):
        Tensor([1.0, 2.0, 3.0]).view(ms.int64)
    with pytest.raises(ValueError, match="must be neighbours"):
        Tensor([[1.0, 2.0], [3.0, 4.0]]).T.view(ms.int16)


@pytest.mark.parametrize("dtype", ["int32", "int16", "uint8", "float64", "complex64"])
def test_writes_through_bits(dtype):
    """As NumPy does it, which has the same memory."""
    memory = np.arange(1, 9, dtype=np.float32).reshape(2, 4) / 3
    x = Tensor(memory)
    kind = getattr(ms, dtype)
    bits, seen = x.view(kind), memory.view(dtype)
    row = bits[1]  # a view of a view
    for place, value in (((0, 1), 1), ((1, 0), 0)):
        seen[place] = value
    bits[0, 1] = 1
    row[0] = 0
    np.testing.assert_array_equal(x.asnumpy(), memory)
    memory[1, 1] = 5
    x[1, 1] = 5.0
    np.testing.assert_array_equal(bits.asnumpy(), seen)


def test_writes_through_bytes_as_bools():
    x = Tensor([1.0, 3.5])  # of the bytes 00 00 80 3f 00 00 60 40
    truth = x.view(ms.bool_)
    assert truth.tolist() == [False, False, True, True] * 2
    truth[6] = False
    truth[0] = True
    assert x.view(ms.uint8).tolist() == [1, 0, 0x80, 0x3F, 0, 0, 0, 0x40]


def test_bits_in_every_mode():
    x = Tensor([[1.0, -2.0], [0.5, 3.0]])
    found = every_mode.in_modes(lambda v: v.view(ms.int16) + 1, x)
    for value in found.values():
        np.testing.assert_array_equal(value, x.asnumpy().view(np.int16) + 1)
    slope = ms.grad(lambda v: v.view(ms.float16).astype(ms.float32).sum())
    assert slope(x).tolist() == [[0, 0], [0, 0]]


def test_gradients_flow_through_written_views():
    def f(v):
        x = v * 1
        x.reshape(4)[0] = 0.0
        return (x * x).sum()

    gradient = ms.grad(f)(Tensor([[1.0, 2.0], [3.0, 4.0]]))
    assert gradient.tolist() == [[0, 4], [6, 8]]


@pytest.mark.parametrize(
    ("swapped", "kept"),
    [
        (lambda x: x.transpose(0, 1), lambda x: x.transpose((0, 1))),
        (lambda x: x.transpose(-1, 0), lambda x: x.permute(0, 1)),
        (lambda x: x.transpose(0, dim1=1), lambda x: ops.transpose(x, (0, 1))),
    ],
)
def test_transpose_of_a_matrix(swapped, kept):
    x = Tensor([[1.0, -2.0, 3.0], [4.0, 5.0, 0.5]])
    result = every_mode.check(lambda x: swapped(x) * ops.arange(2.0), x)
    assert result.tolist() == (x.asnumpy().T * [0, 1]).tolist()
    assert every_mode.check(kept, x).tolist() == x.tolist()
    swapped(x)[2, 0] = 7.0
    assert x[0, 2] == 7
