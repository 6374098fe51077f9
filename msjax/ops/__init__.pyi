"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

import builtins
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, Literal, overload

from numpy import ndarray

from msjax._core.base.dtype import Type
from msjax._core.compile.markers import constexpr as __primexpr
from msjax._core.compile.markers import constexpr as constexpr
from msjax._core.op.primitive import Primitive as Primitive
from msjax._core.op.primitive import PrimitiveWithCheck as PrimitiveWithCheck
from msjax._core.op.primitive import PrimitiveWithInfer as PrimitiveWithInfer
from msjax._core.op.primitive import PrimitiveWithInfer as _PrimitiveWithInfer
from msjax._core.op.primitive import prim_attr_register as prim_attr_register
from msjax._core.tensor.random import Generator
from msjax._core.tensor.tensor import Tensor as Tensor
from msjax._core.transform.grad import GradOperation as GradOperation
from msjax._core.transform.grad import get_grad as get_grad
from msjax._core.transform.grad import grad as grad
from msjax._core.transform.grad import value_and_grad as value_and_grad
from msjax._core.transform.jacobian import jacfwd as jacfwd
from msjax._core.transform.jacobian import jacrev as jacrev
from msjax._core.transform.jvp import jvp as jvp
from msjax._core.transform.vjp import vjp as vjp
from msjax._core.transform.vmap import vmap as vmap
from msjax._types import DType as _DType
from msjax._types import Number, Same, Sizes
from msjax.communication.comm_func import all_to_all_v_c as all_to_all_v_c
from msjax.kernels.comm.collective import ReduceOp as ReduceOp
from msjax.kernels.comm.messages import CommHandle
from msjax.kernels.comm.messages import P2POp as P2POp
from msjax.kernels.comm.store import TCPStore as TCPStore
from msjax.kernels.graph.compiler import vm_impl_registry as vm_impl_registry
from msjax.kernels.graph.services import CustomOpBuilder as CustomOpBuilder
from msjax.kernels.sparse.tensors import COOTensor, CSRTensor, RowTensorInner, SparseTensor
from msjax.mint import baddbmm as _baddbmm_ext
from msjax.mint import bernoulli as _bernoulli_ext
from msjax.mint import diff as _diff_ext
from msjax.mint import einsum as _einsum_ext
from msjax.mint import float_power as _float_power_ext
from msjax.mint import nonzero as nonzero
from msjax.mint import ones_like as ones_like
from msjax.mint.nn.functional import adaptive_avg_pool2d as _adaptive_avg_pool2d_ext
from msjax.mint.nn.functional import conv_transpose2d as conv_transpose2d
from msjax.mint.nn.functional import relu as relu
from msjax.ops import auto_generate as auto_generate
from msjax.ops import communication as communication
from msjax.ops import composite as composite
from msjax.ops import function as function
from msjax.ops import functional as functional
from msjax.ops import operations as operations
from msjax.ops import primitive as primitive
from msjax.ops import signature as signature
from msjax.ops.communication import all_gather as all_gather
from msjax.ops.communication import all_gather_into_tensor as all_gather_into_tensor
from msjax.ops.communication import all_gather_into_tensor_uneven as all_gather_into_tensor_uneven
from msjax.ops.communication import all_gather_object as all_gather_object
from msjax.ops.communication import all_reduce as all_reduce
from msjax.ops.communication import all_to_all as all_to_all
from msjax.ops.communication import all_to_all_single as all_to_all_single
from msjax.ops.communication import barrier as barrier
from msjax.ops.communication import broadcast as broadcast
from msjax.ops.communication import broadcast_object_list as broadcast_object_list
from msjax.ops.communication import gather_into_tensor as gather_into_tensor
from msjax.ops.communication import gather_object as gather_object
from msjax.ops.communication import reduce as reduce
from msjax.ops.communication import reduce_scatter as reduce_scatter
from msjax.ops.communication import reduce_scatter_tensor as reduce_scatter_tensor
from msjax.ops.communication import reduce_scatter_tensor_uneven as reduce_scatter_tensor_uneven
from msjax.ops.communication import scatter_object_list as scatter_object_list
from msjax.ops.communication import scatter_tensor as scatter_tensor
from msjax.ops.communication import set_comm_ops_inplace as set_comm_ops_inplace
from msjax.ops.composite import HyperMap as HyperMap
from msjax.ops.composite import Map as Map
from msjax.ops.composite import MultitypeFuncGraph as MultitypeFuncGraph
from msjax.ops.composite import Partial as Partial
from msjax.ops.composite import Reusing as Reusing
from msjax.ops.composite import add_flags as add_flags
from msjax.ops.op_info_register import AiCPURegOp as AiCPURegOp
from msjax.ops.op_info_register import AkgAscendRegOp as AkgAscendRegOp
from msjax.ops.op_info_register import AkgGpuRegOp as AkgGpuRegOp
from msjax.ops.op_info_register import CpuRegOp as CpuRegOp
from msjax.ops.op_info_register import CustomRegOp as CustomRegOp
from msjax.ops.op_info_register import DataType as DataType
from msjax.ops.op_info_register import TBERegOp as TBERegOp
from msjax.ops.op_info_register import custom_info_register as custom_info_register
from msjax.ops.op_info_register import op_info_register as op_info_register

class ACos(Primitive):
    """Inverse cosines, in radians; NaN for real elements outside [-1, 1]."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Abs(Primitive):
    """Absolute values. Those of complex elements stay complex, with imaginary part 0."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class AccumulateNV2(Primitive):
    """Sum of a sequence of Tensors of one shape and dtype."""
    def __init__(self) -> None: ...
    def __call__(self, x: Sequence[Tensor]) -> Tensor: ...

class Acosh(Primitive):
    """Inverse hyperbolic cosines; NaN for real elements below 1."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Adam(Primitive):
    """One step of Adam on one Parameter."""
    def __init__(self, use_locking: bool = False, use_nesterov: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        beta1_power: Tensor | Number,
        beta2_power: Tensor | Number,
        lr: Tensor | Number,
        beta1: Tensor | Number,
        beta2: Tensor | Number,
        epsilon: Tensor | Number,
        gradient: Tensor,
    ) -> tuple[Tensor, ...]: ...

class AdamNoUpdateParam(Primitive):
    """One step of Adam that updates the moments and returns what to add to the weights."""
    def __init__(self, use_locking: bool = False, use_nesterov: bool = False) -> None: ...
    def __call__(
        self,
        m: Tensor,
        v: Tensor,
        beta1_power: Tensor | Number,
        beta2_power: Tensor | Number,
        lr: Tensor | Number,
        beta1: Tensor | Number,
        beta2: Tensor | Number,
        epsilon: Tensor | Number,
        gradient: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]: ...

class AdamWeightDecay(Primitive):
    """One step of Adam with decoupled weight decay and without bias correction."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        lr: Tensor | Number,
        beta1: Tensor | Number,
        beta2: Tensor | Number,
        epsilon: Tensor | Number,
        decay: Tensor | Number,
        gradient: Tensor,
    ) -> tuple[Tensor, ...]: ...

class AdaptiveAvgPool2D(Primitive):
    """Mean over windows chosen so that the last two dimensions get the given lengths."""
    def __init__(self, output_size: int | Sequence[int | None] | Tensor) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class AdaptiveAvgPool3D(Primitive):
    """Mean over windows chosen so that the last three dimensions get the given lengths."""
    def __init__(self, output_size: int | tuple[int | None, ...]) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class AdaptiveMaxPool2D(Primitive):
    """Maxima over windows chosen so that the last two dimensions get the given lengths."""
    def __init__(self, output_size: tuple[int | None, ...] | list[Any]) -> None: ...
    def __call__(self, input: Tensor) -> tuple[Tensor, ...]: ...

class AdaptiveMaxPool3D(Primitive):
    """Maxima over windows chosen so that the last three dimensions get the given lengths."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, output_size: Tensor) -> tuple[Tensor, ...]: ...

class Add(Primitive):
    """Sum of two Tensors, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class AddN(Primitive):
    """Sum of a sequence of Tensors of one shape and dtype."""
    def __init__(self) -> None: ...
    def __call__(self, x: Sequence[Tensor]) -> Tensor: ...

class Addcdiv(Primitive):
    """`input + value * tensor1 / tensor2`, as `ops.addcdiv`, with `value` a Tensor."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        input: Tensor,
        tensor1: Tensor,
        tensor2: Tensor,
        value: Tensor,
    ) -> Tensor: ...

class Addcmul(Primitive):
    """`input + value * tensor1 * tensor2`, as `ops.addcmul`, with `value` a Tensor."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        input: Tensor,
        tensor1: Tensor,
        tensor2: Tensor,
        value: Tensor,
    ) -> Tensor: ...

class AdjustHue(Primitive):
    """Turn the hue of RGB images."""
    def __init__(self) -> None: ...
    def __call__(self, image: Tensor, delta: Tensor) -> Tensor: ...

class AdjustSaturation(Primitive):
    """Scale the saturation of RGB images."""
    def __init__(self) -> None: ...
    def __call__(self, image: Tensor, scale: Tensor) -> Tensor: ...

class AffineGrid(Primitive):
    """Places that affine maps send a regular grid to, as `ops.affine_grid`."""
    def __init__(self, align_corners: bool = False) -> None: ...
    def __call__(self, theta: Tensor, output_size: tuple[int, ...] | Tensor) -> Tensor: ...

class AllGather(Primitive):
    """Join the Tensors of all processes of a group along the first axis."""
    def __init__(self, group: str = "hccl_world_group") -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class AllGatherV(Primitive):
    """Join flat Tensors of different lengths."""
    def __init__(self, group: str = "hccl_world_group") -> None: ...
    def __call__(self, input_x: Tensor, output_split_sizes: Sequence[int] | Tensor) -> Tensor: ...

class AllReduce(Primitive):
    """Reduce a Tensor over all processes of a group; each gets the result."""
    def __init__(self, op: str = "sum", group: str = "hccl_world_group") -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class AlltoAll(Primitive):
    """Split a Tensor over the processes of a group, and join what they send."""
    def __init__(
        self,
        split_count: int,
        split_dim: int,
        concat_dim: int,
        group: str = "hccl_world_group",
    ) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class AlltoAllV(Primitive):
    """Send parts of a flat Tensor to the processes of a group, and join what they send."""
    def __init__(self, group: str = "hccl_world_group", block_size: int = 1) -> None: ...
    def __call__(
        self,
        input_x: Tensor,
        send_numel_list: Sequence[int] | Tensor,
        recv_numel_list: Sequence[int] | Tensor,
    ) -> Tensor: ...

class AlltoAllVC(Primitive):
    """`AlltoAllV` whose lengths come as one matrix: row i holds what process i sends."""
    def __init__(
        self,
        group: str = "hccl_world_group",
        block_size: int = 1,
        transpose: bool = False,
    ) -> None: ...
    def __call__(self, input_x: Tensor, send_count_matrix: Sequence[int] | Tensor) -> Tensor: ...

class Angle(Primitive):
    """Arguments of complex elements: their angles from the positive real axis, in (-pi, pi]."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class ApplyAdaMax(Primitive):
    """One step of AdaMax."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        beta1_power: Tensor | Number,
        lr: Tensor | Number,
        beta1: Tensor | Number,
        beta2: Tensor | Number,
        epsilon: Tensor | Number,
        grad: Tensor,
    ) -> tuple[Tensor, ...]: ...

class ApplyAdadelta(Primitive):
    """One step of Adadelta."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        accum_update: Tensor,
        lr: Tensor | Number,
        rho: Tensor | Number,
        epsilon: Tensor | Number,
        grad: Tensor,
    ) -> tuple[Tensor, ...]: ...

class ApplyAdagrad(Primitive):
    """One step of Adagrad."""
    def __init__(self, update_slots: bool = True) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        lr: Tensor | Number,
        grad: Tensor,
    ) -> tuple[Tensor, ...]: ...

class ApplyAdagradDA(Primitive):
    """One step of Adagrad with dual averaging."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        gradient_accumulator: Tensor,
        gradient_squared_accumulator: Tensor,
        grad: Tensor,
        lr: Tensor | Number,
        l1: Tensor | Number,
        l2: Tensor | Number,
        global_step: Tensor | Number,
    ) -> Tensor: ...

class ApplyAdagradV2(Primitive):
    """One step of Adagrad, `epsilon` being added to the divisor."""
    def __init__(self, epsilon: float, update_slots: bool = True) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        lr: Tensor | Number,
        grad: Tensor,
    ) -> tuple[Tensor, ...]: ...

class ApplyAdamWithAmsgrad(Primitive):
    """One step of Adam that divides by the largest second moment so far."""
    def __init__(
        self,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-08,
        use_locking: bool = False,
    ) -> None: ...
    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        vhat: Tensor,
        beta1_power: Tensor | Number,
        beta2_power: Tensor | Number,
        lr: Tensor | Number,
        grad: Tensor,
    ) -> tuple[Tensor, ...]: ...

class ApplyAdamWithAmsgradV2(Primitive):
    """`ApplyAdamWithAmsgrad` with decay rates and epsilon as inputs."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        vhat: Tensor,
        beta1_power: Tensor | Number,
        beta2_power: Tensor | Number,
        lr: Tensor | Number,
        beta1: Tensor | Number,
        beta2: Tensor | Number,
        epsilon: Tensor | Number,
        grad: Tensor,
    ) -> tuple[Tensor, ...]: ...

class ApplyAddSign(Primitive):
    """One step that is larger where gradient and its average agree in sign."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        lr: Tensor | Number,
        alpha: Tensor | Number,
        sign_decay: Tensor | Number,
        beta: Tensor | Number,
        grad: Tensor,
    ) -> tuple[Tensor, Tensor]: ...

class ApplyCenteredRMSProp(Primitive):
    """One step of RMSProp that divides by the standard deviation of the gradients."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        mean_gradient: Tensor,
        mean_square: Tensor,
        moment: Tensor,
        grad: Tensor,
        learning_rate: Tensor | Number,
        decay: Tensor | Number,
        momentum: Tensor | Number,
        epsilon: Tensor | Number,
    ) -> Tensor: ...

class ApplyFtrl(Primitive):
    """One step of FTRL."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        linear: Tensor,
        grad: Tensor,
        lr: Tensor | Number,
        l1: Tensor | Number,
        l2: Tensor | Number,
        lr_power: Tensor | Number,
    ) -> Tensor: ...

class ApplyGradientDescent(Primitive):
    """Subtract `alpha * delta` from a Parameter."""
    def __init__(self) -> None: ...
    def __call__(self, var: Tensor, alpha: Tensor | Number, delta: Tensor) -> tuple[Tensor]: ...

class ApplyKerasMomentum(Primitive):
    """One step of momentum in which the learning rate is part of the accumulated step."""
    def __init__(self, use_locking: bool = False, use_nesterov: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        lr: Tensor | Number,
        grad: Tensor,
        momentum: Tensor | Number,
    ) -> tuple[Tensor, Tensor]: ...

class ApplyMomentum(Primitive):
    """One step of gradient descent with momentum."""
    def __init__(
        self,
        use_nesterov: bool = False,
        use_locking: bool = False,
        gradient_scale: float = 1.0,
    ) -> None: ...
    def __call__(
        self,
        variable: Tensor,
        accumulation: Tensor,
        learning_rate: Tensor | Number,
        gradient: Tensor,
        momentum: Tensor | Number,
    ) -> Tensor: ...

class ApplyPowerSign(Primitive):
    """One step that is exponentially larger where gradient and its average agree in sign."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        lr: Tensor | Number,
        logbase: Tensor | Number,
        sign_decay: Tensor | Number,
        beta: Tensor | Number,
        grad: Tensor,
    ) -> tuple[Tensor, Tensor]: ...

class ApplyProximalAdagrad(Primitive):
    """One step of Adagrad with l1 and l2 regularization."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        lr: Tensor | Number,
        l1: Tensor | Number,
        l2: Tensor | Number,
        grad: Tensor,
    ) -> tuple[Tensor, ...]: ...

class ApplyProximalGradientDescent(Primitive):
    """Gradient descent with l1 and l2 regularization."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        var: Tensor,
        alpha: Tensor | Number,
        l1: Tensor | Number,
        l2: Tensor | Number,
        delta: Tensor,
    ) -> tuple[Tensor]: ...

class ApplyRMSProp(Primitive):
    """One step of RMSProp."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        mean_square: Tensor,
        moment: Tensor,
        learning_rate: Tensor | Number,
        grad: Tensor,
        decay: Tensor | Number,
        momentum: Tensor | Number,
        epsilon: Tensor | Number,
    ) -> Tensor: ...

class ApplyRotaryPosEmb(Primitive):
    """Rotate the pairs of features of each head of queries and keys by angles."""
    def __init__(self, cos_format: int = 0) -> None: ...
    def __call__(
        self,
        query: Tensor,
        key: Tensor,
        cos: Tensor,
        sin: Tensor,
        position_ids: Tensor,
    ) -> tuple[Tensor, ...]: ...

class ApproximateEqual(Primitive):
    """Whether `|x - y| < tolerance`, element by element."""
    def __init__(self, tolerance: float = 1e-05) -> None: ...
    def __call__(self, x: Tensor | Number, y: Tensor | Number) -> Tensor: ...

class ArgMaxWithValue(Primitive):
    """Indices of the largest elements along an axis, and the elements."""
    def __init__(self, axis: int | Tensor = 0, keep_dims: bool = False) -> None: ...
    def __call__(self, input: Tensor) -> tuple[Tensor, Tensor]: ...

class ArgMinWithValue(Primitive):
    """Indices of the smallest elements along an axis, and the elements."""
    def __init__(self, axis: int | Tensor = 0, keep_dims: bool = False) -> None: ...
    def __call__(self, input: Tensor) -> tuple[Tensor, Tensor]: ...

class Argmax(Primitive):
    """Index of the largest element along an axis."""
    def __init__(self, axis: int | Tensor = -1, output_type: _DType = ...) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class Argmin(Primitive):
    """Index of the smallest element along an axis."""
    def __init__(self, axis: int | Tensor = -1, output_type: _DType = ...) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Asin(Primitive):
    """Inverse sines, in radians; NaN for real elements outside [-1, 1]."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Asinh(Primitive):
    """Inverse hyperbolic sines."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Assert(Primitive):
    """Stop with an error, and show Tensors, if a condition is false."""
    def __init__(self, summarize: int = 3) -> None: ...
    def __call__(self, condition: Tensor | bool, input_data: Sequence[Tensor]) -> Tensor: ...

class Assign(Primitive):
    """Write a value into a Parameter."""
    def __init__(self) -> None: ...
    def __call__(self, variable: Tensor, value: Tensor) -> Tensor: ...

class AssignAdd(Primitive):
    """Add a value to a Parameter."""
    def __init__(self) -> None: ...
    def __call__(self, variable: Tensor, value: Tensor) -> Tensor: ...

class AssignSub(Primitive):
    """Subtract a value from a Parameter."""
    def __init__(self) -> None: ...
    def __call__(self, variable: Tensor, value: Tensor) -> Tensor: ...

class Atan(Primitive):
    """Inverse tangents, in radians."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Atan2(Primitive):
    """Angles of the points with ordinates `input` and abscissas `other`, in (-pi, pi]."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class Atanh(Primitive):
    """Inverse hyperbolic tangents; infinite at 1 and -1, NaN for real elements beyond."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class AvgPool(Primitive):
    """Mean of each window of the last two dimensions; padding does not count."""
    def __init__(
        self,
        kernel_size: int | tuple[Any, ...] | Tensor = 1,
        strides: int | tuple[Any, ...] | Tensor = 1,
        pad_mode: str = "VALID",
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class AvgPool3D(Primitive):
    """Mean of each window of the last three dimensions."""
    def __init__(
        self,
        kernel_size: int | tuple[Any, ...] = 1,
        strides: int | tuple[Any, ...] = 1,
        pad_mode: str = "valid",
        pad: int | tuple[int, ...] = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int = 0,
        data_format: str = "NCDHW",
    ) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BCEWithLogitsLoss(Primitive):
    """Binary cross entropy of logits, as `ops.binary_cross_entropy_with_logits`."""
    def __init__(self, reduction: str = "mean") -> None: ...
    def __call__(
        self,
        input: Tensor,
        target: Tensor,
        weight: Tensor | None = None,
        posWeight: Tensor | None = None,
    ) -> Tensor: ...

class Barrier(Primitive):
    """Wait until all processes of a group are here."""
    def __init__(self, group: str = "hccl_world_group") -> None: ...
    def __call__(self) -> None: ...

class BartlettWindow(Primitive):
    """Bartlett window; see `ops.bartlett_window`."""
    def __init__(self, periodic: bool = True, dtype: _DType = ...) -> None: ...
    def __call__(self, window_length: Tensor) -> Tensor: ...

class BasicLSTMCell(Primitive):
    """One step of an LSTM whose gates are ordered input, candidate, forget, output."""
    def __init__(
        self,
        keep_prob: float = 1.0,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: str = "tanh",
    ) -> None: ...
    def __call__(
        self,
        x: Tensor,
        h: Tensor,
        c: Tensor,
        w: Tensor,
        b: Tensor,
    ) -> tuple[Tensor, ...]: ...

class BatchISendIRecv(Primitive):
    """Send and receive several Tensors; calling it raises NotImplementedError."""
    def __init__(
        self,
        op_types: Sequence[str],
        remote_ranks: Sequence[int],
        receive_shapes: Sequence[Any] | None = None,
        receive_dtypes: Sequence[Any] | None = None,
        group: str | None = "hccl_world_group",
    ) -> None: ...
    def __call__(self, *args: Any) -> Any: ...

class BatchMatMul(Primitive):
    """Products of the matrices in two batches."""
    def __init__(self, transpose_a: bool = False, transpose_b: bool = False) -> None: ...
    def __call__(self, x: Tensor, y: Tensor) -> Tensor: ...

class BatchNorm(Primitive):
    """Batch norm: each channel is moved to mean 0 and variance 1, then scaled and shifted."""
    def __init__(
        self,
        is_training: bool = False,
        epsilon: float = 1e-05,
        momentum: float = 0.1,
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(
        self,
        input_x: Tensor,
        scale: Tensor,
        bias: Tensor | None,
        mean: Tensor,
        variance: Tensor,
    ) -> tuple[Any, ...]: ...

class BatchToSpace(Primitive):
    """Move square blocks of the batch into the last two dimensions and crop those."""
    def __init__(self, block_size: int, crops: Sequence[Sequence[int]]) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class BatchToSpaceND(Primitive):
    """Move blocks of the batch into the last dimensions and crop those."""
    def __init__(self, block_shape: int | Sequence[Any], crops: Sequence[Any]) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class BatchToSpaceNDV2(Primitive):
    """Move blocks of the batch into the last dimensions and crop those."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        input_x: Tensor,
        block_shape: Sequence[int],
        crops: Sequence[Sequence[int]],
    ) -> Tensor: ...

class Bernoulli(Primitive):
    """Ones with probability `p` and zeros otherwise; see `ops.bernoulli`."""
    def __init__(self, seed: int = -1, offset: int = 0) -> None: ...
    def __call__(self, x: Tensor, p: float | Tensor) -> Tensor: ...

class BesselI0(Primitive):
    """Modified Bessel function of the first kind of order 0."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BesselI0e(Primitive):
    """`exp(-|x|)` times the modified Bessel function of the first kind of order 0."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BesselI1(Primitive):
    """Modified Bessel function of the first kind of order 1."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BesselI1e(Primitive):
    """`exp(-|x|)` times the modified Bessel function of the first kind of order 1."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BesselJ0(Primitive):
    """Bessel function of the first kind of order 0."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BesselJ1(Primitive):
    """Bessel function of the first kind of order 1."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BesselK0(Primitive):
    """Modified Bessel function of the second kind of order 0; infinity up to 0."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BesselK0e(Primitive):
    """`exp(x)` times the modified Bessel function of the second kind of order 0; infinity ..."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BesselK1(Primitive):
    """Modified Bessel function of the second kind of order 1; infinity up to 0."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BesselK1e(Primitive):
    """`exp(x)` times the modified Bessel function of the second kind of order 1; infinity ..."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BesselY0(Primitive):
    """Bessel function of the second kind of order 0; minus infinity up to 0."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class BesselY1(Primitive):
    """Bessel function of the second kind of order 1; minus infinity up to 0."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Betainc(Primitive):
    """Regularised incomplete beta function: the part up to `x`, from 0 to 1."""
    def __init__(self) -> None: ...
    def __call__(self, a: Tensor, b: Tensor, x: Tensor) -> Tensor: ...

class BiasAdd(Primitive):
    """Add one number per channel."""
    def __init__(self, data_format: str = "NCHW") -> None: ...
    def __call__(self, input_x: Tensor, bias: Tensor) -> Tensor: ...

class BinaryCrossEntropy(Primitive):
    """Binary cross entropy of probabilities, as `ops.binary_cross_entropy`."""
    def __init__(self, reduction: str = "mean") -> None: ...
    def __call__(self, input: Tensor, target: Tensor, weight: Tensor | None = None) -> Tensor: ...

class Bincount(Primitive):
    """Sums of weights by number."""
    def __init__(self) -> None: ...
    def __call__(self, array: Tensor, size: Tensor, weights: Tensor) -> Tensor: ...

class BitwiseAnd(Primitive):
    """Bitwise and of two Tensors."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class BitwiseOr(Primitive):
    """Bitwise or of two Tensors."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class BitwiseXor(Primitive):
    """Bitwise exclusive or of two Tensors."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class BlackmanWindow(Primitive):
    """Blackman window; see `ops.blackman_window`."""
    def __init__(self, periodic: bool = True, dtype: _DType = ...) -> None: ...
    def __call__(self, window_length: Tensor) -> Tensor: ...

class BoundingBoxDecode(Primitive):
    """Boxes that shifts and log scales make of anchors; the inverse of `BoundingBoxEncode`."""
    def __init__(
        self,
        max_shape: Sequence[int],
        means: tuple[float, ...] | Tensor | ndarray = (0.0, 0.0, 0.0, 0.0),
        stds: tuple[float, ...] | Tensor | ndarray = (1.0, 1.0, 1.0, 1.0),
        wh_ratio_clip: float = 0.016,
    ) -> None: ...
    def __call__(self, anchor_box: Tensor, deltas: Tensor) -> Tensor: ...

class BoundingBoxEncode(Primitive):
    """Shifts and log scales that take anchors to ground truth boxes."""
    def __init__(
        self,
        means: tuple[float, ...] | Tensor | ndarray = (0.0, 0.0, 0.0, 0.0),
        stds: tuple[float, ...] | Tensor | ndarray = (1.0, 1.0, 1.0, 1.0),
    ) -> None: ...
    def __call__(self, anchor_box: Tensor, groundtruth_box: Tensor) -> Tensor: ...

class Broadcast(Primitive):
    """Give the Tensors of one process to all processes of a group."""
    def __init__(self, root_rank: int, group: str = "hccl_world_group") -> None: ...
    def __call__(self, input_x: Sequence[Tensor]) -> tuple[Tensor, ...]: ...

class BroadcastTo(Primitive):
    """Repeat dimensions of length 1, and add leading ones, to reach a shape."""
    def __init__(self, shape: Sequence[int]) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Bucketize(Primitive):
    """Numbers of the buckets that elements fall into."""
    def __init__(self, boundaries: list[float] | Tensor | ndarray) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class CTCGreedyDecoder(Primitive):
    """Decode each sequence by its best class per frame. The last class is the blank."""
    def __init__(self, merge_repeated: bool = True) -> None: ...
    def __call__(self, inputs: Tensor, sequence_length: Tensor) -> tuple[Tensor, ...]: ...

class CTCLoss(Primitive):
    """CTC loss of logits with sparse labels, and its gradient. The last class is the blank."""
    def __init__(
        self,
        preprocess_collapse_repeated: bool = False,
        ctc_merge_repeated: bool = True,
        ignore_longer_outputs_than_inputs: bool = False,
    ) -> None: ...
    def __call__(
        self,
        x: Tensor,
        labels_indices: Tensor,
        labels_values: Tensor,
        sequence_length: Tensor,
    ) -> tuple[Tensor, Tensor]: ...

class CTCLossV2(Primitive):
    """CTC loss of each sequence and its forward variables, as `ops.ctc_loss` without reduction."""
    def __init__(
        self,
        blank: int = 0,
        reduction: str = "none",
        zero_infinity: bool = False,
    ) -> None: ...
    def __call__(
        self,
        log_probs: Tensor,
        targets: Tensor,
        input_lengths: Tensor | tuple[Any, ...],
        target_lengths: Tensor | tuple[Any, ...],
    ) -> tuple[Tensor, ...]: ...

class Cast(Primitive):
    """Convert elements to another dtype, as `ops.cast`."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor | Number, dtype: _DType) -> Tensor: ...

class Cauchy(Primitive):
    """Cauchy numbers of a shape, a median and a scale, in float32."""
    def __init__(self, size: list[int], median: float = 0.0, sigma: float = 1.0) -> None: ...
    def __call__(self) -> Tensor: ...

class Cdist(Primitive):
    """Distances between each point of one set and each of another, by the p-norm."""
    def __init__(self, p: float = 2.0) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor) -> Tensor: ...

class CeLU(Primitive):
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1)), element by element."""
    def __init__(self, alpha: float = 1.0) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Ceil(Primitive):
    """Elements rounded up."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class ChannelShuffle(Primitive):
    """Interleave groups of channels."""
    def __init__(self, group: int) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class CheckNumerics(Primitive):
    """The Tensor itself, if all of its values are finite; otherwise an error."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class CheckValid(Primitive):
    """Which boxes lie inside an image."""
    def __init__(self) -> None: ...
    def __call__(self, bboxes: Tensor, img_metas: Tensor) -> Tensor: ...

class Cholesky(Primitive):
    """Cholesky factors of symmetric positive definite matrices."""
    def __init__(self, upper: bool = False) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class CholeskyInverse(Primitive):
    """Inverse of the matrix that has a given Cholesky factor."""
    def __init__(self, upper: bool = False) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class CholeskySolve(Primitive):
    """Solutions of systems whose matrices have given Cholesky factors."""
    def __init__(self, upper: bool = False) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor) -> Tensor: ...

class Coalesce(Primitive):
    """Add up the values of a sparse Tensor that share an index, and sort them by index."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        x_indices: Tensor,
        x_values: Tensor,
        x_shape: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]: ...

class Col2Im(Primitive):
    """Images from their sliding blocks; overlapping elements add up."""
    def __init__(
        self,
        kernel_size: int | Sequence[Any],
        dilation: int | Sequence[Any] = 1,
        padding: int | Sequence[Any] = 0,
        stride: int | Sequence[Any] = 1,
    ) -> None: ...
    def __call__(self, x: Tensor, output_size: Tensor) -> Tensor: ...

class CollectiveGather(Primitive):
    """Join the Tensors of a group along the first axis; one process gets the result."""
    def __init__(self, dest_rank: int, group: str = "hccl_world_group") -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class CollectiveScatter(Primitive):
    """Give each process of a group its part of the first axis of one process's Tensor."""
    def __init__(self, src_rank: int = 0, group: str = "hccl_world_group") -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class CombinedNonMaxSuppression(Primitive):
    """Suppress overlapping boxes class by class, and keep the best of all classes."""
    def __init__(self, pad_per_class: bool = False, clip_boxes: bool = True) -> None: ...
    def __call__(
        self,
        boxes: Tensor,
        scores: Tensor,
        max_output_size_per_class: Tensor,
        max_total_size: Tensor,
        iou_threshold: Tensor,
        score_threshold: Tensor,
    ) -> tuple[Tensor, ...]: ...

class CompareAndBitpack(Primitive):
    """Comparisons `x > threshold`, eight to a byte, the first in the highest bit."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, threshold: Tensor) -> Tensor: ...

class Complex(Primitive):
    """Complex numbers from real and imaginary parts."""
    def __init__(self) -> None: ...
    def __call__(self, real: Tensor, imag: Tensor) -> Tensor: ...

class ComplexAbs(Primitive):
    """Moduli of complex elements, as real numbers."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class ComputeAccidentalHits(Primitive):
    """Sampled classes that are the true class of an example."""
    def __init__(self, num_true: int = 1) -> None: ...
    def __call__(
        self,
        true_classes: Tensor,
        sampled_candidates: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]: ...

class Concat(Primitive):
    """Join Tensors along an existing dimension."""
    def __init__(self, axis: int = 0) -> None: ...
    def __call__(self, tensors: Sequence[Tensor]) -> Tensor: ...

class ConfusionMatrix(Primitive):
    """How often each class was predicted as each class."""
    def __init__(self, num_classes: int, dtype: _DType | str = "int32") -> None: ...
    def __call__(
        self,
        labels: Tensor,
        predictions: Tensor,
        weights: Tensor | None = None,
    ) -> Tensor: ...

class Conj(Primitive):
    """Complex conjugates: the signs of the imaginary parts turned; real elements stay."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class ConjugateTranspose(Primitive):
    """Reorder the dimensions and take complex conjugates."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, perm: tuple[int, ...]) -> Tensor: ...

class Conv2D(Primitive):
    """Two-dimensional convolution: sums of products of a window of `x` with a weight."""
    def __init__(
        self,
        out_channel: int,
        kernel_size: int | tuple[Any, ...],
        mode: int = 1,
        pad_mode: str = "valid",
        pad: int | tuple[int | tuple[Any, ...], ...] = 0,
        stride: int | tuple[Any, ...] = 1,
        dilation: int | tuple[Any, ...] = 1,
        group: int = 1,
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(self, x: Tensor, weight: Tensor) -> Tensor: ...

class Conv2DBackpropInput(Primitive):
    """Transposed two-dimensional convolution: the gradient of Conv2D's input."""
    def __init__(
        self,
        out_channel: int,
        kernel_size: int | tuple[Any, ...],
        pad_mode: str = "valid",
        pad: int | tuple[Any, ...] = 0,
        pad_list: Sequence[Any] | None = None,
        mode: int = 1,
        stride: int | tuple[Any, ...] = 1,
        dilation: int | tuple[int, ...] = 1,
        group: int = 1,
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(
        self,
        dout: Tensor,
        weight: Tensor,
        input_size: tuple[int, ...] | list[Any] | Tensor,
    ) -> Tensor: ...

class Conv2DTranspose(Primitive):
    """Transposed two-dimensional convolution: the gradient of Conv2D's input."""
    def __init__(
        self,
        out_channel: int,
        kernel_size: int | tuple[Any, ...],
        pad_mode: str = "valid",
        pad: int | tuple[Any, ...] = 0,
        pad_list: Sequence[Any] | None = None,
        mode: int = 1,
        stride: int | tuple[Any, ...] = 1,
        dilation: int | tuple[int, ...] = 1,
        group: int = 1,
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(
        self,
        dout: Tensor,
        weight: Tensor,
        input_size: tuple[int, ...] | list[Any] | Tensor,
    ) -> Tensor: ...

class Conv3D(Primitive):
    """Three-dimensional convolution: sums of products of a window of `x` with a weight."""
    def __init__(
        self,
        out_channel: int,
        kernel_size: int | tuple[Any, ...],
        mode: int = 1,
        pad_mode: str = "valid",
        pad: int | tuple[Any, ...] = 0,
        stride: int | tuple[Any, ...] = 1,
        dilation: int | tuple[Any, ...] = 1,
        group: int = 1,
        data_format: str = "NCDHW",
    ) -> None: ...
    def __call__(self, x: Tensor, weight: Tensor) -> Tensor: ...

class Conv3DTranspose(Primitive):
    """Transposed three-dimensional convolution: the gradient of Conv3D's input."""
    def __init__(
        self,
        in_channel: int,
        out_channel: int,
        kernel_size: int | tuple[Any, ...],
        mode: int = 1,
        pad_mode: str = "valid",
        pad: int | tuple[Any, ...] = 0,
        stride: int | tuple[Any, ...] = 1,
        dilation: int | tuple[int, ...] = 1,
        group: int = 1,
        output_padding: int | tuple[int, ...] = 0,
        data_format: str = "NCDHW",
    ) -> None: ...
    def __call__(self, dout: Tensor, weight: Tensor) -> Tensor: ...

class CopyWithSlice(Primitive):
    """Write a Tensor into another one, which may be a view; returns the contents."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, y: Tensor) -> Tensor: ...

class Cos(Primitive):
    """Cosines."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Cosh(Primitive):
    """Hyperbolic cosines, `(exp(x) + exp(-x)) / 2`."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class CountNonZero(Primitive):
    """Number of nonzero elements, as Int64."""
    def __init__(self, dims: int | Sequence[int] | None = None) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class CropAndResize(Primitive):
    """Cut regions out of images and bring them to one size."""
    def __init__(self, method: str = "bilinear", extrapolation_value: float = 0.0) -> None: ...
    def __call__(
        self,
        image: Tensor,
        boxes: Tensor,
        box_indices: Tensor,
        crop_size: tuple[int, ...] | Tensor | None,
    ) -> Tensor: ...

class Cross(Primitive):
    """Cross products of the 3-vectors along a dimension."""
    def __init__(self, dim: int | Tensor = -65530) -> None: ...
    def __call__(self, input: Tensor, other: Tensor) -> Tensor: ...

class CumProd(Primitive):
    """Running products along an axis."""
    def __init__(self, exclusive: bool = False, reverse: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: int | Sequence[int] | Tensor) -> Tensor: ...

class CumSum(Primitive):
    """Running sums along an axis."""
    def __init__(self, exclusive: bool = False, reverse: bool = False) -> None: ...
    def __call__(self, input: Tensor, axis: int | Sequence[int] | Tensor) -> Tensor: ...

class Cummax(Primitive):
    """Running maxima along an axis, and where they are."""
    def __init__(self, axis: int) -> None: ...
    def __call__(self, input: Tensor) -> tuple[Tensor, ...]: ...

class Cummin(Primitive):
    """Running minima along an axis, and where they are."""
    def __init__(self, axis: int) -> None: ...
    def __call__(self, input: Tensor) -> tuple[Tensor, ...]: ...

class CumulativeLogsumexp(Primitive):
    """Logarithms of the running sums of exponentials, computed without overflow."""
    def __init__(self, exclusive: bool = False, reverse: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: Tensor) -> Tensor: ...

class Custom(Primitive):
    """An operation made of a Python function on NumPy arrays, or of one in C or C++."""
    def __init__(
        self,
        func: Callable[..., Any] | str,
        out_shape: Any = None,
        out_dtype: Any = None,
        func_type: str = "pyfunc",
        bprop: Callable[..., Any] | None = None,
        reg_info: Any = None,
    ) -> None: ...
    def __call__(self, *args: Any) -> Any: ...

class DType(Primitive):
    """Element type of a Tensor, or of the values of a sparse matrix."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor | COOTensor | CSRTensor) -> Type: ...

class DataFormatDimMap(Primitive):
    """For each axis of `dst_format`, which axis of `src_format` it is."""
    def __init__(self, src_format: str = "NHWC", dst_format: str = "NCHW") -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class DataFormatVecPermute(Primitive):
    """Numbers (or rows) that belong to the axes of `src_format`, in the order of `dst_format`."""
    def __init__(self, src_format: str = "NHWC", dst_format: str = "NCHW") -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class DeformableOffsets(Primitive):
    """Values at the displaced positions of all windows, window by window."""
    def __init__(
        self,
        strides: tuple[int | tuple[Any, ...], ...],
        pads: tuple[int | tuple[Any, ...], ...],
        ksize: tuple[int | tuple[Any, ...], ...],
        dilations: tuple[int | tuple[Any, ...], ...] = (1, 1, 1, 1),
        data_format: str = "NCHW",
        deformable_groups: int = 1,
        modulated: bool = True,
    ) -> None: ...
    def __call__(self, x: Tensor, offsets: Tensor) -> Tensor: ...

class Dense(Primitive):
    """Fully connected layer: `input @ weight.T + bias`."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor: ...

class Depend(Primitive):
    """`value`, after `expr` has been computed."""
    def __init__(self) -> None: ...
    def __call__(self, value: Any, expr: object) -> Any: ...

class DepthToSpace(Primitive):
    """Move channels of an NCHW Tensor into blocks of `block_size` by `block_size` pixels."""
    def __init__(self, block_size: int) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class DepthwiseConv2dNative(Primitive):
    """Convolution of each channel by itself."""
    def __init__(
        self,
        channel_multiplier: int,
        kernel_size: int | tuple[int, ...],
        mode: int = 3,
        pad_mode: str = "valid",
        pad: int | tuple[int, ...] = 0,
        stride: int | tuple[int, ...] = 1,
        dilation: int | tuple[int, ...] = 1,
        group: int = 1,
    ) -> None: ...
    def __call__(self, x: Tensor, weight: Tensor) -> Tensor: ...

class Diag(Primitive):
    """Tensor of twice the rank whose diagonal holds the elements, with zeros elsewhere."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class DiagPart(Primitive):
    """The elements on the diagonal of a Tensor whose shape is one shape twice."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class Digamma(Primitive):
    """Derivative of the logarithm of the gamma function."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Dilation2D(Primitive):
    """Grayscale dilation: the largest sum of element and filter in each window."""
    def __init__(
        self,
        stride: int | tuple[int, ...],
        dilation: int | tuple[int, ...],
        pad_mode: str = "SAME",
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(self, x: Tensor, filter: Tensor) -> Tensor: ...

class Div(Primitive):
    """True quotient of two Tensors, element by element; bool and integer operands give Float32."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class DivNoNan(Primitive):
    """Quotient of two Tensors that is 0 where the divisor is 0."""
    def __init__(self) -> None: ...
    def __call__(self, x1: Tensor | Number, x2: Tensor | Number) -> Tensor: ...

class Dropout:
    """Set elements to zero at random and scale up the others; gives (result, mask of ones ..."""
    def __init__(self, keep_prob: float | Tensor = 0.5, Seed0: int = 0, Seed1: int = 0) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]: ...
    seed_names: tuple[Any, ...]

class Dropout2D(Primitive):
    """Set whole channels of a (N, C, H, W) Tensor to zero at random; scale up the others."""
    def __init__(self, keep_prob: float = 0.5) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]: ...

class Dropout3D(Primitive):
    """Set whole channels of a (N, C, D, H, W) Tensor to zero at random; scale up the others."""
    def __init__(self, keep_prob: float = 0.5) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]: ...
    rank: int

class DropoutDoMask(Primitive):
    """Zero the elements of `x` whose bit in `mask` is 0, and divide the others by `keep_prob`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, mask: Tensor, keep_prob: Tensor) -> Tensor: ...

class DropoutGenMask:
    """The mask that `DropoutDoMask` applies: one bit for each element, in UInt8."""
    def __init__(self, Seed0: int = 0, Seed1: int = 0) -> None: ...
    def __call__(self, shape: int | Sequence[int], keep_prob: Tensor) -> Tensor: ...
    seed_names: tuple[Any, ...]

class DtypeToEnum(Primitive):
    """The number that MindSpore's C++ side gives a dtype of Tensors."""
    def __init__(self) -> None: ...
    def __call__(self, op_name: str, arg_name: str, dtype: _DType) -> int: ...

class DumpGradient(Primitive):
    """Identity that saves the gradient arriving at it, as `ops.TensorDump` does."""
    def __init__(self) -> None: ...
    def __call__(self, path: str, x: Tensor, input_output: str) -> Tensor: ...

class DynamicGRUV2(Primitive):
    """A GRU layer that also returns its gates."""
    def __init__(
        self,
        direction: str = "UNIDIRECTIONAL",
        cell_depth: int = 1,
        keep_prob: float = 1.0,
        cell_clip: float = -1.0,
        num_proj: int = 0,
        time_major: bool = True,
        activation: str = "tanh",
        gate_order: str = "rzh",
        reset_after: bool = True,
        is_training: bool = True,
    ) -> None: ...
    def __call__(
        self,
        x: Tensor,
        weight_input: Tensor,
        weight_hidden: Tensor,
        bias_input: Tensor | None,
        bias_hidden: Tensor | None,
        seq_length: Tensor | None,
        init_h: Tensor,
    ) -> tuple[Tensor, ...]: ...

class DynamicRNN(Primitive):
    """An LSTM layer that also returns its gates."""
    def __init__(
        self,
        cell_type: str = "LSTM",
        direction: str = "UNIDIRECTIONAL",
        cell_depth: int = 1,
        use_peephole: bool = False,
        keep_prob: float = 1.0,
        cell_clip: float = -1.0,
        num_proj: int = 0,
        time_major: bool = True,
        activation: str = "tanh",
        forget_bias: float = 0.0,
        is_training: bool = True,
    ) -> None: ...
    def __call__(
        self,
        x: Tensor,
        w: Tensor,
        b: Tensor,
        seq_length: Tensor | None,
        init_h: Tensor,
        init_c: Tensor,
    ) -> tuple[Tensor, ...]: ...

class DynamicShape(Primitive):
    """Lengths of the dimensions of a Tensor, as a 1-d Tensor."""
    def __init__(self, dtype: _DType | int = 9) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class EditDistance(Primitive):
    """Least number of insertions, deletions and substitutions between sequences."""
    def __init__(self, normalize: bool = True) -> None: ...
    def __call__(
        self,
        hypothesis_indices: Tensor,
        hypothesis_values: Tensor,
        hypothesis_shape: Tensor,
        truth_indices: Tensor,
        truth_values: Tensor,
        truth_shape: Tensor,
    ) -> Tensor: ...

class Eig(Primitive):
    """Eigenvalues, and eigenvectors, of square matrices."""
    def __init__(self, compute_v: bool = False) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]: ...

class Einsum(Primitive):
    """Sum of products by Einstein's convention."""
    def __init__(self, equation: str) -> None: ...
    def __call__(self, x: Sequence[Tensor]) -> Tensor: ...

class Elu(Primitive):
    """`input_x` where positive, exp(input_x) - 1 elsewhere."""
    def __init__(self, alpha: float = 1.0) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class EmbeddingLookup(Primitive):
    """Rows of a table that starts at `offset`; rows outside the table are zeros."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        input_params: Tensor,
        input_indices: Tensor,
        offset: int | Tensor,
    ) -> Tensor: ...

class Eps(Primitive):
    """The distance from 1 to the next larger number of the dtype, in the shape of the input."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Equal(Primitive):
    """Whether two Tensors are equal, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class EqualCount(Primitive):
    """How many elements of two Tensors are equal."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, y: Tensor) -> Tensor: ...

class Erf(Primitive):
    """Gauss error function."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Erfc(Primitive):
    """Complementary error function, `1 - erf(x)`, exact where it is small."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Erfinv(Primitive):
    """Inverse of the error function: infinite at -1 and 1, NaN beyond."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class EuclideanNorm(Primitive):
    """The 2-norm over axes, in the dtype of the input."""
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor, axes: int | Sequence[int]) -> Tensor: ...

class Exp(Primitive):
    """e to the power of each element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Expand(Primitive):
    """Repeat dimensions of length 1, and add leading ones, to reach a shape."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, size: Tensor) -> Tensor: ...

class ExpandDims(Primitive):
    """Insert a dimension of length 1."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, axis: int | Tensor) -> Tensor: ...

class Expm1(Primitive):
    """e to the power of each element, minus 1, exact near 0."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class ExtractGlimpse:
    """Rectangles of images; what lies outside of an image is filled with noise."""
    def __init__(
        self,
        centered: bool = True,
        normalized: bool = True,
        uniform_noise: bool = True,
        noise: str = "uniform",
    ) -> None: ...
    def __call__(self, x: Tensor, size: Tensor, offsets: Tensor) -> Tensor: ...
    seed_names: tuple[Any, ...]

class ExtractImagePatches(Primitive):
    """Patches of images, their elements along the channels."""
    def __init__(
        self,
        ksizes: int | tuple[int, ...],
        strides: int | tuple[int, ...],
        rates: Sequence[int],
        padding: str = "VALID",
    ) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class ExtractVolumePatches(Primitive):
    """Patches of volumes, their elements along the channels."""
    def __init__(
        self,
        kernel_size: int | tuple[int, ...],
        strides: int | tuple[int, ...],
        padding: str,
    ) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class Eye(Primitive):
    """Matrix of `n` rows and `m` columns with ones on the main diagonal."""
    def __init__(self) -> None: ...
    def __call__(self, n: int, m: int | Tensor, dtype: _DType) -> Tensor: ...

class FFTWithSize(Primitive):
    """Fourier transform over the last one to three axes."""
    def __init__(
        self,
        signal_ndim: int,
        inverse: bool,
        real: bool,
        norm: str = "backward",
        onesided: bool = True,
        signal_sizes: tuple[int, ...] = (),
    ) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class FastGeLU(Primitive):
    """Gaussian error linear unit, approximated by x times a sigmoid of 1.702 x."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

FastGelu = FastGeLU

class Fill(Primitive):
    """Tensor of shape `dims` and type `dtype` full of `x`."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        dtype: _DType,
        dims: int | Sequence[Any] | Tensor,
        x: float | Tensor,
    ) -> Tensor: ...

class FillDiagonal(Primitive):
    """A copy of a Tensor with one value on its main diagonal."""
    def __init__(self, fill_value: float, wrap: bool = False) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class FillV2(Primitive):
    """Tensor of shape `shape` full of the one element of `x`, in its dtype."""
    def __init__(self) -> None: ...
    def __call__(self, shape: Any, x: Tensor) -> Tensor: ...

class Fills(Primitive):
    """Tensor in the shape and dtype of `x` full of `value`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, value: Number | Tensor) -> Tensor: ...

class Flatten(Primitive):
    """Keep the first dimension and merge all others; a vector becomes a column."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class FloatStatus(Primitive):
    """Whether a Tensor holds a value that is not finite."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Floor(Primitive):
    """Elements rounded down."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class FloorDiv(Primitive):
    """Quotient of two Tensors, rounded down, in their common dtype."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class FloorMod(Primitive):
    """Remainder of the division that rounds down, as the `%` operator."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor | Number, y: Tensor | Number) -> Tensor: ...

class Fmax(Primitive):
    """The larger of two Tensors, element by element; where one is NaN, the other one."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class Fmin(Primitive):
    """The smaller of two Tensors, element by element; where one is NaN, the other one."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class ForiLoop(Primitive):
    """Repeat `val = loop_func(i, val)` for i from `lower` up to `upper` (exclusive)."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        lower: Tensor | int,
        upper: Tensor | int,
        loop_func: Callable[..., Any],
        init_val: Any,
        unroll: bool = True,
    ) -> Any: ...

class FractionalAvgPool(Primitive):
    """Means over regions of random sizes that differ by one."""
    def __init__(
        self,
        pooling_ratio: list[float],
        pseudo_random: bool = False,
        overlapping: bool = False,
        deterministic: bool = False,
        seed: int = 0,
        seed2: int = 0,
    ) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]: ...

class FractionalMaxPool(Primitive):
    """Maxima over regions of random sizes that differ by one."""
    def __init__(
        self,
        pooling_ratio: list[float],
        pseudo_random: bool = False,
        overlapping: bool = False,
        deterministic: bool = False,
        seed: int = 0,
        seed2: int = 0,
    ) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]: ...

class FractionalMaxPool3DWithFixedKsize(Primitive):
    """Maxima over windows of a fixed size at random places of the last three dimensions."""
    def __init__(
        self,
        ksize: int | tuple[int | tuple[Any, ...], ...],
        output_shape: int | tuple[int, ...],
        data_format: str = "NCDHW",
    ) -> None: ...
    def __call__(self, x: Tensor, random_samples: Tensor) -> tuple[Tensor, ...]: ...

class FractionalMaxPoolWithFixedKsize(Primitive):
    """Maxima over windows of a fixed size at random places of the last two dimensions."""
    def __init__(
        self,
        ksize: int | tuple[int, ...],
        output_shape: int | tuple[int, ...],
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(self, input_x: Tensor, random_samples: Tensor) -> tuple[Tensor, ...]: ...

class FusedAdaFactor(Primitive):
    """One step of AdaFactor."""
    def __init__(
        self,
        enable_scale_parameter: bool = False,
        enable_first_moment: bool = False,
        enable_weight_decay: bool = False,
    ) -> None: ...
    def __call__(
        self,
        epsilon: Tensor,
        clip_threshold: Tensor | Number,
        beta1: Tensor | Number,
        beta2t: Tensor | Number,
        weight_decay: Tensor | Number,
        learning_rate: Tensor | Number,
        grad: Tensor,
        param: Tensor,
        exp_avg: Tensor,
        exp_avg_sq_row: Tensor,
        exp_avg_sq_col: Tensor,
        exp_avg_sq: Tensor,
    ) -> tuple[Tensor, ...]: ...

class FusedAdaFactorWithGlobalNorm(Primitive):
    """`FusedAdaFactor` with the gradient divided by `global_norm` first."""
    def __init__(
        self,
        enable_scale_parameter: bool = False,
        enable_first_moment: bool = False,
        enable_weight_decay: bool = False,
    ) -> None: ...
    def __call__(
        self,
        epsilon: Tensor,
        clip_threshold: Tensor | Number,
        beta1: Tensor | Number,
        beta2t: Tensor | Number,
        weight_decay: Tensor | Number,
        learning_rate: Tensor | Number,
        grad: Tensor,
        param: Tensor,
        exp_avg: Tensor,
        exp_avg_sq_row: Tensor,
        exp_avg_sq_col: Tensor,
        exp_avg_sq: Tensor,
        global_norm: Tensor | Number,
    ) -> tuple[Tensor, ...]: ...

class FusedCastAdamWeightDecay(Primitive):
    """`AdamWeightDecay` for half-precision gradients that are divided by `global_norm` first."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        lr: Tensor | Number,
        beta1: Tensor | Number,
        beta2: Tensor | Number,
        epsilon: Tensor | Number,
        decay: Tensor | Number,
        gradient: Tensor,
        global_norm: Tensor | Number,
    ) -> tuple[Tensor, ...]: ...

class FusedSparseAdam(Primitive):
    """One step of Adam with a sparse gradient; rows without gradient get one of zero."""
    def __init__(self, use_locking: bool = False, use_nesterov: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        beta1_power: Tensor | Number,
        beta2_power: Tensor | Number,
        lr: Tensor | Number,
        beta1: Tensor | Number,
        beta2: Tensor | Number,
        epsilon: Tensor | Number,
        gradient: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, ...]: ...

class FusedSparseFtrl(Primitive):
    """One step of FTRL on the rows that have a gradient; gradients of one row are added up."""
    def __init__(
        self,
        lr: float,
        l1: float,
        l2: float,
        lr_power: float,
        use_locking: bool = False,
    ) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        linear: Tensor,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, ...]: ...

class FusedSparseLazyAdam(Primitive):
    """One step of Adam on the rows that have a gradient."""
    def __init__(self, use_locking: bool = False, use_nesterov: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        m: Tensor,
        v: Tensor,
        beta1_power: Tensor | Number,
        beta2_power: Tensor | Number,
        lr: Tensor | Number,
        beta1: Tensor | Number,
        beta2: Tensor | Number,
        epsilon: Tensor | Number,
        gradient: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, ...]: ...

class FusedSparseProximalAdagrad(Primitive):
    """One step of proximal Adagrad on the rows that have a gradient."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        lr: Tensor | Number,
        l1: Tensor | Number,
        l2: Tensor | Number,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, ...]: ...

class FusedWeightScaleApplyMomentum(Primitive):
    """`ApplyMomentum` on `(weight_decay * variable + gradient) * loss_scale`."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        weight_decay: Tensor | Number,
        loss_scale: Tensor | Number,
        variable: Tensor,
        accumulation: Tensor,
        learning_rate: Tensor | Number,
        gradient: Tensor,
        momentum: Tensor | Number,
    ) -> Tensor: ...

class GLU(Primitive):
    """Gated linear unit: the first half along an axis times the sigmoid of the second half."""
    def __init__(self, axis: int = -1) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Gamma:
    """Gamma numbers of shape parameter `alpha` and rate `beta`; see `ops.gamma`."""
    def __init__(self, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, shape: Tensor | Sizes, alpha: Tensor, beta: Tensor) -> Tensor: ...

class Gather(Primitive):
    """Slices of a Tensor along one axis, picked by index."""
    def __init__(self, batch_dims: int = 0) -> None: ...
    def __call__(
        self,
        input_params: Tensor,
        input_indices: Tensor,
        axis: int | Tensor,
    ) -> Tensor: ...

class GatherD(Primitive):
    """Elements picked along one dimension; `ops.gather_elements` under its older name."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, dim: int | Tensor, index: Tensor) -> Tensor: ...

class GatherNd(Primitive):
    """Elements or slices at positions given by the last dimension of `indices`."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor) -> Tensor: ...

class GatherV2(Primitive):
    """Slices of a Tensor along an axis: `ops.gather` without batch dimensions."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        input_params: Tensor,
        input_indices: Tensor,
        axis: int | Sequence[int] | Tensor,
    ) -> Tensor: ...

class Gcd(Primitive):
    """Greatest common divisors, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class GeLU(Primitive):
    """Gaussian error linear unit in its approximation with tanh."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class GeSwitch(Primitive):
    """Send data into one of two branches of a graph; calling it raises NotImplementedError."""
    def __init__(self) -> None: ...
    def __call__(self, data: Any, pred: Any) -> Any: ...

Gelu = GeLU

class Geqrf(Primitive):
    """QR factors of matrices in compact form."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> tuple[Tensor, ...]: ...

class Ger(Primitive):
    """Outer product of two vectors."""
    def __init__(self) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor) -> Tensor: ...

class GetNext(Primitive):
    """The next element of a dataset that a `DatasetHelper` in sink mode feeds."""
    def __init__(
        self,
        types: list[Any],
        shapes: list[Any],
        output_num: int,
        shared_name: str,
    ) -> None: ...
    def __call__(self) -> tuple[Tensor, ...]: ...

class Greater(Primitive):
    """Whether `input > other`, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class GreaterEqual(Primitive):
    """Whether `input >= other`, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class GridSampler2D(Primitive):
    """Values of images at the places of a grid, as `ops.grid_sample`."""
    def __init__(
        self,
        interpolation_mode: str = "bilinear",
        padding_mode: str = "zeros",
        align_corners: bool = False,
    ) -> None: ...
    def __call__(self, input_x: Tensor, grid: Tensor) -> Tensor: ...

class GridSampler3D(Primitive):
    """Values of volumes at the places of a grid, as `ops.grid_sample`."""
    def __init__(
        self,
        interpolation_mode: str = "bilinear",
        padding_mode: str = "zeros",
        align_corners: bool = False,
    ) -> None: ...
    def __call__(self, input_x: Tensor, grid: Tensor) -> Tensor: ...

class GroupTopk(Primitive):
    """Set to zero, in place, the scores of all but the best `k` groups of experts."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        token: Tensor,
        idx_arr: Tensor,
        group_num: int,
        k: int,
        k_inner: int = 1,
    ) -> Tensor: ...

class HSVToRGB(Primitive):
    """Red, green and blue of hue, saturation and value, all in [0, 1]."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class HShrink(Primitive):
    """`input` outside of [-lambd, lambd], 0 inside."""
    def __init__(self, lambd: float = 0.5) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class HSigmoid(Primitive):
    """(input + 3) / 6, limited to [0, 1]."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class HSwish(Primitive):
    """`input` times its hard sigmoid."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class HammingWindow(Primitive):
    """Hamming window whose length comes as a 1-d Tensor of one int; see `ops.hamming_window`."""
    def __init__(
        self,
        periodic: bool = True,
        alpha: float = 0.54,
        beta: float = 0.46,
        dtype: _DType = ...,
    ) -> None: ...
    def __call__(self, length: Tensor) -> Tensor: ...

class Heaviside(Primitive):
    """The step function: 0 for negative elements, 1 for positive ones, `values` for zeros."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, values: Tensor) -> Tensor: ...

class Histogram(Primitive):
    """Counts of elements in bins of equal width."""
    def __init__(self, bins: int = 100, min: float = 0.0, max: float = 0.0) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class HistogramFixedWidth(Primitive):
    """Counts of elements in bins of equal width; what lies outside counts in the outer bins."""
    def __init__(self, nbins: int, dtype: _DType | str = "int32") -> None: ...
    def __call__(self, x: Tensor, range: Tensor) -> Tensor: ...

class HistogramSummary(Primitive):
    """Record the distribution of a Tensor's elements for a summary file."""
    def __init__(self) -> None: ...
    def __call__(self, name: str, value: Any) -> None: ...

class HookBackward(Primitive):
    """Identity that shows the gradients of its inputs to a function."""
    def __init__(self, hook_fn: Callable[..., Any], cell_id: str = "") -> None: ...
    def __call__(self, *inputs: Any) -> Any: ...

class Hypot(Primitive):
    """Hypotenuses of right triangles, `sqrt(input**2 + other**2)`, without overflow of the ..."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class IOU(Primitive):
    """Intersection over union of each pair of boxes."""
    def __init__(self, mode: str = "iou") -> None: ...
    def __call__(self, anchor_boxes: Tensor, gt_boxes: Tensor) -> Tensor: ...

class Identity(Primitive):
    """The Tensor itself, as a new point of the computation."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class IdentityN(Primitive):
    """The Tensors of a sequence, as a tuple."""
    def __init__(self) -> None: ...
    def __call__(self, x: Sequence[Tensor]) -> tuple[Tensor, ...]: ...

class Igamma(Primitive):
    """Regularised lower incomplete gamma function: its part up to `other`, from 0 to 1."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor) -> Tensor: ...

class Igammac(Primitive):
    """Regularised upper incomplete gamma function: its part beyond `other`, `1 - igamma`."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor) -> Tensor: ...

class Im2Col(Primitive):
    """Sliding blocks of images, side by side."""
    def __init__(
        self,
        ksizes: int | tuple[Any, ...] | list[int],
        strides: int | Sequence[Any] = 1,
        dilations: int | Sequence[Any] = 1,
        pads: int | Sequence[Any] = 0,
    ) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Imag(Primitive):
    """Imaginary parts of complex elements; zeros for real ones."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class ImageSummary(Primitive):
    """Record images for a summary file."""
    def __init__(self) -> None: ...
    def __call__(self, name: str, value: Any) -> None: ...

class InTopK(Primitive):
    """Whether the target class of each row is among the k highest scores."""
    def __init__(self, k: int) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor) -> Tensor: ...

class IndexAdd(Primitive):
    """Add slices of `y` to a Tensor in place, at positions of an axis."""
    def __init__(
        self,
        axis: int,
        use_lock: bool = True,
        check_index_bound: bool = True,
    ) -> None: ...
    def __call__(self, x: Tensor, indices: Tensor, y: Tensor) -> Tensor: ...

class IndexFill(Primitive):
    """A copy of a Tensor whose slices at positions of an axis hold one value."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        x: Tensor,
        axis: int | Tensor,
        index: Tensor,
        value: Tensor | Number,
    ) -> Tensor: ...

class IndexPut(Primitive):
    """A copy of a Tensor with values written at positions; see `Tensor.index_put`."""
    def __init__(self, accumulate: int = 0) -> None: ...
    def __call__(self, x1: Tensor, x2: Tensor, indices: Sequence[Tensor]) -> Tensor: ...

class InplaceAdd(Primitive):
    """A copy of a Tensor with values added to some rows."""
    def __init__(self, indices: int | tuple[int, ...]) -> None: ...
    def __call__(self, x: Tensor, v: Tensor) -> Tensor: ...

class InplaceIndexAdd(Primitive):
    """Add slices to a Parameter in place, at positions of an axis."""
    def __init__(self, axis: int) -> None: ...
    def __call__(self, var: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class InplaceSub(Primitive):
    """A copy of a Tensor with values subtracted from some rows."""
    def __init__(self, indices: int | tuple[int, ...]) -> None: ...
    def __call__(self, x: Tensor, v: Tensor) -> Tensor: ...

class InplaceUpdate(Primitive):
    """A copy of a Tensor with some rows replaced."""
    def __init__(self, indices: int | tuple[int, ...]) -> None: ...
    def __call__(self, x: Tensor, v: Tensor) -> Tensor: ...

class InplaceUpdateV2(Primitive):
    """A copy of a Tensor with the rows `indices` replaced by those of `v`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, indices: int | tuple[int, ...] | Tensor, v: Tensor) -> Tensor: ...

class InsertGradientOf(Primitive):
    """Identity whose gradient goes through a function."""
    def __init__(self, f: Callable[..., Any]) -> None: ...
    def __call__(self, x: Any) -> Tensor: ...

class Inv(Primitive):
    """1 divided by each element, in the element's dtype: integers are divided towards zero."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Invert(Primitive):
    """Every bit flipped."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class InvertPermutation(Primitive):
    """For a tuple that is a permutation of 0..n-1, the tuple of each number's place."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Sequence[int]) -> tuple[int, ...]: ...

class IsClose(Primitive):
    """Whether `|input - other| <= atol + rtol * |other|`, element by element."""
    def __init__(
        self,
        rtol: float = 1e-05,
        atol: float = 1e-08,
        equal_nan: bool = False,
    ) -> None: ...
    def __call__(self, input: Tensor, other: Tensor) -> Tensor: ...

class IsFinite(Primitive):
    """Whether elements are neither infinite nor NaN."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class IsInf(Primitive):
    """Whether elements are infinite."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class IsNan(Primitive):
    """Whether elements are NaN."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class KLDivLoss(Primitive):
    """Kullback-Leibler divergence labels * (log(labels) - logits)."""
    def __init__(self, reduction: str = "mean") -> None: ...
    def __call__(self, logits: Tensor, labels: Tensor) -> Tensor: ...

class L2Loss(Primitive):
    """Half the sum of the squares of a floating Tensor, as a scalar."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class L2Normalize(Primitive):
    """The elements divided by their 2-norm along an axis."""
    def __init__(self, axis: int | Sequence[int] | Tensor = 0, epsilon: float = 0.0001) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class LARSUpdate(Primitive):
    """Scale a gradient by the ratio of the norms of weight and gradient."""
    def __init__(
        self,
        epsilon: float = 1e-05,
        hyperpara: float = 0.001,
        use_clip: bool = False,
    ) -> None: ...
    def __call__(
        self,
        weight: Tensor,
        gradient: Tensor,
        norm_weight: Tensor,
        norm_gradient: Tensor,
        weight_decay: Tensor | Number,
        learning_rate: Tensor | Number,
    ) -> Tensor: ...

class LRN(Primitive):
    """Divide by a power of the sum of squares over the neighbouring channels."""
    def __init__(
        self,
        depth_radius: int = 5,
        bias: float = 1.0,
        alpha: float = 1.0,
        beta: float = 0.5,
        norm_region: str = "ACROSS_CHANNELS",
    ) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class LSTM(Primitive):
    """Stacked LSTM layers whose weights are one Tensor."""
    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        num_layers: int,
        has_bias: bool,
        bidirectional: bool,
        dropout: Any,
        proj_size: int = 0,
    ) -> None: ...
    def __call__(
        self,
        input: Tensor,
        h: Tensor,
        c: Tensor,
        w: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]: ...

class LayerNorm(Primitive):
    """Layer norm: the last dimensions are moved to mean 0 and variance 1, then scaled and ..."""
    def __init__(
        self,
        begin_norm_axis: int = 1,
        begin_params_axis: int = 1,
        epsilon: float = 1e-07,
    ) -> None: ...
    def __call__(self, input_x: Tensor, gamma: Tensor, beta: Tensor) -> tuple[Tensor, ...]: ...

class Lcm(Primitive):
    """Least common multiples, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class LeftShift(Primitive):
    """Bits shifted to the left, as `ops.bitwise_left_shift`."""
    def __init__(self) -> None: ...
    def __call__(self, x1: Tensor | Number, x2: Tensor | Number) -> Tensor: ...

class Lerp(Primitive):
    """Linear interpolation, `input + weight * (end - input)`."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, end: Tensor, weight: Tensor | Number) -> Tensor: ...

class LerpScalar(Primitive):
    """Linear interpolation with a number as weight, as `ops.lerp`."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, end: Tensor, weight: Tensor | Number) -> Tensor: ...

class Less(Primitive):
    """Whether `input < other`, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class LessEqual(Primitive):
    """Whether `input <= other`, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class Lgamma(Primitive):
    """Logarithm of the absolute value of the gamma function; infinite at 0, -1, -2 and so on."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class LinSpace(Primitive):
    """`num` numbers from `start` to `stop`, both included, at equal distances."""
    def __init__(self) -> None: ...
    def __call__(self, start: Tensor, stop: Tensor, num: int | Tensor) -> Tensor: ...

class ListDiff(Primitive):
    """Elements of a list that are not in another."""
    def __init__(self, out_idx: _DType = ...) -> None: ...
    def __call__(self, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]: ...

class Log(Primitive):
    """Natural logarithms."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Log1p(Primitive):
    """Natural logarithms of 1 plus each element, exact near 0."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class LogMatrixDeterminant(Primitive):
    """Signs of the determinants of square matrices, and logarithms of their absolute values."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> tuple[Tensor, Tensor]: ...

class LogNormalReverse(Primitive):
    """Numbers whose logarithms are normal, in the shape and dtype of `input`."""
    def __init__(self, mean: float = 1.0, std: float = 2.0) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class LogSoftmax(Primitive):
    """Logarithm of the softmax along an axis."""
    def __init__(self, axis: int = -1) -> None: ...
    def __call__(self, logits: Tensor) -> Tensor: ...

class LogSoftmaxExt(Primitive):
    """Logarithm of the softmax along a dimension."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        input: Tensor,
        dim: int | None = None,
        dtype: _DType | None = None,
    ) -> Tensor: ...

class LogSpace(Primitive):
    """`base` to the power of `steps` exponents from `start` to `end`."""
    def __init__(self, steps: int = 10, base: int = 10, dtype: _DType = ...) -> None: ...
    def __call__(self, start: Tensor, end: Tensor) -> Tensor: ...

class LogUniformCandidateSampler:
    """Classes drawn log-uniformly; see `ops.log_uniform_candidate_sampler`."""
    def __init__(
        self,
        num_true: int = 1,
        num_sampled: int = 5,
        unique: bool = True,
        range_max: int = 5,
        seed: int = 0,
    ) -> None: ...
    def __call__(self, true_classes: Tensor) -> tuple[Tensor, Tensor, Tensor]: ...
    seed_names: tuple[Any, ...]

class LogicalAnd(Primitive):
    """Logical and of two Tensors, as `ops.logical_and`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor | Number, y: Tensor | Number) -> Tensor: ...

class LogicalNot(Primitive):
    """Whether elements are 0 or False."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class LogicalOr(Primitive):
    """Logical or of two Tensors, as `ops.logical_or`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor | Number, y: Tensor | Number) -> Tensor: ...

class LogicalXor(Primitive):
    """Exclusive or of two Tensors, element by element; numbers other than 0 are true."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class Logit(Primitive):
    """`log(x / (1 - x))` of each element, as `ops.logit`."""
    def __init__(self, eps: float = -1.0) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class LowerBound(Primitive):
    """In each sorted row, the first place where a value fits in."""
    def __init__(self, out_type: _DType = ...) -> None: ...
    def __call__(self, sorted_x: Tensor, values: Tensor) -> Tensor: ...

class LpNorm(Primitive):
    """The p-norm over axes, no less than a bound."""
    def __init__(
        self,
        axis: int | tuple[Any, ...] | list[int],
        p: int = 2,
        keep_dims: bool = False,
        epsilon: float = 1e-12,
    ) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Lstsq(Primitive):
    """Least-squares (or, of several, smallest) solution of x X = a."""
    def __init__(self, fast: bool = True, l2_regularizer: float = 0.0) -> None: ...
    def __call__(self, x: Tensor, a: Tensor) -> Tensor: ...

class LuSolve(Primitive):
    """Solutions of systems whose matrices have given LU factors; see `ops.lu_solve`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, lu_data: Tensor, lu_pivots: Tensor) -> Tensor: ...

class LuUnpack(Primitive):
    """The factors P, L and U as `ops.lu_unpack` gives them, all three whatever the flags say."""
    def __init__(self, unpack_data: bool = True, unpack_pivots: bool = True) -> None: ...
    def __call__(self, LU_data: Tensor, LU_pivots: Tensor) -> tuple[Tensor, ...]: ...

class MapUniform(Primitive):
    """Spread keys over groups: key % group_num * per_group_size + key // group_num."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, per_group_size: int, group_num: int) -> Tensor: ...

class MaskedFill(Primitive):
    """A copy of the Tensor with `value` where the mask holds."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, mask: Tensor, value: Tensor | Number) -> Tensor: ...

class MaskedScatter(Primitive):
    """A copy of the Tensor whose elements under the mask are taken from `source` in order."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, mask: Tensor, source: Tensor) -> Tensor: ...

class MaskedSelect(Primitive):
    """The elements where the mask holds, in order."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, mask: Tensor) -> Tensor: ...

class MatMul(Primitive):
    """Product of two matrices."""
    def __init__(self, transpose_a: bool = False, transpose_b: bool = False) -> None: ...
    def __call__(self, input: Tensor, mat2: Tensor) -> Tensor: ...

class MatrixBandPart(Primitive):
    """Matrices with zeros outside a band around the main diagonal."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, lower: Tensor | Number, upper: Tensor | Number) -> Tensor: ...

class MatrixDeterminant(Primitive):
    """Determinants of square matrices."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class MatrixDiagPartV3(Primitive):
    """Diagonals of matrices, packed as `matrix_diag` takes them."""
    def __init__(self, align: str = "RIGHT_LEFT") -> None: ...
    def __call__(self, x: Tensor, k: Tensor, padding_value: Tensor) -> Tensor: ...

class MatrixDiagV3(Primitive):
    """Matrices made from their diagonals; see `ops.matrix_diag`."""
    def __init__(self, align: str = "RIGHT_LEFT") -> None: ...
    def __call__(
        self,
        x: Tensor,
        k: Tensor,
        num_rows: Tensor,
        num_cols: Tensor,
        padding_value: Tensor,
    ) -> Tensor: ...

class MatrixExp(Primitive):
    """Exponentials of square matrices."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class MatrixInverse(Primitive):
    """Inverses of square matrices."""
    def __init__(self, adjoint: bool = False) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class MatrixLogarithm(Primitive):
    """Principal logarithm of square matrices, by inverse scaling and squaring."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class MatrixPower(Primitive):
    """Powers of square matrices with an integer exponent."""
    def __init__(self, n: int) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class MatrixSetDiagV3(Primitive):
    """Matrices with diagonals replaced."""
    def __init__(self, align: str = "RIGHT_LEFT") -> None: ...
    def __call__(self, x: Tensor, diagonal: Tensor, k: Tensor | int = 0) -> Tensor: ...

class MatrixSolve(Primitive):
    """Solutions of systems of linear equations."""
    def __init__(self, adjoint: bool = False) -> None: ...
    def __call__(self, matrix: Tensor, rhs: Tensor) -> Tensor: ...

class MatrixSolveLs(Primitive):
    """Linear least squares, or the smallest solution of an underdetermined system."""
    def __init__(self, fast: bool = True) -> None: ...
    def __call__(self, matrix: Tensor, rhs: Tensor, l2_regularizer: Tensor) -> Tensor: ...

class MatrixTriangularSolve(Primitive):
    """Solutions of systems of linear equations with triangular matrices."""
    def __init__(self, lower: bool = True, adjoint: bool = False) -> None: ...
    def __call__(self, matrix: Tensor, rhs: Tensor) -> Tensor: ...

class MaxPool(Primitive):
    """Maximum of each window of the last two dimensions."""
    def __init__(
        self,
        kernel_size: int | tuple[Any, ...] = 1,
        strides: int | tuple[Any, ...] = 1,
        pad_mode: str = "valid",
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class MaxPool3D(Primitive):
    """Maximum of each window of the last three dimensions."""
    def __init__(
        self,
        kernel_size: int | tuple[Any, ...] = 1,
        strides: int | tuple[Any, ...] = 1,
        pad_mode: str = "VALID",
        pad_list: int | tuple[Any, ...] = 0,
        ceil_mode: bool | None = None,
        data_format: str = "NCDHW",
    ) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class MaxPool3DWithArgmax(Primitive):
    """Maximum of each window of the last three dimensions, and its place in the flattened ..."""
    def __init__(
        self,
        ksize: int | tuple[Any, ...],
        strides: int | tuple[Any, ...],
        pads: int | tuple[Any, ...],
        dilation: int | tuple[Any, ...] = (1, 1, 1),
        ceil_mode: bool = False,
        data_format: str = "NCDHW",
        argmax_type: _DType = ...,
    ) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, ...]: ...

class MaxPoolWithArgmax(Primitive):
    """Maximum of each window of the last two dimensions, and its place as an Int32 index."""
    def __init__(
        self,
        kernel_size: int | tuple[Any, ...] = 1,
        strides: int | tuple[Any, ...] = 1,
        pad_mode: str = "valid",
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]: ...

class MaxPoolWithArgmaxV2(Primitive):
    """Maximum of each window of the last two dimensions, and its place in the flattened plane."""
    def __init__(
        self,
        kernel_size: int | tuple[Any, ...],
        strides: int | tuple[Any, ...] | None = None,
        pads: int | tuple[Any, ...] = 0,
        dilation: int | tuple[Any, ...] = (1, 1),
        ceil_mode: bool = False,
        argmax_type: _DType = ...,
    ) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, ...]: ...

class MaxUnpool2D(Primitive):
    """Put the maxima of max pooling back to their places; zeros elsewhere."""
    def __init__(
        self,
        ksize: int | tuple[int, ...],
        strides: int | tuple[int, ...] = 0,
        pads: int | tuple[int, ...] = 0,
        output_shape: int | Sequence[int] = (),
        data_format: str = "NCHW",
    ) -> None: ...
    def __call__(self, x: Tensor, argmax: Tensor) -> Tensor: ...

class MaxUnpool3D(Primitive):
    """Put the maxima of 3-D max pooling back to their places; zeros elsewhere."""
    def __init__(
        self,
        ksize: int | tuple[int, ...],
        strides: int | tuple[int, ...] = 0,
        pads: int | tuple[int, ...] = 0,
        output_shape: int | Sequence[int] = (),
        data_format: str = "NCDHW",
    ) -> None: ...
    def __call__(self, x: Tensor, argmax: Tensor) -> Tensor: ...

class Maximum(Primitive):
    """The larger of two Tensors, element by element; NaN where either is NaN."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class Median(Primitive):
    """Lower median along an axis, and where it is."""
    def __init__(
        self,
        global_median: bool = False,
        axis: int = 0,
        keep_dims: bool = False,
        ignore_nan: bool = False,
    ) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, ...]: ...

class Merge(Primitive):
    """Take the branch of a graph that has run; calling it raises NotImplementedError."""
    def __init__(self) -> None: ...
    def __call__(self, *args: Any) -> Any: ...

class Meshgrid(Primitive):
    """Coordinates of the points of a grid; see `ops.meshgrid`."""
    def __init__(self, indexing: str = "xy") -> None: ...
    def __call__(self, inputs: Sequence[Tensor]) -> tuple[Tensor, ...]: ...

class Minimum(Primitive):
    """The smaller of two Tensors, element by element; NaN where either is NaN."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class MirrorPad(Primitive):
    """Pad by mirroring a Tensor at its edges."""
    def __init__(self, mode: str = "REFLECT") -> None: ...
    def __call__(self, input_x: Tensor, paddings: Tensor) -> Tensor: ...

class Mish(Primitive):
    """x times the hyperbolic tangent of its softplus."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Mod(Primitive):
    """Remainder of the division that rounds towards zero, as in C."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor | Number, y: Tensor | Number) -> Tensor: ...

class Morph(_PrimitiveWithInfer):
    """A function as a Primitive, for compiled code."""
    def __init__(
        self,
        fn: Callable[..., Any],
        infer_shape: Callable[..., Any],
        infer_dtype: Callable[..., Any],
        bprop_fn: Callable[..., Any] | None = None,
    ) -> None: ...
    def __call__(self, *args: Any) -> Any: ...
    def infer_dtype(self, *args: Any) -> Any:
        """dtypes of the results."""
        ...
    def infer_shape(self, *args: Any) -> Any:
        """Shapes of the results."""
        ...

class MoveTo(Primitive):
    """A copy on another kind of device."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        input: Tensor | Sequence[int],
        to: str = "CPU",
        blocking: bool = True,
    ) -> Tensor: ...

class Mul(Primitive):
    """Product of two Tensors, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class MulNoNan(Primitive):
    """Product of two Tensors that is 0 where `y` is 0, even if `x` is infinite or NaN there."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor | Number, y: Tensor | Number) -> Tensor: ...

class MultiMarginLoss(Primitive):
    """Margin of the right class over each other one, as `ops.multi_margin_loss`."""
    def __init__(self, p: int = 1, margin: float = 1.0, reduction: str = "mean") -> None: ...
    def __call__(self, x: Tensor, target: Tensor, weight: Tensor | None = None) -> Tensor: ...

class MultilabelMarginLoss(Primitive):
    """Margin of each right class over each wrong one, and which classes are right."""
    def __init__(self, reduction: str = "mean") -> None: ...
    def __call__(self, x: Tensor, target: Tensor) -> tuple[Tensor, Tensor]: ...

class Multinomial:
    """Indices drawn with probabilities proportional to the elements of each row, with ..."""
    def __init__(self, seed: int = 0, seed2: int = 0, dtype: _DType = ...) -> None: ...
    def __call__(self, x: Tensor, num_samples: int) -> Tensor: ...

class MultinomialWithReplacement(Primitive):
    """Indices drawn by weight, with replacement; the Tensors `seed` and `offset` determine ..."""
    def __init__(self, numsamples: int, replacement: bool = False) -> None: ...
    def __call__(self, x: Tensor, seed: int | Tensor, offset: int | Tensor) -> Tensor: ...

class Mvlgamma(Primitive):
    """Logarithm of the multivariate gamma function of dimension `p`."""
    def __init__(self, p: int) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class NLLLoss(Primitive):
    """Negative log likelihood loss with the total weight."""
    def __init__(self, reduction: str = "mean", ignore_index: int = -100) -> None: ...
    def __call__(self, logits: Tensor, labels: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]: ...

class NMSWithMask(Primitive):
    """Suppress boxes that overlap better ones."""
    def __init__(self, iou_threshold: float = 0.5) -> None: ...
    def __call__(self, bboxes: Tensor) -> tuple[Tensor, Tensor, Tensor]: ...

class NPUAllocFloatStatus(Primitive):
    """Make an overflow flag."""
    def __init__(self) -> None: ...
    def __call__(self) -> Tensor: ...

class NPUClearFloatStatus(Primitive):
    """Let an overflow flag begin anew: it forgets what it was to look at."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class NPUGetFloatStatus(Primitive):
    """Set an overflow flag: to ones if a Tensor that it waits for is not finite, else to zeros."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class NanToNum(Primitive):
    """NaN and infinities replaced by numbers."""
    def __init__(
        self,
        nan: float | None = None,
        posinf: float | None = None,
        neginf: float | None = None,
    ) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Neg(Primitive):
    """Negated elements; unsigned ones wrap."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class NeighborExchange(Primitive):
    """Send Tensors to some processes, and get one from each of some others."""
    def __init__(
        self,
        send_rank_ids: Sequence[int],
        recv_rank_ids: Sequence[int],
        recv_shapes: Sequence[Any],
        send_shapes: Sequence[Any],
        recv_type: _DType,
        group: str = "hccl_world_group",
    ) -> None: ...
    def __call__(self, input_x: Sequence[Tensor]) -> tuple[Tensor, ...]: ...

class NeighborExchangeV2(Primitive):
    """Exchange the borders of images with other processes; calling it raises ..."""
    def __init__(
        self,
        send_rank_ids: Sequence[int],
        send_lens: Sequence[int],
        recv_rank_ids: Sequence[int],
        recv_lens: Sequence[int],
        data_format: str,
        group: str = "hccl_world_group",
    ) -> None: ...
    def __call__(self, *args: Any) -> Any: ...

class NextAfter(Primitive):
    """The next representable number from each element towards `other`."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor) -> Tensor: ...

class NoRepeatNGram(Primitive):
    """Forbid tokens that would repeat a run of tokens."""
    def __init__(self, ngram_size: int = 1) -> None: ...
    def __call__(self, state_seq: Tensor, log_probs: Tensor) -> Tensor: ...

class NonDeterministicInts:
    """Integers of all values of a dtype, in a shape given as a Tensor or tuple."""
    def __init__(self, dtype: _DType = ...) -> None: ...
    def __call__(self, shape: Tensor) -> Tensor: ...
    seed_names: tuple[Any, ...]

class NonMaxSuppressionV3(Primitive):
    """Take boxes by falling score, and leave out those that overlap a better one."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        boxes: Tensor,
        scores: Tensor,
        max_output_size: Tensor | Number,
        iou_threshold: Tensor | Number,
        score_threshold: Tensor | Number,
    ) -> Tensor: ...

class NonMaxSuppressionWithOverlaps(Primitive):
    """Take boxes by falling score, and leave out those that overlap a better one too much."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        overlaps: Tensor,
        scores: Tensor,
        max_output_size: Tensor,
        overlap_threshold: Tensor,
        score_threshold: Tensor,
    ) -> Tensor: ...

class NonZero(Primitive):
    """Positions of the elements that are not zero."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class NotEqual(Primitive):
    """Whether two Tensors differ, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class NthElement(Primitive):
    """The n-th smallest element along the last axis."""
    def __init__(self, reverse: bool = False) -> None: ...
    def __call__(self, input: Tensor, n: int | Tensor) -> Tensor: ...

class NuclearNorm(Primitive):
    """Sum of the singular values of matrices."""
    def __init__(
        self,
        dim: int | Sequence[int] | Tensor | None = None,
        keepdim: bool = False,
    ) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class OneHot(Primitive):
    """Vectors with `on_value` at an index and `off_value` elsewhere; see `ops.one_hot`."""
    def __init__(self, axis: int = -1) -> None: ...
    def __call__(
        self,
        indices: Tensor,
        depth: int,
        on_value: Tensor,
        off_value: Tensor,
    ) -> Tensor: ...

class Ones(Primitive):
    """Tensor of ones."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        shape: int | Sequence[Any] | Tensor,
        dtype: _DType | None = None,
    ) -> Tensor: ...

class OnesLike(Primitive):
    """Tensor of ones in the shape and dtype of `x`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Orgqr(Primitive):
    """The first N columns of Q from its Householder vectors."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, tau: Tensor) -> Tensor: ...

class Ormqr(Primitive):
    """Product with the square Q given by Householder vectors."""
    def __init__(self, left: bool = True, transpose: bool = False) -> None: ...
    def __call__(self, input: Tensor, tau: Tensor, other: Tensor) -> Tensor: ...

class PReLU(Primitive):
    """`input` where positive, else `weight * input`, with one weight per channel or one for ..."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, weight: Tensor) -> Tensor: ...

class Pack(Primitive):
    """Join Tensors of one shape along a new dimension."""
    def __init__(self, axis: int = 0) -> None: ...
    def __call__(self, *input_x: Any) -> Tensor: ...

class Pad(Primitive):
    """Add zeros before and after every dimension; `paddings` is a tuple of (before, after) ..."""
    def __init__(self, paddings: Sequence[Sequence[int]]) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class PadV3(Primitive):
    """Add elements before and after the last dimensions; see `ops.pad`."""
    def __init__(self, mode: str = "constant", paddings_contiguous: bool = True) -> None: ...
    def __call__(
        self,
        x: Tensor,
        paddings: float | str | tuple[int, ...] | list[Any] | Tensor | None,
        constant_value: Tensor | Number | None = None,
    ) -> Tensor: ...

class Padding(Primitive):
    """Grow a last dimension of length 1 to `pad_dim_size` by zeros."""
    def __init__(self, pad_dim_size: int = 8) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class PagedAttention(Primitive):
    """Attention of new tokens over keys and values kept in blocks."""
    def __init__(
        self,
        head_num: int,
        scale_value: float,
        kv_head_num: int,
        kv_cache_quant_mode: str = "DEFAULT",
        mask_mode: str = "MASK_DEFAULT",
        mla_v_dim: int = 0,
    ) -> None: ...
    def __call__(
        self,
        query: Tensor,
        key_cache: Tensor,
        value_cache: Tensor | None = None,
        block_tables: Tensor | None = None,
        context_lens: Tensor | None = None,
        antiquant_scale: Tensor | None = None,
        antiquant_offset: Tensor | None = None,
        attn_mask: Tensor | None = None,
        q_seq_lens: Tensor | None = None,
        alibi_mask: Tensor | None = None,
    ) -> Tensor: ...

class PagedAttentionMask(Primitive):
    """`PagedAttention` of one new token per sequence, with a bias for each head."""
    def __init__(
        self,
        head_num: int,
        scale_value: float,
        kv_head_num: int,
        kv_cache_quant_mode: str = "DEFAULT",
    ) -> None: ...
    def __call__(
        self,
        query: Tensor,
        key_cache: Tensor,
        value_cache: Tensor,
        block_tables: Tensor,
        context_lens: Tensor,
        antiquant_scale: Tensor | None = None,
        antiquant_offset: Tensor | None = None,
        alibi_mask: Tensor | None = None,
    ) -> Tensor: ...

class ParallelConcat(Primitive):
    """Join Tensors whose first dimension is 1 along it."""
    def __init__(self) -> None: ...
    def __call__(self, *values: Any) -> Tensor: ...

class ParameterizedTruncatedNormal:
    """Truncated normal numbers, with the parameters of each row (or of all) given by Tensors."""
    def __init__(self, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(
        self,
        shape: Tensor,
        mean: Tensor,
        stdevs: Tensor,
        min: Tensor,
        max: Tensor,
    ) -> Tensor: ...

class Pdist(Primitive):
    """Distances between all pairs of rows of a matrix; see `ops.pdist`."""
    def __init__(self, p: float = 2.0) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Poisson:
    """Poisson numbers of int32; see `ops.poisson`."""
    def __init__(self, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, shape: Tensor | Sizes, mean: Tensor) -> Tensor: ...

class Polar(Primitive):
    """Complex numbers from moduli and arguments, `abs * (cos(angle) + i sin(angle))`."""
    def __init__(self) -> None: ...
    def __call__(self, abs: Tensor, angle: Tensor) -> Tensor: ...

class Polygamma(Primitive):
    """The n-th derivative of the digamma function."""
    def __init__(self) -> None: ...
    def __call__(self, n: Tensor, input: Tensor) -> Tensor: ...

class PopulationCount(Primitive):
    """How many bits of each element are 1."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class Pow(Primitive):
    """`input` to the power `exponent`, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, exponent: Tensor | Number) -> Tensor: ...

class Print(Primitive):
    """Print values, each on a line of its own; see `ops.print_`."""
    def __init__(self) -> None: ...
    def __call__(self, *args: Any) -> None: ...

class Pull(Primitive):
    """Fetch a weight from a parameter server; calling it raises NotImplementedError."""
    def __init__(self) -> None: ...
    def __call__(self, *args: Any) -> Any: ...

class Push(Primitive):
    """Send an optimizer's inputs to a parameter server; calling it raises NotImplementedError."""
    def __init__(
        self,
        optim_type: str = "ApplyMomentum",
        only_shape_indices: list[int] | None = None,
    ) -> None: ...
    def __call__(self, *args: Any) -> Any: ...

class PyFunc(Primitive):
    """Run a Python function on NumPy arrays; in compiled code, as a call back to the host."""
    def __init__(
        self,
        fn: Callable[..., Any],
        in_types: Sequence[Any],
        in_shapes: Sequence[Any],
        out_types: Sequence[Any],
        out_shapes: Sequence[Any],
        stateful: bool = True,
    ) -> None: ...
    def __call__(self, *args: Any) -> tuple[Tensor, ...]: ...

class Qr(Primitive):
    """QR factors of matrices."""
    def __init__(self, full_matrices: bool = False) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]: ...

class Quantile(Primitive):
    """Quantiles along a dimension; see `ops.quantile` and `ops.nanquantile`."""
    def __init__(
        self,
        dim: int | None = None,
        keep_dims: bool = False,
        ignore_nan: bool = False,
    ) -> None: ...
    def __call__(self, input: Tensor, q: Tensor | Number) -> Tensor: ...

class RGBToHSV(Primitive):
    """Hue, saturation and value, all in [0, 1], of red, green and blue."""
    def __init__(self) -> None: ...
    def __call__(self, images: Tensor) -> Tensor: ...

class RNNTLoss(Primitive):
    """Transducer loss: minus the log-likelihood of label sequences, and its gradient."""
    def __init__(self, blank_label: int = 0) -> None: ...
    def __call__(
        self,
        acts: Tensor,
        labels: Tensor,
        input_lengths: Tensor,
        label_lengths: Tensor,
    ) -> tuple[Tensor, Tensor]: ...

class ROIAlign(Primitive):
    """Pool regions of feature maps with bilinear sampling."""
    def __init__(
        self,
        pooled_height: int,
        pooled_width: int,
        spatial_scale: float,
        sample_num: int = 2,
        roi_end_mode: int = 1,
    ) -> None: ...
    def __call__(self, features: Tensor, rois: Tensor) -> Tensor: ...

class RaggedRange(Primitive):
    """Ranges behind each other, and where each begins."""
    def __init__(self, Tsplits: _DType) -> None: ...
    def __call__(self, starts: Tensor, limits: Tensor, deltas: Tensor) -> tuple[Tensor, Tensor]: ...

class RandomCategorical(Primitive):
    """Indices drawn with the probabilities softmax(logits) of each row."""
    def __init__(self, dtype: _DType = ...) -> None: ...
    def __call__(self, logits: Tensor, num_sample: int, seed: int = 0) -> Tensor: ...

class RandomChoiceWithMask:
    """A random choice among the true elements of a Tensor; see `ops.choice_with_mask`."""
    def __init__(self, count: int = 256, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, input_x: Tensor) -> tuple[Tensor, Tensor]: ...

class RandomGamma:
    """Gamma numbers of rate 1, a block of shape `shape` for each element of `alpha`."""
    def __init__(self, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, shape: Tensor, alpha: Tensor) -> Tensor: ...

class RandomPoisson:
    """Poisson numbers, a block of shape `shape` for each element of `rate`."""
    def __init__(self, seed: int = 0, seed2: int = 0, dtype: _DType = ...) -> None: ...
    def __call__(self, shape: Tensor, rate: Tensor) -> Tensor: ...

class RandomShuffle:
    """A Tensor with its first dimension in a random order; see `ops.shuffle`."""
    def __init__(self, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Randperm(Primitive):
    """The numbers 0 to n - 1 in a random order, then `pad` up to `max_length` elements."""
    def __init__(self, max_length: int = 1, pad: int = -1, dtype: _DType = ...) -> None: ...
    def __call__(self, n: Tensor) -> Tensor: ...

class RandpermV2(Primitive):
    """The numbers 0 to n - 1 in a random order; see `ops.randperm`."""
    def __init__(self, seed: int = 0, offset: int = 0, dtype: _DType = ...) -> None: ...
    def __call__(self, n: int | Tensor) -> Tensor: ...

class Range(Primitive):
    """Numbers from `start` by `step` to before `end`; see `ops.range`."""
    def __init__(self, maxlen: int = 1000000) -> None: ...
    def __call__(
        self,
        start: Number | Tensor,
        end: Number | Tensor,
        step: Number | Tensor,
    ) -> Tensor: ...

class Rank(Primitive):
    """Number of dimensions of a Tensor, as `ops.rank`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> int: ...

class ReLU(Primitive):
    """max(input, 0), element by element; the derivative at 0 is 0."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class ReLU6(Primitive):
    """min(max(x, 0), 6), element by element."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Real(Primitive):
    """Real parts of complex elements; real ones stay as they are."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class RealDiv(Primitive):
    """Quotient of two Tensors in their common dtype: integers are divided towards zero."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor | Number, y: Tensor | Number) -> Tensor: ...

class Receive(Primitive):
    """Receive a Tensor from another process."""
    def __init__(
        self,
        sr_tag: int,
        src_rank: int,
        shape: Sequence[int],
        dtype: _DType,
        group: str = "hccl_world_group",
        group_back: str = "hccl_world_group",
    ) -> None: ...
    def __call__(self, x: Tensor | None = None) -> Tensor: ...

class Reciprocal(Primitive):
    """1 divided by each element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Reduce(Primitive):
    """Reduce a Tensor over all processes of a group; one process gets the result."""
    def __init__(
        self,
        dest_rank: int,
        op: str = "sum",
        group: str = "hccl_world_group",
    ) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class ReduceAll(Primitive):
    """Whether all elements are nonzero, over all or some axes."""
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, input: Tensor, axis: int | Sequence[int] | None = None) -> Tensor: ...

class ReduceAny(Primitive):
    """Whether any element is nonzero, over all or some axes."""
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(
        self,
        x: Tensor,
        axis: int | tuple[int, ...] | list[Any] | Tensor = (),
    ) -> Tensor: ...

class ReduceMax(Primitive):
    """Largest elements over axes."""
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: int | Sequence[int] | Tensor = ()) -> Tensor: ...

class ReduceMean(Primitive):
    """Mean over axes, in the dtype of the input."""
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: int | Sequence[int] | Tensor = ()) -> Tensor: ...

class ReduceMin(Primitive):
    """Smallest elements over axes."""
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: int | Sequence[int] | Tensor = ()) -> Tensor: ...

class ReduceProd(Primitive):
    """Product over axes, in the dtype of the input."""
    def __init__(self, keep_dims: bool = False) -> None: ...
    def __call__(
        self,
        x: Tensor,
        axis: int | tuple[int, ...] | list[Any] | Tensor = (),
    ) -> Tensor: ...

class ReduceScatter(Primitive):
    """Reduce a Tensor over all processes of a group; each gets its part of the first axis."""
    def __init__(self, op: str = "sum", group: str = "hccl_world_group") -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class ReduceScatterV(Primitive):
    """Reduce flat Tensors; each process gets a part of its own length."""
    def __init__(self, op: str = "sum", group: str = "hccl_world_group") -> None: ...
    def __call__(self, input_x: Tensor, input_split_sizes: Sequence[int] | Tensor) -> Tensor: ...

class ReduceStd(Primitive):
    """Standard deviation and mean, over all or some axes."""
    def __init__(
        self,
        axis: int | Sequence[Any] | Tensor = ...,
        unbiased: bool = True,
        keep_dims: bool = False,
    ) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, ...]: ...

class ReduceSum(Primitive):
    """Sum over axes, in the dtype of the input."""
    def __init__(self, keep_dims: bool = False, skip_mode: bool = False) -> None: ...
    def __call__(self, x: Tensor, axis: int | Sequence[int] | Tensor = ()) -> Tensor: ...

class Renorm(Primitive):
    """Slices along a dimension, scaled down where their p-norm is above a bound."""
    def __init__(self, p: int, dim: int, maxnorm: float) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Reshape(Primitive):
    """Give a Tensor another shape over the same elements in the same order."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, shape: Sequence[Any] | Tensor) -> Tensor: ...

class ReshapeAndCache(Primitive):
    """Write the keys and values of new tokens into block-wise caches, in place."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        key: Tensor,
        value: Tensor | None = None,
        key_cache: Tensor | None = None,
        value_cache: Tensor | None = None,
        slot_mapping: Tensor | None = None,
    ) -> Tensor: ...

class Reshard(Primitive):
    """Note how a Tensor is laid out over devices; a single device runs everything."""
    def __init__(
        self,
        in_layout: tuple[Any, ...],
        out_layout: tuple[Any, ...],
        in_strategy: tuple[Any, ...],
    ) -> None: ...
    def __call__(self, tensor: Tensor) -> Tensor: ...

class ResizeArea(Primitive):
    """Resize images to the means of the areas that the new pixels cover."""
    def __init__(self, align_corners: bool = False) -> None: ...
    def __call__(self, images: Tensor, size: Tensor) -> Tensor: ...

class ResizeBicubic(Primitive):
    """Resize images by bicubic interpolation."""
    def __init__(self, align_corners: bool = False, half_pixel_centers: bool = False) -> None: ...
    def __call__(self, image: Tensor, size: tuple[int, ...] | list[Any] | Tensor) -> Tensor: ...

class ResizeBilinear(Primitive):
    """Resize images by bilinear interpolation to a fixed size; former form of ..."""
    def __init__(
        self,
        size: Sequence[int],
        align_corners: bool = False,
        half_pixel_centers: bool = False,
    ) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class ResizeBilinearV2(Primitive):
    """Resize images by bilinear interpolation."""
    def __init__(self, align_corners: bool = False, half_pixel_centers: bool = False) -> None: ...
    def __call__(self, image: Tensor, size: tuple[int, ...] | list[Any] | Tensor) -> Tensor: ...

class ResizeLinear1D(Primitive):
    """Resize sequences by linear interpolation."""
    def __init__(self, coordinate_transformation_mode: str = "align_corners") -> None: ...
    def __call__(self, x: Tensor, size: tuple[Any, ...] | Tensor) -> Tensor: ...

class ResizeNearestNeighbor(Primitive):
    """Resize images by taking the nearest pixel."""
    def __init__(
        self,
        size: tuple[int, ...] | list[Any],
        align_corners: bool = False,
        half_pixel_centers: bool = False,
    ) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class ResizeNearestNeighborV2(Primitive):
    """Resize images by taking the nearest pixel, to a size given with the images."""
    def __init__(self, align_corners: bool = False, half_pixel_centers: bool = False) -> None: ...
    def __call__(self, image: Tensor, size: tuple[int, ...] | list[Any] | Tensor) -> Tensor: ...

class ReverseSequence(Primitive):
    """Reverse the first elements of each sequence in a batch."""
    def __init__(self, seq_dim: int, batch_dim: int = 0) -> None: ...
    def __call__(self, x: Tensor, seq_lengths: Tensor) -> Tensor: ...

class ReverseV2(Primitive):
    """Reverse the order of elements along dimensions."""
    def __init__(self, axis: Sequence[int]) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class RightShift(Primitive):
    """Bits shifted to the right, as `ops.bitwise_right_shift`."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor | Number, input_y: Tensor | Number) -> Tensor: ...

class Rint(Primitive):
    """Elements rounded to the nearest whole number; halves go to the even neighbour."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class RmsNorm(Primitive):
    """Divide by the root mean square of the last dimensions, then scale."""
    def __init__(self, epsilon: float = 1e-06) -> None: ...
    def __call__(self, x: Tensor, gamma: Tensor) -> Tensor: ...

class Roll(Primitive):
    """Shift elements along dimensions; those that leave at one end come in at the other."""
    def __init__(
        self,
        shifts: int | Sequence[int],
        dims: int | Sequence[int] | None = None,
    ) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Round(Primitive):
    """Elements rounded to the nearest; halves go to the even neighbour."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, decimals: int = 0) -> Tensor: ...

class Rsqrt(Primitive):
    """Reciprocals of square roots; infinite at 0, NaN for negative real elements."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class SGD(Primitive):
    """One step of gradient descent with momentum, whose first gradient is not damped."""
    def __init__(
        self,
        dampening: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
    ) -> None: ...
    def __call__(
        self,
        parameters: Tensor,
        gradient: Tensor,
        learning_rate: Tensor | Number,
        accum: Tensor,
        momentum: Tensor | Number,
        stat: Tensor,
    ) -> Tensor: ...

class STFT(Primitive):
    """Spectra of overlapping pieces of a signal; see `ops.stft`, which pads the ends first."""
    def __init__(
        self,
        n_fft: int,
        hop_length: int,
        win_length: int,
        normalized: bool,
        onesided: bool,
        return_complex: bool,
    ) -> None: ...
    def __call__(self, x: Tensor, window: Tensor) -> Tensor: ...

class SampleDistortedBoundingBoxV2:
    """A random crop of an image that covers a part of an object."""
    def __init__(
        self,
        seed: int = 0,
        seed2: int = 0,
        aspect_ratio_range: Sequence[float] = (0.75, 1.33),
        area_range: Sequence[float] = (0.05, 1.0),
        max_attempts: int = 100,
        use_image_if_no_bounding_boxes: bool = False,
    ) -> None: ...
    def __call__(
        self,
        image_size: Tensor,
        bounding_boxes: Tensor,
        min_object_covered: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]: ...

class ScalarCast(Primitive):
    """Convert a Python number."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: float, input_y: _DType) -> int | float | bool: ...

class ScalarSummary(Primitive):
    """Record a number for a summary file."""
    def __init__(self) -> None: ...
    def __call__(self, name: str, value: Any) -> None: ...

class ScalarToArray(Primitive):
    """A 0-d Tensor of a Python number, in its default dtype."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: float) -> Tensor: ...

class ScalarToTensor(Primitive):
    """A 0-d Tensor of a Python number, as `ops.scalar_to_tensor`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Any, dtype: _DType = ...) -> Tensor: ...

class ScaleAndTranslate(Primitive):
    """Scale and move images."""
    def __init__(self, kernel_type: str = "lanczos3", antialias: bool = True) -> None: ...
    def __call__(
        self,
        images: Tensor,
        size: Tensor,
        scale: Tensor,
        translation: Tensor,
    ) -> Tensor: ...

class Scan(Primitive):
    """Thread a value through a sequence: `carry, y = loop_func(carry, x)` for each x."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        loop_func: Callable[..., Any],
        init: Any,
        xs: Any,
        length: int | None = None,
        unroll: bool = True,
    ) -> tuple[Any, ...]: ...

class ScatterAdd(Primitive):
    """Add to parts of a Tensor in place."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterAddWithAxis(Primitive):
    """A copy of a Tensor with updates added along an axis, elements staying in line."""
    def __init__(self, axis: int = 0) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterDiv(Primitive):
    """Divide parts of a Tensor in place."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterMax(Primitive):
    """Raise to the updates parts of a Tensor in place."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterMin(Primitive):
    """Lower to the updates parts of a Tensor in place."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterMul(Primitive):
    """Multiply parts of a Tensor in place."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterNd(Primitive):
    """A Tensor of zeros with updates added at positions."""
    def __init__(self) -> None: ...
    def __call__(self, indices: Tensor, updates: Tensor, shape: tuple[int, ...]) -> Tensor: ...

class ScatterNdAdd(Primitive):
    """Add to parts of a Tensor in place, at positions."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterNdDiv(Primitive):
    """Divide parts of a Tensor in place, at positions."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterNdMax(Primitive):
    """Raise to the updates parts of a Tensor in place, at positions."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterNdMin(Primitive):
    """Lower to the updates parts of a Tensor in place, at positions."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterNdMul(Primitive):
    """Multiply parts of a Tensor in place, at positions."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterNdSub(Primitive):
    """Subtract from parts of a Tensor in place, at positions."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterNdUpdate(Primitive):
    """Replace parts of a Tensor in place, at positions."""
    def __init__(self, use_locking: bool = True) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterNonAliasingAdd(Primitive):
    """Add to a Tensor in place, at positions; `ops.ScatterNdAdd` under another name."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterSub(Primitive):
    """Subtract from parts of a Tensor in place."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class ScatterUpdate(Primitive):
    """Replace parts of a Tensor in place."""
    def __init__(self, use_locking: bool = True) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class SeLU(Primitive):
    """Scaled exponential linear unit: the scale keeps mean 0 and variance 1."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class SearchSorted(Primitive):
    """Places where values belong in sorted sequences."""
    def __init__(self, dtype: _DType = ..., right: bool = False) -> None: ...
    def __call__(
        self,
        sorted_sequence: Tensor,
        values: Tensor,
        sorter: Tensor | None = None,
    ) -> Tensor: ...

class SegmentMax(Primitive):
    """Greatest elements of groups of rows that stand together."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, segment_ids: Tensor) -> Tensor: ...

class SegmentMean(Primitive):
    """Means over groups of rows that stand together."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, segment_ids: Tensor) -> Tensor: ...

class SegmentMin(Primitive):
    """Least elements of groups of rows that stand together."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, segment_ids: Tensor) -> Tensor: ...

class SegmentProd(Primitive):
    """Products over groups of rows that stand together."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, segment_ids: Tensor) -> Tensor: ...

class SegmentSum(Primitive):
    """Sums over groups of rows that stand together; the number of groups is the last id ..."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, segment_ids: Tensor) -> Tensor: ...

class Select(Primitive):
    """Elements of `input` where the condition holds, of `other` elsewhere."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        condition: Tensor,
        input: Tensor | Number,
        other: Tensor | Number,
    ) -> Tensor: ...

class SelectView(Primitive):
    """One slice of a Tensor along an axis, as a view; see `mint.select`."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, index: int, axis: int | Sequence[int] | Tensor) -> Tensor: ...

class Send(Primitive):
    """Send a Tensor to another process; its gradient is what `Receive` sends back from there."""
    def __init__(
        self,
        sr_tag: int,
        dest_rank: int,
        group: str = "hccl_world_group",
        group_back: str = "hccl_world_group",
    ) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class Shape(Primitive):
    """Lengths of the dimensions of a Tensor, as `ops.shape`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> tuple[int, ...]: ...

class Sigmoid(Primitive):
    """1 / (1 + exp(-input)), element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class SigmoidCrossEntropyWithLogits(Primitive):
    """Binary cross entropy of logits with probabilities, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, logits: Tensor, label: Tensor) -> Tensor: ...

class Sign(Primitive):
    """-1, 0 or 1 by the sign of each element; complex elements are divided by their moduli."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Sin(Primitive):
    """Sines."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Sinc(Primitive):
    """`sin(pi x) / (pi x)` of each element, 1 at 0."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Sinh(Primitive):
    """Hyperbolic sines, `(exp(x) - exp(-x)) / 2`."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Size(Primitive):
    """Number of elements of a Tensor."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor) -> int: ...

class Slice(Primitive):
    """Cut a block out of a Tensor."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, begin: Sequence[int], size: Sequence[int]) -> Tensor: ...

def SliceGetItem(x: builtins.slice, name: str) -> Any:
    """The start, stop or step of a slice."""
    ...

class SmoothL1Loss(Primitive):
    """Smooth L1 loss, as `ops.smooth_l1_loss`: quadratic below `beta`, linear from there on."""
    def __init__(self, beta: float = 1.0, reduction: str = "none") -> None: ...
    def __call__(self, prediction: Tensor, target: Tensor) -> Tensor: ...

class SoftMarginLoss(Primitive):
    """log(1 + exp(-target * input)), the loss of two classes -1 and 1."""
    def __init__(self, reduction: str = "mean") -> None: ...
    def __call__(self, input: Tensor, target: Tensor) -> Tensor: ...

class SoftShrink(Primitive):
    """`input` moved towards 0 by `lambd`; 0 inside of [-lambd, lambd]."""
    def __init__(self, lambd: float = 0.5) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Softmax(Primitive):
    """exp(input) divided by its sum along one axis or several."""
    def __init__(self, axis: int | tuple[int, ...] = -1) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class SoftmaxCrossEntropyWithLogits(Primitive):
    """Cross entropy of each row of logits with a row of probabilities, and its gradient."""
    def __init__(self) -> None: ...
    def __call__(self, logits: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]: ...

class Softplus(Primitive):
    """log(1 + exp(input)), element by element, computed without overflow."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Softsign(Primitive):
    """x / (1 + abs(x)), element by element."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Sort(Primitive):
    """Elements in order along an axis, and where they were."""
    def __init__(self, axis: int = -1, descending: bool = False) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, ...]: ...

class SpaceToBatch(Primitive):
    """Pad the last two dimensions and move square blocks of them into the batch."""
    def __init__(self, block_size: int, paddings: Sequence[Sequence[int]]) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class SpaceToBatchND(Primitive):
    """Pad the last dimensions and move blocks of them into the batch."""
    def __init__(self, block_shape: int | Sequence[Any], paddings: Sequence[Any]) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class SpaceToDepth(Primitive):
    """Move blocks of `block_size` by `block_size` pixels of an NCHW Tensor into channels."""
    def __init__(self, block_size: int) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class SparseApplyAdadelta(Primitive):
    """One step of Adadelta on the rows that have a gradient."""
    def __init__(self, epsilon: float, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        accum_update: Tensor,
        lr: Tensor | Number,
        rho: Tensor | Number,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, ...]: ...

class SparseApplyAdagrad(Primitive):
    """One step of Adagrad on the rows that have a gradient."""
    def __init__(self, lr: float, update_slots: bool = True, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, ...]: ...

class SparseApplyAdagradV2(Primitive):
    """`SparseApplyAdagrad` with `epsilon` added to the sum of squares under the root."""
    def __init__(
        self,
        lr: float,
        epsilon: float,
        use_locking: bool = False,
        update_slots: bool = True,
    ) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, ...]: ...

class SparseApplyFtrl(Primitive):
    """One step of FTRL on the rows that have a gradient."""
    def __init__(
        self,
        lr: float,
        l1: float,
        l2: float,
        lr_power: float,
        use_locking: bool = False,
    ) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        linear: Tensor,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, ...]: ...

class SparseApplyFtrlV2(Primitive):
    """`SparseApplyFtrl` with weights added to the gradient of the linear sum."""
    def __init__(
        self,
        lr: float,
        l1: float,
        l2: float,
        l2_shrinkage: float,
        lr_power: float,
        use_locking: bool = False,
    ) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        linear: Tensor,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, ...]: ...

class SparseApplyProximalAdagrad(Primitive):
    """One step of proximal Adagrad on the rows that have a gradient."""
    def __init__(self, use_locking: bool = False) -> None: ...
    def __call__(
        self,
        var: Tensor,
        accum: Tensor,
        lr: Tensor | Number,
        l1: Tensor | Number,
        l2: Tensor | Number,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, ...]: ...

class SparseApplyRMSProp(Primitive):
    """One step of RMSProp on the rows that have a gradient."""
    def __init__(
        self,
        rho: float,
        momentum: float,
        epsilon: float,
        use_locking: bool = False,
    ) -> None: ...
    def __call__(
        self,
        var: Tensor,
        ms: Tensor,
        mom: Tensor,
        lr: Tensor | Number,
        grad: Tensor,
        indices: Tensor,
    ) -> tuple[Tensor, ...]: ...

SparseGatherV2 = GatherV2

class SparseSlice(Primitive):
    """Part of a sparse Tensor."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        indices: Tensor,
        values: Tensor,
        shape: Tensor,
        start: Tensor,
        size: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]: ...

class SparseSoftmaxCrossEntropyWithLogits(Primitive):
    """Mean cross entropy of logits with class indices, or its gradient."""
    def __init__(self, is_grad: bool = False) -> None: ...
    def __call__(self, logits: Tensor, labels: Tensor) -> Tensor: ...

class SparseTensorDenseAdd(Primitive):
    """Sum of a sparse and a dense Tensor."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        x1_indices: Tensor,
        x1_values: Tensor,
        x1_shape: Tensor,
        x2: Tensor,
    ) -> Tensor: ...

class SparseTensorDenseMatmul(Primitive):
    """Product of a sparse matrix and a dense one."""
    def __init__(self, adjoint_st: bool = False, adjoint_dt: bool = False) -> None: ...
    def __call__(
        self,
        indices: Tensor,
        values: Tensor,
        sparse_shape: tuple[Any, ...] | Tensor,
        dense: Tensor,
    ) -> Tensor: ...

class SparseToDense(Primitive):
    """Dense Tensor of the given values at the given places; equal places add up."""
    def __init__(self) -> None: ...
    def __call__(self, indices: Tensor, values: Tensor, sparse_shape: Sequence[int]) -> Tensor: ...

class Split(Primitive):
    """Cut a Tensor into pieces of equal length along a dimension."""
    def __init__(self, axis: int = 0, output_num: int = 1) -> None: ...
    def __call__(self, input_x: Tensor) -> tuple[Tensor, ...]: ...

class SplitV(Primitive):
    """Cut a Tensor along a dimension into pieces of given lengths."""
    def __init__(self, size_splits: Sequence[int], split_dim: int, num_split: int) -> None: ...
    def __call__(self, input_x: Tensor) -> tuple[Tensor, ...]: ...

class Sqrt(Primitive):
    """Square roots."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Square(Primitive):
    """Squares."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class SquareSumAll(Primitive):
    """Sums of the squares of two Tensors."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, y: Tensor) -> tuple[Tensor, ...]: ...

class SquaredDifference(Primitive):
    """`(x - y) ** 2`, element by element; `|x - y| ** 2` for complex operands."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor | Number, y: Tensor | Number) -> Tensor: ...

class Squeeze(Primitive):
    """Remove dimensions of length 1."""
    def __init__(self, axis: int | Sequence[int] = ()) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

Stack = Pack

class StandardLaplace:
    """Laplace numbers of mean 0 and scale 1, in float32, of a shape given as a tuple or Tensor."""
    def __init__(self, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, shape: Tensor | Sizes) -> Tensor: ...

class StandardNormal:
    """Numbers of the standard normal distribution."""
    def __init__(self, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, shape: Tensor | Sizes) -> Tensor: ...

class StopGradient(Primitive):
    """The value, cut off from the computation of gradients."""
    def __init__(self) -> None: ...
    def __call__(self, value: Tensor | Sequence[Tensor]) -> Any: ...

class StridedSlice(Primitive):
    """Slice a Tensor as `x[b0:e0:s0, b1:e1:s1, ...]` does."""
    def __init__(
        self,
        begin_mask: int | Tensor = 0,
        end_mask: int | Tensor = 0,
        ellipsis_mask: int | Tensor = 0,
        new_axis_mask: int | Tensor = 0,
        shrink_axis_mask: int | Tensor = 0,
    ) -> None: ...
    def __call__(
        self,
        input_x: Tensor,
        begin: Sequence[int],
        end: Sequence[int],
        strides: Sequence[Any],
    ) -> Tensor: ...

class Sub(Primitive):
    """Difference of two Tensors, element by element."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class SubAndFilter(Primitive):
    """Numbers less an offset, without those outside [0, max_num)."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, max_num: int, offset: int) -> tuple[Tensor, Tensor]: ...

class Svd(Primitive):
    """Singular values, and singular vectors, of matrices."""
    def __init__(self, full_matrices: bool = False, compute_uv: bool = True) -> None: ...
    def __call__(self, input: Tensor) -> tuple[Tensor, ...]: ...

class Tan(Primitive):
    """Tangents."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Tanh(Primitive):
    """Hyperbolic tangents."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

TensorAdd = Add

class TensorDump(Primitive):
    """Save a Tensor as an npy file; see `ops.tensordump`."""
    def __init__(self, input_output: str = "out") -> None: ...
    def __call__(self, file: str, input_x: Tensor) -> None: ...

class TensorScatterAdd(Primitive):
    """A copy of a Tensor with updates added at positions."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class TensorScatterDiv(Primitive):
    """A copy of a Tensor with positions divided by updates."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class TensorScatterElements(Primitive):
    """A copy of a Tensor with elements replaced or added along an axis."""
    def __init__(self, axis: int | Tensor = 0, reduction: str = "none") -> None: ...
    def __call__(self, data: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class TensorScatterMax(Primitive):
    """A copy of a Tensor, raised to the updates at positions."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class TensorScatterMin(Primitive):
    """A copy of a Tensor, lowered to the updates at positions."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class TensorScatterMul(Primitive):
    """A copy of a Tensor with positions multiplied by updates."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class TensorScatterSub(Primitive):
    """A copy of a Tensor with updates subtracted at positions."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class TensorScatterUpdate(Primitive):
    """A copy of a Tensor with elements or slices replaced."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor: ...

class TensorShape(Primitive):
    """Lengths of the dimensions of a Tensor, as a 1-d Tensor of int64."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: Tensor) -> Tensor: ...

class TensorSummary(Primitive):
    """Record a Tensor for a summary file."""
    def __init__(self) -> None: ...
    def __call__(self, name: str, value: Any) -> None: ...

class TensorToTuple(Primitive):
    """The elements of a vector as Python numbers; None for what is not a vector."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Any, ...] | None: ...

class Tile(Primitive):
    """Repeat a Tensor as a whole along its dimensions."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, dims: tuple[int, ...] | Tensor) -> Tensor: ...

class TopK(Primitive):
    """The k largest elements of the last dimension, and where they are."""
    def __init__(self, sorted: bool = True) -> None: ...
    def __call__(self, input_x: Tensor, k: int) -> tuple[Tensor, ...]: ...

class Trace(Primitive):
    """Sum of the elements on the main diagonal of a matrix."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class Transpose(Primitive):
    """Reorder the dimensions."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, dims: tuple[int, ...] | list[Any]) -> Tensor: ...

class TransposeExtView(Primitive):
    """Swap two dimensions; another name of `ops.swapaxes`."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, dim0: int, dim1: int) -> Tensor: ...

class TransposeView(Primitive):
    """Reorder the dimensions."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, input_perm: tuple[int, ...]) -> Tensor: ...

class TridiagonalMatMul(Primitive):
    """Product of a tridiagonal matrix and a dense one."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        superdiag: Tensor,
        maindiag: Tensor,
        subdiag: Tensor,
        rhs: Tensor,
    ) -> Tensor: ...

class Tril(Primitive):
    """Matrices with zeros above a diagonal."""
    def __init__(self, diagonal: int = 0) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class TrilIndices(Primitive):
    """Rows and columns of the elements on and below a diagonal of a matrix."""
    def __init__(self, row: int, col: int, offset: int = 0, dtype: _DType = ...) -> None: ...
    def __call__(self) -> Tensor: ...

class TripletMarginLoss(Primitive):
    """Triplet loss whose margin is a Tensor, as `ops.triplet_margin_loss`."""
    def __init__(
        self,
        p: int = 2,
        swap: bool = False,
        eps: float = 1e-06,
        reduction: str = "mean",
    ) -> None: ...
    def __call__(self, x: Tensor, positive: Tensor, negative: Tensor, margin: Tensor) -> Tensor: ...

class Triu(Primitive):
    """Matrices with zeros below a diagonal."""
    def __init__(self, diagonal: int = 0) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class TriuIndices(Primitive):
    """Rows and columns of the elements on and above a diagonal of a matrix."""
    def __init__(self, row: int, col: int, offset: int = 0, dtype: _DType = ...) -> None: ...
    def __call__(self) -> Tensor: ...

class Trunc(Primitive):
    """Elements rounded towards zero; those of bool and integer Tensors stay."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor) -> Tensor: ...

class TruncateDiv(Primitive):
    """Quotient of two Tensors, rounded towards zero, in their common dtype."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor | Number, y: Tensor | Number) -> Tensor: ...

class TruncateMod(Primitive):
    """Remainder of the division that rounds towards zero, as in C; its sign is that of `x`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor | Number, y: Tensor | Number) -> Tensor: ...

class TruncatedNormal:
    """Standard normal numbers, drawn again where they lie outside [-2, 2]."""
    def __init__(self, dtype: _DType = ..., seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, shape: Tensor) -> Tensor: ...

class TupleToArray(Primitive):
    """A Tensor of the numbers in a tuple: Int32 if the first is an int, else Float32."""
    def __init__(self) -> None: ...
    def __call__(self, input_x: tuple[float, ...]) -> Tensor: ...

class UniformCandidateSampler:
    """Classes drawn uniformly; see `ops.uniform_candidate_sampler`."""
    def __init__(
        self,
        num_true: int,
        num_sampled: int,
        unique: bool,
        range_max: int,
        seed: int = 0,
        remove_accidental_hits: bool = False,
    ) -> None: ...
    def __call__(self, true_classes: Tensor) -> tuple[Tensor, Tensor, Tensor]: ...
    seed_names: tuple[Any, ...]

class UniformInt:
    """Uniform int32 numbers in [minval, maxval)."""
    def __init__(self, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, shape: Tensor | Sizes, minval: Tensor, maxval: Tensor) -> Tensor: ...

class UniformReal:
    """Uniform float32 numbers in [0, 1) of a shape given as a tuple or Tensor."""
    def __init__(self, seed: int = 0, seed2: int = 0) -> None: ...
    def __call__(self, shape: Tensor | Sizes) -> Tensor: ...

class Unique(Primitive):
    """Distinct elements in the order of their first occurrence."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> tuple[Tensor, Tensor]: ...

class UniqueConsecutive(Primitive):
    """Elements, or slices along a dimension, without repetitions of the one before."""
    def __init__(
        self,
        return_inverse: bool = False,
        return_counts: bool = False,
        dim: int | None = None,
    ) -> None: ...
    def __call__(self, input: Tensor) -> tuple[Tensor, Tensor, Tensor]: ...

class UniqueWithPad(Primitive):
    """Distinct elements of a vector in the order of their first occurrence, padded to its ..."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, pad_num: Tensor | Number) -> tuple[Tensor, Tensor]: ...

class Unpack(Primitive):
    """All slices of a Tensor along a dimension, which they lose; an older name of ..."""
    def __init__(self, axis: int = 0) -> None: ...
    def __call__(self, input_x: Tensor) -> tuple[Tensor, ...]: ...

class UnravelIndex(Primitive):
    """Coordinates of flat positions in an array of shape `dims`."""
    def __init__(self) -> None: ...
    def __call__(self, indices: Tensor, dims: Tensor) -> Tensor: ...

class UnsortedSegmentMax(Primitive):
    """Greatest elements of groups; the least value of the dtype for empty groups."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, segment_ids: Tensor, num_segments: int | Tensor) -> Tensor: ...

class UnsortedSegmentMin(Primitive):
    """Least elements of groups; the greatest value of the dtype for empty groups."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, segment_ids: Tensor, num_segments: int | Tensor) -> Tensor: ...

class UnsortedSegmentProd(Primitive):
    """Products of groups; 1 for empty groups."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, segment_ids: Tensor, num_segments: int | Tensor) -> Tensor: ...

class UnsortedSegmentSum(Primitive):
    """Sums over groups of elements."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        input_x: Tensor,
        segment_ids: Tensor,
        num_segments: int | Tensor,
    ) -> Tensor: ...

class Unstack(Primitive):
    """All slices of a Tensor along a dimension, which they lose."""
    def __init__(self, axis: int = 0, num: int | None = None) -> None: ...
    def __call__(self, input_x: Tensor) -> tuple[Tensor, ...]: ...

class UpdateState(Primitive):
    """The first argument; the order of side effects is that of Python."""
    def __init__(self) -> None: ...
    def __call__(self, *args: Any) -> Any: ...

class UpperBound(Primitive):
    """In each sorted row, the last place where a value fits in."""
    def __init__(self, out_type: _DType = ...) -> None: ...
    def __call__(self, sorted_x: Tensor, values: Tensor) -> Tensor: ...

class UpsampleNearest3D(Primitive):
    """Resize volumes by taking the nearest voxel."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        x: Tensor,
        output_size: Sequence[Any] | None = None,
        scales: tuple[Any, ...] | list[float] | Tensor | ndarray | None = None,
    ) -> Tensor: ...

class UpsampleTrilinear3D(Primitive):
    """Resize volumes by trilinear interpolation."""
    def __init__(self, align_corners: bool = False) -> None: ...
    def __call__(
        self,
        x: Tensor,
        output_size: Sequence[Any] | None = None,
        scales: tuple[Any, ...] | list[float] | Tensor | ndarray | None = None,
    ) -> Tensor: ...

class WhileLoop(Primitive):
    """Repeat a function while a condition holds."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        cond_func: Callable[..., Any],
        loop_func: Callable[..., Any],
        init_val: Any,
    ) -> Any: ...

class Xdivy(Primitive):
    """`x / y`, 0 where `x` is 0, whatever `y` is."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor | Number, y: Tensor | Number) -> Tensor: ...

class Xlogy(Primitive):
    """`input * log(other)`, 0 where `input` is 0 and `other` is 0 or NaN."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor | Number, other: Tensor | Number) -> Tensor: ...

class Zeros(Primitive):
    """Tensor of zeros."""
    def __init__(self) -> None: ...
    def __call__(
        self,
        size: int | Sequence[Any] | Tensor,
        dtype: _DType | None = None,
    ) -> Tensor: ...

class ZerosLike(Primitive):
    """Tensor of zeros in the shape and dtype of `x`."""
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor) -> Tensor: ...

class Zeta(Primitive):
    """Hurwitz zeta function of Tensors of one shape and dtype: `ops.zeta`."""
    def __init__(self) -> None: ...
    def __call__(self, input: Tensor, other: Tensor) -> Tensor: ...

_primexpr = __primexpr

def abs(input: Tensor) -> Tensor:
    """Absolute values. Those of complex elements stay complex, with imaginary part 0."""
    ...

def absolute(input: Tensor) -> Tensor:
    """Absolute values. Those of complex elements stay complex, with imaginary part 0."""
    ...

def accumulate_n(x: Sequence[Tensor]) -> Tensor:
    """Sum of a sequence of Tensors of one shape and dtype."""
    ...

def acos(input: Tensor) -> Tensor:
    """Inverse cosines, in radians; NaN for real elements outside [-1, 1]."""
    ...

def acosh(input: Tensor) -> Tensor:
    """Inverse hyperbolic cosines; NaN for real elements below 1."""
    ...

def adaptive_avg_pool1d(input: Tensor, output_size: int) -> Tensor:
    """Mean over equal parts of the last dimension."""
    ...

def adaptive_avg_pool2d(
    input: Tensor,
    output_size: int | tuple[Any, ...] | Tensor | ndarray,
) -> Tensor:
    """Mean over windows chosen so that the last two dimensions get the given lengths."""
    ...

adaptive_avg_pool2d_ext = _adaptive_avg_pool2d_ext

def adaptive_avg_pool3d(
    input: Tensor,
    output_size: int | tuple[Any, ...] | Tensor | ndarray,
) -> Tensor:
    """Mean over windows chosen so that the last three dimensions get the given lengths."""
    ...

def adaptive_max_pool1d(input: Tensor, output_size: int) -> Tensor:
    """Maximum over equal parts of the last dimension."""
    ...

@overload
def adaptive_max_pool2d(
    input: Tensor,
    output_size: int | tuple[int | None, ...] | list[Any] | Tensor | ndarray,
    return_indices: Literal[False] = False,
) -> Tensor:
    """Maximum over windows chosen so that the last two dimensions get the given lengths."""
    ...

@overload
def adaptive_max_pool2d(
    input: Tensor,
    output_size: int | tuple[int | None, ...] | list[Any] | Tensor | ndarray,
    *,
    return_indices: Literal[True],
) -> tuple[Tensor, Tensor]:
    """Maximum over windows chosen so that the last two dimensions get the given lengths."""
    ...

@overload
def adaptive_max_pool2d(
    input: Tensor,
    output_size: int | tuple[int | None, ...] | list[Any] | Tensor | ndarray,
    return_indices: bool = False,
) -> Any:
    """Maximum over windows chosen so that the last two dimensions get the given lengths."""
    ...

@overload
def adaptive_max_pool3d(
    input: Tensor,
    output_size: int | Sequence[Any] | Tensor | None,
    return_indices: Literal[False] = False,
) -> Tensor:
    """Maximum over windows chosen so that the last three dimensions get the given lengths."""
    ...

@overload
def adaptive_max_pool3d(
    input: Tensor,
    output_size: int | Sequence[Any] | Tensor | None,
    *,
    return_indices: Literal[True],
) -> tuple[Tensor, Tensor]:
    """Maximum over windows chosen so that the last three dimensions get the given lengths."""
    ...

@overload
def adaptive_max_pool3d(
    input: Tensor,
    output_size: int | Sequence[Any] | Tensor | None,
    return_indices: bool = False,
) -> Any:
    """Maximum over windows chosen so that the last three dimensions get the given lengths."""
    ...

def add(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Sum of two Tensors, element by element."""
    ...

def add_layer_norm(
    x1: Tensor,
    x2: Tensor,
    gamma: Tensor,
    beta: Tensor,
    epsilon: float = 1e-05,
    additional_output: bool = False,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Layer norm of the sum of two Tensors over the dimensions of `gamma`."""
    ...

def add_rms_norm(x1: Tensor, x2: Tensor, gamma: Tensor, epsilon: float = 1e-06) -> Tensor:
    """`ops.rms_norm` of a sum."""
    ...

def addbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *,
    beta: float = 1,
    alpha: float = 1,
) -> Tensor:
    """beta * input + alpha * (sum over the batch of batch1 @ batch2)."""
    ...

def addcdiv(
    input: Tensor,
    tensor1: Tensor,
    tensor2: Tensor,
    value: float | Tensor = 1,
) -> Tensor:
    """`input + value * tensor1 / tensor2`."""
    ...

def addcmul(
    input: Tensor,
    tensor1: Tensor,
    tensor2: Tensor,
    value: float | Tensor = 1,
) -> Tensor:
    """`input + value * tensor1 * tensor2`."""
    ...

def addmm(
    input: Tensor,
    mat1: Tensor,
    mat2: Tensor,
    *,
    beta: float = 1,
    alpha: float = 1,
) -> Tensor:
    """beta * input + alpha * (mat1 @ mat2)."""
    ...

def addmv(
    input: Tensor,
    mat: Tensor,
    vec: Tensor,
    *,
    beta: float = 1,
    alpha: float = 1,
) -> Tensor:
    """beta * input + alpha * (mat @ vec)."""
    ...

def addn(x: Sequence[Tensor] | Tensor) -> Tensor:
    """Sum of a sequence of Tensors of one shape and dtype, or of a Tensor's rows."""
    ...

def addr(x: Tensor, vec1: Tensor, vec2: Tensor, *, beta: float = 1, alpha: float = 1) -> Tensor:
    """beta * x + alpha * (outer product of two vectors)."""
    ...

def adjoint(x: Tensor) -> Tensor:
    """Conjugate transpose of the last two dimensions."""
    ...

def affine_grid(
    theta: Tensor,
    size: tuple[int, ...] | Tensor,
    align_corners: bool = False,
) -> Tensor:
    """Places that affine maps send a regular grid to, for `grid_sample`."""
    ...

def all(
    input: Tensor,
    axis: int | Sequence[int] | None = None,
    keep_dims: bool = False,
) -> Tensor:
    """Whether all elements are nonzero, over all or some axes."""
    ...

def all_gather_matmul(
    input: Tensor,
    x2: Tensor,
    group: str,
    world_size: int,
    *,
    bias: Tensor | None = None,
    gather_index: int = 0,
    gather_output: bool = True,
    comm_turn: int = 0,
    trans_input: bool = False,
    trans_x2: bool = False,
) -> tuple[Tensor, Tensor | None]:
    """Join the left matrices of all processes and multiply by the right one."""
    ...

def amax(
    input: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    *,
    initial: Number | None = None,
    where: Tensor | list[Any] | bool | None = None,
) -> Tensor:
    """Largest elements over all or some axes; equal ones share the gradient."""
    ...

def amin(
    input: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    *,
    initial: Number | None = None,
    where: Tensor | list[Any] | bool | None = None,
) -> Tensor:
    """Smallest elements over all or some axes; equal ones share the gradient."""
    ...

def aminmax(
    input: Tensor,
    *,
    axis: int | None = 0,
    keepdims: bool = False,
) -> tuple[Tensor, ...]:
    """Smallest and largest elements along an axis."""
    ...

def angle(input: Tensor) -> Tensor:
    """Arguments of complex elements: their angles from the positive real axis, in (-pi, pi]."""
    ...

def any(
    input: Tensor,
    axis: int | Sequence[int] | None = None,
    keep_dims: bool = False,
) -> Tensor:
    """Whether any element is nonzero, over all or some axes."""
    ...

def approximate_equal(
    x: Tensor | Number,
    y: Tensor | Number,
    tolerance: float = 1e-05,
) -> Tensor:
    """Whether `|x - y| < tolerance`, element by element."""
    ...

def arange(
    start: Number | Tensor = 0,
    end: Number | Tensor | None = None,
    step: Number | Tensor = 1,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Numbers from `start` by `step` to before `end`."""
    ...

def arccos(input: Tensor) -> Tensor:
    """Inverse cosines, in radians; NaN for real elements outside [-1, 1]."""
    ...

def arccosh(input: Tensor) -> Tensor:
    """Inverse hyperbolic cosines; NaN for real elements below 1."""
    ...

def arcsin(x: Tensor) -> Tensor:
    """Inverse sines, in radians, as `ops.asin`."""
    ...

def arcsinh(input: Tensor) -> Tensor:
    """Inverse hyperbolic sines."""
    ...

def arctan(input: Tensor) -> Tensor:
    """Inverse tangents, in radians."""
    ...

def arctan2(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Angles of the points with ordinates `input` and abscissas `other`, in (-pi, pi]."""
    ...

def arctanh(input: Tensor) -> Tensor:
    """Inverse hyperbolic tangents; infinite at 1 and -1, NaN for real elements beyond."""
    ...

def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Index of the largest element along a dimension."""
    ...

def argmin(input: Tensor, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """Index of the smallest element along an axis."""
    ...

def argsort(input: Tensor, axis: int = -1, descending: bool = False) -> Tensor:
    """Indices that put the elements in order along an axis."""
    ...

def argwhere(input: Tensor) -> Tensor:
    """Positions of the elements that are not zero."""
    ...

def array_to_scalar(x: Tensor) -> int | float:
    """The value of a 0-d Tensor, as a Python number."""
    ...

def asin(input: Tensor) -> Tensor:
    """Inverse sines, in radians; NaN for real elements outside [-1, 1]."""
    ...

def asinh(input: Tensor) -> Tensor:
    """Inverse hyperbolic sines."""
    ...

def assign(variable: Tensor, value: Tensor) -> Tensor:
    """Write a value into a Parameter."""
    ...

def assign_add(variable: Tensor, value: Tensor) -> Tensor:
    """Add a value to a Parameter."""
    ...

def assign_sub(variable: Tensor, value: Tensor) -> Tensor:
    """Subtract a value from a Parameter."""
    ...

def atan(input: Tensor) -> Tensor:
    """Inverse tangents, in radians."""
    ...

def atan2(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Angles of the points with ordinates `input` and abscissas `other`, in (-pi, pi]."""
    ...

def atanh(input: Tensor) -> Tensor:
    """Inverse hyperbolic tangents; infinite at 1 and -1, NaN for real elements beyond."""
    ...

@overload
def atleast_1d(inputs: Tensor) -> Tensor:
    """View a Tensor, or each of several, with at least 1 dimension(s)."""
    ...

@overload
def atleast_1d(inputs: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """View a Tensor, or each of several, with at least 1 dimension(s)."""
    ...

@overload
def atleast_2d(inputs: Tensor) -> Tensor:
    """View a Tensor, or each of several, with at least 2 dimension(s)."""
    ...

@overload
def atleast_2d(inputs: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """View a Tensor, or each of several, with at least 2 dimension(s)."""
    ...

@overload
def atleast_3d(inputs: Tensor) -> Tensor:
    """View a Tensor, or each of several, with at least 3 dimension(s)."""
    ...

@overload
def atleast_3d(inputs: Sequence[Tensor]) -> tuple[Tensor, ...]:
    """View a Tensor, or each of several, with at least 3 dimension(s)."""
    ...

def augassign_add(*args: Any) -> Any:
    """The result of `x += y`, which is `x + y`; `x` itself stays."""
    ...

def augassign_div(*args: Any) -> Any:
    """The result of `x /= y`, which is `x / y`; `x` itself stays."""
    ...

def augassign_floordiv(*args: Any) -> Any:
    """The result of `x //= y`, which is `x // y`; `x` itself stays."""
    ...

def augassign_mod(*args: Any) -> Any:
    """The result of `x %= y`, which is `x % y`; `x` itself stays."""
    ...

def augassign_mul(*args: Any) -> Any:
    """The result of `x *= y`, which is `x * y`; `x` itself stays."""
    ...

def augassign_sub(*args: Any) -> Any:
    """The result of `x -= y`, which is `x - y`; `x` itself stays."""
    ...

def avg_pool1d(
    input_x: Tensor,
    kernel_size: int = 1,
    stride: int = 1,
    padding: int | tuple[Any, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """Mean of each window of the last dimension."""
    ...

def avg_pool2d(
    input_x: Tensor,
    kernel_size: int | tuple[Any, ...] = 1,
    stride: int | tuple[Any, ...] = 1,
    padding: int | tuple[Any, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int = 0,
) -> Tensor:
    """Mean of each window of the last two dimensions."""
    ...

def avg_pool3d(
    input_x: Tensor,
    kernel_size: int | tuple[Any, ...] = 1,
    stride: int | tuple[Any, ...] = 1,
    padding: int | tuple[Any, ...] = 0,
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: float = 0,
) -> Tensor:
    """Mean of each window of the last three dimensions."""
    ...

def baddbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    beta: float = 1,
    alpha: float = 1,
) -> Tensor:
    """beta * input + alpha * (batch1 @ batch2), for batches of matrices."""
    ...

baddbmm_ext = _baddbmm_ext

def bartlett_window(
    window_length: Tensor,
    periodic: bool = True,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Bartlett window: a triangle, `1 - |2 * n / (N - 1) - 1|`."""
    ...

def batch_dot(
    x1: Tensor,
    x2: Tensor,
    axes: int | Sequence[Any] | Tensor | None = None,
) -> Tensor:
    """Contraction of one dimension of two Tensors, item by item along dimension 0."""
    ...

def batch_isend_irecv(p2p_op_list: Sequence[Any]) -> list[CommHandle]:
    """Start several transfers."""
    ...

def batch_norm(
    input_x: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None,
    bias: Tensor | None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """Batch norm: each channel is moved to mean 0 and variance 1, then scaled and shifted."""
    ...

def batch_to_space_nd(
    input_x: Tensor,
    block_shape: int | Sequence[Any] | Tensor,
    crops: Sequence[Any],
) -> Tensor:
    """Move blocks of the batch into the last dimensions and crop those."""
    ...

def bernoulli(input: Tensor, p: float | Tensor = 0.5, seed: int | None = None) -> Tensor:
    """Ones with probability `p` and zeros otherwise, in the shape and dtype of a Tensor."""
    ...

def bernoulli_(
    input: Tensor,
    p: Tensor | Number = 0.5,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Fill a Tensor with ones, with probability `p`, and zeros."""
    ...

bernoulli_ext = _bernoulli_ext

def bessel_i0(x: Tensor) -> Tensor:
    """Modified Bessel function of the first kind of order 0."""
    ...

def bessel_i0e(x: Tensor) -> Tensor:
    """`exp(-|x|)` times the modified Bessel function of the first kind of order 0."""
    ...

def bessel_i1(x: Tensor) -> Tensor:
    """Modified Bessel function of the first kind of order 1."""
    ...

def bessel_i1e(x: Tensor) -> Tensor:
    """`exp(-|x|)` times the modified Bessel function of the first kind of order 1."""
    ...

def bessel_j0(x: Tensor) -> Tensor:
    """Bessel function of the first kind of order 0."""
    ...

def bessel_j1(x: Tensor) -> Tensor:
    """Bessel function of the first kind of order 1."""
    ...

def bessel_k0(x: Tensor) -> Tensor:
    """Modified Bessel function of the second kind of order 0; infinity up to 0."""
    ...

def bessel_k0e(x: Tensor) -> Tensor:
    """`exp(x)` times the modified Bessel function of the second kind of order 0; infinity ..."""
    ...

def bessel_k1(x: Tensor) -> Tensor:
    """Modified Bessel function of the second kind of order 1; infinity up to 0."""
    ...

def bessel_k1e(x: Tensor) -> Tensor:
    """`exp(x)` times the modified Bessel function of the second kind of order 1; infinity ..."""
    ...

def bessel_y0(x: Tensor) -> Tensor:
    """Bessel function of the second kind of order 0; minus infinity up to 0."""
    ...

def bessel_y1(x: Tensor) -> Tensor:
    """Bessel function of the second kind of order 1; minus infinity up to 0."""
    ...

def bias_add(input_x: Tensor, bias: Tensor) -> Tensor:
    """Add one number per channel (dimension 1)."""
    ...

def bidense(
    input1: Tensor,
    input2: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
) -> Tensor:
    """Bilinear layer: `input1^T weight[k] input2 + bias[k]` for each k."""
    ...

def binary_cross_entropy(
    logits: Tensor,
    labels: Tensor,
    weight: Tensor | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Binary cross entropy of probabilities."""
    ...

def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    pos_weight: Tensor | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Binary cross entropy of logits."""
    ...

def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """How often each number occurs, or the sums of the weights of its occurrences."""
    ...

def bitwise_and(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Bitwise and of two Tensors."""
    ...

def bitwise_left_shift(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """`input` times 2 to the power `other`, by shifting bits."""
    ...

def bitwise_or(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Bitwise or of two Tensors."""
    ...

def bitwise_right_shift(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """`input` divided by 2 to the power `other` and rounded down, by shifting bits."""
    ...

def bitwise_xor(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Bitwise exclusive or of two Tensors."""
    ...

def blackman_window(
    window_length: Tensor,
    periodic: bool = True,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Blackman window: `0.42 - 0.5 * cos(2 * pi * n / (N - 1)) + 0.08 * cos(4 * pi * n / (N ..."""
    ...

def block_diag(*inputs: Tensor) -> Tensor:
    """Matrix with the given matrices on its diagonal and zeros elsewhere."""
    ...

def bmm(input_x: Tensor, mat2: Tensor) -> Tensor:
    """Products of the matrices in two batches; see `ops.BatchMatMul`."""
    ...

def bool_and(x: bool, y: bool) -> bool:
    """Logical and of two bools."""
    ...

def bool_eq(x: bool, y: bool) -> bool:
    """Whether two bools are equal."""
    ...

def bool_not(x: float | Tensor) -> Tensor:
    """Logical not of a bool, as a 0-d Tensor."""
    ...

def bool_or(x: bool, y: bool) -> bool:
    """Logical or of two bools."""
    ...

def bounding_box_decode(
    anchor_box: Tensor,
    deltas: Tensor,
    max_shape: tuple[Any, ...] | None,
    means: tuple[float, ...] | Tensor | ndarray = (0.0, 0.0, 0.0, 0.0),
    stds: tuple[float, ...] | Tensor | ndarray = (1.0, 1.0, 1.0, 1.0),
    wh_ratio_clip: float = 0.016,
) -> Tensor:
    """Boxes that shifts and log scales make of anchors; the inverse of `BoundingBoxEncode`."""
    ...

def bounding_box_encode(
    anchor_box: Tensor,
    groundtruth_box: Tensor,
    means: tuple[float, ...] | Tensor | ndarray = (0.0, 0.0, 0.0, 0.0),
    stds: tuple[float, ...] | Tensor | ndarray = (1.0, 1.0, 1.0, 1.0),
) -> Tensor:
    """Shifts and log scales that take anchors to ground truth boxes."""
    ...

def broadcast_gradient_args(
    x: tuple[int, ...],
    y: tuple[int, ...],
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For two shapes that broadcast, the axes over which each operand's gradient is to be ..."""
    ...

def broadcast_to(input: Tensor, shape: Sequence[int]) -> Tensor:
    """Repeat dimensions of length 1, and add leading ones, to reach a shape."""
    ...

def bucketize(
    input: Tensor,
    boundaries: Sequence[Any] | Tensor | ndarray | None,
    *,
    right: bool = False,
) -> Tensor:
    """Numbers of the buckets that elements fall into."""
    ...

def cartesian_prod(*inputs: Tensor) -> Tensor:
    """All combinations of one element from each Tensor, as rows."""
    ...

def cast(input: Tensor | Number, dtype: _DType) -> Tensor:
    """Convert elements to another dtype."""
    ...

def cat(tensors: Sequence[Tensor], axis: int = 0) -> Tensor:
    """Join Tensors along an existing dimension."""
    ...

def cdist(x1: Tensor, x2: Tensor, p: float = 2.0) -> Tensor:
    """Distances between each point of one set and each of another, by the p-norm."""
    ...

def ceil(input: Tensor) -> Tensor:
    """Elements rounded up."""
    ...

def celu(x: Tensor, alpha: float = 1.0) -> Tensor:
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1)), element by element."""
    ...

def channel_shuffle(x: Tensor, groups: int) -> Tensor:
    """Interleave groups of channels."""
    ...

def check_valid(bboxes: Tensor, img_metas: Tensor) -> Tensor:
    """Which boxes lie inside an image."""
    ...

def choice_with_mask(
    input_x: Tensor,
    count: int = 256,
    seed: int | None = None,
) -> tuple[Tensor, Tensor]:
    """A random choice among the true elements of a Tensor."""
    ...

def cholesky(input_x: Tensor, upper: bool = False) -> Tensor:
    """Cholesky factors of symmetric positive definite matrices."""
    ...

def cholesky_inverse(input_x: Tensor, upper: bool = False) -> Tensor:
    """Inverse of the matrix that has a given Cholesky factor."""
    ...

def cholesky_solve(input: Tensor, input2: Tensor, upper: bool = False) -> Tensor:
    """Solutions of systems whose matrices have given Cholesky factors; see `ops.CholeskySolve`."""
    ...

def chunk(input: Tensor, chunks: int, axis: int = 0) -> tuple[Tensor, ...]:
    """Cut a Tensor into at most `chunks` pieces of one length, the last one perhaps shorter."""
    ...

def clamp(
    input: Tensor,
    min: Tensor | Number | None = None,
    max: Tensor | Number | None = None,
) -> Tensor:
    """Elements brought into [min, max]; where `min > max`, `max`."""
    ...

def clamp_(
    input: Tensor,
    min: Tensor | Number | None = None,
    max: Tensor | Number | None = None,
) -> Tensor:
    """Bring elements into [min, max] in place."""
    ...

def clip(
    input: Tensor,
    min: Tensor | Number | None = None,
    max: Tensor | Number | None = None,
) -> Tensor:
    """Elements brought into [min, max]; where `min > max`, `max`."""
    ...

def clip_by_global_norm(
    x: Sequence[Tensor] | Tensor,
    clip_norm: Number | Tensor = 1.0,
    use_norm: None = None,
) -> tuple[Tensor, ...]:
    """Tensors scaled so that the 2-norm of all their elements together is at most `clip_norm`."""
    ...

@overload
def clip_by_norm(
    x: Tensor,
    max_norm: Number | Tensor,
    norm_type: Number = 2.0,
    error_if_nonfinite: bool = False,
) -> Tensor:
    """Tensors scaled so that the norm of all their elements together is at most `max_norm`."""
    ...

@overload
def clip_by_norm(
    x: tuple[Tensor, ...] | list[Any],
    max_norm: Number | Tensor,
    norm_type: Number = 2.0,
    error_if_nonfinite: bool = False,
) -> tuple[Tensor, ...]:
    """Tensors scaled so that the norm of all their elements together is at most `max_norm`."""
    ...

@overload
def clip_by_value(
    x: Tensor,
    clip_value_min: Tensor | Number | None = None,
    clip_value_max: Tensor | Number | None = None,
) -> Tensor:
    """Elements brought into [clip_value_min, clip_value_max], in the dtype of `x`."""
    ...

@overload
def clip_by_value(
    x: tuple[Tensor, ...] | list[Any],
    clip_value_min: Tensor | Number | None = None,
    clip_value_max: Tensor | Number | None = None,
) -> tuple[Tensor, ...]:
    """Elements brought into [clip_value_min, clip_value_max], in the dtype of `x`."""
    ...

def coalesce(
    x_indices: Tensor,
    x_values: Tensor,
    x_shape: Tensor,
) -> tuple[Tensor, Tensor, Tensor]:
    """Add up the values of a sparse Tensor that share an index, and sort them by index."""
    ...

def col2im(
    input_x: Tensor,
    output_size: Tensor,
    kernel_size: int | Sequence[Any],
    dilation: int | Sequence[Any],
    padding_value: int | Sequence[Any],
    stride: int | Sequence[Any],
) -> Tensor:
    """Images from their sliding blocks; overlapping elements add up."""
    ...

def column_stack(tensors: Sequence[Tensor]) -> Tensor:
    """Join Tensors along the second dimension; vectors count as columns."""
    ...

def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    """All combinations of `r` elements of a Tensor, as rows."""
    ...

def concat(tensors: Sequence[Tensor], axis: int = 0) -> Tensor:
    """Join Tensors along an existing dimension."""
    ...

def cond(A: Tensor, p: float | str | None = None) -> Tensor:
    """Condition numbers of matrices."""
    ...

def conj(input: Tensor) -> Tensor:
    """Complex conjugates: the signs of the imaginary parts turned; real elements stay."""
    ...

def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[Any] | Tensor = 1,
    pad_mode: str = "valid",
    padding: int | Sequence[Any] = 0,
    dilation: int | Sequence[Any] | Tensor = 1,
    groups: int | Tensor = 1,
) -> Tensor:
    """One-dimensional convolution."""
    ...

def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | tuple[int, ...] = 1,
    pad_mode: str = "valid",
    padding: int | tuple[int | tuple[Any, ...], ...] | list[Any] = 0,
    dilation: int | Sequence[Any] = 1,
    groups: int | Tensor = 1,
) -> Tensor:
    """Two-dimensional convolution."""
    ...

def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: int | Sequence[Any] | Tensor | ndarray = 1,
    pad_mode: str = "valid",
    padding: int | tuple[int, ...] = 0,
    dilation: int | Sequence[Any] | Tensor | ndarray = 1,
    groups: int | Tensor = 1,
) -> Tensor:
    """Three-dimensional convolution."""
    ...

def conv3d_transpose(
    inputs: Tensor,
    weight: Tensor,
    pad_mode: str = "valid",
    padding: int | tuple[Any, ...] | Tensor | ndarray = 0,
    stride: int | tuple[Any, ...] = 1,
    dilation: int | tuple[int, ...] = 1,
    group: int = 1,
    output_padding: int | tuple[Any, ...] = 0,
) -> Tensor:
    """Transposed three-dimensional convolution: spread each element over a window."""
    ...

def coo2csr(row_indices: Tensor, height: int) -> Tensor:
    """Where each row begins in a sorted list of row numbers, and the list's end."""
    ...

def coo_abs(x: COOTensor) -> COOTensor:
    """`ops.abs` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_acos(x: COOTensor) -> COOTensor:
    """`ops.acos` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_acosh(x: COOTensor) -> COOTensor:
    """`ops.acosh` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_add(x1: COOTensor, x2: COOTensor, thresh: Tensor) -> COOTensor:
    """Sum of two sparse matrices."""
    ...

def coo_asin(x: COOTensor) -> COOTensor:
    """`ops.asin` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_asinh(x: COOTensor) -> COOTensor:
    """`ops.asinh` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_atan(x: COOTensor) -> COOTensor:
    """`ops.atan` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_atanh(x: COOTensor) -> COOTensor:
    """`ops.atanh` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_ceil(x: COOTensor) -> COOTensor:
    """`ops.ceil` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_concat(sp_input: Sequence[COOTensor], concat_dim: int = 0) -> COOTensor:
    """Join sparse matrices."""
    ...

def coo_cos(x: COOTensor) -> COOTensor:
    """`ops.cos` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_cosh(x: COOTensor) -> COOTensor:
    """`ops.cosh` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_exp(x: COOTensor) -> COOTensor:
    """`ops.exp` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_expm1(x: COOTensor) -> COOTensor:
    """`ops.expm1` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_floor(x: COOTensor) -> COOTensor:
    """`ops.floor` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_inv(x: COOTensor) -> COOTensor:
    """`ops.inv` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_isfinite(x: COOTensor) -> COOTensor:
    """`ops.isfinite` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_isinf(x: COOTensor) -> COOTensor:
    """`ops.isinf` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_isnan(x: COOTensor) -> COOTensor:
    """`ops.isnan` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_log(x: COOTensor) -> COOTensor:
    """`ops.log` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_log1p(x: COOTensor) -> COOTensor:
    """`ops.log1p` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_neg(x: COOTensor) -> COOTensor:
    """`ops.neg` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_relu(x: COOTensor) -> COOTensor:
    """`ops.relu` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_relu6(x: COOTensor) -> COOTensor:
    """`ops.relu6` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_round(x: COOTensor) -> COOTensor:
    """`ops.round` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_sigmoid(x: COOTensor) -> COOTensor:
    """`ops.sigmoid` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_sin(x: COOTensor) -> COOTensor:
    """`ops.sin` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_sinh(x: COOTensor) -> COOTensor:
    """`ops.sinh` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_softsign(x: COOTensor) -> COOTensor:
    """`ops.softsign` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_sqrt(x: COOTensor) -> COOTensor:
    """`ops.sqrt` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_square(x: COOTensor) -> COOTensor:
    """`ops.square` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_tan(x: COOTensor) -> COOTensor:
    """`ops.tan` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_tanh(x: COOTensor) -> COOTensor:
    """`ops.tanh` of the values of a COOTensor; its zeros stay zeros."""
    ...

def coo_tensor_get_dense_shape(x: COOTensor) -> tuple[int, ...]:
    """The shape of a sparse Tensor."""
    ...

def coo_tensor_get_indices(x: COOTensor) -> Tensor:
    """The indices of a sparse Tensor."""
    ...

def coo_tensor_get_values(x: COOTensor) -> Tensor:
    """The values of a sparse Tensor."""
    ...

def copysign(x: Tensor, other: Tensor | Number) -> Tensor:
    """The absolute values of `x` with the signs of `other`; zeros count as positive."""
    ...

def cos(input: Tensor) -> Tensor:
    """Cosines."""
    ...

def cosh(input: Tensor) -> Tensor:
    """Hyperbolic cosines, `(exp(x) + exp(-x)) / 2`."""
    ...

def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0.0,
    reduction: str = "mean",
) -> Tensor:
    """1 - cosine for pairs with target 1, cosine above `margin` for pairs with target -1."""
    ...

def cosine_similarity(
    x1: Tensor,
    x2: Tensor,
    dim: int | Sequence[Any] | None = 1,
    eps: float | Tensor | None = 1e-08,
) -> Tensor:
    """Cosine of the angle between vectors along an axis."""
    ...

def count_nonzero(
    x: Tensor,
    axis: int | Sequence[int] = (),
    keep_dims: bool = False,
    dtype: _DType = ...,
) -> Tensor:
    """Number of nonzero elements, over all or some axes."""
    ...

def cov(
    input: Tensor,
    *,
    correction: float | Sequence[Any] | Tensor = 1,
    fweights: Tensor | None = None,
    aweights: Tensor | None = None,
) -> Tensor:
    """Covariance matrix of variables (rows) from observations (columns)."""
    ...

def crop_and_resize(
    image: Tensor,
    boxes: Tensor,
    box_indices: Tensor,
    crop_size: tuple[int | tuple[Any, ...], ...],
    method: str = "bilinear",
    extrapolation_value: float | Tensor | ndarray = 0.0,
) -> Tensor:
    """Cut regions out of images and bring them to one size."""
    ...

def cross(input: Tensor, other: Tensor, dim: int | Tensor | None = None) -> Tensor:
    """Cross products of the 3-vectors along a dimension."""
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

def csr2coo(indptr: Tensor, nnz: int) -> Tensor:
    """The row of each value of a sparse matrix in compressed-row form."""
    ...

def csr_abs(x: CSRTensor) -> CSRTensor:
    """`ops.abs` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_acos(x: CSRTensor) -> CSRTensor:
    """`ops.acos` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_acosh(x: CSRTensor) -> CSRTensor:
    """`ops.acosh` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_add(a: CSRTensor, b: CSRTensor, alpha: Tensor, beta: Tensor) -> CSRTensor:
    """`alpha * a + beta * b` of sparse matrices."""
    ...

def csr_asin(x: CSRTensor) -> CSRTensor:
    """`ops.asin` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_asinh(x: CSRTensor) -> CSRTensor:
    """`ops.asinh` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_atan(x: CSRTensor) -> CSRTensor:
    """`ops.atan` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_atanh(x: CSRTensor) -> CSRTensor:
    """`ops.atanh` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_ceil(x: CSRTensor) -> CSRTensor:
    """`ops.ceil` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_cos(x: CSRTensor) -> CSRTensor:
    """`ops.cos` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_cosh(x: CSRTensor) -> CSRTensor:
    """`ops.cosh` of the values of a CSRTensor; its zeros stay zeros."""
    ...

@overload
def csr_div(x: CSRTensor, y: float) -> Tensor:
    """Quotient, element by element, of a sparse matrix and a Tensor that broadcasts to it."""
    ...

@overload
def csr_div(x: CSRTensor, y: Tensor) -> CSRTensor:
    """Quotient, element by element, of a sparse matrix and a Tensor that broadcasts to it."""
    ...

def csr_exp(x: CSRTensor) -> CSRTensor:
    """`ops.exp` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_expm1(x: CSRTensor) -> CSRTensor:
    """`ops.expm1` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_floor(x: CSRTensor) -> CSRTensor:
    """`ops.floor` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_gather(
    indptr: Tensor,
    indices: Tensor,
    dense: Tensor,
    shape: tuple[int, ...],
) -> Tensor:
    """Elements of a dense Tensor at the places of a sparse matrix."""
    ...

def csr_inv(x: CSRTensor) -> CSRTensor:
    """`ops.inv` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_isfinite(x: CSRTensor) -> CSRTensor:
    """`ops.isfinite` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_isinf(x: CSRTensor) -> CSRTensor:
    """`ops.isinf` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_isnan(x: CSRTensor) -> CSRTensor:
    """`ops.isnan` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_log(x: CSRTensor) -> CSRTensor:
    """`ops.log` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_log1p(x: CSRTensor) -> CSRTensor:
    """`ops.log1p` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_mm(
    a: CSRTensor,
    b: CSRTensor,
    trans_a: bool = False,
    trans_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
) -> CSRTensor:
    """Product of two sparse matrices."""
    ...

@overload
def csr_mul(x: CSRTensor, y: float) -> Tensor:
    """Product, element by element, of a sparse matrix and a Tensor that broadcasts to it."""
    ...

@overload
def csr_mul(x: CSRTensor, y: Tensor) -> CSRTensor:
    """Product, element by element, of a sparse matrix and a Tensor that broadcasts to it."""
    ...

def csr_mv(csr_tensor: CSRTensor, dense: Tensor) -> Tensor:
    """Product of a sparse matrix and a column vector."""
    ...

def csr_neg(x: CSRTensor) -> CSRTensor:
    """`ops.neg` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_reduce_sum(csr_tensor: CSRTensor, axis: int) -> Tensor:
    """Sums of the rows of a sparse matrix."""
    ...

def csr_relu(x: CSRTensor) -> CSRTensor:
    """`ops.relu` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_relu6(x: CSRTensor) -> CSRTensor:
    """`ops.relu6` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_round(x: CSRTensor) -> CSRTensor:
    """`ops.round` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_sigmoid(x: CSRTensor) -> CSRTensor:
    """`ops.sigmoid` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_sin(x: CSRTensor) -> CSRTensor:
    """`ops.sin` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_sinh(x: CSRTensor) -> CSRTensor:
    """`ops.sinh` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_softmax(logits: CSRTensor, dtype: _DType) -> CSRTensor:
    """Softmax over the values of each row; absent elements stay absent."""
    ...

def csr_softsign(x: CSRTensor) -> CSRTensor:
    """`ops.softsign` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_sqrt(x: CSRTensor) -> CSRTensor:
    """`ops.sqrt` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_square(x: CSRTensor) -> CSRTensor:
    """`ops.square` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_tan(x: CSRTensor) -> CSRTensor:
    """`ops.tan` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_tanh(x: CSRTensor) -> CSRTensor:
    """`ops.tanh` of the values of a CSRTensor; its zeros stay zeros."""
    ...

def csr_tensor_get_dense_shape(x: CSRTensor) -> tuple[int, ...]:
    """The shape of a sparse Tensor."""
    ...

def csr_tensor_get_indices(x: CSRTensor) -> Tensor:
    """The indices of a sparse Tensor."""
    ...

def csr_tensor_get_indptr(x: CSRTensor) -> Tensor:
    """The indptr of a sparse Tensor."""
    ...

def csr_tensor_get_values(x: CSRTensor) -> Tensor:
    """The values of a sparse Tensor."""
    ...

def csr_to_coo(tensor: CSRTensor) -> COOTensor:
    """A sparse matrix in coordinate form."""
    ...

def csr_to_dense(csr_tensor: CSRTensor) -> Tensor:
    """A sparse matrix as a Tensor."""
    ...

def ctc_greedy_decoder(
    inputs: Tensor,
    sequence_length: Tensor,
    merge_repeated: bool = True,
) -> tuple[Tensor, ...]:
    """Decode each sequence by its best class per frame. The last class is the blank."""
    ...

def ctc_loss(
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: tuple[Any, ...] | Tensor,
    target_lengths: tuple[Any, ...] | Tensor,
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> tuple[Tensor, Tensor]:
    """Connectionist temporal classification loss."""
    ...

def cummax(input: Tensor, axis: int) -> tuple[Tensor, Tensor]:
    """Running maxima along an axis, and where they are."""
    ...

def cummin(input: Tensor, axis: int) -> tuple[Tensor, ...]:
    """Running minima along an axis, and where they are."""
    ...

def cumprod(input: Tensor, dim: int, dtype: _DType | None = None) -> Tensor:
    """Running products along a dimension."""
    ...

def cumsum(x: Tensor, axis: int, dtype: _DType | None = None) -> Tensor:
    """Running sums along an axis."""
    ...

def deepcopy(input_x: Tensor) -> Tensor:
    """Copy a Tensor."""
    ...

def deformable_conv2d(
    x: Tensor,
    weight: Tensor,
    offsets: Tensor,
    kernel_size: tuple[int | tuple[Any, ...], ...],
    strides: tuple[int | tuple[Any, ...], ...],
    padding: tuple[int | tuple[Any, ...], ...],
    bias: Tensor | None = None,
    dilations: tuple[int | tuple[Any, ...], ...] = (1, 1, 1, 1),
    groups: int | Tensor | ndarray = 1,
    deformable_groups: int = 1,
    modulated: bool = True,
) -> Tensor:
    """Two-dimensional convolution whose windows take their elements at displaced positions."""
    ...

def deg2rad(x: Tensor) -> Tensor:
    """Degrees to radians."""
    ...

def dense(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Fully connected layer: `input @ weight.T + bias`."""
    ...

def dense_to_sparse_coo(tensor: Tensor) -> COOTensor:
    """The nonzero elements of a matrix, in coordinate form."""
    ...

def dense_to_sparse_csr(tensor: Tensor) -> CSRTensor:
    """The nonzero elements of a matrix, in compressed-row form."""
    ...

def depend(value: Same, expr: object) -> Same:
    """`value`, after `expr` has been computed."""
    ...

def derivative(
    fn: Callable[..., Any],
    primals: Tensor | tuple[Tensor, ...],
    order: int,
) -> tuple[Any, ...]:
    """Value of a function and its derivative of some order, element by element."""
    ...

def destroy_process_group(group: str | None = None) -> None:
    """Forget a group; without a name, forget all and end the communication."""
    ...

def det(input: Tensor) -> Tensor:
    """Determinants of square matrices."""
    ...

def diag(input: Tensor) -> Tensor:
    """Tensor of twice the rank whose diagonal holds the elements, with zeros elsewhere."""
    ...

def diag_embed(input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Matrices with the last dimension of a Tensor on a diagonal."""
    ...

def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    """Matrix with all elements of a Tensor on a diagonal."""
    ...

def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """Elements on the diagonals of the matrices that two dimensions make."""
    ...

def diagonal_scatter(
    input: Tensor,
    src: Tensor,
    offset: int = 0,
    dim1: int = 0,
    dim2: int = 1,
) -> Tensor:
    """A copy of a Tensor with a diagonal replaced."""
    ...

def dict_getitem(d: dict[Any, Any], key: Any) -> Any:
    """The value of a key of a dict."""
    ...

def dict_setitem(d: dict[Any, Any], key: Any, value: object) -> dict[Any, Any]:
    """A copy of a dict with one value changed or added."""
    ...

def diff(
    x: Tensor,
    n: int = 1,
    axis: int = -1,
    prepend: Tensor | None = None,
    append: Tensor | None = None,
) -> Tensor:
    """Differences of neighbours along an axis; of bools, whether they differ."""
    ...

diff_ext = _diff_ext

def digamma(input: Tensor) -> Tensor:
    """Derivative of the logarithm of the gamma function."""
    ...

def dist(input: Tensor, other: Tensor, p: int = 2) -> Tensor:
    """Norm of the difference of two Tensors."""
    ...

def div(
    input: Tensor | Number,
    other: Tensor | Number,
    *,
    rounding_mode: str | None = None,
) -> Tensor:
    """Quotient of two Tensors, element by element."""
    ...

def divide(
    input: Tensor | Number,
    other: Tensor | Number,
    *,
    rounding_mode: str | None = None,
) -> Tensor:
    """Quotient of two Tensors, element by element."""
    ...

def dot(input: Tensor, other: Tensor) -> Tensor:
    """Contraction of the last dimension of one Tensor with the last but one of another."""
    ...

def dropout(
    input: Tensor,
    p: float = 0.5,
    training: bool = True,
    seed: int | None = None,
) -> Tensor:
    """Set elements to zero at random and scale up the others, so that the mean stays."""
    ...

def dropout1d(input: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """Set whole channels of a (N, C, L) or (C, L) Tensor to zero at random; scale up the ..."""
    ...

def dropout2d(input: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """Set whole channels of a (N, C, H, W) Tensor to zero at random; scale up the others."""
    ...

def dropout3d(input: Tensor, p: float = 0.5, training: bool = True) -> Tensor:
    """Set whole channels of a (N, C, D, H, W) Tensor to zero at random; scale up the others."""
    ...

def dsplit(input: Tensor, indices_or_sections: int | Sequence[Any]) -> tuple[Tensor, ...]:
    """Cut a Tensor along the third dimension; see `ops.tensor_split`."""
    ...

def dstack(tensors: Sequence[Tensor]) -> Tensor:
    """Join Tensors along the third dimension, which those of lower rank get with length 1."""
    ...

def dtype(x: Tensor | COOTensor | CSRTensor) -> Type:
    """Element type of a Tensor, or of the values of a sparse matrix."""
    ...

def dyn_shape(input_x: Tensor) -> Tensor:
    """Lengths of the dimensions of a Tensor, as a 1-d Tensor of int64."""
    ...

def eig(A: Tensor) -> tuple[Tensor, ...]:
    """Eigenvalues and eigenvectors of square matrices."""
    ...

def eigvals(A: Tensor) -> Tensor:
    """Complex eigenvalues of square matrices, by rising real part; see `ops.eig`."""
    ...

def einsum(equation: str, *operands: Tensor | Sequence[Any]) -> Tensor:
    """Sum of products by Einstein's convention."""
    ...

einsum_ext = _einsum_ext

def elu(input_x: Tensor, alpha: float = 1.0) -> Tensor:
    """`input_x` where positive, exp(input_x) - 1 elsewhere."""
    ...

def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
) -> Tensor:
    """Rows of a table, picked by index."""
    ...

def eps(x: Tensor) -> Tensor:
    """The distance from 1 to the next larger number of the dtype, in the shape of the input."""
    ...

def eq(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether two Tensors are equal, element by element."""
    ...

def equal(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether two Tensors are equal, element by element."""
    ...

def erf(input: Tensor) -> Tensor:
    """Gauss error function."""
    ...

def erfc(input: Tensor) -> Tensor:
    """Complementary error function, `1 - erf(x)`, exact where it is small."""
    ...

def erfinv(input: Tensor) -> Tensor:
    """Inverse of the error function: infinite at -1 and 1, NaN beyond."""
    ...

def erfinv_(input: Tensor) -> Tensor:
    """Replace each element by its inverse error function, in place."""
    ...

def exp(input: Tensor) -> Tensor:
    """e to the power of each element."""
    ...

def exp2(input: Tensor) -> Tensor:
    """2 to the power of each element."""
    ...

def expand(input_x: Tensor, size: Tensor) -> Tensor:
    """Repeat dimensions of length 1, and add leading ones, to reach a shape."""
    ...

def expand_as(input: Tensor, other: Tensor) -> Tensor:
    """Broadcast a Tensor to the shape of another one."""
    ...

def expand_dims(input_x: Tensor, axis: int | Tensor) -> Tensor:
    """Insert a dimension of length 1."""
    ...

def expm1(input: Tensor) -> Tensor:
    """e to the power of each element, minus 1, exact near 0."""
    ...

def exponential_(
    input: Tensor,
    lambd: float = 1,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Fill a Tensor with exponential numbers of rate `lambd`."""
    ...

def eye(n: int | Tensor, m: int | Tensor | None = None, dtype: _DType | None = None) -> Tensor:
    """Matrix with ones on the main diagonal and zeros elsewhere."""
    ...

def fast_gelu(x: Tensor) -> Tensor:
    """Gaussian error linear unit, approximated by x times a sigmoid of 1.702 x."""
    ...

def fft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Fourier transform along one axis."""
    ...

def fft2(
    input: Tensor,
    s: tuple[int, ...] | list[Any] | None = None,
    dim: tuple[int, ...] | list[Any] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Fourier transform over two axes."""
    ...

def fftfreq(n: int, d: float = 1.0, dtype: _DType | None = None) -> Tensor:
    """Frequencies of the elements of `fft`'s result."""
    ...

def fftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Fourier transform over several axes."""
    ...

def fftshift(input: Tensor, dim: int | Sequence[int] | Tensor | None = None) -> Tensor:
    """Move frequency 0 from the front of the axes to their middle."""
    ...

def fill(
    type: _DType | None,
    shape: tuple[int, ...] | Tensor,
    value: Number | Tensor,
) -> Tensor:
    """Tensor full of one value."""
    ...

def fills(x: Tensor, value: Number | Tensor) -> Tensor:
    """Tensor in the shape and dtype of `x` full of `value`."""
    ...

def flash_attention_score(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    head_num: int,
    real_shift: Tensor | None = None,
    drop_mask: Tensor | None = None,
    padding_mask: Tensor | None = None,
    attn_mask: Tensor | tuple[Any, ...] | None = None,
    prefix: Sequence[int] | Tensor | None = None,
    actual_seq_qlen: Sequence[int] | Tensor | None = None,
    actual_seq_kvlen: Sequence[int] | Tensor | None = None,
    keep_prob: float = 1.0,
    scalar_value: float = 1.0,
    pre_tokens: int = 2147483647,
    next_tokens: int = 2147483647,
    inner_precise: int = 0,
    input_layout: str = "BSH",
    sparse_mode: int = 0,
) -> Tensor:
    """Attention for training: Dropout(Softmax(Mask(scale * Q K^T + shift))) V."""
    ...

def flatten(
    input: Tensor,
    order: str = "C",
    *,
    start_dim: int = 1,
    end_dim: int = -1,
) -> Tensor:
    """Merge dimensions `start_dim` to `end_dim` into one."""
    ...

def flip(input: Tensor, dims: tuple[int, ...] | list[Any]) -> Tensor:
    """Reverse the order of elements along dimensions."""
    ...

def fliplr(input: Tensor) -> Tensor:
    """Reverse the order of columns: elements along the second dimension."""
    ...

def flipud(input: Tensor) -> Tensor:
    """Reverse the order of rows: elements along the first dimension."""
    ...

def float_power(input: int | Tensor, exponent: Tensor | Number) -> Tensor:
    """`input` to the power `exponent`, computed in double precision."""
    ...

float_power_ext = _float_power_ext

def floor(input: Tensor) -> Tensor:
    """Elements rounded down."""
    ...

def floor_div(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Quotient of two Tensors, rounded down, as `ops.floor_divide`."""
    ...

def floor_divide(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Quotient of two Tensors, rounded down, in their common dtype."""
    ...

def floor_mod(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Remainder of the division that rounds down, as the `%` operator."""
    ...

def floordiv(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Quotient of two Tensors, rounded down, in their common dtype."""
    ...

def floormod(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Remainder of the division that rounds down, as the `%` operator."""
    ...

def fmax(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """The larger of two Tensors, element by element; where one is NaN, the other one."""
    ...

def fmin(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """The smaller of two Tensors, element by element; where one is NaN, the other one."""
    ...

def fmod(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Remainder of the division that rounds towards zero; its sign is that of `input`."""
    ...

def fold(
    input: Tensor,
    output_size: Tensor,
    kernel_size: int | Sequence[Any],
    dilation: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] = 0,
    stride: int | tuple[int, ...] = 1,
) -> Tensor:
    """Images from columns of sliding blocks; overlapping elements add up."""
    ...

def frac(x: Tensor) -> Tensor:
    """The part of each element after the point, with its sign."""
    ...

@overload
def fractional_max_pool2d(
    input: Tensor,
    kernel_size: int | tuple[Any, ...],
    output_size: int | tuple[Any, ...] | None = None,
    output_ratio: float | tuple[float, ...] | list[Any] | ndarray | None = None,
    return_indices: Literal[False] = False,
    _random_samples: Tensor | None = None,
) -> Tensor:
    """Maximum over windows of fixed size at random places of the last two dimensions."""
    ...

@overload
def fractional_max_pool2d(
    input: Tensor,
    kernel_size: int | tuple[Any, ...],
    output_size: int | tuple[Any, ...] | None = None,
    output_ratio: float | tuple[float, ...] | list[Any] | ndarray | None = None,
    *,
    return_indices: Literal[True],
    _random_samples: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Maximum over windows of fixed size at random places of the last two dimensions."""
    ...

@overload
def fractional_max_pool2d(
    input: Tensor,
    kernel_size: int | tuple[Any, ...],
    output_size: int | tuple[Any, ...] | None = None,
    output_ratio: float | tuple[float, ...] | list[Any] | ndarray | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Any:
    """Maximum over windows of fixed size at random places of the last two dimensions."""
    ...

@overload
def fractional_max_pool3d(
    input: Tensor,
    kernel_size: int | tuple[Any, ...],
    output_size: int | tuple[Any, ...] | None = None,
    output_ratio: float | tuple[float, ...] | None = None,
    return_indices: Literal[False] = False,
    _random_samples: Tensor | None = None,
) -> Tensor:
    """Maximum over windows of fixed size at random places of the last three dimensions."""
    ...

@overload
def fractional_max_pool3d(
    input: Tensor,
    kernel_size: int | tuple[Any, ...],
    output_size: int | tuple[Any, ...] | None = None,
    output_ratio: float | tuple[float, ...] | None = None,
    *,
    return_indices: Literal[True],
    _random_samples: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Maximum over windows of fixed size at random places of the last three dimensions."""
    ...

@overload
def fractional_max_pool3d(
    input: Tensor,
    kernel_size: int | tuple[Any, ...],
    output_size: int | tuple[Any, ...] | None = None,
    output_ratio: float | tuple[float, ...] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Any:
    """Maximum over windows of fixed size at random places of the last three dimensions."""
    ...

def full(
    size: Sequence[int],
    fill_value: Number | Tensor,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Tensor full of one value."""
    ...

def full_like(
    input: Tensor,
    fill_value: Number | Tensor,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Tensor full of one value in the shape of another one."""
    ...

def fused_infer_attention_score(
    query: Tensor | tuple[Any, ...],
    key: Tensor | list[Any],
    value: Tensor | list[Any],
    *,
    pse_shift: Tensor | None = None,
    atten_mask: Tensor | tuple[Any, ...] | None = None,
    actual_seq_lengths: Sequence[int] | Tensor | None = None,
    actual_seq_lengths_kv: Sequence[int] | Tensor | None = None,
    dequant_scale1: Tensor | None = None,
    quant_scale1: Tensor | None = None,
    dequant_scale2: Tensor | None = None,
    quant_scale2: Tensor | None = None,
    quant_offset2: Tensor | None = None,
    antiquant_scale: Tensor | None = None,
    antiquant_offset: Tensor | None = None,
    key_antiquant_scale: Tensor | None = None,
    key_antiquant_offset: Tensor | None = None,
    value_antiquant_scale: Tensor | None = None,
    value_antiquant_offset: Tensor | None = None,
    block_table: Tensor | None = None,
    query_padding_size: Tensor | None = None,
    kv_padding_size: Tensor | None = None,
    key_shared_prefix: Tensor | None = None,
    value_shared_prefix: Tensor | None = None,
    actual_shared_prefix_len: Sequence[int] | Tensor | None = None,
    num_heads: int = 1,
    scale: float = 1.0,
    pre_tokens: int = 2147483647,
    next_tokens: int = 2147483647,
    input_layout: str = "BSH",
    num_key_value_heads: int = 0,
    sparse_mode: int = 0,
    inner_precise: int = 1,
    block_size: int = 0,
    antiquant_mode: int = 0,
    key_antiquant_mode: int = 0,
    value_antiquant_mode: int = 0,
    softmax_lse_flag: bool = False,
) -> tuple[Tensor, Tensor]:
    """Attention for inference, over a whole prompt or for one new token per sequence."""
    ...

def gamma(
    shape: tuple[int, ...],
    alpha: Tensor,
    beta: Tensor,
    seed: int | None = None,
) -> Tensor:
    """Gamma numbers of shape parameter `alpha` and rate `beta`."""
    ...

def gather(
    input_params: Tensor,
    input_indices: Tensor,
    axis: int | Tensor,
    batch_dims: int = 0,
) -> Tensor:
    """Slices of a Tensor along one axis, picked by index."""
    ...

def gather_d(x: Tensor, dim: int | Tensor, index: Tensor) -> Tensor:
    """Elements picked along one dimension; `ops.gather_elements` under its older name."""
    ...

def gather_elements(input: Tensor, dim: int | Tensor, index: Tensor) -> Tensor:
    """Elements picked along one dimension: `out[i][j] = input[index[i][j]][j]` for `dim` 0."""
    ...

def gather_nd(input_x: Tensor, indices: Tensor) -> Tensor:
    """Elements or slices at positions given by the last dimension of `indices`."""
    ...

def gaussian_nll_loss(
    x: Tensor,
    target: Tensor,
    var: Tensor,
    full: bool = False,
    eps: float = 1e-06,
    reduction: str = "mean",
) -> Tensor:
    """Negative log likelihood of targets under normal distributions."""
    ...

def gcd(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Greatest common divisors, element by element."""
    ...

def ge(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether `input >= other`, element by element."""
    ...

def gelu(input: Tensor, approximate: str = "none") -> Tensor:
    """Gaussian error linear unit: `input` times the normal distribution function of it."""
    ...

def geqrf(input: Tensor) -> tuple[Tensor, ...]:
    """QR factors of matrices in compact form."""
    ...

def ger(input: Tensor, vec2: Tensor) -> Tensor:
    """Outer product of two floating-point vectors of one dtype; see `ops.Ger`."""
    ...

geswitch: Any

def get_backend(group: str | None = None) -> str:
    """Name of a group's communication library."""
    ...

def get_global_rank(group: str | None, group_rank: int) -> int:
    """Rank among all processes of a member of a group."""
    ...

def get_group_rank(group: str | None, global_rank: int) -> int:
    """Rank in a group of one of all processes."""
    ...

def get_process_group_ranks(group: str | None = None) -> list[int]:
    """Ranks among all processes of a group's members."""
    ...

def get_rank(group: str | None = None) -> int:
    """Rank of this process in a group."""
    ...

def get_vm_impl_fn(prim: str | type | Primitive) -> Callable[..., Any] | None:
    """The Python function that `vm_impl_registry` has for a Primitive."""
    ...

def get_world_size(group: str | None = None) -> int:
    """Number of processes in a group."""
    ...

def glu(x: Tensor, axis: int = -1) -> Tensor:
    """Gated linear unit: the first half along an axis times the sigmoid of the second half."""
    ...

def greater(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether `input > other`, element by element."""
    ...

def greater_equal(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether `input >= other`, element by element."""
    ...

def grid_sample(
    input: Tensor,
    grid: Tensor,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Tensor:
    """Values of images or volumes at the places of a grid."""
    ...

def group_norm(
    input: Tensor,
    num_groups: int,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float | Tensor = 1e-05,
) -> Tensor:
    """Group norm: each group of channels of each sample is moved to mean 0 and variance 1."""
    ...

def gt(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether `input > other`, element by element."""
    ...

def gumbel_softmax(
    logits: Tensor,
    tau: float = 1.0,
    hard: bool = False,
    dim: int = -1,
) -> Tensor:
    """Softmax of logits with Gumbel noise: a relaxed sample of a category."""
    ...

def hamming_window(
    window_length: int,
    periodic: bool = True,
    alpha: float = 0.54,
    beta: float = 0.46,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Hamming window: `alpha - beta * cos(2 * pi * n / (N - 1))`."""
    ...

def hann_window(
    window_length: int,
    periodic: bool = True,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Hann window: `0.5 - 0.5 * cos(2 * pi * n / (N - 1))`."""
    ...

def hardshrink(input: Tensor, lambd: float | Tensor = 0.5) -> Tensor:
    """`input` outside of [-lambd, lambd], 0 inside."""
    ...

def hardsigmoid(input: Tensor) -> Tensor:
    """(input + 3) / 6, limited to [0, 1]."""
    ...

def hardswish(input: Tensor) -> Tensor:
    """`input` times its hard sigmoid."""
    ...

def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """`input` limited to [min_val, max_val]."""
    ...

def hastype(x: object, dtype: _DType) -> bool:
    """Whether a value is of a MindSpore type; Tensors are of `tensor_type` only."""
    ...

def heaviside(input: Tensor | Number, values: Tensor) -> Tensor:
    """The step function: 0 for negative elements, 1 for positive ones, `values` for zeros."""
    ...

def hfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Fourier transform of a signal given by its first half, the rest being its conjugate."""
    ...

def hfft2(
    input: Tensor,
    s: tuple[int, ...] | list[Any] | None = None,
    dim: tuple[int, ...] | list[Any] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Fourier transform of a Hermitian signal over two axes; the last one holds its half."""
    ...

def hfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Fourier transform of a Hermitian signal over several axes; the last one holds its half."""
    ...

def hinge_embedding_loss(
    inputs: Tensor,
    targets: Tensor,
    margin: float = 1.0,
    reduction: str = "mean",
) -> Tensor:
    """The input where the target is 1, max(0, margin - input) where it is -1."""
    ...

def histc(input: Tensor, bins: int = 100, min: float = 0.0, max: float = 0.0) -> Tensor:
    """Counts of elements in bins of equal width."""
    ...

def hsplit(input: Tensor, indices_or_sections: int | Sequence[Any]) -> tuple[Tensor, ...]:
    """Cut a Tensor along the second dimension; see `ops.tensor_split`."""
    ...

def hstack(tensors: Sequence[Tensor]) -> Tensor:
    """Join Tensors along the second dimension, vectors and 0-d Tensors along their only one."""
    ...

def huber_loss(
    input: Tensor,
    target: Tensor,
    reduction: str = "mean",
    delta: float = 1.0,
) -> Tensor:
    """Half the squared error near the target, linear with slope `delta` beyond `delta`."""
    ...

def hyper_add(*args: Any) -> Any:
    """Sum of two Tensors, numbers, or tuples of those, element by element."""
    ...

def hypot(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Hypotenuses of right triangles, `sqrt(input**2 + other**2)`, without overflow of the ..."""
    ...

def i0(input: Tensor) -> Tensor:
    """Modified Bessel function of the first kind of order 0, as `ops.bessel_i0`."""
    ...

def identity(x: Same) -> Same:
    """The argument itself."""
    ...

def ifft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Inverse Fourier transform along one axis."""
    ...

def ifft2(
    input: Tensor,
    s: tuple[int, ...] | list[Any] | None = None,
    dim: tuple[int, ...] | list[Any] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Inverse Fourier transform over two axes."""
    ...

def ifftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Inverse Fourier transform over several axes."""
    ...

def ifftshift(input: Tensor, dim: int | Sequence[int] | Tensor | None = None) -> Tensor:
    """Move frequency 0 from the middle of the axes back to their front; the inverse of ..."""
    ...

def igamma(input: Tensor | Number, other: Tensor) -> Tensor:
    """Regularised lower incomplete gamma function: its part up to `other`, from 0 to 1."""
    ...

def igammac(input: Tensor | Number, other: Tensor) -> Tensor:
    """Regularised upper incomplete gamma function: its part beyond `other`, `1 - igamma`."""
    ...

def ihfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
) -> Tensor:
    """Inverse of `hfft`: the first half of a Hermitian signal, given its real spectrum."""
    ...

def ihfft2(
    input: Tensor,
    s: tuple[int, ...] | list[Any] | None = None,
    dim: tuple[int, ...] | list[Any] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Inverse of `hfft2`: the first half of a signal, given its real spectrum."""
    ...

def ihfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Inverse of `hfftn`: the first half of a signal, given its real spectrum."""
    ...

def imag(input: Tensor) -> Tensor:
    """Imaginary parts of complex elements; zeros for real ones."""
    ...

def in_dict(key: object, d: dict[Any, Any]) -> bool:
    """Whether a dict has a key."""
    ...

def incre_flash_attention(
    query: Tensor | tuple[Any, ...],
    key: Tensor | Sequence[Any],
    value: Tensor | list[Any],
    attn_mask: Tensor | tuple[Any, ...] | None = None,
    actual_seq_lengths: Sequence[int] | Tensor | None = None,
    pse_shift: Tensor | None = None,
    dequant_scale1: Tensor | None = None,
    quant_scale1: Tensor | None = None,
    dequant_scale2: Tensor | None = None,
    quant_scale2: Tensor | None = None,
    quant_offset2: Tensor | None = None,
    antiquant_scale: Tensor | None = None,
    antiquant_offset: Tensor | None = None,
    block_table: Tensor | None = None,
    num_heads: int = 1,
    input_layout: str = "BSH",
    scale_value: float = 1.0,
    num_key_value_heads: int = 0,
    block_size: int = 0,
    inner_precise: int = 1,
    kv_padding_size: Tensor | None = None,
) -> Tensor:
    """Attention for inference of one new token over the keys so far."""
    ...

def index_add(
    x: Tensor,
    indices: Tensor,
    y: Tensor,
    axis: int | Tensor | ndarray,
    use_lock: bool = True,
    check_index_bound: bool = True,
) -> Tensor:
    """Add slices of `y` to a Tensor in place, at positions of an axis."""
    ...

def index_fill(x: Tensor, axis: int | Tensor, index: Tensor, value: Tensor | Number) -> Tensor:
    """A copy of a Tensor whose slices at positions of an axis hold one value."""
    ...

def index_select(input: Tensor, axis: int, index: Tensor) -> Tensor:
    """Slices of a Tensor along one axis, picked by a list of positions."""
    ...

def init_process_group(
    backend: str = "hccl",
    init_method: str | None = None,
    timeout: timedelta | None = None,
    world_size: int = -1,
    rank: int = -1,
    store: object | None = None,
    group_name: str = "",
    pg_options: None = None,
    device_id: int | None = None,
) -> None:
    """Make ranks and groups available; see `communication.init`."""
    ...

def inner(input: Tensor | Number, other: Tensor) -> Tensor:
    """Sums of products over the last dimension of both Tensors."""
    ...

def inplace_add(x: Tensor, v: Tensor, indices: int | tuple[int, ...]) -> Tensor:
    """A copy of a Tensor with values added to some rows."""
    ...

def inplace_index_add(var: Tensor, indices: Tensor, updates: Tensor, axis: int) -> Tensor:
    """Add slices to a Parameter in place, at positions of an axis."""
    ...

def inplace_sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + exp(-input)), element by element, written into the Tensor itself."""
    ...

def inplace_sub(x: Tensor, v: Tensor, indices: int | tuple[int, ...]) -> Tensor:
    """A copy of a Tensor with values subtracted from some rows."""
    ...

def inplace_update(x: Tensor, v: Tensor, indices: int | tuple[int, ...] | Tensor) -> Tensor:
    """A copy of a Tensor with some rows replaced."""
    ...

def interpolate(
    input: Tensor,
    size: int | Sequence[int] | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> Tensor:
    """Resize the spatial axes (all but the first two)."""
    ...

def intopk(x1: Tensor, x2: Tensor, k: int) -> Tensor:
    """Whether the target class of each row is among the k highest scores; see `ops.InTopK`."""
    ...

def inv(x: Tensor) -> Tensor:
    """1 divided by each element, in the element's dtype: integers are divided towards zero."""
    ...

def inverse(input: Tensor) -> Tensor:
    """Inverses of square matrices."""
    ...

def invert(x: Tensor) -> Tensor:
    """Every bit flipped."""
    ...

def iou(anchor_boxes: Tensor, gt_boxes: Tensor, mode: str = "iou") -> Tensor:
    """Intersection over union of each pair of boxes."""
    ...

def irecv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> CommHandle:
    """`recv` without waiting: that is done by the handle, or by who reads the Tensor."""
    ...

def irfft(
    input: Tensor,
    n: int | None = None,
    dim: int = -1,
    norm: str | None = None,
) -> Tensor:
    """Inverse of `rfft`: the real signal that half of a spectrum belongs to."""
    ...

def irfft2(
    input: Tensor,
    s: tuple[int, ...] | list[Any] | None = None,
    dim: tuple[int, ...] | list[Any] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Inverse of `rfft2`: the real signal that half of a spectrum belongs to."""
    ...

def irfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Inverse of `rfftn`: the real signal that half of a spectrum belongs to."""
    ...

def is_(x: object, y: object) -> bool:
    """Whether two names mean one object."""
    ...

def is_available() -> bool:
    """Tell whether there are collectives."""
    ...

def is_complex(input: Tensor) -> bool:
    """Whether the elements are complex."""
    ...

def is_floating_point(input: Tensor) -> bool:
    """Whether the elements are floating point numbers."""
    ...

def is_initialized() -> bool:
    """Tell whether `init_process_group` or `communication.init` was called."""
    ...

def is_nonzero(input: Tensor) -> bool:
    """Whether the only element of a Tensor is not 0."""
    ...

def is_not(x: object, y: object) -> bool:
    """Whether two names mean different objects."""
    ...

def is_sequence_shape_unknown(x: Sequence[Any]) -> bool:
    """Whether graph code lacks a tuple's length."""
    ...

def is_sequence_value_unknown(x: Sequence[Any]) -> bool:
    """Whether graph code lacks a tuple's values."""
    ...

def is_tensor(obj: object) -> bool:
    """Whether an object is a Tensor."""
    ...

def is_tensor_bool_cond(x: Tensor) -> bool:
    """Whether a Tensor can be a condition: True, or an error."""
    ...

def isclose(
    input: Tensor,
    other: Tensor,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor:
    """Whether `|input - other| <= atol + rtol * |other|`, element by element."""
    ...

def isconstant(x: object) -> bool:
    """Whether a value is known now: False for Tensors inside compiled code."""
    ...

def isend(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> CommHandle:
    """`send` without waiting."""
    ...

def isfinite(input: Tensor) -> Tensor:
    """Whether elements are neither infinite nor NaN."""
    ...

def isinf(input: Tensor) -> Tensor:
    """Whether elements are infinite."""
    ...

def isnan(input: Tensor) -> Tensor:
    """Whether elements are NaN."""
    ...

def isnan_ext(tensor: Tensor | Number) -> Tensor:
    """Whether elements are unequal to themselves, which is true of NaN alone."""
    ...

def isneginf(input: Tensor) -> Tensor:
    """Whether elements are minus infinity."""
    ...

def isposinf(input: Tensor) -> Tensor:
    """Whether elements are plus infinity."""
    ...

def isreal(input: Tensor) -> Tensor:
    """Whether elements have no imaginary part, or one of 0."""
    ...

def jet(
    fn: Callable[..., Any],
    primals: Tensor | tuple[Tensor, ...],
    series: Tensor | tuple[Tensor, ...],
) -> tuple[Any, ...]:
    """Derivatives of a function along a curve, given the curve's derivatives."""
    ...

def kaiser_window(
    window_length: int,
    periodic: bool = True,
    beta: float = 12.0,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Kaiser window: `i0(beta * sqrt(1 - (2 * n / (N - 1) - 1) ** 2)) / i0(beta)`."""
    ...

def kernel(
    fn: Callable[..., Any] | None = None,
    reg_info: object | None = None,
    compile_attrs: dict[Any, Any] | None = None,
) -> Any:
    """Decorator of a function that loops over the elements of NumPy arrays."""
    ...

def kl_div(logits: Tensor, labels: Tensor, reduction: str = "mean") -> Tensor:
    """Kullback-Leibler divergence labels * (log(labels) - logits)."""
    ...

def kron(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Kronecker product: each element of one Tensor times all of another."""
    ...

def l1_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """Mean absolute error."""
    ...

def laplace(
    shape: tuple[int, ...],
    mean: Tensor,
    lambda_param: Tensor,
    seed: int | None = None,
) -> Tensor:
    """Laplace numbers."""
    ...

def layer_norm(
    input: Tensor,
    normalized_shape: int | Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Layer norm: the last dimensions are moved to mean 0 and variance 1, then scaled and ..."""
    ...

def lcm(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Least common multiples, element by element."""
    ...

def ldexp(x: Tensor | Number, other: Tensor | Number) -> Tensor:
    """`x * 2 ** other`, element by element."""
    ...

def le(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether `input <= other`, element by element."""
    ...

def leaky_relu(input: Tensor, alpha: float = 0.2) -> Tensor:
    """`input` where positive, `alpha * input` elsewhere."""
    ...

def lerp(input: Tensor, end: Tensor, weight: Tensor | Number) -> Tensor:
    """Linear interpolation, `input + weight * (end - input)`."""
    ...

def less(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether `input < other`, element by element."""
    ...

def less_equal(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether `input <= other`, element by element."""
    ...

def lgamma(input: Tensor) -> Tensor:
    """Logarithm of the absolute value of the gamma function; infinite at 0, -1, -2 and so on."""
    ...

def lightning_indexer(
    query: Tensor,
    key: Tensor,
    weights: Tensor,
    *,
    actual_seq_lengths_query: Tensor | None = None,
    actual_seq_lengths_key: Tensor | None = None,
    block_table: Tensor | None = None,
    layout_query: str = "BSND",
    layout_key: str = "BSND",
    sparse_count: int = 2048,
    sparse_mode: int = 3,
    pre_tokens: int = 9223372036854775807,
    next_tokens: int = 9223372036854775807,
    return_value: bool = False,
) -> tuple[Tensor, Tensor]:
    """The keys with the largest sums over heads of weight * relu(query . key)."""
    ...

def linearize(
    fn: Callable[..., Any],
    inputs: Tensor | tuple[Tensor, ...],
) -> tuple[Any, Callable]:
    """Value of a function, and a function for its directional derivatives there."""
    ...

def linspace(start: float | Tensor, end: float | Tensor, steps: int | Tensor) -> Tensor:
    """`steps` numbers from `start` to `end`, both included, at equal distances."""
    ...

def list_equal(x: Sequence[Any], y: Sequence[Any]) -> bool:
    """Whether two lists are equal."""
    ...

def list_getitem(x: Sequence[Any], index: int | builtins.slice) -> Any:
    """Element of a list."""
    ...

def list_len(x: list[Any]) -> int:
    """Length of a list."""
    ...

def list_setitem(x: list[Any], index: int, value: object) -> list[Any]:
    """A copy of a list with one element changed."""
    ...

def log(input: Tensor) -> Tensor:
    """Natural logarithms."""
    ...

def log10(input: Tensor) -> Tensor:
    """Logarithms to base 10; NaN for negative real elements."""
    ...

def log1p(input: Tensor) -> Tensor:
    """Natural logarithms of 1 plus each element, exact near 0."""
    ...

def log2(input: Tensor) -> Tensor:
    """Logarithms to base 2; NaN for negative real elements."""
    ...

def log_matrix_determinant(input: Tensor) -> tuple[Tensor, Tensor]:
    """Signs of the determinants of square matrices, and logarithms of their absolute values."""
    ...

def log_softmax(logits: Tensor, axis: int = -1) -> Tensor:
    """Logarithm of the softmax along an axis."""
    ...

def log_uniform_candidate_sampler(
    true_classes: Tensor,
    num_true: int = 1,
    num_sampled: int = 5,
    unique: bool = True,
    range_max: int = 5,
    seed: int = 0,
) -> tuple[Tensor, Tensor, Tensor]:
    """Classes drawn with probabilities that fall like those of words ordered by frequency."""
    ...

def logaddexp(input: Tensor, other: Tensor) -> Tensor:
    """`log(exp(input) + exp(other))`, without overflow."""
    ...

def logaddexp2(input: Tensor, other: Tensor) -> Tensor:
    """`log2(2 ** input + 2 ** other)`, without overflow."""
    ...

def logcumsumexp(input: Tensor, axis: int) -> Tensor:
    """Logarithms of the running sums of exponentials, computed without overflow."""
    ...

def logdet(input: Tensor) -> Tensor:
    """Logarithms of the determinants of square matrices; nan for negative determinants."""
    ...

def logical_and(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Logical and of two Tensors, element by element; numbers other than 0 are true."""
    ...

def logical_not(input: Tensor) -> Tensor:
    """Whether elements are 0 or False."""
    ...

def logical_or(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Logical or of two Tensors, element by element; numbers other than 0 are true."""
    ...

def logical_xor(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Exclusive or of two Tensors, element by element; numbers other than 0 are true."""
    ...

def logit(input: Tensor, eps: float | Tensor | ndarray | None = None) -> Tensor:
    """`log(x / (1 - x))` of each element."""
    ...

def logsigmoid(x: Tensor) -> Tensor:
    """Logarithm of the sigmoid, computed without overflow."""
    ...

def logspace(
    start: Tensor | Number,
    end: Tensor | Number,
    steps: int,
    base: int = 10,
    *,
    dtype: _DType = ...,
) -> Tensor:
    """Powers of `base` whose exponents run from `start` to `end` at equal distances."""
    ...

def logsumexp(
    input: Tensor,
    dim: int | tuple[int, ...] | list[Any] | Tensor,
    keepdim: bool = False,
) -> Tensor:
    """Logarithm of the sum of exponentials, computed without overflow."""
    ...

def lp_pool1d(
    x: Tensor,
    norm_type: float,
    kernel_size: int,
    stride: int | None = None,
    ceil_mode: bool = False,
) -> Tensor:
    """Power-average of each window: the p-th root of the sum of p-th powers."""
    ...

def lp_pool2d(
    x: Tensor,
    norm_type: float,
    kernel_size: int | tuple[Any, ...],
    stride: int | tuple[Any, ...] | None = None,
    ceil_mode: bool = False,
) -> Tensor:
    """Power-average of each window: the p-th root of the sum of p-th powers."""
    ...

def lrn(
    x: Tensor,
    depth_radius: int = 5,
    bias: float = 1.0,
    alpha: float = 1.0,
    beta: float = 0.5,
    norm_region: str = "ACROSS_CHANNELS",
) -> Tensor:
    """Divide by a power of the sum of squares over the neighbouring channels."""
    ...

def lstsq(input: Tensor, A: Tensor) -> Tensor:
    """Least-squares (or, of several, smallest) solution X of input X = A."""
    ...

def lt(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether `input < other`, element by element."""
    ...

def lu_solve(b: Tensor, LU_data: Tensor, LU_pivots: Tensor) -> Tensor:
    """Solutions of systems whose matrices have given LU factors."""
    ...

def lu_unpack(
    LU_data: Tensor,
    LU_pivots: Tensor,
    unpack_data: bool = True,
    unpack_pivots: bool = True,
) -> tuple[Tensor, Tensor, Tensor]:
    """The factors P, L and U of matrices from their compact form."""
    ...

def make_coo_tensor(indices: Tensor, values: Tensor, dense_shape: tuple[Any, ...]) -> COOTensor:
    """Make a sparse matrix of the places and values of its elements."""
    ...

def make_csr_tensor(
    indptr: Tensor,
    indices: Tensor,
    values: Tensor,
    dense_shape: tuple[Any, ...],
) -> CSRTensor:
    """Make a sparse matrix of the starts of its rows, and the columns and values of its ..."""
    ...

def make_dict(keys: Sequence[Any], values: Sequence[Any]) -> dict[Any, Any]:
    """A dict."""
    ...

def make_list(*args: Any) -> list[Any]:
    """A list of the arguments."""
    ...

def make_range(*args: int | Sequence[int] | Tensor) -> tuple[int, ...]:
    """The ints of a range, as a tuple."""
    ...

def make_row_tensor(
    indices: Tensor,
    values: Tensor,
    dense_shape: tuple[Any, ...],
) -> RowTensorInner:
    """Make a Tensor that consists of some rows, the others being zero."""
    ...

make_row_tensor_inner = make_row_tensor

def make_slice(
    start: int | Tensor | ndarray | None,
    stop: int | Tensor | ndarray | None,
    step: int | Tensor | ndarray | None,
) -> builtins.slice:
    """A slice."""
    ...

def make_sparse_tensor(
    indices: Tensor,
    values: Tensor,
    dense_shape: tuple[Any, ...],
) -> SparseTensor:
    """Make a sparse Tensor of the places and values of its elements: an older form of a ..."""
    ...

def make_tuple(*args: Any) -> tuple[Any, ...]:
    """A tuple of the arguments."""
    ...

def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0.0,
    reduction: str = "mean",
) -> Tensor:
    """max(0, margin - target * (input1 - input2))."""
    ...

def masked_fill(input_x: Tensor, mask: Tensor, value: Tensor | Number) -> Tensor:
    """A copy of the Tensor with `value` where the mask holds."""
    ...

def masked_select(input: Tensor, mask: Tensor) -> Tensor:
    """The elements where the mask holds, in order."""
    ...

def matmul(input: Tensor, other: Tensor) -> Tensor:
    """Product of two Tensors as matrices, vectors or batches of matrices, as NumPy's."""
    ...

def matmul_reduce_scatter(
    input: Tensor,
    x2: Tensor,
    group: str,
    world_size: int,
    *,
    reduce_op: str = "sum",
    bias: Tensor | None = None,
    comm_turn: int = 0,
    trans_input: bool = False,
    trans_x2: bool = False,
) -> Tensor:
    """Multiply, add up the products of all processes, and give each process its rows."""
    ...

def matrix_band_part(x: Tensor, lower: Tensor | Number, upper: Tensor | Number) -> Tensor:
    """Matrices with zeros outside a band around the main diagonal."""
    ...

def matrix_determinant(input: Tensor) -> Tensor:
    """Determinants of square matrices."""
    ...

def matrix_diag(
    x: Tensor,
    k: int | Tensor = 0,
    num_rows: int | Tensor = -1,
    num_cols: int | Tensor = -1,
    padding_value: float | Tensor = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices made from their diagonals."""
    ...

def matrix_diag_part(
    x: Tensor,
    k: Tensor,
    padding_value: Tensor,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Diagonals of matrices, packed as `matrix_diag` takes them."""
    ...

def matrix_exp(input: Tensor) -> Tensor:
    """Exponentials of square matrices."""
    ...

def matrix_norm(
    A: Tensor,
    ord: float | str = "fro",
    axis: tuple[int | tuple[Any, ...], ...] | list[Any] = (-2, -1),
    keepdims: bool = False,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Norm of matrices."""
    ...

def matrix_power(input: Tensor, n: int) -> Tensor:
    """Powers of square matrices with an integer exponent; see `ops.MatrixPower`."""
    ...

def matrix_set_diag(
    x: Tensor,
    diagonal: Tensor,
    k: int | Tensor = 0,
    align: str = "RIGHT_LEFT",
) -> Tensor:
    """Matrices with diagonals replaced."""
    ...

def matrix_solve(matrix: Tensor, rhs: Tensor, adjoint: bool = False) -> Tensor:
    """Solutions of systems of linear equations; see `ops.MatrixSolve`."""
    ...

def max(
    input: Tensor,
    axis: int | None = None,
    keepdims: bool = False,
    *,
    initial: Number | None = None,
    where: Tensor | list[Any] | bool | None = None,
) -> tuple[Tensor, Tensor]:
    """Largest elements along an axis, and their indices."""
    ...

@overload
def max_pool2d(
    x: Tensor,
    kernel_size: int | tuple[Any, ...] | Tensor | ndarray,
    stride: int | tuple[Any, ...] | Tensor | ndarray | None = None,
    padding: int | tuple[Any, ...] | Tensor | ndarray = 0,
    dilation: int | tuple[Any, ...] | Tensor | ndarray = 1,
    return_indices: Literal[False] = False,
    ceil_mode: bool = False,
) -> Tensor:
    """Maximum of each window of the last two dimensions."""
    ...

@overload
def max_pool2d(
    x: Tensor,
    kernel_size: int | tuple[Any, ...] | Tensor | ndarray,
    stride: int | tuple[Any, ...] | Tensor | ndarray | None = None,
    padding: int | tuple[Any, ...] | Tensor | ndarray = 0,
    dilation: int | tuple[Any, ...] | Tensor | ndarray = 1,
    *,
    return_indices: Literal[True],
    ceil_mode: bool = False,
) -> tuple[Tensor, Tensor]:
    """Maximum of each window of the last two dimensions."""
    ...

@overload
def max_pool2d(
    x: Tensor,
    kernel_size: int | tuple[Any, ...] | Tensor | ndarray,
    stride: int | tuple[Any, ...] | Tensor | ndarray | None = None,
    padding: int | tuple[Any, ...] | Tensor | ndarray = 0,
    dilation: int | tuple[Any, ...] | Tensor | ndarray = 1,
    return_indices: bool = False,
    ceil_mode: bool = False,
) -> Any:
    """Maximum of each window of the last two dimensions."""
    ...

@overload
def max_pool3d(
    x: Tensor,
    kernel_size: int | tuple[Any, ...] | Tensor | ndarray,
    stride: int | tuple[Any, ...] | Tensor | ndarray | None = None,
    padding: int | tuple[Any, ...] | Tensor | ndarray = 0,
    dilation: int | tuple[Any, ...] | Tensor | ndarray = 1,
    ceil_mode: bool = False,
    return_indices: Literal[False] = False,
) -> Tensor:
    """Maximum of each window of the last three dimensions."""
    ...

@overload
def max_pool3d(
    x: Tensor,
    kernel_size: int | tuple[Any, ...] | Tensor | ndarray,
    stride: int | tuple[Any, ...] | Tensor | ndarray | None = None,
    padding: int | tuple[Any, ...] | Tensor | ndarray = 0,
    dilation: int | tuple[Any, ...] | Tensor | ndarray = 1,
    ceil_mode: bool = False,
    *,
    return_indices: Literal[True],
) -> tuple[Tensor, Tensor]:
    """Maximum of each window of the last three dimensions."""
    ...

@overload
def max_pool3d(
    x: Tensor,
    kernel_size: int | tuple[Any, ...] | Tensor | ndarray,
    stride: int | tuple[Any, ...] | Tensor | ndarray | None = None,
    padding: int | tuple[Any, ...] | Tensor | ndarray = 0,
    dilation: int | tuple[Any, ...] | Tensor | ndarray = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Any:
    """Maximum of each window of the last three dimensions."""
    ...

def max_unpool1d(
    x: Tensor,
    indices: Tensor,
    kernel_size: int | tuple[Any, ...],
    stride: int | tuple[Any, ...] | None = None,
    padding: int | tuple[Any, ...] = 0,
    output_size: float | str | tuple[Any, ...] | Tensor | ndarray | None = None,
) -> Tensor:
    """Put the maxima of max pooling back to their places; zeros elsewhere."""
    ...

def max_unpool2d(
    x: Tensor,
    indices: Tensor,
    kernel_size: int | tuple[Any, ...],
    stride: int | tuple[Any, ...] | None = None,
    padding: int | tuple[Any, ...] = 0,
    output_size: float | str | tuple[Any, ...] | Tensor | ndarray | None = None,
) -> Tensor:
    """Put the maxima of max pooling back to their places; zeros elsewhere."""
    ...

def max_unpool3d(
    x: Tensor,
    indices: Tensor,
    kernel_size: int | tuple[Any, ...],
    stride: int | tuple[Any, ...] | Tensor | None = None,
    padding: int | tuple[Any, ...] = 0,
    output_size: float | str | tuple[Any, ...] | Tensor | ndarray | None = None,
) -> Tensor:
    """Put the maxima of max pooling back to their places; zeros elsewhere."""
    ...

def maximum(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """The larger of two Tensors, element by element; NaN where either is NaN."""
    ...

def mean(x: Tensor, axis: int | Sequence[int] | None = None, keep_dims: bool = False) -> Tensor:
    """Mean of the elements, over all or some axes."""
    ...

def median(input: Tensor, axis: int = -1, keepdims: bool = False) -> tuple[Tensor, ...]:
    """Lower median along an axis, and where it is."""
    ...

merge: Any

def meshgrid(*inputs: Tensor | Sequence[Any], indexing: str = "xy") -> tuple[Tensor, ...]:
    """Coordinates of the points of a grid."""
    ...

def min(
    input: Tensor,
    axis: int | None = None,
    keepdims: bool = False,
    *,
    initial: Number | None = None,
    where: float | Sequence[Any] | Tensor | ndarray | None = None,
) -> tuple[Tensor, Tensor]:
    """Smallest elements along an axis, and their indices; the arguments are those of `ops.max`."""
    ...

def minimum(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """The smaller of two Tensors, element by element; NaN where either is NaN."""
    ...

def mirror_pad(input_x: Tensor, paddings: Tensor, mode: str) -> Tensor:
    """Pad by mirroring a Tensor at its edges."""
    ...

def mish(x: Tensor) -> Tensor:
    """x times the hyperbolic tangent of its softplus."""
    ...

def mixed_precision_cast(dst_dtype: _DType, x: Tensor | Sequence[Any]) -> Any:
    """Cast the floating-point Tensors among nested tuples and lists."""
    ...

def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """Product of two matrices."""
    ...

def moe_distribute_combine(
    expand_x: Tensor,
    expert_ids: Tensor,
    expand_idx: Tensor,
    ep_send_counts: Tensor,
    expert_scales: Tensor,
    ep_world_size: int,
    ep_rank_id: int,
    moe_expert_num: int,
    tp_send_counts: Tensor | None = None,
    x_active_mask: Tensor | None = None,
    activate_scale: Tensor | None = None,
    weight_scale: Tensor | None = None,
    group_list: Tensor | None = None,
    expand_scales: Tensor | None = None,
    group_ep: str | None = None,
    group_tp: str | None = None,
    tp_world_size: int = 0,
    tp_rank_id: int = 0,
    expert_shard_type: int = 0,
    shared_expert_num: int = 0,
    shared_export_rank_num: int = 0,
    global_bs: int = 0,
    out_dtype: int = 0,
    common_quant_mode: int = 0,
    group_list_type: int = 0,
) -> Tensor:
    """Add up the experts' results of each token by their shares; undoes the dispatch."""
    ...

def moe_distribute_dispatch(
    x: Tensor,
    expert_ids: Tensor,
    ep_world_size: int,
    ep_rank_id: int,
    moe_expert_num: int,
    expert_scales: Tensor | None = None,
    scales: Tensor | None = None,
    x_active_mask: Tensor | None = None,
    group_ep: str | None = None,
    group_tp: str | None = None,
    tp_world_size: int = 0,
    tp_rank_id: int = 0,
    expert_shard_type: int = 0,
    shared_expert_num: int = 0,
    shared_expert_rank_num: int = 0,
    quant_mode: int = 0,
    global_bs: int = 0,
    expert_token_nums_type: int = 0,
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Copy each token to its experts, ordered by expert; all experts belong to this process."""
    ...

def moe_init_routing_v2(
    x: Tensor,
    expert_idx: Tensor,
    active_num: int,
    expert_capacity: int,
    expert_num: int,
    drop_pad_mode: int,
    expert_tokens_count_or_cumsum_flag: int,
    expert_tokens_before_capacity_flag: bool,
) -> tuple[Tensor, ...]:
    """Repeat each token for its experts and sort the copies by expert, or give each expert ..."""
    ...

def moe_token_permute(
    tokens: Tensor,
    indices: Tensor,
    num_out_tokens: int | None = None,
    padded_mode: bool = False,
) -> tuple[Tensor, Tensor]:
    """Repeat each token for its experts, and sort the copies by expert."""
    ...

def moe_token_unpermute(
    permuted_tokens: Tensor,
    sorted_indices: Tensor,
    probs: Tensor | None = None,
    padded_mode: bool = False,
    restore_shape: Sequence[int] | Tensor | None = None,
) -> Tensor:
    """Undo `moe_token_permute`, and add up the copies of each token by their shares."""
    ...

def move_to(input: Tensor | Sequence[int], to: str = "CPU", blocking: bool = True) -> Tensor:
    """A copy on another kind of device."""
    ...

def moveaxis(
    x: Tensor,
    source: int | Sequence[Any],
    destination: int | Sequence[Any],
) -> Tensor:
    """Move dimensions to other places; the others keep their order."""
    ...

def movedim(x: Tensor, source: int | Sequence[Any], destination: int | Sequence[Any]) -> Tensor:
    """Move dimensions to other places; the others keep their order."""
    ...

def ms_hybrid(
    fn: Callable[..., Any] | None = None,
    reg_info: object | None = None,
    compile_attrs: dict[str, Any] | None = None,
) -> Callable[..., Any]:
    """Older name of `ops.kernel`: decorate a function that loops over the elements of NumPy ..."""
    ...

ms_kernel = ms_hybrid

def mse_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """Mean squared error."""
    ...

def mse_loss_ext(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """Mean squared error, as `ops.mse_loss`."""
    ...

def msort(input: Tensor) -> Tensor:
    """Elements in ascending order along the first dimension."""
    ...

def mul(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Product of two Tensors, element by element."""
    ...

def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int | Tensor | ndarray = 1,
    margin: int = 1,
    weight: Tensor | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Margin of the right class over each other one: sum of max(0, margin - x[y] + x[i])^p / C."""
    ...

def multi_scale_deformable_attn_function(
    value: Tensor,
    shape: Tensor,
    offset: Tensor,
    locations: Tensor,
    weight: Tensor,
) -> Tensor:
    """Sum of features sampled from maps of several sizes, weighted for each query and head."""
    ...

def multilabel_margin_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """Margin of each right class over each wrong one: sum of max(0, 1 - x[y] + x[i]) / C."""
    ...

def multilabel_soft_margin_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Binary cross entropy of the logits of each class, averaged over the classes (last axis)."""
    ...

def multinomial(
    input: Tensor,
    num_samples: int,
    replacement: bool = True,
    seed: int | None = None,
) -> Tensor:
    """Indices drawn with probabilities proportional to the elements of each row."""
    ...

def multinomial_with_replacement(
    x: Tensor,
    seed: int | Tensor,
    offset: int | Tensor,
    numsamples: int,
    replacement: bool = False,
) -> Tensor:
    """Indices drawn by weight, with replacement; `seed` and `offset` determine them."""
    ...

def multiply(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Product of two Tensors, element by element."""
    ...

def mv(mat: Tensor, vec: Tensor) -> Tensor:
    """Product of a matrix and a vector."""
    ...

def mvlgamma(input: Tensor, p: int) -> Tensor:
    """Logarithm of the multivariate gamma function of dimension `p`."""
    ...

def nan_to_num(
    input: Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Tensor:
    """NaN and infinities replaced by numbers."""
    ...

def nanmean(
    input: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Mean of the elements that are not nan."""
    ...

def nanmedian(input: Tensor, axis: int = -1, keepdims: bool = False) -> tuple[Tensor, ...]:
    """Lower median along an axis of the elements that are not nan, and where it is."""
    ...

def nanquantile(
    input: Tensor,
    q: float | Tensor,
    axis: int | None = None,
    keepdims: bool = False,
) -> Tensor:
    """Quantiles along an axis, interpolated between the two nearest elements."""
    ...

def nansum(
    input: Tensor,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Sum of the elements that are not nan."""
    ...

def narrow(input: Tensor, axis: int, start: int | ndarray, length: int | ndarray) -> Tensor:
    """Cut `length` elements out of a dimension."""
    ...

def ne(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether two Tensors differ, element by element."""
    ...

def neg(input: Tensor) -> Tensor:
    """Negated elements; unsigned ones wrap."""
    ...

def negative(input: Tensor) -> Tensor:
    """Negated elements; unsigned ones wrap."""
    ...

def new_group(
    ranks: list[int] | None = None,
    timeout: object | None = None,
    backend: str | None = None,
    pg_options: object | None = None,
    use_local_synchronization: bool = False,
    group_desc: object | None = None,
) -> str:
    """Make a group of some of the processes."""
    ...

def nextafter(input: Tensor | Number, other: Tensor) -> Tensor:
    """The next representable number from each element towards `other`."""
    ...

def nll_loss(
    inputs: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Negative log likelihood loss."""
    ...

def norm(
    A: Tensor,
    ord: float | str | Tensor | None = None,
    dim: int | tuple[Any, ...] | None = None,
    keepdim: bool = False,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Norm of vectors or of matrices."""
    ...

def normal(
    shape: tuple[int, ...],
    mean: Number | Tensor,
    stddev: Number | Tensor,
    seed: int | None = None,
) -> Tensor:
    """Normal numbers."""
    ...

def normal_(
    input: Tensor,
    mean: float = 0,
    std: float = 1,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Fill a Tensor with normal numbers."""
    ...

def not_equal(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether two Tensors differ, element by element."""
    ...

def not_in_dict(key: object, d: dict[Any, Any]) -> bool:
    """Whether a dict lacks a key."""
    ...

def nsa_compress(
    input: Tensor,
    weight: Tensor,
    compress_block_size: int,
    compress_stride: int,
    *,
    actual_seq_len: Sequence[int] | Tensor | None,
) -> Tensor:
    """Compress the keys or values of each sequence by weighted sums over sliding windows."""
    ...

def nsa_compress_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    scale_value: float,
    head_num: int,
    compress_block_size: int,
    compress_stride: int,
    select_block_size: int,
    select_block_count: int,
    *,
    topk_mask: Tensor | None = None,
    atten_mask: Tensor | None = None,
    actual_seq_qlen: Sequence[int] | Tensor | None,
    actual_cmp_seq_kvlen: Sequence[int] | Tensor | None,
    actual_sel_seq_kvlen: Sequence[int] | Tensor | None,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Attention over compressed keys, and the blocks of keys that matter most to each query."""
    ...

def nsa_select_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    topk_indices: Tensor,
    scale_value: float,
    head_num: int,
    select_block_size: int,
    select_block_count: int,
    *,
    atten_mask: Tensor | None = None,
    actual_seq_qlen: Sequence[int] | Tensor | None,
    actual_seq_kvlen: Sequence[int] | Tensor | None,
) -> tuple[Tensor, ...]:
    """Attention of each query over chosen blocks of the keys of its sequence."""
    ...

def numel(input: Tensor) -> int:
    """Number of elements of a Tensor."""
    ...

def one_hot(
    indices: Tensor,
    depth: int | Tensor,
    on_value: Tensor | Number = 1,
    off_value: Tensor | Number = 0,
    axis: int = -1,
) -> Tensor:
    """Vectors with one value at an index and another one elsewhere."""
    ...

def ones(shape: int | Sequence[Any] | Tensor, dtype: _DType | None = None) -> Tensor:
    """Tensor of ones."""
    ...

def orgqr(input: Tensor, input2: Tensor) -> Tensor:
    """The first N columns of Q from its Householder vectors; see `ops.Orgqr`."""
    ...

def ormqr(
    input: Tensor,
    tau: Tensor,
    other: Tensor,
    left: bool = True,
    transpose: bool = False,
) -> Tensor:
    """Product with the square Q given by Householder vectors."""
    ...

def outer(input: Tensor | Number, vec2: Tensor | Number) -> Tensor:
    """Products of each element of one Tensor with each of another."""
    ...

def pad(
    input_x: Tensor,
    padding: tuple[int | tuple[Any, ...], ...] | list[Any] | Tensor,
    mode: str = "constant",
    value: float | None = None,
) -> Tensor:
    """Add elements before and after the dimensions of a Tensor."""
    ...

def padding(x: Tensor, pad_dim_size: int = 8) -> Tensor:
    """Grow a last dimension of length 1 to `pad_dim_size` by zeros."""
    ...

def partial(*args: Any, **kwargs: object) -> Callable[..., Any]:
    """A function with its first arguments given, or some by name."""
    ...

def pdist(input: Tensor, p: float = 2.0) -> Tensor:
    """Distances between all pairs of rows of a matrix, by the p-norm."""
    ...

def permute(input: Tensor, axis: tuple[int, ...] | list[Any]) -> Tensor:
    """Reorder the dimensions by `axis`; the result shares memory with `input`."""
    ...

def pinv(
    x: Tensor,
    *,
    atol: Tensor | Number | None = None,
    rtol: Tensor | Number | None = None,
    hermitian: bool = False,
) -> Tensor:
    """Pseudo-inverses of matrices."""
    ...

def pixel_shuffle(input: Tensor, upscale_factor: int) -> Tensor:
    """Move channels into pixels: shape (*, c * r * r, h, w) becomes (*, c, h * r, w * r)."""
    ...

def pixel_unshuffle(input: Tensor, downscale_factor: int) -> Tensor:
    """Move pixels into channels: shape (*, c, h * r, w * r) becomes (*, c * r * r, h, w)."""
    ...

def poisson(shape: tuple[int, ...], mean: Tensor, seed: int | None = None) -> Tensor:
    """Poisson numbers."""
    ...

def polar(abs: Tensor, angle: Tensor) -> Tensor:
    """Complex numbers from moduli and arguments, `abs * (cos(angle) + i sin(angle))`."""
    ...

def polygamma(n: Tensor, input: Tensor) -> Tensor:
    """The n-th derivative of the digamma function."""
    ...

def population_count(input_x: Tensor) -> Tensor:
    """How many bits of each element are 1."""
    ...

def positive(input: Tensor) -> Tensor:
    """The elements as they are, in a Tensor of its own; the unary `+`."""
    ...

def pow(input: Tensor | Number, exponent: Tensor | Number) -> Tensor:
    """`input` to the power `exponent`, element by element."""
    ...

def pows(input: Tensor | Number, exponent: Tensor | Number) -> Tensor:
    """`input` to the power `exponent`, element by element."""
    ...

def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """`input` where positive, else `weight * input`, with one weight per channel or one for ..."""
    ...

def prim_arg_register(fn: Any) -> Any:
    """Decorator of a Primitive's `__init__` that keeps each argument as a Python attribute."""
    ...

def print_(*input_x: Any) -> None:
    """Print values, each on a line of its own, at the time when they are computed."""
    ...

def prod(
    input: Tensor,
    axis: int | Sequence[int] | None = None,
    keep_dims: bool = False,
    dtype: _DType | None = None,
) -> Tensor:
    """Product of the elements, over all or some axes."""
    ...

def prompt_flash_attention(
    query: Tensor | tuple[Any, ...],
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | tuple[Any, ...] | None = None,
    actual_seq_lengths: Sequence[int] | Tensor | None = None,
    actual_seq_lengths_kv: Sequence[int] | Tensor | None = None,
    pse_shift: Tensor | None = None,
    deq_scale1: Tensor | None = None,
    quant_scale1: Tensor | None = None,
    deq_scale2: Tensor | None = None,
    quant_scale2: Tensor | None = None,
    quant_offset2: Tensor | None = None,
    num_heads: int = 1,
    scale_value: float = 1.0,
    pre_tokens: int = 2147483647,
    next_tokens: int = 0,
    input_layout: str = "BSH",
    num_key_value_heads: int = 0,
    sparse_mode: int = 0,
    inner_precise: int = 1,
) -> Tensor:
    """Attention for inference over a whole prompt."""
    ...

def put_(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False) -> Tensor:
    """Write elements at places in the flattened Tensor, in place."""
    ...

def qr(input: Tensor, mode: str = "reduced") -> tuple[Tensor, ...]:
    """QR factors of matrices."""
    ...

def quantile(
    input: Tensor,
    q: float | Tensor,
    axis: int | None = None,
    keepdims: bool = False,
) -> Tensor:
    """Quantiles along an axis, interpolated between the two nearest elements."""
    ...

def rad2deg(x: Tensor) -> Tensor:
    """Radians to degrees."""
    ...

def rand(
    *size: int | Sequence[int] | Tensor,
    dtype: _DType | None = None,
    seed: int | None = None,
) -> Tensor:
    """Uniform numbers in [0, 1)."""
    ...

def rand_like(input: Tensor, seed: int | None = None, *, dtype: _DType | None = None) -> Tensor:
    """Uniform numbers in [0, 1) in the shape of a Tensor, in its dtype unless `dtype` is given."""
    ...

def randint(
    low: int,
    high: int,
    size: tuple[int, ...],
    seed: int | None = None,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Integers in [low, high), all equally likely."""
    ...

def randint_like(
    input: Tensor,
    low: int,
    high: int,
    seed: int | None = None,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Integers in [low, high) in the shape of a Tensor, and in its dtype unless `dtype` is ..."""
    ...

def randn(
    *size: int | Sequence[int] | Tensor,
    dtype: _DType | None = None,
    seed: int | None = None,
) -> Tensor:
    """Standard normal numbers; the arguments are those of `ops.rand`."""
    ...

def randn_like(
    input: Tensor,
    seed: int | None = None,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Standard normal numbers in the shape of a Tensor, Float32 unless `dtype` is given."""
    ...

def random_(
    input: Tensor,
    from_: int = 0,
    to: int | None = None,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Fill a Tensor with whole numbers in [from_, to), all equally likely."""
    ...

def random_categorical(
    logits: Tensor,
    num_sample: int,
    seed: int = 0,
    dtype: _DType = ...,
) -> Tensor:
    """Indices drawn with the probabilities softmax(logits) of each row."""
    ...

def random_gamma(shape: Tensor, alpha: Tensor, seed: int | None = None) -> Tensor:
    """Gamma numbers of rate 1: a block of shape `shape` for each element of `alpha`."""
    ...

def random_poisson(
    shape: Tensor,
    rate: Tensor,
    seed: int | None = None,
    dtype: _DType = ...,
) -> Tensor:
    """Poisson numbers: a block of shape `shape` for each element of `rate`."""
    ...

def randperm(n: int | Tensor, seed: int = 0, offset: int = 0, dtype: _DType = ...) -> Tensor:
    """The numbers 0 to n - 1 in a random order, which `seed` and `offset` determine."""
    ...

def range(
    start: Number | Tensor,
    end: Number | Tensor,
    step: Number | Tensor,
    maxlen: int = 1000000,
) -> Tensor:
    """Numbers from `start` by `step` to before `end`, all three ints or all three floats."""
    ...

def rank(input_x: Tensor) -> int:
    """Number of dimensions of a Tensor."""
    ...

def ravel(input: Tensor) -> Tensor:
    """All elements in one dimension; the result shares memory with `input`."""
    ...

def real(input: Tensor) -> Tensor:
    """Real parts of complex elements; real ones stay as they are."""
    ...

def reciprocal(input: Tensor) -> Tensor:
    """1 divided by each element."""
    ...

def recv(tensor: Tensor, src: int = 0, group: str | None = None, tag: int = 0) -> int:
    """Receive a Tensor from another process."""
    ...

def recv_object_list(
    object_list: list[Any],
    src: int = 0,
    group: str | None = None,
    device: str | None = None,
) -> int:
    """Receive Python objects from another process."""
    ...

def reduce_max(x: Tensor, axis: int | Sequence[int] = ()) -> Tensor:
    """Largest elements over axes; the function of `ops.ReduceMax`."""
    ...

def reduce_mean(x: Tensor, axis: int | Sequence[int] = ()) -> Tensor:
    """Mean over axes, in the dtype of the input; the function of `ops.ReduceMean`."""
    ...

def reduce_min(x: Tensor, axis: int | Sequence[int] = ()) -> Tensor:
    """Smallest elements over axes; the function of `ops.ReduceMin`."""
    ...

def reduce_sum(x: Tensor, axis: int | Sequence[int] = ()) -> Tensor:
    """Sum over axes, in the dtype of the input; the function of `ops.ReduceSum`."""
    ...

def reduced_shape(shape: tuple[Any, ...], axis: int | Sequence[int]) -> tuple[int, ...]:
    """A shape with the dimensions in `axis` (all, if it is empty) of length 1."""
    ...

def relu6(x: Tensor) -> Tensor:
    """min(max(x, 0), 6), element by element."""
    ...

def remainder(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Remainder of the division that rounds down; its sign is that of `other`."""
    ...

def renorm(
    input: Tensor,
    p: int | Tensor | ndarray,
    axis: int,
    maxnorm: float | Tensor | ndarray,
) -> Tensor:
    """Slices along an axis, scaled down where their p-norm is above a bound; see `ops.Renorm`."""
    ...

def repeat_elements(x: Tensor, rep: int | ndarray, axis: int = 0) -> Tensor:
    """Repeat each element `rep` times along `axis`."""
    ...

def repeat_interleave(
    input: Tensor,
    repeats: int | Sequence[int] | Tensor,
    axis: int | None = None,
) -> Tensor:
    """Repeat each element along a dimension."""
    ...

def reshape(input: Tensor, shape: Sequence[Any] | Tensor) -> Tensor:
    """Give a Tensor another shape over the same elements in the same order."""
    ...

def reshape_(input: Tensor, shape: Sequence[int]) -> Tensor:
    """Change the shape of a Tensor itself."""
    ...

def reshard(tensor: Tensor, layout: object) -> Tensor:
    """Return a Tensor as it is: a single device runs everything, so no layout changes anything."""
    ...

def reverse(x: Tensor, axis: tuple[Any, ...] | list[int]) -> Tensor:
    """Reverse the order of elements along dimensions; another name of `ops.flip`."""
    ...

def reverse_sequence(
    x: Tensor,
    seq_lengths: Tensor,
    seq_dim: int,
    batch_dim: int = 0,
) -> Tensor:
    """Reverse the first elements of each sequence in a batch."""
    ...

def rfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None) -> Tensor:
    """Fourier transform of real input along one axis, without the redundant half."""
    ...

def rfft2(
    input: Tensor,
    s: tuple[int, ...] | list[Any] | None = None,
    dim: tuple[int, ...] | list[Any] = (-2, -1),
    norm: str | None = None,
) -> Tensor:
    """Fourier transform of real input over two axes; the last one is cut to its first half."""
    ...

def rfftfreq(n: int, d: float = 1.0, dtype: _DType | None = None) -> Tensor:
    """Frequencies of the elements of `rfft`'s result."""
    ...

def rfftn(
    input: Tensor,
    s: int | Sequence[int] | None = None,
    dim: int | Sequence[int] | None = None,
    norm: str | None = None,
) -> Tensor:
    """Fourier transform of real input over several axes; the last one is cut to its first half."""
    ...

def ring_attention_update(
    prev_attn_out: Tensor,
    prev_softmax_max: Tensor,
    prev_softmax_sum: Tensor,
    cur_attn_out: Tensor,
    cur_softmax_max: Tensor,
    cur_softmax_sum: Tensor,
    actual_seq_qlen: Tensor | None = None,
    layout: str = "SBH",
) -> tuple[Tensor, Tensor, Tensor]:
    """Join the attention outputs of two sets of keys."""
    ...

def rms_norm(x: Tensor, gamma: Tensor, epsilon: float = 1e-06) -> Tensor:
    """Divide by the root mean square of the last dimensions, then scale."""
    ...

def roll(
    input: Tensor,
    shifts: int | Sequence[int],
    dims: int | Sequence[int] | None = None,
) -> Tensor:
    """Shift elements along dimensions; those that leave at one end come in at the other."""
    ...

def rot90(input: Tensor, k: int, dims: tuple[int | tuple[Any, ...], ...] | list[Any]) -> Tensor:
    """Rotate by 90 degrees in the plane of two dimensions."""
    ...

def rotary_position_embedding(x: Tensor, cos: Tensor, sin: Tensor, mode: int = 0) -> Tensor:
    """Rotate pairs of features by angles: x * cos + rotated(x) * sin."""
    ...

def rotated_iou(
    boxes: Tensor,
    query_boxes: Tensor,
    trans: bool = False,
    mode: int = 0,
    is_cross: bool = True,
    v_threshold: float = 0.0,
    e_threshold: float = 0.0,
) -> Tensor:
    """Intersection over union of rotated rectangles."""
    ...

def round(input: Tensor, *, decimals: int = 0) -> Tensor:
    """Elements rounded to the nearest; halves go to the even neighbour."""
    ...

def row_stack(tensors: Sequence[Tensor]) -> Tensor:
    """Join Tensors along the first dimension; vectors count as rows. Another name of ..."""
    ...

def row_tensor_get_dense_shape(x: RowTensorInner) -> tuple[int, ...]:
    """The shape of a sparse Tensor."""
    ...

def row_tensor_get_indices(x: RowTensorInner) -> Tensor:
    """The indices of a sparse Tensor."""
    ...

def row_tensor_get_values(x: RowTensorInner) -> Tensor:
    """The values of a sparse Tensor."""
    ...

def rrelu(input: Tensor, lower: float = 0.125, upper: float = 0.3333333333333333) -> Tensor:
    """`input` where positive, `input` times a random slope elsewhere."""
    ...

def rsqrt(input: Tensor) -> Tensor:
    """Reciprocals of square roots; infinite at 0, NaN for negative real elements."""
    ...

def scalar_add(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Sum of two numbers."""
    ...

def scalar_cast(input_x: float, input_y: _DType) -> int | float | bool:
    """Convert a Python number."""
    ...

def scalar_div(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Quotient of two numbers."""
    ...

def scalar_eq(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Whether two numbers are equal."""
    ...

def scalar_floordiv(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Quotient of two numbers, rounded down."""
    ...

def scalar_ge(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Whether a number is at least another."""
    ...

def scalar_gt(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Whether a number is greater than another."""
    ...

def scalar_le(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Whether a number is at most another."""
    ...

def scalar_log(x: float) -> float:
    """Natural logarithm of a number."""
    ...

def scalar_lt(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Whether a number is less than another."""
    ...

def scalar_max(x: Tensor | Number, y: Tensor | Number) -> Any:
    """The greater of two numbers."""
    ...

def scalar_min(x: Tensor | Number, y: Tensor | Number) -> Any:
    """The less of two numbers."""
    ...

def scalar_mod(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Remainder of two numbers, of the sign of the divisor."""
    ...

def scalar_mul(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Product of two numbers."""
    ...

def scalar_ne(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Whether two numbers differ."""
    ...

def scalar_pow(x: Tensor | Number, y: Tensor | Number) -> Any:
    """A number to the power of another."""
    ...

def scalar_sub(x: Tensor | Number, y: Tensor | Number) -> Any:
    """Difference of two numbers."""
    ...

def scalar_to_array(input_x: float) -> Tensor:
    """A 0-d Tensor of a Python number, in its default dtype."""
    ...

def scalar_to_tensor(input_x: float, dtype: _DType = ...) -> Tensor:
    """A 0-d Tensor of a Python number."""
    ...

def scalar_uadd(x: Tensor | Number) -> Any:
    """A number as it is."""
    ...

def scalar_usub(x: Tensor | Number) -> Any:
    """A number negated."""
    ...

def scatter(input: Tensor, axis: int | Tensor, index: Tensor, src: Tensor | Number) -> Tensor:
    """A copy of a Tensor with elements replaced: `out[index[i][j]][j] = src[i][j]` for axis 0."""
    ...

def scatter_add(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Add to parts of a Tensor in place."""
    ...

def scatter_div(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Divide parts of a Tensor in place."""
    ...

def scatter_max(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Raise to the updates parts of a Tensor in place."""
    ...

def scatter_min(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Lower to the updates parts of a Tensor in place."""
    ...

def scatter_mul(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Multiply parts of a Tensor in place."""
    ...

def scatter_nd(indices: Tensor, updates: Tensor, shape: tuple[int, ...]) -> Tensor:
    """A Tensor of zeros with updates added at positions."""
    ...

def scatter_nd_add(
    input_x: Tensor,
    indices: Tensor,
    updates: Tensor,
    use_locking: bool | Tensor | ndarray = False,
) -> Tensor:
    """Add to parts of a Tensor in place, at positions."""
    ...

def scatter_nd_div(
    input_x: Tensor,
    indices: Tensor,
    updates: Tensor,
    use_locking: bool | Tensor | ndarray = False,
) -> Tensor:
    """Divide parts of a Tensor in place, at positions."""
    ...

def scatter_nd_max(
    input_x: Tensor,
    indices: Tensor,
    updates: Tensor,
    use_locking: bool | Tensor | ndarray = False,
) -> Tensor:
    """Raise to the updates parts of a Tensor in place, at positions."""
    ...

def scatter_nd_min(
    input_x: Tensor,
    indices: Tensor,
    updates: Tensor,
    use_locking: bool | Tensor | ndarray = False,
) -> Tensor:
    """Lower to the updates parts of a Tensor in place, at positions."""
    ...

def scatter_nd_mul(
    input_x: Tensor,
    indices: Tensor,
    updates: Tensor,
    use_locking: bool | Tensor | ndarray = False,
) -> Tensor:
    """Multiply parts of a Tensor in place, at positions."""
    ...

def scatter_nd_sub(
    input_x: Tensor,
    indices: Tensor,
    updates: Tensor,
    use_locking: bool | Tensor | ndarray = False,
) -> Tensor:
    """Subtract from parts of a Tensor in place, at positions."""
    ...

def scatter_nd_update(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Replace parts of a Tensor in place, at positions."""
    ...

def scatter_update(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Replace parts of a Tensor in place."""
    ...

def searchsorted(
    sorted_sequence: Tensor,
    values: Tensor | Number,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Tensor:
    """Places where values belong in sorted sequences."""
    ...

def select(condition: Tensor, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Elements of `input` where the condition holds, of `other` elsewhere."""
    ...

def select_scatter(input: Tensor, src: Tensor, axis: int, index: int) -> Tensor:
    """A copy of a Tensor with one index of a dimension replaced."""
    ...

def selu(input_x: Tensor) -> Tensor:
    """Scaled exponential linear unit: the scale keeps mean 0 and variance 1."""
    ...

def send(tensor: Tensor, dst: int = 0, group: str | None = None, tag: int = 0) -> None:
    """Send a Tensor to another process."""
    ...

def send_object_list(
    object_list: list[Any],
    dst: int,
    group: str | None = None,
    device: str | None = None,
) -> None:
    """Send Python objects to another process."""
    ...

def sequence_mask(lengths: Tensor, maxlen: int | None = None) -> Tensor:
    """Which places of padded sequences are filled."""
    ...

def sgn(input: Tensor) -> Tensor:
    """-1, 0 or 1 by the sign of each element; complex elements are divided by their moduli."""
    ...

def shape(input_x: Tensor | COOTensor | CSRTensor) -> tuple[int, ...]:
    """Lengths of the dimensions of a Tensor."""
    ...

def shape_(x: Tensor) -> tuple[int, ...]:
    """Lengths of the dimensions of a Tensor, as `ops.shape`."""
    ...

def shape_mul(input_data: tuple[float | str | tuple[Any, ...], ...] | Tensor) -> int:
    """Product of a tuple of ints."""
    ...

def shuffle(x: Tensor, seed: int | None = None) -> Tensor:
    """A Tensor with its first dimension in a random order."""
    ...

def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + exp(-input)), element by element."""
    ...

def sign(input: Tensor) -> Tensor:
    """-1, 0 or 1 by the sign of each element; complex elements are divided by their moduli."""
    ...

def signbit(input: Tensor) -> Tensor:
    """Whether elements are less than 0; -0.0 is not."""
    ...

def silu(input: Tensor) -> Tensor:
    """`input` times its sigmoid."""
    ...

def sin(input: Tensor) -> Tensor:
    """Sines."""
    ...

def sinc(input: Tensor) -> Tensor:
    """`sin(pi x) / (pi x)` of each element, 1 at 0."""
    ...

def sinh(input: Tensor) -> Tensor:
    """Hyperbolic sines, `(exp(x) - exp(-x)) / 2`."""
    ...

def size(input_x: Tensor) -> int:
    """Number of elements of a Tensor."""
    ...

def slice(
    input_x: Tensor,
    begin: Sequence[int] | Tensor,
    size: Sequence[int] | Tensor,
) -> Tensor:
    """Cut the block at `begin` of lengths `size` out of a Tensor; the result shares its memory."""
    ...

def slice_scatter(
    input: Tensor,
    src: Tensor,
    axis: int = 0,
    start: int | Tensor | ndarray | None = None,
    end: int | Tensor | ndarray | None = None,
    step: int | Tensor | ndarray = 1,
) -> Tensor:
    """A copy of a Tensor with a slice along one dimension replaced."""
    ...

def slogdet(input: Tensor) -> tuple[Tensor, Tensor]:
    """Signs of the determinants of square matrices, and logarithms of their absolute values."""
    ...

def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    beta: float = 1.0,
    reduction: str = "none",
) -> Tensor:
    """Squared error near the target, absolute error beyond `beta`."""
    ...

def soft_margin_loss(input: Tensor, target: Tensor, reduction: str = "mean") -> Tensor:
    """log(1 + exp(-target * input)), the loss of two classes -1 and 1."""
    ...

def soft_shrink(input: Tensor, lambd: float = 0.5) -> Tensor:
    """`input` moved towards 0 by `lambd`; 0 inside of [-lambd, lambd]."""
    ...

def softmax(input: Tensor, axis: int = -1, *, dtype: _DType | None = None) -> Tensor:
    """exp(input) divided by its sum along an axis."""
    ...

def softmin(
    x: Tensor,
    axis: int | tuple[Any, ...] | Tensor | ndarray = -1,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Softmax of `-x` along an axis or several."""
    ...

def softplus(input: Tensor, beta: float = 1, threshold: float = 20) -> Tensor:
    """log(1 + exp(beta * input)) / beta; `input` itself where `beta * input` exceeds ..."""
    ...

def softshrink(input: Tensor, lambd: float | Tensor = 0.5) -> Tensor:
    """`input` moved towards 0 by `lambd`; 0 inside of [-lambd, lambd]."""
    ...

def softsign(x: Tensor) -> Tensor:
    """x / (1 + abs(x)), element by element."""
    ...

def sort(input_x: Tensor, axis: int = -1, descending: bool = False) -> tuple[Tensor, ...]:
    """Elements in order along an axis, and where they were; see `ops.Sort`."""
    ...

def space_to_batch_nd(
    input_x: Tensor,
    block_size: int | Sequence[Any],
    paddings: Sequence[Sequence[Any]],
) -> Tensor:
    """Pad the last dimensions and move blocks of them into the batch."""
    ...

def sparse_flash_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    sparse_indices: Tensor,
    scale_value: float,
    *,
    block_table: Tensor | None = None,
    actual_seq_lengths_query: Tensor | None = None,
    actual_seq_lengths_kv: Tensor | None = None,
    query_rope: Tensor | None = None,
    key_rope: Tensor | None = None,
    sparse_block_size: int = 1,
    layout_query: str = "BSND",
    layout_kv: str = "BSND",
    sparse_mode: int = 3,
    pre_tokens: int = 9223372036854775807,
    next_tokens: int = 9223372036854775807,
    attention_mode: int = 0,
    return_softmax_lse: bool = False,
) -> tuple[Tensor, ...]:
    """Attention of each query over chosen blocks of keys, with a second part for positions."""
    ...

def sparse_segment_mean(x: Tensor, indices: Tensor, segment_ids: Tensor) -> Tensor:
    """Means over groups of rows that are picked by index first."""
    ...

def speed_fusion_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    head_num: int,
    input_layout: str,
    *,
    pse: Tensor | None = None,
    padding_mask: Tensor | None = None,
    atten_mask: Tensor | tuple[Any, ...] | None = None,
    scale: float = 1.0,
    keep_prob: float = 1.0,
    pre_tokens: int = 2147483647,
    next_tokens: int = 2147483647,
    inner_precise: int = 0,
    prefix: Sequence[int] | Tensor | None = None,
    actual_seq_qlen: Sequence[int] | Tensor | None = None,
    actual_seq_kvlen: Sequence[int] | Tensor | None = None,
    sparse_mode: int = 0,
    gen_mask_parallel: bool = True,
    sync: bool = False,
    pse_type: int = 1,
    q_start_idx: Sequence[int] | Tensor | None = None,
    kv_start_idx: Sequence[int] | Tensor | None = None,
) -> tuple[Tensor, ...]:
    """Attention for training: Dropout(Softmax(Mask(scale * (Q K^T + pse)))) V."""
    ...

def split(
    tensor: Tensor,
    split_size_or_sections: int | Sequence[Any],
    axis: int = 0,
) -> tuple[Tensor, ...]:
    """Cut a Tensor into pieces along a dimension."""
    ...

def sqrt(x: Tensor) -> Tensor:
    """Square roots."""
    ...

def square(input: Tensor) -> Tensor:
    """Squares."""
    ...

def squeeze(input: Tensor, axis: int | Sequence[Any] | Tensor | None = None) -> Tensor:
    """Remove dimensions of length 1."""
    ...

def stack(tensors: Sequence[Tensor], axis: int = 0) -> Tensor:
    """Join Tensors of one shape along a new dimension."""
    ...

def standard_laplace(shape: Tensor | Sizes, seed: int | None = None) -> Tensor:
    """Laplace numbers of mean 0 and scale 1, in float32, of a shape given as a tuple or Tensor."""
    ...

def standard_normal(shape: Tensor | Sizes, seed: int | None = None) -> Tensor:
    """Standard normal numbers."""
    ...

def std(
    input: Tensor,
    axis: int | tuple[Any, ...] | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> Tensor:
    """Standard deviation of the elements, over all or some axes."""
    ...

def std_mean(
    input: Tensor,
    axis: int | tuple[Any, ...] | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> tuple[Tensor, Tensor]:
    """Standard deviation and mean of the elements, over all or some axes."""
    ...

def stft(
    x: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    pad_mode: str = "REFLECT",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
) -> Tensor:
    """Short-time Fourier transform: spectra of overlapping pieces of a signal."""
    ...

def stop_gradient(value: Same) -> Same:
    """The value, cut off from the computation of gradients."""
    ...

def stop_gradient_(input: Tensor) -> Any:
    """Cut a Tensor itself off from what it was computed from, in place."""
    ...

def strided_slice(
    input_x: Tensor,
    begin: Sequence[int],
    end: Sequence[int],
    strides: Sequence[Any],
    begin_mask: int | Tensor | ndarray = 0,
    end_mask: int | Tensor | ndarray = 0,
    ellipsis_mask: int | Tensor = 0,
    new_axis_mask: int | Tensor = 0,
    shrink_axis_mask: int | Tensor | ndarray = 0,
) -> Tensor:
    """Slice a Tensor as `x[b0:e0:s0, b1:e1:s1, ...]` does."""
    ...

def string_concat(x: str, y: str) -> str:
    """Two strings joined."""
    ...

def string_eq(x: str, y: str) -> bool:
    """Whether two strings are equal."""
    ...

def sub(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Difference of two Tensors, element by element."""
    ...

def subtract(input: Tensor | Number, other: Tensor | Number, *, alpha: Number = 1) -> Tensor:
    """`input - alpha * other`, element by element."""
    ...

def sum(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """Sum of the elements, over all or some dimensions."""
    ...

@overload
def svd(
    input: Tensor,
    full_matrices: bool = False,
    compute_uv: Literal[True] = True,
) -> tuple[Tensor, Tensor, Tensor]:
    """Singular values, and singular vectors, of matrices."""
    ...

@overload
def svd(input: Tensor, full_matrices: bool = False, *, compute_uv: Literal[False]) -> Tensor:
    """Singular values, and singular vectors, of matrices."""
    ...

@overload
def svd(input: Tensor, full_matrices: bool = False, compute_uv: bool = True) -> Any:
    """Singular values, and singular vectors, of matrices."""
    ...

def swapaxes(input: Tensor, axis0: int, axis1: int) -> Tensor:
    """Swap two dimensions."""
    ...

def swapdims(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Swap two dimensions; another name of `ops.swapaxes`."""
    ...

def swiglu(input: Tensor, dim: int = -1) -> Tensor:
    """Swish-gated linear unit: the swish of the first half along an axis times the second half."""
    ...

def switch(cond: bool | Tensor, true_branch: object, false_branch: object) -> Any:
    """The second argument if the first is true, else the third."""
    ...

def switch_layer(index: int | Tensor, branches: Sequence[Callable]) -> Callable[..., Any]:
    """The function at a place in a sequence."""
    ...

def t(input: Tensor) -> Tensor:
    """Transpose of a matrix; Tensors of another rank come back as they are."""
    ...

def tail(sequence: Sequence[Any]) -> Any:
    """A tuple or list without its first element."""
    ...

def take(input: Tensor, index: Tensor) -> Tensor:
    """Elements of the flattened Tensor at the given positions."""
    ...

def tan(input: Tensor) -> Tensor:
    """Tangents."""
    ...

def tanh(input: Tensor) -> Tensor:
    """Hyperbolic tangents."""
    ...

def tanh_(input: Tensor) -> Tensor:
    """Replace each element by its hyperbolic tangent, in place."""
    ...

def tanhshrink(input: Tensor) -> Tensor:
    """`input` minus its hyperbolic tangent."""
    ...

def tensor_add(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Sum of two Tensors, element by element."""
    ...

def tensor_div(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Quotient of two Tensors in their common dtype: integers are divided towards zero."""
    ...

def tensor_dot(x1: Tensor, x2: Tensor, axes: int | Sequence[Any]) -> Tensor:
    """Contraction of chosen dimensions of two Tensors."""
    ...

def tensor_exp(input: Tensor) -> Tensor:
    """e to the power of each element."""
    ...

def tensor_expm1(input: Tensor) -> Tensor:
    """e to the power of each element, minus 1, exact near 0."""
    ...

tensor_floordiv = floordiv

def tensor_ge(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether `input >= other`, element by element."""
    ...

tensor_gt = greater

def tensor_le(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Whether `input <= other`, element by element."""
    ...

tensor_lt = less
tensor_mod = floormod

def tensor_mul(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Product of two Tensors, element by element."""
    ...

def tensor_muls(input: Tensor, other: float) -> Tensor:
    """Product of a Tensor and a number."""
    ...

tensor_pow = pows

def tensor_range(start: Number | Tensor, end: Number | Tensor, step: Number | Tensor) -> Tensor:
    """Numbers from `start` by `step` to before `end`; see `ops.range`."""
    ...

def tensor_scatter_add(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of a Tensor with updates added at positions."""
    ...

def tensor_scatter_div(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of a Tensor with positions divided by updates."""
    ...

def tensor_scatter_elements(
    input_x: Tensor,
    indices: Tensor,
    updates: Tensor,
    axis: int | Tensor | ndarray = 0,
    reduction: str = "none",
) -> Tensor:
    """A copy of a Tensor with elements replaced or added along an axis."""
    ...

def tensor_scatter_max(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of a Tensor, raised to the updates at positions."""
    ...

def tensor_scatter_min(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of a Tensor, lowered to the updates at positions."""
    ...

def tensor_scatter_mul(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of a Tensor with positions multiplied by updates."""
    ...

def tensor_scatter_sub(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of a Tensor with updates subtracted at positions."""
    ...

def tensor_scatter_update(input_x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """A copy of a Tensor with elements or slices replaced."""
    ...

def tensor_slice(input: Tensor, begin: Sequence[int], size: Sequence[int]) -> Tensor:
    """Cut a block out of a Tensor."""
    ...

def tensor_split(
    input: Tensor,
    indices_or_sections: int | Sequence[Any],
    axis: int = 0,
) -> tuple[Tensor, ...]:
    """Cut a Tensor into a number of nearly equal pieces, or at given places."""
    ...

def tensor_sub(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Difference of two Tensors, element by element."""
    ...

def tensordump(file_name: str, tensor: Tensor, mode: str = "out") -> None:
    """Save a Tensor as `<file_name>_<dtype>_<number>.npy`, with a new number each time."""
    ...

def threshold(input: Tensor, thr: float, value: float) -> Tensor:
    """`input` where it is greater than `thr`, else `value`."""
    ...

def tile(input: Tensor, dims: tuple[int, ...] | Tensor) -> Tensor:
    """Repeat a Tensor as a whole along its dimensions."""
    ...

def top_k(input_x: Tensor, k: int, sorted: bool = True) -> tuple[Tensor, ...]:
    """The k largest elements of the last dimension, and where they are; the function of ..."""
    ...

def topk(
    input: Tensor,
    k: int | Tensor,
    dim: int | Tensor | None = None,
    largest: bool = True,
    sorted: bool = True,
) -> tuple[Tensor, ...]:
    """The k largest or smallest elements along a dimension, and where they are."""
    ...

def trace(input: Tensor) -> Tensor:
    """Sum of the elements on the main diagonal of a matrix."""
    ...

def transpose(input: Tensor, dims: tuple[int, ...] | list[Any]) -> Tensor:
    """Reorder the dimensions."""
    ...

def trapz(y: Tensor, x: Tensor | None = None, *, dx: float = 1.0, dim: int = -1) -> Tensor:
    """Integral along a dimension by the trapezoidal rule."""
    ...

def tril(input: Tensor, diagonal: int = 0) -> Tensor:
    """Matrices with zeros above a diagonal."""
    ...

def tril_indices(row: int, col: int, offset: int = 0, *, dtype: _DType = ...) -> Tensor:
    """Rows and columns of the elements on and below a diagonal of a `row` by `col` matrix."""
    ...

def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: int = 2,
    eps: float = 1e-06,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """How much the positive example is not nearer to the anchor than the negative one."""
    ...

def triu(input: Tensor, diagonal: int | Tensor = 0) -> Tensor:
    """Matrices with zeros below a diagonal."""
    ...

def triu_indices(row: int, col: int, offset: int = 0, *, dtype: _DType = ...) -> Tensor:
    """Rows and columns of the elements on and above a diagonal; see `tril_indices`."""
    ...

def true_divide(dividend: Tensor | Number, divisor: Tensor | Number) -> Tensor:
    """True quotient of two Tensors, element by element; bool and integer operands give Float32."""
    ...

def trunc(input: Tensor) -> Tensor:
    """Elements rounded towards zero; those of bool and integer Tensors stay."""
    ...

def truncate_div(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Quotient of two Tensors, rounded towards zero, in their common dtype."""
    ...

def truncate_mod(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """Remainder of the division that rounds towards zero, as in C; its sign is that of `x`."""
    ...

def tuple_div(x: tuple[int, ...], y: tuple[int, ...]) -> tuple[int, ...]:
    """Quotients of the elements of two tuples of ints."""
    ...

def tuple_equal(x: Sequence[Any], y: Sequence[Any]) -> bool:
    """Whether two tuples are equal."""
    ...

def tuple_getitem(x: Sequence[Any], index: int | builtins.slice) -> Any:
    """Element of a tuple."""
    ...

def tuple_len(x: tuple[Any, ...]) -> int:
    """Length of a tuple."""
    ...

def tuple_reversed(x: tuple[Any, ...]) -> tuple[Any, ...]:
    """A tuple in reverse order."""
    ...

def tuple_setitem(x: tuple[Any, ...], index: int, value: object) -> tuple[Any, ...]:
    """A copy of a tuple with one element changed."""
    ...

def tuple_to_array(input_x: Sequence[int] | Sequence[float]) -> Tensor:
    """A Tensor of the numbers in a tuple: Int32 if the first is an int, else Float32."""
    ...

def type_as(input: Tensor | Number, other: Tensor) -> Tensor:
    """`input` in the dtype of `other`."""
    ...

def typeof(x: Any) -> Any:
    """MindSpore type of a value."""
    ...

def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """All slices of a Tensor along a dimension, which they lose."""
    ...

def unfold(
    input: Tensor,
    kernel_size: int | tuple[int, ...] | list[Any],
    dilation: int | tuple[int, ...] = 1,
    padding: int | tuple[int, ...] | list[Any] = 0,
    stride: int | tuple[int, ...] | list[Any] = 1,
) -> Tensor:
    """Sliding blocks of images, one per column."""
    ...

def uniform(
    shape: Tensor | Sizes,
    minval: Tensor,
    maxval: Tensor,
    seed: int | None = None,
    dtype: _DType = ...,
) -> Tensor:
    """Uniform numbers: floats in [minval, maxval), or integers in that range."""
    ...

def uniform_(
    input: Tensor,
    from_: float = 0,
    to: float = 1,
    *,
    generator: Generator | None = None,
) -> Tensor:
    """Fill a Tensor with uniform numbers in [from_, to)."""
    ...

def uniform_candidate_sampler(
    true_classes: Tensor,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int = 0,
    remove_accidental_hits: bool = False,
) -> tuple[Tensor, Tensor, Tensor]:
    """Classes drawn uniformly, for losses that sample the negative classes."""
    ...

def unique(input: Tensor) -> tuple[Tensor, Tensor]:
    """Distinct elements in the order of their first occurrence; see `ops.Unique`."""
    ...

@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
    dim: int | None = None,
) -> Tensor:
    """Elements, or slices along a dimension, without repetitions of the one before."""
    ...

@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: Literal[True],
    return_counts: Literal[False] = False,
    dim: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Elements, or slices along a dimension, without repetitions of the one before."""
    ...

@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: Literal[False] = False,
    *,
    return_counts: Literal[True],
    dim: int | None = None,
) -> tuple[Tensor, Tensor]:
    """Elements, or slices along a dimension, without repetitions of the one before."""
    ...

@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: Literal[True],
    return_counts: Literal[True],
    dim: int | None = None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Elements, or slices along a dimension, without repetitions of the one before."""
    ...

@overload
def unique_consecutive(
    input: Tensor,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """Elements, or slices along a dimension, without repetitions of the one before."""
    ...

def unique_with_pad(x: Tensor, pad_num: Tensor | Number) -> tuple[Tensor, Tensor]:
    """Distinct elements of a vector in the order of their first occurrence, padded to its ..."""
    ...

def unsorted_segment_max(x: Tensor, segment_ids: Tensor, num_segments: int | Tensor) -> Tensor:
    """Greatest elements of groups; the least value of the dtype for empty groups."""
    ...

def unsorted_segment_min(x: Tensor, segment_ids: Tensor, num_segments: int | Tensor) -> Tensor:
    """Least elements of groups; the greatest value of the dtype for empty groups."""
    ...

def unsorted_segment_prod(x: Tensor, segment_ids: Tensor, num_segments: int | Tensor) -> Tensor:
    """Products of groups; 1 for empty groups."""
    ...

def unsorted_segment_sum(
    input_x: Tensor,
    segment_ids: Tensor,
    num_segments: int | Tensor,
) -> Tensor:
    """Sums over groups of elements."""
    ...

def unsqueeze(input: Tensor, dim: int | Tensor) -> Tensor:
    """Insert a dimension of length 1 at `dim`; the result shares memory with `input`."""
    ...

def unstack(input_x: Tensor, axis: int = 0) -> tuple[Tensor, ...]:
    """All slices of a Tensor along a dimension, which they lose."""
    ...

def upsample(
    input: Tensor,
    size: int | tuple[int, ...] | list[Any] | None = None,
    scale_factor: float | str | tuple[float, ...] | list[Any] | Tensor | ndarray | None = None,
    mode: str | Tensor | ndarray = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> Tensor:
    """Resize the spatial axes (all but the first two)."""
    ...

def vander(x: Tensor, N: int | None = None) -> Tensor:
    """Matrix of falling powers of a vector's elements."""
    ...

def var(
    input: Tensor,
    axis: int | tuple[Any, ...] | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> Tensor:
    """Variance of the elements, over all or some axes."""
    ...

def var_mean(
    input: Tensor,
    axis: int | tuple[Any, ...] | None = None,
    ddof: int = 0,
    keepdims: bool = False,
) -> tuple[Tensor, Tensor]:
    """Variance and mean of the elements, over all or some axes."""
    ...

def vecdot(x: Tensor | Number, y: Tensor | Number, *, axis: int = -1) -> Tensor:
    """Sums of products along a dimension, with the first Tensor conjugated."""
    ...

def vector_norm(
    x: Tensor,
    ord: float = 2,
    axis: int | tuple[Any, ...] | None = None,
    keepdims: bool = False,
    *,
    dtype: _DType | None = None,
) -> Tensor:
    """The p-norm of the elements, over all or some axes."""
    ...

def view_as(input: Tensor, other: Tensor) -> Tensor:
    """View a Tensor in the shape of another one."""
    ...

def view_as_real(input: Tensor) -> Tensor:
    """Real and imaginary parts, along a new last axis of length 2."""
    ...

def vsplit(input: Tensor, indices_or_sections: int | Sequence[Any]) -> tuple[Tensor, ...]:
    """Cut a Tensor along the first dimension; see `ops.tensor_split`."""
    ...

def vstack(inputs: Sequence[Tensor]) -> Tensor:
    """Join Tensors along the first dimension; vectors count as rows."""
    ...

def where(condition: Tensor, input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """Elements of `input` where the condition holds, of `other` elsewhere."""
    ...

def xdivy(x: Tensor | Number, y: Tensor | Number) -> Tensor:
    """`x / y`, 0 where `x` is 0, whatever `y` is."""
    ...

def xlogy(input: Tensor | Number, other: Tensor | Number) -> Tensor:
    """`input * log(other)`, 0 where `input` is 0 and `other` is 0 or NaN."""
    ...

def zero_(input: Tensor) -> Tensor:
    """Set all elements to 0, in place."""
    ...

def zeros(size: int | Sequence[Any] | Tensor, dtype: _DType | None = None) -> Tensor:
    """Tensor of zeros."""
    ...

def zeros_like(input: Tensor, *, dtype: _DType | None = None) -> Tensor:
    """Tensor of zeros in the shape of another one."""
    ...

def zeta(input: Tensor | float, other: Tensor | float) -> Tensor:
    """Hurwitz zeta function, the sum of `1 / (other + k) ** input` over `k = 0, 1, 2, ...`."""
    ...

def zip_operation(*sequences: Any) -> tuple[Any, ...]:
    """Tuples of the elements at the same place of several sequences."""
    ...
