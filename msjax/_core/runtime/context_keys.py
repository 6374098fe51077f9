"""The keys of set_context: defaults, accepted types, value checks, and what JAX makes of them."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from typing import Any

GRAPH_MODE, PYNATIVE_MODE = 0, 1
STRICT, COMPATIBLE, LAX = 0, 1, 2
RELEASE, DEBUG = 0, 1

TARGETS = ("CPU", "GPU", "Ascend", "Davinci", "TPU")
_SET = "For 'context.set_context',"
_SIZE = r"[1-9][0-9]*(\.)?[0-9]*GB|0\.[0-9]*GB"

# Value of get_context before anything is set. Two keys are not here because they are looked up:
# "device_target" (JAX's platform when never set) and "runtime_num_threads" (the machine's cores).
DEFAULTS: dict[str, Any] = {
    "mode": PYNATIVE_MODE,
    "device_id": 0,
    "deterministic": "OFF",
    "pynative_synchronize": False,
    "save_graphs": 0,
    "save_graphs_path": ".",
    "enable_compile_cache": None,
    "compile_cache_path": "",
    "max_call_depth": 1000,
    "jit_syntax_level": LAX,
    "jit_level": "",
    "infer_boost": "off",
    "debug_level": RELEASE,
    "jit_config": {},
    "ascend_config": {},
    "gpu_config": {},
    "aoe_config": {},
    "aoe_tune_mode": "",
    "aoe_job_type": "2",
    "memory_optimize_level": 0,
    "exec_order": "bfs",
    "max_device_memory": 1024.0,
    "mempool_block_size": 1.0,
    "variable_memory_max_size": "0",
    "print_file_path": "",
    "env_config_path": "",
    "graph_kernel_flags": "",
    "profiling_options": "training_trace",
    "inter_op_parallel_num": 0,
    "op_timeout": 900,
    "check_bprop": False,
    "enable_graph_kernel": False,
    "enable_reduce_precision": True,
    "enable_profiling": False,
    "enable_parallel_split": False,
    "disable_format_transform": False,
    "reserve_class_name_in_scope": True,
    "support_binary": False,
    "enable_ge": False,
    "precision_mode": "",
    "jit_compile": "",
    "atomic_clean_policy": "",
    "matmul_allow_hf32": "",
    "conv_allow_hf32": "",
    "op_precision_mode": "",
    "ge_options": "",
    "op_debug_option": "",
    "host_scheduling_max_threshold": "",
    "topo_order": "",
    "conv_fprop_algo": "normal",
    "conv_dgrad_algo": "normal",
    "conv_wgrad_algo": "normal",
    "conv_allow_tf32": True,
    "matmul_allow_tf32": False,
    "recompute_comm_overlap": "",
    "matmul_grad_comm_overlap": "",
    "pp_1f1b_overlap": "",
    "recompute_allgather_overlap_fagrad": False,
    "enable_task_opt": False,
    "enable_grad_comm_opt": False,
    "enable_opt_shard_comm_opt": False,
    "compute_communicate_fusion_level": 0,
    "dataset_broadcast_opt_level": 0,
    "interleaved_matmul_comm": False,
    "interleaved_layernorm_comm": False,
    "bias_add_comm_swap": False,
    "enable_begin_end_inline_opt": False,
    "enable_concat_eliminate_opt": False,
    "enable_fused_cast_add_opt": False,
    "cur_step_num": 0,
    "need_ckpt": False,
    "save_checkpoint_steps": 0,
    "last_triggered_step": 0,
    "hccl_watchdog": True,
    "enable_flash_attention_load_balance": False,
    "enable_allreduce_slice_to_reducescatter": False,
    "enable_interleave_split_concat_branch": False,
    "enable_interleave_parallel_branch": False,
    "enable_offloading_packed_experts": True,
}

# Argument types refused with TypeError before anything is looked at; None always passes this stage.
ARGUMENT_TYPES: dict[str, Any] = {
    "save_graphs": (bool, int),
    **dict.fromkeys(
        (
            "mode device_id inter_op_parallel_num max_call_depth runtime_num_threads op_timeout"
            " jit_syntax_level debug_level"
        ).split(),
        int,
    ),
    **dict.fromkeys(
        (
            "device_target save_graphs_path aoe_tune_mode variable_memory_max_size deterministic"
            " max_device_memory print_file_path env_config_path graph_kernel_flags"
            " mempool_block_size"
        ).split(),
        str,
    ),
    **dict.fromkeys(
        (
            "enable_reduce_precision enable_auto_mixed_precision enable_graph_kernel check_bprop"
            " reserve_class_name_in_scope save_compile_cache load_compile_cache"
            " pynative_synchronize disable_format_transform jit_enable_inplace_ops"
            " enable_compile_cache"
        ).split(),
        bool,
    ),
    **dict.fromkeys("aoe_config ascend_config gpu_config jit_config".split(), dict),
}

# Accepted and dropped: get_context does not know them.
DROPPED = ("enable_sparse", "auto_tune_mode", "enable_auto_mixed_precision")

REMOVED = {
    "exception_dump": ("2.6", "device_context.ascend.op_debug.aclinit_config()"),
    "precompile_only": ("2.10", "env MS_DEV_PRECOMPILE_ONLY"),
    "grad_for_scalar": ("2.10", "tensor derivative"),
}

ONLY_IN_ASCEND_CONFIG = (
    "precision_mode",
    "jit_compile",
    "atomic_clean_policy",
    "matmul_allow_hf32",
    "conv_allow_hf32",
    "op_precision_mode",
    "host_scheduling_max_threshold",
    "ge_options",
    "op_debug_option",
)

# Ignored, value unread, when device_target is another one.
ONLY_FOR_TARGET = {
    "enable_reduce_precision": ["Ascend"],
    "print_file_path": ["Ascend"],
    "variable_memory_max_size": ["Ascend"],
    "max_device_memory": ["Ascend", "GPU"],
    "mempool_block_size": ["GPU", "Ascend"],
    "disable_format_transform": ["GPU"],
    "ascend_config": ["Ascend"],
    "gpu_config": ["GPU"],
}

READ_ONLY = ("enable_ge",)

# A change of one of these makes already compiled functions stale.
AFFECTS_COMPILATION = frozenset(
    "mode device_target device_id deterministic jit_syntax_level debug_level max_call_depth"
    " jit_config jit_level gpu_config ascend_config conv_allow_tf32 matmul_allow_tf32"
    " reserve_class_name_in_scope".split()
)

# Keys that do something here; every other key is stored and remarked on.
EFFECTIVE = frozenset(
    "mode device_target device_id deterministic enable_compile_cache compile_cache_path"
    " jit_syntax_level pynative_synchronize".split()
)

# What to use instead, for settings whose absence a user would notice.
INSTEAD = {
    "save_graphs": "use jax.make_jaxpr or the environment variable XLA_FLAGS=--xla_dump_to=DIR",
    "save_graphs_path": "use the environment variable XLA_FLAGS=--xla_dump_to=DIR",
    "print_file_path": "redirect the standard output",
    "env_config_path": "use jax.debug.print or XLA_FLAGS=--xla_dump_to=DIR",
    "enable_profiling": "use jax.profiler.trace",
    "max_device_memory": "set the environment variable XLA_PYTHON_CLIENT_MEM_FRACTION",
    "variable_memory_max_size": "set the environment variable XLA_PYTHON_CLIENT_MEM_FRACTION",
    "mempool_block_size": "set the environment variable XLA_PYTHON_CLIENT_MEM_FRACTION",
}


def check_argument_types(types: dict[str, Any], given: dict[str, Any]) -> None:
    """TypeError for the first argument that is neither None nor of its declared type."""
    for name, value in given.items():
        if name in types and value is not None and not isinstance(value, types[name]):
            raise TypeError(f"The parameter '{name}' must be {types[name]}, but got {type(value)}")


def _member(key: str, allowed: list, value: Any) -> Any:
    if value not in allowed:
        raise ValueError(f"{_SET} the argument '{key}' must be one of {allowed}, but got {value}.")
    return value


def _mode(value: Any) -> int:
    if value not in (GRAPH_MODE, PYNATIVE_MODE):
        raise ValueError(
            f"{_SET} the argument 'mode' should be context.GRAPH_MODE (0) or "
            f"context.PYNATIVE_MODE (1), but got {value}."
        )
    return int(value)


def check_target(value: Any) -> str:
    """The canonical device target, or MindSpore's ValueError."""
    _member("device_target", list(TARGETS), value)
    return "Ascend" if value == "Davinci" else value


def _device_id(value: int) -> int:
    if not 0 <= value <= 4095:
        raise ValueError(
            f"{_SET} the argument 'device_id' must be in range [0, 4095], but got {value}."
        )
    return int(value)


def _save_graphs(value: Any) -> int:
    value = 2 if value is True else int(value)
    if value > 3:
        raise ValueError(f"value for save_graphs should be 0-3 but got '{value}'")
    return value


def _one_of_levels(key: str, allowed: tuple, names: str) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        if value not in allowed:
            raise ValueError(f"For '{key}', the value should be {names}, but got {value}.")
        return int(value)

    return check


def _at_least(low: int, text: str) -> Callable[[int], int]:
    def check(value: int) -> int:
        if value < low:
            raise ValueError(text.format(value))
        return value

    return check


def _size(key: str, value: str) -> float:
    if re.match(_SIZE, value, re.ASCII) is None:
        raise ValueError(
            f"The '{value}' is illegal, it must be match regular'{_SIZE}' by flags'{re.ASCII}.'"
        )
    return float(value[:-2])


def _variable_memory(value: str) -> str:
    if _size("variable_memory_max_size", value) > 31:
        raise ValueError(
            f"{_SET} the argument 'variable_memory_max_size' should not be greater than 31GB, "
            f"but got {value}GB."
        )
    return f"{value[:-2]} * 1024 * 1024 * 1024"


def _mempool_block(value: str) -> float:
    size = _size("mempool_block_size", value)
    if size < 1:
        raise ValueError(
            f"{_SET}  the argument 'mempool_block_size' should be greater or equal to \"1GB\", "
            f"but got {size}GB"
        )
    return size


def _aoe_tune_mode(value: str) -> str:
    if value not in ("online", "offline"):
        raise ValueError(
            f"{_SET} the argument 'aoe_tune_mode' must be in ['online', 'offline'], "
            f"but got {value}."
        )
    return value


def _profiling_options(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(
            f"{_SET} the argument 'profiling_option' must be string, but got {type(value)}."
        )
    return value


def _support_binary(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"The attribute 'support_binary' should be a bool, but got {type(value)}.")
    return value


def _save_graphs_path(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(
            f"{_SET} the 'save_graphs_path' or the 'print_file_path' is invalid type, it should "
            f"be Non-empty string, but got '{value}'."
        )
    os.makedirs(os.path.realpath(value), mode=0o700, exist_ok=True)
    return os.path.realpath(value)


def _print_file_path(value: str) -> str:
    path = os.path.realpath(value)
    if os.path.isdir(path):
        raise OSError(
            f"{_SET} the argument 'print_file_path' should be file path, but got directory {value}."
        )
    return f"{path}.{int(time.time())}" if os.path.exists(path) else path


def _env_config_path(value: str) -> str:
    path = os.path.realpath(value)
    if not os.path.isfile(path):
        raise ValueError(
            f"{_SET} the 'env_config_path' file {path!r} is not exists, please check whether "
            "'env_config_path' is correct."
        )
    with open(path, encoding="utf-8") as file:
        json.load(file)  # a JSONDecodeError is a ValueError, MindSpore's class for this case
    return path


def _config(name: str, allowed: dict[str, list]) -> Callable[[dict], dict]:
    def check(config: dict) -> dict:
        for key, value in config.items():
            if key not in allowed:
                raise ValueError(
                    f"{_SET} the key of argument '{name}' must be one of {allowed}, but got {key}."
                )
            if value not in allowed[key]:
                raise ValueError(
                    f"For '{name}', the value of argument {key} must be one of {allowed[key]}, "
                    f"but got {value}."
                )
        return config

    return check


_check_jit_config = _config(
    "jit_config", {"jit_level": ["O0", "O1", "O2"], "infer_boost": ["on", "off"]}
)


def _jit_config(config: dict) -> dict:
    _check_jit_config(config)
    if config.get("infer_boost") == "on" and config.get("jit_level") in ("O1", "O2"):
        raise ValueError("Only jit_level set O0 can set infer_boost to on.")
    return config


PRECISION_MODES = [
    "force_fp16",
    "allow_fp32_to_fp16",
    "allow_mix_precision",
    "must_keep_origin_dtype",
    "force_fp32",
    "allow_fp32_to_bf16",
    "allow_mix_precision_fp16",
    "allow_mix_precision_bf16",
]
CONV_ALGORITHMS = {
    "conv_fprop_algo": (
        "normal performance implicit_gemm precomp_gemm gemm direct fft fft_tiling winograd"
        " winograd_nonfused"
    ).split(),
    "conv_dgrad_algo": (
        "normal performance algo_0 algo_1 fft fft_tiling winograd winograd_nonfused"
    ).split(),
    "conv_wgrad_algo": (
        "normal performance algo_0 algo_1 fft algo_3 fft_tiling winograd_nonfused"
    ).split(),
}
_ASCEND: dict[str, Any] = {
    "precision_mode": PRECISION_MODES,
    "jit_compile": [True, False],
    "atomic_clean_policy": [0, 1],
    "matmul_allow_hf32": [True, False],
    "conv_allow_hf32": [True, False],
    "exception_dump": ["0", "1", "2"],
    "op_precision_mode": (str,),
    "ge_options": (dict,),
    "parallel_speed_up_json_path": (str, type(None)),
    "host_scheduling_max_threshold": (int,),
    "cur_step_num": (int,),
    "save_checkpoint_steps": (int,),
    "need_ckpt": (bool,),
    "last_triggered_step": (int,),
    "hccl_watchdog": (bool,),
    "topo_order": (dict,),
    "op_debug_option": (str, type(None)),
}


def _ascend_config(config: dict) -> dict:
    for key, value in config.items():
        if key not in _ASCEND:
            raise ValueError(
                f"{_SET} the key of argument 'ascend_config' must be one of {tuple(_ASCEND)}, "
                f"but got {key}."
            )
        allowed = _ASCEND[key]
        if key in REMOVED:
            raise ValueError(removed_text("ascend_config", key))
        if isinstance(allowed, list) and value not in allowed:
            raise ValueError(
                f"For 'ascend_config', the value of argument {key} must be one of {allowed}, "
                f"but got {value}."
            )
        if isinstance(allowed, tuple) and not isinstance(value, allowed):
            raise TypeError(
                f"For 'ascend_config', the type of argument {key} must be one of {allowed}, "
                f"but got {type(value)}."
            )
    if "op_precision_mode" in config and not os.path.exists(config["op_precision_mode"]):
        raise ValueError(
            "For 'ascend_config', the path of argument op_precision_mode does not exist: "
            f"{config['op_precision_mode']}."
        )
    _check_ge_options(config.get("ge_options", {}))
    return config


def _check_ge_options(options: dict) -> None:
    for level, settings in options.items():
        if level not in ("global", "session"):
            raise ValueError(
                f"For 'ge_options', the key must be 'global' or 'session', but got {level}."
            )
        if not isinstance(settings, dict):
            raise TypeError(
                f"For 'ge_options', the value of {level} must be a dict, but got {type(settings)}."
            )
        for key, value in settings.items():
            if not isinstance(key, str) or not isinstance(value, str):
                raise TypeError(
                    "For 'ge_options', the options must be strings with strings as values, but "
                    f"got {key!r}: {value!r}."
                )


def removed_text(where: str, key: str) -> str:
    """Text of the ValueError for a key that MindSpore has removed."""
    version, instead = REMOVED[key]
    return (
        f"For '{where}', the parameter '{key}' has been removed since MindSpore {version} version."
        f" Please use the {instead} instead."
    )


CHECKS: dict[str, Callable[[Any], Any]] = {
    "mode": _mode,
    "device_id": _device_id,
    "save_graphs": _save_graphs,
    "save_graphs_path": _save_graphs_path,
    "print_file_path": _print_file_path,
    "env_config_path": _env_config_path,
    "jit_syntax_level": _one_of_levels(
        "jit_syntax_level", (STRICT, COMPATIBLE, LAX), "context.STRICT or context.LAX"
    ),
    "debug_level": _one_of_levels(
        "debug_level", (RELEASE, DEBUG), "context.DEBUG or context.RELEASE"
    ),
    "max_call_depth": _at_least(
        1, f"{_SET} the argument 'max_call_depth' must be greater than 0, but got {{}}."
    ),
    "runtime_num_threads": _at_least(0, "The num of thread must bigger than or equal to 0."),
    "op_timeout": _at_least(0, "The num of op exe timeout must bigger than or equal to 0."),
    "inter_op_parallel_num": _at_least(
        0, "The num of parallel thread must bigger than or equal to 0."
    ),
    "memory_optimize_level": lambda v: int(_member("memory_optimize_level", ["O0", "O1"], v)[1]),
    "exec_order": lambda v: _member("exec_order", ["bfs", "dfs"], v),
    "deterministic": lambda v: _member("deterministic", ["ON", "OFF"], v),
    "max_device_memory": lambda v: _size("max_device_memory", v),
    "mempool_block_size": _mempool_block,
    "variable_memory_max_size": _variable_memory,
    "aoe_tune_mode": _aoe_tune_mode,
    "aoe_config": _config("aoe_config", {"job_type": ["1", "2"]}),
    "profiling_options": _profiling_options,
    "support_binary": _support_binary,
    "jit_config": _jit_config,
    "ascend_config": _ascend_config,
    "gpu_config": _config(
        "gpu_config",
        {**CONV_ALGORITHMS, "conv_allow_tf32": [True, False], "matmul_allow_tf32": [True, False]},
    ),
}

# Entries of a dictionary key that get_context also answers one by one.
SPREAD = {
    "jit_config": {"jit_level": "jit_level", "infer_boost": "infer_boost"},
    "gpu_config": {k: k for k in (*CONV_ALGORITHMS, "conv_allow_tf32", "matmul_allow_tf32")},
    "aoe_config": {"job_type": "aoe_job_type"},
}


def checked(key: str, value: Any) -> Any:
    """The value to store under `key`, or MindSpore's error for a value that it refuses."""
    if key in CHECKS:
        return CHECKS[key](value)
    default = DEFAULTS[key]
    if default is not None and type(value) is not type(default):
        raise RuntimeError(f"Got illegal param {key} and value with type {type(value)}")
    return value
