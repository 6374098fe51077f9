"""New optimizers and parameter groups made from given ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msjax._core.tensor.parameter import Parameter
from msjax.boost.less_batch_normalization import CommonHeadLastFN
from msjax.log import warning
from msjax.nn.cell import Cell
from msjax.nn.layer.conv import Conv2d
from msjax.nn.optim.lars import LARS
from msjax.nn.optim.optimizer import Optimizer

__all__ = ["OptimizerProcess", "ParameterProcess"]


def listed(parameters: Any) -> list:
    """Parameters or their groups as a list.

    Raises:
        ValueError: there are none.
        TypeError: the first is neither a Parameter nor a dict.
    """
    found = list(parameters) if parameters is not None else []
    if not found:
        raise ValueError("Optimizer got an empty parameter list.")
    if not isinstance(found[0], (dict, Parameter)):
        raise TypeError("Only a list of Parameter or dict can be supported.")
    return found


def keep_settings(owner: Any, opt: Any) -> None:
    """Keep as attributes of `owner` what an optimizer, perhaps inside LARS, was made with."""
    owner.is_lars = isinstance(opt, LARS)
    owner.single_opt = opt.opt if owner.is_lars else opt
    owner.opt_class = type(owner.single_opt)
    owner.opt_init_args = owner.single_opt.init_args
    if owner.is_lars:
        owner.lars_init_args = opt.init_args


def remake(opt: Any, params: Any, learning_rate: Any) -> Any:
    """An optimizer of the class and with the settings of another, for other Parameters."""
    inner = opt.opt if isinstance(opt, LARS) else opt
    made = type(inner)(params=params, learning_rate=learning_rate, **inner.init_args)
    return LARS(made, **opt.init_args) if isinstance(opt, LARS) else made


class OptimizerProcess:
    """Make an optimizer like a given one, whose gradients may be centralized.

    Args:
        opt: Optimizer.

    Raises:
        AttributeError: `opt` does not keep what it was made with.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(2, 1)
        >>> opt = ms.nn.Momentum([{"params": net.trainable_params()}], 0.1, 0.9)
        >>> processor = ms.boost.OptimizerProcess(opt)
        >>> processor.add_grad_centralization(net)
        >>> [len(group["params"]) for group in processor.origin_params]
        [1, 1]
    """

    def __init__(self, opt: Optimizer):
        self._opt = opt
        keep_settings(self, opt)
        self.learning_rate = self.single_opt.init_learning_rate
        self.origin_params = opt.init_params["params"]

    @staticmethod
    def build_params_dict(network: Cell) -> dict[int, Cell]:
        """The Cell that holds each Parameter of a network, by the Parameter's id.

        Args:
            network: Cell.

        Returns:
            dict[int, Cell]: the Cell of each id.
        """
        return {
            id(p): cell
            for _, cell in network.cells_and_names()
            for p in cell.get_parameters(expand=False)
        }

    @staticmethod
    def build_gc_params_group(params_dict: dict[int, Cell], parameters: list) -> list:
        """Split groups into those whose gradients are centralized and those whose are not.

        Args:
            params_dict: dict from `build_params_dict`.
            parameters: list of groups.

        Returns:
            list[dict]: the new groups.
        """

        def centralized(param: Parameter) -> bool:
            if any(part in param.name for part in ("beta", "gamma", "bias")):
                return False
            cell = params_dict[id(param)]
            grouped = isinstance(cell, Conv2d) and cell.group > 1
            return not grouped and not isinstance(cell, CommonHeadLastFN)

        found = []
        for group in parameters:
            if "order_params" in group:
                found.append(group)
                continue
            some = [p for p in group["params"] if centralized(p)]
            others = [p for p in group["params"] if not centralized(p)]
            if some:
                found.append(group | {"params": some, "grad_centralization": True})
            if others:
                found.append(group | {"params": others})
        return found

    def add_grad_centralization(self, network: Cell) -> None:
        """Let the gradients of matrices and kernels in groups be centralized.

        Args:
            network: Cell.

        Raises:
            ValueError: there are no Parameters.
            TypeError: the optimizer was given something else.
        """
        owners = self.build_params_dict(network)
        parameters = listed(self.origin_params)
        if isinstance(parameters[0], Parameter):
            warning("Only group parameters support gradient centralization.")
            return
        self.origin_params = self.build_gc_params_group(owners, parameters)

    def generate_new_optimizer(self) -> Optimizer:
        """Make the new optimizer.

        Returns:
            Optimizer of the class of the given one.
        """
        if self.learning_rate is None:
            self.learning_rate = self.single_opt.learning_rate
        return remake(self._opt, self.origin_params, self.learning_rate)


class ParameterProcess:
    """Make parameter groups, and numbers for the fusion of communication.

    Examples:
        >>> import msjax as ms
        >>> params = ms.nn.Dense(2, 1).trainable_params()
        >>> groups = ms.boost.ParameterProcess.generate_group_params(params[:1], params)
        >>> [p.name for p in groups[0]["params"]]
        ['weight']
    """

    def __init__(self):
        self._parameter_indices = 1

    @staticmethod
    def generate_group_params(
        parameters: list, origin_params: Iterable[Parameter] | Iterable[dict[str, Any]]
    ) -> list:
        """Groups of some Parameters with the settings of given groups.

        What was in no group gets the settings of the group with the most of them.

        Args:
            parameters: list of Parameters.
            origin_params: list of the Parameters or groups of an optimizer.

        Returns:
            list[dict]: the groups.

        Raises:
            ValueError: `origin_params` is empty.
            TypeError: it has something else in it.
        """
        origin = listed(origin_params)
        if isinstance(origin[0], Parameter):
            return [{"params": parameters}]
        by_name = {p.name: p for p in parameters}
        left, found, most = dict(by_name), [], {}
        for group in origin:
            if "order_params" in group:
                found.append(group | {"order_params": parameters})
                continue
            known = [by_name[p.name] for p in group["params"] if p.name in by_name]
            for p in known:
                left.pop(p.name, None)
            found.append(group | {"params": known})
            if len(group) > len(most):
                most = group
        if left:
            found.append(most | {"params": list(left.values())})
        return found

    def assign_parameter_group(
        self, parameters: Sequence[Parameter], split_point: Sequence[int] | None = None
    ) -> Any:
        """Number the groups of Parameters whose gradients would be sent together.

        Args:
            parameters: list or tuple of Parameters.
            split_point: list of ints, positions at which groups begin; None for the middle.

        Returns:
            `parameters`, with the numbers in `comm_fusion`.
        """
        if not isinstance(parameters, (list, tuple)):
            return parameters
        starts = split_point or [len(parameters) // 2]
        for i, param in enumerate(parameters):
            self._parameter_indices += i in starts
            param.comm_fusion = self._parameter_indices
        return parameters
