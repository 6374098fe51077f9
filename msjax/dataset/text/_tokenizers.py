"""Text transforms that cut strings into tokens."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.text import _icu
from msjax.dataset.text._base import TextTensorOperation, Token, pattern, width
from msjax.dataset.text._strings import normalized
from msjax.dataset.text.utils import (
    NormalizeForm,
    SentencePieceVocab,
    SPieceTokenizerOutType,
    Vocab,
    sentencepiece,
    to_str,
)

__all__ = [
    "BasicTokenizer",
    "BertTokenizer",
    "PythonTokenizer",
    "RegexTokenizer",
    "SentencePieceTokenizer",
    "UnicodeCharTokenizer",
    "UnicodeScriptTokenizer",
    "WhitespaceTokenizer",
    "WordpieceTokenizer",
]


_WORDS = re.compile(f"[^{re.escape(''.join(sorted(_icu.SPACES)))}]+")


def spans(pieces: list[str]) -> list[Token]:
    """Pieces of one text with their places."""
    tokens, start = [], 0
    for piece in pieces:
        tokens.append((piece, start, start + width(piece)))
        start = tokens[-1][2]
    return tokens


def output(tokens: list[str], starts: list[int], ends: list[int], with_offsets: bool) -> Any:
    """What a tokenizer gives: tokens, and their first bytes and ends if asked for."""
    words = np.array(tokens or [""])
    if not with_offsets:
        return words
    return words, np.array(starts or [0], np.uint32), np.array(ends or [0], np.uint32)


class Tokenizer(TextTensorOperation):
    """Base of the tokenizers of one string: `_tokens` cuts it."""

    def __init__(self, with_offsets: bool):
        super().__init__()
        checks.check_bool(with_offsets, "with_offsets")
        self.with_offsets = with_offsets

    def _tokens(self, text: str) -> list[Token]:
        raise NotImplementedError(f"{type(self).__name__} must define _tokens.")

    def _apply(self, *arrays):
        if len(arrays) != 1:
            raise RuntimeError(f"{type(self).__name__}: there must be one input.")
        self._strings(arrays[0], (0,))
        text = arrays[0].item()
        if not self.with_offsets:
            return output(self._words(text), [], [], False)
        tokens = self._tokens(text)
        columns = [list(column) for column in zip(*tokens, strict=True)] or [[], [], []]
        return output(*columns, True)

    def _words(self, text: str) -> list[str]:
        """The tokens without their places."""
        return [token for token, _, _ in self._tokens(text)]


class UnicodeCharTokenizer(Tokenizer):
    """The characters of a string.

    Args:
        with_offsets (bool): whether places in bytes are given too, as two arrays of uint32.
            Default: ``False``.

    Returns:
        Array of str, the tokens; with `with_offsets` a tuple of these and two
        UInt32 arrays, where they start and end.

    Raises:
        TypeError: `with_offsets` is not a bool.
        RuntimeError: the input is not a string.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.UnicodeCharTokenizer()("a中").tolist()
        ['a', '中']
    """

    def __init__(self, with_offsets: bool = False):
        super().__init__(with_offsets)

    def _tokens(self, text):
        return spans(list(text))


class WhitespaceTokenizer(Tokenizer):
    """The parts of a string between white space.

    Args:
        with_offsets (bool): whether places in bytes are given too, as two arrays of uint32.
            Default: ``False``.

    Returns:
        Array of str, the tokens; with `with_offsets` a tuple of these and two
        UInt32 arrays, where they start and end.

    Raises:
        TypeError: `with_offsets` is not a bool.
        RuntimeError: the input is not a string.

    Examples:
        >>> import msjax.dataset.text as text
        >>> [a.tolist() for a in text.WhitespaceTokenizer(True)("a  bc")]
        [['a', 'bc'], [0, 3], [1, 5]]
    """

    def __init__(self, with_offsets: bool = False):
        super().__init__(with_offsets)

    def _tokens(self, text):
        return _runs(text, lambda c: c in _icu.SPACES, keep_whitespace=False)

    def _words(self, text):
        return _WORDS.findall(text)


class UnicodeScriptTokenizer(Tokenizer):
    """The parts of a string that are of one script each.

    Args:
        keep_whitespace (bool): whether white space makes tokens. Default: ``False``.
        with_offsets (bool): whether places in bytes are given too, as two arrays of uint32.
            Default: ``False``.

    Returns:
        Array of str, the tokens; with `with_offsets` a tuple of these and two
        UInt32 arrays, where they start and end.

    Raises:
        TypeError: an argument is not a bool.
        RuntimeError: the input is not a string.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.UnicodeScriptTokenizer()("北 京abc").tolist()
        ['北', '京', 'abc']
    """

    def __init__(self, keep_whitespace: bool = False, with_offsets: bool = False):
        checks.check_bool(keep_whitespace, "keep_whitespace")
        super().__init__(with_offsets)
        self.keep_whitespace = keep_whitespace

    def _tokens(self, text):
        return _runs(text, lambda c: (_icu.script(c), c in _icu.SPACES), self.keep_whitespace)


def _runs(text: str, kind: Callable[[str], Any], keep_whitespace: bool) -> list[Token]:
    """The parts of a text whose characters are of the same kind."""
    pieces: list[str] = []
    last: Any = None
    for character in text:
        new = kind(character)
        if pieces and new == last:
            pieces[-1] += character
        else:
            pieces.append(character)
        last = new
    return [t for t in spans(pieces) if keep_whitespace or t[0][0] not in _icu.SPACES]


def _split(text: str, regex: re.Pattern, keeps: Callable[[str], bool]) -> list[Token]:
    """The parts of a text between matches, and the matches that are kept."""
    pieces: list[tuple[str, bool]] = []
    place = 0
    for match in regex.finditer(text):
        pieces += [(text[place : match.start()], True), (match[0], keeps(match[0]))]
        place = match.end()
    pieces.append((text[place:], True))
    tokens = spans([piece for piece, _ in pieces])
    return [t for t, (piece, kept) in zip(tokens, pieces, strict=True) if piece and kept]


class RegexTokenizer(Tokenizer):
    """The parts of a string between matches of a regular expression.

    Args:
        delim_pattern (str): a regular expression of ICU.
        keep_delim_pattern (str): matches that this pattern matches as well are kept as tokens.
            Default: ``''``, none.
        with_offsets (bool): whether places in bytes are given too, as two arrays of uint32.
            Default: ``False``.

    Returns:
        Array of str, the tokens; with `with_offsets` a tuple of these and two
        UInt32 arrays, where they start and end.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `delim_pattern` is None.
        RuntimeError: a pattern is not valid or the input is not a string.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.RegexTokenizer("[ ,]+", ",")("a, b,c").tolist()
        ['a', 'b', ',', 'c']
    """

    def __init__(
        self, delim_pattern: str, keep_delim_pattern: str = "", with_offsets: bool = False
    ):
        if delim_pattern is None:
            raise ValueError("The 'delim_pattern' must be given.")
        checks.check_type(delim_pattern, str, "delim_pattern")
        checks.check_type(keep_delim_pattern, str, "keep_delim_pattern")
        super().__init__(with_offsets)
        self.delim_pattern = delim_pattern
        self.keep_delim_pattern = keep_delim_pattern

    def _tokens(self, text):
        delimiter = pattern(self.delim_pattern, "RegexTokenizer", text)
        kept = pattern(self.keep_delim_pattern, "RegexTokenizer", text)
        return _split(text, delimiter, lambda match: bool(kept.fullmatch(match)))


UNUSED = ("[CLS]", "[SEP]", "[UNK]", "[PAD]", "[MASK]")
_UNUSED = r"\[CLS\]|\[SEP\]|\[UNK\]|\[PAD\]|\[MASK\]|\[unused\d+\]|"
_SINGLE = (
    r"[!-/:-@\[-`{-~\p{P}\x{4E00}-\x{9FFF}\x{3400}-\x{4DBF}\x{20000}-\x{2A6DF}\x{2A700}-\x{2B73F}"
    r"\x{2B740}-\x{2B81F}\x{2B820}-\x{2CEAF}\x{F900}-\x{FAFF}\x{2F800}-\x{2FA1F}]"
)


def _folded_but_unused(text: str) -> str:
    """The text folded, special tokens as they are.

    As in MindSpore, the text before the special token and what follows begin at the text's
    beginning again each time, so that all but the first part of a text with such tokens is doubled.
    """
    places = []
    start, count = -1, 0
    data = text.encode("utf-8")
    for i, byte in enumerate(data):
        if byte == ord("["):
            start = i
            count += 1
        elif byte == ord("]") and start >= 0:
            word = data[start : start + count + 1]
            if word in [token.encode() for token in UNUSED]:
                places.append((start, word))
            start, count = -1, 0
        elif start >= 0:
            count += 1
    folded = ""
    end = 0
    for start, word in places:
        folded += _icu.case_fold(data[:start].decode("utf-8")) + word.decode()
        end = start + len(word)
    return folded if places and end == len(data) else folded + _icu.case_fold(text)


class BasicTokenizer(Tokenizer):
    """Words, punctuation marks and Chinese characters of a string, as BERT's first step has them.

    Control characters count as spaces. With both `lower_case` and `preserve_unused_token`, text
    around special tokens comes several times, as in MindSpore.

    Args:
        lower_case (bool): whether case is folded and accents are left out. Default: ``False``.
        keep_whitespace (bool): whether white space makes tokens. Default: ``False``.
        normalization_form (NormalizeForm): form of the text without `lower_case`.
            Default: ``NormalizeForm.NONE``.
        preserve_unused_token (bool): whether ``[CLS]``, ``[SEP]``, ``[UNK]``, ``[PAD]``,
            ``[MASK]`` and ``[unused1]`` are tokens. Default: ``True``.
        with_offsets (bool): whether places in bytes of the changed text are given too, as two
            arrays of uint32. Default: ``False``.

    Returns:
        Array of str, the tokens; with `with_offsets` a tuple of these and two
        UInt32 arrays, where they start and end.

    Raises:
        TypeError: an argument is of another type.
        RuntimeError: the input is not a string.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.BasicTokenizer()("Welcome  To BeiJing北京!").tolist()
        ['Welcome', 'To', 'BeiJing', '北', '京', '!']
    """

    def __init__(
        self,
        lower_case: bool = False,
        keep_whitespace: bool = False,
        normalization_form: NormalizeForm = NormalizeForm.NONE,
        preserve_unused_token: bool = True,
        with_offsets: bool = False,
    ):
        for name, value in (
            ("lower_case", lower_case),
            ("keep_whitespace", keep_whitespace),
            ("preserve_unused_token", preserve_unused_token),
        ):
            checks.check_bool(value, name)
        super().__init__(with_offsets)
        checks.check_type(normalization_form, NormalizeForm, "normalization_form")
        self.lower_case = lower_case
        self.keep_whitespace = keep_whitespace
        self.normalization_form = normalization_form
        self.preserve_unused_token = preserve_unused_token

    def _tokens(self, text):
        if self.lower_case:
            unused = self.preserve_unused_token
            text = _folded_but_unused(text) if unused else _icu.case_fold(text)
            text = normalized(text, NormalizeForm.NFD)
            text = _icu.compiled(r"\p{Mn}").sub("", text)
        else:
            text = normalized(text, self.normalization_form)
        text = _icu.compiled(r"[\p{Cc}\p{Cf}]").sub(" ", text)
        tokens = (_UNUSED if self.preserve_unused_token else "") + _SINGLE
        kept = _icu.compiled(rf"\s+|{tokens}" if self.keep_whitespace else tokens)
        return _split(text, _icu.compiled(rf"\s+|{tokens}"), lambda m: bool(kept.fullmatch(m)))


class _Wordpiece:
    """Cuts words into the longest pieces that a vocabulary has."""

    def __init__(self, vocab: Any, suffix_indicator: Any, max_bytes_per_token: Any, unknown: Any):
        if vocab is None:
            raise ValueError("The 'vocab' must be given.")
        checks.check_type(vocab, Vocab, "vocab")
        checks.check_type(suffix_indicator, str, "suffix_indicator")
        checks.check_int(max_bytes_per_token, 0, checks.UINT32_MAX, "max_bytes_per_token")
        checks.check_type(unknown, str, "unknown_token")
        self.vocab = vocab
        self.suffix = suffix_indicator
        self.limit = max_bytes_per_token
        self.unknown = unknown

    def cut(self, tokens: list[tuple[str, int]], with_offsets: bool) -> Any:
        """The pieces of words that begin at the given bytes."""
        if self.vocab.c_vocab is None:
            raise TypeError("The 'vocab' is empty; make it by a method such as Vocab.from_list.")
        pieces: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        for token, start in tokens:
            pieces += self._pieces(token, start, starts, ends)
        return output(pieces, starts, ends, with_offsets)

    def _pieces(self, token: str, start: int, starts: list[int], ends: list[int]) -> list[str]:
        """The pieces of a word. Places of pieces stay when the rest is unknown, as in MindSpore."""
        unknown = self.unknown or token
        if width(token) > self.limit:
            starts.append(start)
            ends.append(start + width(unknown))
            return [unknown]
        pieces: list[str] = []
        place = 0
        while place < len(token):
            prefix = self.suffix if place else ""
            for end in range(len(token), place, -1):
                if prefix + token[place:end] in self.vocab.c_vocab:
                    break
            else:
                starts.append(start)
                ends.append(start + width(token))
                return [unknown]
            pieces.append(prefix + token[place:end])
            starts.append(start + width(token[:place]))
            ends.append(start + width(token[:end]))
            place = end
        return pieces


class WordpieceTokenizer(TextTensorOperation):
    """Words cut into the longest pieces that a vocabulary has.

    Args:
        vocab (Vocab): the pieces.
        suffix_indicator (str): what pieces inside of words begin with. Default: ``'##'``.
        max_bytes_per_token (int): longer words are unknown. Default: ``100``.
        unknown_token (str): stands for unknown words; if empty, they stay. Default: ``'[UNK]'``.
        with_offsets (bool): whether places in bytes are given too, as two arrays of uint32.
            Default: ``False``.

    Returns:
        Array of str, the tokens; with `with_offsets` a tuple of these and two
        UInt32 arrays, where they start and end.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `vocab` is None or `max_bytes_per_token` is negative.
        RuntimeError: the input is not a string or 1-D array of strings.

    Examples:
        >>> import msjax.dataset.text as text
        >>> vocab = text.Vocab.from_list(["favor", "##ite", "book"])
        >>> text.WordpieceTokenizer(vocab)(["favorite", "book", "x"]).tolist()
        ['favor', '##ite', 'book', '[UNK]']
    """

    def __init__(
        self,
        vocab: Vocab,
        suffix_indicator: str = "##",
        max_bytes_per_token: int = 100,
        unknown_token: str = "[UNK]",
        with_offsets: bool = False,
    ):
        super().__init__()
        self._wordpiece = _Wordpiece(vocab, suffix_indicator, max_bytes_per_token, unknown_token)
        checks.check_bool(with_offsets, "with_offsets")
        self.vocab = vocab
        self.suffix_indicator = suffix_indicator
        self.max_bytes_per_token = max_bytes_per_token
        self.unknown_token = unknown_token
        self.with_offsets = with_offsets

    def _apply(self, array):
        self._strings(array, (0, 1))
        words = [(str(word), 0) for word in array.ravel()]
        return self._wordpiece.cut(words, self.with_offsets)

    def __call__(self, *input_tensor_list: Any) -> Any:
        """Apply the transform to an array of words."""
        _check_built(self.vocab)
        return super().__call__(*input_tensor_list)


def _check_built(vocab: Vocab) -> None:
    """Refuse a vocabulary without words."""
    if vocab.c_vocab is None:
        raise TypeError("The 'vocab' is empty; make it by a method such as Vocab.from_list.")


class BertTokenizer(BasicTokenizer):
    """The pieces of words that BERT sees: those of BasicTokenizer through WordpieceTokenizer.

    Args:
        vocab (Vocab): the pieces.
        suffix_indicator (str): what pieces inside of words begin with. Default: ``'##'``.
        max_bytes_per_token (int): longer words are unknown. Default: ``100``.
        unknown_token (str): stands for unknown words; if empty, they stay. Default: ``'[UNK]'``.
        lower_case (bool): whether case is folded and accents are left out. Default: ``False``.
        keep_whitespace (bool): whether white space makes tokens. Default: ``False``.
        normalization_form (NormalizeForm): form of the text without `lower_case`.
            Default: ``NormalizeForm.NONE``.
        preserve_unused_token (bool): whether tokens such as ``[CLS]`` are not cut. Default:
            ``True``.
        with_offsets (bool): whether places in bytes of the changed text are given too, as two
            arrays of uint32. Default: ``False``.

    Returns:
        Array of str, the tokens; with `with_offsets` a tuple of these and two
        UInt32 arrays, where they start and end.

    Raises:
        TypeError: an argument is of another type.
        ValueError: `vocab` is None or `max_bytes_per_token` is negative.
        RuntimeError: the input is not a string.

    Examples:
        >>> import msjax.dataset.text as text
        >>> vocab = text.Vocab.from_list(["i", "am", "mak", "##ing"])
        >>> text.BertTokenizer(vocab)("i am making it").tolist()
        ['i', 'am', 'mak', '##ing', '[UNK]']
    """

    def __init__(
        self,
        vocab: Vocab,
        suffix_indicator: str = "##",
        max_bytes_per_token: int = 100,
        unknown_token: str = "[UNK]",
        lower_case: bool = False,
        keep_whitespace: bool = False,
        normalization_form: NormalizeForm = NormalizeForm.NONE,
        preserve_unused_token: bool = True,
        with_offsets: bool = False,
    ):
        self._wordpiece = _Wordpiece(vocab, suffix_indicator, max_bytes_per_token, unknown_token)
        super().__init__(
            lower_case, keep_whitespace, normalization_form, preserve_unused_token, with_offsets
        )
        self.vocab = vocab
        self.suffix_indicator = suffix_indicator
        self.max_bytes_per_token = max_bytes_per_token
        self.unknown_token = unknown_token

    def __call__(self, *input_tensor_list: Any) -> Any:
        """Apply the transform to a string."""
        _check_built(self.vocab)
        return super().__call__(*input_tensor_list)

    def _apply(self, *arrays):
        if len(arrays) != 1:
            raise RuntimeError("BertTokenizer: there must be one input.")
        self._strings(arrays[0], (0,))
        words = [(word, start) for word, start, _ in self._tokens(str(arrays[0]))]
        return self._wordpiece.cut(words, self.with_offsets)


class PythonTokenizer:
    """Tokens that a Python function makes.

    Args:
        tokenizer (Callable): function of a str that gives a list of str.

    Returns:
        Array of str, the tokens.

    Raises:
        TypeError: `tokenizer` cannot be called, or the input is not an array.
        RuntimeError: `tokenizer` fails.

    Examples:
        >>> import numpy as np
        >>> import msjax.dataset.text as text
        >>> text.PythonTokenizer(lambda line: line.split())(np.array("a b")).tolist()
        ['a', 'b']
    """

    def __init__(self, tokenizer: Callable):
        if not callable(tokenizer):
            raise TypeError(f"The 'tokenizer' must be a function, but got {tokenizer!r}.")
        self.pyfunc = tokenizer
        self.tokenizer = np.vectorize(
            lambda text: np.array(tokenizer(text), dtype="U"), signature="()->(n)"
        )
        self.random = False

    def __call__(self, in_array: np.ndarray) -> np.ndarray:
        if not isinstance(in_array, np.ndarray):
            raise TypeError(f"The input must be a NumPy array, but got {in_array!r}.")
        if in_array.dtype.kind == "S":
            in_array = to_str(in_array)
        try:
            return self.tokenizer(in_array)
        except Exception as error:
            name = getattr(self.pyfunc, "__name__", repr(self.pyfunc))
            raise RuntimeError(f"PythonTokenizer: {name} failed: {error}") from error


class SentencePieceTokenizer(TextTensorOperation):
    """The pieces of a string by a SentencePiece model; needs the package sentencepiece.

    Args:
        mode (Union[str, SentencePieceVocab]): path of the model, or the model.
        out_type (SPieceTokenizerOutType): whether pieces or their numbers (int32) are given.

    Returns:
        Array of str, the pieces, or of Int32, their numbers, by `out_type`.

    Raises:
        TypeError: an argument is of another type.
        RuntimeError: the model cannot be read or the input is not a string.
        NotImplementedError: the package is not installed.

    Examples:
        >>> import msjax.dataset.text as text
        >>> with open("lines.txt", "w") as file:
        ...     _ = file.write("one two three\\nfour five six\\n" * 9)
        >>> vocab = text.SentencePieceVocab.from_file(
        ...     ["lines.txt"], 30, 1.0, text.SentencePieceModel.BPE, {}
        ... )
        >>> form = text.SPieceTokenizerOutType.STRING
        >>> "".join(text.SentencePieceTokenizer(vocab, form)("two six"))
        '▁two▁six'
    """

    def __init__(self, mode: str | SentencePieceVocab, out_type: SPieceTokenizerOutType):
        super().__init__()
        checks.check_type(mode, (str, SentencePieceVocab), "mode")
        checks.check_type(out_type, SPieceTokenizerOutType, "out_type")
        self.mode = mode
        self.out_type = out_type
        self._processor: Any = None

    def _loaded(self) -> Any:
        """The processor of sentencepiece."""
        if self._processor is None:
            processor = sentencepiece().SentencePieceProcessor()
            model = self.mode
            if isinstance(model, SentencePieceVocab):
                model = model.c_sentence_piece_vocab
            elif os.path.isfile(model):
                with open(model, "rb") as stream:
                    model = stream.read()
            if not isinstance(model, bytes):
                raise RuntimeError(f"SentencePieceTokenizer: there is no model in {self.mode!r}.")
            processor.LoadFromSerializedProto(model)
            self._processor = processor
        return self._processor

    def _apply(self, array):
        self._strings(array, (0,))
        processor = self._loaded()
        if self.out_type is SPieceTokenizerOutType.INT:
            return np.array(processor.encode(str(array), out_type=int), np.int32)
        return np.array(processor.encode(str(array), out_type=str), "U")

    def __deepcopy__(self, memo: dict):
        return type(self)(self.mode, self.out_type)
