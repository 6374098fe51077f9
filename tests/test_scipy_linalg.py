"""`scipy.linalg` beyond the records: slopes that MindSpore lacks, and what its vectors mean."""

from __future__ import annotations

import numpy as np
import pytest

import msjax as ms
from msjax.scipy import linalg

RNG = np.random.default_rng(3)
A = RNG.normal(size=(4, 4)) + 3 * np.eye(4)
B = RNG.normal(size=(4, 2))
EVEN = A @ A.T


def differences(function, x, step=1e-6):
    """Gradient of a function of a NumPy array by central differences."""
    found = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        move = np.zeros_like(x)
        move[place] = step
        found[place] = (function(x + move) - function(x - move)) / (2 * step)
    return found


SLOPES = {
    "det": lambda a: linalg.det(a),
    "lu": lambda a: linalg.lu(a)[1].sum() + (linalg.lu(a, permute_l=True)[1] ** 2).sum(),
    "lu_factor": lambda a: (linalg.lu_factor(a)[0] ** 2).sum(),
    "lu_solve": lambda a: (linalg.lu_solve(linalg.lu_factor(a), ms.Tensor(B), 1) ** 2).sum(),
    "eigh": lambda a: (linalg.eigh(a)[1] ** 4).sum(),
    "eigh of the upper triangle": lambda a: (linalg.eigh(a, lower=False)[0] ** 2).sum(),
    "lstsq": lambda a: sum(
        (t**2).sum() for t in linalg.lstsq(a[:, :2], ms.Tensor(B), None, "gelss")
    ),
}


@pytest.mark.parametrize("name", SLOPES)
def test_slopes_eager_and_compiled(name):
    function = SLOPES[name]
    slope = differences(lambda a: float(function(ms.Tensor(a))), A)
    np.testing.assert_allclose(
        ms.grad(function)(ms.Tensor(A)).asnumpy(), slope, rtol=1e-5, atol=1e-6
    )
    compiled = ms.jit(ms.grad(function))
    np.testing.assert_allclose(compiled(ms.Tensor(A)).asnumpy(), slope, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("lower", [True, False])
def test_slopes_through_cholesky(lower):
    def function(a):
        half = a + a.T
        return (linalg.cho_solve(linalg.cho_factor(half, lower), ms.Tensor(B)) ** 2).sum()

    slope = differences(lambda a: float(function(ms.Tensor(a))), EVEN)
    for grad in (ms.grad(function), ms.jit(ms.grad(function))):
        np.testing.assert_allclose(grad(ms.Tensor(EVEN)).asnumpy(), slope, rtol=1e-5, atol=1e-8)


@pytest.mark.parametrize("lower", [True, False])
@pytest.mark.parametrize("kind", ["float64", "complex128"])
def test_eigenvectors(lower, kind):
    a = (A + 1j * A[::-1]).astype(kind) if kind[0] == "c" else A
    half = np.tril(a, -1) if lower else np.triu(a, 1)
    whole = half + half.conj().T + np.diag(np.diag(a).real)
    values, vectors = (t.asnumpy() for t in linalg.eigh(ms.Tensor(a), lower=lower))
    np.testing.assert_allclose(whole @ vectors, vectors * values, atol=1e-10)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(whole), atol=1e-10)


@pytest.mark.parametrize("trans", [0, 1, 2])
@pytest.mark.parametrize("b", [B, B[:, 0]], ids=["matrix", "vector"])
def test_solutions_by_lu(trans, b):
    found = linalg.lu_solve(linalg.lu_factor(ms.Tensor(A)), ms.Tensor(b), trans)
    np.testing.assert_allclose(found.asnumpy(), np.linalg.solve(A.T if trans else A, b))


def test_factors_multiply_to_the_matrix():
    for a in (A, A[:2]):
        p, lower, upper = (t.asnumpy() for t in linalg.lu(ms.Tensor(a)))
        np.testing.assert_allclose(p @ lower @ upper, a)
        both, upper = (t.asnumpy() for t in linalg.lu(ms.Tensor(a), permute_l=True))
        np.testing.assert_allclose(both @ upper, a)


def test_names_and_order_of_keywords():
    assert linalg.inv(check_finite=False, a=ms.Tensor(A)).shape == (4, 4)
    assert linalg.solve_triangular(b=ms.Tensor(B), a=ms.Tensor(A), lower=True).shape == (4, 2)
    with pytest.raises(ValueError, match="For 'lu_solve'"):
        linalg.lu_solve(ms.Tensor(A), ms.Tensor(B))


@pytest.mark.parametrize("matrix", [[[1.0, 2.0], [2.0, 4.0]], [[0.0, 0.0], [0.0, 0.0]]])
def test_singular_matrices_have_no_finite_inverse(matrix):
    x = ms.Tensor(np.array(matrix, np.float32))
    for function in (ms.scipy.linalg.inv, ms.ops.inverse, ms.ops.MatrixInverse()):
        for call in (function, ms.jit(lambda x, function=function: function(x))):
            assert not np.isfinite(call(x).asnumpy()).all()
    solved = ms.ops.MatrixSolve()(x, ms.Tensor(np.ones((2, 1), np.float32)))
    assert not np.isfinite(solved.asnumpy()).all()
