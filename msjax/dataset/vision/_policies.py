"""Augmentation by policies: chains and single transforms of random strength."""

from __future__ import annotations

import numpy as np

from msjax.dataset import _checks as checks
from msjax.dataset.vision import _color, _motion, _warp
from msjax.dataset.vision import _images as images
from msjax.dataset.vision._augment import AutoContrast, Equalize
from msjax.dataset.vision._images import ImageTensorOperation
from msjax.dataset.vision._modes import AutoAugmentPolicy, Inter

__all__ = ["AutoAugment", "RandAugment", "TrivialAugmentWide"]

# For each policy pairs of steps: name, probability, place in the range of strengths.
_IMAGENET = """
Posterize 0.4 8 Rotate 0.6 9, Solarize 0.6 5 AutoContrast 0.6 -, Equalize 0.8 - Equalize 0.6 -,
Posterize 0.6 7 Posterize 0.6 6, Equalize 0.4 - Solarize 0.2 4, Equalize 0.4 - Rotate 0.8 8,
Solarize 0.6 3 Equalize 0.6 -, Posterize 0.8 5 Equalize 1.0 -, Rotate 0.2 3 Solarize 0.6 8,
Equalize 0.6 - Posterize 0.4 6, Rotate 0.8 8 Color 0.4 0, Rotate 0.4 9 Equalize 0.6 -,
Equalize 0.0 - Equalize 0.8 -, Invert 0.6 - Equalize 1.0 -, Color 0.6 4 Contrast 1.0 8,
Rotate 0.8 8 Color 1.0 2, Color 0.8 8 Solarize 0.8 7, Sharpness 0.4 7 Invert 0.6 -,
ShearX 0.6 5 Equalize 1.0 -, Color 0.4 0 Equalize 0.6 -, Equalize 0.4 - Solarize 0.2 4,
Solarize 0.6 5 AutoContrast 0.6 -, Invert 0.6 - Equalize 1.0 -, Color 0.6 4 Contrast 1.0 8,
Equalize 0.8 - Equalize 0.6 -
"""
_CIFAR10 = """
Invert 0.1 - Contrast 0.2 6, Rotate 0.7 2 TranslateX 0.3 9, Sharpness 0.8 1 Sharpness 0.9 3,
ShearY 0.5 8 TranslateY 0.7 9, AutoContrast 0.5 - Equalize 0.9 -, ShearY 0.2 7 Posterize 0.3 7,
Color 0.4 3 Brightness 0.6 7, Sharpness 0.3 9 Brightness 0.7 9, Equalize 0.6 - Equalize 0.5 -,
Contrast 0.6 7 Sharpness 0.6 5, Color 0.7 7 TranslateX 0.5 8, Equalize 0.3 - AutoContrast 0.4 -,
TranslateY 0.4 3 Sharpness 0.2 6, Brightness 0.9 6 Color 0.2 8, Solarize 0.5 2 Invert 0.0 -,
Equalize 0.2 - AutoContrast 0.6 -, Equalize 0.2 - Equalize 0.6 -, Color 0.9 9 Equalize 0.6 -,
AutoContrast 0.8 - Solarize 0.2 8, Brightness 0.1 3 Color 0.7 0,
Solarize 0.4 5 AutoContrast 0.9 -, TranslateY 0.9 9 TranslateY 0.7 9,
AutoContrast 0.9 - Solarize 0.8 3, Equalize 0.8 - Invert 0.1 -, TranslateY 0.7 9 AutoContrast 0.9 -
"""
_SVHN = """
ShearX 0.9 4 Invert 0.2 -, ShearY 0.9 8 Invert 0.7 -, Equalize 0.6 - Solarize 0.6 6,
Invert 0.9 - Equalize 0.6 -, Equalize 0.6 - Rotate 0.9 3, ShearX 0.9 4 AutoContrast 0.8 -,
ShearY 0.9 8 Invert 0.4 -, ShearY 0.9 5 Solarize 0.2 6, Invert 0.9 - AutoContrast 0.8 -,
Equalize 0.6 - Rotate 0.9 3, ShearX 0.9 4 Solarize 0.3 3, ShearY 0.8 8 Invert 0.7 -,
Equalize 0.9 - TranslateY 0.6 6, Invert 0.9 - Equalize 0.6 -, Contrast 0.3 3 Rotate 0.8 4,
Invert 0.8 - TranslateY 0.0 2, ShearY 0.7 6 Solarize 0.4 8, Invert 0.6 - Rotate 0.8 4,
ShearY 0.3 7 TranslateX 0.9 3, ShearX 0.1 6 Invert 0.6 -, Solarize 0.7 2 TranslateY 0.6 7,
ShearY 0.8 4 Invert 0.8 -, ShearX 0.7 9 TranslateY 0.8 3, ShearY 0.8 5 AutoContrast 0.7 -,
ShearX 0.7 2 Invert 0.1 -
"""
_POLICIES = {
    AutoAugmentPolicy.IMAGENET: _IMAGENET,
    AutoAugmentPolicy.CIFAR10: _CIFAR10,
    AutoAugmentPolicy.SVHN: _SVHN,
}
_SIGNED = "ShearX ShearY TranslateX TranslateY Rotate Brightness Color Contrast Sharpness".split()


def _strengths(size: tuple, bins: int, span: dict) -> dict[str, np.ndarray]:
    """For each transform its strengths, from the least to the greatest."""
    steps = np.arange(bins, dtype=np.float32)
    every = {
        "ShearX": span["shear"],
        "ShearY": span["shear"],
        "TranslateX": span.get("move") or np.float32(150 / 331) * np.float32(size[1]),
        "TranslateY": span.get("move") or np.float32(150 / 331) * np.float32(size[0]),
        "Rotate": span["turn"],
        **dict.fromkeys(("Brightness", "Color", "Contrast", "Sharpness"), span["color"]),
    }
    last = np.float32(bins - 1)
    table = {name: steps * (np.float32(most) / last) for name, most in every.items()}
    table["Posterize"] = np.rint(8 - steps * (np.float32(span["bits"]) / last))
    bright = np.float32(span["bright"])
    table["Solarize"] = bright - steps * (bright / last)
    return table


class _Policy(ImageTensorOperation):
    """Base: an image in bytes (height, width, 3) and single steps."""

    ranks = (3,)
    interpolation: Inter
    fill_value: tuple

    def _take(self, interpolation: Inter, fill_value) -> None:
        images.check_inter(interpolation)
        images.check_fill(fill_value)
        self.interpolation = interpolation
        self.fill_value = (fill_value,) * 3 if isinstance(fill_value, int) else fill_value

    def _check(self, image: np.ndarray) -> None:
        if image.shape[-1] != 3 or image.dtype != np.uint8:
            raise RuntimeError(
                f"{type(self).__name__}: the image must be (height, width, 3) of uint8, but got "
                f"{image.shape} of {image.dtype}."
            )

    def _draw(self, count: int) -> int:
        """A number below `count`; MindSpore draws 0 twice as often as others."""
        return int(self._rng.integers(count + 1)) % count

    def _step(self, image: np.ndarray, name: str, strength: float) -> np.ndarray:
        inter, fill = self.interpolation, self.fill_value
        if name in ("ShearX", "ShearY", "TranslateX", "TranslateY"):
            pair = (strength, 0.0) if name.endswith("X") else (0.0, strength)
            if name.startswith("Shear"):
                shear = tuple(value * 180 / np.pi for value in pair)
                return _motion.moved(image, 0.0, (0, 0), 1.0, shear, inter, fill)
            # MindSpore takes the pixels for parts of the image: only less than one stays
            move = int(pair[0]) * image.shape[1], int(pair[1]) * image.shape[0]
            return _motion.moved(image, 0.0, move, 1.0, (0.0, 0.0), inter, fill)
        if name == "Rotate":
            # the order in which MindSpore hands the color over here
            mixed = fill[0], fill[2], fill[1]
            return _motion.turned(image, strength, inter, False, (), mixed)
        factor = float(np.float32(1) + np.float32(strength))
        if name == "Brightness":
            return _color.brighter(image, factor)
        if name == "Color":
            return _color.saturated(image, factor)
        if name == "Contrast":
            return _color.contrasted(image, factor)
        if name == "Sharpness":
            return _warp.sharpened(image, factor)
        if name == "Posterize":
            return _color.Posterize(int(strength))(image)
        if name == "Solarize":
            return np.where(image >= strength, 255 - image, image).astype(np.uint8)
        plain = {"AutoContrast": AutoContrast, "Equalize": Equalize, "Invert": _color.Invert}
        return plain[name]()(image) if name in plain else image.copy()


class AutoAugment(_Policy):
    """Two transforms, by chance, of a pair that is drawn from a policy that was learned.

    Args:
        policy: an AutoAugmentPolicy. Default: ``AutoAugmentPolicy.IMAGENET``.
        interpolation: an Inter for what is turned and moved. Default: ``Inter.NEAREST``.
        fill_value: the color outside, an int or three. Default: ``0``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: `fill_value` is out of range.
        RuntimeError: the image is not (height, width, 3) in bytes.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.AutoAugment()(np.zeros((4, 5, 3), np.uint8)).shape
        (4, 5, 3)
    """

    def __init__(
        self,
        policy: AutoAugmentPolicy = AutoAugmentPolicy.IMAGENET,
        interpolation: Inter = Inter.NEAREST,
        fill_value: int | tuple[int, ...] = 0,
    ):
        super().__init__()
        checks.check_type(policy, AutoAugmentPolicy, "policy")
        self._take(interpolation, fill_value)
        self.policy = policy
        rows = (row.split() for row in _POLICIES[policy].split(","))
        self._pairs = [[tuple(row[:3]), tuple(row[3:])] for row in rows]

    def _apply(self, image):
        self._check(image)
        pair = self._pairs[self._rng.integers(len(self._pairs))]
        span = {"shear": 0.3, "turn": 30, "color": 0.9, "bits": 4, "bright": 256}
        table = _strengths(image.shape, 10, span)
        for name, prob, place in pair:
            chance, sign = self._rng.random(), self._rng.integers(2)
            if chance > float(prob):
                continue
            strength = 0.0 if place == "-" else float(table[name][int(place)])
            image = self._step(image, name, -strength if name in _SIGNED and sign else strength)
        return image.copy()


class RandAugment(_Policy):
    """Several transforms of one strength, drawn from fourteen.

    Args:
        num_ops: how many. Default: ``2``.
        magnitude: their strength, less than `num_magnitude_bins`. Default: ``9``.
        num_magnitude_bins: how many strengths there are, at least 2. Default: ``31``.
        interpolation: an Inter for what is turned and moved. Default: ``Inter.NEAREST``.
        fill_value: the color outside, an int or three. Default: ``0``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image is not (height, width, 3) in bytes.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.RandAugment()(np.zeros((4, 5, 3), np.uint8)).shape
        (4, 5, 3)
    """

    def __init__(
        self,
        num_ops: int = 2,
        magnitude: int = 9,
        num_magnitude_bins: int = 31,
        interpolation: Inter = Inter.NEAREST,
        fill_value: int | tuple[int, ...] = 0,
    ):
        super().__init__()
        checks.check_int(num_ops, 0, images.LIMIT, "num_ops")
        checks.check_int(num_magnitude_bins, 2, images.LIMIT, "num_magnitude_bins")
        checks.check_int(magnitude, 0, num_magnitude_bins - 1, "magnitude")
        self._take(interpolation, fill_value)
        self.num_ops = num_ops
        self.magnitude = magnitude
        self.num_magnitude_bins = num_magnitude_bins

    def _apply(self, image):
        self._check(image)
        span = {"shear": 0.3, "turn": 30, "color": 0.9, "bits": 4, "bright": 255}
        table = _strengths(image.shape, self.num_magnitude_bins, span)
        names = sorted([*table, "AutoContrast", "Equalize", "Identity"])
        for _ in range(self.num_ops):
            name, sign = names[self._draw(len(names))], self._draw(2)
            strength = float(table[name][self.magnitude]) if name in table else 0.0
            image = self._step(image, name, -strength if name in _SIGNED and sign else strength)
        return image.copy()


class TrivialAugmentWide(_Policy):
    """One transform of random strength, drawn from fourteen.

    Args:
        num_magnitude_bins: how many strengths there are, at least 2. Default: ``31``.
        interpolation: an Inter for what is turned and moved. Default: ``Inter.NEAREST``.
        fill_value: the color outside, an int or three. Default: ``0``.

    Returns:
        Array of the shape and dtype of the image.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range.
        RuntimeError: the image is not (height, width, 3) in bytes.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.TrivialAugmentWide()(np.zeros((4, 5, 3), np.uint8)).shape
        (4, 5, 3)
    """

    def __init__(
        self,
        num_magnitude_bins: int = 31,
        interpolation: Inter = Inter.NEAREST,
        fill_value: int | tuple[int, ...] = 0,
    ):
        super().__init__()
        checks.check_int(num_magnitude_bins, 2, images.LIMIT, "num_magnitude_bins")
        self._take(interpolation, fill_value)
        self.num_magnitude_bins = num_magnitude_bins

    def _apply(self, image):
        self._check(image)
        span = {"shear": 0.99, "move": 32, "turn": 135, "color": 0.99, "bits": 6, "bright": 255}
        table = _strengths(image.shape, self.num_magnitude_bins, span)
        names = sorted([*table, "AutoContrast", "Equalize", "Identity"])
        name, sign = names[self._draw(len(names))], self._draw(2)
        place = self._draw(self.num_magnitude_bins)
        strength = float(table[name][place]) if name in table else 0.0
        return self._step(image, name, -strength if name in _SIGNED and sign else strength)
