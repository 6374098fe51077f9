"""The folder of executables: what is kept, found and thrown away, whatever happens to its files."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import jax
import pytest

from msjax._core.runtime import compile_cache
from msjax._core.runtime.compile_cache import Store

PROGRAM = """
import jax, mindspore as ms, numpy as np
from mindspore import nn, ops
seen = {"hits": 0, "misses": 0}
def note(event, **_):
    if event.startswith("/jax/compilation_cache/cache_"):
        seen[event.rsplit("_", 1)[-1]] += 1
jax.monitoring.register_event_listener(note)
traced = []
def trace(event, *_, fun_name="", **__):
    if event == "/jax/core/compile/jaxpr_trace_duration":
        traced.append(fun_name)
jax.monitoring.register_event_duration_secs_listener(trace)
x = ms.Tensor(np.linspace(-1, 1, 12, dtype=np.float32).reshape(4, 3))
w = ms.Parameter(ms.Tensor(np.ones((3, 2), np.float32)), name="w")
optimizer = nn.Adam([w], 0.1)
step = ms.value_and_grad(lambda a: ops.tanh(ops.matmul(a, w)).sum(), None, [w])
for _ in range(2):
    optimizer(step(x)[1])
print(seen["hits"], seen["misses"], w.asnumpy().tobytes().hex(), *traced)
"""


@pytest.fixture
def store(tmp_path):
    (tmp_path / "part").mkdir()
    return Store(tmp_path, tmp_path / "part", 1 << 20)


def entries(store):
    return [p for p in store._path.iterdir() if p.suffix == ".executable"]


def test_what_is_put_is_found(store):
    assert store.get("a") is None
    store.put("a", b"code")
    store.put("b", b"")
    store.put("a", b"code again")
    assert (store.get("a"), store.get("b"), store.get("c")) == (b"code again", b"", None)
    again = Store(store.root, store._path, 1 << 20)
    assert again.get("a") == b"code again"


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: b"",
        lambda content: content[:10],
        lambda content: content + b"x",
        lambda content: content[:-3] + bytes([content[-3] ^ 1]) + content[-2:],
        lambda content: b"\0" * len(content),
    ],
)
def test_damaged_entries_are_thrown_away(store, damage):
    store.put("a", b"code that is longer")
    (path,) = entries(store)
    path.write_bytes(damage(path.read_bytes()))
    assert store.get("a") is None
    assert not path.exists()
    store.put("a", b"new")
    assert store.get("a") == b"new"


def test_a_folder_in_place_of_an_entry_is_no_entry(store):
    store.put("a", b"code")
    (path,) = entries(store)
    path.unlink()
    path.mkdir()
    assert store.get("a") is None
    store.put("a", b"code")
    assert store.get("a") is None


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES])
@pytest.mark.parametrize("step", ["mkstemp", "replace"])
def test_what_cannot_be_written_is_not_kept(store, monkeypatch, code, step):
    store.put("old", b"old")

    def refuse(*args, **kwargs):
        raise OSError(code, os.strerror(code))

    place = compile_cache.tempfile if step == "mkstemp" else compile_cache.os
    monkeypatch.setattr(place, step, refuse)
    store.put("a", b"code")
    monkeypatch.undo()
    assert (store.get("a"), store.get("old")) == (None, b"old")
    assert len(list(store._path.iterdir())) == 1  # nothing half-written stays


def test_writers_and_readers_at_once(store):
    values = [bytes([i]) * 50_000 for i in range(4)]
    wrong = []

    def work(value):
        mine = Store(store.root, store._path, 1 << 30)
        for _ in range(20):
            mine.put("a", value)
            if mine.get("a") not in values:
                wrong.append(value)

    threads = [threading.Thread(target=work, args=(v,)) for v in values]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_the_folder_is_bounded_and_what_was_used_last_stays(tmp_path):
    (tmp_path / "now").mkdir()
    (tmp_path / "older machine").mkdir()
    older = Store(tmp_path, tmp_path / "older machine", 1 << 30)
    older.put("x", bytes(30_000))
    store = Store(tmp_path, tmp_path / "now", 100_000)
    for i in range(12):
        store.put(str(i), bytes(5_000))
    day = time.time() - 86400
    for path in (*entries(store), *entries(older)):
        os.utime(path, (day, day))
    abandoned = store._path / "abandoned.part"
    abandoned.write_bytes(b"half")
    os.utime(abandoned, (day, day))
    assert store.get("3")  # used now
    os.utime(tmp_path / "last_look", (day, day))
    fresh = Store(tmp_path, tmp_path / "now", 40_000)
    fresh.put("new", bytes(5_000))
    assert store.get("3") and fresh.get("new") and not abandoned.exists()
    assert sum(p.stat().st_size for p in tmp_path.rglob("*.executable")) <= 40_000


def test_start_and_its_switches(cache_settings, tmp_path, monkeypatch, caplog):
    caplog.set_level("INFO", "msjax.cache")
    for off in ("off", "0", "OFF"):
        monkeypatch.setenv("MSJAX_CACHE_DIR", off)
        compile_cache.start()
    assert not compile_cache.started() and not caplog.records
    monkeypatch.setenv("MSJAX_CACHE_DIR", str(tmp_path / "a" / "b"))
    compile_cache.start()
    assert compile_cache.started()
    assert [r.getMessage() for r in caplog.records] == [
        f"Compiled code is kept in {tmp_path}/a/b, at most 512 MiB; MSJAX_CACHE_DIR=off keeps none."
    ]
    compile_cache.start()  # once
    assert len(caplog.records) == 1


def test_a_relative_folder_stays_where_it_is(cache_settings, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MSJAX_CACHE_DIR", "cache")
    compile_cache.start()
    assert Path(jax.config.jax_compilation_cache_dir).parent == tmp_path / "cache"


def test_a_folder_that_jax_was_given_is_jaxs(cache_settings, tmp_path, monkeypatch):
    monkeypatch.setenv("MSJAX_CACHE_DIR", str(tmp_path / "ours"))
    jax.config.update("jax_compilation_cache_dir", str(tmp_path / "theirs"))
    compile_cache.start()
    assert jax.config.jax_compilation_cache_dir == str(tmp_path / "theirs")
    assert not compile_cache.started() and not (tmp_path / "ours").exists()


def test_folders_that_cannot_serve(cache_settings, tmp_path, monkeypatch, caplog):
    caplog.set_level("INFO", "msjax.cache")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MSJAX_CACHE_DIR", str(tmp_path / "file"))
    compile_cache.start()
    folder = tmp_path / "open" / compile_cache._machine()
    folder.mkdir(parents=True)
    folder.chmod(0o777)
    monkeypatch.setenv("MSJAX_CACHE_DIR", str(tmp_path / "open"))
    compile_cache.start()
    assert not compile_cache.started()
    assert len(caplog.records) == 2 and "other users" in caplog.text


def test_sizes(cache_settings, tmp_path, monkeypatch, caplog):
    caplog.set_level("INFO", "msjax.cache")
    monkeypatch.setenv("MSJAX_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("MSJAX_CACHE_SIZE", "many")
    compile_cache.start()
    assert "must be a number of MiB" in caplog.text and "at most 512 MiB" in caplog.text


def test_default_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert compile_cache._default_root() == tmp_path / "msjax"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert compile_cache._default_root() == Path.home() / ".cache" / "msjax"


def test_processes_share_what_they_compile(tmp_path):
    found = os.environ | {"MSJAX_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-W", "error", "-m", "msjax", "-c", PROGRAM]

    def begin():
        return subprocess.Popen(
            command, env=found, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def end(process):
        text, errors = process.communicate()
        hits, misses, value, *traced = text.split()
        assert not errors
        return int(hits), int(misses), value, set(traced)

    cold = [end(p) for p in [begin(), begin()]]
    # One of the two compiles each program; the other may find it, even before JAX is asked.
    value, number = cold[0][2], cold[0][1] + cold[1][1]
    assert cold[1][2] == value and number > 5
    for i, path in enumerate(sorted(tmp_path.rglob("*.executable"))):
        if i % 3 == 0:
            path.write_bytes(path.read_bytes()[: 17 * i])
    hits, misses, again, traced = end(begin())
    assert again == value and hits > 0 and misses > 0
    operations = {"Tanh", "SumExt", "grad_Tanh", "grad_SumExt", "grad_MatMul", "MatMul"}
    assert traced & operations
    hits, misses, again, traced = end(begin())
    assert again == value and 0 < hits < number and misses == 0
    assert not traced & operations


def test_an_import_alone_keeps_nothing(tmp_path):
    found = os.environ | {"MSJAX_CACHE_DIR": str(tmp_path)}
    code = "import msjax as ms; ms.install(); ms.Tensor([1.0]) + 1"
    subprocess.run([sys.executable, "-c", code], env=found, check=True)
    assert not list(tmp_path.iterdir())
