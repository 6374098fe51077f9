"""Checkpoints of ranks: which files of a folder they are, and what each holds of a Parameter."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from msjax.train.serialization._read import load_checkpoint

FORMATS = ("ckpt", "safetensors")


class Part(NamedTuple):
    """What one device holds of a Parameter, and the file that says so."""

    value: Any
    file: str


def rank_files(folder: str, suffix: str | None = None) -> tuple[str, dict[int, str]]:
    """The format of the checkpoints in `rank_<n>` folders, and the file of each rank."""
    found: dict[str, dict[int, str]] = {"ckpt": {}, "safetensors": {}}
    for entry in os.listdir(folder):
        place = os.path.join(folder, entry)
        match = re.fullmatch(r"rank_(\d+)", entry)
        if match is None or not os.path.isdir(place):
            continue
        for format, files in found.items():
            pattern = f"*{glob.escape(suffix or '')}.{format}"
            names = sorted(glob.glob(os.path.join(glob.escape(place), pattern)))
            if len(names) > 1 and suffix:
                names = [_with_suffix(names, suffix, format)]
            elif format == "safetensors":
                names.sort(key=_last_numbers)
            if names:
                files[int(match[1])] = names[-1]
    formats = [format for format, files in found.items() if files]
    if len(formats) != 1:
        ending = f" whose names end in '{suffix}'" if suffix else ""
        raise ValueError(
            f"The folder {folder} must have checkpoints of one format in folders 'rank_<n>'"
            f"{ending}, but it has {formats or 'none'}."
        )
    return formats[0], found[formats[0]]


def _last_numbers(path: str) -> list[int]:
    """The epoch and the step in the name of a file."""
    return [int(number) for number in re.findall(r"\d+", path)][-2:]


def _with_suffix(names: list[str], suffix: str, format: str) -> str:
    """The one of several files whose step, epoch or number of a run is the wanted one."""
    for mark, pattern in (("_", r"_?\d+-\d+_\d+"), ("-", r"-?\d+_\d+"), ("_", r"_?\d+")):
        if re.fullmatch(pattern, suffix):
            ending = f"{suffix if suffix.startswith(mark) else mark + suffix}.{format}"
            matched = [name for name in names if name.endswith(ending)]
            if "-" in suffix[1:]:
                matched = [name for name in matched if not name.endswith(f"rank{ending}")]
            least = min((len(os.path.basename(name)) for name in matched), default=0)
            matched = [name for name in matched if len(os.path.basename(name)) == least]
            if len(matched) == 1:
                return matched[0]
    raise ValueError(
        f"Multiple {format} files ending with '{suffix}' found in {names}. Please set file_suffix "
        "to the longest common suffix."
    )


class RankReader:
    """The checkpoints of ranks, each read once."""

    def __init__(
        self,
        files: Mapping[int, str],
        format: str,
        dec_key: bytes | None = None,
        dec_mode: str = "AES-GCM",
    ):
        self.files, self._format = files, format
        self._key, self._mode = dec_key, dec_mode
        self._read: dict[int, dict[str, Any]] = {}

    def __getitem__(self, rank: int) -> dict[str, Any]:
        if rank not in self._read:
            self._read[rank] = load_checkpoint(
                self.files[rank], dec_key=self._key, dec_mode=self._mode, format=self._format
            )
        return self._read[rank]

    def parts(self, name: str, devices: int) -> dict[int, Part]:
        """What the devices hold of one Parameter, of those with the same number the last."""
        return {
            rank % devices: Part(self[rank][name], self.files[rank])
            for rank in sorted(self.files)
            if name in self[rank]
        }
