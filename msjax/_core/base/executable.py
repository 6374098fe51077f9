"""A compiled form of one operation, for one set of static arguments."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import jax

from msjax._core.base import effort, scopes, tracebacks
from msjax._core.base.early.first_calls import FirstCalls
from msjax._core.base.identity import NamelessError
from msjax._core.base.interop import (
    ArrayImpl,
    nothing_is_traced,
    one_ir_context,
)
from msjax._core.base.lengths import is_unknown
from msjax._core.base.recent import Recent
from msjax._core.base.x64 import x64

try:
    from jax._src import pjit as _pjit
    from jax._src import tree_util as _tree_util
    from jax._src.interpreters import pxla as _pxla
    from jax._src.lib import _jax

    _CACHE = _pjit._get_cpp_global_cache(False)
    _OWN = _pxla.JitGlobalCppCacheKeys(compiler_options_kvs=(("msjax", True),))  # no jit's
except (ImportError, AttributeError):  # another version of JAX
    _jax = None

_serials = itertools.count()


class Exec:
    """A compiled form of one op for one set of static arguments, and its derivative's.

    Args:
        name: its name in profiles and lowered text.
        flat: function from arrays to a tuple of arrays.
        eager: whether it runs as Python instead of being compiled.
        often: whether it will run so often that the compiler's full effort pays.
        sized_by: the array whose size says whether that pays unless others are huge; None: all.
        identity: what tells `flat` from every other function in every process that runs the same
            code of msjax, as plain values; called when it is needed. None where nothing does.
    """

    __slots__ = (
        "_identity",
        "bwd",
        "eager",
        "flat",
        "fn",
        "name",
        "often",
        "serial",
        "sized_by",
        "trees",
    )

    def __init__(
        self,
        name: str,
        flat: Callable,
        eager: bool = False,
        often: bool = False,
        identity: Callable[[], Any] | None = None,
        sized_by: int | None = None,
    ):
        self.name, self.flat, self.eager, self.often = name, flat, eager, often
        self.sized_by = sized_by
        self._identity = identity
        self.serial = next(_serials)
        if not self.serial:
            tracebacks.install()
        self.bwd: dict = {}
        self.trees: dict[int, Any] = {}  # structure of the results, by number of arrays

        def run(*arrays: Any) -> Any:
            with x64():
                return flat(*arrays)

        run.__name__ = run.__qualname__ = name
        if eager:
            self.fn = run
        elif often:
            self.fn = jax.jit(run, inline=True)
        else:
            self.fn = _quickly_compiled(self, run)

    def identity(self) -> tuple:
        """Plain values that no executable of another function has.

        Raises:
            NamelessError: there are none.
        """
        if self._identity is None:
            raise NamelessError
        return self.name, self._identity()


class Shelf(Protocol):
    """Executables that earlier processes made."""

    def find(self, exe: Exec, large: bool, arrays: Sequence[Any]) -> tuple[str | None, Any]:
        """The key of an executable for such arrays, and what JAX's dispatch wants of it.

        Args:
            exe: what is executed.
            large: whether its arrays are so large that the compiler's full effort may pay.
            arrays: what it is called with.

        Returns:
            None for the key of what cannot be kept; None for what is not there.
        """
        ...

    def keep(self, exe: Exec, key: str, made: Any) -> None:
        """Put an executable there that JAX's dispatch has just made."""
        ...


_shelves: list[Shelf] = []


def look_on(shelf: Shelf | None) -> None:
    """Look for executables on a shelf before they are traced and compiled, and put them there."""
    _shelves[:] = [] if shelf is None else [shelf]


def _exceeds(exe: Exec, arrays: Sequence[Any], most: int) -> bool:
    """Whether arrays are so large that the compiler's full effort may pay.

    Args:
        exe: what is compiled.
        arrays: what it is called with.
        most: elements beyond which they are, unless one of them says it for all.
    """
    for i, array in enumerate(arrays):
        size = math.prod(getattr(array, "shape", ()))
        limit = most if exe.sized_by is None else effort.LARGE if exe.sized_by == i else effort.HUGE
        if is_unknown(size) or size > limit:
            return True
    return False


def _is_watched() -> bool:
    """Whether executables are looked at: for NaNs or infinities by JAX, or by a profile."""
    config = jax.config
    return config.jax_debug_nans or config.jax_debug_infs or scopes.followed is not None


def _quickly_compiled(exe: Exec, run: Callable) -> Callable:
    """`run` under `jax.jit`, compiled with little effort where that is exact and pays.

    JAX keeps what it has traced for all options.
    """
    made: dict[tuple, Any] = {}
    seen = Recent()  # by kinds of arrays

    def compiled(options: dict[str, Any] | None = None) -> Any:
        key = tuple(options or ())
        if key not in made:
            how: dict[str, Any] = {"compiler_options": options} if options else {"inline": True}
            made[key] = jax.jit(run, **how)
        return made[key]

    def call(function: Callable, arrays: Sequence[Any], wrapped: Callable) -> Any:
        """What `function` gives for arrays that have values."""
        try:
            return function(*arrays)
        except ValueError as error:
            if not str(error).startswith("`compiler_options` can only be passed to top-level"):
                raise
        return wrapped(compiled()(*arrays))  # within other code that JAX traces

    def early(arrays: Sequence[Any]) -> tuple | None:
        """The results where they need not be compiled yet."""
        devices: set[Any] = set()
        for a in arrays:
            if type(a) is not ArrayImpl or a.size > effort.HUGE:
                return None
            devices |= a.devices()
        if len(devices) != 1 or not nothing_is_traced() or _is_watched():
            return None
        options = effort.options()
        if not options:
            return None
        kind = tuple([a.aval for a in arrays])
        first = seen.get(kind) or seen.again(kind)
        if first is None:
            first = seen[kind] = FirstCalls(compiled(options).trace(*arrays).jaxpr)
        outs = first(arrays)
        if outs is None and first.ran:
            first.ran = False
            fn._clear_cache()  # it has kept that Python is to be asked
        return outs

    def miss(*arrays: Any) -> tuple:
        """What JAX's dispatch asks for where it has no executable for such arrays.

        Returns:
            the results, what the dispatch needs for the next call (or None), False.
        """
        if any(isinstance(a, jax.core.Tracer) for a in arrays):
            return compiled()(*arrays), None, False
        large, key = _exceeds(exe, arrays, effort.LARGE), None
        if _shelves:
            key, ready = _shelves[0].find(exe, large, arrays)
            if ready is not None:
                return ready
        if key is None:
            outs = early(arrays)
            if outs is not None:
                return outs, None, False
        options = None if _exceeds(exe, arrays, effort.HUGE) else effort.options()

        def compile_and_run(*arrays: Any) -> tuple:
            fitting = options
            if options:
                fitting = effort.fitting(compiled(options).trace(*arrays).jaxpr.jaxpr, large)
            with one_ir_context():
                return compiled(fitting)._cache_miss(*arrays)

        found = call(compile_and_run, arrays, lambda outs: (outs, None, False))
        if key is not None and found[1] is not None:
            _shelves[0].keep(exe, key, found[1])
        return found

    def plain(*arrays: Any) -> Any:
        """The same with JAX's public names alone."""
        jitted = compiled(None if _exceeds(exe, arrays, effort.LARGE) else effort.options())
        return call(jitted, arrays, lambda outs: outs)

    fn = plain
    if _jax is not None:
        try:
            fn = _jax.pjit(
                *(exe.name, run, miss, (), (), _OWN),
                *(_tree_util.dispatch_registry, _pxla.cc_shard_arg, _CACHE),
            )
            fn._fun = run  # where JAX looks for the operation that made a NaN
        except TypeError:
            pass
    return functools.update_wrapper(fn, run)
