"""Parameters: what they are made from, their names, settings and copies."""

from __future__ import annotations

import copy
import pickle

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, ParameterTuple, Tensor, nn
from msjax.common.parameter import _get_unique_parameter_key


def test_kept_settings_of_parameters():
    weight = Parameter(Tensor([1.0]), name="w")
    assert weight.cache_shape == []
    assert weight.is_init is False
    weight.is_init = True
    assert weight.is_init is True
    weight.comm_fusion = 2
    assert weight.comm_fusion == 2
    with pytest.raises(ValueError, match="must be int and must >= 0"):
        weight.comm_fusion = -1


@pytest.mark.parametrize(
    ("given", "dtype", "values"),
    [
        (Tensor([1, 2], ms.int8), ms.int8, [1, 2]),
        (3, ms.int32, 3),
        (0.5, ms.float32, 0.5),
        (np.array([1.5]), ms.float64, [1.5]),
        ([1, 2], ms.int64, [1, 2]),
        ([Tensor(1.0), 2.0], ms.float32, [1, 2]),
        (jax.numpy.ones(2), ms.float32, [1, 1]),
    ],
)
def test_sources(given, dtype, values):
    weight = Parameter(given, name="w")
    assert weight.dtype == dtype and weight.asnumpy().tolist() == values


def test_a_parameter_owns_its_values():
    source = Tensor([1.0, 2.0])
    weight = Parameter(source, name="w")
    weight[0] = 9
    source[1] = 7
    assert source.asnumpy().tolist() == [1, 7] and weight.asnumpy().tolist() == [9, 2]


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: Parameter(True), ValueError, "can not be `bool`"),
        (lambda: Parameter("a"), TypeError, "'default_input' must be in"),
        (lambda: Parameter(1, name=2), ValueError, "should be 'string' or 'None'"),
        (lambda: Parameter(1, name="a" * 1025), ValueError, "should be less than 1024"),
        (lambda: Parameter(1, requires_grad=1), TypeError, "`requires_grad` must be bool"),
        (
            lambda: Parameter(1, layerwise_parallel=1),
            TypeError,
            "`layerwise_parallel` must be bool type.",
        ),
        (
            lambda: setattr(Parameter(1), "cache_shape", 5),
            TypeError,
            "The argument `cache_shape` must be tuple or list type.",
        ),
        (lambda: Parameter(1, storage_format=5), TypeError, "'storage_format' must be str"),
        (lambda: Parameter(1, device="GPU"), ValueError, "Only 'CPU' and 'Remote' is supported"),
        (lambda: Parameter(1).set_data("a"), TypeError, "Parameter data must be"),
        (lambda: Parameter(1).set_data(0.5), TypeError, "can not be converted to current dtype"),
        (lambda: Parameter(1).add_pipeline_stage(-1), TypeError, "must be a positive number"),
        (lambda: Parameter(1).set_param_ps(), NotImplementedError, "no parameter server"),
        (lambda: ParameterTuple([Tensor([1.0])]), TypeError, "should be 'Parameter' collection"),
    ],
)
def test_refused(make, error, text):
    with pytest.raises(error, match=text):
        make()


@pytest.mark.parametrize(
    ("between", "number"),
    [
        (lambda: None, 1),
        (ms.Generator, 3),
        (lambda: copy.deepcopy(Parameter(1, name="w")), 2),
        (lambda: copy.deepcopy(nn.Dense(2, 2)), 3),
        (lambda: Parameter(1, name="w").clone(), 1),
        (lambda: nn.MultiheadAttention(4, 2), 1),
        (lambda: ms.ops.UniformReal(seed=3), 1),
    ],
)
def test_parameters_without_a_name_are_counted_as_in_mindspore(between, number):
    """What is printed, and saved of an optimizer that was given a list of them."""
    first = Parameter(1).name
    between()
    prefix, _, count = first.partition("#")
    assert Parameter(1).name == f"{prefix}#{int(count) + number}" and int(count) >= 2


def test_names():
    assert Parameter(1, name="  w ").name == "w"
    generated = [Parameter(1).name, Parameter(1, name=" ").name]
    assert all(n.startswith("Parameter#") for n in generated) and len(set(generated)) == 2
    net = nn.Cell()
    net.weight = Parameter(1)
    assert net.weight.name == "weight"
    assert str(Parameter(Tensor([1.0]), "w", False)) == (
        "Parameter (name=w, shape=(1,), dtype=Float32, requires_grad=False)"
    )


def test_values_are_replaced_in_the_dtype_of_the_parameter():
    weight = Parameter(Tensor([1.0, 2.0]), name="w")
    assert weight.set_data(Tensor([3, 4])) is weight
    assert weight.dtype == ms.float32 and weight.asnumpy().tolist() == [3, 4]
    assert weight.set_data(5, slice_shape=True).asnumpy() == 5 and weight.sliced


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda p: pickle.loads(pickle.dumps(p))])
def test_copies(twin):
    weight = Parameter(Tensor([1, 2], ms.int8), "w", requires_grad=False)
    other = twin(weight)
    other[0] = 9
    assert type(other) is Parameter and weight.asnumpy().tolist() == [1, 2]
    assert (other.name, other.dtype, other.requires_grad) == ("w", ms.int8, False)


def test_clones():
    weight = Parameter(Tensor([1.0, 2.0]), name="w")
    weight.comm_fusion = 3
    same, zeros = weight.clone(), weight.clone("zeros")
    assert [same.asnumpy().tolist(), zeros.asnumpy().tolist()] == [[1, 2], [0, 0]]
    assert same.name == "w" and same.comm_fusion == 3
    assert weight.param_info.cloned_obj == [same, zeros]
    assert same.param_info.cloned_obj == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "v"),
        ("requires_grad", False),
        ("layerwise_parallel", True),
        ("parallel_optimizer", False),
        ("comm_fusion", 3),
        ("cache_enable", True),
        ("cache_shape", [1, 2]),
        ("key", 4),
    ],
)
def test_what_param_info_has_is_the_parameter_s(field, value):
    weight, other = Parameter(Tensor([1.0]), name="w"), Parameter(Tensor([1.0]), name="w")
    assert weight.param_info is weight.param_info and weight.param_info.obj is weight
    setattr(weight.param_info, field, value)
    setattr(other, field, value)
    for each in (weight, other):
        assert getattr(each, field) == getattr(each.param_info, field) == value


@pytest.mark.parametrize(
    ("field", "value"), [("name", 3), ("requires_grad", "a"), ("comm_fusion", 1.5)]
)
def test_param_info_refuses_what_is_no_such_attribute(field, value):
    weight = Parameter(Tensor([1.0]), name="w")
    with pytest.raises(TypeError, match=field):
        setattr(weight.param_info, field, value)
    assert weight.name == "w" and weight.requires_grad


def test_param_info_is_given():
    weight, other = Parameter(Tensor([1.0]), "w", requires_grad=False), Parameter(Tensor([1.0]))
    other.param_info, plain = weight.param_info, Tensor([1.0])
    plain.param_info = weight.param_info
    assert (other.name, other.requires_grad, plain.param_info.name) == ("w", False, "w")
    with pytest.raises(AttributeError):
        other.param_info = None
    plain.param_info = None
    assert plain.param_info is None


def test_compiled_code_sees_what_param_info_is_given():
    net = nn.Dense(2, 2)
    net.weight.param_info.requires_grad = False
    assert net.trainable_params() == [net.bias]
    step = ms.jit(ms.grad(lambda x: net(x).sum(), None, [net.weight]))
    assert step(Tensor([[1.0, 2.0]]))[0].asnumpy().tolist() == [[0, 0], [0, 0]]
    net.weight.param_info.requires_grad = True
    assert step(Tensor([[1.0, 2.0]]))[0].asnumpy().tolist() == [[1, 2], [1, 2]]


def test_a_written_parameter_stays_the_point_of_differentiation():
    weight, other = Parameter(Tensor([2.0]), name="w"), Parameter(Tensor([5.0]), name="v")

    def forward(x):
        weight.set_data(other * 3)
        return (weight * x).sum()

    for function in (forward, ms.jit(forward)):
        slopes = ms.grad(function, None, ParameterTuple([weight, other]))(Tensor([7.0]))
        assert [g.asnumpy().tolist() for g in slopes] == [[7], [0]]
        assert weight.asnumpy() == 15


def test_tuples_have_distinct_names():
    one, other = (Parameter(1, name=n) for n in "ab")
    both = ParameterTuple([one, other])
    assert [p.name for p in both.clone("net", "zeros")] == ["net.a", "net.b"]
    assert ParameterTuple([one, one]) == (one, one)
    other.name = "a"
    with pytest.raises(ValueError, match="its name 'a' already exists"):
        ParameterTuple([one, other])
    with pytest.raises(ValueError, match="'prefix'"):
        both.clone("a b")
    with pytest.raises(TypeError, match="prefix"):
        both.clone(3)  # type: ignore[arg-type]


def test_jax_flattens_parameters():
    weight = Parameter(Tensor([1.0]), name="w", requires_grad=False)
    back = jax.tree.map(lambda a: a + 1, weight)
    assert type(back) is Parameter and back.asnumpy() == 2
    assert (back.name, back.requires_grad) == ("w", False)


def test_values_come_from_arrays_of_jax_too():
    weight = Parameter(Tensor([1.0, 2.0]), name="w")
    assert weight.set_data(jax.numpy.array([3, 4])) is weight
    assert weight.dtype == ms.float32 and weight.asnumpy().tolist() == [3, 4]

    @ms.jit
    def write():
        return weight.set_data(jax.numpy.array([5.0, 6.0])) + 0

    assert write().tolist() == weight.tolist() == [5, 6]
    with pytest.raises(TypeError, match="Parameter data must be"):
        weight.set_data(np.array([1.0, 2.0]))  # MindSpore refuses it as well


@pytest.mark.parametrize("kind", ["float32", "float16", "int64", "int32", "uint8", "bool_"])
def test_a_number_of_numpy_is_no_value(kind):
    with pytest.raises(
        TypeError, match=f"But got type <class 'numpy.{np.dtype(kind).type.__name__}'"
    ):
        ms.Parameter(getattr(np, kind)(1))


def test_a_double_of_numpy_is_a_python_float():
    assert ms.Parameter(np.float64(2)).dtype == ms.float32


def test_the_key_is_a_number_of_32_bits():
    weight = ms.Parameter(ms.Tensor(1.0))
    for value, kept in ((True, 1), (False, 0), (-1, -1)):
        weight.key = value
        assert weight.key == kept and type(weight.key) is int
    for value in (1.5, "a", np.int32(3), 2**31, -(2**31) - 1):
        with pytest.raises(TypeError):
            weight.key = value


def test_keys_of_parameters_differ():
    assert len({_get_unique_parameter_key() for _ in range(3)}) == 3
