"""The settings of the boost package, and what they do to a network."""

from __future__ import annotations

from typing import Any

from msjax._core.base.errors import unsupported
from msjax.boost.base import OptimizerProcess, ParameterProcess
from msjax.boost.grad_freeze import GradientFreeze
from msjax.boost.less_batch_normalization import LessBN
from msjax.nn.cell import Cell

__all__ = ["AutoBoost"]

_MODES = ["auto", "manual", "enable_all", "disable_all"]
_SWITCHES = "less_bn grad_freeze adasum grad_accumulation dim_reduce loss_scale_group".split()
_LEVELS = {"O0": 0, "O1": 2, "O2": 3}  # the number of switches that are on
# The names in a configuration, and the attributes.
_SETTINGS = {
    **{name: "_" + name for name in "fn_flag gc_flag param_groups freeze_type freeze_p".split()},
    "total_steps": "_total_steps",
    "gradient_split_groups": "gradient_groups",
    **{
        name: name
        for name in """device_number grad_accumulation_step rho gamma alpha sigma n_components
        pca_mat_path weight_load_dir timeout""".split()
    },
}


class AutoBoost:
    """Which ways of training faster are on; the first one made is the only one of a process.

    Args:
        level: str, "O0" for none; "O1" for fewer normalizations and gradient freezing; "O2" for
            AdaSum too.
        boost_config_dict: dict of dicts; "boost" has the "mode" ("auto" for the level's, "manual",
            "enable_all" or "disable_all") and the switches of the manual mode; "common" and the
            names of the switches have settings.

    Raises:
        ValueError: the mode is unknown, or "gradient_split_groups" is not a list.

    Examples:
        >>> import msjax as ms
        >>> sorted(k for k, on in ms.boost.AutoBoost("O0").boost_config.items() if on)
        []
    """

    _instance: AutoBoost | None = None

    def __new__(cls, /, *args: Any, **kwargs: Any) -> AutoBoost:
        if AutoBoost._instance is None:
            AutoBoost._instance = object.__new__(cls)
            AutoBoost._instance.level = None
            AutoBoost._instance.boost_config_dict = None
        return AutoBoost._instance

    def __init__(self, level: str = "O0", boost_config_dict: dict[str, Any] | str = ""):
        if self.level is not None:
            return
        self.level = level if level in _LEVELS else "O0"
        self.boost_config_dict = boost_config_dict
        self._fn_flag = self._gc_flag = True
        self._param_groups, self._freeze_type = 10, 1
        self._freeze_p, self._total_steps = 0.7, 65536
        self.gradient_groups, self.device_number = None, 8
        self.grad_accumulation_step = 1
        self.rho, self.gamma, self.alpha, self.sigma = 0.55, 0.9, 0.001, 0.4
        self.n_components, self.timeout = 32, 1800
        self.pca_mat_path = self.weight_load_dir = self.local_pca_mat_path = None
        self.boost_config = self._configuration(boost_config_dict)
        self._param_processer = ParameterProcess()

    def _configuration(self, given: Any) -> dict[str, bool]:
        count = _LEVELS[self.level]
        config = {name: i < count for i, name in enumerate(_SWITCHES)}
        if not given:
            return config
        switches = given.get("boost", {})
        mode = switches.get("mode", "auto")
        if mode not in _MODES:
            raise ValueError(f"The boost mode must be in {_MODES}, but got {mode}")
        if mode == "manual":
            config |= {key: on for key, on in switches.items() if key in config}
        elif mode != "auto":
            config = dict.fromkeys(config, mode == "enable_all")
        for key, settings in given.items():
            if key == "common" or config.get(key):
                self._set(settings)
        return config

    def _set(self, settings: dict) -> None:
        groups = settings.get("gradient_split_groups")
        if groups is not None and not isinstance(groups, list):
            raise ValueError(f"gradient_groups `{groups}` is not in (list, int)")
        for name, value in settings.items():
            if name in _SETTINGS:
                setattr(self, _SETTINGS[name], value)

    def network_auto_process_train(self, network: Cell, optimizer: Cell) -> tuple[Cell, Any]:
        """The network and the optimizer to train with.

        Args:
            network: Cell.
            optimizer: Optimizer of its Parameters.

        Returns:
            tuple[Cell, Optimizer]: those to train with.

        Raises:
            NotImplementedError: "dim_reduce" is on.
        """
        if self.boost_config["dim_reduce"]:
            raise unsupported("AutoBoost(dim_reduce)", "train without it")
        if self.boost_config["less_bn"]:
            network = LessBN(network, fn_flag=self._fn_flag)
            processor = OptimizerProcess(optimizer)
            group = self._param_processer.assign_parameter_group
            params = group(network.trainable_params(), self.gradient_groups)
            regrouped = ParameterProcess.generate_group_params
            processor.origin_params = regrouped(params, processor.origin_params)
            if self._gc_flag:
                processor.add_grad_centralization(network)
            optimizer = processor.generate_new_optimizer()
        if self.boost_config["grad_freeze"]:
            settings = self._freeze_type, self._freeze_p, self._total_steps
            freeze = GradientFreeze(self._param_groups, *settings)
            network, optimizer = freeze.freeze_generate(network, optimizer)
        if self.boost_config["adasum"]:
            optimizer.adasum = True
        return network, optimizer

    def network_auto_process_eval(self, network: Cell) -> Cell:
        """The network to evaluate with.

        Args:
            network: Cell.

        Returns:
            Cell: the one to evaluate with.
        """
        if self.boost_config["less_bn"] and not self.boost_config["dim_reduce"]:
            return LessBN(network)
        return network
