"""Record what real MindSpore computes for the networks of tests/networks.py.

Run with an interpreter that has MindSpore 2.10 (CPU): ``python tests/golden/record_networks.py``.
It writes networks.json beside itself. Format, per network name of `networks.SMALL`:

    parameters  list of [name, shape, requires_grad], in the order of net.get_parameters()
    trainable   list of names, in the order of net.trainable_params()
    logits      {"shape", "sum", "norm", "index", "value"} of the output on the network's batch
    loss        the loss of the training-mode forward pass
    gradients   name -> {"shape", "sum", "norm", "index", "value"} of the loss's gradient
    updated     name -> same summary of the parameters that the forward pass itself changed
                (the batch norm statistics after one step; empty for the other networks)
    losses      the losses of three Momentum steps (learning rate 0.01, momentum 0.9) that start
                from the same weights, each computed before its update

"sum" and "norm" are the sum and the L2 norm in float64; "index" holds up to four positions in the
flattened array and "value" the entries there. Weights come from `networks.fill_parameters`; all
numbers are float32 results written with full precision.
"""

import json
import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import mindspore as ms  # noqa: E402
import networks  # noqa: E402
from mindspore import nn  # noqa: E402


def summary(tensor):
    """Shape, sum, norm and up to four sampled entries of a tensor."""
    array = tensor.asnumpy()
    flat = array.reshape(-1).astype(np.float64)
    index = sorted({int(i) for i in np.linspace(0, flat.size - 1, 4)})
    return {
        "shape": list(array.shape),
        "sum": float(flat.sum()),
        "norm": float(np.linalg.norm(flat)),
        "index": index,
        "value": [float(flat[i]) for i in index],
    }


def record(build, make_loss, make_batch):
    """Everything that is kept of one network."""
    net = networks.fill_parameters(build())
    net.set_train()
    forward = make_loss(net)
    batch = [ms.Tensor(a) for a in make_batch()]
    before = {p.name: p.asnumpy().copy() for p in net.get_parameters()}
    params = net.trainable_params()
    loss, grads = ms.value_and_grad(forward, None, params)(*batch)
    updated = {
        p.name: summary(p) for p in net.get_parameters() if (p.asnumpy() != before[p.name]).any()
    }
    out = {
        "parameters": [[p.name, list(p.shape), p.requires_grad] for p in net.get_parameters()],
        "trainable": [p.name for p in params],
        "loss": float(loss.asnumpy()),
        "gradients": {p.name: summary(g) for p, g in zip(params, grads, strict=True)},
        "updated": updated,
    }
    networks.fill_parameters(net)
    out["logits"] = summary(net(batch[0]))
    networks.fill_parameters(net)
    optimizer = nn.Momentum(params, learning_rate=0.01, momentum=0.9)
    step = ms.value_and_grad(forward, None, optimizer.parameters)
    out["losses"] = []
    for _ in range(3):
        loss, grads = step(*batch)
        optimizer(grads)
        out["losses"].append(float(loss.asnumpy()))
    return out


def main():
    """Record all networks and write networks.json."""
    ms.set_context(pynative_synchronize=True)
    golden = {name: record(*parts) for name, parts in networks.SMALL.items()}
    lines = [f'"{name}": {json.dumps(entry)}' for name, entry in golden.items()]
    (HERE / "networks.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
