"""Hooks that print."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

import numpy as np

from msjax.dataset._checks import is_pil
from msjax.dataset.debug.debug_hook import DebugHook


class PrintMetaDataHook(DebugHook):
    """Prints types and shapes of the columns.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset.debug import PrintMetaDataHook
        >>> _ = PrintMetaDataHook()(np.zeros((2, 3)))
        Column 0. The dtype is [float64]. The shape is [(2, 3)].
    """

    def __init__(self) -> None:
        super().__init__()

    def compute(self, *args: Any) -> tuple:
        for number, column in enumerate(*args):
            text = ""
            if isinstance(column, np.ndarray):
                text = f"The dtype is [{column.dtype}]. The shape is [{column.shape}]."
            elif is_pil(column):
                text = f"The type is [{type(column)}]. The shape is [{column.size}]."
            elif isinstance(column, Sized):
                text = f"The type is [{type(column)}]. The size is [{len(column)}]."
            print(f"Column {number}. {text}", flush=True)
        return args


class PrintDataHook(DebugHook):
    """Prints the columns.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset.debug import PrintDataHook
        >>> _ = PrintDataHook()(np.arange(3))
        Column 0. The data is [[0 1 2]].
    """

    def __init__(self) -> None:
        super().__init__()

    def compute(self, *args: Any) -> tuple:
        for number, column in enumerate(*args):
            data = np.asarray(column) if is_pil(column) else column
            print(f"Column {number}. The data is [{data}].", flush=True)
        return args
