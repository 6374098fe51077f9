"""What compiled code does to Python state: attributes, lists, aliases, threads, failures."""

from __future__ import annotations

import collections
import copy
import dataclasses
import enum
import gc
import pickle
import threading
import types

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import msjax as ms
from msjax import Parameter, Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.pair = (Tensor(0.0), Tensor(0.0))
        self.count, self.seen, self.history = 0, None, []

    @ms.jit
    def step(self, x):
        total, calls = self.pair
        self.pair = (total + x, calls + 1)
        return total + x

    @ms.jit
    def count_up(self, x):
        self.count += 1
        return x * self.count

    @ms.jit
    def remember(self, x):
        if self.seen is None:
            self.seen = x * 2
            return x
        return self.seen

    @ms.jit
    def remember_then_branch(self, x):
        if self.seen is None:
            self.seen = x * 2
        if x.sum() > 0:
            return self.seen
        return -x

    @ms.jit
    def fail(self, x):
        self.seen, self.count = x * 2, 7
        raise ValueError("no")

    @ms.jit
    def append(self, x):
        self.history.append(x * 2)
        return x


def test_tensors_in_a_tuple_attribute_are_state():
    net = Net()
    assert [float(net.step(Tensor(2.0))) for _ in range(3)] == [2.0, 4.0, 6.0]
    assert [float(t) for t in net.pair] == [6.0, 3.0]
    net.pair = (Tensor(10.0), Tensor(0.0))
    assert float(net.step(Tensor(2.0))) == 12.0


def test_a_python_counter_counts():
    net = Net()
    assert [float(net.count_up(Tensor(1.0))) for _ in range(8)] == list(range(1, 9))
    assert net.count == 8


Pair = collections.namedtuple("Pair", "first second")


class Kept:
    def __init__(self, number):
        self.number = number


GROWING = {  # an attribute's first value, the next of one, and its number
    "list": ([], lambda a: [*a, 1], len),
    "tuple": ((), lambda a: (*a, 1), len),
    "dict": ({}, lambda a: {**a, len(a): 1}, len),
    "set": (set(), lambda a: a | {len(a)}, len),
    "array": (np.zeros(2), lambda a: a + 1, lambda a: int(a[0])),
    "scalar": (np.float32(0), lambda a: a + np.float32(1), int),
    "namedtuple": (Pair(0, ()), lambda a: Pair(a.first + 1, ()), lambda a: a.first),
    "deque": (collections.deque(), lambda a: collections.deque([1, *a]), len),
    "object": (Kept(0), lambda a: Kept(a.number + 1), lambda a: a.number),
    "nested": ([Kept([0])], lambda a: [Kept([a[0].number[0] + 1])], lambda a: a[0].number[0]),
}


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("kind", GROWING)
def test_python_values_made_of_those_of_the_call_before(kind):
    first, following, number = GROWING[kind]
    of_object = kind in ("list", "array", "nested")  # an object of the program is like a Cell

    class Growing(nn.Cell):
        def __init__(self):
            super().__init__()
            self.holder = Kept(first) if of_object else None
            self.value = first

        @ms.jit
        def construct(self, x):
            self.value = following(self.value)
            if of_object:
                self.holder.number = following(self.holder.number)
            return x + number(self.value)

    net = Growing()
    for turn in range(1, 8):
        assert float(net(Tensor(0.0))) == number(net.value) == turn
        if of_object:
            assert number(net.holder.number) == turn


def test_attributes_are_given_by_every_call():
    traces = []

    class Last(nn.Cell):
        def __init__(self):
            super().__init__()
            self.length, self.lengths, self.kept = 2, (2,), Kept(2)

        @ms.jit
        def construct(self, x):
            traces.append(1)
            self.length, self.lengths, self.kept.number = x.shape[0], x.shape, x.shape[0]
            return x + 1

    net = Last()
    for length in (2, 3, 2, 4, 3, 2):
        net(ops.zeros(length))
        assert (net.length, net.lengths, net.kept.number) == (length, (length,), length)
    net(ops.zeros(4))
    traced = len(traces)
    for length in (2, 3, 4, 3, 2):
        net(ops.zeros(length))
        assert (net.length, net.lengths, net.kept.number) == (length, (length,), length)
    assert len(traces) == traced


def test_values_given_to_attributes_are_the_caller_s_to_change():
    class Giving(nn.Cell):
        def __init__(self):
            super().__init__()
            self.sizes, self.table = None, [1]

        @ms.jit
        def construct(self, x):
            self.sizes, self.current = [x.shape[0]], self.table
            return x + 1

    net = Giving()
    for _ in range(3):
        net(ops.zeros(2))
        assert net.sizes == [2] and net.current is net.table
        net.sizes.append(5)


class Slotted:
    __slots__ = ("number",)

    def __init__(self):
        self.number = 0


class Color(enum.Enum):
    RED = 1
    BLUE = 2


def turn_color(net, x):
    net.state = Color.BLUE if net.state is Color.RED else Color.RED
    return x + net.state.value


def turn_operation(net, x):
    net.state = ops.neg if net.state is not ops.neg else ops.abs
    return net.state(x + 1)


def turn_function(net, x):
    net.state = (lambda v: v + 1) if net.state is None else None
    return x if net.state is None else net.state(x)


def swap_lists(net, x):
    net.state, net.other = net.other, net.state
    return x + len(net.state)


def count_in_slots(net, x):
    net.state.number = net.state.number + 1
    return x + net.state.number


def count_in_class(net, x):
    type(net).count = getattr(type(net), "count", 0) + 1
    return x + type(net).count


def ask_iterator(net, x):
    return x + next(net.state)


def ask_generator(net, x):
    return x + next(net.state)


CHANGING = {
    turn_color: lambda: Color.RED,
    turn_operation: lambda: None,
    turn_function: lambda: None,
    swap_lists: lambda: [1],
    count_in_slots: Slotted,
    count_in_class: lambda: None,
    ask_iterator: lambda: iter(range(20)),
    ask_generator: lambda: (i * i for i in range(20)),
}


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("step", CHANGING, ids=lambda step: step.__name__)
def test_state_that_each_call_changes(step):
    def results(graph):
        class Changing(nn.Cell):
            def __init__(self):
                super().__init__()
                self.state, self.other = CHANGING[step](), [1, 2]

            def construct(self, x):
                return step(self, x)

        net = Changing()
        call = ms.jit(net) if graph else net
        return [call(ops.ones(length)).asnumpy().tolist() for length in (1, 1, 2, 1, 2, 2, 1)]

    assert results(True) == results(False)


def insert(holder, turn):
    holder.add(turn)


def append(holder, turn):
    holder.append(turn)


def fill(holder, turn):
    holder[:] = turn


def store(holder, turn):
    holder.number = turn


FOUND = {  # what code reads, how its number is found, and how the program changes it between calls
    "set": (set, len, insert),
    "deque": (collections.deque, len, append),
    "array": (lambda: np.zeros(3), lambda a: float(a.sum()), fill),
    "slots": (Slotted, lambda o: o.number, store),
}
HELD: dict = {}


@pytest.mark.parametrize("kind", FOUND)
def test_contents_that_change_between_calls(kind):
    make, number, change = FOUND[kind]

    class Reading(nn.Cell):
        def __init__(self):
            super().__init__()
            self.held, self.inner = make(), [make()]

        def construct(self, x):
            return x + number(self.held) + 10 * number(self.inner[0]) + 100 * number(HELD["it"])

    HELD["it"] = make()
    net = Reading()
    compiled = ms.jit(net, fullgraph=True)
    for turn in range(3):
        for holder in (net.held, net.inner[0], HELD["it"]):
            assert float(compiled(Tensor(0.0))) == float(net(Tensor(0.0)))
            change(holder, turn)


@pytest.mark.runs_eagerly
def test_attributes_of_functions_and_modules_that_code_assigns():
    module = types.ModuleType("settings_of_a_program")
    module.sizes = []

    def counting(x):
        counting.calls = counting.calls + 1
        module.sizes = [*module.sizes, 1]
        return x + counting.calls * 10 + len(module.sizes)

    counting.calls = 0
    compiled = ms.jit(counting)
    assert [float(compiled(Tensor(0.0))) for _ in range(4)] == [11, 22, 33, 44]
    assert (counting.calls, module.sizes) == (4, [1] * 4)


@pytest.mark.runs_eagerly
def test_attributes_of_classes_that_code_assigns():
    class Counting(nn.Cell):
        count = 0

        @ms.jit
        def construct(self, x):
            Counting.count += 1
            return x + Counting.count

    net = Counting()
    assert [float(net(Tensor(0.0))) for _ in range(4)] == [1, 2, 3, 4]
    assert Counting.count == 4


@pytest.mark.runs_eagerly
def test_an_array_that_is_given_another_shape():
    table = np.arange(4)

    @ms.jit
    def turned(x):
        table.shape = (2, 2)
        return x + Tensor(table)

    assert turned(ops.zeros((2, 2))).shape == turned(ops.zeros((2, 2))).shape == (2, 2)
    assert table.shape == (2, 2)


def test_lists_and_dicts_from_outside_are_returned_themselves():
    table, named = [1, [2, "b"], None], {"a": (1, [2])}

    class Returning(nn.Cell):
        def __init__(self):
            super().__init__()
            self.table = table

        @ms.jit
        def construct(self, x, given):
            made = [1, [2, "b"], None]
            return x + 1, (self.table, table[1]), named["a"], [given["list"], made]

    net = Returning()
    for given in ({"list": [3]}, {"list": [3]}, {"list": [3], "more": 1}):
        _, pair, inside, (again, made) = net(Tensor(1.0), given)
        assert pair[0] is table and pair[1] is table[1]
        assert inside[1] is named["a"][1] and again is given["list"]
        assert made == table and made is not table and made[1] is not table[1]
    table.append(4)
    assert net(Tensor(1.0), {"list": [3]})[1][0] is table


def test_a_list_beside_one_that_holds_itself_is_returned():
    ring, plain = [1], [2]
    ring.append(ring)
    returned = ms.jit(lambda x: (x + len(ring), plain))
    for _ in range(2):
        assert returned(Tensor(0.0))[1] is plain


def test_lists_with_tensors_from_outside_are_returned_as_copies():
    held = [Tensor(1.0)]
    returned = ms.jit(lambda x: (x, held))
    for _ in range(2):
        copied = returned(Tensor(0.0))[1]
        assert copied is not held and copied[0] is not held[0] and copied == held


def test_attribute_set_by_the_first_call():
    net = Net()
    assert [float(net.remember(Tensor(1.0))) for _ in range(3)] == [1.0, 2.0, 2.0]


@pytest.mark.runs_eagerly
def test_eager_fallback_starts_from_the_state_of_before():
    net = Net()
    assert net.remember_then_branch(Tensor([1.0])).tolist() == [2.0]
    assert net.remember_then_branch(Tensor([-3.0])).tolist() == [3.0]


def test_a_failure_leaves_the_attributes_alone():
    net = Net()
    with pytest.raises(ValueError, match="no"):
        net.fail(Tensor(1.0))
    assert (net.seen, net.count) == (None, 0)


@pytest.mark.runs_eagerly
def test_a_list_of_a_cell_receives_values():
    net = Net()
    for _ in range(2):
        net.append(Tensor(1.0))
    assert [float(t) for t in net.history] == [2.0, 2.0]


def test_a_tensor_kept_in_a_global_list_is_refused_on_use():
    kept = []

    @ms.jit
    def keep(x):
        kept.append(x * 2)
        return x

    keep(Tensor(1.0))
    with pytest.raises(RuntimeError, match="of code that JAX traces"):
        kept[0].asnumpy()


def test_numpy_scalars_keep_their_dtype_in_the_cache():
    multiply = ms.jit(lambda x, s: x * s)
    x = Tensor([1], ms.int32)
    for scalar, dtype in ((np.float32(2), ms.float32), (np.int64(2), ms.int32), (2, ms.int32)):
        assert multiply(x, scalar).dtype == dtype


def test_one_tensor_given_twice_and_written():
    @ms.jit
    def add_one(x, y):
        x.add_(1)
        return x + y

    for _ in range(2):
        x = Tensor([1.0])
        assert add_one(x, x).tolist() == [4.0]


def test_fullgraph_refuses_every_time():
    branch = ms.jit(lambda x: x if float(x.sum()) > 0 else -x, fullgraph=True)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="cannot be compiled as a whole"):
            branch(Tensor([1.0]))
    mapped = ms.vmap(lambda x: x if float(x.sum()) > 0 else -x)
    for _ in range(2):
        with pytest.raises(RuntimeError, match="cannot be transformed"):
            mapped(Tensor([[1.0]]))


@pytest.mark.runs_eagerly
def test_user_code_cannot_swallow_the_fallback():
    @ms.jit
    def guarded(x):
        try:
            factor = float(x.sum())
        except Exception:
            factor = -1.0
        return x * factor

    assert guarded(Tensor([2.0, 3.0])).tolist() == [10.0, 15.0]


def test_class_methods():
    class Plain:
        factor = 3

        @classmethod
        @ms.jit
        def scale(cls, x):
            return x * cls.factor

    assert float(Plain.scale(Tensor(2.0))) == 6.0


def test_dynamic_inputs_in_graph_mode():
    net = nn.Dense(2, 2)
    net.set_inputs(Tensor(shape=[None, 2], dtype=ms.float32))
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        for rows in (3, 4):
            assert net(Tensor(np.ones((rows, 2), np.float32))).shape == (rows, 2)
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


class Shifted(nn.Cell):
    def construct(self, x, number=1):
        return x + number


@pytest.mark.parametrize(
    ("args", "error", "message"),
    [
        ((Tensor(np.ones((2, 3), np.float16)), 1), TypeError, "1th type should be .*Float32"),
        ((Tensor(np.ones(3, np.float32)), 1), ValueError, "dims of 1th input"),
        ((Tensor(np.ones((2, 4), np.float32)), 1), ValueError, "expected: 3, and input: 4"),
        ((Tensor(np.ones((2, 3), np.float32)),), ValueError, "expected: 2 and input: 1"),
        ((Tensor(np.ones((2, 3), np.float32)), Tensor(1.0)), TypeError, "2th should be static"),
        ((1, 1), TypeError, "1th should be mutable one, but got static"),
    ],
)
def test_arguments_that_set_inputs_did_not_describe(args, error, message):
    net = Shifted()
    net.set_inputs(Tensor(shape=[None, 3], dtype=ms.float32), 1)
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        with pytest.raises(error, match=message):
            net(*args)
        assert net(Tensor(np.ones((2, 3), np.float32)), 1).shape == (2, 3)
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


@pytest.mark.parametrize("count", [1, 3])
def test_sequences_of_another_length_than_set_inputs_described(count):
    class First(nn.Cell):
        def construct(self, xs):
            return xs[0] + 1

    net, one = First(), Tensor(shape=[None], dtype=ms.float32)
    net.set_inputs(ms.mutable((one, one)))
    ms.set_context(mode=ms.GRAPH_MODE)
    try:
        with pytest.raises(ValueError, match=f"expected: 2 and input: {count}!"):
            net(ms.mutable((Tensor([1.0]),) * count))
        assert net(ms.mutable((Tensor([1.0]),) * 2)).asnumpy().tolist() == [2.0]
    finally:
        ms.set_context(mode=ms.PYNATIVE_MODE)


def test_threads_share_random_state_and_parameters():
    net = nn.SequentialCell(nn.Dense(4, 4), nn.Dropout(p=0.5)).set_train()
    run, errors = ms.jit(lambda x: net(x)), []

    def work():
        try:
            for _ in range(30):
                run(Tensor(np.ones((2, 4), np.float32))).asnumpy()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors


def test_random_state_under_bare_jax_transformations():
    drop = nn.Dropout(p=0.5).set_train()
    with pytest.raises(RuntimeError, match="inside a bare jax.jit"):
        jax.jit(lambda net, x: net(Tensor(x))._value)(drop, jnp.ones(4))
    gradient = jax.grad(lambda x: drop(Tensor(x)).sum()._value)
    assert set(np.unique(np.concatenate([gradient(jnp.ones(8)) for _ in range(4)]))) == {0.0, 2.0}
    assert ops.rand(2).shape == (2,)


@dataclasses.dataclass
class Scaled:
    value: Tensor
    factor: float = 1.0


def test_dataclasses_are_looked_through():
    double = ms.jit(lambda x: Scaled(x * 2))
    assert [float(double(Tensor(v)).value) for v in (1.0, 2.0)] == [2.0, 4.0]
    multiply = ms.jit(lambda s: s.value * s.factor)
    scaled = Scaled(Tensor(2.0), 3.0)
    assert float(multiply(scaled)) == 6.0
    scaled.factor = 10.0
    assert float(multiply(scaled)) == 20.0


def test_containers_keep_their_kind():
    class Pair(list):
        pass

    fill = collections.defaultdict(int)
    for value in (collections.OrderedDict(b=1, a=2), fill, Pair([1, 2])):
        made = ms.jit(lambda x, v=value: copy.copy(v))(Tensor(1.0))
        assert type(made) is type(value)
    seen = []
    ms.jit(lambda d: seen.append(type(d)))(collections.OrderedDict(a=Tensor(1.0)))
    assert set(seen) == {collections.OrderedDict}


@pytest.mark.runs_eagerly
def test_a_changed_dict_argument_is_the_callers():
    @ms.jit
    def fill(held):
        held["twice"] = held["x"] * 2

    held = {"x": Tensor(1.0)}
    fill(held)
    assert float(held["twice"]) == 2.0


def test_lists_of_a_cell_changed_in_place():
    class Chain(nn.Cell):
        def __init__(self):
            super().__init__()
            self.parts = [nn.ReLU()]

        def construct(self, x):
            for part in self.parts:
                x = part(x)
            return x

    net = Chain()
    run = ms.jit(net)
    assert float(run(Tensor(-1.0))) == 0.0
    net.parts.append(nn.Sigmoid())
    assert float(run(Tensor(-1.0))) == 0.5


def test_a_parameter_of_another_dtype_compiles_anew():
    p = ms.Parameter(Tensor([2.0]), name="p")
    double = ms.jit(lambda: p * 2)
    assert double().dtype == ms.float32
    p.set_dtype(ms.float16)
    assert double().dtype == ms.float16


def test_attributes_set_in_compiled_code_have_gradients():
    class WithLoss(nn.Cell):
        def __init__(self):
            super().__init__()
            self.w, self.extra = ms.Parameter(Tensor(3.0), name="w"), None

        def construct(self, x):
            self.extra = x * self.w * self.w
            return x * self.w

    net = WithLoss()
    run = ms.jit(net)
    value, grad = ms.value_and_grad(lambda x: run(x) + net.extra, None, [net.w])(Tensor(1.0))
    assert (float(value), float(grad[0])) == (12.0, 7.0)


@pytest.mark.runs_eagerly
def test_code_for_changing_constants_is_forgotten():
    net = Net()
    net.construct = lambda x: x * net.count
    run = ms.jit(net)
    for i in range(40):
        net.count = i
        run(Tensor(1.0))
    assert sum(map(len, run._cache.values())) <= 8


def test_attributes_of_cells_that_are_not_called():
    class Holder(nn.Cell):
        def __init__(self):
            super().__init__()
            self.scale, self.kept = 2, None

        def extract(self, x):
            self.kept = x * self.scale
            return self.kept * 1

    net = Holder()
    run = ms.jit(lambda x: net.extract(x) if net.training else net.extract(x) + 100)
    assert float(run(Tensor(1.0))) == 102.0
    net.scale = 5
    assert float(run(Tensor(1.0))) == 105.0
    net.set_train()
    assert float(run(Tensor(1.0))) == 5.0
    assert float(net.kept) == 5.0


def test_a_written_attribute_is_replaced():
    class Sum(nn.Cell):
        def __init__(self):
            super().__init__()
            self.total = Tensor([0.0])

        def construct(self, x):
            self.total.add_(x)
            return self.total * 1

    net = Sum()
    run = ms.jit(net)
    assert float(run(Tensor([1.0]))) == 1.0
    net.total = Tensor([100.0])
    assert [float(run(Tensor([1.0]))), float(net.total)] == [101.0, 101.0]


def test_constants_deep_inside_attributes():
    net = Net()
    net.construct = lambda x: x * net.config[0][0] * net.table[0]["a"]
    net.config, net.table = [[1.5]], ({"a": 1.0},)
    run = ms.jit(net)
    assert float(run(Tensor(2.0))) == 3.0
    for value in (2.5, 3.5, 4.5):
        net.config[0][0] = value
        assert float(run(Tensor(2.0))) == 2 * value
    net.table[0]["a"] = 10.0
    assert float(run(Tensor(2.0))) == 90.0
    net.zero = 0.0
    net.construct = lambda x: x / net.zero
    run = ms.jit(net)
    assert float(run(Tensor(1.0))) == np.inf
    net.zero = -0.0
    assert float(run(Tensor(1.0))) == -np.inf


def test_hooks_are_told_apart():
    net = nn.ReLU()
    run, found = ms.jit(net), []
    for factor in (2.0, 3.0, 4.0):
        handle = net.register_forward_hook(lambda cell, args, out, k=factor: out * k)
        found.append(float(run(Tensor(1.0))))
        handle.remove()
    assert found == [2.0, 3.0, 4.0]


def test_compiled_code_keeps_no_old_contents():
    p = ms.Parameter(Tensor(np.ones(1000, np.float32)), name="p")
    gc.collect()
    before = sum(a.nbytes for a in jax.live_arrays())

    @ms.jit
    def step():
        ops.assign_add(p, p)

    for _ in range(3):
        step()
    gc.collect()
    assert sum(a.nbytes for a in jax.live_arrays()) - before < 1000


def test_going_back_to_a_context_finds_the_code_again():
    runs = []
    run = ms.jit(lambda x: runs.append(1) or x * 2)
    for _ in range(3):
        for level in (ms.STRICT, ms.LAX):
            ms.set_context(jit_syntax_level=level)
            run(Tensor(1.0))
    assert len(runs) <= 4


def test_transforms_of_one_function_are_compiled_once():
    runs = []

    def f(x):
        runs.append(1)
        return x * x

    for v in (1.0, 2.0, 3.0):
        assert float(ms.jvp(f, Tensor(v), Tensor(1.0))[1]) == 2 * v
        assert float(ms.vmap(f)(Tensor([v]))[0]) == v * v
        assert float(ms.jacfwd(f)(Tensor(v))) == 2 * v
    assert len(runs) <= 6


def test_objects_with_compiled_methods_are_copied_and_pickled():
    plain = Pickled()
    assert float(plain.double(Tensor(1.0))) == 2.0
    for twin in (copy.deepcopy(plain), pickle.loads(pickle.dumps(plain))):
        assert float(twin.double(Tensor(3.0))) == 6.0


class Pickled:
    @ms.jit
    def double(self, x):
        return x * 2


def test_tensors_that_are_gone_compile_anew():
    class Keeping(nn.Cell):
        def __init__(self):
            super().__init__()
            self.h, self.parts, self.named = None, [Tensor(1.0), Tensor(2.0)], {"a": Tensor(3.0)}
            self.shift = Tensor(4.0)

        @ms.jit
        def construct(self, x):
            self.h = x if self.h is None else self.h + x
            shift = self.shift if hasattr(self, "shift") else 0
            return self.h + self.parts[-1] + self.named.get("a", 0) + shift

    net = Keeping()
    assert [float(net(Tensor(1.0))) for _ in range(3)] == [10, 11, 12]
    net.h = None
    assert float(net(Tensor(1.0))) == 10
    net.parts.pop()
    assert float(net(Tensor(1.0))) == 10
    net.named.pop("a")
    assert float(net(Tensor(1.0))) == 8
    del net.shift
    assert float(net(Tensor(1.0))) == 5


def test_returned_lists_come_from_places_that_the_code_reads():
    class Returning(nn.Cell):
        @ms.jit
        def construct(self, x):
            return x, self.second, self.third

    net, table = Returning(), [1]
    net.first = net.second = net.third = table
    assert all(part is table for part in net(Tensor(1.0))[1:])
    net.first = [99]
    assert all(part is table for part in net(Tensor(1.0))[1:])
    net.third = [1]
    _, second, third = net(Tensor(1.0))
    assert second is net.second and third is net.third and second is not third


def test_sets_and_arrays_that_code_makes_are_new_at_every_call():
    kept = Kept(None)

    @ms.jit
    def made(x):
        kept.number = np.zeros(2), {1}
        return x, np.zeros(2), {1}

    for _ in range(3):
        _, array, numbers = made(Tensor(1.0))
        for zeros, ones in ((array, numbers), kept.number):
            assert zeros.tolist() == [0, 0] and ones == {1}
            zeros += 7
            ones.add(3)


def test_attributes_are_lists_from_elsewhere_themselves():
    outside = [1]

    class Giving(nn.Cell):
        def __init__(self):
            super().__init__()
            self.named = {"k": [1]}

        @ms.jit
        def construct(self, x):
            self.first, self.second = outside, self.named["k"]
            return x

    net = Giving()
    for _ in range(3):
        net(Tensor(1.0))
        assert net.first is outside and net.second is net.named["k"]


@pytest.mark.runs_eagerly
@pytest.mark.parametrize("values", [(1.0, -1.0, 2.0), (-1.0, 1.0, 2.0)])
def test_a_parameter_that_becomes_none(values):
    class Biased(nn.Cell):
        def __init__(self):
            super().__init__()
            self.bias = Parameter(Tensor([1.0]), name="bias")

        def construct(self, x):
            if x.sum() > 0:
                self.bias = None
            return x if self.bias is None else x + self.bias

    def results(wrap):
        net = Biased()
        call = wrap(net)
        return [(call(Tensor([v])).item(), net.bias is None) for v in values]

    assert results(ms.jit) == results(lambda net: net)


class Shifts(nn.Cell):
    """Attributes that get what others hold."""

    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = Tensor([1.0, 0.5]), Tensor([2.0, 0.5]), Tensor([3.0, 0.5])
        self.first, self.second, self.both = [Tensor([4.0])], [Tensor([5.0])], None

    def window(self, x):
        self.a = self.b
        self.b = self.c
        self.c = x * 1
        return self.a * 100 + self.b * 10 + self.c

    def swap(self, x):
        self.a, self.b = self.b, self.a
        return self.a * x

    def swap_lists(self, x):
        self.first, self.second = self.second, self.first
        return self.first[0] * x

    def nest(self, x):
        self.both = (self.a, [self.b])
        self.a = self.b + x
        return self.both[0] * 1

    def before_a_condition(self, x):
        self.a = self.b
        y = x * 2 if x.sum() > 0 else x
        self.b = self.b + y
        return self.a * 1

    def written_in_place(self, x):
        self.a = self.b
        self.b[0] = x[0]
        return self.a * 1


@pytest.mark.parametrize(
    "method", "window swap swap_lists nest before_a_condition written_in_place".split()
)
def test_attributes_get_what_others_hold_at_the_call(method):
    found = []
    for compile_ in (lambda f: f, ms.jit):
        cell = Shifts()
        call = compile_(getattr(cell, method))
        results = [call(Tensor([v, 1.0])).tolist() for v in (1.0, 2.0, -3.0, 4.0)]
        found.append((results, cell.a.tolist(), cell.b.tolist(), str(cell.both)))
    assert found[0] == found[1]


def test_a_cell_whose_attribute_is_deleted():
    class Deletes(nn.Cell):
        def __init__(self):
            super().__init__()
            self.first = 1

        def construct(self, x):
            if hasattr(self, "first"):
                del self.first
                return x * 2
            return x

    cell = Deletes()
    call = ms.jit(cell)
    assert [call(Tensor(1.0)).item() for _ in range(3)] == [2.0, 1.0, 1.0]
    assert not hasattr(cell, "first")
