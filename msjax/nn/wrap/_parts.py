"""Networks that run on parts of the batch one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msjax import ops
from msjax._core.op.publish import Array, call, op
from msjax._core.op.registry import resolve
from msjax._core.tensor.tensor import Tensor
from msjax.log import error
from msjax.nn.cell import Cell
from msjax.nn.layer.container import CellList
from msjax.nn.wrap._inherit import inherit


@op(label="micro_batch")
def _slice(x: Array, index=0, count=1):
    length = x.shape[0]
    if length % count:
        raise ValueError(
            f"For micro batch initialization, the 0th dimension shape of input({length}) must be "
            f"divided by micro size({count})"
        )
    part = length // count
    return x[index * part : (index + 1) * part]


class _MicroBatch(Cell):
    """The part of a batch with a given number."""

    def __init__(self, micro_size: int):
        super().__init__()
        self.micro_size = micro_size

    def construct(self, i: int, *inputs: Tensor) -> tuple:
        return tuple(call(_slice)(x, i, self.micro_size) for x in inputs)


def _check_parts(owner: str, network: Any, name: str, value: Any) -> None:
    if not isinstance(network, Cell):
        raise TypeError(
            f"For '{owner}', the argument 'network' must cell type, "
            f"but got the type : {type(network)}."
        )
    if not isinstance(value, int):
        raise TypeError(
            f"For '{owner}', the argument '{name}' must be integer, "
            f"but got the type : {type(value)}."
        )
    if value <= 0:
        raise ValueError(
            f"For '{owner}', the argument '{name}' must be large than 0, but got {value}."
        )


class _InParts(Cell):
    """A network that runs on parts of the batch one after the other, its outputs being added up."""

    _parts_name = "micro_inputs"

    def _init_parts(self, network: Cell, count: int) -> None:
        self.network = network
        setattr(self, self._parts_name, CellList([_MicroBatch(count) for _ in range(count)]))
        inherit(self, network)

    def construct(self, *inputs: Any) -> Any:
        add = resolve("ops.add")
        total = None
        for i, part in enumerate(getattr(self, self._parts_name)):
            output = self.network(*part(i, *inputs))
            total = self._first(output) if total is None else add(total, output)
        return total

    def _first(self, output: Any) -> Any:
        """What the sum starts with."""
        return output


class GradAccumulationCell(_InParts):
    """A network that runs on `micro_size` parts of the batch, the losses being added up.

    Args:
        network: the network.
        micro_size: int above 0 that divides the length of the batch.

    Inputs:
        - **inputs** (tuple[Tensor]) - those of the network.

    Outputs:
        The sum of the network's outputs.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `micro_size` is not above 0 or does not divide the length of the batch.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.GradAccumulationCell(ms.nn.ReLU(), 2)
        >>> print(net(ms.Tensor([1.0, 2.0, 3.0, 4.0])))
        [4. 6.]
    """

    _msj_inner = {"add": "Add", "add_list": lambda c: [ops.Add() for _ in range(c.micro_size)]}

    def __init__(self, network: Cell, micro_size: int):
        super().__init__(auto_prefix=False)
        _check_parts("GradAccumulationCell", network, "micro_size", micro_size)
        self.micro_size = micro_size
        self._init_parts(network, micro_size)


class PipelineCell(_InParts):
    """A network cut into pipeline stages and run on parts of the batch; all stages are one device
    here.

    Args:
        network: the network.
        micro_size: int above 0 that divides the length of the batch.
        stage_config: dict from the paths of Cells to their stages.
        segment_config: dict from the paths of Cells to their segments.

    Inputs:
        - **inputs** (tuple[Tensor]) - those of the network.

    Outputs:
        The sum of the network's outputs.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: `micro_size` is not above 0 or does not divide the length of the batch.
        KeyError: a path is not one of the network's.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.PipelineCell(ms.nn.ReLU(), 2)
        >>> print(net(ms.Tensor([1.0, 2.0, 3.0, 4.0])))
        [4. 6.]
    """

    _msj_inner = {"add": "Add", "add_list": lambda c: [ops.Add() for _ in range(c.micro_size)]}

    def __init__(
        self,
        network: Cell,
        micro_size: int,
        stage_config: dict[str, int] | None = None,
        segment_config: dict[str, int] | None = None,
    ):
        super().__init__(auto_prefix=False)
        _check_parts("PipelineCell", network, "micro_size", micro_size)
        self.micro_size = micro_size
        self._init_parts(network, micro_size)
        for name, attribute, config in (
            ("stage_config", "pipeline_stage", stage_config),
            ("segment_config", "pipeline_segment", segment_config),
        ):
            self._configure(name, attribute, config or {})

    def _configure(self, argument: str, attribute: str, config: dict[str, int]) -> None:
        cells = dict(self.network.cells_and_names())
        cells[str(self.network)] = self.network
        missing = {path: number for path, number in config.items() if path not in cells}
        if missing:
            error("The Cells of the network are: " + ", ".join(path for path in cells if path))
            raise KeyError(
                f"For 'PipelineCell', the argument '{argument}' : {missing} is not found in "
                f"'network' : {self.network}"
            )
        for path, number in config.items():
            setattr(cells[path], attribute, number)

    def shard(
        self,
        in_strategy: Sequence,
        out_strategy: Sequence | None = None,
        parameter_plan: dict[str, Any] | None = None,
        device: str = "Ascend",
        level: int = 0,
    ) -> Any:
        """Not allowed for this Cell.

        Args:
            in_strategy: not used.
            out_strategy: not used.
            parameter_plan: not used.
            device: not used.
            level: not used.

        Raises:
            ValueError: always.
        """
        raise ValueError("For 'PipelineCell', no 'shard' on 'PipelineCell' is allowed.")


class MicroBatchInterleaved(_InParts):
    """A network that runs on `interleave_num` parts of the batch, the outputs being added up.

    Args:
        network: the network.
        interleave_num: int above 0 that divides the length of the batch.

    Inputs:
        - **inputs** (tuple[Tensor]) - those of the network.

    Outputs:
        The sum of the network's outputs.

    Raises:
        TypeError: `interleave_num` is not an int.
        ValueError: `interleave_num` is not above 0 or does not divide the length of the batch.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.MicroBatchInterleaved(ms.nn.ReLU(), 2)
        >>> print(net(ms.Tensor([1.0, 2.0, 3.0, 4.0])))
        [4. 6.]
    """

    _msj_inner = {"add": "Add"}

    _parts_name = "interleave_inputs"

    def __init__(self, network: Cell, interleave_num: int = 2):
        super().__init__(auto_prefix=False)
        _check_parts("MicroBatchInterleaved", network, "interleave_num", interleave_num)
        self.interleave_num = interleave_num
        self._init_parts(network, interleave_num)

    def _first(self, output: Any) -> Any:
        return resolve("ops.add")(0.0, output)
