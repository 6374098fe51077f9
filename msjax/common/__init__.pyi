"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax import dtype as dtype
from msjax._core.base.dtype import Int as Int
from msjax._core.base.dtype import QuantDtype as QuantDtype
from msjax._core.base.dtype import TensorType as TensorType
from msjax._core.base.dtype import Type as Type
from msjax._core.base.dtype import bfloat16 as bfloat16
from msjax._core.base.dtype import bool_ as bool_
from msjax._core.base.dtype import complex64 as _cfloat
from msjax._core.base.dtype import complex64 as complex64
from msjax._core.base.dtype import complex128 as _cdouble
from msjax._core.base.dtype import complex128 as complex128
from msjax._core.base.dtype import dtype_to_nptype as dtype_to_nptype
from msjax._core.base.dtype import dtype_to_pytype as dtype_to_pytype
from msjax._core.base.dtype import float8_e4m3fn as float8_e4m3fn
from msjax._core.base.dtype import float8_e5m2 as float8_e5m2
from msjax._core.base.dtype import float16 as _half
from msjax._core.base.dtype import float16 as float16
from msjax._core.base.dtype import float32 as _single
from msjax._core.base.dtype import float32 as float32
from msjax._core.base.dtype import float64 as _double
from msjax._core.base.dtype import float64 as float64
from msjax._core.base.dtype import float_ as float_
from msjax._core.base.dtype import hifloat8 as hifloat8
from msjax._core.base.dtype import int8 as _byte
from msjax._core.base.dtype import int8 as int8
from msjax._core.base.dtype import int16 as _short
from msjax._core.base.dtype import int16 as int16
from msjax._core.base.dtype import int32 as _intc
from msjax._core.base.dtype import int32 as int32
from msjax._core.base.dtype import int64 as _intp
from msjax._core.base.dtype import int64 as _long
from msjax._core.base.dtype import int64 as int64
from msjax._core.base.dtype import int_ as int_
from msjax._core.base.dtype import list_ as list_
from msjax._core.base.dtype import number as number
from msjax._core.base.dtype import pytype_to_dtype as pytype_to_dtype
from msjax._core.base.dtype import qint4x2 as qint4x2
from msjax._core.base.dtype import string as string
from msjax._core.base.dtype import tensor_type as tensor_type
from msjax._core.base.dtype import tuple_ as tuple_
from msjax._core.base.dtype import type_none as type_none
from msjax._core.base.dtype import uint as uint
from msjax._core.base.dtype import uint8 as _ubyte
from msjax._core.base.dtype import uint8 as uint8
from msjax._core.base.dtype import uint16 as _ushort
from msjax._core.base.dtype import uint16 as uint16
from msjax._core.base.dtype import uint32 as _uintc
from msjax._core.base.dtype import uint32 as uint32
from msjax._core.base.dtype import uint64 as _uintp
from msjax._core.base.dtype import uint64 as uint64
from msjax._core.compile.jit import jit as jit
from msjax._core.compile.jit_config import JitConfig as JitConfig
from msjax._core.compile.markers import enable_dynamic as enable_dynamic
from msjax._core.compile.markers import jit_class as jit_class
from msjax._core.compile.markers import lazy_inline as lazy_inline
from msjax._core.compile.markers import ms_memory_recycle as ms_memory_recycle
from msjax._core.compile.markers import no_inline as no_inline
from msjax._core.compile.mutable import mutable as mutable
from msjax._core.gradient.saved_tensors import saved_tensors_hooks as saved_tensors_hooks
from msjax._core.op.object_types import get_py_obj_dtype as get_py_obj_dtype
from msjax._core.runtime.context import DeviceCtx as DeviceCtx
from msjax._core.runtime.context import set_recursion_limit as set_recursion_limit
from msjax._core.tensor.parameter import Parameter as Parameter
from msjax._core.tensor.parameter import ParameterTuple as ParameterTuple
from msjax._core.tensor.random import Generator as Generator
from msjax._core.tensor.random import default_generator as default_generator
from msjax._core.tensor.random import get_rng_state as get_rng_state
from msjax._core.tensor.random import get_seed as get_seed
from msjax._core.tensor.random import initial_seed as initial_seed
from msjax._core.tensor.random import manual_seed as manual_seed
from msjax._core.tensor.random import seed as seed
from msjax._core.tensor.random import set_rng_state as set_rng_state
from msjax._core.tensor.random import set_seed as set_seed
from msjax._core.tensor.symbols import Symbol as Symbol
from msjax._core.tensor.tensor import Tensor as Tensor
from msjax._core.tensor.tensor import tensor as tensor
from msjax.common import api as api
from msjax.common import dump as dump
from msjax.common import file_system as file_system
from msjax.common import generator as generator
from msjax.common import hook_handle as hook_handle
from msjax.common import initializer as initializer
from msjax.common import jit_config as jit_config
from msjax.common import np_dtype as np_dtype
from msjax.common import parameter as parameter
from msjax.common import sparse_tensor as sparse_tensor
from msjax.common import tensor_tools as tensor_tools
from msjax.common._grad_function import _Function as _Function
from msjax.common.api import flops_collection as flops_collection
from msjax.common.dump import set_dump as set_dump
from msjax.common.file_system import mindio_preload as mindio_preload
from msjax.common.file_system import set_mindio_server_info as set_mindio_server_info
from msjax.common.recompute import recompute as recompute
from msjax.common.tensor_tools import from_numpy as from_numpy
from msjax.common.tensor_tools import swap_tensors as swap_tensors
from msjax.graph.saved_tensors import register_saved_tensors_hooks as register_saved_tensors_hooks
from msjax.kernels.sparse.tensors import COOTensor as COOTensor
from msjax.kernels.sparse.tensors import CSRTensor as CSRTensor
from msjax.kernels.sparse.tensors import RowTensor as RowTensor
from msjax.kernels.sparse.tensors import SparseTensor as SparseTensor
from msjax.kernels.tensor.storage import UntypedStorage as UntypedStorage
from msjax.ops import is_tensor as is_tensor
from msjax.train.serialization._export import load_mindir as load_mindir
from msjax.train.serialization._export import save_mindir as save_mindir

byte = _byte
cdouble = _cdouble
cfloat = _cfloat
double = _double
half = _half
intc = _intc
intp = _intp
long = _long
short = _short
single = _single
ubyte = _ubyte
uintc = _uintc
uintp = _uintp
ushort = _ushort
