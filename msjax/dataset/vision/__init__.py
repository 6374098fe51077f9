"""Transforms of images, for `map` or to be called on arrays (height, width, channels)."""

from msjax.dataset.vision import (
    _augment,
    _blur,
    _boxes,
    _color,
    _crops,
    _geometry,
    _motion,
    _policies,
    _video,
    transforms,
    utils,
)
from msjax.dataset.vision._augment import *  # noqa: F403
from msjax.dataset.vision._blur import *  # noqa: F403
from msjax.dataset.vision._boxes import *  # noqa: F403
from msjax.dataset.vision._color import *  # noqa: F403
from msjax.dataset.vision._crops import *  # noqa: F403
from msjax.dataset.vision._geometry import *  # noqa: F403
from msjax.dataset.vision._motion import *  # noqa: F403
from msjax.dataset.vision._policies import *  # noqa: F403
from msjax.dataset.vision._video import DecodeVideo
from msjax.dataset.vision.utils import (
    AutoAugmentPolicy,
    Border,
    ConvertMode,
    ImageBatchFormat,
    ImageReadMode,
    Inter,
    SliceMode,
    VideoDecoder,
    encode_jpeg,
    encode_png,
    get_image_num_channels,
    get_image_size,
    read_file,
    read_image,
    read_video,
    read_video_timestamps,
    write_file,
    write_jpeg,
    write_png,
)

__all__ = [
    *_augment.__all__,
    *_blur.__all__,
    *_boxes.__all__,
    *_color.__all__,
    *_crops.__all__,
    *_geometry.__all__,
    *_motion.__all__,
    *_policies.__all__,
    *_video.__all__,
    "AutoAugmentPolicy",
    "Border",
    "ConvertMode",
    "ImageBatchFormat",
    "ImageReadMode",
    "Inter",
    "SliceMode",
    "VideoDecoder",
    "encode_jpeg",
    "encode_png",
    "get_image_num_channels",
    "get_image_size",
    "read_file",
    "read_image",
    "read_video",
    "read_video_timestamps",
    "transforms",
    "utils",
    "write_file",
    "write_jpeg",
    "write_png",
]
