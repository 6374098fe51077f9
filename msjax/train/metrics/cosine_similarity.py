"""Cosine similarity."""

from __future__ import annotations

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import (
    Metric,
    MetricInput,
    check_updated,
    rearrange_inputs,
)


class CosineSimilarity(Metric):
    """Similarity of every two rows of the last batch.

    Args:
        similarity: "cosine" or "dot".
        reduction: "none", "sum" or "mean" over the last axis.
        zero_diagonal: whether a row's similarity to itself counts as zero.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `similarity` or `reduction` is another text.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.CosineSimilarity(zero_diagonal=False)
        >>> metric.update(ms.Tensor([[1., 0.], [0., 1.]]))
        >>> print(metric.eval())
        [[1. 0.]
         [0. 1.]]
    """

    def __init__(
        self, similarity: str = "cosine", reduction: str = "none", zero_diagonal: bool = True
    ):
        super().__init__()
        validator.check_value_type("similarity", similarity, [str])
        self.similarity = validator.check_string(similarity, ["dot", "cosine"], "similarity")
        validator.check_value_type("reduction", reduction, [str])
        self.reduction = validator.check_string(reduction, ["none", "sum", "mean"], "reduction")
        self.zero_diagonal = validator.check_value_type("zero_diagonal", zero_diagonal, [bool])
        self.clear()

    def clear(self) -> None:
        """Forget the batch."""
        self.sqr_mtx_res = 0
        self._is_update = False

    @rearrange_inputs
    def update(self, inputs: MetricInput) -> None:
        """Take rows, of shape (N, D)."""
        rows = self._convert_data(inputs)
        if self.similarity == "cosine":
            rows = rows / np.linalg.norm(rows, ord=2, axis=1)[:, None]
        self.sqr_mtx_res = np.dot(rows, rows.transpose(1, 0))
        self._is_update = True

    def eval(self) -> np.ndarray:
        """The similarities, of shape (N, N), or (N,) if reduced.

        Raises:
            RuntimeError: there is no batch.
        """
        check_updated(self._is_update)
        if self.zero_diagonal:
            np.fill_diagonal(self.sqr_mtx_res, 0)
        if self.reduction == "mean":
            self.sqr_mtx_res = np.mean(self.sqr_mtx_res, axis=-1)
        if self.reduction == "sum":
            self.sqr_mtx_res = np.sum(self.sqr_mtx_res, axis=-1)
        return self.sqr_mtx_res
