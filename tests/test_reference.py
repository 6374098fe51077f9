"""The pages that docs/_ext/reference.py makes from the docstrings."""

import importlib.util

import pytest
from places import ROOT


@pytest.fixture(scope="module")
def reference():
    path = ROOT / "docs" / "_ext" / "reference.py"
    spec = importlib.util.spec_from_file_location("msjax_reference", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_entry(reference):
    text = """Sum of *all* `a_b` elements.

    Longer text
    over two lines.

    Args:
        x (Tensor): numbers,
            of any shape.
        axis: int or None.

    Returns:
        Tensor of shape (3,).

    Examples:
        >>> f(1)
        1
    """
    assert reference.entry(text) == "\n".join(
        [
            "Sum of \\*all\\* `a_b` elements.\n",
            "Longer text over two lines.\n",
            "**Args**\n",
            "- x (Tensor): numbers, of any shape.",
            "- axis: int or None.",
            "",
            "**Returns**\n",
            "Tensor of shape (3,).\n",
            "**Examples**\n",
            "```pycon\n>>> f(1)\n1\n```\n",
        ]
    )


@pytest.mark.parametrize(
    "path, names",
    [
        ("msjax.amp", ["## auto\\_mixed\\_precision", "all_finite(inputs)"]),
        ("msjax.mint.optim", ["## AdamW"]),
        ("msjax", ["## check", "## summary", "## Tensor\n", "### Tensor.abs", "check(*paths)"]),
    ],
)
def test_page(reference, path, names):
    text = reference.page(path)
    assert all(name in text for name in names)
    assert text.count("```") % 2 == 0 and " at 0x" not in text


def test_every_page_is_written_once(reference, tmp_path, monkeypatch):
    monkeypatch.setattr(reference, "MODULES", {"msjax.mint.optim": "Optimizers"})
    reference.write(tmp_path)
    made = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert set(made) == {"index.md", "msjax.mint.optim.md"}
    reference.write(tmp_path)
    assert made == {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
