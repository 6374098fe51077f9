"""What a Tensor is to Python, NumPy and JAX."""

from __future__ import annotations

import copy
import pickle

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import Tensor

# -- sharing memory --------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [None, ms.float32])
def test_tensor_of_a_tensor_shares_its_memory(dtype):
    x = Tensor([1.0, 2.0, 3.0])
    y = Tensor(x, dtype)
    y[0] = 9
    assert x.asnumpy().tolist() == [9, 2, 3]
    x[1:] = 5
    assert y.asnumpy().tolist() == [9, 5, 5]
    y += 1
    assert x.asnumpy().tolist() == [9, 5, 5] and y.asnumpy().tolist() == [10, 6, 6]


def test_tensor_of_another_dtype_is_a_copy():
    x = Tensor([1.0, 2.0])
    y = Tensor(x, ms.int32)
    y[0] = 9
    assert x.asnumpy().tolist() == [1, 2]


def test_tensor_of_an_array_is_a_copy():
    a = np.zeros(3, np.float32)
    y = Tensor(a)
    a[1] = 7
    y[0] = 1
    assert a.tolist() == [0, 7, 0] and y.asnumpy().tolist() == [1, 0, 0]


def test_gradient_flows_through_the_constructor():
    grad = ms.grad(lambda x: (Tensor(x) * 2).sum())(Tensor([1.0, 2.0]))
    assert grad.asnumpy().tolist() == [2, 2]


# -- Python's protocols ----------------------------------------------------------------------------

NAMES = {
    "x": Tensor([1.0, 2.0, 3.0]),
    "s": Tensor(2.5),
    "i": Tensor(3),
    "m": Tensor([[1, 2], [3, 4]]),
    "e": Tensor(np.zeros((0, 3), np.float32)),
    "Tensor": Tensor,
    "np": np,
}


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("len(x)", 3),
        ("len(e)", 0),
        ("bool(s)", True),
        ("bool(Tensor([[5.0]]))", True),
        ("int(s)", 2),
        ("int(Tensor([[5.0]]))", 5),
        ("float(i)", 3.0),
        ("complex(s)", 2.5 + 0j),
        ("s.item()", 2.5),
        ("x[0].item()", 1.0),
        ("[10, 20, 30, 40][i]", 40),
        ("list(range(i))", [0, 1, 2]),
        ("Tensor([1]).__index__()", 1),
        ("Tensor(True).__index__()", 1),
        ("2.0 in x", True),
        ("2.5 in x", False),
        ("Tensor(2.0) in x", True),
        ("hash(x) == hash(x)", True),
        ("{x: 1}[x]", 1),
        ("[float(a) for a in x]", [1.0, 2.0, 3.0]),
        ("[a.asnumpy().tolist() for a in m]", [[1, 2], [3, 4]]),
        ("[float(a) for a in reversed(x)]", [3.0, 2.0, 1.0]),
        ("float(max(x))", 3.0),
        ("float(sum(x))", 6.0),
        ("[float(a) for a in sorted(x)]", [1.0, 2.0, 3.0]),
        ("x.tolist()", [1.0, 2.0, 3.0]),
        ("s.tolist()", 2.5),
        ("(x.ndim, x.size, x.itemsize, x.nbytes, x.strides)", (1, 3, 4, 12, (4,))),
        ("m.strides", (16, 8)),
        ("f'{s}'", "2.5"),
        ("f'{x}'", "[1. 2. 3.]"),
        ("'%d' % i", "3"),
        ("'%.1f' % s", "2.5"),
        ("x is None", False),
        ("x == None", False),
    ],
)
def test_protocols(expression, answer):
    found = eval(expression, NAMES)
    assert type(found) is type(answer) and found == answer


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("len(s)", TypeError),
        ("list(s)", TypeError),
        ("bool(e)", ValueError),
        ("bool(x)", ValueError),
        ("float(x)", ValueError),
        ("int(x)", ValueError),
        ("x.item()", ValueError),
        ("x.item(0, 1)", TypeError),
        ("[1][s]", ValueError),
        ("Tensor([1.5]).__index__()", ValueError),
        ("memoryview(x)", TypeError),
        ("f'{s:.2f}'", TypeError),
        ("x.no_such_name", AttributeError),
        ("min(m)", ValueError),
    ],
)
def test_protocol_errors(expression, error):
    with pytest.raises(error):
        eval(expression, NAMES)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("dtype", ["float32", "int64", "bool_", "bfloat16", "complex64"])
def test_copies_and_pickles_keep_values_and_dtype(duplicate, dtype):
    x = Tensor([1, 0, 1], getattr(ms, dtype))
    x.note = "kept"
    for y in (duplicate(x), pickle.loads(pickle.dumps(x))):
        assert y is not x and y.dtype == x.dtype and y.note == "kept"
        assert np.array_equal(y.asnumpy(), x.asnumpy())
        y[0] = 0
        assert x.asnumpy()[0] == 1


# -- NumPy and JAX ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "answer", "dtype"),
    [
        ("np.array(x)", [1, 2, 3], "float32"),
        ("np.asarray(x, dtype=np.int32)", [1, 2, 3], "int32"),
        ("np.array(s)", 2.5, "float32"),
        ("np.array([x, x])", [[1, 2, 3], [1, 2, 3]], "float32"),
        ("np.stack([x, x])", [[1, 2, 3], [1, 2, 3]], "float32"),
        ("np.add(x, x)", [2, 4, 6], "float32"),
        ("np.sqrt(x * x)", [1, 2, 3], "float32"),
        ("np.array([1.0, 2.0, 3.0]) + x", [2, 4, 6], "float64"),
        ("np.array([1.0, 2.0, 3.0]) == x", [True, True, True], "bool"),
        ("np.array([1.0, 2.0, 3.0]) @ x", 14, "float64"),
        ("np.float32(2) * x", [2, 4, 6], "float32"),
    ],
)
def test_numpy_reads_tensors(expression, answer, dtype):
    found = eval(expression, NAMES)
    assert isinstance(found, (np.ndarray, np.generic))
    assert found.dtype == dtype and found.tolist() == answer


def test_asnumpy_is_the_callers_own():
    x = Tensor([1.0, 2.0])
    a = x.asnumpy()
    a[0] = 9
    assert x.asnumpy().tolist() == [1, 2]


def test_dlpack_both_ways():
    x = Tensor([1.0, 2.0])
    assert np.from_dlpack(x).tolist() == [1, 2]
    assert jnp.from_dlpack(x).tolist() == [1, 2]

    source = np.arange(3, dtype=np.float32)

    class Exporter:
        """What another library's array looks like."""

        def __dlpack__(self, **kwargs):
            return source.__dlpack__(**kwargs)

        def __dlpack_device__(self):
            return source.__dlpack_device__()

    y = Tensor(Exporter())
    assert y.dtype == ms.float32 and y.asnumpy().tolist() == [0, 1, 2]


def test_jax_takes_tensors():
    x = Tensor([1.0, 2.0])
    assert jnp.sum(x) == 3
    assert jnp.stack([x, x]).shape == (2, 2)
    doubled = jax.jit(lambda t: t * 2)(x)
    assert isinstance(doubled, Tensor) and doubled.asnumpy().tolist() == [2, 4]
    leaves, tree = jax.tree.flatten({"a": x, "b": Tensor(1)})
    assert len(leaves) == 2 and all(isinstance(leaf, jax.Array) for leaf in leaves)
    assert isinstance(jax.tree.unflatten(tree, leaves)["b"], Tensor)
    assert jax.grad(lambda t: (t * t).sum()._value)(x).asnumpy().tolist() == [2, 4]
    assert Tensor(jnp.arange(3)).dtype == ms.int32
    assert (x + Tensor(jnp.ones(2))).asnumpy().tolist() == [2, 3]


def test_wide_dtypes_survive_the_round_trip():
    for values in (np.array([2**40 + 1]), np.array([1 / 3]), np.array([2**63], np.uint64)):
        x = Tensor(values)
        assert x.asnumpy().dtype == values.dtype and np.array_equal(x.asnumpy(), values)
    assert jnp.arange(3).dtype == jnp.int32


def test_clone_index_to():
    x = ms.Tensor([[1.0, 2.0], [3.0, 4.0]])
    copied = x.clone()
    copied[0, 0] = 9
    assert x[0, 0].item() == 1
    assert ms.grad(lambda a: (a.clone() * a).sum())(x).tolist() == [[2.0, 4.0], [6.0, 8.0]]
    assert x.index([ms.Tensor([0, 1]), ms.Tensor([1, 1])]).tolist() == [2.0, 4.0]
    assert x.to_("CPU") is x is x.to_()


@pytest.mark.parametrize("twin", [copy.copy, copy.deepcopy, lambda t: copy.deepcopy([t])[0]])
def test_copies_of_placeholders(twin):
    placeholder = Tensor(shape=[None, 3], dtype=ms.float32)
    other = twin(placeholder)
    assert other is not placeholder and other.shape == (-1, 3) and other.dtype == ms.float32
    assert other.size == other.nbytes == 0
    net = ms.nn.ReLU()
    net.set_inputs(placeholder)
    assert copy.deepcopy(net).get_inputs()[0].shape == (-1, 3)
    with pytest.raises(ValueError, match="no values"):
        other.asnumpy()
