"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from collections.abc import Callable
from typing import Any

from msjax._core.op.primitive import Primitive as Primitive
from msjax._types import DType
from msjax.nn.cell import Cell
from msjax.train.loss_scale_manager import DynamicLossScaleManager as DynamicLossScaleManager
from msjax.train.loss_scale_manager import LossScaleManager as LossScaleManager

def auto_mixed_precision(
    network: Cell | Callable[..., Any],
    amp_level: str = "O0",
    dtype: DType = ...,
) -> Any:
    """A network that computes in half precision where that is safe."""
    ...

def build_train_network(
    network: Cell,
    optimizer: Cell,
    loss_fn: Cell | None = None,
    level: str = "O0",
    boost_level: str = "O0",
    **kwargs: Any,
) -> Cell:
    """A training step with mixed precision and a loss scale."""
    ...

def custom_mixed_precision(
    network: Cell,
    *,
    white_list: list[Any] | None = None,
    black_list: list[Any] | None = None,
    dtype: DType = ...,
) -> Cell:
    """A network that computes in half precision in the Cells of a list, or in all but those."""
    ...

def get_black_list() -> list[type]:
    """The Cells that level "O2" keeps in float32."""
    ...

def get_white_list() -> list[type]:
    """The Cells and Primitives that level "O1" runs in half precision."""
    ...
