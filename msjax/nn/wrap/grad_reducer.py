"""Reduction of gradients over devices."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

import jax.numpy as jnp

from msjax._core.base import dtype as mstype
from msjax._core.op.publish import Array, Arrays, call, op
from msjax._core.op.registry import resolve
from msjax._core.runtime import devices
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.tensor import Tensor
from msjax.communication.management import get_group_size
from msjax.nn.cell import Cell
from msjax.nn.wrap._scaling import accumulated, shard_accumulated
from msjax.parallel._auto_parallel_context import auto_parallel_context
from msjax.parallel._utils import _get_enable_parallel_optimizer, _get_gradients_mean


@op(label="DistributedGradReducer")
def _reduced(gradients: Arrays, factor: Array):
    """The gradients times a factor, computed in float32."""
    return [(g.astype(jnp.float32) * factor).astype(g.dtype) for g in gradients]


@op(label="DistributedGradReducer")
def _joined(gradients: Arrays):
    """All elements, one gradient after the other."""
    return jnp.concatenate([g.reshape(-1) for g in gradients])


class _Shapes(tuple[tuple[int, ...], ...]):
    """Shapes that are one static argument, not one for each length."""

    __slots__ = ()


@op(label="DistributedGradReducer")
def _parted(buffer: Array, shapes: _Shapes):
    """The gradients of which a buffer was made."""
    ends = list(accumulate(math.prod(shape) for shape in shapes))
    parts = jnp.split(buffer, ends[:-1])
    return [part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)]


def _buckets(gradients: Sequence[Tensor], most: int) -> list[list[int]]:
    """Places of gradients of one dtype that travel together, in at most so many bytes."""
    found: list[list[int]] = []
    open_: dict[Any, tuple[list[int], int]] = {}
    for place, gradient in enumerate(gradients):
        bucket, size = open_.get(gradient.dtype, ([], 0))
        if not bucket or size + gradient.nbytes > most:
            bucket, size = [], 0
            found.append(bucket)
        bucket.append(place)
        open_[gradient.dtype] = bucket, size + gradient.nbytes
    return found


class DistributedGradReducer(Cell):
    """Adds up gradients over the devices of a group; on one device they are what they are.

    Args:
        parameters: list of Parameters.
        mean: bool, divide the sums by `degree`; None for the setting of the parallel context.
        degree: int above 0; None for the number of devices.
        fusion_type: int, kept for compatibility.
        group: str, name of the group of devices.

    Inputs:
        - **grads** (tuple[Tensor]) - the gradients.

    Outputs:
        tuple of Tensors.

    Raises:
        ValueError: `degree` is not an int above 0.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> print(ms.nn.DistributedGradReducer([w], True, 2)((ms.Tensor([3.0]),))[0])
        [1.5]
    """

    def __init__(
        self,
        parameters: Iterable[Parameter],
        mean: bool | None = None,
        degree: int | None = None,
        fusion_type: int = 1,
        group: str = "hccl_world_group",
    ):
        super().__init__(auto_prefix=False)
        self.mean = _get_gradients_mean() if mean is None else mean
        if degree is None:
            degree = get_group_size()
        elif not isinstance(degree, int) or degree <= 0:
            raise ValueError(
                "For 'DistributedGradReducer', parameter 'degree' in DistributedGradReducer should "
                f"large than 0 and be int, degree: {degree}."
            )
        together = devices.shared()
        if together is not None and degree == together.count:
            degree = 1  # gradients of a batch that devices share are the mean over its parts
        self.degree = Tensor(1.0 / degree, mstype.float32)
        self.allreduce_filter = tuple(not p.layerwise_parallel for p in parameters)
        self.group = group
        self._spread = get_group_size() > 1
        self._factor = degree

    def construct(self, grads: Sequence[Tensor]) -> tuple:
        """Reduce the gradients."""
        grads = tuple(grads)
        if self._spread:
            grads = self._added_up(grads)
        if not self.mean or self._factor == 1:
            return grads
        return tuple(call(_reduced)(grads, self.degree))

    def _added_up(self, grads: tuple) -> tuple:
        """The sums over the processes: one transfer for all that fits the fusion threshold."""
        reduce = resolve("ops.AllReduce")("sum", self.group)
        pairs = zip(range(len(grads)), self.allreduce_filter, strict=True)
        places = [place for place, everywhere in pairs if everywhere]
        settings, found = auto_parallel_context(), list(grads)
        most = (
            settings.fusion_threshold_mb() << 20 if settings.get_comm_fusion()["openstate"] else 0
        )
        for bucket in _buckets([grads[place] for place in places], most):
            members = [places[i] for i in bucket]
            if len(members) == 1:
                found[members[0]] = reduce(grads[members[0]])
                continue
            total = reduce(call(_joined)([grads[place] for place in members]))
            parts = call(_parted)(total, _Shapes(grads[place].shape for place in members))
            for place, part in zip(members, parts, strict=True):
                found[place] = part
        return tuple(found)


class PipelineGradReducer(Cell):
    """Gives out the gradients that a pipeline accumulated, divided by the loss scale.

    Args:
        parameters: ParameterTuple.
        scale_sense: number or Tensor, the loss scale.
        opt_shard: bool, whether optimizer state is cut over devices; None for the setting of the
            context.

    Inputs:
        - **grads** (tuple[Tensor]) - the gradients.

    Outputs:
        tuple of Tensors.

    Raises:
        AttributeError: `parameters` is no ParameterTuple.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> net = ms.nn.PipelineGradReducer(ms.ParameterTuple([w]), 2.0, opt_shard=True)
        >>> print(net((ms.Tensor([3.0]),))[0])
        [1.5]
    """

    def __init__(
        self, parameters: ParameterTuple, scale_sense: Any = 1.0, opt_shard: bool | None = None
    ):
        super().__init__(auto_prefix=False)
        self.accu_grads = parameters.clone(prefix="accu_grads", init="zeros")
        self.degree = Tensor(1, mstype.float32)
        self.scale_sense = Parameter(scale_sense, name="scale_sense")
        self.opt_shard = _get_enable_parallel_optimizer() if opt_shard is None else opt_shard

    def construct(self, grads: Sequence[Tensor]) -> tuple:
        """The scaled gradients; those accumulated start again from zero."""
        take = shard_accumulated if self.opt_shard else accumulated
        pairs = zip(grads, self.accu_grads, strict=True)
        return tuple(take(self.scale_sense, g, held) for g, held in pairs)


__all__ = ["DistributedGradReducer", "PipelineGradReducer"]
