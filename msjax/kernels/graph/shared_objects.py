"""Functions of C and C++ in MindSpore's calling convention: `int f(int, void **, int *, ...)`."""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from msjax._core.base.checks import string
from msjax._core.base.errors import Clause, must

_COMPILERS = {".cc": ["g++", "-std=c++17"], ".cpp": ["g++", "-std=c++17"], ".c": ["gcc"]}
_ARGUMENTS = (
    *(ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_int)),
    *(ctypes.POINTER(ctypes.POINTER(ctypes.c_int64)), ctypes.POINTER(ctypes.c_char_p)),
    *(ctypes.c_void_p, ctypes.c_void_p),
)


@cache
def _scratch() -> tempfile.TemporaryDirectory:
    """A folder for what is compiled, for as long as the process lives."""
    return tempfile.TemporaryDirectory(prefix="msjax_aot_")


def _compiled(source: Path) -> Path:
    """The shared object of a source; compiled again if the source changed."""
    if not source.exists():
        raise RuntimeError(Clause(f"there is no source file {source}."))
    state = source.stat()
    mark = hashlib.sha256(f"{source} {state.st_mtime_ns} {state.st_size}".encode()).hexdigest()
    folder = Path(os.environ.get("MS_COMPILER_CACHE_PATH") or _scratch().name)
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{source.name}.{mark[:16]}.so"
    if target.exists():
        return target
    made = target.with_suffix(f".{os.getpid()}")
    command = [*_COMPILERS[source.suffix], "--shared", "-fPIC", f"-I{source.parent}"]
    try:
        done = subprocess.run(
            [*command, "-o", str(made), str(source)], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise RuntimeError(
            Clause(f"compiling {source} needs {command[0]}, which is not installed.")
        ) from None
    if "custom_aot_extra.h" in done.stderr:
        raise NotImplementedError(
            Clause(
                f"{source} needs MindSpore's C++ classes (custom_aot_extra.h); leave them out, "
                "and give 'out_shape' and 'out_dtype' in Python."
            )
        )
    if done.returncode:
        raise RuntimeError(Clause(f"compiling {source} failed: {done.stderr}"))
    made.replace(target)
    return target


class SharedFunction:
    """A function of a shared object, or of a source that is compiled into one.

    Args:
        path: "folder/file.so:name", or a file that ends in .cc, .cpp or .c.

    Raises:
        TypeError: `path` is not of this form, or outside of `MS_CUSTOM_AOT_WHITE_LIST`.
        RuntimeError: the source does not compile.
        NotImplementedError: a source for a GPU, or one with MindSpore's C++ classes.
    """

    def __init__(self, path: str):
        string("func", path)
        file, colon, self.name = path.partition(":")
        if not colon or ":" in self.name:
            raise TypeError(must("func", "like 'file_name:func_name'", path))
        self.file = Path(file).resolve()
        allowed = os.environ.get("MS_CUSTOM_AOT_WHITE_LIST")
        if allowed is not None and not self.file.is_relative_to(Path(allowed).resolve()):
            raise TypeError(must("func", f"a file in {allowed}", self.file))
        if self.file.suffix == ".cu":
            raise NotImplementedError(Clause("sources of CUDA are not supported; use 'pyfunc'."))
        if self.file.suffix in _COMPILERS:
            self.file = _compiled(self.file)
        self._function = None

    def __getstate__(self) -> dict:
        return {**vars(self), "_function": None}  # copies and other processes load it again

    def _load(self) -> ctypes._NamedFuncPointer:
        if not self.file.exists():
            raise RuntimeError(Clause(f"there is no file {self.file}."))
        try:
            function = getattr(ctypes.CDLL(str(self.file)), self.name)
        except (OSError, AttributeError) as error:
            raise RuntimeError(Clause(f"'{self.name}' cannot be loaded: {error}.")) from None
        function.argtypes, function.restype = _ARGUMENTS, ctypes.c_int
        return function

    def __call__(
        self, inputs: Sequence[np.ndarray], shapes: Sequence[tuple], dtypes: Sequence[np.dtype]
    ) -> tuple[np.ndarray, ...]:
        """The outputs, of the given shapes and dtypes.

        Raises:
            RuntimeError: the function cannot be loaded, or returned another number than 0.
        """
        if self._function is None:
            self._function = self._load()
        given = [np.ascontiguousarray(a).reshape(a.shape) for a in inputs]
        made = [np.zeros(s, d) for s, d in zip(shapes, dtypes, strict=True)]
        arrays = [*given, *made]
        count = len(arrays)
        sizes = [(ctypes.c_int64 * a.ndim)(*a.shape) for a in arrays]
        status = self._function(
            count,
            (ctypes.c_void_p * count)(*(a.ctypes.data for a in arrays)),
            (ctypes.c_int * count)(*(a.ndim for a in arrays)),
            (ctypes.POINTER(ctypes.c_int64) * count)(
                *(ctypes.cast(s, ctypes.POINTER(ctypes.c_int64)) for s in sizes)
            ),
            (ctypes.c_char_p * count)(*(a.dtype.name.encode() for a in arrays)),
            None,
            None,
        )
        if status:
            raise RuntimeError(
                Clause(f"the function '{self.name}' of {self.file} returned {status}, not 0.")
            )
        return tuple(made)
