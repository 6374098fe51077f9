"""How tests are chosen, compiled and divided among workers, and checks around every test."""

from __future__ import annotations

import ctypes
import gc
import logging
import mmap
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

# Nearly all the time goes into XLA's compilation. Without the newer fusion emitters and with one
# piece of code for each module it takes less than half, and gives the same numbers.
CHEAP = "--xla_cpu_use_fusion_emitters=false --xla_cpu_parallel_codegen_split_count=1"


def compile_cheaply() -> None:
    """Let this process, its workers and the programs that tests start compile cheaply."""
    flags = os.environ.get("XLA_FLAGS", "")
    if CHEAP in flags:
        return
    found = os.environ | {"XLA_FLAGS": f"{flags} {CHEAP}".strip()}
    command = [sys.executable, "-c", "import jax; jax.local_devices()"]
    if subprocess.run(command, env=found, capture_output=True).returncode == 0:
        os.environ.update(found)  # XLA ends a process whose flags it does not know


# Programs that tests start keep no compiled code in the folder of whoever runs the tests. They do
# keep bytecode, without which each needs nearly a second more.
os.environ["MSJAX_CACHE_DIR"] = "off"
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

if "PYTEST_XDIST_WORKER" not in os.environ:
    compile_cheaply()


def pytest_collection_finish(session):
    """What is there before the first test stays: the collector need not look at it again."""
    gc.collect()
    gc.freeze()


# Files of few tests that take long each: with these at the end one worker would wait for another.
LONG = (
    "tests/nn/test_trainings.py",
    "tests/nn/test_networks.py",
    "tests/test_examples.py",
    "tests/test_docstrings.py",
)


# Files whose cases compile much and say nearly the same: one in n of them runs in `make test`. What
# a file costs decides, measured in CPU time: these took half of it.
THIN = {
    2: """core/compile/test_control_flow.py core/compile/test_exported.py
        core/compile/test_surroundings.py core/gradient/test_last_call.py
        core/transform/test_known_values.py core/transform/test_second_step.py
        kernels/attention/test_inference_attention.py kernels/attention/test_sparse_attention.py
        kernels/image/test_vision_values.py kernels/linalg/test_fft.py
        kernels/primitives/test_derivative_options.py kernels/test_compilations.py
        kernels/test_operator_values.py kernels/test_views.py nn/test_layer_arguments.py
        nn/test_legacy.py test_boost.py test_dropin.py test_scipy_linalg.py train/test_model.py
        train/test_resume.py""",
    3: """core/test_parity.py kernels/test_bad_input.py mint/test_layers_in_use.py
        nn/test_language_model.py nn/test_networks.py nn/test_rnn.py nn/test_transformer.py
        test_experimental_optim.py test_scipy_optimize.py""",
    4: """core/tensor/test_links.py kernels/create/test_random.py
        kernels/create/test_random_classes.py kernels/index/test_indexing.py
        nn/test_argument_names.py nn/test_layer_calls.py nn/test_optim.py nn/test_trainings.py
        nn/test_transformer_1_9.py train/test_export.py""",
    8: """kernels/test_promotion.py nn/test_layers_basic.py nn/test_layers_unrecorded.py
        test_docstrings.py""",
    10: """kernels/test_mint_without_cpu_kernel.py kernels/test_slopes.py
        nn/probability/test_probability.py nn/test_layers.py""",
    15: "kernels/test_records.py mint/test_layers.py",
}
RATES = {f"tests/{file}": n for n, files in THIN.items() for file in files.split()}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Of the cases of a test marked `thin(n)`, or of a file in THIN, one in n runs in `make test`.

    A case's name decides. A test without cases always runs, and so does a case marked `first`.
    """
    for item in items:
        mark = item.get_closest_marker("thin")
        rate = mark.args[0] if mark is not None else 1
        if hasattr(item, "callspec") and not item.get_closest_marker("first"):
            rate *= RATES.get(item.nodeid.partition("::")[0], 1)
        if zlib.crc32(item.name.encode()) % rate:
            item.add_marker("sweep")
    # A profile writes down every program that its process has compiled: the earlier the fewer.
    items.sort(key=lambda i: ("profiler" not in i.nodeid, not i.nodeid.startswith(LONG)))


MOST = 3 << 30  # bytes of a worker; all that it compiles would be more than many machines have


def _resident() -> int:
    """How many bytes of memory this process holds, 0 where nothing tells."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * mmap.PAGESIZE if statm.exists() else 0


@pytest.fixture(autouse=True, scope="module")
def memory_is_looked_after():
    """What the tests of a file leave behind is not looked at by later collections.

    Compiled code is let go once it is much.
    """
    yield
    much = _resident() > MOST
    if much:
        import jax  # after the flags of XLA are set

        gc.unfreeze()
        jax.clear_caches()
    gc.collect()
    gc.freeze()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc
    if much and trim is not None:
        trim(0)


@pytest.fixture(autouse=True)
def promotion(request):
    """JAX's own promotion of dtypes, for tests that ask for it."""
    import jax

    if request.node.get_closest_marker("promotes"):
        with jax.numpy_dtype_promotion("standard"):
            yield
    else:
        yield


@pytest.fixture(autouse=True)
def mode_is_put_back():
    """The mode that a test sets is not that of those after it on the same worker."""
    from msjax._core.runtime import context  # after the flags of XLA are set

    before = context.state.mode
    yield
    if context.state.mode != before:
        context.set_context(mode=before)


class _Seen(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record):
        text = record.getMessage()
        if "runs eagerly" in text:
            self.texts.append(text)


@pytest.fixture(autouse=True)
def compiled_code_is_compiled(request):
    """A test whose compiled code silently runs eagerly says nothing about compiled code.

    Tests that mean it carry the marker `runs_eagerly`.
    """
    from msjax._core.compile.jit import WARNED  # after the flags of XLA are set

    WARNED.clear()
    seen, logger = _Seen(), logging.getLogger("msjax.jit")
    logger.addHandler(seen)
    yield
    logger.removeHandler(seen)
    if seen.texts and not request.node.get_closest_marker("runs_eagerly"):
        pytest.fail(seen.texts[0])


@pytest.fixture
def at_once(monkeypatch):
    """Eager operations are compiled in their first call, however often others have called them."""
    from msjax._core.base import executable

    monkeypatch.setattr(executable, "nothing_is_traced", lambda: False)
