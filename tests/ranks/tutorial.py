"""MindSpore's data-parallel tutorial: a convolutional network trained by functions.

    msrun --worker_num=2 --local_worker_num=2 --join=True tests/ranks/tutorial.py MODE FOLDER

MODE is eager, jit or graph; "whole" at the end lets each process train with the whole batches.
Losses and weights are written to FOLDER/<mode>_<rank>.npz.
"""

import sys

import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init

mode, folder, *more = sys.argv[1:]
ms.set_context(mode=ms.GRAPH_MODE if mode == "graph" else ms.PYNATIVE_MODE)
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True)
init()
ms.set_seed(1)
shards, shard = (1, 0) if more else (get_group_size(), get_rank())

rng = np.random.default_rng(0)
images = rng.standard_normal((240, 1, 8, 8)).astype(np.float32)
labels = rng.integers(0, 10, 240).astype(np.int32)


def initial(*shape):
    values = np.random.default_rng(len(shape)).normal(0, 0.1, shape)
    return ms.Tensor(values.astype(np.float32))


class Network(nn.Cell):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3, weight_init=initial(4, 1, 3, 3), pad_mode="valid")
        self.flatten = nn.Flatten()
        self.fc = nn.Dense(144, 10, weight_init=initial(10, 144), bias_init="zeros")
        self.relu = nn.ReLU()

    def construct(self, x):
        return self.fc(self.flatten(self.relu(self.conv(x))))


def create_dataset():
    dataset = ds.NumpySlicesDataset(
        (images, labels), ["image", "label"], shuffle=False, num_shards=shards, shard_id=shard
    )
    return dataset.batch(8 // shards)


net = Network()
loss_fn = nn.CrossEntropyLoss()
optimizer = nn.SGD(net.trainable_params(), 1e-2)


def forward_fn(data, target):
    logits = net(data)
    return loss_fn(logits, target), logits


grad_fn = ms.value_and_grad(forward_fn, None, net.trainable_params(), has_aux=True)
grad_reducer = nn.DistributedGradReducer(optimizer.parameters)


def train_step(data, target):
    (loss, _), grads = grad_fn(data, target)
    optimizer(grad_reducer(grads))
    return loss


step = train_step if mode == "eager" else ms.jit(train_step)
net.set_train()
losses = [step(image, label).asnumpy() for image, label in create_dataset()]
weights = {p.name: p.asnumpy() for p in net.get_parameters()}
np.savez(f"{folder}/{mode}_{get_rank()}.npz", losses=np.array(losses), **weights)
