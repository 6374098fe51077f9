"""Image files and their bytes."""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from msjax._core.tensor.tensor import Tensor
from msjax.dataset import _checks as checks
from msjax.dataset._checks import is_pil
from msjax.dataset.vision._decoding import channel_bits, colors, deep, load, pillow
from msjax.dataset.vision._modes import ImageReadMode

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = [
    "encode_jpeg",
    "encode_png",
    "get_image_num_channels",
    "get_image_size",
    "read_file",
    "read_image",
    "write_file",
    "write_jpeg",
    "write_png",
]


def _array(value: Any, name: str) -> np.ndarray:
    if isinstance(value, Tensor):
        return value.asnumpy()
    if not isinstance(value, np.ndarray):
        raise TypeError(f"The '{name}' must be an array or a Tensor, but got {type(value)}.")
    return value


def _picture(image: Any, level: Any, name: str, low: int, high: int) -> np.ndarray:
    """An image in bytes as (height, width) or (height, width, 3)."""
    if not isinstance(level, int):
        raise TypeError(f"The '{name}' must be an int, but got {type(level)}.")
    array = _array(image, "image")
    if array.dtype != np.uint8:
        raise RuntimeError(f"The image must be uint8, but got {array.dtype}.")
    if array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] not in (1, 3)):
        raise RuntimeError(
            f"The image must be (height, width) or have 1 or 3 channels, but got {array.shape}."
        )
    if not array.size:
        raise RuntimeError(f"The image must not be empty, but got {array.shape}.")
    if not low <= level <= high:
        raise RuntimeError(f"The '{name}' must be in [{low}, {high}], but got {level}.")
    return array[..., 0] if array.ndim == 3 and array.shape[2] == 1 else array


def encode_jpeg(image: np.ndarray | Tensor, quality: int = 75) -> np.ndarray:
    """The bytes of a JPEG file; needs Pillow.

    Args:
        image: array or Tensor of uint8, (height, width), (height, width, 1) or (height, width, 3).
        quality: an int in [1, 100]. Default: ``75``.

    Returns:
        An array of uint8 of one dimension.

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: `image` has another dtype or shape, or `quality` is out of range.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.encode_jpeg(np.zeros((2, 2, 3), np.uint8))[:2].tolist()
        [255, 216]
    """
    picture = _picture(image, quality, "quality", 1, 100)
    stream = io.BytesIO()
    pillow().fromarray(picture).save(stream, "JPEG", quality=int(quality))
    return np.frombuffer(stream.getvalue(), np.uint8).copy()


def _filtered(rows: np.ndarray, step: int) -> bytes:
    """Rows of bytes as differences from their neighbours, each in the way of the least sum."""
    lines = rows.astype(np.int64)
    above = np.vstack([np.zeros_like(lines[:1]), lines[:-1]])
    left, corner = (np.pad(array, ((0, 0), (step, 0)))[:, :-step] for array in (lines, above))
    guess = left + above - corner
    gaps = [np.abs(guess - other) for other in (left, above, corner)]
    paeth = np.where(gaps[1] <= gaps[2], above, corner)
    paeth = np.where((gaps[0] <= gaps[1]) & (gaps[0] <= gaps[2]), left, paeth)
    kinds = (0, left, above, (left + above) >> 1, paeth)
    ways = np.stack([(lines - kind) & 255 for kind in kinds])
    best = np.where(ways < 128, ways, 256 - ways).sum(-1).argmin(0)
    chosen = ways[best, np.arange(len(lines))]
    return np.column_stack([best, chosen]).astype(np.uint8).tobytes()


def encode_png(image: np.ndarray | Tensor, compression_level: int = 6) -> np.ndarray:
    """The bytes of a PNG file.

    Args:
        image: array or Tensor of uint8, (height, width), (height, width, 1) or (height, width, 3).
        compression_level: an int in [0, 9]. Default: ``6``.

    Returns:
        An array of uint8 of one dimension.

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: `image` has another dtype or shape, or `compression_level` is out of range.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> bytes(vision.encode_png(np.zeros((2, 2), np.uint8))[1:4])
        b'PNG'
    """
    picture = _picture(image, compression_level, "compression_level", 0, 9)
    height, width = picture.shape[:2]
    channels = 1 if picture.ndim == 2 else 3
    raw = _filtered(picture.reshape(height, -1), channels)
    packer = zlib.compressobj(int(compression_level), zlib.DEFLATED, 15, 8, zlib.Z_RLE)
    packed = bytearray(packer.compress(raw) + packer.flush())
    # the header says how far back the data refer at most
    window = 7
    while window and len(raw) <= 1 << (window + 7):
        window -= 1
    head = (window << 12) | 0x800
    packed[:2] = (head + 31 - head % 31).to_bytes(2, "big")

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    parts = [b"\x89PNG\r\n\x1a\n"]
    color = 0 if channels == 1 else 2
    parts.append(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, color, 0, 0, 0)))
    parts += [chunk(b"IDAT", bytes(packed[i : i + 8192])) for i in range(0, len(packed), 8192)]
    parts.append(chunk(b"IEND", b""))
    return np.frombuffer(b"".join(parts), np.uint8).copy()


def get_image_num_channels(image: np.ndarray | Tensor | Image) -> int:
    """How many channels an image has.

    Args:
        image: array (..., height, width, channels) or (height, width), or an image of Pillow.

    Returns:
        int; 1 for two dimensions.

    Raises:
        TypeError: `image` is neither.
        RuntimeError: `image` has fewer than two dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.get_image_num_channels(np.zeros((4, 5, 3)))
        3
    """
    if is_pil(image):
        return len(image.getbands())
    return 1 if _form(image).ndim == 2 else image.shape[-1]


def get_image_size(image: np.ndarray | Tensor | Image) -> list[int]:
    """Height and width of an image.

    Args:
        image: array (..., height, width, channels) or (height, width), or an image of Pillow.

    Returns:
        [height, width].

    Raises:
        TypeError: `image` is neither.
        RuntimeError: `image` has fewer than two dimensions.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.get_image_size(np.zeros((4, 5, 3)))
        [4, 5]
    """
    if is_pil(image):
        return list(image.size[::-1])
    shape = _form(image).shape
    return list(shape if len(shape) == 2 else shape[-3:-1])


def _form(image: Any) -> np.ndarray:
    if not isinstance(image, np.ndarray):
        raise TypeError(f"The image must be an array or a PIL image, but got {type(image)}.")
    if image.ndim < 2:
        raise RuntimeError(f"The image must have two dimensions at least, but got {image.shape}.")
    return image


def _check_name(filename: Any) -> None:
    if not isinstance(filename, str):
        raise TypeError(f"The 'filename' must be a str, but got {type(filename)}.")


def _readable(filename: Any) -> str:
    _check_name(filename)
    if not os.path.isfile(filename):
        raise RuntimeError(f"There is no file {filename!r}.")
    return filename


def read_file(filename: str) -> np.ndarray:
    """The bytes of a file.

    Args:
        filename: its name.

    Returns:
        An array of uint8 of one dimension.

    Raises:
        TypeError: `filename` is not a str.
        RuntimeError: there is no such file.

    Examples:
        >>> import tempfile
        >>> from msjax.dataset import vision
        >>> with tempfile.NamedTemporaryFile() as file:
        ...     count = file.write(b"ab")
        ...     file.flush()
        ...     vision.read_file(file.name).tolist()
        [97, 98]
    """
    return np.fromfile(_readable(filename), np.uint8)


def read_image(filename: str, mode: ImageReadMode = ImageReadMode.UNCHANGED) -> np.ndarray:
    """The image in a file; needs Pillow.

    Args:
        filename: its name.
        mode: an ImageReadMode. Default: ``ImageReadMode.UNCHANGED``.

    Returns:
        An array (height, width, 3), or (height, width, 1) of gray images, of uint8; of gray images
        in PNG and TIFF files that are UNCHANGED, of the type in the file.

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: there is no such file, or no image in it.

    Examples:
        >>> import tempfile
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> with tempfile.NamedTemporaryFile(suffix=".png") as file:
        ...     vision.write_png(file.name, np.full((1, 1, 3), 7, np.uint8))
        ...     vision.read_image(file.name).tolist()
        [[[7, 7, 7]]]
    """
    _check_name(filename)
    checks.check_type(mode, ImageReadMode, "mode")
    data = read_file(filename)
    dark = mode is ImageReadMode.GRAYSCALE
    try:
        image = load(data, torn=True, grey=dark)
        if mode is ImageReadMode.UNCHANGED:
            return _unchanged(image, data)
        turned = _TURNS.get(image.getexif().get(0x112), np.copy)
        if dark:
            return turned(_gray(image, data))[..., None]
        return turned(_colors(image, data))
    except (OSError, ValueError) as error:
        raise RuntimeError(f"The file {filename!r} holds no image: {error}") from error


_TURNS: dict[int, Callable] = {  # by the orientation that a camera has noted
    2: lambda image: image[:, ::-1].copy(),
    3: lambda image: image[::-1, ::-1].copy(),
    4: lambda image: image[::-1].copy(),
    5: lambda image: image.swapaxes(0, 1).copy(),
    6: lambda image: image.swapaxes(0, 1)[:, ::-1].copy(),
    7: lambda image: image.swapaxes(0, 1)[::-1, ::-1].copy(),
    8: lambda image: image.swapaxes(0, 1)[::-1].copy(),
}


def _unchanged(image: Image, data: np.ndarray) -> np.ndarray:
    """All channels, in the type of the file."""
    values = deep(image, data)
    if values is not None:
        return values[..., None]
    if channel_bits(image, data) == 16:
        raise NotImplementedError("Colors of 16 bits are not read; read them as COLOR.")
    if image.mode in ("L", "1") or (image.mode == "LA" and image.format == "TIFF"):
        return np.array(image.convert("L"))[..., None]
    return _colors(image, data)


def _colors(image: Image, data: np.ndarray) -> np.ndarray:
    if image.format == "JPEG" and image.mode == "CMYK":
        values = 255 - np.array(image).astype(np.int32)  # as the file has them
        black = values[..., 3:]
        return (black - ((255 - values[..., :3]) * black >> 8)).astype(np.uint8)
    return np.array(colors(image, data))


def _gray(image: Image, data: np.ndarray) -> np.ndarray:
    if image.mode in ("L", "1"):
        return np.array(image.convert("L"))
    if image.format != "PNG":
        light = _colors(image, data).astype(np.int64) @ np.array([4899, 9617, 1868])
        return ((light + (1 << 13)) >> 14).astype(np.uint8)
    if channel_bits(image, data) == 16 and image.mode in ("RGB", "RGBA"):
        raise NotImplementedError("Colors of 16 bits are not made gray; read them as COLOR.")
    # libpng cuts fractions off, and knows of lightness where the file tells how light colors are
    values, gamma = _colors(image, data).astype(np.int64), image.info.get("gamma", 1)
    weights, levels = np.array([9797, 19234, 3737]), np.arange(256) / 255
    if abs(gamma - 1) < 0.05:
        return ((values @ weights) >> 15).astype(np.uint8)
    to_light, from_light = (np.floor(255 * levels**power + 0.5) for power in (1 / gamma, gamma))
    light = ((to_light.astype(np.int64)[values] @ weights) + (1 << 14)) >> 15
    same = (values == values[..., :1]).all(-1)
    return np.where(same, values[..., 0], from_light[light]).astype(np.uint8)


def _write(filename: Any, data: np.ndarray) -> None:
    try:
        with open(filename, "wb") as file:
            file.write(data.tobytes())
    except OSError as error:
        raise RuntimeError(f"The file {filename!r} cannot be written: {error}") from error


def write_file(filename: str, data: np.ndarray | Tensor) -> None:
    """Write bytes to a file.

    Args:
        filename: its name.
        data: array or Tensor of uint8 of one dimension.

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: `data` has another dtype or shape, or the file cannot be written.

    Examples:
        >>> import tempfile
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> with tempfile.NamedTemporaryFile() as file:
        ...     vision.write_file(file.name, np.array([97, 98], np.uint8))
        ...     file.read()
        b'ab'
    """
    _check_name(filename)
    array = _array(data, "data")
    if array.dtype != np.uint8:
        raise RuntimeError(f"The 'data' must be uint8, but got {array.dtype}.")
    if array.size and array.ndim != 1:
        raise RuntimeError(f"The 'data' must have one dimension, but got {array.shape}.")
    _write(filename, array)


def write_jpeg(filename: str, image: np.ndarray | Tensor, quality: int = 75) -> None:
    """Write a JPEG file; needs Pillow.

    Args:
        filename: its name.
        image: as in `encode_jpeg`.
        quality: an int in [1, 100]. Default: ``75``.

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: the image cannot be encoded, or the file not be written.

    Examples:
        >>> import tempfile
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> with tempfile.NamedTemporaryFile() as file:
        ...     vision.write_jpeg(file.name, np.zeros((2, 2, 3), np.uint8))
        ...     vision.read_image(file.name).shape
        (2, 2, 3)
    """
    _check_name(filename)
    _write(filename, encode_jpeg(image, quality))


def write_png(filename: str, image: np.ndarray | Tensor, compression_level: int = 6) -> None:
    """Write a PNG file.

    Args:
        filename: its name.
        image: as in `encode_png`.
        compression_level: an int in [0, 9]. Default: ``6``.

    Raises:
        TypeError: an argument has the wrong type.
        RuntimeError: the image cannot be encoded, or the file not be written.

    Examples:
        >>> import tempfile
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> with tempfile.NamedTemporaryFile() as file:
        ...     vision.write_png(file.name, np.zeros((2, 2), np.uint8))
        ...     file.read()[1:4]
        b'PNG'
    """
    _check_name(filename)
    _write(filename, encode_png(image, compression_level))
