"""The auto-parallel settings and the object through which published models read and write them."""

from __future__ import annotations

import contextlib
import copy
import importlib
import os
from collections.abc import Iterator
from typing import Any

from msjax._core.op.placing import inputs_of, results_of
from msjax._core.runtime import context, devices, launch
from msjax._core.runtime.context_keys import check_argument_types

from .. import _checkparam as check

_SET = "For 'set_auto_parallel_context',"
_MODES = ("stand_alone", "data_parallel", "hybrid_parallel", "semi_auto_parallel", "auto_parallel")
_SEARCH_MODES = ("recursive_programming", "dynamic_programming", "sharding_propagation")
_GROUP_MODES = ("all_group_parallel", "same_server_group_parallel", "no_group_parallel")
_SCHEDULERS = ["1f1b", "gpipe", "seqpipe", "seqvpp", "seqsmartvpp", "zero_bubble_v", "seqsmartvpp"]

_DEFAULTS: dict[str, Any] = {
    "device_num": 1,
    "global_rank": 0,
    "gradients_mean": False,
    "gradient_fp32_sync": True,
    "loss_repeated_mean": True,
    "pipeline_stages": 1,
    "pipeline_segments": 1,
    "auto_pipeline": False,
    "pipeline_result_broadcast": False,
    "pipeline_interleave": False,
    "pipeline_scheduler": "1f1b",
    "parallel_mode": "stand_alone",
    "search_mode": "recursive_programming",
    "parameter_broadcast": False,
    "strategy_ckpt_load_file": "",
    "strategy_ckpt_save_file": "",
    "group_ckpt_save_file": "",
    "only_trainable_params": True,
    "full_batch": False,
    "dataset_strategy": "data_parallel",
    "enable_parallel_optimizer": False,
    "force_fp32_communication": False,
    "grad_accumulation_step": 1,
    "grad_accumulation_shard": False,
    "parallel_optimizer_threshold": -1,
    "communi_parallel_mode": "all_group_parallel",
    "optimizer_weight_shard_size": -1,
    "optimizer_weight_shard_aggregated_save": False,
    "zero3": False,
    "sharding_propagation": False,
    "enable_alltoall": False,
    "enable_fold_pipeline": False,
    "enable_all_reduce_fusion": False,
    "enable_all_gather_fusion": False,
    "enable_reduce_scatter_fusion": False,
    "fusion_threshold_mb": 64,
    "allgather_fusion_threshold_mb": 64,
    "reducescatter_fusion_threshold_mb": 64,
    "comm_fusion": {
        "openstate": True,
        "allreduce": {"mode": "auto", "config": None},
        "allgather": {"mode": "auto", "config": None},
        "reducescatter": {"mode": "auto", "config": None},
    },
    "dump_local_norm": False,
    "dump_local_norm_path": "",
    "dump_device_local_norm": False,
    "auto_parallel_new_interface": False,
    "init_param_in_compile": True,
}

_TYPES: dict[str, Any] = {
    **dict.fromkeys(
        (
            "device_num global_rank pipeline_stages pipeline_segments grad_accumulation_step"
            " optimizer_weight_shard_size"
        ).split(),
        int,
    ),
    **dict.fromkeys(
        (
            "gradients_mean gradient_fp32_sync loss_repeated_mean parameter_broadcast full_batch"
            " enable_parallel_optimizer pipeline_result_broadcast enable_alltoall"
            " force_fp32_communication sharding_propagation"
            " optimizer_weight_shard_aggregated_save"
        ).split(),
        bool,
    ),
    **dict.fromkeys(
        (
            "parallel_mode search_mode auto_parallel_search_mode strategy_ckpt_load_file"
            " strategy_ckpt_save_file group_ckpt_save_file communi_parallel_mode"
        ).split(),
        str,
    ),
    **dict.fromkeys(
        "parallel_optimizer_config pipeline_config comm_fusion strategy_ckpt_config".split(), dict
    ),
    "all_reduce_fusion_config": list,
}

# Names of set_auto_parallel_context whose method is called otherwise.
_METHOD = {
    "search_mode": "strategy_search_mode",
    "all_reduce_fusion_config": "all_reduce_fusion_split_indices",
}
_READ_ONLY = ("pipeline_interleave", "pipeline_scheduler", "full_batch_is_set")
_WRITE_ONLY = (
    "pipeline_segments",
    "group_ckpt_save_file",
    "parallel_optimizer_config",
    "pipeline_config",
)
# Settings without a keyword of their own: methods, or keywords for several settings, change them.
_NO_KEYS = (
    "only_trainable_params grad_accumulation_shard parallel_optimizer_threshold zero3"
    " enable_fold_pipeline enable_all_reduce_fusion enable_all_gather_fusion"
    " enable_reduce_scatter_fusion fusion_threshold_mb allgather_fusion_threshold_mb"
    " reducescatter_fusion_threshold_mb"
).split()
# Keywords that stand for other settings, or for several.
_MORE_KEYS = (
    "auto_parallel_search_mode parallel_optimizer_config pipeline_config all_reduce_fusion_config"
    " strategy_ckpt_config full_batch_is_set"
).split()
_KEYS = (_DEFAULTS.keys() - _NO_KEYS) | set(_MORE_KEYS)

_WHOLE = "Parameters of one process are whole, and so are checkpoints"
_GROUPS = "which processes hold the same follows from the strategy file"
_NORMS = "compute the norms of the gradients in the training step"
# Settings that would write or read something, with what to know about it.
_NO_EFFECT = {
    "strategy_ckpt_save_file": _WHOLE,
    "group_ckpt_save_file": _GROUPS,
    "dump_local_norm": _NORMS,
    "dump_local_norm_path": _NORMS,
    "dump_device_local_norm": _NORMS,
}

# Names whose method takes nothing but a bool, and the text that names the argument.
_BOOLS = {
    "auto_pipeline": (_SET, "auto_pipeline"),
    "loss_repeated_mean": (_SET, "loss_repeated_mean"),
    "enable_parallel_optimizer": (_SET, "enable_parallel_optimizer"),
    "force_fp32_communication": (_SET, "force_fp32_communication"),
    "enable_all_reduce_fusion": ("", "enable_fusion"),
    "enable_all_gather_fusion": ("", "enable_fusion"),
    "enable_reduce_scatter_fusion": ("", "enable_fusion"),
    "enable_alltoall": ("", "enable_a2a"),
    "pipeline_result_broadcast": ("", "pipeline_result_broadcast"),
    "sharding_propagation": ("", "sharding_propagation"),
}


def _where(method: str) -> str:
    return f"For 'set_auto_parallel_context().{method}',"


def tell_of_no_effect(name: str) -> None:
    """Say once of a setting that it does nothing, if it is one of those."""
    if name not in _NO_EFFECT:
        return
    if name == "strategy_ckpt_save_file" and launch.several():
        importlib.import_module("msjax.train.serialization")  # enters what writes the file
        return
    context.remark(f"no effect {name}", f"'{name}' has no effect: {_NO_EFFECT[name]}.")


def _unheeded(values: dict[str, Any]) -> Iterator[str]:
    """What to say of settings by which MindSpore's gradients are not those of the whole batch."""
    if values["gradients_mean"]:
        yield (
            "'gradients_mean' has no effect with strategies: gradients are those of the whole "
            "batch. MindSpore divides them by the number of devices that hold the same part of a "
            "Parameter; for its steps divide the learning rate."
        )
    if not values["loss_repeated_mean"]:
        yield (
            "'loss_repeated_mean' has no effect with strategies: a loss that several devices "
            "compute is one loss. MindSpore multiplies its gradients by their number; for its "
            "steps multiply the learning rate."
        )


def _check_str(name: str, value: Any) -> None:
    """Refuse None, which the check of keywords lets pass."""
    if not isinstance(value, str):
        raise TypeError(
            f"{_where(f'set_{name}')} the argument '{name}' must be str, but got the type : "
            f"{type(value)}."
        )


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _only_known(config: dict, known: tuple[str, ...]) -> None:
    for name in config:
        if name not in known:
            raise ValueError(f"Unknown config: {[name]}")


class _AutoParallelContext:
    """Settings of automatic parallelism, with a `set_` and a `get_` method for each."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = copy.deepcopy(_DEFAULTS)
        self._was_set: set[str] = set()
        self._fusion_indices: dict[str, list[int]] = {}
        self._fusion_sizes: dict[str, list[int]] = {}

    def _put(self, name: str, value: Any) -> None:
        if isinstance(_DEFAULTS[name], bool):  # None is False
            value = bool(value)
        self._was_set.add(name)
        if self._values[name] != value:
            self._values[name] = value
            self._tell_devices()
            context.invalidate()
            if value != _DEFAULTS[name]:
                tell_of_no_effect(name)

    def _tell_devices(self) -> None:
        """What the devices do together if the process is alone and has several."""
        values = self._values
        strategic = values["parallel_mode"] in ("semi_auto_parallel", "auto_parallel")
        strategy = values["dataset_strategy"] if strategic else "data_parallel"
        given = not isinstance(strategy, str) and len(strategy) > 0
        inputs = [tuple(s) if isinstance(s, list) else s for s in strategy] if given else None
        devices.share(
            devices.Sharing(
                on=values["parallel_mode"] != "stand_alone",
                whole=values["full_batch"] if not strategy else strategy == "full_batch",
                strategic=strategic,
                stages=values["pipeline_stages"],
                inputs=None if inputs is None else inputs_of(inputs),
                batch=None if inputs is None else results_of(inputs),
                unheeded=tuple(_unheeded(values)) if strategic else (),
            )
        )

    @contextlib.contextmanager
    def lent(self, settings: dict[str, Any]) -> Iterator[None]:
        """Context manager in which other settings are in force; those not given are defaults."""
        kept = self._values, self._was_set
        self._values, self._was_set = _DEFAULTS | settings, set(settings)
        self._tell_devices()
        try:
            yield
        finally:
            self._values, self._was_set = kept
            self._tell_devices()

    def reset(self) -> None:
        """All settings back to their defaults."""
        by_name = isinstance(self._values["dataset_strategy"], str)
        self.__init__()
        if not by_name:  # MindSpore forgets the strategy but not that it was one of tuples
            self._values["dataset_strategy"] = []
        self._tell_devices()
        context.invalidate()

    def set_device_num(self, device_num: int) -> None:
        """Set how many devices train together."""
        if device_num < 1:
            raise ValueError(
                "The context configuration parameter 'device_num' must be a positive integer, "
                f"but got the value of device_num : {device_num}."
            )
        self._put("device_num", int(device_num))

    def set_global_rank(self, global_rank: int) -> None:
        """Set the rank of this process, in [0, 4095]."""
        if not 0 <= global_rank <= 4095:
            raise ValueError(
                "The context configuration parameter 'global_rank' must be in [0, 4095], but got "
                f"the value of global_rank : {global_rank}."
            )
        self._put("global_rank", int(global_rank))

    def _set_count(self, name: str, word: str, value: int) -> None:
        if not _is_int(value):
            raise TypeError(
                f"{_SET} the argument '{name}' must be int, but got the type : {type(value)}."
            )
        if value < 1:
            raise ValueError(
                f"{_SET} the argument '{name}' should be greater or equal 1, but got the value of "
                f"{word} : {value}."
            )
        self._put(name, value)

    def set_pipeline_stages(self, stages: int) -> None:
        """Set the number of pipeline stages."""
        self._set_count("pipeline_stages", "stages", stages)

    def set_pipeline_segments(self, segments: int) -> None:
        """Set the number of segments per pipeline stage."""
        self._set_count("pipeline_segments", "segments", segments)

    def set_parallel_mode(self, parallel_mode: str) -> None:
        """Set the parallel mode, one of ParallelMode.MODE_LIST."""
        _check_str("parallel_mode", parallel_mode)
        if parallel_mode not in _MODES:
            raise ValueError(
                "The context configuration parameter 'parallel_mode' only support 'stand_alone', "
                "'data_parallel', 'hybrid_parallel', 'semi_auto_parallel' and 'auto_parallel', "
                f"but got the value : {parallel_mode}."
            )
        self._put("parallel_mode", parallel_mode)

    def _set_search_mode(self, search_mode: str, name: str) -> None:
        _check_str(name, search_mode)
        if search_mode not in _SEARCH_MODES:
            raise ValueError(
                f"The context configuration parameter '{name}' only support "
                "'recursive_programming', 'dynamic_programming' and 'sharding_propagation', "
                f"but got the value: {search_mode}."
            )
        self._put("search_mode", search_mode)

    def set_strategy_search_mode(self, search_mode: str) -> None:
        """Set how strategies are searched for."""
        self._set_search_mode(search_mode, "auto_parallel_search_mode")

    def set_auto_parallel_search_mode(self, search_mode: str) -> None:
        """The older name of `set_strategy_search_mode`."""
        self._set_search_mode(search_mode, "search_mode")

    def get_strategy_search_mode(self) -> str:
        """How strategies are searched for."""
        return self._values["search_mode"]

    get_auto_parallel_search_mode = get_strategy_search_mode

    def set_full_batch(self, full_batch: bool) -> None:
        """Set whether every device gets the whole batch."""
        self._put("full_batch", full_batch)
        if isinstance(self._values["dataset_strategy"], str):
            self._put("dataset_strategy", "full_batch" if full_batch else "data_parallel")

    def get_full_batch_is_set(self) -> bool:
        """Whether `full_batch` was ever set."""
        return "full_batch" in self._was_set

    def set_dataset_strategy(self, dataset_strategy: str | tuple) -> None:
        """Set how a batch is cut: "full_batch", "data_parallel", or a tuple of tuples of int."""
        if isinstance(dataset_strategy, str):
            if dataset_strategy not in ("full_batch", "data_parallel"):
                raise ValueError(
                    f"{_SET} the argument 'dataset_strategy' must be 'full_batch' or "
                    f"'data_parallel', but got the value : {dataset_strategy}."
                )
            self._put("full_batch", dataset_strategy == "full_batch")
            self._put("dataset_strategy", dataset_strategy)
            return
        if not isinstance(dataset_strategy, tuple):
            raise TypeError(
                f"{_SET} the argument 'dataset_strategy' must be str or tuple type, but got the "
                f"type : {type(dataset_strategy)}."
            )
        if dataset_strategy and all(hasattr(e, "to_dict") for e in dataset_strategy):
            self._put("dataset_strategy", dataset_strategy)  # layouts come back as they are
            return
        for element in dataset_strategy:
            if not isinstance(element, tuple):
                raise TypeError(
                    f"{_SET} the element of argument 'dataset_strategy' must be tuple, but got "
                    f"the type : {type(element)} ."
                )
            for size in element:
                if not isinstance(size, int):
                    raise TypeError(
                        f"{_SET} the element of argument 'dataset_strategy' must be int type, "
                        f"but got the type : {type(size)} ."
                    )
        self._put("dataset_strategy", [list(e) for e in dataset_strategy])

    def set_grad_accumulation_step(self, grad_accumulation_step: int) -> None:
        """Only 1 is accepted; accumulate with GradAccumulationCell instead."""
        if grad_accumulation_step > 1:
            raise ValueError(
                "The interface is deprecated. To use gradient accumulation, please use "
                "GradAccumulationCell in mindspore.nn.wrap.cell_wrapper."
            )
        check.check_positive_int(grad_accumulation_step, prim_name="grad_accumulation_step")
        self._put("grad_accumulation_step", grad_accumulation_step)

    def _set_save_file(self, name: str, path: str) -> None:
        folder = os.path.dirname(path)
        if folder:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        self._put(name, path)

    def set_strategy_ckpt_save_file(self, strategy_ckpt_save_file: str) -> None:
        """Set the strategy file to write; its folder is created."""
        self._set_save_file("strategy_ckpt_save_file", strategy_ckpt_save_file)

    def set_group_ckpt_save_file(self, group_ckpt_save_file: str) -> None:
        """Set the group file to write; its folder is created."""
        self._set_save_file("group_ckpt_save_file", group_ckpt_save_file)

    def set_strategy_ckpt_config(self, strategy_ckpt_config: dict) -> None:
        """Set "load_file", "save_file" and "only_trainable_params" together."""
        where = _where("set_strategy_ckpt_config")
        kinds = {"load_file": str, "save_file": str, "only_trainable_params": bool}
        _only_known(strategy_ckpt_config, tuple(kinds))
        for name, kind in kinds.items():
            if name in strategy_ckpt_config:
                value = strategy_ckpt_config[name]
                if not isinstance(value, kind):
                    raise TypeError(
                        f"{where} the argument '{name}' must be {kind.__name__}, but got the "
                        f"type : {type(value)} ."
                    )
                self._put(name if kind is bool else f"strategy_ckpt_{name}", value)

    def get_strategy_ckpt_config(self) -> dict:
        """The values of `set_strategy_ckpt_config`."""
        return {
            "load_file": self._values["strategy_ckpt_load_file"],
            "save_file": self._values["strategy_ckpt_save_file"],
            "only_trainable_params": self._values["only_trainable_params"],
        }

    def _group(self, group: str) -> str:
        if not isinstance(group, str):
            raise TypeError("Group must be a python str")
        if len(group) > 127:
            raise ValueError("Group name len is out of range 127")
        if group:
            return group
        return "hccl_world_groupsum1" if context.target() == "Ascend" else "nccl_world_groupsum1"

    def _ints(self, method: str, name: str, of: str, values: Any, stop: str) -> None:
        if not isinstance(values, list):
            raise TypeError(
                f"{_where(method)} the argument '{name}' must be list, but got the type : "
                f"{type(values)}{stop}"
            )
        for value in values:
            if not _is_int(value):
                raise TypeError(
                    f"{_where(method)} the argument '{of}' must be int, but got the type : "
                    f"{type(value)}{stop}"
                )

    def set_all_reduce_fusion_split_indices(self, indices: list[int], group: str = "") -> None:
        """Set after which gradients a fused all-reduce ends, in ascending order."""
        method = "set_all_reduce_fusion_split_indices"
        if not indices:
            raise ValueError(f"{_where(method)} the argument 'indices' can not be empty")
        self._ints(method, "indices", "index", indices, " .")
        if len(set(indices)) != len(indices):
            raise ValueError("The indices has duplicate elements")
        if sorted(indices) != indices:
            raise ValueError(
                f"{_where(method)} the elements in argument 'indices' must be sorted in ascending "
                "order"
            )
        self._fusion_indices[self._group(group)] = list(indices)

    def get_all_reduce_fusion_split_indices(self, group: str = "") -> list[int]:
        """What was set for the group, or an empty list."""
        return self._fusion_indices.get(self._group(group), [])

    def set_all_reduce_fusion_split_sizes(self, sizes: list[int], group: str = "") -> None:
        """Set the shares of the gradients in each fused all-reduce."""
        self._ints("set_all_reduce_fusion_split_sizes", "sizes", "sizes", sizes, ".")
        self._fusion_sizes[self._group(group)] = list(sizes)

    def get_all_reduce_fusion_split_sizes(self, group: str = "") -> list[int]:
        """What was set for the group, or an empty list."""
        return self._fusion_sizes.get(self._group(group), [])

    def set_fusion_threshold_mb(self, fusion_threshold=64, comm_type="allreduce") -> None:
        """Set the size up to which collectives of one type are fused."""
        if fusion_threshold < 0:
            raise ValueError(f"fusion threshold must be larger than 0, but got {fusion_threshold}")
        prefix = "" if comm_type == "allreduce" else f"{comm_type}_"
        self._put(f"{prefix}fusion_threshold_mb", fusion_threshold)

    def fusion_threshold_mb(self) -> int:
        """Threshold of the all-reduce fusion."""
        return self._values["fusion_threshold_mb"]

    def allgather_fusion_threshold_mb(self) -> int:
        """Threshold of the all-gather fusion."""
        return self._values["allgather_fusion_threshold_mb"]

    def reducescatter_fusion_threshold_mb(self) -> int:
        """Threshold of the reduce-scatter fusion."""
        return self._values["reducescatter_fusion_threshold_mb"]

    def set_comm_fusion(self, config: dict) -> None:
        """Set how collectives are fused: {type: {"mode": ..., "config": ...}}, "openstate"."""
        config = {**copy.deepcopy(config), "openstate": config.get("openstate", True)}
        for key, value in config.items():
            if key == "openstate":
                self._open_fusion(value)
            elif key in ("allreduce", "allgather", "reducescatter"):
                self._fuse(key, value)
            else:
                raise KeyError(
                    "comm fusion type must be openstate,allreduce, allgather or reducescatter, "
                    f"but got {key}"
                )
            self._values["comm_fusion"][key] = value

    def _open_fusion(self, value: bool) -> None:
        if not isinstance(value, bool):
            raise TypeError(
                "For 'comm_fusion', the 'openstate' must be bool, but got the type : "
                f"{type(value)}."
            )
        if not value:
            for kind in ("all_reduce", "all_gather", "reduce_scatter"):
                self._put(f"enable_{kind}_fusion", False)

    def _fuse(self, kind: str, config: dict) -> None:
        names = {"allreduce": "all_reduce", "allgather": "all_gather"}
        self._put(f"enable_{names.get(kind, 'reduce_scatter')}_fusion", True)
        if not isinstance(config, dict):
            shown = "the 'allreduce'" if kind == "allreduce" else kind
            raise TypeError(
                f"For 'comm_fusion', {shown} config must be dict, but got the type : "
                f"{type(config)}."
            )
        for name in ("mode", "config"):
            if name not in config:
                raise KeyError(f"For 'comm_fusion', the key '{name}' should be contained.")
        mode = config["mode"]
        if mode not in (("auto", "index", "size") if kind == "allreduce" else ("auto", "size")):
            words = "auto, index or size" if kind == "allreduce" else "auto or size"
            raise KeyError(f"fusion method mode must be {words}, but got {mode}")
        if mode == "index":
            self.set_all_reduce_fusion_split_indices(config["config"])
        else:
            self.set_fusion_threshold_mb(64 if mode == "auto" else config["config"], kind)

    def set_pipeline_config(self, pipeline_config: dict) -> None:
        """Set "pipeline_interleave" and "pipeline_scheduler" together."""
        _only_known(pipeline_config, ("pipeline_interleave", "pipeline_scheduler"))
        interleave = pipeline_config["pipeline_interleave"]
        check.check_bool(interleave, "pipeline_interleave", "pipeline_interleave")
        scheduler = pipeline_config["pipeline_scheduler"]
        check.check_string(scheduler, _SCHEDULERS)
        if not interleave and scheduler != "1f1b":
            raise TypeError(
                f"When pipeline_interleave is False, {scheduler!r} is not supported, only '1f1b' "
                "is allowed."
            )
        self._put("pipeline_interleave", interleave)
        self._put("pipeline_scheduler", scheduler)

    def set_parallel_optimizer_config(self, parallel_optimizer_config: dict) -> None:
        """Set the options of the parallel optimizer together."""
        config = parallel_optimizer_config
        shard, threshold = "gradient_accumulation_shard", "parallel_optimizer_threshold"
        size, level = "optimizer_weight_shard_size", "optimizer_level"
        _only_known(config, (shard, threshold, size, level))
        if shard in config:
            self._put("grad_accumulation_shard", check.check_bool(config[shard], shard, shard))
            if config.get(level, "level2") != "level2":
                raise ValueError(
                    f"The optimizer_level is set as {config[level]}, thus cannot set "
                    "grad_accumulation_shard as True."
                )
        if threshold in config:
            value = check.check_non_negative_int(config[threshold], prim_name=threshold)
            self._put(threshold, value)
        if config.get(size, -1) != -1:
            self.set_optimizer_weight_shard_size(
                check.check_positive_int(config[size], prim_name=size)
            )
        if level in config:
            self._set_optimizer_level(config[level])

    def _set_optimizer_level(self, level: str) -> None:
        if level not in ("level1", "level2", "level3"):
            raise ValueError(
                f"Optimizer level should in ['level1', 'level2', 'level3'], but got {level}"
            )
        if self._values["grad_accumulation_shard"] and level != "level2":
            raise ValueError(
                "The grad_accumulation shard is set, thus cannot set optimizer_level != 'level2'"
            )
        self._put("grad_accumulation_shard", level == "level2")
        self._put("zero3", level == "level3")

    def set_communi_parallel_mode(self, communi_parallel_mode: str) -> None:
        """Set which communication groups may work at the same time."""
        _check_str("communi_parallel_mode", communi_parallel_mode)
        if communi_parallel_mode not in _GROUP_MODES:
            raise ValueError(
                f"{_where('set_communi_parallel_mode')} the argument 'communi_parallel_mode' only "
                "support 'ALL_GROUP_PARALLEL', 'SAME_SEVER_GROUP_PARALLEL' and "
                f"'NO_GROUP_PARALLEL', but got the value : {communi_parallel_mode}."
            )
        self._put("communi_parallel_mode", communi_parallel_mode)

    def set_optimizer_weight_shard_aggregated_save(self, value: bool) -> None:
        """Set whether checkpoints hold what the parallel optimizer has cut in one piece."""
        if not isinstance(value, bool):
            raise TypeError("optimizer_weight_shard_aggregated_save is invalid type")
        self._put("optimizer_weight_shard_aggregated_save", value)

    def set_optimizer_weight_shard_size(self, optimizer_weight_shard_size: int) -> None:
        """Set over how many devices optimizer state is cut; a number below 2 changes nothing."""
        if not _is_int(optimizer_weight_shard_size):
            raise TypeError(
                "The type of optimizer_weight_shard_size must be int, "
                f"but got {type(optimizer_weight_shard_size)}."
            )
        if optimizer_weight_shard_size > 1:
            self._put("optimizer_weight_shard_size", optimizer_weight_shard_size)


def _install_plain_methods() -> None:
    """The set_ and get_ methods that only check a bool, or nothing."""

    def setter(name: str):
        where, word = _BOOLS.get(name, ("", ""))

        def set_value(self, value):
            if word and not isinstance(value, bool):
                raise TypeError(
                    f"{where or _where(f'set_{name}')} the argument '{word}' must be bool, but "
                    f"got the type : {type(value)}."
                )
            if isinstance(_DEFAULTS[name], str):
                _check_str(name, value)
            self._put(name, value)

        set_value.__doc__ = f"Set `{name}`."
        return set_value

    def getter(name: str):
        def get_value(self):
            return self._values[name]

        get_value.__doc__ = f"The value of `{name}`."
        return get_value

    def asker(name: str):
        def is_set(self):
            return name in self._was_set

        is_set.__doc__ = f"Whether `{name}` was ever set."
        return is_set

    plain = [(f"set_{n}", setter(n)) for n in _DEFAULTS]
    plain += [(f"get_{n}", getter(n)) for n in _DEFAULTS]
    plain += [
        (f"get_{n}_is_set", asker(n)) for n in ("device_num", "global_rank", "parameter_broadcast")
    ]
    for method, func in plain:
        if not hasattr(_AutoParallelContext, method):
            func.__name__ = method
            func.__qualname__ = f"_AutoParallelContext.{method}"
            setattr(_AutoParallelContext, method, func)


_install_plain_methods()
_AUTO_PARALLEL_CONTEXT = _AutoParallelContext()


def auto_parallel_context() -> _AutoParallelContext:
    """The process's only auto-parallel context."""
    return _AUTO_PARALLEL_CONTEXT


def _set_auto_parallel_context(**kwargs):
    check_argument_types(_TYPES, kwargs)
    for key, value in kwargs.items():
        if key not in _KEYS or key in _READ_ONLY:
            raise ValueError(f"Set context keyword {key} is not recognized!")
        getattr(_AUTO_PARALLEL_CONTEXT, f"set_{_METHOD.get(key, key)}")(value)


def _get_auto_parallel_context(attr_key):
    if attr_key not in _KEYS or attr_key in _WRITE_ONLY:
        raise ValueError(f"Get context keyword {attr_key} is not recognized!")
    return getattr(_AUTO_PARALLEL_CONTEXT, f"get_{_METHOD.get(attr_key, attr_key)}")()


def _reset_auto_parallel_context():
    _AUTO_PARALLEL_CONTEXT.reset()
