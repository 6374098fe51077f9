"""LeNet-5 on scikit-learn's handwritten digits: 1797 real 8 by 8 images, nothing to download.

    python digits_lenet.py                     # eager
    python digits_lenet.py --mode compiled     # the training step under ms.jit

Needs scikit-learn beside MindSpore. Reaches 97 % test accuracy or more in under a minute.
"""

import argparse
import time

import mindspore as ms
import numpy as np
from mindspore import nn
from sklearn.datasets import load_digits


class LeNet5(nn.Cell):
    def __init__(self, num_class=10, num_channel=1):
        super().__init__()
        self.conv1 = nn.Conv2d(num_channel, 6, 5, pad_mode="valid")
        self.conv2 = nn.Conv2d(6, 16, 5, pad_mode="valid")
        self.relu = nn.ReLU()
        self.max_pool2d = nn.MaxPool2d(kernel_size=2, stride=2)
        self.flatten = nn.Flatten()
        self.fc1 = nn.Dense(16 * 5 * 5, 120)
        self.fc2 = nn.Dense(120, 84)
        self.fc3 = nn.Dense(84, num_class)

    def construct(self, x):
        x = self.max_pool2d(self.relu(self.conv1(x)))
        x = self.max_pool2d(self.relu(self.conv2(x)))
        x = self.flatten(x)
        x = self.relu(self.fc1(x))
        x = self.relu(self.fc2(x))
        return self.fc3(x)


def load_data(seed):
    """Shuffled (train images, train labels, test images, test labels); images are 1x32x32."""
    digits = load_digits()
    order = np.random.default_rng(seed).permutation(len(digits.target))
    images = digits.images[order].astype(np.float32) / 16
    images = images.repeat(4, axis=1).repeat(4, axis=2)[:, None]
    labels = digits.target[order].astype(np.int32)
    return images[:-360], labels[:-360], images[-360:], labels[-360:]


def train_epoch(step, images, labels, batch_size, rng):
    """One pass over the shuffled data; returns the mean loss."""
    order = rng.permutation(len(labels))
    losses = []
    for start in range(0, len(order) - batch_size + 1, batch_size):
        index = order[start : start + batch_size]
        losses.append(step(ms.Tensor(images[index]), ms.Tensor(labels[index])))
    return np.mean([float(loss.asnumpy()) for loss in losses])


def accuracy(net, images, labels):
    """Share of correctly classified images."""
    net.set_train(False)
    predicted = net(ms.Tensor(images)).argmax(1).asnumpy()
    net.set_train(True)
    return float((predicted == labels).mean())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mode", choices=("eager", "compiled"), default="eager")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()

    ms.set_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    x_train, y_train, x_test, y_test = load_data(args.seed)

    net = LeNet5()
    loss_fn = nn.CrossEntropyLoss()
    steps = len(y_train) // args.batch_size
    rate = nn.cosine_decay_lr(1e-4, 3e-3, steps * args.epochs, steps, args.epochs)
    optimizer = nn.Adam(net.trainable_params(), learning_rate=rate)

    def forward(images, labels):
        return loss_fn(net(images), labels)

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)

    def train_step(images, labels):
        loss, grads = grad_fn(images, labels)
        optimizer(grads)
        return loss

    if args.mode == "compiled":
        train_step = ms.jit(train_step)

    print(f"device {ms.get_context('device_target')}, {args.mode}, {len(y_train)} images")
    net.set_train()
    for epoch in range(1, args.epochs + 1):
        start = time.perf_counter()
        loss = train_epoch(train_step, x_train, y_train, args.batch_size, rng)
        speed = len(y_train) / (time.perf_counter() - start)
        print(f"epoch {epoch}: loss {loss:.4f}, {speed:.0f} samples/s")
    print(f"test accuracy {accuracy(net, x_test, y_test):.4f}")


if __name__ == "__main__":
    main()
