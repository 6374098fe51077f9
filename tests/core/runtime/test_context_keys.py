"""Values that the keys of set_context take; tests/golden/context.json has MindSpore's answers."""

import pytest

from msjax._core.runtime import context_keys
from msjax._core.runtime.context_keys import check_argument_types, check_target, checked

VALUES = {
    "mode": [(0, 0), (True, 1)],
    "device_id": [(7, 7)],
    "save_graphs": [(True, 2), (False, 0), (3, 3)],
    "jit_syntax_level": [(0, 0), (2, 2)],
    "memory_optimize_level": [("O1", 1)],
    "max_device_memory": [("3GB", 3.0), ("0.5GB", 0.5)],
    "mempool_block_size": [("2.5GB", 2.5)],
    "variable_memory_max_size": [("31GB", "31 * 1024 * 1024 * 1024")],
    "exec_order": [("dfs", "dfs")],
    "enable_profiling": [(True, True)],
    "enable_compile_cache": [(True, True)],
    "jit_config": [({"jit_level": "O0", "infer_boost": "on"},) * 2],
}
REFUSED = {
    "mode": [(2, ValueError, "GRAPH_MODE")],
    "device_id": [(4096, ValueError, r"in range \[0, 4095\]")],
    "save_graphs": [(4, ValueError, "should be 0-3")],
    "jit_syntax_level": [(3, ValueError, "context.STRICT or context.LAX")],
    "max_call_depth": [(0, ValueError, "must be greater than 0")],
    "max_device_memory": [("0GB", ValueError, "illegal"), ("3", ValueError, "illegal")],
    "mempool_block_size": [("0.5GB", ValueError, "greater or equal")],
    "variable_memory_max_size": [("32GB", ValueError, "not be greater than 31GB")],
    "profiling_options": [(1, TypeError, "must be string")],
    "support_binary": [(1, TypeError, "should be a bool")],
    "enable_profiling": [(1, RuntimeError, "illegal param enable_profiling")],
    "jit_config": [
        ({"level": "O0"}, ValueError, "the key of argument 'jit_config'"),
        ({"jit_level": "O3"}, ValueError, "the value of argument jit_level"),
        ({"jit_level": "O1", "infer_boost": "on"}, ValueError, "Only jit_level set O0"),
    ],
}


@pytest.mark.parametrize(("key", "given", "kept"), [(k, *c) for k, v in VALUES.items() for c in v])
def test_values_that_are_kept(key, given, kept):
    found = checked(key, given)
    assert found == kept and type(found) is type(kept)


@pytest.mark.parametrize(
    ("key", "given", "error", "text"), [(k, *c) for k, v in REFUSED.items() for c in v]
)
def test_values_that_are_refused(key, given, error, text):
    with pytest.raises(error, match=text):
        checked(key, given)


def test_defaults_pass_their_own_checks():
    looked_up = {"jit_level", "max_device_memory", "mempool_block_size", "memory_optimize_level"}
    looked_up |= {"variable_memory_max_size", "save_graphs_path", "print_file_path"}
    looked_up |= {"env_config_path", "aoe_tune_mode"}  # their defaults are no values to give
    for key in context_keys.DEFAULTS.keys() - looked_up:
        assert checked(key, context_keys.DEFAULTS[key]) == context_keys.DEFAULTS[key], key


def test_argument_types():
    types = {"size": int, "either": (bool, str)}
    given = {"size": 1, "either": "a", "other": object()}
    for name, wrong in (("size", "1"), ("either", 1)):
        with pytest.raises(TypeError, match=f"^The parameter '{name}' must be "):
            check_argument_types(types, given | {name: wrong})
        assert check_argument_types(types, given | {name: None}) is None


def test_targets():
    assert check_target("Davinci") == "Ascend" and check_target("TPU") == "TPU"
    with pytest.raises(ValueError, match="'device_target' must be one of"):
        check_target("tpu")


def test_sets_of_keys_name_keys():
    keys = context_keys.DEFAULTS.keys() | {"device_target", "runtime_num_threads"}
    for group in ("AFFECTS_COMPILATION", "EFFECTIVE", "INSTEAD", "ONLY_FOR_TARGET", "READ_ONLY"):
        assert set(getattr(context_keys, group)) <= keys, group
    assert keys.isdisjoint(context_keys.REMOVED) and keys.isdisjoint(context_keys.DROPPED)


def test_a_config_needs_no_working_directory(tmp_path, monkeypatch):
    checks = context_keys._ascend_config
    assert checks({"op_precision_mode": str(tmp_path)}) and checks({}) == {}
    monkeypatch.chdir(tmp_path)
    tmp_path.rmdir()
    try:
        assert checks({"precision_mode": "force_fp32"}) == {"precision_mode": "force_fp32"}
        with pytest.raises(ValueError, match="does not exist"):
            checks({"op_precision_mode": "nowhere"})
    finally:
        tmp_path.mkdir()


@pytest.mark.parametrize(
    ("config", "error"),
    [
        ({"ge_options": "x"}, TypeError),
        ({"ge_options": {"other": {}}}, ValueError),
        ({"ge_options": {"global": 1}}, TypeError),
        ({"ge_options": {"global": {1: ""}}}, TypeError),
        ({"op_precision_mode": 2}, TypeError),
        ({"op_precision_mode": "./no such file"}, ValueError),
    ],
)
def test_refused_options_of_ascend(config, error):
    with pytest.raises(error, match=next(iter(config))):
        context_keys._ascend_config(config)


@pytest.mark.parametrize(
    "config",
    [
        {},
        {"ge_options": {"global": {"a": "b"}, "session": {}}},
        {"precision_mode": "force_fp32", "hccl_watchdog": False},
        {"op_debug_option": None, "topo_order": {"net": "dfs"}},
    ],
)
def test_accepted_options_of_ascend(config):
    assert checked("ascend_config", config) == config
