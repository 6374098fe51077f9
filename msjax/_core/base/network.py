"""What the core knows of a Cell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msjax._core.base.box import Box

# Attributes of a Cell that say nothing about what it computes; those that hold its compiled code.
BOOKKEEPING = frozenset({"_id", "_create_time", "_param_prefix", "_scope"})
COMPILED = frozenset({"_graph_function", "_compiled_methods", "_gradient_functions"})
UNSEEN = BOOKKEEPING | COMPILED


class Network:
    """Base of Cell: what compiled code, gradients and transformations ask one for.

    Besides its attributes, compiled code depends on its own Parameters (`_params`), on what its
    inputs are cast to (`_msj_cast`), on whether it is recomputed (`_msj_recomputed`) and on its
    hooks (`_msj_table`).
    """

    __slots__ = ()
    _takes_tensors = False  # whether it is a list whose parts a Tensor picks in compiled code
    _params: dict[str, Any]
    _msj_cast: Any
    _msj_recomputed: Any
    _msj_table: Any

    def get_parameters(self) -> Iterator[Box]:
        """The Parameters of this Cell and those below it."""
        raise NotImplementedError

    def cells_and_names(self) -> Iterator[tuple[str, Network]]:
        """This Cell and those below it, with their names."""
        raise NotImplementedError

    def _run_construct(self, /, *args: Any, **kwargs: Any) -> Any:
        """Run what the Cell computes, with all that was asked for around it."""
        raise NotImplementedError
