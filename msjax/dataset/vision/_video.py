"""Videos, which need a decoder that neither NumPy nor Pillow has."""

from __future__ import annotations

from typing import Any

from msjax.dataset.transforms.transforms import TensorOperation

__all__ = ["DecodeVideo"]


def _refused(name: str) -> NotImplementedError:
    return NotImplementedError(
        f"{name} is not supported by msjax, which has no decoder of videos; read the frames with "
        "PyAV, OpenCV or imageio in the source of a GeneratorDataset."
    )


class DecodeVideo(TensorOperation):
    """The frames and the sound in the bytes of a video, which msjax does not decode.

    Returns:
        Nothing: it is refused.

    Raises:
        NotImplementedError: always; a GeneratorDataset may read frames with another library.

    Examples:
        >>> from msjax.dataset import vision
        >>> vision.DecodeVideo()
        Traceback (most recent call last):
        NotImplementedError: ...
    """

    def __init__(self) -> None:
        raise _refused("DecodeVideo")


class VideoDecoder:
    """Frames of a video by number, which msjax does not decode.

    Args:
        source (str): path of the video.

    Returns:
        Nothing: it is refused.

    Raises:
        NotImplementedError: always; a GeneratorDataset may read frames with another library.

    Examples:
        >>> from msjax.dataset import vision
        >>> vision.VideoDecoder("film.mp4")
        Traceback (most recent call last):
        NotImplementedError: ...
    """

    def __init__(self, source: str):
        raise _refused("VideoDecoder")


def read_video(
    filename: str, start_pts: Any = 0, end_pts: Any = None, pts_unit: str = "pts"
) -> tuple:
    """The frames and the sound of a video, which msjax does not decode.

    Args:
        filename: path of the video.
        start_pts: where the part begins. Default: ``0``.
        end_pts: where it ends. Default: ``None``.
        pts_unit: "pts" or "sec". Default: ``"pts"``.

    Raises:
        NotImplementedError: always; a GeneratorDataset may read frames with another library.
    """
    raise _refused("read_video")


def read_video_timestamps(filename: str, pts_unit: str = "pts") -> tuple:
    """The times of a video's frames, which msjax does not read.

    Args:
        filename: path of the video.
        pts_unit: "pts" or "sec". Default: ``"pts"``.

    Raises:
        NotImplementedError: always; a GeneratorDataset may read frames with another library.
    """
    raise _refused("read_video_timestamps")
