"""Run programs that say `import mindspore` on msjax, without changing them.

`msjax.install()` in a program or notebook, `%load_ext msjax` in IPython, or from the shell
`python -m msjax script.py`. Afterwards `mindspore.x.y` and `msjax.x.y` are one module object.
"""

import builtins
import gc
import importlib.util
import io
import os
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

from msjax._core.runtime import compile_cache
from msjax._imports import AliasLoader

USAGE = """\
usage: python -m msjax script.py [arg] ...
       python -m msjax -m package [arg] ...
       python -m msjax -c code [arg] ...
       python -m msjax - [arg] ...
       python -m msjax check path ...
Run a program with `import mindspore` answered by msjax. The script may also be a directory or an
archive with a __main__.py, or - for what comes from standard input. `check` reads programs and
tells what they will meet (check --help). Options of Python go before -m."""


def _target(name):
    """'mindspore.nn' -> 'msjax.nn'; None for names of other packages."""
    root, dot, rest = name.partition(".")
    return f"msjax{dot}{rest}" if root == "mindspore" else None


def _share_loaded():
    """Enter every loaded module of msjax under its second name too."""
    for name, module in list(sys.modules.items()):
        root, dot, rest = name.partition(".")
        if root == "msjax" and module is not None:
            sys.modules.setdefault(f"mindspore{dot}{rest}", module)


class _Loader(AliasLoader):
    def exec_module(self, module):
        super().exec_module(module)
        _share_loaded()


class _Described:
    """What `importlib.metadata` tells of the distribution "mindspore": its name and version."""

    @staticmethod
    def read_text(filename):
        if filename == "METADATA":
            from msjax.version import __version__

            return f"Metadata-Version: 2.1\nName: mindspore\nVersion: {__version__}\n"
        return None

    @staticmethod
    def locate_file(path):
        raise FileNotFoundError(f"msjax has no file {path!s} of MindSpore's.")


class DropInFinder:
    """Answers every import of mindspore and its submodules; stands first in sys.meta_path."""

    @staticmethod
    def find_distributions(context=None):
        """`importlib.metadata.version("mindspore")`: packages ask it before they import."""
        if getattr(context, "name", None) != "mindspore":
            return []
        from importlib.metadata import Distribution

        return [type("Distribution", (_Described, Distribution), {})()]

    @staticmethod
    def find_spec(fullname: str, path=None, target=None):
        name = _target(fullname)
        if name is None:
            return None
        try:
            found = importlib.util.find_spec(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            return None  # the parent is a module, not a package
        if found is None:
            return None
        package = found.submodule_search_locations is not None
        spec = ModuleSpec(fullname, _Loader(name), origin=found.origin, is_package=package)
        if package:
            spec.submodule_search_locations = list(found.submodule_search_locations)
        return spec


def _install_in_child(numpy_names, keeps_code):
    install(numpy_names)
    if keeps_code:
        compile_cache.start()


class _InstallOnLoad:
    """Pickles as a call of install(): travels to spawned processes ahead of the main module."""

    def __init__(self, numpy_names):
        self.numpy_names = numpy_names

    def __reduce__(self):
        return _install_in_child, (self.numpy_names, compile_cache.started())


def _preparation_data(name):
    return _preparation_data.original(name) | {
        "msjax": _InstallOnLoad(_preparation_data.numpy_names)
    }


def _real_modules():
    """Loaded modules of an installed MindSpore."""
    return [
        name
        for name, module in sys.modules.items()
        if module is not None
        and (target := _target(name))
        and module is not sys.modules.get(target)
    ]


def install(numpy_names=False):
    """Make `import mindspore` and every `mindspore.x.y` give msjax's modules.

    Holds for the whole process and for processes that `multiprocessing` starts from it, also when
    MindSpore itself is installed. Calling it again changes nothing. Undo with `uninstall()`.

    Args:
        numpy_names (bool): also put back the names that NumPy 1.24 and 2 removed and that older
            programs use (`numpy.float_`, `numpy.in1d`, `numpy.int`); a warning tells of the first
            use. `python -m msjax` does so. Default: leave numpy alone.

    Raises:
        RuntimeError: MindSpore itself has been imported already.

    Examples:
        >>> import msjax
        >>> msjax.install()
        >>> import mindspore.nn as nn
        >>> nn is msjax.nn
        True
        >>> msjax.uninstall()
    """
    import multiprocessing.spawn as spawn

    if real := _real_modules():
        raise RuntimeError(
            f"msjax.install() came too late: MindSpore itself is already imported "
            f"({min(real)!r}). Call msjax.install() before the first 'import mindspore', or run "
            f"the program as 'python -m msjax script.py'; in a notebook, restart the kernel first."
        )
    if DropInFinder in sys.meta_path:
        sys.meta_path.remove(DropInFinder)
    sys.meta_path.insert(0, DropInFinder)
    for name in [name for name in sys.modules if _target(name) and sys.modules[name] is None]:
        del sys.modules[name]
    if numpy_names:
        from msjax import _numpy_names

        _numpy_names.put_back()
    if not hasattr(_preparation_data, "original"):
        _preparation_data.numpy_names = False
        _preparation_data.original = spawn.get_preparation_data
        spawn.get_preparation_data = _preparation_data
    _preparation_data.numpy_names |= numpy_names
    sys.modules["msjax"].__name__ = "mindspore"  # packages find MindSpore among modules by it
    _complete(begin=True)


def uninstall():
    """Undo `install()`: the next `import mindspore` finds MindSpore itself, if it is installed.

    Names that a program has already imported keep their meaning.
    """
    import multiprocessing.spawn as spawn

    if DropInFinder not in sys.meta_path:
        return
    sys.meta_path.remove(DropInFinder)
    sys.modules["msjax"].__name__ = "msjax"
    _complete(begin=False)
    if (names := sys.modules.get("msjax._numpy_names")) is not None:
        names.take_away()
    real = set(_real_modules())
    for name in [name for name in sys.modules if _target(name) and name not in real]:
        del sys.modules[name]
    if spawn.get_preparation_data is _preparation_data:
        spawn.get_preparation_data = _preparation_data.original
        del _preparation_data.original


def load_ipython_extension(ipython):
    """`%load_ext msjax` is `msjax.install()`; compiled code is kept for the next session."""
    install()
    compile_cache.start()


def unload_ipython_extension(ipython):
    """`%unload_ext msjax` is `msjax.uninstall()`."""
    uninstall()


def _complete(begin):
    """Start or stop the completion of imports in a running IPython."""
    ask = getattr(sys.modules.get("IPython"), "get_ipython", None)
    if ask is not None and (shell := ask()) is not None:
        from msjax import _completion

        (_completion.start if begin else _completion.stop)(shell)


def _from_module(name):
    """Code and spec of what `python -m name` runs."""
    try:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations is not None:
            spec = importlib.util.find_spec(f"{name}.__main__")
            name = f"{name}.__main__"
    except (ImportError, ValueError) as error:
        sys.exit(
            f"{sys.executable}: Error while finding module specification for {name!r} ({error})"
        )
    if spec is None:
        sys.exit(f"{sys.executable}: No module named {name}")
    code = spec.loader.get_code(name) if hasattr(spec.loader, "get_code") else None
    if code is None:
        sys.exit(f"{sys.executable}: No code object available for {name}")
    return code, spec


def _from_path(path):
    """Code, spec and file name of what `python path` runs, and the directory to import from."""
    spec, file_name = None, os.path.abspath(path)
    if not path.endswith((".py", ".pyw")):  # a directory or an archive, perhaps
        spec = PathFinder.find_spec("__main__", [file_name])
    if spec is not None:
        return spec.loader.get_code("__main__"), spec, spec.origin, file_name
    if os.path.isdir(path):
        sys.exit(f"{sys.executable}: can't find '__main__' module in {file_name!r}")
    try:
        with io.open_code(file_name) as file:
            code = compile(file.read(), file_name, "exec")
    except OSError as error:
        print(
            f"{sys.executable}: can't open file {file_name!r}: "
            f"[Errno {error.errno}] {error.strerror}",
            file=sys.stderr,
        )
        sys.exit(2)
    return code, None, file_name, os.path.dirname(os.path.realpath(path))


def _trim_tracebacks():
    """Leave the frames of this module and of its callers out of what is printed at the end."""
    hook = sys.excepthook

    def excepthook(kind, error, trace):
        while trace and trace.tb_frame.f_globals.get("__name__") != __name__:
            trace = trace.tb_next
        while trace and trace.tb_frame.f_globals.get("__name__") == __name__:
            trace = trace.tb_next
        hook(kind, error.with_traceback(trace), trace)

    sys.excepthook = excepthook


def main(argv: list[str]):
    """Body of `python -m msjax`: run a script, a module or a piece of code as `__main__`."""
    if not argv or argv[0] in ("-h", "--help"):
        print(USAGE, file=sys.stdout if argv else sys.stderr)
        sys.exit(0 if argv else 2)
    kind, rest = "", argv
    if argv[0][:2] in ("-m", "-c"):  # as Python has it, also without a space
        kind, rest = argv[0][:2], [argv[0][2:], *argv[1:]] if argv[0][2:] else argv[1:]
    elif argv[0].startswith("-") and argv[0] != "-":
        print(f"Unknown option: {argv[0]}\n{USAGE}", file=sys.stderr)
        sys.exit(2)
    if not rest:
        sys.exit(f"Argument expected for the {kind} option\n{USAGE}")
    install(numpy_names=True)
    if "MS_ROLE" in os.environ:  # one of several processes: they meet before JAX begins to work
        from msjax._core.runtime import launch

        launch.start()
    compile_cache.start()
    gc.freeze()  # what was imported stays: looking through it for garbage takes a tenth of a second
    module = ModuleType("__main__")
    module.__builtins__ = builtins
    sys.argv[:] = [kind, *rest[1:]] if kind else rest
    search = spec = None
    try:
        if kind == "-m":
            code, spec = _from_module(rest[0])
            module.__file__ = spec.origin
            sys.argv[0] = spec.origin or rest[0]
        elif kind == "-c":
            code, search = compile(rest[0], "<string>", "exec"), ""
        elif rest[0] == "-":
            code, search = compile(sys.stdin.buffer.read(), "<stdin>", "exec"), ""
        else:
            code, spec, module.__file__, search = _from_path(rest[0])
            module.__loader__ = SourceFileLoader("__main__", module.__file__)
        if spec is not None:
            module.__spec__, module.__loader__ = spec, spec.loader
            module.__package__ = spec.parent
        if search is not None and not sys.flags.safe_path:
            sys.path[0] = search
        sys.modules["__main__"] = module
        exec(code, module.__dict__)
    except SystemExit as error:
        if "msjax._core.runtime.launch" in sys.modules:
            sys.modules["msjax._core.runtime.launch"].exits(error)
        raise
    except BaseException:
        _trim_tracebacks()
        raise
