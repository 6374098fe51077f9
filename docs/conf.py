"""How `make docs` builds the site."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent / "_ext"), str(Path(__file__).parents[1])]

from msjax._version import __version__ as release  # noqa: E402

project = "msjax"
author = copyright = "the msjax authors"
extensions = ["myst_nb", "reference"]
exclude_patterns = ["_build", "_ext"]
nb_execution_mode = "off"  # the tests execute notebooks; their outputs are committed
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header", "mystnb.unknown_mime_type"]
html_theme = "alabaster"
html_title = f"msjax {release}"
html_theme_options = {
    "description": "MindSpore's API on JAX",
    "page_width": "70rem",
    "fixed_sidebar": True,
}
html_show_sphinx = False
