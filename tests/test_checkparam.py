"""Checks of arguments as programs for MindSpore import them."""

import pytest

from msjax import _checkparam


def test_validator_is_the_old_form_of_the_checks():
    validator, rel = _checkparam.Validator, _checkparam.Rel
    assert validator.check_positive_int(3, "a", "Op") == 3
    assert validator.check_int_range(1, 0, 2, rel.INC_LEFT, "a", "Op") == 1
    assert rel.INC_LEFT == _checkparam.INC_LEFT == 8
    with pytest.raises(ValueError, match="must be int and must > 0"):
        validator.check_positive_int(0, "a", "Op")
    with pytest.raises(ValueError, match=r"in range of \[0, 2\)"):
        validator.check_int_range(2, 0, 2, rel.INC_LEFT, "a", "Op")
    with pytest.raises(TypeError):
        validator.check_value_type("a", "x", [int], "Op")
