"""Basic layers of the transformers of older releases, and the checks of their arguments."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.base.functions import F
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import InitialValue
from msjax.common.initializer import initializer
from msjax.nn.cell import Cell
from msjax.nn.layer.activation import get_activation
from msjax.nn.layer.basic import Dropout
from msjax.nn.transformer.op_parallel_config import (
    EmbeddingOpParallelConfig,
    OpParallelConfig,
    default_dpmp_config,
    default_embedding_parallel_config,
)

__all__ = ["FixedSparseAttention"]

FLOATS = (mstype.float32, mstype.float16)


def one_of_types(*types: type) -> Callable:
    """A check that a value is of one of the types."""

    def check(value: Any, name: str) -> None:
        if not isinstance(value, types):
            names = [t.__name__ for t in types]
            raise TypeError(
                f"The type of '{name}' must be one of {names}, but got {type(value).__name__}."
            )

    return check


def float_dtype(value: Any, name: str) -> None:
    """A check that a value is one of the dtypes that the layers compute in."""
    if value not in FLOATS:
        raise TypeError(f"The '{name}' must be one of ['Float32', 'Float16'], but got {value}.")


def rate(value: Any, name: str) -> None:
    """A check that a value is a probability below 1."""
    validator.check_non_negative_float(value, name)
    if value >= 1:
        raise ValueError(
            f"The '{name}' must be in the range [0, 1.0), but got the value : {value}."
        )


def activation_kind(value: Any, name: str) -> None:
    """A check that a value is the name of an activation, or the class of a Cell."""
    if not isinstance(value, str) and not (isinstance(value, type) and issubclass(value, Cell)):
        raise TypeError(
            f"The type of '{name}' must be one of ['str', 'Cell'], but got {type(value).__name__}."
        )


def number_of_sequences(value: Any, name: str) -> None:
    """A check that a value is a positive int, or None for any number."""
    if value is not None:
        validator.check_positive_int(value, name)


CHECKS: dict[str, Callable] = {
    "batch_size": number_of_sequences,
    **dict.fromkeys(
        "hidden_size ffn_hidden_size num_heads seq_length src_seq_length tgt_seq_length "
        "num_layers encoder_layers vocab_size embedding_size in_channels out_channels expert_num "
        "outer_batch".split(),
        validator.check_positive_int,
    ),
    **dict.fromkeys(("decoder_layers", "offset"), validator.check_non_negative_int),
    **dict.fromkeys(("dropout_rate", "attention_dropout_rate", "hidden_dropout_rate"), rate),
    **dict.fromkeys(
        ("use_past", "post_layernorm_residual", "has_bias", "transpose_b"), validator.check_bool
    ),
    **dict.fromkeys(
        "layernorm_compute_type softmax_compute_type param_init_type compute_dtype".split(),
        float_dtype,
    ),
    "hidden_act": activation_kind,
    "activation": lambda value, name: value is None or activation_kind(value, name),
}


def checked(**more: Callable) -> Callable[[F], F]:
    """Decorate a constructor: its arguments are checked by name, those left out are not."""

    def decorate(init: F) -> F:
        signature = inspect.signature(init)

        @functools.wraps(init)
        def wrapper(*args: Any, **kwargs: Any) -> None:
            for name, value in signature.bind(*args, **kwargs).arguments.items():
                check = more.get(name) or CHECKS.get(name)
                if check is not None:
                    check(value, name)
            init(*args, **kwargs)

        return wrapper

    return decorate


def _args_type_validator_check(*type_args: Callable, **type_kwargs: Callable) -> Callable:
    """Decorate a function: each argument that has a check here is given to it, with its name.

    Args:
        type_args: checks of the first arguments, functions of a value and a name that raise.
        type_kwargs: checks of arguments by name.

    Returns:
        Decorator.
    """

    def decorate(function: Callable) -> Callable:
        signature = inspect.signature(function)
        checks = signature.bind_partial(*type_args, **type_kwargs).arguments

        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            for name, value in signature.bind(*args, **kwargs).arguments.items():
                if name in checks:
                    checks[name](value, name)
            return function(*args, **kwargs)

        return wrapper

    return decorate


def _valid_type_checks(types: list[type], class_name: str) -> Callable:
    """A check that a value is of one of the types."""

    def check(value: Any, name: str) -> None:
        if not isinstance(value, tuple(types)):
            names = [t.__name__ for t in types]
            raise TypeError(
                f"For '{class_name}', the type of '{name}' must be one of {names}, "
                f"but got {type(value).__name__}."
            )

    return check


def _valid_value_checks(types: list, class_name: str) -> Callable:
    """A check that a value, most often a dtype, is one of several."""

    def check(value: Any, name: str) -> None:
        if value not in types:
            raise TypeError(
                f"For '{class_name}', the '{name}' must be one of {[str(t) for t in types]}, "
                f"but got {value}."
            )

    return check


class _LayerInputCheck:
    """Checks of the shapes of inputs; each returns True or raises ValueError."""

    @staticmethod
    def check_shape_length(
        input_shape: Any, param_name: str, func_name: str, target_len: int | list
    ) -> bool:
        """A shape of as many axes as the number says, or one of the numbers."""
        allowed = target_len if isinstance(target_len, list) else [target_len]
        if len(input_shape) not in allowed:
            raise ValueError(
                f"{func_name} {param_name} shape length must be one of {allowed} dimension, "
                f"but got shape {input_shape}"
            )
        return True

    @staticmethod
    def check_shape_equal(
        input_shape: Any, param_name: str, func_name: str, target_shape: list
    ) -> bool:
        """A shape that is the list, or one of the lists."""
        allowed = target_shape if isinstance(target_shape[0], list) else [target_shape]
        shape = list(input_shape) if isinstance(input_shape, tuple) else input_shape
        lengths = [len(item) for item in allowed]
        _LayerInputCheck.check_shape_length(shape, param_name, func_name, lengths)
        if shape not in allowed:
            raise ValueError(
                f"{func_name} {param_name} shape must be one of {allowed},but got {shape}"
            )
        return True

    @staticmethod
    def check_shape_value_on_axis(
        input_shape: Any, dim: int, param_name: str, cls_name: str, target_value: int
    ) -> bool:
        """A shape of that length on one axis."""
        if input_shape[dim] != target_value:
            raise ValueError(
                f"{cls_name} {param_name} at {dim} shape must be {target_value},"
                f"but got {input_shape[dim]}"
            )
        return True

    @staticmethod
    def check_shape_equal_without_batch(
        input_shape: Any, param_name: str, func_name: str, target_shape: Any
    ) -> bool:
        """A shape (..., length, hidden) or (several times length, hidden)."""
        length, hidden = target_shape
        shape = list(input_shape) if isinstance(input_shape, tuple) else input_shape
        _LayerInputCheck.check_shape_length(shape, param_name, func_name, [2, 3])
        first, last = shape[0], shape[-1]
        if last != hidden:
            what, got = (
                f"last dimension of {param_name} shape must be {hidden}",
                f"last dimension {last}",
            )
        elif first == 0:
            what, got = (
                f"first dimension of {param_name} shape greater than 0",
                f"first dimension {first}",
            )
        elif len(shape) == 2 and first % length != 0:
            what = f"first dimension of {param_name} shape should be divisible by {length}"
            got = f"first dimension {first}"
        else:
            return True
        raise ValueError(f"For {func_name}, the {what},but got the {got} in {shape}.")


def _check_past_none_input_none(
    use_past: bool,
    param_name: str,
    func_name: str,
    default_value: Any,
    is_tensor: bool,
    is_default: bool,
) -> bool:
    """Refuse an input that keeps the past where there is none, and its lack where there is one."""
    if use_past and not is_tensor:
        raise TypeError(f"{func_name} {param_name} must be tensor, if use_pat is True")
    if not use_past and (is_tensor or not is_default):
        found = ", but found a tensor" if is_tensor else "."
        raise TypeError(
            f"{func_name} {param_name} must be {default_value}, if use_pat is False{found}"
        )
    return True


def _check_input_dtype(input_dtype: Any, param_name: str, allow_dtypes: Any, cls_name: str) -> None:
    """Refuse a dtype that is none of the allowed ones."""
    validator.check_type_name(param_name, input_dtype, allow_dtypes, cls_name)


def check_shape(owner: str, name: str, tensor: Tensor, *allowed: tuple) -> None:
    """Refuse a Tensor of none of the shapes."""
    shapes = [list(shape) for shape in allowed]
    _LayerInputCheck.check_shape_equal(tensor.shape, name, owner, shapes)


def check_rank(owner: str, name: str, tensor: Tensor, *allowed: int) -> None:
    """Refuse a Tensor of none of the ranks."""
    _LayerInputCheck.check_shape_length(tensor.shape, name, owner, list(allowed))


def check_dtype(owner: str, name: str, tensor: Tensor, *allowed: Any) -> None:
    """Refuse a Tensor of none of the dtypes."""
    _check_input_dtype(tensor.dtype, name, allowed, owner)


def check_divides(owner: str, config: Any, **sizes: int) -> None:
    """Refuse sizes that model parallelism can not divide."""
    for name, size in sizes.items():
        if size % config.model_parallel != 0:
            raise ValueError(
                f"For '{owner}', the class variable '{name}' must be a multiple of the num of model"
                f" parallel, but got the {name} is {size} and the num of model parallel is "
                f"{config.model_parallel}."
            )


class _LayerNorm(Cell):
    """Normalisation over the last axis.

    Args:
        normalized_shape: tuple of the length of the axis.
        eps: float, added to the variance.
        param_init_type: dtype of scale and shift.
    """

    def __init__(
        self,
        normalized_shape: tuple,
        eps: float = 1e-5,
        param_init_type: mstype.Type = mstype.float32,
    ):
        super().__init__()
        float_dtype(param_init_type, "param_init_type")
        self.layer_norm = ops.LayerNorm(-1, -1, eps)
        self.gamma = Parameter(
            initializer("ones", normalized_shape, param_init_type),
            name="gamma",
            parallel_optimizer=False,
        )
        self.beta = Parameter(
            initializer("zeros", normalized_shape, param_init_type),
            name="beta",
            parallel_optimizer=False,
        )
        self.eps = eps

    def construct(self, x: Tensor) -> Tensor:
        """The normalised values, of the shape of `x`."""
        return self.layer_norm(x, self.gamma, self.beta)[0]

    def shard(self, strategy: tuple) -> _LayerNorm:
        """Keep a strategy for several devices; returns the layer."""
        self.layer_norm.shard((strategy[0], (1,), (1,)))
        return self


class _Linear(Cell):
    """A dense layer that computes in a given dtype.

    Args:
        in_channels: int, length of the last axis of the input.
        out_channels: int, that of the output.
        weight_init: initializer of the weight.
        bias_init: initializer of the bias.
        has_bias: bool, whether there is a bias.
        activation: name of an activation, or class of a Cell, or None.
        transpose_b: bool, whether the weight is of shape (out_channels, in_channels).
        expert_num: int, number of experts, each with a weight of its own, in the axis before the
            last two of the input.
        outer_batch: int, how often the experts are repeated.
        expert_group_size: int, tokens of each group of devices, or None.
        param_init_type: dtype of weight and bias.
        compute_dtype: dtype of the product.
    """

    @checked()
    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: Any = "normal",
        bias_init: Any = "zeros",
        has_bias: bool = True,
        activation: str | type[Cell] | None = None,
        transpose_b: bool = True,
        expert_num: int = 1,
        outer_batch: int = 1,
        expert_group_size: int | None = None,
        param_init_type: Any = mstype.float32,
        compute_dtype: Any = mstype.float16,
    ):
        super().__init__()
        self.in_channels, self.out_channels = in_channels, out_channels
        if isinstance(weight_init, Tensor) and weight_init.shape != (out_channels, in_channels):
            raise ValueError(
                "The shape of parameter 'weight_init' is error, please check shape of "
                "'weight_init'."
            )
        self.expert_num, self.outer_batch = expert_num, outer_batch
        self.expert_group_size, self.transpose_b = expert_group_size, transpose_b
        self.expert_flag = expert_num > 1
        shape = [out_channels, in_channels] if transpose_b else [in_channels, out_channels]
        if self.expert_flag:
            shape = [expert_num, *shape]
        self.weight = Parameter(initializer(weight_init, shape, param_init_type), name="weight")
        self.has_bias, self.bias = has_bias, None
        if has_bias:
            if isinstance(bias_init, Tensor) and bias_init.shape != (out_channels,):
                raise ValueError(
                    "The shape of parameter 'bias_init' is error, please check shape of "
                    "'bias_init'."
                )
            bias_shape = [1, expert_num, 1, out_channels] if self.expert_flag else [out_channels]
            self.bias = Parameter(initializer(bias_init, bias_shape, param_init_type), name="bias")
            self.bias.parallel_optimizer = False
        self.act_name = activation
        self.activation = activation() if callable(activation) else get_activation(activation)
        self.activation_flag = self.activation is not None
        self.dtype = compute_dtype

    def construct(self, x: Tensor) -> Tensor:
        """The layer's output, of the dtype of `x`."""
        shape = (*x.shape[:-1], self.out_channels)
        given = x.dtype
        x = x.reshape((-1, self.in_channels))
        if self.expert_flag:
            x = x.reshape((self.outer_batch, self.expert_num, -1, self.in_channels))
        weight = self.weight.astype(self.dtype)
        if self.transpose_b:
            weight = weight.swapaxes(-1, -2)
        x = ops.matmul(x.astype(self.dtype), weight)
        if self.has_bias:
            x = x + self.bias.astype(self.dtype)
        if self.activation_flag:
            x = self.activation(x)
        return x.astype(given).reshape(shape)

    def shard(
        self, strategy_matmul: tuple, strategy_bias: Any = None, strategy_activation: Any = None
    ) -> _Linear:
        """Keep strategies for several devices; returns the layer."""
        self.strategies = (strategy_matmul, strategy_bias, strategy_activation)
        return self


class _Dropout(Dropout):
    """Dropout given by the probability to keep an element.

    Args:
        keep_prob: float, the probability.
        dtype: kept for compatibility with the layer of older releases.
    """

    def __init__(self, keep_prob: float = 0.5, dtype: Any = mstype.float32):
        if keep_prob <= 0 or keep_prob > 1:
            raise ValueError(
                f"dropout probability should be a number in range (0, 1], but got {keep_prob}"
            )
        validator.check_subclass("dtype", dtype, mstype.number_type, "_Dropout")
        super().__init__(p=1.0 - keep_prob)


class AttentionMask(Cell):
    """The mask of a decoder: each token sees the valid tokens up to itself.

    Args:
        seq_length: int, length of the sequences.
        parallel_config: OpParallelConfig.

    Inputs:
        - **input_mask** (Tensor) - Float16 or Float32 of shape (batch, seq_length), not 0 where a
          token is valid.

    Outputs:
        Float32 Tensor of shape (batch, seq_length, seq_length), 1 where attention is allowed.

    Raises:
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: an argument is out of range, or an input has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.transformer import AttentionMask
        >>> print(AttentionMask(3)(ms.Tensor([[1., 1., 0.]])))
        [[[1. 0. 0.]
          [1. 1. 0.]
          [0. 0. 0.]]]
    """

    @checked(parallel_config=one_of_types(OpParallelConfig))
    def __init__(self, seq_length: int, parallel_config: OpParallelConfig = default_dpmp_config):
        super().__init__()
        self.seq_length = seq_length
        self.lower_triangle_mask = Tensor(np.tril(np.ones((seq_length,) * 2)), mstype.float32)

    def construct(self, input_mask: Tensor) -> Tensor:
        """The mask of a batch."""
        check_rank(self.cls_name, "input_mask", input_mask, 2)
        check_dtype(self.cls_name, "input_mask", input_mask, *FLOATS)
        if input_mask.shape[1] != self.seq_length:
            raise ValueError(
                f"{self.cls_name} input_mask at 1 shape must be {self.seq_length},"
                f"but got {input_mask.shape[1]}"
            )
        valid = (input_mask != 0).astype(mstype.float16)
        return ops.expand_dims(valid, 2) * ops.expand_dims(valid, 1) * self.lower_triangle_mask


class VocabEmbedding(Cell):
    """A table of vectors, looked up by integer ids.

    Args:
        vocab_size: int, number of vectors.
        embedding_size: int, length of a vector.
        parallel_config: EmbeddingOpParallelConfig.
        param_init: Tensor, str, Initializer or number, the table.

    Inputs:
        - **input_ids** (Tensor) - Int32 of shape (batch, length).

    Outputs:
        Tuple of the vectors, Float32 of shape (batch, length, embedding_size), and the table.

    Raises:
        TypeError: an argument or an input has a wrong type or dtype.
        ValueError: an argument is out of range, or an input has another shape.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.transformer import VocabEmbedding
        >>> vectors, table = VocabEmbedding(5, 3)(ms.Tensor([[0, 1]], ms.int32))
        >>> vectors.shape, table.shape
        ((1, 2, 3), (5, 3))
    """

    @checked(parallel_config=one_of_types(EmbeddingOpParallelConfig))
    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        parallel_config: EmbeddingOpParallelConfig = default_embedding_parallel_config,
        param_init: InitialValue = "normal",
    ):
        super().__init__()
        self.vocab_size, self.embedding_size = vocab_size, embedding_size
        if not parallel_config.vocab_emb_dp:
            check_divides("VocabEmbedding", parallel_config, vocab_size=vocab_size)
        self.embedding_table = Parameter(
            initializer(param_init, [vocab_size, embedding_size]),
            name="embedding_table",
            parallel_optimizer=False,
        )
        self.gather = ops.Gather()

    def construct(self, input_ids: Tensor) -> tuple:
        """The vectors of the ids, and the table."""
        check_rank(self.cls_name, "input_ids", input_ids, 2)
        check_dtype(self.cls_name, "input_ids", input_ids, mstype.int32)
        return self.gather(self.embedding_table, input_ids, 0), self.embedding_table


class FixedSparseAttention(Cell):
    """Attention with a fixed sparse pattern, for which msjax has no kernels.

    Args:
        batch_size: int, number of sequences.
        num_heads: int, number of heads.
        size_per_head: int, length of a head's vectors.
        block_size: int, edge of the blocks of the pattern.
        seq_length: int, length of the sequences.
        num_different_global_patterns: int, number of patterns.
        parallel_config: OpParallelConfig.

    Raises:
        NotImplementedError: always.

    Examples:
        >>> from msjax.nn.transformer import FixedSparseAttention
        >>> FixedSparseAttention(1, 2, 64, 64)
        Traceback (most recent call last):
        NotImplementedError: nn.transformer.FixedSparseAttention is not supported by msjax; ...

    References:
        Child, Gray, Radford, Sutskever: Generating Long Sequences with Sparse Transformers, 2019.
    """

    def __init__(
        self,
        batch_size: int,
        num_heads: int,
        size_per_head: int,
        block_size: int,
        seq_length: int = 1024,
        num_different_global_patterns: int = 4,
        parallel_config: OpParallelConfig = default_dpmp_config,
    ):
        raise NotImplementedError(
            "nn.transformer.FixedSparseAttention is not supported by msjax; use "
            "nn.transformer.MultiHeadAttention with a mask, or ops.flash_attention_score."
        )
