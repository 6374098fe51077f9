"""Which operations level "auto" of mixed precision runs in half precision and which in float32.

MindSpore lists primitive operations. Many of its functions and layers are chains of them, while
they are single operations here: each follows the chain, by a dtype for all inputs where that gives
the chain's results, else by a function that takes the listed part out.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from msjax._core.op import KERNELS, Op, call
from msjax._core.precision import WIDEST, Policy, lowered, widest
from msjax._core.structure import map_tensors
from msjax._core.tensor import Tensor
from msjax.ops.conv import conv1d, conv1d_biased, conv2d, conv2d_biased, conv3d, conv3d_biased
from msjax.ops.conv_transpose import (
    conv1d_transpose_biased,
    conv2d_transpose_biased,
    conv3d_transpose_biased,
    grown,
)
from msjax.ops.deformable import deformable_conv2d
from msjax.ops.dense import bias_add_primitive, dense_biased
from msjax.ops.elementwise import true_div
from msjax.ops.layer_kernels import matmul_flipped
from msjax.ops.loss_distance import mse_loss_ext
from msjax.ops.matmul import batch_mat_mul, mat_mul, mv
from msjax.ops.statistics import std_method

_FLOAT32 = np.dtype(np.float32)

# Labels of the primitives that MindSpore lists, and of functions that are a chain around one.
_HALF = (
    "Conv2D Conv3D conv1d conv2d conv3d Conv2DTranspose Conv3DTranspose conv_transpose2d "
    "conv3d_transpose MatMul MatMulExt Mm BatchMatMul BatchMatMulExt PReLU Einsum Dense mv Mv "
    "dot tensor_dot inner batch_dot"
).split()
_FULL = (
    "Pow ACos Asin Cosh Erfinv Exp Expm1 Log Log10 Log1p Log2 Reciprocal Rsqrt Sinh Tan Softplus "
    "SoftplusExt softplus LayerNorm layer_norm BatchNorm GroupNorm KLDivLoss kl_div SmoothL1Loss "
    "MultilabelMarginLoss SoftMarginLoss TripletMarginLoss MultiMarginLoss multi_margin_loss "
    "BCEWithLogitsLoss Pdist Cdist Renorm ReduceProd ProdExt Softmax LogSoftmax CumProd CumSum "
    "CumsumExt SumExt NLLLoss nll_loss "
    "Exp2 Ldexp LogAddExp LogAddExp2 LogSumExp ReduceLogSumExp LGamma DiGamma softmin logsigmoid "
    "gumbel_softmax logdet cosine_similarity vecdot vander sum_to_size trapz var "
    "lp_pool1d lp_pool2d cross_entropy CrossEntropyLoss FocalLoss PoissonNLLLoss "
    "gaussian_nll_loss multilabel_soft_margin_loss"
).split()
_WIDEST = "Addcdiv Addcmul Cross Dot GridSampler2D GridSampler3D grid_sample BiasAdd AddN Concat"


def _run(entry: Op, values: Sequence[Any], dtype: np.dtype) -> Any:
    """The operation with its float inputs in one dtype."""
    return entry.apply(lowered(values, dtype) or values)


def _to(tensor: Tensor, dtype: np.dtype) -> Any:
    return (lowered([tensor], dtype) or [tensor])[0]


def _arguments(entry: Op, values: Sequence[Any]) -> dict[str, Any]:
    return {p.name: v for p, v in zip(entry.params, values, strict=True)}


def _biased(half: np.dtype, run: Callable = _run) -> Callable:
    """A product in half precision, to which the bias is added in the wider of both dtypes."""
    add, grow = call(bias_add_primitive), call(grown)

    def rule(entry: Op, values: Sequence[Any]) -> Any:
        given = _arguments(entry, values)
        bias, growth = given["bias"], None
        given["bias"] = None
        if bias is None:
            return run(entry, values, half)
        if entry.kernel is conv2d_transpose_biased and given["output_padding"]:
            growth, given["output_padding"] = given["output_padding"], 0
        out = run(entry, list(given.values()), half)
        parts = [_to(t, widest([out, bias])) for t in (out, bias)]
        if entry.kernel is dense_biased:
            return parts[0] + parts[1]
        last = given.get("data_format", "")[-1:] == "C"
        out = add(*parts, "NHWC" if last else "NCHW")
        if growth is None:
            return out
        return grow(out, given["pad_mode"], growth, given["stride"], given["dilation"])

    return rule


def _scaled_sum(half: np.dtype, product: Callable, total: bool = False) -> Callable:
    """beta * input + alpha * product, the product in half precision."""

    def rule(entry: Op, values: Sequence[Any]) -> Any:
        x, a, b, beta, alpha = values
        out = product(*(_to(t, half) for t in (a, b)))
        if total:
            out = _to(out, _FLOAT32).sum(0)
        return x * beta + out * alpha

    return rule


def _outer(a: Tensor, b: Tensor) -> Tensor:
    return a.reshape(-1, 1) * b.reshape(1, -1)


def _run_in_full(entry: Op, values: Sequence[Any], result: np.dtype) -> Any:
    """A chain that ends in a product: computed in float32, its result in half precision."""
    return map_tensors(lambda t: _to(t, result), _run(entry, values, _FLOAT32))


def _in_full(result: np.dtype) -> Callable:
    return functools.partial(_run_in_full, result=result)


def _bilinear(half: np.dtype) -> Callable:
    """Half-precision products with the weight, summed in float32."""

    def rule(entry: Op, values: Sequence[Any]) -> Any:
        x, y, weight, bias = values
        rounded = [_to(_to(t, half), _FLOAT32) for t in (x, weight)]
        return _run(entry, [rounded[0], y, rounded[1], bias], _FLOAT32)

    return rule


def _attention(half: np.dtype) -> Callable:
    """Products in half precision; the bias of the output decides its dtype."""

    def rule(entry: Op, values: Sequence[Any]) -> Any:
        bias = _arguments(entry, values)["out_bias"]
        out, *shares = _run(entry, values, half)
        out = out if bias is None else _to(out, widest([out, bias]))
        return (out, *(_to(s, _FLOAT32) for s in shares))

    return rule


def _rounded(tensors: Sequence[Tensor], half: np.dtype) -> list[Tensor]:
    """Tensors with the accuracy of half precision, in float32."""
    return [_to(_to(t, half), _FLOAT32) for t in tensors]


def _recurrent(half: np.dtype) -> Callable:
    """Stacked layers: factors of products lose accuracy, states do not; LSTM has no product."""

    def rule(entry: Op, values: Sequence[Any]) -> Any:
        given = _arguments(entry, values)
        x, weights = given["x"], given["weights"]
        if given["mode"] != "LSTM":
            given["x"] = _rounded([x], half)[0]
            given["weights"] = [w if w.ndim == 1 else _rounded([w], half)[0] for w in weights]
        out = _run(entry, list(given.values()), _FLOAT32)
        return map_tensors(lambda t: _to(t, x._aval.dtype), out)

    return rule


def _recurrent_cell(half: np.dtype) -> Callable:
    """One step, in the widest dtype that MindSpore's chain meets."""

    def rule(entry: Op, values: Sequence[Any]) -> Any:
        given = _arguments(entry, values)
        product = _to(given["x"], half)
        met = [product, *given["weights"][2:]]
        if not given["mode"].startswith("RNN"):
            met += given["states"][-1:]
        given["x"] = _rounded([given["x"]], half)[0]
        given["weights"] = [*_rounded(given["weights"][:2], half), *given["weights"][2:]]
        out = _run(entry, list(given.values()), _FLOAT32)
        return map_tensors(lambda t: _to(t, widest(met)), out)

    return rule


def _quotient(entry: Op, values: Sequence[Any]) -> Any:
    """`number / tensor` takes a reciprocal, in float32; other quotients keep the dtype."""
    reciprocal = not isinstance(values[0], Tensor)
    return _run(entry, values, _FLOAT32) if reciprocal else entry.apply(values)


def _variance_and_mean(entry: Op, values: Sequence[Any]) -> Any:
    """The variance is squared, in float32; the mean keeps the dtype."""
    variance, mean = _run(entry, values, _FLOAT32)
    return variance, _to(mean, values[0]._aval.dtype)


def _as_it_is(entry: Op, values: Sequence[Any]) -> Any:
    return entry.apply(values)


def _scaled_by_number(entry: Op, values: Sequence[Any]) -> Any:
    """The widest dtype of the inputs, where a Python float counts as Float32."""
    dtype = widest(values)
    if any(type(v) is float for v in values):
        dtype = np.promote_types(dtype, np.float32) if dtype.kind == "f" else _FLOAT32
    return _run(entry, values, dtype)


def half_rules(half: np.dtype) -> dict[Any, Any]:
    """The rules of what computes in half precision."""
    biased = _biased(half)
    products = {"mm": call(mat_mul), "bmm": call(batch_mat_mul)}
    rules: dict[Any, Any] = dict.fromkeys(_HALF, half)
    rules |= dict.fromkeys(
        (
            dense_biased,
            conv1d,
            conv2d,
            conv3d,
            conv1d_biased,
            conv2d_biased,
            conv3d_biased,
            conv1d_transpose_biased,
            conv2d_transpose_biased,
            conv3d_transpose_biased,
        ),
        biased,
    )
    rules[deformable_conv2d] = _biased(half, _run_in_full)
    return rules | {
        "addmm": _scaled_sum(half, products["mm"]),
        "baddbmm": _scaled_sum(half, products["bmm"]),
        "addbmm": _scaled_sum(half, products["bmm"], True),
        "addmv": _scaled_sum(half, call(mv)),
        "addr": _scaled_sum(half, _outer),
        "bidense": _bilinear(half),
        "cov": _in_full(half),
        "Pinv": _in_full(half),
        "MultiheadAttention": _attention(half),
        "RNN": _recurrent(half),
        "RNNCell": _recurrent_cell(half),
    }


# Single operations here whose chains in MindSpore have a primitive of another name.
_CHAINS = {
    "MatMul": "mv dot tensor_dot inner addmm addmv addr bidense cov RNN".split(),
    "BatchMatMul": "batch_dot baddbmm addbmm".split(),
    "Conv2D": "conv1d conv2d deformable_conv2d".split(),
    "Conv3D": ["conv3d"],
    "Conv3DTranspose": ["conv3d_transpose"],
    "ReLU": "lp_pool1d lp_pool2d".split(),
}


def _widened(rule: Any) -> Callable:
    """A rule whose results become float32."""

    def widened(entry: Op, values: Sequence[Any]) -> Any:
        out = rule(entry, values) if callable(rule) else _run(entry, values, rule)
        return map_tensors(lambda t: _to(t, _FLOAT32), out)

    return widened


def listed(names: Iterable[str], half: np.dtype) -> Policy | None:
    """Named primitives in half precision, with results in float32; None if there are no names."""
    known, rules = half_rules(half), {}
    known |= {"lp_pool1d": _FLOAT32, "lp_pool2d": _FLOAT32}
    for name in names:
        labels = {name, *_CHAINS.get(name, ())}
        rules |= {label: _widened(known.get(label, half)) for label in labels}
        for kernel in known:
            if not isinstance(kernel, str) and _primitive(kernel) in labels:
                rules[kernel] = _widened(known[kernel])
    if "MatMul" in rules:
        rules[matmul_flipped] = _as_it_is  # MindSpore leaves nn.MatMul out
    if "RNN" in rules:
        rules["RNN"] = known["RNN"]
    return Policy(rules) if rules else None


def _primitive(kernel: Callable) -> str:
    return "MatMul" if kernel is dense_biased else KERNELS[kernel].label


def policy(half: np.dtype) -> Policy:
    """Level "auto" with a half-precision dtype."""
    rules: dict[Any, Any] = dict.fromkeys(_FULL, _FLOAT32) | dict.fromkeys(_WIDEST.split(), WIDEST)
    rules |= {
        "Addcdiv": _scaled_by_number,
        "Addcmul": _scaled_by_number,
        "var_mean": _variance_and_mean,
        true_div: _quotient,
        std_method: _FLOAT32,
        mse_loss_ext: _FLOAT32,
    }
    rules |= half_rules(half)
    rules[conv1d_transpose_biased] = WIDEST  # of a primitive that is not listed
    return Policy(rules)
