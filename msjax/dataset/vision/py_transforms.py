"""The image transforms under a path of MindSpore 1.x, where Normalize took channels first."""

from typing import Any

from msjax.dataset.transforms.transforms import Compose
from msjax.dataset.vision import transforms
from msjax.dataset.vision.transforms import (
    HWC2CHW,
    AdjustBrightness,
    AdjustContrast,
    AdjustGamma,
    AdjustHue,
    AdjustSaturation,
    AutoContrast,
    CenterCrop,
    ConvertColor,
    Crop,
    CutMixBatch,
    CutOut,
    Decode,
    Equalize,
    Erase,
    HorizontalFlip,
    HsvToRgb,
    ImageTensorOperation,
    Invert,
    LinearTransformation,
    MixUpBatch,
    Pad,
    PadToSize,
    Posterize,
    RandomAutoContrast,
    RandomColor,
    RandomColorAdjust,
    RandomCrop,
    RandomCropDecodeResize,
    RandomEqualize,
    RandomErasing,
    RandomHorizontalFlip,
    RandomInvert,
    RandomPosterize,
    RandomResize,
    RandomResizedCrop,
    RandomSelectSubpolicy,
    RandomSolarize,
    RandomVerticalFlip,
    Rescale,
    Resize,
    ResizedCrop,
    RgbToHsv,
    SlicePatches,
    Solarize,
    ToNumpy,
    ToPIL,
    ToTensor,
    ToType,
    UniformAugment,
    VerticalFlip,
)
from msjax.dataset.vision.utils import Border, Inter

__all__ = [
    "Equalize",
    "AutoContrast",
    "RandomEqualize",
    "RandomAutoContrast",
    "RandomInvert",
    "RandomSolarize",
    "RandomPosterize",
    "RandomResize",
    "RandomColor",
    "AdjustGamma",
    "Erase",
    "PadToSize",
    "SlicePatches",
    "LinearTransformation",
    "RandomErasing",
    "MixUpBatch",
    "CutMixBatch",
    "RandomSelectSubpolicy",
    "UniformAugment",
    "HWC2CHW",
    "AdjustBrightness",
    "AdjustContrast",
    "AdjustHue",
    "AdjustSaturation",
    "CenterCrop",
    "ConvertColor",
    "Crop",
    "CutOut",
    "Decode",
    "HorizontalFlip",
    "HsvToRgb",
    "ImageTensorOperation",
    "Invert",
    "Normalize",
    "NormalizePad",
    "Pad",
    "Posterize",
    "RandomColorAdjust",
    "RandomCrop",
    "RandomCropDecodeResize",
    "RandomHorizontalFlip",
    "RandomResizedCrop",
    "RandomVerticalFlip",
    "Rescale",
    "Resize",
    "ResizedCrop",
    "RgbToHsv",
    "Solarize",
    "ToNumpy",
    "ToPIL",
    "ToTensor",
    "ToType",
    "VerticalFlip",
    "Border",
    "Compose",
    "Inter",
]


class Normalize(transforms.Normalize):
    """Normalize an image whose channels come first; see `vision.Normalize`."""

    def __init__(self, mean: Any, std: Any):
        super().__init__(mean, std, is_hwc=False)


class NormalizePad(transforms.NormalizePad):
    """The same with one more channel; see `vision.NormalizePad`."""

    def __init__(self, mean: Any, std: Any, dtype: str = "float32"):
        super().__init__(mean, std, dtype, is_hwc=False)
