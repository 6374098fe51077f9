"""Log lines: their format, and the stream they go to."""

import io
import re
import sys

from msjax import log


def test_lines_follow_a_replaced_stderr(monkeypatch):
    for _ in range(2):  # the second stream comes after the logger was made
        stream = io.StringIO()
        monkeypatch.setattr(sys, "stderr", stream)
        log.warning("%d left", 3)
        line = stream.getvalue()
        assert re.fullmatch(
            r"\[WARNING\] ME\(\d+:\d+,\w+\):[\d-]+-\d\d:\d\d:\d\d\.\d{3}\.\d{3} "
            r"\[.*test_log.py:\d+\] 3 left\n",
            line,
        ), line
