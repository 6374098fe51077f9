"""Metrics of errors and losses: MAE, MSE, Loss, Perplexity, and of sentences: BleuScore."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import (
    Metric,
    check_gathered,
    check_updated,
    read_pair,
    rearrange_inputs,
)


class _MeanError(Metric):
    """Sum of the errors over the number of samples.

    Class attributes:
        _owner: the metric's name in messages.
        _sum_name: name of the attribute with the sum.
    """

    _owner = ""
    _sum_name = ""

    def __init__(self):
        super().__init__()
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        setattr(self, self._sum_name, 0)
        self._samples_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Gather predictions and labels of as many elements."""
        y_pred, y = read_pair(self, inputs, self._owner)
        errors = self._errors(y.reshape(y_pred.shape) - y_pred)
        total = getattr(self, self._sum_name) + np.float64(errors.sum())
        setattr(self, self._sum_name, total)
        self._samples_num += y.shape[0]

    def eval(self) -> Any:
        """The error.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_gathered(self._samples_num, self._owner)
        return getattr(self, self._sum_name) / self._samples_num

    def _errors(self, differences: np.ndarray) -> np.ndarray:
        raise NotImplementedError


class MAE(_MeanError):
    """Sum of the absolute errors over the number of samples.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.MAE()
        >>> metric.update(ms.Tensor([1., 2.]), ms.Tensor([1., 4.]))
        >>> float(metric.eval())
        1.0
    """

    _owner = "MAE"
    _sum_name = "_abs_error_sum"

    def _errors(self, differences: np.ndarray) -> np.ndarray:
        return np.abs(differences)


class MSE(_MeanError):
    """Sum of the squared errors over the number of samples.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.MSE()
        >>> metric.update(ms.Tensor([1., 2.]), ms.Tensor([1., 4.]))
        >>> float(metric.eval())
        2.0
    """

    _owner = "MSE"
    _sum_name = "_squared_error_sum"

    def _errors(self, differences: np.ndarray) -> np.ndarray:
        return np.power(differences, 2)


class Loss(Metric):
    """Mean of the losses of the batches.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.Loss()
        >>> metric.update(ms.Tensor(0.5))
        >>> metric.update(ms.Tensor([1.0, 2.0]))
        >>> float(metric.eval())
        1.0
    """

    def __init__(self):
        super().__init__()
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        self._sum_loss = 0
        self._total_num = 0

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Gather a loss of no or one dimension."""
        if len(inputs) != 1:
            raise ValueError(f"For 'Loss.update', it needs 1 input (loss), but got {len(inputs)}")
        loss = self._convert_data(inputs[0])
        if loss.ndim > 1:
            raise ValueError(
                "For 'Loss.update', the dimension of your input (loss) must be 1, "
                f"but got {loss.ndim}."
            )
        self._sum_loss += np.float64(loss.reshape(-1).mean(-1))
        self._total_num += 1

    def eval(self) -> Any:
        """The mean.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_gathered(self._total_num, "Loss")
        return self._sum_loss / self._total_num


class Perplexity(Metric):
    """Exponential of the mean negative log probability of the labels.

    Args:
        ignore_label: a label that does not count, or None.

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


def _count_ngrams(words: Sequence, longest: int) -> Counter:
    return Counter(
        tuple(words[start : start + n])
        for n in range(1, longest + 1)
        for start in range(len(words) - n + 1)
    )


class BleuScore(Metric):
    """BLEU score of machine translations.

    Args:
        n_gram: the longest run of words that counts, 1 to 4.
        smooth: whether to add one to all counts.

    Raises:
        ValueError: `n_gram` is out of range.

    Examples:
        >>> import msjax as ms
        >>> metric = ms.train.BleuScore(n_gram=1)
        >>> metric.update([["a", "b"]], [[["a", "c"]]])
        >>> print(metric.eval())
        0.5

    References:
        Papineni, Roukos, Ward, Zhu: BLEU, a Method for Automatic Evaluation of Machine
        Translation, https://aclanthology.org/P02-1040, 2002.
    """

    def __init__(self, n_gram: int = 4, smooth: bool = False):
        super().__init__()
        self.n_gram = validator.check_value_type("n_gram", n_gram, [int])
        if not 1 <= n_gram <= 4:
            raise ValueError(
                "For 'BleuScore', the argument 'n_gram' should range from 1 to 4, "
                f"but got {n_gram}."
            )
        self.smooth = validator.check_value_type("smooth", smooth, [bool])
        self.clear()

    def clear(self) -> None:
        """Forget everything gathered."""
        self._numerator = np.zeros(self.n_gram)
        self._denominator = np.zeros(self.n_gram)
        self._precision_scores = np.zeros(self.n_gram)
        self._c = 0.0
        self._r = 0.0
        self._trans_len = 0
        self._ref_len = 0
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Gather translations, lists of words, and for each one the list of its references."""
        if len(inputs) != 2:
            raise ValueError(
                "For 'BleuScore.update', it needs 2 inputs (candidate_corpus, reference_corpus), "
                f"but got {len(inputs)}."
            )
        candidates, references = inputs
        if len(candidates) != len(references):
            raise ValueError(
                "For 'BleuScore.update', 'translate_corpus' (inputs[0]) and 'reference_corpus' "
                f"(inputs[1]) should be equal in length, but got {len(candidates)}, "
                f"{len(references)}"
            )
        for words, others in zip(candidates, references, strict=True):
            self._c += len(words)
            self._r += min((len(other) for other in others), key=lambda n: abs(len(words) - n))
            found, allowed = _count_ngrams(words, self.n_gram), Counter()
            for other in others:
                allowed |= _count_ngrams(other, self.n_gram)
            for ngram, number in (found & allowed).items():
                self._numerator[len(ngram) - 1] += number
            for ngram, number in found.items():
                self._denominator[len(ngram) - 1] += number
        self._trans_len = np.array(self._c)
        self._ref_len = np.array(self._r)
        self._is_update = True

    def eval(self) -> Any:
        """The score.

        Raises:
            RuntimeError: nothing was gathered.
        """
        check_updated(self._is_update)
        if min(self._numerator) == 0.0:
            return np.array(0.0)
        added = 1.0 if self.smooth else 0.0
        precision = (self._numerator + added) / (self._denominator + added)
        mean = np.exp(np.sum(np.array([1.0 / self.n_gram] * self.n_gram) * np.log(precision)))
        if self._c > self._r:
            return np.array(1.0) * mean
        return np.exp(1 - self._ref_len / self._trans_len) * mean
