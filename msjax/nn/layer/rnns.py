"""Recurrent layers over whole sequences."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from msjax._checkparam import check_positive_int, check_value_type
from msjax._core.base import dtype as mstype
from msjax._core.base.errors import describe, must, prefixed
from msjax._core.op.publish import call
from msjax._core.tensor.parameter import Parameter, ParameterTuple
from msjax._core.tensor.tensor import Tensor
from msjax.kernels.nn import recurrent
from msjax.nn.cell import Cell
from msjax.nn.layer.basic import Dropout
from msjax.nn.layer.rnn_cells import check_state_pair

__all__ = ["GRU", "LSTM", "RNN"]


class _Recurrence(Cell):
    """One direction of one layer. Layers list it among their sub-Cells and run the whole stack as
    one operation; programs also call it.

    Inputs:
        - x: Tensor (T, N, I).
        - h_0: Tensor (N, H), or the pair of states of an LSTM.
        - seq_length: Tensor (N,) of ints, or None for whole sequences.
        - w_ih, w_hh: Tensors (gates * H, I) and (gates * H, H).
        - b_ih, b_hh: Tensors (gates * H,), or None.

    Outputs:
        The outputs (T, N, H) and the last state like `h_0`; a whole LSTM's are (1, N, H).
    """

    _mode = ""

    def construct(
        self,
        x: Tensor,
        h_0: Any,
        seq_length: Tensor | None,
        w_ih: Tensor,
        w_hh: Tensor,
        b_ih: Tensor | None,
        b_hh: Tensor | None,
    ) -> tuple:
        """Run over the sequence."""
        states = list(h_0) if self._mode == "LSTM" else [h_0]
        weights = [w_ih, w_hh] if b_ih is None else [w_ih, w_hh, b_ih, b_hh]
        given = [s.expand_dims(0) for s in states], weights, seq_length, 1, False, False
        out, last = call(recurrent.stack, type(self).__name__)(
            self._mode, x, *given, b_ih is not None
        )
        if self._mode != "LSTM":
            return out, last[0]
        whole = seq_length is None and not isinstance(self, _DynamicRNNBase)
        return out, last if whole else tuple(s[0] for s in last)


class _DynamicRNNBase(_Recurrence):
    """The recurrence that an argument names: "LSTM", "GRU", "RNN_TANH" or "RNN_RELU".

    The last states of an LSTM are (N, H) each.
    """

    def __init__(self, mode: str) -> None:
        super().__init__()
        if mode not in _KINDS:
            raise ValueError(f"Unrecognized RNN mode: {mode}")
        self._mode = mode


class _DynamicRNNTanh(_DynamicRNNBase):
    """Plain recurrence with tanh."""

    def __init__(self) -> None:
        super().__init__("RNN_TANH")


class _DynamicRNNRelu(_DynamicRNNBase):
    """Plain recurrence with relu."""

    def __init__(self) -> None:
        super().__init__("RNN_RELU")


class _DynamicLSTMCPUGPU(_Recurrence):
    """LSTM recurrence."""

    _mode = "LSTM"


class _DynamicGRUCPUGPU(_Recurrence):
    """GRU recurrence."""

    _mode = "GRU"


_DynamicLSTMAscend, _DynamicGRUAscend = _DynamicLSTMCPUGPU, _DynamicGRUCPUGPU

_KINDS = {
    "LSTM": _DynamicLSTMCPUGPU,
    "GRU": _DynamicGRUCPUGPU,
    "RNN_TANH": _DynamicRNNTanh,
    "RNN_RELU": _DynamicRNNRelu,
}


class _RNNBase(Cell):
    """Parameters and sequence handling of all recurrent layers."""

    _msj_inner = {"reverse": ("ReverseV2", [0]), "reverse_sequence": ("ReverseSequence", 0, 1)}

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        has_bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        name = type(self).__name__
        check_positive_int(hidden_size, "hidden_size", name)
        check_positive_int(input_size, "input_size", name)
        check_positive_int(num_layers, "num_layers", name)
        check_value_type("has_bias", has_bias, [bool], name)
        check_value_type("batch_first", batch_first, [bool], name)
        check_value_type("bidirectional", bidirectional, [bool], name)
        if not isinstance(dropout, float):
            raise TypeError(prefixed(name, must("dropout", "float", describe(dropout))))
        if not 0 <= dropout < 1:
            raise ValueError(prefixed(name, must("dropout", "in [0, 1)", dropout)))
        self.rnn = _KINDS[mode]()
        self.dropout_op = Dropout(p=dropout)
        self.hidden_size = hidden_size
        self.batch_first = batch_first
        self.num_layers = num_layers
        self.dropout = dropout
        self.bidirectional = bidirectional
        self.has_bias = has_bias
        self.is_lstm = mode == "LSTM"
        self._mode = mode
        self._make_parameters(input_size, dtype)

    def _make_parameters(self, input_size: int, dtype) -> None:
        bound = 1 / math.sqrt(self.hidden_size)
        gates = recurrent.GATES[self._mode] * self.hidden_size
        kinds: dict[str, list] = {"weight_ih": [], "weight_hh": [], "bias_ih": [], "bias_hh": []}
        for layer in range(self.num_layers):
            features = input_size if layer == 0 else self.hidden_size * self._directions
            shapes = {"weight_ih": (gates, features), "weight_hh": (gates, self.hidden_size)}
            if self.has_bias:
                shapes |= {"bias_ih": (gates,), "bias_hh": (gates,)}
            for direction in range(self._directions):
                suffix = f"_l{layer}" + ("_reverse" if direction else "")
                for kind, shape in shapes.items():
                    data = np.random.uniform(-bound, bound, shape).astype(np.float32)
                    kinds[kind].append(Parameter(Tensor(data, dtype), name=kind + suffix))
        self.w_ih_list = ParameterTuple(kinds["weight_ih"])
        self.w_hh_list = ParameterTuple(kinds["weight_hh"])
        self.b_ih_list = ParameterTuple(kinds["bias_ih"])
        self.b_hh_list = ParameterTuple(kinds["bias_hh"])

    @property
    def _directions(self) -> int:
        return 2 if self.bidirectional else 1

    def construct(
        self,
        x: Tensor,
        hx: Tensor | tuple[Tensor, Tensor] | None = None,
        seq_length: Tensor | None = None,
    ) -> tuple[Tensor, Any]:
        """The outputs of the last layer, and the last states of all layers."""
        name = type(self).__name__
        if hx is None:
            states = ()
        elif self.is_lstm:
            check_state_pair(name, hx)
            states = tuple(hx)
        elif isinstance(hx, Tensor):
            states = (hx,)
        else:
            raise TypeError(prefixed(name, must("hx", "a Tensor", describe(hx))))
        weights = [*self.w_ih_list, *self.w_hh_list, *self.b_ih_list, *self.b_hh_list]
        settings = (self.num_layers, self.bidirectional, self.batch_first, self.has_bias)
        given = (self._mode, x, states, weights, seq_length, *settings)
        if self.training and self.dropout > 0 and self.num_layers > 1:
            return call(recurrent.stack_with_dropout, name)(*given, self.dropout)
        return call(recurrent.stack, name)(*given)


class RNN(_RNNBase):
    """Stacked recurrent layers with tanh or relu.

    Args:
        input_size: int, features of the input.
        hidden_size: int, features of the states.
        num_layers: int, how many layers.
        nonlinearity: str, "tanh" or "relu", given by name.
        has_bias: bool, whether there are biases.
        batch_first: bool, whether the batch axis of the input and output comes first.
        dropout: float in [0, 1), probability of dropping an output between layers in training.
        bidirectional: bool, whether each layer also runs backwards.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (T, N, input_size), or (N, T, input_size) with `batch_first`;
          Float16, BFloat16, Float32 or Float64.
        - **hx** (Tensor) - the first states, of shape (num_layers * directions, N, hidden_size);
          None means zeros.
        - **seq_length** (Tensor) - frames of each sequence, Int32 or Int64 of shape (N,); None
          means all.

    Outputs:
        Tuple of the outputs, of shape (T, N, directions * hidden_size) with zeros after a
        sequence's end, and the last states, of the shape of `hx`.

    Raises:
        TypeError: an argument or an input has a wrong type.
        ValueError: an argument is out of range, or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.RNN(10, 16, 2, batch_first=True)
        >>> out, h = net(ms.ops.ones((3, 5, 10)))
        >>> out.shape, h.shape
        ((3, 5, 16), (2, 3, 16))

    References:
        Elman: Finding Structure in Time, 1990.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        activations = {"tanh": "RNN_TANH", "relu": "RNN_RELU"}
        nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if nonlinearity not in activations:
            raise ValueError(
                prefixed("RNN", must("nonlinearity", "in ['tanh', 'relu']", nonlinearity))
            )
        super().__init__(activations[nonlinearity], *args, **kwargs)


class GRU(_RNNBase):
    """Stacked gated recurrent layers, with gates in the order reset, update, new.

    Args:
        input_size: int, features of the input.
        hidden_size: int, features of the states.
        num_layers: int, how many layers.
        has_bias: bool, whether there are biases.
        batch_first: bool, whether the batch axis of the input and output comes first.
        dropout: float in [0, 1), probability of dropping an output between layers in training.
        bidirectional: bool, whether each layer also runs backwards.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (T, N, input_size), or (N, T, input_size) with `batch_first`;
          Float16, BFloat16, Float32 or Float64.
        - **hx** (Tensor) - the first states, of shape (num_layers * directions, N, hidden_size);
          None means zeros.
        - **seq_length** (Tensor) - frames of each sequence, Int32 or Int64 of shape (N,); None
          means all.

    Outputs:
        Tuple of the outputs, of shape (T, N, directions * hidden_size) with zeros after a
        sequence's end, and the last states, of the shape of `hx`.

    Raises:
        TypeError: an argument or an input has a wrong type.
        ValueError: an argument is out of range, or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.GRU(10, 16, 2, bidirectional=True)
        >>> out, h = net(ms.ops.ones((5, 3, 10)))
        >>> out.shape, h.shape
        ((5, 3, 32), (4, 3, 16))

    References:
        Cho et al.: Learning Phrase Representations using RNN Encoder-Decoder for Statistical
        Machine Translation, 2014.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__("GRU", *args, **kwargs)


class LSTM(_RNNBase):
    """Stacked LSTM layers, with gates in the order input, forget, new, output.

    Args:
        input_size: int, features of the input.
        hidden_size: int, features of the states.
        num_layers: int, how many layers.
        has_bias: bool, whether there are biases.
        batch_first: bool, whether the batch axis of the input and output comes first.
        dropout: float in [0, 1), probability of dropping an output between layers in training.
        bidirectional: bool, whether each layer also runs backwards.
        dtype: dtype of the Parameters.

    Inputs:
        - **x** (Tensor) - of shape (T, N, input_size), or (N, T, input_size) with `batch_first`;
          Float16, BFloat16, Float32 or Float64.
        - **hx** (tuple[Tensor]) - the first hidden and cell states, each of shape (num_layers *
          directions, N, hidden_size); None means zeros.
        - **seq_length** (Tensor) - frames of each sequence, Int32 or Int64 of shape (N,); None
          means all.

    Outputs:
        Tuple of the outputs, of shape (T, N, directions * hidden_size) with zeros after a
        sequence's end, and the tuple of the last hidden and cell states.

    Raises:
        TypeError: an argument or an input has a wrong type.
        ValueError: an argument is out of range, or a shape does not fit.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.LSTM(10, 16, 2, batch_first=True)
        >>> out, (h, c) = net(ms.ops.ones((3, 5, 10)))
        >>> out.shape, c.shape
        ((3, 5, 16), (2, 3, 16))

    References:
        Hochreiter, Schmidhuber: Long Short-Term Memory, 1997.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__("LSTM", *args, **kwargs)
        self.support_non_tensor_inputs = True
