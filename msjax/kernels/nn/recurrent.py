"""Recurrent layers: the input projection is one product, the recurrence one scan."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from msjax._core.base.checks import boolean, fraction, integer, of_type, positive
from msjax._core.base.errors import Clause, must
from msjax._core.op.gateway import Op
from msjax._core.op.precision import FLOAT32, Policy, arguments, cast_to, rounded, run_in, widest
from msjax._core.op.primitive import Unshown
from msjax._core.op.publish import Array, Arrays, Key, op, primitive
from msjax._core.runtime.context import get_context
from msjax._core.tensor.structure import map_tensors
from msjax.kernels.checks import accept, check_rank, of_shape
from msjax.kernels.elementwise.cast import wider

GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


def project(x: jax.Array, weight: jax.Array) -> jax.Array:
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
    hidden = project(state[0].astype(w_hh.dtype), w_hh)
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
    projected = project(x, w_ih)
    b_hh = None
    if biases:
        b_ih, b_hh = (wider(b) for b in biases)
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
    last, outputs = jax.lax.scan(step, tuple(wider(s) for s in state), frames, reverse=reverse)
    return outputs, tuple(s.astype(x.dtype) for s in last)


def _check_states(x: jax.Array, states: Sequence[jax.Array], rows: int, hidden: int) -> None:
    for i, s in enumerate(states):
        arg = f"hx[{i}]"
        if s.dtype != x.dtype:
            raise TypeError(must(arg, f"of dtype {x.dtype}, as x", s.dtype))
        of_shape(arg, s, (rows, x.shape[1], hidden))


def _stack(
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
    accept(x, "f", "x")
    check_rank(x, 3, "x")
    if batch_first:
        x = jnp.swapaxes(x, 0, 1)
    gates, hidden = weights[0].shape[0], weights[0].shape[0] // GATES[mode]
    if x.shape[2] != weights[0].shape[1]:
        text = f"of {weights[0].shape[1]} features for {gates} gates"
        raise ValueError(must("x", text, x.shape))
    if seq_length is not None:
        accept(seq_length, "int32 int64", "seq_length")
        if seq_length.shape != (x.shape[1],):
            raise ValueError(must("seq_length", f"of shape ({x.shape[1]},)", seq_length.shape))
    rows = layers * directions
    if not states:
        states = [jnp.zeros((rows, x.shape[1], hidden), x.dtype)] * (2 if mode == "LSTM" else 1)
    _check_states(x, states, rows, hidden)
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


def _stacked(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """Mixed precision: factors of products lose accuracy, states do not; LSTM has no product."""
    given = arguments(entry, values)
    x, weights = given["x"], given["weights"]
    if given["mode"] != "LSTM":
        given["x"] = rounded(x, policy.half)
        given["weights"] = [w if w.ndim == 1 else rounded(w, policy.half) for w in weights]
    out = run_in(entry, list(given.values()), FLOAT32)
    return map_tensors(lambda t: cast_to(t, x._aval.dtype), out)


@op(label="RNN", to_float="return", amp=_stacked, listed_as="MatMul")
def stack(
    mode: str,
    x: Array,
    states: Arrays,
    weights: Arrays,
    seq_length: Array | None,
    layers: int,
    bidirectional: bool,
    batch_first: bool,
    has_bias: bool,
):
    """A stack of layers.

    Args:
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
    return _result(mode, *_stack(mode, x, states, weights, seq_length, settings, None))


@op(label="RNN", to_float="return", amp=_stacked, listed_as="MatMul")
def stack_with_dropout(
    mode: str,
    x: Array,
    states: Arrays,
    weights: Arrays,
    seq_length: Array | None,
    layers: int,
    bidirectional: bool,
    batch_first: bool,
    has_bias: bool,
    dropout: Any,
    key: Key = None,
):
    """As `stack`, with dropout between the layers."""
    settings = (layers, bidirectional, batch_first, has_bias, dropout)
    keys = jax.random.split(key, layers)
    return _result(mode, *_stack(mode, x, states, weights, seq_length, settings, keys))


def _stepped(entry: Op, values: Sequence[Any], policy: Policy) -> Any:
    """Mixed precision: the widest dtype that MindSpore's chain meets."""
    given = arguments(entry, values)
    factors, rest = given["weights"][:2], given["weights"][2:]
    met = [cast_to(given["x"], policy.half), *rest]
    if not given["mode"].startswith("RNN"):
        met += given["states"][-1:]
    given["x"] = rounded(given["x"], policy.half)
    given["weights"] = [*(rounded(w, policy.half) for w in factors), *rest]
    out = run_in(entry, list(given.values()), FLOAT32)
    return map_tensors(lambda t: cast_to(t, widest(met)), out)


@op(label="RNNCell", amp=_stepped, listed_as="RNNCell")
def cell(mode: str, x: Array, states: Arrays, weights: Arrays):
    """One step of a recurrent layer."""
    accept(x, "float16 float32 bfloat16 float64", "x")
    for s in states:
        if s.dtype != x.dtype:
            raise TypeError(must("hx", f"of dtype {x.dtype}, as x", s.dtype))
    w_ih, w_hh = weights[:2]
    hidden = w_hh.shape[1]
    if x.ndim != 2 or x.shape[1] != w_ih.shape[1]:
        raise ValueError(must("x", f"of shape (N, {w_ih.shape[1]})", x.shape))
    for s in states:
        of_shape("hx", s, (x.shape[0], hidden))
    for w in weights:
        if w.dtype != x.dtype:
            raise TypeError(must("x", f"of the weights' dtype {w.dtype}", x.dtype))
    projected = project(x, w_ih)
    b_hh = None
    if len(weights) == 4:
        projected, b_hh = projected + wider(weights[2]), wider(weights[3])
    new = _advance(mode, projected, tuple(wider(s) for s in states), w_hh, b_hh)
    new = tuple(s.astype(x.dtype) for s in new)
    return new if mode == "LSTM" else new[0]


def _check_lstm(**settings: Any) -> None:
    for arg in ("input_size", "hidden_size", "num_layers"):
        value = settings[arg]
        integer(arg, value)
        positive(arg, value)
    for arg in ("has_bias", "bidirectional"):
        boolean(arg, settings[arg])
    dropout = settings["dropout"]
    of_type("dropout", dropout, float)
    fraction("dropout", dropout)
    if settings["proj_size"]:
        raise NotImplementedError(Clause("'proj_size' is not supported by msjax; use 0."))


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
    input_size: int,
    hidden_size: int,
    num_layers: int,
    has_bias: bool,
    bidirectional: bool,
    dropout: Any,
    proj_size: int = 0,
    key: Key = None,
):
    """Stacked LSTM layers whose weights are one Tensor.

    Args:
        input: Tensor of shape (T, N, input_size).
        h: first hidden states, Tensor of shape (num_layers * directions, N, hidden_size).
        c: first cell states, Tensor of the same shape.
        w: the weights one after the other, in one of MindSpore's two orders. With one bias for each
            layer and direction (the sum of b_ih and b_hh), that of its CPU build: the w_ih
            (4 * hidden_size rows) of all layers and directions, all w_hh, all biases. With two,
            that of its GPU build: w_ih and w_hh of each layer and direction, then b_ih and b_hh of
            each. Without biases, that of the device target.
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

    Examples:
        >>> import msjax as ms
        >>> net = ms.ops.LSTM(2, 3, 1, has_bias=False, bidirectional=False, dropout=0.0)
        >>> x, state = ms.ops.ones((4, 1, 2)), ms.ops.zeros((1, 1, 3))
        >>> out, h, c, _, _ = net(x, state, state, ms.ops.zeros((12 * (2 + 3), 1, 1)))
        >>> print(out.shape, h, c)
        (4, 1, 3) [[[0. 0. 0.]]] [[[0. 0. 0.]]]
    """
    directions = 2 if bidirectional else 1
    rows, gates = num_layers * directions, 4 * hidden_size
    sizes = [input_size if row < directions else hidden_size * directions for row in range(rows)]
    flat = w.reshape(-1)
    matrices = sum(gates * (size + hidden_size) for size in sizes)
    biases = (flat.size - matrices) // (gates * rows) if has_bias else 0
    if flat.size != matrices + biases * gates * rows or (has_bias and biases not in (1, 2)):
        raise ValueError(must("w", f"of {matrices} elements and the biases", w.shape))
    parts: list[list] = [[], [], [], []]
    matrix = [[(0, size), (1, hidden_size)] for size in sizes]
    if biases == 1 or (not biases and get_context("device_target") != "GPU"):
        matrix = [list(kind) for kind in zip(*matrix, strict=True)]
    at = 0
    for part, columns in itertools.chain(*matrix):
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
    outputs, (h_n, c_n) = _stack("LSTM", input, (h, c), weights, None, settings, keys)
    kept = jnp.zeros((1, 1), input.dtype)
    return outputs, h_n, c_n, kept, kept
