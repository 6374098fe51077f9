"""Record files that PyTorch saves: `<python with torch> <this file>`."""

import collections
import os

import torch
from torch import nn

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "torch")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2)
        self.layer_norm, self.table = nn.LayerNorm(3), nn.Embedding(4, 3)
        self.line, self.fc = nn.Conv1d(2, 2, 3), nn.Linear(3, 2)

    def forward(self, x, line, ids):
        x = self.norm(self.conv(x)).mean((2, 3))
        y = self.fc(self.layer_norm(self.table(ids)))
        return x, self.line(line), y


class Hidden:
    """An object of the program's own in a checkpoint."""

    def __init__(self):
        self.value = [1, 2]


def main():
    os.makedirs(HERE, exist_ok=True)
    torch.manual_seed(0)
    net = Net().eval()
    with torch.no_grad():
        net.norm.running_mean.copy_(torch.tensor([0.5, -0.25]))
        net.norm.running_var.copy_(torch.tensor([2.0, 0.5]))
        inputs = torch.randn(2, 1, 4, 4), torch.randn(2, 2, 5), torch.tensor([[0, 3], [2, 1]])
        outputs = net(*inputs)
    torch.save(net.state_dict(), os.path.join(HERE, "net.pt"))
    named = {f"in{i}": x for i, x in enumerate(inputs)}
    named |= {f"out{i}": x for i, x in enumerate(outputs)}
    torch.save(named, os.path.join(HERE, "calls.pt"))
    whole = {
        "epoch": 3,
        "args": Hidden(),
        "state_dict": collections.OrderedDict(
            ("module." + k, nn.Parameter(v) if v.is_floating_point() else v)
            for k, v in net.state_dict().items()
        ),
        "optimizer": torch.optim.Adam(net.parameters()).state_dict(),
    }
    torch.save(whole, os.path.join(HERE, "whole.pt"))
    base = torch.arange(12.0).reshape(3, 4)
    kinds = "float16 bfloat16 float64 int8 int16 int32 int64 uint8 bool complex64".split()
    tensors = {k: torch.tensor([[0, 1], [2, 3]]).to(getattr(torch, k)) for k in kinds}
    tensors |= {"float8_e4m3fn": torch.tensor([0.5, 2.0]).to(torch.float8_e4m3fn)}
    tensors |= {"uint16": torch.tensor([1, 65535], dtype=torch.uint16)}
    tensors |= {"turned": base.t(), "part": base[1:, ::2], "empty": torch.empty(0, 3)}
    tensors |= {"number": torch.tensor(2.5)}
    torch.save(tensors, os.path.join(HERE, "tensors.pt"))
    torch.save(base, os.path.join(HERE, "bare.pt"))
    torch.save({"w": base}, os.path.join(HERE, "old.pt"), _use_new_zipfile_serialization=False)


if __name__ == "__main__":
    main()
