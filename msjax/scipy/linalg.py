"""Linear algebra of matrices."""

import importlib as _importlib

from msjax._core.op.registry import resolve as _resolve

_importlib.import_module("msjax.scipy._linalg")

_names = "block_diag inv cho_factor cholesky cho_solve eigh lu_factor lu solve_triangular lstsq"
__all__ = _names.split()

for _name in (*__all__, "det", "lu_pivots_to_permutation", "lu_solve"):
    globals()[_name] = _resolve(f"scipy.linalg.{_name}")
