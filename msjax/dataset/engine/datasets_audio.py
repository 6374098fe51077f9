"""Readers of sounds."""

from __future__ import annotations

import glob
import os
import struct
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.engine._dataset import AudioBaseDataset
from msjax.dataset.engine._named_files import lines_of
from msjax.dataset.engine.cache_client import DatasetCache
from msjax.dataset.engine.datasets_vision import _Folder
from msjax.dataset.engine.samplers import SamplerLike


def read_wave(path: str) -> tuple[np.ndarray, int]:
    """The samples of a WAV file as float32 (channels, length) about [-1, 1], and their rate.

    Raises:
        RuntimeError: the file is cut off, or none with integers of 8, 16, 24 or 32 bits.
    """
    with open(path, "rb") as stream:
        content = stream.read()
    wrong = f"Invalid file, {path} is not a WAV file of integers"
    if content[:4] != b"RIFF" or content[8:12] != b"WAVE":
        raise RuntimeError(f"{wrong}.")
    at, form = 12, None
    while at + 8 <= len(content):
        name, size = struct.unpack_from("<4sI", content, at)
        part = content[at + 8 : at + 8 + size]
        if name == b"fmt " and len(part) >= 16:
            form = struct.unpack_from("<HHIIHH", part)
        elif name == b"data" and form is not None:
            kind, channels, rate, _, _, bits = form
            if kind not in (1, 0xFFFE) or bits not in (8, 16, 24, 32) or not channels:
                raise RuntimeError(f"{wrong}: it has samples of kind {kind} with {bits} bits.")
            if len(part) < size:
                raise RuntimeError(f"{wrong}: it is cut off.")
            return _samples(part, bits, channels), rate
        at += 8 + size + size % 2
    raise RuntimeError(f"{wrong}: it is cut off.")


def _samples(data: bytes, bits: int, channels: int) -> np.ndarray:
    width = bits // 8
    rows = np.frombuffer(data, np.uint8)
    rows = rows[: len(rows) // (width * channels) * width * channels].reshape(-1, width)
    if width == 1:
        values = rows[:, 0].astype(np.float32) - 128
    else:
        wide = np.zeros((len(rows), 4), np.uint8)
        wide[:, 4 - width :] = rows
        values = (wide.view("<i4")[:, 0] >> 32 - bits).astype(np.float32)
    limit = np.float32((1 << bits - 1) - 1)  # as MindSpore's, which gives the lowest below -1
    return np.ascontiguousarray((values / limit).reshape(-1, channels).T)


class _Sounds(_Folder, AudioBaseDataset):
    """Base of the readers of WAV files: `_load` gives rows of a path and values.

    Args:
        dataset_dir: the folder.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.
    """

    _named: tuple[str, ...] = ()
    _rate: Any = np.int32

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        super().__init__(
            checks.check_folder(dataset_dir),
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )

    def _columns(self):
        return ["waveform", "sample_rate", *self._named]

    def _length(self):
        return len(self._data())

    def _fetch(self, index):
        path, *values = self._data()[index]
        if not os.path.isfile(path):
            raise RuntimeError(f"Invalid file, {path} of {type(self).__name__} does not exist.")
        waveform, rate = read_wave(path)
        return (waveform, np.array(rate, self._rate), *map(np.array, values))

    def _table(self, name: str) -> str:
        path = os.path.join(self.dataset_dir, name)
        if not os.path.isfile(path):
            raise RuntimeError(f"The file {path} of {type(self).__name__} does not exist.")
        return path


class YesNoDataset(_Sounds):
    """Sixty recordings of yes and no: waveform, sample_rate and label, eight ints of 0 and 1.

    Args:
        dataset_dir: the folder of the WAV files, whose names tell the labels.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is not a WAV file, or its name tells no labels.
    """

    _named = ("label",)

    def _load(self):
        rows = []
        for name in sorted(os.listdir(self.dataset_dir)):
            stem, ending = os.path.splitext(name)
            if ending == ".wav":
                digits = stem.split("_")
                if not all(digit in ("0", "1") for digit in digits):
                    raise RuntimeError(f"Invalid file name {name}: it tells no labels.")
                path = os.path.join(self.dataset_dir, name)
                rows.append((path, np.array(digits, np.int32)))
        return rows


class LJSpeechDataset(_Sounds):
    """Passages read: waveform, sample_rate, transcription and normalized_transcription.

    Args:
        dataset_dir: the folder with metadata.csv and the folder wavs.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _named = ("transcription", "normalized_transcription")

    def _load(self):
        path, rows = self._table("metadata.csv"), []
        for number, line in enumerate(lines_of(path), 1):
            fields = line.split("|")
            if line and len(fields) != 3:
                raise RuntimeError(f"In line {number} of {path} are {len(fields)} fields, not 3.")
            if line:
                wave = os.path.join(self.dataset_dir, "wavs", f"{fields[0]}.wav")
                rows.append((wave, *fields[1:]))
        return rows


class _SoundsByUsage(_Sounds):
    """Base of the readers of sounds in parts."""

    _usages: tuple[str, ...] = ("train", "valid", "test", "all")

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if usage is not None:
            checks.check_choice(usage, self._usages, "usage")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.usage = usage or "all"


class SpeechCommandsDataset(_SoundsByUsage):
    """Spoken words: waveform, sample_rate, label, speaker_id and utterance_number.

    Args:
        dataset_dir: the folder with a folder of WAV files for each word, testing_list.txt and
            validation_list.txt.
        usage: "train", "test", "valid" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a list or sound is missing or has another form.
    """

    _named = ("label", "speaker_id", "utterance_number")

    def _load(self):
        everything = [
            f"{folder.name}/{name}"
            for folder in sorted(os.scandir(self.dataset_dir), key=lambda entry: entry.name)
            if folder.is_dir() and folder.name != "_background_noise_"
            for name in sorted(os.listdir(folder))
            if name.endswith(".wav") and "_nohash_" in name
        ]
        lists = {"test": "testing_list.txt", "valid": "validation_list.txt"}
        if self.usage in lists:
            chosen = [line for line in lines_of(self._table(lists[self.usage])) if line]
        elif self.usage == "train":
            left = {line for name in lists.values() for line in lines_of(self._table(name))}
            chosen = [name for name in everything if name not in left]
        else:
            chosen = everything
        rows = []
        for name in chosen:
            label, _, file = name.partition("/")
            speaker, _, number = file.removesuffix(".wav").partition("_nohash_")
            if not number.isdigit():
                raise RuntimeError(f"Invalid file name {name} of SpeechCommandsDataset.")
            path = os.path.join(self.dataset_dir, name)
            rows.append((path, label, speaker, np.array(int(number), np.int32)))
        return rows


class GTZANDataset(_SoundsByUsage):
    """Pieces of music: waveform, sample_rate and label, the genre.

    Args:
        dataset_dir: the folder with a folder of WAV files for each genre.
        usage: "all"; the lists of other parts are not known here. Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        NotImplementedError: `usage` is a part.
        RuntimeError: a file is not a WAV file.
    """

    _named = ("label",)
    _rate = np.uint32

    def _load(self):
        if self.usage != "all":
            raise NotImplementedError(
                f"GTZANDataset with usage={self.usage!r} is not supported by msjax; read all and "
                "choose rows with a sampler."
            )
        return [
            (os.path.join(folder.path, name), folder.name)
            for folder in sorted(os.scandir(self.dataset_dir), key=lambda entry: entry.name)
            if folder.is_dir()
            for name in sorted(os.listdir(folder))
            if name.endswith(".wav")
        ]


class CMUArcticDataset(_Sounds):
    """Sentences that a speaker reads: waveform, sample_rate, transcript and utterance_id.

    Args:
        dataset_dir: the folder with the folders cmu_us_aew_arctic and so on.
        name: the speaker. Default: ``None``, "aew".
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _named = ("transcript", "utterance_id")
    _rate = np.uint32
    _speakers = "aew ahw aup awb axb bdl clb eey fem gka jmk ksp ljm lnh rms rxr slp slt".split()

    def __init__(
        self,
        dataset_dir: str,
        name: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if name is not None:
            checks.check_choice(name, self._speakers, "name")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.name = name or "aew"

    def _load(self):
        folder, rows = f"cmu_us_{self.name}_arctic", []
        path = self._table(os.path.join(folder, "etc", "txt.done.data"))
        for number, line in enumerate(lines_of(path), 1):
            parts = line.strip().removeprefix("(").removesuffix(")").strip().split('"')
            if line.strip() and len(parts) < 3:
                raise RuntimeError(f"Line {number} of {path} is not a sentence: {line!r}.")
            if line.strip():
                utterance = parts[0].strip()
                wave = os.path.join(self.dataset_dir, folder, "wav", f"{utterance}.wav")
                rows.append((wave, '"'.join(parts[1:-1]), utterance.removeprefix("arctic_")))
        return rows


_LIBRI_PARTS = (
    *("dev-clean", "dev-other", "test-clean", "test-other"),
    *("train-clean-100", "train-clean-360", "train-other-500"),
)


class LibriTTSDataset(_Sounds):
    """Books read aloud.

    The columns are waveform, sample_rate, original_text, normalized_text, speaker_id and chapter_id
    (uint32), and utterance_id.

    Args:
        dataset_dir: the folder with a folder for each part.
        usage: "dev-clean", "dev-other", "test-clean", "test-other", "train-clean-100",
            "train-clean-360", "train-other-500" or "all", what is there. Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _named = ("original_text", "normalized_text", "speaker_id", "chapter_id", "utterance_id")
    _rate = np.uint32

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        if usage is not None:
            checks.check_choice(usage, (*_LIBRI_PARTS, "all"), "usage")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.usage = usage or "all"

    def _load(self):
        parts = _LIBRI_PARTS if self.usage == "all" else (self.usage,)
        rows = []
        for part in parts:
            folder = os.path.join(self.dataset_dir, part)
            for path in sorted(glob.glob(os.path.join(glob.escape(folder), "*", "*", "*.tsv"))):
                rows.extend(self._chapter(path))
        return rows

    def _chapter(self, path: str) -> list[tuple]:
        rows = []
        for number, line in enumerate(lines_of(path), 1):
            if not line:
                continue
            try:
                name, original, normalized = line.split("\t")
                speaker, chapter = (np.array(int(part), np.uint32) for part in name.split("_")[:2])
            except ValueError as error:
                raise RuntimeError(f"Line {number} of {path} is damaged: {error}.") from error
            wave = os.path.join(os.path.dirname(path), name + ".wav")
            rows.append((wave, original, normalized, speaker, chapter, name))
        return rows


class TedliumDataset(_Sounds):
    """Parts of talks.

    The columns are waveform, sample_rate, transcript, talk_id, speaker_id and identifier. The
    waveform has the sounds; MindSpore 2.10 gives zeros there.

    Args:
        dataset_dir: the folder of the release.
        release: "release1", "release2" or "release3".
        usage: "train", "test", "dev" or "all"; of the third release only the last.
            Default: ``None``, all.
        extensions: the ending of the files of sounds, ".sph". Default: ``None``, that.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing or has another form.
    """

    _named = ("transcript", "talk_id", "speaker_id", "identifier")

    def __init__(
        self,
        dataset_dir: str,
        release: str,
        usage: str | None = None,
        extensions: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_choice(release, ("release1", "release2", "release3"), "release")
        if usage is not None:
            usages = ("all",) if release == "release3" else ("train", "test", "dev", "all")
            checks.check_choice(usage, usages, "usage")
        if extensions is not None:
            checks.check_choice(extensions, (".sph",), "extensions")
        super().__init__(
            dataset_dir,
            num_samples,
            num_parallel_workers,
            shuffle,
            sampler,
            num_shards,
            shard_id,
            cache,
        )
        self.release = release
        self.usage = usage or "all"

    def _load(self):
        folders = ["data"]
        if self.release != "release3":
            folders = ["dev", "test", "train"] if self.usage == "all" else [self.usage]
        rows = []
        for folder in folders:
            root = os.path.join(self.dataset_dir, folder)
            texts = os.path.join(root, "stm")
            if not os.path.isdir(texts):
                raise RuntimeError(f"The folder {texts} of TedliumDataset does not exist.")
            for name in sorted(os.listdir(texts)):
                stem, ending = os.path.splitext(name)
                if ending == ".stm":
                    sound = os.path.join(root, "sph", stem + ".sph")
                    rows.extend(self._talk(sound, os.path.join(texts, name)))
        return rows

    def _talk(self, sound: str, path: str) -> list[tuple]:
        rows = []
        for number, line in enumerate(lines_of(path), 1):
            if not line.strip():
                continue
            try:
                talk, _, speaker, start, end, identifier, *text = line.split(" ", 6)
                times = float(start), float(end)
            except ValueError as error:
                raise RuntimeError(f"Line {number} of {path} is damaged: {error}.") from error
            rows.append((sound, times, text[0] if text else "", talk, speaker, identifier))
        return rows

    def _fetch(self, index):
        path, times, *values = self._data()[index]
        if not os.path.isfile(path):
            raise RuntimeError(f"Invalid file, {path} of TedliumDataset does not exist.")
        waveform, rate = _sphere(path, *times)
        return (waveform, np.array(rate, self._rate), *map(np.array, values))


def _sphere(path: str, start: float, end: float) -> tuple[np.ndarray, int]:
    """The samples between two times of a file of NIST SPHERE, and their rate."""
    with open(path, "rb") as stream:
        first = stream.read(16).split()
        if len(first) < 2 or first[0] != b"NIST_1A" or not first[1].isdigit():
            raise RuntimeError(f"Invalid file, {path} is not a file of NIST SPHERE.")
        head = int(first[1])
        stream.seek(0)
        lines = stream.read(head).decode("latin-1").split("\n")
        facts = dict(line.split(" ", 2)[::2] for line in lines if line.count(" ") >= 2)
        try:
            rate, channels = int(facts["sample_rate"]), int(facts.get("channel_count", 1))
            width, coding = int(facts["sample_n_bytes"]), facts.get("sample_coding", "pcm").strip()
        except (KeyError, ValueError) as error:
            raise RuntimeError(f"Invalid file, {path} lacks {error}.") from error
        if width != 2 or coding != "pcm":
            raise RuntimeError(f"Invalid file, {path} has {coding} of {width} bytes, not pcm of 2.")
        low, high = int(start * rate), int(end * rate)
        stream.seek(head + low * 2 * channels)
        size = (high - low) * 2 * channels
        data = stream.read(size)
    if len(data) < size:
        raise RuntimeError(f"Invalid file, {path} is cut off.")
    if facts.get("sample_byte_format", "01").strip() == "10":
        data = np.frombuffer(data, ">i2").astype("<i2").tobytes()
    return _samples(data, 16, channels), rate
