"""Parallel training: settings and their private readers, layouts."""

from ._layout import Layout
from .algo_parameter_config import get_algo_parameters, reset_algo_parameters, set_algo_parameters

__all__ = ["Layout", "get_algo_parameters", "reset_algo_parameters", "set_algo_parameters"]
