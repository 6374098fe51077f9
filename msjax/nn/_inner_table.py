"""Which primitives MindSpore's layers keep as attributes; see `_inner`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from msjax import ops
from msjax._core import dtype as mstype
from msjax._core.grad import GradOperation
from msjax._core.tensor import Tensor
from msjax.parallel._utils import _get_parallel_mode

# Classes -> words: an attribute and the primitive without settings that it holds.
_PLAIN = {
    "Dense": "bias_add=BiasAdd reshape=Reshape shape=Shape shape_op=Shape",
    "BiDense": "bias_add=BiasAdd matmul=MatMul",
    "Conv1d": "expand_dims=ExpandDims shape=Shape",
    "Conv2dTranspose Conv3dTranspose": "bias_add=BiasAdd shape=Shape",
    "Conv1dTranspose": "bias_add=BiasAdd expand_dims=ExpandDims shape=Shape",
    "BatchNorm1d BatchNorm2d SyncBatchNorm": (
        "assign_sub_mean=AssignSub assign_sub_var=AssignSub cast=Cast dtype=DType mul_mean=Mul "
        "mul_var=Mul reshape=Reshape shape=Shape sqrt=Sqrt square=Square sub_mean=Sub "
        "sub_var=Sub"
    ),
    "BatchNorm3d InstanceNorm1d InstanceNorm2d InstanceNorm3d": "reshape=Reshape shape=Shape",
    "Embedding": (
        "array_mul=MatMul concat=Concat expand=ExpandDims gather=Gather get_shp=Shape "
        "one_hot=OneHot reshape=Reshape reshape_flat=Reshape"
    ),
    "EmbeddingLookup": (
        "gather_revert=Gather gatherv2=SparseGatherV2 reshape=Reshape reshape_first=Reshape "
        "shape=Shape unique=Unique"
    ),
    "MaxPool1d AvgPool1d": "expand=ExpandDims expand_dims=ExpandDims shape=Shape slice=Slice",
    "ReLU": "relu=ReLU",
    "ReLU6": "relu6=ReLU6",
    "Sigmoid GLU": "sigmoid=Sigmoid",
    "Tanh": "tanh=Tanh",
    "PReLU": "prelu=PReLU",
    "HSwish": "hswish=HSwish",
    "HSigmoid": "hsigmoid=HSigmoid",
    "Mish": "mish=Mish",
    "LossBase": "cast=Cast mul=Mul reduce_mean=ReduceMean reduce_sum=ReduceSum",
    "SoftmaxCrossEntropyWithLogits": (
        "one_hot=OneHot softmax_cross_entropy=SoftmaxCrossEntropyWithLogits "
        "sparse_softmax_cross_entropy=SparseSoftmaxCrossEntropyWithLogits"
    ),
    "CosineEmbeddingLoss PoissonNLLLoss": "maximum=Maximum",
    "DiceLoss MultiClassDiceLoss": "reshape=Reshape",
    "FocalLoss": "dtype=DType expand_dims=ExpandDims gather_d=GatherD tile=Tile",
    "Norm": "sqrt=Sqrt",
    "L1Regularizer": "abs=Abs reduce_sum=ReduceSum",
    "ReduceLogSumExp": "exp=Exp log=Log",
    "Moments": "cast=Cast square_diff=SquaredDifference squeeze=Squeeze",
    "TrainOneStepWithLossScaleCell": (
        "equal=Equal hyper_map=HyperMap less_equal=LessEqual logic_not=LogicalNot"
    ),
    "SSIM": "reduce_mean=ReduceMean",
    "MSSSIM": "pow=Pow prod=ReduceProd reduce_mean=ReduceMean",
    "CentralCrop": "slice=Slice",
    "AdaptiveAvgPool1d AdaptiveMaxPool1d": "dtype=DType expand=ExpandDims",
    "Conv3d": "shape=Shape",
    "MultiFieldEmbeddingLookup": (
        "abs=Abs add=Add bias_add=Add cast=Cast count_op=UnsortedSegmentSum div_no_nan=DivNoNan "
        "equal=Equal expand=ExpandDims inf_add=Add inf_mask_mul=Mul max_mask_mul=Mul "
        "max_no_equal=NotEqual merge_op=UnsortedSegmentSum mul=Mul"
    ),
    "MatMul": "expand_op=ExpandDims reduce_sum_op=ReduceSum shape_op=Shape",
    "MatInverse RMSELoss": "dtype=DType",
    "MatDet": "cholesky=Cholesky dtype=DType square=Square",
    "LGamma": (
        "abs=Abs dtype=DType equal=Equal floor=Floor greater=Greater isfinite=IsFinite "
        "less=Less lessequal=LessEqual log1p=Log1p log=Log ones_like=OnesLike select=Select "
        "shape=Shape sin=Sin"
    ),
    "DiGamma": (
        "abs=Abs cos=Cos dtype=DType equal=Equal floor=Floor less=Less log1p=Log1p "
        "logicaland=LogicalAnd select=Select shape=Shape sin=Sin"
    ),
    "IGamma": (
        "cast=Cast dtype=DType equal=Equal exp=Exp greater=Greater less=Less log=Log "
        "logicaland=LogicalAnd logicalnot=LogicalNot logicalor=LogicalOr neg=Neg select=Select "
        "shape=Shape zeroslike=ZerosLike"
    ),
    "LBeta": (
        "const=ScalarToTensor dtype=DType less=Less log1p=Log1p log=Log select=Select shape=Shape"
    ),
    "FastGelu": "fast_gelu=FastGeLU",
    "SeLU": "selu=SeLU",
    "Softsign": "softsign=Softsign",
    "LogSigmoid": "add=Add exp=Exp log=Log mul=Mul rec=Reciprocal",
    "RReLU": "sign=Sign",
    "MAELoss": "abs=Abs",
    "SampledSoftmaxLoss": (
        "dtype=DType exp=Exp expand_dims=ExpandDims gather_v2=Gather log=Log ones_like=OnesLike "
        "reshape=Reshape shape=Shape slice_op=Slice zeros_like=ZerosLike"
    ),
    "Adadelta": "opt=ApplyAdadelta",
    "AdaMax": "opt=ApplyAdaMax",
    "ASGD": "assign=Assign assignsub=AssignSub cast=Cast maximum=Maximum pow=Pow squeeze=Squeeze",
    "Rprop": "assign=Assign cast=Cast fill=FillV2 ones_like=OnesLike select=Select sign=Sign",
    "LARS InverseDecayLR": "cast=Cast",
    "ExponentialDecayLR NaturalExpDecayLR": "cast=Cast pow=Pow",
    "CosineDecayLR": "cast=Cast cos=Cos min=Minimum sin=Sin",
    "PolynomialDecayLR": "ceil=Ceil max=Maximum min=Minimum pow=Pow",
    "WarmUpLR": "cast=Cast min=Minimum",
    "DynamicLossScaleUpdateCell": (
        "less_equal=LessEqual logic_and=LogicalAnd logic_not=LogicalNot logic_or=LogicalOr "
        "max=Maximum reciprocal=Reciprocal select=Select"
    ),
    "MicroBatchInterleaved PipelineCell GradAccumulationCell": "add=Add",
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


def _transposed(c: Any) -> Any:
    return ops.Conv2DTranspose(
        c.in_channels,
        c.kernel_size,
        mode=1,
        pad_mode=c.pad_mode,
        pad=c.padding if c.pad_mode == "pad" else 0,
        stride=c.stride,
        dilation=c.dilation,
        group=c.group,
    )


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

    modes = {
        f"is_{mode}": lambda c, mode=mode: c.pad_mode == mode for mode in ("valid", "same", "pad")
    }
    transposed = modes | {"conv2d_transpose": _transposed}
    kept = {"reduce_mean": _maker("ReduceMean", True)}
    norm = kept | {"parallel_mode": lambda c: _get_parallel_mode()}
    recurrent = {
        "reverse": _maker("ReverseV2", [0]),
        "reverse_sequence": _maker("ReverseSequence", 0, 1),
    }
    values = {
        "on_value": lambda c: Tensor(1.0, getattr(c, "dtype", mstype.float32)),
        "off_value": lambda c: Tensor(0.0, getattr(c, "dtype", mstype.float32)),
    }
    return {
        **dict.fromkeys(("BatchNorm1d", "BatchNorm2d", "SyncBatchNorm"), norm),
        **dict.fromkeys(("LSTM", "GRU", "RNN"), recurrent),
        "Dense": {"matmul": _maker("MatMul", False, True)},
        "Conv1d": squeeze,
        "Conv1dTranspose": squeeze | transposed,
        "LayerNorm": {
            "layer_norm": lambda c: ops.LayerNorm(c.begin_norm_axis, c.begin_params_axis, c.epsilon)
        },
        "Embedding": values | {"shp_flat": lambda c: (-1,)},
        "AdaptiveAvgPool2d": {"adaptive_avgpool2d": lambda c: ops.AdaptiveAvgPool2D(c.output_size)},
        "Dropout": {"dropout": lambda c: ops.Dropout(c.keep_prob if c.p is None else 1 - c.p)},
        "Dropout2d": {"dropout2d": lambda c: ops.Dropout2D(c.keep_prob)},
        "Softmax": {"softmax": lambda c: ops.Softmax(c.axis)},
        "LogSoftmax": {"log_softmax": lambda c: ops.LogSoftmax(c.axis)},
        "ELU": {"elu": lambda c: ops.Elu(c.alpha)},
        "SmoothL1Loss": {"smooth_l1_loss": lambda c: ops.SmoothL1Loss(c.beta, c.reduction)},
        "SoftmaxCrossEntropyWithLogits": values | {"is_cpugpu": lambda c: True},
        "FocalLoss": {"squeeze": _maker("Squeeze", 1)},
        "Norm": {
            "reduce_sum": _maker("ReduceSum", True),
            "squeeze": lambda c: ops.Squeeze(c.axis),
        },
        "ReduceLogSumExp": {
            "sum": lambda c: ops.ReduceSum(c.keep_dims),
            "max": lambda c: ops.ReduceMax(c.keep_dims),
        },
        "Moments": kept,
        "TrainOneStepCell": {"use_graceful_exit": lambda c: False},
        "TrainOneStepWithLossScaleCell": {
            "reduce_all": _maker("ReduceAll", False),
            "reduce_sum": _maker("ReduceSum", False),
            "allreduce": _maker("AllReduce"),
            "base": lambda c: Tensor(1, mstype.float32),
            "base0": lambda c: Tensor(0, mstype.int32),
            "gpu_target": lambda c: False,
            "ascend_910a_target": lambda c: False,
            "ascend_910b_target": lambda c: False,
            "enable_allfinite": lambda c: False,
        },
        "MSSSIM": {"concat": _maker("Concat", 1), "stack": _maker("Stack", -1)},
        "SSIM": {"concat": _maker("Concat", 1)},
        **{
            f"MaxPool{n}d": {
                "max_pool": _pool("max", n),
                "use_pad": lambda c: c.pad_mode == "PAD",
                "padding": _padding,
            }
            | (lengths | squeeze | kept if n == 1 else {})
            for n in (1, 2)
        },
        "MaxPool3d": {
            "max_pool": _pool3d,
            "only_pad": lambda c: c.pad_mode == "PAD" and c.return_indices,
        },
        "AvgPool1d": {"avg_pool": _pool("avg", 1), "is_expand_3d": _reaches}
        | lengths
        | squeeze
        | kept,
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
        "Conv2dTranspose": transposed
        | {f"padding_{name}": side(i) for i, name in enumerate(sides)},
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
        "AdamWeightDecay": {
            "use_fused_opt": lambda c: True,
            "fused_opt": _maker("AdamWeightDecay"),
        },
        "Momentum": {"opt": lambda c: ops.ApplyMomentum(use_nesterov=c.use_nesterov)},
        "RMSProp": {
            "opt": lambda c: ops.ApplyCenteredRMSProp() if c.centered else ops.ApplyRMSProp()
        },
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
    for names, words in _PLAIN.items():
        pairs = [word.split("=") for word in words.split()]
        plain = {attribute: _maker(kind) for attribute, kind in pairs}
        for name in names.split():
            made[name] = plain | made.get(name, {})
    return made
