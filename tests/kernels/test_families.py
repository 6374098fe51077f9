"""The list of kernel files and the folders say the same."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from msjax import kernels

ROOT = Path(kernels.__file__).parent
LATER = ("primitives/derivatives", "primitives/unlisted")  # loaded when a name is first asked for


def _files(folder: Path) -> list[str]:
    return sorted(p.stem for p in folder.glob("*.py") if p.stem != "__init__")


def _imported(file: Path, package: str) -> set[str]:
    """The files of `package` that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module == package:
                found |= {alias.name for alias in node.names}
            elif node.module.startswith(package + "."):
                found.add(node.module.removeprefix(package + "."))
    return found


def test_every_folder_is_a_family() -> None:
    folders = {p.name for p in ROOT.iterdir() if (p / "__init__.py").exists()}
    assert folders == set(kernels.FAMILIES)


@pytest.mark.parametrize("family", kernels.FAMILIES)
def test_the_list_names_the_files(family: str) -> None:
    assert kernels.FAMILIES[family].split() == _files(ROOT / family)


def test_what_is_loaded_later_is_no_family() -> None:
    below = {str(p.parent.relative_to(ROOT)) for p in ROOT.glob("*/*/__init__.py")}
    assert below == set(LATER)


@pytest.mark.parametrize("folder", LATER)
def test_a_package_loaded_later_loads_all_its_files(folder: str) -> None:
    package = f"msjax.kernels.{folder.replace('/', '.')}"
    listed = _imported(ROOT / folder / "__init__.py", package)
    helpers = set().union(*(_imported(ROOT / folder / f"{name}.py", package) for name in listed))
    assert sorted(listed | helpers) == _files(ROOT / folder)
