"""Every block of Python in the documentation runs, page by page."""

import re
import subprocess
import sys

import pytest
from places import ROOT

DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
NOT_RUN = {"adding.md": "a template with gaps"}
PAGES = sorted(page.name for page in DOCS.glob("*.md") if BLOCK.search(page.read_text()))
QUICK = ("start.md", "porting.md")


def test_pages_that_do_not_run_have_blocks():
    assert set(NOT_RUN) <= set(PAGES)


def _pages():
    for name in PAGES:
        if name not in NOT_RUN:
            yield pytest.param(name, marks=() if name in QUICK else pytest.mark.sweep)


@pytest.mark.parametrize("name", list(_pages()))
def test_page_runs(name, tmp_path):
    text = (DOCS / name).read_text()
    program, line = [], 1
    for found in BLOCK.finditer(text):
        start = text.count("\n", 0, found.start(1)) + 1
        program.append("\n" * (start - line) + found[1])
        line = start + found[1].count("\n")
    (tmp_path / "page.py").write_text("".join(program))
    done = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:__main__", "page.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr.replace("page.py", name)


def test_links_lead_to_pages():
    for page in DOCS.glob("*.md"):
        for target in re.findall(r"\]\(([\w/]+\.md)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_files_that_pages_name_are_there():
    for name in ("adding.md", "design.md"):
        text = (DOCS / name).read_text()
        for path in re.findall(r"`((?:msjax|tests|tools|benchmarks)/[\w/.]+)`", text):
            assert (ROOT / path).exists(), f"{name}: {path}"


def test_the_design_names_every_folder():
    table = (DOCS / "design.md").read_text().partition("## Three walks")[0]
    named = {path.partition("/")[0] for path in re.findall(r"`([\w/]+)", table)}
    folders = {p.parent.name for p in (ROOT / "msjax").glob("*/__init__.py")}
    assert folders <= named
