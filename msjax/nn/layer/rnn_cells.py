"""Recurrent cells: one step at a time."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np

from msjax import ops
from msjax._checkparam import check_bool, check_positive_int, check_string, check_value_type
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import describe, must, prefixed
from msjax._core.base.functions import F
from msjax._core.op.publish import call
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common.initializer import Uniform, initializer
from msjax.kernels.nn import recurrent
from msjax.nn.cell import Cell

__all__ = ["GRUCell", "LSTMCell", "RNNCell"]


class RNNCellBase(Cell):
    """What recurrent cells share: their Parameters.

    Args:
        input_size: int, features of the input.
        hidden_size: int, features of the state.
        has_bias: bool, whether there are biases.
        num_chunks: int, how many gates.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - as the subclass takes it.
        - **hx** (Tensor) - as the subclass takes it.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a size is not positive.

    Examples:
        >>> import msjax as ms
        >>> cell = ms.nn.GRUCell(3, 4)
        >>> isinstance(cell, ms.nn.layer.rnn_cells.RNNCellBase), cell.weight_ih.shape
        (True, (12, 3))
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool,
        num_chunks: int,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        name = type(self).__name__
        check_bool(has_bias, "has_bias", name)
        check_positive_int(hidden_size, "hidden_size", name)
        check_positive_int(input_size, "input_size", name)
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.has_bias = has_bias
        gates = num_chunks * hidden_size
        shapes = {"weight_ih": (gates, input_size), "weight_hh": (gates, hidden_size)}
        if has_bias:
            shapes |= {"bias_ih": (gates,), "bias_hh": (gates,)}
        for attribute, shape in shapes.items():
            # The values are replaced below; MindSpore takes these draws all the same.
            np.random.randn(*shape)
            setattr(self, attribute, Parameter(Tensor(np.zeros(shape, np.float32), dtype)))
        self.reset_parameters(dtype)

    def reset_parameters(self, dtype: mstype.Type = mstype.float32) -> None:
        """Draw the Parameters anew, uniformly within 1 / sqrt(hidden_size).

        Args:
            dtype: dtype of the drawn values.
        """
        bound = 1 / math.sqrt(self.hidden_size)
        for weight in self.get_parameters():
            weight.set_data(initializer(Uniform(bound), weight.shape, dtype))

    def _weights(self) -> tuple[Parameter, ...]:
        if self.has_bias:
            return self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh
        return self.weight_ih, self.weight_hh


class RNNCell(RNNCellBase):
    """A step of a plain recurrent layer: tanh or relu of W_ih x + b_ih + W_hh h + b_hh.

    Args:
        input_size: int, features of the input.
        hidden_size: int, features of the state.
        has_bias: bool, whether there are biases.
        nonlinearity: "tanh" or "relu".
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, input_size) and the dtype of the Parameters.
        - **hx** (Tensor) - the state, of shape (N, hidden_size) and the same dtype.

    Outputs:
        The next state, Tensor of shape (N, hidden_size).

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: `nonlinearity` is none of the above, a size is not positive, or a shape does not
            fit.

    Examples:
        >>> import msjax as ms
        >>> cell = ms.nn.RNNCell(3, 4)
        >>> cell(ms.ops.ones((2, 3)), ms.ops.zeros((2, 4))).shape
        (2, 4)

    References:
        Elman: Finding Structure in Time, 1990.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool = True,
        nonlinearity: str = "tanh",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(input_size, hidden_size, has_bias, num_chunks=1, dtype=dtype)
        check_value_type("nonlinearity", nonlinearity, [str], type(self).__name__)
        check_string(nonlinearity, ["tanh", "relu"], "nonlinearity", type(self).__name__)
        self.nonlinearity = nonlinearity

    def construct(self, x: Tensor, hx: Tensor) -> Tensor:
        """The next state."""
        _check_state("RNNCell", hx)
        mode = "RNN_TANH" if self.nonlinearity == "tanh" else "RNN_RELU"
        return call(recurrent.cell, "RNNCell")(mode, x, (hx,), self._weights())


def _one_step(init: F) -> F:
    """Decorate the constructor of LSTMCell, which was a layer for whole sequences before 1.6."""

    @functools.wraps(init)
    def wrapper(self: Any, *args: Any, **kwargs: Any) -> None:
        layers = not isinstance(args[3], mstype.Type) if len(args) == 4 else len(args) > 4
        if layers or kwargs.keys() & {"batch_size", "batch_first", "dropout", "bidirectional"}:
            raise ValueError(
                "For 'LSTMCell', these are arguments of the layer that had this name before "
                "MindSpore 1.6; it is 'nn.LSTM' now."
            )
        init(self, *args, **kwargs)

    return wrapper


class LSTMCell(RNNCellBase):
    """A step of an LSTM layer, with gates in the order input, forget, new, output.

    Args:
        input_size: int, features of the input.
        hidden_size: int, features of the states.
        has_bias: bool, whether there are biases.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, input_size) and the dtype of the Parameters.
        - **hx** (tuple[Tensor]) - the hidden and the cell state, each of shape (N, hidden_size).

    Outputs:
        Tuple of the next hidden and cell state, each of shape (N, hidden_size).

    Raises:
        TypeError: an argument has a wrong type, `hx` is not a pair, or an input of another dtype.
        ValueError: a size is not positive, or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> cell = ms.nn.LSTMCell(3, 4)
        >>> h, c = cell(ms.ops.ones((2, 3)), (ms.ops.zeros((2, 4)), ms.ops.zeros((2, 4))))
        >>> c.shape
        (2, 4)

    References:
        Hochreiter, Schmidhuber: Long Short-Term Memory, 1997.
    """

    @_one_step
    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool = True,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(input_size, hidden_size, has_bias, num_chunks=4, dtype=dtype)
        self.support_non_tensor_inputs = True

    def construct(self, x: Tensor, hx: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
        """The next hidden and cell state."""
        check_state_pair("LSTMCell", hx)
        return call(recurrent.cell, "LSTMCell")("LSTM", x, hx, self._weights())


class GRUCell(RNNCellBase):
    """A step of a GRU layer, with gates in the order reset, update, new.

    Args:
        input_size: int, features of the input.
        hidden_size: int, features of the state.
        has_bias: bool, whether there are biases.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (N, input_size) and the dtype of the Parameters.
        - **hx** (Tensor) - the state, of shape (N, hidden_size) and the same dtype.

    Outputs:
        The next state, Tensor of shape (N, hidden_size).

    Raises:
        TypeError: an argument has a wrong type, or an input is not a Tensor, or is of another
            dtype.
        ValueError: a size is not positive, or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> cell = ms.nn.GRUCell(3, 4)
        >>> cell(ms.ops.ones((2, 3)), ms.ops.zeros((2, 4))).shape
        (2, 4)

    References:
        Cho et al.: Learning Phrase Representations using RNN Encoder-Decoder for Statistical
        Machine Translation, 2014.
    """

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        has_bias: bool = True,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(input_size, hidden_size, has_bias, num_chunks=3, dtype=dtype)

    def construct(self, x: Tensor, hx: Tensor) -> Tensor:
        """The next state."""
        _check_state("GRUCell", hx)
        return call(recurrent.cell, "GRUCell")("GRU", x, (hx,), self._weights())


def _check_state(name: str, hx) -> None:
    if not isinstance(hx, Tensor):
        raise TypeError(prefixed(name, must("hx", "a Tensor", describe(hx))))


def check_state_pair(name: str, hx: Any) -> None:
    """Raise TypeError unless `hx` is a pair.

    Args:
        name: str, the layer's name.
        hx: what was given as the states.

    Raises:
        TypeError: `hx` is not a tuple or list of two.

    Examples:
        >>> from msjax.nn.layer.rnn_cells import check_state_pair
        >>> check_state_pair("LSTM", (1, 2))
    """
    if not isinstance(hx, (tuple, list)):
        raise TypeError(prefixed(name, must("hx", "a tuple", describe(hx))))
    if len(hx) != 2:
        raise TypeError(prefixed(name, must("hx", "of length 2", f"length {len(hx)}")))


# Steps as functions, which layers written for MindSpore import.


def _gates(inputs, hidden, w_ih, w_hh, b_ih, b_hh):
    """What the input and what the state add to each gate."""
    ours, theirs = ops.matmul(inputs, w_ih.T), ops.matmul(hidden, w_hh.T)
    return (ours, theirs) if b_ih is None else (ours + b_ih, theirs + b_hh)


def _rnn_tanh_cell(inputs, hidden, w_ih, w_hh, b_ih, b_hh):
    """A step of a plain layer with tanh: the new state."""
    return ops.tanh(sum(_gates(inputs, hidden, w_ih, w_hh, b_ih, b_hh)))


def _rnn_relu_cell(inputs, hidden, w_ih, w_hh, b_ih, b_hh):
    """A step of a plain layer with relu: the new state."""
    return ops.relu(sum(_gates(inputs, hidden, w_ih, w_hh, b_ih, b_hh)))


def _lstm_cell(inputs, hidden, w_ih, w_hh, b_ih, b_hh):
    """A step of an LSTM: the new state and cell state."""
    h, c = hidden
    gates = sum(_gates(inputs, h, w_ih, w_hh, b_ih, b_hh))
    enter, forget, cell, leave = ops.chunk(gates, 4, axis=1)
    c = ops.sigmoid(forget) * c + ops.sigmoid(enter) * ops.tanh(cell)
    return ops.sigmoid(leave) * ops.tanh(c), c


def _gru_cell(inputs, hidden, w_ih, w_hh, b_ih, b_hh):
    """A step of a GRU: the new state."""
    ours, theirs = _gates(inputs, hidden, w_ih, w_hh, b_ih, b_hh)
    (r, z, n), (hr, hz, hn) = ops.chunk(ours, 3, axis=1), ops.chunk(theirs, 3, axis=1)
    new = ops.tanh(n + ops.sigmoid(r + hr) * hn)
    return new + ops.sigmoid(z + hz) * (hidden - new)
