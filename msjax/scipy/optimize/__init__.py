"""Minimization of functions, and assignments."""

from msjax.scipy._assignment import linear_sum_assignment
from msjax.scipy.optimize._line_search import line_search
from msjax.scipy.optimize._minimize import minimize

__all__ = ["line_search", "linear_sum_assignment", "minimize"]
