"""Random access to the lines of a file."""

from __future__ import annotations

import os
from typing import IO

from msjax.dataset import _checks as checks
from msjax.log import warning


class LineReader:
    """The lines of a text file by number, from 1 on.

    Args:
        filename (str): path of the file.

    Raises:
        TypeError: `filename` is not a str.
        RuntimeError: there is no such file.

    Examples:
        >>> from msjax.dataset.utils import LineReader
        >>> with open("lines.txt", "w") as file:
        ...     _ = file.write("a\\nb\\n")
        >>> reader = LineReader("lines.txt")
        >>> reader.len(), reader.readline(2)
        (2, 'b')
        >>> reader.close()
    """

    def __init__(self, filename: str):
        self._file: IO[str] | None = None
        checks.check_type(filename, str, "filename")
        self.filename = os.path.realpath(filename)
        if not os.path.exists(self.filename):
            raise RuntimeError(f"The input file [{filename}] does not exist.")
        if not os.path.isfile(self.filename):
            raise RuntimeError(f"The input file [{filename}] is not a regular file.")
        self.offsets = [0]
        with open(self.filename, "rb") as stream:
            while stream.readline():
                self.offsets.append(stream.tell())
        self.offsets.pop()
        if not self.offsets:
            warning("The input file [%s] is empty.", filename)

    def __getitem__(self, line: int) -> str:
        return self.readline(line)

    def __len__(self) -> int:
        return self.len()

    def __del__(self):
        self.close()

    def len(self) -> int:
        """The number of lines."""
        return len(self.offsets)

    def readline(self, line: int) -> str:
        """The line of a number, without its end.

        Args:
            line (int): the number, from 1 on.

        Returns:
            str.

        Raises:
            TypeError: `line` is not an int.
            ValueError: there is no such line.
        """
        checks.check_int(line, 1, len(self.offsets), "line")
        if self._file is None:
            self._file = open(self.filename, encoding="utf-8", newline="")
        self._file.seek(self.offsets[line - 1])
        text = self._file.readline()
        for end in ("\r\n", "\n", "\r"):
            if text.endswith(end):
                return text[: -len(end)]
        return text

    def close(self) -> None:
        """Close the file; it is opened again when a line is read."""
        if self._file is not None:
            self._file.close()
        self._file = None
