"""A small GPT that learns to spell: four layers, characters as tokens, AdamWeightDecay.

The text is built here (number words counting upwards), so there is nothing to download:

    python gpt_char.py                # 200 compiled training steps, then a sample
    python gpt_char.py --mode eager
"""

import argparse
import time

import mindspore as ms
import numpy as np
from mindspore import nn, ops

ONES = "zero one two three four five six seven eight nine".split()
LENGTH = 64


def build_text():
    """Every number below 1000 spelled digit by digit, in order."""
    return ". ".join(" ".join(ONES[int(d)] for d in str(number)) for number in range(1000)) + ". "


class Attention(nn.Cell):
    """Causal self-attention with several heads."""

    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.qkv = nn.Dense(dim, 3 * dim)
        self.proj = nn.Dense(dim, dim)
        self.mask = ms.Tensor(np.triu(np.full((LENGTH, LENGTH), -1e9, np.float32), 1))

    def construct(self, x):
        batch, length, dim = x.shape
        qkv = self.qkv(x).reshape(batch, length, 3, self.heads, dim // self.heads)
        q, k, v = ops.transpose(qkv, (2, 0, 3, 1, 4))
        scores = ops.matmul(q, k.swapaxes(-2, -1)) * self.scale
        weights = ops.softmax(scores + self.mask, -1)
        out = ops.matmul(weights, v).transpose(0, 2, 1, 3)
        return self.proj(out.reshape(batch, length, dim))


class Block(nn.Cell):
    """A pre-norm transformer block."""

    def __init__(self, dim, heads):
        super().__init__()
        self.norm1 = nn.LayerNorm((dim,))
        self.attn = Attention(dim, heads)
        self.norm2 = nn.LayerNorm((dim,))
        self.mlp = nn.SequentialCell(nn.Dense(dim, 4 * dim), nn.GELU(), nn.Dense(4 * dim, dim))

    def construct(self, x):
        x = x + self.attn(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class GPT(nn.Cell):
    """Decoder-only transformer over windows of LENGTH characters."""

    def __init__(self, vocab, dim=64, layers=4, heads=4):
        super().__init__()
        self.token = nn.Embedding(vocab, dim)
        start = np.random.default_rng(0).standard_normal((LENGTH, dim)) * 0.02
        self.position = ms.Parameter(ms.Tensor(start.astype(np.float32)), name="position")
        self.blocks = nn.SequentialCell(*[Block(dim, heads) for _ in range(layers)])
        self.norm = nn.LayerNorm((dim,))
        self.head = nn.Dense(dim, vocab, has_bias=False)

    def construct(self, ids):
        x = self.token(ids) + self.position
        return self.head(self.norm(self.blocks(x)))


def complete(net, codes, chars, prompt, count):
    """`prompt` continued by `count` characters, always the likeliest one."""
    text = prompt
    for _ in range(count):
        window = text[-LENGTH:]
        ids = np.array([[codes[c] for c in window.ljust(LENGTH)]], np.int32)
        logits = net(ms.Tensor(ids)).asnumpy()
        text += chars[int(logits[0, len(window) - 1].argmax())]
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mode", choices=("eager", "compiled"), default="compiled")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()

    ms.set_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    text = build_text()
    chars = sorted(set(text))
    codes = {c: i for i, c in enumerate(chars)}
    data = np.array([codes[c] for c in text], np.int32)

    net = GPT(len(chars))
    optimizer = nn.AdamWeightDecay(
        net.trainable_params(), learning_rate=nn.WarmUpLR(2e-3, 30), weight_decay=0.01
    )

    def forward(ids, targets):
        logits = net(ids)
        return ops.cross_entropy(logits.reshape(-1, len(chars)), targets.reshape(-1))

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)

    def train_step(ids, targets):
        loss, grads = grad_fn(ids, targets)
        optimizer(grads)
        return loss

    if args.mode == "compiled":
        train_step = ms.jit(train_step)

    net.set_train()
    start = time.perf_counter()
    for step in range(1, args.steps + 1):
        first = rng.integers(0, len(data) - LENGTH - 1, args.batch_size)
        window = data[first[:, None] + np.arange(LENGTH + 1)]
        loss = train_step(ms.Tensor(window[:, :-1]), ms.Tensor(window[:, 1:]))
        if step == 1 or step % 40 == 0:
            print(f"step {step}: loss {float(loss.asnumpy()):.4f}")
    print(f"{args.steps / (time.perf_counter() - start):.1f} steps/s, first call included")
    net.set_train(False)
    print(repr(complete(net, codes, chars, "one two three. one two ", 24)))


if __name__ == "__main__":
    main()
