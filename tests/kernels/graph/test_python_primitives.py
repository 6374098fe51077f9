"""Primitives of MindSpore's compiler and services, transducer loss and LSTM step."""

import itertools

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from msjax.ops import function as F
from msjax.ops import operations as P

# -- losses and cells ----------------------------------------------------------------------------


def likelihood(logs, labels, times, blank):
    """Sum over all alignments: where in 0..times-1 each label is emitted."""
    total = 0.0
    for places in itertools.combinations_with_replacement(range(times), len(labels)):
        score, u = 0.0, 0
        for t in range(times):
            while u < len(labels) and places[u] == t:
                score += logs[t, u, labels[u]]
                u += 1
            score += logs[t, u, blank]
        total += np.exp(score)
    return total


def test_rnnt_loss_sums_over_all_alignments():
    random = np.random.RandomState(0)
    acts = random.randn(3, 4, 4, 5).astype(np.float32)
    labels = random.randint(0, 4, (3, 3)).astype(np.int32)
    times, counts = np.array([4, 3, 1], np.int32), np.array([3, 1, 2], np.int32)
    given = [Tensor(v) for v in (labels, times, counts)]
    loss = ops.RNNTLoss(blank_label=4)
    costs, grads = loss(Tensor(acts), *given)

    def cost(x, i):
        logs = x - np.log(np.exp(x).sum(-1, keepdims=True))
        return -np.log(likelihood(logs[i], labels[i, : counts[i]], times[i], 4))

    wide = acts.astype(np.float64)
    np.testing.assert_allclose(costs.asnumpy(), [cost(wide, i) for i in range(3)], rtol=1e-5)
    step = 1e-5
    for place in [(0, 0, 0, 1), (0, 2, 1, 4), (1, 1, 1, 4), (1, 2, 0, 3), (2, 0, 2, 4)]:
        up, down = wide.copy(), wide.copy()
        up[place] += step
        down[place] -= step
        want = (cost(up, place[0]) - cost(down, place[0])) / (2 * step)
        np.testing.assert_allclose(grads.asnumpy()[place], want, rtol=1e-4, atol=1e-6)
    assert not grads.asnumpy()[2, 1:].any() and not grads.asnumpy()[1, :, 2:].any()
    direct = ms.grad(lambda a: loss(a, *given)[0].sum())(Tensor(acts))
    np.testing.assert_allclose(direct.asnumpy(), grads.asnumpy(), rtol=1e-5, atol=1e-6)
    half = loss(Tensor(acts.astype(np.float16)), *given)
    assert [t.dtype for t in half] == [ms.float16] * 2


def test_basic_lstm_cell():
    random = np.random.RandomState(1)
    x, h, c = (random.randn(3, n).astype(np.float32) for n in (4, 2, 2))
    w, b = random.randn(6, 8).astype(np.float32), random.randn(8).astype(np.float32)
    out = ops.BasicLSTMCell(forget_bias=0.5)(*map(Tensor, (x, h, c, w, b)))
    gates = np.concatenate([x, h], 1).astype(np.float64) @ w + b
    i, j, f, o = np.split(gates, 4, 1)
    i, f, o = (1 / (1 + np.exp(-v)) for v in (i, f + 0.5, o))
    cell = c * f + i * np.tanh(j)
    want = (cell, np.tanh(cell) * o, i, np.tanh(j), f, o, np.tanh(cell))
    for k, (got, value) in enumerate(zip(out, want, strict=True)):
        assert got.dtype == (ms.float16 if k == 1 else ms.float32)
        np.testing.assert_allclose(got.asnumpy(), value, rtol=2e-3 if k == 1 else 1e-5)
    with pytest.raises(ValueError):
        ops.BasicLSTMCell()(*map(Tensor, (x, h, c, w[:5], b)))
    with pytest.raises(NotImplementedError):
        ops.BasicLSTMCell(keep_prob=0.5)


# -- reductions that the CPU build has as functions only -------------------------------------------


def test_quantile_primitive():
    x, q = np.random.RandomState(0).randn(3, 5).astype(np.float32), [0.2, 0.5]
    x[1, 2] = np.nan
    points = Tensor(q, ms.float32)
    out = ops.Quantile(dim=1, keep_dims=True)(Tensor(x), points)
    np.testing.assert_allclose(out.asnumpy(), np.quantile(x, q, 1, keepdims=True), rtol=1e-5)
    out = ops.Quantile(ignore_nan=True)(Tensor(x), points)
    np.testing.assert_allclose(out.asnumpy(), np.nanquantile(x, q), rtol=1e-5)


def test_count_nonzero_and_log_softmax_primitives():
    x = Tensor([[0, 0, 1], [1, 1, 2], [0, 0, 1]])
    for dims, want in ([1], [1, 3, 1]), (0, [1, 1, 3]), (None, 5), ([], 5):
        out = ops.CountNonZero(dims)(x)
        assert out.dtype == ms.int64 and out.asnumpy().tolist() == want
    with pytest.raises(TypeError):
        ops.CountNonZero([1.0])
    x = np.random.RandomState(0).randn(2, 3).astype(np.float32)
    want = x - np.log(np.exp(x.astype(np.float64)).sum(1, keepdims=True))
    out = ops.LogSoftmaxExt()(Tensor(x), 1, ms.float64)
    np.testing.assert_allclose(out.asnumpy(), want, rtol=1e-6)


# -- writing -------------------------------------------------------------------------------------


def test_put_writes_into_the_flattened_tensor():
    x = Tensor(np.zeros((2, 3), np.float32))
    out = ops.put_(x, Tensor([[0, -1]]), Tensor([[7.0, 8.0]]))
    assert out is x
    ops.put_(x, Tensor([0, 0, 4]), Tensor([1.0, 2.0, 3.0]), True)
    np.testing.assert_array_equal(x.asnumpy(), [[10, 0, 0], [0, 3, 8]])
    with pytest.raises(ValueError):
        ops.put_(x, Tensor([0]), Tensor([1.0, 2.0]))
    with pytest.raises(TypeError):
        ops.put_(x, Tensor([0]), Tensor([1]))


def test_copy_with_slice_writes_through_a_view():
    x = Tensor(np.zeros((3, 2), np.float32))
    ops.CopyWithSlice()(x[1], Tensor([1.0, 2.0]))
    np.testing.assert_array_equal(x.asnumpy(), [[0, 0], [1, 2], [0, 0]])


def test_dump_gradient_saves_what_arrives(tmp_path):
    def run(x, y):
        return ops.DumpGradient()(str(tmp_path / "dout.npy"), x, "out") * y

    grads = ms.grad(run, (0, 1))(Tensor(1.0), Tensor(2.0))
    assert [float(g) for g in grads] == [2.0, 1.0]
    (path,) = tmp_path.iterdir()
    assert path.name.startswith("dout_float32_") and np.load(path) == 2


# -- control flow and registries -------------------------------------------------------------------


def test_control_flow():
    assert ops.switch(Tensor(False), 1, 2) == 2
    double, triple = (lambda x: x * 2), (lambda x: x * 3)
    layer = ms.jit(lambda x: ops.switch_layer(1, (double, triple))(x))
    assert float(layer(Tensor(2.0))) == 6
    assert ops.tail([1, 2, 3]) == [2, 3]
    assert ops.zip_operation((1, 2, 3), [4, 5]) == ((1, 4), (2, 5))
    with pytest.raises(ValueError):
        ops.switch(Tensor([True, False]), 1, 2)
    with pytest.raises(TypeError):
        ops.tail(3)


def test_files_of_ops():
    assert F.partial(lambda a, b: a - b, 5)(3) == 2
    assert F.stft is ops.stft and P.Add is ops.Add and P.ResizeBilinear is ops.ResizeBilinear
    assert P.identity()(3) == 3 and P.identity().attrs == {"side_effect_propagate": 1}
    assert {"Add", "Conv2D"} <= set(P.__all__) and "stft" in F.__all__


def test_move_to():
    x = Tensor([1.0, 2.0])
    for moved in (ops.move_to(x), ops.MoveTo()(x, "CPU", False), ops.move_to([1, 2])):
        assert moved.asnumpy().tolist() == [1, 2]
    assert ops.move_to((1, 2)).dtype == ms.int64
    assert float(ms.grad(lambda a: (ops.move_to(a) * 3).sum())(x)[0]) == 3
    with pytest.raises(ValueError):
        ops.move_to(x, "nowhere")


@pytest.mark.parametrize(
    "primitive",
    [ops.Pull(), ops.Push("ApplyAdam", [1]), ops.merge],
)
def test_services_that_jax_has_not(primitive):
    with pytest.raises(NotImplementedError, match=f"'{primitive.name}' is not supported"):
        primitive(Tensor([1.0]))


def test_implementations_for_debugging():
    assert ops.get_vm_impl_fn("Nothing") is None

    @ops.vm_impl_registry.register(ops.ReLU)
    def relu(prim):
        return lambda x: (prim if isinstance(prim, str) else prim.name, max(x, 0))

    try:
        assert ops.get_vm_impl_fn("ReLU")(-1) == ("ReLU", 0)
        assert ops.get_vm_impl_fn(ops.ReLU())(2) == ("ReLU", 2)
    finally:
        for key in ("ReLU", id(ops.ReLU)):
            del ops.vm_impl_registry[key]


def test_older_name_of_kernel():
    def double(a):
        out = output_tensor(a.shape, a.dtype)  # noqa: F821
        for i in parallel(a.shape[0]):  # noqa: F821
            out[i] = a[i] * 2
        return out

    made = ops.ms_kernel(double, compile_attrs={"fast": True})
    assert made(np.ones(3, np.float32)).tolist() == [2, 2, 2]
    assert double.compile_attrs == '{"fast": true}'
    with pytest.raises(TypeError):
        ops.ms_hybrid(double, compile_attrs=3)


def test_builder_of_compiled_operators_keeps_its_settings():
    builder = ops.CustomOpBuilder("mine", ["a.cpp"], backend="CPU", cflags="-O2")
    assert (builder.name, builder.backend, builder.cflags) == ("mine", "CPU", "-O2")
    with pytest.raises(NotImplementedError, match="jax.ffi"):
        builder.load()
    with pytest.raises(TypeError):
        ops.CustomOpBuilder(3, "a.cpp")


def test_batch_of_transfers():
    transfers = ops.BatchISendIRecv(("isend",), (1,))
    assert transfers.attrs["receive_shapes"] == () and transfers.attrs["no_eliminate"]
    with pytest.raises(NotImplementedError):
        transfers((Tensor(1.0),))
    with pytest.raises(ValueError):
        ops.BatchISendIRecv(("isend",), (1, 2))
    with pytest.raises(TypeError):
        ops.BatchISendIRecv("isend", (1,))


def test_virtual_dataset_returns_its_inputs():
    from msjax.ops.operations.comm_ops import AllReduce, _VirtualDataset

    assert AllReduce is ops.AllReduce
    assert _VirtualDataset()(1, 2) == (1, 2)


def test_gradients_of_matrix_functions():
    """Against differences; MindSpore defines no gradient for these."""
    x, step = np.array([[2.0, 0.5], [0.3, 1.5]]), 1e-5
    functions = (
        lambda a: ops.MatrixLogarithm()(a.astype(ms.complex128)).real().sum(),
        lambda a: (ops.NuclearNorm()(a) ** 2).sum(),
        lambda a: (ops.STFT(2, 1, 2, True, True, False)(a, ops.ones(2, ms.float64)) ** 3).sum(),
    )
    for function in functions:
        grad = ms.grad(function)(Tensor(x)).asnumpy()
        for place in np.ndindex(2, 2):
            up, down = x.copy(), x.copy()
            up[place] += step
            down[place] -= step
            want = (float(function(Tensor(up))) - float(function(Tensor(down)))) / (2 * step)
            np.testing.assert_allclose(grad[place], want, rtol=1e-4, atol=1e-6)


def test_dicts_made_and_changed():
    made = ops.make_dict(("a", "b"), (1, 2))
    assert ops.dict_setitem(made, "b", 3) == {"a": 1, "b": 3}
    assert made == {"a": 1, "b": 2}


def test_sparse_tensors_made_of_their_parts():
    """MindSpore has these in compiled code alone."""
    places, values = ms.Tensor([[0, 1], [1, 0]]), ms.Tensor([5.0, 6.0])
    dense = [[0, 5], [6, 0]]
    assert ops.make_coo_tensor(places, values, (2, 2)).to_dense().tolist() == dense
    starts, columns = ms.Tensor([0, 1, 2]), ms.Tensor([1, 0])
    assert ops.make_csr_tensor(starts, columns, values, (2, 2)).to_dense().tolist() == dense
    older = ops.make_sparse_tensor(places, values, (2, 2))
    assert older.indices.tolist() == places.tolist() and older.values.tolist() == [5, 6]
    for make in (ops.make_row_tensor, ops.make_row_tensor_inner):
        rows = make(ms.Tensor([1]), ms.Tensor([[5.0, 6.0]]), (3, 2))
        assert ops.row_tensor_get_indices(rows).tolist() == [1]
        assert ops.row_tensor_get_values(rows).tolist() == [[5, 6]]
        assert ops.row_tensor_get_dense_shape(rows) == (3, 2)


class Named(ms.nn.Cell):
    """The result of a Primitive that has a name only."""

    def __init__(self, name):
        super().__init__()
        self.primitive = ops.Primitive(name)

    def construct(self, *args):
        return self.primitive(*args)


@pytest.mark.parametrize("mode", [ms.GRAPH_MODE, ms.PYNATIVE_MODE])
@pytest.mark.parametrize(
    ("name", "args", "expected"),
    [
        ("sequence_len", ([Tensor(1), 2],), 2),
        ("tuple_len", ((1, 2, 3),), 3),
        ("make_range", (0, 3), (0, 1, 2)),
        ("make_list", (1, 2), [1, 2]),
        ("TupleGetItem", ((4, 5), 1), 5),
        ("scalar_add", (1, 2), 3),
        ("is_not", (1, None), True),
        ("string_eq", ("a", "a"), True),
        ("in_dict", ("a", {"a": 1}), True),
    ],
)
def test_primitives_of_the_compiler_by_their_names(mode, name, args, expected):
    ms.set_context(mode=mode)
    assert Named(name)(*args) == expected


def test_named_primitives_take_tensors():
    x = Tensor([1.0, 2.0])
    assert ms.jit(lambda x: ops.Primitive("tuple_to_array")((3, 4)) + x)(x).asnumpy().tolist() == [
        4,
        6,
    ]
    slope = ms.grad(lambda x: ops.Primitive("make_tuple")(x * x, x)[0].sum())(x)
    assert slope.asnumpy().tolist() == [2, 4]
    assert ops.Primitive("identity")(x).asnumpy().tolist() == [1, 2]
