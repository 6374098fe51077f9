"""Tensors that share memory: a write on either side shows on the other."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, ops
from msjax._core.compile.jit import Compiled
from msjax._core.tensor.links import Lent

DATA = np.arange(24, dtype=np.float32).reshape(2, 3, 4)

# How the view is made, and the same with NumPy, where it is a view too.
VIEWS = {
    "x[1]": lambda a: a[1],
    "x[-1, 2]": lambda a: a[-1, 2],
    "x[0, 1, 2]": lambda a: a[0, 1, 2:3].reshape(()),
    "x[:, 1]": lambda a: a[:, 1],
    "x[0:1]": lambda a: a[0:1],
    "x[..., 1:3]": lambda a: a[..., 1:3],
    "x[:, ::2, ::3]": lambda a: a[:, ::2, ::3],
    "x[None]": lambda a: a[None],
    "x[0, None, 1:]": lambda a: a[0, None, 1:],
    "x[True]": lambda a: a[None],
    "x[:]": lambda a: a[:],
    "Tensor(x)": lambda a: a,
    "x.reshape(4, 6)": lambda a: a.reshape(4, 6),
    "x.view(6, 4)": lambda a: a.reshape(6, 4),
    "x.transpose(2, 0, 1)": lambda a: a.transpose(2, 0, 1),
    "x.swapaxes(0, 2)": lambda a: a.swapaxes(0, 2),
    "x.expand_dims(1)": lambda a: a[:, None],
    "x.select(1, 2)": lambda a: a[:, 2],
    "ops.unsqueeze(x, 0)": lambda a: a[None],
    "ops.squeeze(x[0:1])": lambda a: a[0],
}


def made(expression, x):
    return eval(expression, {"x": x, "Tensor": Tensor, "ops": ops})


@pytest.fixture(params=VIEWS)
def pair(request):
    """A Tensor with a view of it, and the same arrays in NumPy."""
    x, a = Tensor(DATA), DATA.copy()
    return x, made(request.param, x), a, VIEWS[request.param](a)


def check(pair):
    x, view, a, b = pair
    assert np.array_equal(x.asnumpy(), a)
    assert np.array_equal(view.asnumpy(), b)


def test_writing_the_view_shows_in_the_base(pair):
    check(pair)
    x, view, a, b = pair
    view[...] = 100
    b[...] = 100
    check(pair)


def test_writing_the_base_shows_in_the_view(pair):
    x, view, a, b = pair
    x[1, 2] = -1
    a[1, 2] = -1
    check(pair)
    x[...] = Tensor(DATA * 2)
    a[...] = DATA * 2
    check(pair)


def test_alternating_writes(pair):
    x, view, a, b = pair
    for i in range(3):
        view[...] = Tensor(b + i)
        b += i
        x[:, i] = 50 + i
        a[:, i] = 50 + i
        check(pair)


def test_a_view_of_the_view(pair):
    x, view, a, b = pair
    if view.ndim == 0:
        inner, d = view.reshape(1), b.reshape(1)
    else:
        inner, d = view[..., -1:], b[..., -1:]
    inner[...] = 7
    d[...] = 7
    check(pair)
    x[0] = 3
    a[0] = 3
    assert np.array_equal(inner.asnumpy(), d)
    view[...] = 5
    b[...] = 5
    assert np.array_equal(inner.asnumpy(), d)
    check(pair)


def test_augmented_assignment_of_the_name_makes_a_new_tensor(pair):
    x, view, a, _ = pair
    view += 1
    assert np.array_equal(x.asnumpy(), DATA)
    view[...] = 9
    assert np.array_equal(x.asnumpy(), DATA)


def test_gradient_through_a_write_into_a_view(pair):
    """y's element under the view gets the written value's gradient, the rest its own."""
    view = pair[1]
    expression = next(e for e, f in VIEWS.items() if np.array_equal(f(DATA), view.asnumpy()))
    position = np.arange(DATA.size, dtype=np.float32).reshape(DATA.shape)
    weights = Tensor(position + 1)

    def function(x, v):
        y = x * 1
        part = made(expression, y)
        part[...] = v * part
        return (y * weights).sum()

    x, v = Tensor(DATA), Tensor(3.0)
    dx, dv = ms.grad(function, (0, 1))(x, v)
    inside = np.zeros(DATA.shape, bool)
    VIEWS[expression](inside)[...] = True
    assert np.array_equal(dx.asnumpy(), np.where(inside, 3, 1) * (position + 1))
    assert np.isclose(dv.asnumpy(), (DATA * (position + 1))[inside].sum())


def test_gradient_of_reading_a_view_after_a_write():
    def function(x):
        y = x * 1
        row = y[0]
        y[0] = y[1] * 2
        return (row * Tensor([1.0, 10.0])).sum()

    grad = ms.grad(function)(Tensor([[1.0, 2.0], [3.0, 4.0]]))
    assert grad.asnumpy().tolist() == [[0, 0], [2, 20]]


def test_two_views_of_one_base():
    x = Tensor(DATA)
    rows, columns = x[0], x[:, :, 0]
    rows[1, 0] = 77
    assert columns.asnumpy()[0, 1] == 77
    columns[...] = 0
    assert rows.asnumpy()[:, 0].tolist() == [0, 0, 0]


@pytest.mark.parametrize("expression", ["x[[0, 1]]", "x[Tensor([1])]", "x[x > 3]", "x[::-1]"])
def test_advanced_indexing_copies(expression):
    x = Tensor(DATA)
    part = made(expression, x)
    part[...] = -5
    assert np.array_equal(x.asnumpy(), DATA)
    x[...] = 0
    assert (part.asnumpy() == -5).all()


def test_views_of_a_parameter():
    weight = Parameter(Tensor(DATA), name="w")
    part = weight[0]
    assert type(part) is Tensor
    part[1] = 5
    assert weight.asnumpy()[0, 1].tolist() == [5] * 4
    ops.assign(weight, Tensor(DATA * 0))
    assert not part.asnumpy().any()


@pytest.mark.parametrize("compiled", [False, True])
def test_views_keep_memory_that_their_tensor_leaves(compiled):
    """As in MindSpore: what was looked at before `set_data` can be given back after it."""
    weight = Parameter(Tensor([3.0, 4.0]), name="w")

    def swap(x):
        kept, part = weight.data, weight[:1]
        ops.assign(weight, weight + 1)
        weight.set_data(x)
        inside = weight * 1
        kept[1] = 9.0
        weight.assign_value(kept * 1)
        return inside, kept * 1, part * 1

    for first in (4.0, 5.0):
        inside, kept, part = (ms.jit(swap) if compiled else swap)(Tensor([7.0, 8.0]))
        assert inside.asnumpy().tolist() == [7, 8]
        assert kept.asnumpy().tolist() == weight.asnumpy().tolist() == [first, 9]
        assert part.asnumpy().tolist() == [first]


def test_what_has_views_is_freed_without_the_collector():
    gc.disable()
    try:
        weight = Parameter(Tensor([7.0, 8.0]), name="w")
        part, whole = weight[0], weight.data
        weight.set_data(Tensor([1.0, 2.0]))
        gone = [weakref.ref(t) for t in (weight, part, whole)]
        del weight, part, whole
        assert [r() for r in gone] == [None, None, None]
    finally:
        gc.enable()


def test_a_view_may_leave_its_memory():
    x = Tensor([7.0, 8.0])
    view = x.data
    part = view[:1]
    view.assign_value(Tensor([1.0, 2.0]))
    x[0] = 3.0
    assert (x.asnumpy().tolist(), view.asnumpy().tolist()) == ([3, 8], [1, 2])
    assert part.asnumpy().tolist() == [3]


def test_views_keep_their_base_alive():
    part = Tensor(DATA)[1]
    gc.collect()
    part[0] = 1
    assert part.asnumpy()[0].tolist() == [1] * 4


def test_chained_assignment():
    x = Tensor(DATA)
    x[0][1][2] = 42
    assert x.asnumpy()[0, 1, 2] == 42


def test_views_share_memory_in_compiled_code():
    @Compiled
    def function(x):
        part = x[1]
        part[...] = 100
        x[1, 2] = 7
        return x, part

    for _ in range(2):
        data = Tensor(DATA)
        x, part = function(data)
        expected = DATA.copy()
        expected[1], expected[1, 2] = 100, 7
        assert np.array_equal(x.asnumpy(), expected) and np.array_equal(data.asnumpy(), expected)
        assert np.array_equal(part.asnumpy(), expected[1])


@pytest.mark.parametrize("written", ["view", "base", "captured"])
def test_arguments_that_share_memory(written):
    """Compiled for others, such a call runs eagerly: the executable holds each array once."""
    kept = Tensor([1.0, 2.0, 3.0])

    def function(x, part):
        if written == "captured":
            kept[1] = 20.0
        else:
            (part if written == "view" else x[1:])[0] = 20.0
        return x.sum() + 10 * part.sum() + kept.sum()

    compiled = Compiled(function)
    compiled(Tensor([1.0, 2.0, 3.0]), Tensor([2.0, 3.0]))
    kept[1] = 2.0
    x = kept if written == "captured" else Tensor([1.0, 2.0, 3.0])
    assert compiled(x, x[1:]).asnumpy() == (278 if written == "captured" else 260)
    assert x.asnumpy().tolist() == [1, 20, 3]


@pytest.mark.parametrize("form", [ms.grad, lambda f: Compiled(ms.grad(f))], ids=["eager", "jit"])
def test_gradients_by_a_parameter_pass_its_earlier_views_by(form):
    w = Parameter(Tensor([1.0, 2.0]), name="w")

    def function(x):
        part = w[1:]
        inner = ms.grad(lambda a: (a * part * w[:1]).sum(), None, [w])
        return (x * inner(x)[0]).sum()

    assert np.array_equal(form(function)(Tensor([3.0])).asnumpy(), [12.0])


def test_compiled_code_sees_what_a_view_shows():
    x = Tensor(DATA)
    part = x[0]
    double = Compiled(lambda t: t * 2)
    double(part)
    x[0] = 4
    assert (double(part).asnumpy() == 8).all()


BROADCAST = {
    "broadcast_to": lambda x: x.broadcast_to((2, 3)),
    "expand_as": lambda x: x.expand_as(ops.zeros((2, 3))),
    "ops.broadcast_to": lambda x: ops.broadcast_to(x, (2, 3)),
}


@pytest.mark.parametrize("make", BROADCAST.values(), ids=BROADCAST)
def test_writing_an_element_that_a_view_shows_twice(make):
    """As in MindSpore: the base and every place of the view have the value written last."""
    for row, column in np.ndindex(2, 3):
        x = Tensor([0.0, np.nan, 2.0])
        view, want = make(x), np.array([0.0, np.nan, 2.0])
        view[row, column] = want[column] = 9.0
        assert np.array_equal(x.asnumpy(), want, equal_nan=True)
        assert np.array_equal(view.asnumpy(), [want, want], equal_nan=True)
    view[0] = Tensor([5.0, 6.0, 7.0])
    assert x.asnumpy().tolist() == [5, 6, 7] and view.asnumpy().tolist() == [[5, 6, 7]] * 2
    view.mul_(2.0)
    assert x.asnumpy().tolist() == [10, 12, 14]


def test_gradient_of_a_write_through_a_view_that_shows_twice():
    def loss(x, y):
        base = x * 1
        base.broadcast_to((2, 3))[0, 0] = y
        return (base * base).sum()

    by_x, by_y = ms.grad(loss, (0, 1))(Tensor([1.0, 2.0, 3.0]), Tensor(5.0))
    assert by_x.asnumpy().tolist() == [0, 4, 6] and float(by_y) == 10


def test_long_chains_of_views():
    x = y = Tensor(np.arange(4, dtype=np.float32))
    for _ in range(1500):
        y = y.view(-1)
    x[0] = 9
    assert y.asnumpy().tolist() == [9, 1, 2, 3]


@pytest.mark.parametrize("make", [Tensor, lambda a: ms.Parameter(Tensor(a), name="p")])
def test_data_shares_memory_and_passes_no_gradients(make):
    x = make(np.array([1.0, 2.0], np.float32))
    shown = x.data
    assert type(shown) is Tensor and shown is not x
    shown[0] = 9
    assert x.tolist() == [9, 2]
    slope = ms.grad(lambda a: (a * a.data).sum())
    assert slope(x).tolist() == ms.jit(slope)(x).tolist() == [9, 2]
    x.data = Tensor([[3]])
    assert (x.shape, x.dtype) == ((1, 1), ms.int64) and x.tolist() == [[3]]
    with pytest.raises(TypeError, match="'data' must be Tensor"):
        x.data = 3


# What shares memory in MindSpore 2.10, of a Tensor of shape (2, 3, 4).
SHARING = {
    "x[:, 1:].reshape(2, 8)": True,
    "x[:, 1:].view(2, 8)": True,
    "x[:, 1:].flatten(start_dim=1)": False,
    "x[:, 1:].flatten()": False,
    "x[:, :, 1:2].reshape(2, 3)": True,
    "x.T.reshape(4, 3, 2)": True,
    "x.T.reshape(4, 1, 3, 2)": True,
    "x.T.reshape(2, 2, 3, 2)": True,
    "x.T.reshape(-1)": False,
    "x.T.view(8, 3)": False,
    "x[1:].reshape(-1)": True,
    "x[1].reshape(-1)": True,
    "x[:, 1].reshape(-1)": False,
    "x[:, 1].reshape(1, 2, 4)": True,
    "x[:, 1:].view_as(ms.ops.zeros((2, 8)))": True,
    "x[:, 1:].reshape_as(ms.ops.zeros((2, 8)))": True,
    "ms.ops.reshape(x[:, 1:], (2, 8))": True,
    "ms.ops.flatten(x[:, 1:])": False,
    "ms.ops.ravel(x[:, 1:])": False,
    "x.ravel()": True,
    "x.flatten()": True,
    "x[:, 1:2].squeeze(1)": True,
    "x[:, 1:].expand_dims(0)": True,
    "x.broadcast_to((5, 2, 3, 4)).reshape(5, 24)": True,
    "x.reshape(2, 12)[:, :6].reshape(2, 2, 3)": True,
}


@pytest.mark.parametrize("text", SHARING)
def test_other_shapes_share_memory_where_strides_allow_it(text):
    x = ms.Tensor(np.arange(24, dtype=np.float32).reshape(2, 3, 4))
    view = eval(text, {"ms": ms, "x": x})
    before = view.asnumpy()
    view[0] = 99
    assert bool((x == 99).any()) == SHARING[text]
    other = ms.Tensor(np.arange(24, dtype=np.float32).reshape(2, 3, 4))
    view = eval(text, {"ms": ms, "x": other})
    other[:] = -1
    assert (view.asnumpy() == -1).all() if SHARING[text] else (view.asnumpy() == before).all()


# Whether the elements lie densely, where they begin, and strides, as MindSpore 2.10 tells them.
LAYOUTS = {
    "x[:, 1:].reshape(2, 8)": (False, 4, [12, 1]),
    "x[:, 1:].flatten(start_dim=1)": (True, 0, [8, 1]),
    "x[:, 1:].flatten()": (True, 0, [1]),
    "x[:, :, 1:2].reshape(2, 3)": (False, 1, [12, 4]),
    "x.T.reshape(4, 1, 3, 2)": (False, 0, [1, 12, 4, 12]),
    "x.T.reshape(-1)": (True, 0, [1]),
    "x.T.view(8, 3)": (True, 0, [3, 1]),
    "x[1:].reshape(-1)": (True, 12, [1]),
    "x[:, 1].reshape(-1)": (True, 0, [1]),
    "x[:, 1].reshape(1, 2, 4)": (False, 4, [24, 12, 1]),
    "ms.ops.ravel(x[:, 1:])": (True, 0, [1]),
    "x[:, 1:].expand_dims(0)": (False, 4, [24, 12, 4, 1]),
    "x[:, None]": (True, 0, [12, 12, 4, 1]),
    "x.broadcast_to((5, 2, 3, 4)).reshape(5, 24)": (False, 0, [0, 1]),
    "x.T.reshape(-1)[6:]": (True, 6, [1]),
}


@pytest.mark.parametrize("text", LAYOUTS)
def test_where_elements_lie(text):
    view = eval(text, {"ms": ms, "x": ms.Tensor(np.arange(24.0).reshape(2, 3, 4))})
    assert (view.is_contiguous(), view.storage_offset(), view.stride()) == LAYOUTS[text]


def _then_written(p, x):
    p.set_data(x * 2)
    p.add_(x)
    return p * 1


def _on_both_paths(p, x):
    if x.sum() > 0:
        p.set_data(x)
    else:
        p.set_data(x * 3)
    return p * 2


def _viewed_within(p, x):
    p.set_data(p * x)
    part = p[1:]
    part.add_(1)
    return part * 1


def _before_a_loop(p, x):
    p.set_data(x / 2)
    total = p.sum()
    while total < 5:
        total = total + 1
    return total


def _on_one_path(p, x):
    part = p[1:]
    if x.sum() > 4:
        p.set_data(p * x)
    return part * 1


def _on_some_paths(p, x):
    if x.sum() > 4:
        if x.sum() < 7:
            p.set_data(x * 2)
        else:
            p[1] = 5
    else:
        p.add_(1)
    return p * x


def _written_before(p, x):
    p[1] = x[0]
    p.set_data(x * 3)
    return p * 1


def _in_a_loop(p, x):
    part, total = p[:2], x.sum()
    while total > 4:
        p.set_data(p * 2)
        total = total - 3
    return part * x[0]


def _in_a_gradient(p, x):
    def inner(q):
        if q.sum() > 4:
            p.set_data(p + 1)
        return (q * q).sum()

    return ms.grad(inner)(x) * p


REPLACING = {
    "set_data": lambda p, x: p.set_data(x * 1).sum(),
    "assign_value": lambda p, x: p.assign_value(x * 1).sum(),
    "assign": lambda p, x: ops.assign(p, x).sum(),
    "then_written": _then_written,
    "on_both_paths": _on_both_paths,
    "viewed_within": _viewed_within,
    "before_a_loop": _before_a_loop,
}
# Where it depends on values whether it does, or a write comes before, such code runs eagerly.
AT_TIMES = {
    "on_one_path": _on_one_path,
    "on_some_paths": _on_some_paths,
    "written_before": _written_before,
    "in_a_loop": _in_a_loop,
    "in_a_gradient": _in_a_gradient,
}


@pytest.mark.parametrize("pulled", [False, True])
@pytest.mark.parametrize("body", REPLACING.values(), ids=REPLACING)
def test_what_viewed_a_parameter_that_compiled_code_gives_other_memory(body, pulled):
    check_memory(body, pulled)


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("pulled", [False, True])
@pytest.mark.parametrize("body", AT_TIMES.values(), ids=AT_TIMES)
def test_what_viewed_a_parameter_that_takes_other_memory_at_times(body, pulled):
    check_memory(body, pulled)


def check_memory(body, pulled):
    def play(run):
        p = Parameter(Tensor([1.0, 2.0, 3.0]), name="p")
        view, found = p[1:], []
        step = run(lambda x: body(p, x))
        for k in (1.0, -1.0, 2.0, 3.0):
            x = Tensor([k, k, k])
            got = ms.value_and_grad(lambda x: step(x).sum())(x) if pulled else (step(x),)
            later = p[:2]
            found.append([t.asnumpy().tolist() for t in (*got, p, view, later)])
            view[0] = 7.0  # reaches the memory that it views, which is the Parameter's or is not
            found.append(p.asnumpy().tolist())
            view = later
        return found

    assert play(ms.jit) == play(lambda f: f)


@pytest.mark.runs_eagerly
def test_memory_taken_over_on_one_path_compiles_where_nothing_views_it(caplog):
    p = Parameter(Tensor([1.0, 2.0]), name="p")
    step = ms.jit(lambda x: _on_both_paths(p, x) if x.sum() < 9 else p * 1)
    p[:1].asnumpy()  # a view that is gone
    assert step(Tensor([1.0, 1.0])).asnumpy().tolist() == [2, 2] and not caplog.records
    view = p[1:]
    step(Tensor([2.0, 2.0]))
    assert view.asnumpy().tolist() == [1] and p.asnumpy().tolist() == [2, 2]
    (told,) = {record.getMessage() for record in caplog.records}
    assert "other memory" in told and "eagerly" in told


# What a program does to a NumPy array `n` of 1, 2, 3 and a Tensor `t` that shares its memory, and
# what both hold then; the same in MindSpore.
BOTH = {
    "numpy writes": (lambda n, t: n.__setitem__(0, 9), [9, 2, 3]),
    "numpy writes in place": (lambda n, t: np.add(n, 1, out=n), [2, 3, 4]),
    "numpy writes before and after a use": (
        lambda n, t: (n.__setitem__(0, 7), t.sum(), n.__setitem__(1, 8)),
        [7, 8, 3],
    ),
    "the Tensor is written": (lambda n, t: t.__setitem__(0, 9), [9, 2, 3]),
    "a view is written": (lambda n, t: t[1:].__setitem__(0, 9), [1, 9, 3]),
    "both are written": (lambda n, t: (t.__setitem__(0, 9), n.__setitem__(1, 8)), [9, 8, 3]),
    "another Tensor is written": (lambda n, t: ms.from_numpy(n).__setitem__(2, 9), [1, 2, 9]),
    "an argument of compiled code": (
        lambda n, t: (_second_is_0(t), n.__setitem__(0, 4)),
        [4, 0, 3],
    ),
    "nan": (lambda n, t: n.__setitem__(0, np.nan), [np.nan, 2, 3]),
}


@ms.jit
def _second_is_0(x):
    x[1] = 0.0
    return x


@pytest.mark.parametrize(("change", "expected"), BOTH.values(), ids=BOTH)
def test_from_numpy_shares_memory(change, expected):
    n = np.array([1, 2, 3], np.float32)
    t = Tensor.from_numpy(n)
    shown = t[1:]
    change(n, t)
    np.testing.assert_array_equal(shown.asnumpy(), expected[1:])
    np.testing.assert_array_equal(t.asnumpy(), expected)
    np.testing.assert_array_equal(n, expected)
    np.testing.assert_array_equal(ms.grad(lambda x: (x * x).sum() / 2)(t).asnumpy(), expected)


def test_compiled_code_sees_what_numpy_writes():
    n = np.array([1, 2], np.float32)
    t = Tensor.from_numpy(n)
    add, one = ms.jit(lambda x: x + t), Tensor([1.0, 1.0])
    n[0] = 5  # before the first use
    for k in (6.0, 7.0):
        assert add(one).asnumpy().tolist() == [k, 3]
        n[0] += 1


def test_an_array_given_in_compiled_code_is_copied():
    n = np.array([1, 2], np.float32)

    @ms.jit
    def add(x):
        t = Tensor.from_numpy(n)
        t[0] = 7
        return x + t

    assert add(Tensor([1.0, 1.0])).asnumpy().tolist() == [8, 3] and n.tolist() == [1, 2]


def test_compiled_code_keeps_what_it_writes_to():
    n = np.array([1, 2], np.float32)
    t = Tensor.from_numpy(n)

    @ms.jit
    def step(x):
        t[0] = t[0] + 1
        return x + t

    for k in (2.0, 3.0):
        assert step(Tensor([0.0, 0.0])).asnumpy().tolist() == [k, 2]
        assert t.asnumpy().tolist() == [k, 2]
        n[1] = 7


def test_what_came_before_a_write_by_numpy_stays():
    n = np.zeros(3000, np.float32)
    t = Tensor.from_numpy(n)
    before = [t + 0 for _ in range(20)]
    n[:] = 1
    assert all((b.asnumpy() == 0).all() for b in before) and (t.asnumpy() == 1).all()


@pytest.mark.parametrize("index", [np.s_[::2], np.s_[:0]])
def test_from_numpy_copies_what_is_not_dense(index):
    n = np.array([1, 2, 3])
    t = Tensor.from_numpy(n[index])
    n[0] = 9
    assert t.asnumpy().tolist() == np.array([1, 2, 3])[index].tolist()


def test_from_numpy_copies_large_arrays():
    n = np.zeros(Lent.LARGEST + 1, np.int8)
    t = Tensor.from_numpy(n)
    n[0] = 1
    assert t.asnumpy()[0] == 0


def test_writes_to_what_numpy_may_not_write_to():
    n = np.zeros(2)
    n.flags.writeable = False
    t = Tensor.from_numpy(n)
    t[0] = 1
    assert t.asnumpy().tolist() == [1, 0] and n.tolist() == [0, 0]


def test_other_memory_ends_the_sharing():
    n = np.array([1.0, 2.0])
    t = Tensor.from_numpy(n)
    old = t[:]
    t += 1  # new memory; the view goes on showing the array's
    n[0] = 5
    assert t.asnumpy().tolist() == [2, 3] and old.asnumpy().tolist() == [5, 2]


def test_what_was_written_to_an_array_that_is_gone():
    def filled(values):
        n = np.zeros(2, np.float32)
        t = Tensor.from_numpy(n)
        for value in values:
            t.asnumpy()
            n[1:] = value
        return t

    for values in ([1], [1, 2]):
        assert filled(values).asnumpy().tolist() == [0, values[-1]]
        assert filled(values)[1:].asnumpy().tolist() == [values[-1]]


def test_memory_that_nobody_else_holds_is_not_watched():
    t = Tensor.from_numpy(np.arange(6).reshape(2, 3))
    kept = np.arange(6).reshape(2, 3)
    other = Tensor.from_numpy(kept)
    row = kept[0]
    del kept
    for tensor, watched in ((t, False), (other, True)):
        tensor.asnumpy()
        assert (tensor._view is not None) is watched
    row[0] = 8
    assert other.asnumpy().tolist() == [[8, 1, 2], [3, 4, 5]]
