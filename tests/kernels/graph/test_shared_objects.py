"""Functions of C and C++ as operations."""

from __future__ import annotations

import copy
import shutil

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, ops
from tests.every_mode import in_every_mode

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="needs g++")

SOURCE = """
#include <cstdint>
#include <cstring>
#define ARGS int n, void **params, int *ndims, int64_t **shapes, const char **dtypes, void *, void *
static int64_t count(int rank, int64_t *shape) {
  int64_t all = 1;
  for (int i = 0; i < rank; i++) all *= shape[i];
  return all;
}
extern "C" int Add(ARGS) {
  if (n != 3) return 1;
  if (strcmp(dtypes[0], "float32") || strcmp(dtypes[2], "float32")) return 2;
  float *a = (float *)params[0], *b = (float *)params[1], *c = (float *)params[2];
  for (int64_t i = 0; i < count(ndims[2], shapes[2]); i++) c[i] = a[i] + (ndims[1] ? b[i] : b[0]);
  return 0;
}
extern "C" int Both(ARGS) {
  int64_t *a = (int64_t *)params[0], *c = (int64_t *)params[2];
  double *b = (double *)params[1];
  for (int64_t i = 0; i < count(ndims[0], shapes[0]); i++) b[i] = a[i] / 4.0, c[i] = a[i] * a[i];
  return strcmp(dtypes[0], "int64") || strcmp(dtypes[1], "float64");
}
"""
X = np.arange(6, dtype=np.float32).reshape(2, 3)


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    file = tmp_path_factory.mktemp("native") / "add.cc"
    file.write_text(SOURCE)
    return file


def add(source, bprop=None):
    return ops.Custom(f"{source}:Add", lambda a, b: a, lambda a, b: a, "aot", bprop)


@in_every_mode
def test_values(mode, source):
    operation = add(source)
    call = mode(lambda a, b: operation(a, b) * 2)
    for _ in range(2):
        np.testing.assert_array_equal(call(Tensor(X), Tensor(X + 1)).asnumpy(), (2 * X + 1) * 2)
    np.testing.assert_array_equal(call(Tensor(X.T), Tensor(X.T)).asnumpy(), 4 * X.T)
    assert mode(lambda a: operation(a, 1.0))(Tensor(2.0)).asnumpy() == 3


@in_every_mode
def test_several_results_of_64_bits(mode, source):
    operation = ops.Custom(f"{source}:Both", ([2], [2]), (ms.float64, ms.int64), "aot")
    given = np.array([2**40 + 1, -3])
    quarters, squares = mode(lambda a: operation(a))(Tensor(given))
    assert (quarters.dtype, squares.dtype) == (ms.float64, ms.int64)
    np.testing.assert_array_equal(quarters.asnumpy(), given / 4)
    np.testing.assert_array_equal(squares.asnumpy(), given * given)


@in_every_mode
def test_gradients(mode, source):
    operation = add(source, lambda a, b, out, dout: (dout * 2, dout * out))
    gradient = ms.grad(lambda a, b: (operation(a, b) * b).sum(), (0, 1))
    da, db = mode(lambda a, b: gradient(a, b))(Tensor(X), Tensor(X))
    np.testing.assert_array_equal(da.asnumpy(), 2 * X)
    np.testing.assert_array_equal(db.asnumpy(), X * 2 * X + 2 * X)


def test_copies(source):
    operation = add(source)
    operation(Tensor(X), Tensor(X))
    again = copy.deepcopy(operation)
    np.testing.assert_array_equal(again(Tensor(X), Tensor(X)).asnumpy(), 2 * X)


def test_no_derivative(source):
    with pytest.raises(RuntimeError, match="For 'Custom', there is no derivative"):
        ms.grad(lambda a: add(source)(a, a).sum())(Tensor(X))
    python = ops.Custom(lambda a: a * 2, lambda s: s, lambda d: d)
    with pytest.raises(RuntimeError, match="For 'Custom', there is no derivative"):
        ms.grad(lambda a: python(a).sum() + a.sum())(Tensor(X))
    with pytest.raises(RuntimeError, match="For 'Custom', there is no derivative"):
        ms.jit(ms.grad(lambda a: python(a).sum()))(Tensor(X))


def test_a_changed_source_is_compiled_again(tmp_path, monkeypatch):
    monkeypatch.setenv("MS_COMPILER_CACHE_PATH", str(tmp_path / "kept"))
    file = tmp_path / "one.c"
    for value in (1, 23):
        file.write_text(f"int One(int n, void **p) {{ *(float *)p[0] = {value}; return 0; }}")
        assert ops.Custom(f"{file}:One", (), ms.float32, "aot")().asnumpy() == value
    assert len(list((tmp_path / "kept").glob("one.c.*.so"))) == 2


@pytest.mark.parametrize(
    ("error", "text", "path"),
    [
        (TypeError, "like 'file_name:func_name'", "add.so"),
        (TypeError, "'func' must be str", abs),
        (NotImplementedError, "CUDA", "add.cu:Add"),
        (RuntimeError, "no source file", "absent.cc:Add"),
    ],
)
def test_refused(error, text, path):
    with pytest.raises(error, match=f"For 'Custom', .*{text}"):
        ops.Custom(path, (1,), ms.float32, "aot")


def test_refused_when_called(source, tmp_path):
    half = Tensor(X.astype(np.float16))
    for call in (add(source), ms.jit(add(source).__call__)):
        with pytest.raises(Exception, match="'Add' of .* returned 2, not 0"):
            call(half, half).asnumpy()
    with pytest.raises(RuntimeError, match="no file .*absent.so"):
        ops.Custom("absent.so:Add", (1,), ms.float32, "aot")(Tensor(X))
    with pytest.raises(RuntimeError, match="'Nope' cannot be loaded"):
        ops.Custom(f"{source}:Nope", (1,), ms.float32, "aot")(Tensor(X))
    with pytest.raises(NotImplementedError, match="give 'out_shape'"):
        ops.Custom(f"{source}:Add", None, ms.float32, "aot")
    broken = tmp_path / "broken.cc"
    broken.write_text("int broken(")
    with pytest.raises(RuntimeError, match="compiling .*broken.cc failed"):
        ops.Custom(f"{broken}:broken", (1,), ms.float32, "aot")
    broken.write_text('#include "custom_aot_extra.h"\n')
    with pytest.raises(NotImplementedError, match="leave them out"):
        ops.Custom(f"{broken}:broken", (1,), ms.float32, "aot")


def test_allowed_folders(source, tmp_path, monkeypatch):
    monkeypatch.setenv("MS_CUSTOM_AOT_WHITE_LIST", str(tmp_path))
    with pytest.raises(TypeError, match="'func' must be a file in"):
        add(source)


@pytest.mark.parametrize(
    ("shape", "dtype", "error", "text"),
    [
        ("ab", ms.float32, TypeError, "'out_shape' must be lengths"),
        (lambda a, b: (2, -3), ms.float32, TypeError, "'out_shape' must be lengths"),
        (lambda a, b: (2.0, 3), ms.float32, TypeError, "'out_shape' must be lengths"),
        ((2, 3), lambda a, b: "float32", TypeError, "'out_dtype' must be dtypes"),
        (([2, 3],), (ms.float32, ms.float64), ValueError, "a shape for each of 2 outputs"),
    ],
)
def test_what_outputs_are_said_to_be_wrongly(source, shape, dtype, error, text):
    operation = ops.Custom(f"{source}:Add", shape, dtype, "aot")
    for call in (operation, ms.jit(lambda a, b: operation(a, b))):
        with pytest.raises(error, match=text):
            call(Tensor(X), Tensor(X))
