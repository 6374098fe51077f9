"""The primitives that MindSpore's layers keep as attributes, for subclasses that call them.

A layer here computes with kernels and keeps no primitives. A subclass or a training script may
still say `self.matmul` or `net.dense.matmul.shard(...)`; the primitive is made on demand.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from msjax import ops
from msjax._core import dtype as mstype
from msjax._core.tensor import Tensor
from msjax.nn._inner_more import entries

_MADE: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()
_TABLE: dict[type, dict[str, Callable[[Any], Any]]] = {}


def declares(cell: Any, name: str) -> bool:
    """Whether a layer has an inner primitive of this name."""
    return any(name in _TABLE.get(cls, ()) for cls in type(cell).__mro__)


def inner(cell: Any, name: str) -> Any:
    """The inner primitive of a layer, or None."""
    made = _MADE.get(cell, {})
    if name in made:
        return made[name]
    for cls in type(cell).__mro__:
        if make := _TABLE.get(cls, {}).get(name):
            found = _MADE.setdefault(cell, {})[name] = make(cell)
            return found
    return None


def _plain(**kinds: Any) -> dict[str, Callable]:
    """Primitives without settings, or with the given positional ones."""
    table = {}
    for name, kind in kinds.items():
        kind, *args = kind if isinstance(kind, tuple) else (kind,)
        table[name] = lambda cell, kind=kind, args=args: getattr(ops, kind)(*args)
    return table


def fill() -> None:
    """Say which class has which primitives; called when all of them exist."""
    from msjax import nn

    shapes = _plain(shape="Shape", reshape="Reshape")
    bias = _plain(bias_add="BiasAdd")
    modes = {
        f"is_{mode}": lambda c, mode=mode: c.pad_mode == mode for mode in ("valid", "same", "pad")
    }
    flat = _plain(expand_dims="ExpandDims", squeeze=("Squeeze", 2), shape="Shape")

    def transposed(c: Any) -> Any:
        return ops.Conv2DTranspose(
            c.in_channels,
            c.kernel_size,
            mode=1,
            pad_mode="pad" if c.pad_mode == "pad" else c.pad_mode,
            pad=c.padding if c.pad_mode == "pad" else 0,
            stride=c.stride,
            dilation=c.dilation,
            group=c.group,
        )

    norm = shapes | _plain(
        cast="Cast",
        dtype="DType",
        reduce_mean=("ReduceMean", True),
        square="Square",
        sqrt="Sqrt",
        sub_mean="Sub",
        sub_var="Sub",
        mul_mean="Mul",
        mul_var="Mul",
        assign_sub_mean="AssignSub",
        assign_sub_var="AssignSub",
    )
    pooled = _plain(expand="ExpandDims", reduce_mean=("ReduceMean", True), slice="Slice")
    recurrent = {
        "reverse": lambda c: ops.ReverseV2([0]),
        "reverse_sequence": lambda c: ops.ReverseSequence(0, 1),
    }
    _TABLE.update(
        {
            nn.Dense: shapes
            | bias
            | {"shape_op": lambda c: ops.Shape(), "matmul": lambda c: ops.MatMul(False, True)},
            nn.BiDense: bias | _plain(matmul="MatMul"),
            nn.Conv1d: flat,
            nn.Conv2dTranspose: bias
            | modes
            | _plain(shape="Shape")
            | {"conv2d_transpose": transposed},
            nn.Conv1dTranspose: bias | flat | modes | {"conv2d_transpose": transposed},
            nn.Conv3dTranspose: bias | _plain(shape="Shape"),
            nn.BatchNorm1d: norm,
            nn.BatchNorm2d: norm,
            nn.BatchNorm3d: shapes,
            nn.SyncBatchNorm: norm,
            nn.LayerNorm: {
                "layer_norm": lambda c: ops.LayerNorm(
                    c.begin_norm_axis, c.begin_params_axis, c.epsilon
                )
            },
            nn.Embedding: _plain(
                gather="Gather",
                expand="ExpandDims",
                one_hot="OneHot",
                array_mul="MatMul",
                reshape="Reshape",
                reshape_flat="Reshape",
                get_shp="Shape",
                concat="Concat",
            )
            | {
                "shp_flat": lambda c: (-1,),
                "on_value": lambda c: Tensor(1.0, c.dtype),
                "off_value": lambda c: Tensor(0.0, c.dtype),
            },
            nn.EmbeddingLookup: _plain(
                gatherv2="SparseGatherV2",
                gather_revert="Gather",
                reshape="Reshape",
                reshape_first="Reshape",
                shape="Shape",
                unique="Unique",
            ),
            nn.MaxPool1d: flat | pooled,
            nn.AvgPool1d: flat | pooled,
            nn.AdaptiveAvgPool2d: {
                "adaptive_avgpool2d": lambda c: ops.AdaptiveAvgPool2D(c.output_size)
            },
            nn.Dropout: {"dropout": lambda c: ops.Dropout(c.keep_prob if c.p is None else 1 - c.p)},
            nn.Dropout2d: {"dropout2d": lambda c: ops.Dropout2D(c.keep_prob)},
            nn.LSTM: recurrent,
            nn.GRU: recurrent,
            nn.RNN: recurrent,
            nn.ReLU: _plain(relu="ReLU"),
            nn.ReLU6: _plain(relu6="ReLU6"),
            nn.Sigmoid: _plain(sigmoid="Sigmoid"),
            nn.Tanh: _plain(tanh="Tanh"),
            nn.PReLU: _plain(prelu="PReLU"),
            nn.HSwish: _plain(hswish="HSwish"),
            nn.HSigmoid: _plain(hsigmoid="HSigmoid"),
            nn.Mish: _plain(mish="Mish"),
            nn.Softmax: {"softmax": lambda c: ops.Softmax(c.axis)},
            nn.LogSoftmax: {"log_softmax": lambda c: ops.LogSoftmax(c.axis)},
            nn.ELU: {"elu": lambda c: ops.Elu(c.alpha)},
            nn.LossBase: _plain(
                cast="Cast", mul="Mul", reduce_mean="ReduceMean", reduce_sum="ReduceSum"
            ),
            nn.SmoothL1Loss: {"smooth_l1_loss": lambda c: ops.SmoothL1Loss(c.beta, c.reduction)},
            nn.SoftmaxCrossEntropyWithLogits: _plain(
                one_hot="OneHot",
                softmax_cross_entropy="SoftmaxCrossEntropyWithLogits",
                sparse_softmax_cross_entropy="SparseSoftmaxCrossEntropyWithLogits",
            )
            | {
                "on_value": lambda c: Tensor(1.0, mstype.float32),
                "off_value": lambda c: Tensor(0.0, mstype.float32),
                "is_cpugpu": lambda c: True,
            },
            nn.CosineEmbeddingLoss: _plain(maximum="Maximum"),
            nn.DiceLoss: _plain(reshape="Reshape"),
            nn.FocalLoss: _plain(
                expand_dims="ExpandDims",
                gather_d="GatherD",
                squeeze=("Squeeze", 1),
                tile="Tile",
                dtype="DType",
            ),
            nn.Norm: _plain(sqrt="Sqrt", reduce_sum=("ReduceSum", True))
            | {"squeeze": lambda c: ops.Squeeze(c.axis)},
            nn.L1Regularizer: _plain(abs="Abs", reduce_sum="ReduceSum"),
            nn.ReduceLogSumExp: _plain(exp="Exp", log="Log")
            | {
                "sum": lambda c: ops.ReduceSum(c.keep_dims),
                "max": lambda c: ops.ReduceMax(c.keep_dims),
            },
            nn.Moments: _plain(
                cast="Cast",
                reduce_mean=("ReduceMean", True),
                square_diff="SquaredDifference",
                squeeze="Squeeze",
            ),
            nn.TrainOneStepCell: {"use_graceful_exit": lambda c: False},
            nn.TrainOneStepWithLossScaleCell: _plain(
                hyper_map="HyperMap",
                equal="Equal",
                less_equal="LessEqual",
                logic_not="LogicalNot",
                reduce_all=("ReduceAll", False),
                reduce_sum=("ReduceSum", False),
            )
            | {
                "allreduce": lambda c: ops.AllReduce(),
                "base": lambda c: Tensor(1, mstype.float32),
                "base0": lambda c: Tensor(0, mstype.int32),
                "gpu_target": lambda c: False,
                "ascend_910a_target": lambda c: False,
                "ascend_910b_target": lambda c: False,
                "enable_allfinite": lambda c: False,
            },
            nn.Momentum: {"opt": lambda c: ops.ApplyMomentum(use_nesterov=c.use_nesterov)},
            nn.RMSProp: {
                "opt": lambda c: ops.ApplyCenteredRMSProp() if c.centered else ops.ApplyRMSProp()
            },
            nn.AdamWeightDecay: {"fused_opt": lambda c: ops.AdamWeightDecay()},
            nn.InstanceNorm1d: shapes,
            nn.InstanceNorm2d: shapes,
            nn.InstanceNorm3d: shapes,
            nn.SSIM: _plain(reduce_mean="ReduceMean"),
        }
    )
    for name, table in entries().items():
        cls = getattr(nn, name)
        _TABLE[cls] = _TABLE.get(cls, {}) | table
