"""A ResNet with the names of torchvision's: take over its weights, export it, run the file.

python pytorch_resnet.py                              # weights made up, a narrow network
python pytorch_resnet.py --weights resnet18.pth       # those of torchvision's resnet18
"""

import argparse
import os
import tempfile

import numpy as np

import msjax as ms
from msjax import nn, ops


class BasicBlock(nn.Cell):
    def __init__(self, inside, width, stride):
        super().__init__()
        options = {"pad_mode": "pad", "has_bias": False}
        self.conv1 = nn.Conv2d(inside, width, 3, stride, padding=1, **options)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, 1, padding=1, **options)
        self.bn2 = nn.BatchNorm2d(width)
        self.downsample = None
        if stride != 1 or inside != width:
            skip = nn.Conv2d(inside, width, 1, stride, has_bias=False)
            self.downsample = nn.SequentialCell(skip, nn.BatchNorm2d(width))

    def construct(self, x):
        skip = x if self.downsample is None else self.downsample(x)
        x = ops.relu(self.bn1(self.conv1(x)))
        return ops.relu(self.bn2(self.conv2(x)) + skip)


class ResNet18(nn.Cell):
    def __init__(self, width=64, classes=1000):
        super().__init__()
        self.conv1 = nn.Conv2d(3, width, 7, 2, "pad", 3, has_bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.maxpool = nn.MaxPool2d(3, 2, "pad", 1)
        widths = [width, width, 2 * width, 4 * width, 8 * width]
        for i, stride in enumerate((1, 2, 2, 2)):
            first = BasicBlock(widths[i], widths[i + 1], stride)
            second = BasicBlock(widths[i + 1], widths[i + 1], 1)
            setattr(self, f"layer{i + 1}", nn.SequentialCell(first, second))
        self.fc = nn.Dense(8 * width, classes)

    def construct(self, x):
        x = self.maxpool(ops.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(x.mean((2, 3)))


def made_up(net, path):
    """A file with random weights under PyTorch's names."""
    numbers = np.random.default_rng(0)
    names = {"gamma": "weight", "beta": "bias"}
    names |= {"moving_mean": "running_mean", "moving_variance": "running_var"}
    weights = {}
    for param in net.get_parameters():
        head, dot, last = param.name.rpartition(".")
        values = numbers.normal(0.1 if param.ndim == 1 else 0, 0.05, param.shape)
        positive = last in ("gamma", "moving_variance")
        weights[head + dot + names.get(last, last)] = np.float32(
            abs(values) if positive else values
        )
    ms.save_checkpoint(weights, path, format="safetensors")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", help="a .pth or .safetensors file of torchvision's resnet18")
    options = parser.parse_args()
    net = (ResNet18() if options.weights else ResNet18(width=8, classes=10)).set_train(False)
    with tempfile.TemporaryDirectory() as folder:
        weights = options.weights or os.path.join(folder, "resnet18.safetensors")
        if not options.weights:
            made_up(net, weights)
        found = ms.load_torch_checkpoint(weights, net, strict=True)
        print(f"{len(found)} of {len(list(net.get_parameters()))} Parameters have PyTorch's values")

        path = os.path.join(folder, "resnet18.mindir")
        images = ms.Tensor(shape=[None, 3, 64, 64], dtype=ms.float32)
        ms.export(net, images, file_name=path, file_format="MINDIR")
        loaded = nn.GraphCell(ms.load(path))
        for batch in (1, 5):
            x = ops.randn(batch, 3, 64, 64)
            difference = float(abs(loaded(x) - net(x)).max())
            print(f"a batch of {batch}: the exported network differs by {difference:.1e}")
            assert difference < 1e-4
        print(f"the file has {os.path.getsize(path) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
