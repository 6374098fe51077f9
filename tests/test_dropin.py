"""Programs that say `import mindspore`, run on msjax.

Most tests run on the package in miniature.py. `python program` is the reference for
`python -m msjax program`: same output, same error text, same exit status.
"""

import os
import subprocess
import sys
import zipapp

import miniature
import pytest
from miniature import dedent, output


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return miniature.make(tmp_path_factory.mktemp("miniature"))


@pytest.fixture
def python(package, tmp_path):
    """Run Python in an empty directory, with the miniature on the path."""
    return lambda *args, path=(): miniature.run(args, tmp_path, [*path, package])


def check(python, text, path=()):
    """Run statements that end without an error."""
    assert output(python("-c", dedent(text) + "print('end')", path=path)) == ["end"]


@pytest.fixture
def installed(tmp_path):
    """A directory with a package that plays an installed MindSpore."""
    root = tmp_path / "site"
    (root / "mindspore" / "nn").mkdir(parents=True)
    (root / "mindspore" / "__init__.py").write_text("REAL = True\n")
    (root / "mindspore" / "nn" / "__init__.py").write_text("")
    (root / "mindspore" / "only_there.py").write_text("")
    return root


@pytest.mark.parametrize(
    "statement, got, expected",
    [
        ("import mindspore", "mindspore", "msjax"),
        ("import mindspore as ms", "ms", "msjax"),
        ("import mindspore.nn", "mindspore.nn", "msjax.nn"),
        ("import mindspore.nn as nn", "nn", "msjax.nn"),
        ("from mindspore import nn", "nn", "msjax.nn"),
        ("from mindspore.nn import Cell", "Cell", "msjax.nn.Cell"),
        ("from mindspore import Tensor", "Tensor", "msjax.Tensor"),
        ("import mindspore.ops.operations as P", "P.Add", "msjax.ops.Add"),
        ("from mindspore.ops import operations as P", "P", "msjax.ops.operations"),
        ("from mindspore.common import dtype as mstype", "mstype.float32", "msjax.float32"),
        ("import mindspore.common.dtype as mstype", "mstype", "msjax.dtype"),
        ("from mindspore.common.tensor import Tensor", "Tensor", "msjax.Tensor"),
        ("from mindspore.ops.operations import *", "Add", "msjax.ops.Add"),
        ("import mindspore.dataset.vision", "mindspore.dataset.vision", "msjax.dataset.vision"),
    ],
)
def test_same_objects(python, statement, got, expected):
    check(
        python,
        f"""
        import sys, msjax
        msjax.install()
        {statement}
        assert {got} is {expected}
        import mindspore
        for name, module in sys.modules.items():
            if name.split(".")[0] == "mindspore":
                assert module is sys.modules["msjax" + name[len("mindspore"):]], name
        """,
    )


def test_install_is_lazy(python):
    check(
        python,
        """
        import sys, msjax
        before = set(sys.modules)
        msjax.install()
        assert not [n for n in set(sys.modules) - before if n.startswith(("msjax", "mindspore"))]
        import mindspore
        assert "msjax.dataset" not in sys.modules
        mindspore.dataset
        assert "msjax.dataset" in sys.modules
        """,
    )


def test_wins_over_an_installed_mindspore(python, installed):
    check(
        python,
        """
        import importlib.util, msjax
        msjax.install()
        spec = importlib.util.find_spec("mindspore")
        assert spec.origin == msjax.__file__, spec
        assert list(spec.submodule_search_locations) == msjax.__path__
        spec = importlib.util.find_spec("mindspore.nn")
        assert spec.name == "mindspore.nn" and spec.origin == msjax.nn.__file__, spec
        assert importlib.util.find_spec("mindspore.only_there") is None
        assert importlib.util.find_spec("mindspore.ops.no") is None
        import mindspore
        assert not hasattr(mindspore, "REAL")
        for name in ("mindspore.only_there", "mindspore.ops.no"):
            try:
                __import__(name)
            except ModuleNotFoundError as error:
                assert error.name == name, error
            else:
                raise AssertionError(name)
        """,
        path=[installed],
    )


def test_other_packages_are_left_alone(python, installed):
    (installed / "mindspore_lite.py").write_text("HERE = True\n")
    check(
        python,
        "import msjax; msjax.install(); import mindspore_lite; assert mindspore_lite.HERE",
        path=[installed],
    )


def test_too_late(python, installed):
    check(
        python,
        """
        import sys, mindspore, msjax
        path = list(sys.meta_path)
        try:
            msjax.install()
        except RuntimeError as error:
            assert "python -m msjax script.py" in str(error), error
            assert "before the first 'import mindspore'" in str(error), error
        else:
            raise AssertionError("not refused")
        assert sys.meta_path == path and mindspore.REAL
        """,
        path=[installed],
    )


def test_twice_and_back(python, installed):
    check(
        python,
        """
        import sys, msjax
        import multiprocessing.spawn as spawn
        path, prepare = list(sys.meta_path), spawn.get_preparation_data
        msjax.install()
        once = list(sys.meta_path)
        sys.meta_path.insert(0, type("Other", (), {"find_spec": lambda *a: None}))
        msjax.install()
        assert sys.meta_path.count(once[0]) == 1 and sys.meta_path[0] is once[0]
        del sys.meta_path[1]
        import mindspore.nn
        assert mindspore is msjax
        msjax.uninstall()
        msjax.uninstall()
        assert sys.meta_path == path and spawn.get_preparation_data is prepare
        import mindspore
        assert mindspore.REAL and msjax.nn is sys.modules["msjax.nn"]
        """,
        path=[installed],
    )


def test_ipython_extension(python):
    check(
        python,
        """
        from unittest.mock import MagicMock
        import msjax
        shell = MagicMock()  # test_ipython.py has a true one
        msjax.load_ipython_extension(shell)
        import mindspore
        assert mindspore is msjax
        msjax.unload_ipython_extension(shell)
        try:
            import mindspore
        except ModuleNotFoundError:
            pass
        else:
            raise AssertionError("still there")
        """,
    )


def test_function_survives_submodule_of_the_same_name(python):
    check(
        python,
        """
        import msjax
        msjax.install()
        import mindspore.common as common
        function = common.recompute
        from mindspore.common.recompute import recompute
        import mindspore.common.recompute
        assert common.recompute is function
        """,
    )


SHOW = """
import os, sys
print(__name__, __file__, __spec__, __package__, sys.argv, sys.path[0])
print(sys.modules["__main__"].__dict__ is globals(), __builtins__.__name__, __doc__)
"""
PROGRAMS = {
    "show": SHOW,
    "exit status": "import sys; sys.exit(3)",
    "exit text": "raise SystemExit('good bye')",
    "error": "def f():\n    raise ValueError('no')\n\nf()\n",
    "chain": "try:\n    1 / 0\nexcept Exception as e:\n    raise KeyError('k') from e\n",
    "context": "def f():\n    {}['k']\ntry:\n    f()\nexcept KeyError:\n    f()\n",
    "syntax": "x = = 1\n",
    "interrupt": "raise KeyboardInterrupt",
    "hook": "import sys\nsys.excepthook = lambda *a: print('hook', a[0], a[2].tb_lineno)\n1 / 0\n",
    "late": "import atexit, sys\nx = 5\n"
    "atexit.register(lambda: print(x, sys.modules['__main__'].x))\n",
    "thread": "import threading, time\nx = 5\ndef f():\n    time.sleep(0.2)\n    print(x)\n"
    "threading.Thread(target=f).start()\n",
}


def same(python, *args):
    """`python args` and `python -m msjax args` cannot be told apart."""
    plain, ours = python(*args), python("-m", "msjax", *args)
    assert (ours.stdout, ours.returncode) == (plain.stdout, plain.returncode)
    assert ours.stderr == plain.stderr
    return ours


@pytest.mark.parametrize("name", PROGRAMS)
def test_script(python, tmp_path, name):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "program.py").write_text(PROGRAMS[name])
    same(python, "sub/program.py", "--flag", "x y")


@pytest.mark.parametrize("name", PROGRAMS)
def test_code(python, name):
    same(python, "-c", PROGRAMS[name].replace("__file__", "''"), "--flag", "x y")


@pytest.mark.parametrize("name", ["show", "error", "exit status"])
def test_standard_input(package, tmp_path, name):
    program = PROGRAMS[name].replace("__file__, __spec__", "__spec__")

    def run(*args):
        command = [sys.executable, *args, "-", "x y"]
        environment = {**os.environ, "PYTHONPATH": str(package)}
        return subprocess.run(
            command, input=program, capture_output=True, text=True, cwd=tmp_path, env=environment
        )

    plain, ours = run(), run("-m", "msjax")
    assert (ours.stdout, ours.returncode) == (plain.stdout, plain.returncode)
    assert ours.stderr == plain.stderr


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("target", ["pkg", "pkg.tool"])
def test_module(python, tmp_path, name, target):
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text("")
    program = PROGRAMS[name].replace("__spec__", "__spec__.name").replace("a[2].tb_lineno", "0")
    for file in ("__main__.py", "tool.py"):
        (tmp_path / "pkg" / file).write_text(program)
    plain, ours = (python(*a, "-m", target, "-x", "1") for a in ((), ("-m", "msjax")))
    assert (ours.stdout, ours.returncode) == (plain.stdout, plain.returncode)
    # runpy's own frames are on Python's traceback; msjax leaves them out
    lines = [line for line in plain.stderr.splitlines() if "frozen runpy" not in line]
    assert ours.stderr.splitlines() == lines


@pytest.mark.parametrize("packed", [False, True])
def test_directory_and_archive(python, tmp_path, packed):
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "helper.py").write_text("HERE = 1\n")
    program = SHOW.replace("__spec__", "__spec__.name") + "import helper; print(helper.HERE)\n"
    (tmp_path / "app" / "__main__.py").write_text(program)
    if packed:
        zipapp.create_archive(tmp_path / "app", tmp_path / "app.pyz")
    result = same(python, "app.pyz" if packed else "app", "arg")
    assert result.stdout.endswith("\n1\n")


def test_packages_find_mindspore_by_its_name(python):
    check(
        python,
        """
        import sys, types, msjax
        assert msjax.__name__ == "msjax"
        msjax.install()
        import mindspore as ms
        named = [k for k, v in globals().items() if getattr(v, "__name__", "") == "mindspore"]
        assert named == ["msjax", "ms"], named
        from msjax import ops, nn  # files of the package are still loaded once
        import mindspore.ops, mindspore.nn.layer
        assert ms.ops is ops and mindspore.nn is nn and nn.__name__ == "msjax.nn"
        assert {type(sys.modules[k]) for k in ("msjax.nn", "mindspore.nn")} == {type(nn)}
        msjax.uninstall()
        assert msjax.__name__ == "msjax"
        """,
    )


@pytest.mark.parametrize("args", [["none.py"], ["empty"], ["-m", "no_such"], ["-m", "empty"]])
def test_nothing_to_run(python, tmp_path, args):
    (tmp_path / "empty").mkdir()
    plain, ours = python(*args), python("-m", "msjax", *args)
    assert ours.returncode == plain.returncode
    assert "Traceback" not in ours.stderr and str(args[-1]) in ours.stderr


def test_options_without_a_space(python, tmp_path):
    (tmp_path / "tool.py").write_text("import sys; print(sys.argv[1:])\n")
    assert output(python("-m", "msjax", "-mtool", "a")) == ["['a']"]
    assert output(python("-m", "msjax", "-cprint(__name__)")) == ["__main__"]


def test_usage(python):
    for args, status in ([[], 2], [["--help"], 0], [["-m"], 1], [["-c"], 1], [["-u", "a.py"], 2]):
        result = python("-m", "msjax", *args)
        assert result.returncode == status
        assert "usage: python -m msjax script.py" in result.stdout + result.stderr


def test_script_gets_msjax(python, tmp_path):
    (tmp_path / "program.py").write_text(
        "import gc, mindspore, sys\n"
        "print(mindspore.nn.Cell.__module__, 'msjax' in sys.modules)\n"
        "print(gc.get_freeze_count() > 10_000)\n"
    )
    assert output(python("-m", "msjax", "program.py")) == ["msjax.nn True", "True"]


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
@pytest.mark.parametrize("how", ["script", "module", "install"])
def test_multiprocessing(python, tmp_path, method, how):
    (tmp_path / "work.py").write_text(
        "import mindspore.nn\ndef area(x): return mindspore.nn.Cell.__module__, x * x\n"
    )
    program = f"""
        import multiprocessing
        import mindspore
        import work

        def double(x):
            return mindspore.ops.Add.__module__, 2 * x

        if __name__ == "__main__":
            with multiprocessing.get_context("{method}").Pool(1) as pool:
                print(pool.map(double, [3]), pool.map(work.area, [3]))
    """
    text = dedent(program)
    if how == "install":
        text = "import msjax\nmsjax.install()\n" + text
    (tmp_path / "program.py").write_text(text)
    args = {
        "script": ["-m", "msjax", "program.py"],
        "module": ["-m", "msjax", "-m", "program"],
        "install": ["program.py"],
    }[how]
    assert output(python(*args)) == ["[('msjax.ops', 6)] [('msjax.nn', 9)]"]
