"""The programs that measure still run, at sizes that measure nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"


def lines(program, *options):
    """What a program prints, which must end well."""
    done = subprocess.run(
        [sys.executable, str(FOLDER / program), *options],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(FOLDER.parent), *sys.path])},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout.splitlines()


def test_cases_of_cold_starts():
    assert lines("cold.py", "--list") == [
        *("lenet", "gpt", "operations", "lengths", "resnet50", "densenet121")
    ]


@pytest.mark.sweep
def test_files():
    title, _, *rows = lines("files.py", *"--megabytes 1 --rounds 1 --steps 20".split())
    assert title == "| case | result | target | | measured |"
    names = [row.split(" | ")[0].removeprefix("| ") for row in rows]
    assert names[:2] == ["save ckpt", "save ckpt, package without flush"]
    assert names[4:] == [
        *("load ckpt", "load ckpt into a network"),
        *("load safetensors", "load safetensors into a network"),
        *("step", "step in sink mode", "ProgressBar"),
    ]


@pytest.mark.sweep
def test_cold_starts():
    title, _, row = lines("cold.py", "--only", "lenet")
    assert title == "| case | no folder | empty folder | warm folder |"
    assert row.count("|") == 5 and "failed" not in row


@pytest.mark.sweep
def test_accelerators():
    rows = lines("accelerator.py", "--tiny", "--only", "matmul,attention,compiled step lstm,peak")
    assert [row.split(" | ")[0] for row in rows[4:]] == [
        "| matmul float32",
        "| matmul bfloat16",
        "| attention bfloat16",
        "| compiled step lstm",
        "| peak memory",
    ]


@pytest.mark.sweep
def test_processes():
    rows = lines("ranks.py", "--quick")
    assert len(rows) == 15 and all("at most" in row for row in rows[2:])
