"""Pictures of what a detector is trained on or finds."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax.dataset.vision._decoding import pillow

_HEIGHT = 22  # of capital letters of OpenCV's font at a size of 1


def imshow_det_bbox(
    image: np.ndarray,
    bboxes: np.ndarray | None,
    labels: np.ndarray,
    segm: np.ndarray | None = None,
    class_names: Sequence[str] | dict | None = None,
    score_threshold: float = 0,
    bbox_color: tuple = (0, 255, 0),
    text_color: tuple = (203, 192, 255),
    mask_color: tuple = (128, 0, 128),
    thickness: int = 2,
    font_size: float = 0.8,
    show: bool = True,
    win_name: str = "win",
    wait_time: int = 2000,
    out_file: str | None = None,
) -> np.ndarray:
    """Draw boxes with their classes, and masks, on an image; needs Pillow.

    Args:
        image (numpy.ndarray): bytes, (height, width, 3) or (3, height, width), in RGB.
        bboxes (numpy.ndarray): (boxes, 4) with x, y, width and height, or (boxes, 5) with a score;
            None for masks only.
        labels (numpy.ndarray): numbers of classes, (boxes, 1).
        segm (numpy.ndarray): masks, (masks, height, width). Default: ``None``.
        class_names (Union[list, tuple, dict]): names by number. Default: ``None``, the numbers.
        score_threshold (float): boxes of a lower score are left out. Default: ``0``.
        bbox_color (tuple): color of boxes in BGR. Default: ``(0, 255, 0)``.
        text_color (tuple): color of names. Default: ``(203, 192, 255)``.
        mask_color (tuple): color of masks. Default: ``(128, 0, 128)``.
        thickness (int): width of lines. Default: ``2``.
        font_size (float): size of names. Default: ``0.8``.
        show (bool): whether the system's viewer of images is opened. Default: ``True``.
        win_name (str): title for the viewer. Default: ``"win"``.
        wait_time (int): accepted; the viewer does not hold up the program. Default: ``2000``.
        out_file (str): where the picture is written. Default: ``None``.

    Returns:
        numpy.ndarray, the picture: (height, width, 3) in BGR.

    Raises:
        AssertionError: an argument has a wrong type or shape.

    Examples:
        >>> import numpy as np
        >>> from msjax.dataset.utils import imshow_det_bbox
        >>> image, boxes = np.zeros((20, 20, 3), np.uint8), np.array([[2, 3, 10, 12]])
        >>> drawn = imshow_det_bbox(image, boxes, np.array([[0]]), class_names=["cat"],
        ...                         show=False, out_file="cat.png")
        >>> drawn[3, 5].tolist()
        [0, 255, 0]
    """
    colors = bbox_color, text_color, mask_color
    _check(image, bboxes, labels, segm, class_names, colors)
    for value, kind, name in (
        (thickness, int, "thickness"),
        (font_size, (int, float), "font_size"),
        (wait_time, int, "wait_time"),
    ):
        _require(isinstance(value, kind) and value >= 0, f"{name} must be a number from 0 on.")
    _require(isinstance(show, bool), "show must be a bool.")
    _require(isinstance(win_name, str), "win_name must be a str.")
    _require(out_file is None or isinstance(out_file, str), "out_file must be a str.")
    _require(show or out_file is not None, "Without show, out_file must be given.")
    scored = bboxes is not None and bboxes.shape[1] == 5
    _require(score_threshold <= 0 or scored, "score_threshold needs bboxes in (N, 5) format.")
    library = pillow()
    picture = library.fromarray(np.ascontiguousarray(_rows_first(image)))
    first = segm if bboxes is None else bboxes
    for place in range(0 if first is None else len(first)):
        if bboxes is not None:
            if scored and bboxes[place, 4] < score_threshold:
                continue
            text = _name(class_names, labels[place, 0])
            text += f"|{bboxes[place, 4]:.02f}" if scored else ""
            _draw(picture, bboxes[place], text, bbox_color, text_color, thickness, font_size)
        if segm is not None:
            array, inside = np.array(picture), segm[place].astype(bool)
            array[inside] = array[inside] * 0.5 + np.array(mask_color[::-1]) * 0.5
            picture = library.fromarray(array)
    if show:
        picture.show(win_name)
    if out_file:
        picture.save(out_file)
        os.chmod(out_file, 0o600)
    return np.array(picture)[..., ::-1].copy()


def _rows_first(image: np.ndarray) -> np.ndarray:
    return image.transpose(1, 2, 0) if image.shape[0] == 3 else image


def _require(holds: bool, text: str) -> None:
    if not holds:
        raise AssertionError(text)


def _check(image: Any, bboxes: Any, labels: Any, segm: Any, names: Any, colors: tuple) -> None:
    array = isinstance(image, np.ndarray) and image.ndim == 3 and 3 in image.shape[::2]
    _require(array, "image must be a ndarray in (H, W, C) or (C, H, W) format.")
    if bboxes is not None:
        boxes = isinstance(bboxes, np.ndarray) and bboxes.ndim == 2 and bboxes.shape[1] in (4, 5)
        _require(boxes, "bboxes must be a ndarray in (N, 4) or (N, 5) format.")
        fits = isinstance(labels, np.ndarray) and labels.shape == (len(bboxes), 1)
        _require(fits, "labels must be a ndarray in (N, 1) format with as many rows as bboxes.")
    if segm is not None:
        masks = isinstance(segm, np.ndarray) and segm.ndim == 3
        masks = masks and segm.shape[1:] == _rows_first(image).shape[:2]
        _require(masks, "segm must be a ndarray in (M, H, W) format, of the size of the image.")
        _require(bboxes is None or len(bboxes) <= len(segm), "There must be a mask for each box.")
    named = names is None or isinstance(names, tuple | list | dict)
    _require(named, "class_names must be a list, tuple or dict.")
    for color in colors:
        _require(isinstance(color, tuple) and len(color) == 3, "Colors must be tuples (B, G, R).")


def _name(names: Any, label: Any) -> str:
    try:
        return f"class {label}" if names is None else str(names[label])
    except (IndexError, KeyError):
        return f"class {label}"


def _draw(
    picture: Any,
    box: np.ndarray,
    text: str,
    box_color: tuple,
    text_color: tuple,
    thickness: int,
    size: float,
) -> None:
    from PIL import ImageDraw, ImageFont

    left, top = int(box[0]), int(box[1])
    right, bottom = int(box[0] + box[2]), int(box[1] + box[3])
    drawing = ImageDraw.Draw(picture)
    corners = (min(left, right), min(top, bottom), max(left, right), max(top, bottom))
    drawing.rectangle(corners, outline=box_color[::-1], width=thickness)
    if size:
        font = ImageFont.load_default(_HEIGHT * size)
        drawing.text((left, bottom), text, text_color[::-1], font, anchor="ls")
