"""How many operations the products of matrices and the convolutions of compiled code take."""

from __future__ import annotations

import math
import weakref
from typing import Any

from msjax._core.base.interop import inner_jaxprs
from msjax._core.base.x64 import x64
from msjax._core.compile.jit import Compiled

_phases: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()


def newest_of(compiled: Compiled) -> Any:
    """The newest compiled form of a function that has been called.

    Raises:
        ValueError: it has none.
    """
    forms = [entries[0] for entries in compiled._cache.values() if entries]
    entry = forms[-1] if forms else None
    if entry is None or entry.together or entry.plan is not None:
        raise ValueError(f"'{compiled.__name__}' runs eagerly.")
    return entry


def phase_of(label: str, entry: Any) -> str:
    """The name of a compiled form, by which `flops_in` finds it while it is kept."""
    phase = f"{label}.{id(entry)}"
    _phases[phase] = entry
    return phase


def flops_in(phase: str) -> float | None:
    """`flops_of` a compiled form by its name, None if there is none."""
    entry = _phases.get(phase)
    return None if entry is None else flops_of(entry)


def flops_of(entry: Any) -> float:
    """Multiplications and additions of one run of a compiled form."""
    state = [[b._data for b in entry.donated], entry.kept_arrays()]
    with x64():
        return _of(entry.fn.trace(*state, entry.given).jaxpr.jaxpr)  # type: ignore[attr-defined]


def _of(jaxpr: Any) -> float:
    return sum(map(_of_equation, jaxpr.eqns))


def _of_equation(equation: Any) -> float:
    name, parameters = equation.primitive.name, equation.params
    if name == "dot_general":
        (summed, _), _ = parameters["dimension_numbers"]
        shape = equation.invars[0].aval.shape
        return 2.0 * equation.outvars[0].aval.size * math.prod(shape[i] for i in summed)
    if name == "conv_general_dilated":
        numbers = parameters["dimension_numbers"]
        shape = equation.invars[1].aval.shape
        taps = math.prod(shape[i] for i in numbers.rhs_spec[1:])  # of one number of the result
        gaps = math.prod(parameters["lhs_dilation"])  # zeros between the inputs cost nothing
        return 2.0 * equation.outvars[0].aval.size * taps / gaps
    inner = [_of(part) for part in inner_jaxprs(equation)]  # derivatives not taken are none
    if name == "cond":
        return max(inner)
    return sum(inner) * (parameters["length"] if name == "scan" else 1)
