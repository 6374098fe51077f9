"""Records of operators, summaries, and operators made of functions."""

import jax
import numpy as np
import pytest
from every_mode import in_every_mode

import msjax as ms
from msjax import Tensor, ops
from msjax.kernels.graph.summary import take_summaries
from msjax.ops import composite
from msjax.ops.signature import make_sig, sig_kind, sig_rw


def test_data_types():
    names = [name for name in vars(ops.DataType) if not name.startswith("_")]
    assert len(names) == 204
    assert ops.DataType.F16_5HD == ("float16", "NC1HWC0")
    assert ops.DataType.I32_Default_List == ("int32", "DefaultFormat", "list")
    assert ops.DataType.None_None == ("", "")
    assert not hasattr(ops.DataType, "I64_NCDHW")


def test_records():
    record = ops.CustomRegOp().input(0, "x", foo=3).output(0, "y").target("CPU")
    record.dtype_format(ops.DataType.F32_None, ops.DataType.F32_None)
    assert record.get_op_info() == {
        "op_name": "Custom",
        "inputs": [{"index": 0, "name": "x", "paramType": "required", "foo": 3}],
        "outputs": [{"index": 0, "name": "y", "paramType": "required"}],
        "attr": [],
        "fusion_type": "",
        "dtype_format": [(("float32", ""), ("float32", ""))],
        "target": "CPU",
    }
    info = ops.TBERegOp("Abs").dynamic_shape(True).attr("a", None, "int").get_op_info()
    assert info["dynamicShapeSupport"] is True and info["imply_type"] == "TBE"
    assert info["attr"] == [{"name": "a", "type": "int"}]
    assert ops.AiCPURegOp("A").get_op_info()["imply_type"] == "AiCPU"
    assert ops.AkgGpuRegOp("A").get_op_info()["processor"] == "CUDA"
    assert ops.AkgAscendRegOp("A").get_op_info()["processor"] == "AiCore"
    assert ops.CpuRegOp("A").get_op_info()["imply_type"] == "CPU"


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (ValueError, lambda: ops.TBERegOp("")),
        (ValueError, lambda: ops.TBERegOp(1)),
        (TypeError, lambda: ops.TBERegOp("a").async_flag(1)),
        (TypeError, lambda: ops.CustomRegOp().input("a", "x")),
        (TypeError, lambda: ops.CustomRegOp().target(1)),
        (ValueError, lambda: ops.TBERegOp("a").input(0, "x", value_depend="foo")),
        (ValueError, lambda: ops.CustomRegOp().dtype_format(ops.DataType.F16_None)),
        (TypeError, lambda: ops.op_info_register(1)(abs)),
    ],
)
def test_refused_records(error, call):
    with pytest.raises(error):
        call()


def test_registers():
    def double(x):
        return 2 * x

    assert ops.custom_info_register({"a": 1}, {"b": 2})(double)(4) == 8
    assert double.reg_info == ({"a": 1}, {"b": 2})
    assert ops.op_info_register({"op_name": "x"})(double)(4) == 8

    class Scale(ops.Primitive):
        @ops.prim_arg_register
        def __init__(self, factor=2):
            pass

    assert Scale(3).factor == 3 and Scale().name == "Scale"


def test_signatures():
    made = make_sig("var", sig_rw.RW_WRITE)
    assert (made.name, made.rw, made.kind) == ("var", 1, sig_kind.KIND_POSITIONAL_KEYWORD)


def test_summaries_wait_for_a_record():
    take_summaries()
    scalar, image = ops.ScalarSummary(), ops.ImageSummary()
    whole, spread = ops.TensorSummary(), ops.HistogramSummary()

    @ms.jit
    def run(x):
        scalar("loss", x)
        return x + 1

    for value in (1.0, 2.0):
        run(Tensor(value))
    assert image("pictures", Tensor([3])) is None
    assert whole("all", Tensor([4])) is spread("spread", Tensor([5])) is None
    jax.effects_barrier()
    taken = take_summaries()
    assert list(taken) == [
        ("ScalarSummary", "loss"),
        ("ImageSummary", "pictures"),
        ("TensorSummary", "all"),
        ("HistogramSummary", "spread"),
    ]
    loss = taken["ScalarSummary", "loss"]
    assert loss.shape == () and loss.item() == 2
    assert take_summaries() == {}


def test_morph():
    square = ops.Morph(lambda x: x * x, None, None)
    with pytest.raises(RuntimeError, match="GRAPH_MODE"):
        square(Tensor(3.0))
    assert ms.grad(ms.jit(lambda x: square(x)))(Tensor(3.0)).item() == 6
    custom = ops.Morph(lambda x: x * x, None, None, lambda x, out, dout: (dout * out,))
    assert ms.grad(ms.jit(lambda x: custom(x)))(Tensor(3.0)).item() == 9
    with pytest.raises(ValueError):
        ops.Morph(lambda x=1: x, None, None, lambda x, out, dout: (dout,))


def test_linearize():
    out, derivative = ops.linearize(lambda x, y: x * y, (Tensor(2.0), Tensor(3.0)))
    assert out.item() == 6 and derivative((Tensor(1.0), Tensor(10.0))).item() == 23
    with pytest.raises(TypeError):
        ops.linearize(abs, 2)


def test_mixed_precision_cast():
    half, whole, number = ops.mixed_precision_cast(ms.float16, [Tensor([1.5]), Tensor([1]), 2.5])
    assert (half.dtype, whole.dtype, number) == (ms.float16, ms.int64, 2.5)


def test_composite_likes():
    ones, one = composite.ones_like((Tensor([2.0, 3.0]), 5))
    assert ones.asnumpy().tolist() == [1, 1] and one == 1
    assert composite.zeros_like((1, 2)) == 0
    assert repr((composite.zeros_like(2.5), composite.zeros_like(True))) == "(0.0, 0)"
    assert composite.zeros_like(None) is composite.ones_like(None) is None
    assert composite.zeros_like(Tensor([2.0])).asnumpy().tolist() == [0]
    assert composite.matmul(Tensor([1, 2]), Tensor([3, 4]), ms.float32).dtype == ms.float32
    with pytest.raises(ValueError):
        composite.ones_like("a")


@ops.kernel(compile_attrs={"a": 1})
def product(a, b):
    c = output_tensor((a.shape[0], b.shape[1]), a.dtype)  # noqa: F821
    with block_realize(c):  # noqa: F821
        for i, j in grid(c.shape):  # noqa: F821
            for k in reduce(a.shape[1]):  # noqa: F821
                c[i, j] = c[i, j] + a[i, k] * b[k, j]
            c[i, j] = sqrt(c[i, j]) + float32(ceil_div(5, 2))  # noqa: F821
    return c


def test_kernel():
    a, b = np.arange(1, 7, dtype=np.float32).reshape(2, 3), np.ones((3, 2), np.float32)
    expected = np.sqrt(a @ b) + 3
    np.testing.assert_allclose(product(a, b), expected, rtol=1e-6)
    assert product.ms_kernel_flag and product.compile_attrs == '{"a": 1}'
    assert "sqrt" not in globals()
    operation = ops.Custom(product, func_type="hybrid")
    for run in (operation, ms.jit(lambda *args: operation(*args))):
        out = run(Tensor(a), Tensor(b))
        assert out.dtype == ms.float32
        np.testing.assert_allclose(out.asnumpy(), expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (TypeError, lambda: ops.kernel(compile_attrs=3)),
        (TypeError, lambda: ops.kernel(compile_attrs={1: 2})),
        (TypeError, lambda: ops.kernel(reg_info=3)),
        (TypeError, lambda: product(a=1, b=2)),
        (TypeError, lambda: ops.Custom(abs, func_type="hybrid")),
        (ValueError, lambda: ops.Custom(abs, func_type="foo")),
        (NotImplementedError, lambda: ops.Custom(abs, func_type="tbe")),
    ],
)
def test_refused_kernels(error, call):
    with pytest.raises(error):
        call()


@in_every_mode
def test_rows_run_one_after_the_other(mode) -> None:
    double = ops.Custom(
        lambda a: a * 2 + a.ndim, lambda s: s, lambda d: d, "pyfunc", bprop=lambda x, o, d: (d * 7,)
    )
    x = Tensor([[1.0, 2.0], [3.0, 4.0]])
    assert mode(ms.vmap(double))(x).tolist() == [[3.0, 5.0], [7.0, 9.0]]
    assert mode(ms.vmap(ms.vmap(double)))(x).tolist() == [[2.0, 4.0], [6.0, 8.0]]
    summed = mode(ms.grad(lambda x: ms.vmap(double)(x).sum()))
    assert summed(x).tolist() == [[7.0, 7.0], [7.0, 7.0]]
