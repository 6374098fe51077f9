"""Perplexity."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import (
    Metric,
    check_gathered,
    read_pair,
    rearrange_inputs,
)


class Perplexity(Metric):
    """Exponential of the mean negative log probability of the labels.

    Args:
        ignore_label: a label that does not count, or None.

    Raises:
        TypeError: `ignore_label` is not an int.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.Perplexity()
        >>> metric.update(ms.Tensor([[0.5, 0.5], [0.75, 0.25]]), ms.Tensor([0, 1]))
        >>> round(metric.eval(), 4)
        2.8284
    """

    def __init__(self, ignore_label: int | None = None):
        super().__init__()
        if ignore_label is not None:
            validator.check_value_type("ignore_label", ignore_label, [int])
        self.ignore_label = ignore_label
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        self._sum_metric = 0.0
        self._num_inst = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Gather probabilities of shape (N, C) and labels (N,).

        Raises:
            RuntimeError: the shapes do not fit.
        """
        pred, label = read_pair(self, inputs, "Perplexity")
        if label.size != pred.size / pred.shape[-1]:
            raise RuntimeError(
                "For 'Perplexity.update', predicted value (input[0]) and label (input[1]) should "
                f"have the same shape, but got predicted value shape {pred.shape}, "
                f"label shape {label.shape}."
            )
        label = label.reshape(-1)
        chosen = np.squeeze(pred[np.arange(label.size)[:, None], label.astype(int)[:, None]])
        if self.ignore_label is not None:
            ignored = (label == self.ignore_label).astype(chosen.dtype)
            self._num_inst -= np.sum(ignored)
            chosen = chosen * (1 - ignored) + ignored
        self._sum_metric -= np.float64(np.sum(np.log(np.maximum(1e-10, chosen))))
        self._num_inst += chosen.size

    def eval(self) -> float:
        """The perplexity.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_gathered(self._num_inst, "Perplexity")
        return math.exp(self._sum_metric / self._num_inst)
