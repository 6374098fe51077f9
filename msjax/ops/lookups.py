"""Places and order statistics in rows, and comparisons of lists of tokens."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core import dtype as mstype
from msjax._core.errors import describe, must
from msjax._core.op import Array, op
from msjax._core.primitive import primitive
from msjax.ops._accept import accept
from msjax.ops.shape import integer


def _check_index_type(name: str, arg: str, value: Any) -> None:
    if value not in (mstype.int32, mstype.int64):
        raise TypeError(must(name, arg, "int32 or int64", repr(value)))


def _same(name: str, x: jax.Array, y: jax.Array, arg: str) -> None:
    if x.dtype != y.dtype:
        raise TypeError(must(name, arg, f"of dtype {x.dtype}", y.dtype))


def _bound(name: str, sorted_x: jax.Array, values: jax.Array, side: str, out_type: Any) -> Any:
    for arg, x in (("sorted_x", sorted_x), ("values", values)):
        accept(name, x, "iuf", arg)
        if x.ndim != 2:
            raise ValueError(must(name, arg, "of rank 2", f"rank {x.ndim}"))
    _same(name, sorted_x, values, "values")
    if sorted_x.shape[0] != values.shape[0]:
        raise ValueError(must(name, "values", f"of {sorted_x.shape[0]} rows", values.shape[0]))
    find = jax.vmap(lambda row, wanted: jnp.searchsorted(row, wanted, side=side))
    return find(sorted_x, values).astype(out_type)


@primitive(
    "LowerBound",
    check=lambda out_type: _check_index_type("LowerBound", "out_type", out_type),
    out_type=mstype.int32,
)
@op(label="LowerBound")
def lower_bound(sorted_x: Array, values: Array, out_type):
    """In each sorted row, the first place where a value fits in.

    Args:
        out_type: int32 or int64, dtype of the result.

    Inputs:
        - **sorted_x** (Tensor): shape (B, N), rows in ascending order.
        - **values** (Tensor): shape (B, M), same dtype.

    Returns:
        Tensor of shape (B, M).

    Raises:
        TypeError: a dtype does not fit.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.LowerBound()(ms.Tensor([[1, 2, 2, 5]]), ms.Tensor([[2, 6]])))
        [[1 4]]
    """
    return _bound("LowerBound", sorted_x, values, "left", out_type)


@primitive(
    "UpperBound",
    check=lambda out_type: _check_index_type("UpperBound", "out_type", out_type),
    out_type=mstype.int32,
)
@op(label="UpperBound")
def upper_bound(sorted_x: Array, values: Array, out_type):
    """In each sorted row, the last place where a value fits in. See `LowerBound`."""
    return _bound("UpperBound", sorted_x, values, "right", out_type)


def _check_reverse(reverse: Any) -> None:
    if not isinstance(reverse, bool):
        raise TypeError(must("NthElement", "reverse", "bool", describe(reverse)))


@primitive("NthElement", check=_check_reverse, reverse=False)
@op(label="NthElement")
def nth_element(input: Array, n, reverse):
    """The n-th smallest element along the last axis.

    Args:
        reverse (bool): whether to count from the largest one.

    Inputs:
        - **input** (Tensor): number dtype, rank 1 or more.
        - **n** (int or Tensor): the place, 0 for the smallest.

    Returns:
        Tensor without the last axis.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: there is no such place.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.NthElement()(ms.Tensor([[3., 1., 2.], [6., 5., 4.]]), 1))
        [2. 5.]
    """
    accept("NthElement", input, "iuf")
    if input.ndim == 0:
        raise ValueError(must("NthElement", "input", "of rank 1 or more", "rank 0"))
    if type(n) is not int:
        raise TypeError(must("NthElement", "n", "an int", describe(n)))
    size = input.shape[-1]
    if not 0 <= n < size:
        raise ValueError(must("NthElement", "n", f"in [0, {size})", n))
    return jnp.sort(input, -1)[..., size - 1 - n if reverse else n]


@primitive(
    "ListDiff",
    check=lambda out_idx: _check_index_type("ListDiff", "out_idx", out_idx),
    out_idx=mstype.int32,
)
@op(label="ListDiff", eager=True)
def list_diff(x: Array, y: Array, out_idx):
    """Elements of a list that are not in another.

    Args:
        out_idx: int32 or int64, dtype of the places.

    Inputs:
        - **x** (Tensor): rank 1.
        - **y** (Tensor): rank 1, same dtype.

    Returns:
        tuple of Tensors: the elements, and their places in `x`.

    Raises:
        TypeError: the dtypes differ.
        ValueError: a Tensor has another rank.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.ListDiff()(ms.Tensor([1, 2, 3, 2]), ms.Tensor([2]))[0])
        [1 3]
    """
    _same("ListDiff", x, y, "y")
    for arg, array in (("x", x), ("y", y)):
        if array.ndim != 1:
            raise ValueError(must("ListDiff", arg, "of rank 1", f"rank {array.ndim}"))
    places = np.flatnonzero(~np.isin(np.asarray(x), np.asarray(y)))
    return x[jnp.asarray(places)], jnp.asarray(places, out_idx)


@primitive("SubAndFilter")
@op(label="SubAndFilter", eager=True)
def sub_and_filter(input_x: Array, max_num, offset):
    """Numbers less an offset, without those outside [0, max_num).

    Inputs:
        - **input_x** (Tensor): int32 or int64, rank 1.
        - **max_num** (int): the bound.
        - **offset** (int): what is subtracted.

    Returns:
        tuple of Tensors: the numbers that stay, and their places.

    Raises:
        TypeError: an argument has the wrong type.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.SubAndFilter()(ms.Tensor([1, 5, 8, 16]), 10, 5)[0])
        [0 3]
    """
    accept("SubAndFilter", input_x, "int32 int64", "input_x")
    for arg, value in (("max_num", max_num), ("offset", offset)):
        if type(value) is not int:
            raise TypeError(must("SubAndFilter", arg, "an int", describe(value)))
    moved = np.asarray(input_x) - np.asarray(offset, input_x.dtype)
    places = np.flatnonzero((moved >= 0) & (moved < max_num))
    dtype = input_x.dtype
    return jnp.asarray(moved[places], dtype), jnp.asarray(places, dtype)


@primitive("CompareAndBitpack")
@op(label="CompareAndBitpack")
def compare_and_bitpack(x: Array, threshold: Array):
    """Comparisons `x > threshold`, eight to a byte, the first in the highest bit.

    Of bools the elements themselves are packed, the first into the lowest bit.

    Inputs:
        - **x** (Tensor): the last axis is a multiple of 8.
        - **threshold** (Tensor): 0-d, same dtype.

    Returns:
        Tensor of uint8.

    Raises:
        TypeError: the dtypes differ.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x = ms.Tensor([1., 2., 3., 4., 5., 6., 7., 8.])
        >>> print(ms.ops.CompareAndBitpack()(x, ms.Tensor(6.)))
        [3]
    """
    name = "CompareAndBitpack"
    accept(name, x, "bifu", "x")
    _same(name, x, threshold, "threshold")
    if threshold.ndim:
        raise ValueError(must(name, "threshold", "of rank 0", f"rank {threshold.ndim}"))
    if x.ndim == 0 or x.shape[-1] % 8:
        raise ValueError(must(name, "x", "of a last axis that 8 divides", x.shape))
    if x.dtype == np.bool_:
        return jnp.packbits(x, axis=-1, bitorder="little")
    return jnp.packbits(x > threshold, axis=-1)


def _check_ngram(ngram_size: Any) -> None:
    if integer("NoRepeatNGram", "ngram_size", ngram_size) < 1:
        raise ValueError(must("NoRepeatNGram", "ngram_size", ">= 1", ngram_size))


@primitive("NoRepeatNGram", check=_check_ngram, ngram_size=1)
@op(label="NoRepeatNGram")
def no_repeat_ngram(state_seq: Array, log_probs: Array, ngram_size):
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
    name = "NoRepeatNGram"
    accept(name, state_seq, "int32", "state_seq")
    accept(name, log_probs, "r", "log_probs")
    for arg, x in (("state_seq", state_seq), ("log_probs", log_probs)):
        if x.ndim != 3:
            raise ValueError(must(name, arg, "of rank 3", f"rank {x.ndim}"))
    if state_seq.shape[:2] != log_probs.shape[:2]:
        raise ValueError(
            must(name, "log_probs", f"of shape {(*state_seq.shape[:2], 'V')}", log_probs.shape)
        )
    length = state_seq.shape[-1]
    count = length - ngram_size + 1
    if count < 1:
        raise ValueError(must(name, "ngram_size", f"at most {length}", ngram_size))
    same = jnp.ones((*state_seq.shape[:2], count), np.bool_)
    for i in range(ngram_size - 1):
        recent = state_seq[..., length - ngram_size + 1 + i, None]
        same &= state_seq[..., i : i + count] == recent
    follows = state_seq[..., ngram_size - 1 :]
    low = jnp.full((), jnp.finfo(log_probs.dtype).min, log_probs.dtype)

    def forbid(row: jax.Array, tokens: jax.Array, banned: jax.Array) -> jax.Array:
        return row.at[jnp.where(banned, tokens, row.shape[0])].set(low, mode="drop")

    return jax.vmap(jax.vmap(forbid))(log_probs, follows, same)


def _check_normalize(normalize: Any) -> None:
    if not isinstance(normalize, bool):
        raise TypeError(must("EditDistance", "normalize", "bool", describe(normalize)))


@primitive("EditDistance", check=_check_normalize, normalize=True)
@op(label="EditDistance", eager=True)
def edit_distance(
    hypothesis_indices: Array,
    hypothesis_values: Array,
    hypothesis_shape: Array,
    truth_indices: Array,
    truth_values: Array,
    truth_shape: Array,
    normalize,
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
    """
    name = "EditDistance"
    sides = []
    for side, indices, values, shape in (
        ("hypothesis", hypothesis_indices, hypothesis_values, hypothesis_shape),
        ("truth", truth_indices, truth_values, truth_shape),
    ):
        accept(name, indices, "int64", f"{side}_indices")
        accept(name, shape, "int64", f"{side}_shape")
        if indices.ndim != 2 or indices.shape != (*values.shape, *shape.shape):
            wanted = f"of shape {(*values.shape, *shape.shape)}"
            raise ValueError(must(name, f"{side}_indices", wanted, indices.shape))
        sides.append((np.asarray(indices), np.asarray(values), np.asarray(shape)))
    _same(name, truth_values, hypothesis_values, "hypothesis_values")
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


@primitive("TridiagonalMatMul")
@op(label="TridiagonalMatMul")
def tridiagonal_matmul(superdiag: Array, maindiag: Array, subdiag: Array, rhs: Array):
    """Product of a tridiagonal matrix and a dense one.

    Inputs:
        - **superdiag** (Tensor): shape (..., 1, M), the diagonal above; its last element is unused.
        - **maindiag** (Tensor): shape (..., 1, M).
        - **subdiag** (Tensor): shape (..., 1, M), the diagonal below; its first one is unused.
        - **rhs** (Tensor): shape (..., M, N).

    Returns:
        Tensor of shape (..., M, N).

    Raises:
        TypeError: the dtypes differ.
        ValueError: the shapes do not fit.

    Examples:
        >>> import msjax as ms
        >>> d = ms.Tensor([[1., 2.]])
        >>> print(ms.ops.TridiagonalMatMul()(d, d, d, ms.Tensor([[1.], [10.]])))
        [[11.]
         [22.]]
    """
    name = "TridiagonalMatMul"
    accept(name, rhs, "rc", "rhs")
    if rhs.ndim < 2:
        raise ValueError(must(name, "rhs", "of rank 2 or more", f"rank {rhs.ndim}"))
    wanted = (*rhs.shape[:-2], 1, rhs.shape[-2])
    parts = []
    for arg, x in (("superdiag", superdiag), ("maindiag", maindiag), ("subdiag", subdiag)):
        _same(name, rhs, x, arg)
        if x.shape != wanted:
            raise ValueError(must(name, arg, f"of shape {wanted}", x.shape))
        parts.append(jnp.swapaxes(x, -1, -2))
    above, main, below = parts
    zero = jnp.zeros_like(rhs[..., :1, :])
    after = jnp.concatenate([rhs[..., 1:, :], zero], -2)
    before = jnp.concatenate([zero, rhs[..., :-1, :]], -2)
    above = above.at[..., -1, :].set(0)
    below = below.at[..., 0, :].set(0)
    return above * after + main * rhs + below * before


def _check_num_true(num_true: Any) -> None:
    if type(num_true) is not int:
        raise TypeError(must("ComputeAccidentalHits", "num_true", "int", describe(num_true)))
    if num_true < 1:
        raise ValueError(must("ComputeAccidentalHits", "num_true", "at least 1", num_true))


@primitive("ComputeAccidentalHits", check=_check_num_true, num_true=1)
@op(label="ComputeAccidentalHits", eager=True)
def compute_accidental_hits(true_classes: Array, sampled_candidates: Array, num_true):
    """Sampled classes that are the true class of an example.

    Args:
        num_true (int): number of true classes of each example.

    Inputs:
        - **true_classes** (Tensor): int32 or int64, shape (batch, num_true).
        - **sampled_candidates** (Tensor): same dtype, shape (num_sampled,).

    Returns:
        tuple of Tensors: the examples, the places among the samples, and the lowest float32
        number for each, to add to the logits.

    Raises:
        TypeError: a dtype does not fit.
        ValueError: a shape does not fit.
    """
    name = "ComputeAccidentalHits"
    for arg, x in (("true_classes", true_classes), ("sampled_candidates", sampled_candidates)):
        accept(name, x, "int32 int64", arg)
    _same(name, true_classes, sampled_candidates, "sampled_candidates")
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise ValueError(
            must(name, "true_classes", f"of shape (B, {num_true})", true_classes.shape)
        )
    if sampled_candidates.ndim != 1:
        raise ValueError(must(name, "sampled_candidates", "of rank 1", sampled_candidates.shape))
    hits = np.asarray(true_classes)[:, :, None] == np.asarray(sampled_candidates)
    examples, _, places = np.nonzero(hits)
    order = np.lexsort((examples, places))
    dtype = true_classes.dtype
    weights = jnp.full(len(order), np.finfo(np.float32).min, np.float32)
    return jnp.asarray(examples[order], dtype), jnp.asarray(places[order], dtype), weights
