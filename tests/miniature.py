"""A miniature of msjax for tests: its real import machinery and three small modules.

Tests that run on it do not depend on what msjax implements today, and start in no time.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1] / "msjax"
MACHINERY = (
    *(
        "_completion.py",
        "_coverage.py",
        "_dropin.py",
        "_imports.py",
        "_missing.py",
        "_numpy_names.py",
    ),
    *("__main__.py", "log.py"),
)
MODULES = {
    "__init__.py": """
        from msjax._coverage import coverage
        from msjax._dropin import (
            install, load_ipython_extension, uninstall, unload_ipython_extension
        )
        from msjax._missing import install_finder, module_getattr
        float32 = "float32"
        class Tensor: pass
        install_finder()
        from msjax import nn, ops
        __getattr__ = module_getattr(__name__)
    """,
    "_core/__init__.py": "",
    "_core/runtime/__init__.py": "",
    "_core/runtime/compile_cache.py": """
        def start(): pass
        def started(): return False
    """,
    "nn/__init__.py": """
        class Cell: pass
    """,
    "ops/__init__.py": """
        class Add: pass
        def softmax(x): return x
    """,
}


def dedent(text):
    lines = text.strip("\n").splitlines()
    margin = min((len(li) - len(li.lstrip()) for li in lines if li.strip()), default=0)
    return "\n".join(line[margin:] for line in lines) + "\n"


def make(root):
    """Write the package below `root` and return `root`."""
    for name, text in MODULES.items():
        path = root / "msjax" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
    for name in MACHINERY:
        shutil.copy(PACKAGE / name, root / "msjax" / name)
    shutil.copytree(PACKAGE / "_surface", root / "msjax" / "_surface")
    return root


def run(args, directory, path):
    """Run Python in `directory` with `path` in front of the import path."""
    return subprocess.run(
        [sys.executable, *map(str, args)],
        cwd=directory,
        env=os.environ
        | {"PYTHONPATH": os.pathsep.join(map(str, path)), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )


def output(result):
    """Lines printed by a run that ended well."""
    assert result.returncode == 0, result.stderr
    assert not result.stderr
    return result.stdout.split("\n")[:-1]
