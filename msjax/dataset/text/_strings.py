"""Text transforms that change strings."""

from __future__ import annotations

import re
import unicodedata

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.text import _icu
from msjax.dataset.text._base import TextTensorOperation, mapped, pattern
from msjax.dataset.text.utils import NormalizeForm

__all__ = ["CaseFold", "FilterWikipediaXML", "NormalizeUTF8", "RegexReplace"]


class CaseFold(TextTensorOperation):
    """Strings without distinctions of upper and lower case, by Unicode's NFKC_Casefold.

    Returns:
        Array of str of the shape of the input.

    Raises:
        TypeError: the input is None.
        RuntimeError: the input is not an array of strings.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.CaseFold()("Straße").item()
        'strasse'
    """

    def _apply(self, array):
        self._strings(array)
        return mapped(_icu.case_fold, array)


def normalized(text: str, form: NormalizeForm) -> str:
    """The text in a normalization form."""
    return text if form is NormalizeForm.NONE else unicodedata.normalize(form.name, text)


class NormalizeUTF8(TextTensorOperation):
    """Strings in a Unicode normalization form.

    Args:
        normalize_form (NormalizeForm): the form. Default: ``NormalizeForm.NFKC``.

    Returns:
        Array of str of the shape of the input.

    Raises:
        TypeError: `normalize_form` is not a NormalizeForm.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.NormalizeUTF8()("ﬁ ２").item()
        'fi 2'
    """

    def __init__(self, normalize_form: NormalizeForm = NormalizeForm.NFKC):
        super().__init__()
        checks.check_type(normalize_form, NormalizeForm, "normalize_form")
        self.normalize_form = normalize_form

    def _apply(self, array):
        self._strings(array)
        return mapped(lambda text: normalized(text, self.normalize_form), array)


class RegexReplace(TextTensorOperation):
    """Replace what a regular expression matches.

    Of an array of several strings, as in MindSpore, the first element of the result is all of the
    replaced strings joined and the others are empty.

    Args:
        pattern (str): a regular expression of ICU.
        replace (str): what it is replaced by; ``$1`` stands for a group.
        replace_all (bool): whether all matches are replaced, or the first. Default: ``True``.

    Returns:
        Array of str of the shape of the input.

    Raises:
        TypeError: an argument is of another type.
        RuntimeError: the pattern is not valid or the input is not a string.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.RegexReplace("(a)(b)", "$2$1")("ab ab").item()
        'ba ba'
    """

    def __init__(self, pattern: str, replace: str, replace_all: bool = True):
        super().__init__()
        checks.check_type(pattern, str, "pattern")
        checks.check_type(replace, str, "replace")
        checks.check_bool(replace_all, "replace_all")
        self.pattern = pattern
        self.replace = replace
        self.replace_all = replace_all

    def _replaced(self, text: str) -> str:
        regex = pattern(self.pattern, "RegexReplace", text)
        try:
            return regex.sub(
                lambda match: _icu.expanded(self.replace, match), text, not self.replace_all
            )
        except _icu.PatternError as error:
            raise RuntimeError(f"RegexReplace: {self.replace!r} is not valid: {error}.") from error

    def _apply(self, array):
        self._strings(array)
        joined = "".join(self._replaced(str(one)) for one in array.ravel())
        return np.array([joined, *[""] * (array.size - 1)]).reshape(array.shape)


_DIGITS = "zero one two three four five six seven eight nine".split()


class FilterWikipediaXML(TextTensorOperation):
    """Lower-case words of a to z from text in the XML format of Wikipedia, digits as words.

    Markup and entities are left out, the text of a redirection altogether. As in MindSpore, the
    letter R is left out as well, and of an array of several strings all but the first become empty.

    Returns:
        Array of str of the shape of the input.

    Raises:
        TypeError: the input is None.
        RuntimeError: the input is not an array of strings.

    Examples:
        >>> import msjax.dataset.text as text
        >>> text.FilterWikipediaXML()("Welcome    to    China 2 <b>").item()
        'welcome to china two'
    """

    def _apply(self, array):
        self._strings(array)
        first = _filtered(str(array.flat[0]))
        return np.array([first, *[""] * (array.size - 1)]).reshape(array.shape)


def _filtered(text: str) -> str:
    if re.search("#redirect|#REDIRECT", text):
        return ""
    text = re.sub("&[^;]*;", " ", text)
    line_ends = "\n\v\f\r\x85\u2028\u2029"
    text = re.sub(f"<[^{line_ends}]*>", "", text)
    text = re.sub("<[^>]*>", "", text)
    text = text.replace("R", "")
    text = re.sub("[A-Z]", lambda match: match[0].lower(), text)
    text = re.sub("[0-9]", lambda match: f" {_DIGITS[int(match[0])]} ", text)
    text = re.sub("[^a-z\n]+", " ", text)
    return " ".join(text.replace("\n ", "").split())
