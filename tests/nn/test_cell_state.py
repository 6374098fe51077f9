"""Cell: state dicts, buffers, casts, copies. Facts are those of MindSpore 2.10."""

import copy
import pickle
from collections import OrderedDict

import pytest
from small_cells import Leaf, Net, tensor

import msjax as ms
from msjax import nn
from msjax.common.parameter import _Buffer
from msjax.nn import cell as cell_module

# -- state ---------------------------------------------------------------------------------------


def test_state_dict_round_trip():
    net, other = Net(), Net()
    net.a.w = tensor(7, 8)
    state = net.state_dict()
    assert list(state) == ["a.w", "a.s", "b.0.w", "b.0.s"] and state["a.w"] is net.a.w
    assert repr(other.load_state_dict(state)) == "<All keys matched successfully>"
    assert other.a.w.asnumpy().tolist() == [7, 8] and other.a.w is not net.a.w
    assert list(net.state_dict(prefix="x.", destination=OrderedDict(y=1)))[:2] == ["y", "x.a.w"]


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ({"w": tensor(1, 2, 3), "s": tensor(1)}, "size mismatch for w"),
        ({"w": 3, "s": tensor(1)}, "expected Tensor"),
        ({"w": tensor(1, 2)}, 'Missing key.*"s"'),
        ({"w": tensor(1, 2), "s": tensor(1), "q": tensor(1)}, 'Unexpected key.*"q"'),
        ({"w": tensor(1, 2), "s": tensor(1), "c.q": tensor(1)}, 'Unexpected key.*"c.q"'),
    ],
)
def test_load_state_dict_errors(state, text):
    with pytest.raises(RuntimeError, match=text):
        Leaf().load_state_dict(state)


def test_load_state_dict_loosely():
    missing, unexpected = Leaf().load_state_dict({"w": tensor(1, 2), "q": tensor(1)}, strict=False)
    assert missing == ["s"] and unexpected == ["q"]


@pytest.mark.parametrize("bad", [{"destination": 3}, {"prefix": 3}, {"keep_vars": 3}])
def test_state_dict_arguments(bad):
    with pytest.raises(TypeError):
        Leaf().state_dict(**bad)


def test_positional_state_dict_warns():
    with pytest.warns(FutureWarning):
        assert list(Leaf().state_dict({}, "x.")) == ["x.w", "x.s"]


def test_state_hooks():
    net, calls = Leaf(), []
    handles = [
        net.register_state_dict_pre_hook(lambda c, prefix, keep: calls.append("before")),
        net.register_state_dict_post_hook(lambda c, d, p, m: d.pop("s") and None),
        net.register_load_state_dict_pre_hook(lambda c, d, *rest: d.update(s=tensor(1))),
        net.register_load_state_dict_post_hook(lambda c, keys: calls.append(keys)),
    ]
    state = net.state_dict()
    assert list(state) == ["w"]
    net.load_state_dict(state)
    assert calls == ["before", ([], [])]
    for handle in handles:
        handle.remove()
    assert list(net.state_dict()) == ["w", "s"] and len(calls) == 2
    net.register_state_dict_post_hook(lambda *_: 1)
    with pytest.raises(RuntimeError, match="must return None"):
        net.state_dict()


def test_extra_state():
    class Extra(nn.Cell):
        step = 3

        def get_extra_state(self):
            return self.step

        def set_extra_state(self, state):
            self.step = state

    net = nn.SequentialCell([Extra()])
    state = net.state_dict()
    assert state == {"0._extra_state": 3}
    net[0].step = 5
    net.load_state_dict(state)
    assert net[0].step == 3
    with pytest.raises(RuntimeError, match="Missing"):
        net.load_state_dict({})
    with pytest.raises(RuntimeError, match="Unexpected"):
        nn.SequentialCell([nn.Cell()]).load_state_dict(state)
    for method in (lambda: nn.Cell().get_extra_state(), lambda: nn.Cell().set_extra_state(1)):
        with pytest.raises(RuntimeError):
            method()


# -- buffers -------------------------------------------------------------------------------------


def test_buffers():
    net = Leaf()
    values = tensor(3)
    net.register_buffer("b", values)
    net.register_buffer("gone", tensor(4), persistent=False)
    net.register_buffer("none", None)
    assert net.b is values and net.none is None and isinstance(net.b, cell_module.Buffer)
    assert [n for n, _ in net.named_buffers(prefix="x")] == ["x.b", "x.gone"]
    assert list(net.state_dict()) == ["w", "s", "b"]
    assert [p.name for p in net.get_parameters()] == ["w", "s"]
    net.load_state_dict({"w": tensor(1, 2), "s": tensor(1), "b": tensor(9)})
    assert values.asnumpy().tolist() == [9]
    assert nn.SequentialCell([net]).get_buffer("0.b") is values
    del net.b
    assert not hasattr(net, "b")


def test_buffer_objects_register_themselves():
    net = nn.Cell()
    assert _Buffer is cell_module.Buffer
    made = cell_module.Buffer(tensor(1, 2))
    assert type(made) is ms.Tensor and not isinstance(tensor(1), cell_module.Buffer)
    net.b = made
    assert list(net.state_dict()) == ["b"]
    net.b = cell_module.Buffer(tensor(3))
    assert [b.asnumpy().tolist() for b in net.buffers()] == [[3]]
    with pytest.raises(TypeError):
        net.b = tensor(4)
    net.b = None
    assert net.b is None
    with pytest.raises(ValueError):
        cell_module.Buffer(None)
    with pytest.raises(TypeError):
        cell_module.Buffer(3)


def test_shared_buffers_come_once():
    net = nn.SequentialCell([nn.Cell(), nn.Cell()])
    shared = tensor(1)
    net[0].register_buffer("b", shared)
    net[1].register_buffer("b", shared)
    assert [n for n, _ in net.named_buffers()] == ["0.b"]
    assert [n for n, _ in net.named_buffers(remove_duplicate=False)] == ["0.b", "1.b"]


@pytest.mark.parametrize("target", ["q", "w", "a.b"])
def test_get_buffer_errors(target):
    with pytest.raises(AttributeError):
        Leaf().get_buffer(target)


def test_buffer_registration_hook():
    handle = cell_module.register_cell_buffer_registration_hook(lambda c, n, t: t + 1)
    try:
        net = nn.Cell()
        net.register_buffer("b", tensor(1))
        assert net.b.asnumpy().tolist() == [2]
    finally:
        handle.remove()
    net.register_buffer("c", tensor(1))
    assert net.c.asnumpy().tolist() == [1]


# -- conversion and copies -----------------------------------------------------------------------


def test_to():
    net = Leaf()
    net.i = ms.Parameter(ms.Tensor([1, 2]))
    net.register_buffer("b", tensor(1))
    params = list(net.get_parameters())
    assert net.to(ms.float16) is net and list(net.get_parameters()) == params
    assert [str(p.dtype) for p in params] == ["Float16", "Float16", "Int64"]
    assert net.b.dtype == ms.float16 and isinstance(net.b, cell_module.Buffer)
    assert net.to(tensor(1)).w.dtype == ms.float32
    assert net.to(dtype=ms.float16).w.dtype == net.to("CPU").w.dtype == ms.float16
    assert net.to_empty().w.shape == (2,)
    for bad in (((ms.int32,), {}), ((3,), {}), ((), {"foo": 1}), ((ms.float32, 1, 2), {})):
        with pytest.raises(TypeError):
            net.to(*bad[0], **bad[1])


def test_deepcopy():
    net = Net()
    net.tied = net.a.w
    net.register_forward_hook(lambda c, i, o: o + 1)
    net(tensor(1, 1))
    twin = copy.deepcopy(net)
    assert twin.tied is twin.a.w is not net.a.w
    assert [p.name for p in twin.get_parameters()] == [p.name for p in net.get_parameters()]
    twin.a.w = tensor(5, 5)
    assert net.a.w.asnumpy().tolist() == [1, 2]
    assert twin(tensor(1, 1)).asnumpy().tolist() == [6, 11]
    assert twin.b.cell_list[0] is twin.b[0] is not net.b[0]


def test_deepcopy_of_a_compiled_cell(graph_mode):
    net = Leaf()
    net(tensor(1, 1))
    twin = copy.deepcopy(net)
    twin.w = tensor(3, 3)
    assert twin(tensor(1, 1)).asnumpy().tolist() == [3, 3]
    assert net(tensor(1, 1)).asnumpy().tolist() == [1, 2]


def test_pickle():
    net = Leaf()
    net.to_float(ms.float16)
    twin = pickle.loads(pickle.dumps(net))
    assert twin(tensor(1, 1)).dtype == ms.float16
    assert [p.name for p in twin.get_parameters()] == ["w", "s"]


def test_members_of_older_releases():
    net = nn.Dense(2, 2)
    assert net.infer_param_pipeline_stage() == net.trainable_params()
    net.exec_checkpoint_graph()
    net.set_auto_parallel()
    assert net.get_flags()["auto_parallel"] is True
    for owner in (net, net.weight):
        with pytest.raises(NotImplementedError, match="set_param_ps"):
            owner.set_param_ps()
    ms.set_auto_parallel_context(pipeline_stages=2)
    try:
        with pytest.raises(NotImplementedError, match="infer_param_pipeline_stage"):
            net.infer_param_pipeline_stage()
    finally:
        ms.reset_auto_parallel_context()
