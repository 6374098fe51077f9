"""Write the coverage table as a Markdown page: python tools/make_coverage.py OUTPUT."""

import sys
from pathlib import Path

import msjax
import msjax._version
from msjax import _surface


def main(output):
    rows = msjax.coverage()
    works = sum(len(row.works) for row in rows)
    total = works + sum(len(row.missing) for row in rows)
    lines = [
        "# Coverage",
        "",
        f"Public names of MindSpore {_surface.load().version} that work in msjax "
        f"{msjax._version.__version__}: {works} of {total}. Written by `make api`; "
        "`msjax.coverage('mindspore.nn')` names the missing ones.",
        "",
        "| module or class | names | work |",
        "|---|---:|---:|",
    ]
    lines += [
        f"| {row.name} | {len(row.works) + len(row.missing)} | {len(row.works)} |" for row in rows
    ]
    Path(output).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
