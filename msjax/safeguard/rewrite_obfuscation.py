"""Obfuscation of checkpoints by a configuration of numbers and of operations on weights."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from string import Template
from typing import Any

import numpy as np

from msjax import log as logger
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.nn.layer.container import CellList
from msjax.train.serialization import load_checkpoint, save_checkpoint

_PARTS = ("obf_metadata_config", "weight_obf_config", "network_obf_config")
_KINDS = ("random", "rearrange")
_NUMBER = "obf_metadata"  # what names of numbers begin with; other inputs are the weight
_INVERSES: dict[str, Callable] = {"invert": ops.reciprocal}
_FORM = "'obfuscate_layers:all' or 'obfuscate_layers:int'"


def obfuscate_ckpt(
    network: Cell,
    ckpt_files: str,
    target_modules: list[str] | None = None,
    obf_config: dict[str, list] | None = None,
    saved_path: str = "./",
    obfuscate_scale: float = 100,
) -> dict[str, np.ndarray]:
    """Write a changed copy, "<name>_obf.ckpt", of every ckpt file in a folder and its subfolders.

    Args:
        network: the Cell whose weights the files hold.
        ckpt_files: the folder.
        target_modules: the path of a Cell in the network, such as "backbone/attention", the names
            of its layers, such as "dense1|dense2", whose weights and biases are multiplied by a
            random number, and perhaps "obfuscate_layers:all" or "obfuscate_layers:3", for as many
            Cells of the CellList "blocks" in the path, each with a number of its own.
        obf_config: dict with the lists "obf_metadata_config" (numbers: "name", "shape", "type"
            "random" or "rearrange", "save_metadata", "metadata_op", "layers") and
            "weight_obf_config" ("target", "layers" and "weight_obf_ops", a list of operations
            "mul", "matmul" and "permuate" with "input_x", "input_y", "transpose_a",
            "transpose_b"). It is used instead of `target_modules`.
        saved_path: the folder of the copies.
        obfuscate_scale: the random numbers are integers from 1 up to it, which must be above 1.

    Returns:
        dict from the names of saved numbers to arrays, of which the owner needs the values.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: a folder does not exist, `target_modules` names nothing in the network, or
            `obf_config` lacks a list.
        KeyError: an operation or number is not known.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.SequentialCell(ms.nn.Dense(2, 2))
        >>> ms.save_checkpoint(net, "net.ckpt")
        >>> found = ms.obfuscate_ckpt(net, ".", obf_config={
        ...     "obf_metadata_config": [{"name": "obf_metadata", "shape": [1], "type": "random",
        ...                              "save_metadata": True, "metadata_op": "invert"}],
        ...     "weight_obf_config": [{"target": "0/weight", "weight_obf_ops": [
        ...         {"name": "mul", "input_x": "weight", "input_y": "obf_metadata"}]}]})
        >>> list(found), "0.weight" in ms.load_checkpoint("net_obf.ckpt")
        (['obf_metadata'], True)
    """
    _check_folder("ckpt_files", ckpt_files)
    _check_folder("saved_path", saved_path)
    config = _configuration(network, target_modules, obf_config)
    for part in _PARTS[:2]:
        _check_part(config, part)
    if not isinstance(obfuscate_scale, (float, int)) or obfuscate_scale <= 1:
        raise ValueError(
            "For 'obfuscate_ckpt', 'obfuscate_scale' must be a number larger than 1, but got "
            f"{obfuscate_scale}."
        )
    numbers, saved = _numbers(config["obf_metadata_config"], obfuscate_scale)
    found = sorted(os.scandir(ckpt_files), key=lambda entry: entry.name)  # before there are copies
    for entry in found:
        if not entry.is_dir():
            _obfuscate(entry.path, saved_path, config, numbers)
            continue
        folder = os.path.join(saved_path, entry.name)
        inner = sorted(os.listdir(entry.path))
        os.makedirs(folder, mode=0o700, exist_ok=True)
        for name in inner:
            _obfuscate(os.path.join(entry.path, name), folder, config, numbers)
    return saved


def load_obf_params_into_net(
    network: Cell,
    target_modules: list[str] | None = None,
    obf_ratios: object = None,
    obf_config: dict[str, list] | None = None,
    data_parallel_num: int = 1,
    **kwargs: Any,
) -> Cell:
    """Check a configuration of obfuscation against a network.

    MindSpore 2.10 changes neither the network nor its Parameters here any more, and neither does
    msjax: multiply by what `obfuscate_ckpt` returned where the network uses the weights.

    Args:
        network: the Cell.
        target_modules: as in `obfuscate_ckpt`.
        obf_ratios: kept for compatibility.
        obf_config: dict with the list "network_obf_config", instead of `target_modules`.
        data_parallel_num: int above 0, kept for compatibility.
        **kwargs: kept for compatibility.

    Returns:
        `network`.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `target_modules` names nothing in the network, or `obf_config` lacks its list.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.SequentialCell(ms.nn.Dense(2, 2))
        >>> ms.load_obf_params_into_net(net, ["", "0"]) is net
        True
    """
    _check_part(_configuration(network, target_modules, obf_config), "network_obf_config")
    if not isinstance(data_parallel_num, int) or data_parallel_num <= 0:
        raise ValueError(
            "For 'load_obf_params_into_net', 'data_parallel_num' must be an int above 0, but got "
            f"{data_parallel_num}."
        )
    return network


# -- configurations ------------------------------------------------------------------------------


def _configuration(network: Any, target_modules: Any, obf_config: Any) -> dict[str, list]:
    if not isinstance(network, Cell):
        raise TypeError(f"'network' must be nn.Cell, but got {type(network)}.")
    if obf_config is None:
        logger.warning(
            "'target_modules' and 'obf_ratios' will be removed in a future version, use "
            "'obf_config' instead."
        )
        return _of_targets(network, target_modules)
    if not isinstance(obf_config, dict):
        raise TypeError(f"'obf_config' must be dict, but got {type(obf_config)}.")
    if not obf_config:
        raise ValueError("'obf_config' is empty.")
    for part in obf_config:
        if part not in _PARTS:
            raise TypeError(f"The keys of 'obf_config' must be in {list(_PARTS)}, but got {part}.")
    return obf_config


def _of_targets(network: Cell, targets: Any) -> dict[str, list]:
    """The configuration that multiplies what `target_modules` names by a random number."""
    if not isinstance(targets, list) or not all(isinstance(text, str) for text in targets):
        raise TypeError(f"'target_modules' must be a list of str, but got {targets!r}.")
    if len(targets) < 2:
        raise ValueError(
            f"'target_modules' must have two texts, such as ['A/B/C', 'D1|D2'], but got {targets}."
        )
    path, names = targets[0], targets[1].split("|")
    if not re.fullmatch(r"[a-zA-Z0-9_/]*", path) or not re.fullmatch(r"[\w|]+", targets[1], re.A):
        raise ValueError(
            f"'target_modules' must be of letters, digits, '_', and '/' between Cells or '|' "
            f"between layers, but got {targets}."
        )
    cell, count = _cell_at(network, path)
    known = [name for name in names if hasattr(cell, name)]
    if not known:
        raise ValueError(f"There is none of {names} in the path '{path}' of the network.")
    if unknown := set(names) - set(known):
        logger.warning(f"{sorted(unknown)} do not exist in the path '{path}'.")
    number: dict[str, Any] = {
        "name": _NUMBER,
        "shape": [1],
        "type": "random",
        "save_metadata": True,
        "metadata_op": "invert",
    }
    layers: dict[str, Any] = {}
    if len(targets) > 2:
        form = re.fullmatch(r"obfuscate_layers:(all|\d+)", targets[2])
        if not form:
            raise ValueError(
                f"The third of 'target_modules' must be {_FORM}, but got {targets[2]}."
            )
        layers["layers"] = list(range(count if form[1] == "all" else min(int(form[1]), count)))
        number |= {"name": f"{_NUMBER}_${{layer}}", **layers}
        path = path.replace("blocks", "blocks/${layer}")
    mul = {"name": "mul", "input_x": "weight", "input_y": number["name"]}
    return {
        "obf_metadata_config": [number],
        "weight_obf_config": [
            {"target": f"{path}/{name}/{kind}".lstrip("/"), "weight_obf_ops": [mul], **layers}
            for name in names
            for kind in ("weight", "bias")
        ],
        "network_obf_config": [
            {"module": f"/{path}", "target": name, "insert_ops": [mul], **layers} for name in names
        ],
    }


def _cell_at(network: Cell, path: str) -> tuple[Any, int]:
    """The Cell at a path, which leads through the last Cell of a list; and the list's length."""
    cell: Any = network
    count = 1
    for name in filter(None, path.split("/")):
        if isinstance(cell, CellList):
            count *= len(cell)
            cell = cell[-1]
        cell = getattr(cell, name, None)
        if cell is None:
            raise ValueError(f"The path '{path}' does not exist in the network.")
        if not isinstance(cell, Cell):
            raise TypeError(f"'{name}' in the path '{path}' must be a Cell, but got {type(cell)}.")
    return cell, count


def _check_part(config: dict[str, list], part: str) -> None:
    found = config.get(part)
    if not isinstance(found, list):
        raise TypeError(f"obf_config['{part}'] must be list, but got {type(found)}.")
    needed = {
        "obf_metadata_config": {"name": str, "shape": list},
        "weight_obf_config": {"target": str, "weight_obf_ops": list},
        "network_obf_config": {"target": str, "module": str},
    }[part]
    for entry in found:
        if not isinstance(entry, dict):
            raise TypeError(f"obf_config['{part}'] must have dicts, but got {type(entry)}.")
        for key, kind in needed.items():
            if not entry.get(key) or not isinstance(entry[key], kind):
                raise TypeError(
                    f"'{key}' in obf_config['{part}'] must be {kind.__name__} and not empty, but "
                    f"got {entry.get(key)!r}."
                )
        for key in ("shape", "layers"):
            if any(not isinstance(number, int) for number in entry.get(key) or ()):
                raise TypeError(f"'{key}' in obf_config['{part}'] must be a list of int.")
        if entry.get("type", "random") not in _KINDS:
            raise TypeError(f"'type' must be in {list(_KINDS)}, but got {entry['type']!r}.")
        for operation in entry.get("weight_obf_ops") or entry.get("insert_ops") or ():
            _check_operation(operation)


def _check_operation(operation: dict[str, Any]) -> None:
    wanted = dict.fromkeys(("name", "input_x", "input_y"), str)
    wanted |= {key: bool for key in ("transpose_a", "transpose_b") if key in operation}
    for key, kind in wanted.items():
        if not isinstance(operation.get(key), kind):
            raise TypeError(
                f"'{key}' of an operation must be {kind.__name__}, but got {operation.get(key)!r}."
            )


def _check_folder(name: str, path: Any) -> None:
    if not isinstance(path, str):
        raise TypeError(f"For 'obfuscate_ckpt', '{name}' must be str, but got {type(path)}.")
    if not os.path.exists(path):
        raise ValueError(f"For 'obfuscate_ckpt', '{name}', {path}, does not exist.")
    if not os.path.isdir(path):
        raise TypeError(f"For 'obfuscate_ckpt', '{name}', {path}, must be a directory.")


# -- numbers and weights -------------------------------------------------------------------------


def _by_layer(entry: dict[str, Any], text: str) -> Iterator[tuple[int, str]]:
    """The layers of an entry, and a text with each in its place."""
    for layer in entry.get("layers") or (0,):
        yield layer, Template(text).safe_substitute(layer=layer)


def _numbers(
    entries: list[dict[str, Any]], scale: float
) -> tuple[dict[str, Tensor], dict[str, np.ndarray]]:
    """All numbers by name, and those that the owner gets."""
    numbers: dict[str, Tensor] = {}
    saved: dict[str, np.ndarray] = {}
    for entry in entries:
        inverse = entry.get("metadata_op")
        if inverse is not None and inverse not in _INVERSES:
            raise KeyError(f"'metadata_op' must be in {list(_INVERSES)}, but got {inverse}.")
        for _, name in _by_layer(entry, entry["name"]):
            made = _drawn(entry["shape"], entry.get("type"), scale)
            numbers[name] = made
            if entry.get("save_metadata", False):
                saved[name] = (made if inverse is None else _INVERSES[inverse](made)).asnumpy()
    return numbers, saved


def _drawn(shape: list[int], kind: str | None, scale: float) -> Tensor:
    if kind == "random":
        return Tensor(np.random.randint(1, scale, size=shape), mstype.float16)
    if kind == "rearrange" and len(shape) == 1:
        return Tensor(np.random.permutation(shape[0]), mstype.int32)
    if kind == "rearrange" and len(shape) == 2:
        return Tensor(np.identity(shape[0])[:, np.random.permutation(shape[1])], mstype.int32)
    raise ValueError(f"There are no numbers of type {kind!r} with shape {shape}.")


def _obfuscate(path: str, folder: str, config: dict[str, list], numbers: dict) -> None:
    """Write the copy of a file, if it is a ckpt file."""
    if not path.endswith(".ckpt"):
        return
    values = load_checkpoint(path)
    for entry in config["weight_obf_config"]:
        for layer, target in _by_layer(entry, entry["target"]):
            weight = values.get(target.replace("/", "."))
            if isinstance(weight, Tensor):
                weight.set_data(_changed(weight, entry["weight_obf_ops"], numbers, layer))
    name = os.path.basename(path).split(".")[0]
    save_checkpoint(values, os.path.join(folder, f"{name}_obf.ckpt"))


def _changed(weight: Tensor, operations: list[dict], numbers: dict, layer: int) -> Tensor:
    """A weight after operations."""
    value = weight.value()
    for operation in operations:

        def given(key: str, operation: dict = operation, value: Tensor = value) -> Tensor:
            name = Template(operation[key]).safe_substitute(layer=layer)
            if not name.startswith(_NUMBER):
                return value
            if name not in numbers:
                raise KeyError(f"'obf_metadata_config' has no '{name}', only {list(numbers)}.")
            return numbers[name]

        kind = operation["name"]
        if kind == "mul":
            value = ops.mul(value, given("input_y").astype(weight.dtype))
        elif kind == "permuate":
            value = value[given("input_x")]
        elif kind == "matmul":
            pair = [given(key).astype(weight.dtype) for key in ("input_x", "input_y")]
            flags = operation.get("transpose_a", False), operation.get("transpose_b", False)
            value = ops.matmul(*(x.T if flag else x for x, flag in zip(pair, flags, strict=True)))
        else:
            raise KeyError(f"An operation must be matmul, permuate or mul, but got {kind}.")
    return value
