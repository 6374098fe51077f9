"""Operations that hand values to a SummaryRecord."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import public
from msjax.kernels.graph.debug import _later

if TYPE_CHECKING:
    from msjax._core.tensor.tensor import Tensor

_NEWEST: dict[tuple[str, Any], Any] = {}


def take_summaries() -> dict[tuple[str, Any], Any]:
    """The newest value of each (operation, name) since the last call; forgets them.

    Nothing is written by the operations themselves: a SummaryRecord calls this.
    """
    taken = dict(_NEWEST)
    _NEWEST.clear()
    return taken


class _Summary(Primitive):
    """Keep a value under a name until a SummaryRecord takes it."""

    def __init__(self) -> None:
        super().__init__(type(self).__name__)
        self.add_prim_attr("side_effect_io", True)

    def __call__(self, name: str, value: Tensor) -> None:
        def keep(content: Any) -> None:
            _NEWEST[self.name, name] = content

        _later(keep, (value,))


@public("ops.ScalarSummary")
class ScalarSummary(_Summary):
    """Record a number for a summary file.

    Inputs:
        - **name** (str): its name.
        - **value** (Tensor): one element.

    Examples:
        >>> import msjax as ms
        >>> class Loss(ms.nn.Cell):
        ...     def construct(self, x):
        ...         ms.ops.ScalarSummary()("loss", x)
        ...         return x
        >>> print(Loss()(ms.Tensor(0.5)))
        0.5
    """


@public("ops.TensorSummary")
class TensorSummary(_Summary):
    """Record a Tensor for a summary file.

    Inputs:
        - **name** (str): its name.
        - **value** (Tensor): of rank 1 or more.

    Examples:
        >>> import msjax as ms
        >>> class Watched(ms.nn.Cell):
        ...     def construct(self, x):
        ...         ms.ops.TensorSummary()("x", x)
        ...         return 2 * x
        >>> print(Watched()(ms.Tensor([1., 2.])))
        [2. 4.]
    """


@public("ops.ImageSummary")
class ImageSummary(_Summary):
    """Record images for a summary file.

    Inputs:
        - **name** (str): their name.
        - **value** (Tensor): of rank 4.

    Examples:
        >>> import msjax as ms
        >>> class Shown(ms.nn.Cell):
        ...     def construct(self, x):
        ...         ms.ops.ImageSummary()("input", x)
        ...         return x.mean()
        >>> print(Shown()(ms.ops.ones((1, 3, 2, 2))))
        1.0
    """


@public("ops.HistogramSummary")
class HistogramSummary(_Summary):
    """Record the distribution of a Tensor's elements for a summary file.

    Inputs:
        - **name** (str): its name.
        - **value** (Tensor): of rank 1 or more.

    Examples:
        >>> import msjax as ms
        >>> class Spread(ms.nn.Cell):
        ...     def construct(self, x):
        ...         ms.ops.HistogramSummary()("x", x)
        ...         return x.max()
        >>> print(Spread()(ms.Tensor([1., 2., 2.])))
        2.0
    """
