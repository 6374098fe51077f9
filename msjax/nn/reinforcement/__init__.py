"""Growing arrays of Tensors, which MindSpore had up to 2.3."""

from __future__ import annotations

from msjax.nn.reinforcement.tensor_array import TensorArray

__all__ = ["TensorArray"]
