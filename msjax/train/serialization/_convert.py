"""ckpt files into safetensors files and back."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor

from msjax.train.serialization._read import load_checkpoint
from msjax.train.serialization._write import save_checkpoint


def ckpt_to_safetensors(
    file_path: str,
    save_path: str | None = None,
    name_map: dict[str, str] | None = None,
    file_name_regex: str | None = None,
    processes_num: int = 1,
) -> None:
    """Write a ckpt file, or those in the `rank*` folders of a folder, as safetensors.

    Args:
        file_path: the file, or the folder above the `rank*` folders.
        save_path: the folder for the new files; by default they go next to the old ones.
        name_map: new names for some Parameters.
        file_name_regex: only files in whose names it is found.
        processes_num: how many files are converted at once (in threads).

    Raises:
        ValueError: there is no such file or folder, or no ckpt file, `save_path` looks like a
            file, or `name_map` gives two values one name.

    Examples:
        >>> import msjax as ms
        >>> ms.save_checkpoint(ms.nn.Dense(2, 3), "dense.ckpt")
        >>> ms.ckpt_to_safetensors("dense.ckpt", name_map={"bias": "b"})
        >>> list(ms.load_checkpoint("dense.safetensors", format="safetensors"))
        ['b', 'weight']
    """
    task = _Conversion("ckpt_to_safetensors", "ckpt", "safetensors")
    task.run(file_path, save_path, name_map, file_name_regex, processes_num)


def safetensors_to_ckpt(
    file_path: str,
    save_path: str | None = None,
    name_map: dict[str, str] | None = None,
    file_name_regex: str | None = None,
    processes_num: int = 1,
) -> None:
    """Write a safetensors file, or those in the `rank*` folders of a folder, as ckpt.

    Args:
        file_path, save_path, name_map, file_name_regex, processes_num: as in
            `ckpt_to_safetensors`.

    Raises:
        ValueError: as in `ckpt_to_safetensors`.

    Examples:
        >>> import msjax as ms
        >>> ms.save_checkpoint(ms.nn.Dense(2, 3), "dense.safetensors", format="safetensors")
        >>> ms.safetensors_to_ckpt("dense.safetensors")
        >>> list(ms.load_checkpoint("dense.ckpt"))
        ['bias', 'weight']
    """
    task = _Conversion("safetensors_to_ckpt", "safetensors", "ckpt")
    task.run(file_path, save_path, name_map, file_name_regex, processes_num)


class _Conversion:
    """From one format to the other, under the name of the public function."""

    def __init__(self, function: str, source: str, target: str):
        self.function, self.source, self.target = function, source, target

    def run(
        self,
        file_path: str,
        save_path: str | None,
        name_map: dict[str, str] | None,
        file_name_regex: str | None,
        processes_num: int,
    ) -> None:
        """Check the arguments and convert."""
        if not os.path.exists(file_path):
            self._refuse(f"the input path must be a valid path or file, but got {file_path}")
        if save_path and os.path.splitext(save_path)[1]:
            self._refuse(f"the save_path must be a directory, but got '{save_path}'")
        if name_map is not None and not isinstance(name_map, dict):
            self._refuse(f"the type of 'name_map' must be dict, but got '{type(name_map)}'")
        if os.path.isdir(file_path):
            pairs = self._in_folders(file_path, save_path, file_name_regex)
            with ThreadPoolExecutor(max_workers=processes_num) as pool:
                list(pool.map(lambda pair: self._convert(*pair, name_map), pairs))
            return
        if not file_path.endswith(f".{self.source}"):
            self._refuse(f"the input file must be a .{self.source} file, but got {file_path}")
        if file_name_regex is not None and not re.search(file_name_regex, file_path):
            self._refuse("the input file does not match the regular expression.")
        self._convert(file_path, save_path or os.path.dirname(file_path), name_map)

    def _refuse(self, text: str) -> None:
        raise ValueError(f"For {self.function}, {text}")

    def _in_folders(
        self, file_path: str, save_path: str | None, file_name_regex: str | None
    ) -> list[tuple[str, str]]:
        ranks = [entry for entry in os.scandir(file_path) if entry.is_dir()]
        ranks = [entry for entry in ranks if entry.name.startswith("rank")]
        if not ranks:
            self._refuse(f"no directories starting with 'rank' found in {file_path}.")
        return [
            (file.path, os.path.join(save_path, rank.name) if save_path else rank.path)
            for rank in ranks
            for file in os.scandir(rank.path)
            if file.name.endswith(f".{self.source}")
            and (file_name_regex is None or re.search(file_name_regex, file.name))
        ]

    def _convert(self, path: str, folder: str, name_map: dict[str, str] | None) -> None:
        params = load_checkpoint(path, format=self.source)
        if name_map is not None:
            loaded, params = params, {}
            for name, value in loaded.items():
                new = name_map.get(name, name)
                if new in params:
                    self._refuse(f"'name_map' leaves more than one value with the name '{new}'.")
                params[new] = value
        if folder:
            os.makedirs(folder, exist_ok=True)
        name = os.path.basename(path).replace(f".{self.source}", f".{self.target}")
        save_checkpoint(params, os.path.join(folder, name), format=self.target)
