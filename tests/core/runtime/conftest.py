"""What tests of the runtime share."""

import jax
import pytest
from jax._src import compilation_cache as caches

from msjax import communication, log
from msjax._core.runtime import context, queue
from msjax.communication import _comm_helper
from msjax.parallel import _auto_parallel_context, _cost_model_context, _ps_context
from msjax.parallel import algo_parameter_config as algo


@pytest.fixture
def fresh(monkeypatch, tmp_path):
    """Every test starts from an unset context in an empty folder, and leaves none behind."""
    new = context.State()
    for name in context.State.__slots__:
        monkeypatch.setattr(context.state, name, getattr(new, name))
    for name in ("RANK_ID", "RANK_SIZE", "GLOG_v", "MS_WORKER_NUM", "XLA_FLAGS"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    log._logger = None
    monkeypatch.setattr(queue, "_current", None)
    monkeypatch.chdir(tmp_path)
    groups = [
        _auto_parallel_context.auto_parallel_context(),
        _ps_context._settings,
        _cost_model_context._settings,
        _cost_model_context._flags,
        algo._settings,
    ]
    yield
    if log._logger is not None:
        for handler in log._logger.handlers:
            handler.close()
    log._logger = None  # its handlers are made for one set of environment variables
    for group in groups:
        group.__dict__.update(type(group)(*_arguments(group)).__dict__)
    communication.release()
    _comm_helper.GlobalComm.BACKEND = "hccl"
    _comm_helper.GlobalComm.WORLD_COMM_GROUP = "hccl_world_group"


def _arguments(group):
    names = ("defaults", "types", "checks", "title")
    return [getattr(group, n) for n in names if hasattr(group, n)]


@pytest.fixture
def cache_settings(monkeypatch):
    """JAX's settings of its compile cache, which are as before afterwards."""
    names = (
        "jax_compilation_cache_dir",
        "jax_persistent_cache_min_entry_size_bytes",
        "jax_persistent_cache_min_compile_time_secs",
    )
    before = {name: getattr(jax.config, name) for name in names}
    monkeypatch.setattr(caches, "get_file_cache", caches.get_file_cache)
    monkeypatch.delenv("MSJAX_CACHE_SIZE", raising=False)
    yield
    for name, value in before.items():
        jax.config.update(name, value)
    caches.reset_cache()
