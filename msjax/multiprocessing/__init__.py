"""Python's `multiprocessing`; Tensors are sent by their values.

Processes that use Tensors are started by `get_context("spawn")`, or forked before the first Tensor
is made: JAX does not survive a fork.
"""

import multiprocessing
from multiprocessing import *  # noqa: F403
from multiprocessing.pool import Pool  # a class in MindSpore

__all__ = [*multiprocessing.__all__]
