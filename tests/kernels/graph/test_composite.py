"""Functions over structures, functions chosen by type, printing, checking and saving."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.runtime import context


@pytest.fixture
def chooser():
    graph = ops.MultitypeFuncGraph("chooser")
    kinds = ["Bool", "Int", "Float", "Number", "String", "None", "Tuple", "List", "Tensor"]
    for kind in [*kinds, "Dictionary", "TypeType", "Function"]:
        graph.register(kind)(lambda a, kind=kind: kind)
    graph.register("Tensor", "Number")(lambda a, b: "Tensor, Number")
    return graph


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (True, "Bool"),
        (1, "Int"),
        (np.int8(1), "Int"),
        (1.5, "Float"),
        (np.float32(1), "Float"),
        (2j, "Number"),
        ("a", "String"),
        (None, "None"),
        ((1,), "Tuple"),
        ([1], "List"),
        ({}, "Dictionary"),
        (len, "Function"),
        (ms.float32, "TypeType"),
    ],
)
def test_choice_by_type(chooser, value, kind):
    assert chooser(value) == kind


def test_choice_of_tensors_functions_and_pairs(chooser):
    assert chooser(Tensor(1)) == "Tensor"
    assert chooser(Parameter(Tensor(1.0), name="p")) == "Tensor"
    assert chooser(ops.Add()) == "Function"
    assert chooser(nn.Cell()) == "Function"
    assert chooser(Tensor(1), 2.0) == "Tensor, Number"


def test_the_first_match_wins():
    graph = ops.MultitypeFuncGraph("order")
    graph.register("Number")(lambda a: "first")
    graph.register("Bool")(lambda a: "second")
    assert graph(True) == "first"


def test_no_match():
    graph = ops.MultitypeFuncGraph("lonely")
    graph.register("Number")(lambda a: a)
    assert graph("anything") == "anything"  # a single body is called unchecked
    graph.register("Number", "Number")(lambda a, b: a)
    with pytest.raises(ValueError, match="lonely.*str"):
        graph("anything")
    with pytest.raises(TypeError):
        graph(np.ones(2))
    with pytest.raises(RuntimeError, match="Unsupported type name: Foo"):
        graph.register("Foo")
    with pytest.raises(TypeError):
        ops.MultitypeFuncGraph(3)


@pytest.mark.parametrize(
    ("name", "args", "wanted"),
    [
        ("add", (Tensor([3.0]), Tensor([2.0])), [5]),
        ("add", (1, Tensor([2.0])), [3]),
        ("div", (Tensor([7]), Tensor([2])), [3.5]),
        ("greater", (Tensor([7]), Tensor([2])), [True]),
        ("negative", (Tensor([7]),), [-7]),
    ],
)
def test_compiled_code_falls_back_on_the_operator_of_that_name(name, args, wanted):
    graph = ops.MultitypeFuncGraph(name)
    graph.register("None", "None")(lambda a, b: a)
    graph.register("None")(lambda a: a)
    with pytest.raises(ValueError, match=name):
        graph(*args)
    assert ms.jit(lambda *given: graph(*given))(*args).asnumpy().tolist() == wanted
    graph.set_need_raise()
    with pytest.raises(ValueError, match=name):
        ms.jit(lambda *given: graph(*given))(*args)


def test_a_single_body_is_not_called_with_numpy_arrays():
    graph = ops.MultitypeFuncGraph("alone")
    graph.register("Tensor")(lambda a: a)
    with pytest.raises(TypeError, match=r"numpy\.ndarray"):
        graph(np.ones(2))


def test_types_instead_of_names():
    graph = ops.MultitypeFuncGraph("types")
    graph.register(ms.number)(lambda a: "number")
    graph.register(ms.tensor_type)(lambda a: "tensor")
    assert (graph(1), graph(Tensor(1))) == ("number", "tensor")


def test_hyper_map():
    add = lambda a, b: a + b  # noqa: E731
    assert ops.HyperMap()(add, (1, [2, (3, 4)]), (10, [20, (30, 40)])) == (11, (22, (33, 44)))
    assert ops.HyperMap(add)([1, 2], (3, 4)) == (4, 6)
    assert ops.HyperMap()(add, 1, 2) == 3
    assert ops.HyperMap()(add, (1, 2), (3,)) == (4,)
    assert ops.HyperMap()(lambda a: a is None, (None, 1)) == (True, False)
    with pytest.raises(RuntimeError):
        ops.HyperMap(3)
    with pytest.raises(TypeError):
        ops.HyperMap()(add)


def test_map_is_one_level_deep():
    assert ops.Map()(len, ((1, 2), (3,))) == (2, 1)
    assert ops.Map(len)([(1, 2)]) == (2,)


def test_order_of_work():
    seen = []
    assert ops.HyperMap(reverse=True)(lambda a: seen.append(a) or a * 2, (1, 2)) == (2, 4)
    assert seen == [2, 1]


def test_the_usual_gradient_scaling_compiled():
    scale_of = ops.MultitypeFuncGraph("scale")

    @scale_of.register("Tensor", "Tensor")
    def scale_tensor(scale, gradient):
        return gradient * ops.Reciprocal()(scale)

    @scale_of.register("Tensor", "Tuple")
    def scale_tuple(scale, gradients):
        raise AssertionError("not reached: HyperMap goes into tuples")

    def f(scale, gradients):
        return ops.HyperMap()(ops.partial(scale_of, scale), gradients)

    gradients = (Tensor([2.0]), (Tensor([4.0]),))
    for run in (f, ms.jit(f)):
        out = run(Tensor(2.0), gradients)
        assert out[0].tolist() == [1] and out[1][0].tolist() == [2]


def test_flags_are_attached():
    cell = nn.Cell()
    assert ops.add_flags(cell, mixed=True) is cell
    assert cell._func_graph_flags == {"mixed": True}
    function = ops.add_flags(a=1)(lambda v: v)
    assert function(3) == 3 and function._func_graph_flags == {"a": 1}


def test_core_functions_are_marked():
    from msjax.ops.composite.base import core

    for mark, flags in ((core, {"core": True}), (core(a=1), {"core": True, "a": 1})):
        function = mark(lambda v: v)
        assert function(3) == 3 and function._func_graph_flags == flags


def test_print(capsys):
    ops.Print()("x is", Tensor([1, 2]), 3, (Tensor(1.5), "a"))
    assert capsys.readouterr().out == (
        "x is\nTensor(shape=[2], dtype=Int64, value= [1, 2])\n3\n"
        "(Tensor(shape=[], dtype=Float32, value= 1.5), 'a')\n"
    )


def test_print_shows_the_value_of_a_parameter(capsys):
    ops.print_(ms.Parameter(Tensor([1, 2]), name="p"))
    assert capsys.readouterr().out == "Tensor(shape=[2], dtype=Int64, value= [1, 2])\n"


def test_print_in_compiled_code_shows_the_values_of_each_run(capsys):
    @ms.jit
    def f(v):
        ops.print_("double:", v * 2)
        return v

    for value in (1, 2):
        f(Tensor([value]))
        jax.effects_barrier()
    lines = capsys.readouterr().out.splitlines()
    shown = "Tensor(shape=[1], dtype=Int64, value= [{}])"
    assert lines == ["double:", shown.format(2), "double:", shown.format(4)]


def test_assert(capsys):
    ops.Assert()(True, [Tensor([1.0])])
    assert capsys.readouterr().out == ""
    with pytest.raises(RuntimeError, match="assert failed"):
        ops.Assert(2)(Tensor(False), [Tensor([1.0, 2.5, 3.0])])
    assert capsys.readouterr().out == "For 'Assert' condition is false.\ninput data: [1 2.5]\n"
    with pytest.raises(TypeError):
        ops.Assert()(3, [])


def test_assert_in_compiled_code(capsys):
    @ms.jit
    def f(v):
        ops.Assert()(v.sum() > 0, [v])
        return v * 2

    assert f(Tensor([1.0])).tolist() == [2]
    with pytest.raises(Exception, match="assert failed"):
        f(Tensor([-1.0])).asnumpy()
        jax.effects_barrier()


def test_tensordump(tmp_path):
    x = Tensor([[1.0, 2.0]], ms.bfloat16)
    ops.tensordump(str(tmp_path / "deep" / "x"), x)
    ms.jit(lambda v: ops.TensorDump()(str(tmp_path / "y.npy"), v) or v)(Tensor([3]))
    jax.effects_barrier()
    (first,) = (tmp_path / "deep").glob("x_bfloat16_*.npy")
    (second,) = tmp_path.glob("y_int64_*.npy")
    assert np.load(first).tolist() == [[1, 2]] and np.load(second).tolist() == [3]
    with pytest.raises(ValueError):
        ops.tensordump("x", x, "all")


def test_py_func():
    host = ops.PyFunc(
        lambda a: (a * 2, a.sum()), [ms.float32], [(2,)], [ms.float32, ms.float32], [(2,), ()]
    )
    for run in (host, ms.jit(lambda v: host(v))):
        double, total = run(Tensor([1.0, 2.0]))
        assert double.tolist() == [2, 4] and total.item() == 3


@pytest.mark.parametrize("kind", [ms.int64, ms.float64, ms.complex128, ms.bool_, ms.complex64])
def test_host_functions_in_compiled_code_keep_dtypes(kind):
    echo = ops.PyFunc(lambda a: a, [kind], [(2,)], [kind], [(2,)], stateful=False)
    x = Tensor(np.array([0, 1], kind.np))
    out = ms.jit(lambda v: echo(v)[0])(x)
    assert out.dtype == kind and out.tolist() == x.tolist()


def test_new_tensors_go_to_the_device_of_the_context(monkeypatch):
    monkeypatch.setattr(context.state, "placement", jax.devices()[0])
    made = (
        ops.zeros((2,)),
        ops.arange(3),
        ops.full((2,), 1.5, dtype=ms.float64),
        ops.eye(2),
        ops.rand(2),
        ops.hann_window(4),
        ops.tril_indices(2, 2),
    )
    assert all(t._data.committed for t in made)


def test_values_too_long_for_literals():
    assert ops.full((1,), 0.1, dtype=ms.float64).item() == 0.1
    assert ops.full((1,), 2**63 + 5, dtype=ms.uint64).item() == 2**63 + 5
    assert ops.full((1,), 2**62 + 1).item() == 2**62 + 1
    assert ops.arange(2**60, 2**60 + 2).tolist() == [2**60, 2**60 + 1]


@pytest.mark.parametrize("reverse", [False, True])
def test_lists_stay_lists_in_compiled_code(reverse):
    @ms.jit(fullgraph=True)
    def run(values):
        nested = ops.HyperMap(reverse=reverse)(double, values)
        return nested, ops.Map(reverse=reverse)(double, values[:2]), ops.Map()(double, (1, 2))

    def double(x):
        return x * 2

    values = [1, 2, (3, [4])]
    assert run(values) == ([2, 4, (6, [8])], [2, 4], (2, 4))
    assert ops.HyperMap(reverse=reverse)(double, values) == (2, 4, (6, (8,)))


@pytest.mark.parametrize("kind", [ops.HyperMap, ops.Map])
@pytest.mark.parametrize("other", [[1, 2], (1, 2, 3)])
def test_compiled_maps_refuse_unlike_sequences(kind, other):
    run = kind(ops.MultitypeFuncGraph("unlike"))
    with pytest.raises(RuntimeError):
        ms.jit(lambda: run((1, 2), other))()


@pytest.mark.parametrize("held", [[ops.ReLU(), ops.Neg()], [nn.ReLU(), ops.neg], None])
@pytest.mark.parametrize("kind", [ops.HyperMap, ops.Map])
def test_lists_of_functions_or_parameters_are_tuples_in_compiled_code(kind, held):
    weights = [Parameter(Tensor(v), name=n) for n, v in (("a", 2.0), ("b", -1.0))]
    use = ops.MultitypeFuncGraph("use")
    use.register("Function", "Tensor")(lambda fn, x: fn(x))
    use.register("Tensor", "Tensor")(lambda w, x: w * x)
    values = (Tensor(3.0), Tensor(5.0))

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.held = held or weights
            self.map = kind()

        def construct(self, first, second):
            return self.map(use, self.held, (first, second))

    wanted = (3.0, -5.0) if held else (6.0, -5.0)
    for run in (Net(), ms.jit(Net(), fullgraph=True)):
        result = run(*values)
        assert type(result) is tuple
        assert result == wanted


def test_compiled_hyper_map_goes_into_dicts():
    add = ops.MultitypeFuncGraph("add")
    add.register("Tensor", "Tensor")(lambda a, b: a + b)
    add.register("Number", "Tensor")(lambda a, b: a * b)

    def run(*values):
        return ops.HyperMap()(add, *values)

    one, two, three = (Tensor(float(v)) for v in (1, 2, 3))
    compiled = ms.jit(run, fullgraph=True)
    found = compiled(({"a": one, "b": (two, 5)}, one), ({"b": (three, two), "a": three}, two))
    assert found == ({"b": (5.0, 10.0), "a": 4.0}, 3.0)
    assert list(found[0]) == ["b", "a"]
    with pytest.raises(ValueError, match="the key b does not exist"):
        compiled({"a": one}, {"b": one})
    with pytest.raises(RuntimeError, match="must be consistent"):
        compiled({"a": one}, (one,))
    with pytest.raises(RuntimeError, match="length of dicts"):
        compiled({"a": one, "b": one}, {"a": one})
    with pytest.raises(RuntimeError, match="Map can only be applied to list, tuple, but got dict"):
        ms.jit(lambda d: ops.Map()(add, d, d))({"a": one})
    with pytest.raises(ValueError, match="no function for arguments of types"):
        run({"a": one}, {"a": one})


def chosen(*names):
    """A function that tells which of its bodies was chosen."""
    found = ops.MultitypeFuncGraph("chosen")
    for name in names:
        found.register(name)(lambda value, name=name: str(name))
    return found


SIZED = chosen(
    *("Int8", "int32", "Int64", "Float16", "Float32", "float64", "Complex64", "Complex128"),
    *(ms.bool_, "Tensor[Int64]", "Tensor[Bool]"),
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1, "Int64"),
        (2**40, "Int64"),
        (True, "Bool"),
        (1.0, "float64"),
        (1j, "Complex128"),
        (np.int8(1), "Int8"),
        (np.int32(1), "int32"),
        (np.float16(1), "Float16"),
        (np.float32(1), "Float32"),
        (np.complex64(1), "Complex64"),
        (Tensor([1]), "Tensor[Int64]"),
        (Tensor(True), "Tensor[Bool]"),
    ],
)
def test_sized_types(value, expected):
    assert SIZED(value) == expected


@pytest.mark.parametrize("value", [np.uint8(1), np.int16(1), Tensor([1.0]), "a"])
def test_sized_types_are_exact(value):
    with pytest.raises(ValueError, match="no function for arguments of types"):
        SIZED(value)


def test_the_last_body_that_fits_is_called_in_compiled_code():
    both = (chosen("Tensor", "Tensor[Float32]"), chosen("Tensor[Float32]", "Tensor"))
    x = Tensor([1.0])
    assert [f(x) for f in both] == ["Tensor", "Tensor[Float32]"]
    assert [ms.jit(lambda v, f=f: f(v))(x) for f in both] == ["Tensor[Float32]", "Tensor"]
    numbers = chosen("Number", "Int64")
    assert (numbers(1), ms.jit(lambda: numbers(1))()) == ("Number", "Int64")
    assert (SIZED(1.0), ms.jit(lambda: SIZED(1.0))()) == ("float64", "Float32")
