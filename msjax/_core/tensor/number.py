"""Python numbers whose values are known only when compiled code runs.

A `Number` stands for an int, a float or a bool inside traced code: it promotes as one, and is one
again in results. Where code needs its value, tracing ends.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.state import STATE
from msjax._core.base.x64 import to_device, x64
from msjax._core.runtime.agreement import host_values
from msjax._core.tensor.structure import Composite
from msjax._core.tensor.tensor import Tensor, box

KINDS: dict[type, Any] = {bool: np.bool_, int: np.int64, float: np.float64}
_KIND_OF = {"b": bool, "i": int, "f": float}


class Number(Composite):
    """A number in traced code, held by a 0-d Tensor of bool, int64 or float64."""

    __slots__ = ("kind", "tensor")

    def __init__(self, tensor: Tensor):
        if STATE.frame is not None and STATE.frame.shows_classes():
            raise STATE.frame.break_off(
                "type() may be asked of a number that compiled code changes"
            )
        self.tensor = tensor
        self.kind: type = _KIND_OF[np.dtype(tensor.dtype.np).kind]

    @staticmethod
    def made(value: Any) -> Number:
        """The Number of a Python number, or of the integer in a Tensor."""
        if type(value) is Number:
            return value
        if isinstance(value, Tensor):
            with x64():
                return Number(box(value._read().reshape(()).astype(np.int64)))
        return Number(box(to_device(np.asarray(value, KINDS[type(value)]))))

    @property
    def __class__(self) -> type:  # type: ignore[override]
        """For `isinstance`: whatever asks for the value of such a number ends the trace."""
        return self.kind

    def _parts(self) -> tuple:
        return (self.tensor,)

    @classmethod
    def _of(cls, *parts: Any) -> Any:
        if isinstance(parts[0]._value, jax.core.Tracer):
            return Number(parts[0])
        return host_values(parts[0]._value).item()

    def _needs_value(self, *_: Any) -> Any:
        if STATE.frame is None:
            raise RuntimeError("A number of compiled code has no value outside of it.")
        raise STATE.frame.break_off("Python code needs the value of a number that a loop changes")

    __int__ = __index__ = __float__ = __complex__ = __hash__ = __str__ = __repr__ = _needs_value
    __format__ = __round__ = __trunc__ = __floor__ = __ceil__ = __reduce_ex__ = _needs_value
    __array__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __divmod__ = __rdivmod__ = (
        _needs_value
    )

    __array_ufunc__ = None  # NumPy's own numbers leave operations to this class

    def __getattr__(self, name: str) -> Any:
        if hasattr(self.kind, name):
            self._needs_value()
        raise AttributeError(f"'{self.kind.__name__}' object has no attribute '{name}'")

    def hold(self, test: Callable, refusal: Callable) -> None:
        """Let code raise `refusal()` where `test` of the number does not hold."""
        with x64():
            held = box(test(self.tensor._read()))
        if not (STATE.frame is not None and STATE.frame.require(held)) and not held:
            raise refusal()

    def __bool__(self) -> bool:
        return bool(self.tensor)

    def __neg__(self) -> Any:
        return _computed(jnp.negative, _operand(self))

    def __pos__(self) -> Any:
        return _computed(jnp.positive, _operand(self))

    def __abs__(self) -> Any:
        return _computed(jnp.abs, _operand(self))

    def __eq__(self, other: Any) -> Any:
        return _binary(jnp.equal, self, other)

    def __ne__(self, other: Any) -> Any:
        return _binary(jnp.not_equal, self, other)

    def __pow__(self, other: Any) -> Any:
        if type(other) is int and 0 <= other < 64 and self.kind is not bool:
            with x64():
                base = self.tensor._read()
                return self._power(base, jax.lax.integer_pow(base, other), other)
        if isinstance(other, Tensor):
            return NotImplemented
        return self._float_power(self, other) if type(other) is float else self._needs_value()

    def __rpow__(self, other: Any) -> Any:
        if isinstance(other, Tensor):
            return NotImplemented
        return self._float_power(other, self) if type(other) is float else self._needs_value()

    def _float_power(self, base: Any, exponent: Any) -> Any:
        """A positive number to any power."""
        with x64():
            base, exponent = (_operand(v).astype(np.float64) for v in (base, exponent))
            found = jnp.power(base, exponent)
            if not self._requires((base > 0) & jnp.isfinite(found)):
                self._needs_value()
            return _computed(lambda: found)

    def _power(self, base: Any, found: Any, exponent: int) -> Any:
        """An integral power, within the numbers that Python and XLA have in common."""
        exact = jax.lax.integer_pow(base.astype(np.float64), exponent)
        held = jnp.abs(exact) < 2.0**63 if self.kind is int else jnp.isfinite(exact)
        if not self._requires(held):
            self._needs_value()
        return _computed(lambda: found)

    def _requires(self, held: Any) -> bool:
        """Let a bool be what has to hold; False where that is not possible."""
        return STATE.frame is not None and STATE.frame.require(box(held))


def _operand(value: Any) -> Any:
    """The array of a number, bool as the int it is."""
    array = Number.made(value).tensor._read()
    return array.astype(np.int64) if array.dtype == np.bool_ else array


def _computed(function: Callable, *arrays: Any) -> Number:
    with x64():
        found = function(*arrays)
        return Number(box(jax.lax.convert_element_type(found, found.dtype)))


def _binary(function: Callable, a: Any, b: Any) -> Any:
    for value in (a, b):
        if type(value) is int and not -(2**63) <= value < 2**63:
            Number._needs_value(a if type(a) is Number else b)
        if type(value) not in (Number, bool, int, float):
            return NotImplemented
    with x64():
        arrays = [_operand(a), _operand(b)]
        if any(array.dtype == np.float64 for array in arrays):
            arrays = [array.astype(np.float64) for array in arrays]
        elif function is operator.mul or (function in (operator.add, operator.sub) and _leap(a, b)):
            exact = function(*(array.astype(np.float64) for array in arrays))
            if STATE.frame is not None:  # Python's ints do not end at 64 bits
                STATE.frame.require(box(jnp.abs(exact) < 2.0**63))
        return _computed(function, *arrays)


def _leap(a: Any, b: Any) -> bool:
    """Whether few sums of this kind leave 64 bits."""
    return not any(type(v) is bool or (type(v) is int and abs(v) < 1 << 32) for v in (a, b))


def _divided(function: Callable, a: Any, b: Any) -> Any:
    if isinstance(a, Tensor) or isinstance(b, Tensor):
        return NotImplemented
    if type(b) is Number:
        b.hold(lambda n: n != 0, lambda: ZeroDivisionError("division by zero"))
    elif isinstance(b, (int, float)) and b == 0:
        raise ZeroDivisionError("division by zero")
    return _binary(function, a, b)


def _true_quotient(a: Any, b: Any) -> Any:
    return jnp.divide(a.astype(np.float64), b.astype(np.float64))


def _logical(function: Callable, a: Any, b: Any) -> Any:
    kinds = [v.kind if type(v) is Number else type(v) for v in (a, b)]
    if any(issubclass(k, Tensor) for k in kinds):
        return NotImplemented
    if kinds == [bool, bool]:
        with x64():
            return _computed(function, *(Number.made(v).tensor._read() for v in (a, b)))
    return _binary(function, a, b) if set(kinds) <= {bool, int} else NotImplemented


def _install() -> None:
    rules: list[tuple[Callable, dict[str, Callable]]] = [
        (_binary, {"add": operator.add, "sub": operator.sub, "mul": operator.mul}),
        (_divided, {"truediv": _true_quotient, "floordiv": jnp.floor_divide, "mod": jnp.mod}),
        (_logical, {"and": operator.and_, "or": operator.or_, "xor": operator.xor}),
    ]
    for rule, functions in rules:
        for name, function in functions.items():

            def there(self: Any, other: Any, rule: Callable = rule, f: Callable = function) -> Any:
                return rule(f, self, other)

            def back(self: Any, other: Any, rule: Callable = rule, f: Callable = function) -> Any:
                return rule(f, other, self)

            setattr(Number, f"__{name}__", there)
            setattr(Number, f"__r{name}__", back)
    for name in ("lt", "le", "gt", "ge"):
        compare = getattr(operator, name)

        def compared(self: Any, other: Any, f: Callable = compare) -> Any:
            return _binary(f, self, other)

        setattr(Number, f"__{name}__", compared)


_install()
