"""Measure msjax against hand-written JAX on a GPU or TPU: ``python benchmarks/accelerator.py``.

The networks have the sizes of ResNet-50 at 224x224, GPT-2 small, BERT-base and a two-layer LSTM,
or tiny ones with ``--tiny``, which is for CPUs. Both sides run interleaved on the same weights and
data; before anything is timed, the losses of three training steps must agree to 1e-4. Float32 is
computed in full on both sides (`jax.default_matmul_precision("highest")`).

    --tiny          sizes for a CPU and few rounds: shows that the program works, no claim
    --only A,B      only the cases whose names contain one of these words
    --list          print the names of the cases

The result is a markdown table on standard output. A ratio is msjax time over JAX time.
"""

import argparse
import functools
import sys
import time

import run  # first: it lets `import mindspore` mean msjax

# isort: split
import cold_program
import jax
import jax.numpy as jnp
import mindspore as ms
import mindspore.dataset as ds
import msjax_models
import networks
import numpy as np
import raw_jax
from jax import lax
from mindspore import nn, ops


class Sizes:
    """What is measured, in full and tiny."""

    def __init__(self, tiny):
        self.matmul = 64 if tiny else 8192
        self.attention = (1, 16, 2, 8) if tiny else (8, 2048, 16, 64)
        self.images = (2, 3, 32, 32) if tiny else (64, 3, 224, 224)
        self.classes = 10 if tiny else 1000
        self.gpt = (
            {"vocab": 50, "dim": 16, "layers": 1, "heads": 2, "length": 8}
            if tiny
            else {"vocab": 50257, "dim": 768, "layers": 12, "heads": 12, "length": 1024}
        )
        self.bert = self.gpt | ({} if tiny else {"vocab": 30522, "length": 512})
        self.sequences = 2 if tiny else 8
        self.lstm = (2, 5, 8) if tiny else (64, 128, 1024)
        self.blocks = ((64, 1, 1),) if tiny else cold_program.RESNET50


class Encoder(nn.Cell):
    """A transformer like networks.GPT that sees the whole sequence."""

    def __init__(self, **sizes):
        super().__init__()
        self.net = networks.GPT(**sizes)
        for block in self.net.blocks:
            block.attn.mask = ms.Tensor(np.zeros((1, 1), np.float32))

    def construct(self, ids):
        return self.net(ids)


def raw_conv_bn(params, stats, new, name, x, kernel, stride=1, relu=True):
    """cold_program.conv_bn."""
    x = raw_jax.conv(params, f"{name}.0", x, stride, kernel // 2)
    x = raw_jax.batch_norm(params, stats, new, f"{name}.1", x)
    return jax.nn.relu(x) if relu else x


def raw_resnet(blocks, params, stats, x, y):
    """cold_program.resnet50."""
    new = {}
    x = raw_conv_bn(params, stats, new, "0", x, 7, 2)
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 1, 3, 3), (1, 1, 2, 2), "SAME")
    place, inputs = 2, 64
    for width, count, first in blocks:
        for i in range(count):
            stride, name = first if i == 0 else 1, f"{place}.body"
            out = raw_conv_bn(params, stats, new, f"{name}.0", x, 1)
            out = raw_conv_bn(params, stats, new, f"{name}.1", out, 3, stride)
            out = raw_conv_bn(params, stats, new, f"{name}.2", out, 1, relu=False)
            if inputs != 4 * width or stride != 1:
                x = raw_conv_bn(params, stats, new, f"{place}.shortcut", x, 1, stride, relu=False)
            x, place, inputs = jax.nn.relu(out + x), place + 1, 4 * width
    return raw_jax.cross_entropy(raw_jax.dense(params, f"{place + 1}", x.mean((2, 3))), y), new


def raw_encoder(layers, heads, params, stats, ids, targets):
    """`Encoder`: the loss of raw_jax.gpt_loss without a mask."""
    params = {name.removeprefix("net."): value for name, value in params.items()}
    return raw_jax.gpt_loss(params, stats, ids, targets, layers, heads, causal=False)


def enter_models(sizes):
    """Make the networks known to both sides, by name."""
    ours, theirs = msjax_models.MODELS, raw_jax.MODELS
    momentum, adam = ours["resnet"].make_optimizer, ours["gpt"].make_optimizer
    ours["resnet50"] = msjax_models.Model(
        lambda: cold_program.resnet(sizes.blocks, sizes.classes),
        networks.classification_loss,
        momentum,
        lambda: networks.image_batch(sizes.images, sizes.classes),
    )
    theirs["resnet50"] = raw_jax.Model(
        functools.partial(raw_resnet, sizes.blocks), *raw_jax.momentum(1e-3)
    )
    for name, cell, numbers in (
        ("gpt2", networks.GPT, sizes.gpt),
        ("bert", Encoder, sizes.bert),
    ):
        depth = numbers["layers"], numbers["heads"]
        ours[name] = msjax_models.Model(
            functools.partial(cell, **numbers),
            networks.language_loss,
            adam,
            functools.partial(
                networks.token_batch, sizes.sequences, numbers["length"], numbers["vocab"]
            ),
        )
        if cell is networks.GPT:
            loss = functools.partial(raw_jax.gpt_loss, layers=depth[0], heads=depth[1])
        else:
            loss = functools.partial(raw_encoder, *depth)
        theirs[name] = raw_jax.Model(loss, *raw_jax.adam_weight_decay(1e-3, 0.01))
    count, length, width = sizes.lstm
    ours["lstm"] = msjax_models.Model(
        lambda: msjax_models.Recurrent(width, width),
        networks.classification_loss,
        ours["lstm"].make_optimizer,
        lambda: networks.image_batch((count, length, width), 10),
    )


def case_matmul(dtype, options):
    """A product of two square matrices."""
    n = options.sizes.matmul
    a = np.random.default_rng(0).standard_normal((n, n)).astype(np.float32)
    x, y = ms.Tensor(a).astype(getattr(ms, dtype)), jnp.asarray(a).astype(dtype)
    theirs = jax.jit(jnp.matmul)
    pair = (lambda: ops.matmul(x, x)._data, lambda: theirs(y, y))
    ratio, note = run.time_ratio(pair, options)
    seconds = run.per_call(pair[0], 3)
    return ratio, f"{note}, {2 * n**3 / seconds / 1e12:.3g} TFLOP/s"


def case_attention(_, options):
    """Attention in bfloat16, forward, against JAX's own."""
    b, s, n, d = options.sizes.attention
    a = np.random.default_rng(0).standard_normal((b, s, n, d)).astype(np.float32)
    x, y = ms.Tensor(a).astype(ms.bfloat16), jnp.asarray(a).astype("bfloat16")
    theirs = jax.jit(lambda q: jax.nn.dot_product_attention(q, q, q))
    ours = ms.jit(
        lambda q: ops.flash_attention_score(q, q, q, n, scalar_value=d**-0.5, input_layout="BSND")
    )
    np.testing.assert_allclose(
        ours(x).astype(ms.float32).asnumpy(), np.asarray(theirs(y), np.float32), atol=0.02
    )
    return run.time_ratio((lambda: ours(x)._data, lambda: theirs(y)), options)


def case_pipeline(name, options):
    """Compiled steps fed by a pipeline of images against the same steps on one batch."""
    model, count = msjax_models.MODELS[name], 8
    step = model.make_step(model.net())
    images, labels = model.make_batch()
    rows = [(image, label) for image, label in zip(images, labels, strict=True)] * count

    def pipeline():
        data = ds.GeneratorDataset(rows, ["x", "y"], shuffle=False)
        data = data.map(lambda image: image * np.float32(0.5), "x").batch(len(images))
        return data.create_tuple_iterator()

    x, y = model.batch()
    fed, alone = [], []
    for i in range(options.rounds + 1):
        start = time.perf_counter()
        for a, b in pipeline():
            loss = step(a, b)
        loss.asnumpy()
        middle = time.perf_counter()
        for _ in range(count):
            loss = step(x, y)
        loss.asnumpy()
        if i:
            fed.append(middle - start)
            alone.append(time.perf_counter() - middle)
    return run.summarize(fed, alone)


def case_memory(name, options):
    """Memory of the compiled training step as XLA plans it."""
    return run.case_memory(name, options)


def case_peak(_, options):
    """Peak memory of the device over everything above."""
    stats = jax.devices()[0].memory_stats() or {}
    peak = stats.get("peak_bytes_in_use", 0)
    return float("nan"), f"{peak / 2**30:.2f} GiB" if peak else "not told by this device"


MODELS = ("resnet50", "gpt2", "bert", "lstm")
CASES = [
    *((f"matmul {dtype}", case_matmul, dtype) for dtype in ("float32", "bfloat16")),
    ("attention bfloat16", case_attention, None),
    *((f"compiled step {name}", run.case_compiled, name) for name in MODELS),
    ("eager step resnet50", run.case_eager_step, "resnet50"),
    ("eager step lenet", run.case_eager_step, "lenet"),
    ("pipeline resnet50", case_pipeline, "resnet50"),
    *((f"planned memory {name}", case_memory, name) for name in MODELS),
    ("peak memory", case_peak, None),
]


def main(argv):
    """Run the chosen cases and print the table; 1 where both sides disagree."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tiny", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args(argv)
    words = options.only.split(",")
    cases = [case for case in CASES if any(word in case[0] for word in words)]
    if options.list:
        print("\n".join(case[0] for case in cases))
        return 0
    if jax.default_backend() == "cpu" and not options.tiny:
        print("There is no accelerator; --tiny runs on a CPU.", file=sys.stderr)
        return 2
    options.sizes, options.rounds = Sizes(options.tiny), 2 if options.tiny else 11
    enter_models(options.sizes)
    jax.config.update("jax_default_matmul_precision", "highest")
    print(f"jax {jax.__version__}, {jax.devices()[0].device_kind}\n")
    print("| case | ratio | measured |\n|---|---|---|")
    wrong = 0
    for name, measure, argument in cases:
        try:
            ratio, note = measure(argument, options)
        except (run.Mismatch, AssertionError) as error:
            wrong += 1
            ratio, note = float("nan"), "MISMATCH: " + " ".join(str(error).split())
        shown = "-" if ratio != ratio else f"{ratio:.2f}"
        print(f"| {name} | {shown} | {note} |", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
