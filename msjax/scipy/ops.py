"""Primitive classes behind `scipy.linalg` and `scipy.optimize`."""

from msjax._core.op.registry import resolve as _resolve
from msjax.scipy._assignment import LinearSumAssignment
from msjax.scipy._linalg import SolveTriangular

LU = _resolve("scipy.ops.LU")
Eig = _resolve("scipy.ops.Eig")

__all__ = ["LU", "Eig", "LinearSumAssignment", "SolveTriangular"]
