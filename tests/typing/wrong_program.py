"""Wrong calls that a type checker has to report: nothing runs this file.

A comment that ignores an error is an error itself where there is none to ignore
(`reportUnnecessaryTypeIgnoreComment`), so `make lint` fails if one of these passes.
"""

from __future__ import annotations

import numpy as np

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
_ = x / (1, 2)  # pyright: ignore[reportOperatorIssue]
x.reshape("flat")  # pyright: ignore[reportArgumentType]
x.expand_dims("first")  # pyright: ignore[reportArgumentType]
x.sum(axis="rows")  # pyright: ignore[reportArgumentType]
Tensor("text")  # pyright: ignore[reportArgumentType]
Tensor([1], "float32")  # pyright: ignore[reportArgumentType]
ms.grad(nn.ReLU(), weights="weight")  # pyright: ignore[reportArgumentType]
ms.vmap(ops.relu, in_axes=0.5)  # pyright: ignore[reportArgumentType]
nn.SequentialCell(3)  # pyright: ignore[reportArgumentType]
nn.Momentum(nn.Dense(1, 1).trainable_params(), 0.1, moment=0.9)  # pyright: ignore[reportCallIssue]
ms.Model(nn.ReLU()).train(1, [x])  # pyright: ignore[reportArgumentType]
ms.save_checkpoint("net", "net.ckpt")  # pyright: ignore[reportArgumentType]
ds.NumpySlicesDataset(3)  # pyright: ignore[reportArgumentType]
ds.NumpySlicesDataset([1], sampler=0.5)  # pyright: ignore[reportArgumentType]
ds.zip([ds.NumpySlicesDataset([1])])  # pyright: ignore[reportArgumentType]

x[np.array([0])]  # pyright: ignore[reportArgumentType]
x[0] = np.ones(2)  # pyright: ignore[reportArgumentType]

# Results taken for something else.
ops.Sort()(x).shape  # pyright: ignore[reportAttributeAccessIssue]  # noqa: B018
ops.max_pool2d(x, 2, return_indices=True).shape  # pyright: ignore[reportAttributeAccessIssue]  # noqa: B018
x.max(0).shape  # pyright: ignore[reportAttributeAccessIssue]  # noqa: B018
shape: list[int] = x.shape  # pyright: ignore[reportAssignmentType]
number: int = ops.relu(x)  # pyright: ignore[reportAssignmentType]
largest: tuple[Tensor, Tensor] = x.max()  # pyright: ignore[reportAssignmentType]
rates: float = nn.cosine_decay_lr(0.0, 1.0, 4, 2, 2)  # pyright: ignore[reportAssignmentType]
again: int = ms.mutable("a")  # pyright: ignore[reportAssignmentType]
