"""THOR, the trace-based second-order optimizer (Chen et al., 2021)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import jax.scipy.linalg as linalg
import numpy as np

from msjax import _checkparam as validator
from msjax._core.base import dtype as mstype
from msjax._core.base.product_precision import products
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.update import rules
from msjax.nn.cell import Cell
from msjax.nn.layer import normalization, thor_layer
from msjax.nn.optim._arrays import compiled, read, scalar, write
from msjax.nn.optim._states import cut_states
from msjax.nn.optim._thor_network import ConvertNetUtils
from msjax.nn.optim.optimizer import Optimizer

_BLOCK = 128  # second-order information is kept in diagonal blocks of this length


class ThorGpu(Optimizer):
    """The optimizer that `thor` makes.

    It reads the covariances which the layers DenseThor, Conv2dThor, EmbeddingThor and
    EmbeddingLookupThor of the network gathered, and scales the gradients by their inverses; those
    of LayerNorm by their own squares. What follows is momentum. With `thor` set to False the
    inverses of an earlier step are used.

    Args:
        net: Cell, the network, whose layers gather covariances.
        learning_rate: Tensor, the rate of each step.
        damping: Tensor of shape (steps,), added to the covariances in each step.
        momentum: float, 0 or more.
        weight_decay: number, 0 or more.
        loss_scale: number above 0 by which the gradients are divided.
        batch_size: int, length of the batches.
        use_nesterov: bool, look ahead along the momentum.
        decay_filter: function of a Parameter that tells whether its weight decays.
        split_indices: how gradients would be grouped between several devices.
        enable_clip_grad: bool, scale each gradient down to the norm 1.
        frequency: int, steps between updates of the second-order information, 2 or more.

    Inputs:
        - **gradients** (tuple[Tensor]) - one for each Parameter.

    Outputs:
        tuple of True.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.SequentialCell(ms.nn.Dense(2, 1))
        >>> opt = ms.nn.thor(net, ms.Tensor([0.1, 0.1]), ms.Tensor([0.3, 0.3]), 0.9)
        >>> type(opt).__name__, opt.get_frequency()
        ('ThorGpu', 100)

    References:
        Chen et al.: THOR, Trace-based Hardware-driven Layer-Oriented Natural Gradient Descent
        Computation, 2021.
    """

    def __init__(
        self,
        net: Cell,
        learning_rate: Tensor,
        damping: Tensor,
        momentum: float,
        weight_decay: float = 0.0,
        loss_scale: float = 1.0,
        batch_size: int = 32,
        use_nesterov: bool = False,
        decay_filter: Callable = lambda x: x.name not in [],
        split_indices: Sequence | None = None,
        enable_clip_grad: bool = False,
        frequency: int = 100,
    ):
        params = [p for p in net.get_parameters() if p.requires_grad]
        super().__init__(learning_rate, params, weight_decay, loss_scale)
        name = self.cls_name
        validator.check_value_type("momentum", momentum, [float], name)
        if momentum < 0.0:
            raise ValueError(
                "For 'thor', the argument 'momentum' must be at least 0.0, "
                f"but got 'momentum' {momentum}."
            )
        validator.check_value_type("frequency", frequency, [int], name)
        if frequency < 2:
            raise ValueError(
                "For 'thor', the argument 'frequency' must be at least 2, "
                f"but got 'frequency' {frequency}."
            )
        validator.check_value_type("learning rate", learning_rate, [Tensor], name)
        self.momentum = Parameter(Tensor(momentum, mstype.float32), name="momentum")
        self.params = self._parameters
        self.use_nesterov = validator.check_bool(use_nesterov)
        self.moments = self.params.clone(prefix="moments", init="zeros")
        every = list(net.get_parameters())
        self.matrix_a_cov, self.matrix_g_cov, self.a_normalizer, self.g_normalizer = (
            ParameterTuple(p for p in every if part in p.name)
            for part in ("matrix_a", "matrix_g", "a_normalizer", "g_normalizer")
        )
        self.net, self.damping, self.frequency = net, damping, frequency
        self.batch_size = Tensor(batch_size, mstype.float32)
        self._scale = float(batch_size) ** 2 / float(loss_scale) ** 2
        self.weight_decay, self.split_indices = weight_decay, split_indices
        self.decay_flags = tuple(bool(decay_filter(p)) for p in self.params)
        self.enable_clip_grad, self.thor = enable_clip_grad, True
        self.cov_step = Parameter(
            Tensor(np.zeros(1, np.int32)), name="cov_step", requires_grad=False
        )
        self._layers = _layers_of(net, self.params)
        a, g = [], []
        for layer, param in zip(self._layers, self.params, strict=True):
            if layer is not None and not _is_norm(layer):
                shapes = _shapes(layer, param.shape)
                for found, letter, shape in zip((a, g), "ag", shapes, strict=True):
                    text = f"matrix_{letter}_inv_{len(found)}"
                    zeros = Tensor(np.zeros(shape, np.float32))
                    found.append(Parameter(zeros, name=text, requires_grad=False))
        self.matrix_a, self.matrix_g = ParameterTuple(a), ParameterTuple(g)

    def get_frequency(self) -> int:
        """Steps between updates of the second-order information, for who sets `thor`.

        Returns:
            int: the argument `frequency`.
        """
        return self.frequency

    def construct(self, gradients: Sequence[Tensor]) -> Any:
        """Update all Parameters."""
        return self._step(tuple(gradients))

    @compiled
    def _step(self, gradients: tuple) -> Any:
        cut_states(self._parameters, (*self.moments, *self.matrix_a, *self.matrix_g))
        gradients = self.scale_grad(gradients)
        step = read(self.cov_step)
        damping = read(self.damping)[step[0]].astype(jnp.float32)
        inverses = iter(zip(self.matrix_a, self.matrix_g, strict=True))
        lr, mu, done = scalar(self.get_lr()), scalar(self.momentum), []
        for i, (layer, param) in enumerate(zip(self._layers, self.params, strict=True)):
            grad, weight = read(gradients[i]), read(param)
            if layer is not None and _is_norm(layer):
                fisher = jnp.square(grad) / read(self.batch_size) + jnp.sqrt(damping)
                grad = grad / fisher
            elif layer is not None:
                a, g = next(inverses)
                if self.thor:
                    for target, array in zip((a, g), self._invert(layer, damping), strict=True):
                        write(target, array)
                grad = _precondition(layer, read(a), grad, read(g))
            if self.weight_decay > 0 and self.decay_flags[i]:
                grad = weight * self.weight_decay + grad
            if self.enable_clip_grad:
                grad = grad / jnp.maximum(1.0, jnp.sqrt(jnp.sum(jnp.square(grad))))
            new = rules.momentum(weight, read(self.moments[i]), lr, grad, mu, self.use_nesterov)
            for target, array in zip((param, self.moments[i]), new, strict=True):
                write(target, array)
            done.append(True)
        write(self.cov_step, step + jnp.int32(1))
        write(self.global_step, read(self.global_step) + jnp.int32(1))
        return tuple(done)

    def _invert(self, layer: Cell, damping: Any) -> tuple:
        """The damped inverses of the covariances of a layer."""
        conv, table = _is_conv(layer), _is_table(layer)
        a = read(layer.matrix_a_cov if conv else layer.matrix_a)
        g = read(layer.matrix_g_cov if conv else layer.matrix_g) * jnp.float32(self._scale)
        at_a = at_g = jnp.sqrt(damping)
        factor = jnp.float32(1)
        if conv:
            a_count, g_count = scalar(layer.a_normalizer), scalar(layer.g_normalizer)
            at_a, at_g = jnp.sqrt(damping / a_count), jnp.sqrt(damping / g_count)
            factor = jnp.sqrt(1.0 / a_count)
        if table:
            ones = jnp.eye(g.shape[0], dtype=jnp.float32)
            return 1.0 / (a / read(self.batch_size) + at_a), _inverse(g + at_g * ones)
        a_blocks, g_blocks = _block_inverses(a, at_a), _block_inverses(g, at_g)
        a_blocks = jnp.broadcast_to(a_blocks, (len(g_blocks), *a_blocks.shape))
        return a_blocks * factor, g_blocks * factor


def _inverse(matrix: Any) -> Any:
    factor = linalg.cho_factor(matrix.astype(jnp.float32))
    return linalg.cho_solve(factor, jnp.eye(matrix.shape[-1], dtype=jnp.float32))


def _block(length: int) -> tuple[int, int]:
    """Number and length of the diagonal blocks of a matrix."""
    return (1, length) if length < _BLOCK else (-(-length // _BLOCK), _BLOCK)


def _block_inverses(matrix: Any, damping: Any) -> Any:
    """Inverses of the damped diagonal blocks; the last one is filled up with ones."""
    length = matrix.shape[0]
    matrix = matrix + damping * jnp.eye(length, dtype=jnp.float32)
    number, size = _block(length)
    found = []
    for start in range(0, number * size, size):
        part = matrix[start : start + size, start : start + size]
        short = size - part.shape[0]
        full = jnp.eye(size, dtype=jnp.float32)
        found.append(_inverse(part if not short else full.at[:-short, :-short].set(part)))
    return jnp.stack(found)


@products()
def _precondition(layer: Cell, a: Any, grad: Any, g: Any) -> Any:
    """A gradient between the inverses of a layer's covariances."""
    if _is_table(layer):
        return a[:, None] * grad @ g
    flat = grad.reshape(grad.shape[0], -1)
    (rows, height), (columns, width) = g.shape[:2], a.shape[1:3]
    pads = rows * height - flat.shape[0], columns * width - flat.shape[1]
    padded = jnp.pad(flat, [(0, n) for n in pads]).reshape(rows, height, columns, width)
    out = jnp.einsum("hij,hjwk,hwkl->hiwl", g, padded, a)
    out = out.reshape(rows * height, columns * width)
    return out[: flat.shape[0], : flat.shape[1]].reshape(grad.shape)


def _shapes(layer: Cell, shape: tuple) -> tuple:
    """Shapes of the saved inverses."""
    if _is_table(layer):
        return (shape[0],), (shape[1],) * 2
    (rows, height), (columns, width) = _block(shape[0]), _block(int(np.prod(shape[1:])))
    return (rows, columns, width, width), (rows, height, height)


def _kinds() -> tuple:
    tables = (thor_layer.EmbeddingThor, thor_layer.EmbeddingLookupThor)
    return thor_layer.DenseThor, thor_layer.Conv2dThor, tables, normalization.LayerNorm


def _is_conv(layer: Cell) -> bool:
    return isinstance(layer, _kinds()[1])


def _is_table(layer: Cell) -> bool:
    return isinstance(layer, _kinds()[2])


def _is_norm(layer: Cell) -> bool:
    return isinstance(layer, _kinds()[3])


def _layers_of(net: Cell, params: Sequence[Parameter]) -> tuple:
    """For each Parameter the layer whose second-order information it uses, or None."""
    dense, conv, tables, norm = _kinds()
    owners: dict[int, Cell] = {}
    for _, cell in net.cells_and_names():
        if isinstance(cell, (dense, conv)):
            owners[id(cell.weight)] = cell
        elif isinstance(cell, tables):
            owners[id(cell.embedding_table)] = cell
        elif isinstance(cell, norm):
            owners[id(cell.gamma)] = owners[id(cell.beta)] = cell
    return tuple(owners.get(id(p)) for p in params)


def thor(
    net: Cell,
    learning_rate: Tensor,
    damping: Tensor,
    momentum: float,
    weight_decay: float = 0.0,
    loss_scale: float = 1.0,
    batch_size: int = 32,
    use_nesterov: bool = False,
    decay_filter: Callable = lambda x: x.name not in [],
    split_indices: Sequence | None = None,
    enable_clip_grad: bool = False,
    frequency: int = 100,
) -> ThorGpu:
    """Make the second-order optimizer THOR for a network.

    Its Dense, Conv2d, Embedding and EmbeddingLookup layers are replaced by layers that gather
    covariances, with the same Parameters.

    Args:
        net: the network.
        learning_rate: Tensor, the rate of each step.
        damping: Tensor of shape (steps,), added to the covariances in each step.
        momentum: float, 0 or more.
        weight_decay: number, 0 or more.
        loss_scale: number above 0 by which the gradients are divided.
        batch_size: int, length of the batches.
        use_nesterov: bool, look ahead along the momentum.
        decay_filter: function of a Parameter that tells whether its weight decays.
        split_indices: how gradients would be grouped between several devices.
        enable_clip_grad: bool, scale each gradient down to the norm 1.
        frequency: int, steps between updates of the second-order information, 2 or more.

    Returns:
        The optimizer.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument is out of range.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.SequentialCell(ms.nn.Dense(2, 1))
        >>> opt = ms.nn.thor(net, ms.Tensor([0.1, 0.1]), ms.Tensor([0.3, 0.3]), 0.9)
        >>> type(net[0]).__name__
        'DenseThor'

    References:
        Chen et al.: THOR, Trace-based Hardware-driven Layer-Oriented Natural Gradient Descent
        Computation, 2021.
    """
    ConvertNetUtils().convert_to_thor_net(net)
    return ThorGpu(
        net,
        learning_rate,
        damping,
        momentum,
        weight_decay,
        loss_scale,
        batch_size,
        use_nesterov,
        decay_filter,
        split_indices=split_indices,
        enable_clip_grad=enable_clip_grad,
        frequency=frequency,
    )
