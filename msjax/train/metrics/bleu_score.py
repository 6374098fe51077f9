"""The BLEU score of translations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax.train.metrics.metric import (
    Metric,
    check_updated,
    rearrange_inputs,
)


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

    def eval(self) -> np.ndarray | np.float64:
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
