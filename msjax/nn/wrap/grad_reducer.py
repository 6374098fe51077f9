"""Reduction of gradients over devices."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

import jax
import jax.numpy as jnp

from msjax._core.base import dtype as mstype
from msjax._core.base.interop import windows
from msjax._core.base.memory import ALIGNMENT
from msjax._core.base.state import STATE
from msjax._core.op.publish import Array, Arrays, call, op
from msjax._core.op.registry import resolve
from msjax._core.runtime import devices
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.tensor import Tensor, box
from msjax.communication.management import get_group_size
from msjax.kernels.comm import transfers
from msjax.kernels.comm.collective import world
from msjax.nn.cell import Cell
from msjax.nn.wrap._scaling import accumulated, shard_accumulated
from msjax.parallel._auto_parallel_context import auto_parallel_context
from msjax.parallel._utils import _get_enable_parallel_optimizer, _get_gradients_mean

_LARGE = 1 << 15  # bytes from which a copy costs more than an array around memory that is there
_HOST_MOST = 8 << 20  # bytes in one transfer; from 32 MB on, memory is new and zeroed every time


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


def _apart(total: Tensor, shapes: _Shapes) -> Sequence[Tensor]:
    """The gradients of which a sum was made; large ones stay in its memory on a CPU."""
    array = total._read()
    if (
        STATE.tape is None
        and array.nbytes >= _LARGE * len(shapes)
        and not isinstance(array, jax.core.Tracer)
        and next(iter(array.devices())).platform == "cpu"
    ):
        return [box(part) for part in windows(array, shapes)]
    return call(_parted)(total, shapes)


@functools.lru_cache(maxsize=64)
def _buckets(
    shapes: _Shapes, dtypes: tuple[Any, ...], most: int
) -> list[tuple[list[int], _Shapes]]:
    """Places and shapes of gradients of one dtype that travel together, in at most so many bytes.

    Those whose size keeps what follows them aligned come first.
    """
    found: list[list[int]] = []
    open_: dict[Any, tuple[list[int], int]] = {}
    sizes = [math.prod(shape) * d.np.itemsize for shape, d in zip(shapes, dtypes, strict=True)]
    for place, (dtype, size) in enumerate(zip(dtypes, sizes, strict=True)):
        bucket, filled = open_.get(dtype, ([], 0))
        if not bucket or filled + size > most:
            bucket, filled = [], 0
            found.append(bucket)
        bucket.append(place)
        open_[dtype] = bucket, filled + size
    for bucket in found:
        bucket.sort(key=lambda place: sizes[place] % ALIGNMENT > 0)
    return [(bucket, _Shapes(shapes[place] for place in bucket)) for bucket in found]


class DistributedGradReducer(Cell):
    """Adds gradients up over the devices of a group; one device has nothing to add.

    Those of Parameters that are `layerwise_parallel` stay as they are.

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
        TypeError: `group` is not a str.
        ValueError: `degree` is not an int above 0.
        RuntimeError: at a call between processes, there are not as many gradients as Parameters.

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
        resolve("ops.AllReduce")("sum", group)  # which refuses what is not a group
        self.group = group
        self._spread = get_group_size() > 1
        self._factor = degree

    def construct(self, grads: Sequence[Tensor]) -> tuple:
        """Reduce the gradients."""
        grads = tuple(grads)
        if self._spread:
            return self._added_up(grads)
        if not self._divides:
            return grads
        scaled = call(_reduced)(grads, self.degree)
        if all(self.allreduce_filter):
            return tuple(scaled)
        pairs = zip(scaled, grads, self.allreduce_filter, strict=True)
        return tuple(new if everywhere else own for new, own, everywhere in pairs)

    @property
    def _divides(self) -> bool:
        return self.mean and self._factor != 1

    def _added_up(self, grads: tuple) -> tuple:
        """The sums over the processes: one transfer for all that fits the fusion threshold."""
        if len(grads) != len(self.allreduce_filter):
            raise RuntimeError(
                "For 'DistributedGradReducer', there must be as many gradients as Parameters, but "
                f"there are {len(grads)} and {len(self.allreduce_filter)}."
            )
        found, group = list(grads), world(self.group)
        share = 1.0 / self._factor if self._divides else None
        settings = auto_parallel_context()
        most = (
            settings.fusion_threshold_mb() << 20 if settings.get_comm_fusion()["openstate"] else 0
        )
        if jax.default_backend() == "cpu":
            most = min(most, _HOST_MOST)
        places = [place for place, everywhere in enumerate(self.allreduce_filter) if everywhere]
        shapes = _Shapes(grads[place].shape for place in places)
        dtypes = tuple(grads[place].dtype for place in places)
        for bucket, sent in _buckets(shapes, dtypes, most):
            given = [grads[places[i]] for i in bucket]
            alone = len(given) == 1
            joined = given[0] if alone else call(_joined)(given)
            total = transfers.all_reduce(joined, "sum", group, share)
            for i, part in zip(bucket, [total] if alone else _apart(total, sent), strict=True):
                found[places[i]] = part
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
        AttributeError: `parameters` is not a ParameterTuple.

    Examples:
        >>> import msjax as ms
        >>> w = ms.Parameter(ms.Tensor([1.0]), name="w")
        >>> net = ms.nn.PipelineGradReducer(ms.ParameterTuple([w]), 2.0, opt_shard=True)
        >>> print(net((ms.Tensor([3.0]),))[0])
        [1.5]
    """

    def __init__(
        self,
        parameters: ParameterTuple,
        scale_sense: Tensor | float = 1.0,
        opt_shard: bool | None = None,
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
