"""What is said about a release agrees with it."""

import re
import tomllib

from places import ROOT

from msjax._version import __version__


def test_version_of_the_citation():
    assert f"version: {__version__}\n" in (ROOT / "CITATION.cff").read_text()


def test_sdist_has_what_make_dist_needs():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    listed = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    for pattern in listed:
        assert list(ROOT.glob(pattern.lstrip("/"))), pattern


def test_targets_named_in_contributing_exist():
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M))
    named = re.findall(r"^    make ([\w-]+)", (ROOT / "CONTRIBUTING.md").read_text(), re.M)
    assert named and set(named) <= targets
