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
ROOT, THIS = Path(__file__).parents[2], Path(__file__)


SWEEP = (  # what others show in part
    "batches_that_cannot_be_divided_are_computed_by_all",
    "loss_scaling_and_mixed_precision",
    "models_train_evaluate_and_save",
    "pipelines_are_batches_in_parts",
    "ranks_are_processes",
    "thor_keeps_parts_of_its_states",
    "trainings_by_functions",
    "transformations_of_compiled_functions",
    "work_goes_on_after_the_mode",
)


@pytest.fixture(scope="module")
def report(request, tmp_path_factory):
    """What the process says of the checks that are asked for, and its output."""
    path = tmp_path_factory.mktemp("devices") / "report"
    wanted = [item.callspec.params["name"] for item in request.session.items if item.path == THIS]
    # one program on eight devices compiles as slowly as eight: leave out what makes code fast
    flags = "--xla_force_host_platform_device_count=8 --xla_backend_optimization_level=0"
    environment = os.environ | {"PYTHONPATH": str(ROOT), "JAX_PLATFORMS": "cpu", "XLA_FLAGS": flags}
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(path), *wanted],
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(line.split(" ", 1) for line in lines), done.stdout + done.stderr


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.sweep) if n in SWEEP else n for n in CHECKS]
)
@pytest.mark.xdist_group("devices")
def test_check(name, report):
    outcomes, output = report
    outcome = outcomes.get(name, repr("it was not reached\n" + output))
    assert outcome == "ok", ast.literal_eval(outcome)
