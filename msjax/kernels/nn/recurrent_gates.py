"""Recurrent operations that also return their gates."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, integer, of_type
from msjax._core.base.errors import must, unsupported_option
from msjax._core.op.publish import Array, Finite, Positive, is_python, op, primitive
from msjax.kernels.checks import accept, number, of_shape, same_dtype
from msjax.kernels.elementwise.cast import wider
from msjax.kernels.nn.recurrent import project


def _lstm_gates(gates: jax.Array, forget_bias: Any) -> tuple[jax.Array, ...]:
    """Input gate, candidate, forget gate and output gate after their activations."""
    i, j, f, o = jnp.split(gates, 4, -1)
    i, f, o = (jax.nn.sigmoid(g) for g in (i, f + forget_bias, o))
    return i, jnp.tanh(j), f, o


def _check_dynamic(settings: dict[str, Any], wanted: dict[str, Any]) -> None:
    for arg, value in wanted.items():
        if settings[arg] not in value:
            raise unsupported_option(f"{arg}={settings[arg]!r}", f"use {value[0]!r}")


def _check_dynamic_rnn(**settings: Any) -> None:
    integer("cell_depth", settings["cell_depth"])
    for arg in ("keep_prob", "cell_clip", "forget_bias"):
        of_type(arg, settings[arg], float)
    wanted = {
        "cell_type": ("LSTM",),
        "direction": ("UNIDIRECTIONAL",),
        "cell_depth": (1,),
        "use_peephole": (False,),
        "keep_prob": (1.0,),
        "num_proj": (0,),
        "time_major": (True,),
        "activation": ("tanh",),
    }
    _check_dynamic(settings, wanted)


@primitive(
    "DynamicRNN",
    check=_check_dynamic_rnn,
    cell_type="LSTM",
    direction="UNIDIRECTIONAL",
    cell_depth=1,
    use_peephole=False,
    keep_prob=1.0,
    cell_clip=-1.0,
    num_proj=0,
    time_major=True,
    activation="tanh",
    forget_bias=0.0,
    is_training=True,
)
@op(label="DynamicRNN")
def dynamic_rnn(
    x: Array,
    w: Array,
    b: Array,
    seq_length: Array | None,
    init_h: Array,
    init_c: Array,
    cell_type: str = "LSTM",
    direction: str = "UNIDIRECTIONAL",
    cell_depth: int = 1,
    use_peephole: bool = False,
    keep_prob: int | float = 1.0,
    cell_clip: Positive = -1.0,
    num_proj: int = 0,
    time_major: bool = True,
    activation: str = "tanh",
    forget_bias: Finite = 0.0,
    is_training: bool = True,
):
    """An LSTM layer that also returns its gates.

    Args:
        x: Tensor of shape (T, N, I).
        w: weights of input and state, Tensor of shape (I + H, 4 * H), columns by gate i, j, f, o.
        b: bias, Tensor of shape (4 * H,).
        seq_length: frames of each sequence, Tensor of shape (N,), or None.
        init_h: first hidden state, Tensor of shape (1, N, H).
        init_c: first cell state, Tensor of shape (1, N, H).
        cell_clip: cell states are clipped to this absolute value if it is positive.
        forget_bias: added to the forget gate before its activation.

    Returns:
        Tuple of outputs, hidden states, cell states, gates i, j, f, o and tanh of the cell states,
        each of shape (T, N, H).

    Raises:
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, w, b = ms.ops.ones((2, 1, 1)), ms.ops.zeros((2, 4)), ms.ops.zeros(4)
        >>> state = ms.ops.zeros((1, 1, 1))
        >>> y, h, c, i, j, f, o, tanhc = ms.ops.DynamicRNN()(x, w, b, None, state, state)
        >>> print(y.shape, i[0], j[0])
        (2, 1, 1) [[0.5]] [[0.]]
    """
    steps, count, features = x.shape
    hidden = w.shape[1] // 4
    if w.shape != (features + hidden, 4 * hidden):
        raise ValueError(must("w", f"of {features + hidden} rows", w.shape))
    for state, arg in ((init_h, "init_h"), (init_c, "init_c")):
        of_shape(arg, state, (1, count, hidden))
    projected = project(x, w[:features].T) + wider(b)
    lengths = jnp.full(count, steps) if seq_length is None else seq_length

    def step(carry: tuple, frame: tuple) -> tuple:
        h, c = carry
        t, gates = frame
        gates = gates + project(h.astype(w.dtype), w[features:].T)
        i, j, f, o = _lstm_gates(gates, forget_bias)
        new = f * c + i * j
        if not is_python(cell_clip) or cell_clip > 0:
            new = jnp.clip(new, -cell_clip, cell_clip)
        shown = jnp.tanh(new)
        alive = (t < lengths)[:, None]
        y = jnp.where(alive, o * shown, 0)
        h, c = jnp.where(alive, o * shown, h), jnp.where(alive, new, c)
        return (h, c), (y, h, c, i, j, f, o, shown)

    _, results = jax.lax.scan(
        step, (wider(init_h[0]), wider(init_c[0])), (jnp.arange(steps), projected)
    )
    return tuple(r.astype(init_h.dtype) for r in results)


def _check_dynamic_gru(**settings: Any) -> None:
    wanted = {
        "direction": ("UNIDIRECTIONAL",),
        "cell_depth": (1,),
        "keep_prob": (1.0,),
        "num_proj": (0,),
        "time_major": (True,),
        "activation": ("tanh",),
    }
    if settings["gate_order"] not in ("rzh", "zrh"):
        raise ValueError(must("gate_order", "'rzh' or 'zrh'", settings["gate_order"]))
    _check_dynamic(settings, wanted)


@primitive(
    "DynamicGRUV2",
    check=_check_dynamic_gru,
    direction="UNIDIRECTIONAL",
    cell_depth=1,
    keep_prob=1.0,
    cell_clip=-1.0,
    num_proj=0,
    time_major=True,
    activation="tanh",
    gate_order="rzh",
    reset_after=True,
    is_training=True,
)
@op(label="DynamicGRUV2")
def dynamic_gru_v2(
    x: Array,
    weight_input: Array,
    weight_hidden: Array,
    bias_input: Array | None,
    bias_hidden: Array | None,
    seq_length: Array | None,
    init_h: Array,
    direction: str = "UNIDIRECTIONAL",
    cell_depth: int = 1,
    keep_prob: int | float = 1.0,
    cell_clip: int | float = -1.0,
    num_proj: int = 0,
    time_major: bool = True,
    activation: str = "tanh",
    gate_order: str = "rzh",
    reset_after: bool = True,
    is_training: bool = True,
):
    """A GRU layer that also returns its gates.

    Args:
        x: Tensor of shape (T, N, I).
        weight_input: Tensor of shape (I, 3 * H).
        weight_hidden: Tensor of shape (H, 3 * H).
        bias_input: Tensor of shape (3 * H,), or None.
        bias_hidden: Tensor of shape (3 * H,), or None.
        seq_length: frames of each sequence, Tensor of shape (N,), or None.
        init_h: first state, Tensor of shape (N, H).
        gate_order: "rzh" or "zrh": the columns of the weights by reset, update and new gate.
        reset_after: whether the reset gate acts on the product with the state instead of the state.

    Returns:
        Tuple of the outputs, the states, the update, reset and new gates, and the new gate's part
        from the state, each of shape (T, N, H) and of the biases' dtype, without biases of that of
        `init_h`.

    Raises:
        ValueError: a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> x, w = ms.ops.ones((2, 1, 1)), ms.ops.zeros((1, 3))
        >>> gru = ms.ops.DynamicGRUV2()
        >>> y, h, update, reset, new, part = gru(x, w, w, None, None, None, ms.Tensor([[8.]]))
        >>> print(y.reshape(2), update[0])
        [4. 2.] [[0.5]]
    """
    steps, count, features = x.shape
    hidden = weight_hidden.shape[0]
    if weight_input.shape != (features, 3 * hidden):
        text = f"of shape {(features, 3 * hidden)}"
        raise ValueError(must("weight_input", text, weight_input.shape))
    of_shape("init_h", init_h, (count, hidden))
    projected = project(x, weight_input.T)
    if bias_input is not None:
        projected = projected + wider(bias_input)
    b_hidden = 0 if bias_hidden is None else wider(bias_hidden)
    lengths = jnp.full(count, steps) if seq_length is None else seq_length
    first, second = (0, 1) if gate_order == "rzh" else (1, 0)

    def step(h: jax.Array, frame: tuple) -> tuple:
        t, inputs = frame
        gates = project(h.astype(weight_hidden.dtype), weight_hidden.T) + b_hidden
        of_input, of_state = jnp.split(inputs, 3, -1), jnp.split(gates, 3, -1)
        reset = jax.nn.sigmoid(of_input[first] + of_state[first])
        update = jax.nn.sigmoid(of_input[second] + of_state[second])
        if reset_after:
            part = of_state[2]
            new = jnp.tanh(of_input[2] + reset * part)
        else:
            last = weight_hidden[:, 2 * hidden :]
            part = project((reset * h).astype(last.dtype), last.T)
            if bias_hidden is not None:
                part = part + b_hidden[2 * hidden :]
            new = jnp.tanh(of_input[2] + part)
        result = (1 - update) * new + update * h
        alive = (t < lengths)[:, None]
        y, h = jnp.where(alive, result, 0), jnp.where(alive, result, h)
        return h, (y, h, update, reset, new, part)

    _, results = jax.lax.scan(step, wider(init_h), (jnp.arange(steps), projected))
    given = next(a for a in (bias_input, bias_hidden, init_h) if a is not None)
    return tuple(r.astype(given.dtype) for r in results)


def _check_basic_lstm(
    keep_prob: Any, forget_bias: Any, state_is_tuple: Any, activation: Any
) -> None:
    for arg, value in (("keep_prob", keep_prob), ("forget_bias", forget_bias)):
        number(arg, value, float)
    if not 0 <= keep_prob <= 1:
        raise ValueError(must("keep_prob", "in [0.0, 1.0]", keep_prob))
    boolean("state_is_tuple", state_is_tuple)
    if activation != "tanh":
        raise ValueError(must("activation", "'tanh'", repr(activation)))
    if keep_prob != 1:
        raise unsupported_option(f"keep_prob={keep_prob}", "use nn.Dropout")
    if not state_is_tuple:
        raise unsupported_option("state_is_tuple=False", "split the state and pass h and c")


@primitive(
    "BasicLSTMCell",
    check=_check_basic_lstm,
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
    keep_prob: int | float = 1.0,
    forget_bias: Finite = 1.0,
    state_is_tuple: bool = True,
    activation: str = "tanh",
):
    """One step of an LSTM whose gates are ordered input, candidate, forget, output.

    Args:
        x: Float16 or Float32 Tensor of shape (N, I).
        h: hidden state, of shape (N, H).
        c: cell state, of shape (N, H).
        w: weights of `x` and `h`, of shape (I + H, 4 * H).
        b: bias of the dtype of `c`, of shape (4 * H,).
        keep_prob: must be 1.0; dropout belongs to nn.Dropout. Given to the constructor, as are
            those below.
        forget_bias: float added to the forget gate before its sigmoid.
        state_is_tuple: must be True: `h` and `c` are separate.
        activation: "tanh".

    Returns:
        Tuple of seven Tensors of shape (N, H): the cell state, the hidden state (Float16), the
        four gates after their activations, and the tanh of the cell state.

    Raises:
        NotImplementedError: `keep_prob` is not 1.0, or `state_is_tuple` False.
        TypeError: another dtype, or an argument is of a wrong type.
        ValueError: the shapes are not as above.

    Examples:
        >>> import msjax as ms
        >>> x, h, c = ms.ops.ones((1, 1)), ms.ops.zeros((1, 1)), ms.Tensor([[4.]])
        >>> step = ms.ops.BasicLSTMCell(forget_bias=0.0)
        >>> cell, hidden, *gates, bent = step(x, h, c, ms.ops.zeros((2, 4)), ms.ops.zeros(4))
        >>> print(cell, [gate.item() for gate in gates])
        [[2.]] [0.5, 0.0, 0.5, 0.5]
    """
    _check_basic_lstm(keep_prob, forget_bias, state_is_tuple, activation)
    for arg, value in (("x", x), ("h", h), ("w", w), ("c", c), ("b", b)):
        accept(value, "float16 float32", arg)
    same_dtype(c, b)
    if x.ndim != 2 or h.ndim != 2:
        raise ValueError(must("x and h", "of rank 2", f"{x.shape} and {h.shape}"))
    batch, size = h.shape
    wanted = {"x": (x, (batch, x.shape[1])), "c": (c, h.shape)}
    wanted |= {"w": (w, (x.shape[1] + size, 4 * size)), "b": (b, (4 * size,))}
    for arg, (value, shape) in wanted.items():
        of_shape(arg, value, shape)
    joined = jnp.concatenate([x.astype(np.float32), h.astype(np.float32)], 1)
    gates = jnp.matmul(joined, w.astype(np.float32), precision="highest") + b.astype(np.float32)
    i, j, f, o = _lstm_gates(gates, forget_bias)
    cell = f * c.astype(np.float32) + i * j
    bent = jnp.tanh(cell)
    kept = tuple(v.astype(c.dtype) for v in (cell, i, j, f, o, bent))
    return kept[0], (bent * o).astype(np.float16), *kept[1:]
