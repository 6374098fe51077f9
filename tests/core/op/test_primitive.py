"""Primitive classes as objects: their attributes, notes and texts, as MindSpore 2.10 gives them."""

import copy

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops


class Scale(ops.PrimitiveWithInfer):
    """A user's operation."""

    @ops.prim_attr_register
    def __init__(self, k=3):
        pass


def test_attributes():
    add, total, scale = ops.Add(), ops.ReduceSum(keep_dims=True), Scale(4)
    assert (add.attrs, add.init_attrs, add.get_attr_dict()) == ({}, {}, {})
    kept = {"keep_dims": True, "skip_mode": False}
    assert (total.attrs, total.init_attrs, total.get_attr_dict()) == (kept, kept, {})
    assert (scale.attrs, scale.init_attrs, scale.get_attr_dict()) == ({"k": 4},) * 3
    assert ops.Primitive("zz").init_attrs == {"name": "zz"}
    assert str(total) == "Prim[ReduceSum]<keep_dims=True, skip_mode=False>"

    assert add.add_attr("a", 3) is None and add.a == 3 and add.attrs == {}
    assert str(add.add_prim_attr("b", [1])) == "Prim[Add]<b=[1]>"
    assert add.get_attr_dict() == {"a": 3, "b": [1]}
    assert add.del_attr("a") is None and add.del_attr("none") is None
    assert str(add.del_prim_attr("b")) == str(add.del_prim_attr("none")) == "Prim[Add]"
    assert add.get_attr_dict() == {}
    add.init_prim_io_names(["x"], ["y"])
    assert (str(add), add.input_names, add.output_names) == ("Prim[Add]", ["x"], ["y"])


def test_copies_and_names():
    total = ops.ReduceSum(True)
    assert copy.deepcopy(total).keep_dims is total._clone().keep_dims is True
    assert Scale(5)._clone().k == 5
    with pytest.raises(AttributeError):
        _ = total.instance_name

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.total = total

    assert Net().total.instance_name == "total"
    total.set_user_data("u", {1})
    assert total.get_user_data("u") == {1}
    with pytest.raises(RuntimeError):
        total.get_user_data("none")


def test_notes():
    product = ops.MatMul()
    assert product.place("MS_WORKER", 0) is None
    assert product.get_attr_dict() == {"ms_role": "MS_WORKER", "rank_id": 0}
    assert product(Tensor([[2.0]]), Tensor([[3.0]])).item() == 6
    assert str(ops.Add().set_stage(0)) == "Prim[Add]<stage=0>"
    assert str(ops.Add().set_device("GPU")) == "Prim[Add]<primitive_target=GPU>"
    assert str(ops.Add().recompute(False)) == "Prim[Add]<recompute=False>"
    assert str(ops.Add().shard()) == "Prim[Add]"
    both = ops.Add().shard(((2, 1), (2, 1)), ((2, 1),))
    assert str(both) == "Prim[Add]<in_strategy=((2, 1), (2, 1)), out_strategy=((2, 1),)>"
    assert not ops.Assign().update_parameter
    assert ops.Add().check_elim(1, 2) == (False, None)
    assert Scale().infer_shape((1,)) is ops.PrimitiveWithCheck("q").check_dtype(1) is None


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (ValueError, lambda op: op.place("X", 0)),
        (ValueError, lambda op: op.place("MS_WORKER", -1)),
        (TypeError, lambda op: op.place("MS_WORKER", "0")),
        (RuntimeError, lambda op: op.set_device(3)),
        (TypeError, lambda op: op.recompute(1)),
        (TypeError, lambda op: op.shard("a")),
        (TypeError, lambda op: op.shard((2, 1))),
        (TypeError, lambda op: op.shard((("a", 1),))),
        (ValueError, lambda op: op.shard(None, ((2, 1),))),
        (RuntimeError, lambda op: ops.Primitive("zz")(1)),
        (RuntimeError, lambda op: Scale()(1)),
    ],
)
def test_refused(error, call):
    with pytest.raises(error):
        call(ops.Add())


def test_by_name():
    x = Tensor([1.0, 2.0])
    assert ops.Primitive("L2Loss")(x).item() == 2.5
    softmax = ops.Primitive("Softmax")(x, -1).asnumpy()
    np.testing.assert_allclose(softmax, [0.26894143, 0.7310586], rtol=1e-5)


def test_types():
    x = Tensor([1.0])
    assert repr(ops.typeof(x)) == repr(ms.get_py_obj_dtype(x)) == "mindspore.tensor[float32]"
    kind = ms.common.dtype.TensorType
    assert ops.typeof(x) == kind(ms.float32) != ms.tensor_type == kind()
    assert ops.typeof(x).element_type() == ms.float32 and str(ops.typeof(x)) == "Tensor[Float32]"
    assert copy.deepcopy(kind(ms.int8)) is kind(ms.int8)
    assert (ops.typeof(1.5), ms.get_py_obj_dtype(1.5)) == (ms.float32, ms.float64)
    assert ms.get_py_obj_dtype(ms.float32) == ops.typeof(int) == ms.type_type
    assert ms.get_py_obj_dtype(ops.Add()) == ops.typeof(nn.ReLU()) == ms.function
    assert ops.hastype(x, ms.tensor_type) and ops.hastype(1.0, ms.float32)
    for value in ({"a": 1}, slice(1, 2), np.ones(2)):
        with pytest.raises(NotImplementedError):
            ms.get_py_obj_dtype(value)
    with pytest.raises(TypeError):
        ms.pytype_to_dtype("float32")


def test_strategies_of_layouts():
    from msjax.parallel import Layout

    layout = Layout((2, 4), ("dp", "mp"))
    cut = layout("dp", "mp")
    op = ops.Add().shard((cut, cut))
    assert op.attrs["in_layout"][0] == {
        "device_matrix": (2, 4),
        "tensor_map": (1, 0),
        "interleaved_parallel": False,
        "alias_name": ("dp", "mp"),
    }
    with pytest.raises(TypeError, match="The in_strategy item should be a object of class Layout"):
        op.shard((cut, (2, 2)))
    with pytest.raises(TypeError, match="in_strategy item must be all tuple type or all Layout"):
        op.shard(((2, 2), cut))
    with pytest.raises(ValueError, match="must equal to the out_strategy type"):
        op.shard(((2, 2), (2, 2)), (cut,))
