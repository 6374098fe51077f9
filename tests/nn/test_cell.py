"""Cell: running, flags, parameters. Facts are those of MindSpore 2.10."""

import functools
import time

import numpy as np
import pytest
from small_cells import Leaf, Net, tensor

import msjax as ms
from msjax import nn, ops
from msjax._core.base.state import STATE

# -- construction --------------------------------------------------------------------------------


def test_missing_super_init_is_named():
    class Unready(nn.Cell):
        def __init__(self, part=None):
            if part is not None:
                self.part = part

        def construct(self, x):
            return x

    class Bare(ops.Primitive):
        def __init__(self):
            self.factor = 2

    text = r"because super\(\).__init__\(\) of '{}' was not called"
    cells = (
        lambda: Unready()(tensor(1)),
        lambda: Unready(nn.ReLU()),
        lambda: Unready().trainable_params(),
        lambda: Unready().set_train(),
        lambda: repr(Unready()),
    )
    for use in cells:
        with pytest.raises(AttributeError, match=text.format("Unready")):
            use()
    with pytest.raises(AttributeError, match=text.format("Bare")):
        Bare()(tensor(1))
    assert not hasattr(nn.ReLU(), "factor")


# -- running -------------------------------------------------------------------------------------


def test_call():
    net = Leaf()
    for _ in range(2):
        assert net(tensor(1, 1)).asnumpy().tolist() == [1, 2]
    assert net(tensor(1, 1), 2.0, z=3.0).asnumpy().tolist() == [5, 7]
    assert Net()(tensor(1, 1)).asnumpy().tolist() == [1, 4]


@pytest.mark.parametrize(
    ("args", "kwargs"), [((), {}), ((1, 2, 3), {}), ((1,), {"q": 3})], ids=["few", "many", "other"]
)
@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_wrong_arguments(args, kwargs, mode):
    ms.set_context(mode=mode)
    try:
        with pytest.raises(TypeError):
            Leaf()(*[tensor(a, a) for a in args], **kwargs)
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_construct_without_self_is_told(mode):
    class Selfless(nn.Cell):
        def construct(x):
            return x

    ms.set_context(mode=mode)
    try:
        text = "'construct' must have parameter 'self'" if mode == ms.GRAPH_MODE else "Selfless"
        with pytest.raises(TypeError, match=text):
            Selfless()(tensor(1, 1))
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


def test_graph_mode(graph_mode):
    net = Net()
    traced = []
    net.a.register_forward_hook(lambda c, i, o: traced.append(type(o._data).__name__))
    for _ in range(2):
        assert net(tensor(1, 1)).asnumpy().tolist() == [1, 4]
    assert len(traced) == 1
    assert net.compiled and not net.a.compiled and len(net.compile_cache) == 1


def test_graph_mode_binds_keywords(graph_mode):
    net = Leaf()
    assert net(y=2.0, x=tensor(1, 1)).asnumpy().tolist() == [2, 4]


def test_graph_mode_sees_changes(graph_mode):
    class Switch(nn.Cell):
        def __init__(self):
            super().__init__()
            self.factor = 2
            self._hidden = 1

        def construct(self, x):
            return x * (self.factor + self._hidden) if self.training else x

    net = Switch()
    assert net(tensor(1)).asnumpy().tolist() == [1]
    assert net.set_train()(tensor(1)).asnumpy().tolist() == [3]
    net.factor = 5
    assert net(tensor(1)).asnumpy().tolist() == [6]
    net._hidden = 2
    assert net(tensor(1)).asnumpy().tolist() == [7]
    handle = net.register_forward_hook(lambda c, i, o: o * 10)
    assert net(tensor(1)).asnumpy().tolist() == [70]
    handle.remove()
    assert net(tensor(1)).asnumpy().tolist() == [7]


def test_compile_does_not_run():
    class Count(nn.Cell):
        def __init__(self):
            super().__init__()
            self.n = ms.Parameter(tensor(0), requires_grad=False)

        def construct(self, x):
            self.n.set_data(self.n + x)
            return x

    net = Count()
    net.compile(tensor(1))
    assert net.n.asnumpy().tolist() == [0] and len(net.compile_cache) == 1
    net.compile_and_run(tensor(1))
    assert net.n.asnumpy().tolist() == [1] and len(net.compile_cache) == 1


def test_construct_must_be_written():
    with pytest.raises(AttributeError, match="construct"):
        nn.Cell()(1)


def test_plain_call_costs_little():
    class Nothing(nn.Cell):
        def construct(self, x):
            return x

    net = Nothing()
    net(1)

    def best(function):
        times = []
        for _ in range(5):
            start = time.perf_counter()
            for _ in range(2000):
                function(1)
            times.append(time.perf_counter() - start)
        return min(times) / 2000

    assert best(net) - best(net.construct) < 3e-6


def test_equal_names_are_refreshed_at_the_first_call():
    class Clash(nn.Cell):
        def __init__(self):
            super().__init__(auto_prefix=False)
            self.a, self.b = Leaf(), Leaf()

        def construct(self, x):
            return self.a(x) + self.b(x)

    net = Clash()
    assert [p.name for p in net.trainable_params()] == ["w", "w"]
    net(tensor(1, 1))
    assert [p.name for p in net.trainable_params()] == ["a.w", "b.w"]


# -- when compiled code has to look again ---------------------------------------------------------


def bumps(action):
    before = STATE.version
    action()
    return STATE.version > before


def test_changes_are_announced():
    net = Net()
    net.number, net.text, net.values = 1, "a", tensor(1)
    other = ms.Parameter(tensor(1))
    for action in (
        lambda: setattr(net, "number", 2),
        lambda: setattr(net, "number", 2.0),
        lambda: setattr(net, "text", "b"),
        lambda: setattr(net, "values", tensor(1, 2)),
        lambda: setattr(net, "values", ms.Tensor([1, 2])),
        lambda: setattr(net, "function", len),
        lambda: net.set_train(),
        lambda: setattr(net, "other", other),
        lambda: setattr(net, "c", Leaf()),
        lambda: delattr(net, "c"),
        lambda: net.insert_child_to_cell("d", Leaf()),
        lambda: net._cells.pop("d"),
        lambda: net.register_forward_hook(lambda c, i, o: o),
        lambda: net.to_float(ms.float16),
        lambda: net.recompute(),
        lambda: net.register_buffer("buf", tensor(1)),
        lambda: net.add_flags(flag=1),
    ):
        assert bumps(action)
    for action in (
        lambda: setattr(net, "number", 2.0),
        lambda: setattr(net, "text", "b"),
        lambda: setattr(net, "values", ms.Tensor([3, 4])),
        lambda: setattr(net, "function", len),
        lambda: net.set_train(),
        lambda: setattr(net, "other", other),
        lambda: setattr(net.a, "w", tensor(7, 7)),
        lambda: net.add_flags(flag=1),
        lambda: net(tensor(1, 1)),
    ):
        assert not bumps(action)


# -- flags ---------------------------------------------------------------------------------------


def test_set_train():
    net = Net()
    assert not net.training and net.phase == "train"
    assert net.set_train() is net
    assert net.training and net.b[0].training and net.get_flags() == {"training": True}
    net.set_train(False)
    assert net.phase == "predict" and not net.a.training and net.a.phase == "train"


def test_flags():
    net = nn.Cell(flags={"alpha": 3})
    assert net.alpha == 3 and net.get_flags() == {"alpha": 3}
    net.child = nn.Cell()
    assert net.add_flags_recursive(beta=1) is net
    assert net.child.beta == 1 and "alpha" not in net.child.get_flags()
    assert net.set_broadcast_flag().broadcast_flag and net.set_boost("less_bn").less_bn
    with pytest.raises(ValueError):
        net.set_boost("more")


def test_precision_flags():
    net = Net()
    assert str(net.get_mixed_precision_type()) == "MixedPrecisionType.NOTSET"
    assert net.mixed_precision_type is None
    net.to_float(ms.float16)
    assert net.a.get_flags() == {"fp16": True, "fp32": False, "bf16": False}
    assert str(net.b.get_mixed_precision_type()) == "MixedPrecisionType.FP16"
    net.set_mixed_precision_type(net.get_mixed_precision_type().BF16)
    assert str(net.mixed_precision_type) == "MixedPrecisionType.BF16"


def test_set_grad():
    net = Net()
    assert net.set_grad() is net and net.requires_grad and not net.a.requires_grad


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("bprop_debug", True, 3),
        ("parameter_layout_dict", {"a": 1}, []),
        ("parallel_parameter_name_list", ["a"], {}),
        ("parallel_parameter_merge_net_dict", {"a": 1}, []),
        ("cell_init_args", "x", 3),
        ("compile_phase", "x", 3),
        ("phase", "export", 3),
        ("pipeline_stage", 2, True),
        ("pipeline_segment", 2, "a"),
    ],
)
def test_checked_properties(name, good, bad):
    net = Net()
    setattr(net, name, good)
    assert getattr(net, name) == good
    with pytest.raises(TypeError):
        setattr(net, name, bad)


def test_properties_at_the_start():
    net = Net()
    assert net.cls_name == "Net" and net.param_prefix == "" and not net.bprop_debug
    assert net.parameter_layout_dict == {} and net.parallel_parameter_name_list == ()
    assert net.compile_cache == set() and net.phase_cache == {} and not net.compiled
    assert net.jit_config_dict == {} and net.get_inputs() is None and net.get_scope() is None
    assert net.create_time <= time.time() * 1e9
    for name in ("pipeline_stage", "pipeline_segment"):
        with pytest.raises(AttributeError):
            getattr(net, name)


def test_jit_config_is_set_once():
    net = Net()
    net.set_jit_config(ms.JitConfig(jit_level="O1"))
    net.set_jit_config(ms.JitConfig(jit_level="O2"))
    assert net.jit_config_dict["jit_level"] == "O1"


def test_set_inputs():
    net, x = Leaf(), tensor(1)
    net.set_inputs(x)
    assert net.get_inputs() == (x,)
    net.set_inputs(y=x)
    assert net.get_inputs() == {"arg_specified_infos": [[1, x]], "total_arg_length": 3}
    with pytest.raises(ValueError, match="only set inputs or kwargs"):
        net.set_inputs(x, y=x)
    with pytest.raises(ValueError, match="valid key"):
        net.set_inputs(q=x)


def test_scopes():
    net = Net()
    net.generate_scope()
    assert net.b[0].get_scope() == "Default/b-SequentialCell/0-Leaf"


def test_parallel_options():
    net = Net()
    assert net.shard(((1, 1),)) is None
    net.set_data_parallel()
    assert net.cast.strategy_gen_mode == "data_parallel"
    assert net.set_comm_fusion(3) is net
    assert [p.comm_fusion for p in net.get_parameters()] == [3, 1, 3, 1]
    net.offload()
    for bad, error in (("x", ValueError), (-1, ValueError), (True, TypeError), (1.5, TypeError)):
        with pytest.raises(error):
            net.offload(bad)
    for bad, error in (("x", TypeError), (-1, ValueError), (True, TypeError)):
        with pytest.raises(error):
            net.set_comm_fusion(bad)
    assert list(net.parameters_broadcast_dict()) == ["a.w", "a.s", "b.0.w", "b.0.s"]
    assert nn.Cell().parameters_broadcast_dict() is None


@pytest.mark.parametrize(
    "call",
    [
        lambda c: c.get_func_graph_proto(),
        lambda c: c.recompute(context_fn=len),
    ],
)
def test_what_has_no_meaning_here(call):
    with pytest.raises(NotImplementedError):
        call(Net())


@pytest.mark.parametrize(
    ("kwargs", "error"), [({"foo": 1}, ValueError), ({"mp_comm_recompute": 1}, TypeError)]
)
def test_recompute_options(kwargs, error):
    with pytest.raises(error):
        Net().recompute(**kwargs)
    Net().recompute(mp_comm_recompute=False, recompute_slice_activation=True)


# -- Parameters and Cells ------------------------------------------------------------------------


def test_assigning_values_to_a_parameter():
    net = Leaf()
    param = net.w
    net.w = tensor(7, 8, 9)
    assert net.w is param and param.asnumpy().tolist() == [7, 8, 9]
    net.w = ms.Tensor([1, 2])
    assert param.dtype == ms.float32
    net.w = None
    assert net.w is None and [p.name for p in net.get_parameters()] == ["s"]
    net.w = ms.Parameter(tensor(1), name="other")
    assert [p.name for p in net.get_parameters()] == ["other", "s"]


class Counting(nn.Cell):
    def __init__(self, kind):
        super().__init__()
        self.kind = kind
        self.count = ms.Parameter(ms.Tensor(1, ms.int32), name="count")
        self.w = ms.Parameter(tensor(3), name="w")

    def construct(self, x):
        if self.kind == "number":
            self.count = 5
        elif self.kind == "condition":
            self.count += 1
            if self.count >= 3:
                self.count = 0
        elif self.kind == "dtype":
            self.count = 2.5
        else:
            self.w = {"rank": 1.0, "shape": ops.concat((x, x)), "tuple": (1,)}[self.kind]
        return x + self.count


@pytest.mark.runs_eagerly
def test_compiled_code_assigns_numbers_to_parameters(graph_mode):
    net = Counting("number")
    param = net.count
    assert net(tensor(1)).asnumpy().tolist() == [6]
    assert net.count is param and param.dtype == ms.int32 and param.asnumpy() == 5
    net = Counting("condition")  # a value decides, so this code runs eagerly
    assert [int(net(tensor(0)).asnumpy()[0]) for _ in range(4)] == [2, 0, 1, 2]
    for kind, error in (
        ("dtype", TypeError),
        ("rank", RuntimeError),
        ("shape", ValueError),
        ("tuple", TypeError),
    ):
        with pytest.raises(error, match="Assign"):
            Counting(kind)(tensor(1))
    with pytest.raises(TypeError, match="already exists in network"):
        net.count = 1


def test_eager_code_assigns_no_numbers():
    with pytest.raises(TypeError, match="already exists in network"):
        Counting("number")(tensor(1))


def test_shared_parameters_come_once():
    net = Net()
    net.b[0].w = net.a.w
    assert len(net.trainable_params()) == 1
    assert net.b[0].w is net.a.w


def test_apply_runs_bottom_up():
    seen = []
    net = Net()
    assert net.apply(lambda c: seen.append(type(c).__name__)) is net
    assert seen == ["Leaf", "Leaf", "SequentialCell", "Net"]


def test_cells_come_once():
    net = Net()
    net.again = net.a
    assert list(net.name_cells()) == ["a", "b"] and list(net.cells()) == [net.a, net.b]
    assert [name for name, _ in net.cells_and_names(name_prefix="x")] == [
        "x",
        "x.a",
        "x.b",
        "x.b.0",
    ]
    assert [name for name, _ in net.cells_and_names({net.a})] == ["", "b", "b.0"]


def test_init_parameters_data():
    net = Leaf()
    assert net.init_parameters_data() == {net.w: net.w, net.s: net.s}


def test_primitives_learn_their_names():
    assert Net().cast.instance_name == "cast"


def test_instances_are_counted():
    before = nn.Cell.total_instance_count
    cells = [nn.Cell() for _ in range(3)]
    assert nn.Cell.total_instance_count == before + 3
    del cells
    assert nn.Cell.total_instance_count == before


def test_missing_attributes_before_init():
    class Bare(nn.Cell):
        def __init__(self):
            self.number = 1

    assert Bare().number == 1
    with pytest.raises(AttributeError):
        Bare()(1)


# -- hooks of Parameters -------------------------------------------------------------------------


class Scaled(nn.Cell):
    def __init__(self):
        super().__init__()
        self.w = ms.Parameter(ms.Tensor([0.25, 0.5]), name="w")

    def construct(self, x):
        return x * self.w


class Shifted(nn.Cell):
    def __init__(self):
        super().__init__()
        self.inner = Scaled()
        self.v = ms.Parameter(ms.Tensor([1.25, 1.5]), name="v")

    def construct(self, x):
        return self.inner(x) + self.v


def _inner_list(net):
    net.inner.register_parameter_forward_hook([{"params": [net.v], "hook": lambda p: p * 10}])


def _outer_list(net):
    net.register_parameter_forward_hook([{"params": [net.inner.w], "hook": lambda p: p * 10}])


def _both(net):
    net.register_parameter_forward_hook(lambda p: p * 10)
    net.inner.register_parameter_forward_hook(lambda p: p * 3)


def _twice(net):
    for factor in (10, 2):
        hook = functools.partial(ops.mul, ms.Tensor(float(factor)))
        net.register_parameter_forward_hook([{"params": [net.v], "hook": hook}])


# Results of MindSpore for x = [0.25, 0.5].
@pytest.mark.parametrize(
    ("register", "expected"),
    [
        (lambda n: n.register_parameter_forward_hook(lambda p: p * 10), [13.125, 17.5]),
        (
            lambda n: n.inner.register_parameter_forward_hook(lambda p: p * 10),
            [1.875, 4.0],
        ),
        (_outer_list, [1.875, 4.0]),
        (_inner_list, [1.3125, 1.75]),
        (_both, [12.6875, 15.75]),
        (_twice, [2.5625, 3.25]),
    ],
)
def test_parameter_forward_hooks(register, expected):
    net = Shifted()
    register(net)
    x = ms.Tensor([0.25, 0.5])
    before = [p.asnumpy() for p in net.get_parameters()]
    np.testing.assert_allclose(net(x).asnumpy(), [1.3125, 1.75])
    compiled = ms.jit(net)
    for _ in range(2):
        np.testing.assert_allclose(compiled(x).asnumpy(), expected)
    for p, array in zip(net.get_parameters(), before, strict=True):
        np.testing.assert_array_equal(p.asnumpy(), array)


def test_parameter_forward_hooks_in_graph_mode(graph_mode):
    net = Shifted()
    _both(net)
    np.testing.assert_allclose(net(ms.Tensor([0.25, 0.5])).asnumpy(), [12.6875, 15.75])


def test_gradients_through_parameter_forward_hooks():
    net = Scaled()
    x = ms.Tensor([0.25, 0.5])
    step = ms.value_and_grad(net, 0, net.trainable_params())
    compiled = ms.jit(step)
    np.testing.assert_allclose(compiled(x)[1][0].asnumpy(), [0.25, 0.5])
    net.register_parameter_forward_hook(lambda p: p * 10)
    out, (dx, (dw,)) = compiled(x)
    np.testing.assert_allclose(out.asnumpy(), [0.625, 2.5])
    np.testing.assert_allclose(dx.asnumpy(), [2.5, 5.0])
    np.testing.assert_allclose(dw.asnumpy(), [2.5, 5.0])
    np.testing.assert_allclose(step(x)[1][0].asnumpy(), [0.25, 0.5])


def test_hooked_parameters_may_be_written():
    class Count(nn.Cell):
        def __init__(self):
            super().__init__()
            self.n = ms.Parameter(ms.Tensor(1.0), requires_grad=False)

        def construct(self, x):
            x = x * self.n
            self.n += 1
            return x

    net = Count()
    net.register_parameter_forward_hook(lambda p: p * 10)
    compiled = ms.jit(net)
    assert [float(compiled(ms.Tensor(1.0))) for _ in range(2)] == [10.0, 110.0]


@pytest.mark.parametrize(
    ("hook", "error"),
    [
        (3, TypeError),
        (None, TypeError),
        ([3], TypeError),
        ([{"params": []}], ValueError),
        ([{"params": [1], "hook": len}], TypeError),
        ([{"params": [], "hook": 3}], TypeError),
    ],
)
def test_wrong_parameter_forward_hooks(hook, error):
    with pytest.raises(error):
        Scaled().register_parameter_forward_hook(hook)


def test_parameter_forward_hooks_return_tensors():
    net = Scaled()
    net.register_parameter_forward_hook(lambda p: None)
    with pytest.raises(TypeError, match="must return a Tensor"):
        ms.jit(net)(ms.Tensor([1.0, 2.0]))


def test_members_that_are_not_there_tell_why():
    net = nn.ReLU()
    with pytest.raises(NotImplementedError, match="register_backward_hook turns hooks on"):
        net.enable_backward_hook  # noqa: B018
    with pytest.raises(AttributeError, match="has no attribute 'no_such'") as told:
        net.no_such  # noqa: B018
    assert not isinstance(told.value, NotImplementedError)
    assert not hasattr(net, "enable_backward_hook")
    net.enable_backward_hook = 2
    assert net.enable_backward_hook == 2


def test_parameter_tuples_are_listed_as_in_older_releases():
    optimizer = nn.Momentum(nn.Dense(2, 1).trainable_params(), 0.1, 0.9)
    assert "moments" in optimizer._params_list
    assert all(type(v) is ms.ParameterTuple for v in optimizer._params_list.values())
    assert not nn.Dense(2, 1)._params_list


@pytest.mark.parametrize("keyed", [None, 0, 2.5, "yes", [], ms.Tensor(1)])
def test_whether_hooks_get_keywords_is_any_truth(keyed):
    seen, net = [], nn.ReLU()
    net.register_forward_hook(lambda *given: seen.append(len(given)), with_kwargs=keyed)
    net(tensor(1))
    assert seen == [4 if keyed else 3]


@pytest.mark.parametrize("target", [None, 0, []])
def test_the_path_of_a_cell_is_text(target):
    net = nn.SequentialCell(nn.ReLU())
    assert net.get_sub_cell("") is net
    with pytest.raises(AttributeError):
        net.get_sub_cell(target)


def test_what_cells_begin_with():
    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.add, self.dense = ms.ops.Add(), nn.Dense(2, 2)

    net = Net()
    assert list(net._primitives.items()) == [("add", net.add)]
    assert net.dense._primitives["matmul"] is net.dense.matmul
    found = (net.cell_type, net.arguments_key, net.grad_ops_label, net.is_top_cell)
    assert (*found, net._scope, net._id) == (None, "", False, False, None, 1)
    net.update_cell_type("kind")
    assert net.cell_type == "kind" and net.dense.cell_type is None
