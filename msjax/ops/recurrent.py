"""Recurrent layers: the input projection is one product, the recurrence one scan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.errors import describe, must
from msjax._core.op import Array, Arrays, Finite, Key, Positive, op, settled
from msjax._core.primitive import Unshown, primitive
from msjax.ops._accept import accept
from msjax.ops._losses import wide

GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


def _product(x: jax.Array, weight: jax.Array) -> jax.Array:
    """x @ weight.T, accumulated and returned in float32 for 16-bit operands."""
    wanted = np.float32 if x.dtype.itemsize == 2 else None
    return jax.lax.dot_general(
        x, weight, (((x.ndim - 1,), (1,)), ((), ())), preferred_element_type=wanted
    )


def _lstm_step(gates: jax.Array, c: jax.Array) -> tuple[jax.Array, jax.Array]:
    i, f, g, o = jnp.split(gates, 4, -1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    return jax.nn.sigmoid(o) * jnp.tanh(c), c


def _gru_step(inputs: jax.Array, hidden: jax.Array, h: jax.Array) -> jax.Array:
    ir, iz, inew = jnp.split(inputs, 3, -1)
    hr, hz, hnew = jnp.split(hidden, 3, -1)
    r, z = jax.nn.sigmoid(ir + hr), jax.nn.sigmoid(iz + hz)
    n = jnp.tanh(inew + r * hnew)
    return n + z * (h - n)


_ACTIVATIONS: dict[str, Callable] = {"RNN_TANH": jnp.tanh, "RNN_RELU": jax.nn.relu}


def _advance(
    mode: str, projected: jax.Array, state: tuple, w_hh: jax.Array, b_hh: jax.Array | None
) -> tuple:
    """The next state from the projected input and the state; states are held in float32."""
    hidden = _product(state[0].astype(w_hh.dtype), w_hh)
    if b_hh is not None:
        hidden = hidden + b_hh
    if mode == "LSTM":
        return _lstm_step(projected + hidden, state[1])
    if mode == "GRU":
        return (_gru_step(projected, hidden, state[0]),)
    return (_ACTIVATIONS[mode](projected + hidden),)


def _layer(
    mode: str,
    x: jax.Array,
    state: tuple,
    weights: Sequence[jax.Array],
    lengths: jax.Array | None,
    reverse: bool,
) -> tuple[jax.Array, tuple]:
    """One direction of one layer over (T, N, I): outputs (T, N, H) and the last state."""
    w_ih, w_hh, *biases = weights
    projected = _product(x, w_ih)
    b_hh = None
    if biases:
        b_ih, b_hh = (wide(b) for b in biases)
        # Only GRU's new gate needs the hidden bias apart.
        if mode == "GRU":
            projected = projected + b_ih
        else:
            projected, b_hh = projected + (b_ih + b_hh), None

    def step(carry: tuple, frame: Any) -> tuple:
        if lengths is None:
            new = _advance(mode, frame, carry, w_hh, b_hh)
            return new, new[0].astype(x.dtype)
        t, frame = frame
        new = _advance(mode, frame, carry, w_hh, b_hh)
        alive = (t < lengths)[:, None]
        kept = tuple(jnp.where(alive, n, o) for n, o in zip(new, carry, strict=True))
        return kept, jnp.where(alive, new[0], 0).astype(x.dtype)

    frames = projected if lengths is None else (jnp.arange(x.shape[0]), projected)
    last, outputs = jax.lax.scan(step, tuple(wide(s) for s in state), frames, reverse=reverse)
    return outputs, tuple(s.astype(x.dtype) for s in last)


def _check_states(
    name: str, x: jax.Array, states: Sequence[jax.Array], rows: int, hidden: int
) -> None:
    for i, s in enumerate(states):
        arg = f"hx[{i}]"
        if s.dtype != x.dtype:
            raise TypeError(must(name, arg, f"of dtype {x.dtype}, as x", s.dtype))
        if s.shape != (rows, x.shape[1], hidden):
            raise ValueError(must(name, arg, f"of shape {(rows, x.shape[1], hidden)}", s.shape))


def _stack(
    name: str,
    mode: str,
    x: jax.Array,
    states: Sequence[jax.Array],
    weights: Sequence[jax.Array],
    seq_length: jax.Array | None,
    settings: tuple,
    keys: jax.Array | None,
) -> tuple[jax.Array, tuple]:
    layers, bidirectional, batch_first, has_bias, dropout = settings
    directions = 2 if bidirectional else 1
    accept(name, x, "f", "x")
    if x.ndim != 3:
        raise ValueError(must(name, "x", "of rank 3", f"rank {x.ndim}"))
    if batch_first:
        x = jnp.swapaxes(x, 0, 1)
    gates, hidden = weights[0].shape[0], weights[0].shape[0] // GATES[mode]
    if x.shape[2] != weights[0].shape[1]:
        text = f"of {weights[0].shape[1]} features for {gates} gates"
        raise ValueError(must(name, "x", text, x.shape))
    if seq_length is not None:
        accept(name, seq_length, "int32 int64", "seq_length")
        if seq_length.shape != (x.shape[1],):
            raise ValueError(
                must(name, "seq_length", f"of shape ({x.shape[1]},)", seq_length.shape)
            )
    rows = layers * directions
    if not states:
        states = [jnp.zeros((rows, x.shape[1], hidden), x.dtype)] * (2 if mode == "LSTM" else 1)
    _check_states(name, x, states, rows, hidden)
    parts = 4 if has_bias else 2
    groups = len(weights) // parts
    cast = [w.astype(x.dtype) for w in weights]
    last: list[tuple] = []
    for layer in range(layers):
        outputs = []
        for direction in range(directions):
            row = layer * directions + direction
            own = [cast[p * groups + row] for p in range(parts)]
            begin = tuple(s[row] for s in states)
            out, end = _layer(mode, x, begin, own, seq_length, reverse=direction == 1)
            outputs.append(out)
            last.append(end)
        x = outputs[0] if directions == 1 else jnp.concatenate(outputs, -1)
        if keys is not None and layer + 1 < layers:
            kept = jax.random.bernoulli(keys[layer], 1 - dropout, x.shape)
            x = jnp.where(kept, x / (1 - dropout), jnp.zeros_like(x)).astype(x.dtype)
    if batch_first:
        x = jnp.swapaxes(x, 0, 1)
    return x, tuple(jnp.stack(s) for s in zip(*last, strict=True))


def _result(mode: str, outputs: jax.Array, states: tuple) -> tuple:
    return outputs, states if mode == "LSTM" else states[0]


@op(label="RNN")
def stack(
    name,
    mode,
    x: Array,
    states: Arrays,
    weights: Arrays,
    seq_length: Array | None,
    layers,
    bidirectional,
    batch_first,
    has_bias,
):
    """A stack of layers.

    Args:
        name: the Cell's name, for error texts.
        mode: a key of `GATES`.
        x: inputs.
        states: the hidden states, for LSTM also the cell states; zeros if empty.
        weights: by kind (w_ih, w_hh, b_ih, b_hh), then layer, then direction.
        seq_length: frames of each sequence.
        layers: how many layers.
        bidirectional: whether each layer also runs backwards.
        batch_first: whether the batch axis of `x` comes first.
        has_bias: whether there are biases.
    """
    settings = (layers, bidirectional, batch_first, has_bias, 0.0)
    return _result(mode, *_stack(name, mode, x, states, weights, seq_length, settings, None))


@op(label="RNN")
def stack_with_dropout(
    name,
    mode,
    x: Array,
    states: Arrays,
    weights: Arrays,
    seq_length: Array | None,
    layers,
    bidirectional,
    batch_first,
    has_bias,
    dropout,
    key: Key = None,
):
    """As `stack`, with dropout between the layers."""
    settings = (layers, bidirectional, batch_first, has_bias, dropout)
    keys = jax.random.split(key, layers)
    return _result(mode, *_stack(name, mode, x, states, weights, seq_length, settings, keys))


@op(label="RNNCell")
def cell(name, mode, x: Array, states: Arrays, weights: Arrays):
    """One step of a recurrent layer."""
    accept(name, x, "float16 float32 bfloat16 float64", "x")
    for s in states:
        if s.dtype != x.dtype:
            raise TypeError(must(name, "hx", f"of dtype {x.dtype}, as x", s.dtype))
    w_ih, w_hh = weights[:2]
    hidden = w_hh.shape[1]
    if x.ndim != 2 or x.shape[1] != w_ih.shape[1]:
        raise ValueError(must(name, "x", f"of shape (N, {w_ih.shape[1]})", x.shape))
    for s in states:
        if s.shape != (x.shape[0], hidden):
            raise ValueError(must(name, "hx", f"of shape {(x.shape[0], hidden)}", s.shape))
    for w in weights:
        if w.dtype != x.dtype:
            raise TypeError(must(name, "x", f"of the weights' dtype {w.dtype}", x.dtype))
    projected = _product(x, w_ih)
    b_hh = None
    if len(weights) == 4:
        projected, b_hh = projected + wide(weights[2]), wide(weights[3])
    new = _advance(mode, projected, tuple(wide(s) for s in states), w_hh, b_hh)
    new = tuple(s.astype(x.dtype) for s in new)
    return new if mode == "LSTM" else new[0]


def _check_lstm(**settings: Any) -> None:
    for arg in ("input_size", "hidden_size", "num_layers"):
        value = settings[arg]
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(must("LSTM", arg, "int", describe(value)))
        if value <= 0:
            raise ValueError(must("LSTM", arg, "greater than 0", value))
    for arg in ("has_bias", "bidirectional"):
        if not isinstance(settings[arg], bool):
            raise TypeError(must("LSTM", arg, "bool", describe(settings[arg])))
    dropout = settings["dropout"]
    if isinstance(dropout, bool) or not isinstance(dropout, float):
        raise TypeError(must("LSTM", "dropout", "float", describe(dropout)))
    if not 0 <= dropout <= 1:
        raise ValueError(must("LSTM", "dropout", "in [0, 1]", dropout))
    if settings["proj_size"]:
        raise NotImplementedError("For 'LSTM', 'proj_size' is not supported by msjax; use 0.")


@primitive(
    "LSTM",
    since="input_size",
    check=_check_lstm,
    normal=lambda bidirectional, **_: {"num_directions": Unshown(2 if bidirectional else 1)},
)
@op(label="LSTM")
def lstm(
    input: Array,
    h: Array,
    c: Array,
    w: Array,
    input_size,
    hidden_size,
    num_layers,
    has_bias,
    bidirectional,
    dropout,
    proj_size=0,
    key: Key = None,
):
    """Stacked LSTM layers whose weights are one Tensor.

    Args:
        input: Tensor of shape (T, N, input_size).
        h: first hidden states, Tensor of shape (num_layers * directions, N, hidden_size).
        c: first cell states, Tensor of the same shape.
        w: the weights one after the other: for each layer and direction w_ih (4 * hidden_size
            rows) and w_hh, then for each the sum of the biases, or b_ih and b_hh.
        input_size: features of the input.
        hidden_size: features of the states.
        num_layers: how many layers.
        has_bias: whether there are biases.
        bidirectional: whether each layer also runs backwards.
        dropout: probability of dropping an output between layers.
        proj_size: must be 0.

    Returns:
        Tuple of the outputs (T, N, directions * hidden_size), the last hidden and cell states, and
        two Tensors that MindSpore keeps for its backward pass, here zeros.

    Raises:
        TypeError: a setting is of another type.
        ValueError: a setting is out of range, a shape does not fit.
    """
    directions = 2 if bidirectional else 1
    rows, gates = num_layers * directions, 4 * hidden_size
    sizes = [input_size if row < directions else hidden_size * directions for row in range(rows)]
    flat = w.reshape(-1)
    matrices = sum(gates * (size + hidden_size) for size in sizes)
    biases = (flat.size - matrices) // (gates * rows) if has_bias else 0
    if flat.size != matrices + biases * gates * rows or (has_bias and biases not in (1, 2)):
        raise ValueError(must("LSTM", "w", f"of {matrices} elements and the biases", w.shape))
    parts: list[list] = [[], [], [], []]
    at = 0
    for size in sizes:
        for part, columns in ((0, size), (1, hidden_size)):
            parts[part].append(flat[at : at + gates * columns].reshape(gates, columns))
            at += gates * columns
    for _ in range(rows if has_bias else 0):
        parts[2].append(flat[at : at + gates])
        at += gates
        parts[3].append(flat[at : at + gates] if biases == 2 else jnp.zeros_like(parts[2][-1]))
        at += gates * (biases - 1)
    weights = [part for kind in parts for part in kind]
    settings = (num_layers, bidirectional, False, has_bias, dropout)
    keys = jax.random.split(key, num_layers) if dropout > 0 else None
    outputs, (h_n, c_n) = _stack("LSTM", "LSTM", input, (h, c), weights, None, settings, keys)
    kept = jnp.zeros((1, 1), input.dtype)
    return outputs, h_n, c_n, kept, kept


def _check_dynamic(name: str, settings: dict[str, Any], wanted: dict[str, Any]) -> None:
    for arg, value in wanted.items():
        if settings[arg] not in value:
            raise NotImplementedError(
                f"{name}({arg}={settings[arg]!r}) is not supported by msjax; use {value[0]!r}."
            )


def _check_dynamic_rnn(**settings: Any) -> None:
    if isinstance(settings["cell_depth"], bool) or not isinstance(settings["cell_depth"], int):
        raise TypeError(must("DynamicRNN", "cell_depth", "int", describe(settings["cell_depth"])))
    for arg in ("keep_prob", "cell_clip", "forget_bias"):
        if not isinstance(settings[arg], float):
            raise TypeError(must("DynamicRNN", arg, "float", describe(settings[arg])))
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
    _check_dynamic("DynamicRNN", settings, wanted)


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
    cell_type="LSTM",
    direction="UNIDIRECTIONAL",
    cell_depth=1,
    use_peephole=False,
    keep_prob=1.0,
    cell_clip: Positive = -1.0,
    num_proj=0,
    time_major=True,
    activation="tanh",
    forget_bias: Finite = 0.0,
    is_training=True,
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
    """
    steps, count, features = x.shape
    hidden = w.shape[1] // 4
    if w.shape != (features + hidden, 4 * hidden):
        raise ValueError(must("DynamicRNN", "w", f"of {features + hidden} rows", w.shape))
    for state, arg in ((init_h, "init_h"), (init_c, "init_c")):
        if state.shape != (1, count, hidden):
            raise ValueError(must("DynamicRNN", arg, f"of shape {(1, count, hidden)}", state.shape))
    projected = _product(x, w[:features].T) + wide(b)
    lengths = jnp.full(count, steps) if seq_length is None else seq_length

    def step(carry: tuple, frame: tuple) -> tuple:
        h, c = carry
        t, gates = frame
        gates = gates + _product(h.astype(w.dtype), w[features:].T)
        i, j, f, o = jnp.split(gates, 4, -1)
        i, f, o = (jax.nn.sigmoid(g) for g in (i, f + forget_bias, o))
        j = jnp.tanh(j)
        new = f * c + i * j
        if not settled(cell_clip) or cell_clip > 0:
            new = jnp.clip(new, -cell_clip, cell_clip)
        shown = jnp.tanh(new)
        alive = (t < lengths)[:, None]
        y = jnp.where(alive, o * shown, 0)
        h, c = jnp.where(alive, o * shown, h), jnp.where(alive, new, c)
        return (h, c), (y, h, c, i, j, f, o, shown)

    _, results = jax.lax.scan(
        step, (wide(init_h[0]), wide(init_c[0])), (jnp.arange(steps), projected)
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
        raise ValueError(
            must("DynamicGRUV2", "gate_order", "'rzh' or 'zrh'", settings["gate_order"])
        )
    _check_dynamic("DynamicGRUV2", settings, wanted)


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
        Tuple of the outputs, the update, reset and new gates, and the new gate's part from the
        state, each of shape (T, N, H).

    Raises:
        ValueError: a shape does not fit.
    """
    name = "DynamicGRUV2"
    steps, count, features = x.shape
    hidden = weight_hidden.shape[0]
    if weight_input.shape != (features, 3 * hidden):
        text = f"of shape {(features, 3 * hidden)}"
        raise ValueError(must(name, "weight_input", text, weight_input.shape))
    if init_h.shape != (count, hidden):
        raise ValueError(must(name, "init_h", f"of shape {(count, hidden)}", init_h.shape))
    projected = _product(x, weight_input.T)
    if bias_input is not None:
        projected = projected + wide(bias_input)
    b_hidden = 0 if bias_hidden is None else wide(bias_hidden)
    lengths = jnp.full(count, steps) if seq_length is None else seq_length
    first, second = (0, 1) if gate_order == "rzh" else (1, 0)

    def step(h: jax.Array, frame: tuple) -> tuple:
        t, inputs = frame
        gates = _product(h.astype(weight_hidden.dtype), weight_hidden.T) + b_hidden
        of_input, of_state = jnp.split(inputs, 3, -1), jnp.split(gates, 3, -1)
        reset = jax.nn.sigmoid(of_input[first] + of_state[first])
        update = jax.nn.sigmoid(of_input[second] + of_state[second])
        if reset_after:
            part = of_state[2]
            new = jnp.tanh(of_input[2] + reset * part)
        else:
            last = weight_hidden[:, 2 * hidden :]
            part = _product((reset * h).astype(last.dtype), last.T)
            if bias_hidden is not None:
                part = part + b_hidden[2 * hidden :]
            new = jnp.tanh(of_input[2] + part)
        result = (1 - update) * new + update * h
        alive = (t < lengths)[:, None]
        y = jnp.where(alive, result, 0)
        return jnp.where(alive, result, h), (y, update, reset, new, part)

    _, results = jax.lax.scan(step, wide(init_h), (jnp.arange(steps), projected))
    return tuple(r.astype(init_h.dtype) for r in results)
