"""Cost model of MindSpore's strategy search, imported by published models. Kept, not used."""

from __future__ import annotations

from typing import Any

from msjax._core.runtime.settings import Settings


def _run_phase(value: int) -> int:
    if value not in (0, 1):
        raise ValueError(
            f"For 'set_run_phase', the argument 'phase' must be '0' or '1', but got {value}"
        )
    return value


_DEFAULTS: dict[str, Any] = {
    "device_memory_capacity": 17179869184.0,
    "costmodel_alpha": 1.0,
    "costmodel_beta": 400.0,
    "costmodel_gamma": 0.0010000000474974513,
    "costmodel_communi_threshold": 2048.0,
    "costmodel_communi_const": 3072.0,
    "costmodel_communi_bias": 1024.0,
    "run_phase": 0,
    "costmodel_allreduce_fusion_algorithm": 0,
    "costmodel_allreduce_fusion_times": 0,
    "costmodel_allreduce_fusion_tail_percent": 0.1,
    "costmodel_allreduce_fusion_tail_time": 0.1,
    "costmodel_allreduce_fusion_allreduce_inherent_time": 0.1,
    "costmodel_allreduce_fusion_allreduce_bandwidth": 0.1,
    "costmodel_allreduce_fusion_computation_time_parameter": 0.1,
}
_settings = Settings(
    _DEFAULTS, {k: type(v) for k, v in _DEFAULTS.items()}, {"run_phase": _run_phase}
)
_flags = Settings(
    {"multi_subgraphs": False, "algo_single_loop": False, "rp_matmul_mem_coef": 0.10000000149011612}
)


def set_cost_model_context(**kwargs: Any) -> None:
    """Set parameters of the cost model; TypeError or ValueError for a bad value or name."""
    _settings.set(**kwargs)


def get_cost_model_context(attr_key: str) -> Any:
    """One parameter of the cost model; ValueError if the name is unknown."""
    return _settings.get(attr_key)


def reset_cost_model_context() -> None:
    """All parameters of the cost model back to their defaults."""
    _settings.reset()
    _flags.reset()


def _set_multi_subgraphs(multi_subgraph: bool = True) -> None:
    _flags.set(multi_subgraphs=multi_subgraph)


def _get_multi_subgraphs():
    return _flags.get("multi_subgraphs")


def _set_algo_single_loop(single_loop=True):
    if not isinstance(single_loop, bool):
        raise TypeError(
            "For 'set_dp_algo_single_loop', the argument 'single_loop' must be bool, but got the "
            f"type : {type(single_loop)}"
        )
    _flags.set(algo_single_loop=single_loop)


def _get_algo_single_loop():
    return _flags.get("algo_single_loop")


def _set_rp_matmul_mem_coef(coef):
    _flags.set(rp_matmul_mem_coef=coef)


def _get_rp_matmul_mem_coef():
    return _flags.get("rp_matmul_mem_coef")
