"""Random classes for losses that sample the negative classes."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import at_least, boolean, integer, of_type
from msjax._core.base.errors import must
from msjax._core.op.publish import Array, Key, call, op, primitive, public
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.checks import accept, check_rank, of_dtype
from msjax.kernels.create.random import Seeded, stream
from msjax.kernels.create.sampling import weighted


@op(label="UniformCandidateSampler")
def _uniform_candidates(
    true_classes: Array, count, unique, range_max, remove, generator: Key = None
):
    weights = jnp.ones((range_max,), np.float32)
    if remove:
        weights = weights.at[true_classes.reshape(-1)].set(0.0)
    sampled = weighted(generator, weights, count, not unique).astype(true_classes.dtype)
    expected = np.float32(count / range_max)
    return (
        sampled,
        jnp.full(true_classes.shape, expected, np.float32),
        jnp.full((count,), expected, np.float32),
    )


@op(label="LogUniformCandidateSampler")
def _log_uniform_candidates(true_classes: Array, count, unique, range_max, generator: Key = None):
    def draw(key: Any, shape: tuple = ()) -> Any:
        places = jnp.exp(jax.random.uniform(key, shape, np.float32) * np.log(range_max + 1)) - 1
        return jnp.minimum(places.astype(np.int32), range_max - 1)

    def chance(classes: Any) -> Any:
        classes = classes.astype(np.float32)
        return jnp.log((classes + 2) / (classes + 1)) / np.float32(np.log(range_max + 1))

    if not unique:
        sampled = draw(generator, (count,))
        return sampled.astype(np.int64), chance(true_classes) * count, chance(sampled) * count

    def more(state: tuple) -> Any:
        found, _, tries, _ = state
        return found < count

    def step(state: tuple) -> tuple:
        found, taken, tries, key = state
        key, now = jax.random.split(key)
        value = draw(now)
        fresh = ~jnp.any(taken == value)
        taken = taken.at[found].set(jnp.where(fresh, value, taken[found]))
        return found + fresh.astype(np.int32), taken, tries + 1, key

    zero = jnp.int32(0)
    start = (zero, jnp.full((count,), -1, np.int32), zero, generator)
    _, sampled, tries, _ = jax.lax.while_loop(more, step, start)

    def expected(classes: Any) -> Any:
        return -jnp.expm1(tries.astype(np.float32) * jnp.log1p(-chance(classes)))

    return sampled.astype(np.int64), expected(true_classes), expected(sampled)


_draw_uniform_candidates = call(_uniform_candidates)
_draw_log_uniform_candidates = call(_log_uniform_candidates)


def _check_candidate_settings(
    num_true: Any, count: Any, unique: Any, range_max: Any, *, seed: Any = 0
) -> None:
    lowest = {"num_true": (num_true, 1), "num_sampled": (count, 1), "range_max": (range_max, 1)}
    for arg, (value, low) in (lowest | {"seed": (seed, 0)}).items():
        at_least(arg, integer(arg, value), low)
    boolean("unique", unique)
    if unique and count > range_max:
        raise ValueError(must("num_sampled", f"at most range_max, {range_max}", count))


def _check_candidates(x: Any, num_true: Any, count: Any, unique: Any, range_max: Any) -> None:
    _check_candidate_settings(num_true, count, unique, range_max)
    of_type("true_classes", x, Tensor)
    if x.dtype not in (mstype.int32, mstype.int64):
        raise TypeError(must("true_classes", "of int32 or int64", x.dtype))
    if x.ndim not in (1, 2) or x.shape[-1] != num_true:
        raise ValueError(must("true_classes", f"of shape (n, {num_true})", x.shape))


@public("ops.uniform_candidate_sampler", label="UniformCandidateSampler")
def uniform_candidate_sampler(
    true_classes: Tensor,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int = 0,
    remove_accidental_hits: bool = False,
) -> tuple[Tensor, Tensor, Tensor]:
    """Classes drawn uniformly, for losses that sample the negative classes.

    Args:
        true_classes: Tensor of int32 or int64 of shape (batch, num_true).
        num_true: int, how many true classes an example has.
        num_sampled: int, how many classes to draw.
        unique: bool, whether no class may be drawn twice.
        range_max: int, the number of classes.
        seed: int; a positive one gives a stream of its own.
        remove_accidental_hits: bool, whether true classes are left out.

    Returns:
        The classes drawn, and how often each true class and each drawn one is to be expected.

    Raises:
        TypeError: an argument is of another type.
        ValueError: there are not enough classes.

    Examples:
        >>> import msjax as ms
        >>> classes = ms.Tensor([[1], [3]])
        >>> drawn, true_count, drawn_count = ms.ops.uniform_candidate_sampler(
        ...     classes, 1, 2, unique=True, range_max=4, remove_accidental_hits=True)
        >>> print(sorted(drawn.tolist()), drawn_count)
        [0, 2] [0.5 0.5]
    """
    _check_candidates(true_classes, num_true, num_sampled, unique, range_max)
    generator = stream("uniform_candidate_sampler", seed)
    settings = (num_sampled, unique, range_max, remove_accidental_hits)
    return _draw_uniform_candidates(true_classes, *settings, generator)


@public("ops.UniformCandidateSampler", counts="all")
class UniformCandidateSampler(Seeded):
    """Classes drawn uniformly; see `ops.uniform_candidate_sampler`.

    Args:
        num_true: int, how many true classes an example has.
        num_sampled: int, how many classes to draw.
        unique: bool, whether no class may be drawn twice.
        range_max: int, the number of classes.
        seed: int; a positive one gives the Primitive a stream of its own.
        remove_accidental_hits: bool, whether true classes are left out.

    Inputs:
        - **true_classes** (Tensor) - int32 or int64, of shape (batch, num_true).

    Outputs:
        Tuple of the classes drawn, and of how often each true class and each drawn one is to be
        expected, of float32.

    Raises:
        TypeError: an argument is of another type.
        ValueError: there are not enough classes, or the shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> sampler = ms.ops.UniformCandidateSampler(1, 4, True, 4)
        >>> drawn, true_count, drawn_count = sampler(ms.Tensor([[1], [3]]))
        >>> print(sorted(drawn.tolist()), drawn_count)
        [0, 1, 2, 3] [1. 1. 1. 1.]
    """

    seed_names = ("seed",)

    def __init__(
        self,
        num_true: int,
        num_sampled: int,
        unique: bool,
        range_max: int,
        seed: int = 0,
        remove_accidental_hits: bool = False,
    ):
        name = "UniformCandidateSampler"
        _check_candidate_settings(num_true, num_sampled, unique, range_max, seed=seed)
        boolean("remove_accidental_hits", remove_accidental_hits)
        super().__init__(
            name,
            seed,
            0,
            num_true=num_true,
            num_sampled=num_sampled,
            unique=unique,
            range_max=range_max,
            remove_accidental_hits=remove_accidental_hits,
        )

    def __call__(self, true_classes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        settings = (self.num_sampled, self.unique, self.range_max)
        _check_candidates(true_classes, self.num_true, *settings)
        return _draw_uniform_candidates(
            true_classes, *settings, self.remove_accidental_hits, self._generator
        )


@public(
    "ops.log_uniform_candidate_sampler",
    accepts={"true_classes": "Tensor[int64]"},
    label="LogUniformCandidateSampler",
)
def log_uniform_candidate_sampler(
    true_classes: Tensor,
    num_true: int = 1,
    num_sampled: int = 5,
    unique: bool = True,
    range_max: int = 5,
    seed: int = 0,
) -> tuple[Tensor, Tensor, Tensor]:
    """Classes drawn with probabilities that fall like those of words ordered by frequency.

    Args:
        true_classes: Tensor of int32 or int64 of shape (batch, num_true).
        num_true: int, how many true classes an example has.
        num_sampled: int, how many classes to draw.
        unique: bool, whether no class may be drawn twice.
        range_max: int, the number of classes.
        seed: int; a positive one gives a stream of its own.

    Returns:
        The classes drawn, of int64, and how often each true class and each drawn one is expected.

    Raises:
        TypeError: an argument is of another type.
        ValueError: there are not enough classes, or the shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> classes = ms.Tensor([[1], [3]])
        >>> drawn, true_count, drawn_count = ms.ops.log_uniform_candidate_sampler(classes)
        >>> print(sorted(drawn.tolist()), true_count.shape, drawn_count.shape)
        [0, 1, 2, 3, 4] (2, 1) (5,)
    """
    _check_candidates(true_classes, num_true, num_sampled, unique, range_max)
    generator = stream("log_uniform_candidate_sampler", seed)
    return _draw_log_uniform_candidates(true_classes, num_sampled, unique, range_max, generator)


@public("ops.LogUniformCandidateSampler")
class LogUniformCandidateSampler(Seeded):
    """Classes drawn log-uniformly; see `ops.log_uniform_candidate_sampler`.

    Args:
        num_true: int, how many true classes an example has.
        num_sampled: int, how many classes to draw.
        unique: bool, whether no class may be drawn twice.
        range_max: int, the number of classes.
        seed: int; a positive one gives the Primitive a stream of its own.

    Inputs:
        - **true_classes** (Tensor) - int32 or int64, of shape (batch, num_true).

    Outputs:
        Tuple of the classes drawn, of int64, and of how often each true class and each drawn one is
        to be expected, of float32.

    Raises:
        TypeError: an argument is of another type.
        ValueError: there are not enough classes, or the shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> sampler = ms.ops.LogUniformCandidateSampler(num_sampled=3, range_max=3)
        >>> drawn, true_count, drawn_count = sampler(ms.Tensor([[1], [2]]))
        >>> print(sorted(drawn.tolist()))
        [0, 1, 2]
    """

    seed_names = ("seed",)

    def __init__(
        self,
        num_true: int = 1,
        num_sampled: int = 5,
        unique: bool = True,
        range_max: int = 5,
        seed: int = 0,
    ):
        name = "LogUniformCandidateSampler"
        _check_candidate_settings(num_true, num_sampled, unique, range_max, seed=seed)
        super().__init__(
            name,
            seed,
            0,
            num_true=num_true,
            num_sampled=num_sampled,
            unique=unique,
            range_max=range_max,
        )

    def __call__(self, true_classes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        settings = (self.num_sampled, self.unique, self.range_max)
        _check_candidates(true_classes, self.num_true, *settings)
        return _draw_log_uniform_candidates(true_classes, *settings, self._generator)


def _check_num_true(num_true: Any) -> None:
    integer("num_true", num_true)
    at_least("num_true", num_true, 1)


@primitive("ComputeAccidentalHits", check=_check_num_true, num_true=1)
@op(label="ComputeAccidentalHits", eager=True)
def compute_accidental_hits(true_classes: Array, sampled_candidates: Array, num_true: int):
    """Sampled classes that are the true class of an example.

    Args:
        num_true (int): number of true classes of each example.

    Inputs:
        - **true_classes** (Tensor): int32 or int64, shape (batch, num_true).
        - **sampled_candidates** (Tensor): same dtype, shape (num_sampled,).

    Returns:
        tuple of Tensors: the examples in order, the places among the samples in the order of each
        example's classes, and the lowest float32 number for each, to add to the logits.

    Raises:
        TypeError: a dtype does not fit.
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.ComputeAccidentalHits()
        >>> examples, places, weights = op(ms.Tensor([[1], [3]]), ms.Tensor([0, 3, 1]))
        >>> print(examples, places)
        [0 1] [2 1]
    """
    for arg, x in (("true_classes", true_classes), ("sampled_candidates", sampled_candidates)):
        accept(x, "int32 int64", arg)
    of_dtype("sampled_candidates", sampled_candidates, true_classes.dtype)
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise ValueError(must("true_classes", f"of shape (B, {num_true})", true_classes.shape))
    check_rank(sampled_candidates, 1, "sampled_candidates")
    hits = np.asarray(true_classes)[:, :, None] == np.asarray(sampled_candidates)
    examples, _, places = np.nonzero(hits)
    dtype = true_classes.dtype
    weights = jnp.full(len(places), np.finfo(np.float32).min, np.float32)
    return jnp.asarray(examples, dtype), jnp.asarray(places, dtype), weights
