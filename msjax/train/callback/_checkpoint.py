"""Saving checkpoints while training."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable
from typing import Any

from msjax import _checkparam as validator
from msjax._core.base.errors import only_known
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.random import Generator
from msjax._core.tensor.tensor import Tensor
from msjax.common._default_text import DefaultText
from msjax.communication import get_group_size
from msjax.log import warning
from msjax.nn.cell import Cell
from msjax.train._utils import _make_directory
from msjax.train.callback._callback import Callback, RunContext
from msjax.train.serialization import save_checkpoint
from msjax.train.serialization._encrypt import checked_key
from msjax.train.serialization._write import check_async_save, join_saving, wait_for_saving

_cur_dir = os.getcwd()
_COUNTERS = ("epoch_num", "step_num")


def _check_file_name_prefix(file_name_prefix: object) -> bool:
    return isinstance(file_name_prefix, str) and "/" not in file_name_prefix


def _chg_ckpt_file_name_if_same_exist(directory: str, prefix: str, exception: bool = False) -> str:
    """A prefix that no checkpoint in the directory has: "CKP", else "CKP_1", "CKP_2", ..."""
    if callable(prefix) or callable(directory):
        return prefix
    number = 0
    for name in os.listdir(directory):
        after_error = name.endswith("_breakpoint.ckpt")
        if after_error != exception or not name.endswith((".ckpt", ".safetensors")):
            continue
        rest = name[len(prefix) :]
        if not name.startswith(prefix) or rest[0].isalpha():
            continue
        middle = rest.partition("-")[0]
        if rest[0] == "-":
            number = max(number, 1)
        elif "-" in rest and middle[1:].isdigit():
            number = max(number, int(middle[1:]) + 1)
    return f"{prefix}_{number}" if number else prefix


class CheckpointConfig(DefaultText):
    """When and how a `ModelCheckpoint` saves.

    Args:
        save_checkpoint_steps: int, save after so many steps.
        save_checkpoint_seconds: int, save after so many seconds; not used with
            `save_checkpoint_steps`.
        keep_checkpoint_max: int, remove the oldest file when there are so many.
        keep_checkpoint_per_n_minutes: int, keep one file for so many minutes; not used with
            `keep_checkpoint_max`.
        integrated_save: merge sliced Parameters before saving.
        async_save: True, "thread" or "process" to write in the background.
        saved_network: Cell to save; None for the training network.
        append_info: list of "epoch_num", "step_num" and at most one dict of values to save too.
        enc_key: encrypt ckpt files with this key, as `save_checkpoint`.
        enc_mode: "AES-GCM", "AES-CBC" or "SM4-CBC".
        exception_save: also save when training ends with an error.
        crc_check: append a checksum.
        remove_redundancy: must be False; it is for networks that are cut over devices.
        format: "ckpt" or "safetensors".
        **kwargs: `incremental` as in MindSpore.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a number is negative, all of the first four are 0 or None, `append_info` has an
            unknown name, or `format` lacks what is asked for.
        NotImplementedError: `enc_key` is given, and the package cryptography is not installed.

    Examples:
        >>> import msjax as ms
        >>> config = ms.CheckpointConfig(save_checkpoint_steps=100, keep_checkpoint_max=3)
        >>> config.keep_checkpoint_max
        3
    """

    def __init__(
        self,
        save_checkpoint_steps: int | None = 1,
        save_checkpoint_seconds: int | None = 0,
        keep_checkpoint_max: int | None = 5,
        keep_checkpoint_per_n_minutes: int | None = 0,
        integrated_save: bool = True,
        async_save: bool | str = False,
        saved_network: Cell | None = None,
        append_info: list | None = None,
        enc_key: bytes | None = None,
        enc_mode: str = "AES-GCM",
        exception_save: bool = False,
        crc_check: bool = False,
        remove_redundancy: bool = False,
        format: str = "ckpt",
        **kwargs: Any,
    ):
        only_known(CheckpointConfig.__init__, kwargs, ("incremental", "enable_redundance"))
        steps, seconds = save_checkpoint_steps, save_checkpoint_seconds
        most, minutes = keep_checkpoint_max, keep_checkpoint_per_n_minutes
        for number in (steps, seconds, most, minutes):
            if number is not None:
                validator.check_non_negative_int(number)
        if saved_network is not None and not isinstance(saved_network, Cell):
            raise TypeError(
                "For 'CheckpointConfig', the type of 'saved_network' must be None or Cell, "
                f"but got {type(saved_network)}."
            )
        if not (steps or seconds or most or minutes):
            raise ValueError(
                "For 'CheckpointConfig', the input arguments 'save_checkpoint_steps', "
                "'save_checkpoint_seconds', 'keep_checkpoint_max' and "
                "'keep_checkpoint_per_n_minutes' can't be all None or 0."
            )
        self.exception_save = validator.check_bool(exception_save)
        self._save_checkpoint_steps = steps
        self._save_checkpoint_seconds = None if steps else seconds
        self._keep_checkpoint_max = most if most or minutes else 1
        self._keep_checkpoint_per_n_minutes = None if most else minutes
        self._integrated_save = validator.check_bool(integrated_save)
        check_async_save(async_save)
        self._async_save = async_save
        self._saved_network = saved_network
        self._append_dict = self._handle_append_info(append_info)
        self._enc_key = validator.check_isinstance("enc_key", enc_key, (type(None), bytes))
        self._enc_mode = validator.check_isinstance("enc_mode", enc_mode, str)
        self._crc_check = validator.check_isinstance("crc_check", crc_check, bool)
        self._format = validator.check_isinstance("format", format, str)
        self._map_param_inc = kwargs.get("incremental", False)
        self.enable_redundance = kwargs.get("enable_redundance", False)
        self.remove_redundancy = validator.check_isinstance(
            "remove_redundancy", remove_redundancy, bool
        )
        plain = enc_key is None and enc_mode == "AES-GCM"
        plain = plain and not (crc_check or exception_save or self._map_param_inc)
        if format == "safetensors" and not plain:
            raise ValueError(
                "For 'save_checkpoint', when format is 'safetensors', other param must be default."
            )
        if enc_key is not None:
            checked_key(enc_key, enc_mode)

    @property
    def save_checkpoint_steps(self) -> int | None:
        """The number of steps from one file to the next."""
        return self._save_checkpoint_steps

    @property
    def save_checkpoint_seconds(self) -> int | None:
        """The number of seconds from one file to the next; None if steps count."""
        return self._save_checkpoint_seconds

    @property
    def keep_checkpoint_max(self) -> int | None:
        """The number of files to keep."""
        return self._keep_checkpoint_max

    @property
    def keep_checkpoint_per_n_minutes(self) -> int | None:
        """The minutes of which one file is kept; None if their number counts."""
        return self._keep_checkpoint_per_n_minutes

    @property
    def integrated_save(self) -> bool:
        """Whether sliced Parameters are merged."""
        return self._integrated_save

    @property
    def async_save(self) -> bool | str:
        """Whether files are written in the background."""
        return self._async_save

    @property
    def saved_network(self) -> Cell | None:
        """The network to save; None for the training network."""
        return self._saved_network

    @property
    def enc_key(self) -> bytes | None:
        """None: files are not encrypted."""
        return self._enc_key

    @property
    def enc_mode(self) -> str:
        """The kind of encryption."""
        return self._enc_mode

    @property
    def crc_check(self) -> bool:
        """Whether files end with a checksum."""
        return self._crc_check

    @property
    def format(self) -> str:
        """The format of the files."""
        return self._format

    @property
    def append_dict(self) -> dict | None:
        """What is saved besides the Parameters."""
        return self._append_dict

    @property
    def map_param_inc(self) -> bool:
        """Whether tables of hashes would be saved as differences."""
        return self._map_param_inc

    def get_checkpoint_policy(self) -> dict[str, Any]:
        """The arguments that say when to save and what to keep."""
        return {
            "save_checkpoint_steps": self.save_checkpoint_steps,
            "save_checkpoint_seconds": self.save_checkpoint_seconds,
            "keep_checkpoint_max": self.keep_checkpoint_max,
            "keep_checkpoint_per_n_minutes": self.keep_checkpoint_per_n_minutes,
            "saved_network": self.saved_network,
        }

    @staticmethod
    def _handle_append_info(append_info: Any) -> dict | None:
        """The values to save by name."""
        if append_info is None or append_info == []:
            return None
        if not isinstance(append_info, list):
            raise TypeError(
                "For 'CheckpointConfig', the type of 'append_info' must be list, "
                f"but got {type(append_info)}."
            )
        values: dict[str, Any] = {name: 0 for name in _COUNTERS if name in append_info}
        groups = [element for element in append_info if not isinstance(element, str)]
        for element in append_info:
            if isinstance(element, str) and element not in _COUNTERS:
                raise ValueError(
                    "For 'CheckpointConfig', the value of element in the argument 'append_info' "
                    f"must be in {list(_COUNTERS)}, but got {element}."
                )
        for group in groups:
            if not isinstance(group, dict):
                raise TypeError(
                    "For 'CheckpointConfig', the type of 'append_info' element must be str or "
                    f"dict, but got {type(group)}."
                )
        if len(groups) > 1:
            raise TypeError(
                "For 'CheckpointConfig', the element of 'append_info' must has only one dict, "
                f"but got {len(groups)}"
            )
        for group in groups:
            for key, value in group.items():
                kinds = (int, float, bool, str, Parameter, Tensor, Generator)
                if not isinstance(key, str) or not isinstance(value, kinds):
                    raise TypeError(
                        "For 'CheckpointConfig', the key type of the dict 'append_info' must be "
                        "string, the value type must be int or float or bool, "
                        f"but got key type {type(key)}, value type {type(value)}"
                    )
                values[key] = value
        return values


class ModelCheckpoint(Callback):
    """Saves checkpoints while training, as `<prefix>-<epoch>_<step in the epoch>.ckpt`.

    If the directory has files with that prefix already, "_1", "_2", ... is added to it.

    Args:
        prefix: str, or function of the state of the run that returns the file's name without its
            ending.
        directory: str, or function of the state of the run; None for the current directory.
        config: CheckpointConfig; None for its defaults.

    Raises:
        ValueError: `prefix` has a "/" or is neither str nor function.
        TypeError: `config` is not a CheckpointConfig, `directory` not a string.

    Examples:
        >>> import msjax as ms
        >>> callback = ms.ModelCheckpoint("lenet", "checkpoints", ms.CheckpointConfig(100))
        >>> callback.latest_ckpt_file_name
        ''
    """

    def __init__(
        self,
        prefix: str | Callable = "CKP",
        directory: str | Callable | None = None,
        config: CheckpointConfig | None = None,
    ):
        super().__init__()
        if not callable(prefix) and not _check_file_name_prefix(prefix):
            raise ValueError(
                "For 'ModelCheckpoint', the argument 'prefix' for checkpoint file name is invalid, "
                f"it must be callable or string that does not contain '/', but got {prefix}."
            )
        self._prefix_func = prefix if callable(prefix) else None
        self._directory_func = directory if callable(directory) else None
        self._prefix: Any = prefix
        self._exception_prefix: Any = prefix
        if directory is None:
            self._directory = _cur_dir
        elif not callable(directory):
            self._directory = _make_directory(directory)
        if config is None:
            config = CheckpointConfig()
        elif not isinstance(config, CheckpointConfig):
            raise TypeError(
                "For 'ModelCheckpoint', the type of argument 'config' should be "
                f"'CheckpointConfig', but got {type(config)}."
            )
        self._config = config
        self._manager = CheckpointManager(config.format)
        if not callable(directory):
            self._prefix = _chg_ckpt_file_name_if_same_exist(self._directory, prefix)
        self._append_dict = config.append_dict or {}
        self._append_epoch_num = self._append_dict.get("epoch_num", 0)
        self._append_step_num = self._append_dict.get("step_num", 0)
        self._latest_ckpt_file_name = ""
        self._last_time = self._last_time_for_keep = time.time()
        self._last_triggered_step = 0

    @property
    def latest_ckpt_file_name(self) -> str:
        """The path of the newest file, or ''."""
        return self._latest_ckpt_file_name

    def step_end(self, run_context: RunContext) -> None:
        """Save if it is time."""
        params = run_context.original_args()
        if self._prefix_func is not None:
            self._prefix = self._prefix_func(params)
            if not _check_file_name_prefix(self._prefix):
                raise ValueError(
                    "For 'ModelCheckpoint', the argument 'prefix' for checkpoint file name is "
                    "callable, it must return a string that does not contain '/', "
                    f"but got {self._prefix}."
                )
        if self._directory_func is not None:
            self._directory = _make_directory(self._directory_func(params))
        self._save_ckpt(params)

    def end(self, run_context: RunContext) -> None:
        """Save the last step."""
        self._save_ckpt(run_context.original_args(), True)
        if self._config.async_save:
            wait_for_saving()

    def _due(self, params: Any) -> bool:
        config = self._config
        if config.save_checkpoint_steps:
            step = self._last_triggered_step + config.save_checkpoint_steps
            return params.cur_step_num >= step
        if config.save_checkpoint_seconds:
            return time.time() - self._last_time > config.save_checkpoint_seconds
        return False

    def _counts(self) -> bool:
        return bool(self._config.save_checkpoint_steps or self._config.save_checkpoint_seconds)

    def _append_dict_content(self, epoch_num: int, step_num: int) -> None:
        if "epoch_num" in self._append_dict:
            self._append_dict["epoch_num"] = self._append_epoch_num + epoch_num
        if "step_num" in self._append_dict:
            self._append_dict["step_num"] = self._append_step_num + step_num

    def _save_ckpt(self, params: Any, force_to_save: bool = False) -> None:
        step = params.cur_step_num
        if step == self._last_triggered_step:
            return
        if not self._due(params) and not (force_to_save and self._counts()):
            return
        config, manager = self._config, self._manager
        if config.async_save:
            join_saving()
        name = self._prefix
        if self._prefix_func is None:
            name += f"-{params.cur_epoch_num}_{int((step - 1) % params.batch_num + 1)}"
        manager.update_ckpoint_filelist(self._directory, self._prefix)
        now = time.time()
        if config.keep_checkpoint_max:
            if config.keep_checkpoint_max <= manager.ckpoint_num:
                manager.remove_oldest_ckpoint_file()
        elif minutes := config.keep_checkpoint_per_n_minutes:
            if now - self._last_time_for_keep < minutes * 60:
                manager.keep_one_ckpoint_per_minutes(minutes, now)
        self._last_time = self._last_time_for_keep = now
        self._last_triggered_step = step
        self._append_dict_content(params.cur_epoch_num, step)
        path = os.path.join(self._directory, f"{name}.{config.format}")
        network = config.saved_network
        self._write(params.train_network if network is None else network, path)
        self._latest_ckpt_file_name = path

    def _write(self, network: Cell, path: str) -> None:
        config = self._config
        if config.remove_redundancy:
            if get_group_size() == 1:
                raise TypeError(
                    "The deduplication feature for saving checkpoint can only be used in parallel "
                    "scenarios, but got 'stand_alone'."
                )
            raise NotImplementedError(
                "For 'CheckpointConfig', the argument 'remove_redundancy' is not supported; every "
                "process has all Parameters: let one of them save."
            )
        save_checkpoint(
            network,
            path,
            config.integrated_save,
            config.async_save,
            self._append_dict,
            config.enc_key,
            config.enc_mode,
            crc_check=config.crc_check,
            format=config.format,
            incremental=config.map_param_inc,
            remove_redundancy=config.remove_redundancy,
        )

    def save_after_error(self, network: Cell, epoch: int, step: int) -> None:
        """Save what training has reached, as `<prefix>-<epoch>_<step>_breakpoint.ckpt`."""
        prefix = _chg_ckpt_file_name_if_same_exist(self._directory, self._exception_prefix, True)
        self._append_dict_content(epoch, step)
        config = self._config
        save_checkpoint(
            network,
            os.path.join(self._directory, f"{prefix}-{epoch}_{step}_breakpoint.ckpt"),
            config.integrated_save,
            config.async_save,
            self._append_dict,
            config.enc_key,
            config.enc_mode,
        )


class CheckpointManager:
    """The files of one prefix in a directory.

    Args:
        format: "ckpt" or "safetensors".
    """

    def __init__(self, format: str = "ckpt"):
        self._ckpoint_filelist: list[str] = []
        self._format = format

    @property
    def ckpoint_filelist(self) -> list[str]:
        """The paths of the files."""
        return self._ckpoint_filelist

    @property
    def ckpoint_num(self) -> int:
        """The number of files."""
        return len(self._ckpoint_filelist)

    def update_ckpoint_filelist(self, directory: str, prefix: str) -> None:
        """Look which files there are."""
        ending = f".{self._format}"
        names = [n for n in os.listdir(directory) if n.startswith(f"{prefix}-")]
        self._ckpoint_filelist = [
            os.path.join(directory, name)
            for name in names
            if name.endswith(ending)
            and not any(c.isalpha() for c in name[len(prefix) : -len(ending)])
        ]

    def remove_ckpoint_file(self, file_name: str) -> None:
        """Remove a file; a warning if that fails."""
        try:
            os.chmod(file_name, stat.S_IWRITE)
            os.remove(file_name)
            self._ckpoint_filelist.remove(file_name)
        except (OSError, ValueError) as e:
            warning("%s, failed to remove the older ckpt file %s.", type(e).__name__, file_name)

    def remove_oldest_ckpoint_file(self) -> None:
        """Remove the oldest file."""
        self.remove_ckpoint_file(min(self._ckpoint_filelist, key=os.path.getmtime))

    def keep_one_ckpoint_per_minutes(self, minutes: int, cur_time: float) -> None:
        """Of the files of the last minutes keep the oldest."""
        times = {path: os.path.getmtime(path) for path in self._ckpoint_filelist}
        recent = sorted((t, path) for path, t in times.items() if cur_time - t < 60 * minutes)
        for _, path in recent[1:]:
            self.remove_ckpoint_file(path)
