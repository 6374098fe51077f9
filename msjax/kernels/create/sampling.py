"""Random choices: permutations, indices by weight, coin flips."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base import dtype as mstype
from msjax._core.base.checks import fraction, integer, of_type, positive
from msjax._core.base.dtype import Type
from msjax._core.base.errors import Clause, must
from msjax._core.base.state import STATE
from msjax._core.op.older import Find, bind_older, taking
from msjax._core.op.primitive import REQUIRED, Primitive
from msjax._core.op.publish import Array, Key, Value, call, op, primitive, public
from msjax._core.tensor.random import seeded_stream
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.attributes import TYPES, store
from msjax.kernels.checks import accept, check_rank
from msjax.kernels.create.random import Seeded, stream, unit
from msjax.kernels.host import np_dtype, placed

# -- permutations ----------------------------------------------------------------------------------


def _fixed_key(seed: int, offset: int) -> jax.Array:
    """The key of operations whose result is determined by their seed and offset."""
    words = np.array([seed & 0xFFFFFFFF, offset & 0xFFFFFFFF], np.uint32)
    return jax.random.wrap_key_data(words)


@op(label="RandpermV2")
def _permutation(n, dtype, seed, offset):
    return jax.random.permutation(_fixed_key(seed, offset), n).astype(dtype)


@op(label="RandpermV2")
def _any_permutation(n, dtype, generator: Key = None):
    return jax.random.permutation(generator, n).astype(dtype)


_fixed_permutation, draw_permutation = call(_permutation), call(_any_permutation)


@public("ops.randperm", accepts={"dtype": "dtype"}, label="RandpermV2")
def randperm(n: int | Tensor, seed: int = 0, offset: int = 0, dtype: Type = mstype.int64) -> Tensor:
    """The numbers 0 to n - 1 in a random order, which `seed` and `offset` determine.

    Args:
        n: positive int, or Tensor of one.
        seed: int; -1 together with `offset` 0 gives another order on each call.
        offset: int.
        dtype: element type.

    Returns:
        1-d Tensor.

    Raises:
        ValueError: `n` is not positive, or `offset` is negative.

    Examples:
        >>> import msjax as ms
        >>> sorted(ms.ops.randperm(4).tolist())
        [0, 1, 2, 3]
    """
    n = integer("n", int(n.item()) if isinstance(n, (Tensor, np.integer)) else n)
    positive("n", n)
    seed, offset = integer("seed", seed), integer("offset", offset)
    if seed < -1 or offset < 0:
        raise ValueError(must("seed and offset", ">= -1 and >= 0", (seed, offset)))
    found = np_dtype(dtype)
    if seed == -1 and not offset:
        return placed(draw_permutation(n, found))
    return placed(_fixed_permutation(n, found, seed, offset))


@public("ops.RandpermV2", accepts={"dtype": "dtype"})
class RandpermV2(Primitive):
    """The numbers 0 to n - 1 in a random order; see `ops.randperm`.

    Args:
        seed: int; -1 together with `offset` 0 gives another order on each call.
        offset: int.
        dtype: element type.

    Inputs:
        - **n** (int, Tensor) - how many numbers.

    Outputs:
        1-d Tensor of `n` elements.

    Raises:
        ValueError: `n` is not positive, `seed` is below -1 or `offset` is negative.

    Examples:
        >>> import msjax as ms
        >>> sorted(ms.ops.RandpermV2(seed=3)(4).tolist())
        [0, 1, 2, 3]
    """

    def __init__(self, seed: int = 0, offset: int = 0, dtype: Type = mstype.int64):
        super().__init__("RandpermV2")
        self._set_init(seed=seed, offset=offset, dtype=dtype)
        self.add_prim_attr("dtype", store("dtype", dtype, TYPES))

    def __call__(self, n: int | Tensor) -> Tensor:
        return randperm(n, self.seed, self.offset, self.init_attrs["dtype"])


@public("ops.Randperm")
class Randperm(Primitive):
    """The numbers 0 to n - 1 in a random order, then `pad` up to `max_length` elements.

    Args:
        max_length: int, the length of the result, at least n.
        pad: int, what fills the rest.
        dtype: element type.

    Inputs:
        - **n** (Tensor) - one int, how many numbers.

    Outputs:
        Tensor of shape (max_length,).

    Raises:
        TypeError: `n` is not a Tensor, or `max_length` or `pad` not an int.
        ValueError: `n` is not in [0, max_length], or `max_length` is not positive.

    Examples:
        >>> import msjax as ms
        >>> order = ms.ops.Randperm(max_length=5, pad=-1)(ms.Tensor([3]))
        >>> print(sorted(order[:3].tolist()), order[3:])
        [0, 1, 2] [-1 -1]
    """

    def __init__(self, max_length: int = 1, pad: int = -1, dtype: Type = mstype.int32):
        super().__init__("Randperm")
        if integer("max_length", max_length) < 1:
            raise ValueError(must("max_length", "positive", max_length))
        self._set_init(max_length=max_length, pad=integer("pad", pad), dtype=dtype)

    def __call__(self, n: Tensor) -> Tensor:
        count = int(of_type("n", n, Tensor).item())
        if not 0 <= count <= self.max_length:
            raise ValueError(must("n", f"in [0, {self.max_length}]", count))
        settings = (count, self.max_length, self.pad, np_dtype(self.dtype))
        return placed(_draw_padded_permutation(*settings))


@op(label="Randperm")
def _padded_permutation(n, length, pad, dtype, generator: Key = None):
    order = jax.random.permutation(generator, n) if n else jnp.zeros((0,), np.int32)
    return jnp.pad(order.astype(dtype), (0, length - n), constant_values=pad)


_draw_padded_permutation = call(_padded_permutation)


@op(label="RandomShuffle")
def _shuffled(x: Array, generator: Key = None):
    if not x.ndim:
        return x
    order = jax.random.permutation(generator, x.shape[0])
    return jnp.take(x, order, 0)


_shuffle = call(_shuffled)


@public("ops.shuffle", label="RandomShuffle")
def shuffle(x: Tensor, seed: int | None = None) -> Tensor:
    """A Tensor with its first dimension in a random order.

    Args:
        x: Tensor.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor.

    Raises:
        TypeError: `x` is not a Tensor.

    Examples:
        >>> import msjax as ms
        >>> sorted(ms.ops.shuffle(ms.Tensor([1, 2, 3])).tolist())
        [1, 2, 3]
    """
    return _shuffle(of_type("x", x, Tensor), stream("shuffle", seed))


@public("ops.RandomShuffle", counts="all")
class RandomShuffle(Seeded):
    """A Tensor with its first dimension in a random order; see `ops.shuffle`.

    Args:
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.

    Inputs:
        - **x** (Tensor) - any dtype and shape.

    Outputs:
        Tensor of the same shape and dtype.

    Raises:
        ValueError: a seed is negative.

    Examples:
        >>> import msjax as ms
        >>> sorted(ms.ops.RandomShuffle()(ms.Tensor([1, 2, 3])).tolist())
        [1, 2, 3]
    """

    def __init__(self, seed: int = 0, seed2: int = 0):
        super().__init__("RandomShuffle", seed, seed2)

    def __call__(self, x: Tensor) -> Tensor:
        return _shuffle(x, self._generator)


# -- indices by weight -----------------------------------------------------------------------------


def weighted(key: Any, weights: Any, count: int, replacement: bool) -> Any:
    """Indices drawn with probabilities proportional to the weights along the last dimension."""
    logits = jnp.log(weights.astype(np.float32))
    logits = jnp.where(weights > 0, logits, -jnp.inf)
    if replacement:
        shape = (count, *weights.shape[:-1])
        return jnp.moveaxis(jax.random.categorical(key, logits, -1, shape=shape), 0, -1)
    return jax.lax.top_k(logits + jax.random.gumbel(key, logits.shape, np.float32), count)[1]


def _check_multinomial(x: Any, count: Any, replacement: bool = True) -> None:
    check_rank(x, (1, 2), "input")
    if x.dtype.kind == "c":
        raise TypeError(must("input", "of real numbers", x.dtype))
    if integer("num_samples", count) < 0:
        raise ValueError(must("num_samples", "non-negative", count))
    if not replacement and count > x.shape[-1]:
        raise ValueError(
            Clause(
                f"the 'num_samples' must not exceed the last dimension of input without "
                f"'replacement', but got {count} and {x.shape[-1]}."
            )
        )


@op(label="Multinomial")
def drawn_places(
    x: Array, num_samples: int | None, replacement: bool, dtype: Any, generator: Key = None
):
    """Places drawn by the weights `x` along the last dimension."""
    _check_multinomial(x, num_samples, replacement)
    return weighted(generator, x, num_samples, replacement).astype(dtype)


_draw_multinomial = call(drawn_places)


@public("ops.multinomial", formerly={"ops.multinomial": "x=input num_sample=num_samples"})
def multinomial(
    input: Tensor, num_samples: int, replacement: bool = True, seed: int | None = None
) -> Tensor:
    """Indices drawn with probabilities proportional to the elements of each row.

    Args:
        input: Tensor of one or two dimensions with non-negative weights.
        num_samples: int, how many indices for each row.
        replacement: bool, whether an index may be drawn more than once.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor of int32.

    Raises:
        ValueError: there are not enough elements, or `input` has more dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.multinomial(ms.Tensor([0., 1., 0.]), 3))
        [1 1 1]
    """
    replacement = bool(replacement)
    x, generator = of_type("input", input, Tensor), stream("multinomial", seed)
    draw = call(drawn_places, "multinomial")
    return draw(x, num_samples, replacement, np.dtype(np.int32), generator)


@public("Tensor.multinomial", accepts={"self": "Tensor[int float16 float32 float64] None"})
def tensor_multinomial(
    self: Tensor, num_samples: int, replacement: bool = True, seed: int | None = None
) -> Tensor:
    """Indices drawn with probabilities proportional to the elements; see `ops.multinomial`.

    Args:
        num_samples: int, how many indices for each row.
        replacement: bool, whether an index may be drawn more than once.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor of int32.

    Raises:
        ValueError: there are not enough elements, or the Tensor has more than two dimensions.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([0., 1., 0.]).multinomial(3))
        [1 1 1]
    """
    return multinomial(self, num_samples, replacement, seed)


@public("ops.Multinomial", accepts={"x": "Tensor[int float16 float32 float64]"}, counts="all")
class Multinomial(Seeded):
    """Indices drawn with probabilities proportional to the elements of each row, with replacement.

    Args:
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.
        dtype: int32 or int64.

    Inputs:
        - **x** (Tensor) - non-negative weights of one or two dimensions.
        - **num_samples** (int) - how many indices for each row.

    Outputs:
        Tensor of `dtype`.

    Raises:
        TypeError: another `dtype`.
        ValueError: `x` has more dimensions, or `num_samples` or a seed is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Multinomial()(ms.Tensor([0., 1., 0.]), 3))
        [1 1 1]
    """

    def __init__(self, seed: int = 0, seed2: int = 0, dtype: Type = mstype.int32):
        super().__init__("Multinomial", seed, seed2, dtype=dtype)
        if dtype not in (mstype.int32, mstype.int64):
            raise TypeError(must("dtype", "int32 or int64", repr(dtype)))

    def __call__(self, x: Tensor, num_samples: int) -> Tensor:
        return _draw_multinomial(x, num_samples, True, self.dtype.np, self._generator)


@op(
    "ops.multinomial_with_replacement",
    label="MultinomialWithReplacement",
    accepts={
        "x": "Tensor[float16 float32 float64]",
        "seed": "int bool Tensor[int]",
        "offset": "int bool Tensor[int]",
        "numsamples": "int",
    },
)
def multinomial_with_replacement(
    x: Array, seed: int | Tensor, offset: int | Tensor, numsamples: int, replacement: bool = False
):
    """Indices drawn by weight, with replacement; `seed` and `offset` determine them.

    Args:
        x: Tensor of one or two dimensions with non-negative weights.
        seed: int.
        offset: int.
        numsamples: int, how many indices for each row.
        replacement: bool, kept for compatibility: an index may always be drawn again.

    Returns:
        Tensor of int64.

    Raises:
        TypeError: `x` is not floating, or an argument is of a wrong type.
        ValueError: `x` has more dimensions, or `numsamples` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.multinomial_with_replacement(ms.Tensor([0., 1., 0.]), 2, 5, 3))
        [1 1 1]
    """
    return _fixed_multinomial(x, seed, offset, numsamples)


def _fixed_multinomial(x: Any, seed: Any, offset: Any, count: int) -> Any:
    _check_multinomial(x, count)
    return weighted(_fixed_key(seed, offset), x, count, True).astype(np.int64)


@primitive("MultinomialWithReplacement", numsamples=REQUIRED, replacement=False)
@op(label="MultinomialWithReplacement")
def _multinomial_v2(
    x: Array, seed: int | Tensor, offset: int | Tensor, numsamples: int, replacement: bool
):
    """Indices drawn by weight, with replacement; the Tensors `seed` and `offset` determine them.

    Args:
        numsamples: int, how many indices for each row.
        replacement: bool without effect: an index may always be drawn again.

    Inputs:
        - **x** (Tensor) - non-negative weights of one or two dimensions.
        - **seed** (Tensor) - one int.
        - **offset** (Tensor) - one int.

    Outputs:
        Tensor of int64.

    Raises:
        ValueError: `x` has more dimensions, or `numsamples` is negative.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.MultinomialWithReplacement(numsamples=3)
        >>> print(op(ms.Tensor([0., 1., 0.]), ms.Tensor(2), ms.Tensor(5)))
        [1 1 1]
    """
    seed, offset = (v[0] if isinstance(v, tuple) else v for v in (seed, offset))
    return _fixed_multinomial(x, seed, offset, numsamples)


def _categorical(key: Any, logits: Any, count: Any, dtype: np.dtype) -> Any:
    check_rank(logits, 2, "logits")
    if dtype not in (np.dtype(np.int16), np.dtype(np.int32), np.dtype(np.int64)):
        raise TypeError(must("dtype", "int16, int32 or int64", dtype))
    accept(logits, "f", "logits")
    count = integer("num_sample", count)
    drawn = jax.random.categorical(
        key, logits.astype(np.float32), -1, shape=(count, logits.shape[0])
    )
    return drawn.T.astype(dtype)


@op(label="RandomCategorical")
def _fixed_categorical(logits: Array, num_sample, seed, dtype):
    return _categorical(_fixed_key(seed, 1), logits, num_sample, dtype)


@op(label="RandomCategorical")
def _any_categorical(logits: Array, num_sample, dtype, generator: Key = None):
    return _categorical(generator, logits, num_sample, dtype)


_draw_fixed_categorical, _draw_categorical = call(_fixed_categorical), call(_any_categorical)


@public(
    "ops.random_categorical",
    accepts={"logits": "Tensor[float] !ValueError float"},
    label="RandomCategorical",
)
def random_categorical(
    logits: Tensor, num_sample: int, seed: int = 0, dtype: Type = mstype.int64
) -> Tensor:
    """Indices drawn with the probabilities softmax(logits) of each row.

    Args:
        logits: Tensor of two dimensions.
        num_sample: int, how many indices for each row.
        seed: int; other than 0, it determines the result.
        dtype: int16, int32 or int64.

    Returns:
        Tensor of shape (rows, num_sample).

    Raises:
        TypeError: `seed` is not an int.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.random_categorical(ms.Tensor([[0., 100.]]), 3))
        [[1 1 1]]
    """
    found = np_dtype(dtype)
    if isinstance(seed, Tensor):
        seed = int(seed.item())
    if integer("seed", seed) and STATE.frame is None:
        return _draw_fixed_categorical(logits, num_sample, seed, found)
    stream = seeded_stream("compiled RandomCategorical", seed) if seed else None
    return _draw_categorical(logits, num_sample, found, stream)


@public("Tensor.random_categorical")
def tensor_random_categorical(
    self: Tensor, num_sample: int, seed: int = 0, dtype: Type = mstype.int64
) -> Tensor:
    """Indices drawn with the probabilities softmax of each row; see `ops.random_categorical`.

    Args:
        num_sample: int, how many indices for each row.
        seed: int; other than 0, it determines the result.
        dtype: int16, int32 or int64.

    Returns:
        Tensor of shape (rows, num_sample).

    Raises:
        TypeError: another `dtype`, or the Tensor is not floating.
        ValueError: the Tensor is not a matrix.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([[0., 100.]]).random_categorical(3))
        [[1 1 1]]
    """
    return random_categorical(self, num_sample, seed, dtype)


@public(
    "ops.RandomCategorical", accepts={"logits": "Tensor[float] !ValueError float"}, counts="all"
)
class RandomCategorical(Primitive):
    """Indices drawn with the probabilities softmax(logits) of each row.

    Args:
        dtype: int16, int32 or int64.

    Inputs:
        - **logits** (Tensor) - floating-point matrix.
        - **num_sample** (int) - how many indices for each row.
        - **seed** (int) - other than 0, it determines the result.

    Outputs:
        Tensor of shape (rows, num_sample).

    Raises:
        TypeError: another `dtype`, or `logits` is not floating.
        ValueError: `logits` is not a matrix.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.RandomCategorical()(ms.Tensor([[0., 100.]]), 3))
        [[1 1 1]]
    """

    def __init__(self, dtype: Type = mstype.int64):
        super().__init__("RandomCategorical")
        self._set_init(dtype=dtype)

    def __call__(self, logits: Tensor, num_sample: int, seed: int = 0) -> Tensor:
        return random_categorical(logits, num_sample, seed, self.dtype)


@op(label="RandomChoiceWithMask")
def _choice(input_x: Array, count, generator: Key = None):
    accept(input_x, "bool", "input_x")
    if not 1 <= input_x.ndim <= 5:
        raise ValueError(must("input_x", "of 1 to 5 dimensions", input_x.ndim))
    flat = input_x.reshape(-1)
    noise = jnp.where(flat, jax.random.uniform(generator, flat.shape, np.float32), 2.0)
    order = jnp.argsort(noise)[:count]
    chosen = flat[order]
    places = jnp.stack(jnp.unravel_index(order, input_x.shape), -1)
    places = jnp.where(chosen[:, None], places, 0).astype(np.int32)
    extra = count - order.shape[0]
    return jnp.pad(places, ((0, max(extra, 0)), (0, 0))), jnp.pad(chosen, (0, max(extra, 0)))


_draw_choice = call(_choice)


def _count(count: Any) -> int:
    if integer("count", count) < 1:
        raise ValueError(must("count", "positive", count))
    return count


@public("ops.choice_with_mask", label="RandomChoiceWithMask")
def choice_with_mask(
    input_x: Tensor, count: int = 256, seed: int | None = None
) -> tuple[Tensor, Tensor]:
    """A random choice among the true elements of a Tensor.

    Args:
        input_x: Tensor of bool of one to five dimensions.
        count: int, how many elements to choose.
        seed: int; a positive one gives a stream of its own.

    Returns:
        Tensor of int32 of shape (count, rank) with the indices, padded with zeros if there are
        fewer true elements, and Tensor of bool that says which rows count.

    Raises:
        TypeError: `input_x` is not of bool.

    Examples:
        >>> import msjax as ms
        >>> index, mask = ms.ops.choice_with_mask(ms.Tensor([True, False, True]), 2)
        >>> sorted(index.reshape(2).tolist())
        [0, 2]
    """
    x = of_type("input_x", input_x, Tensor)
    return _draw_choice(x, _count(count), stream("choice_with_mask", seed))


@public("ops.RandomChoiceWithMask", counts="all")
class RandomChoiceWithMask(Seeded):
    """A random choice among the true elements of a Tensor; see `ops.choice_with_mask`.

    Args:
        count: int, how many elements to choose.
        seed: int; positive seeds give the Primitive a stream of its own.
        seed2: int.

    Inputs:
        - **input_x** (Tensor) - bool, of one to five dimensions.

    Outputs:
        Tensor of int32 of shape (count, rank) with the indices, padded with zeros if there are
        fewer true elements, and Tensor of bool that says which rows count.

    Raises:
        TypeError: `input_x` is not of bool.
        ValueError: `count` is not positive, or `input_x` has another number of dimensions.

    Examples:
        >>> import msjax as ms
        >>> op = ms.ops.RandomChoiceWithMask(count=3)
        >>> index, mask = op(ms.Tensor([False, True, False]))
        >>> print(mask, index[0])
        [ True False False] [1]
    """

    def __init__(self, count: int = 256, seed: int = 0, seed2: int = 0):
        super().__init__("RandomChoiceWithMask", seed, seed2, count=_count(count))

    def __call__(self, input_x: Tensor) -> tuple[Tensor, Tensor]:
        return _draw_choice(input_x, self.count, self._generator)


# -- coin flips ------------------------------------------------------------------------------------


def _flips(key: Any, x: Any, p: Any) -> Any:
    p = jnp.asarray(p)
    if not jnp.issubdtype(p.dtype, jnp.floating):
        raise TypeError(must("p", "a float or a floating Tensor", p.dtype))
    wide = np.dtype(np.float64 if p.dtype == np.float64 else np.float32)
    return (unit(key, x.shape, wide) < p).astype(x.dtype)


@op(label="Bernoulli")
def _fixed_bernoulli(x: Array, p: Value, seed, offset):
    return _flips(_fixed_key(seed, offset), x, p)


@op(label="Bernoulli")
def _any_bernoulli(x: Array, p: Value, generator: Key = None):
    return _flips(generator, x, p)


_draw_fixed_bernoulli, _draw_bernoulli = call(_fixed_bernoulli), call(_any_bernoulli)


def _bernoulli(x: Any, p: Any, seed: Any, offset: int = 0) -> Tensor:
    if isinstance(p, float):
        fraction("p", p)
    if integer("seed", seed) < -1 or integer("offset", offset) < 0:
        raise ValueError(must("seed and offset", ">= -1 and >= 0", (seed, offset)))
    if seed == -1:
        return _draw_bernoulli(x, p)
    return _draw_fixed_bernoulli(x, p, seed, offset)


@public(
    "ops.bernoulli",
    accepts={"input": "Tensor[bool int8 int16 int32 int64 uint8 float32 float64]"},
    label="Bernoulli",
)
def bernoulli(input: Tensor, p: float | Tensor = 0.5, seed: int | None = None) -> Tensor:
    """Ones with probability `p` and zeros otherwise, in the shape and dtype of a Tensor.

    Args:
        input: Tensor.
        p: float, or floating Tensor whose shape broadcasts to that of `input`.
        seed: int; it determines the result. By default each call gives another one.

    Returns:
        Tensor.

    Raises:
        TypeError: `p` is not floating.
        ValueError: `p` is outside [0, 1].

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.bernoulli(ms.Tensor([1, 2]), 1.0))
        [1 1]
    """
    return _bernoulli(of_type("input", input, Tensor), p, -1 if seed is None else seed)


@public(
    "ops.Bernoulli",
    accepts={
        "x": "Tensor[bool int8 int16 int32 int64 uint8 float32 float64]",
        "p": "float Tensor[float32 float64]",
    },
    counts="all",
)
class Bernoulli(Primitive):
    """Ones with probability `p` and zeros otherwise; see `ops.bernoulli`.

    Args:
        seed: int; -1 gives another result on each call.
        offset: int.

    Inputs:
        - **x** (Tensor) - gives the shape and dtype.
        - **p** (float, Tensor) - the probability; a floating Tensor broadcasts to the shape of `x`.

    Outputs:
        Tensor of the shape and dtype of `x`.

    Raises:
        TypeError: `p` is not floating, or `x` not a Tensor of such a dtype.
        ValueError: `p` is outside [0, 1], `seed` is below -1 or `offset` is negative.

    Examples:
        >>> import msjax as ms
        >>> print(ms.ops.Bernoulli()(ms.Tensor([1, 2]), 1.0))
        [1 1]
    """

    def __init__(self, seed: int = -1, offset: int = 0):
        super().__init__("Bernoulli")
        self._set_init(seed=seed, offset=offset)

    def __call__(self, x: Tensor, p: float | Tensor) -> Tensor:
        return _bernoulli(of_type("x", x, Tensor), p, self.seed, self.offset)


@taking("p seed")
def _older_bernoulli(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.10 to 2.2: ones with a probability that is given, in the shape of the Tensor."""
    if len(args) < 2 and not kwargs.keys() & {"p", "seed"}:
        return today(*args, **kwargs)
    bound = bind_older("bernoulli", ("input", "p", "seed"), args, kwargs, "input")
    seed = bound.get("seed")
    seed = None if seed == -1 else seed  # which stood for a seed of no choice
    return resolve("ops.bernoulli")(bound["input"], bound.get("p", 0.5), seed)


@op(
    "Tensor.bernoulli",
    "mint.bernoulli",
    label="Bernoulli",
    formerly={"Tensor.bernoulli": _older_bernoulli},
)
def bernoulli_ext(input: Array, *, generator: Key = None):
    """Ones with the probabilities that the elements are, and zeros otherwise.

    Args:
        input: floating Tensor of probabilities in [0, 1].
        generator: Generator of the random numbers, by default the global one.

    Returns:
        Tensor of the shape and dtype of `input`.

    Raises:
        TypeError: `input` is not a Tensor, or `generator` not a Generator.

    Examples:
        >>> import msjax as ms
        >>> print(ms.Tensor([0., 1.]).bernoulli())
        [0. 1.]
    """
    return _flips(generator, input, input)
