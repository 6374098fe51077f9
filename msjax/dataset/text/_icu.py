"""Unicode as MindSpore's text transforms see it: properties, case folding, regular expressions.

MindSpore uses ICU, whose regular expressions are translated here into those of Python.
"""

from __future__ import annotations

import bisect
import json
import re
import unicodedata
from functools import cache
from pathlib import Path

LAST = 0x10FFFF
Ranges = list[tuple[int, int]]

# lines end here; \r\n is one end
ENDS: Ranges = [(0x0A, 0x0D), (0x85, 0x85), (0x2028, 0x2029)]
POSIX = {
    "alpha": "Alphabetic",
    "lower": "Lowercase",
    "upper": "Uppercase",
    "space": "White_Space",
    "punct": "P",
    "digit": "Nd",
    "cntrl": "Cc",
}
SCRIPTS = {
    "Arabic": "Arab",
    "Armenian": "Armn",
    "Bengali": "Beng",
    "Bopomofo": "Bopo",
    "Common": "Zyyy",
    "Cyrillic": "Cyrl",
    "Devanagari": "Deva",
    "Ethiopic": "Ethi",
    "Georgian": "Geor",
    "Greek": "Grek",
    "Gujarati": "Gujr",
    "Gurmukhi": "Guru",
    "Han": "Hani",
    "Hangul": "Hang",
    "Hebrew": "Hebr",
    "Hiragana": "Hira",
    "Inherited": "Zinh",
    "Kannada": "Knda",
    "Katakana": "Kana",
    "Khmer": "Khmr",
    "Lao": "Laoo",
    "Latin": "Latn",
    "Malayalam": "Mlym",
    "Mongolian": "Mong",
    "Myanmar": "Mymr",
    "Oriya": "Orya",
    "Sinhala": "Sinh",
    "Syriac": "Syrc",
    "Tamil": "Taml",
    "Telugu": "Telu",
    "Thaana": "Thaa",
    "Thai": "Thai",
    "Tibetan": "Tibt",
    "Yi": "Yiii",
}
CATEGORIES = {
    "Letter": "L",
    "Mark": "M",
    "Number": "N",
    "Punctuation": "P",
    "Symbol": "S",
    "Separator": "Z",
    "Other": "C",
    "Uppercase_Letter": "Lu",
    "Lowercase_Letter": "Ll",
    "Decimal_Number": "Nd",
    "Nonspacing_Mark": "Mn",
    "Control": "Cc",
    "Format": "Cf",
    "Unassigned": "Cn",
}
OTHERS = {
    "alphabetic": "Alphabetic",
    "alpha": "Alphabetic",
    "defaultignorablecodepoint": "Default_Ignorable_Code_Point",
    "di": "Default_Ignorable_Code_Point",
    "whitespace": "White_Space",
    "space": "White_Space",
    "wspace": "White_Space",
    "uppercase": "Uppercase",
    "upper": "Uppercase",
    "lowercase": "Lowercase",
    "lower": "Lowercase",
}


class PatternError(Exception):
    """A regular expression that ICU refuses too."""


@cache
def _facts() -> dict[str, list[int]]:
    return json.loads(Path(__file__).with_name("_unicode.json").read_text())


def union(*parts: Ranges) -> Ranges:
    """Characters in any of the parts."""
    merged: list[list[int]] = []
    for low, high in sorted(one for part in parts for one in part):
        if merged and low <= merged[-1][1] + 1:
            merged[-1][1] = max(merged[-1][1], high)
        else:
            merged.append([low, high])
    return [(low, high) for low, high in merged]


def complement(ranges: Ranges) -> Ranges:
    """All other characters."""
    rest, start = [], 0
    for low, high in ranges:
        if low > start:
            rest.append((start, low - 1))
        start = high + 1
    return [*rest, (start, LAST)] if start <= LAST else rest


def intersection(one: Ranges, other: Ranges) -> Ranges:
    """Characters in both."""
    return complement(union(complement(one), complement(other)))


@cache
def members(name: str) -> Ranges:
    """The characters of a script (`sc=Latn`), category (`gc=Lu` or `gc=L`) or other property."""
    if name == "sc=Zzzz":
        return complement(union(*(members(n) for n in _facts() if n.startswith("sc="))))
    if name == "gc=Cn":
        return complement(union(*(members(n) for n in _facts() if n.startswith("gc="))))
    if name not in _facts():
        parts = [n for n in _facts() if n.startswith("gc=") and n.startswith(name)]
        if len(name) != 4 or not parts:
            raise KeyError(name)
        return union(*map(members, [*parts, *(["gc=Cn"] if name == "gc=C" else [])]))
    ranges, end = [], 0
    numbers = iter(_facts()[name])
    for gap, more in zip(numbers, numbers, strict=True):
        ranges.append((end + gap, end + gap + more))
        end += gap + more
    return ranges


@cache
def _words() -> Ranges:
    joiners: Ranges = [(0x200C, 0x200D)]
    return union(
        members("Alphabetic"), members("gc=M"), members("gc=Nd"), members("gc=Pc"), joiners
    )


@cache
def _scripts() -> tuple[list[int], list[str]]:
    ranges = sorted(
        (low, high, name)
        for name in [*_facts(), "sc=Zzzz"]
        if name.startswith("sc=")
        for low, high in members(name)
    )
    return [low for low, _, _ in ranges], [name for _, _, name in ranges]


def script(character: str) -> str:
    """The script of a character."""
    starts, names = _scripts()
    return names[bisect.bisect_right(starts, ord(character)) - 1]


SPACES = frozenset(
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)


@cache
def _ignorable() -> frozenset[str]:
    ranges = members("Default_Ignorable_Code_Point")
    return frozenset(chr(c) for low, high in ranges for c in range(low, high + 1))


@cache
def _folded(character: str) -> str:
    if character in _ignorable():
        return ""
    once = unicodedata.normalize("NFKC", character).casefold()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", once).casefold())


def case_fold(text: str) -> str:
    """The text without distinctions of case, width and the like: NFKC_Casefold."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", "".join(map(_folded, text)))


def _property(name: str) -> Ranges:
    """The characters of a property as patterns name it."""
    key, equals, value = name.partition("=")
    key = key.strip().lower()
    if equals:
        value = value.strip()
        if key in ("script", "sc"):
            return members(f"sc={SCRIPTS.get(value, value)}")
        if key in ("generalcategory", "general_category", "gc"):
            return members(f"gc={CATEGORIES.get(value, value)}")
        raise KeyError(name)
    plain = key.replace("_", "").replace(" ", "").replace("-", "")
    if plain in OTHERS:
        return members(OTHERS[plain])
    if plain in ("any", "ascii", "assigned"):
        return {
            "any": [(0, LAST)],
            "ascii": [(0, 127)],
            "assigned": complement(members("gc=Cn")),
        }[plain]
    for start in "", "Is":
        short = name.removeprefix(start) if start else name
        for table, kind in ((CATEGORIES, "gc"), (SCRIPTS, "sc")):
            try:
                return members(f"{kind}={table.get(short, short)}")
            except KeyError:
                continue
    raise KeyError(name)


def _escaped(number: int) -> str:
    return f"\\U{number:08x}"


def _set(ranges: Ranges) -> str:
    """The characters as a class of Python's regular expressions."""
    if not ranges:
        return "(?!)"
    return "[" + "".join(f"{_escaped(low)}-{_escaped(high)}" for low, high in ranges) + "]"


_END = _set(ENDS)
# not between \r and \n
_WHOLE = r"(?!(?<=\r)\n)"
_SIMPLE = {"a": 7, "e": 27, "f": 12, "n": 10, "r": 13, "t": 9}
_REFUSED = {"G": r"\G", "X": r"\X"}


class _Translation:
    """One walk through a pattern."""

    def __init__(self, pattern: str):
        self.pattern = pattern
        self.place = 0
        self.flags = {"i": False, "m": False, "s": False, "x": False}
        self.delicate: set[str] = set()

    def _next(self, count: int = 1) -> str:
        return self.pattern[self.place : self.place + count]

    def _take(self, count: int = 1) -> str:
        taken = self._next(count)
        if len(taken) < count:
            raise PatternError("the pattern ends too early")
        self.place += count
        return taken

    def _until(self, end: str) -> str:
        stop = self.pattern.find(end, self.place)
        if stop < 0:
            raise PatternError(f"{end!r} is missing")
        taken = self.pattern[self.place : stop]
        self.place = stop + len(end)
        return taken

    def result(self) -> str:
        text = self._alternatives()
        if self.place < len(self.pattern):
            raise PatternError("there is a ')' too many")
        return text

    def _alternatives(self) -> str:
        """What stands in a group, or in the whole pattern."""
        before = dict(self.flags)
        parts: list[str] = []
        close = ""
        wrapped = False
        while self.place < len(self.pattern) and self._next() != ")":
            if self._next() == "|":
                if wrapped:
                    raise NotImplementedError(
                        "a flag in the middle of alternatives is not supported by msjax; "
                        "write it at the beginning"
                    )
                parts.append(self._take())
                continue
            flags = re.compile(r"\(\?([imsx]*)(-[imsx]*)?\)").match(self.pattern, self.place)
            if flags and flags.end() > self.place + 2:
                self.place = flags.end()
                was = self.flags["i"]
                self.delicate.update(flags[1])
                for flag in flags[1]:
                    self.flags[flag] = True
                for flag in (flags[2] or "-")[1:]:
                    self.flags[flag] = False
                if self.flags["i"] != was:
                    wrapped = bool(parts)
                    parts.append("(?i:" if self.flags["i"] else "(?-i:")
                    close += ")"
                continue
            parts.append(self._piece())
        self.flags = before
        return "".join(parts) + close

    def _piece(self) -> str:
        character = self._take()
        if self.flags["x"]:
            if character == "#":
                rest = self.pattern[self.place :]
                self.place += len(rest.partition("\n")[0])
                return ""
            if character in SPACES:
                return ""
        if character == "(":
            return self._group()
        if character == "[":
            self.place -= 1
            return _set(self._class())
        if character == ".":
            return "(?s:.)" if self.flags["s"] else _set(complement(ENDS))
        if character == "^":
            if not self.flags["m"]:
                return r"\A"
            return rf"(?:\A|(?<={_END})(?!\Z){_WHOLE})"
        if character == "$":
            return rf"(?=\r\n|{_END}|\Z){_WHOLE}" if self.flags["m"] else self._last()
        if character == "\\":
            return self._escape()
        if character in "*+?":
            return character
        if character == "{":
            bounds = re.compile(r"\d+(,\d*)?\}").match(self.pattern, self.place)
            if not bounds:
                raise PatternError("a '{' has no bounds")
            self.place = bounds.end()
            return "{" + bounds[0]
        if character == "}":
            raise PatternError("there is a '}' too many")
        return re.escape(character)

    def _last(self) -> str:
        return rf"(?=(?:\r\n|{_END})?\Z){_WHOLE}"

    def _group(self) -> str:
        start = "("
        before = dict(self.flags)
        if self._next() == "?":
            self._take()
            for mark in ":", "=", "!", ">", "<=", "<!":
                if self._next(len(mark)) == mark:
                    start = "(?" + self._take(len(mark))
                    break
            else:
                kind = self._take()
                if kind == "#":
                    self._until(")")
                    return ""
                if kind == "<":
                    name = self._until(">")
                    if not re.fullmatch("[A-Za-z][A-Za-z0-9]*", name):
                        raise PatternError(f"no name of a group: {name!r}")
                    start = f"(?P<{name}>"
                else:
                    self.place -= 1
                    start = self._flags(self._until(":"))
        inside = self._alternatives()
        if self._next() != ")":
            raise PatternError("a ')' is missing")
        self._take()
        self.flags = before
        return f"{start}{inside})"

    def _flags(self, text: str) -> str:
        if not re.fullmatch("[imsx]*(-[imsx]*)?", text):
            raise PatternError(f"no flags: {text!r}")
        on, _, off = text.partition("-")
        self.delicate.update(on)
        self.flags |= dict.fromkeys(on, True) | dict.fromkeys(off, False)
        return "(?i:" if "i" in on else "(?-i:" if "i" in off else "(?:"

    def _number(self, character: str) -> int | None:
        """The character of an escape whose letter was taken, or None."""
        if character in _SIMPLE:
            return _SIMPLE[character]
        digits = {"u": 4, "U": 8}.get(character)
        if digits:
            text = self._take(digits)
        elif character == "x":
            if self._next() == "{":
                self._take()
                text = self._until("}")
            else:
                found = re.compile("[0-9a-fA-F]{1,2}").match(self.pattern, self.place)
                text = self._take(len(found[0])) if found else ""
        elif character == "0":
            octal = re.compile("[0-7]{1,3}").match(self.pattern, self.place)
            if not octal:
                raise PatternError("no octal number")
            self.place = octal.end()
            return int(octal[0], 8)
        elif character == "c":
            return ord(self._take()) & 31
        else:
            return None
        try:
            number = int(text, 16)
        except ValueError:
            raise PatternError(f"no hexadecimal number: {text!r}") from None
        if number > LAST:
            raise PatternError(f"no character: {text!r}")
        return number

    def _kind(self, character: str) -> Ranges | None:
        r"""The characters of an escape such as `\w` whose letter was taken, or None."""
        if character in "pP":
            if self._take() != "{":
                raise PatternError("a '{' is missing after \\p")
            name = self._until("}")
            negated = name.startswith("^")
            try:
                found = _property(name.removeprefix("^"))
            except KeyError:
                raise NotImplementedError(
                    f"the property {name!r} in a pattern is not supported by msjax; name a "
                    "general category (L, Lu, P), a script (Han) or a range of characters"
                ) from None
            return complement(found) if negated != (character == "P") else found
        lower = character.lower()
        if lower == "w":
            found = _words()
        elif lower == "d":
            found = members("gc=Nd")
        elif lower == "s":
            found = members("White_Space")
        elif lower == "h":
            found = union(members("gc=Zs"), [(9, 9)])
        elif lower == "v":
            found = ENDS
        else:
            return None
        return found if character == lower else complement(found)

    def _escape(self) -> str:
        character = self._take()
        if character in _REFUSED:
            raise NotImplementedError(
                f"'{_REFUSED[character]}' in a pattern is not supported by msjax; "
                "write the characters that it stands for"
            )
        if character == "R":
            return rf"(?>\r\n|{_END})"
        if character == "N":
            raise PatternError("\\N is not known")
        if character == "Q":
            stop = self.pattern.find("\\E", self.place)
            end = len(self.pattern) if stop < 0 else stop
            literal = self.pattern[self.place : end]
            self.place = min(end + 2, len(self.pattern))
            return re.escape(literal)
        if character == "A":
            return r"\A"
        if character == "z":
            return r"\Z"
        if character == "Z":
            return self._last()
        if character in "bB":
            self.delicate.add("b")
            word = _set(_words())
            inside = rf"(?:(?<={word})(?={word})|(?<!{word})(?!{word}))"
            edge = rf"(?:(?<={word})(?!{word})|(?<!{word})(?={word}))"
            return edge if character == "b" else inside
        if character == "k":
            if self._take() != "<":
                raise PatternError("no name of a group after \\k")
            return f"(?P={self._until('>')})"
        if character in "123456789":
            return rf"(?:\{character})"
        kind = self._kind(character)
        if kind is not None:
            return _set(kind)
        number = self._number(character)
        return re.escape(character if number is None else chr(number))

    def _class(self) -> Ranges:
        """A set in brackets, with sets in it and operations on them."""
        self._take()
        negated = self._next() == "^"
        if negated:
            self._take()
        found: Ranges = []
        left: Ranges | None = None
        operation = ""
        first = True
        while True:
            character = self._next()
            if character == "]" and not first:
                self._take()
                break
            if self._next(2) in ("&&", "--") and not first:
                found = self._combined(left, operation, found)
                left, operation, found = found, self._take(2), []
                continue
            first = False
            found = union(found, self._element())
        found = self._combined(left, operation, found)
        return complement(found) if negated else found

    @staticmethod
    def _combined(left: Ranges | None, operation: str, right: Ranges) -> Ranges:
        if left is None:
            return right
        return intersection(left, right if operation == "&&" else complement(right))

    def _element(self) -> Ranges:
        """A set, a range or a character in a set."""
        if self._next(2) == "[:":
            self._take(2)
            name = self._until(":]")
            kind = POSIX.get(name.removeprefix("^").lower(), name.removeprefix("^"))
            if kind == "alnum":
                found = union(members("Alphabetic"), members("gc=Nd"))
            else:
                try:
                    found = _property(kind)
                except KeyError:
                    raise NotImplementedError(
                        f"the class '[:{name}:]' in a pattern is not supported by msjax; "
                        "write a range of characters"
                    ) from None
            return complement(found) if name.startswith("^") else found
        if self._next() == "[":
            return self._class()
        low = self._member()
        if not isinstance(low, int):
            return low
        if self._next() == "-" and self._next(2) not in ("-]", "--", "-[", "-"):
            self._take()
            high = self._member()
            if not isinstance(high, int) or high < low:
                raise PatternError("no range of characters")
            return [(low, high)]
        return [(low, low)]

    def _member(self) -> int | Ranges:
        character = self._take()
        if character != "\\":
            return ord(character)
        character = self._take()
        kind = self._kind(character)
        if kind is not None:
            return kind
        number = self._number(character)
        return ord(character) if number is None else number


@cache
def _translated(pattern: str) -> tuple[str, frozenset[str]]:
    """The pattern in Python's language, and what is in it that Python takes in another way."""
    translation = _Translation(pattern)
    return translation.result(), frozenset(translation.delicate)


@cache
def compiled(pattern: str) -> re.Pattern:
    """A regular expression of ICU as one of Python.

    Raises PatternError for what ICU refuses, NotImplementedError for what Python cannot say.
    """
    try:
        return re.compile(_translated(pattern)[0])
    except re.error as error:
        if "look-behind" in str(error):
            raise NotImplementedError(
                "a look-behind of variable width is not supported by msjax; "
                "write alternatives of fixed width"
            ) from error
        raise PatternError(str(error)) from error


@cache
def _marks() -> re.Pattern:
    return re.compile(_set(union(members("gc=M"), members("gc=Cf"))))


def check_text(pattern: str, text: str) -> None:
    """Refuse texts in which ICU and Python find different matches of the pattern."""
    if text.isascii() and pattern.isascii():
        return
    delicate = _translated(pattern)[1]
    if "b" in delicate and _marks().search(text):
        raise NotImplementedError(
            "'\\b' in a pattern is not supported by msjax for text with combining marks or format "
            "characters; normalize the text (NormalizeUTF8) or write the characters around the edge"
        )
    if "i" in delicate and any(len(character.casefold()) > 1 for character in pattern + text):
        raise NotImplementedError(
            "'(?i)' in a pattern is not supported by msjax for text with letters that fold to "
            "several, such as ß; fold the text (CaseFold)"
        )


def expanded(template: str, match: re.Match) -> str:
    """What a match is replaced by: `$1` and `${name}` are groups, `\\$` is a dollar sign."""
    parts: list[str] = []
    place = 0
    while place < len(template):
        character = template[place]
        place += 1
        if character == "\\":
            if place < len(template):
                parts.append(template[place])
            place += 1
        elif character == "$":
            name = re.compile(r"\{([A-Za-z][A-Za-z0-9]*)\}").match(template, place)
            if name:
                if name[1] not in match.re.groupindex:
                    raise PatternError(f"there is no group {name[1]!r}")
                parts.append(match[name[1]] or "")
                place = name.end()
                continue
            number = None
            while place < len(template) and template[place] in "0123456789":
                longer = (number or 0) * 10 + int(template[place])
                if longer > match.re.groups:
                    break
                number = longer
                place += 1
            if number is None:
                raise PatternError("a '$' names no group")
            parts.append(match[number] or "")
        else:
            parts.append(character)
    return "".join(parts)
