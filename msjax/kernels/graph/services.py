"""Services and graph nodes that JAX does not have: objects that keep their settings."""

from __future__ import annotations

from typing import Any

from msjax._core.base.checks import integer, of_type, string
from msjax._core.base.errors import Clause, describe, must, unsupported
from msjax._core.base.state import STATE
from msjax._core.op.primitive import Primitive
from msjax._core.op.publish import public
from msjax._core.runtime.feed import queue
from msjax._core.tensor.tensor import Tensor


class _Uncalled(Primitive):
    """A node of a compiled graph or of a service that JAX has not; only calling it raises."""

    _instead = ""

    def __init__(self, name: str = "", **attributes: Any):
        super().__init__(name or type(self).__name__)
        for key, value in attributes.items():
            self.add_prim_attr(key, value)

    def __call__(self, *args: Any) -> Any:
        raise unsupported(f"'{self.name}'", self._instead)


@public("ops.GeSwitch")
class GeSwitch(_Uncalled):
    """Send data into one of two branches of a graph; calling it raises NotImplementedError.

    Inputs:
        - **data** - what is sent.
        - **pred** - a bool that chooses the branch.

    Raises:
        NotImplementedError: at every call; use Python's `if`.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.GeSwitch().name
        'GeSwitch'
    """

    _instead = "use Python's if"

    def __init__(self) -> None:
        super().__init__()

    def __call__(self, data: Any, pred: Any) -> Any:
        return super().__call__(data, pred)


@public("ops.Merge")
class Merge(_Uncalled):
    """Take the branch of a graph that has run; calling it raises NotImplementedError.

    Raises:
        NotImplementedError: at every call; use Python's `if`.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Merge().name
        'Merge'
    """

    _instead = "use Python's if"

    def __init__(self) -> None:
        super().__init__()


public("ops.geswitch")(GeSwitch())
public("ops.merge")(Merge())


@public("ops.Pull")
class Pull(_Uncalled):
    """Fetch a weight from a parameter server; calling it raises NotImplementedError.

    Raises:
        NotImplementedError: at every call; there is not a parameter server.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Pull().name
        'Pull'
    """

    _instead = "there is no parameter server; parameters live on the devices"

    def __init__(self) -> None:
        super().__init__(primitive_target="CPU")


@public("ops.Push")
class Push(_Uncalled):
    """Send an optimizer's inputs to a parameter server; calling it raises NotImplementedError.

    Args:
        optim_type (str): name of the optimizer.
        only_shape_indices (list): inputs of which only the shape is sent.

    Raises:
        NotImplementedError: at every call; there is not a parameter server.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.Push("Adam", [0]).optim_type
        'Adam'
    """

    _instead = "there is no parameter server; use an optimizer of nn"

    def __init__(
        self, optim_type: str = "ApplyMomentum", only_shape_indices: list[int] | None = None
    ):
        given = {"optim_type": optim_type, "only_shape_indices": only_shape_indices}
        super().__init__(primitive_target="CPU", side_effect_hidden=True)
        self._set_init(**given)


@public("ops.GetNext")
class GetNext(Primitive):
    """The next element of a dataset that a `DatasetHelper` in sink mode feeds.

    It reads when it is called, so functions that call it run uncompiled.

    Args:
        types: list of dtypes.
        shapes: list of shapes.
        output_num (int): their number.
        shared_name (str): name of the queue.

    Inputs:
        None.

    Outputs:
        Tuple of Tensors, one for each column.

    Raises:
        TypeError: an argument is of a wrong type.
        ValueError: `types` and `shapes` differ in length.
        RuntimeError: when called, there is no such queue, or its data is of other dtypes or shapes.

    Examples:
        >>> import msjax as ms
        >>> read = ms.ops.GetNext([ms.float32], [(2, 3)], 1, "numbers")
        >>> read.shapes, read.shared_name
        ([(2, 3)], 'numbers')
    """

    def __init__(self, types: list[Any], shapes: list[Any], output_num: int, shared_name: str):
        for arg, value in (("types", types), ("shapes", shapes)):
            of_type(arg, value, list, tuple)
        if len(types) != len(shapes):
            raise ValueError(must("types", f"{len(shapes)} long", len(types)))
        integer("output_num", output_num)
        given = {"types": types, "shapes": shapes, "output_num": output_num}
        super().__init__("GetNext")
        for key, value in {**given, "shared_name": shared_name}.items():
            self.add_prim_attr(key, value)

    def __call__(self) -> tuple[Tensor, ...]:
        if STATE.frame is not None:
            raise STATE.frame.break_off("'GetNext' reads from a dataset")
        feed = queue(self.shared_name)
        if feed is None:
            raise RuntimeError(
                Clause(
                    f"there is no queue {self.shared_name!r}: the dataset has not been "
                    "given to a DatasetHelper in sink mode, or does not exist any more."
                )
            )
        element = tuple(Tensor(column) for column in feed.next())
        found = [(e.dtype, list(e.shape)) for e in element]
        expected = [(t, list(s)) for t, s in zip(self.types, self.shapes, strict=True)]
        if not _fits(found, expected) or len(found) != self.output_num:
            raise RuntimeError(must("types' and 'shapes", f"those of the data: {found}", expected))
        return element


def _fits(found: list, expected: list) -> bool:
    """Whether dtypes and shapes are the expected ones; a length of None or -1 is any."""
    return len(found) == len(expected) and all(
        f == e or e in (None, -1)
        for (kind, shape), (dtype, lengths) in zip(found, expected, strict=True)
        for f, e in [(kind, dtype), (len(shape), len(lengths)), *zip(shape, lengths, strict=False)]
    )


@public("ops.CustomOpBuilder")
class CustomOpBuilder:
    """Build operators from C++ sources; here only the settings are kept, `load` raises.

    Args:
        name (str): the module's name.
        sources (str, list, tuple): the files.
        backend (str): "Ascend" or "CPU".
        include_paths (list): folders of headers.
        cflags (str): the compiler's options.
        ldflags (str): the linker's options.
        kwargs: further settings.

    Raises:
        TypeError: an argument is of a wrong type.

    Examples:
        >>> import msjax as ms
        >>> ms.ops.CustomOpBuilder("my_ops", ["add.cpp"], backend="CPU").sources
        ['add.cpp']
    """

    def __init__(
        self,
        name: str,
        sources: Any,
        backend: str | None = None,
        include_paths: Any = None,
        cflags: str | None = None,
        ldflags: str | None = None,
        **kwargs: Any,
    ):
        string("name", name)
        if not isinstance(sources, (str, list, tuple)):
            raise TypeError(must("sources", "str or list", describe(sources)))
        self.name, self.sources, self.backend = name, sources, backend
        self.include_paths, self.cflags, self.ldflags = include_paths, cflags, ldflags
        self.kwargs = kwargs

    def load(self) -> Any:
        """Would build and load the operators.

        Raises:
            NotImplementedError: always.
        """
        raise unsupported(
            "'CustomOpBuilder'",
            "its C++ interface belongs to MindSpore; use ops.Custom with a Python function, or "
            "jax.ffi for compiled code",
        )
