"""Executables that are found before they are traced: their keys, their entries, their results."""

from __future__ import annotations

import functools
import json
import os
from types import SimpleNamespace

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from jax._src.lib import lapack

import msjax as ms
from msjax import mint, ops
from msjax._core.base import executable
from msjax._core.base.executable import Exec
from msjax._core.base.identity import NamelessError
from msjax._core.op.checked import entries
from msjax._core.op.gateway import KERNELS
from msjax._core.runtime import ready
from msjax._core.runtime.compile_cache import Store, _enter
from msjax.kernels.index import indexing

RNG = np.random.default_rng(0)
X = RNG.uniform(-1, 1, (4, 6)).astype(np.float32)


@pytest.fixture
def folder(tmp_path, monkeypatch, cache_settings):
    """A folder that JAX and eager operations ask, as `compile_cache.start` has it."""
    monkeypatch.setattr(ready, "PROGRAM_STARTED", 1e12)  # files of msjax may be new
    (tmp_path / "part").mkdir()
    store = Store(tmp_path, tmp_path / "part", 1 << 26)
    assert _enter(store)
    another_process()
    yield store
    executable.look_on(None)
    another_process()


def another_process():
    """Operations know nothing of what ran before."""
    for table in (*(e.cache for e in entries()), indexing._READERS, indexing._WRITERS):
        table.clear()
        table.older.clear()


@pytest.fixture
def traces():
    """Names of what JAX traces."""
    found = []

    def note(event, *_, fun_name="", **__):
        if event == "/jax/core/compile/jaxpr_trace_duration":
            found.append(fun_name)

    jax.monitoring.register_event_duration_secs_listener(note)
    yield found
    jax.monitoring.unregister_event_duration_listener(note)


def tensor(dtype=np.float32, shape=(4, 6)):
    return ms.Tensor((np.arange(np.prod(shape)).reshape(shape) % 5).astype(dtype))


def written(x, index, value):
    x = x + 0
    x[index] = value
    return x


def drawn(make):
    ms.set_seed(3)
    return make()


CALLS = {
    "add": lambda: tensor() + tensor(),
    "numbers": lambda: (tensor() + 1, tensor() * 2.5, tensor(np.int32) + True, 3 - tensor()),
    "halves": lambda: tensor(np.float16) * tensor(ml_dtypes.bfloat16),
    "wide": lambda: (tensor(np.int64).sum(), tensor(np.float64) / 3, tensor(np.uint8) // 2),
    "complex": lambda: tensor(np.complex64) * 2.0,
    "large integers": lambda: tensor(np.int64) + (1 << 40),
    "several results": lambda: (ops.sort(tensor(), 1), ops.split(tensor(), 2, 1), tensor().max(1)),
    "no element": lambda: (tensor(shape=(0, 3)) + 1, tensor(shape=(0, 3)).sum()),
    "scalars": lambda: ops.sin(ms.Tensor(0.5)),
    "comparison": lambda: (tensor() > 2, ops.isnan(tensor()), tensor().astype(ms.bool_)),
    "constants": lambda: (ops.zeros((2, 3), ms.float16), ops.arange(5), ops.eye(3)),
    "views": lambda: (tensor()[1], tensor()[1:3, ::2], tensor()[:, None], tensor().T),
    "gathers": lambda: (tensor()[[0, 2]], tensor()[ms.Tensor([1, 0]), 2], tensor()[tensor() > 2]),
    "writes": lambda: (written(tensor(), 1, 7), written(tensor(), slice(1, 3), tensor()[1:3])),
    "view write": lambda: written(tensor()[1], 2, 9.0),
    "random": lambda: drawn(lambda: ops.standard_normal((2, 3))),
    "dropout": lambda: drawn(lambda: mint.nn.functional.dropout(tensor(), 0.5)),
    "network": lambda: ops.softmax(ops.layer_norm(tensor(), (6,), tensor()[0], tensor()[0])),
    "convolution": lambda: ops.conv2d(tensor(shape=(1, 2, 5, 5)), tensor(shape=(3, 2, 3, 3))),
    "gradient": lambda: ms.grad(lambda x: ops.tanh(ops.matmul(x, x.T)).sum())(tensor()),
    "uses": lambda: ms.grad(lambda x: (x * x[0] + ops.exp(x[1]) * x.max()).sum())(tensor()),
    "second": lambda: ms.grad(ms.grad(lambda x: ops.exp(x * x).sum()))(ms.Tensor(0.3)),
    "weights": lambda: ms.value_and_grad(
        lambda x: ops.cross_entropy(x, ms.Tensor([0, 1, 2, 3], ms.int32))
    )(tensor()),
}


def facts(value):
    """All there is to see of results."""
    if isinstance(value, (tuple, list)):
        return type(value), [facts(v) for v in value]
    array = value._value
    held = np.asarray(array)
    return held.tobytes(), str(held.dtype), held.shape, array.weak_type, array._committed


@pytest.mark.parametrize("name", CALLS)
def test_results_are_those_of_the_first_process(folder, traces, name):
    make = CALLS[name]
    first = facts(make())
    another_process()
    assert facts(make()) == first  # code that XLA gives but once is kept by the second process
    number = len(list(folder._path.iterdir()))
    assert number > 0
    another_process()
    traces.clear()
    assert facts(make()) == first
    assert not traces or name == "second"
    assert facts(make()) == first  # now without a look at the folder
    assert len(list(folder._path.iterdir())) == number


def key_of(call):
    """The keys that a call's executables have."""
    keys = []

    class Noting:
        def find(self, exe, large, arrays):
            try:
                keys.append(looks._key(exe, large, arrays))
            except NamelessError:
                keys.append(None)
            return None, None

    (looks,) = executable._shelves
    another_process()
    executable.look_on(Noting())
    try:
        call()
    finally:
        executable.look_on(looks)
    return tuple(keys)


def committed(x):
    return ms.Tensor(jax.device_put(x._value, jax.devices()[0]))


def under(manager, call):
    with manager:
        return call()


def test_keys_differ(folder):
    """Whatever may change what is compiled changes the key."""
    x, y = tensor(), tensor()
    calls = {
        "add": lambda: ops.add(x, y),
        "other operation": lambda: ops.sub(x, y),
        "other spelling": lambda: x.add(y),
        "an int": lambda: ops.add(x, 1),
        "a float": lambda: ops.add(x, 1.0),
        "a bool": lambda: ops.add(x, True),
        "other place": lambda: ops.add(1, x),
        "float16": lambda: ops.add(x, tensor(np.float16)),
        "float16 first": lambda: ops.add(tensor(np.float16), x),
        "other shape": lambda: ops.add(x, tensor(shape=(6,))),
        "one more dimension": lambda: ops.add(x, tensor(shape=(1, 6))),
        "committed": lambda: ops.add(x, committed(y)),
        "committed first": lambda: ops.add(committed(x), y),
        "large": lambda: ops.add(tensor(shape=(1024, 1024)), 1),
        "precision": lambda: under(jax.default_matmul_precision("float32"), lambda: ops.add(x, y)),
        "x64": lambda: under(jax.enable_x64(True), lambda: ops.add(x, y)),
        "promotion": lambda: under(jax.numpy_dtype_promotion("strict"), lambda: ops.add(x, y)),
        "random": lambda: under(jax.default_prng_impl("rbg"), lambda: ops.add(x, y)),
        "axis 0": lambda: ops.cumsum(x, 0),
        "axis 1": lambda: ops.cumsum(x, 1),
        "axis -1": lambda: ops.cumsum(x, -1),
        "dtype": lambda: ops.cumsum(x, 0, ms.float32),
        "other dtype": lambda: ops.cumsum(x, 0, ms.float16),
        "flag": lambda: ops.softmax(x, 1),
        "flags": lambda: x.sum(1, keepdims=True),
        "no flag": lambda: x.sum(1, keepdims=False),
        "tuple": lambda: x.sum((1,), keepdims=False),
        "none": lambda: x.sum(None, keepdims=False),
        "item": lambda: x[0],
        "items": lambda: x[0:1],
        "more items": lambda: x[0:2],
        "step": lambda: x[0:4:2],
    }
    keys = {name: key_of(call) for name, call in calls.items()}
    assert all(len(k) == 1 and k[0] is not None for k in keys.values())
    by_key: dict = {}
    for name, key in keys.items():
        by_key.setdefault(key, []).append(name)
    assert [names for names in by_key.values() if len(names) > 1] == []
    assert keys["add"] == key_of(calls["add"])


def test_keys_of_static_numbers_that_look_alike(folder):
    keys = set()
    values = (0, False, 0.0, -0.0, 1, True, 1.0, 1j, "1", None, (1,), (1.0,), (True,), ((1,),))
    for value in (*values, np.dtype("int8"), np.dtype("uint8")):
        exe = Exec("f", lambda x: (x,), identity=lambda value=value: value)
        (looks,) = executable._shelves
        keys.add(looks._key(exe, False, [jnp.ones(3)]))
    assert len(keys) == len(values) + 2
    for number in (1, True, 1.0, 1j, np.float32(1).reshape(()) + np.zeros((), np.float32)):
        exe = Exec("f", lambda x: (x,), identity=tuple)
        if type(number) is np.float32:
            with pytest.raises(NamelessError):
                looks._key(exe, False, [number])
            continue
        keys.add(looks._key(exe, False, [number]))
    assert len(keys) == len(values) + 2 + 4
    weak = jax.lax.full((), 1.0) * 1
    keys |= {looks._key(exe, False, [a]) for a in (jnp.asarray(1.0), jnp.float32(1), weak)}
    assert jnp.asarray(1.0).weak_type and not jnp.float32(1).weak_type
    assert len(keys) == len(values) + 2 + 4 + 1  # a number is what its weakly typed array is


def test_gradients_have_keys_of_their_own(folder):
    x, y = tensor(), tensor()
    calls = [
        lambda: ms.grad(lambda a: (a * y).sum())(x),
        lambda: ms.grad(lambda a: (y * a).sum())(x),
        lambda: ms.grad(lambda a: (a * a).sum())(x),
    ]
    backward = [key_of(call)[2:] for call in calls]
    assert all(backward) and None not in backward[0]
    products = [next(k for k in keys if "grad_Mul" in k) for keys in backward[:2]]
    assert products[0] != products[1]


def test_the_context_for_matrix_products(folder):
    (looks,) = executable._shelves
    x = tensor(shape=(3, 3))
    before = key_of(lambda: ops.matmul(x, x))
    ms.context.set_context(device_target="CPU")
    keys, allowed = {before}, ready.product_precision.may_round
    for kind in ("matmul", "conv"):
        with pytest.MonkeyPatch.context() as patch:
            other = functools.partial(lambda one, k: allowed(k) != (k == one), kind)
            patch.setattr(ready.product_precision, "may_round", other)
            keys.add(key_of(lambda: ops.matmul(x, x)))
    assert len(keys) == 3 and key_of(lambda: ops.matmul(x, x)) == before


def test_what_is_not_kept(folder, monkeypatch):
    """Code of the user's, code that is being traced, and settings under which JAX checks values."""
    x = tensor()
    closed = next(k for k in KERNELS if k.__closure__)
    assert key_of(lambda: KERNELS[closed] and ops.atleast_1d(ms.Tensor(1.0))) in ((None,), ())
    assert key_of(lambda: ms.from_jax(jnp.sin)(x)) == ()
    assert key_of(lambda: jax.jit(lambda a: ops.sin(ms.Tensor(a))._value)(x._value)) == ()
    assert key_of(lambda: ms.vmap(ops.sin)(x)) == ()
    assert key_of(lambda: jax.eval_shape(lambda: ops.sin(x)._value)) in ((None,), ())
    assert key_of(lambda: under(jax.debug_nans(True), lambda: ops.sin(x))) == (None,)
    with monkeypatch.context() as patch:
        patch.setattr(jax, "device_count", lambda: 2)
        executable._shelves[0]._fixed = None
        assert key_of(lambda: ops.sin(x)) == (None,)
    with monkeypatch.context() as patch:
        patch.setattr(jax, "default_backend", lambda: "gpu")
        executable._shelves[0]._fixed = None
        assert key_of(lambda: ops.sin(x)) == (None,)
    executable._shelves[0]._fixed = None
    assert None not in key_of(lambda: ops.sin(x))
    jax.config.update("jax_enable_compilation_cache", False)
    try:
        assert key_of(lambda: ops.sin(x)) == (None,)
    finally:
        jax.config.update("jax_enable_compilation_cache", True)
    jax.config.update("jax_compilation_cache_dir", None)
    assert key_of(lambda: ops.sin(x)) == (None,)


def test_a_user_of_disable_jit_gets_values(folder):
    with jax.disable_jit():
        np.testing.assert_allclose(ops.sin(tensor()).asnumpy(), np.sin(tensor().asnumpy()), 1e-6)


def heads(store):
    """Entries that say what an executable is, by path."""
    found = {}
    for path in store._path.iterdir():
        content = path.read_bytes().split(b"\n", 1)[1][32:]
        if content[:1] == b"{":
            found[path] = json.loads(content)
    return found


def keys_of(store):
    """Keys that were put into a store from now on."""
    keys, put = [], store.put

    def noting(key, value):
        keys.append(key)
        put(key, value)

    store.put = noting
    return keys


@pytest.mark.parametrize(
    "change",
    [
        lambda about: b"",
        lambda about: b"[]",
        lambda about: b"\xff{",
        lambda about: b"{}",
        lambda about: {"name": "Sin"},
        lambda about: about | {"name": "other"},
        lambda about: about | {"kept": []},
        lambda about: about | {"code": "nothing"},
        lambda about: about | {"code": None},
        lambda about: about | {"outs": [[[4, 6], "float99", False]]},
        lambda about: about | {"trees": [[1, ["dict", []]]]},
    ],
)
def test_entries_that_another_program_put_there(folder, change):
    keys = keys_of(folder)
    first = facts(ops.sin(tensor()))
    (key,) = [k for k in keys if k.startswith("operation ")]
    about = json.loads(folder.get(key))
    changed = change(about)
    folder.put(key, changed if isinstance(changed, bytes) else json.dumps(changed).encode())
    another_process()
    assert facts(ops.sin(tensor())) == first
    assert json.loads(folder.get(key)) == about  # it is mended


def test_only_code_of_the_executable_itself_is_kept(folder, monkeypatch):
    """Tracing may compile, and JAX need not ask the folder for what it has in memory."""
    keys = keys_of(folder)
    monkeypatch.setattr(folder, "_writes", False)
    ops.cos(tensor())
    monkeypatch.setattr(folder, "_writes", True)
    first = facts(ops.sin(tensor()))
    (one,) = [k for k in keys if k.startswith("operation ") and "sin" in k]
    other = json.loads(folder.get(one))["code"]
    folder.put("other", folder.get(other))

    compiled = folder.last.note

    def late(key, entry, put):
        compiled("other", folder_entry, put)

    folder_entry = folder.get("other")
    folder.last.note = late
    another_process()
    keys.clear()
    for call in (ops.tanh, ops.exp):
        call(tensor())
    assert not [k for k in keys if k.startswith("operation ")]
    del folder.last.note
    assert facts(ops.sin(tensor())) == first


def test_code_that_was_loaded_is_not_written_again(folder, traces):
    """XLA gives code of a loaded executable that fails when it runs."""

    def run():
        return facts(ms.grad(lambda x: ops.softmax(ops.relu(x) * x[0], 1)[:, 0].sum())(tensor()))

    first = run()
    for _ in range(2):
        for path in heads(folder):
            path.unlink()
        another_process()
        traces.clear()
        assert run() == first and traces  # JAX finds the code after tracing
        assert heads(folder)
        another_process()
        traces.clear()
        assert run() == first and not traces


@pytest.mark.parametrize("function", [ops.inverse, ops.cholesky, ops.qr, ops.svd])
def test_code_that_calls_lapack(folder, traces, monkeypatch, function):
    """JAX looks for LAPACK's functions when it lowers a call; without them a process ends."""
    x = tensor(shape=(3, 3)) * 0 + ops.eye(3) * 2
    function(x)
    another_process()
    asked = []
    monkeypatch.setattr(
        lapack, "_lapack", SimpleNamespace(initialize=lambda: asked.append(function))
    )
    traces.clear()
    function(x)
    assert asked and not traces


def test_an_interrupt_while_looking(folder, monkeypatch):
    x = tensor()
    first = facts(ops.sin(x))
    get, asked = folder.get, []

    def interrupted(key):
        asked.append(key)
        if len(asked) in (1, 3, 4):
            raise KeyboardInterrupt
        return get(key)

    monkeypatch.setattr(folder, "get", interrupted)
    another_process()
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            ops.sin(x)
    assert facts(ops.sin(x)) == first
    assert len(asked) == 6


def test_a_full_disk(folder, monkeypatch):
    monkeypatch.setattr(folder, "_bound", lambda size: (_ for _ in ()).throw(OSError("full")))
    assert ops.sin(tensor()).shape == (4, 6)
    assert not list(folder._path.iterdir())


def test_sources(tmp_path, monkeypatch):
    """Every file counts, and none may have changed since it was imported."""
    monkeypatch.setattr(ready, "_ROOT", tmp_path)
    monkeypatch.setattr(ready, "PROGRAM_STARTED", 1e12)
    (tmp_path / "inner").mkdir()
    digests = []
    for name, text in (
        *(("a.py", "x = 1"), ("a.py", "x = 2"), ("inner/b.py", ""), ("inner/c.py", "")),
        *(
            ("inner/b.py", "x = 1"),
            ("d.py", "x = 1inner/b.py"),
        ),
    ):
        (tmp_path / name).write_text(text)
        digests.append(ready._sources())
    (tmp_path / "inner/c.py").rename(tmp_path / "inner/e.py")
    digests.append(ready._sources())
    assert len(set(digests)) == len(digests)
    (tmp_path / "notes.txt").write_text("no code")
    assert ready._sources() == digests[-1]
    monkeypatch.setattr(ready, "PROGRAM_STARTED", os.stat(tmp_path / "a.py").st_ctime)
    with pytest.raises(NamelessError):
        ready._sources()


def test_another_version_of_jax(monkeypatch, folder):
    monkeypatch.delattr("jax._src.interpreters.pxla.ExecuteReplicated")
    assert ready.ready_in(folder) is None
