"""Kinds of nodes, and the values that are their arguments and targets."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from msjax._core.base.checks import of_type, string
from msjax._core.base.errors import Speaker, must


class ValueType(Enum):
    """What a `ScopedValue` is."""

    ConstantValue = 0
    TupleValue = 20
    ListValue = 21
    DictValue = 22
    NamingValue = 40
    CustomObjValue = 41
    UnsupportedValue = 50


class NodeType(Enum):
    """What a node does."""

    Unknown = 0
    CallCell = 1
    CallPrimitive = 2
    CallModule = 3
    CallFunction = 4
    CallMethod = 5
    Python = 6
    Input = 7
    Output = 8
    Tree = 9
    CellContainer = 10
    MathOps = 11
    ControlFlow = 12


class ScopedValue:
    """A name or another value in the code of a network.

    Args:
        arg_type: what the value is.
        scope: what the name belongs to, e.g. "self".
        value: the name or the value.

    Examples:
        >>> from msjax.rewrite import ScopedValue
        >>> print(ScopedValue.create_naming_value("conv", "self"))
        self.conv
    """

    def __init__(self, arg_type: ValueType, scope: str = "", value: Any = None):
        self.type, self.scope, self.value = arg_type, scope, value

    @classmethod
    def create_variable_value(cls, value: Any) -> ScopedValue:
        """A value that is not a name.

        Args:
            value: a number, a str, None, or a tuple, list or dict of such; or any object.

        Returns:
            ScopedValue.

        Examples:
            >>> from msjax.rewrite import ScopedValue
            >>> print(ScopedValue.create_variable_value(2))
            2
        """
        if value is None or isinstance(value, (int, float, str)):
            return cls(ValueType.ConstantValue, "", value)
        if isinstance(value, tuple):
            return cls(ValueType.TupleValue, "", tuple(map(cls.create_variable_value, value)))
        if isinstance(value, list):
            return cls(ValueType.ListValue, "", tuple(map(cls.create_variable_value, value)))
        if isinstance(value, dict):
            items = {k: cls.create_variable_value(v) for k, v in value.items()}
            return cls(ValueType.DictValue, "", items)
        return cls(ValueType.CustomObjValue, "", value)

    @classmethod
    def create_naming_value(cls, name: str, scope: str = "") -> ScopedValue:
        """A name.

        Args:
            name: the name.
            scope: what it belongs to, e.g. "self".

        Returns:
            ScopedValue.

        Raises:
            TypeError: an argument is not a str.

        Examples:
            >>> from msjax.rewrite import ScopedValue
            >>> print(ScopedValue.create_naming_value("x"))
            x
        """
        with Speaker("ScopedValue"):
            string("name", name)
            string("scope", scope)
        return cls(ValueType.NamingValue, scope, name)

    @staticmethod
    def create_name_values(
        names: Sequence[str], scopes: Sequence[str] | None = None
    ) -> list[ScopedValue]:
        """Several names.

        Args:
            names: tuple or list of names.
            scopes: what they belong to, as many. Default: nothing.

        Returns:
            list of ScopedValue.

        Raises:
            TypeError: an argument is no tuple or list of str.
            ValueError: there are not as many scopes as names.

        Examples:
            >>> from msjax.rewrite import ScopedValue
            >>> print(ScopedValue.create_name_values(["x", "y"]))
            [x, y]
        """
        with Speaker("ScopedValue"):
            of_type("names", names, list, tuple)
            if scopes is not None and len(of_type("scopes", scopes, list, tuple)) != len(names):
                raise ValueError(must("scopes", f"of length {len(names)}", scopes))
        scopes = [""] * len(names) if scopes is None else scopes
        pairs = zip(names, scopes, strict=True)
        return [ScopedValue.create_naming_value(name, scope) for name, scope in pairs]

    def code(self) -> str:
        """The value as Python code.

        Raises:
            NotImplementedError: it is an object that code cannot name.
        """
        if self.type is ValueType.NamingValue:
            return str(self)
        if self.type is ValueType.UnsupportedValue:
            return str(self.value)
        if self.type is ValueType.TupleValue:
            return f"({''.join(v.code() + ', ' for v in self.value)})"
        if self.type is ValueType.ListValue:
            return f"[{', '.join(v.code() for v in self.value)}]"
        if self.type is ValueType.DictValue:
            return f"{{{', '.join(f'{k!r}: {v.code()}' for k, v in self.value.items())}}}"
        if self.type is ValueType.ConstantValue:
            return repr(self.value)
        raise NotImplementedError(f"rewrite: {self} as an argument is not supported by msjax.")

    def __str__(self) -> str:
        if self.type is ValueType.CustomObjValue:
            return f"CustomObj: {self.value}"
        if self.type not in (ValueType.ConstantValue, ValueType.NamingValue):
            return f"Illegal ValueType: {self.type}"
        return f"{self.scope}.{self.value}" if self.scope else str(self.value)

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScopedValue):
            return NotImplemented
        mine, theirs = (self.type, self.scope, self.value), (other.type, other.scope, other.value)
        return mine == theirs

    def __hash__(self) -> int:
        return hash((self.type, self.scope, str(self.value)))
