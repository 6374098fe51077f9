"""Transforms of audio, for `map` or to be called on arrays (..., time)."""

from msjax.dataset.audio import (
    _effects,
    _features,
    _filters,
    _masks,
    _mel,
    _spectral,
    transforms,
    utils,
)
from msjax.dataset.audio._effects import *  # noqa: F403
from msjax.dataset.audio._features import *  # noqa: F403
from msjax.dataset.audio._filters import *  # noqa: F403
from msjax.dataset.audio._masks import *  # noqa: F403
from msjax.dataset.audio._mel import *  # noqa: F403
from msjax.dataset.audio._spectral import *  # noqa: F403
from msjax.dataset.audio.utils import *  # noqa: F403

__all__ = [
    *_effects.__all__,
    *_features.__all__,
    *_filters.__all__,
    *_masks.__all__,
    *_mel.__all__,
    *_spectral.__all__,
    *utils.__all__,
    "transforms",
    "utils",
]
