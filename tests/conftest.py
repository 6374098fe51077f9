"""Checks around every test."""

from __future__ import annotations

import logging
import zlib

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Of the cases of a test marked `thin(n)` one in n runs in `make test`, chosen by its name."""
    for item in items:
        mark = item.get_closest_marker("thin")
        if mark is not None and zlib.crc32(item.name.encode()) % mark.args[0]:
            item.add_marker("sweep")


class _Seen(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record):
        text = record.getMessage()
        if "runs eagerly" in text:
            self.texts.append(text)


@pytest.fixture(autouse=True)
def compiled_code_is_compiled(request):
    """A test whose compiled code silently runs eagerly says nothing about compiled code.

    Tests that mean it carry the marker `runs_eagerly`.
    """
    seen, logger = _Seen(), logging.getLogger("msjax.jit")
    logger.addHandler(seen)
    yield
    logger.removeHandler(seen)
    if seen.texts and not request.node.get_closest_marker("runs_eagerly"):
        pytest.fail(seen.texts[0])
