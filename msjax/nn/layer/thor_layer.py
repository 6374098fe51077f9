"""Layers that gather the covariances of their inputs and gradients for the optimizer `nn.thor`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.op.older import without
from msjax._core.op.publish import call
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import InitialValue
from msjax.common.initializer import Initializer, initializer
from msjax.kernels.image.patches import extract_patches
from msjax.nn.cell import Cell
from msjax.nn.layer.activation import get_activation
from msjax.nn.layer.basic import ClipByNorm

if TYPE_CHECKING:
    from msjax._core.op.primitive import Primitive

__all__ = ["Conv2dThor", "DenseThor", "EmbeddingLookupThor", "EmbeddingThor"]

_patches = call(extract_patches)


def _state(name: str, values: np.ndarray) -> Parameter:
    return Parameter(Tensor(values.astype(np.float32)), name=name, requires_grad=False)


def _gram(x: Tensor, divisor: int) -> Tensor:
    """Products of all pairs of columns, over a divisor."""
    return ops.matmul(x.swapaxes(0, 1), x) * (1.0 / divisor)


class DenseThor(Cell):
    """A dense layer that gathers covariances: `matrix_a` of its inputs, `matrix_g` of gradients.

    Args:
        in_channels: int, length of the last axis of the input.
        out_channels: int, that of the output.
        weight_init: Tensor, str, Initializer or number of the weight.
        bias_init: Tensor, str, Initializer or number of the bias.
        has_bias: bool, whether there is a bias.
        activation: name of an activation, a Cell or None.

    Inputs:
        - **x** (Tensor) - Float32 of shape (N, in_channels).

    Outputs:
        Float32 Tensor of shape (N, out_channels).

    Raises:
        TypeError: an argument has a wrong type, or `x` of another dtype.
        ValueError: a size is not positive, or an initial Tensor has another shape.
        RuntimeError: `x` has another number of columns.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.DenseThor(3, 4, weight_init="ones")
        >>> print(net(ms.Tensor([[1., 2., 3.]])))
        [[6. 6. 6. 6.]]
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        weight_init: InitialValue = "normal",
        bias_init: InitialValue = "zeros",
        has_bias: bool = True,
        activation: str | Cell | Primitive | None = None,
    ):
        super().__init__()
        name, self.thor = self.cls_name, True
        self.in_channels = validator.check_positive_int(in_channels, "in_channels", name)
        self.out_channels = validator.check_positive_int(out_channels, "out_channels", name)
        self.has_bias = validator.check_bool(has_bias, "has_bias", name)
        shape = [out_channels, in_channels]
        _check_init(name, "weight_init", weight_init, shape)
        self.weight = Parameter(initializer(weight_init, shape), name="weight")
        self.bias = None
        if has_bias:
            _check_init(name, "bias_init", bias_init, shape[:1])
            self.bias = Parameter(initializer(bias_init, shape[:1]), name="bias")
        self.activation = get_activation(activation) if isinstance(activation, str) else activation
        self.activation_flag = self.activation is not None
        self.matrix_a = _state("matrix_a", np.eye(in_channels))
        self.matrix_g = _state("matrix_g", np.eye(out_channels))
        self.getG = ops.InsertGradientOf(self.save_gradient)

    def save_gradient(self, dout: Tensor) -> Tensor:
        """Gather a gradient, which is returned.

        Args:
            dout: Tensor of shape (N, out_channels), the gradient of the output.

        Returns:
            Tensor: `dout` itself.
        """
        self.matrix_g = _gram(dout, dout.shape[0])
        return dout

    def construct(self, x: Tensor) -> Tensor:
        """The layer's output for a Tensor of shape (N, in_channels)."""
        if self.thor:
            # Over the number of columns, as in MindSpore on other devices than Ascend.
            self.matrix_a = _gram(x, self.in_channels)
        x = ops.matmul(x, self.weight.swapaxes(0, 1))
        if self.thor:
            x = self.getG(x)
        if self.has_bias:
            x = x + self.bias
        return self.activation(x) if self.activation_flag else x

    def extend_repr(self) -> str:
        """The settings, for printing."""
        text = f"input_channels={self.in_channels}, output_channels={self.out_channels}"
        return f"{text}, has_bias={self.has_bias}" if self.has_bias else text


def _check_init(owner: str, name: str, init: Any, shape: list) -> None:
    if isinstance(init, Tensor) and init.shape != tuple(shape):
        raise ValueError(
            f"For '{owner}', {name.replace('_', ' ')} shape error. The shape of '{name}' must be "
            f"{tuple(shape)}, but got {init.shape}."
        )


class Conv2dThor(Cell):
    """A 2-d convolution that gathers covariances of the patches of its inputs and of gradients.

    Args:
        in_channels: int, channels of the input.
        out_channels: int, channels of the output.
        kernel_size: int or pair of ints.
        stride: int or pair of ints.
        pad_mode: str, "same", "valid" or "pad".
        padding: int or tuple of ints, for the mode "pad".
        dilation: int or pair of ints.
        group: int, number of groups.
        has_bias: bool, whether there is a bias.
        weight_init: Tensor, str, Initializer or number of the weight.
        bias_init: Tensor, str, Initializer or number of the bias.

    Inputs:
        - **x** (Tensor) - Float32 of shape (N, in_channels, H, W).

    Outputs:
        Float32 Tensor of shape (N, out_channels, H', W').

    Raises:
        TypeError: an argument has a wrong type, or `x` of another dtype.
        ValueError: an argument is out of range, or `x` does not have 4 dimensions.
        RuntimeError: `x` has another number of channels.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Conv2dThor(2, 3, 3)
        >>> net(ms.ops.ones((1, 2, 4, 4))).shape
        (1, 3, 4, 4)
    """

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: int | Sequence[int],
        stride: int | Sequence[int] = 1,
        pad_mode: str = "same",
        padding: int | tuple[int, ...] = 0,
        dilation: int | Sequence[int] = 1,
        group: int = 1,
        has_bias: bool = False,
        weight_init: InitialValue = "normal",
        bias_init: InitialValue = "zeros",
    ):
        super().__init__()
        name = self.cls_name
        self.in_channels = validator.check_positive_int(in_channels, "in_channels", name)
        self.out_channels = validator.check_positive_int(out_channels, "out_channels", name)
        for item in padding if isinstance(padding, tuple) else (padding,):
            if not isinstance(item, int):
                raise TypeError(
                    f"For '{name}', the type of 'padding' must be int/tuple(int), "
                    f"but got {type(padding).__name__}."
                )
            validator.check_non_negative_int(item, "padding", name)
        self.pad_mode, self.padding, self.bias_init = pad_mode, padding, bias_init
        self.group = validator.check_positive_int(group, "group", name)
        self.kernel_size = _pair(name, "kernel_size", kernel_size)
        self.stride = _pair(name, "stride", stride)
        self.dilation = _pair(name, "dilation", dilation)
        for what, channels in (("in_channels", in_channels), ("out_channels", out_channels)):
            if channels % group != 0:
                raise ValueError(
                    f"For '{name}', the '{what}' must be divisible by 'group', but got "
                    f"'{what}': {channels} and 'group': {group}."
                )
        shape = [out_channels, in_channels // group, *self.kernel_size]
        self.weight = Parameter(initializer(weight_init, shape), name="weight")
        self.has_bias, self.bias = validator.check_bool(has_bias, "has_bias", name), None
        if has_bias:
            self.bias = Parameter(initializer(bias_init, [out_channels]), name="bias")
        self.conv2d = ops.Conv2D(
            out_channels,
            self.kernel_size,
            pad_mode=pad_mode,
            pad=padding,
            stride=self.stride,
            dilation=self.dilation,
            group=group,
        )
        self.thor, self.hw = True, self.kernel_size[0] * self.kernel_size[1]
        self.matrix_a_dim, self.matrix_g_dim = in_channels * self.hw, out_channels
        self.a_normalizer = _state("a_normalizer", np.ones(1))
        self.g_normalizer = _state("g_normalizer", np.ones(1))
        self.matrix_a_cov = _state("matrix_a", np.zeros([self.matrix_a_dim] * 2))
        self.matrix_g_cov = _state("matrix_g", np.zeros([self.matrix_g_dim] * 2))
        self.getG = ops.InsertGradientOf(self.save_gradient)

    def save_gradient(self, dout: Tensor) -> Tensor:
        """Gather a gradient, which is returned.

        Args:
            dout: Tensor of shape (N, out_channels, H', W'), the gradient of the output.

        Returns:
            Tensor: `dout` itself.
        """
        mean = dout.mean(0).reshape((self.out_channels, -1)).astype(mstype.float32)
        count = mean.shape[1]
        self.g_normalizer = Tensor([float(count)], mstype.float32)
        self.matrix_g_cov = ops.matmul(mean, mean.swapaxes(0, 1)) * (1.0 / count)
        return dout

    def construct(self, x: Tensor) -> Tensor:
        """The convolution of a Tensor of shape (N, C, H, W)."""
        if self.thor:
            mean = _patches(x, self.kernel_size, self.stride, (1, 1), "same").mean(0)
            rows = mean.reshape((self.hw, self.in_channels, -1)).swapaxes(0, 1)
            rows = rows.reshape((self.matrix_a_dim, -1)).astype(mstype.float32)
            count = rows.shape[1]
            self.a_normalizer = Tensor([float(count)], mstype.float32)
            self.matrix_a_cov = ops.matmul(rows, rows.swapaxes(0, 1)) * (1.0 / count)
        out = self.conv2d(x, self.weight)
        if self.thor:
            out = self.getG(out)
        return ops.bias_add(out, self.bias) if self.has_bias else out

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"input_channels={self.in_channels}, output_channels={self.out_channels}, "
            f"kernel_size={self.kernel_size}, stride={self.stride}, pad_mode={self.pad_mode}, "
            f"padding={self.padding}, dilation={self.dilation}, group={self.group}, "
            f"has_bias={self.has_bias}, bias_init={self.bias_init}"
        )


def _pair(owner: str, name: str, value: Any) -> tuple:
    if not isinstance(value, (int, tuple, list)):
        raise TypeError(
            f"For '{owner}', the type of '{name}' must be int or tuple, but got {type(value)}."
        )
    pair = tuple(value) if isinstance(value, (tuple, list)) else (value, value)
    if len(pair) != 2 or not all(type(v) is int and v >= 1 for v in pair):
        raise ValueError(
            f"For '{owner}', all elements in '{name}' must be int or tuple and equal to or greater "
            f"than 1, but got '{name}': {pair}."
        )
    return pair


class EmbeddingThor(Cell):
    """A table of vectors that gathers how often ids occur, and a covariance of gradients.

    Args:
        vocab_size: int, number of vectors.
        embedding_size: int, length of a vector.
        use_one_hot: bool, look up by a product with one-hot vectors; nothing is gathered then.
        embedding_table: Tensor, str, Initializer or number, the table.
        dtype: dtype of the one-hot vectors.
        padding_idx: int, id whose vector starts as zeros, or None.

    Inputs:
        - **ids** (Tensor) - Int32 or Int64, any shape.

    Outputs:
        Float32 Tensor of the shape of `ids` and `embedding_size` behind it.

    Raises:
        TypeError: an argument has a wrong type, or `ids` of another dtype.
        ValueError: `padding_idx` is out of range.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.EmbeddingThor(5, 3)
        >>> net(ms.Tensor([[0, 1], [2, 2]])).shape, net.matrix_a.asnumpy().tolist()
        ((2, 2, 3), [1.0, 1.0, 2.0, 0.0, 0.0])
    """

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        use_one_hot: bool = False,
        embedding_table: Tensor | str | Initializer | float = "normal",
        dtype: mstype.Type = mstype.float32,
        padding_idx: int | None = None,
    ):
        super().__init__()
        name = self.cls_name
        self.vocab_size = validator.check_value_type("vocab_size", vocab_size, [int], name)
        self.embedding_size = validator.check_value_type(
            "embedding_size", embedding_size, [int], name
        )
        validator.check_value_type("use_one_hot", use_one_hot, [bool], name)
        validator.check_subclass("dtype", dtype, mstype.number_type, name)
        self.use_one_hot, self.dtype, self.padding_idx = use_one_hot, dtype, padding_idx
        table = initializer(embedding_table, [vocab_size, embedding_size])
        if padding_idx is not None:
            both = validator.INC_BOTH
            validator.check_int_range(padding_idx, 0, vocab_size, both, "padding_idx", name)
            values = table.asnumpy()
            values[padding_idx] = 0
            table = Tensor(values, table.dtype)
        self.embedding_table = Parameter(table, name="embedding_table")
        self.thor = True
        self.matrix_a = _state("matrix_a", np.zeros(vocab_size))
        self.matrix_g = _state("matrix_g", np.zeros([embedding_size] * 2))
        self.getG = ops.InsertGradientOf(self.save_gradient)

    def save_gradient(self, dout: Tensor) -> Tensor:
        """Gather a gradient, which is returned.

        Args:
            dout: Tensor of shape (N, embedding_size), the gradient of the vectors.

        Returns:
            Tensor: `dout` itself.
        """
        self.matrix_g = _gram(dout, dout.shape[0])
        return dout

    def construct(self, ids: Tensor) -> Tensor:
        """The vectors of integer ids; one dimension more than `ids`."""
        flat = ids.reshape((-1,))
        if self.use_one_hot or self.thor:
            hot = ops.one_hot(
                flat, self.vocab_size, Tensor(1.0, self.dtype), Tensor(0.0, self.dtype)
            )
        if self.use_one_hot:
            out = ops.matmul(hot, self.embedding_table)
        else:
            out = ops.gather(self.embedding_table, flat, 0)
            if self.thor:
                self.matrix_a = hot.sum(0)
                out = self.getG(out)
        return out.reshape((*ids.shape, self.embedding_size))

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"vocab_size={self.vocab_size}, embedding_size={self.embedding_size}, "
            f"use_one_hot={self.use_one_hot}, embedding_table={self.embedding_table}, "
            f"dtype={self.dtype}, padding_idx={self.padding_idx}"
        )


class EmbeddingLookupThor(Cell):
    """A Float16 table of vectors; as EmbeddingThor if it is on the device.

    Args:
        vocab_size: int, number of vectors.
        embedding_size: int, length of a vector.
        param_init: Tensor, str, Initializer or number, the table.
        target: str, "CPU" or "DEVICE"; the latter gathers.
        slice_mode: str, how several devices would share the table; one device holds it whole.
        manual_shapes: parts of the table for the slice mode "field_slice".
        max_norm: float above 0; vectors are scaled down to this norm, or None.
        sparse: bool, must be True for the target "CPU".

    Inputs:
        - **indices** (Tensor) - Int32 or Int64, any shape.

    Outputs:
        Float16 Tensor of the shape of `indices` and `embedding_size` behind it.

    Raises:
        TypeError: an argument has a wrong type, or `indices` of another dtype.
        ValueError: a size or `max_norm` is not positive, or `target` is another or does not fit
            `sparse`.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.EmbeddingLookupThor(5, 3)
        >>> net(ms.Tensor([[0, 1]])).shape
        (1, 2, 3)
    """

    BATCH_SLICE = "batch_slice"
    FIELD_SLICE = "field_slice"
    TABLE_ROW_SLICE = "table_row_slice"
    TABLE_COLUMN_SLICE = "table_column_slice"

    @without(vocab_cache_size=0)  # 2.2
    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        param_init: InitialValue = "normal",
        target: str = "CPU",
        slice_mode: str = "batch_slice",
        manual_shapes: tuple | None = None,
        max_norm: float | None = None,
        sparse: bool = True,
    ):
        super().__init__()
        name = self.cls_name
        validator.check_value_type("sparse", sparse, [bool], name)
        self.vocab_size = validator.check_positive_int(vocab_size, "vocab_size", name)
        if target not in ("CPU", "DEVICE"):
            raise ValueError(
                f"For '{name}', the 'target' must be one of values in ('CPU', 'DEVICE'), "
                f"but got {target}."
            )
        if not sparse and target == "CPU":
            raise ValueError(
                f"For '{name}', embedding_lookup must be sparse when 'target' is CPU, but got "
                f"'sparse': {sparse}, 'target': {target}."
            )
        self.target, self.sparse, self.dtype = target, sparse, mstype.float16
        self.slice_mode, self.manual_shapes = slice_mode, manual_shapes
        self.embedding_size = validator.check_positive_int(embedding_size, "embedding_size", name)
        table = initializer(param_init, [vocab_size, embedding_size], mstype.float16)
        self.embedding_table = Parameter(table, name="embedding_table")
        self.max_norm = max_norm
        if max_norm is not None:
            validator.check_positive_float(max_norm, "max_norm", name)
            self.max_norm = Tensor(max_norm, mstype.float16)
        self.thor = True
        self.matrix_a = _state("matrix_a", np.zeros(vocab_size))
        self.matrix_g = _state("matrix_g", np.zeros([embedding_size] * 2))
        self.getG = ops.InsertGradientOf(self.save_gradient)

    def save_gradient(self, dout: Tensor) -> Tensor:
        """Gather a gradient, which is returned.

        Args:
            dout: Tensor whose last dimension is `embedding_size`, the gradient of the vectors.

        Returns:
            Tensor: `dout` itself.
        """
        rows = dout.reshape((-1, self.embedding_size))
        self.matrix_g = _gram(rows, dout.shape[0]).astype(mstype.float32)
        return dout

    def construct(self, indices: Tensor) -> Tensor:
        """The vectors of integer indices; one dimension more than `indices`."""
        out = ops.gather(self.embedding_table, indices, 0)
        if self.target == "DEVICE" and self.thor:
            one, zero = Tensor(1.0, self.dtype), Tensor(0.0, self.dtype)
            hot = ops.one_hot(indices.reshape((-1,)), self.vocab_size, one, zero)
            self.matrix_a = hot.sum(0).astype(mstype.float32)
            out = self.getG(out)
        if self.max_norm is not None:
            out = ClipByNorm(tuple(range(indices.ndim, out.ndim)))(out, self.max_norm)
        return out
