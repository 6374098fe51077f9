"""A small network on a folder of JPEG files, drawn on the spot, decoded and augmented in training.

    python image_folder.py                     # through Model.train
    python image_folder.py --loop              # through a plain loop
    python image_folder.py --record            # from a MindRecord file in place of the folder

Needs Pillow beside MindSpore. Tells disks, squares and stripes apart in under a minute.
"""

import argparse
import os
import tempfile
import time

import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from mindspore import nn
from mindspore.dataset import transforms, vision
from mindspore.mindrecord import FileWriter
from mindspore.train import LossMonitor, Model
from PIL import Image

KINDS = ("disk", "square", "stripes")
MEAN, STD = [118.0, 118.0, 118.0], [60.0, 60.0, 60.0]


def draw(kind, rng):
    """An image of 48 x 48 pixels with one shape in two colours."""
    rows, columns = np.mgrid[:48, :48]
    middle, size = rng.uniform(18, 30, 2), rng.uniform(8, 14)
    if kind == "disk":
        inside = np.hypot(rows - middle[0], columns - middle[1]) < size
    elif kind == "square":
        inside = np.maximum(abs(rows - middle[0]), abs(columns - middle[1])) < size
    else:
        inside = (rows // rng.integers(3, 6)) % 2 == 0
    colours = rng.integers(0, 256, (2, 3))
    colours[1] = (colours[0] + rng.integers(90, 160, 3)) % 256
    return np.where(inside[..., None], colours[1], colours[0]).astype(np.uint8)


def write_folder(folder, count, seed):
    """`count` files for each kind, in a folder of its name."""
    rng = np.random.default_rng(seed)
    for kind in KINDS:
        os.makedirs(os.path.join(folder, kind))
        for number in range(count):
            path = os.path.join(folder, kind, f"{number:04}.jpg")
            Image.fromarray(draw(kind, rng)).save(path, quality=90)


def write_record(folder, path):
    """The files of a folder in one MindRecord file."""
    writer = FileWriter(path)
    writer.add_schema({"image": {"type": "bytes"}, "label": {"type": "int32"}}, "shapes")
    for label, kind in enumerate(KINDS):
        rows = []
        for name in sorted(os.listdir(os.path.join(folder, kind))):
            with open(os.path.join(folder, kind, name), "rb") as file:
                rows.append({"image": file.read(), "label": label})
        writer.write_raw_data(rows)
    writer.commit()


def pipeline(source, batch_size, training):
    """Batches of normalized images and labels."""
    images = [vision.Decode(), vision.Resize((40, 40))]
    if training:
        images += [vision.RandomCrop(36), vision.RandomHorizontalFlip()]
    else:
        images += [vision.CenterCrop(36)]
    images += [vision.Normalize(MEAN, STD), vision.HWC2CHW()]
    source = source.map(images, "image", num_parallel_workers=2)
    source = source.map(transforms.TypeCast(ms.int32), "label")
    return source.batch(batch_size, drop_remainder=training)


def network():
    layers = []
    for inputs, outputs in ((3, 16), (16, 32), (32, 32)):
        layers += [nn.Conv2d(inputs, outputs, 3), nn.BatchNorm2d(outputs), nn.ReLU()]
        layers += [nn.MaxPool2d(2, 2)]
    return nn.SequentialCell(*layers, nn.Flatten(), nn.Dense(32 * 4 * 4, len(KINDS)))


def train_by_loop(net, loss_fn, optimizer, data, epochs):
    """The same as Model.train, written out."""

    def forward(image, label):
        return loss_fn(net(image), label)

    step = ms.value_and_grad(forward, None, optimizer.parameters)
    net.set_train()
    for epoch in range(1, epochs + 1):
        losses = []
        for row in data.create_dict_iterator(num_epochs=1):
            loss, gradients = step(row["image"], row["label"])
            optimizer(gradients)
            losses.append(float(loss.asnumpy()))
        print(f"epoch {epoch}: loss {np.mean(losses):.4f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--loop", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--count", type=int, default=120, help="files of each kind")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()

    ms.set_seed(args.seed)
    ds.config.set_seed(args.seed)
    with tempfile.TemporaryDirectory() as folder:
        train, test = os.path.join(folder, "train"), os.path.join(folder, "test")
        write_folder(train, args.count, args.seed)
        write_folder(test, args.count // 4, args.seed + 1)
        if args.record:
            write_record(train, os.path.join(folder, "train.mindrecord"))
            source = ds.MindDataset(os.path.join(folder, "train.mindrecord"), ["image", "label"])
        else:
            source = ds.ImageFolderDataset(train)
        data = pipeline(source, 32, True)
        test_data = pipeline(ds.ImageFolderDataset(test, shuffle=False), 30, False)

        net = network()
        loss_fn = nn.CrossEntropyLoss()
        optimizer = nn.Adam(net.trainable_params(), learning_rate=2e-3)
        model = Model(net, loss_fn, optimizer, metrics={"accuracy"})
        start = time.perf_counter()
        if args.loop:
            train_by_loop(net, loss_fn, optimizer, data, args.epochs)
        else:
            monitor = LossMonitor(data.get_dataset_size())
            model.train(args.epochs, data, callbacks=[monitor], dataset_sink_mode=False)
        images = data.get_dataset_size() * 32 * args.epochs
        print(f"{images / (time.perf_counter() - start):.0f} images/s")
        result = model.eval(test_data, dataset_sink_mode=False)
        print(f"test accuracy {result['accuracy']:.4f}")


if __name__ == "__main__":
    main()
