"""Loss of Bayesian networks."""

from __future__ import annotations

from collections.abc import Callable

from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.probability.bnn_layers._variational import Variational

__all__ = ["WithBNNLossCell"]


class WithBNNLossCell(Cell):
    """Network with its loss, to which the divergence of its Bayesian layers is added.

    Args:
        backbone: Cell, the network with Bayesian layers below it.
        loss_fn: Cell or function of prediction and label.
        dnn_factor: float or int, 0 or more, the factor of the loss.
        bnn_factor: float or int, 0 or more, the factor of the divergence.

    Inputs:
        - **x** (Tensor) - the input of the network.
        - **label** (Tensor) - the second argument of the loss.

    Outputs:
        Tensor, the loss with the divergence.

    Raises:
        TypeError: a factor is not a number.
        ValueError: a factor is negative.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.probability.bnn_layers import DenseReparam, WithBNNLossCell
        >>> net = ms.nn.SequentialCell(DenseReparam(3, 1))
        >>> step = WithBNNLossCell(net, ms.nn.MSELoss(), bnn_factor=0.01)
        >>> step(ms.ops.ones((2, 3)), ms.ops.ones((2, 1))).shape
        ()

    References:
        Blundell, Cornebise, Kavukcuoglu, Wierstra: Weight Uncertainty in Neural Networks, 2015.
    """

    def __init__(
        self,
        backbone: Cell,
        loss_fn: Callable[[Tensor, Tensor], Tensor],
        dnn_factor: float = 1,
        bnn_factor: float = 1,
    ):
        super().__init__(auto_prefix=False)
        for arg, value in (("dnn_factor", dnn_factor), ("bnn_factor", bnn_factor)):
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise TypeError(f"The type of `{arg}` must be `int` or `float`")
            if value < 0:
                raise ValueError(f"The value of `{arg}` must be >= 0")
        self._backbone = backbone
        self._loss_fn = loss_fn
        self.dnn_factor = dnn_factor
        self.bnn_factor = bnn_factor
        self.kl_loss = [layer.compute_kl_loss for layer in _bayesian_layers(backbone)]

    def construct(self, x: Tensor, label: Tensor) -> Tensor:
        """The loss for a batch, with the divergence."""
        loss = self._loss_fn(self._backbone(x), label) * self.dnn_factor
        return loss + sum(divergence() for divergence in self.kl_loss) * self.bnn_factor

    @property
    def backbone_network(self) -> Cell:
        """The network."""
        return self._backbone


def _bayesian_layers(net: Cell) -> list[Variational]:
    """The Bayesian layers below a Cell, in order."""
    found = []
    for layer in net.cells():
        found += [layer] if isinstance(layer, Variational) else _bayesian_layers(layer)
    return found
