"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax._core.tensor.tensor import Tensor as Tensor
from msjax._core.tensor.tensor import tensor as tensor
from msjax.common.tensor_tools import swap_tensors as swap_tensors
