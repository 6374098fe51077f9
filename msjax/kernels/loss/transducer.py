"""Loss of a sequence transducer."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import integer, of_types
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import accept, check_rank, of_shape
from msjax.kernels.elementwise.cast import wider


def _costs(
    acts: jax.Array, labels: jax.Array, times: jax.Array, counts: jax.Array, blank: int
) -> jax.Array:
    """Minus the log-likelihood of each sequence of labels."""
    logs = jax.nn.log_softmax(acts, -1)
    skip = logs[..., blank]
    emit = jnp.take_along_axis(logs[:, :, :-1], labels[:, None, :, None], -1)[..., 0]
    total = jnp.cumsum(jnp.pad(emit, ((0, 0), (0, 0), (1, 0))), -1)
    first = total[:, 0]

    def step(row: jax.Array, now: tuple) -> tuple:
        skipped, emitted = now
        row = jax.lax.cumlogsumexp(row + skipped - emitted, axis=1) + emitted
        return row, row

    later = (jnp.moveaxis(skip[:, :-1], 1, 0), jnp.moveaxis(total[:, 1:], 1, 0))
    _, rows = jax.lax.scan(step, first, later)
    rows = jnp.concatenate([first[None], rows])  # time, batch, labels
    batch = np.arange(acts.shape[0])
    return -(rows[times - 1, batch, counts] + skip[batch, times - 1, counts])


@primitive("RNNTLoss", check=of_types(blank_label=int), blank_label=0)
@op(label="RNNTLoss")
def rnnt_loss(
    acts: Array, labels: Array, input_lengths: Array, label_lengths: Array, blank_label: int = 0
):
    """Transducer loss: minus the log-likelihood of label sequences, and its gradient.

    Args:
        blank_label: the class that stands for no label.

    Inputs:
        - **acts** (Tensor) - Float16 or Float32 Tensor of shape (B, T, U, V), the network's outputs
          before the softmax, which is part of this operation.
        - **labels** (Tensor) - Int32 Tensor of shape (B, U - 1).
        - **input_lengths** (Tensor) - Int32 Tensor of shape (B), how many of the T times are used.
        - **label_lengths** (Tensor) - Int32 Tensor of shape (B), how many labels are used.

    Outputs:
        Tuple of the losses, a Tensor of shape (B) and the dtype of `acts`, and of the gradient of
        their sum with respect to `acts`, of the shape of `acts`.

    Raises:
        TypeError: another dtype, or `blank_label` is not an int.
        ValueError: the shapes are not as above.

    Examples:
        >>> import msjax as ms
        >>> lengths = [ms.Tensor([n], ms.int32) for n in (2, 1)]
        >>> acts, labels = ms.ops.zeros((1, 2, 2, 4)), ms.Tensor([[1]], ms.int32)
        >>> print(ms.ops.RNNTLoss()(acts, labels, *lengths)[0].round(decimals=4))
        [3.4657]
    """
    integer("blank_label", blank_label)
    accept(acts, "float16 float32", "acts")
    check_rank(acts, 4, "acts")
    batch, _, rows, _ = acts.shape
    shapes = {"labels": (batch, rows - 1), "input_lengths": (batch,), "label_lengths": (batch,)}
    given = (labels, input_lengths, label_lengths)
    for (arg, shape), value in zip(shapes.items(), given, strict=True):
        accept(value, "int32", arg)
        of_shape(arg, value, shape)

    def total(x: jax.Array) -> tuple[jax.Array, jax.Array]:
        costs = _costs(x, *given, blank_label)
        return jnp.sum(costs), costs

    x = wider(acts)
    grads = jax.grad(total, has_aux=True)(jax.lax.stop_gradient(x))[0]
    return total(x)[1].astype(acts.dtype), grads.astype(acts.dtype)
