"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from collections.abc import Sequence
from typing import Any, Literal, overload

from numpy import ndarray

from msjax._core.tensor.tensor import Tensor
from msjax._types import DType
from msjax.ops import adaptive_max_pool2d as adaptive_max_pool2d
from msjax.ops import dense as _linear
from msjax.ops import embedding as embedding
from msjax.ops import grid_sample as grid_sample
from msjax.ops import group_norm as group_norm
from msjax.ops import hardshrink as hardshrink
from msjax.ops import hardsigmoid as hardsigmoid
from msjax.ops import hardswish as hardswish
from msjax.ops import inplace_sigmoid as _sigmoid_
from msjax.ops import layer_norm as layer_norm
from msjax.ops import mse_loss_ext as _mse_loss
from msjax.ops import prelu as prelu
from msjax.ops import sigmoid as sigmoid
from msjax.ops import soft_margin_loss as soft_margin_loss
from msjax.ops import softshrink as softshrink
from msjax.ops import tanh as tanh

def adaptive_avg_pool1d(input: Tensor, output_size: int | tuple[int, ...]) -> Tensor:
    """Mean over windows chosen so that the last dimension gets the given length."""
    ...

def adaptive_avg_pool2d(input: Tensor, output_size: int | Sequence[int | None]) -> Tensor:
    """Mean over windows chosen so that the last two dimensions get the given lengths."""
    ...

def adaptive_avg_pool3d(input: Tensor, output_size: int | Sequence[int | None]) -> Tensor:
    """Mean over windows chosen so that the last three dimensions get the given lengths."""
    ...

@overload
def adaptive_max_pool1d(
    input: Tensor,
    output_size: int | tuple[int, ...],
    return_indices: Literal[False] = False,
) -> Tensor:
    """Maximum over windows chosen so that the last dimension gets the given length."""
    ...

@overload
def adaptive_max_pool1d(
    input: Tensor,
    output_size: int | tuple[int, ...],
    *,
    return_indices: Literal[True],
) -> tuple[Tensor, Tensor]:
    """Maximum over windows chosen so that the last dimension gets the given length."""
    ...

@overload
def adaptive_max_pool1d(
    input: Tensor,
    output_size: int | tuple[int, ...],
    return_indices: bool = False,
) -> Any:
    """Maximum over windows chosen so that the last dimension gets the given length."""
    ...

def avg_pool1d(
    input: Tensor,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """Mean of each window of the last dimension."""
    ...

def avg_pool2d(
    input: Tensor,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """Mean of each window of the last two dimensions."""
    ...

def avg_pool3d(
    input: Tensor,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """Mean of each window of the last three dimensions."""
    ...

def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """Batch norm as `ops.batch_norm`, for 2 to 5 dimensions and optional statistics and ..."""
    ...

def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Binary cross entropy of probabilities, as `ops.binary_cross_entropy`."""
    ...

def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """Binary cross entropy of logits, as `ops.binary_cross_entropy_with_logits`."""
    ...

def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] | str = 0,
    dilation: int | tuple[int, ...] = 1,
    groups: int = 1,
) -> Tensor:
    """One-dimensional convolution of a batch or of a single sequence."""
    ...

def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] | str = 0,
    dilation: int | tuple[int, ...] = 1,
    groups: int = 1,
) -> Tensor:
    """Two-dimensional convolution of a batch or of a single image."""
    ...

def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] | str = 0,
    dilation: int | tuple[int, ...] = 1,
    groups: int = 1,
) -> Tensor:
    """Three-dimensional convolution of a batch or of a single volume."""
    ...

def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] = 0,
    output_padding: int | tuple[int, ...] = 0,
    groups: int = 1,
    dilation: int | tuple[int, ...] = 1,
) -> Tensor:
    """Transposed two-dimensional convolution."""
    ...

def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0.0,
    reduction: str = "mean",
) -> Tensor:
    """Cosine embedding loss of pairs of vectors along the last axis."""
    ...

def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Cross entropy between logits and class indices or class probabilities."""
    ...

def dropout(
    input: Tensor,
    p: float | Tensor = 0.5,
    training: bool = True,
    inplace: bool = False,
) -> Tensor:
    """Set elements to zero at random and scale up the others, so that the mean stays."""
    ...

def dropout2d(
    input: Tensor,
    p: float = 0.5,
    training: bool = True,
    inplace: bool = False,
) -> Tensor:
    """Set whole channels, the second dimension, to zero at random; scale up the others."""
    ...

def elu(input: Tensor, alpha: float | Tensor = 1.0, inplace: bool = False) -> Tensor:
    """`input` where positive, alpha * (exp(input) - 1) elsewhere."""
    ...

def elu_(input: Tensor, alpha: float | Tensor = 1.0) -> Tensor:
    """Exponential linear unit, written into `input`."""
    ...

def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Merge dimensions `start_dim` to `end_dim` into one."""
    ...

def fold(
    input: Tensor,
    output_size: Sequence[int] | Tensor,
    kernel_size: int | tuple[int, ...],
    dilation: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] = 0,
    stride: int | tuple[int, ...] = 1,
) -> Tensor:
    """Images from columns of sliding blocks; overlapping elements add up."""
    ...

def gelu(input: Tensor, *, approximate: str = "none") -> Tensor:
    """Gaussian error linear unit, as `ops.gelu` with `approximate` by keyword."""
    ...

def glu(input: Tensor, dim: int = -1) -> Tensor:
    """Gated linear unit: the first half along a dimension times the sigmoid of the second half."""
    ...

def hardtanh(
    input: Tensor,
    min_val: float = -1.0,
    max_val: float = 1.0,
    inplace: bool = False,
) -> Tensor:
    """`input` limited to [min_val, max_val]."""
    ...

def hardtanh_(input: Tensor, min_val: float = -1, max_val: float = 1) -> Tensor:
    """Limit `input` to [min_val, max_val], in place; `ops.hardtanh` returns a new Tensor."""
    ...

def interpolate(
    input: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[Any] | None = None,
    mode: str | Tensor | ndarray = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> Tensor:
    """Resize the spatial axes, as `ops.interpolate`, with any scale factor in any mode."""
    ...

def kl_div(
    input: Tensor,
    target: Tensor,
    reduction: str = "mean",
    log_target: bool = False,
) -> Tensor:
    """Kullback-Leibler divergence of log probabilities from probabilities."""
    ...

def l1_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """Mean absolute error."""
    ...

def leaky_relu(input: Tensor, negative_slope: float = 0.01) -> Tensor:
    """`input` where positive, `negative_slope * input` elsewhere."""
    ...

linear = _linear

def log_softmax(input: Tensor, dim: int | None = None, *, dtype: DType | None = None) -> Tensor:
    """Logarithm of the softmax along a dimension."""
    ...

def logsigmoid(input: Tensor) -> Tensor:
    """Logarithm of the sigmoid, as `ops.logsigmoid`, for floating dtypes only."""
    ...

@overload
def max_pool2d(
    input: Tensor,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    dilation: int | tuple[int, ...] = 1,
    ceil_mode: bool = False,
    return_indices: Literal[False] = False,
) -> Tensor:
    """Maximum of each window of the last two dimensions."""
    ...

@overload
def max_pool2d(
    input: Tensor,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    dilation: int | tuple[int, ...] = 1,
    ceil_mode: bool = False,
    *,
    return_indices: Literal[True],
) -> tuple[Tensor, Tensor]:
    """Maximum of each window of the last two dimensions."""
    ...

@overload
def max_pool2d(
    input: Tensor,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    dilation: int | tuple[int, ...] = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Maximum of each window of the last two dimensions."""
    ...

def max_unpool2d(
    input: Tensor,
    indices: Tensor,
    kernel_size: int | tuple[int, ...],
    stride: int | tuple[int, ...] | None = None,
    padding: int | tuple[int, ...] = 0,
    output_size: Sequence[int] | None = None,
) -> Tensor:
    """Put the maxima of max pooling back to their places, as `ops.max_unpool2d`; zeros ..."""
    ...

def mish(input: Tensor) -> Tensor:
    """`input` times the hyperbolic tangent of its softplus."""
    ...

mse_loss = _mse_loss

def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Tensor:
    """Negative log likelihood loss, as `ops.nll_loss` without label smoothing."""
    ...

def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> Tensor:
    """Divide by the p-norm along a dimension, so that vectors get length 1."""
    ...

def one_hot(tensor: Tensor, num_classes: int = -1) -> Tensor:
    """Vectors with 1 at an index and 0 elsewhere."""
    ...

def pad(
    input: Tensor,
    pad: tuple[int, ...] | list[Any] | Tensor,
    mode: str = "constant",
    value: float | Tensor | None = None,
) -> Tensor:
    """Add elements before and after the dimensions of a Tensor."""
    ...

def pixel_shuffle(input: Tensor, upscale_factor: int | Tensor) -> Tensor:
    """Move channels into pixels: shape (*, c * r * r, h, w) becomes (*, c, h * r, w * r)."""
    ...

def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """max(input, 0), element by element; the derivative at 0 is 0."""
    ...

def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """min(max(input, 0), 6), element by element."""
    ...

def relu_(input: Tensor) -> Tensor:
    """max(input, 0), element by element, written into `input`."""
    ...

def selu(input: Tensor) -> Tensor:
    """Scaled exponential linear unit, as `ops.selu`, for floating dtypes only."""
    ...

sigmoid_ = _sigmoid_

def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """`input` times its sigmoid."""
    ...

def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Tensor:
    """Smooth L1 loss, as `ops.smooth_l1_loss`: quadratic below `beta`, linear from there on."""
    ...

def softmax(input: Tensor, dim: int | None = None, dtype: DType | None = None) -> Tensor:
    """exp(input) divided by its sum along a dimension."""
    ...

def softplus(input: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
    """log(1 + exp(beta * input)) / beta; `input` itself where `beta * input` exceeds ..."""
    ...

def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """`input` where it is greater than `threshold`, else `value`."""
    ...

def threshold_(input: Tensor, threshold: float, value: float) -> Tensor:
    """`input` where it is greater than `threshold`, else `value`, written into `input`."""
    ...

def unfold(
    input: Tensor,
    kernel_size: int | tuple[int, ...],
    dilation: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] = 0,
    stride: int | tuple[int, ...] = 1,
) -> Tensor:
    """Sliding blocks of images, one per column."""
    ...

def upsample(
    input: Tensor,
    size: int | tuple[int, ...] | list[Any] | None = None,
    scale_factor: float | None = None,
    mode: str | Tensor | ndarray = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """Resize the spatial axes, as `mint.nn.functional.interpolate`."""
    ...
