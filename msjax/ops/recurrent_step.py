"""One step of a basic LSTM."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must, unsupported
from msjax._core.op import Array, Finite, op, settled
from msjax._core.primitive import primitive
from msjax.ops._accept import accept, same_dtype


def _check_cell(keep_prob: Any, forget_bias: Any, state_is_tuple: Any, activation: Any) -> None:
    name = "BasicLSTMCell"
    for arg, value in (("keep_prob", keep_prob), ("forget_bias", forget_bias)):
        if settled(value) and not isinstance(value, float):
            raise TypeError(must(name, arg, "float", describe(value)))
    if not 0 <= keep_prob <= 1:
        raise ValueError(must(name, "keep_prob", "in [0.0, 1.0]", keep_prob))
    if not isinstance(state_is_tuple, bool):
        raise TypeError(must(name, "state_is_tuple", "bool", describe(state_is_tuple)))
    if activation != "tanh":
        raise ValueError(must(name, "activation", "'tanh'", repr(activation)))
    if keep_prob != 1:
        raise unsupported("BasicLSTMCell with 'keep_prob' other than 1.0", "use nn.Dropout")
    if not state_is_tuple:
        raise unsupported(
            "BasicLSTMCell with 'state_is_tuple' False", "split the state and pass h and c"
        )


@primitive(
    "BasicLSTMCell",
    check=_check_cell,
    keep_prob=1.0,
    forget_bias=1.0,
    state_is_tuple=True,
    activation="tanh",
)
@op(label="BasicLSTMCell")
def basic_lstm_cell(
    x: Array,
    h: Array,
    c: Array,
    w: Array,
    b: Array,
    keep_prob=1.0,
    forget_bias: Finite = 1.0,
    state_is_tuple=True,
    activation="tanh",
):
    """One step of an LSTM whose gates are ordered input, candidate, forget, output.

    Args:
        keep_prob: 1.0; dropout belongs to nn.Dropout.
        forget_bias: added to the forget gate before its sigmoid.
        state_is_tuple: True: h and c are separate.
        activation: "tanh".

    Inputs:
        - **x** (Tensor) - Float16 or Float32 Tensor of shape (N, I).
        - **h** (Tensor) - hidden state, of shape (N, H).
        - **c** (Tensor) - cell state, of shape (N, H).
        - **w** (Tensor) - weights of x and h, of shape (I + H, 4 * H).
        - **b** (Tensor) - bias of the dtype of `c`, of shape (4 * H).

    Outputs:
        Tuple of seven Tensors of shape (N, H): the cell state, the hidden state (Float16), the
        four gates after their activations, and the tanh of the cell state.

    Raises:
        NotImplementedError: `keep_prob` is not 1.0, or `state_is_tuple` False.
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: the shapes are not as above.
    """
    name = "BasicLSTMCell"
    _check_cell(keep_prob, forget_bias, state_is_tuple, activation)
    for arg, value in (("x", x), ("h", h), ("w", w), ("c", c), ("b", b)):
        accept(name, value, "float16 float32", arg)
    same_dtype(name, c, b)
    if x.ndim != 2 or h.ndim != 2:
        raise ValueError(must(name, "x and h", "of rank 2", f"{x.shape} and {h.shape}"))
    batch, size = h.shape
    wanted = {"x": (x, (batch, x.shape[1])), "c": (c, h.shape)}
    wanted |= {"w": (w, (x.shape[1] + size, 4 * size)), "b": (b, (4 * size,))}
    for arg, (value, shape) in wanted.items():
        if value.shape != shape:
            raise ValueError(must(name, arg, f"of shape {shape}", value.shape))
    joined = jnp.concatenate([x.astype(np.float32), h.astype(np.float32)], 1)
    gates = jnp.matmul(joined, w.astype(np.float32), precision="highest") + b.astype(np.float32)
    i, j, f, o = jnp.split(gates, 4, 1)
    i, j, o = jax.nn.sigmoid(i), jnp.tanh(j), jax.nn.sigmoid(o)
    f = jax.nn.sigmoid(f + forget_bias)
    cell = c.astype(np.float32) * f + i * j
    bent = jnp.tanh(cell)
    kept = tuple(v.astype(c.dtype) for v in (cell, i, j, f, o, bent))
    return kept[0], (bent * o).astype(np.float16), *kept[1:]
