"""The text transforms under MindSpore's path."""

from msjax.dataset.text import _jieba, _sequences, _strings, _tokenizers
from msjax.dataset.text._base import TextTensorOperation
from msjax.dataset.text._jieba import *  # noqa: F403
from msjax.dataset.text._sequences import *  # noqa: F403
from msjax.dataset.text._strings import *  # noqa: F403
from msjax.dataset.text._tokenizers import *  # noqa: F403
from msjax.dataset.text.utils import (
    JiebaMode,
    NormalizeForm,
    SentencePieceVocab,
    SPieceTokenizerLoadType,
    SPieceTokenizerOutType,
    to_str,
)

__all__ = [
    *_jieba.__all__,
    *_sequences.__all__,
    *_strings.__all__,
    *_tokenizers.__all__,
    "JiebaMode",
    "NormalizeForm",
    "SPieceTokenizerLoadType",
    "SPieceTokenizerOutType",
    "SentencePieceVocab",
    "TextTensorOperation",
    "to_str",
]
