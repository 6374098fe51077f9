"""A detector of one stage: anchors, targets, losses, what is left of its boxes, and its training.

`make lint` checks it, `tests/test_stubs.py` runs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

import msjax as ms
import msjax.dataset as ds
import msjax.numpy as mnp
from msjax import Parameter, Tensor, nn, ops
from msjax.common import initializer as init
from msjax.dataset import vision

CLASSES = 3
SIZE = 32


class Scenes:
    """Images with one to three boxes each; boxes that are missing are zeros."""

    def __init__(self, count: int, seed: int = 0) -> None:
        self.count = count
        self.rng = np.random.default_rng(seed)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        image = self.rng.integers(0, 50, (SIZE, SIZE, 3)).astype(np.uint8)
        boxes, labels = np.zeros((3, 4), np.float32), np.full((3,), -1, np.int32)
        for i in range(index % 3 + 1):
            x, y = self.rng.integers(0, SIZE - 9, 2)
            w, h = self.rng.integers(6, 9, 2)
            image[y : y + h, x : x + w, i] = 255
            boxes[i], labels[i] = (x, y, x + w, y + h), i
        return image, boxes, labels


class ConvBlock(nn.Cell):
    def __init__(self, channels: int, filters: int, kernel: int = 3, stride: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(
            channels,
            filters,
            kernel,
            stride,
            pad_mode="pad",
            padding=kernel // 2,
            weight_init=init.HeNormal(mode="fan_out", nonlinearity="relu"),
            has_bias=False,
        )
        self.norm = nn.BatchNorm2d(filters, eps=1e-3, momentum=0.97)
        self.act = nn.get_activation("relu")

    def construct(self, x: Tensor) -> Tensor:
        return self.act(self.norm(self.conv(x)))


class Backbone(nn.Cell):
    """Two levels of features."""

    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.stem = nn.SequentialCell([ConvBlock(3, width, 3, 2), nn.MaxPool2d(2, 2)])
        self.deep = nn.SequentialCell(ConvBlock(width, width * 2, stride=2))
        self.lateral = nn.Conv2dTranspose(width * 2, width, 2, stride=2)

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        low = self.stem(x)
        high = self.deep(low)
        up = ops.interpolate(self.lateral(high), size=low.shape[2:], mode="nearest")
        return ops.cat((low, up), axis=1), high


class Head(nn.Cell):
    """Offsets and scores of each anchor of a level."""

    def __init__(self, channels: int, anchors: int) -> None:
        super().__init__()
        bias = init.initializer(init.Constant(-2.0), (anchors * CLASSES,), ms.float32)
        self.scores = nn.Conv2d(channels, anchors * CLASSES, 1, has_bias=True, bias_init=bias)
        self.boxes = nn.Conv2d(channels, anchors * 4, 1, has_bias=True)
        self.scale = Parameter(Tensor(np.ones(1), ms.float32), name="scale")

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        n = x.shape[0]
        boxes = self.boxes(x).transpose(0, 2, 3, 1).reshape((n, -1, 4)) * self.scale
        scores = ops.transpose(self.scores(x), (0, 2, 3, 1)).view(n, -1, CLASSES)
        return boxes, scores


def anchors_of(cells: int, side: float) -> Tensor:
    """Boxes around the centres of a square grid."""
    step = SIZE / cells
    line = (mnp.arange(cells) + 0.5) * step
    ys, xs = mnp.meshgrid(line, line, indexing="ij")
    centres = mnp.stack([xs, ys], axis=-1).reshape(-1, 2)
    return ops.concat((centres - side / 2, centres + side / 2), axis=1)


class Detector(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.backbone = Backbone()
        self.heads = nn.CellList([Head(16, 1), Head(16, 1)])
        self.anchors = ops.stop_gradient(ops.cat([anchors_of(8, 8.0), anchors_of(4, 12.0)]))

    def construct(self, x: Tensor) -> tuple[Tensor, Tensor]:
        found = [head(level) for head, level in zip(self.heads, self.backbone(x), strict=True)]
        boxes = ops.concat([b for b, _ in found], 1)
        return boxes, ops.concat([s for _, s in found], 1)

    def decoded(self, offsets: Tensor) -> Tensor:
        """Boxes in pixels from offsets of the anchors."""
        sizes = self.anchors[:, 2:] - self.anchors[:, :2]
        centres = (self.anchors[:, :2] + self.anchors[:, 2:]) / 2 + offsets[..., :2] * sizes
        half = ops.exp(ops.clamp(offsets[..., 2:], -2, 2)) * sizes * 0.5
        return ops.clip_by_value(ops.cat((centres - half, centres + half), -1), 0, float(SIZE))


class DetectionLoss(nn.Cell):
    """Binary cross entropy of the scores, smooth L1 of the offsets of matched anchors."""

    def __init__(self, network: Detector, near: float = 0.4) -> None:
        super().__init__(auto_prefix=False)
        self.network = network
        self.near = near
        self.bce = ops.BinaryCrossEntropy(reduction="none")
        self.smooth = nn.SmoothL1Loss(beta=0.1, reduction="none")
        self.iou = ops.IOU(mode="iou")
        self.one_hot = nn.OneHot(depth=CLASSES)

    def construct(self, image: Tensor, boxes: Tensor, labels: Tensor) -> Tensor:
        offsets, scores = self.network(image)
        anchors, n = self.network.anchors, image.shape[0]
        overlap = ops.stack([self.iou(anchors, boxes[i]).T for i in range(n)])
        overlap = ops.select(labels.expand_dims(1) >= 0, overlap, ops.zeros_like(overlap))
        which, best = ops.ArgMaxWithValue(axis=2)(overlap)
        positive = (best > self.near).astype(scores.dtype)
        wanted = ops.gather_d(labels, 1, which.astype(ms.int32))
        target = self.one_hot(ops.maximum(wanted, 0)) * positive.expand_dims(-1)
        matched = ops.gather_elements(boxes, 1, which[..., None].tile((1, 1, 4)).astype(ms.int32))
        sizes = anchors[:, 2:] - anchors[:, :2]
        to = (matched[..., :2] + matched[..., 2:] - anchors[:, :2] - anchors[:, 2:]) / 2 / sizes
        by_class = self.bce(ops.sigmoid(scores), target, ops.ones_like(target)).sum((1, 2))
        by_box = self.smooth(offsets[..., :2], to).sum(axis=-1) * positive
        return (by_class.mean() + by_box.sum()) / ops.maximum(positive.sum(), 1.0)


def suppressed(boxes: Tensor, scores: Tensor, limit: float = 0.1) -> list[tuple[int, float]]:
    """Class and score of what is left of one image's boxes."""
    best, kind = ops.max(scores, axis=1)
    order = ops.topk(best, 10)[1]
    rows = ops.cat((boxes[order], best[order].reshape(-1, 1)), axis=1)
    kept, index, chosen = ops.NMSWithMask(0.5)(rows)
    found: list[tuple[int, float]] = []
    for row, place, good in zip(kept.asnumpy(), index.asnumpy(), chosen.asnumpy(), strict=True):
        if good and row[4] > limit:
            found.append((int(kind[order[int(place)]]), float(row[4])))
    return found


def pipeline(count: int, batch: int, train: bool = True) -> ds.Dataset:
    data = ds.GeneratorDataset(
        Scenes(count), ["image", "boxes", "labels"], shuffle=False, num_parallel_workers=1
    )
    if train:
        data = data.map(vision.RandomColorAdjust(0.1, 0.1, 0.1, 0.05), ["image"])
    change = [
        vision.Normalize([127.5] * 3, [127.5] * 3),
        vision.HWC2CHW(),
        lambda image: image.astype(np.float32),
    ]
    return data.map(change, "image").batch(batch, drop_remainder=True)


def batches(data: ds.Dataset) -> Iterator[dict[str, Tensor]]:
    yield from data.create_dict_iterator(num_epochs=1)


def main(folder: str | Path | None = None) -> None:
    ms.set_seed(1)
    net = Detector()
    decayed = list(filter(lambda p: p.name.endswith("weight"), net.trainable_params()))
    others = [p for p in net.trainable_params() if not p.name.endswith("weight")]
    groups = [
        {"params": decayed, "weight_decay": 1e-4},
        {"params": others},
        {"order_params": net.trainable_params()},
    ]
    rates = nn.WarmUpLR(0.02, 4)
    optimizer = nn.Momentum(groups, rates, momentum=0.9, use_nesterov=True)
    loss_net = DetectionLoss(net)
    manager = nn.DynamicLossScaleUpdateCell(2.0**8, 2, 1000)
    step = nn.TrainOneStepWithLossScaleCell(loss_net, optimizer, manager)
    step.set_train(True)
    losses = []
    for row in batches(pipeline(4, 2)):
        loss, overflow, scale = step(row["image"], row["boxes"], row["labels"])
        losses.append(loss.asnumpy().item())
        print(bool(overflow), scale)
    forward = ms.value_and_grad(loss_net, grad_position=None, weights=optimizer.parameters)
    grad_fn = ms.jit(forward)
    for image, boxes, labels in pipeline(2, 2, train=False).create_tuple_iterator():
        value, grads = grad_fn(image, boxes, labels)
        grads = ops.clip_by_global_norm(grads, 10.0)
        optimizer(grads)
        losses.append(float(value))
        net.set_train(False)
        offsets, scores = net(image)
        show = partial(suppressed, limit=0.0)
        print(len(show(net.decoded(offsets)[0], ops.sigmoid(scores[0]))) > 0)
    if folder is not None:
        ms.save_checkpoint(net, str(Path(folder) / "net.ckpt"), append_info=[{"losses": losses[0]}])
    print(len(losses), all(np.isfinite(losses)))


if __name__ == "__main__":
    main()
