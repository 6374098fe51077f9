"""Readers of text."""

from __future__ import annotations

import itertools
import json
import os
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.engine._dataset import TextBaseDataset
from msjax.dataset.engine._files import FilesDataset
from msjax.dataset.engine._named_files import NamedFilesDataset, lines_of, texts
from msjax.dataset.engine.cache_client import DatasetCache
from msjax.dataset.engine.datasets_standard_format import _records
from msjax.dataset.engine.datasets_vision import _Folder
from msjax.dataset.engine.samplers import SamplerLike, Shuffle


class TextFileDataset(FilesDataset, TextBaseDataset):
    """The lines of text files that are not empty: column text.

    Args:
        dataset_files (Union[str, list[str]]): paths or glob patterns.
        num_samples (int): rows at most. Default: ``None``, all.
        num_parallel_workers (int): how many files are read in turn. Default: ``None``, the setting.
        shuffle (Union[bool, Shuffle]): whether rows are shuffled, or files only with
            ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards (int): number of shards. Default: ``None``.
        shard_id (int): the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        TypeError: an argument is of another type.
        ValueError: a pattern matches no file, or an argument is out of its range.
        RuntimeError: only one of `num_shards` and `shard_id` is given.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("lines.txt", "w") as file:
        ...     _ = file.write("a b\\n\\nc\\n")
        >>> data = ds.TextFileDataset("lines.txt", shuffle=False)
        >>> [row["text"].item() for row in data.create_dict_iterator(1, output_numpy=True)]
        ['a b', 'c']
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        super().__init__(
            dataset_files, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache
        )

    def _columns(self):
        return ["text"]

    def _read(self, path):
        with open(path, encoding="utf-8", newline="\n") as stream:
            for line in stream:
                line = line.removesuffix("\n")
                if line:
                    yield (np.array(line),)


class _WorkersLate(NamedFilesDataset, TextBaseDataset):
    """Base of those whose number of workers is a late argument."""

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: DatasetCache | None = None,
    ):
        super().__init__(
            dataset_dir,
            usage,
            num_samples,
            num_parallel_workers,
            shuffle,
            num_shards,
            shard_id,
            cache,
        )


class _Tables(NamedFilesDataset, TextBaseDataset):
    """Base of the readers of train.csv and test.csv."""

    def _read(self, path):
        with open(path, encoding="utf-8", newline="") as stream:
            content = stream.read()
        for number, fields in enumerate(_records(content, ",", path, True), 1):
            if len(fields) != len(self._named):
                raise RuntimeError(
                    f"In row {number} of {path} are {len(fields)} fields for {len(self._named)} "
                    "columns."
                )
            yield texts(*fields)


class _Lines(NamedFilesDataset, TextBaseDataset):
    """Base of the readers of lines that are not empty."""

    def _read(self, path):
        for line in lines_of(path):
            if line:
                yield texts(line)


class AGNewsDataset(_Tables):
    """News in four classes: strings index, title and description.

    Args:
        dataset_dir: the folder with train.csv and test.csv.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("train.csv", "w") as file:
        ...     _ = file.write('"3","Rain","It will rain."\\n')
        >>> data = ds.AGNewsDataset(".", "train", shuffle=False)
        >>> [str(value) for value in next(iter(data))]
        ['3', 'Rain', 'It will rain.']
    """

    _named = ("index", "title", "description")


class AmazonReviewDataset(_Tables):
    """Reviews of products: strings label, title and content.

    Args:
        dataset_dir: the folder with train.csv and test.csv.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("train.csv", "w") as file:
        ...     _ = file.write('"2","Fine","It works."\\n')
        >>> data = ds.AmazonReviewDataset(".", "train", shuffle=False)
        >>> [str(value) for value in next(iter(data))]
        ['2', 'Fine', 'It works.']
    """

    _named = ("label", "title", "content")


class DBpediaDataset(_Tables):
    """Entries of an encyclopedia in classes: strings class, title and content.

    Args:
        dataset_dir: the folder with train.csv and test.csv.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("train.csv", "w") as file:
        ...     _ = file.write('"1","Acme","A company."\\n')
        >>> data = ds.DBpediaDataset(".", "train", shuffle=False)
        >>> [str(value) for value in next(iter(data))]
        ['1', 'Acme', 'A company.']
    """

    _named = ("class", "title", "content")


class SogouNewsDataset(_WorkersLate, _Tables):
    """Chinese news in pinyin: strings index, title and content.

    Args:
        dataset_dir: the folder with train.csv and test.csv.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("train.csv", "w") as file:
        ...     _ = file.write('"4","xin wen","jin tian"\\n')
        >>> data = ds.SogouNewsDataset(".", "train", shuffle=False)
        >>> [str(value) for value in next(iter(data))]
        ['4', 'xin wen', 'jin tian']
    """

    _sorted = False
    _named = ("index", "title", "content")


class YahooAnswersDataset(_Tables):
    """Questions and answers: strings class, title, content and answer.

    Args:
        dataset_dir: the folder with train.csv and test.csv.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("train.csv", "w") as file:
        ...     _ = file.write('"1","Why?","Why so?","Because."\\n')
        >>> data = ds.YahooAnswersDataset(".", "train", shuffle=False)
        >>> [str(value) for value in next(iter(data))]
        ['1', 'Why?', 'Why so?', 'Because.']
    """

    _named = ("class", "title", "content", "answer")


class YelpReviewDataset(_WorkersLate, _Tables):
    """Reviews of businesses: strings label and text.

    Args:
        dataset_dir: the folder with train.csv and test.csv.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("train.csv", "w") as file:
        ...     _ = file.write('"2","Good food."\\n')
        >>> data = ds.YelpReviewDataset(".", "train", shuffle=False)
        >>> [str(value) for value in next(iter(data))]
        ['2', 'Good food.']
    """

    _sorted = False
    _named = ("label", "text")


class PennTreebankDataset(_Lines):
    """Lines of the Penn Treebank: column text.

    Args:
        dataset_dir: the folder with ptb.train.txt, ptb.test.txt and ptb.valid.txt.
        usage: "train", "test", "valid" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("ptb.test.txt", "w") as file:
        ...     _ = file.write("one line\\nanother\\n")
        >>> data = ds.PennTreebankDataset(".", "test", shuffle=False)
        >>> [str(row["text"]) for row in data.create_dict_iterator(num_epochs=1)]
        ['one line', 'another']
    """

    _parts_of = {part: (f"ptb.{part}.txt",) for part in ("train", "test", "valid")}


class WikiTextDataset(_Lines):
    """Lines of Wikipedia, WikiText-2 or WikiText-103: column text.

    Args:
        dataset_dir: the folder with wiki.train.tokens and so on.
        usage: "train", "test", "valid" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("wiki.test.tokens", "w") as file:
        ...     _ = file.write("one line\\nanother\\n")
        >>> data = ds.WikiTextDataset(".", "test", shuffle=False)
        >>> [str(row["text"]) for row in data.create_dict_iterator(num_epochs=1)]
        ['one line', 'another']
    """

    _parts_of = {part: (f"wiki.{part}.tokens",) for part in ("train", "test", "valid")}


class EnWik9Dataset(NamedFilesDataset, TextBaseDataset):
    """The lines of the first billion bytes of the English Wikipedia: column text.

    Args:
        dataset_dir: the folder with the file enwik9.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: accepted; there is one file. Default: ``None``.
        shuffle: whether rows are shuffled. Default: ``True``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or the file is missing, or an argument is out of its range.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("enwik9", "w") as file:
        ...     _ = file.write("one line\\nanother\\n")
        >>> [str(row[0]) for row in ds.EnWik9Dataset(".", shuffle=False)]
        ['one line', 'another']
    """

    _parts_of = {"all": ("enwik9",)}

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = True,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        super().__init__(
            dataset_dir,
            "all",
            num_samples,
            num_parallel_workers,
            shuffle,
            num_shards,
            shard_id,
            cache,
        )

    def _read(self, path):
        return map(texts, lines_of(path))


class _Sentences(_WorkersLate):
    """Base of the readers of words in lines, with sentences between empty lines."""

    _separator = " "

    def _read(self, path):
        words: list[list[str]] = []
        for number, line in enumerate([*lines_of(path), ""], 1):
            if line.strip():
                words.append(line.strip().split(self._separator))
                if len(words[-1]) != len(self._named):
                    raise RuntimeError(
                        f"In line {number} of {path} are {len(words[-1])} fields for "
                        f"{len(self._named)} columns."
                    )
            elif words:
                yield tuple(np.array(column) for column in zip(*words, strict=True))
                words = []


class CoNLL2000Dataset(_Sentences):
    """Sentences in chunks: word, pos_tag and chunk_tag, arrays of strings.

    Args:
        dataset_dir: the folder with train.txt and test.txt.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("test.txt", "w") as file:
        ...     _ = file.write("It PRP B-NP\\nrains VBZ B-VP\\n\\n")
        >>> data = ds.CoNLL2000Dataset(".", "test", shuffle=False)
        >>> [value.tolist() for value in next(data.create_tuple_iterator(output_numpy=True))]
        [['It', 'rains'], ['PRP', 'VBZ'], ['B-NP', 'B-VP']]
    """

    _parts_of = {"train": ("train.txt",), "test": ("test.txt",)}
    _named = ("word", "pos_tag", "chunk_tag")


class UDPOSDataset(_Sentences):
    """Sentences with parts of speech: word, universal and stanford, arrays of strings.

    Args:
        dataset_dir: the folder with en-ud-tag.v2.train.txt, and the same of test and dev.
        usage: "train", "test", "valid" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("en-ud-tag.v2.test.txt", "w") as file:
        ...     _ = file.write("It\\tPRON\\tPRP\\nrains\\tVERB\\tVBZ\\n\\n")
        >>> data = ds.UDPOSDataset(".", "test", shuffle=False)
        >>> [value.tolist() for value in next(data.create_tuple_iterator(output_numpy=True))]
        [['It', 'rains'], ['PRON', 'VERB'], ['PRP', 'VBZ']]
    """

    _parts_of = {
        part: (f"en-ud-tag.v2.{name}.txt",)
        for part, name in (("train", "train"), ("test", "test"), ("valid", "dev"))
    }
    _named = ("word", "universal", "stanford")
    _separator = "\t"


class SQuADDataset(NamedFilesDataset, TextBaseDataset):
    """Questions on texts: strings context and question; text and answer_start for each answer.

    Args:
        dataset_dir: the folder with train-v1.1.json and dev-v1.1.json, or the same of v2.0.
        usage: "train", "dev" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import json
        >>> import msjax.dataset as ds
        >>> answer = {"text": "rain", "answer_start": 5}
        >>> asked = {"question": "What falls?", "answers": [answer]}
        >>> page = {"title": "Rain", "paragraphs": [{"context": "Only rain.", "qas": [asked]}]}
        >>> with open("dev-v1.1.json", "w") as file:
        ...     json.dump({"data": [page]}, file)
        >>> row = next(ds.SQuADDataset(".", "dev").create_dict_iterator(output_numpy=True))
        >>> row["question"].item(), row["text"].tolist(), row["answer_start"].tolist()
        ('What falls?', ['rain'], [5])
    """

    _sorted = False
    _named = ("context", "question", "text", "answer_start")

    @property
    def _parts_of(self) -> dict[str, tuple[str, ...]]:  # type: ignore[override]
        names = sorted(os.listdir(self.dataset_dir)) if hasattr(self, "dataset_dir") else []
        found = {}
        for part in "train", "dev":
            fits = [name for name in names if name.startswith(part) and name.endswith(".json")]
            found[part] = tuple(fits) or (f"{part}-v2.0.json",)
        return found

    def _read(self, path):
        try:
            with open(path, encoding="utf-8") as stream:
                articles = json.load(stream)["data"]
            for article in articles:
                for paragraph in article["paragraphs"]:
                    for question in paragraph["qas"]:
                        # A question without an answer has an empty one, at -1.
                        answers = question["answers"] or [{"text": "", "answer_start": -1}]
                        starts = [answer["answer_start"] for answer in answers]
                        yield (
                            np.array(paragraph["context"]),
                            np.array(question["question"]),
                            np.array([answer["text"] for answer in answers]),
                            np.array(starts, np.int64).astype(np.uint32),
                        )
        except (ValueError, KeyError, TypeError) as error:
            raise RuntimeError(f"The file {path} is none of SQuAD: {error!r}.") from error


class SST2Dataset(NamedFilesDataset, TextBaseDataset):
    """Sentences of reviews of films: sentence and label, strings; the test part has no label.

    Args:
        dataset_dir: the folder with train.tsv, test.tsv and dev.tsv.
        usage: "train", "test" or "dev". Default: ``None``, "train".
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: a file has another form.

    Examples:
        >>> import msjax.dataset as ds
        >>> with open("dev.tsv", "w") as file:
        ...     _ = file.write("sentence\\tlabel\\na good film\\t1\\n")
        >>> data = ds.SST2Dataset(".", "dev", shuffle=False)
        >>> [str(value) for value in next(iter(data))]
        ['a good film', '1']
    """

    _parts_of = {part: (f"{part}.tsv",) for part in ("train", "test", "dev")}
    _all_of = ("train",)

    def _columns(self):
        return ["sentence"] if self.usage == "test" else ["sentence", "label"]

    def _read(self, path):
        for number, line in enumerate(lines_of(path)):
            if not number or not line:
                continue
            fields = line.split("\t")
            if len(fields) != 2:
                raise RuntimeError(f"In line {number + 1} of {path} are {len(fields)} fields.")
            yield texts(fields[1]) if self.usage == "test" else texts(*fields)


class Multi30kDataset(NamedFilesDataset, TextBaseDataset):
    """Captions of images in two languages: strings text and translation.

    Args:
        dataset_dir: the folder with the folders training, validation and mmt16_task1_test.
        usage: "train", "test", "valid" or "all". Default: ``None``, all.
        language_pair: the languages of text and translation, of "en" and "de".
            Default: ``None``, ["en", "de"].
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``None``, yes.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder or a file is missing, or an argument is out of its range.
        RuntimeError: the files of the languages have different lengths.
    """

    _folders = {
        "train": "training/train",
        "test": "mmt16_task1_test/test",
        "valid": "validation/val",
    }
    _named = ("text", "translation")

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        language_pair: list[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        pair = ["en", "de"] if language_pair is None else language_pair
        checks.check_type(pair, (list, tuple), "language_pair")
        if sorted(pair) != ["de", "en"]:
            raise ValueError(f"The 'language_pair' must be of 'en' and 'de', but got {pair}.")
        self.language_pair = list(pair)
        self._parts_of = {part: (f"{start}.{pair[0]}",) for part, start in self._folders.items()}
        shuffle = Shuffle.GLOBAL if shuffle is None else shuffle
        super().__init__(
            dataset_dir,
            usage,
            num_samples,
            num_parallel_workers,
            shuffle,
            num_shards,
            shard_id,
            cache,
        )

    def _read(self, path):
        other = path.removesuffix(self.language_pair[0]) + self.language_pair[1]
        if not os.path.isfile(other):
            raise RuntimeError(f"The file {other} of translations is missing.")
        first, second = ([line for line in lines_of(name) if line] for name in (path, other))
        if len(first) != len(second):
            raise RuntimeError(f"{path} has {len(first)} lines, but {other} {len(second)}.")
        yield from map(texts, first, second)


_TALK_TAGS = (
    *("<url", "<keywords", "<talkid", "<speaker", "<reviewer", "<translator"),
    *("<title", "<description", "<doc", "</doc"),
)


class _TalksDataset(FilesDataset, TextBaseDataset):
    """Base of the readers of translated talks: a file in each of two languages for a part."""

    _pairs: tuple[tuple[str, str], ...] = ()
    _year = ""

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None,
        language_pair: list[str] | tuple[str, str] | None,
        sets: dict[str, str],
        num_samples: int | None,
        shuffle: bool | Shuffle | None,
        num_shards: int | None,
        shard_id: int | None,
        num_parallel_workers: int | None,
        cache: DatasetCache | None,
    ):
        checks.check_folder(dataset_dir)
        if usage is not None:
            checks.check_choice(usage, ("train", "valid", "test", "all"), "usage")
        pair = ["de", "en"] if language_pair is None else language_pair
        checks.check_type(pair, (list, tuple), "language_pair")
        if tuple(pair) not in self._pairs:
            raise ValueError(
                f"The 'language_pair' must be one of {self._pairs}, but got {language_pair}."
            )
        self.dataset_dir = dataset_dir
        self.usage = usage or "all"
        self.language_pair = list(pair)
        first = pair[0]
        root = os.path.join(dataset_dir, "texts", self._folder())
        ends = f"{first}-{pair[1]}.{first}"
        parts = {"train": f"train.tags.{ends}"} | {
            part: f"IWSLT{self._year}.TED.{name}.{ends}.xml" for part, name in sets.items()
        }
        wanted = parts.values() if self.usage == "all" else [parts[self.usage]]
        paths = [os.path.join(root, name) for name in wanted]
        for path in paths:
            if not os.path.isfile(path):
                raise RuntimeError(f"The file {path} of {type(self).__name__} does not exist.")
        super().__init__(
            paths, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache
        )
        self.dataset_files = paths

    def _folder(self) -> str:
        """The folder of the texts."""
        raise NotImplementedError(f"{type(self).__name__} must define _folder.")

    def _columns(self):
        return ["text", "translation"]

    def _read(self, path):
        first, second = self.language_pair
        stem = path.removesuffix(".xml").removesuffix(first)
        other = stem + second + (".xml" if path.endswith(".xml") else "")
        if not os.path.isfile(other):
            raise RuntimeError(f"The file {other} of translations is missing.")
        lines = _talk(path), _talk(other)
        if len(lines[0]) != len(lines[1]):
            raise RuntimeError(f"{path} has {len(lines[0])} lines, but {other} {len(lines[1])}.")
        yield from map(texts, *lines)


def _talk(path: str) -> list[str]:
    """The sentences in a file of talks."""
    if not path.endswith(".xml"):
        lines = [line.strip() for line in lines_of(path)]
        return [line for line in lines if line and not any(tag in line for tag in _TALK_TAGS)]
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        raise RuntimeError(f"The file {path} is not XML: {error}.") from error
    return [(segment.text or "").strip() for segment in root.iter("seg")]


_TALKS_2016 = ("dev2010", "tst2010", "tst2011", "tst2012", "tst2013", "tst2014")


class IWSLT2016Dataset(_TalksDataset):
    """Talks of 2016 with their translations: text and translation.

    Args:
        dataset_dir: the folder with the folder texts, as in the collection.
        usage: "train", "valid", "test" or "all". Default: ``None``, all.
        language_pair: the two languages, as ("de", "en"), one of them English.
            Default: ``None``, ("de", "en").
        valid_set: "dev2010", "tst2010", ..., "tst2014". Default: ``None``, "tst2013".
        test_set: one of these, too. Default: ``None``, "tst2014".
        num_samples: rows at most. Default: ``None``, all.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing, or the two of a part differ in length.
    """

    _pairs = (
        *(("en", other) for other in ("fr", "de", "cs", "ar")),
        *((other, "en") for other in ("fr", "de", "cs", "ar")),
    )
    _year = "16"

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        language_pair: list[str] | tuple[str, str] | None = None,
        valid_set: str | None = None,
        test_set: str | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: DatasetCache | None = None,
    ):
        self.valid_set = "tst2013" if valid_set is None else valid_set
        self.test_set = "tst2014" if test_set is None else test_set
        checks.check_choice(self.valid_set, _TALKS_2016, "valid_set")
        checks.check_choice(self.test_set, _TALKS_2016, "test_set")
        super().__init__(
            dataset_dir,
            usage,
            language_pair,
            {"valid": self.valid_set, "test": self.test_set},
            num_samples,
            shuffle,
            num_shards,
            shard_id,
            num_parallel_workers,
            cache,
        )

    def _folder(self):
        first, second = self.language_pair
        return os.path.join(first, second, f"{first}-{second}")


class IWSLT2017Dataset(_TalksDataset):
    """Talks of 2017 with their translations: text and translation.

    Args:
        dataset_dir: the folder with the folder texts, as in the collection.
        usage: "train", "valid", "test" or "all". Default: ``None``, all.
        language_pair: two of "de", "en", "it", "nl" and "ro". Default: ``None``, ("de", "en").
        num_samples: rows at most. Default: ``None``, all.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: a file is missing, or the two of a part differ in length.
    """

    _pairs = tuple(itertools.permutations(("en", "nl", "de", "it", "ro"), 2))
    _year = "17"

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        language_pair: list[str] | tuple[str, str] | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: DatasetCache | None = None,
    ):
        super().__init__(
            dataset_dir,
            usage,
            language_pair,
            {"valid": "dev2010", "test": "tst2010"},
            num_samples,
            shuffle,
            num_shards,
            shard_id,
            num_parallel_workers,
            cache,
        )

    def _folder(self):
        name = "DeEnItNlRo"
        return os.path.join(name, name, f"{name}-{name}")


_CLUE = {
    "AFQMC": {"train": "label sentence1 sentence2", "test": "id sentence1 sentence2"},
    "CMNLI": {"train": "label sentence1 sentence2", "test": "id sentence1 sentence2"},
    "CSL": {"train": "abst id keyword label", "test": "abst id keyword"},
    "IFLYTEK": {"train": "label label_des sentence", "test": "id sentence"},
    "TNEWS": {"train": "keywords label label_desc sentence", "test": "id keywords sentence"},
    "WSC": {
        "train": "idx label span1_index span1_text span2_index span2_text text",
        "test": "idx span1_index span1_text span2_index span2_text text",
    },
}


class CLUEDataset(FilesDataset, TextBaseDataset):
    """Tasks of Chinese language understanding; the columns are the task's fields.

    Args:
        dataset_files: paths or glob patterns of the task's JSON files.
        task: "AFQMC", "TNEWS", "IFLYTEK", "CMNLI", "WSC" or "CSL". Default: ``"AFQMC"``.
        usage: "train", "test" or "eval". Default: ``"train"``.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: how many files are read in turn. Default: ``None``, the setting.
        shuffle: whether rows are shuffled, or files only with ``Shuffle.FILES``.
            Default: ``Shuffle.GLOBAL``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: a pattern matches no file, or an argument is out of its range.
        RuntimeError: a line is not JSON or lacks a field.

    Examples:
        >>> import json
        >>> import msjax.dataset as ds
        >>> with open("afqmc.json", "w") as file:
        ...     json.dump({"sentence1": "a", "sentence2": "b", "label": "1"}, file)
        >>> data = ds.CLUEDataset("afqmc.json", task="AFQMC", usage="train", shuffle=False)
        >>> [(name, str(value)) for name, value in next(data.create_dict_iterator()).items()]
        [('label', '1'), ('sentence1', 'a'), ('sentence2', 'b')]
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        task: str = "AFQMC",
        usage: str = "train",
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ):
        checks.check_choice(task, _CLUE, "task")
        checks.check_choice(usage, ("train", "test", "eval"), "usage")
        super().__init__(
            dataset_files, num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache
        )
        self.task = task
        self.usage = usage
        self._named = _CLUE[task]["test" if usage == "test" else "train"].split()

    def _columns(self):
        return list(self._named)

    def _read(self, path):
        for number, line in enumerate(lines_of(path), 1):
            if not line:
                continue
            try:
                record = json.loads(line)
                record |= record.get("target", {}) if self.task == "WSC" else {}
                values = [record[name] for name in self._named]
            except (ValueError, KeyError, TypeError) as error:
                raise RuntimeError(
                    f"Line {number} of {path} is none of the task {self.task}: {error!r}."
                ) from error
            yield tuple(
                np.array(value, np.uint32 if isinstance(value, int) else None) for value in values
            )


class IMDBDataset(_Folder, TextBaseDataset):
    """Reviews of films: text, a string, and label of int32, 1 for a good one and 0 for a bad one.

    As in MindSpore, text is the last line of a review's file.

    Args:
        dataset_dir: the folder with train and test, with pos and neg in them.
        usage: "train", "test" or "all". Default: ``None``, all.
        num_samples: rows at most. Default: ``None``, all.
        num_parallel_workers: threads. Default: ``None``, none.
        shuffle: whether rows are shuffled. Default: ``None``, yes.
        sampler: a sampler or iterable of indices. Default: ``None``.
        num_shards: number of shards. Default: ``None``.
        shard_id: the own shard. Default: ``None``.
        cache: a DatasetCache. Default: ``None``.

    Raises:
        ValueError: the folder is missing, or an argument is out of its range.
        RuntimeError: there are no reviews.

    Examples:
        >>> import os
        >>> import msjax.dataset as ds
        >>> for name, text in (("pos", "A good film."), ("neg", "A dull one.")):
        ...     os.makedirs(f"imdb/test/{name}", exist_ok=True)
        ...     with open(f"imdb/test/{name}/0_7.txt", "w") as file:
        ...         _ = file.write(text)
        >>> data = ds.IMDBDataset("imdb", "test", shuffle=False)
        >>> [(str(text), int(label)) for text, label in data]
        [('A good film.', 1), ('A dull one.', 0)]
    """

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
            checks.check_choice(usage, ("train", "test", "all"), "usage")
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
        self.usage = usage or "all"

    def _columns(self):
        return ["text", "label"]

    def _load(self):
        return list(self._reviews())

    def _reviews(self) -> Iterator[tuple[str, int]]:
        for part in ("train", "test") if self.usage == "all" else (self.usage,):
            for label, kind in (1, "pos"), (0, "neg"):
                folder = os.path.join(self.dataset_dir, part, kind)
                if not os.path.isdir(folder):
                    raise RuntimeError(f"The folder {folder} of IMDBDataset does not exist.")
                for name in sorted(os.listdir(folder)):
                    if name.endswith(".txt"):
                        yield os.path.join(folder, name), label

    def _length(self):
        return len(self._data())

    def _fetch(self, index):
        path, label = self._data()[index]
        lines = [line for line in lines_of(path) if line]
        return np.array(lines[-1] if lines else ""), np.array(label, np.int32)

    def _classes(self):
        return np.array([label for _, label in self._data()])
