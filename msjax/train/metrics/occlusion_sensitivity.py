"""Which parts of an image a classifier looks at."""

from __future__ import annotations

from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax._core.tensor.tensor import Tensor
from msjax.nn.cell import Cell
from msjax.train.metrics.metric import Metric, check_updated, rearrange_inputs


class OcclusionSensitivity(Metric):
    """How much a classifier's score falls when a patch around each pixel is covered.

    Args:
        pad_val: value of the covered pixels, a float.
        margin: half the width of the patch, an int.
        n_batch: how many images go through the network at once.
        b_box: [min, max, min, max, ...] for all dimensions but the batch: only these pixels;
            a negative minimum means 0, a negative maximum the last pixel.

    Raises:
        TypeError: an argument is of a wrong type.

    Examples:
        >>> import numpy as np
        >>> import msjax as ms
        >>> metric = ms.train.OcclusionSensitivity(margin=1)
        >>> net = ms.nn.Flatten()
        >>> image = np.array([[[0., 0.], [0., 8.]]], np.float32)
        >>> metric.update(net, image, np.array([[3]]))
        >>> print(metric.eval())
        [[0. 0.]
         [0. 8.]]
    """

    def __init__(
        self,
        pad_val: float = 0.0,
        margin: int = 2,
        n_batch: int = 128,
        b_box: list | None = None,
    ):
        super().__init__()
        self.pad_val = validator.check_value_type("pad_val", pad_val, [float])
        self.margin = validator.check_value_type("margin", margin, [int, list])
        self.n_batch = validator.check_value_type("n_batch", n_batch, [int])
        if b_box is not None:
            validator.check_value_type("b_box", b_box, [list])
        self.b_box = b_box
        self.clear()

    def clear(self) -> None:
        """Forget the image."""
        self._baseline: Any = 0
        self._sensitivity_im: Any = 0
        self._is_update = False

    @rearrange_inputs
    def update(self, *inputs: Any) -> None:
        """Take a Cell that gives scores of shape (N, C), an image (1, ...) and its label.

        Raises:
            RuntimeError: there is not one image with one label.
            ValueError: the box does not fit the image.
        """
        if len(inputs) != 3:
            raise ValueError(
                "For 'OcclusionSensitivity.update', it needs 3 inputs (classification model, "
                f"predicted value, label), but got {len(inputs)}."
            )
        image, label = self._convert_data(inputs[1]), self._convert_data(inputs[2])
        model = validator.check_value_type("model", inputs[0], [Cell])
        if image.shape[0] > 1:
            raise RuntimeError(
                "For 'OcclusionSensitivity.update', the shape at index 0 of the predicted value "
                f"(input[1]) must be 1, but got {image.shape[0]}."
            )
        if label.size != image.shape[0]:
            raise RuntimeError(
                "For 'OcclusionSensitivity.update', the number of the label (input[2]) must be "
                f"same as the batches, but got the label number {label.size}, and batches "
                f"{image.shape[0]}."
            )
        shape = np.array(image.shape[1:])
        low, high = self._box(shape)
        self._baseline = model(Tensor(image)).asnumpy()[0, label].item()
        places = list(np.ndindex(*(high - low + 1)))
        scores = []
        for start in range(0, len(places), self.n_batch):
            covered = [self._cover(image, low + p) for p in places[start : start + self.n_batch]]
            result = model(Tensor(np.concatenate(covered))).asnumpy()
            scores.append(result[:, label.item()])
        self._sensitivity_im = np.concatenate(scores).reshape(high - low + 1)
        self._is_update = True

    def eval(self) -> np.ndarray:
        """The fall of the score, of the shape of the box without lengths of one.

        Raises:
            RuntimeError: there is not an image.
        """
        check_updated(self._is_update)
        return self._baseline - np.squeeze(self._sensitivity_im)

    def _cover(self, image: np.ndarray, place: np.ndarray) -> np.ndarray:
        covered = image.copy()
        spans = zip(place, image.shape[1:], strict=True)
        patch = tuple(slice(max(0, i - self.margin), min(n, i + self.margin)) for i, n in spans)
        covered[(..., *patch)] = self.pad_val
        return covered

    def _box(self, shape: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if self.b_box is None:
            return np.zeros_like(shape), shape - 1
        if len(self.b_box) != 2 * len(shape):
            raise ValueError(
                "For 'OcclusionSensitivity', the bounding box must contain upper and lower for all "
                "dimensions (except batch number), and the length of 'b_box' must be twice as long "
                "as predicted value's (except batch number), but got 'b_box' length "
                f"{len(self.b_box)}, predicted value length (except batch number) {len(shape)}."
            )
        low, high = np.array(self.b_box[::2]), np.array(self.b_box[1::2])
        low = np.maximum(low, 0)
        high = np.where(high < 0, shape - 1, high)
        if np.any(high >= shape):
            raise ValueError(
                "For 'OcclusionSensitivity', maximum bounding box must be smaller than image size "
                "for all values."
            )
        if np.any(low > high):
            raise ValueError(
                "For 'OcclusionSensitivity', minimum bounding box must be smaller than maximum "
                "bounding box for all values."
            )
        return low, high
