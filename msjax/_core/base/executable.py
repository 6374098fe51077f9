"""A compiled form of one operation, for one set of static arguments."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import jax
import numpy as np

from msjax._core.base import tracebacks
from msjax._core.base.dtype import is_inexact
from msjax._core.base.identity import NamelessError
from msjax._core.base.interop import (
    ArrayImpl,
    as_array,
    inner_jaxprs,
    nothing_is_traced,
    one_ir_context,
)
from msjax._core.base.lengths import is_unknown
from msjax._core.base.memory import aligned
from msjax._core.base.moving import mover
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

# XLA's newer emitters of fused loops and its parallel code generation take most of the time in
# which the CPU's compiler makes a small executable, and have little to give to one. Nor have they
# to a convolution, which a library computes: what they make turns arrays around for it.
_CHEAP = {"xla_cpu_use_fusion_emitters": False, "xla_cpu_parallel_codegen_split_count": 1}
_LARGE, _HUGE = 1 << 19, 1 << 22  # elements

# LLVM's third level unrolls more than its second. That pays in sums, whose order depends on it.
_PLAIN = _CHEAP | {"xla_backend_optimization_level": 2}
POINTWISE = frozenset(  # every element of a result is made of one of each argument alike
    """
    abs acos acosh add add_any and asin asinh atan atan2 atanh bessel_i0e bessel_i1e
    bitcast_convert_type cbrt ceil clamp clz complex conj convert_element_type copy cos cosh
    digamma div eq erf erf_inv erfc exp exp2 expm1 floor ge gt imag integer_pow is_finite le
    lgamma log log1p logistic lt max min mul ne neg nextafter not or population_count pow real
    reduce_precision rem round rsqrt select_n shift_left shift_right_arithmetic
    shift_right_logical sign sin sinh sqrt square stop_gradient sub tan tanh xor
    """.split()
)
_APART = POINTWISE | frozenset(  # or of an element elsewhere
    """
    broadcast_in_dim concatenate dynamic_slice dynamic_update_slice gather iota pad reshape
    rev slice split squeeze stack tile transpose unstack
    """.split()
)
_CALLS = frozenset(("custom_jvp_call", "custom_vjp_call", "jit", "pjit"))

# A library reduces float32 arrays of so many elements, whatever the level.
_REDUCED = frozenset(("reduce_max", "reduce_min", "reduce_sum"))
_MANY = 1 << 12

# With the emitters so few numbers are added up in another order, which compiled code has.
_FEW = 16

# What turns large arrays around takes several times as long without the emitters.
_TURNS = frozenset(("reshape", "transpose"))
_STREAMED = frozenset((np.dtype(np.float32), np.dtype(np.bool_)))

# Without the emitters these functions are polynomials in loops over rows, which LLVM unrolls whole
# where rows are short, for up to half a second; at its second level shorter ones, and only where
# there is little else.
_CURVES = frozenset(("erf", "exp", "log", "log1p", "tanh"))
_SHORT, _SHORTER = range(20, 64), range(10, 32)  # lengths of rows
_LITTLE = 4  # equations
_EMITTED = {k: v for k, v in _PLAIN.items() if k != "xla_cpu_use_fusion_emitters"}

_EARLY = 50  # calls in which NumPy takes less time than to compile


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
        limit = most if exe.sized_by is None else _LARGE if exe.sized_by == i else _HUGE
        if is_unknown(size) or size > limit:
            return True
    return False


def _fitting(jaxpr: Any, large: bool) -> dict[str, Any] | None:
    """The options that make the compiler quick with code that runs as fast then; None if none do.

    Args:
        jaxpr: what is compiled.
        large: whether there are arrays so large that loops must be as good as they can.
    """
    if _adds_few(jaxpr):
        return None
    if not _adds_nothing_up(jaxpr):
        return None if large or _unrolls(jaxpr, _SHORT) else _CHEAP
    if _count(jaxpr) <= _LITTLE and _unrolls(jaxpr, _SHORTER):
        return None if large else _EMITTED
    return None if large and not _streams(jaxpr) else _PLAIN


def _unrolls(jaxpr: Any, short: range) -> bool:
    """Whether a function like the exponential runs along rows of such lengths."""
    for equation in jaxpr.eqns:
        if equation.primitive.name in _CURVES:
            lengths = [n for n in equation.outvars[0].aval.shape if n != 1]
            if len(lengths) > 1 and lengths[-1] in short:
                return True
        elif any(_unrolls(inner, short) for inner in inner_jaxprs(equation)):
            return True
    return False


def _count(jaxpr: Any) -> int:
    """How many equations there are that are no calls."""
    return sum(sum(map(_count, inner_jaxprs(e))) or 1 for e in jaxpr.eqns)


def _adds_few(jaxpr: Any) -> bool:
    """Whether a few numbers are added up."""
    for equation in jaxpr.eqns:
        given = equation.invars[0].aval if equation.primitive.name == "reduce_sum" else None
        if given is not None and 1 < given.size <= _FEW and is_inexact(given.dtype):
            return True
        if any(map(_adds_few, inner_jaxprs(equation))):
            return True
    return False


def _adds_nothing_up(jaxpr: Any) -> bool:
    """Whether no element of a result is made of several elements of one argument.

    What a library makes of several does not count: no compiled loop adds it up.
    """
    for equation in jaxpr.eqns:
        name = equation.primitive.name
        if name in _CALLS:
            if not all(map(_adds_nothing_up, inner_jaxprs(equation))):
                return False
        elif name in _REDUCED:
            given, result = equation.invars[0].aval, equation.outvars[0].aval
            if given.size != result.size and (given.dtype != np.float32 or given.size < _MANY):
                return False
        elif name not in _APART:
            return False
    return True


def _streams(jaxpr: Any) -> bool:
    """Whether loops run through all large arrays in the order in which they lie in memory."""
    for equation in jaxpr.eqns:
        name = equation.primitive.name
        if name in _CALLS:
            if not all(map(_streams, inner_jaxprs(equation))):
                return False
            continue
        large = [v.aval for v in (*equation.invars, *equation.outvars) if v.aval.size > _LARGE]
        if large and (name in _TURNS or any(a.dtype not in _STREAMED for a in large)):
            return False
    return True


class _Moves:
    """Runs code that only moves elements by NumPy, until it has been called often.

    Args:
        jitted: the code under `jax.jit`.
        arrays: what it is called with.
    """

    __slots__ = ("avals", "calls", "run")

    def __init__(self, jitted: Any, arrays: Sequence[Any]):
        self.calls, closed = 0, jitted.trace(*arrays).jaxpr
        self.run, self.avals = mover(closed), closed.out_avals

    def __call__(self, arrays: Sequence[Any]) -> tuple | None:
        """The results; None if it has to be compiled."""
        if self.run is None:
            return None
        self.calls += 1
        if self.calls > _EARLY:
            self.run = None
            return None
        outs = []
        for aval, found in zip(self.avals, self.run(list(map(np.asarray, arrays))), strict=True):
            host = aligned(aval.shape, aval.dtype)
            host[...] = found
            outs.append(as_array(aval, host, arrays[0]))
        return tuple(outs)


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

    def moved(arrays: Sequence[Any], options: dict[str, Any]) -> tuple | None:
        """The results where they are made by moving elements, and not yet often of such arrays."""
        if not arrays or any(type(a) is not ArrayImpl or len(a.devices()) > 1 for a in arrays):
            return None
        kind = tuple([a.aval for a in arrays])
        state = seen.get(kind) or seen.again(kind)
        if state is None:
            state = seen[kind] = _Moves(compiled(options), arrays)
        outs = state(arrays)
        if outs is None and state.calls > _EARLY:
            state.calls = 0
            fn._clear_cache()  # it has kept that Python is to be asked
        return outs

    def miss(*arrays: Any) -> tuple:
        """What JAX's dispatch asks for where it has no executable for such arrays.

        Returns:
            the results, what the dispatch needs for the next call (or None), False.
        """
        if any(isinstance(a, jax.core.Tracer) for a in arrays):
            return compiled()(*arrays), None, False
        large, key = _exceeds(exe, arrays, _LARGE), None
        if _shelves:
            key, ready = _shelves[0].find(exe, large, arrays)
            if ready is not None:
                return ready
        options = None if _exceeds(exe, arrays, _HUGE) else _options()
        if key is None and options and nothing_is_traced():
            outs = moved(arrays, options)
            if outs is not None:
                return outs, None, False

        def compile_and_run(*arrays: Any) -> tuple:
            fitting = options
            if options:
                fitting = _fitting(compiled(options).trace(*arrays).jaxpr.jaxpr, large)
            with one_ir_context():
                return compiled(fitting)._cache_miss(*arrays)

        found = call(compile_and_run, arrays, lambda outs: (outs, None, False))
        if key is not None and found[1] is not None:
            _shelves[0].keep(exe, key, found[1])
        return found

    def plain(*arrays: Any) -> Any:
        """The same with JAX's public names alone."""
        jitted = compiled(None if _exceeds(exe, arrays, _LARGE) else _options())
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


@functools.cache
def _options() -> dict[str, Any] | None:
    """What makes the compiler quick, None if it is not for the CPU or does not know it."""
    if jax.default_backend() != "cpu":
        return None
    try:
        with jax.ensure_compile_time_eval():  # whatever is being traced now
            jax.jit(lambda: 0, compiler_options=_PLAIN)()
    except jax.errors.JaxRuntimeError:
        return None
    return _CHEAP
