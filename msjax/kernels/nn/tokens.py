"""Sequences of tokens: repetitions to forbid, and distances."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import integer, of_types
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, op, primitive
from msjax.kernels.checks import accept, check_rank, of_dtype


def _check_ngram(ngram_size: Any) -> None:
    if integer("ngram_size", ngram_size) < 1:
        raise ValueError(must("ngram_size", ">= 1", ngram_size))


@primitive("NoRepeatNGram", check=_check_ngram, counts="all", ngram_size=1)
@op(label="NoRepeatNGram")
def no_repeat_ngram(state_seq: Array, log_probs: Array, ngram_size: int):
    """Forbid tokens that would repeat a run of tokens.

    Args:
        ngram_size (int): length of the runs.

    Inputs:
        - **state_seq** (Tensor): int32, shape (batch, beams, length): the tokens so far.
        - **log_probs** (Tensor): float, shape (batch, beams, vocabulary).

    Returns:
        Tensor like `log_probs`, with the lowest number of its dtype for forbidden tokens.

    Raises:
        TypeError: a dtype does not fit.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> tokens = ms.Tensor([[[1, 2, 1]]], ms.int32)
        >>> print(ms.ops.NoRepeatNGram(2)(tokens, ms.ops.zeros((1, 1, 4))) < -1)
        [[[False False  True False]]]
    """
    accept(state_seq, "int32", "state_seq")
    accept(log_probs, "r", "log_probs")
    for arg, x in (("state_seq", state_seq), ("log_probs", log_probs)):
        check_rank(x, 3, arg)
    if state_seq.shape[:2] != log_probs.shape[:2]:
        raise ValueError(
            must("log_probs", f"of shape {(*state_seq.shape[:2], 'V')}", log_probs.shape)
        )
    length = state_seq.shape[-1]
    count = length - ngram_size + 1
    if count < 1:
        raise ValueError(must("ngram_size", f"at most {length}", ngram_size))
    same = jnp.ones((*state_seq.shape[:2], count), np.bool_)
    for i in range(ngram_size - 1):
        recent = state_seq[..., length - ngram_size + 1 + i, None]
        same &= state_seq[..., i : i + count] == recent
    follows = state_seq[..., ngram_size - 1 :]
    low = jnp.full((), jnp.finfo(log_probs.dtype).min, log_probs.dtype)

    def forbid(row: jax.Array, tokens: jax.Array, banned: jax.Array) -> jax.Array:
        return row.at[jnp.where(banned, tokens, row.shape[0])].set(low, mode="drop")

    return jax.vmap(jax.vmap(forbid))(log_probs, follows, same)


@primitive("EditDistance", check=of_types(normalize=bool), counts="all", normalize=True)
@op(label="EditDistance", eager=True)
def edit_distance(
    hypothesis_indices: Array,
    hypothesis_values: Array,
    hypothesis_shape: Array,
    truth_indices: Array,
    truth_values: Array,
    truth_shape: Array,
    normalize: bool,
):
    """Least number of insertions, deletions and substitutions between sequences.

    Args:
        normalize (bool): whether to divide by the length of the true sequence.

    Inputs:
        - **hypothesis_indices** (Tensor): int64, shape (n, rank): places of the tokens; the last
          column counts along the sequences.
        - **hypothesis_values** (Tensor): shape (n,): the tokens.
        - **hypothesis_shape** (Tensor): int64, shape (rank,).
        - **truth_indices**, **truth_values**, **truth_shape**: the same for the true sequences.

    Returns:
        Tensor of float32: a distance for each sequence.

    Raises:
        TypeError: a dtype does not fit.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> places, shape = ms.Tensor([[0, 0], [0, 1]], ms.int64), ms.Tensor([1, 2], ms.int64)
        >>> guess, truth = ms.Tensor([1, 2], ms.int64), ms.Tensor([1, 3], ms.int64)
        >>> print(ms.ops.EditDistance()(places, guess, shape, places, truth, shape))
        [0.5]
    """
    sides = []
    for side, indices, values, shape in (
        ("hypothesis", hypothesis_indices, hypothesis_values, hypothesis_shape),
        ("truth", truth_indices, truth_values, truth_shape),
    ):
        accept(indices, "int64", f"{side}_indices")
        accept(shape, "int64", f"{side}_shape")
        if indices.ndim != 2 or indices.shape != (*values.shape, *shape.shape):
            wanted = f"of shape {(*values.shape, *shape.shape)}"
            raise ValueError(must(f"{side}_indices", wanted, indices.shape))
        sides.append((np.asarray(indices), np.asarray(values), np.asarray(shape)))
    of_dtype("hypothesis_values", hypothesis_values, truth_values.dtype)
    outer = tuple(np.maximum(sides[0][2], sides[1][2])[:-1].tolist())
    result = np.zeros(outer, np.float32)
    found = [_sequences(*side) for side in sides]
    for place in np.ndindex(*outer):
        guess, truth = (sequences.get(place, []) for sequences in found)
        steps = _edits(guess, truth)
        if normalize:
            steps = steps / len(truth) if truth else (np.inf if guess else 0.0)
        result[place] = steps
    return jnp.asarray(result)


def _sequences(indices: np.ndarray, values: np.ndarray, shape: np.ndarray) -> dict:
    """The tokens of each sequence, by place."""
    found: dict[tuple, list] = {}
    for place, token in zip(indices.tolist(), values.tolist(), strict=True):
        found.setdefault(tuple(place[:-1]), []).append(token)
    return found


def _edits(guess: list, truth: list) -> int:
    row = list(range(len(truth) + 1))
    for i, token in enumerate(guess, 1):
        above, row[0] = row[0], i
        for j, wanted in enumerate(truth, 1):
            best = min(row[j] + 1, row[j - 1] + 1, above + (token != wanted))
            above, row[j] = row[j], best
    return row[-1]
