"""`x[index]` and `x[index] = value` answer as MindSpore does, eagerly and compiled."""

from __future__ import annotations

import importlib.util
import json

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from places import GOLDEN, read_golden

import msjax as ms
from msjax import Parameter, Tensor
from msjax._core.compile.jit import Compiled
from msjax.kernels.index import indexing

CASES = read_golden("indexing.json")


def _recorder():
    spec = importlib.util.spec_from_file_location("recorder", GOLDEN / "record_indexing.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RECORD = _recorder()
ENV = RECORD.environment(ms)

# Where MindSpore fails or errs, msjax answers as NumPy does, or refuses. By kind, base and index
# (every value), with the reason.
AS_NUMPY = {
    "negative steps read and write the wrong elements, or none": {
        ("get", "m", "::-1, ::-2"),
        ("get", "t", "::-1, ::-2"),
        ("get", "m", "::-1, I([0, 1])"),
        ("get", "t", "::-1, I([0, 1])"),
        ("get", "m", "2:0:-1, [0, 1]"),
        ("get", "t", "2:0:-1, [0, 1]"),
        ("set", "v", "::-1"),
        ("set", "m", "::-1, 0"),
        ("set", "m", "0, ::-1"),
    },
    "slices of an empty dimension with negative bounds fail": {
        ("get", "e", ":-1"),
        ("get", "e", "-2:"),
        ("get", "e", "-100:2"),
        ("get", "e", "-100:-50"),
    },
    "no kernel": {
        ("get", "v", "Tensor(True)"),
        ("get", "m", "Tensor(True)"),
        ("get", "t", "Tensor(True)"),
        ("get", "v", "I([0, 1], 'int8')"),
        ("get", "m", "I([0, 1], 'int8')"),
    },
    "a mask with '...' counts twice": {
        ("get", "m", "M(x > 3), ..."),
        ("get", "t", "M(x > 3), ..."),
        ("get", "s", "M(x > 3), ..."),
        ("get", "s", "Tensor(True), ..."),
    },
    "a bool Tensor of rank 0 swallows a dimension": {("get", "t", "Tensor(True), 0")},
    "index Tensors must not be negative in assignments": {("set", "v", "I([-1, -2])")},
    "lists are refused where Tensors of the same shape are not": {
        ("set", "m", "B([1, 0, 1])"),
    },
    "masks in tuples write the wrong elements": {
        ("set", "m", "B([1, 0, 1]), 1"),
        ("set", "m", "B([1, 0, 1]), 1:3"),
        ("set", "m", "B([1, 0, 1]), I([0, 1])"),
        ("set", "t", "B([[1, 0, 1], [0, 1, 0]]), 1"),
    },
}
REFUSED = {
    ("get", "v", "Tensor(1.0):3"): "TypeError",  # reads from 0
    ("get", "m", "Tensor(1.0):3"): "TypeError",
    ("get", "m", "I([0, 9]), I([0, 1])"): "RuntimeError",  # the process dies
}
ACCEPTED = {
    ("set", "v", "M(x > 3)", "[9, 8]"): [0, 1, 2, 3, 9, 8],
}
NOT_SHARED = {
    ("get", "v", "[slice(0, 2)]"),
    ("get", "t", "Tensor(True), 0"),
}  # shared there for rank 1 only
FAULTY = {case: reason for reason, cases in AS_NUMPY.items() for case in cases}


def numpy_answer(kind, base, index, value):
    """The case under NumPy."""

    def array(values, dtype=None):
        return np.array(values, getattr(dtype, "np", dtype))

    def ints(values, dtype="int64"):
        return np.array(values, dtype)

    def same(x):
        return x

    env = {"np": np, "ms": ms, "Tensor": array, "P": same, "M": same, "N": same, "I": ints}
    x = eval(RECORD.BASES[base], env)
    env |= {"B": lambda values: np.array(values, bool), "x": x}
    if kind == "get":
        return eval(f"x[{index}]", env).tolist()
    exec(f"x[{index}] = {value}", env)
    return x.tolist()


def outcome(run):
    try:
        return json.loads(json.dumps(run()))
    except Exception as error:
        return f"!{type(error).__name__}: {error}"


def wanted(case, answer):
    """The expected answer, an error as "!Class"."""
    if case in ACCEPTED:
        return ACCEPTED[case]
    if case[:3] in REFUSED:
        return "!" + REFUSED[case[:3]]
    if case[:3] in FAULTY:
        return outcome(lambda: numpy_answer(*case))
    return answer.split(":")[0] if isinstance(answer, str) else answer[2]


def names(case):
    return "-".join(str(part) for part in case[:4] if part is not None)


@pytest.mark.parametrize("row", CASES, ids=names)
def test_eager(row):
    *case, answer = row
    case = tuple(case)
    want = wanted(case, answer)
    got = outcome(lambda: RECORD.run(ENV, *case))
    if isinstance(want, str):
        assert isinstance(got, str) and got.split(":")[0] == want.split(":")[0]
        return
    assert not isinstance(got, str), got
    assert got[2] == want
    if isinstance(answer, list):
        assert got[0] == answer[0]
        if case[:3] not in FAULTY:
            shared = answer[3:] if case[:3] not in NOT_SHARED else [False]
            assert got[3:] == shared


def test_faulty_cases_are_recorded():
    recorded = {tuple(row[:3]) for row in CASES}
    assert set(FAULTY) | set(REFUSED) <= recorded


def compilable():
    """Cases on Tensors of rank 2 and 3 that answer; each compiles, so not all."""
    return [row for row in CASES if row[1] in "mt" and isinstance(row[4], list)]


@pytest.mark.thin(2)
@pytest.mark.runs_eagerly  # masks have to
@pytest.mark.parametrize("row", compilable(), ids=names)
def test_compiled(row):
    """Compiled code gives the eager answer."""
    kind, base, index, value, _ = row
    data = eval(RECORD.BASES[base], ENV)

    def function(x):
        scope = dict(ENV, x=x)
        if kind == "get":
            return eval(f"x[{index}]", scope)
        exec(f"x[{index}] = {value}", scope)
        return x

    want = outcome(lambda: RECORD.describe(function(Tensor(data))))
    compiled = Compiled(function)
    assert outcome(lambda: RECORD.describe(compiled(Tensor(data)))) == want


# -- compiling no more than needed -----------------------------------------------------------------


@pytest.fixture
def count_compilations(monkeypatch):
    events = []
    jax.monitoring.register_event_duration_secs_listener(
        lambda name, *_, **__: events.append(name) if "backend_compile" in name else None
    )
    yield events
    jax.monitoring.clear_event_listeners()


@pytest.mark.parametrize(
    "loop",
    [
        lambda x, i: x[i],
        lambda x, i: x[-i - 1],
        lambda x, i: x[i : i + 2],
        lambda x, i: x[2 * i : 2 * i + 4 : 2],
        lambda x, i: x[i, 1],
        lambda x, i: x[[i, 0]],
        lambda x, i: x[i, [0, 1]],
        lambda x, i: x.__setitem__(i, i),
        lambda x, i: x.__setitem__(i, 0.5 * i),
        lambda x, i: x.__setitem__(slice(i, i + 2), 0.5 * i),
        lambda x, i: x.__setitem__(([i, 0],), 1.0),
        lambda x, i: x.__setitem__(x > i, i),
    ],
)
def test_changing_positions_compile_once(loop, count_compilations):
    x = Tensor(np.arange(40, dtype=np.float32).reshape(10, 4))
    loop(x, 0)
    loop(x, 1)
    count_compilations.clear()
    for i in range(2, 4):
        loop(x, i)
    assert not count_compilations


def test_iteration_compiles_once(count_compilations):
    x = Tensor(np.arange(51, dtype=np.float32).reshape(17, 3))
    next(iter(x))
    count_compilations.clear()
    rows = [row.asnumpy().tolist() for row in x]
    assert rows == x.asnumpy().tolist()
    assert not count_compilations


# -- tracing ---------------------------------------------------------------------------------------


def test_index_may_be_traced():
    x = Tensor(np.arange(12, dtype=np.float32).reshape(3, 4))

    def pick(i):
        return x[Tensor(i)]._value

    rows = jax.vmap(pick)(jnp.array([2, 0, -1]))
    assert np.array_equal(rows, x.asnumpy()[[2, 0, -1]])
    assert np.array_equal(jax.jit(pick)(jnp.array(1)), x.asnumpy()[1])


@pytest.mark.runs_eagerly
def test_masks_in_compiled_code():
    def read(x):
        return x[x > 1]._value

    def write(x):
        x[x > 1] = 7
        return x

    x = Tensor([1.0, 2.0, 3.0])
    with pytest.raises(RuntimeError, match="code that JAX traces"):
        jax.eval_shape(lambda a: read(Tensor(a)), x._value)
    assert Compiled(write)(x).asnumpy().tolist() == [1, 7, 7]

    def write_many(x):
        x[x > 1] = Tensor([7.0, 8.0])
        return x

    with pytest.raises(RuntimeError, match="code that JAX traces"):
        jax.eval_shape(lambda a: write_many(Tensor(a))._value, x._value)


def test_compiled_code_writes_its_argument():
    @Compiled
    def write(x, i):
        x[0] = 5
        x[1:3] += 1
        return x[i]

    x = Tensor([0.0, 1.0, 2.0, 3.0])
    assert write(x, Tensor(1)).asnumpy() == 2
    assert x.asnumpy().tolist() == [5, 2, 3, 3]


# -- gradients -------------------------------------------------------------------------------------


def gradient_of(function, *arrays):
    tensors = [Tensor(np.array(a, np.float32)) for a in arrays]
    found = ms.grad(function, tuple(range(len(tensors))))(*tensors)
    found = found if isinstance(found, tuple) else (found,)
    return [g.asnumpy().tolist() for g in found]


X = [1.0, 2.0, 3.0, 4.0]
READS = {
    "0": [10, 0, 0, 0],
    "-1": [0, 0, 0, 10],
    "1:3": [0, 10, 20, 0],
    "::2": [10, 0, 20, 0],
    "::-1": [40, 30, 20, 10],
    "[0, 2]": [10, 0, 20, 0],
    "I([1, 1, 3])": [0, 30, 0, 30],
    "B([0, 1, 0, 1])": [0, 10, 0, 20],
    "None": [10, 20, 30, 40],
    "I([[0, 0], [0, 1]])": [60, 40, 0, 0],
}


@pytest.mark.parametrize("index", READS)
def test_gradient_of_reading(index):
    def function(x):
        y = eval(f"x[{index}]", dict(ENV, x=x)).reshape(-1)
        weights = Tensor(np.arange(1, y.shape[0] + 1, dtype=np.float32) * 10)
        return (y * weights).sum()

    assert gradient_of(function, X)[0] == READS[index]


WRITES = {
    "0": ([0, 2, 3, 4], [1], [9.0]),
    "1:3": ([1, 0, 0, 4], [2, 3], [9.0, 8.0]),
    "::2": ([0, 2, 0, 4], [1, 3], [9.0, 8.0]),
    "::-2": ([1, 0, 3, 0], [4, 2], [9.0, 8.0]),
    "[0, 2]": ([0, 2, 0, 4], [1, 3], [9.0, 8.0]),
    "I([3, 1])": ([1, 0, 3, 0], [4, 2], [9.0, 8.0]),
    "B([0, 1, 0, 1])": ([1, 0, 3, 0], [2, 4], [9.0, 8.0]),
    "1:": ([1, 0, 0, 0], [9], [5.0]),
    "B([0, 1, 1, 1])": ([1, 0, 0, 0], [9], [5.0]),
}


@pytest.mark.runs_eagerly  # masks have to
@pytest.mark.parametrize("index", WRITES)
@pytest.mark.parametrize("compiled", [False, True])
def test_gradient_of_writing(index, compiled):
    dx, dv, values = WRITES[index]

    def function(x, v):
        y = x * 1
        exec(f"y[{index}] = v", dict(ENV, y=y, v=v))
        return (y * Tensor([1.0, 2.0, 3.0, 4.0])).sum()

    gradient = ms.grad(function, (0, 1))
    if compiled:
        gradient = Compiled(gradient)
    x, v = Tensor(X), Tensor(values)
    got = gradient(x, v)
    assert got[0].asnumpy().tolist() == dx
    assert got[1].asnumpy().tolist() == dv
    assert x.asnumpy().tolist() == X


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("index", ["0", "0, :", "I([0, 0]), I([0, 1])"])
@pytest.mark.parametrize(
    ("value", "slopes"), [("[a, b * b]", [2.0, 100.0]), ("(2.0, b)", [0.0, 10.0])]
)
def test_gradients_of_the_tensors_of_a_written_list(index, value, slopes, compiled):
    def function(a, b):
        y = ms.ops.zeros((2, 2)) + 0 * a
        exec(f"y[{index}] = {value}", dict(ENV, y=y, a=a, b=b))
        return (y * Tensor([[2.0, 10.0], [0.0, 0.0]])).sum()

    gradient = ms.grad(function, (0, 1))
    if compiled:
        gradient = Compiled(gradient)
    assert [float(g) for g in gradient(Tensor(3.0), Tensor(5.0))] == slopes


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ([Tensor(1.5), Tensor(2)], TypeError),
        ([Tensor(1), 1.5], TypeError),  # the number takes the dtype of what is written to
        ([Tensor(1.5), None], TypeError),
        ([Tensor(1.5), "a"], TypeError),
        ([Tensor(1.5), Tensor([1.5, 2.5])], ValueError),
    ],
)
def test_tensors_of_a_written_list_have_one_dtype_and_shape(value, error):
    x = Tensor(np.zeros((2, 2), np.float32))
    with pytest.raises(error):
        x[0] = value
    for operator in ("-", "+", "//"):
        for expression in (f"x {operator} value", f"value {operator} x"):
            with pytest.raises(error):
                eval(expression, {"x": x, "value": value})
    assert not x.asnumpy().any()


@pytest.mark.parametrize("compiled", [False, True])
def test_gradients_of_the_tensors_of_a_list_beside_an_operator(compiled):
    def function(x, a, b):
        return ((x - [a, b]) * x + (1, a)).sum()

    gradient = ms.grad(function, (1, 2))
    if compiled:
        gradient = Compiled(gradient)
    x = Tensor(np.full((2, 2), 3, np.float32))
    assert [float(g) for g in gradient(x, Tensor(3.0), Tensor(5.0))] == [-4.0, -6.0]


def test_gradient_through_augmented_assignment():
    def function(x):
        y = x * 2
        y[1:3] *= x[0]
        y[0] += 1
        return y.sum()

    assert gradient_of(function, X)[0] == [12, 2, 2, 2]


def test_gradient_of_a_parameter_through_its_part():
    weight = Parameter(Tensor(X), name="w")

    def function(x):
        return (weight[1:3] * x).sum()

    grads = ms.value_and_grad(function, None, [weight])(Tensor([5.0, 7.0]))[1]
    grads = grads[0] if isinstance(grads, tuple) else grads
    assert grads.asnumpy().tolist() == [0, 5, 7, 0]


def test_writing_a_parameter_keeps_the_object():
    weight = Parameter(Tensor(X), name="w")
    weight[0] = 9
    assert type(weight) is Parameter
    assert weight.asnumpy().tolist() == [9, 2, 3, 4]
    assert weight[...] is weight


def test_dtype_of_positions_is_wide_enough():
    assert indexing.position(-1, 1 << 40) == (1 << 40) - 1


def test_numbers_marked_as_mutable():
    x = Tensor(np.arange(6.0, dtype=np.float32).reshape(2, 3))
    one = ms.mutable(1)
    assert x[one].tolist() == x[1].tolist()
    assert x[0, one].tolist() == x[0, 1].tolist()
    assert x[one:, : ms.mutable(2)].tolist() == x[1:, :2].tolist()
    x[0, one] = ms.mutable(7.5)
    x[1] = ms.mutable(3)
    assert x.tolist() == [[0, 7.5, 2], [3, 3, 3]]


@pytest.mark.parametrize("name", ["index_put", "index_put_"])
@pytest.mark.parametrize("places", [([5],), ([2],), ([-3],), ([0], [3]), ([0, 1], [0, -4])])
def test_index_put_refuses_positions_out_of_bounds(name, places):
    x = ms.Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    where = [ms.Tensor(p) for p in places]
    with pytest.raises(ValueError, match="must hold values in"):
        getattr(x, name)(where, ms.Tensor([1.0]), accumulate=True)
    kept = ms.jit(lambda x, *at: x.index_put(at, ms.Tensor([9.0])))(x, *where)
    assert np.array_equal(kept.asnumpy()[1, 1:], x.asnumpy()[1, 1:])
    x.index_put([ms.Tensor([-2]), ms.Tensor([2])], ms.Tensor([1.0]))


class _Picks(ms.nn.Cell):
    def __init__(self, place):
        super().__init__()
        self.place = place

    def construct(self, x):
        return x[self.place], x[0, self.place :], x[..., self.place]


def test_compiled_code_indexes_by_numbers_of_numpy():
    x = Tensor(np.arange(6).reshape(2, 3))
    found = ms.jit(_Picks(np.int64(1)))(x)
    assert [t.tolist() for t in found] == [[3, 4, 5], [1, 2], [1, 4]]
    assert ms.jit(lambda x: x[np.bool_(True)])(x).shape == (1, 2, 3)

    @ms.jit
    def written(x):
        for i in np.arange(2):
            x[i, i] = 9
        return x

    assert written(Tensor(np.arange(6).reshape(2, 3))).tolist() == [[9, 1, 2], [3, 9, 5]]
    with pytest.raises(IndexError, match="indexed by integers"):
        _Picks(np.int64(1))(x)
