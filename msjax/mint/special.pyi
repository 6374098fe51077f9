"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax._core.tensor.tensor import Tensor
from msjax.mint import exp2 as exp2
from msjax.mint.nn.functional import log_softmax as log_softmax
from msjax.ops import erfc as erfc
from msjax.ops import expm1 as expm1
from msjax.ops import log1p as log1p
from msjax.ops import sinc as sinc

def round(input: Tensor) -> Tensor:
    """Elements rounded to the nearest integer, halves to the even one."""
    ...
