"""Names that NumPy removed come back on request, for one process, with one warning."""

import operator
import subprocess
import sys

import numpy as np
import pytest

import msjax as ms
from msjax import _numpy_names

VALUES = {
    "NINF": -np.inf,
    "Inf": np.inf,
    "product": lambda f: f([2, 3]) == 6,
    "in1d": lambda f: f([[1, 2], [3, 4]], [2, 4]).tolist() == [False, True, False, True],
    "float_": np.float64,
    "bool8": np.bool_,
    "int0": np.intp,
    "void0": np.void,
    "int": int,
    "AxisError": np.exceptions.AxisError,
    "asfarray": lambda f: f([1, 2]).dtype == np.float64 and f([1], np.int32).dtype == np.float64,
    "msort": lambda f: f([[3, 1], [2, 4]]).tolist() == [[2, 1], [3, 4]],
    "trapz": lambda f: f([1.0, 3.0]) == 2.0,
    "round_": lambda f: f(2.6) == 3,
}


@pytest.fixture
def names_back(monkeypatch):
    told = []
    monkeypatch.setattr(_numpy_names.log, "warning", told.append)
    _numpy_names.put_back()
    yield told
    _numpy_names.take_away()


def test_names_and_their_values(names_back):
    for name, wanted in VALUES.items():
        found = getattr(np, name)
        assert wanted(found) if type(wanted) is type(test_is_undone) else found == wanted, name
    assert len(names_back) == (0 if np.lib.NumpyVersion(np.__version__) < "1.24.0" else 1)


def test_every_name_of_the_table(names_back):
    given = {name: operator.attrgetter(left)(np) for name, left in _numpy_names.RENAMED.items()}
    given |= _numpy_names.MADE
    for name in given.keys() - vars(np).keys():  # the names that this NumPy lacks
        assert getattr(np, name) is given[name], name


def test_other_names_are_still_missing(names_back):
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = np.no_such_name
    with pytest.raises(AttributeError):
        _ = np.set_numeric_ops


def test_is_undone():
    before = vars(np).get("__getattr__")
    names = {n for n in VALUES if n not in vars(np)}
    _numpy_names.put_back()
    _numpy_names.put_back()
    for name in names:
        getattr(np, name)
    _numpy_names.take_away()
    _numpy_names.take_away()
    assert vars(np).get("__getattr__") is before
    assert not names & vars(np).keys()


def run(*arguments):
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, timeout=120, check=False
    )


def test_programs():
    code = "import numpy as np, mindspore; print(np.float_(2), np.NINF, np.int(3))"
    told = run("-m", "msjax", "-c", code)
    assert told.stdout.split() == ["2.0", "-inf", "3"]
    assert told.stderr.count("was removed from NumPy") == 1
    bare = run("-c", "import msjax, numpy as np; msjax.install(); print(hasattr(np, 'float_'))")
    assert (bare.stdout.split(), bare.stderr) == (["False"], "")


def test_distribution_under_the_drop_in():
    from importlib.metadata import PackageNotFoundError, version

    ms.install()
    try:
        assert version("mindspore") == ms.__version__
    finally:
        ms.uninstall()
    with pytest.raises(PackageNotFoundError):
        version("mindspore")
    assert version("numpy") == np.__version__
