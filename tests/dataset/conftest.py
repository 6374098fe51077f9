"""Settings of pipelines are after every test what they were before it."""

from __future__ import annotations

import pytest

from msjax.dataset import config


@pytest.fixture(autouse=True)
def settings():
    before = dict(config._VALUES)
    yield
    config._VALUES.update({k: v for k, v in before.items() if k != "seed"})  # it seeds pipelines
