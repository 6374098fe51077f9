"""Context and parallel settings; recorded facts of these, of the runtime, log and checks."""

import importlib
import logging
import os
import re
import subprocess
import sys
import types

import jax
import numpy as np
import pytest
from places import ROOT, read_golden

from msjax import _checkparam, communication, device_context, hal, log, runtime, version
from msjax import context as public
from msjax._core.compile import jit_config
from msjax._core.runtime import context
from msjax.parallel import _auto_parallel_context, _cost_model_context
from msjax.parallel import _utils as parallel_utils
from msjax.parallel import algo_parameter_config as algo

pytestmark = pytest.mark.usefixtures("fresh")
RECORD = read_golden("context.json")

# The streams of JAX's CPU backend work; MindSpore's CPU package fails on making an Event.
BETTER = {"runtime.Event()", "hal.Event()"}
# Errors that MindSpore's C++ layer words by numbers or by overload tables: the class decides.
CLASS_ONLY = ("Got illegal param", "incompatible function arguments", "too many positional")


def namespace():
    """Names of the recorded statements."""
    ms = types.SimpleNamespace(device_context=device_context, __version__=version.__version__)
    for module in (public, context, algo, jit_config, log):
        for name in dir(module):
            if name[0] != "_":
                setattr(ms, name, getattr(module, name))
    space = {
        "ms": ms,
        "comm": communication,
        "runtime": runtime,
        "hal": hal,
        "cost_model": _cost_model_context,
        "utils": parallel_utils,
        "auto_parallel_context": _auto_parallel_context.auto_parallel_context,
        "apc": _auto_parallel_context.auto_parallel_context(),
        "set_ap": public.set_auto_parallel_context,
        "get_ap": public.get_auto_parallel_context,
        "reset_ap": public.reset_auto_parallel_context,
        "setenv": os.environ.__setitem__,
        "_c": _checkparam,
    }
    return space | {k: getattr(_checkparam, k) for k in dir(_checkparam) if k[:2] != "__"}


SPACE = namespace()


def _outcome(statements):
    try:
        for line in statements[:-1]:
            exec(line, SPACE)
        return {"value": repr(eval(statements[-1], SPACE))}
    except Exception as exc:
        return {"error": type(exc).__name__, "text": (str(exc).splitlines() or [""])[0]}


def _plain(text):
    """Error text without what must differ: msjax's extra target, class paths, working folder."""
    text = text.replace(", 'TPU'", "").replace("mindspore.graph.jit_config", "JC")
    text = text.replace("msjax._core.compile.jit_config", "JC")
    return re.sub(r"'[^']*/x'", "'x'", text)


CASES = [c for c in RECORD["cases"] if c["code"][-1] not in BETTER]


@pytest.mark.parametrize("case", CASES, ids=lambda c: "; ".join(c["code"])[-90:])
def test_recorded(case, monkeypatch):
    if not any("set_device" in line for line in case["code"]):  # the record is of a CPU
        monkeypatch.setitem(context.state.values, "device_target", "CPU")
    got = _outcome(case["code"])
    if "value" in case:
        assert got == {"value": case["value"]}
        return
    assert got.get("error") == case["error"], got
    if not any(part in case["text"] for part in CLASS_ONLY):
        assert _plain(got["text"]) == _plain(case["text"])


@pytest.mark.parametrize(
    "table, get",
    [
        ("context", context.get_context),
        ("auto_parallel", public.get_auto_parallel_context),
        ("ps", public.get_ps_context),
        ("cost_model", _cost_model_context.get_cost_model_context),
        ("algo", algo.get_algo_parameters),
    ],
)
def test_defaults(table, get):
    want = RECORD["defaults"][table]
    assert {key: repr(get(key)) for key in want} == want


def test_mode_is_an_attribute_and_version_counts_changes():
    assert context.state.mode == context.PYNATIVE_MODE
    before = context.state.version
    context.set_context(mode=context.GRAPH_MODE)
    assert context.state.mode == 0
    graph = context.state.version
    assert graph != before
    context.set_context(mode=context.GRAPH_MODE, save_graphs=2)
    assert context.state.version == graph
    context.set_context(mode=context.PYNATIVE_MODE)
    assert context.state.version not in (graph, 0)  # code made before is found again
    context.set_context(mode=context.GRAPH_MODE)
    assert context.state.version == graph
    context.set_context(jit_syntax_level=context.STRICT)
    strict = context.state.version
    assert strict != graph
    public.set_auto_parallel_context(device_num=2)
    assert context.state.version not in (before, graph, strict)


def test_failed_call_keeps_what_came_before():
    with pytest.raises(ValueError):
        context.set_context(max_call_depth=7, foo=1)
    assert context.get_context("max_call_depth") == 7


def test_default_values_are_not_shared():
    context.get_context("jit_config")["jit_level"] = "O2"
    assert context.get_context("jit_config") == {}


def test_a_config_shows_in_its_entries():
    context.set_context(jit_config={"jit_level": "O1"})
    context.set_context(device_target="GPU", gpu_config={"matmul_allow_tf32": True})
    assert context.get_context("jit_level") == "O1"
    assert context.get_context("matmul_allow_tf32") is True
    assert context._rounding() == [True, True]


def test_convolutions_may_round_to_tf32_and_products_may_not():
    assert context._rounding() == [False, True]


def test_bad_config_of_the_matching_target_is_refused():
    context.set_context(device_target="GPU")
    with pytest.raises(ValueError, match="must be one of"):
        context.set_context(gpu_config={"foo": 1})
    context.set_context(device_target="Ascend")
    with pytest.raises(ValueError, match="removed since MindSpore 2.6"):
        context.set_context(ascend_config={"exception_dump": "1"})
    with pytest.raises(TypeError, match="ge_options"):
        context.set_context(ascend_config={"ge_options": 1})
    context.set_context(ascend_config={"precision_mode": "force_fp32"}, max_device_memory="3GB")
    assert context.get_context("ascend_config") == {"precision_mode": "force_fp32"}
    assert context.get_context("max_device_memory") == 3.0
    for value in ("x", "0GB"):
        with pytest.raises(ValueError):
            context.set_context(max_device_memory=value)


def test_remark_once_per_key(caplog):
    caplog.set_level(logging.INFO, "mindspore")
    context.set_context(save_graphs=2)
    context.set_context(save_graphs=3)
    context.set_context(enable_graph_kernel=True)
    context.set_context(check_bprop=False, pynative_synchronize=True)
    levels = [(r.levelname, "save_graphs" in r.getMessage()) for r in caplog.records]
    assert levels == [("WARNING", True), ("INFO", False)]


def test_glog_v_silences_remarks(caplog, monkeypatch):
    monkeypatch.setenv("GLOG_v", "3")
    context.set_context(save_graphs=2)
    assert not caplog.records


# ---------------------------------------------------------------- devices


def test_default_placement_is_none():
    assert context.device() is None
    context.set_context(device_target=context.target())
    assert context.device() is None


def test_missing_platform_is_refused_at_first_use():
    missing = next(t for t in ("TPU", "GPU") if t not in context.platforms())
    context.set_context(device_target=missing)
    assert context.get_context("device_target") == missing
    with pytest.raises(RuntimeError, match=rf"{missing}.*available device targets: .*CPU \("):
        context.device()
    context.set_context(device_target="CPU")
    context.device()


def test_ascend_runs_on_the_default_device_with_one_warning(caplog):
    context.set_context(device_target="Davinci")
    context.set_context(device_target="Ascend")
    assert context.get_context("device_target") == "Ascend"
    assert context.device() is None
    assert [r.levelname for r in caplog.records] == ["WARNING"]


def test_device_id_picks_a_device():
    code = """
from msjax._core.runtime import context
context.set_context(device_target="CPU", device_id=1)
import jax
print(context.device() == jax.devices("cpu")[1], end=" ")
context.set_context(device_id=0)
print(context.device(), end=" ")
context.set_context(device_id=7)
print(context.device())
"""
    env = {"XLA_FLAGS": "--xla_force_host_platform_device_count=2", "JAX_PLATFORMS": "cpu"}
    assert _python(code, **env) == "True None None"


def _python(code, **env):
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_no_backend_is_started_by_importing_or_setting():
    code = """
import msjax.context, msjax.runtime, msjax.hal, msjax.communication, msjax.device_context
import msjax.parallel._utils, msjax._checkparam, msjax.log, msjax.device_manager
from msjax._core.runtime import context
import jax
before = {n: getattr(jax.config, n) for n in ("jax_enable_x64", "jax_platforms",
          "jax_default_device", "jax_compilation_cache_dir")}
context.set_context(mode=0, device_target="GPU", device_id=1, save_graphs=True)
context.set_context(deterministic="ON", ascend_config={}, max_device_memory="2GB")
msjax.runtime.synchronize()
msjax.hal.is_initialized("CPU")
assert before == {n: getattr(jax.config, n) for n in before}
import os
print(context.backend_started(), os.environ["XLA_FLAGS"])
"""
    assert _python(code, XLA_FLAGS="") == "False --xla_gpu_deterministic_ops=true"


def test_deterministic_leaves_xla_alone_on_cpu(monkeypatch):
    context.set_context(device_target="CPU", deterministic="ON")
    assert "XLA_FLAGS" not in os.environ


def test_deterministic_too_late_is_said(caplog):
    jax.numpy.zeros(1)
    context.set_context(device_target="GPU", deterministic="ON")
    assert "after JAX had started" in caplog.text


def test_compile_cache_follows_the_setting(tmp_path):
    names = [
        "jax_compilation_cache_dir",
        "jax_persistent_cache_min_entry_size_bytes",
        "jax_persistent_cache_min_compile_time_secs",
    ]
    before = [getattr(jax.config, n) for n in names]
    context.set_context(compile_cache_path=str(tmp_path))
    assert [getattr(jax.config, n) for n in names] == before
    context.set_context(enable_compile_cache=True)
    try:
        folder = tmp_path / "rank_0" / "graph_cache"
        assert jax.config.jax_compilation_cache_dir == str(folder)
        jax.jit(lambda x: x * 3 + 41)(np.float32(1)).block_until_ready()
        assert any(folder.iterdir())
    finally:
        context.set_context(enable_compile_cache=False)
    assert [getattr(jax.config, n) for n in names] == before


def test_compile_cache_by_environment(tmp_path):
    code = "import msjax.context, jax; print(jax.config.jax_compilation_cache_dir)"
    env = {"MS_COMPILER_CACHE_ENABLE": "1", "MS_COMPILER_CACHE_PATH": str(tmp_path)}
    assert _python(code, **env) == str(tmp_path / "rank_0" / "graph_cache")


def test_synchronous():
    assert not context.synchronous()
    runtime.launch_blocking()
    assert context.synchronous()


# ---------------------------------------------------------------- parallel settings


def test_parameter_server_is_refused():
    with pytest.raises(NotImplementedError, match="parameter server"):
        public.set_ps_context(enable_ps=True)
    assert public.get_ps_context("enable_ps") is False


def test_offload():
    public.set_offload_context({"auto_offload": False})
    assert public.get_offload_context()["auto_offload"] is False
    with pytest.raises(ValueError):
        public.set_offload_context({"foo": 1})
    with pytest.raises(NotImplementedError):
        public.set_offload_context({"offload_param": "cpu"})
    public.set_offload_context({"auto_offload": True})


def test_full_shapes_by_strategy():
    public.set_auto_parallel_context(
        parallel_mode="semi_auto_parallel", dataset_strategy=((2, 1), (4,))
    )
    assert parallel_utils._need_to_full()
    assert parallel_utils._to_full_shapes([(3, 5), (-1,)], 8) == [[6, 5], [-1]]
    with pytest.raises(ValueError):
        parallel_utils._to_full_shapes([(3, 5)], 8)


def test_ascend_settings_on_ascend():
    context.set_context(device_target="Ascend")
    ascend = device_context.ascend
    ascend.op_precision.precision_mode("force_fp16")
    ascend.op_precision.precision_mode("force_fp16")
    with pytest.raises(RuntimeError, match="'precision_mode' can not be set repeatedly"):
        ascend.op_precision.precision_mode("force_fp32")
    for bad in (
        lambda: ascend.op_precision.precision_mode("x"),
        lambda: ascend.op_precision.op_precision_mode("nowhere"),
        lambda: ascend.op_tuning.aoe_tune_mode("x"),
        lambda: ascend.op_tuning.aoe_job_type("3"),
        lambda: ascend.op_debug.debug_option("x"),
        lambda: ascend.op_debug.execute_timeout(-1),
        lambda: ascend.op_debug.aclinit_config({"foo": 1}),
    ):
        with pytest.raises(ValueError):
            bad()


def test_gpu_settings_on_gpu():
    context.set_context(device_target="GPU")
    gpu = device_context.gpu
    gpu.op_precision.matmul_allow_tf32(True)
    gpu.op_tuning.conv_fprop_algo("gemm")
    assert context.get_context("matmul_allow_tf32") is True
    assert context.get_context("conv_fprop_algo") == "gemm"
    with pytest.raises(ValueError):
        gpu.op_tuning.conv_wgrad_algo("gemm")


@pytest.mark.parametrize(
    "module",
    [
        "context",
        "runtime",
        "hal",
        "communication",
        "communication.management",
        "device_context",
        "device_manager",
        "log",
        "parallel",
    ],
)
def test_all_names_exist(module):
    module = importlib.import_module(f"msjax.{module}")
    assert not [name for name in module.__all__ if not hasattr(module, name)]


def test_the_private_context_object(monkeypatch):
    assert public._context() is public.K_CONTEXT
    assert public._context().get_mode() == public._get_mode() == public.get_context("mode")
    monkeypatch.setattr(public, "K_CONTEXT", None)
    assert public._context() is public.K_CONTEXT is not None
    assert public.set_context.__wrapped__ is not public.set_context


def test_device_within_a_block():
    import msjax as ms

    before = context.get_current_device()
    with ms.DeviceCtx("CPU", 0) as outer:
        assert context.get_current_device() == ("CPU", 0)
        with outer:
            x = ms.Tensor([1.0, 2.0])
    assert context.get_current_device() == before
    np.testing.assert_array_equal((x + 1).asnumpy(), [2, 3])
    with pytest.raises(KeyError), ms.DeviceCtx("CPU"):
        raise KeyError("the block's own")
    assert context.get_current_device() == before
    for wrong, error, text in (
        (ms.DeviceCtx("NPU"), ValueError, "must be one of"),
        (ms.DeviceCtx("CPU", -1), ValueError, "greater than or equal to 0"),
        (ms.DeviceCtx("meta"), NotImplementedError, "no_init_parameters"),
    ):
        with pytest.raises(error, match=text), wrong:
            pass
    assert context.get_current_device() == before
