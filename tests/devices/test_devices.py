"""One process with eight devices: each check of `checks.py` must hold."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "checks.py"
CHECKS = re.findall(r"@check\ndef (\w+)", PROGRAM.read_text())
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """What the process says of each check, and its output."""
    path = tmp_path_factory.mktemp("devices") / "report"
    flags = "--xla_force_host_platform_device_count=8"
    environment = os.environ | {"PYTHONPATH": str(ROOT), "JAX_PLATFORMS": "cpu", "XLA_FLAGS": flags}
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(path)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(line.split(" ", 1) for line in lines), done.stdout + done.stderr


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.xdist_group("devices")
def test_check(name, report):
    outcomes, output = report
    outcome = outcomes.get(name, repr("it was not reached\n" + output))
    assert outcome == "ok", ast.literal_eval(outcome)
