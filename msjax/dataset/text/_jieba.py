"""Chinese words by dictionary and hidden Markov model, in the way of cppjieba."""

from __future__ import annotations

import math
import os
import re
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.text._base import Token
from msjax.dataset.text._tokenizers import Tokenizer, spans
from msjax.dataset.text.utils import JiebaMode

__all__ = ["JiebaTokenizer"]

_WORD_LIMIT = 512
_NEVER = -3.14e100
_BEGIN, _END, _MIDDLE, _SINGLE = range(4)  # places of a character in its word
_LATIN = re.compile("[a-zA-Z][a-zA-Z0-9]*|[0-9][0-9.]*")


def _read(path: str) -> list[str]:
    with open(path, encoding="utf-8") as stream:
        return stream.read().split("\n")


class _Words:
    """A dictionary: logarithms of the frequencies of words."""

    def __init__(self, path: str):
        counts = []
        for line in _read(path):
            if not line:
                continue
            fields = line.rstrip("\r").split(" ")
            if len(fields) != 3:
                raise RuntimeError(
                    f"JiebaTokenizer: a line of {path} must be 'word frequency tag', got {line!r}."
                )
            counts.append((fields[0], float(fields[1])))
        self.total = sum(count for _, count in counts)
        self.weights = {word: math.log(count / self.total) for word, count in counts}
        order = sorted(math.log(count / self.total) for _, count in counts)
        self.least = order[0]
        self.median = order[len(order) // 2]
        self._prefixes = {word[:i] for word in self.weights for i in range(1, len(word) + 1)}

    def add(self, word: str, count: int) -> None:
        """Add a word; without a frequency it gets that of the word in the middle."""
        self.weights[word] = math.log(count / self.total) if count else self.median
        self._prefixes.update(word[:i] for i in range(1, len(word) + 1))

    def cut(self, text: str) -> list[str]:
        """The most probable words of a text."""
        best = [0.0] * (len(text) + 1)
        ends = [0] * len(text)
        for start in range(len(text) - 1, -1, -1):
            best[start] = -math.inf
            for end in range(start + 1, min(len(text), start + _WORD_LIMIT) + 1):
                word = text[start:end]
                weight = self.weights.get(word)
                if weight is None and end == start + 1:
                    weight = self.least
                if weight is not None and weight + best[end] > best[start]:
                    best[start], ends[start] = weight + best[end], end
                if word not in self._prefixes:
                    break
        words, place = [], 0
        while place < len(text):
            words.append(text[place : ends[place]])
            place = ends[place]
        return words


class _Model:
    """A hidden Markov model of the places of characters in words."""

    def __init__(self, path: str):
        lines = [line.strip() for line in _read(path)]
        lines = [line for line in lines if line and not line.startswith("#")]
        if len(lines) != 9:
            raise RuntimeError(f"JiebaTokenizer: {path} is not a hidden Markov model.")
        self.start = [float(value) for value in lines[0].split()]
        self.trans = [[float(value) for value in line.split()] for line in lines[1:5]]
        self.emit = []
        for line in lines[5:]:
            pairs = (entry.rpartition(":") for entry in line.split(","))
            self.emit.append({character: float(value) for character, _, value in pairs})

    def cut(self, text: str) -> list[str]:
        """The words of a text; Latin letters and digits make words of their own."""
        words: list[str] = []
        left = right = 0
        while right < len(text):
            if ord(text[right]) >= 0x80:
                right += 1
                continue
            words += self._chinese(text[left:right])
            latin = _LATIN.match(text, right)
            left, right = right, latin.end() if latin else right + 1
            words.append(text[left:right])
            left = right
        return words + self._chinese(text[left:right])

    def _chinese(self, text: str) -> list[str]:
        """The words by the most probable places (Viterbi)."""
        if not text:
            return []
        weights = [
            start + emit.get(text[0], _NEVER)
            for start, emit in zip(self.start, self.emit, strict=True)
        ]
        paths = []
        for character in text[1:]:
            new, path = [], []
            for place in range(4):
                emit = self.emit[place].get(character, _NEVER)
                weight, before = _NEVER, _END
                for old in range(4):
                    sum_ = weights[old] + self.trans[old][place] + emit
                    if sum_ > weight:
                        weight, before = sum_, old
                new.append(weight)
                path.append(before)
            weights = new
            paths.append(path)
        place = _END if weights[_END] >= weights[_SINGLE] else _SINGLE
        places = [place]
        for path in reversed(paths):
            place = path[place]
            places.append(place)
        words, left = [], 0
        for right, place in enumerate(reversed(places), 1):
            if place in (_END, _SINGLE):
                words.append(text[left:right])
                left = right
        return words


class JiebaTokenizer(Tokenizer):
    """Chinese words of a string, by the files that cppjieba uses.

    Args:
        hmm_path (str): path of the hidden Markov model (``hmm_model.utf8``).
        mp_path (str): path of the dictionary (``jieba.dict.utf8``).
        mode (JiebaMode): whether words are those of the dictionary (MP), of the model (HMM), or of
            the dictionary and where it has single characters only of the model (MIX).
            Default: ``JiebaMode.MIX``.
        with_offsets (bool): whether places in bytes are given too, as two arrays of uint32.
            Default: ``False``.

    Returns:
        Array of str, the tokens; with `with_offsets` a tuple of these and two
        UInt32 arrays, where they start and end.

    Raises:
        TypeError: an argument is of another type.
        ValueError: a path is None or does not exist.
        RuntimeError: a file is of another format or the input is not a string.

    Examples:
        >>> import msjax.dataset.text as text
        >>> with open("words.utf8", "w", encoding="utf-8") as file:
        ...     _ = file.write("明月 5 n\\n明月光 3 n\\n床 4 n\\n前 4 n\\n")
        >>> with open("model.utf8", "w", encoding="utf-8") as file:
        ...     _ = file.write("-1 -9 -9 -1\\n" + "-1 -1 -1 -1\\n" * 4 + "床:-1\\n" * 4)
        >>> mode = text.JiebaMode.MP
        >>> text.JiebaTokenizer("model.utf8", "words.utf8", mode)("床前明月光").tolist()
        ['床', '前', '明月光']
    """

    def __init__(
        self,
        hmm_path: str,
        mp_path: str,
        mode: JiebaMode = JiebaMode.MIX,
        with_offsets: bool = False,
    ):
        for name, path in ("hmm_path", hmm_path), ("mp_path", mp_path):
            if path is None:
                raise ValueError(f"The '{name}' must be given.")
            checks.check_type(path, str, name)
        super().__init__(with_offsets)
        checks.check_type(mode, JiebaMode, "mode")
        for path in hmm_path, mp_path:
            if not os.path.exists(path):
                raise ValueError(f"The file {path} does not exist.")
        self.mode = mode
        self.hmm_path = hmm_path
        self.mp_path = mp_path
        self.words: list[tuple[str, int]] = []
        self._parts: Any = None

    def add_word(self, word: str, freq: int | None = None) -> None:
        """Add a word to the dictionary.

        Args:
            word (str): the word.
            freq (int): its frequency. Default: ``None``, that of the word in the middle.

        Raises:
            TypeError: an argument is of another type.
            ValueError: `word` is None or `freq` negative.
        """
        if word is None:
            raise ValueError("The 'word' must be given.")
        checks.check_type(word, str, "word")
        if freq is not None:
            checks.check_int(freq, 0, checks.UINT32_MAX, "freq")
        self.words.append((word, freq or 0))
        self._parts = None

    def add_dict(self, user_dict: str | dict[str, int]) -> None:
        """Add words to the dictionary.

        Args:
            user_dict (Union[str, dict[str, int]]): words to frequencies, or the path of a file with
                a word and a frequency, which may be left out, in each line; other lines count not.

        Raises:
            TypeError: `user_dict` is neither str nor dict.
            ValueError: the file does not exist.
        """
        checks.check_type(user_dict, (str, dict), "user_dict")
        if isinstance(user_dict, dict):
            for word, freq in user_dict.items():
                self.add_word(word, freq)
            return
        if not os.path.exists(user_dict):
            raise ValueError(f"The file {user_dict} does not exist.")
        for line in _read(user_dict):
            found = re.fullmatch(r"\s*([^\s*]+?)\s*([0-9]+)?\s*", line.strip())
            if found:
                self.add_word(found[1], int(found[2] or 0))

    def _loaded(self) -> tuple[_Words, _Model]:
        if self._parts is None:
            words = _Words(self.mp_path)
            for word, freq in self.words:
                words.add(word, freq)
            self._parts = words, _Model(self.hmm_path)
        return self._parts

    def _apply(self, *arrays):
        result = super()._apply(*arrays)
        if self.with_offsets and not arrays[0].item():
            none = np.empty(
                0, np.uint32
            )  # the empty string has no places, unlike other tokenizers'
            return result[0], none, none.copy()
        return result

    def _tokens(self, text: str) -> list[Token]:
        words, model = self._loaded()
        found: list[str] = []
        for part in re.findall("[ \t\n，。]|[^ \t\n，。]+", text):
            if self.mode is JiebaMode.HMM:
                found += model.cut(part)
                continue
            singles = ""
            for word in [*words.cut(part), ""]:
                if self.mode is JiebaMode.MIX and len(word) == 1:
                    singles += word
                    continue
                found += [*model.cut(singles), *([word] if word else [])]
                singles = ""
        return spans(found)
