"""Write the coverage page: python tools/make_coverage.py OUTPUT."""

import sys
from pathlib import Path

import msjax
import msjax._version
from msjax import _missing, _surface

HEAD = """# Coverage

Public names of MindSpore {version} in msjax {own}, by module: {works} of {total} work, {differs}
exist but differ, {missing} are not there. Using one of the last raises `NotImplementedError`
with the reason or the nearest alternative. A name that several modules have counts in each.
Arguments have MindSpore's names, order and defaults; [differences.md](differences.md) says more
about what differs. `msjax.coverage()` has the same as data, `msjax.coverage("mindspore.nn")` one
module.

Written by `make api` from what the package has; the tests compare.

| module or class | names | work | differ | not there |
|---|---:|---:|---:|---:|
"""


def section(row):
    """The names of one row."""
    lines = ["", f"## {row.name}"]
    if row.works:
        lines += ["", "Works: " + " ".join(f"`{name}`" for name in row.works)]
    if row.differs:
        lines += ["", "Differs:", ""]
        lines += [f"- `{name}`: {reason}." for name, reason in row.differs]
    reasons = {name: reason for name in row.missing if (reason := _missing.reason(row.name, name))}
    if reasons:
        lines += ["", "Not there:", ""]
        lines += [f"- `{name}`: {reason}." for name, reason in reasons.items()]
    if later := [name for name in row.missing if name not in reasons]:
        lines += ["", "Not yet: " + " ".join(f"`{name}`" for name in later)]
    return lines


def page():
    """The text of docs/coverage.md."""
    rows = msjax.coverage()
    works, differs, total = rows.counts()
    head = HEAD.format(
        version=_surface.load().version,
        own=msjax._version.__version__,
        works=works,
        total=total,
        differs=differs,
        missing=total - works - differs,
    )
    lines = [
        f"| {r.name} | {r.total} | {len(r.works)} | {len(r.differs)} | {len(r.missing)} |"
        for r in rows
    ]
    for row in rows:
        lines += section(row)
    return head + "\n".join(lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    Path(sys.argv[1]).write_text(page())
