"""The notebooks of the documentation run, and print what they are committed with."""

from __future__ import annotations

import os
import re

import nbclient
import nbformat
import pytest
from places import ROOT

FOLDER = ROOT / "docs" / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
QUICK = ("gradients_three_ways", "eight_devices")
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")


def printed(notebook):
    """What each cell printed and showed as text, apart from its numbers; not of cells that vary."""
    return [
        NUMBER.sub("#", "".join(map(_text, cell.get("outputs", ())))).split()
        for cell in notebook.cells
        if "varies" not in cell.metadata.get("tags", ())
    ]


def _text(output):
    data = output.get("data", {})
    return "" if "image/png" in data else output.get("text") or data.get("text/plain", "")


def run(name):
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", 4)
    recorded = printed(notebook)
    folder = {"metadata": {"path": str(FOLDER)}}
    nbclient.NotebookClient(
        notebook, timeout=600, kernel_name="python3", resources=folder
    ).execute()
    return notebook, recorded


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=() if n in QUICK else pytest.mark.sweep) for n in NAMES]
)
def test_runs_as_recorded(name, monkeypatch):
    if name == "digits":
        pytest.importorskip("matplotlib")
    monkeypatch.setenv("PYTHONPATH", str(ROOT) + os.pathsep + os.environ.get("PYTHONPATH", ""))
    notebook, recorded = run(name)
    assert printed(notebook) == recorded


@pytest.mark.parametrize("name", NAMES)
def test_is_committed_with_its_outputs(name):
    cells = nbformat.read(FOLDER / f"{name}.ipynb", 4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert any(cell.outputs for cell in code)
    for cell in code:
        assert cell.execution_count, cell.source
        for part in cell.outputs:
            assert part.output_type != "error" and "stderr" not in part.get("name", ""), part


def test_every_notebook_is_in_the_contents():
    contents = (ROOT / "docs" / "index.md").read_text()
    assert all(f"notebooks/{name}\n" in contents for name in NAMES)
