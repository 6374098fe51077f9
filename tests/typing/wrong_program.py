"""Wrong calls that a type checker has to report: nothing runs this file.

A comment that ignores an error is an error itself where there is none to ignore
(`reportUnnecessaryTypeIgnoreComment`), so `make lint` fails if one of these passes.
"""

from __future__ import annotations

import msjax as ms
import msjax.dataset as ds
import msjax.numpy as mnp
from msjax import Tensor, mint, nn, ops

x = Tensor([1.0, 2.0])

# Unknown names.
x.no_such_method()  # pyright: ignore[reportAttributeAccessIssue]
ops.no_such_function(x)  # pyright: ignore[reportAttributeAccessIssue]
nn.NoSuchLayer(3)  # pyright: ignore[reportAttributeAccessIssue]
ms.no_such_name  # pyright: ignore[reportAttributeAccessIssue]  # noqa: B018

# Wrong names of arguments, and too many or too few arguments.
ops.relu(tensor=x)  # pyright: ignore[reportCallIssue]
ops.concat([x, x], dimension=0)  # pyright: ignore[reportCallIssue]
mint.sum(x, dimension=0)  # pyright: ignore[reportCallIssue]
mnp.zeros(shapes=(2, 3))  # pyright: ignore[reportCallIssue]
x.argmax(0, False, True)  # pyright: ignore[reportCallIssue]
ops.add(x)  # pyright: ignore[reportCallIssue]
nn.Conv2d(3, 6, 5, padmode="valid")  # pyright: ignore[reportCallIssue]
nn.Dense(3)  # pyright: ignore[reportCallIssue]
ops.ReduceMean(keepdims=True)  # pyright: ignore[reportCallIssue]
ms.jit(x.sum, full_graph=1, jit_level=2)  # pyright: ignore[reportArgumentType, reportCallIssue]
ds.NumpySlicesDataset([1, 2]).batches(2)  # pyright: ignore[reportAttributeAccessIssue]

# Arguments of a wrong type.
x.argmax(axis="0")  # pyright: ignore[reportArgumentType]
ops.softmax(x, axis="rows")  # pyright: ignore[reportArgumentType]
ops.concat(x, axis="0")  # pyright: ignore[reportArgumentType]
ops.relu("x")  # pyright: ignore[reportArgumentType]
ops.gelu(x, approximate=1)  # pyright: ignore[reportArgumentType]
mint.cumsum(x, dim="last")  # pyright: ignore[reportArgumentType]
_ = x + "1"  # pyright: ignore[reportOperatorIssue]
x.reshape("flat")  # pyright: ignore[reportArgumentType]
x.expand_dims("first")  # pyright: ignore[reportArgumentType]
x.sum(axis="rows")  # pyright: ignore[reportArgumentType]

# Results taken for something else.
shape: list[int] = x.shape  # pyright: ignore[reportAssignmentType]
number: int = ops.relu(x)  # pyright: ignore[reportAssignmentType]
