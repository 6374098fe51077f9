"""All audio transforms."""

from msjax.dataset.audio import _effects, _features, _filters, _masks, _mel, _spectral
from msjax.dataset.audio._base import AudioTensorOperation
from msjax.dataset.audio._effects import *  # noqa: F403
from msjax.dataset.audio._features import *  # noqa: F403
from msjax.dataset.audio._filters import *  # noqa: F403
from msjax.dataset.audio._masks import *  # noqa: F403
from msjax.dataset.audio._mel import *  # noqa: F403
from msjax.dataset.audio._spectral import *  # noqa: F403
from msjax.dataset.audio.utils import (
    BorderType,
    DensityFunction,
    FadeShape,
    GainType,
    Interpolation,
    MelType,
    Modulation,
    NormMode,
    NormType,
    ResampleMethod,
    ScaleType,
    WindowType,
)

__all__ = [
    *_effects.__all__,
    *_features.__all__,
    *_filters.__all__,
    *_masks.__all__,
    *_mel.__all__,
    *_spectral.__all__,
    "AudioTensorOperation",
    "BorderType",
    "DensityFunction",
    "FadeShape",
    "GainType",
    "Interpolation",
    "MelType",
    "Modulation",
    "NormMode",
    "NormType",
    "ResampleMethod",
    "ScaleType",
    "WindowType",
]
