"""Names of plain values: none is shared by two values, and none belongs to what is not plain."""

from __future__ import annotations

import enum
import itertools

import ml_dtypes
import numpy as np
import pytest

from msjax._core.base.identity import NamelessError, function_name, name_of


class Kind(enum.IntEnum):
    ONE = 1


class Text(str):
    __slots__ = ()


DIFFERENT = [
    *(None, ..., True, False, 0, 1, -1, 10, 1 << 70, 0.0, -0.0, 1.0, 1e-320),
    *(float("inf"), float("-inf"), float("nan"), 0j, complex(0.0, -0.0), 1 + 0j),
    *("", "1", "None", "t1:", "ab", "i1;", b"", b"1", b"ab"),
    *((), (1,), [1], (1, 1), ((1,), 1), (1, (1,)), ("a", "b"), ("ab", ""), ("a", "", "b"), [()]),
    *((1, 11), (11, 1), [1, [1]], [[1], 1], (None, (None,)), slice(1, None, 2), slice(None, 1, 2)),
    *(np.dtype("float32"), np.dtype("bool"), np.dtype("int8"), np.dtype("uint8"), np.dtype("<f2")),
    *(np.dtype(ml_dtypes.bfloat16), np.dtype(ml_dtypes.float8_e5m2), np.dtype("complex64")),
    *(np.float32(1), np.float64(1), np.int32(1), np.int64(1), np.bool_(True), np.float32(-0.0)),
    *(np.zeros(2), np.zeros((2, 1)), np.zeros((1, 2)), np.zeros(2, np.int64), -np.zeros(2)),
    *(np.zeros(0), np.zeros((0, 3)), np.arange(4).reshape(2, 2), np.arange(4).reshape(2, 2).T),
    *(Kind.ONE, "float32", "ONE", ("d", "float32")),
]


def test_names_differ():
    names = [name_of(v) for v in DIFFERENT]
    pairs = itertools.combinations(range(len(names)), 2)
    shared = [(DIFFERENT[i], DIFFERENT[j]) for i, j in pairs if names[i] == names[j]]
    assert not shared
    inner = [name_of((v, v)) for v in DIFFERENT] + [name_of([v]) for v in DIFFERENT]
    assert len({*names, *inner}) >= 3 * len(DIFFERENT) - 4  # some are tuples of another entry


def test_no_name_begins_another():
    """A sequence of names can be taken apart in one way only."""
    names = [name_of(v) for v in DIFFERENT]
    assert not [(a, b) for a in names for b in names if a != b and b.startswith(a)]


def test_equal_values_have_one_name():
    for value in DIFFERENT:
        again = value.copy() if isinstance(value, np.ndarray) else value
        assert name_of(again) == name_of(value)


@pytest.mark.parametrize(
    "value",
    [
        *(object(), int, len, lambda: 0, {}, {1}, range(3), Text("a"), iter(())),
        *(np.dtype([("a", "f4")]), np.dtype(">f4"), np.array([None]), np.array(["a"], object)),
        (1, [2, {}]),
    ],
)
def test_what_has_no_name(value):
    with pytest.raises(NamelessError):
        name_of(value)


def test_functions():
    from msjax._core.op.gateway import KERNELS
    from msjax.kernels.elementwise import arithmetic
    from msjax.kernels.index import scatter

    ours = [k for k in KERNELS if k.__module__.startswith("msjax.")]  # other tests have some, too
    kernels = [k for k in ours if k.__closure__ is None and "<" not in k.__qualname__]
    assert len({function_name(k) for k in kernels}) == len(kernels) > 1000
    assert any(k.__module__ == arithmetic.__name__ for k in kernels)
    inner = next(k for k in KERNELS if k.__module__ == scatter.__name__ and k.__closure__)
    for other in (inner, test_names_differ, len, lambda x: x, np.sin):
        with pytest.raises(NamelessError):
            function_name(other)
