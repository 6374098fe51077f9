"""Vocabularies, word vectors and constants of the text transforms."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset._numbers import to_float

if TYPE_CHECKING:
    from msjax.dataset.engine._dataset import Dataset

__all__ = [
    "CharNGram",
    "FastText",
    "GloVe",
    "JiebaMode",
    "NormalizeForm",
    "SPieceTokenizerLoadType",
    "SPieceTokenizerOutType",
    "SentencePieceModel",
    "SentencePieceVocab",
    "Vectors",
    "Vocab",
    "to_bytes",
    "to_str",
]


class JiebaMode(IntEnum):
    """Ways of JiebaTokenizer to cut.

    Examples:
        >>> from msjax.dataset import text
        >>> list(text.JiebaMode)
        [<JiebaMode.MIX: 0>, <JiebaMode.MP: 1>, <JiebaMode.HMM: 2>]
    """

    MIX = 0
    MP = 1
    HMM = 2


class NormalizeForm(IntEnum):
    """Forms of `NormalizeUTF8`: none, or one of Unicode's four.

    Examples:
        >>> from msjax.dataset import text
        >>> text.NormalizeUTF8(text.NormalizeForm.NFKC)("Ａ").item()
        'A'
    """

    NONE = 0
    NFC = 1
    NFKC = 2
    NFD = 3
    NFKD = 4


class SentencePieceModel(IntEnum):
    """Kinds of SentencePiece models.

    Examples:
        >>> from msjax.dataset import text
        >>> text.SentencePieceModel.BPE.value
        1
    """

    UNIGRAM = 0
    BPE = 1
    CHAR = 2
    WORD = 3


class SPieceTokenizerLoadType(IntEnum):
    """Where SentencePieceTokenizer has its model from.

    Examples:
        >>> from msjax.dataset import text
        >>> text.SPieceTokenizerLoadType.MODEL.value
        1
    """

    FILE = 0
    MODEL = 1


class SPieceTokenizerOutType(IntEnum):
    """What SentencePieceTokenizer gives: pieces or their numbers.

    Examples:
        >>> from msjax.dataset import text
        >>> text.SPieceTokenizerOutType.INT.value
        1
    """

    STRING = 0
    INT = 1


def _check_words(words: Any, name: str) -> None:
    """Refuse what is not a list of different words."""
    checks.check_type(words, list, name)
    seen = set()
    for word in words:
        checks.check_type(word, str, name)
        if word in seen:
            raise ValueError(f"There is a word twice in '{name}': {word!r}.")
        seen.add(word)


class Vocab:
    """Words and their numbers.

    Examples:
        >>> import msjax.dataset.text as text
        >>> vocab = text.Vocab.from_list(["a", "b"], special_tokens=["[UNK]"])
        >>> vocab.tokens_to_ids(["b", "[UNK]", "c"])
        [2, 0, -1]
    """

    def __init__(self) -> None:
        self.c_vocab: dict[str, int] | None = None

    @classmethod
    def _of(cls, words: Iterable[str], special_tokens: list | None, special_first: bool) -> Vocab:
        special = special_tokens or []
        words = list(words)
        common = set(special).intersection(words)
        if common:
            raise RuntimeError(f"Vocab: special tokens are among the words: {sorted(common)}.")
        order = [*special, *words] if special_first else [*words, *special]
        vocab = cls()
        vocab.c_vocab = {word: number for number, word in enumerate(order)}
        return vocab

    @classmethod
    def from_dataset(
        cls,
        dataset: Dataset,
        columns: str | list[str] | None = None,
        freq_range: tuple | None = None,
        top_k: int | None = None,
        special_tokens: list[str] | None = None,
        special_first: bool = True,
    ) -> Vocab:
        """The words of a dataset, the frequent ones first, then in alphabetical order.

        Args:
            dataset (Dataset): the dataset.
            columns (Union[str, list[str]]): its columns to read. Default: ``None``, all.
            freq_range (tuple): least and largest frequency of words to take, each may be None.
                Default: ``None``, any.
            top_k (int): how many words at most. Default: ``None``, all.
            special_tokens (list[str]): words to add. Default: ``None``.
            special_first (bool): whether they come first, or last. Default: ``True``.

        Returns:
            Vocab, of the words.

        Raises:
            TypeError: an argument is of another type.
            ValueError: `freq_range` is no range, `top_k` not positive or `special_tokens` not
                different.
            RuntimeError: a column does not exist or is not of strings, or a special token is a
                word.

        Examples:
            >>> import msjax.dataset as ds
            >>> import msjax.dataset.text as text
            >>> data = ds.NumpySlicesDataset({"word": ["b", "a", "b"]}, shuffle=False)
            >>> text.Vocab.from_dataset(data, "word").vocab()
            {'b': 0, 'a': 1}
        """
        if columns is not None and not isinstance(columns, list):
            checks.check_type(columns, str, "columns")
        if freq_range is not None:
            checks.check_type(freq_range, tuple, "freq_range")
            if len(freq_range) != 2 or not all(isinstance(end, int | None) for end in freq_range):
                raise ValueError(f"The 'freq_range' must be two ints or None, got {freq_range}.")
            low, high = freq_range
            if low is not None and high is not None and not 0 <= low <= high:
                raise ValueError(f"The 'freq_range' must be 0 <= a <= b, but got {freq_range}.")
        if top_k is not None:
            checks.check_type(top_k, int, "top_k")
            if top_k <= 0:
                raise ValueError(f"The 'top_k' must be positive, but got {top_k}.")
        checks.check_bool(special_first, "special_first")
        if special_tokens is not None:
            _check_words(special_tokens, "special_tokens")
        low, high = freq_range or (None, None)
        if (low or 0) < 0 or (high or 0) < 0:
            raise RuntimeError(f"Vocab: the 'freq_range' must not be negative, got {freq_range}.")
        counts: Counter = Counter()
        for column in _columns(dataset, columns, "Vocab"):
            counts.update(column)
        words = [
            word
            for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
            if (low is None or low <= count) and (high is None or count <= high)
        ]
        return cls._of(words[:top_k], special_tokens, special_first)

    @classmethod
    def from_list(
        cls,
        word_list: list[str],
        special_tokens: list[str] | None = None,
        special_first: bool = True,
    ) -> Vocab:
        """The words of a list.

        Args:
            word_list (list[str]): the words, all different.
            special_tokens (list[str]): words to add. Default: ``None``.
            special_first (bool): whether they come first, or last. Default: ``True``.

        Returns:
            Vocab, of the words.

        Raises:
            TypeError: an argument is of another type.
            ValueError: there is a word twice.

        Examples:
            >>> import msjax.dataset.text as text
            >>> text.Vocab.from_list(["a", "b"]).vocab()
            {'a': 0, 'b': 1}
        """
        _check_words(word_list, "word_list")
        if special_tokens is not None:
            _check_words(special_tokens, "special_tokens")
            common = set(word_list).intersection(special_tokens)
            if common:
                raise ValueError(f"Special tokens are in 'word_list' too: {sorted(common)}.")
        checks.check_bool(special_first, "special_first")
        return cls._of(word_list, special_tokens, special_first)

    @classmethod
    def from_file(
        cls,
        file_path: str,
        delimiter: str = "",
        vocab_size: int | None = None,
        special_tokens: list[str] | None = None,
        special_first: bool = True,
    ) -> Vocab:
        """The words of a file, one in each line.

        Args:
            file_path (str): path of the file.
            delimiter (str): the character that ends the word in a line. Default: ``""``, none.
            vocab_size (int): how many words are read at most. Default: ``None``, all.
            special_tokens (list[str]): words to add. Default: ``None``.
            special_first (bool): whether they come first, or last. Default: ``True``.

        Returns:
            Vocab, of the words.

        Raises:
            TypeError: an argument is of another type.
            ValueError: `vocab_size` is not positive or `special_tokens` are not different.
            RuntimeError: the file cannot be read, a word is in it twice, or `delimiter` is longer.

        Examples:
            >>> import msjax.dataset.text as text
            >>> with open("words.txt", "w") as file:
            ...     _ = file.write("a,1\\nb,2\\n")
            >>> text.Vocab.from_file("words.txt", ",").vocab()
            {'a': 0, 'b': 1}
        """
        if special_tokens is not None:
            _check_words(special_tokens, "special_tokens")
        checks.check_type(file_path, str, "file_path")
        checks.check_type(delimiter, str, "delimiter")
        if vocab_size is not None:
            if vocab_size <= 0:
                raise ValueError(f"The 'vocab_size' must be positive, but got {vocab_size}.")
            if not isinstance(vocab_size, int):
                raise TypeError(f"The 'vocab_size' must be an int, but got {vocab_size!r}.")
        checks.check_bool(special_first, "special_first")
        if len(delimiter) > 1:
            raise RuntimeError(f"Vocab: the 'delimiter' must be one character, got {delimiter!r}.")
        words = []
        for line in _lines(file_path, "Vocab"):
            words.append(line.partition(delimiter)[0] if delimiter else line)
            if len(words) == vocab_size:
                break
        twice = [word for word, count in Counter(words).items() if count > 1]
        if twice:
            raise RuntimeError(f"Vocab: there are words twice in {file_path}: {twice[:5]}.")
        return cls._of(words, special_tokens, special_first)

    @classmethod
    def from_dict(cls, word_dict: dict[str, int]) -> Vocab:
        """The words and numbers of a dict.

        Args:
            word_dict (dict[str, int]): words to numbers.

        Returns:
            Vocab, of the words.

        Raises:
            TypeError: `word_dict` is not a dict of str to int.
            ValueError: a number is negative.

        Examples:
            >>> import msjax.dataset.text as text
            >>> text.Vocab.from_dict({"home": 3}).ids_to_tokens(3)
            'home'
        """
        checks.check_type(word_dict, dict, "word_dict")
        for word, number in word_dict.items():
            checks.check_type(word, str, "word")
            checks.check_int(number, 0, checks.INT32_MAX, "word_id")
        vocab = cls()
        vocab.c_vocab = dict(word_dict)
        return vocab

    def _words(self) -> dict[str, int]:
        if self.c_vocab is None:
            raise RuntimeError("The Vocab is empty; make it by a method such as Vocab.from_list.")
        return self.c_vocab

    def vocab(self) -> dict[str, int]:
        """The words and their numbers.

        Returns:
            dict[str, int], words to numbers.

        Raises:
            RuntimeError: the Vocab was not made by one of the `from_` methods.

        Examples:
            >>> import msjax.dataset.text as text
            >>> text.Vocab.from_list(["a"]).vocab()
            {'a': 0}
        """
        return dict(self._words())

    def tokens_to_ids(self, tokens: str | list[str]) -> int | list[int]:
        """The numbers of words, -1 for unknown ones.

        Args:
            tokens (Union[str, list[str], numpy.ndarray]): the words.

        Returns:
            Union[int, list[int]], the numbers; an int for one word.

        Raises:
            TypeError: `tokens` are no words.
            RuntimeError: the Vocab was not made by one of the `from_` methods.

        Examples:
            >>> import msjax.dataset.text as text
            >>> text.Vocab.from_list(["a", "b"]).tokens_to_ids(["b", "x"])
            [1, -1]
        """
        checks.check_type(tokens, (str, list, np.ndarray), "tokens")
        if isinstance(tokens, np.ndarray):
            tokens = tokens.tolist()
        tokens = [tokens] if isinstance(tokens, str) else tokens
        checks.check_type(tokens, list, "tokens")
        checks.check_all(tokens, str, "tokens")
        words = self._words()
        numbers = [words.get(token, -1) for token in tokens]
        return numbers[0] if len(numbers) == 1 else numbers

    def ids_to_tokens(self, ids: int | list[int]) -> str | list[str]:
        """The words of numbers, the empty string for unknown ones.

        Args:
            ids (Union[int, list[int], numpy.ndarray]): the numbers.

        Returns:
            Union[str, list[str]], the words; a str for one number.

        Raises:
            TypeError: `ids` are not ints.
            ValueError: an element is negative.
            RuntimeError: the Vocab was not made by one of the `from_` methods.

        Examples:
            >>> import msjax.dataset.text as text
            >>> text.Vocab.from_list(["a", "b"]).ids_to_tokens([1, 0])
            ['b', 'a']
        """
        checks.check_type(ids, (int, list, np.ndarray), "ids")
        if isinstance(ids, int):
            checks.check_range(ids, 0, checks.INT32_MAX, "ids")
        if isinstance(ids, list):
            for i, number in enumerate(ids):
                checks.check_type(number, (int, np.int64), f"ids[{i}]")
                checks.check_range(number, 0, checks.INT32_MAX, f"ids[{i}]")
        ids = ids.tolist() if isinstance(ids, np.ndarray) else ids
        ids = ids if isinstance(ids, list) else [ids]
        checks.check_all(ids, (int, np.int64), "ids")
        tokens = {number: word for word, number in self._words().items()}
        words = [tokens.get(int(number), "") for number in ids]
        return words[0] if len(words) == 1 else words


def _columns(dataset: Any, columns: Any, user: str) -> Iterable[list[str]]:
    """The strings in each row of the columns of a dataset."""
    names = dataset.get_col_names()
    chosen = checks.to_list(columns) or names
    for name in chosen:
        if name not in names:
            raise RuntimeError(f"{user}: there is no column {name!r}; there are {names}.")
    for row in dataset.create_dict_iterator(num_epochs=1, output_numpy=True):
        for name in chosen:
            if row[name].dtype.kind != "U":
                raise RuntimeError(f"{user}: the column {name!r} is not of strings.")
            yield [str(word) for word in row[name].ravel()]


def _lines(path: str, user: str) -> Iterable[str]:
    """The lines of a file; only \\n ends one."""
    if not os.path.isfile(path):
        raise RuntimeError(f"{user}: the file {path} does not exist or cannot be read.")
    with open(path, encoding="utf-8", newline="\n") as stream:
        for line in stream:
            yield line.removesuffix("\n")


class _Vectors:
    """Base of the word vectors."""

    def __init__(self) -> None:
        self._rows: dict[str, np.ndarray] = {}
        self._size = 0

    @classmethod
    def _check_name(cls, path: str) -> None:
        """Refuse names that files of the format do not have."""

    @classmethod
    def from_file(cls, file_path: str, max_vectors: int | None = None) -> Self:
        """Read vectors from a file: in each line a word and its numbers.

        Args:
            file_path (str): path of the file.
            max_vectors (int): how many are read at most. Default: ``None``, all.

        Returns:
            The vectors.

        Raises:
            TypeError: an argument is of another type.
            ValueError: `max_vectors` is negative.
            RuntimeError: the file cannot be read or its vectors have different lengths.

        Examples:
            >>> import msjax.dataset.text as text
            >>> with open("vectors.txt", "w") as file:
            ...     _ = file.write("ok 0.5 1\\nno 2 3\\n")
            >>> text.ToVectors(text.Vectors.from_file("vectors.txt"))("no").tolist()
            [2.0, 3.0]
        """
        checks.check_type(file_path, str, "file_path")
        if max_vectors is not None:
            checks.check_int(max_vectors, 0, checks.INT32_MAX, "max_vectors")
        name = cls.__name__
        cls._check_name(file_path)
        vectors = cls()
        read = 0
        for number, line in enumerate(_lines(file_path, name)):
            word, *values = line.split(" ")
            if values and not values[-1]:
                values.pop()
            if not number and len(values) == 1:
                continue  # how many vectors of which length
            if len(values) < 2:
                raise RuntimeError(f"{name}: the vector of {word!r} has {len(values)} elements.")
            vectors._size = vectors._size or len(values)
            if len(values) != vectors._size:
                raise RuntimeError(
                    f"{name}: the vectors must have {vectors._size} elements, but that of {word!r} "
                    f"has {len(values)}."
                )
            vectors._rows.setdefault(word, np.array(list(map(to_float, values)), np.float32))
            read += 1
            if read == max_vectors:
                break
        if not vectors._rows:
            raise RuntimeError(f"{name}: there are no vectors in {file_path}.")
        return vectors

    def _find(self, token: str) -> np.ndarray | None:
        """The vector of a token, or None."""
        return self._rows.get(token)


class Vectors(_Vectors):
    """Word vectors; see `from_file`.

    Examples:
        >>> import msjax.dataset.text as text
        >>> with open("vectors.txt", "w") as file:
        ...     _ = file.write("ship 1 2\\ntree 3 4\\n")
        >>> text.ToVectors(text.Vectors.from_file("vectors.txt"))("tree").tolist()
        [3.0, 4.0]
    """


class GloVe(_Vectors):
    """Word vectors of GloVe, from files such as ``glove.6B.50d.txt``; see `Vectors`.

    Examples:
        >>> import msjax.dataset.text as text
        >>> with open("glove.6B.2d.txt", "w") as file:
        ...     _ = file.write("ship 1 2\\ntree 3 4\\n")
        >>> text.ToVectors(text.GloVe.from_file("glove.6B.2d.txt"))("tree").tolist()
        [3.0, 4.0]
    """

    @classmethod
    def _check_name(cls, path):
        if not re.fullmatch(r"glove\.6B\..*\.txt", os.path.basename(path)):
            raise RuntimeError(f"GloVe: the file must be called 'glove.6B.*.txt', got {path}.")


class FastText(_Vectors):
    """Word vectors of fastText, from files such as ``wiki.vec``; see `Vectors`.

    Examples:
        >>> import msjax.dataset.text as text
        >>> with open("wiki.vec", "w") as file:
        ...     _ = file.write("2 2\\nship 1 2\\ntree 3 4\\n")
        >>> text.ToVectors(text.FastText.from_file("wiki.vec"))("tree").tolist()
        [3.0, 4.0]
    """

    @classmethod
    def _check_name(cls, path):
        if not path.endswith(".vec"):
            raise RuntimeError(f"FastText: the file must be called '*.vec', but got {path}.")


class CharNGram(_Vectors):
    """Vectors of runs of characters, whose mean is that of a word; see `Vectors`.

    The file has keys such as ``2gram-ab``; ``#BEGIN#`` and ``#END#`` count as characters.

    Examples:
        >>> import msjax.dataset.text as text
        >>> with open("charNgram.txt", "w") as file:
        ...     _ = file.write("2gram-ab 1 2\\n2gram-bc 3 4\\n")
        >>> text.ToVectors(text.CharNGram.from_file("charNgram.txt"))("abc").tolist()
        [2.0, 3.0]
    """

    def _find(self, token):
        characters = ["#BEGIN#", *token, "#END#"]
        found = []
        for n in 2, 3, 4:
            for i in range(len(characters) - n + 1):
                row = self._rows.get(f"{n}gram-" + "".join(characters[i : i + n]))
                if row is not None:
                    found.append(row)
        return np.sum(found, 0, np.float32) / np.float32(len(found)) if found else None


def sentencepiece() -> Any:
    """The module sentencepiece."""
    try:
        import sentencepiece as module
    except ImportError as error:
        raise NotImplementedError(
            "SentencePiece models need the package sentencepiece, which is not installed; "
            "`pip install sentencepiece`."
        ) from error
    return module


class SentencePieceVocab:
    """A SentencePiece model, trained by the package sentencepiece.

    Models of the kind UNIGRAM depend on the version of the package; those that MindSpore saved are
    read as they are.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.SentencePieceVocab().c_sentence_piece_vocab is None
        True
    """

    def __init__(self) -> None:
        self.c_sentence_piece_vocab: bytes | None = None

    @classmethod
    def _trained(
        cls, vocab_size: Any, coverage: Any, model_type: Any, params: Any, **source: Any
    ) -> SentencePieceVocab:
        import io

        for key, value in params.items():
            checks.check_type(key, str, "key of params")
            checks.check_type(value, str, "value of params")
        trainer = sentencepiece().SentencePieceTrainer
        model = io.BytesIO()
        try:
            trainer.train(
                **source,
                model_writer=model,
                vocab_size=vocab_size,
                character_coverage=coverage,
                model_type=model_type.name.lower(),
                minloglevel=2,
                **params,
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise RuntimeError(f"SentencePieceVocab: {error}") from error
        vocab = cls()
        vocab.c_sentence_piece_vocab = model.getvalue()
        return vocab

    @staticmethod
    def _check(vocab_size: Any, coverage: Any, model_type: Any, params: Any) -> None:
        checks.check_int(vocab_size, 0, checks.UINT32_MAX, "vocab_size")
        checks.check_type(coverage, float, "character_coverage")
        checks.check_type(model_type, SentencePieceModel, "model_type")
        checks.check_type(params, dict, "params")

    @classmethod
    def from_dataset(
        cls,
        dataset: Dataset,
        col_names: list[str],
        vocab_size: int,
        character_coverage: float,
        model_type: SentencePieceModel,
        params: dict,
    ) -> SentencePieceVocab:
        """Train a model by the strings of a dataset.

        Args:
            dataset (Dataset): the dataset.
            col_names (list[str]): its columns to read, none for all.
            vocab_size (int): how many pieces the model has.
            character_coverage (float): the share of characters that it knows, 0.98 to 1.
            model_type (SentencePieceModel): its kind.
            params (dict): further settings of the trainer, str to str.

        Returns:
            SentencePieceVocab, the model.

        Raises:
            TypeError: an argument is of another type.
            ValueError: `vocab_size` is negative.
            RuntimeError: a column does not exist or the model cannot be trained.
        """
        checks.check_type(col_names, list, "col_names")
        checks.check_all(col_names, str, "col_names")
        cls._check(vocab_size, character_coverage, model_type, params)
        sentencepiece()
        texts = [t for row in _columns(dataset, col_names, "SentencePieceVocab") for t in row]
        source = {"sentence_iterator": iter(texts)}
        return cls._trained(vocab_size, character_coverage, model_type, params, **source)

    @classmethod
    def from_file(
        cls,
        file_path: list[str],
        vocab_size: int,
        character_coverage: float,
        model_type: SentencePieceModel,
        params: dict,
    ) -> SentencePieceVocab:
        """Train a model by the lines of files.

        Args:
            file_path (list[str]): paths of the files.
            vocab_size (int): how many pieces the model has.
            character_coverage (float): the share of characters that it knows, 0.98 to 1.
            model_type (SentencePieceModel): its kind.
            params (dict): further settings of the trainer, str to str.

        Returns:
            SentencePieceVocab, the model.

        Raises:
            TypeError: an argument is of another type.
            ValueError: `vocab_size` is negative.
            RuntimeError: a file cannot be read or the model cannot be trained.
        """
        checks.check_type(file_path, list, "file_path")
        cls._check(vocab_size, character_coverage, model_type, params)
        if not file_path:
            raise IndexError("The 'file_path' must not be empty.")
        sentencepiece()
        return cls._trained(
            vocab_size, character_coverage, model_type, params, input=list(file_path)
        )

    @classmethod
    def save_model(cls, vocab: SentencePieceVocab, path: str, filename: str) -> None:
        """Write a model to a file.

        Args:
            vocab (SentencePieceVocab): the model.
            path (str): an existing folder.
            filename (str): name of the file in it.

        Raises:
            TypeError: an argument is of another type.
            RuntimeError: the folder does not exist or there is no model.
        """
        checks.check_type(vocab, SentencePieceVocab, "vocab")
        checks.check_type(path, str, "path")
        checks.check_type(filename, str, "filename")
        if vocab.c_sentence_piece_vocab is None:
            raise TypeError("The 'vocab' is empty; make it by a method such as from_file.")
        if not os.path.isdir(path):
            raise RuntimeError(f"SentencePieceVocab: the folder {path} does not exist.")
        with open(os.path.join(path, filename), "wb") as stream:
            stream.write(vocab.c_sentence_piece_vocab)


def to_bytes(array: np.ndarray, encoding: str = "utf8") -> np.ndarray:
    """An array of str as one of bytes.

    Args:
        array (numpy.ndarray): the strings.
        encoding (str): how characters become bytes. Default: ``"utf8"``.

    Returns:
        numpy.ndarray, the bytes.

    Raises:
        ValueError: `array` is not an array.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.text as text
        >>> text.to_bytes(np.array(["a"])).tolist()
        [b'a']
    """
    if not isinstance(array, np.ndarray):
        raise ValueError(f"The 'array' must be a NumPy array, but got {array!r}.")
    return np.char.encode(array, encoding)


def to_str(array: np.ndarray, encoding: str = "utf8") -> np.ndarray:
    """An array of bytes as one of str.

    Args:
        array (numpy.ndarray): the bytes.
        encoding (str): how bytes become characters. Default: ``"utf8"``.

    Returns:
        numpy.ndarray, the strings.

    Raises:
        TypeError: `array` is not an array.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.text as text
        >>> text.to_str(np.array([b"a"])).tolist()
        ['a']
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"The 'array' must be a NumPy array, but got {array!r}.")
    if array.dtype.kind == "U":
        raise AttributeError("The 'array' must be of bytes, but is of str already.")
    return np.char.decode(array, encoding)
