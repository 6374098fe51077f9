"""Videos, where PyAV is installed: frames, sound and times."""

from __future__ import annotations

import io
import math
import os
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from msjax.dataset.transforms.transforms import TensorOperation

__all__ = ["DecodeVideo"]

_UNITS = ("pts", "sec")


def _av() -> Any:
    try:
        import av
    except ImportError as error:
        raise NotImplementedError(
            "Videos need PyAV, which is not installed; `pip install av`."
        ) from error
    return av


class _Video(NamedTuple):
    """What a file holds.

    Attributes:
        times: of the frames, in units of the stream.
        unit: seconds.
        frames: in RGB, (number, height, width, 3), uint8.
        sound: (channels, samples).
        rates: frames and, if there is sound, samples a second.
    """

    times: list[int]
    unit: Fraction
    frames: np.ndarray
    sound: np.ndarray
    rates: dict[str, Any]


def _read(source: Any, failure: str) -> _Video:
    """Decode a file.

    Args:
        source: its path, or a binary file.
        failure: what is said if it holds no video.
    """
    av = _av()
    times, frames, sound, rates = [], [], [], {}
    try:
        with av.open(source) as container:
            if container.streams.audio:
                rates["audio_fps"] = container.streams.audio[0].rate
            stream = container.streams.video[0]
            rates["video_fps"] = np.float32(stream.average_rate)
            unit = stream.time_base
            for frame in container.decode(
                *container.streams.video[:1], *container.streams.audio[:1]
            ):
                if isinstance(frame, av.AudioFrame):
                    sound.append(_samples(frame))
                else:
                    times.append(frame.pts)
                    frames.append(_rgb(frame))
            size = stream.height, stream.width
    except (av.error.FFmpegError, IndexError) as error:
        raise RuntimeError(failure) from error
    shape = (0, *size, 3)
    return _Video(
        times,
        unit,
        np.stack(frames) if frames else np.zeros(shape, np.uint8),
        np.concatenate(sound, 1) if sound else np.zeros((1, 0), np.float32),
        rates,
    )


def _samples(frame: Any) -> np.ndarray:
    """Sound as (channels, samples)."""
    values = frame.to_ndarray()
    return values if frame.format.is_planar else values.reshape(-1, frame.layout.nb_channels).T


# -- colours ---------------------------------------------------------------------------------------


def _rgb(frame: Any) -> np.ndarray:
    """A frame's colours, with MindSpore's rounding where brightness has twice the resolution."""
    height, width = frame.height, frame.width
    if frame.format.name not in ("yuv420p", "yuvj420p") or height % 2 or width % 2:
        return frame.to_ndarray(format="rgb24")
    planes = frame.to_ndarray().astype(np.int32)
    halved = (2, height // 2, width // 2)
    blue, red = planes[height:].reshape(halved).repeat(2, 1).repeat(2, 2)
    full = frame.format.name == "yuvj420p"
    level, from_red, from_blue, green_of_blue, green_of_red = _tables(full)
    bright = planes[:height] + _ZERO
    colours = (
        bright + from_red[red],
        bright + green_of_blue[blue] + green_of_red[red],
        bright + from_blue[blue],
    )
    return level[np.stack(colours, -1)]


_ZERO = 512  # where the table of levels has that of brightness 0


@cache
def _tables(full: bool) -> tuple[np.ndarray, ...]:
    """FFmpeg's conversion by tables (libswscale, ITU-R BT.601), in fixed point of 16 bits.

    A table of levels by brightness, and what the colours add to the brightness: red's part of red,
    blue's of blue, blue's and red's of green. Colours move by whole steps of brightness, and the
    levels of the narrow range begin below zero: its numbers are not those of exact arithmetic.

    Args:
        full: whether brightness is in [0, 255], not in [16, 235].
    """
    red, blue, green_of_blue, green_of_red = 104597, 132201, -25675, -53279
    step, black, start = 1 << 16, 0, 384
    if full:
        red, blue = red * 224 // 255, blue * 224 // 255
        green_of_blue, green_of_red = (-(-c * 224 // 255) for c in (green_of_blue, green_of_red))
    else:
        step, black, start = step * 255 // 219, 16 << 16, 326
    brightness = np.arange(-_ZERO, 2 * _ZERO)
    exact = (start + brightness) * step - (384 << 16) - black
    levels = np.clip((exact + (1 << 15)) >> 16, 0, 255).astype(np.uint8)

    def moved(factor: int) -> np.ndarray:
        steps = int(((factor << 16) + (1 << 15)) / step)  # towards zero, as C divides
        return (np.arange(256) * steps >> 16) - (steps >> 9)

    return levels, *map(moved, (red, blue, green_of_blue, green_of_red))


# -- what is published -----------------------------------------------------------------------------


class DecodeVideo(TensorOperation):
    """Decode the bytes of a video file; needs PyAV.

    Called with an array of uint8, (bytes,).

    Returns:
        Tuple of the frames in RGB, an array of uint8, (frames, height, width, 3), and the sound, an
        array of (channels, samples) in the file's dtype; (1, 0) of float32 if there is none.

    Raises:
        TypeError: the input is not an array.
        RuntimeError: it is not one-dimensional, has no elements or other ones than bytes, or holds
            no video.
        NotImplementedError: PyAV is not installed.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset import vision
        >>> vision.DecodeVideo()(np.zeros((2, 3), np.uint8))
        Traceback (most recent call last):
        RuntimeError: DecodeVideo: invalid input shape, only support 1D input, got rank: 2
    """

    def __call__(self, img: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The frames and the sound."""
        if not isinstance(img, np.ndarray):
            raise TypeError(f"Input should be ndarray, got {type(img)}.")
        if img.ndim != 1:
            raise RuntimeError(
                f"DecodeVideo: invalid input shape, only support 1D input, got rank: {img.ndim}"
            )
        if img.dtype != np.uint8:
            raise RuntimeError(
                f"The type of the elements of input data should be UINT8, but got {img.dtype}."
            )
        if not img.size:
            raise RuntimeError("Input Tensor has no data.")
        video = _read(io.BytesIO(img.tobytes()), "Failed to open the input.")
        return video.frames, video.sound


class VideoDecoder:
    """Frames of a video by number, which is for Ascend and not supported.

    Args:
        source (str): path of the video.

    Returns:
        Nothing: it is refused.

    Raises:
        NotImplementedError: always; `read_video` reads frames.

    Examples:
        >>> from msjax.dataset import vision
        >>> vision.VideoDecoder("film.mp4")
        Traceback (most recent call last):
        NotImplementedError: ...
    """

    def __init__(self, source: str):
        raise NotImplementedError(
            "VideoDecoder is not supported by msjax, as it is for Ascend; use read_video."
        )


def _check_path(filename: str, kind: type[Exception]) -> None:
    if not os.path.exists(filename):
        raise kind(f"Invalid file path, {filename} does not exist.")
    if not os.path.isfile(filename):
        raise kind(f"Invalid file path, {filename} is not a regular file.")


def _check_types(filename: Any, pts_unit: Any) -> None:
    for name, value in (("filename", filename), ("pts_unit", pts_unit)):
        if not isinstance(value, str):
            raise TypeError(f"Input {name} is not of type {str}, but got: {type(value)}.")


def read_video(
    filename: str,
    start_pts: float | Fraction | int = 0,
    end_pts: float | Fraction | int | None = None,
    pts_unit: str = "pts",
) -> tuple[np.ndarray, np.ndarray, dict[str, Any]]:
    """The frames and the sound of a part of a video; needs PyAV.

    Args:
        filename: path of the video.
        start_pts: the earliest time, rounded to the file's units. Default: ``0``.
        end_pts: the latest time, rounded likewise. Default: ``None``, to the end.
        pts_unit: what times are in, "pts", the units of the file, or "sec". Default: ``"pts"``.

    Returns:
        Tuple of three: the frames in RGB, an array of uint8, (frames, height, width, 3); the
        sound, an array of (channels, samples), cut where the same shares of all frames lie, (1, 0)
        of float32 if there is none; a dict with `video_fps`, a float, and `audio_fps`, an int.

    Raises:
        TypeError: an argument has another type.
        ValueError: the file does not exist, `start_pts` is below 0, `end_pts` below `start_pts`, or
            `pts_unit` another text.
        RuntimeError: the file is no video.
        NotImplementedError: PyAV is not installed.

    Examples:
        >>> from msjax.dataset import vision
        >>> vision.read_video("film.mp4", pts_unit="minutes")
        Traceback (most recent call last):
        ValueError: Not supported pts_unit for minutes
    """
    _check_types(filename, pts_unit)
    kinds = [float, Fraction, int]
    for name, value in (("start_pts", start_pts), ("end_pts", end_pts)):
        if not isinstance(value, (float, Fraction, int)) and not (
            name == "end_pts" and value is None
        ):
            raise TypeError(f"Input {name} is not of type {kinds}, but got: {type(value)}")
    if pts_unit not in _UNITS:
        raise ValueError(f"Not supported pts_unit for {pts_unit}")
    if start_pts < 0:
        raise ValueError(f"Not supported start_pts for {start_pts}. The start_pts should be >= 0.")
    if end_pts is not None and end_pts < start_pts:
        raise ValueError(
            f"Not supported end_pts for {end_pts}. start_pts = {start_pts}. "
            "The end_pts should be >= start_pts."
        )
    _check_path(filename, ValueError)
    video = _read(filename, f"Failed to open the file {filename}.")
    unit, at = video.unit if pts_unit == "sec" else Fraction(1), np.array(video.times)
    within = at >= _nearest(start_pts, unit)
    if end_pts is not None:
        within &= at <= _nearest(end_pts, unit)
    places = np.flatnonzero(within)
    first, count = (places[0], places.size) if places.size else (0, 0)
    share = video.sound.shape[1] / max(len(at), 1)
    start, length = round(first * share), round(count * share)
    rates = video.rates | {"video_fps": float(str(video.rates["video_fps"]))}  # as it is written
    return video.frames[first : first + count], video.sound[:, start : start + length], rates


def _nearest(bound: float | Fraction, unit: Fraction) -> int:
    """The time of the file next to a bound, the later of two."""
    return math.floor(float(bound) * unit.denominator / unit.numerator + 0.5)


def read_video_timestamps(
    filename: str, pts_unit: str = "pts"
) -> tuple[list[int] | list[float], float]:
    """The times of a video's frames, and how many there are a second; needs PyAV.

    Args:
        filename: path of the video.
        pts_unit: what times are in, "pts", the units of the file, or "sec". Default: ``"pts"``.

    Returns:
        Tuple of a list of int, or of float for seconds, and a float.

    Raises:
        TypeError: an argument is not a str.
        RuntimeError: the file does not exist or is no video, or `pts_unit` is another text.
        NotImplementedError: PyAV is not installed.

    Examples:
        >>> from msjax.dataset import vision
        >>> vision.read_video_timestamps("film.mp4", "minutes")
        Traceback (most recent call last):
        RuntimeError: ReadVideoTimestamps: Not supported pts_unit for minutes
    """
    _check_types(filename, pts_unit)
    if pts_unit not in _UNITS:
        raise RuntimeError(f"ReadVideoTimestamps: Not supported pts_unit for {pts_unit}")
    _check_path(filename, RuntimeError)
    video = _read(filename, f"Failed to open the file {filename}.")
    unit = 1 if pts_unit == "pts" else float(np.float32(video.unit))
    return [t * unit for t in video.times], float(video.rates["video_fps"])
