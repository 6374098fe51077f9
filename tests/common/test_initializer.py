"""Initializers against the facts recorded from MindSpore in tests/golden/initializer.json."""

import importlib.util
import inspect
import math
import re

import ml_dtypes
import numpy as np
import pytest
from places import GOLDEN, read_golden

from msjax import Tensor
from msjax.common import _init_base
from msjax.common import initializer as module

FACTS = read_golden("initializer.json")

_spec = importlib.util.spec_from_file_location("recorder", GOLDEN / "record_initializer.py")
recorder = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(recorder)
NAMES = recorder.scope(module)


def by_case(key):
    rows = FACTS[key]
    ids = [" ".join(str(part) for part in row[:-1] if not isinstance(part, dict)) for row in rows]
    return pytest.mark.parametrize("case", rows, ids=ids)


def cdf(law, x):
    """The distribution function of a recorded law at each x."""
    kind, first, second, *bounds = law
    if kind == "uniform":
        return np.clip((x - first) / (second - first), 0, 1)
    phi = np.vectorize(lambda z: 0.5 * math.erfc(-z / math.sqrt(2)))
    p = phi((x - first) / second)
    if bounds:
        low, high = phi((np.array(bounds) - first) / second)
        p = (p - low) / (high - low)
    return p


def check(case, expected, names, show=repr):
    """Same value, or same exception; the text too unless Python, NumPy or pybind11 words it."""
    got = recorder.outcome(case, names, show)
    assert got.keys() == expected.keys(), got
    if "value" in expected:
        assert got == expected
    else:
        kind, text = expected["error"]
        assert got["error"][0] == kind
        if kind in ("ValueError", "RuntimeError") or text.startswith("For '"):
            # NumPy 2 shows its integers with their type.
            assert re.sub(r"np\.int64\((\d+)\)", r"\1", got["error"][1]) == text


def test_names():
    assert sorted(module.__all__) == FACTS["all"]
    assert {k: v.__name__ for k, v in module._INITIALIZER_ALIAS.items()} == FACTS["aliases"]
    for name, signature in FACTS["signatures"].items():
        wanted = [p.split(":")[0].strip() for p in signature.strip("()").split(",")]
        shown = inspect.signature(getattr(module, name))
        plain = [p.replace(annotation=p.empty) for p in shown.parameters.values()]
        assert [p.strip() for p in ",".join(map(str, plain)).split(",")] == wanted, name


@by_case("values")
def test_values(case):
    expression, shape, dtype, expected = case
    array = recorder.filled(expression, shape, dtype, NAMES)
    assert repr(array.tolist()) == expected


@by_case("draws")
def test_use_of_numpy_generator(case):
    expression, dtype, expected = case
    init = eval(expression, NAMES)
    assert recorder.next_draw(lambda: init(np.zeros((5, 7), dtype))) == expected


@by_case("sparse_zeros")
def test_sparse_zeros(case):
    expression, shape, expected = case
    assert (recorder.filled(expression, shape, "float32", NAMES) == 0).astype(
        int
    ).tolist() == expected


@by_case("distributions")
def test_distribution(case):
    expression, shape, law, quantiles = case
    # The law is MindSpore's ...
    assert np.abs(cdf(law, np.array(quantiles)) - FACTS["probabilities"]).max() < 0.004
    # ... and ours (Kolmogorov-Smirnov at the level of 0.1 %).
    x = np.sort(recorder.filled(expression, shape, "float32", NAMES).ravel().astype(np.float64))
    p, steps = cdf(law, x), np.arange(x.size + 1) / x.size
    assert max(np.abs(p - steps[1:]).max(), np.abs(p - steps[:-1]).max()) < 1.95 / math.sqrt(x.size)
    assert len(np.unique(x)) > 0.7 * x.size


@pytest.mark.parametrize(
    ("init", "low", "high"),
    [
        ("Uniform(0.3)", -0.3, 0.3),
        ("TruncatedNormal(1.0, 0.0, -0.1, 0.3)", -0.1, 0.3),
        ("TruncatedNormal(0.1, 0.0, 0.3, 0.7)", 0.3, 0.7),
        ("TruncatedNormal(1.0, 0.0, 50.0, 60.0)", 50.0, 60.0),
        ("TruncatedNormal(1.0, 0.0, -1e30, -1e29)", -1e30, -1e29),
        ("TruncatedNormal(1.0, 0.0, float('-inf'), -6.0)", -np.inf, -6.0),
    ],
)
def test_bounds(init, low, high):
    x = recorder.filled(init, [20000], "float32", NAMES)
    assert np.isfinite(x).all()
    assert x.min() >= np.float32(low)
    assert x.max() <= np.float32(high)


def test_far_tail_has_the_right_mean():
    x = recorder.filled("TruncatedNormal(1.0, 0.0, 50.0, 60.0)", [20000], "float64", NAMES)
    assert x.mean() - 50 == pytest.approx(1 / 50, rel=0.03)


def test_wide_uniform_does_not_overflow():
    x = recorder.filled("Uniform(3e38)", [20000], "float32", NAMES)
    assert np.isfinite(x).all()
    assert x.astype(np.float64).std() == pytest.approx(3e38 / math.sqrt(3), rel=0.02)


@pytest.mark.parametrize("shape", [(4, 4), (3, 7), (7, 3), (6, 2, 3, 3), (2, 3, 4)])
@pytest.mark.parametrize("gain", [1.0, 2.5])
def test_orthogonal(shape, gain):
    x = recorder.filled(f"Orthogonal({gain})", shape, "float32", NAMES).reshape(shape[0], -1)
    gram = x @ x.T if x.shape[0] <= x.shape[1] else x.T @ x
    np.testing.assert_allclose(gram, gain**2 * np.eye(len(gram)), atol=1e-5)


def test_orthogonal_favours_no_direction():
    # Without the sign correction of QR the diagonal would be negative on average (about -0.6).
    diagonals = []
    for seed in range(300):
        np.random.seed(seed)
        x = np.empty((3, 3), np.float32)
        module.Orthogonal()(x)
        diagonals.append(np.diag(x))
    assert np.abs(np.mean(diagonals, axis=0)).max() < 0.12


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float64, np.complex64])
@pytest.mark.parametrize("init", recorder.RANDOM)
def test_other_dtypes_hold_the_float32_samples(init, dtype):
    single = recorder.filled(init, (6, 5), np.float32, NAMES)
    other = recorder.filled(init, (6, 5), dtype, NAMES)
    assert other.dtype == dtype
    np.testing.assert_array_equal(other, single.astype(dtype))


@pytest.mark.parametrize("init", recorder.RANDOM)
def test_seed_decides_the_values(init):
    init = eval(init, NAMES)
    first, again, later = (np.empty((6, 5), np.float32) for _ in range(3))
    np.random.seed(1)
    init(first)
    init(later)
    np.random.seed(1)
    init(again)
    np.testing.assert_array_equal(first, again)
    assert (first != later).any()


@pytest.mark.parametrize("init", ["Normal()", "Uniform()", "TruncatedNormal()", "Orthogonal()"])
def test_strided_target(init):
    plain = recorder.filled(init, (3, 2), "float32", NAMES)
    base = np.zeros((6, 4), np.float32)
    np.random.seed(3)
    eval(init, NAMES)(base[::2, ::2])
    np.testing.assert_array_equal(base[::2, ::2], plain)
    assert not base[1::2].any()
    assert not base[:, 1::2].any()


@by_case("calls")
def test_call(case):
    check(*case, NAMES)


def test_register_keeps_the_first_owner_of_a_name(monkeypatch):
    monkeypatch.setattr(_init_base, "_INITIALIZER_ALIAS", table := {"normal": module.Normal})

    class Mine(module.Initializer):
        pass

    assert module._register("normal", "my_own")(Mine) is Mine
    assert table == {"normal": module.Normal, "mine": Mine, "my_own": Mine}


@pytest.fixture
def tensor_names():
    import msjax as ms

    return NAMES | {"ms": ms, "ones": ms.Tensor(np.ones((2, 3), np.float32))}


@by_case("tensors")
def test_initializer(case, tensor_names):
    check(*case, tensor_names, recorder.show_tensor)


def test_initializer_draws_only_when_data_is_made(tensor_names):
    untouched = recorder.next_draw(lambda: None)
    assert recorder.next_draw(lambda: module.initializer("normal", [2, 3])) == untouched
    lazy = module.initializer("normal", [2, 3])
    after = recorder.next_draw(lazy.init_data)
    assert after == recorder.next_draw(lambda: module.Normal()(np.empty((2, 3), np.float32)))


def test_older_name_of_init_data():
    lazy = module.initializer("ones", [2, 3])
    assert lazy.to_tensor() is lazy
    assert np.array_equal(lazy.asnumpy(), np.ones((2, 3), np.float32))
    with pytest.raises(TypeError, match="init can't be None"):
        Tensor([1.0]).to_tensor()


def test_seed_follows_set_seed():
    from msjax.common.seed import set_seed

    for seed in ("5", "0"):
        set_seed(int(seed))
        assert [list(module.Normal().seed) for _ in range(3)] == FACTS["seeds"][seed]
