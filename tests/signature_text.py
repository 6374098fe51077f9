"""Signatures as plain text, the same for MindSpore's objects and for msjax's.

Annotations are left out and defaults are written so that objects of both packages look alike:
``(input, axis=-1, *, dtype=None)``. The default ``...`` stands for one that MindSpore's compiled
code does not tell.
"""

import ast
import inspect
import types

POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
STARS = "(*args, **kwargs)"


def _default(value):
    if isinstance(value, Written):
        return repr(value)
    if hasattr(type(value), "__members__"):  # an enum of Python's or of C++'s
        return f"{type(value).__name__}.{value.name}"
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return repr(value)
    if value is Ellipsis:
        return "..."
    if isinstance(value, (tuple, list)):
        inner = ", ".join(map(_default, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_default(k)}: {_default(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType, types.ModuleType)):
        return value.__name__.rpartition(".")[2]
    if repr(value).startswith("mindspore.") and repr(value).replace(".", "").isidentifier():
        return repr(value)  # a dtype
    return f"{type(value).__name__}()"


def _of_init(cls):
    """The `__init__` behind a decorator that keeps no `__wrapped__`, or None."""
    function = cls.__dict__.get("__init__")
    for _ in range(4):
        cells = getattr(function, "__closure__", None) or ()
        inner = [c.cell_contents for c in cells if isinstance(c.cell_contents, types.FunctionType)]
        for found in inner:
            if found.__code__.co_name == "__init__":
                return found
        function = inner[0] if inner else None
    return None


def text(parameters):
    """'(a, b=1, *, c=None)' of parameters as `inspect` has them."""
    return str(
        inspect.Signature(
            [
                p.replace(
                    annotation=p.empty,
                    default=p.empty if p.default is p.empty else Written(_default(p.default)),
                )
                for p in parameters
            ]
        )
    )


class Written:
    """A default that prints as its text."""

    def __init__(self, written):
        self.written = written

    def __repr__(self):
        return self.written


def _parameters(function, skip):
    return list(inspect.signature(function).parameters.values())[skip:]


def of_class(cls):
    """Text of a constructor's signature, or None."""
    try:
        found = text(_parameters(cls, 0))
    except (TypeError, ValueError):
        return None
    if found.endswith("*args, **kwargs)") and cls.__init__ is not object.__init__:
        found = text(_parameters(cls.__init__, 1))  # `__new__` says less
    if found == STARS and (init := _of_init(cls)):
        found = text(_parameters(init, 1))
    return found


def of_member(cls, name):
    """Text of a method's signature without `self`, "property" or None."""
    held = inspect.getattr_static(cls, name)
    if isinstance(
        held,
        (
            type,
            types.GenericAlias,
            property,
            types.GetSetDescriptorType,
            types.MemberDescriptorType,
        ),
    ):
        return "property"
    found = getattr(cls, name)
    plain = not isinstance(held, (staticmethod, classmethod))
    if not callable(found):
        return "property"
    try:
        return text(_parameters(found, int(plain)))
    except (TypeError, ValueError):
        return None


def of_function(function):
    """Text of a function's signature, or None."""
    try:
        return text(_parameters(function, 0))
    except (TypeError, ValueError):
        return None


def parse(written):
    """The `inspect` parameters of a text; defaults are `Written` again."""
    args = ast.parse(f"def f{written}: pass").body[0].args
    made = []

    def add(arg, kind, default):
        value = inspect.Parameter.empty if default is None else Written(ast.unparse(default))
        made.append(inspect.Parameter(arg.arg, kind, default=value))

    plain = args.posonlyargs + args.args
    defaults = [None] * (len(plain) - len(args.defaults)) + args.defaults
    for index, (arg, default) in enumerate(zip(plain, defaults, strict=True)):
        add(arg, POSITIONAL[index >= len(args.posonlyargs)], default)
    if args.vararg:
        add(args.vararg, inspect.Parameter.VAR_POSITIONAL, None)
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        add(arg, inspect.Parameter.KEYWORD_ONLY, default)
    if args.kwarg:
        add(args.kwarg, inspect.Parameter.VAR_KEYWORD, None)
    return made
