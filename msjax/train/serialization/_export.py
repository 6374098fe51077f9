"""Exporting networks to files, and loading these as programs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

import numpy as np

from msjax import _checkparam as Validator
from msjax import log as logger
from msjax._core.base.errors import only_known
from msjax._core.compile.exported import Program, export_program
from msjax._core.tensor.structure import tensors_in
from msjax.nn.cell import Cell
from msjax.train.serialization import _mindir
from msjax.train.serialization._encrypt import MODES, decrypt, encrypt, is_encrypted
from msjax.train.serialization._files import replace_file

_FORMATS = ["AIR", "ONNX", "MINDIR"]
_OURS = "STABLEHLO"
_UNSUPPORTED = ("dataset", "custom_func", "incremental")
_FORMER = ("quant_mode", "mean", "std_dev")  # of MindSpore 1; 2 ignores them


def export(net: Cell, *inputs: Any, file_name: str, file_format: str, **kwargs: Any) -> None:
    """Write a network and its Parameters to a file that runs without its source.

    The network is exported in the mode (training or not) that it is in, for CPU, CUDA and TPU at
    once. A MINDIR file of msjax is not one of MindSpore's: neither reads the other's.

    Args:
        net: a Cell, or a function.
        inputs: what it is called with: Tensors, tuples, lists and dicts of Tensors, and constants.
            `Tensor(shape=[None, 3], dtype=...)` stands for Tensors of any length along the
            dimension of None or `Symbol`; all other lengths are fixed.
        file_name: the file; the format's ending is added if it lacks it.
        file_format: "MINDIR" for `load`; "STABLEHLO" for other tools: the bare portable artifact,
            with the Parameters as the last arguments; "ONNX" needs the package jax2onnx.
        kwargs: `enc_key` (bytes) and `enc_mode` ("AES-GCM", "AES-CBC", "SM4-CBC" or a function of
            bytes and key) encrypt a MINDIR file, by the package cryptography; other files are
            encrypted by a function only. `quant_mode`, `mean` and `std_dev` have no effect, as in
            MindSpore 2.

    Raises:
        ValueError: `file_format`, `file_name`, `enc_key` or `enc_mode` is not a valid one.
        TypeError: `file_name` is not a str, an input is an array of NumPy, or there is no such
            argument.
        RuntimeError: more than conditions and loops depends on values of Tensors, or code on
            unknown lengths.
        NotImplementedError: the format AIR, a dataset, `custom_func`, or a network that calls
            Python functions while it runs, or of which conditions decide whether it raises.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Dense(2, 3)
        >>> batch = ms.Tensor(shape=[None, 2], dtype=ms.float32)
        >>> ms.export(net, batch, file_name="dense", file_format="MINDIR")
        >>> ms.nn.GraphCell(ms.load("dense.mindir"))(ms.ops.ones((5, 2))).shape
        (5, 3)
    """
    _check_options(export, kwargs, ("enc_key", "enc_mode", *_UNSUPPORTED, *_FORMER))
    if file_format not in (*_FORMATS, _OURS):
        raise ValueError(
            f"For 'export', 'file_format' must be one of {_FORMATS} or {_OURS!r}, but got "
            f"{file_format}."
        )
    Validator.check_file_name_by_regular(file_name)
    if file_format == "AIR":
        raise NotImplementedError(
            "For 'export', the format AIR is for Ascend devices and not available; use "
            "file_format='MINDIR', or 'STABLEHLO' for other tools."
        )
    for option in _UNSUPPORTED:
        if kwargs.get(option):
            raise NotImplementedError(
                f"For 'export', the argument '{option}' is not supported: the file has no "
                "MindSpore graph. Do the preprocessing before the call of the loaded network."
            )
    hidden = _cipher(file_format, kwargs)
    _check_inputs(net, inputs)
    if not callable(net):
        raise RuntimeError(f"For 'export', 'net' must be a Cell or function, but got {net!r}.")
    if file_format == "ONNX":
        from msjax.train.serialization._onnx import onnx_model

        parts: Iterable[Any] = [onnx_model(net, inputs)]
    else:
        program = export_program(net, inputs)
        bare = file_format == _OURS
        parts = [program.exported.mlir_module_serialized] if bare else _mindir.pieces(program)
    path = _path(file_name, f".{file_format.lower()}")
    replace_file(path, parts if hidden is None else hidden(b"".join(parts)))


def load(file_name: str, **kwargs: Any) -> Program:
    """Read a file that `export` wrote with file_format="MINDIR".

    A damaged file is told by its checksum, and nothing in a file is run by loading it. A checksum
    can be forged: as with any program, load files of people you trust, or files that `enc_key`
    with AES-GCM protects, which only holders of the key can write.

    Args:
        file_name: the file, which ends in ".mindir".
        kwargs: `dec_key` (bytes) and `dec_mode` (as `enc_mode` of `export`, or the function that
            undoes it) decrypt the file.

    Returns:
        what `nn.GraphCell` runs.

    Raises:
        ValueError: `file_name` is not a str, ends otherwise, or does not exist.
        TypeError: there is no such argument.
        RuntimeError: the file is damaged, encrypted, or not of this kind.
        NotImplementedError: MindSpore wrote the file.

    Examples:
        >>> import msjax as ms
        >>> ms.export(ms.nn.ReLU(), ms.Tensor([1.0, 2.0]), file_name="relu", file_format="MINDIR")
        >>> print(ms.nn.GraphCell(ms.load("relu.mindir"))(ms.Tensor([-1.0, 1.0])))
        [0. 1.]
    """
    _check_options(load, kwargs, ("dec_key", "dec_mode"))
    path = _checked_mindir(file_name, "load")
    content = _content(path)
    if "dec_key" in kwargs:
        key = Validator.check_isinstance("dec_key", kwargs["dec_key"], bytes)
        mode = kwargs.get("dec_mode", "AES-GCM")
        if not callable(mode):
            Validator.check_isinstance("dec_mode", mode, str)
        content = _decrypted(content, key, mode)
    elif is_encrypted(content):
        raise _undecrypted()
    if bytes(content[: len(_mindir.MARK)]) != _mindir.MARK:
        if _of_mindspore(content):
            raise NotImplementedError(
                f"The file {file_name} is a MindIR file of MindSpore, whose graph runs in "
                "MindSpore only. Save a checkpoint there (save_checkpoint), load it here into the "
                "network (load_checkpoint) and export that."
            )
        raise RuntimeError(f"Load MindIR failed: {file_name} is not a MindIR file.")
    try:
        return _mindir.parse(content)
    except _mindir.DamagedFile as error:
        raise RuntimeError(f"Load MindIR failed: the file {file_name} is damaged: {error}.") from (
            error
        )


def load_mindir(file_name: str) -> NoReturn:
    """Not available: programs of msjax are StableHLO, not MindSpore's graph messages.

    Args:
        file_name: a MindIR file.

    Returns:
        Nothing: it always raises.

    Raises:
        ValueError: `file_name` is not a str, ends otherwise, or does not exist.
        NotImplementedError: otherwise.

    Examples:
        >>> import msjax as ms
        >>> ms.load_mindir("net.mindir")
        Traceback (most recent call last):
        ValueError: For 'load_mindir', the argument 'file_name'(MindIR file) does not exist...
    """
    _checked_mindir(file_name, "load_mindir")
    raise NotImplementedError(
        "For 'load_mindir', there is no ModelProto: msjax exports StableHLO. Use msjax.load to run "
        "a file of msjax, or MindSpore to look into a file of its own."
    )


def save_mindir(model: object, file_name: str) -> NoReturn:
    """Not available: programs of msjax are StableHLO, not MindSpore's graph messages.

    Args:
        model: a ModelProto of MindSpore.
        file_name: the file.

    Returns:
        Nothing: it always raises.

    Raises:
        TypeError: `model` is no ModelProto.
        NotImplementedError: otherwise.

    Examples:
        >>> import msjax as ms
        >>> ms.save_mindir(3, "net.mindir")
        Traceback (most recent call last):
        TypeError: For 'save_mindir', the argument 'model' must be ModelProto, but got ...
    """
    if type(model).__name__ != "ModelProto":
        raise TypeError(
            f"For 'save_mindir', the argument 'model' must be ModelProto, but got {type(model)}."
        )
    raise NotImplementedError(
        "For 'save_mindir', msjax writes no MindSpore graphs; use msjax.export, or "
        "model.SerializeToString()."
    )


def export_split_mindir(
    file_name: str, device_num: int = 8, rank_id: int = 0, dynamic: bool = True, sapp: bool = True
) -> NoReturn:
    """Not available: a program is compiled for its devices where it runs, not cut in a file.

    Args:
        file_name: a MindIR file.
        device_num: number of devices.
        rank_id: the number of this one.
        dynamic: whether shapes are dynamic.
        sapp: whether MindSpore chooses the strategy.

    Returns:
        Nothing: it always raises.

    Raises:
        ValueError: `file_name` is not a str, ends otherwise, or does not exist.
        NotImplementedError: otherwise.

    Examples:
        >>> import msjax as ms
        >>> ms.export_split_mindir("net.mindir")
        Traceback (most recent call last):
        ValueError: For 'Split MindIR', the argument 'file_name'(MindIR file) does not exist...
    """
    _checked_mindir(file_name, "Split MindIR")
    raise NotImplementedError(
        "For 'export_split_mindir', programs are not cut into files for devices; run the network "
        "under parallel.shard, and XLA distributes it."
    )


def _check_options(function: Callable, kwargs: dict[str, Any], options: Sequence[str]) -> None:
    if "obf_func" in kwargs:
        raise NotImplementedError("Dynamic model structure obfuscation is no longer supported.")
    only_known(function, kwargs, options)  # a misspelt enc_key would leave the file in the clear


def _check_inputs(net: Any, inputs: tuple) -> None:
    if any(hasattr(value, "create_tuple_iterator") for value in inputs):
        raise NotImplementedError(
            "For 'export', a dataset as the input is not supported; give a Tensor of the shape and "
            "dtype that the network gets, and run the dataset before the loaded network."
        )
    for i, value in enumerate(inputs):
        if isinstance(value, np.ndarray):
            raise TypeError(
                f"For 'export', the input {i} must be a Tensor, but got an array of NumPy; use "
                "Tensor(array)."
            )
    if not inputs and isinstance(net, Cell) and tensors_in(net.get_inputs() or ()):
        logger.warning("For 'export', the inputs that 'set_inputs' described are not used.")


def _cipher(file_format: str, kwargs: dict[str, Any]) -> Callable[[bytes], list[bytes]] | None:
    if "enc_key" not in kwargs:
        if "enc_mode" in kwargs:
            logger.warning("For 'export', the file is not encrypted: there is no 'enc_key'.")
        return None
    key = Validator.check_isinstance("enc_key", kwargs["enc_key"], bytes)
    mode = kwargs.get("enc_mode", "AES-GCM")
    if callable(mode):
        return lambda content: [mode(content, key)]
    Validator.check_isinstance("enc_mode", mode, str)
    if file_format != "MINDIR":
        raise ValueError(f"AIR/ONNX only support customized encryption, but got {mode}.")
    if mode not in MODES:
        raise ValueError(f"MindIR only support AES-GCM/AES-CBC/SM4-CBC encryption, but got {mode}")
    return lambda content: [encrypt(content, key, mode)]


def _decrypted(content: bytes, key: bytes, mode: Any) -> bytes:
    if callable(mode):
        return mode(content, key)
    try:
        return decrypt(content, key, mode)
    except ValueError as error:
        raise _undecrypted() from error


def _undecrypted() -> RuntimeError:
    return RuntimeError(
        "Load MindIR failed. The file may be encrypted and decrypt failed, you can check whether "
        "the values of the arguments 'dec_key' and 'dec_mode' are the same as when exported MindIR "
        "file, or check the file integrity."
    )


def _path(name: str, ending: str) -> str:
    path = os.path.realpath(name)
    if not path.endswith(ending):
        path += ending
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    return path


def _checked_mindir(name: Any, function: str) -> str:
    if not isinstance(name, str):
        raise ValueError(
            f"For '{function}', the argument 'file_name' must be string, but got {type(name)}."
        )
    argument = f"For '{function}', the argument 'file_name'(MindIR file)"
    if not name.endswith(".mindir"):
        raise ValueError(
            f"{argument} should end with '.mindir', please input the correct 'file_name'."
        )
    if not os.path.exists(name):
        raise ValueError(
            f"{argument} does not exist, please check whether the 'file_name' is correct."
        )
    return os.path.realpath(name)


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _of_mindspore(content: bytes) -> bool:
    """Whether a file begins as MindSpore's messages do: with three short strings."""
    return content[:1] == b"\x0a" and b"MindSpore" in content[:200]
