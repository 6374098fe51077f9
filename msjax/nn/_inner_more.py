"""More of the primitives that MindSpore's layers keep as attributes; see `_inner`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from msjax import ops
from msjax._core.grad import GradOperation
from msjax._core.tensor import Tensor
from msjax.parallel._utils import _get_parallel_mode

# Class -> words: an attribute and the primitive without settings that it holds.
_PLAIN = {
    "MSSSIM": "pow=Pow prod=ReduceProd reduce_mean=ReduceMean",
    "CentralCrop": "slice=Slice",
    "AdaptiveAvgPool1d": "dtype=DType expand=ExpandDims",
    "AdaptiveMaxPool1d": "dtype=DType expand=ExpandDims",
    "Conv3d": "shape=Shape",
    "MultiFieldEmbeddingLookup": "abs=Abs add=Add bias_add=Add cast=Cast div_no_nan=DivNoNan "
    "count_op=UnsortedSegmentSum merge_op=UnsortedSegmentSum equal=Equal expand=ExpandDims "
    "inf_add=Add inf_mask_mul=Mul max_mask_mul=Mul max_no_equal=NotEqual mul=Mul",
    "MatMul": "expand_op=ExpandDims reduce_sum_op=ReduceSum shape_op=Shape",
    "MatInverse": "dtype=DType",
    "MatDet": "cholesky=Cholesky dtype=DType square=Square",
    "LGamma": "abs=Abs dtype=DType equal=Equal floor=Floor greater=Greater isfinite=IsFinite "
    "less=Less lessequal=LessEqual log=Log log1p=Log1p ones_like=OnesLike select=Select "
    "shape=Shape sin=Sin",
    "DiGamma": "abs=Abs cos=Cos dtype=DType equal=Equal floor=Floor less=Less log1p=Log1p "
    "logicaland=LogicalAnd select=Select shape=Shape sin=Sin",
    "IGamma": "cast=Cast dtype=DType equal=Equal exp=Exp greater=Greater less=Less log=Log "
    "logicaland=LogicalAnd logicalnot=LogicalNot logicalor=LogicalOr neg=Neg select=Select "
    "shape=Shape zeroslike=ZerosLike",
    "LBeta": "const=ScalarToTensor dtype=DType less=Less log=Log log1p=Log1p select=Select "
    "shape=Shape",
    "FastGelu": "fast_gelu=FastGeLU",
    "SeLU": "selu=SeLU",
    "GLU": "sigmoid=Sigmoid",
    "Softsign": "softsign=Softsign",
    "LogSigmoid": "add=Add exp=Exp log=Log mul=Mul rec=Reciprocal",
    "RReLU": "sign=Sign",
    "RMSELoss": "dtype=DType",
    "MAELoss": "abs=Abs",
    "MultiClassDiceLoss": "reshape=Reshape",
    "PoissonNLLLoss": "maximum=Maximum",
    "SampledSoftmaxLoss": "dtype=DType exp=Exp expand_dims=ExpandDims gather_v2=Gather log=Log "
    "ones_like=OnesLike reshape=Reshape shape=Shape slice_op=Slice zeros_like=ZerosLike",
    "Adadelta": "opt=ApplyAdadelta",
    "AdaMax": "opt=ApplyAdaMax",
    "ASGD": "assign=Assign assignsub=AssignSub cast=Cast maximum=Maximum pow=Pow squeeze=Squeeze",
    "Rprop": "assign=Assign cast=Cast fill=FillV2 ones_like=OnesLike select=Select sign=Sign",
    "LARS": "cast=Cast",
    "ExponentialDecayLR": "cast=Cast pow=Pow",
    "NaturalExpDecayLR": "cast=Cast pow=Pow",
    "InverseDecayLR": "cast=Cast",
    "CosineDecayLR": "cast=Cast cos=Cos min=Minimum sin=Sin",
    "PolynomialDecayLR": "ceil=Ceil max=Maximum min=Minimum pow=Pow",
    "WarmUpLR": "cast=Cast min=Minimum",
    "DynamicLossScaleUpdateCell": "less_equal=LessEqual logic_and=LogicalAnd logic_not=LogicalNot "
    "logic_or=LogicalOr max=Maximum reciprocal=Reciprocal select=Select",
    "MicroBatchInterleaved": "add=Add",
    "PipelineCell": "add=Add",
    "GradAccumulationCell": "add=Add",
    "TimeDistributed": "reshape=Reshape transpose=Transpose",
    "Jvp": "oneslike=OnesLike",
    "ChannelShuffle": "reshape=Reshape shape=Shape transpose=Transpose",
    "Roll": "shape_op=Shape",
    "Tril": "cast=Cast dtype=DType mul=Mul",
}


def _maker(kind: str, *settings: Any) -> Callable:
    return lambda c: getattr(ops, kind)(*settings)


def _padded(kind: str, count: int) -> Callable:
    """The pool over three dimensions that one over fewer uses when it pads."""

    def make(c: Any) -> Any:
        size, stride = ((1,) * (3 - count) + tuple(v)[-count:] for v in (c._kernel, c._steps))
        pads = (0,) * (3 - count) + tuple(p for p, _ in c._pads)
        if kind == "max":
            dilation = (1,) * (3 - count) + tuple(c._dilation)
            return ops.MaxPool3DWithArgmax(size, stride, pads, dilation, c.ceil_mode)
        sides = tuple(p for pad in pads for p in (pad, pad))
        settings = c.ceil_mode, c.count_include_pad, c.divisor_override or 0
        return ops.AvgPool3D(size, stride, c.pad_mode.lower(), sides, *settings)

    return make


def _padding(c: Any) -> tuple | None:
    """The padding of a max pool in three dimensions; without any there is no such attribute."""
    pads = tuple(p for p, _ in c._pads)
    return (0,) * (3 - len(pads)) + pads if c.pad_mode == "PAD" else None


def _reaches(c: Any) -> bool:
    """Whether an average pool is computed in three dimensions."""
    return c.pad_mode == "PAD" or c.ceil_mode or not c.count_include_pad or bool(c.divisor_override)


def _pool(kind: str, count: int) -> Callable:
    def make(c: Any) -> Any:
        if c.pad_mode == "PAD" if kind == "max" else _reaches(c):
            return _padded(kind, count)(c)
        pool = ops.MaxPool if kind == "max" else ops.AvgPool
        return pool(c.kernel_size, c.stride, c.pad_mode.lower())

    return make


def _pool3d(c: Any) -> Any:
    if c.pad_mode == "PAD" and c.return_indices:
        return _padded("max", 3)(c)
    pads = tuple(p for pair in c._pads for p in pair)
    return ops.MaxPool3D(c._kernel, c._steps, c.pad_mode.lower(), pads)


def _made() -> dict[str, dict[str, Callable]]:
    squeeze = {"squeeze": _maker("Squeeze", 2)}
    lengths = {"shape": lambda c: ops.shape}
    parts = {"add_list": lambda c: [ops.Add() for _ in range(c.micro_size)]}
    sides = ("top", "bottom", "left", "right")

    def side(i: int) -> Callable:
        return lambda c: (c.padding if isinstance(c.padding, tuple) else (c.padding,) * 4)[i]

    def adam(c: Any) -> Any:
        if c.use_amsgrad:
            return ops.ApplyAdamWithAmsgradV2(c.use_locking)
        return (ops.AdamNoUpdateParam if c.use_offload else ops.Adam)(c.use_locking, c.use_nesterov)

    def sparse_adam(c: Any) -> Any:
        kind = ops.FusedSparseLazyAdam if c.use_lazy else ops.FusedSparseAdam
        return kind(c.use_locking, c.use_nesterov)

    mode = {"parallel_mode": lambda c: _get_parallel_mode()}
    return {
        **dict.fromkeys(("BatchNorm1d", "BatchNorm2d", "SyncBatchNorm"), mode),
        "MSSSIM": {"concat": _maker("Concat", 1), "stack": _maker("Stack", -1)},
        "SSIM": {"concat": _maker("Concat", 1)},
        **{
            f"MaxPool{n}d": {
                "max_pool": _pool("max", n),
                "use_pad": lambda c: c.pad_mode == "PAD",
                "padding": _padding,
            }
            | (lengths if n == 1 else {})
            for n in (1, 2)
        },
        "MaxPool3d": {
            "max_pool": _pool3d,
            "only_pad": lambda c: c.pad_mode == "PAD" and c.return_indices,
        },
        "AvgPool1d": {"avg_pool": _pool("avg", 1), "is_expand_3d": _reaches} | lengths,
        "AvgPool2d": {
            "avg_pool": _pool("avg", 2),
            "is_expand": _reaches,
            "ascend_910b_target": lambda c: False,
        },
        "AvgPool3d": {"avg_pool": _padded("avg", 3)},
        "AdaptiveAvgPool1d": squeeze | lengths,
        "AdaptiveMaxPool1d": squeeze | lengths,
        "AdaptiveAvgPool3d": {
            "adaptive_avg_pool3d": lambda c: ops.AdaptiveAvgPool3D(c.output_size)
        },
        "AdaptiveMaxPool3d": {"adaptive_max_pool3d": _maker("AdaptiveMaxPool3D")},
        "Conv3d": {
            "concat": _maker("Concat", 1),
            "split_0": lambda c: ops.Split(0, c.group),
            "split_1": lambda c: ops.Split(1, c.group),
        },
        "Conv2dTranspose": {f"padding_{name}": side(i) for i, name in enumerate(sides)},
        "EmbeddingLookup": {"forward_unique": lambda c: False},
        "MultiFieldEmbeddingLookup": {"negative_inf_value": lambda c: -3.402823466e38},
        "Unfold": {"extract_image_patches": lambda c: ops.ExtractImagePatches(*c.settings)},
        "MatMul": {
            "squeeze_left_op": _maker("Squeeze", -2),
            "squeeze_right_op": _maker("Squeeze", -1),
        },
        "LGamma": {
            "pi": lambda c: math.pi,
            "inf": lambda c: math.inf,
            "log_pi": lambda c: math.log(math.pi),
        },
        "DiGamma": {"pi": lambda c: math.pi, "nan": lambda c: math.nan},
        "HShrink": {"hshrink": lambda c: ops.HShrink(c.lambd)},
        "SoftShrink": {"softshrink": lambda c: ops.SoftShrink(c.lambd)},
        "CELU": {"celu": lambda c: ops.CeLU(c.alpha)},
        "LRN": {"lrn_op": lambda c: ops.LRN(*c.settings)},
        "MultiMarginLoss": {
            "multi_margin_loss": lambda c: ops.MultiMarginLoss(c.p, c.margin, c.reduction)
        },
        "MultilabelMarginLoss": {
            "multilabel_margin_loss": lambda c: ops.MultilabelMarginLoss(c.reduction)
        },
        **{f"ReplicationPad{n}d": {"padv3": _maker("PadV3", "edge")} for n in (1, 2, 3)},
        "GLU": {"spilt": lambda c: ops.Split(c.dim, 2)},
        "SampledSoftmaxLoss": {
            "matmul": _maker("MatMul", False, True),
            "concat_dim0": _maker("Concat", 0),
            "concat_dim1": _maker("Concat", 1),
            "reduce_max_true": _maker("ReduceMax", True),
            "reduce_sum_true": _maker("ReduceSum", True),
        },
        "SGD": {
            "opt": lambda c: tuple(
                ops.SGD(c.dampening, 0.0, c.nesterov) for _ in range(c.param_length)
            )
        },
        "Adam": {"opt": adam, "sparse_opt": sparse_adam},
        "AdamOffload": {"opt": lambda c: ops.AdamNoUpdateParam(c._use_locking, c.use_nesterov)},
        "LazyAdam": {
            "opt": lambda c: ops.Adam(c.use_locking, c.use_nesterov),
            "sparse_opt": lambda c: ops.FusedSparseLazyAdam(c.use_locking, c.use_nesterov),
        },
        "AdamWeightDecay": {"use_fused_opt": lambda c: True},
        "Adagrad": {"opt": lambda c: ops.ApplyAdagrad(c.update_slots)},
        "FTRL": {
            "opt": lambda c: ops.ApplyFtrl(c.use_locking),
            "sparse_opt": lambda c: ops.SparseApplyFtrl(
                c.lr, c.l1, c.l2, c.lr_power, c.use_locking
            ),
        },
        "ProximalAdagrad": {
            "opt": lambda c: ops.ApplyProximalAdagrad(c.use_locking),
            "sparse_opt": lambda c: ops.SparseApplyProximalAdagrad(c.use_locking),
        },
        "AdaFactor": {
            "use_fused_ada_factor": lambda c: True,
            "fused_ada_factor": lambda c: ops.FusedAdaFactor(
                c.scale_parameter, c.use_first_moment, c.weight_decay_flag
            ),
        },
        "LARS": {"lars": lambda c: ops.LARSUpdate(c.epsilon, c.coefficient, c.use_clip)},
        "NaturalExpDecayLR": {"math_e": lambda c: math.e},
        "CosineDecayLR": {"math_pi": lambda c: math.pi},
        "DynamicLossScaleUpdateCell": {"const_true": lambda c: Tensor(True)},
        "PipelineCell": parts,
        "GradAccumulationCell": parts,
        "Vjp": {
            "grad": lambda c: GradOperation(get_all=True, sens_param=True),
            "grad_single_value": lambda c: GradOperation(sens_param=True),
        },
        "Roll": {
            "gpu": lambda c: False,
            "op_list": lambda c: [
                (ops.Roll(shift, 0), axis)
                for shift, axis in zip(_several(c.shift), _several(c.axis), strict=True)
            ],
        },
    }


def _several(value: Any) -> tuple:
    return tuple(value) if isinstance(value, (tuple, list)) else (value,)


def entries() -> dict[str, dict[str, Callable]]:
    """For each class, what makes its inner primitives."""
    made = _made()
    for name, words in _PLAIN.items():
        table = made.setdefault(name, {})
        for word in words.split():
            attribute, kind = word.split("=")
            table.setdefault(attribute, _maker(kind))
    return made
