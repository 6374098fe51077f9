"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from collections.abc import Callable, Sequence
from typing import Any

from msjax._core.op.primitive import Primitive
from msjax._core.tensor.tensor import Tensor
from msjax._core.transform.grad import GradOperation as GradOperation
from msjax._types import DType, Number
from msjax.ops import augassign_add as augassign_add
from msjax.ops import augassign_div as augassign_div
from msjax.ops import augassign_floordiv as augassign_floordiv
from msjax.ops import augassign_mod as augassign_mod
from msjax.ops import augassign_mul as augassign_mul
from msjax.ops import augassign_sub as augassign_sub
from msjax.ops import batch_dot as batch_dot
from msjax.ops import clip_by_global_norm as clip_by_global_norm
from msjax.ops import clip_by_value as clip_by_value
from msjax.ops import count_nonzero as count_nonzero
from msjax.ops import cummin as cummin
from msjax.ops import dot as dot
from msjax.ops import gamma as gamma
from msjax.ops import hyper_add as hyper_add
from msjax.ops import laplace as laplace
from msjax.ops import mm as mm
from msjax.ops import multinomial as multinomial
from msjax.ops import normal as normal
from msjax.ops import poisson as poisson
from msjax.ops import repeat_elements as repeat_elements
from msjax.ops import repeat_interleave as repeat_interleave
from msjax.ops import sequence_mask as sequence_mask
from msjax.ops import tail as tail
from msjax.ops import tensor_dot as tensor_dot
from msjax.ops import uniform as uniform
from msjax.ops import vecdot as vecdot
from msjax.ops import zip_operation as zip_operation

class HyperMap:
    """Apply a function to the elements of sequences, and of sequences in them."""
    def __init__(self, ops: Callable[..., Any] | None = None, reverse: bool = False) -> None: ...
    def __call__(self, *args: Any) -> Any: ...

class Map:
    """Apply a function to the elements of sequences, one level deep."""
    def __init__(self, ops: Callable[..., Any] | None = None, reverse: bool = False) -> None: ...
    def __call__(self, *args: Any) -> tuple[Any, ...] | list[Any]: ...

class MultitypeFuncGraph:
    """A function with several bodies, chosen by the types of the arguments."""
    def __init__(self, name: str, read_value: bool = False) -> None: ...
    def __call__(self, *args: Any) -> Any: ...
    def body(self, *args: Any) -> Callable[..., Any] | None:
        """The function that was registered for the types of the arguments, or None."""
        ...
    def register(self, *type_names: Any) -> Callable[[Callable], Callable]:
        """Decorator that makes a function the body for arguments of the named types."""
        ...
    def set_doc_url(self, doc_url: str) -> None:
        """Note an address of documentation to show in the error for unmatched arguments."""
        ...
    def set_need_raise(self) -> None:
        """Let arguments that no body is for raise in compiled code, whatever the name is."""
        ...

class Partial(Primitive):
    """Fix the first arguments of a function, or some by name."""
    def __init__(self) -> None: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Callable[..., Any]: ...

class Reusing(Primitive):
    """Identity: a note for a memory planner that JAX does not need."""
    def __init__(self) -> None: ...
    def __call__(self, x: object) -> Any: ...

def add_flags(fn: Any = None, **flags: Any) -> Any:
    """Attach flags for the compiler to a function or Cell; msjax's compiler needs none of them."""
    ...

def core(fn: Any = None, **flags: Any) -> Any:
    """Mark a function or Cell as one the compiler shall see as one of its own; a decorator."""
    ...

def matmul(x1: Tensor, x2: Tensor, dtype: DType | None = None) -> Tensor:
    """Matrix product; see `ops.matmul`."""
    ...

def ones_like(x: Tensor | Number | Sequence[Any]) -> Tensor:
    """Ones of the kind of the argument."""
    ...

def zeros_like(x: Any) -> Any:
    """Zeros of the kind of the argument: for Tensors a Tensor, for anything else a number ..."""
    ...
