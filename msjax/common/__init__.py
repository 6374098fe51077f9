"""Tensors, dtypes, seeds and compilation: the names behind MindSpore's top level."""

from __future__ import annotations

from typing import Any

from msjax import dtype
from msjax._core.base.dtype import *
from msjax._core.compile.jit import jit, ms_function
from msjax._core.compile.jit_config import JitConfig
from msjax._core.gradient.saved_tensors import saved_tensors_hooks
from msjax._core.op.object_types import get_py_obj_dtype
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.random import (
    Generator,
    default_generator,
    get_rng_state,
    get_seed,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
    set_seed,
)
from msjax._core.tensor.symbols import Symbol
from msjax._core.tensor.tensor import Tensor, tensor
from msjax._missing import module_getattr as _module_getattr
from msjax.common._grad_function import _Function
from msjax.common.tensor_tools import from_numpy, swap_tensors
from msjax.graph import (
    jit_class,
    lazy_inline,
    ms_class,
    ms_memory_recycle,
    mutable,
    no_inline,
)
from msjax.graph.saved_tensors import register_saved_tensors_hooks

__getattr__ = _module_getattr(__name__)
