"""Connectionist temporal classification: losses in log space and greedy decoding."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import among, boolean, booleans, integer, of_type, string
from msjax._core.base.errors import describe, must
from msjax._core.base.x64 import to_device
from msjax._core.op.publish import Array, Numbers, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import REDUCTIONS, accept, check_rank

_LOW = -1e30  # log of "impossible"; unlike -inf it has gradients


def _log_alpha(
    log_probs: jax.Array,
    labels: jax.Array,
    input_lengths: jax.Array,
    target_lengths: jax.Array,
    blank: int,
    merge: bool = True,
) -> tuple[jax.Array, jax.Array]:
    """Forward variables of all paths.

    Args:
        log_probs: shape (T, N, C).
        labels: class indices, shape (N, S).
        merge: whether a label repeated on neighbouring frames is one label.

    Returns:
        Negative log likelihoods, shape (N), and forward variables, shape (T, N, 2S + 1).
    """
    steps, count, _ = log_probs.shape
    states = 2 * labels.shape[1] + 1
    low = jnp.array(_LOW, log_probs.dtype)
    path = jnp.full((count, states), blank, labels.dtype).at[:, 1::2].set(labels)
    position = jnp.arange(states)[None, :]
    lengths = target_lengths[:, None]
    inside = position < 2 * lengths + 1
    path = jnp.where(inside, path, blank)
    before = jnp.concatenate([jnp.full((count, 2), blank, path.dtype), path[:, :-2]], 1)[:, :states]
    between = (position % 2 == 0) | ~inside  # a label may be the blank, too
    skips = ~between & (position > 1) & ((path != before) | (not merge))
    stays = between | merge
    emitted = jnp.take_along_axis(log_probs, path[None], 2)
    emitted = jnp.where(inside[None], jnp.maximum(emitted, low), low)
    first = jnp.where((position == 0) | ((position == 1) & (lengths > 0)), emitted[0], low)

    def shifted(x: jax.Array, by: int) -> jax.Array:
        return jnp.concatenate([jnp.full((count, by), low), x[:, :-by]], 1)[:, :states]

    def step(alpha: jax.Array, frame: tuple) -> tuple:
        t, emission = frame
        ways = [jnp.where(stays, alpha, low), shifted(alpha, 1)]
        ways.append(jnp.where(skips, shifted(alpha, 2), low))
        top = jax.lax.stop_gradient(jnp.maximum(jnp.maximum(ways[0], ways[1]), ways[2]))
        total = jnp.log(sum(jnp.exp(w - top) for w in ways)) + top + emission
        total = jnp.maximum(total, low)
        alive = (t < input_lengths)[:, None]
        return jnp.where(alive, total, alpha), jnp.where(alive, total, low)

    last, rest = jax.lax.scan(step, first, (jnp.arange(1, steps), emitted[1:]))
    alphas = jnp.concatenate([first[None], rest])
    ends = position == 2 * lengths
    ends |= (position == 2 * lengths - 1) & (lengths > 0)
    final = jnp.where(ends, last, low)
    top = jax.lax.stop_gradient(jnp.max(final, 1))
    return -(jnp.log(jnp.sum(jnp.exp(final - top[:, None]), 1)) + top), alphas


def _impossible(loss: jax.Array) -> jax.Array:
    return loss > -_LOW / 10


def _check_labels(lengths: dict[str, jax.Array], count: int) -> None:
    for arg, x in lengths.items():
        accept(x, "int32 int64", arg)
        if x.shape != (count,):
            raise ValueError(must(arg, f"of shape ({count},)", x.shape))


def _lengths(arg: str, value: Any) -> Any:
    """Lengths given as a Tensor or as a tuple of ints."""
    wanted = "a Tensor or a tuple of ints"
    if not isinstance(value, (Tensor, tuple, list)):
        raise TypeError(must(arg, wanted, describe(value)))
    if isinstance(value, Tensor):
        return value
    if not all(isinstance(n, int) and not isinstance(n, bool) for n in value):
        raise TypeError(must(arg, wanted, describe(value)))
    return Tensor(value, mstype.int32)


def _ctc_v2(
    log_probs: jax.Array,
    targets: jax.Array,
    input_lengths: jax.Array,
    target_lengths: jax.Array,
    blank: int,
    zero_infinity: bool,
) -> tuple[jax.Array, jax.Array]:
    accept(log_probs, "float32 float64", "log_probs")
    check_rank(log_probs, 3, "log_probs")
    check_rank(targets, 2, "targets")
    steps, count, classes = log_probs.shape
    accept(targets, "int32 int64", "targets")
    if targets.shape[0] != count:
        raise ValueError(must("targets", f"of shape ({count}, S)", targets.shape))
    lengths = {"input_lengths": input_lengths, "target_lengths": target_lengths}
    _check_labels(lengths, count)
    integer("blank", blank)
    if not 0 <= blank < classes:
        raise ValueError(must("blank", f"in [0, {classes})", blank))
    input_lengths, target_lengths = (x.astype(np.int32) for x in lengths.values())
    loss, alphas = _log_alpha(log_probs, targets, input_lengths, target_lengths, blank)
    # The gradient belongs to the logits behind log_probs: add that of the partition function.
    used = jnp.arange(steps)[:, None, None] < input_lengths[None, :, None]
    mass = jnp.sum(jnp.where(used, jnp.exp(log_probs), 0), (0, 2))
    loss = loss + (mass - jax.lax.stop_gradient(mass))
    lost = _impossible(loss)
    value = 0.0 if zero_infinity else np.inf
    loss = jnp.where(lost, jnp.array(value, loss.dtype), loss)
    shown = jnp.where(alphas < _LOW / 10, jnp.array(-np.inf, alphas.dtype), alphas)
    return loss, jax.lax.stop_gradient(jnp.swapaxes(shown, 0, 1))


@primitive(
    "CTCLossV2",
    check=lambda blank, reduction, zero_infinity: among(
        "reduction", string("reduction", reduction), ("none",)
    ),
    accepts={
        "log_probs": "Tensor !ValueError float",
        "targets": "Tensor !ValueError int",
        "input_lengths": "Tensor tuple",
        "target_lengths": "Tensor tuple",
        "blank": "int",
        "zero_infinity": "bool",
    },
    counts="all",
    blank=0,
    reduction="none",
    zero_infinity=False,
)
@op(label="CTCLossV2")
def ctc_loss_v2(
    log_probs: Array,
    targets: Array,
    input_lengths: Numbers,
    target_lengths: Numbers,
    blank: int = 0,
    reduction: str = "none",
    zero_infinity: bool = False,
):
    """CTC loss of each sequence and its forward variables, as `ops.ctc_loss` without reduction.

    Args:
        log_probs: Float32 or Float64 Tensor of shape (T, N, C).
        targets: class indices, Int32 or Int64 Tensor of shape (N, S).
        input_lengths: frames of each sequence, Int32 or Int64 Tensor of shape (N,), or a tuple of
            ints.
        target_lengths: labels of each sequence, likewise.
        blank: class index of the blank. Given to the constructor, as are those below.
        reduction: must be "none".
        zero_infinity: whether targets that no path gives have a loss of 0 instead of infinity.

    Returns:
        Pair of the losses, of shape (N,), and the logarithms of the forward variables, of shape
        (N, T, 2 * S + 1).

    Raises:
        TypeError: a dtype is not as above.
        ValueError: a shape, `blank` or `reduction` is not as above.

    Examples:
        >>> import msjax as ms
        >>> log_probs, one = ms.ops.zeros((1, 1, 2)) - 0.5, ms.Tensor([1], ms.int32)
        >>> loss, alphas = ms.ops.auto_generate.CTCLossV2()(log_probs, one.reshape(1, 1), one, one)
        >>> print(loss, alphas)
        [0.5] [[[-0.5 -0.5 -inf]]]
    """
    return _ctc_v2(log_probs, targets, input_lengths, target_lengths, blank, zero_infinity)


@op(label="ctc_loss")
def _ctc_loss(
    log_probs: Array,
    targets: Array,
    input_lengths: Array,
    target_lengths: Array,
    blank,
    reduction,
    zero_infinity,
):
    among("reduction", string("reduction", reduction), REDUCTIONS)
    loss, alphas = _ctc_v2(log_probs, targets, input_lengths, target_lengths, blank, zero_infinity)
    if reduction == "sum":
        loss = jnp.sum(loss)
    elif reduction == "mean":
        loss = jnp.mean(loss / jnp.maximum(target_lengths, 1).astype(loss.dtype))
    return loss, alphas


@public(
    "ops.ctc_loss",
    accepts={
        "log_probs": "Tensor[float] !ValueError float",
        "targets": "Tensor[int] !ValueError int",
        "input_lengths": "tuple Tensor[int]",
        "target_lengths": "tuple Tensor[int]",
        "zero_infinity": "bool",
    },
)
def ctc_loss(
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: Tensor | tuple,
    target_lengths: Tensor | tuple,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> tuple[Tensor, Tensor]:
    """Connectionist temporal classification loss.

    Args:
        log_probs: log probabilities as `log_softmax` gives, Float32 or Float64 Tensor of shape
            (T, N, C).
        targets: class indices, Int32 or Int64 Tensor of shape (N, S).
        input_lengths: frames of each sequence, Tensor of shape (N) or a tuple of ints.
        target_lengths: labels of each sequence, Tensor of shape (N) or a tuple of ints.
        blank: the class of the blank.
        reduction: "mean" (each loss over its target's length first), "sum" or "none".
        zero_infinity: whether losses that no path can reach count as 0 instead of infinity.

    Returns:
        Tuple of the loss, a scalar or of shape (N), and the forward variables, shape
        (N, T, 2S + 1).

    Raises:
        TypeError: a dtype is not as above.
        ValueError: the shapes do not fit, `blank` is not a class, `reduction` is none of the above.

    Examples:
        >>> import msjax as ms
        >>> log_probs = ms.ops.log_softmax(ms.ops.zeros((2, 1, 2)), -1)
        >>> loss, _ = ms.ops.ctc_loss(
        ...     log_probs, ms.Tensor([[1]]), ms.Tensor([2]), ms.Tensor([1]), reduction="none")
        >>> print(f"{float(loss[0]):.4f}")
        0.2877
    """
    lengths = (
        _lengths("input_lengths", input_lengths),
        _lengths("target_lengths", target_lengths),
    )
    return call(_ctc_loss)(log_probs, targets, *lengths, blank, reduction, zero_infinity)


@op(label="CTCLoss")
def _unbatched(log_probs: Array, targets: Array):
    return log_probs[:, None], targets[None]


def loss_only(
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: Tensor | tuple,
    target_lengths: Tensor | tuple,
    blank: int,
    reduction: str,
    zero_infinity: bool,
) -> Tensor:
    """The loss of `nn.CTCLoss`, which also takes a single sequence without batch axis."""
    for arg, value in (("log_probs", log_probs), ("targets", targets)):
        of_type(arg, value, Tensor)
    single = log_probs.ndim == 2
    if single:
        log_probs, targets = call(_unbatched)(log_probs, targets)
        input_lengths = _lengths("input_lengths", input_lengths).reshape(-1)
        target_lengths = _lengths("target_lengths", target_lengths).reshape(-1)
    lengths = input_lengths, target_lengths
    loss, _ = ctc_loss(log_probs, targets, *lengths, blank, reduction, zero_infinity)
    return loss.reshape(()) if single else loss


@primitive(
    "CTCLoss",
    check=booleans,
    accepts={"sequence_length": "Tensor[int32]"},
    counts="all",
    preprocess_collapse_repeated=False,
    ctc_merge_repeated=True,
    ignore_longer_outputs_than_inputs=False,
)
@op(label="CTCLoss")
def ctc_loss_v1(
    x: Array,
    labels_indices: Array,
    labels_values: Array,
    sequence_length: Array,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
):
    """CTC loss of logits with sparse labels, and its gradient. The last class is the blank.

    Args:
        x: logits, Float16, Float32 or Float64 Tensor of shape (T, N, C).
        labels_indices: (sequence, position) of each label, Int64 Tensor of shape (L, 2).
        labels_values: class indices, Int32 Tensor of shape (L).
        sequence_length: frames of each sequence, Int32 Tensor of shape (N).
        preprocess_collapse_repeated: whether repeated labels are merged beforehand.
        ctc_merge_repeated: whether a label repeated on neighbouring frames is one label.
        ignore_longer_outputs_than_inputs: whether sequences with fewer frames than labels are
            left out; their loss is infinite either way, and this decides that they get no gradient.

    Returns:
        Tuple of the losses, shape (N), and of the gradients with respect to `x`.

    Raises:
        TypeError: a dtype is not as above.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> loss, grad = ms.ops.CTCLoss()(
        ...     ms.ops.zeros((2, 1, 2)), ms.Tensor([[0, 0]]), ms.Tensor([0], ms.int32),
        ...     ms.Tensor([2], ms.int32))
        >>> print(f"{float(loss[0]):.4f}")
        0.2877
    """
    accept(x, "float16 float32 float64", "x")
    accept(labels_indices, "int64", "labels_indices")
    accept(labels_values, "int32", "labels_values")
    check_rank(x, 3, "x")
    steps, count, classes = x.shape
    if labels_indices.shape != (labels_values.size, 2):
        text = f"of shape ({labels_values.size}, 2)"
        raise ValueError(must("labels_indices", text, labels_indices.shape))
    _check_labels({"sequence_length": sequence_length}, count)
    rows = labels_indices[:, 0]
    place = jnp.arange(rows.size)
    blank = (labels_values < 0) | (labels_values >= classes - 1)
    held = (~blank).astype(np.int32)
    if preprocess_collapse_repeated and labels_values.size > 1:
        repeated = (rows[1:] == rows[:-1]) & (labels_values[1:] == labels_values[:-1])
        held = held.at[1:].multiply((~repeated).astype(np.int32))
    # The first blank ends the labels of a sequence.
    end = jnp.full(count, rows.size).at[rows].min(jnp.where(blank, place, rows.size))
    wrong = jnp.zeros(count, bool).at[rows].max(~blank & (place > end[rows]))
    lengths = jnp.zeros(count, np.int32).at[rows].add(held)
    starts = jnp.cumsum(lengths) - lengths
    column = jnp.cumsum(held) - 1 - starts[rows]
    # More labels than frames can have no path: further columns are not needed.
    width = max(min(steps, labels_values.size), 1)
    column = jnp.where((held == 1) & (column < width), column, width)
    labels = jnp.zeros((count, width + 1), np.int32).at[rows, column].set(labels_values)[:, :width]
    too_long = lengths > sequence_length

    def total(logits: jax.Array) -> tuple:
        log_probs = jax.nn.log_softmax(logits, -1)
        fit = jnp.minimum(lengths, width)
        found = _log_alpha(
            log_probs, labels, sequence_length, fit, classes - 1, ctc_merge_repeated
        )[0]
        lost = _impossible(found) | too_long
        found = jnp.where(lost, jnp.array(np.inf, found.dtype), found)
        found = jnp.where(wrong, jnp.array(np.nan, found.dtype), found)
        return jnp.sum(jnp.where(lost, jnp.zeros_like(found), found)), found

    wide = x.astype(np.float32) if x.dtype == np.float16 else x
    (_, loss), slope = jax.value_and_grad(total, has_aux=True)(wide)
    return loss.astype(x.dtype), slope.astype(x.dtype)


def _greedy(inputs: jax.Array, sequence_length: jax.Array, merge_repeated: bool) -> tuple:
    boolean("merge_repeated", merge_repeated)
    accept(inputs, "float32 float64", "inputs")
    accept(sequence_length, "int32", "sequence_length")
    check_rank(inputs, 3, "inputs")
    steps, count, classes = inputs.shape
    if classes == 0:
        raise ValueError(must("inputs", "of at least one class", f"shape {inputs.shape}"))
    _check_labels({"sequence_length": sequence_length}, count)
    lengths = np.asarray(sequence_length)
    if (lengths > steps).any():
        raise RuntimeError(must("sequence_length", f"at most {steps}", lengths.tolist()))
    scores = np.asarray(inputs)
    best = scores.argmax(-1)
    used = np.arange(steps)[:, None] < lengths
    kept = used & (best != classes - 1)
    if merge_repeated:
        kept[1:] &= best[1:] != best[:-1]
    rows, frames = np.nonzero(kept.T)
    counts = kept.sum(0)
    starts = np.cumsum(counts) - counts
    indices = np.stack([rows, np.arange(rows.size) - starts[rows]], 1)
    shape = np.array([count, counts.max(initial=0)])
    taken = jnp.where(used, jnp.max(inputs, -1), jnp.zeros((), inputs.dtype))
    log_probability = -jnp.sum(taken, 0)[:, None]
    return (
        to_device(indices.astype(np.int64)),
        to_device(best[frames, rows].astype(np.int64)),
        to_device(shape.astype(np.int64)),
        log_probability,
    )


@primitive("CTCGreedyDecoder", check=booleans, counts="missing", merge_repeated=True)
@op("ops.ctc_greedy_decoder", label="CTCGreedyDecoder", eager=True)
def ctc_greedy_decoder(inputs: Array, sequence_length: Array, merge_repeated: bool = True):
    """Decode each sequence by its best class per frame. The last class is the blank.

    Args:
        inputs: Float32 or Float64 Tensor of shape (T, N, C).
        sequence_length: frames of each sequence, Int32 Tensor of shape (N).
        merge_repeated: whether a class repeated on neighbouring frames is one label.

    Returns:
        Tuple of (sequence, position) of the labels, shape (L, 2); the labels, shape (L); the shape
        of the dense labels, shape (2); and the negated sums of the best scores, shape (N, 1).

    Raises:
        TypeError: `merge_repeated` is not a bool, a dtype is not as above.
        RuntimeError: a length exceeds T.

    Examples:
        >>> import msjax as ms
        >>> scores = ms.Tensor([[[3., 1., 0.]], [[0., 1., 2.]], [[0., 4., 1.]]])
        >>> out = ms.ops.ctc_greedy_decoder(scores, ms.Tensor([3], ms.int32))
        >>> print(out[0], out[1], out[2], out[3])
        [[0 0]
         [0 1]] [0 1] [1 2] [[-9.]]
    """
    return _greedy(inputs, sequence_length, merge_repeated)
