"""Calls as MindSpore's own tests write them: paths of inner files, helpers, rare operations."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from every_mode import in_every_mode

import msjax as ms
from msjax import Parameter, Tensor, ops
from msjax._missing import MissingClass

PATHS = """
ops.operations._grad_ops ReluGrad MaxPoolGrad TanhGrad LayerNormGrad Conv2DBackpropFilter LSTMGrad
ops.operations._inner_ops ConvertToDynamic PsROIPooling DynamicBroadcastTo AntiQuant ClipByNorm
ops.operations.array_ops ConcatOffsetV1 RangeV2 MatrixDiagV3 UnravelIndex
ops.operations.image_ops CropAndResizeGradImage AdjustContrastv2 ResizeV2 RGBToHSV
ops.operations.linalg_ops Eigh Svd Geqrf
ops.operations.math_ops AddV2 SelfAdjointEig TridiagonalSolve BesselJ0 Igamma
ops.operations.nn_ops MaxUnpool2D InstanceNormV2 Conv3DBackpropInput ReLUV3 SparseApplyMomentum
ops.operations.random_ops Uniform TruncatedNormal
ops.operations.sparse_ops SparseSegmentSum CSRSparseMatrixToDense SetSize
ops.operations.manually_defined.ops_def Cast ScalarAdd
ops.operations._sequence_ops TupleToTensor SequenceMax
ops.operations._scalar_ops bit_and bit_or
ops.operations._quant_ops FakeQuantPerLayer
ops.operations UpdateCache InstanceNorm
ops.auto_generate ReluGrad GroupNorm SiLU
ops.auto_generate.gen_ops_prim SigmoidGrad MaxPoolWithIndices
ops.function.math_func _expand _check_same_type add
ops.composite.multitype_ops.zeros_like_impl zeros_like
ops.composite.multitype_ops._compile_utils tensor_index_by_number tensor_index_by_tensor
ops.composite.base GradOperation HyperMap
ops.function.grad.grad_func grad
ops._primitive_cache _get_cache_prim
nn.layer.container _get_prefix_and_index _valid_cell _valid_index
_c_expression security MSContext Tensor _empty_instance disable_multi_thread is_reboot_node
"""

MISSING = {"LSTMGrad", "AntiQuant", "ResizeV2", "SetSize", "FakeQuantPerLayer", "InstanceNorm"}


@pytest.mark.parametrize("line", PATHS.split("\n")[1:-1])
def test_path(line: str) -> None:
    path, *names = line.split()
    module = importlib.import_module("msjax." + path)
    missing = {name for name in names if type(getattr(module, name)) is MissingClass}
    assert missing == MISSING & {*names}
    assert [getattr(module, name).__name__.rsplit(".")[-1] for name in names] == names


def test_one_class_under_all_its_paths() -> None:
    from msjax.ops.operations.nn_ops import Conv2D

    assert Conv2D is ops.Conv2D
    assert isinstance(Tensor(1), ms._c_expression.Tensor)


def test_an_inner_class_that_is_missing_raises_when_made() -> None:
    from msjax.ops.operations._quant_ops import FakeQuantPerLayer

    with pytest.raises(NotImplementedError, match="FakeQuantPerLayer"):
        FakeQuantPerLayer()


def test_cached_primitive() -> None:
    from msjax.ops._primitive_cache import _get_cache_prim

    out = _get_cache_prim(ops.ReduceSum)(keep_dims=True)(Tensor([[1.0, 2.0]]), 1)
    assert out.shape == (1, 1)


def test_mutable_numbers_are_operands() -> None:
    x = Tensor([1.0, 2.0])
    assert (x * ms.mutable(3)).asnumpy().tolist() == [3, 6]
    assert ops.add(ms.mutable(2.5), x).dtype == ms.float32


def test_vmap_repeats_numbers() -> None:
    x = Tensor(np.ones((4, 3), np.float32))
    out = ops.vmap(lambda x: (x.ndim, (2.5, True), x.shape))(x)
    assert [str(t.dtype) for t in (out[0], *out[1], *out[2])] == [
        "Int64",
        "Float32",
        "Bool",
        "Int64",
    ]
    assert out[0].asnumpy().tolist() == [1] * 4
    assert out[2][0].asnumpy().tolist() == [3] * 4
    with pytest.raises(RuntimeError):
        ops.vmap(lambda x: None)(x)


@pytest.mark.parametrize("axes", [0.5, "a"])
def test_vmap_refuses_other_axes(axes: object) -> None:
    with pytest.raises(RuntimeError, match="in_axes"):
        ops.vmap(ops.sin, axes)(Tensor([1.0]))


@pytest.mark.parametrize("name", ["AssignAdd", "AssignSub"])
def test_sums_of_bools_are_no_assignments(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        getattr(ops, name)()(Parameter(Tensor([True]), name="p"), Tensor([True]))


def test_update_cache() -> None:
    rows = Parameter(Tensor(np.zeros((3, 2), np.int32)), name="rows")
    indices = Tensor(np.array([[-1, 2, 1]], np.int32))
    update = Tensor(np.array([[9, 9], [1, 2], [3, 4]], np.int32))
    out = ops.operations.UpdateCache()(rows, indices, update, 2)
    assert out.asnumpy().tolist() == [0]
    assert rows.asnumpy().tolist() == [[0, 0], [3, 4], [0, 0]]


def _parameters(count: int) -> list[Parameter]:
    return [Parameter(Tensor([[1.0, 2.0], [3.0, 4.0]]), name=f"p{i}") for i in range(count)]


@pytest.mark.parametrize(
    ("name", "count", "before", "after", "want"),
    [
        ("SparseApplyMomentum", 2, [0.1], [0.9], [0.81, 1.62]),
        ("SparseApplyProximalGradientDescent", 1, [0.1, 0.1, 0.1], [], [0.8811881, 1.7722772]),
        ("SparseApplyAdagradDA", 3, [], [0.1, 0.9, 0.9, 1], [-0.07312792, -0.12207177]),
    ],
)
def test_sparse_steps(name: str, count: int, before: list, after: list, want: list) -> None:
    # the values are those that MindSpore gives for these numbers
    held = _parameters(count)
    grad, index = Tensor([[1.0, 2.0]]), Tensor(np.array([0], np.int32))
    given = (grad, index)
    if name == "SparseApplyMomentum":
        args = (Tensor(before[0]), *given, Tensor(after[0]))
    else:
        args = (*map(Tensor, before), *given, *map(Tensor, after))
    out = getattr(ops.operations.nn_ops, name)()(*held, *args)
    np.testing.assert_allclose(out.asnumpy()[0], want, rtol=1e-5)
    assert out.asnumpy()[1].tolist() == [3, 4]
    assert held[0].asnumpy().tolist() == out.asnumpy().tolist()


def test_sequences() -> None:
    from msjax.ops.operations import _scalar_ops, _sequence_ops

    assert _scalar_ops.bit_and()(6, 3) == 2
    assert _scalar_ops.ScalarAdd()(1, 2) == 3
    assert _sequence_ops.SequenceMax()((1, 3, 2)) == 3
    assert _sequence_ops.ListAppend()([1], 2) == [1, 2]
    assert _sequence_ops.ListInsert()([1, 3], 1, 2) == [1, 2, 3]
    assert _sequence_ops.TupleToTensor()((1, 2), ms.float32).asnumpy().tolist() == [1, 2]


def test_set_operation_of_a_dense_and_a_sparse_tensor() -> None:
    op = ops.operations.sparse_ops.DenseToSparseSetOperation("intersection")
    indices, values = Tensor([[0, 0], [1, 0], [1, 1]]), Tensor([2, 4, 5])
    index, found, shape = op(Tensor([[1, 2], [3, 4]]), indices, values, Tensor([2, 2]))
    assert index.asnumpy().tolist() == [[0, 0], [1, 0]]
    assert found.asnumpy().tolist() == [2, 4]
    assert shape.asnumpy().tolist() == [2, 1]


def test_derivatives_are_mapped_and_compiled() -> None:
    grad = ops.operations._grad_ops.TanhGrad()
    y, dy = Tensor([[0.5, 0.1], [0.2, 0.3]]), Tensor([[1.0, 2.0], [3.0, 4.0]])
    want = dy.asnumpy() * (1 - y.asnumpy() ** 2)
    for call in (
        ops.vmap(grad, (0, 0)),
        ops.vmap(grad, (1, 1), 1),
        ms.jit(lambda a, b: grad(a, b)),
    ):
        np.testing.assert_allclose(call(y, dy).asnumpy(), want, rtol=1e-6)


def ones(*shape: int, dtype: type = np.float32) -> Tensor:
    return Tensor(np.ones(shape, dtype))


HALF = np.float16
REFUSALS = [  # what is called, and the class of MindSpore's error
    (lambda: ops.Softmax(axis=())(ones(3, 4)), ValueError),
    (lambda: ops.Conv2D(2, 5)(ones(5, dtype=np.bool_), ones(5, dtype=np.bool_)), TypeError),
    (lambda: ops.Conv2D(2, 5)(ones(5), ones(5, dtype=HALF)), TypeError),
    (lambda: ops.Conv2D(2, 5)(ones(1, 1), ones(1, 1, 9, 9)), ValueError),
    (lambda: ops.Conv3D(1, 1)(ones(5), ones(5, dtype=HALF)), TypeError),
    *(
        (lambda i=i, t=t: ops.BatchNorm(t)(ones(5, 3), *_one_half(i)), TypeError)
        for i in range(4)
        for t in (True, False)
    ),
    (lambda: ops.ScatterNd()(ones(1, dtype=np.int32), ones(5), (5, 5)), ValueError),
    *(
        (
            lambda name=name: getattr(ops, name)()(
                Parameter(ones(5, 5), name="x"), ones(1, dtype=np.int32), ones(5)
            ),
            ValueError,
        )
        for name in ("ScatterNdUpdate", "ScatterNdAdd", "ScatterNdMax")
    ),
    *(
        (
            lambda index=index, grad=grad: ops.SparseApplyAdagrad(lr=0.1)(
                *(Parameter(ones(3, 2), name=name) for name in "ab"), grad, index
            ),
            error,
        )
        for index, grad, error in (
            (Tensor(0, ms.int32), ones(3, 2), ValueError),
            (ones(3), ones(3, 2), TypeError),
            (ones(3, dtype=np.int32), [ones(3, 2)] * 2, TypeError),
        )
    ),
]


def _one_half(place: int) -> list[Tensor]:
    return [ones(3, dtype=HALF if i == place else np.float32) for i in range(4)]


@pytest.mark.parametrize("number", range(len(REFUSALS)))
def test_refusal(number: int) -> None:
    call, error = REFUSALS[number]
    with pytest.raises(error) as raised:
        call()
    assert type(raised.value) is error


@in_every_mode
def test_a_function_with_a_derivative_of_its_own(mode) -> None:
    from msjax.ops.function.grad.grad_func import custom_vjp

    @custom_vjp
    def product(x, y):
        return x * y

    product.defbwd(lambda x, y, out, dout: (dout * 10 * y, out))
    x, y = Tensor([2.0, 3.0]), Tensor([4.0, 5.0])
    assert mode(product)(x, y).tolist() == [8.0, 15.0]
    for _ in range(2):
        by_x, by_y = mode(lambda x, y: ms.grad(product, (0, 1))(x, y))(x, y)
        assert by_x.tolist() == [40.0, 50.0] and by_y.tolist() == [8.0, 15.0]
    without = custom_vjp()(lambda x: x + 1)
    assert mode(without)(x).tolist() == [3.0, 4.0]
    with pytest.raises(TypeError, match="there is no derivative: call 'defbwd'"):
        ms.grad(without)(x)


def test_files_that_show_functions_of_mint() -> None:
    from msjax import mint, tools, utils
    from msjax.ops import auto_generate, functional_overload
    from msjax.ops.function.math_func import linalg_norm

    assert functional_overload.imag is mint.imag and functional_overload.add is mint.add
    assert auto_generate.mv is mint.mv and auto_generate.logaddexp2 is mint.logaddexp2
    assert auto_generate.adaptive_avg_pool1d(Tensor([[1.0, 3.0]]), 1).tolist() == [[2.0]]
    assert linalg_norm(Tensor([3.0, 4.0])) == mint.linalg.norm(Tensor([3.0, 4.0])) == 5.0
    assert tools.sdc_detect_start is utils.sdc_detect_start and tools.set_dump is ms.set_dump
    with pytest.raises(NotImplementedError, match="tests the hardware of Ascend devices"):
        tools.stress_detect()


def test_operators_as_functions() -> None:
    from msjax.ops.composite.multitype_ops import _compile_utils
    from msjax.ops.composite.multitype_ops.getitem_impl import getitem
    from msjax.ops.composite.multitype_ops.not_in_impl import not_in_
    from msjax.ops.composite.multitype_ops.setitem_impl import setitem
    from msjax.ops.composite.multitype_ops.sub_impl import sub

    x = Tensor([3.0, 5.0])
    assert sub(x, 1).tolist() == [2.0, 4.0] and getitem([1, 2], 1) == 2 and not_in_(3, [1])
    assert setitem([1, 2], 0, 5) == [5, 2]
    sub.register("String", "Number")(lambda text, count: text[:-count])
    assert sub("text", 1) == "tex" and sub(3, 1) == 2
    sub.entries.clear()
    assert _compile_utils.tensor_index_by_number(x, 1) == 5.0
    assert _compile_utils.tensor_index_by_tensor(x, Tensor([1, 0])).tolist() == [5.0, 3.0]
    assert _compile_utils.tensor_index_by_tuple(x, (0,)) == 3.0
    with pytest.raises(ImportError):
        from msjax.ops.composite.multitype_ops.sub_impl import Operator  # noqa: F401


def test_helpers_of_layers_and_dtypes() -> None:  # MindSpore's answers
    from msjax.dtype import _issubclass_, typing
    from msjax.nn.layer.container import _get_prefix_and_index, _valid_cell, _valid_index
    from msjax.ops.function.math_func import _check_same_type, _expand

    assert _valid_index(3, -1) == 2 and _valid_index(3, True) == 1
    with pytest.raises(IndexError, match=r"For 'op', the value of 'index' .* \[-3, 3\), but got 3"):
        _valid_index(3, 3, "op")
    with pytest.raises(TypeError, match="For 'op', each cell must be subclass of Cell"):
        _valid_cell(1, "op")
    inner = ms.nn.SequentialCell(ms.nn.Dense(1, 1))
    assert _get_prefix_and_index(ms.nn.SequentialCell(inner)._cells) == ("0.", 1)
    assert _expand(Tensor([1.0, 2.0]), 3).shape == (1, 1, 2) and _expand(Tensor([1.0]), 0).ndim == 1
    assert _check_same_type(ms.float32, ms.float32) and not _check_same_type(ms.float32, ms.int32)
    tensor = typing.str_to_type("Tensor")
    assert typing.str_to_type("Float32") is ms.float32 and tensor is ms.tensor_type
    with pytest.raises(RuntimeError, match="Unsupported type name: abc"):
        typing.str_to_type("abc")
    for kind, base, answer in [
        (ms.float32, ms.number, True),
        (ms.int32, ms.int_, True),
        (ms.int32, ms.float_, False),
        (ms.int_, ms.int32, False),
        (ms.TensorType(ms.float32), tensor, True),
        (3, 4, False),
    ]:
        assert _issubclass_(kind, base) is answer


# What MindSpore's layers of these names give for the inputs below: sums of the outputs and states.
RECURRENCES = {
    ("GRU", False): [3.129, -0.231],
    ("GRU", True): [4.042, 0.533],
    ("LSTM", False): [-3.817, -0.046, 0.899],
    ("LSTM", True): [-3.887, -1.833, -2.167],
}


@in_every_mode
def test_one_recurrent_layer(mode) -> None:
    from msjax.nn.layer import rnns

    random = np.random.RandomState(0)

    def normal(*shape):
        return Tensor(random.randn(*shape).astype(np.float32))

    x, h, c = normal(3, 2, 4), normal(1, 2, 5)[0], normal(1, 2, 5)[0]
    found = {}
    for kind, gates in (("GRU", 3), ("LSTM", 4)):
        weights = [normal(gates * 5, 4), normal(gates * 5, 5), normal(gates * 5), normal(gates * 5)]
        layer = mode(getattr(rnns, f"_Dynamic{kind}CPUGPU")())
        for lengths in (None, Tensor([3, 2], ms.int32)):
            out, last = layer(x, (h, c) if kind == "LSTM" else h, lengths, *weights)
            parts = [out, *last] if kind == "LSTM" else [out, last]
            assert last[0].ndim == (
                3 if kind == "LSTM" and lengths is None else 2 - (kind == "GRU")
            )
            found[kind, lengths is not None] = [float(part.sum()) for part in parts]
    for key, sums in RECURRENCES.items():
        np.testing.assert_allclose(found[key], sums, atol=1e-3)
    assert rnns._DynamicGRUAscend is rnns._DynamicGRUCPUGPU


def test_a_name_of_the_files_that_two_packages_have_is_the_functional_one():
    from msjax import mint
    from msjax.ops.function.nn_func import flatten_ext, softmax_ext

    assert softmax_ext is mint.nn.functional.softmax  # `dim` may be left out
    assert flatten_ext is mint.nn.functional.flatten
