"""Images in another size, and JPEG files, have the same bytes whichever code makes them."""

import io
import sys
from types import SimpleNamespace

import numpy as np
import pytest

from msjax.dataset import vision
from msjax.dataset.vision import _decoding, _images, _opencv
from msjax.dataset.vision.utils import Inter

SIZES = [((375, 500), (256, 341)), ((9, 7), (21, 30)), ((1, 40), (5, 3)), ((64, 48), (128, 17))]


def noise(*shape):
    return np.random.default_rng(len(shape)).integers(0, 256, shape, np.uint8)


def by_definition(image, size):
    """OpenCV's sums, with whole numbers that hold everything."""
    (above, over), (below, under) = _images._cut_taps(image.shape[0], size[0], 0, size[0])
    (west, some), (east, rest) = _images._cut_taps(image.shape[1], size[1], 0, size[1])
    wide = image.reshape(*image.shape[:2], -1).astype(np.int64)
    across = (wide[:, west] * some[:, None] + wide[:, east] * rest[:, None]) >> 4
    parts = (across[above] * over[:, None, None], across[below] * under[:, None, None])
    total = ((parts[0] >> 16) + (parts[1] >> 16) + 2) >> 2
    return total.astype(np.uint8).reshape(*size, *image.shape[2:])


@pytest.mark.parametrize("old, new", SIZES)
@pytest.mark.parametrize("channels", [(), (1,), (2,), (3,), (4,)])
def test_strips(old, new, channels, monkeypatch):
    image, part = noise(*old, *channels), (1, 1, new[0] - 2, new[1] - 2)
    wanted = by_definition(image, new)
    for strip in (_images._STRIP, 64):
        monkeypatch.setattr(_images, "_STRIP", strip)
        assert np.array_equal(_images._in_strips(image, new, (0, 0, *new)), wanted)
        assert np.array_equal(_images._in_strips(image, new, part), wanted[1:-1, 1:-1])


@pytest.mark.parametrize("old, new", SIZES)
@pytest.mark.parametrize("channels", [(), (1,), (3,), (4,)])
def test_opencv(old, new, channels):
    pytest.importorskip("cv2")
    if _opencv.library(_images._whole) is None:
        pytest.skip("OpenCV has other kernels here")
    image = noise(*old, *channels)[:, ::-1]
    made = _images.resize(image, new, Inter.LINEAR)
    assert np.array_equal(made, by_definition(image, new))
    part = _images.resize(image, new, Inter.LINEAR, (1, 1, new[0] - 2, new[1] - 2))
    assert np.array_equal(part, made[1:-1, 1:-1])


def failing(*args, **kwargs):
    raise ValueError("broken")


@pytest.mark.parametrize("resize", [lambda image, size, interpolation: image, failing])
def test_another_opencv_is_left_alone(resize, monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", SimpleNamespace(resize=resize, INTER_LINEAR=1))
    _opencv.library.cache_clear()
    try:
        assert _opencv.library(_images._whole) is None
        image = noise(9, 7, 3)
        made = vision.Resize((5, 6))(image)
    finally:
        _opencv.library.cache_clear()
    assert np.array_equal(made, by_definition(image, (5, 6)))


JPEG = [
    {"quality": 85},
    {"subsampling": 0},
    {"subsampling": 1},
    {"progressive": True},
    {"optimize": True, "comment": b"\xff\xd9 said"},
    {"exif": b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0"},
    {"restart_marker_blocks": 2},
    {"mode": "L"},
    {"mode": "CMYK"},
]


@pytest.mark.parametrize("options", JPEG, ids=str)
def test_jpeg_files(options):
    Image = pytest.importorskip("PIL.Image")
    options = dict(options)
    mode, stream = options.pop("mode", "RGB"), io.BytesIO()
    Image.fromarray(noise(33, 45, 3)).convert(mode).save(stream, "JPEG", **options)
    data = np.frombuffer(stream.getvalue(), np.uint8)
    assert (_decoding._jpeg_size(data) == (45, 33)) is (mode == "RGB")
    wanted = np.array(_decoding.open_image(data))
    for file in (data, np.concatenate([data, data[:9]])):
        assert np.array_equal(_decoding.decode_image(file), wanted)
        assert np.array_equal(_decoding.decode_words(file)[..., :3], wanted)
    for length in (3, 30, data.size // 2):
        with pytest.raises(ValueError) as error:
            _decoding.open_image(data[:length])
        with pytest.raises(RuntimeError) as other:
            _decoding.decode_image(data[:length])
        assert str(other.value) == str(error.value)
    if "progressive" not in options:  # the mark of the end says nothing
        assert np.array_equal(_decoding.decode_image(data[:-2]), wanted)
