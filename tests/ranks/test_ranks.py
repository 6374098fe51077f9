"""Two processes that work together: each check of `checks.py` must hold in both."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.ranks.launching import msrun

FOLDER = Path(__file__).parent
PROGRAM, STRATEGIES = FOLDER / "checks.py", FOLDER / "strategies.py"
CHECKS = [
    name for p in (PROGRAM, STRATEGIES) for name in re.findall(r"@check\ndef (\w+)", p.read_text())
]


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """What each process says of each check."""
    folder = tmp_path_factory.mktemp("ranks")
    done = msrun(PROGRAM, str(folder), logs=folder / "logs")
    return done, reported(folder, 2)


def reported(folder, processes):
    """What each process has written of each check."""
    found = []
    for rank in range(processes):
        path = folder / str(rank)
        lines = path.read_text().splitlines() if path.exists() else []
        found.append(dict(line.split(" ", 1) for line in lines))
    return found


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.xdist_group("ranks")
def test_check(name, reports):
    done, found = reports
    for rank, outcomes in enumerate(found):
        outcome = outcomes.get(name, repr("it was not reached\n" + done.stdout + done.stderr))
        assert outcome == "ok", f"rank {rank}: {ast.literal_eval(outcome)}"


@pytest.mark.xdist_group("ranks")
def test_the_job_ends_well(reports):
    done, _ = reports
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.sweep
def test_strategies_of_four_processes(tmp_path):
    done = msrun(STRATEGIES, str(tmp_path), logs=tmp_path / "logs", processes=4)
    names = re.findall(r"@(?:check|sweep)\ndef (\w+)", STRATEGIES.read_text())
    for rank, outcomes in enumerate(reported(tmp_path, 4)):
        for name in names:
            outcome = outcomes.get(name, repr("it was not reached\n" + done.stdout + done.stderr))
            assert outcome == "ok", f"rank {rank}, {name}: {ast.literal_eval(outcome)}"
    assert done.returncode == 0


@pytest.mark.sweep
def test_groups_of_four_processes(tmp_path):
    done = msrun(Path(__file__).parent / "of_four.py", str(tmp_path), logs=tmp_path, processes=4)
    found = [(tmp_path / str(r)) for r in range(4)]
    assert [f.read_text() if f.exists() else "" for f in found] == ["ok"] * 4, done.stderr
    assert done.returncode == 0
