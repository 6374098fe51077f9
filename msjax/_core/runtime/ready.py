"""Executables of operations that are found before they are traced, in the folder of compiled code.

JAX asks the folder for a program that it has traced and lowered, which takes longer than to load
what it finds. An executable of an operation is known by less: by the operation and its static
arguments (`Exec.identity`), by the files of msjax, by the versions and settings that tracing and
compiling read, and by the kinds of the arrays. What cannot be told apart so is not kept here:
functions of the user's, several devices or processes, callbacks, checks for NaN.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import jax
import jaxlib
import ml_dtypes
import numpy as np

from msjax._core.base import product_precision
from msjax._core.base.executable import Exec
from msjax._core.base.identity import PROGRAM_STARTED, NamelessError, name_of

_log = logging.getLogger("msjax.cache")
_NUMBERS = (bool, complex)
_DTYPES = {int: np.int64, float: np.float64}  # of numbers that may come as arrays
_ROOT = Path(__file__).parents[2]
_COARSE = 0.05  # seconds by which a file system's clock may be late
_ENVIRONMENT = ("XLA_FLAGS",)
_FOREIGN = "jax_compilation_cache_dir"  # a setting that no executable depends on
_LAPACK = b"lapack_"  # what code that calls LAPACK names


class Folder(Protocol):
    """Where entries are, JAX's too."""

    _path: Path
    last: Any  # of this thread: `entry`, the latest that it got or put, and its `key`; whether put

    def get(self, key: str) -> bytes | None:
        """The entry, None if there is none or it is damaged."""
        ...

    def put(self, key: str, value: bytes) -> None:
        """Keep an entry, if that is possible."""
        ...


def ready_in(folder: Folder) -> Ready | None:
    """The executables in a folder, None if this version of JAX is not known."""
    try:
        return Ready(folder)
    except (ImportError, AttributeError) as error:
        _log.info("Operations are traced before their code is looked for: %s.", error)
        return None


class Ready:
    """Executables by all that they depend on: what `executable.look_on` takes."""

    def __init__(self, folder: Folder):
        from jax._src import compilation_cache, config, core, dispatch
        from jax._src.interpreters import pxla
        from jax._src.lax.linalg import initialize_lapack
        from jax._src.lib import xla_client

        self._folder, self._caches = folder, compilation_cache
        self._config, self._context = config, config.trace_context
        self._at_top, self._axes = core.trace_ctx.is_top_level, type(core.trace_ctx.axis_env)
        self._checks = dispatch.needs_check_special
        self._array, self._aval = xla_client.ArrayImpl, core.ShapedArray
        self._data, self._run = pxla.MeshExecutableFastpathData, pxla.ExecuteReplicated
        self._inputs, self._outputs = pxla.InputsHandler, pxla.global_avals_to_results_handler
        self._devices = xla_client.DeviceList
        self._find_lapack = initialize_lapack
        self._fixed: str | None = None  # the name of what does not change while the program runs
        self._settings: tuple[dict[str, Any], str] = {}, ""

    def find(self, exe: Exec, large: bool, arrays: Sequence[Any]) -> tuple[str | None, Any]:
        """See `executable.Shelf`."""
        try:
            key = self._key(exe, large, arrays)
        except NamelessError:
            return None, None
        content = self._folder.get(key)
        found = None
        if content is not None:
            try:
                found = self._load(exe, json.loads(content), arrays)
            except Exception as error:  # whatever another program may have put there
                _log.info("'%s' is compiled anew: %s.", exe.name, error)
        self._folder.last.key = None
        return key, found

    def keep(self, exe: Exec, key: str, made: Any) -> None:
        """See `executable.Shelf`."""
        last = self._folder.last
        if last.key is None:  # JAX does not keep it
            return
        try:
            about = self._about(exe, last.key, made)
            if not self._is_code_of(last, made.xla_executable):
                return
        except (NamelessError, jax.errors.JaxRuntimeError):
            return
        self._folder.put(key, json.dumps(about).encode())

    def _is_code_of(self, last: Any, executable: Any) -> bool:
        """Whether the entry is of this executable, and of no other that was needed to make it.

        The code that is kept cannot be asked of the executable: what was loaded gives code that
        fails when it runs.
        """
        code = self._unpacked(last.entry)
        if last.put:
            return executable.serialize() == code
        return executable.fingerprint == self._loaded(code).fingerprint

    # -- keys ------------------------------------------------------------------------------------

    def _key(self, exe: Exec, large: bool, arrays: Sequence[Any]) -> str:
        if not self._in_use() or not self._at_top() or self._checks():
            raise NamelessError
        if self._fixed is None:
            self._fixed = _fixed(self._caches)
        inputs = [self._input(a) for a in arrays]
        context = tuple([c for c in self._context() if type(c) is not self._axes])
        rounding = [product_precision.may_round(kind) for kind in ("matmul", "conv")]
        text = name_of((exe.identity(), large, inputs, context, rounding))
        return f"operation {self._fixed} {self._setting()} {text}"

    def _in_use(self) -> bool:
        """Whether JAX still asks the folder."""
        used = self._config.compilation_cache_dir.value == str(self._folder._path)
        return used and self._config.enable_compilation_cache.value

    def _input(self, array: Any) -> tuple:
        """All that an executable depends on of what it is called with."""
        kind = type(array)
        if kind in _NUMBERS:
            return (kind.__name__,)
        if kind in _DTYPES:
            return (), jax.dtypes.canonicalize_dtype(_DTYPES[kind]), True, False
        if kind is np.ndarray:
            return array.shape, array.dtype
        if kind is not self._array or not _plain(array.sharding):
            raise NamelessError
        return array.shape, array.dtype, array.weak_type, array._committed

    def _setting(self) -> str:
        """The name of JAX's settings, which may change at any time and by thread."""
        now = self._config.config.values
        known, name = self._settings
        if now != known:
            plain = sorted((k, v) for k, v in now.items() if k != _FOREIGN)
            name = hashlib.sha256(name_of(plain).encode()).hexdigest()
            self._settings = now, name  # at once: other threads have settings of their own
        return name

    # -- entries ---------------------------------------------------------------------------------

    def _about(self, exe: Exec, code: str, made: Any) -> dict[str, Any]:
        """What is kept of an executable, beside the code that JAX put into the folder."""
        places = [*made.in_shardings, *made.out_shardings]
        layouts = [layout for layout in made.in_device_local_layouts if layout is not None]
        if layouts or made.const_args or not all(_plain(s) for s in places):
            raise NamelessError
        outs = []
        for aval in made.out_avals:
            if aval != self._aval(aval.shape, aval.dtype, weak_type=aval.weak_type):
                raise NamelessError
            name_of(aval.dtype)
            outs.append([aval.shape, aval.dtype.name, aval.weak_type])
        if made.out_pytree_def != jax.tree.structure((0,) * len(outs)):
            raise NamelessError
        return {
            "name": exe.name,
            "code": code,
            "outs": outs,
            "committed": list(made.out_committed),
            "kept": list(made.kept_var_bitvec),
            "trees": [[n, _tree_name(tree)] for n, tree in exe.trees.items()],
        }

    def _load(self, exe: Exec, about: dict[str, Any], arrays: Sequence[Any]) -> tuple | None:
        """The results for arrays, and what JAX's dispatch wants for those that follow; False."""
        if about["name"] != exe.name or len(about["kept"]) != len(arrays):
            raise ValueError("the entry is of something else")
        packed = self._folder.get(about["code"])
        if packed is None:
            return None
        device = jax.devices()[0]
        code = self._unpacked(packed)
        if _LAPACK in code:  # JAX looks for LAPACK's functions when it lowers a call of one
            self._find_lapack()
        loaded = self._loaded(code)
        place = jax.sharding.SingleDeviceSharding(device)
        avals = [
            self._aval(tuple(shape), np.dtype(dtype), weak_type=weak)
            for shape, dtype, weak in about["outs"]
        ]
        kept = [i for i, used in enumerate(about["kept"]) if used]
        ins, outs, layouts = [place] * len(kept), [place] * len(avals), [None] * len(kept)
        committed = about["committed"]
        trees = {n: _tree(name) for n, name in about["trees"]}
        run = self._run(
            *(loaded, exe.name, device.client, self._inputs(ins, layouts)),
            self._outputs(avals, outs, any(committed)),
            *([], [], None, False, set(kept), None),
        )
        results = tuple(run(*arrays))
        exe.trees.update(trees)
        structure = jax.tree.structure(results)
        data = (loaded, structure, ins, outs, avals, committed, about["kept"], layouts, [])
        return results, self._data(*data), False

    def _unpacked(self, entry: bytes) -> bytes:
        """The code in an entry of JAX's."""
        return self._caches.extract_executable_and_time(self._caches.decompress_executable(entry))[
            0
        ]

    def _loaded(self, code: bytes) -> Any:
        device = jax.devices()[0]
        devices = self._devices((device,))
        return device.client.deserialize_executable(code, executable_devices=devices)


def _plain(sharding: Any) -> bool:
    """Whether arrays lie in the ordinary memory of the only device."""
    return (
        type(sharding) is jax.sharding.SingleDeviceSharding
        and sharding.memory_kind in (None, "device")
        and sharding._device is jax.devices()[0]
    )


def _fixed(caches: Any) -> str:
    """The name of everything that stays while the program runs.

    Raises:
        NamelessError: there is more than one device or process, or not a CPU; or a file of msjax
            was changed after it may have been read.
    """
    if jax.default_backend() != "cpu" or jax.device_count() != 1:
        raise NamelessError
    parts = [sys.version, jax.__version__, jaxlib.__version__, np.__version__]
    parts += [ml_dtypes.__version__, jax.devices()[0].client.platform_version]
    parts += [os.environ.get(name) for name in _ENVIRONMENT]
    parts.append(bool(caches.zstd or caches.zstandard))  # how JAX packs the code
    return hashlib.sha256(name_of([*parts, _sources()]).encode()).hexdigest()


def _sources() -> bytes:
    """A digest of the files of msjax."""
    digest = hashlib.sha256()
    try:
        for path in sorted(_ROOT.rglob("*.py")):
            with open(path, "rb") as file:
                status = os.fstat(file.fileno())
                if max(status.st_mtime, status.st_ctime) > PROGRAM_STARTED - _COARSE:
                    raise NamelessError
                text = file.read()
            digest.update(f"{path.relative_to(_ROOT)} {len(text)} ".encode())
            digest.update(text)
    except OSError:
        raise NamelessError from None
    return digest.digest()


def _tree_name(tree: Any) -> Any:
    """The structure of an operation's results in terms of JSON.

    Raises:
        NamelessError: it has more than tuples and lists.
    """

    def name(part: Any) -> Any:
        if type(part) is int:
            return part
        if type(part) not in (tuple, list):
            raise NamelessError
        return [type(part).__name__, [name(p) for p in part]]

    return None if tree is None else name(jax.tree.unflatten(tree, range(tree.num_leaves)))


def _tree(name: Any) -> Any:
    """The structure that has a name of `_tree_name`."""

    def part(name: Any) -> Any:
        if type(name) is int:
            return name
        return {"tuple": tuple, "list": list}[name[0]]([part(p) for p in name[1]])

    return None if name is None else jax.tree.structure(part(name))
