"""Programs: what they keep of a function, and how descriptions become programs again."""

from __future__ import annotations

import copy
import json
import pickle

import jax
import numpy as np
import pytest

import msjax as ms
from msjax import nn, ops
from msjax._core.compile import exported as programs


def rebuilt(program):
    """The program after its description has been JSON."""
    table, modules = programs.describe(program)
    values = [np.asarray(kept.value._value) for kept in program.kept]
    return programs.rebuild(json.loads(json.dumps(table)), modules, values)


def run(program, *args):
    return nn.GraphCell(program)(*args)


class Nested(nn.Cell):
    def construct(self, pair, table, factor=2, kind=None):
        a, (b,) = pair
        return {"sum": (a + b).astype(kind or ms.float32), "rest": [table["x"] * factor, None, "s"]}


def test_structures_of_arguments_and_results():
    a, b, x = ops.ones(2), ops.full((2,), 3.0), ops.arange(3)
    args = ([a, (b,)], {"x": x}, 5, ms.float16)
    program = rebuilt(programs.export_program(Nested(), args))
    out = run(program, *args[:2])
    assert list(out) == ["sum", "rest"] and out["sum"].dtype == ms.float16
    assert out["sum"].asnumpy().tolist() == [4, 4]
    assert out["rest"][0].asnumpy().tolist() == [0, 5, 10] and out["rest"][1:] == [None, "s"]
    for wrong in [((a, (b,)),), ([a, (b,)], {"y": x}), ([a], {"x": x}), (a, {"x": x})]:
        with pytest.raises((TypeError, RuntimeError), match="program 'Nested'"):
            run(program, *wrong)


@pytest.mark.parametrize(
    "dtype", "bool_ int8 int64 uint64 float16 bfloat16 float64 complex64".split()
)
def test_dtypes(dtype):
    x = ms.Tensor([1, 0, 1], getattr(ms, dtype))
    program = rebuilt(programs.export_program(lambda v: (v, v == v), (x,)))
    same, equal = run(program, x)
    assert same.dtype == x.dtype and equal.all() and (same == x).all()
    with pytest.raises(TypeError, match="dtype of the input Tensor 0"):
        run(program, x.astype(ms.uint8))


def test_what_the_code_writes_is_kept():
    class Counter(nn.Cell):
        def __init__(self):
            super().__init__()
            self.count = ms.Parameter(ms.Tensor(0, ms.int32), name="count", requires_grad=False)
            self.last = ops.zeros(2)

        def construct(self, x):
            self.count += 1
            self.last = self.last + x
            x += 1
            return self.last * self.count

    net, x = Counter(), ops.ones(2)
    program = programs.export_program(net, (x,))
    assert net.count == 0 and (x == 1).all()  # exporting runs nothing
    assert [(k.kind, k.trained) for k in program.kept].count(("parameter", False)) == 1
    cell = nn.GraphCell(rebuilt(program))
    outs = [cell(ops.ones(2)).asnumpy().tolist() for _ in range(3)]
    assert outs == [[1, 1], [4, 4], [9, 9]]
    assert cell.parameters_dict()["count"] == 3


def test_random_state_is_that_of_the_process():
    program = rebuilt(programs.export_program(lambda x: ops.rand_like(x), (ops.ones(4),)))
    assert [k.kind for k in program.kept] == ["random"]
    ms.set_seed(7)
    first, second = run(program, ops.ones(4)), run(program, ops.ones(4))
    ms.set_seed(7)
    assert (first == ops.rand_like(ops.ones(4))).all() and not (first == second).all()
    assert (second == ops.rand_like(ops.ones(4))).all()


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_gradients(mode):
    net, x = nn.Dense(3, 2), ops.randn(4, 3)
    cell = nn.GraphCell(rebuilt(programs.export_program(net, (x,))))
    before = ms.get_context("mode")
    ms.set_context(mode=mode)
    try:
        for _ in range(2):
            got = ms.value_and_grad(lambda v: (cell(v) ** 2).sum(), 0, cell.trainable_params())(x)
            want = ms.value_and_grad(lambda v: (net(v) ** 2).sum(), 0, net.trainable_params())(x)
            np.testing.assert_allclose(got[0].asnumpy(), want[0].asnumpy(), rtol=1e-6)
            for a, b in zip((got[1][0], *got[1][1]), (want[1][0], *want[1][1]), strict=True):
                np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=1e-5)
    finally:
        ms.set_context(mode=before)


def test_second_derivatives_and_pickles():
    cell = nn.GraphCell(rebuilt(programs.export_program(lambda x: x**3, (ops.ones(2),))))
    slope = ms.grad(lambda x: cell(x).sum())
    assert slope(ops.ones(2)).asnumpy().tolist() == [3, 3]
    with pytest.raises(NotImplementedError, match="first order only"):
        ms.grad(lambda x: slope(x).sum())(ops.ones(2))
    cell = nn.GraphCell(programs.export_program(nn.Dense(2, 3), (ops.ones((1, 2)),)))
    for twin in (pickle.loads(pickle.dumps(cell)), copy.deepcopy(cell)):
        assert (twin(ops.ones((1, 2))) == cell(ops.ones((1, 2)))).all()
        twin.parameters_dict()["bias"].set_data(ops.full((3,), 9.0))
        assert (twin(ops.ones((1, 2))) > cell(ops.ones((1, 2)))).all()


def test_unknown_lengths():
    net = nn.Dense(3, 2)
    program = rebuilt(programs.export_program(net, (ms.Tensor(shape=[None, 3], dtype=ms.float32),)))
    for length in (1, 5):
        x = ops.randn(length, 3)
        np.testing.assert_allclose(run(program, x).asnumpy(), net(x).asnumpy(), rtol=1e-6)
    with pytest.raises(ValueError, match=r"must be \(d0, 3\), but got \(0, 3\). .* 1 or more"):
        run(program, ms.Tensor(np.zeros((0, 3), np.float32)))
    with pytest.raises(ValueError, match=r"must be \(d0, 3\), but got \(5, 4\)"):
        run(program, ops.ones((5, 4)))
    with pytest.raises(ValueError, match="rank of an input"):
        programs.export_program(net, (ms.Tensor(dtype=ms.float32),))


def test_equal_unknown_lengths():
    unknown = ms.Tensor(shape=[None, 2], dtype=ms.float32)
    program = rebuilt(programs.export_program(lambda a, b: a + b, (unknown, unknown)))
    assert run(program, ops.ones((3, 2)), ops.ones((3, 2))).shape == (3, 2)
    with pytest.raises(ValueError, match=r"shape of the input Tensor 1 .* \(d0, 2\), but got"):
        run(program, ops.ones((3, 2)), ops.ones((4, 2)))
    same, other = ms.Symbol(unique=True), ms.Symbol(divisor=4)
    a = ms.Tensor(shape=[same, other], dtype=ms.float32)
    b = ms.Tensor(shape=[same, 2], dtype=ms.float32)
    program = rebuilt(
        programs.export_program(lambda a, b: (a.reshape((-1, 2)), b * a[:, :1]), (a, b))
    )
    assert run(program, ops.ones((3, 4)), ops.ones((3, 2)))[0].shape == (6, 2)
    with pytest.raises(ValueError):
        run(program, ops.ones((3, 5)), ops.ones((3, 2)))


class Branches(nn.Cell):
    def __init__(self):
        super().__init__()
        self.seen = ms.Parameter(ops.zeros(1), name="seen", requires_grad=False)

    def construct(self, x):
        y = x * 1
        row = y[0]
        if x.sum() > 0:
            self.seen += 1
            row[:] = 7.0
        else:
            self.seen += 100
        return y * self.seen


@pytest.mark.parametrize("described", [True, False])
def test_conditions_on_values(described):
    like = ms.Tensor(shape=[None, 3], dtype=ms.float32) if described else ops.ones((2, 3))
    net = Branches()
    program = rebuilt(programs.export_program(net, (like,)))
    for sign in (1, -1, -1, 1):
        x = sign * ops.ones((2, 3))
        assert (run(program, x) == net(x)).all()
    assert net.seen.asnumpy() == 202


class Rounds(nn.Cell):
    """A loop whose end depends on values, and one over a range that a Tensor gives."""

    def __init__(self):
        super().__init__()
        self.seen = ms.Parameter(ops.zeros(1), name="seen", requires_grad=False)

    def construct(self, x, n):
        while x.abs().sum() > 1:
            x = x * 0.5
            self.seen += 1
        for _ in range(n):
            x = x + 1
        return x


@pytest.mark.parametrize("described", [True, False])
def test_loops_on_values(described):
    like = ms.Tensor(shape=[None, 3], dtype=ms.float32) if described else ops.ones((2, 3))
    net, eager = Rounds(), Rounds()
    program = rebuilt(programs.export_program(net, (like, ms.Tensor(0))))
    loaded = nn.GraphCell(program)
    for scale, count in ((1, 2), (-30, 0), (0.1, 5)):
        x, n = scale * ops.ones((2, 3)), ms.Tensor(count)
        assert (loaded(x, n) == eager(x, n)).all()
        slopes = [ms.grad(lambda x, f=f, n=n: (f(x, n) ** 2).sum())(x) for f in (loaded, eager)]
        assert (slopes[0] == slopes[1]).all()
    (seen,) = loaded.get_parameters()
    assert seen.asnumpy() == eager.seen.asnumpy() > 0


@pytest.mark.parametrize("described", [True, False])
def test_what_cannot_be_exported(described):
    like = ms.Tensor(shape=[None], dtype=ms.float32) if described else ops.ones(2)

    def looks(x):
        return x * float(x.sum())

    def refuses(x):
        if x.sum() > 0:
            raise ValueError("positive")
        return x

    def counts(x):
        return [x, 1 if x.sum() > 0 else 2]

    with pytest.raises(RuntimeError, match="'export', the code must.*values of Tensors.*ops.where"):
        programs.export_program(looks, (like,))
    for fn in (refuses, counts):
        with pytest.raises(NotImplementedError, match="raises, or returns a Python number"):
            programs.export_program(fn, (like,))
    with pytest.raises(NotImplementedError, match="Python functions"):
        programs.export_program(lambda x: ops.Print()("x", x), (ops.ones(2),))
    with pytest.raises(NotImplementedError, match="but got set"):
        programs.describe(programs.export_program(lambda x: {3}, (ops.ones(2),)))


CHANGES = [
    lambda t: t["modules"][0].update(inputs=[]),
    lambda t: t["modules"][0]["outputs"].append(["float32", "2"]),
    lambda t: t["modules"][0]["inputs"][0].__setitem__(1, "2**9999999"),
    lambda t: t["modules"][0]["inputs"][0].__setitem__(0, "object"),
    lambda t: t["modules"][0].pop("name"),
    lambda t: t["kept"][0].__setitem__(0, "file"),
    lambda t: t["written"].append(99),
    lambda t: t["written"].append(-1),
    lambda t: t["arg_writes"].append(0),
    lambda t: t.update(arguments={"tuple": [{"exec": "1"}]}),
    lambda t: t.update(arguments={"leaf": False}),
    lambda t: t.update(results=None),
    lambda t: t["modules"].clear(),
]


@pytest.mark.parametrize("change", CHANGES, ids=range(len(CHANGES)))
def test_wrong_descriptions(change):
    program = programs.export_program(nn.Dense(3, 2), (ops.ones((1, 3)),))
    table, modules = programs.describe(program)
    change(table)
    values = [np.asarray(kept.value._value) for kept in program.kept]
    with pytest.raises(ValueError):
        programs.rebuild(table, modules[: len(table["modules"])], values)


@pytest.mark.parametrize("function", [ops.inverse, ops.matrix_exp, ops.qr, ops.svd, ops.cholesky])
def test_factors_of_matrices(function):
    """Programs hold what GPUs call for them, too."""
    x = ms.Tensor([[3.0, 1.0], [1.0, 2.0]])
    given = run(rebuilt(programs.export_program(lambda v: function(v), (x,))), x)
    for a, b in zip(jax.tree.leaves(given), jax.tree.leaves(function(x)), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-6)


def test_what_other_platforms_lack_is_exported_for_cpus(caplog):
    x = ms.Tensor([[3.0, 1.0], [1.0, 2.0]])
    program = programs.export_program(ops.eigvals, (x,))
    assert "runs on CPUs only" in caplog.text
    np.testing.assert_allclose(run(rebuilt(program), x).asnumpy(), ops.eigvals(x).asnumpy())


def test_a_program_that_calls_out_is_refused(monkeypatch):
    program = programs.export_program(lambda x: ops.qr(x), (ops.ones((2, 2)),))
    rebuilt(program)
    monkeypatch.setattr(programs, "_HARMLESS_PREFIXES", ())
    with pytest.raises(NotImplementedError, match="calls the function 'lapack_.*not part of it"):
        rebuilt(program)
