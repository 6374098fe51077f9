"""Text transforms of sequences of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax._core.base import dtype as mstype
from msjax.dataset import _checks as checks
from msjax.dataset._numbers import to_number
from msjax.dataset.text._base import TextTensorOperation
from msjax.dataset.text.utils import Vocab, _Vectors
from msjax.dataset.transforms.transforms import to_dtype

__all__ = [
    "AddToken",
    "Lookup",
    "Ngram",
    "SlidingWindow",
    "ToNumber",
    "ToVectors",
    "Truncate",
    "TruncateSequencePair",
]


class AddToken(TextTensorOperation):
    """Put a token before or behind sequences.

    Args:
        token (str): the token.
        begin (bool): whether it comes first, or last. Default: ``True``.

    Returns:
        Array of str with one more element in its last dimension.

    Raises:
        TypeError: an argument is of another type.
        RuntimeError: the token is empty or the input is not an array of strings of 1 or 2
            dimensions.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.AddToken("[CLS]")(["a", "b"]).tolist()
        ['[CLS]', 'a', 'b']
    """

    def __init__(self, token: str, begin: bool = True):
        super().__init__()
        checks.check_type(token, str, "token")
        checks.check_bool(begin, "begin")
        self.token = token
        self.begin = begin

    def _apply(self, array):
        if not self.token:
            raise RuntimeError("AddToken: the 'token' must not be empty.")
        self._strings(array, (1, 2))
        column = np.full((*array.shape[:-1], 1), self.token)
        return np.concatenate([column, array] if self.begin else [array, column], -1)


class Lookup(TextTensorOperation):
    """The numbers of tokens in a vocabulary.

    Args:
        vocab (Vocab): the vocabulary.
        unknown_token (str): the token of it that others count as. Default: ``None``, none.
        data_type (mindspore.dtype): type of the result. Default: ``mindspore.int32``.

    Returns:
        Array of the shape of the input, in `data_type`.

    Raises:
        TypeError: an argument is of another type.
        RuntimeError: a token is not in the vocabulary and `unknown_token` is not, or the input is
            not an array of strings.

    Examples:
        >>> import msjax.dataset.text as text
        >>> vocab = text.Vocab.from_list(["a", "b", "[UNK]"])
        >>> text.Lookup(vocab, "[UNK]")(["b", "c"]).tolist()
        [1, 2]
    """

    def __init__(
        self, vocab: Vocab, unknown_token: str | None = None, data_type: mstype.Type = mstype.int32
    ):
        super().__init__()
        if unknown_token is not None:
            checks.check_type(unknown_token, str, "unknown_token")
        checks.check_type(vocab, Vocab, "vocab")
        if vocab.c_vocab is None:
            raise TypeError("The 'vocab' is empty; make it by a method such as Vocab.from_list.")
        checks.check_type(data_type, mstype.Type, "data_type")
        self.vocab = vocab
        self.unknown_token = unknown_token
        self.data_type = data_type

    def _apply(self, array):
        dtype = to_dtype(self.data_type, "data_type")
        if dtype.kind == "U":
            raise RuntimeError("Lookup: the 'data_type' must be numbers.")
        self._strings(array)
        words = self.vocab.c_vocab
        unknown = None
        if self.unknown_token is not None:
            if self.unknown_token not in words:
                raise RuntimeError(f"Lookup: {self.unknown_token!r} is not in the vocabulary.")
            unknown = words[self.unknown_token]
        tokens = array.ravel().tolist()
        numbers = [words.get(token, unknown) for token in tokens]
        if None in numbers:
            missing = tokens[numbers.index(None)]
            raise RuntimeError(f"Lookup: {missing!r} is not in the vocabulary.")
        return np.array(numbers, np.int32).reshape(array.shape).astype(dtype)


class Ngram(TextTensorOperation):
    """Runs of neighbouring tokens, joined.

    Args:
        n (Union[int, list[int]]): lengths of the runs.
        left_pad (tuple): a token and how often it comes before the sequence, of which at most n-1
            are used.
            Default: ``("", 0)``.
        right_pad (tuple): the same behind the sequence. Default: ``("", 0)``.
        separator (str): what joins tokens. Default: ``" "``.

    Returns:
        Array of str of one dimension: the runs of each length, one after the other.

    Raises:
        TypeError: an element of `n` is not an int or `separator` not a str.
        ValueError: `n` is not positive, or a padding is no (str, non-negative int).
        RuntimeError: the input is no 1-D array of strings.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.Ngram(2, left_pad=("_", 1))(["a", "b", "c"]).tolist()
        ['_ a', 'a b', 'b c']
    """

    def __init__(
        self,
        n: int | list[int],
        left_pad: tuple = ("", 0),
        right_pad: tuple = ("", 0),
        separator: str = " ",
    ):
        super().__init__()
        lengths = [n] if isinstance(n, int) else n
        if not isinstance(lengths, list) or not lengths:
            raise ValueError("The 'n' must be a positive int or a list of such.")
        for i, length in enumerate(lengths):
            checks.check_type(length, int, f"n[{i}]")
            if length <= 0:
                raise ValueError(f"The argument 'n[{i}]' must be positive, but got {length}.")
        for name, pad in ("left_pad", left_pad), ("right_pad", right_pad):
            fits = isinstance(pad, tuple) and len(pad) == 2
            if not (fits and isinstance(pad[0], str) and isinstance(pad[1], int) and pad[1] >= 0):
                raise ValueError(f"The '{name}' must be (str, non-negative int), but got {pad!r}.")
        checks.check_type(separator, str, "separator")
        self.ngrams = lengths
        self.left_pad = left_pad
        self.right_pad = right_pad
        self.separator = separator

    def _apply(self, array):
        self._strings(array, (1,))
        tokens = [str(token) for token in array]
        runs: list[str] = []
        for n in self.ngrams:
            left = [self.left_pad[0]] * min(self.left_pad[1], n - 1)
            right = [self.right_pad[0]] * min(self.right_pad[1], n - 1)
            padded = [*left, *tokens, *right]
            found = [self.separator.join(padded[i : i + n]) for i in range(len(padded) - n + 1)]
            runs += found or [""]
        return np.array(runs)


class SlidingWindow(TextTensorOperation):
    """All windows of a width over a sequence.

    Args:
        width (int): their width.
        axis (int): 0 or -1. Default: ``0``.

    Returns:
        Array with one dimension more, of `width` elements.

    Raises:
        TypeError: an argument is not an int.
        ValueError: `width` is not positive.
        RuntimeError: the input is not 1-D, or `axis` none of its axes.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.SlidingWindow(2)([1, 2, 3]).tolist()
        [[1, 2], [2, 3]]
    """

    def __init__(self, width: int, axis: int = 0):
        super().__init__()
        checks.check_positive(width, "width")
        checks.check_type(axis, int, "axis")
        self.width = width
        self.axis = axis

    def _apply(self, array):
        if array.ndim != 1 or self.axis not in (0, -1):
            raise RuntimeError(
                f"SlidingWindow: the input must be 1-D and the 'axis' 0, but got shape "
                f"{array.shape} and {self.axis}."
            )
        if self.width > array.size:
            return np.empty(0, array.dtype)
        return np.lib.stride_tricks.sliding_window_view(array, self.width).copy()


class ToNumber(TextTensorOperation):
    """Strings as numbers; what follows a number in a string is ignored, as C does.

    Args:
        data_type (mindspore.dtype): a type of numbers.

    Returns:
        Array of the shape of the input, in `data_type`.

    Raises:
        TypeError: `data_type` is not a type of numbers.
        RuntimeError: a string begins with no number, or with one out of the type's range.

    Examples:
        >>> import msjax as ms
        >>> import msjax.dataset.text as text
        >>> text.ToNumber(ms.int8)(["1", "-2"]).tolist()
        [1, -2]
    """

    def __init__(self, data_type: mstype.Type):
        super().__init__()
        checks.check_type(data_type, mstype.Type, "data_type")
        if data_type in (mstype.bool_, mstype.string) or not hasattr(
            mstype, str(data_type).lower()
        ):
            raise TypeError(f"The 'data_type' must be a type of numbers, but got {data_type}.")
        try:
            self._dtype = to_dtype(data_type, "data_type")
        except TypeError as error:
            raise KeyError(str(data_type)) from error
        self.data_type = str(self._dtype)

    def _apply(self, array):
        self._strings(array)
        numbers = [to_number(str(text), self._dtype) for text in array.ravel()]
        return np.array(numbers, self._dtype).reshape(array.shape)


class ToVectors(TextTensorOperation):
    """The vectors of tokens.

    Args:
        vectors (Union[Vectors, GloVe, FastText, CharNGram]): the vectors.
        unk_init (sequence): the vector of unknown tokens. Default: ``None``, zeros.
        lower_case_backup (bool): whether tokens are looked up with A to Z in lower case, as
            MindSpore does.
            Default: ``False``.

    Returns:
        Float32 array with one dimension more, the elements of a vector.

    Raises:
        TypeError: an argument is of another type.
        RuntimeError: `unk_init` is of another length than the vectors, or the input is not an array
            of strings.

    Examples:
        >>> import msjax.dataset.text as text
        >>> with open("vectors.txt", "w") as file:
        ...     _ = file.write("ok 0.5 1\\n")
        >>> vectors = text.Vectors.from_file("vectors.txt")
        >>> text.ToVectors(vectors)(["ok", "no"]).tolist()
        [[0.5, 1.0], [0.0, 0.0]]
    """

    def __init__(
        self,
        vectors: _Vectors,
        unk_init: Sequence[float] | None = None,
        lower_case_backup: bool = False,
    ):
        super().__init__()
        checks.check_type(vectors, _Vectors, "vectors")
        if unk_init is not None:
            checks.check_type(unk_init, (list, tuple), "unk_init")
            checks.check_all(unk_init, (int, float), "unk_init")
        checks.check_bool(lower_case_backup, "lower_case_backup")
        self.vectors = vectors
        self.unk_init = [] if unk_init is None else unk_init
        self.lower_case_backup = lower_case_backup

    def _apply(self, array):
        self._strings(array)
        size = self.vectors._size
        if len(self.unk_init) not in (0, size):
            raise RuntimeError(
                f"ToVectors: the 'unk_init' must have {size} elements, "
                f"but has {len(self.unk_init)}."
            )
        if not size:
            raise RuntimeError("ToVectors: there are no vectors; load them by from_file.")
        unknown = np.array(self.unk_init or [0] * size, np.float32)
        rows = []
        for token in map(str, array.ravel()):
            if self.lower_case_backup:
                token = token.encode("utf-8").lower().decode("utf-8")
            found = self.vectors._find(token)
            rows.append(unknown if found is None else found)
        return np.stack(rows) if len(rows) > 1 else rows[0].copy()


class Truncate(TextTensorOperation):
    """The first elements of sequences.

    Args:
        max_seq_len (int): how many at most.

    Returns:
        Array of one dimension of at most `max_seq_len` elements, in the dtype of the input.

    Raises:
        TypeError: `max_seq_len` is not an int.
        ValueError: `max_seq_len` is not positive.
        RuntimeError: the input has other than 1 or 2 dimensions.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.Truncate(2)(["a", "b", "c"]).tolist()
        ['a', 'b']
    """

    def __init__(self, max_seq_len: int):
        super().__init__()
        checks.check_positive(max_seq_len, "max_seq_len")
        self.max_seq_len = max_seq_len

    def _apply(self, array):
        if array.ndim not in (1, 2) or array.dtype.kind == "S":
            raise RuntimeError(
                f"Truncate: the input must be of 1 or 2 dimensions, but got {array.dtype} of shape "
                f"{array.shape}."
            )
        return array[..., : self.max_seq_len].copy()


class TruncateSequencePair(TextTensorOperation):
    """Cut two sequences, the longer one first, to a common length.

    Args:
        max_length (int): what they have together at most.

    Returns:
        Tuple of two arrays, together of at most `max_length` elements.

    Raises:
        TypeError: `max_length` is not an int.
        RuntimeError: `max_length` is negative or the inputs are not two 1-D arrays.

    Examples:
        >>> import msjax.dataset.text as text
        >>> [a.tolist() for a in text.TruncateSequencePair(4)([1, 2, 3], [4, 5])]
        [[1, 2], [4, 5]]
    """

    def __init__(self, max_length: int):
        super().__init__()
        self.max_length = max_length

    def __call__(self, *input_tensor_list: Any) -> Any:
        """Apply the transform to two arrays."""
        if not isinstance(self.max_length, int):
            raise TypeError(f"The 'max_length' must be an int, but got {self.max_length!r}.")
        return super().__call__(*input_tensor_list)

    def _apply(self, *arrays):
        if self.max_length < 0:
            raise RuntimeError("TruncateSequencePair: the 'max_length' must not be negative.")
        if len(arrays) != 2 or any(array.ndim != 1 for array in arrays):
            raise RuntimeError("TruncateSequencePair: the inputs must be two 1-D arrays.")
        first, second = (array.size for array in arrays)
        while first + second > self.max_length:
            if first > second:
                first -= 1
            else:
                second -= 1
        return arrays[0][:first].copy(), arrays[1][:second].copy()
