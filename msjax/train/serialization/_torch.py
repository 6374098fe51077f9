"""Weights of other libraries: PyTorch's zip files and safetensors, under MindSpore's names.

Nothing of a file is executed. Its pickle is read with a table of the few functions that tensors
need, each of which is one of ours; whatever else it names becomes an object that does nothing.
"""

from __future__ import annotations

import io
import math
import os
import pickle
import zipfile
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from msjax import log as logger
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.train.serialization import _safetensors
from msjax.train.serialization._net import load_param_into_net

# What PyTorch calls a Parameter of MindSpore's, by the last part of the name.
RENAMED = {
    "gamma": "weight",
    "beta": "bias",
    "moving_mean": "running_mean",
    "moving_variance": "running_var",
    "embedding_table": "weight",
    "w": "weight",  # of PReLU
}
_STATES = ("state_dict", "model_state_dict", "model", "net", "network", "module", "params")
_STORAGES = {
    "FloatStorage": "float32",
    "DoubleStorage": "float64",
    "HalfStorage": "float16",
    "BFloat16Storage": "bfloat16",
    "LongStorage": "int64",
    "IntStorage": "int32",
    "ShortStorage": "int16",
    "CharStorage": "int8",
    "ByteStorage": "uint8",
    "BoolStorage": "bool",
    "ComplexFloatStorage": "complex64",
    "ComplexDoubleStorage": "complex128",
    "UntypedStorage": "uint8",
}
_DTYPES = {
    **{name: name for name in (*_STORAGES.values(), "uint16", "uint32", "uint64")},
    "float8_e4m3fn": "float8_e4m3fn",
    "float8_e5m2": "float8_e5m2",
}

_TENSORS = ("_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_tensor_v3")


def load_torch_checkpoint(
    file_name: str,
    net: Cell | None = None,
    rename: Mapping[str, str] | Callable[[str], str | None] | None = None,
    key: str | None = None,
    strict: bool = False,
) -> dict[str, Parameter]:
    """Read weights that PyTorch saved, under the names that MindSpore's layers have.

    With a network, each of its Parameters takes the weight of its own name or of the name that
    PyTorch's layer has for it (`weight` for `gamma` and `embedding_table`, `running_mean` for
    `moving_mean`, ...). Without one, the norms are known by their weights: `weight` becomes `gamma`
    where there is a `running_mean` beside it, or where it has one dimension.

    Args:
        file_name: a file of `torch.save` (".pt", ".pth", ".bin"; the zip format of PyTorch 1.6 and
            later) with a state dict, or a dict that has one inside; or a ".safetensors" file.
        net: a Cell whose Parameters get the values, or None.
        rename: for weights whose names differ in other ways: a dict from beginnings of PyTorch's
            names to those of MindSpore's, or a function of a name (None: leave this one out).
        key: where the state dict is in the file, if not in one of the usual places.
        strict: refuse Parameters without a weight, and weights without a Parameter.

    Returns:
        dict from names to Parameters, as `load_checkpoint` returns it.

    Raises:
        ValueError: the file cannot be read, has no weights, or none fits.
        RuntimeError: a shape differs, or `strict` and names are left over.
        NotImplementedError: the file is of PyTorch's format before 1.6, or a weight is sparse,
            quantised or of another kind that is not a dense tensor.

    Examples:
        >>> import msjax as ms
        >>> import numpy as np
        >>> from msjax.train.serialization import save_checkpoint
        >>> arrays = {"n.weight": np.ones(2, np.float32), "n.running_mean": np.ones(2, np.float32)}
        >>> save_checkpoint(arrays, "torch.safetensors", format="safetensors")
        >>> sorted(ms.load_torch_checkpoint("torch.safetensors"))
        ['n.gamma', 'n.moving_mean']
    """
    if not isinstance(file_name, (str, os.PathLike)):
        raise TypeError(
            f"For 'load_torch_checkpoint', the 'file_name' must be str, but got {type(file_name)}."
        )
    path = os.path.realpath(file_name)
    if not os.path.isfile(path):
        raise ValueError(f"For 'load_torch_checkpoint', the file {path} does not exist.")
    arrays = _from_safetensors(path) if path.endswith(".safetensors") else _from_zip(path, key)
    arrays = _renamed(_without_module(arrays), rename)
    if not arrays:
        raise ValueError(
            f"For 'load_torch_checkpoint', the file {path} has no weights; save a state "
            "dict: torch.save(module.state_dict(), name)."
        )
    if net is None:
        return {name: _parameter(name, array) for name, array in _mindspore_names(arrays).items()}
    if not isinstance(net, Cell):
        raise TypeError(
            f"For 'load_torch_checkpoint', the 'net' must be a Cell, but got {type(net)}."
        )
    return _into(net, arrays, strict)


def _parameter(name: str, array: np.ndarray) -> Parameter:
    return Parameter(Tensor(np.asarray(array, order="C")), name=name)


def _without_module(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Names without the prefix that PyTorch's wrapper of parallel training puts before them."""
    if arrays and all(name.startswith("module.") for name in arrays):
        return {name.removeprefix("module."): array for name, array in arrays.items()}
    return arrays


def _renamed(arrays: dict[str, np.ndarray], rename: Any) -> dict[str, np.ndarray]:
    if rename is None:
        return arrays
    if isinstance(rename, Mapping):
        table = rename

        def rename(name: str) -> str:
            start = max((s for s in table if name.startswith(s)), key=len, default=None)
            return name if start is None else table[start] + name[len(start) :]

    renamed: dict[str, np.ndarray] = {}
    for name, array in arrays.items():
        new = rename(name)
        if new in renamed:
            raise ValueError(
                "For 'load_torch_checkpoint', 'rename' gives more than one weight the name "
                f"'{new}'."
            )
        if new is not None:
            renamed[new] = array
    return renamed


def _mindspore_names(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Names of norms as MindSpore has them, where the weights tell that they are norms."""
    back = {"weight": "gamma", "bias": "beta", "running_mean": "moving_mean"}
    back["running_var"] = "moving_variance"
    found = {}
    for name, array in arrays.items():
        head, dot, last = name.rpartition(".")
        weight = arrays.get(f"{head}{dot}weight")
        norm = f"{head}{dot}running_mean" in arrays or (weight is not None and weight.ndim == 1)
        if norm and last == "num_batches_tracked":
            continue
        found[head + dot + back.get(last, last) if norm else name] = array
    return found


def _into(net: Cell, arrays: dict[str, np.ndarray], strict: bool) -> dict[str, Parameter]:
    found, missing, used = {}, [], set()
    for _, param in net.parameters_and_names():
        head, dot, last = param.name.rpartition(".")
        names = (param.name, f"{head}{dot}{RENAMED.get(last, last)}")
        name = next((n for n in names if n in arrays), None)
        if name is None:
            missing.append(param.name)
            continue
        used.add(name)
        array = arrays[name]
        if array.shape != param.shape:
            if _squeezed(array.shape) != _squeezed(param.shape):
                raise RuntimeError(
                    f"For 'load_torch_checkpoint', '{param.name}' in the network has the shape "
                    f"{param.shape}, but the weight '{name}' has {array.shape}."
                )
            array = array.reshape(param.shape)  # MindSpore's Conv1d has a dimension of length 1
        found[param.name] = _parameter(param.name, array)
    unused = [n for n in arrays if n not in used and not n.endswith("num_batches_tracked")]
    if not found:
        raise ValueError(
            "For 'load_torch_checkpoint', no weight fits a name of the network, which has "
            f"{missing[:3]}, ..., while the file has {list(arrays)[:3]}, ...; use 'rename'."
        )
    if missing or unused:
        text = (
            f"For 'load_torch_checkpoint', Parameters without a weight: {missing}; weights without "
            f"a Parameter: {unused}."
        )
        if strict:
            raise RuntimeError(text)
        logger.warning(text)
    load_param_into_net(net, {**found, **{name: _current(net, name) for name in missing}})
    return found


def _current(net: Cell, name: str) -> Parameter:
    return next(p for _, p in net.parameters_and_names() if p.name == name)


def _squeezed(shape: tuple[int, ...]) -> list[int]:
    return [n for n in shape if n != 1]


def _from_safetensors(path: str) -> dict[str, np.ndarray]:
    with open(path, "rb") as file:
        try:
            reader = _safetensors.Reader(file, path)
        except KeyError as error:
            raise ValueError(f"For 'load_torch_checkpoint', {error.args[0]}") from error
        return {name: reader[name] for name in reader}


# -- PyTorch's zip files ---------------------------------------------------------------------------


class _Storage(NamedTuple):
    """The bytes of a storage, and the dtype of its elements."""

    data: bytes
    dtype: np.dtype


class _Dict(dict):
    """A dict that takes attributes, as state dicts have them."""


class _Tensor:
    """Puts tensors together."""

    __slots__ = ("dtyped",)

    def __init__(self, dtyped: bool):
        self.dtyped = dtyped

    def __call__(self, storage: Any, offset: Any, size: Any, stride: Any, *rest: Any) -> np.ndarray:
        if not isinstance(storage, _Storage):
            raise pickle.UnpicklingError("a tensor has no storage")
        dtype = rest[2] if self.dtyped else storage.dtype
        bits = rest[3 if self.dtyped else 2 :][:1]  # of a view that computes when it is read
        bits = bits[0] if bits and isinstance(bits[0], dict) else {}
        numbers = (offset, *size, *stride)
        if any(type(n) is not int or n < 0 for n in numbers) or len(size) != len(stride):
            raise pickle.UnpicklingError("a tensor has no shape")
        if not isinstance(dtype, np.dtype):
            raise pickle.UnpicklingError("a tensor has no dtype")
        elements = np.frombuffer(storage.data, dtype)
        count = math.prod(size)
        last = offset + sum((n - 1) * s for n, s in zip(size, stride, strict=True))
        if count and (last >= len(elements) or count > len(elements)):
            raise pickle.UnpicklingError(
                f"a tensor of shape {tuple(size)} is larger than its storage of {len(elements)} "
                "elements; of one that was expanded, save `.contiguous()`"
            )
        if not count:
            return np.empty(size, dtype)
        strides = [s * dtype.itemsize for s in stride]
        array = np.lib.stride_tricks.as_strided(elements[offset:], size, strides).copy()
        for name, compute in (("conj", np.conjugate), ("neg", np.negative)):
            if bits.get(name):
                compute(array, out=array)
        return array


class _First:
    """Gives the first of what it is called with: the tensor of a parameter, the ints of a size."""

    __slots__ = ()

    def __call__(self, first: Any = (), *rest: Any) -> Any:
        return first


class _NewDict:
    """Makes dicts."""

    __slots__ = ()

    def __call__(self, items: Any = ()) -> _Dict:
        return _Dict(items)


class _Unread(NamedTuple):
    """A tensor of a kind that is not read: sparse, quantised, ..."""

    kind: str


class _OtherKind:
    """Stands for what puts such tensors together."""

    __slots__ = ("kind",)

    def __init__(self, kind: str):
        self.kind = kind

    def __call__(self, *args: Any) -> _Unread:
        return _Unread(self.kind)


def _nothing() -> type:
    """A class whose objects take anything and do nothing."""

    class Nothing:
        def __new__(cls, *args: Any, **kwargs: Any) -> Any:
            return object.__new__(cls)

        def __init__(self, *args: Any, **kwargs: Any):
            pass

        def __setstate__(self, state: Any) -> None:
            pass

        def __setitem__(self, key: Any, value: Any) -> None:
            pass

        def append(self, value: Any) -> None:
            pass

        def extend(self, values: Any) -> None:
            pass

    return Nothing


class _Unpickler(pickle.Unpickler):
    def __init__(self, content: bytes, storage: Callable[[str], bytes]):
        super().__init__(io.BytesIO(content))
        self._storage, self._storages = storage, {}

    def find_class(self, module: str, name: str) -> Any:
        if module == "torch" and name in _STORAGES or name == "UntypedStorage":
            return _First(), np.dtype(_numpy(_STORAGES[name]))
        if module == "torch" and name in _DTYPES:
            return np.dtype(_numpy(_DTYPES[name]))
        if (module, name) == ("collections", "OrderedDict"):
            return _NewDict()
        if module == "torch._utils" and name in _TENSORS:
            return _Tensor(name.endswith("3"))
        if module == "torch._utils" and name.startswith("_rebuild_parameter"):
            return _First()
        if module in ("torch._utils", "torch._tensor") and name.startswith("_rebuild_"):
            return _OtherKind(name)
        if (module, name) == ("torch", "Size"):
            return _First()
        return _nothing()

    def persistent_load(self, pid: Any) -> _Storage:
        if not isinstance(pid, tuple) or len(pid) < 3 or pid[0] != "storage":
            raise pickle.UnpicklingError("something is kept elsewhere that is not a storage")
        dtype = pid[1][1] if isinstance(pid[1], tuple) else np.dtype(np.uint8)
        key = str(pid[2])
        if key not in self._storages:
            self._storages[key] = self._storage(key)
        data = self._storages[key]
        return _Storage(data[: len(data) // dtype.itemsize * dtype.itemsize], dtype)


def _numpy(name: str) -> Any:
    return getattr(ml_dtypes, name, None) or name


def _from_zip(path: str, key: str | None) -> dict[str, np.ndarray]:
    if not zipfile.is_zipfile(path):
        with open(path, "rb") as file:
            old = file.read(2) in (b"\x80\x02", b"\x80\x04")
        if old:
            raise NotImplementedError(
                f"For 'load_torch_checkpoint', {path} is in the format of PyTorch before 1.6; "
                "write it anew there: torch.save(torch.load(old), new)."
            )
        raise ValueError(f"For 'load_torch_checkpoint', {path} is not a file of PyTorch.")
    try:
        with zipfile.ZipFile(path) as archive:
            top = _unpickled(archive, os.path.getsize(path))
        return _weights(top, key)
    except (ValueError, NotImplementedError):
        raise
    except Exception as error:  # what damaged pickles and archives raise is of many kinds
        raise ValueError(
            f"For 'load_torch_checkpoint', the file {path} cannot be read: {error}."
        ) from error


def _unpickled(archive: zipfile.ZipFile, size: int) -> Any:
    names = [n for n in archive.namelist() if n.endswith("/data.pkl") and n.count("/") == 1]
    if len(names) != 1:
        raise ValueError("For 'load_torch_checkpoint', the archive has no data.pkl in a folder.")
    folder = names[0].removesuffix("data.pkl")

    def content(name: str) -> bytes:
        info = archive.getinfo(folder + name)
        if info.compress_type != zipfile.ZIP_STORED or info.file_size > size:
            raise pickle.UnpicklingError(f"'{name}' is compressed, or longer than the file")
        return archive.read(info)

    if f"{folder}byteorder" in archive.namelist() and content("byteorder") != b"little":
        raise ValueError("For 'load_torch_checkpoint', the file has numbers in big-endian order.")
    return _Unpickler(content("data.pkl"), lambda key: content(f"data/{key}")).load()


def _weights(top: Any, key: str | None) -> dict[str, np.ndarray]:
    """The state dict in what a file holds."""
    if key is not None:
        if not isinstance(top, dict) or key not in top:
            has = list(dict.keys(top)) if isinstance(top, dict) else type(top).__name__
            raise ValueError(
                f"For 'load_torch_checkpoint', there is no '{key}' in the file, which has {has}."
            )
        return _arrays(top[key])
    if not isinstance(top, dict):
        return {}
    tables = {k: top[k] for k in _STATES if isinstance(dict.get(top, k), dict)}
    states = {name: found for name, table in tables.items() if (found := _arrays(table))}
    if len(states) > 1:
        raise ValueError(
            f"For 'load_torch_checkpoint', the file has weights in {list(states)}; say by 'key' "
            "which of them is wanted."
        )
    if states:  # beside it, what a training notes: the best accuracy, for instance
        return next(iter(states.values()))
    own = _arrays(top)
    inside = [name for name, value in dict.items(top) if isinstance(value, dict)]
    if not own and inside:
        raise ValueError(
            "For 'load_torch_checkpoint', the file has no weights in the usual places, but "
            f"dicts as {inside}; say by 'key' which of them is the state dict."
        )
    if inside:
        logger.warning(
            f"For 'load_torch_checkpoint', the dicts {inside} in the file are left out; 'key' "
            "names one of them."
        )
    return own


def _arrays(table: Any) -> dict[str, np.ndarray]:
    if not isinstance(table, dict):
        return {}
    for name, value in dict.items(table):
        if isinstance(value, _Unread):
            raise NotImplementedError(
                f"For 'load_torch_checkpoint', the weight '{name}' is of a kind that is not read "
                f"({value.kind}); save a dense tensor of it in PyTorch: `.to_dense()` of a sparse "
                "one, `.dequantize()` of a quantised one."
            )
    return {
        name: value
        for name, value in dict.items(table)
        if isinstance(name, str) and isinstance(value, np.ndarray)
    }
