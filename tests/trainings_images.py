"""Five small image networks with their training, as plain MindSpore code: see trainings.py."""

import dataclasses
import typing

import mindspore as ms
import mindspore.nn as nn
import numpy as np
from mindspore import ops
from networks import fill_parameters

STEPS = 20


@dataclasses.dataclass
class Training:
    """A network, its optimizers, its two batches of NumPy arrays and one step of its training."""

    net: nn.Cell
    optimizers: list
    batches: list
    step: typing.Callable
    loss: typing.Any = None

    def run(self, wrap=lambda step: step):
        """The losses of `STEPS` steps that take the batches in turn."""
        step, curve = wrap(self.step), []
        batches = [[ms.Tensor(a) for a in batch] for batch in self.batches]
        for i in range(STEPS):
            out = step(*batches[i % len(batches)])
            outs = out if isinstance(out, tuple) else (out,)
            curve.append([float(o.asnumpy()) for o in outs])
        return curve


def simple(net, forward, optimizer, batches, loss=None, change=lambda grads: grads):
    """A Training of one network and one optimizer; `change` is applied to the gradients."""
    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)

    def step(*data):
        value, grads = grad_fn(*data)
        optimizer(change(grads))
        return value

    return Training(net, [optimizer], batches, step, loss)


def images(shape, classes, seed):
    """Two batches of noise in which brighter rows tell the class."""
    rng, batches = np.random.default_rng(seed), []
    for _ in range(2):
        data = rng.standard_normal(shape).astype(np.float32)
        label = rng.integers(0, classes, shape[0]).astype(np.int32)
        for i, k in enumerate(label):
            data[i, :, k::classes] += 1
        batches.append((data, label))
    return batches


def ready(net):
    """The network with its start weights, in training mode."""
    return fill_parameters(net).set_train()


# -- residual network of bottlenecks ---------------------------------------------------------------


class Bottleneck(nn.Cell):
    """Convolutions of 1, 3 and 1 with a shortcut."""

    def __init__(self, inputs, width, stride=1):
        super().__init__()
        self.body = nn.SequentialCell(
            [
                nn.Conv2d(inputs, width, 1),
                nn.BatchNorm2d(width, momentum=0.9),
                nn.ReLU(),
                nn.Conv2d(width, width, 3, stride=stride, pad_mode="same"),
                nn.BatchNorm2d(width, momentum=0.9),
                nn.ReLU(),
                nn.Conv2d(width, 4 * width, 1),
                nn.BatchNorm2d(4 * width, momentum=0.9),
            ]
        )
        self.down = None
        if stride != 1 or inputs != 4 * width:
            self.down = nn.SequentialCell(
                nn.Conv2d(inputs, 4 * width, 1, stride), nn.BatchNorm2d(4 * width)
            )

    def construct(self, x):
        identity = x if self.down is None else self.down(x)
        return ops.relu(self.body(x) + identity)


class BottleneckNet(nn.Cell):
    """Stem, two bottlenecks and a classifier."""

    def __init__(self, classes=4):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 7, stride=2, pad_mode="pad", padding=3)
        self.norm = nn.BatchNorm2d(8)
        self.pool = nn.MaxPool2d(3, 2, pad_mode="same")
        self.layers = nn.CellList([Bottleneck(8, 4), Bottleneck(16, 4, 2)])
        self.average = nn.AdaptiveAvgPool2d(1)
        self.flatten = nn.Flatten()
        self.fc = nn.Dense(16, classes)

    def construct(self, x):
        x = self.pool(ops.relu(self.norm(self.stem(x))))
        for layer in self.layers:
            x = layer(x)
        return self.fc(self.flatten(self.average(x)))


def resnet():
    """Cross entropy with smoothed labels, Momentum on a cosine, decay for weights alone."""
    net = ready(BottleneckNet())
    loss = nn.CrossEntropyLoss(label_smoothing=0.1)
    rate = nn.cosine_decay_lr(0.002, 0.05, STEPS, 5, 4)
    plain = [p for p in net.trainable_params() if p.ndim == 1]
    groups = [
        {"params": [p for p in net.trainable_params() if p.ndim > 1], "weight_decay": 1e-3},
        {"params": plain},
        {"order_params": net.trainable_params()},
    ]
    optimizer = nn.Momentum(groups, rate, 0.9)
    batches = images((8, 3, 32, 32), 4, seed=1)
    return simple(net, lambda x, y: loss(net(x), y), optimizer, batches, loss)


# -- depthwise separable network -------------------------------------------------------------------


class Squeeze(nn.Cell):
    """Squeeze and excitation."""

    def __init__(self, channels):
        super().__init__()
        self.reduce = nn.Conv2d(channels, channels // 4, 1, has_bias=True)
        self.expand = nn.Conv2d(channels // 4, channels, 1, has_bias=True)
        self.gate = nn.HSigmoid()

    def construct(self, x):
        pooled = x.mean((2, 3), keep_dims=True)
        return x * self.gate(self.expand(ops.relu(self.reduce(pooled))))


class Inverted(nn.Cell):
    """Inverted residual block with a depthwise convolution."""

    def __init__(self, inputs, outputs, kernel, stride):
        super().__init__()
        wide = 4 * inputs
        self.residual = stride == 1 and inputs == outputs
        self.layers = nn.SequentialCell(
            nn.Conv2d(inputs, wide, 1),
            nn.BatchNorm2d(wide),
            nn.HSwish(),
            nn.Conv2d(wide, wide, kernel, stride, "pad", kernel // 2, group=wide),
            nn.BatchNorm2d(wide),
            nn.ReLU6(),
            Squeeze(wide),
            nn.Conv2d(wide, outputs, 1),
            nn.BatchNorm2d(outputs),
        )

    def construct(self, x):
        out = self.layers(x)
        return out + x if self.residual else out


class MobileNet(nn.Cell):
    """Stem, two inverted residual blocks and a classifier."""

    def __init__(self, classes=4):
        super().__init__()
        self.stem = nn.Conv2dBnAct(3, 4, 3, stride=2, has_bn=True, activation="hswish")
        self.blocks = nn.SequentialCell([Inverted(4, 4, 3, 1), Inverted(4, 8, 5, 2)])
        self.head = nn.DenseBnAct(8, 16, has_bn=True, activation="relu6")
        self.fc = nn.Dense(16, classes)

    def construct(self, x):
        x = self.blocks(self.stem(x))
        return self.fc(self.head(ops.ReduceMean()(x, (2, 3))))


def mobilenet():
    """Cross entropy of one-hot labels, RMSProp on an exponential decay."""
    net = ready(MobileNet())
    loss = nn.SoftmaxCrossEntropyWithLogits(reduction="mean")
    rate = nn.ExponentialDecayLR(0.002, 0.9, 5, is_stair=True)
    optimizer = nn.RMSProp(net.trainable_params(), rate, 0.9, 0.9, 1e-3, weight_decay=1e-4)
    one_hot = nn.OneHot(depth=4)
    batches = images((8, 3, 16, 16), 4, seed=2)
    return simple(net, lambda x, y: loss(net(x), one_hot(y)), optimizer, batches)


# -- U-Net -----------------------------------------------------------------------------------------


def block(inputs, outputs):
    """A convolution with group norm."""
    return nn.SequentialCell(
        [
            nn.Conv2d(inputs, outputs, 3, has_bias=True),
            nn.GroupNorm(2, outputs),
            nn.LeakyReLU(0.1),
        ]
    )


class UNet(nn.Cell):
    """Two levels down, one up by a transposed convolution, one by resizing."""

    def __init__(self):
        super().__init__()
        self.first, self.second, self.bottom = block(1, 4), block(4, 8), block(8, 16)
        self.pool = nn.MaxPool2d(2, 2)
        self.up = nn.Conv2dTranspose(16, 8, 2, stride=2, has_bias=True)
        self.merge, self.last = block(16, 8), block(12, 4)
        self.head = nn.Conv2d(4, 1, 1, has_bias=True)

    def construct(self, x):
        a = self.first(x)
        b = self.second(self.pool(a))
        c = self.bottom(self.pool(b))
        x = self.merge(ops.concat((self.up(c), b), 1))
        x = ops.interpolate(x, size=a.shape[2:], mode="bilinear", align_corners=True)
        return self.head(self.last(ops.cat([x, a], axis=1)))


def unet():
    """Binary cross entropy plus dice, Adam."""
    net = ready(UNet())
    bce, dice = nn.BCEWithLogitsLoss(), nn.DiceLoss(smooth=1.0)
    rng = np.random.default_rng(3)
    batches = []
    for _ in range(2):
        x = rng.standard_normal((4, 1, 16, 16)).astype(np.float32)
        near = x + np.roll(x, 1, 2) + np.roll(x, 1, 3)
        batches.append((x, (near > 0.5).astype(np.float32)))

    def forward(x, y):
        logits = net(x)
        return bce(logits, y) + 0.5 * dice(ops.sigmoid(logits), y)

    return simple(net, forward, nn.Adam(net.trainable_params(), 5e-3), batches)


# -- DenseNet --------------------------------------------------------------------------------------


class DenseLayer(nn.Cell):
    """Batch norm, ReLU, convolution; the input is kept in front of the output."""

    def __init__(self, inputs, growth):
        super().__init__()
        self.norm1, self.conv1 = nn.BatchNorm2d(inputs), nn.Conv2d(inputs, 2 * growth, 1)
        self.norm2 = nn.BatchNorm2d(2 * growth)
        self.conv2 = nn.Conv2d(2 * growth, growth, 3, pad_mode="pad", padding=1)
        self.relu = nn.ReLU()

    def construct(self, x):
        out = self.conv1(self.relu(self.norm1(x)))
        out = self.conv2(self.relu(self.norm2(out)))
        return ops.Concat(1)((x, out))


class DenseNet(nn.Cell):
    """Two dense blocks with a transition between."""

    def __init__(self, classes=4, growth=4):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.features = nn.SequentialCell()
        channels = 8
        for block, layers in enumerate((2, 1)):
            for _ in range(layers):
                self.features.append(DenseLayer(channels, growth))
                channels += growth
            if block == 0:
                self.features.append(nn.BatchNorm2d(channels))
                self.features.append(nn.Conv2d(channels, channels // 2, 1))
                self.features.append(nn.AvgPool2d(2, 2))
                channels //= 2
        self.norm = nn.BatchNorm2d(channels)
        self.fc = nn.Dense(channels, classes, activation=nn.LogSoftmax())

    def construct(self, x):
        x = ops.relu(self.norm(self.features(self.conv(x))))
        return self.fc(ops.adaptive_avg_pool2d(x, 1).view(x.shape[0], -1))


def densenet():
    """Negative log likelihood, SGD with Nesterov's momentum, gradients clipped by value."""
    net = ready(DenseNet())
    optimizer = nn.SGD(net.trainable_params(), 0.05, momentum=0.9, weight_decay=1e-4, nesterov=True)
    batches = images((8, 3, 16, 16), 4, seed=4)
    loss = nn.NLLLoss()
    return simple(
        net,
        lambda x, y: loss(net(x), y),
        optimizer,
        batches,
        change=lambda grads: ops.clip_by_value(grads, -0.1, 0.1),
    )


# -- vision transformer ----------------------------------------------------------------------------


class VisionBlock(nn.Cell):
    """Pre-norm block on `nn.MultiheadAttention`."""

    def __init__(self, dim, heads):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm([dim], epsilon=1e-6), nn.LayerNorm([dim])
        self.attention = nn.MultiheadAttention(dim, heads, batch_first=True)
        self.mlp = nn.SequentialCell(
            nn.Dense(dim, 2 * dim), nn.GELU(approximate=False), nn.Dense(2 * dim, dim)
        )

    def construct(self, x):
        y = self.norm1(x)
        x = x + self.attention(y, y, y, need_weights=False)[0]
        return x + self.mlp(self.norm2(x))


class ViT(nn.Cell):
    """Patches by convolution, a class token, two blocks."""

    def __init__(self, classes=4, dim=16, patches=16):
        super().__init__()
        self.patch = nn.Conv2d(3, dim, 4, 4, has_bias=True, pad_mode="valid")
        self.token = ms.Parameter(ops.zeros((1, 1, dim), ms.float32), name="token")
        self.position = ms.Parameter(
            ms.Tensor(np.zeros((1, patches + 1, dim), np.float32)), name="position"
        )
        self.blocks = nn.CellList([VisionBlock(dim, 2) for _ in range(2)])
        self.norm = nn.LayerNorm((dim,))
        self.head = nn.Dense(dim, classes)

    def construct(self, x):
        batch = x.shape[0]
        x = self.patch(x).flatten(start_dim=2).swapaxes(1, 2)
        token = ops.broadcast_to(self.token, (batch, -1, -1))
        x = ops.concat([token, x], 1) + self.position
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)[:, 0])


def vit():
    """AdamWeightDecay after a warm-up, gradients clipped by their global norm."""
    net = ready(ViT())
    loss = nn.CrossEntropyLoss()
    rate = nn.WarmUpLR(0.003, 5)
    optimizer = nn.AdamWeightDecay(net.trainable_params(), rate, weight_decay=0.05)
    return simple(
        net,
        lambda x, y: loss(net(x), y),
        optimizer,
        images((8, 3, 16, 16), 4, seed=5),
        loss,
        change=lambda grads: ops.clip_by_global_norm(grads, 1.0),
    )
