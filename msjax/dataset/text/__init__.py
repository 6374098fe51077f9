"""Transforms of text, for `map` or to be called on strings, and vocabularies."""

from msjax.dataset.text import _jieba, _sequences, _strings, _tokenizers, transforms, utils
from msjax.dataset.text._jieba import *  # noqa: F403
from msjax.dataset.text._sequences import *  # noqa: F403
from msjax.dataset.text._strings import *  # noqa: F403
from msjax.dataset.text._tokenizers import *  # noqa: F403
from msjax.dataset.text.utils import *  # noqa: F403

__all__ = [
    *_jieba.__all__,
    *_sequences.__all__,
    *_strings.__all__,
    *_tokenizers.__all__,
    *utils.__all__,
    "transforms",
    "utils",
]
