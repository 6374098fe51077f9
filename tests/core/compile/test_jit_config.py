"""JitConfig keeps and checks options; MindSpore's answers are in tests/golden/context.json."""

from __future__ import annotations

import pytest

import msjax as ms

DEFAULTS = {
    "jit_level": "",
    "exc_mode": "auto",
    "jit_syntax_level": "",
    "debug_level": "RELEASE",
    "infer_boost": "off",
}


def test_defaults_and_options_of_ones_own():
    assert ms.JitConfig().jit_config_dict == DEFAULTS
    made = ms.JitConfig(exc_mode="sink", other=3, suppress_infer_boost_warning=True)
    assert made.jit_config_dict == {**DEFAULTS, "exc_mode": "sink", "other": 3}


@pytest.mark.parametrize(
    ("level", "given", "backend"),
    [("O0", {}, "ms_backend"), ("O2", {}, "GE"), ("O2", {"backend": "mine"}, "mine")],
)
def test_a_level_chooses_a_backend(level, given, backend):
    assert ms.JitConfig(level, **given).jit_config_dict["backend"] == backend


@pytest.mark.parametrize("name", DEFAULTS)
def test_values_that_are_not_allowed(name):
    with pytest.raises(ValueError, match=f"^For '{name}' must be one of "):
        ms.JitConfig(**{name: "other"})
