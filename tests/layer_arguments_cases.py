"""Every argument of layers, losses and optimizers replaced by odd values, to be run by both."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

ODD = ("0 -1 2 1.5 -0.5 True None 'a' (1,2) [1,2] (1,-1) (2,1,1) {} ms.int32 ms.float16").split()
# Class -> the arguments it cannot do without.
LAYERS: dict[str, list[str]] = {
    **dict.fromkeys(
        """AvgPool1d AvgPool2d AvgPool3d CELU ClipByNorm Dropout Dropout1d Dropout2d Dropout3d ELU
        Flatten GELU GLU HShrink Hardtanh LRN LeakyReLU LogSoftmax MatMul MaxPool1d MaxPool2d
        MaxPool3d Moments Norm OneHot PReLU RReLU SoftShrink Softmax Softmin
        Upsample PSNR SSIM MSSSIM BCELoss BCEWithLogitsLoss CTCLoss CosineEmbeddingLoss
        CrossEntropyLoss DiceLoss FocalLoss GaussianNLLLoss HingeEmbeddingLoss HuberLoss KLDivLoss
        L1Loss LossBase MAELoss MSELoss MarginRankingLoss MultiClassDiceLoss
        MultiLabelSoftMarginLoss MultiMarginLoss MultilabelMarginLoss NLLLoss PoissonNLLLoss
        SmoothL1Loss SoftMarginLoss SoftmaxCrossEntropyWithLogits TripletMarginLoss
        TripletMarginWithDistanceLoss""".split(),
        [],
    ),
    **{f"AdaptiveAvgPool{n}d": ["2"] for n in (1, 2, 3)},
    **{f"AdaptiveMaxPool{n}d": ["2"] for n in (1, 2, 3)},
    **{f"BatchNorm{n}d": ["2"] for n in (1, 2, 3)},
    **{f"InstanceNorm{n}d": ["2"] for n in (1, 2, 3)},
    **{f"ConstantPad{n}d": ["1", "0.5"] for n in (1, 2, 3)},
    **{f"ReflectionPad{n}d": ["1"] for n in (1, 2, 3)},
    **{f"ReplicationPad{n}d": ["1"] for n in (1, 2, 3)},
    **{f"Conv{n}d": ["2", "4", "3"] for n in (1, 2, 3)},
    **{f"Conv{n}dTranspose": ["2", "4", "3"] for n in (1, 2, 3)},
    **{f"MaxUnpool{n}d": ["2"] for n in (1, 2, 3)},
    **{f"LPPool{n}d": ["2", "3"] for n in (1, 2)},
    **{f"FractionalMaxPool{n}d": ["2", "3"] for n in (2, 3)},
    "BiDense": ["2", "3", "4"],
    "CentralCrop": ["0.5"],
    "ChannelShuffle": ["2"],
    "Conv2dBnAct": ["2", "4", "3"],
    "Dense": ["3", "2"],
    "DenseBnAct": ["3", "2"],
    "Embedding": ["4", "2"],
    "EmbeddingLookup": ["4", "2"],
    "GroupNorm": ["2", "4"],
    "GRU": ["3", "4"],
    "GRUCell": ["3", "4"],
    "L1Regularizer": ["0.5"],
    "LayerNorm": ["(2,)"],
    "Linear": ["3", "2"],
    "LSTM": ["3", "4"],
    "LSTMCell": ["3", "4"],
    "MultiFieldEmbeddingLookup": ["4", "2", "3"],
    "MultiheadAttention": ["4", "2"],
    "Pad": ["((1, 1),)"],
    "PixelShuffle": ["2"],
    "PixelUnshuffle": ["2"],
    "Range": ["3"],
    "ReduceLogSumExp": ["0"],
    "RNN": ["3", "4"],
    "RNNCell": ["3", "4"],
    "Roll": ["1", "0"],
    "SyncBatchNorm": ["2"],
    "Threshold": ["0.5", "1.0"],
    "TimeDistributed": ["nn.Dense(3, 2)", "1"],
    "TransformerDecoderLayer": ["4", "2", "3"],
    "TransformerEncoderLayer": ["4", "2", "3"],
    "Unflatten": ["0", "(1, 2)"],
    "Unfold": ["[1, 2, 2, 1]", "[1, 1, 1, 1]", "[1, 1, 1, 1]"],
    "ZeroPad2d": ["1"],
    **dict.fromkeys(
        """ASGD AdaFactor AdaMax Adadelta Adagrad Adam AdamOffload AdamWeightDecay FTRL LazyAdam
        ProximalAdagrad RMSProp Rprop SGD""".split(),
        ["p"],
    ),
    "Lamb": ["p", "0.1"],
    "LARS": ["nn.SGD(p)"],
    "Momentum": ["p", "0.1", "0.9"],
    "Optimizer": ["0.1", "p"],
}
# Classes whose signature does not say their keywords.
_RECURRENT = "num_layers has_bias batch_first dropout bidirectional dtype"
_ADAM = "learning_rate beta1 beta2 eps use_locking use_nesterov weight_decay loss_scale"
KEYWORDS = {
    "RNN": _RECURRENT,
    "GRU": _RECURRENT,
    "LSTM": _RECURRENT,
    "ASGD": "learning_rate lambd alpha t0 weight_decay",
    "AdaFactor": "learning_rate eps clip_threshold decay_rate beta1 weight_decay scale_parameter "
    "relative_step warmup_init compression loss_scale",
    "AdaMax": "learning_rate beta1 beta2 eps weight_decay loss_scale",
    "Adadelta": "learning_rate rho epsilon loss_scale weight_decay",
    "Adagrad": "accum learning_rate update_slots loss_scale weight_decay",
    "Adam": f"{_ADAM} use_amsgrad use_lazy use_offload",
    "FTRL": "initial_accum learning_rate lr_power l1 l2 use_locking loss_scale weight_decay",
    "LazyAdam": _ADAM,
    "ProximalAdagrad": "accum learning_rate l1 l2 use_locking loss_scale weight_decay",
    "RMSProp": "learning_rate decay momentum epsilon use_locking centered loss_scale weight_decay",
    "Rprop": "learning_rate etas step_sizes weight_decay",
    "SGD": "learning_rate momentum dampening weight_decay nesterov loss_scale",
    "Lamb": "beta1 beta2 eps weight_decay",
    "LARS": "epsilon coefficient use_clip",
    "Momentum": "weight_decay loss_scale use_nesterov",
}


def calls(ms: Any, name: str) -> Iterator[str]:
    """Constructor calls of one class, the plain one first."""
    needed = LAYERS[name]
    yield f"nn.{name}({', '.join(needed)})"
    for i, odd in ((i, odd) for i in range(len(needed)) for odd in ODD):
        yield f"nn.{name}({', '.join([*needed[:i], odd, *needed[i + 1 :]])})"
    found = inspect.signature(getattr(ms.nn, name)).parameters.values()
    names = [p.name for p in found if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    names = KEYWORDS[name].split() if name in KEYWORDS else names[len(needed) :]
    for key, odd in ((key, odd) for key in names for odd in ODD):
        yield f"nn.{name}({', '.join([*needed, f'{key}={odd}'])})"


def kind(error: Exception) -> str:
    """The builtin class of an error."""
    return next(k.__name__ for k in type(error).__mro__ if k.__module__ == "builtins")


def made(ms: Any, call: str) -> Any:
    """What a call gives; `p` are two Parameters."""
    params = [ms.Parameter(ms.Tensor([1.0, 2.0]), name=n) for n in ("a.weight", "a.beta")]
    return eval(call, {"nn": ms.nn, "ms": ms, "p": params})


def outcome(ms: Any, call: str) -> str:
    """What is printed, with the Parameters if there are any; or the class of the error."""
    try:
        net = made(ms, call)
    except Exception as error:
        return "! " + kind(error)
    text = repr(net)
    if " object at " in text or "SSIM" in call:
        text = ""
    params = [
        f"{p.name}{p.shape}{p.dtype}{'' if p.requires_grad else ' fixed'}"
        for p in net.get_parameters()
    ]
    return text + (" | " + " ".join(params) if params else "")


def text_of(ms: Any, call: str) -> str:
    """What the error of a call says."""
    try:
        made(ms, call)
    except Exception as error:
        return str(error)
    return ""


# What Python itself says about operands that do not fit.
_NATIVE = ("not supported between", "unsupported operand", "not all arguments", "object is not")


def is_clear(name: str, text: str) -> bool:
    """Whether an error names the class, a part of it, or the function that fills a Parameter."""
    known = (name, "For '", "init, dtype and shape", "requires_grad")
    return not any(n in text for n in _NATIVE) and any(k in text for k in known)
