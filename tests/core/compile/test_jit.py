"""Compiled functions: state in and out, caching, fallbacks, donation."""

from __future__ import annotations

import gc
import logging

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops
from msjax._core.compile.jit import Compiled


def t(*values):
    return Tensor(np.array(values, np.float32))


def traces(fn):
    """Wrap a function so that its Python executions are counted."""

    ran = []

    def counted(*args, **kwargs):
        ran.append(1)
        return fn(*args, **kwargs)

    counted.ran = ran
    return counted


def test_bare_and_with_arguments():
    assert ms.jit(lambda x: x + 1)(t(1.0)).tolist() == [2.0]
    assert ms.jit(capture_mode="ast", jit_level="O1", dynamic=1)(lambda x: x + 1)(
        t(1.0)
    ).tolist() == [2]
    assert ms.ms_function(lambda x: x + 1)(t(1.0)).tolist() == [2.0]
    assert ms.jit(3) == 3


@pytest.mark.parametrize(
    "kwargs,error",
    [
        ({"capture_mode": "foo"}, ValueError),
        ({"jit_level": "O9"}, ValueError),
        ({"dynamic": 5}, ValueError),
        ({"dynamic": True}, TypeError),
        ({"dynamic": "1"}, TypeError),
        ({"fullgraph": 1}, TypeError),
    ],
)
def test_bad_arguments(kwargs, error):
    with pytest.raises(error):
        ms.jit(lambda x: x, **kwargs)


def test_method_and_name():
    class Thing:
        scale = 3

        @ms.jit
        def apply(self, x):
            """Doc."""
            return x * self.scale

    assert Thing().apply(t(1.0)).tolist() == [3.0]
    assert Thing.apply.__name__ == "apply" and Thing.apply.__doc__ == "Doc."


def test_one_trace_per_shape_dtype_and_python_value():
    fn = traces(lambda x, n=2, flag=True, mode="a": x * n if flag else x)
    compiled = ms.jit(fn)
    for _ in range(3):
        compiled(t(1.0, 2.0))
    assert len(fn.ran) == 1
    compiled(t(1.0))
    compiled(Tensor([1, 2]))
    assert len(fn.ran) == 3
    compiled(t(1.0), 3)
    compiled(t(1.0), 3)
    assert len(fn.ran) == 4
    assert compiled(t(1.0), 1).tolist() == [1.0]
    assert compiled(t(1.0), True).dtype == ms.float32
    assert len(fn.ran) == 6, "1 and True are different constants"


def test_structured_arguments_and_results():
    @ms.jit
    def f(pair, options, none=None):
        a, (b, c) = pair
        return {"sum": a + b + c, "list": [a, options["k"]], "none": none, "n": 3}

    out = f((t(1.0), [t(2.0), t(3.0)]), {"k": t(4.0)})
    assert list(out) == ["sum", "list", "none", "n"]
    assert out["sum"].tolist() == [6.0] and out["list"][1].tolist() == [4.0]
    assert out["none"] is None and out["n"] == 3


def test_closed_over_parameters_are_read_and_written():
    p = Parameter(t(1.0, 1.0), name="p")

    @ms.jit
    def step(x):
        ops.assign(p, p + x)
        return p * 2

    for i in range(1, 4):
        assert step(t(1.0, 2.0)).tolist() == [2.0 + 2 * i, 2.0 + 4 * i]
    assert p.tolist() == [4.0, 7.0]
    p.set_data(t(0.0, 0.0))
    assert step(t(1.0, 1.0)).tolist() == [2.0, 2.0]


class Counter(nn.Cell):
    def __init__(self):
        super().__init__()
        self.scale = 2
        self.last = t(0.0)

    def construct(self, x):
        self.last = x * self.scale
        return self.last + 1


def test_tensor_attributes_set_inside():
    net = Counter()
    f = ms.jit(lambda x: net(x))
    assert f(t(1.0)).tolist() == [3.0] and net.last.tolist() == [2.0]
    assert f(t(5.0)).tolist() == [11.0] and net.last.tolist() == [10.0]


def test_changed_attribute_compiles_anew():
    net = Counter()
    f = ms.jit(lambda x: net(x))
    assert f(t(1.0)).tolist() == [3.0]
    net.scale = 10
    assert f(t(1.0)).tolist() == [11.0]
    net.scale = 2
    assert f(t(1.0)).tolist() == [3.0]


def test_replaced_tensor_attribute_is_seen():
    class Add(nn.Cell):
        def __init__(self):
            super().__init__()
            self.offset = t(1.0)

        def construct(self, x):
            return x + self.offset

    net = Add()
    f = ms.jit(net)
    assert f(t(1.0)).tolist() == [2.0]
    net.offset = t(10.0)
    assert f(t(1.0)).tolist() == [11.0]


def test_train_and_eval_are_two_programs():
    net = nn.SequentialCell(nn.Dropout(p=0.5))
    f = ms.jit(net)
    x = Tensor(np.ones(1000, np.float32))
    net.set_train(True)
    dropped = f(x).asnumpy()
    assert 300 < (dropped == 0).sum() < 700
    assert (f(x).asnumpy() != dropped).any(), "random state moves on between calls"
    net.set_train(False)
    assert (f(x).asnumpy() == 1).all()
    net.set_train(True)
    assert (f(x).asnumpy() == 0).any()


def test_random_state_is_an_input_and_an_output():
    f = ms.jit(lambda: ops.randn(4))
    ms.set_seed(3)
    first, second = f().tolist(), f().tolist()
    ms.set_seed(3)
    assert first != second
    assert f().tolist() == first and ops.randn(4).tolist() == second


def test_batch_norm_statistics():
    eager, compiled = nn.BatchNorm2d(2), nn.BatchNorm2d(2)
    x = Tensor(np.random.RandomState(0).randn(4, 2, 3, 3).astype(np.float32))
    f = ms.jit(compiled)
    for net in (eager, compiled):
        net.set_train(True)
    for _ in range(3):
        np.testing.assert_allclose(eager(x).asnumpy(), f(x).asnumpy(), rtol=2e-5, atol=1e-5)
    for a, b in zip(eager.get_parameters(), compiled.get_parameters(), strict=True):
        np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=1e-5)
    assert eager.moving_mean.asnumpy().any()


def test_nested_jit_and_gradients():
    inner = ms.jit(lambda x: x * x)
    outer = ms.jit(lambda x: inner(x) + inner(x * 2))
    assert outer(t(1.0)).tolist() == [5.0]
    assert ms.grad(outer)(t(1.0)).tolist() == [10.0]
    assert ms.jit(ms.grad(ms.jit(ms.grad(inner))))(t(1.0)).tolist() == [2.0]


def test_gradient_through_a_compiled_net():
    net = nn.Dense(3, 2)
    f = ms.jit(net)
    x = Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    weights = ms.ParameterTuple(net.trainable_params())
    want = ms.value_and_grad(lambda a: net(a).sum(), 0, weights)(x)
    got = ms.value_and_grad(lambda a: f(a).sum(), 0, weights)(x)
    np.testing.assert_allclose(got[0].asnumpy(), want[0].asnumpy(), rtol=1e-6)
    np.testing.assert_allclose(got[1][0].asnumpy(), want[1][0].asnumpy(), rtol=1e-6)
    for a, b in zip(got[1][1], want[1][1], strict=True):
        np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=1e-6)


@pytest.mark.runs_eagerly
def test_data_dependent_python_runs_eagerly_with_one_warning(caplog):
    @ms.jit
    def f(x):
        if float(x.sum()) > 0:
            return x * 2
        return -x

    with caplog.at_level(logging.WARNING, "msjax.jit"):
        assert f(t(1.0)).tolist() == [2.0]
        assert f(t(-1.0)).tolist() == [1.0]
        assert f(t(1.0, 1.0)).tolist() == [2.0, 2.0]
    (record,) = caplog.records
    assert "test_jit.py:" in record.getMessage() and "runs eagerly" in record.getMessage()


def test_fullgraph_refuses_instead():
    with pytest.raises(RuntimeError, match="test_jit.py"):
        ms.jit(lambda x: x if float(x.sum()) > 0 else -x, fullgraph=True)(t(1.0))


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("use", [float, int, bool, lambda x: x.asnumpy(), lambda x: [0, 1][x]])
def test_every_conversion_falls_back(use):
    assert ms.jit(lambda x: (use(x), x + 1)[1])(Tensor(np.int32(1))).tolist() == 2


def test_failed_trace_changes_nothing():
    p = Parameter(t(1.0), name="p")
    ms.set_seed(5)
    want = ops.randn(2).tolist()
    ms.set_seed(5)

    @ms.jit
    def f(x):
        ops.assign(p, x)
        ops.randn(2)
        raise KeyError("stop")

    for _ in range(2):
        with pytest.raises(KeyError):
            f(t(9.0))
    assert p.tolist() == [1.0] and ops.randn(2).tolist() == want


def test_leaked_value_is_explained():
    kept = []

    @ms.jit
    def f(x):
        kept.append(x * 2)
        return x

    f(t(1.0))
    with pytest.raises(RuntimeError, match="already finished"):
        kept[0] + 1


def test_graph_mode():
    net = Counter()
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        assert net(t(1.0)).tolist() == [3.0]
        net.scale = 5
        assert net(t(1.0)).tolist() == [6.0]
        assert isinstance(net._graph_function, Compiled)
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


def test_recompile_log(capfd, monkeypatch):
    monkeypatch.setenv("MSJAX_LOG_RECOMPILES", "1")
    f = ms.jit(lambda x, n: x * n)
    f(t(1.0), 2)
    f(t(1.0), 3)
    f(t(1.0, 2.0), 3)
    lines = capfd.readouterr().err.splitlines()
    assert "argument 1: int 2 -> int 3" in lines[1]
    assert "argument 0: Float32[1] -> Float32[2]" in lines[2]


def test_no_growth():
    p = Parameter(Tensor(np.ones(8, np.float32)), name="p")

    def step(x):
        value, g = ms.value_and_grad(lambda a: (a * p).sum(), None, p)(x)
        ops.assign(p, p - g * 0.1)
        return value

    x = Tensor(np.ones(8, np.float32))
    for run in (step, ms.jit(step)):
        for _ in range(5):
            run(x)
        gc.collect()
        before = len(jax.live_arrays())
        for _ in range(200):
            run(x)
        gc.collect()
        assert len(jax.live_arrays()) <= before


def test_compiled_construct_sees_attributes():
    class Scaled(nn.Cell):
        def __init__(self):
            super().__init__()
            self.factor = 2

        @ms.jit
        def construct(self, x):
            if self.training:
                return x
            return x * self.factor

    net = Scaled()
    assert net(t(1.0)).tolist() == [2.0]
    net.factor = 5
    assert net(t(1.0)).tolist() == [5.0]
    net.set_train()
    assert net(t(1.0)).tolist() == [1.0]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda d, x: d.items(), [("a", 1.0), ("b", 2.0)]),
        (lambda d, x: d.keys(), ("a", "b")),
        (lambda d, x: d.values(), (1.0, 2.0)),
        (lambda d, x: zip(d, [x, 3], strict=True), (("a", 5.0), ("b", 3))),
        (lambda d, x: map(abs, d.values()), (1.0, 2.0)),
        (lambda d, x: enumerate([x]), ((0, 5.0),)),
        (lambda d, x: range(2), (0, 1)),
        (lambda d, x: (v + 1 for v in d.values()), [2.0, 3.0]),
        (lambda d, x: {"r": range(2), "k": [d.keys(), x]}, {"r": (0, 1), "k": [("a", "b"), 5.0]}),
    ],
)
def test_views_and_iterators_as_results(make, expected):
    def plain(value):
        if isinstance(value, Tensor):
            return float(value)
        if isinstance(value, (tuple, list)):
            return type(value)(plain(v) for v in value)
        return {k: plain(v) for k, v in value.items()} if isinstance(value, dict) else value

    result = ms.jit(lambda x: make({"a": x - 4, "b": x - 3}, x))(Tensor(5.0))
    assert plain(result) == expected


def test_conditions_that_are_asked_when_the_result_is_made():
    positive = ms.jit(lambda held: filter(lambda x: x > 0, held))
    (found,) = positive([Tensor([1.0]), Tensor([-2.0])])
    assert found.item() == 1.0


@pytest.mark.runs_eagerly
def test_generators_as_results():
    def doubled(x):
        while True:
            x = x * 2
            yield x

    found = ms.jit(doubled)(Tensor(5.0))
    assert [next(found).item(), next(found).item()] == [10.0, 20.0]


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        (lambda x: np.int64(6) & x, [2, 4]),
        (lambda x: np.int64(6) | x, [7, 6]),
        (lambda x: np.int64(6) ^ x, [5, 2]),
        (lambda x: np.float32(3) < x, [False, True]),
        (lambda x: np.int64(3) == x, [True, False]),
        (lambda x: x * range(2), [0, 4]),
        (lambda x: range(2) + x, [3, 5]),
        (lambda x: x % range(2, 4), [1, 1]),
    ],
)
def test_numbers_of_numpy_and_ranges_beside_operators(operator, expected):
    result = ms.jit(operator, fullgraph=True)(Tensor([3, 4]))
    assert isinstance(result, Tensor) and result.asnumpy().tolist() == expected


@pytest.mark.parametrize("values", [[2, 3], range(2)])
def test_small_integers_beside_lists_are_refused(values):
    for dtype in (ms.int8, ms.int16, ms.uint8):
        with pytest.raises(TypeError, match="must be a Tensor or a number"):
            ms.jit(lambda x: x * values)(Tensor([3, 4], dtype))


def test_many_kinds_of_arguments_are_told_once(caplog):
    def scaled(x, factor):
        return x * factor

    function = ms.jit(scaled)
    with caplog.at_level(logging.WARNING, "msjax.jit"):
        for i in range(55):
            function(Tensor([1.0]), i)
    (record,) = caplog.records
    text = record.getMessage()
    assert "scaled' has been compiled for 50 kinds" in text
    assert "padded_batch" in text and "mutable" in text


def test_code_that_is_used_outlives_code_that_is_not(monkeypatch):
    monkeypatch.setattr("msjax._core.compile.jit._MOST_KEYS", 4)
    traces = []

    @ms.jit
    def function(x, number):
        traces.append(number)
        return x + number

    for number in (1, 1, 1, 2, 3, 4, 5, 6, 7, 1):
        function(Tensor([1.0]), number)
    assert traces.count(1) == 1 and len(function._cache) == 4


def test_numpy_scalars_are_returned_as_pythons():
    """As MindSpore's compiled code gives them; containers of the caller's stay as they are."""
    held = {"n": np.int64(5)}

    @ms.jit
    def f(x, n, given):
        kinds = np.float32(0.25), np.bool_(True), np.str_("a"), np.prod(x.shape), held["n"]
        return x + 1, n, kinds, [np.int8(3)], {"a": np.float16(0.5)}, given

    given = [np.int64(7)]
    x, n, kinds, listed, named, back = f(ms.Tensor([1, 2]), np.int64(3), given)
    assert x.asnumpy().tolist() == [2, 3]
    assert repr((n, kinds, listed, named)) == "(3, (0.25, True, 'a', 2, 5), [3], {'a': 0.5})"
    assert back is given
    assert type(back[0]) is np.int64


class Holder(nn.Cell):
    def __init__(self):
        super().__init__()
        self.weight = Parameter(t(1, 2), name="weight")

    def construct(self, how="alone"):
        if how == "pair":
            return self.weight, self.weight
        if how == "written":
            ops.assign(self.weight, self.weight + 1)
        return self.weight


def test_a_parameter_that_is_the_result_is_itself():
    holder, other = Holder(), Parameter(t(3, 4), name="other")
    run = ms.jit(holder)
    for _ in range(2):
        assert run() is holder.weight
        assert ms.jit(lambda: other)() is other and ms.jit(lambda p: p)(other) is other
    kept = run()
    holder.weight.set_data(t(5, 6))
    assert kept.asnumpy().tolist() == [5, 6]
    holder.weight = Parameter(t(7, 8), name="weight")
    assert run() is holder.weight
    assert {type(part) for part in run("pair")} == {Tensor}
    written = run("written")
    assert type(written) is Tensor and written.asnumpy().tolist() == [8, 9]


def test_a_parameter_that_is_returned_has_its_gradient():
    holder = Holder()
    run, x = ms.jit(holder), t(2, 3)
    (slope,) = ms.grad(lambda x: (run() * x * x).sum(), None, holder.trainable_params())(x)
    assert slope.asnumpy().tolist() == [4, 9]
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        assert holder() is holder.weight
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


def test_a_vector_is_its_own_transpose():
    weight, matrix = Parameter(t(1, 2), name="weight"), Parameter(Tensor(np.ones((1, 2))))
    assert weight.T is weight and ms.jit(lambda w: w.T)(weight) is weight
    assert type(matrix.T) is Tensor and matrix.T.shape == (2, 1)


_PLACE = np.int64(1), np.uint8(0)


def _numpy_reads(x, n, flag):
    return x[n], x[0, n], x[n - 1 : n, :n], x[[0, n]], x[..., -n], x[flag], x[_PLACE], x[_PLACE[0]]


def _numpy_writes(x, n, flag):
    x[n] = 9
    x[0, n] = 7
    x[:n] += 1
    return x


@pytest.mark.parametrize("kind", [np.int64, np.int16])
@pytest.mark.parametrize("body", [_numpy_reads, _numpy_writes])
def test_numpy_integers_and_bools_are_positions_in_compiled_code(body, kind):
    """As MindSpore's compiled code takes them; its eager code refuses them."""

    def same(got, wanted):
        got, wanted = (v if isinstance(v, tuple) else (v,) for v in (got, wanted))
        return all(
            np.array_equal(a.asnumpy(), b.asnumpy()) for a, b in zip(got, wanted, strict=True)
        )

    def given():
        return ms.Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))

    def plain(x, n, flag):
        global _PLACE
        kept, _PLACE = _PLACE, (1, 0)
        try:
            return body(x, n, flag)
        finally:
            _PLACE = kept

    compiled = ms.jit(body)
    for _ in range(2):
        assert same(compiled(given(), kind(1), np.bool_(True)), plain(given(), 1, True))
    for index in (kind(1), (0, kind(1)), [0, kind(1)], np.bool_(True)):
        with pytest.raises(IndexError, match="indexed by"):
            given()[index]
    with pytest.raises(RuntimeError, match="bounds of a slice"):
        given()[: kind(1)]
