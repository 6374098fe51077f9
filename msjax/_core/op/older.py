"""Calls as older releases of MindSpore took them: other names, orders and defaults of arguments.

What publishes a function says in `formerly` how it was called: a text of names, each with its name
of today ("x=input dim=axis"), or one of the functions here. The signature stays that of today. A
call that only an older release could mean is translated; one that today's signature takes is left
alone.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msjax._core.base.errors import must, speaks
from msjax._core.base.functions import F

Find = Callable[[str], Any]  # the object published under a dotted name
Older = str | Callable | tuple[str, Callable]

RENAMED: dict[str, str] = {}  # of a spelling, arguments with their names of today: "x=input"
CHANGED: dict[str, Callable[..., Any]] = {}  # of a spelling, what translates its older calls


def enter_older(surfaces: Collection[str], formerly: Mapping[str, Older] | None) -> None:
    """Note how older releases called spellings.

    Args:
        surfaces: dotted public names, all those that one decorator publishes.
        formerly: by spelling, names of arguments, or a function of this module, or both.

    Raises:
        ValueError: there is no such spelling.
    """
    for surface, how in (formerly or {}).items():
        if surface not in surfaces:
            raise ValueError(f"'{surface}' is none of {' or '.join(sorted(surfaces))}.")
        for one in how if isinstance(how, tuple) else (how,):
            if isinstance(one, str):
                RENAMED[surface] = one
            else:
                CHANGED[surface] = one


def taking(names: str) -> Callable[[F], F]:
    """A decorator of what translates older calls: the names that their arguments may have."""

    def decorate(rule: F) -> F:
        rule.__dict__["names"] = frozenset(names.split())
        return rule

    return decorate


def _bound(
    label: str, names: Sequence[str], args: tuple, kwargs: dict[str, Any], needs: str = ""
) -> dict[str, Any]:
    """The arguments of a call of an older release by their names; the one it `needs` is there."""
    if len(args) > len(names):
        raise TypeError(f"{label}() takes {len(names)} arguments, but {len(args)} were given.")
    bound = dict(zip(names, args, strict=False))
    for name, value in kwargs.items():
        if name in bound:
            raise TypeError(f"{label}() got multiple values for argument '{name}'.")
        if name not in names:
            raise TypeError(f"{label}() got an unexpected keyword argument '{name}'.")
        bound[name] = value
    if needs and needs not in bound:
        raise TypeError(f"{label}() missing 1 required positional argument: '{needs}'")
    return bound


@taking("x roi scales sizes coordinate_transformation_mode mode")
def interpolate(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.6 to 2.0.0-alpha: sizes or a scale for each axis, one word for where positions lie."""
    own = {"x", "roi", "scales", "sizes", "coordinate_transformation_mode"}
    positional = len(args) > 3 and not isinstance(args[3], str)
    if not (own & kwargs.keys() or positional):
        return today(*args, **kwargs)
    if "input" in kwargs:
        kwargs["x"] = kwargs.pop("input")
    names = ("x", "roi", "scales", "sizes", "coordinate_transformation_mode", "mode")
    bound = _bound("interpolate", names, args, kwargs, "x")
    x, scales, sizes = bound["x"], bound.get("scales"), bound.get("sizes")
    if bound.get("roi") is not None:
        raise NotImplementedError("interpolate() had no use for 'roi' in any release.")
    if (scales is None) == (sizes is None):
        raise ValueError(must("scales", "given if and only if 'sizes' is not", (scales, sizes)))
    mode, where = bound.get("mode", "linear"), bound.get(names[4], "align_corners")
    ranks = {"linear": 3, "bilinear": 4}
    if mode not in ranks:
        raise ValueError(must("mode", f"one of {list(ranks)} beside these arguments", mode))
    if where not in ("align_corners", "half_pixel", "asymmetric"):
        raise ValueError(must(names[4], "align_corners, half_pixel or asymmetric", where))
    if x.ndim != ranks[mode]:
        raise ValueError(must("x", f"of rank {ranks[mode]} for the mode {mode}", x.shape))
    if scales is not None:
        if len(scales) != x.ndim or tuple(scales[:2]) != (1, 1) or min(scales) <= 0:
            raise ValueError(must("scales", "positive, one an axis, 1 for the first two", scales))
        sizes = tuple(int(s * n) for s, n in zip(scales[2:], x.shape[2:], strict=True))
    elif len(sizes) != x.ndim - 2:
        raise ValueError(must("sizes", f"of length {x.ndim - 2} for the mode {mode}", sizes))
    if mode == "linear":
        return resolve("ops.ResizeLinear1D")(where)(x, tuple(sizes))
    resize = resolve("ops.ResizeBilinearV2")(where == "align_corners", where == "half_pixel")
    return resize(x, tuple(sizes))


@taking("input_x paddings")
def pad(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """To 2.0.0-alpha: a pair for each axis, filled with zeros."""
    second = args[1] if len(args) == 2 and not kwargs else None
    nested = isinstance(second, (tuple, list)) and bool(second) and not isinstance(second[0], int)
    if not nested and "paddings" not in kwargs:
        return today(*args, **kwargs)
    bound = _bound("pad", ("input_x", "paddings"), args, kwargs)
    if len(bound) < 2:
        raise TypeError("pad() needs 'input_x' and 'paddings'.")
    x, pairs = bound["input_x"], bound["paddings"]
    if len(pairs) != x.ndim or any(len(pair) != 2 for pair in pairs):
        raise ValueError(must("paddings", f"of shape ({x.ndim}, 2)", pairs))
    return today(x, [n for pair in reversed(pairs) for n in pair])


@taking("input_x axis output_num")
def split(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """To 1.9: into a number of equal parts."""
    if "output_num" not in kwargs:
        return today(*args, **kwargs)
    bound = _bound("split", ("input_x", "axis", "output_num"), args, kwargs, "input_x")
    return resolve("ops.Split")(bound.get("axis", 0), bound["output_num"])(bound["input_x"])


@taking("input_x axis p keep_dims epsilon")
def norm(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.9 and 2.0.0-alpha: norms along axes, with a lower bound."""
    if not kwargs.keys() & {"axis", "p", "keep_dims", "epsilon", "input_x"}:
        return today(*args, **kwargs)
    names = ("input_x", "axis", "p", "keep_dims", "epsilon")
    bound = _bound("norm", names, args, kwargs)
    if "input_x" not in bound or "axis" not in bound:
        raise TypeError("norm() needs 'input_x' and 'axis' beside these arguments.")
    x = bound.pop("input_x")
    return resolve("ops.LpNorm")(**bound)(x)


@taking("input_x axis unbiased keep_dims")
def deviation(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.9 to 2.0.0-alpha: deviation and mean, for the sample unless `unbiased` is False."""
    if not kwargs.keys() & {"unbiased", "keep_dims", "input_x"}:
        return today(*args, **kwargs)
    bound = _deviation("std", "input_x", args, kwargs)
    x = bound.pop("input_x")
    return resolve("ops.ReduceStd")(**bound)(x)


@taking("input_x x axis unbiased keep_dims")
def variance(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """2.0.0-alpha: corrected for the sample unless `unbiased` is False."""
    if not kwargs.keys() & {"unbiased", "keep_dims", "input_x", "x"}:
        return today(*args, **kwargs)
    first = "x" if "x" in kwargs else "input_x"
    bound = _deviation("var", first, args, kwargs)
    axis = bound.get("axis", ())
    axis = None if axis == () else axis
    unbiased, keep_dims = bound.get("unbiased", True), bound.get("keep_dims", False)
    return today(bound[first], axis, int(unbiased), keep_dims)


def _deviation(label: str, first: str, args: tuple, kwargs: dict[str, Any]) -> dict[str, Any]:
    bound = _bound(label, (first, "axis", "unbiased", "keep_dims"), args, kwargs, first)
    if not isinstance(bound.get("unbiased", True), bool):
        raise TypeError(must("unbiased", "bool", bound["unbiased"]))
    return bound


def _extremum(label: str, primitive: str) -> Callable[..., Any]:
    @taking("x axis keep_dims")
    def extremum(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
        """1.8 to 1.10: the index and the value along an axis, by default the first."""
        if not kwargs.keys() & {"keep_dims", "x"}:
            return today(*args, **kwargs)
        bound = _bound(label, ("x", "axis", "keep_dims"), args, kwargs, "x")
        x = bound.pop("x")
        return resolve(primitive)(**bound)(x)

    return extremum


maximum = _extremum("max", "ops.ArgMaxWithValue")
minimum = _extremum("min", "ops.ArgMinWithValue")


@taking("x global_median axis keep_dims")
def median(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.10: along the first axis by default, or of all elements."""
    if not kwargs.keys() & {"global_median", "keep_dims", "x"}:
        return today(*args, **kwargs)
    bound = _bound("median", ("x", "global_median", "axis", "keep_dims"), args, kwargs, "x")
    x = bound.pop("x")
    return resolve("ops.Median")(**bound)(x)


@taking("x axis output_type")
def argmax(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.8 to 1.10: along the last axis by default, in the dtype asked for."""
    if "output_type" not in kwargs:
        return today(*args, **kwargs)
    bound = _bound("argmax", ("input", "dim", "output_type"), args, kwargs)  # renamed by now
    if "input" not in bound:
        raise TypeError("argmax() missing 1 required positional argument: 'x'")
    return resolve("ops.Argmax")(bound.get("dim", -1), bound["output_type"])(bound["input"])


@taking("p seed")
def bernoulli(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.10 to 2.2: ones with a probability that is given, in the shape of the Tensor."""
    if len(args) < 2 and not kwargs.keys() & {"p", "seed"}:
        return today(*args, **kwargs)
    bound = _bound("bernoulli", ("input", "p", "seed"), args, kwargs, "input")
    seed = bound.get("seed")
    seed = None if seed == -1 else seed  # which stood for a seed of no choice
    return resolve("ops.bernoulli")(bound["input"], bound.get("p", 0.5), seed)


def triangle(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """2.0 to 2.2: the dtype by position."""
    if len(args) == 4 and "dtype" not in kwargs:
        *args, kwargs["dtype"] = args
    return today(*args, **kwargs)


def convolution(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """To 1.9: the padding stood before the stride, and there was no bias."""
    if len(args) < 3 or not isinstance(args[2], str):
        return today(*args, **kwargs)
    names = ("input", "weight", "pad_mode", "padding", "stride", "dilation", "groups")
    return today(**_bound(today.__name__, names, args, kwargs))


@taking("x kernel_size strides pad_mode data_format")
def avg_pool2d(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """1.8 and 1.9: a mode of padding instead of its widths."""
    positional = len(args) > 3 and isinstance(args[3], str)
    if not (positional or kwargs.keys() & {"x", "strides", "pad_mode", "data_format"}):
        return today(*args, **kwargs)
    names = ("x", "kernel_size", "strides", "pad_mode", "data_format")
    bound = _bound("avg_pool2d", names, args, kwargs, "x")
    x = bound.pop("x")
    return resolve("ops.AvgPool")(**bound)(x)


@taking("inputs")
def meshgrid(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """To 1.9: one tuple of Tensors."""
    if not args and "inputs" in kwargs:
        args = (kwargs.pop("inputs"),)
    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = tuple(args[0])
    return today(*args, **kwargs)


def clip(today: Callable, args: tuple, kwargs: dict[str, Any], resolve: Find) -> Any:
    """To 2.4: a tuple or list of Tensors, too, as `ops.clip_by_value` takes them."""
    first = args[0] if args else kwargs.get("input")
    if not isinstance(first, (tuple, list)):
        return today(*args, **kwargs)
    kwargs.pop("input", None)
    return tuple(today(x, *args[1:], **kwargs) for x in first)


def constructs(cls: Any, formerly: str) -> None:
    """Let the constructor of a Primitive take what it took in older releases.

    Args:
        cls: the class.
        formerly: "before=now" for each argument that has another name, and the names of those that
            the call has now, after its Tensor; they came before the others, and None was no value.
    """
    init, call = cls.__init__, cls.__call__
    pairs = " ".join(part for part in formerly.split() if "=" in part)
    moved = [part for part in formerly.split() if "=" not in part]

    @functools.wraps(init)
    def construct(self: Any, *args: Any, **kwargs: Any) -> None:
        given = {name: kwargs.pop(name) for name in moved if name in kwargs}
        if moved and args and not isinstance(args[0], bool):
            given |= dict(zip(moved, args, strict=False))
            args = args[len(moved) :]
        init(self, *args, **kwargs)
        if given:
            self.__dict__["_beforehand"] = dict.fromkeys(moved) | given

    @functools.wraps(call)
    def compute(self: Any, *args: Any, **kwargs: Any) -> Any:
        return call(self, *args, **kwargs, **self.__dict__.get("_beforehand", {}))

    cls.__init__ = renamed(pairs)(construct) if pairs else construct
    if moved:
        cls.__call__ = compute


def renamed(pairs: str) -> Callable[[F], F]:
    """A decorator: some arguments of a function have former names ("before=now before=now")."""
    further = dict(pair.split("=") for pair in pairs.split())

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            for name in further.keys() & kwargs.keys() if kwargs else ():
                now = further[name]
                if now in kwargs:
                    raise TypeError(f"{function.__name__}() got both '{name}' and '{now}'.")
                kwargs[now] = kwargs.pop(name)
            return function(*args, **kwargs)

        call.__dict__["former_names"] = further
        return call

    return decorate


def without(**unused: Any) -> Callable[[F], F]:
    """A decorator: former arguments, and the values with which they changed nothing."""

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            for name in unused.keys() & kwargs.keys() if kwargs else ():
                if kwargs.pop(name) != unused[name]:
                    raise NotImplementedError(
                        f"{function.__qualname__}() no longer has '{name}'; leave it out, or at "
                        f"{unused[name]!r}."
                    )
            return function(*args, **kwargs)

        call.__dict__["former_names"] = dict.fromkeys(unused)
        return call

    return decorate


def takes_older(found: Any, surface: str, resolve: Find) -> Any:
    """A published object; one whose calls changed takes what older releases did, too."""
    if rule := CHANGED.get(surface):
        ruled, today = speaks(found.__name__, rule), found

        @functools.wraps(today)
        def found(*args: Any, **kwargs: Any) -> Any:
            return ruled(today, args, kwargs, resolve)

        found.__dict__["takes_older_calls"] = getattr(rule, "names", frozenset())
    return renamed(RENAMED[surface])(found) if surface in RENAMED else found
