"""Constants of the image transforms."""

from __future__ import annotations

from enum import Enum, IntEnum


class Inter(IntEnum):
    """How an image is read between its pixels.

    NEAREST takes the nearest pixel; BILINEAR (or LINEAR), BICUBIC (or CUBIC) and PILCUBIC weigh
    those around it; AREA averages what a new pixel covers; ANTIALIAS smooths first and takes images
    of Pillow only.

    Examples:
        >>> from msjax.dataset import vision
        >>> import numpy as np
        >>> image = np.array([[[0], [90]]], np.uint8)
        >>> vision.Resize((1, 4), vision.Inter.NEAREST)(image)[..., 0]
        array([[ 0,  0, 90, 90]], dtype=uint8)
        >>> vision.Resize((1, 4), vision.Inter.LINEAR)(image)[..., 0]
        array([[ 0, 23, 68, 90]], dtype=uint8)
    """

    NEAREST = 0
    ANTIALIAS = 1
    BILINEAR = LINEAR = 2
    BICUBIC = CUBIC = 3
    AREA = 4
    PILCUBIC = 5


class Border(str, Enum):  # noqa: UP042 - its str() is its name
    """What fills the space around an image.

    CONSTANT: a value; EDGE: the pixels of the edge; REFLECT: the image mirrored, without its edge;
    SYMMETRIC: with its edge.

    Examples:
        >>> from msjax.dataset import vision
        >>> import numpy as np
        >>> image = np.array([[[1], [2], [3]]], np.uint8)
        >>> for mode in vision.Border:
        ...     print(mode.name, vision.Pad((2, 0), padding_mode=mode)(image)[0, :, 0])
        CONSTANT [0 0 1 2 3 0 0]
        EDGE [1 1 1 2 3 3 3]
        REFLECT [3 2 1 2 3 2 1]
        SYMMETRIC [2 1 1 2 3 3 2]
    """

    CONSTANT = "constant"
    EDGE = "edge"
    REFLECT = "reflect"
    SYMMETRIC = "symmetric"


class ConvertMode(IntEnum):
    """Conversions of `ConvertColor` between orders of channels.

    Examples:
        >>> from msjax.dataset import vision
        >>> import numpy as np
        >>> image = np.array([[[10, 20, 30]]], np.uint8)
        >>> vision.ConvertColor(vision.ConvertMode.COLOR_RGB2BGR)(image)
        array([[[30, 20, 10]]], dtype=uint8)
    """

    COLOR_BGR2BGRA = COLOR_RGB2RGBA = 0
    COLOR_BGRA2BGR = COLOR_RGBA2RGB = 1
    COLOR_BGR2RGBA = COLOR_RGB2BGRA = 2
    COLOR_RGBA2BGR = COLOR_BGRA2RGB = 3
    COLOR_BGR2RGB = COLOR_RGB2BGR = 4
    COLOR_BGRA2RGBA = COLOR_RGBA2BGRA = 5
    COLOR_BGR2GRAY = 6
    COLOR_RGB2GRAY = 7
    COLOR_GRAY2BGR = COLOR_GRAY2RGB = 8
    COLOR_GRAY2BGRA = COLOR_GRAY2RGBA = 9
    COLOR_BGRA2GRAY = 10
    COLOR_RGBA2GRAY = 11


class ImageBatchFormat(IntEnum):
    """Where the channels of a batch of images are, after the pixels or before.

    Examples:
        >>> from msjax.dataset import vision
        >>> import numpy as np
        >>> images, labels = np.zeros((2, 4, 4, 3), np.uint8), np.eye(2, dtype=np.int32)
        >>> mix = vision.CutMixBatch(vision.ImageBatchFormat.NHWC, prob=0.5)
        >>> mix(images, labels)[0].shape
        (2, 4, 4, 3)
    """

    NHWC = 0
    NCHW = 1


class SliceMode(IntEnum):
    """What `SlicePatches` does with lengths that it cannot divide: fill up, or drop the rest.

    Examples:
        >>> from msjax.dataset import vision
        >>> import numpy as np
        >>> image = np.ones((3, 4, 1), np.uint8)
        >>> for mode in vision.SliceMode:
        ...     print(mode.name, vision.SlicePatches(2, 2, mode)(image)[0].shape)
        PAD (2, 2, 1)
        DROP (1, 2, 1)
    """

    PAD = 0
    DROP = 1


class ImageReadMode(IntEnum):
    """What `read_image` makes of a file: its own channels, grey values or colours.

    Examples:
        >>> from msjax.dataset import vision
        >>> import numpy as np
        >>> vision.write_png("one.png", np.zeros((2, 2, 3), np.uint8))
        >>> vision.read_image("one.png", vision.ImageReadMode.GRAYSCALE).shape
        (2, 2, 1)
    """

    UNCHANGED = 0
    GRAYSCALE = 1
    COLOR = 2


class AutoAugmentPolicy(str, Enum):  # noqa: UP042 - its str() is its name
    """Policies of `AutoAugment`, by the data that they were found for.

    Examples:
        >>> from msjax.dataset import vision
        >>> import numpy as np
        >>> policy = vision.AutoAugmentPolicy.CIFAR10
        >>> vision.AutoAugment(policy)(np.zeros((4, 4, 3), np.uint8)).shape
        (4, 4, 3)
    """

    IMAGENET = "imagenet"
    CIFAR10 = "cifar10"
    SVHN = "svhn"
