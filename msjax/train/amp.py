"""Automatic mixed precision of networks."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax import nn, ops
from msjax._core.base import dtype as mstype
from msjax._core.base.dtype import Type
from msjax._core.base.state import STATE
from msjax._core.op.precision import FLOAT32, Policy
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import Array, call, op
from msjax._core.tensor.structure import map_tensors
from msjax._missing import module_getattr as _module_getattr
from msjax.log import warning
from msjax.nn.cell import Cell
from msjax.nn.optim import AdaSumByDeltaWeightWrapCell, AdaSumByGradWrapCell, Optimizer
from msjax.nn.wrap import (
    TrainOneStepCell,
    TrainOneStepWithLossScaleCell,
    WithLossCell,
)
from msjax.nn.wrap._inherit import inherit
from msjax.nn.wrap.cell_wrapper import _TrainGradAccuStepCell, to_float32
from msjax.nn.wrap.loss_scale import _TrainGradAccuWithLossScaleCell
from msjax.parallel._utils import _get_pipeline_stages
from msjax.train.loss_scale_manager import DynamicLossScaleManager, LossScaleManager

_WHITE_CELLS = (
    "Conv1d Conv2d Conv3d Conv1dTranspose Conv2dTranspose Conv3dTranspose Dense LSTMCell RNNCell "
    "GRUCell"
).split()
_WHITE_PRIMITIVES = (
    "Conv2D Conv3D Conv2DTranspose Conv3DTranspose Conv2DBackpropInput MatMul BatchMatMul PReLU "
    "ReLU Ger"
).split()
_BLACK_CELLS = "BatchNorm1d BatchNorm2d BatchNorm3d LayerNorm".split()

_missing = _module_getattr(__name__)

_LEVELS = ["O0", "O1", "O2", "O3", "auto"]
_BOOST_LEVELS = ["O0", "O1", "O2"]


def get_white_list() -> list[type]:
    """The Cells and Primitives that level "O1" runs in half precision.

    Returns:
        A new list of classes.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.Dense in ms.amp.get_white_list()
        True
    """
    cells = [getattr(nn, name) for name in _WHITE_CELLS]
    return cells + [getattr(ops, name) for name in _WHITE_PRIMITIVES]


def get_black_list() -> list[type]:
    """The Cells that level "O2" keeps in float32.

    Returns:
        A new list of classes.

    Examples:
        >>> import msjax as ms
        >>> ms.nn.LayerNorm in ms.amp.get_black_list()
        True
    """
    return [getattr(nn, name) for name in _BLACK_CELLS]


def __getattr__(name: str) -> Any:
    # The lists themselves, made at first use: naming an operation loads its file.
    makers = {"AMP_WHITE_LIST": get_white_list, "AMP_BLACK_LIST": get_black_list}
    if name not in makers:
        return _missing(name)
    globals()[name] = found = makers[name]()
    return found


@op(label="amp_cast")
def _cast(x: Array, dtype: Any):
    return x.astype(dtype) if mstype.is_inexact(x.dtype) and x.dtype.kind != "c" else x


def _cast_all(value: Any, dtype: np.dtype) -> Any:
    """Float Tensors of a nested value in another dtype."""
    previous = STATE.set_cast(None)
    try:
        return map_tensors(lambda t: call(_cast)(t, dtype), value)
    finally:
        STATE.set_cast(previous)


class _OutputTo16(Cell):
    """A Cell whose output becomes half precision."""

    def __init__(self, backbone: Cell, dtype: Any = mstype.float16):
        super().__init__(auto_prefix=False)
        self._backbone = backbone
        self.dtype = dtype
        inherit(self, backbone)

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        return _cast_all(self._backbone(*args, **kwargs), self.dtype.np)


class _OutputTo32(Cell):
    """A Cell whose output becomes float32."""

    def __init__(self, backbone: Cell):
        super().__init__(auto_prefix=False)
        self._backbone = backbone
        inherit(self, backbone)

    def construct(self, *args: Any, **kwargs: Any) -> Any:
        return _cast_all(self._backbone(*args, **kwargs), FLOAT32)


def _under(function: Callable, cast: Any, output: np.dtype | None) -> Callable:
    """`function` with the inputs of its operations cast, and perhaps its output too."""

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        previous = STATE.set_cast(cast)
        try:
            out = function(*args, **kwargs)
        finally:
            STATE.set_cast(previous)
        return out if output is None else _cast_all(out, output)

    return run


def _set_by_user(cell: Cell) -> bool:
    return any(getattr(cell, flag, False) for flag in ("fp32", "fp16", "bf16"))


@functools.cache
def _casting_class(kind: type) -> type:
    """A Primitive class like `kind` that computes in half precision and returns float32."""

    def __call__(self: Any, *args: Any) -> Any:
        return _under(functools.partial(kind.__call__, self), self._amp_dtype, FLOAT32)(*args)

    return type(kind.__name__, (kind,), {"__call__": __call__, "__module__": kind.__module__})


def _white_list_cells(network: Cell, classes: list[type], dtype: Any) -> None:
    """Let the listed Cells and Primitives of a network compute in half precision."""
    kinds = tuple(classes)
    _lower_cells(network, kinds, dtype)
    names = [c.__name__ for c in kinds if issubclass(c, Primitive)]
    if names and type(network) not in kinds and not _set_by_user(network):
        policy = Policy(dtype.np, frozenset(names))
        network._msj_cast, network._msj_plain = policy, False
        STATE.bump()


def _lower_cells(network: Cell, classes: tuple, dtype: Any) -> None:
    if _set_by_user(network):
        return
    if type(network) in classes:
        network.construct = _under(network.construct, dtype.np, FLOAT32)
        network._msj_plain = False
        return
    for name, value in list(network.__dict__.items()):
        if isinstance(value, Primitive) and type(value) in classes:
            twin = copy.copy(value)
            twin.__class__ = _casting_class(type(value))
            twin._amp_dtype = dtype.np
            setattr(network, name, twin)
    for cell in network.cells():
        _lower_cells(cell, classes, dtype)


def _keep_black(network: Cell, classes: tuple, dtype: Any) -> None:
    """Wrap the listed Cells below so that they compute in float32."""
    changed = False
    for name, cell in network.name_cells().items():
        if cell is network:
            continue
        if isinstance(cell, classes):
            network._cells[name] = _OutputTo16(cell.to_float(mstype.float32), dtype)
            changed = True
        else:
            _keep_black(cell, classes, dtype)
    if isinstance(network, nn.SequentialCell) and changed:
        network.cell_list = list(network.cells())
    if changed:
        STATE.bump()


def _do_keep_batchnorm_fp32(network: Cell) -> None:
    """Keep the normalization layers of a network in float32, as level "O2" does."""
    _keep_black(network, tuple(get_black_list()), mstype.float16)


def _auto_black_list(network: Cell, black_list: list, dtype: Any) -> Cell:
    """Let a network compute in half precision, except for the listed Cells, in place."""
    network.to_float(dtype)
    _keep_black(network, tuple(black_list), dtype)
    return network


def _black_list_cells(network: Cell, classes: list, dtype: Any) -> Cell:
    return _OutputTo32(_auto_black_list(network, classes, dtype))


def _auto_white_list(network: Cell, white_list: list, dtype: Any) -> Cell:
    """Let the listed Cells and Primitives of a network compute in half precision, in place."""
    _white_list_cells(network, white_list, dtype)
    return network


def _auto_mixed_precision_rewrite(
    network: Cell, dtype: Any, *, white_list: list | None = None, black_list: list | None = None
) -> Cell:
    """Half precision for what is in a white list, or for all that is not in a black list."""
    if (white_list is None) == (black_list is None):
        raise ValueError(
            "For _auto_mixed_precision_rewrite, one of white_list and black_list must be provided."
        )
    if white_list is not None:
        return _auto_white_list(network, white_list, dtype)
    return _black_list_cells(network, black_list or [], dtype)


def _automatic(network: Any, dtype: Any) -> Any:
    """Half precision by operation."""
    policy = Policy(dtype.np)
    if not isinstance(network, Cell):
        return _under(network, policy, None)
    network._msj_cast, network._msj_plain = policy, False
    STATE.bump()
    return network


def _check_dtype(dtype: Any) -> None:
    if dtype not in (mstype.float16, mstype.bfloat16):
        raise ValueError(
            f"The dtype should be one of (mstype.float16, mstype.bfloat16), but got {dtype}."
        )


def auto_mixed_precision(
    network: Cell | Callable[..., Any], amp_level: str = "O0", dtype: Type = mstype.float16
) -> Any:
    """A network that computes in half precision where that is safe.

    Args:
        network: Cell; for level "auto", a function too.
        amp_level: "O0" for none; "O1" for the Cells and Primitives of the white list; "O2" for all
            but those of the black list; "O3" for all; "auto" for operations by name. The output is
            float32, except for "auto".
        dtype: float16 or bfloat16.

    Returns:
        The network, changed in place; with "O2" and "O3" a Cell around it.

    Raises:
        TypeError: `network` is not a Cell (or function).
        ValueError: an unknown level, or another dtype.

    Examples:
        >>> import msjax as ms
        >>> net = ms.amp.auto_mixed_precision(ms.nn.Dense(2, 3), "O3")
        >>> net(ms.ops.ones((1, 2))).dtype
        mindspore.float32
    """
    if not isinstance(network, Cell):
        if amp_level != "auto":
            raise TypeError(f"For amp_level '{amp_level}', the network type should be Cell.")
        if not inspect.isfunction(network) and not inspect.ismethod(network):
            raise TypeError("For amp_level 'auto', the network type should be Cell or function.")
    _check_dtype(dtype)
    if amp_level == "O0":
        return network
    if getattr(network, "_amp_level", None) in ("O1", "O2", "O3", "auto"):
        warning(
            "The network's auto mixed-precision level is adjusted from "
            f"{network._amp_level} to {amp_level}, and repeated calls to mixed-precision "
            f"interfaces can cause performance degradation."
        )
    if amp_level == "O1":
        _white_list_cells(network, get_white_list(), dtype)
    elif amp_level == "O2":
        network = _black_list_cells(network, get_black_list(), dtype)
    elif amp_level == "O3":
        network = _OutputTo32(network.to_float(dtype))
    elif amp_level == "auto":
        network = _automatic(network, dtype)
    else:
        raise ValueError(f"The amp level {amp_level} is not supported")
    network._amp_level = amp_level
    return network


def _check_list(classes: Any, name: str) -> None:
    if not isinstance(classes, list):
        raise TypeError(f"The type of {name} should be list, but got {type(classes)}")
    allowed = (Cell, Primitive) if name == "white_list" else (Cell,)
    for item in classes:
        if not isinstance(item, type):
            raise TypeError(f"The element in {name} should be a class, but got {item}")
        if not issubclass(item, allowed):
            names = " and ".join(f"'{a.__name__}'" for a in allowed)
            raise TypeError(
                f"The subclass of element in {name} should be one of {names}, but got {item}"
            )
    if name == "black_list":
        for item in get_black_list():
            if item not in classes:
                warning(f"{item} is removed from internal black list.")


def custom_mixed_precision(
    network: Cell,
    *,
    white_list: list | None = None,
    black_list: list | None = None,
    dtype: Type = mstype.float16,
) -> Cell:
    """A network that computes in half precision in the Cells of a list, or in all but those.

    Args:
        network: Cell.
        white_list: classes of Cells and Primitives that compute in half precision.
        black_list: classes of Cells that stay in float32.
        dtype: float16 or bfloat16.

    Returns:
        The network, changed in place; with `black_list` a Cell around it.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: both lists are given, or none; or another dtype.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.SequentialCell(ms.nn.Dense(2, 3), ms.nn.ReLU())
        >>> net = ms.amp.custom_mixed_precision(net, white_list=[ms.nn.Dense])
        >>> net(ms.ops.ones((1, 2))).dtype
        mindspore.float32
    """
    if not isinstance(network, Cell):
        raise TypeError("The network type should be Cell.")
    if white_list is None and black_list is None:
        raise ValueError(
            "For custom_mixed_precision, one of white_list and black_list must be provided."
        )
    if white_list is not None and black_list is not None:
        raise ValueError(
            "For custom_mixed_precision, the white_list or black_list cannot be provided at the "
            "same time, please provide one or the other."
        )
    _check_dtype(dtype)
    if white_list is not None:
        _check_list(white_list, "white_list")
        _white_list_cells(network, white_list, dtype)
        return network
    _check_list(black_list, "black_list")
    return _black_list_cells(network, black_list, dtype)


def _level_settings(level: str) -> dict[str, Any]:
    """What a level of `build_train_network` means."""
    return {
        "keep_batchnorm_fp32": level == "O2",
        "cast_model_type": mstype.float16 if level in ("O2", "O3") else mstype.float32,
        "loss_scale_manager": DynamicLossScaleManager() if level == "O2" else None,
    }


# The levels under the name that subclasses of Model read them by.
_config_level = {level: _level_settings(level) for level in _LEVELS}


def _check_settings(settings: dict[str, Any]) -> None:
    for name in settings:
        if name not in ("cast_model_type", "keep_batchnorm_fp32", "loss_scale_manager"):
            raise ValueError(f"Unsupported arg '{name}'")
    if "cast_model_type" in settings:
        validator.check_type_name(
            "cast_model_type",
            settings["cast_model_type"],
            [mstype.float16, mstype.float32],
            None,
        )
    if "keep_batchnorm_fp32" in settings:
        validator.check_value_type("keep_batchnorm_fp32", settings["keep_batchnorm_fp32"], bool)
    if settings.get("loss_scale_manager"):
        manager = settings["loss_scale_manager"]
        validator.check_value_type("loss_scale_manager", manager, [LossScaleManager])


class _Float32LossCell(WithLossCell):
    """A network and its loss, which is computed in float32."""

    def construct(self, data: Any, label: Any) -> Any:
        out = self._backbone(data)
        return self._loss_fn(to_float32(out), to_float32(label))


_Float32LossCell.__name__ = _Float32LossCell.__qualname__ = "WithLossCell"


def _add_loss_network(network: Cell, loss_fn: Cell, cast_model_type: Any) -> Cell:
    """A network with its loss, which is computed in float32 if the network is in half precision."""
    validator.check_value_type("loss_fn", loss_fn, Cell)
    lowered = getattr(network, "_amp_level", None) in ("O2", "O3", "auto")
    if lowered or cast_model_type in (mstype.float16, mstype.bfloat16):
        return _Float32LossCell(network, loss_fn)
    return WithLossCell(network, loss_fn)


def _lower_network(network: Cell, settings: dict[str, Any], level: str) -> Cell:
    if settings["cast_model_type"] == mstype.float16:
        network.to_float(mstype.float16)
        if settings["keep_batchnorm_fp32"]:
            _keep_black(network, tuple(get_black_list()), mstype.float16)
    elif not settings["keep_batchnorm_fp32"] and level == "O2":
        network.to_float(mstype.float16)
    elif level not in ("O2", "O3"):
        network = auto_mixed_precision(network, level)
    return network


def _accumulates(network: Cell) -> bool:
    names: Iterator[str] = (cell.cls_name for _, cell in network.cells_and_names())
    return any(name in ("GradAccumulationCell", "GradAccumulation") for name in names)


def _boost() -> Any:
    from msjax import boost

    return boost


def _freezing(boost_level: Any) -> tuple:
    """The optimizers that only a boosted step takes."""
    return () if boost_level == "O0" else (_boost().FreezeOpt,)


def build_train_network(
    network: Cell,
    optimizer: Cell,
    loss_fn: Cell | None = None,
    level: str = "O0",
    boost_level: str = "O0",
    **kwargs: Any,
) -> Cell:
    """A training step with mixed precision and a loss scale.

    Args:
        network: Cell.
        optimizer: the optimizer.
        loss_fn: Cell; None if the network's output is the loss.
        level: "O0", "O1", "O2", "O3" or "auto", see `auto_mixed_precision`. "O2" scales the loss
            dynamically.
        boost_level: "O0", or "O1" or "O2" for the training steps of `boost`.
        kwargs: `cast_model_type` (float16 or float32), `keep_batchnorm_fp32` (bool) and
            `loss_scale_manager` in the place of the level's.

    Returns:
        Cell that does one training step.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an unknown level or keyword.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(2, 1)
        >>> opt = ms.nn.SGD(net.trainable_params())
        >>> step = ms.amp.build_train_network(net, opt, ms.nn.MSELoss(), level="O0")
        >>> step(ms.ops.ones((1, 2)), ms.ops.ones((1, 1))).shape
        ()
    """
    validator.check_value_type(
        "optimizer",
        optimizer,
        (Optimizer, AdaSumByGradWrapCell, AdaSumByDeltaWeightWrapCell, *_freezing(boost_level)),
    )
    if not isinstance(level, str):
        raise TypeError(
            f"The argument `level` must be a string in {_LEVELS}, but got type {type(level)}."
        )
    validator.check("level", level, "", _LEVELS, validator.IN)
    validator.check("boost_level", boost_level, "", _BOOST_LEVELS, validator.IN)
    _check_settings(kwargs)
    settings = _level_settings(level) | kwargs
    network = _lower_network(network, settings, level)
    if loss_fn:
        network = _add_loss_network(network, loss_fn, settings["cast_model_type"])
    accumulates = _get_pipeline_stages() > 1 or _accumulates(network)
    manager, loss_scale = settings["loss_scale_manager"], None
    if manager is not None:
        loss_scale = manager.get_loss_scale()
        update_cell = manager.get_update_cell()
        if update_cell is not None:
            kind: type = TrainOneStepWithLossScaleCell
            if accumulates:
                kind = _TrainGradAccuWithLossScaleCell
            elif boost_level != "O0":
                kind = _boost().BoostTrainOneStepWithLossScaleCell
            return kind(network, optimizer, scale_sense=update_cell).set_train()
    kind = _TrainGradAccuStepCell if accumulates else TrainOneStepCell
    if boost_level != "O0" and not accumulates:
        kind = _boost().BoostTrainOneStepCell
    return kind(network, optimizer, loss_scale).set_train()


__all__ = [
    "auto_mixed_precision",
    "build_train_network",
    "custom_mixed_precision",
    "get_black_list",
    "get_white_list",
]
