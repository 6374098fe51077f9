"""The examples run unchanged; those of the seed documents print the documented figures."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import nbclient
import nbformat
import pytest
from places import ROOT

EXAMPLES = ROOT / "examples"
NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:e[-+]?\d+)?")

FIRST_INPUT = [1.41, 1.6, 6.6, 1.41, 1.6, 6.6]
DOCUMENTED = {
    "grad_function.py": FIRST_INPUT,
    "grad_operation_first_input.py": FIRST_INPUT,
    "grad_operation.py": [
        *FIRST_INPUT,
        *(2, 3, 32, 4.51, 2.7, 3.6, 4.51, 2.7, 3.6),
        *(3, 3, 32, 2.6, 2.6, 2.6, 1.9, 1.9, 1.9, 1.3, 1.3, 1.3),
        *(2, 3, 32, 2.211, 0.51, 1.49, 5.588, 2.68, 4.07),
        *(3, 3, 32, 1.52, 2.82, 2.14, 1.1, 2.05, 1.55, 0.9, 1.55, 1.25),
        *(1, 32, 21.536),
        *(2, 3, 32, 3.52, 3.9, 2.6, 3.52, 3.9, 2.6),
        *(3, 3, 32, 0.6, 0.6, 0.6, 1.9, 1.9, 1.9, 1.3, 1.3, 1.3),
        *(1, 32, 12.902),
    ],
    "tf_gradients_with_msjax.py": [
        *(2, 2, 3, 32, 2, 2, 3, 32, 5, 4, 7, 32, 3, 2, 4, 32),
    ],
    "torch_autograd_with_msjax.py": [12, 4, 12],
}


def run(*arguments: str, mode: str = "eager") -> str:
    env = dict(os.environ)
    preamble = "import msjax, runpy, sys; msjax.install(); "
    if mode == "compiled":
        preamble += "msjax.set_context(mode=msjax.GRAPH_MODE); "
    code = preamble + "sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env=env,
        cwd=ROOT,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        (name, mode)
        for name in sorted(DOCUMENTED)
        for mode in ("eager", "compiled")
        if mode == "eager" or "msjax" not in name  # those are about computations that ran eagerly
    ],
)
def test_seed_documents(name, mode):
    printed = [float(n) for n in NUMBER.findall(run(f"examples/seeds/{name}", mode=mode))]
    assert printed == pytest.approx(DOCUMENTED[name], abs=2e-3)


def test_every_seed_has_figures():
    assert {p.name for p in (EXAMPLES / "seeds").glob("*.py")} == set(DOCUMENTED)


@pytest.mark.parametrize("mode", ["eager", pytest.param("compiled", marks=pytest.mark.sweep)])
def test_digits_reach_their_accuracy(mode):
    out = run("examples/digits_lenet.py", "--mode", mode)
    assert float(re.findall(r"accuracy\D*([\d.]+)", out)[-1].rstrip(".")) >= 0.97, out
    assert "CPU" in out or "GPU" in out or "TPU" in out


def test_second_order():
    assert "gradient at the end is below 1e-4: True" in run("examples/second_order.py")


def test_weights_of_pytorch():
    assert "102 of 102 Parameters" in run("examples/pytorch_resnet.py")


@pytest.mark.sweep
def test_small_gpt_learns():
    losses = [
        float(x)
        for x in re.findall(r"loss[ :=]+([\d.]+)", run("examples/gpt_char.py", "--steps", "40"))
    ]
    assert losses[-1] < losses[0] * 0.8


def test_notebook():
    notebook = nbformat.read(EXAMPLES / "notebook.ipynb", 4)
    recorded = [_texts(cell) for cell in notebook.cells]
    nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}}
    ).execute()
    assert [_texts(cell) for cell in notebook.cells] == recorded


def _texts(cell):
    """What a cell printed, apart from its numbers."""
    printed = "".join(o.get("text", "") for o in cell.get("outputs", ()))
    return NUMBER.sub("#", printed).split()


PIPELINES = [
    ("image_folder.py", ["--count", "12", "--epochs", "1"]),
    ("image_folder.py", ["--count", "12", "--epochs", "1", "--record", "--loop"]),
    ("text_classification.py", ["--count", "320", "--epochs", "2"]),
    ("text_classification.py", ["--count", "320", "--epochs", "2", "--loop"]),
]


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "options"), PIPELINES)
def test_pipelines(name, options):
    out = run(str(EXAMPLES / name), *options)
    accuracy = float(re.search(r"test accuracy ([0-9.]+)", out)[1])
    assert accuracy > (0.9 if name.startswith("text") else 0.2)
