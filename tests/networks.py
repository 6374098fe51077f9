"""Four networks as plain MindSpore code, for the golden records, the tests and the benchmarks.

Nothing here knows msjax: under MindSpore the file runs as it is, under msjax after
``msjax.install()``. Weights are filled from NumPy by `fill_parameters`, so that both sides start
from the same numbers whatever their random generators do.
"""

import zlib

import mindspore as ms
import mindspore.nn as nn
import numpy as np
from mindspore import ops


class MLP(nn.Cell):
    """`depth` dense layers of equal width, ReLU between them."""

    def __init__(self, width=64, depth=8):
        super().__init__()
        self.hidden = nn.CellList([nn.Dense(width, width) for _ in range(depth - 1)])
        self.head = nn.Dense(width, width)
        self.relu = nn.ReLU()

    def construct(self, x):
        for layer in self.hidden:
            x = self.relu(layer(x))
        return self.head(x)


class LeNet5(nn.Cell):
    """LeNet-5 for images of 32 by 32 pixels."""

    def __init__(self, num_class=10, num_channel=1):
        super().__init__()
        self.conv1 = nn.Conv2d(num_channel, 6, 5, pad_mode="valid")
        self.conv2 = nn.Conv2d(6, 16, 5, pad_mode="valid")
        self.fc1 = nn.Dense(16 * 5 * 5, 120)
        self.fc2 = nn.Dense(120, 84)
        self.fc3 = nn.Dense(84, num_class)
        self.relu = nn.ReLU()
        self.max_pool2d = nn.MaxPool2d(kernel_size=2, stride=2)
        self.flatten = nn.Flatten()

    def construct(self, x):
        x = self.max_pool2d(self.relu(self.conv1(x)))
        x = self.max_pool2d(self.relu(self.conv2(x)))
        x = self.flatten(x)
        x = self.relu(self.fc1(x))
        x = self.relu(self.fc2(x))
        return self.fc3(x)


def conv3x3(in_channels, out_channels, stride=1):
    """A convolution of 3 by 3 that keeps the image size at stride 1."""
    return nn.Conv2d(in_channels, out_channels, 3, stride=stride, pad_mode="pad", padding=1)


class BasicBlock(nn.Cell):
    """Two convolutions with batch norm and a shortcut."""

    def __init__(self, in_channels, out_channels, stride):
        super().__init__()
        self.conv1 = conv3x3(in_channels, out_channels, stride)
        self.bn1 = nn.BatchNorm2d(out_channels)
        self.conv2 = conv3x3(out_channels, out_channels)
        self.bn2 = nn.BatchNorm2d(out_channels)
        self.relu = nn.ReLU()
        self.project = stride != 1 or in_channels != out_channels
        if self.project:
            self.shortcut = nn.SequentialCell(
                nn.Conv2d(in_channels, out_channels, 1, stride=stride, pad_mode="valid"),
                nn.BatchNorm2d(out_channels),
            )

    def construct(self, x):
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        if self.project:
            x = self.shortcut(x)
        return self.relu(out + x)


class ResNet(nn.Cell):
    """ResNet of basic blocks for small images; two blocks per stage make ResNet-18."""

    def __init__(self, width=64, blocks=(2, 2, 2, 2), num_class=10):
        super().__init__()
        self.conv1 = conv3x3(3, width)
        self.bn1 = nn.BatchNorm2d(width)
        self.relu = nn.ReLU()
        layers = []
        channels = width
        for stage, count in enumerate(blocks):
            for block in range(count):
                stride = 2 if stage > 0 and block == 0 else 1
                layers.append(BasicBlock(channels, width * 2**stage, stride))
                channels = width * 2**stage
        self.layers = nn.SequentialCell(*layers)
        self.fc = nn.Dense(channels, num_class)

    def construct(self, x):
        x = self.relu(self.bn1(self.conv1(x)))
        x = self.layers(x)
        x = ops.mean(x, (2, 3))
        return self.fc(x)


class Attention(nn.Cell):
    """Causal self-attention with several heads."""

    def __init__(self, dim, heads, length):
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.qkv = nn.Dense(dim, 3 * dim)
        self.proj = nn.Dense(dim, dim)
        future = np.triu(np.full((length, length), -1e9, np.float32), 1)
        self.mask = ms.Tensor(future)

    def construct(self, x):
        batch, length, dim = x.shape
        qkv = self.qkv(x).reshape(batch, length, 3, self.heads, dim // self.heads)
        q, k, v = ops.transpose(qkv, (2, 0, 3, 1, 4))
        scores = ops.matmul(q, k.swapaxes(-2, -1)) * self.scale + self.mask
        out = ops.matmul(ops.softmax(scores, -1), v)
        return self.proj(out.transpose(0, 2, 1, 3).reshape(batch, length, dim))


class Block(nn.Cell):
    """A pre-norm transformer block."""

    def __init__(self, dim, heads, length):
        super().__init__()
        self.norm1 = nn.LayerNorm((dim,))
        self.attn = Attention(dim, heads, length)
        self.norm2 = nn.LayerNorm((dim,))
        self.fc1 = nn.Dense(dim, 4 * dim)
        self.fc2 = nn.Dense(4 * dim, dim)

    def construct(self, x):
        x = x + self.attn(self.norm1(x))
        return x + self.fc2(ops.gelu(self.fc1(self.norm2(x)), approximate="tanh"))


class GPT(nn.Cell):
    """A decoder-only transformer over sequences of exactly `length` tokens."""

    def __init__(self, vocab=1000, dim=256, layers=4, heads=8, length=128):
        super().__init__()
        self.token = nn.Embedding(vocab, dim)
        self.position = ms.Parameter(ms.Tensor(np.zeros((length, dim), np.float32)), "position")
        self.blocks = nn.SequentialCell(*[Block(dim, heads, length) for _ in range(layers)])
        self.norm = nn.LayerNorm((dim,))
        self.head = nn.Dense(dim, vocab, has_bias=False)

    def construct(self, ids):
        x = self.token(ids) + self.position
        return self.head(self.norm(self.blocks(x)))


def parameter_value(name, shape):
    """The deterministic start value of a parameter: by its name and shape alone."""
    if name.endswith(("gamma", "moving_variance")):
        return np.ones(shape, np.float32)
    if name.endswith(("beta", "moving_mean")):
        return np.zeros(shape, np.float32)
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    fan_in = int(np.prod(shape[1:])) if len(shape) > 1 else 100
    scale = 0.1 if name.endswith(("embedding_table", "position")) else fan_in**-0.5
    return (rng.standard_normal(shape) * scale).astype(np.float32)


def fill_parameters(net):
    """Set every parameter of `net` to its deterministic start value; returns `net`."""
    for param in net.get_parameters():
        param.set_data(ms.Tensor(parameter_value(param.name, param.shape)))
    return net


def image_batch(shape, num_class, seed=0):
    """Random images and int32 labels as NumPy arrays."""
    rng = np.random.default_rng(seed)
    images = rng.standard_normal(shape).astype(np.float32)
    return images, rng.integers(0, num_class, shape[0]).astype(np.int32)


def token_batch(batch, length, vocab, seed=0):
    """Random int32 token ids and the ids that follow them as NumPy arrays."""
    ids = np.random.default_rng(seed).integers(0, vocab, (batch, length + 1)).astype(np.int32)
    return ids[:, :-1], ids[:, 1:]


def classification_loss(net):
    """Forward function of a classifier: mean cross entropy over int labels."""
    loss_fn = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")

    def forward(data, label):
        return loss_fn(net(data), label)

    return forward


def language_loss(net):
    """Forward function of a language model: mean cross entropy over all positions."""

    def forward(ids, targets):
        logits = net(ids)
        return ops.cross_entropy(logits.reshape(-1, logits.shape[-1]), targets.reshape(-1))

    return forward


SMALL = {
    "mlp": (
        lambda: MLP(width=16, depth=8),
        classification_loss,
        lambda: image_batch((4, 16), 16),
    ),
    "lenet": (
        lambda: LeNet5(),
        classification_loss,
        lambda: image_batch((4, 1, 32, 32), 10),
    ),
    "resnet": (
        lambda: ResNet(width=8),
        classification_loss,
        lambda: image_batch((4, 3, 32, 32), 10),
    ),
    "gpt": (
        lambda: GPT(vocab=50, dim=32, layers=2, heads=4, length=16),
        language_loss,
        lambda: token_batch(2, 16, 50),
    ),
}
