"""Groups of named settings."""

from __future__ import annotations

import pytest

from msjax._core.runtime.settings import Settings


@pytest.fixture
def settings():
    def even(value):
        if value % 2:
            raise ValueError(f"{value} is odd")
        return value // 2

    return Settings({"size": 1, "name": "a", "list": []}, {"size": int}, {"size": even}, "group")


def test_values_are_set_checked_and_read(settings):
    assert settings.get("size") == 1
    settings.set(size=8, name=None)
    assert (settings.get("size"), settings.get("name")) == (4, None)


def test_reset_goes_back_to_the_defaults_which_stay(settings):
    settings.get("list").append(1)
    settings.set(name="b")
    assert settings.values == {"size": 1, "name": "b", "list": [1]}
    settings.reset()
    assert settings.values == settings.defaults == {"size": 1, "name": "a", "list": []}


def test_errors_leave_the_values(settings):
    with pytest.raises(TypeError, match="The parameter 'size' must be <class 'int'>"):
        settings.set(name="b", size="1")
    with pytest.raises(ValueError, match="3 is odd"):
        settings.set(size=3)
    with pytest.raises(ValueError, match=r"^Set group keyword other is not recognized!$"):
        settings.set(other=1)
    with pytest.raises(ValueError, match=r"^Get group keyword other is not recognized!$"):
        settings.get("other")
    assert settings.values == settings.defaults
