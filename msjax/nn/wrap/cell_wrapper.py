"""Cells that put a loss, gradients or a training step around a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType, MethodType
from typing import Any

import jax.numpy as jnp

from msjax import _checkparam as validator
from msjax._core.base.functions import overridable
from msjax._core.op.publish import Array, call, op
from msjax._core.op.registry import resolve
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.structure import map_tensors
from msjax._core.tensor.tensor import Tensor
from msjax._core.transform.derivative import Derivative
from msjax._core.transform.grad import GradOperation
from msjax.context import ParallelMode
from msjax.kernels.graph.services import GetNext
from msjax.log import warning
from msjax.nn.cell import Cell
from msjax.nn.layer.basic import Identity
from msjax.nn.wrap._inherit import inherit
from msjax.nn.wrap._parts import (
    GradAccumulationCell,
    MicroBatchInterleaved,
    PipelineCell,
    _MicroBatch,
)
from msjax.nn.wrap.grad_reducer import DistributedGradReducer
from msjax.parallel._utils import _get_device_num, _get_gradients_mean, _get_parallel_mode


@op(label="scaled_loss")
def _times(loss: Array, factor: float):
    return loss * jnp.asarray(factor).astype(loss.dtype)


@op(label="scaled_loss")
def _times_tensor(loss: Array, factor: Array):
    return loss * factor.reshape(()).astype(loss.dtype)


@op(label="cast_to_float32")
def _float32(x: Array):
    return x.astype(jnp.float32) if jnp.issubdtype(x.dtype, jnp.floating) else x


def to_float32(value: Any) -> Any:
    """Float Tensors of a nested value as float32.

    Args:
        value: Tensor, or nested tuples, lists and dicts of Tensors.

    Returns:
        The same structure; what is not a Tensor of a floating dtype stays.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.wrap.cell_wrapper import to_float32
        >>> to_float32((ms.ops.ones(2, ms.float16), 3))[0].dtype == ms.float32
        True
    """
    return map_tensors(call(_float32), value)


def loss_and_gradients(network: Any, weights: Any, inputs: tuple, sens: Any = None) -> tuple:
    """One pass through a network that gives its output and the gradients of the weights.

    Args:
        network: Cell or function.
        weights: Parameters.
        inputs: tuple, its arguments.
        sens: factor of the gradient of the loss, a number or one-element Tensor; None for 1.

    Returns:
        Tuple of the output of the network and the tuple of the gradients.

    Examples:
        >>> import msjax as ms
        >>> from msjax.nn.wrap.cell_wrapper import loss_and_gradients
        >>> w = ms.Parameter(ms.Tensor(3.0), name="w")
        >>> loss, (grad,) = loss_and_gradients(lambda x: x * w, [w], (ms.Tensor(2.0),))
        >>> print(loss, grad)
        6.0 2.0
    """
    if sens is None:
        out, _, grads = Derivative(network, (), list(weights), False)(inputs, {})
        return out, tuple(grads)

    def scaled(*args: Any) -> tuple:
        loss = network(*args)
        factor = _times_tensor if isinstance(sens, Tensor) else _times
        return call(factor)(loss, sens), loss

    (_, loss), _, grads = Derivative(scaled, (), list(weights), True)(inputs, {})
    return loss, tuple(grads)


class WithLossCell(Cell):
    """A network and its loss.

    Args:
        backbone: Cell, the network.
        loss_fn: Cell or function of the network's output and a label.

    Inputs:
        - **data** (Tensor) - input of the network.
        - **label** (Tensor) - second argument of the loss.

    Outputs:
        Tensor, the loss.

    Raises:
        TypeError: `loss_fn` cannot be called with the output and the label.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.WithLossCell(ms.nn.ReLU(), lambda x, y: (x - y).sum())
        >>> print(net(ms.Tensor([-1.0, 2.0]), ms.Tensor([1.0, 1.0])))
        0.0
    """

    def __init__(self, backbone: Cell, loss_fn: Callable):
        super().__init__(auto_prefix=False)
        self._backbone = backbone
        self._loss_fn = loss_fn
        inherit(self, backbone)

    @overridable
    def construct(self, data: Tensor, label: Tensor) -> Any:
        """The loss of the network's output."""
        return self._loss_fn(self._backbone(data), label)

    @property
    def backbone_network(self) -> Cell:
        """The network."""
        return self._backbone


class WithGradCell(Cell):
    """The gradients of a network's trainable Parameters.

    Args:
        network: Cell.
        loss_fn: its loss, a Cell or function, or None if the network has one.
        sens: Tensor, the gradient of the loss; None for ones.

    Inputs:
        - **inputs** (tuple[Tensor]) - those of the network and the loss.

    Outputs:
        tuple of Tensors, one for each trainable Parameter.

    Raises:
        AttributeError: `network` is not a Cell.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.WithGradCell(ms.nn.Dense(2, 1), lambda x, y: (x * y).sum())
        >>> print(net(ms.Tensor([[1.0, 2.0]]), ms.Tensor([[3.0]]))[0])
        [[3. 6.]]
    """

    def __init__(
        self,
        network: Cell,
        loss_fn: Callable | None = None,
        sens: Tensor | float | tuple[Any, ...] | None = None,
    ):
        super().__init__(auto_prefix=False)
        self.network = network
        self.loss_fn = loss_fn
        self.weights = ParameterTuple(network.trainable_params())
        self.grad = GradOperation(get_by_list=True, sens_param=sens is not None)
        self.sens = sens
        self.network_with_loss = network if loss_fn is None else WithLossCell(network, loss_fn)
        self.network_with_loss.set_train()
        inherit(self, network)

    @overridable
    def construct(self, *inputs: Any) -> tuple:
        """The gradients of the Parameters."""
        gradient = self.grad(self.network_with_loss, self.weights)
        return gradient(*inputs) if self.sens is None else gradient(*inputs, self.sens)


class ForwardValueAndGrad(Cell):
    """The output of a network and its gradients.

    Args:
        network: Cell or function.
        weights: list or tuple of Parameters, with `get_by_list`.
        get_all: bool, gradients of all inputs, else of the first.
        get_by_list: bool, gradients of `weights`.
        sens_param: bool, the last input is the gradient of the output.

    Inputs:
        - **inputs** (tuple[Tensor]) - those of the network, and the gradient of its output.

    Outputs:
        Pair of the output and the gradients.

    Raises:
        TypeError: an argument has a wrong type.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.ForwardValueAndGrad(lambda x: x * x)
        >>> print(net(ms.Tensor(3.0)))
        (Tensor(shape=[], dtype=Float32, value= 9), Tensor(shape=[], dtype=Float32, value= 6))
    """

    def __init__(
        self,
        network: Cell | Callable[..., Any],
        weights: Sequence[Parameter] | None = None,
        get_all: bool = False,
        get_by_list: bool = False,
        sens_param: bool = False,
    ):
        super().__init__(auto_prefix=False)
        if not isinstance(network, (Cell, FunctionType, MethodType)):
            raise TypeError(
                "For 'ForwardValueAndGrad', the argument 'network' must be cell, function type or "
                f"method type, but got '{type(network)}'"
            )
        for name, value in (("get_all", get_all), ("get_by_list", get_by_list)):
            if not isinstance(value, bool):
                raise TypeError(
                    f"For 'ForwardValueAndGrad', the type of '{name}' must be bool, "
                    f"but got '{type(value)}'"
                )
        if get_by_list and not isinstance(weights, (tuple, list)):
            raise TypeError(
                "For 'ForwardValueAndGrad', when 'get_by_list' is set to True, the argument "
                f"'weights' must be Parameters array, but got '{type(weights)}'"
            )
        self.network = network
        if isinstance(network, Cell):
            self.network.set_grad()
        self.weights = weights
        self.get_all, self.get_by_list, self.sens_param = get_all, get_by_list, sens_param
        self.grad = GradOperation(get_all=get_all, get_by_list=get_by_list, sens_param=sens_param)
        inherit(self, network)

    @overridable
    def construct(self, *inputs: Any) -> tuple:
        """The output and the gradients."""
        sens = None
        if self.sens_param:
            *inputs, sens = inputs
        weights = list(self.weights) if self.get_by_list else []
        positions: Any = ()
        if self.get_all:
            positions = range(len(inputs))
        elif not self.get_by_list:
            positions = (0,)
        derivative = Derivative(self.network, tuple(positions), weights, False)
        loss, by_position, by_weight = derivative(tuple(inputs), {}, sens)
        found = tuple(g for g in by_position if g is not None)
        if self.get_by_list:
            grads = (found, tuple(by_weight)) if self.get_all else tuple(by_weight)
        else:
            grads = found if self.get_all else found[0]
        return loss, grads


class TrainOneStepCell(Cell):
    """One training step: the network's loss, its gradients, and the optimizer's update.

    Args:
        network: Cell whose output is the loss.
        optimizer: Optimizer.
        sens: number, factor of the gradient of the loss; None for 1.
        return_grad: bool, also return the gradients.

    Inputs:
        - **inputs** (tuple[Tensor]) - those of the network.

    Outputs:
        The loss; with `return_grad` a pair of it and the dict of gradients by Parameter name.

    Raises:
        ValueError: `sens` is 0.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(1, 1, weight_init="ones", has_bias=False)
        >>> loss = ms.nn.WithLossCell(net, lambda x, y: ((x - y) ** 2).sum())
        >>> step = ms.nn.TrainOneStepCell(loss, ms.nn.SGD(net.trainable_params(), 0.25))
        >>> print(step(ms.Tensor([[1.0]]), ms.Tensor([[3.0]])), net.weight.asnumpy())
        4.0 [[2.]]
    """

    _msj_inner = {"use_graceful_exit": lambda c: False}

    def __init__(
        self,
        network: Cell,
        optimizer: Cell,
        sens: float | Tensor | None = None,
        return_grad: bool = False,
    ):
        super().__init__(auto_prefix=False)
        self.network = network
        self.network.set_grad()
        self.optimizer = optimizer
        self.weights = self.optimizer.parameters
        self.grad = GradOperation(get_by_list=True, sens_param=True)
        self.grad_no_sens = GradOperation(get_by_list=True)
        if isinstance(sens, (int, float)) and sens == 0:
            raise ValueError("The input argument of 'sens' can not be 0.")
        self.sense_flag = sens is not None
        self.sens = 1.0 if sens is None else sens
        self.return_grad = return_grad
        if return_grad:
            self.weights_name = [p.name for p in self.optimizer.parameters]
        self.parallel_mode = _get_parallel_mode()
        self.reducer_flag = self.parallel_mode in (
            ParallelMode.DATA_PARALLEL,
            ParallelMode.HYBRID_PARALLEL,
        )
        self.grad_reducer: Cell = Identity()
        if self.reducer_flag:
            self.mean, self.degree = _get_gradients_mean(), _get_device_num()
            self.grad_reducer = DistributedGradReducer(self.weights, self.mean, self.degree)
        inherit(self, network)

    @overridable
    def construct(self, *inputs: Any) -> Any:
        """Run the step."""
        sens = self.sens if self.sense_flag else None
        loss, grads = loss_and_gradients(self.network, self.weights, inputs, sens)
        grads = self.grad_reducer(grads)
        self.optimizer(grads)
        if self.return_grad:
            return loss, dict(zip(self.weights_name, grads, strict=True))
        return loss


class GetNextSingleOp(Cell):
    """`ops.GetNext` as a Cell.

    Args:
        dataset_types: list of dtypes.
        dataset_shapes: list of shapes.
        queue_name: str, name of the queue, `dataset.__transfer_dataset__.queue_name`.

    Outputs:
        tuple of Tensors, the next row of the queue.

    Raises:
        RuntimeError: there is no queue of that name.
        TypeError: an argument has a wrong type.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.GetNextSingleOp([ms.float32], [(1,)], "queue")()
        Traceback (most recent call last):
        RuntimeError: For 'GetNext', there is no queue 'queue': ...
    """

    def __init__(self, dataset_types: list, dataset_shapes: list, queue_name: str):
        super().__init__()
        self.get_next = GetNext(dataset_types, dataset_shapes, len(dataset_types), queue_name)

    def construct(self) -> tuple[Tensor, ...]:
        """The next row."""
        return self.get_next()


class _VirtualDatasetCell(Cell):
    """A network whose inputs would be cut over devices; on one device, the network."""

    def __init__(self, backbone: Cell):
        super().__init__(auto_prefix=False)
        self._backbone = backbone
        inherit(self, backbone)

    def construct(self, *inputs: Any) -> Any:
        return self._backbone(*inputs)


class VirtualDatasetCellTriple(Cell):
    """A network with three inputs, for compatibility.

    Args:
        backbone: Cell, the network.

    Inputs:
        - **a** (Tensor) - its first input.
        - **b** (Tensor) - its second input.
        - **c** (Tensor) - its third input.

    Outputs:
        Its output.

    Raises:
        TypeError: the network cannot be called with three inputs.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.VirtualDatasetCellTriple(lambda a, b, c: a + b + c)
        >>> print(net(ms.Tensor(1), ms.Tensor(2), ms.Tensor(3)))
        6
    """

    def __init__(self, backbone: Cell):
        super().__init__(auto_prefix=False)
        warning("WARN_DEPRECATED: The usage of VirtualDatasetCellTriple is deprecated.")
        self._backbone = backbone
        inherit(self, backbone)

    def construct(self, a: Tensor, b: Tensor, c: Tensor) -> Any:
        """The output of the network."""
        return self._backbone(a, b, c)


class _TrainGradAccuStepCell(TrainOneStepCell):
    """A training step of a network that adds up the losses of parts: the gradients are averaged."""

    def __init__(self, network: Cell, optimizer: Cell, sens: Any = None):
        super().__init__(network, optimizer, sens)
        if not self.sense_flag:
            cells = (cell for _, cell in network.cells_and_names())
            sizes = (cell.micro_size for cell in cells if hasattr(cell, "micro_size"))
            self.sens, self.sense_flag = 1 / next(sizes, 1), True


class WithEvalCell(Cell):
    """A network, its loss and its label, for evaluation.

    Args:
        network: Cell.
        loss_fn: its loss, a Cell or function of its output and a label.
        add_cast_fp32: bool, cast output and label to float32 for the loss.

    Inputs:
        - **data** (Tensor) - input of the network.
        - **label** (Tensor) - second argument of the loss.

    Outputs:
        Tuple of the loss, the network's output and the label.

    Raises:
        TypeError: `add_cast_fp32` is not a bool.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.WithEvalCell(ms.nn.ReLU(), lambda x, y: (x - y).sum())
        >>> loss, output, label = net(ms.Tensor([-1.0, 2.0]), ms.Tensor([1.0, 1.0]))
        >>> print(loss, output)
        0.0 [0. 2.]
    """

    def __init__(self, network: Cell, loss_fn: Callable, add_cast_fp32: bool = False):
        super().__init__(auto_prefix=False)
        self._network = network
        self._loss_fn = loss_fn
        self.add_cast_fp32 = validator.check_value_type(
            "add_cast_fp32", add_cast_fp32, [bool], self.cls_name
        )
        inherit(self, network)

    @overridable
    def construct(self, data: Tensor, label: Tensor) -> tuple:
        """The loss, the output and the label."""
        outputs = self._network(data)
        if self.add_cast_fp32:
            outputs, label = to_float32(outputs), to_float32(label)
        return self._loss_fn(outputs, label), outputs, label


class ParameterUpdate(Cell):
    """Writes its input into a Parameter.

    Args:
        param: Parameter.

    Inputs:
        - **x** (Tensor) - the new contents, of the shape and dtype of the Parameter.

    Outputs:
        `x`.

    Raises:
        TypeError: `param` is not a Parameter.

    Examples:
        >>> import msjax as ms
        >>> p = ms.Parameter(ms.Tensor([1.0]), name="p")
        >>> _ = ms.nn.ParameterUpdate(p)(ms.Tensor([2.0]))
        >>> print(p.asnumpy())
        [2.]
    """

    def __init__(self, param: Parameter):
        super().__init__(auto_prefix=False)
        if not isinstance(param, Parameter):
            raise TypeError(
                f"For 'ParameterUpdate', 'param' must be 'Parameter', but got {type(param)}."
            )
        self._param = param

    def construct(self, x: Tensor) -> Tensor:
        """Write into the Parameter."""
        resolve("ops.assign")(self._param, x)
        return x


__all__ = [
    "ForwardValueAndGrad",
    "GetNextSingleOp",
    "GradAccumulationCell",
    "MicroBatchInterleaved",
    "ParameterUpdate",
    "PipelineCell",
    "TrainOneStepCell",
    "VirtualDatasetCellTriple",
    "WithEvalCell",
    "WithGradCell",
    "WithLossCell",
    "_MicroBatch",
]
