"""Putting loaded values into the Parameters of a Cell."""

from __future__ import annotations

from typing import Any

import jax

from msjax import _checkparam as Validator
from msjax import log as logger
from msjax._core.base import dtype as mstype
from msjax._core.runtime.slices import whole_shape
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common.initializer import initializer
from msjax.communication import get_group_size
from msjax.nn.cell import Cell

_FLOATS = frozenset((mstype.float16, mstype.float32, mstype.float64, mstype.bfloat16))
_INTS = frozenset((mstype.int8, mstype.int16, mstype.int32, mstype.int64, mstype.qint4x2))
_CHECK = "May you need to check whether the checkpoint you loaded is correct."


def load_param_into_net(
    net: Cell, parameter_dict: dict, strict_load: bool = False, remove_redundancy: bool = False
) -> tuple[list[str], list[str]]:
    """Set the Parameters of a Cell to loaded values of the same names.

    Args:
        net: the Cell.
        parameter_dict: names to Parameters, as `load_checkpoint` returns them.
        strict_load: take equal names and dtypes only. Otherwise floats are converted to floats and
            integers to integers, and where all the names left over have a prefix, it is guessed.
        remove_redundancy: the values come from several processes, each with a part of them.

    Returns:
        the names in `net` that got no value, and the names in `parameter_dict` that were not used
        (values found under a guessed prefix are among these).

    Raises:
        TypeError: an argument is of a wrong type, or `remove_redundancy` with a single process.
        RuntimeError: shapes or dtypes do not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(2, 3)
        >>> ms.load_param_into_net(net, {"bias": ms.Parameter(ms.ops.ones(3)), "x": net.weight})
        (['weight'], ['x'])
    """
    _check(net, parameter_dict)
    Validator.check_bool(strict_load)
    Validator.check_isinstance("remove_redundancy", remove_redundancy, bool)
    if remove_redundancy:
        _refuse_redundancy()
    missing = []
    unused = list(parameter_dict)
    fitting: list[tuple[Parameter, Any]] = []  # nothing is set before all values are known to fit
    for _, param in net.parameters_and_names():
        if param.name not in parameter_dict:
            if not param.name.startswith("accu_grads"):
                missing.append(param.name)
        elif isinstance(parameter_dict[param.name], Parameter):
            fitting.append((param, _fitted(param, parameter_dict[param.name], strict_load)))
            if param.name in unused:
                unused.remove(param.name)
    if not strict_load:
        _find_under_prefixes(net, parameter_dict, missing, fitting)
    for param, data in fitting:
        _set(param, data)
    if missing:
        logger.warning(
            f"For 'load_param_into_net', {len(missing)} parameters in the 'net' are not loaded, "
            "because they are not in the 'parameter_dict', please check whether the network "
            "structure is consistent when training and loading checkpoint."
        )
        logger.warning(f"{missing} are not loaded.")
    return missing, unused


def _check(net: Any, parameter_dict: Any) -> None:
    if not isinstance(net, Cell):
        raise TypeError(
            f"For 'load_param_into_net', the argument 'net' should be a Cell, but got {type(net)}."
        )
    if not isinstance(parameter_dict, dict):
        raise TypeError(
            "For 'load_param_into_net', the argument 'parameter_dict' should be a dict, "
            f"but got {type(parameter_dict)}."
        )
    for key, value in parameter_dict.items():
        if not isinstance(key, str) or not isinstance(value, (Parameter, str, list)):
            raise TypeError(
                "For 'load_param_into_net', the elements of the argument 'parameter_dict' should "
                f"be 'str' and 'Parameter', but got {type(key)} and {type(value)}."
            )


def _refuse_redundancy() -> None:
    if get_group_size() == 1:
        raise TypeError(
            "The deduplication feature for loading checkpoint can only be used "
            "in parallel scenarios, but got stand_alone."
        )
    raise NotImplementedError(
        "For 'load_param_into_net', remove_redundancy=True is not supported; save the checkpoint "
        "with remove_redundancy=False."
    )


def _find_under_prefixes(
    net: Cell,
    parameter_dict: dict,
    missing: list[str],
    fitting: list[tuple[Parameter, Any]],
    strict_load: bool = False,
) -> None:
    """Move names from `missing` to `fitting` that are ends of other names, prefix by prefix."""
    loaded = {key: value for key, value in parameter_dict.items() if isinstance(value, Parameter)}
    own = {param.name for _, param in net.parameters_and_names()}
    while True:
        open_names = [name for name in missing if name in own]
        found = (k[: -len(name)] for name in open_names for k in loaded if k.endswith(name))
        prefix = next(found, "")
        if not prefix:
            return
        logger.warning(
            f"For 'load_param_into_net', remove parameter prefix name: {prefix}, continue to load."
        )
        for _, param in net.parameters_and_names():
            if param.name in missing and prefix + param.name in loaded:
                fitting.append((param, _fitted(param, loaded[prefix + param.name], strict_load)))
                missing.remove(param.name)


def _load_dismatch_prefix_params(
    net: Cell, parameter_dict: dict, param_not_load: list[str], strict_load: bool
) -> None:
    """Take values under prefixed names for Parameters that have none yet, as far as they fit.

    Args:
        net, parameter_dict, strict_load: as in `load_param_into_net`.
        param_not_load: the names without a value; those that get one are removed.
    """
    fitting: list[tuple[Parameter, Any]] = []
    _find_under_prefixes(net, parameter_dict, param_not_load, fitting, strict_load)
    for param, data in fitting:
        _set(param, data)


def _update_param(
    param: Parameter, new_param: Tensor | Parameter, strict_load: bool = False
) -> None:
    """Set one Parameter to a loaded one's values."""
    _set(param, _fitted(param, new_param, strict_load))


def _set(param: Parameter, data: Any) -> None:
    if not isinstance(data, Tensor):
        param.set_data(initializer(data, param.shape, param.dtype))
        return
    before = param._data
    param.set_data(data, param.sliced)
    if before is not None and param._data.sharding != before.sharding:
        param._assign(jax.device_put(param._data, before.sharding))  # files know no devices


def _fitted(param: Parameter, new_param: Any, strict_load: bool) -> Any:
    """What a Parameter is to be set to; RuntimeError if it does not fit."""
    data = new_param.data
    if not isinstance(data, Tensor):
        if param.shape not in ((), (1,)):
            raise _misfit(
                f"{param.name} in the argument 'parameter_dict' is scalar, then the shape of "
                f"{param.name} in the argument 'net' should be (1,) or (), but got shape "
                f"{param.shape}. {_CHECK}"
            )
        return data
    fits = data.shape in (param.shape, whole_shape(param)) or whole_shape(data) == param.shape
    if not fits:
        extra = data.shape[len(param.shape) :]
        if data.shape[: len(param.shape)] != param.shape or any(size != 1 for size in extra):
            raise _misfit(
                f"{param.name} in the argument 'net' should have the same shape as {param.name} in "
                f"the argument 'parameter_dict'. But got its shape {param.shape} in the argument "
                f"'net' and shape {data.shape} in the argument 'parameter_dict'. {_CHECK}"
            )
    if param.dtype != data.dtype and not _convertible(param, data, strict_load):
        raise _misfit(
            f"{param.name} in the argument 'net' should have the same type as {param.name} in the "
            f"argument 'parameter_dict'. but got its type {param.dtype} in the argument 'net' and "
            f"type {data.dtype} in the argument 'parameter_dict'. {_CHECK}"
        )
    if not fits:
        data = Tensor(data.asnumpy().reshape(param.shape), data.dtype)
    return data


def _convertible(param: Parameter, data: Tensor, strict_load: bool) -> bool:
    if strict_load:
        return False
    kinds = {param.dtype, data.dtype}
    if not (kinds <= _FLOATS or kinds <= _INTS):
        return False
    logger.warning(
        f"The type of {param.name}:{data.dtype} in 'parameter_dict' is different from the type of "
        f"it in 'net':{param.dtype}, then the type convert from {data.dtype} to {param.dtype} in "
        "the network. May consume additional memory and time"
    )
    return True


def _misfit(text: str) -> RuntimeError:
    return RuntimeError(f"For 'load_param_into_net', {text}")
