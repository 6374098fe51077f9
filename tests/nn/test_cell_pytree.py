"""Cells as JAX pytrees."""

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

import msjax as ms
from msjax import nn


def tensor(*values):
    return ms.Tensor(np.array(values, np.float32))


class Linear(nn.Cell):
    def __init__(self, *weights, scale=1.0):
        super().__init__()
        self.w = ms.Parameter(tensor(*weights))
        self.count = ms.Parameter(tensor(0), requires_grad=False)
        self.scale = scale

    def construct(self, x):
        return x * self.w * self.scale


class Net(nn.Cell):
    """A chain, a plain list of its layers, a method kept as attribute, and a tied weight."""

    def __init__(self, scale=1.0):
        super().__init__()
        self.chain = nn.SequentialCell([Linear(1, 2, scale=scale), Linear(3, 4)])
        self.layers = [self.chain[0], self.chain[1]]
        self.named = {"last": self.chain[1]}
        self.step = self.double
        self.tied = self.chain[1].w
        self.all = ms.ParameterTuple([self.tied])
        self.empty = None

    def double(self, x):
        return x * self.tied

    def construct(self, x):
        return self.step(self.layers[1](self.chain[0](x)))


def same(a, b):
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=1e-6)


def loss(net, x):
    return jnp.sum(jnp.asarray(net(ms.Tensor(x))))


X = np.array([1, 2], np.float32)


def test_leaves_are_the_unique_parameters_by_name():
    net = Net()
    leaves, _ = jax.tree_util.tree_flatten_with_path(net)
    names = [path[0].key for path, _ in leaves]
    assert names == [name for name, _ in net.parameters_and_names()]
    assert len(leaves) == len({id(p) for p in net.get_parameters()}) == 4
    assert all(isinstance(leaf, jax.Array) for _, leaf in leaves)


def test_map_makes_a_clone():
    net = Net()
    twin = jax.tree.map(lambda p: p + 1, net)
    assert type(twin) is Net and twin is not net
    same(net.chain[0].w, [1, 2])
    same(twin.chain[0].w, [2, 3])
    assert twin.chain[0] is twin.layers[0] and twin.layers[0] is not net.layers[0]
    assert twin.named["last"] is twin.chain[1]
    assert twin.chain.cell_list[1] is twin.chain[1]
    assert twin.tied is twin.chain[1].w is twin.all[0]
    assert twin.step.__self__ is twin
    assert [p.name for p in twin.get_parameters()] == [p.name for p in net.get_parameters()]
    assert [p.requires_grad for p in twin.get_parameters()] == [
        p.requires_grad for p in net.get_parameters()
    ]
    same(twin(ms.Tensor(X)), X * [2, 3] * [4, 5] * [4, 5])


@pytest.mark.parametrize("leaf", [None, object(), jax.ShapeDtypeStruct((2,), np.float32), "x"])
def test_unflatten_takes_any_leaf(leaf):
    leaves, structure = jax.tree.flatten(Net())
    twin = jax.tree.unflatten(structure, [leaf] * len(leaves))
    assert all(p._data is leaf for p in twin.get_parameters())
    assert isinstance(twin, Net)


def test_children_may_be_replaced_as_a_whole():
    net = Net()
    marks = jax.tree.map(
        lambda p: p.requires_grad, net, is_leaf=lambda p: isinstance(p, ms.Parameter)
    )
    assert jax.tree.leaves(marks) == [p.requires_grad for p in net.get_parameters()]
    nothing = jax.tree.map(lambda p: None, net, is_leaf=lambda p: isinstance(p, ms.Parameter))
    assert jax.tree.leaves(nothing) == []


def test_structures_are_equal_while_nothing_changes():
    net = Net()
    first, second = jax.tree.structure(net), jax.tree.structure(net)
    assert first == second and hash(first) == hash(second)
    twin = jax.tree.map(lambda p: p * 2, net)
    assert jax.tree.structure(twin) == first
    nn.Cell().set_train()
    assert jax.tree.structure(twin) == first
    assert jax.tree.structure(Net()) == first


@pytest.mark.parametrize(
    "change",
    [
        lambda n: n.set_train(),
        lambda n: setattr(n, "extra", 3),
        lambda n: setattr(n.chain[0], "scale", 1),
        lambda n: setattr(n, "empty", nn.Cell()),
        lambda n: setattr(n, "more", ms.Parameter(tensor(1))),
        lambda n: setattr(n.chain[0].w, "requires_grad", False),
        lambda n: n.register_forward_hook(lambda c, i, o: o),
        lambda n: n.to_float(ms.float16),
        lambda n: n.recompute(),
        lambda n: setattr(n, "constant", tensor(1)),
        lambda n: n.register_buffer("kept", tensor(1)),
    ],
)
def test_structures_differ_after_a_change(change):
    net, other = Net(), Net()
    before = jax.tree.structure(net)
    change(net)
    assert jax.tree.structure(net) != before
    assert jax.tree.structure(other) == before


def test_equal_constants_are_equal_structure():
    nets = [Net() for _ in range(3)]
    for net, value in zip(nets, (1, 1, 2), strict=True):
        net.constant = tensor(value)
        net.array = np.array([value])
    first, second, third = (jax.tree.structure(net) for net in nets)
    assert first == second != third


def test_jit_traces_once():
    traces = []

    @jax.jit
    def run(net, x):
        traces.append(1)
        return loss(net, x)

    net = Net()
    for _ in range(3):
        run(net, X)
        net = jax.tree.map(lambda p: p - 0.1 * p, net)
    run(Net(), X)
    assert len(traces) == 1
    net.chain[1].scale = 2.0
    run(net, X)
    assert len(traces) == 2


def test_jit_returns_a_cell():
    net = Net()
    doubled = jax.jit(lambda net: jax.tree.map(lambda p: p * 2, net))(net)
    assert type(doubled) is Net and doubled.tied is doubled.chain[1].w
    same(doubled.chain[0].w, [2, 4])


def test_grad_of_a_cell():
    net = Net()
    grads = jax.grad(loss)(net, X)
    assert type(grads) is Net
    same(grads.chain[0].w, X * [9, 16])
    same(grads.tied, 2 * X * [1, 2] * [3, 4])
    same(grads.chain[0].count, [0])
    updated = jax.tree.map(lambda p, g: p - 0.5 * g, net, grads)
    same(updated.chain[0].w, np.array([1, 2]) - 0.5 * X * [9, 16])


def test_training_loop_with_optax():
    net = Net()
    optimizer = optax.adam(0.05)
    state = optimizer.init(net)

    traced = []

    @jax.jit
    def step(net, state):
        traced.append(1)
        value, grads = jax.value_and_grad(lambda n: loss(n, X) ** 2)(net)
        updates, state = optimizer.update(grads, state, net)
        return optax.apply_updates(net, updates), state, value

    values = []
    for _ in range(5):
        net, state, value = step(net, state)
        values.append(float(value))
    assert len(traced) == 1
    assert values == sorted(values, reverse=True)
    assert net.tied is net.chain[1].w


def test_vmap_over_an_ensemble():
    stacked = jax.tree.map(lambda *ps: jnp.stack(ps), Net(), Net(scale=1.0))
    out = jax.vmap(lambda net, x: jnp.asarray(net(ms.Tensor(x))), in_axes=(0, None))(stacked, X)
    same(out, np.tile(X * [1, 2] * [9, 16], (2, 1)))


def test_containers_are_trees_too():
    cells = nn.CellList([Linear(1), Linear(2)])
    twin = jax.tree.map(lambda p: p * 10, cells)
    assert isinstance(twin, nn.CellList) and len(twin) == 2
    same(twin[1].w, [20])
    named = jax.tree.map(lambda p: p * 10, nn.CellDict({"a": Linear(1)}))
    same(named["a"].w, [10])


def test_a_clone_is_independent():
    net = Net()
    twin = jax.tree.map(lambda p: p, net)
    twin.set_train()
    twin.extra = 1
    twin.register_buffer("b", tensor(1))
    twin.register_forward_hook(lambda c, i, o: o)
    assert not net.training and not net.chain.training
    assert not hasattr(net, "extra") and not hasattr(net, "b")
    twin.chain.append(Linear(5))
    assert len(net.chain) == 2 and len(twin.chain) == 3
    twin.w = ms.Parameter(tensor(1))
    assert len(jax.tree.leaves(twin)) == len(jax.tree.leaves(net)) + 3


def test_cycles_of_cells():
    parent = nn.Cell()
    parent.child = nn.Cell()
    parent.child.w = ms.Parameter(tensor(1))
    parent.child.insert_child_to_cell("parent", parent)
    twin = jax.tree.map(lambda p: p + 1, parent)
    assert twin.child.parent is twin
    same(twin.child.w, [2])


def test_the_structure_holds_no_parameters():
    import gc
    import weakref

    net = Net()
    gone = weakref.ref(net.chain[0].w)
    structure = jax.tree.structure(net)
    del net
    gc.collect()
    assert gone() is None
    assert structure.num_leaves == 4


def test_unflatten_runs_no_constructor():
    made = []

    class Loud(nn.Cell):
        def __init__(self):
            made.append(1)
            super().__init__()
            self.w = ms.Parameter(tensor(1))

    net = Loud()
    jax.tree.map(lambda p: p, net)
    assert made == [1]
