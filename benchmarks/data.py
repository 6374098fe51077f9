"""Measure data pipelines: ``python benchmarks/data.py [--wheel /path/to/python]``.

Rows per second of CPU time, and of the clock, for 2,000 generated JPEGs (decode, resize, crop,
flip, normalise, batch), lines of text (tokenize, look up, pad) and a MindRecord file. With
``--wheel``, a Python that has MindSpore, the same pipelines run there too, in turns, and the ratios
of the medians are printed: msjax's rows per second over MindSpore's, above 1 where msjax is faster.
Last comes a training loop over a GeneratorDataset, as a multiple of the same steps on batches that
are there already.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

CASES = ("images", "text", "mindrecord", "loop")
WORDS = 5000
_MOST = 1.05  # times its compute that a loop may take


def make(folder):
    """Write the files."""
    from PIL import Image

    rng = np.random.default_rng(0)
    os.makedirs(f"{folder}/img/a")
    rows, columns = np.mgrid[0:375, 0:500]
    for number in range(2000):
        waves = [np.sin(rows / rng.uniform(5, 60) + columns / rng.uniform(5, 60)) for _ in range(3)]
        picture = np.stack(waves, -1) * 90 + 128 + rng.normal(0, 8, (375, 500, 1))
        picture = np.clip(picture, 0, 255).astype(np.uint8)
        Image.fromarray(picture).save(f"{folder}/img/a/{number:04}.jpg", quality=85)
    words = [f"word{n}" for n in range(WORDS)]
    with open(f"{folder}/lines.txt", "w") as stream:
        for _ in range(20000):
            chosen = rng.integers(0, WORDS, rng.integers(5, 40))
            stream.write(" ".join(words[n] for n in chosen) + "\n")


def pipelines(ms, folder):
    """The pipelines by name."""
    import mindspore.dataset as ds
    from mindspore.dataset import text, transforms, vision

    def images():
        data = ds.ImageFolderDataset(f"{folder}/img", shuffle=False)
        operations = [
            vision.Decode(),
            vision.Resize(256),
            vision.CenterCrop(224),
            vision.RandomHorizontalFlip(),
            vision.Normalize([123.7, 116.3, 103.5], [58.4, 57.1, 57.4]),
            vision.HWC2CHW(),
        ]
        return data.map(operations, "image").batch(32)

    def words():
        vocab = text.Vocab.from_list([f"word{n}" for n in range(WORDS - 50)] + ["<unk>"])
        data = ds.TextFileDataset(f"{folder}/lines.txt", shuffle=False)
        operations = [text.WhitespaceTokenizer(), text.Lookup(vocab, "<unk>")]
        return data.map([*operations, transforms.PadEnd([40], 0)], "text").batch(32)

    def record():
        path = f"{folder}/{ms}.mindrecord"
        if not os.path.exists(path):
            from mindspore.mindrecord import FileWriter

            rng = np.random.default_rng(0)
            writer = FileWriter(path, 1)
            schema = {"image": {"type": "bytes"}, "label": {"type": "int32"}}
            writer.add_schema({**schema, "x": {"type": "float32", "shape": [-1]}}, "rows")
            for start in range(0, 20000, 1000):
                rows = [
                    {"image": rng.bytes(2000), "label": n, "x": rng.random(16, np.float32)}
                    for n in range(start, start + 1000)
                ]
                writer.write_raw_data(rows)
            writer.commit()
        return ds.MindDataset(path, shuffle=False).batch(32)

    return {"images": images, "text": words, "mindrecord": record}


def side(name, folder, cases, rounds):
    """Run the cases in this process: a line of JSON for each."""
    if name == "msjax":
        sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
        import msjax

        msjax.install()
    made = pipelines(name, folder)
    for case in cases:
        data = made[case]()
        for _ in range(rounds + 1):  # the first one warms up
            clock, cpu, count = time.perf_counter(), time.process_time(), 0
            for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True):
                count += len(row[0])
            line = [case, count, time.perf_counter() - clock, time.process_time() - cpu]
            print("data", json.dumps(line), flush=True)


def loop(rounds):
    """How many times as long a training loop over a dataset takes as its steps alone."""
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
    import msjax as ms
    from msjax import dataset, nn, ops

    rng = np.random.default_rng(0)
    rows = [
        (rng.normal(size=(1, 32, 32)).astype(np.float32), np.int32(n % 10)) for n in range(3200)
    ]
    net = nn.SequentialCell(
        nn.Conv2d(1, 16, 5, pad_mode="valid"),
        nn.ReLU(),
        nn.MaxPool2d(2, 2),
        nn.Conv2d(16, 32, 5, pad_mode="valid"),
        nn.ReLU(),
        nn.MaxPool2d(2, 2),
        nn.Flatten(),
        nn.Dense(800, 10),
    )
    optimizer = nn.Momentum(net.trainable_params(), 0.01, 0.9)
    forward = lambda x, y: ops.cross_entropy(net(x), y)  # noqa: E731
    pull = ms.value_and_grad(forward, None, optimizer.parameters)

    @ms.jit
    def step(x, y):
        loss, gradients = pull(x, y)
        optimizer(gradients)
        return loss

    data = dataset.GeneratorDataset(rows, ["x", "y"], shuffle=True).batch(64)
    iterator = data.create_tuple_iterator(num_epochs=rounds + 2)
    ready = [tuple(batch) for batch in iterator]

    def seconds(batches):
        start = time.perf_counter()
        for x, y in batches:
            loss = step(x, y)
        loss.asnumpy()
        return time.perf_counter() - start

    ratios = [seconds(iterator) / seconds(ready) for _ in range(rounds + 1)]
    return statistics.median(ratios[1:])


def measured(python, name, options, folder, case):
    """Medians of rows per second of the clock and of CPU time."""
    command = [python, __file__, "--side", name, "--folder", folder, "--only", case]
    command += ["--rounds", str(options.rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [json.loads(line[5:]) for line in done.stdout.splitlines() if line[:5] == "data "]
    if done.returncode or not lines:
        raise SystemExit(done.stderr)
    return [statistics.median(count / line[i] for _, count, *line in lines[1:]) for i in (0, 1)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", help="a Python that has MindSpore")
    parser.add_argument("--only", default=",".join(CASES), help="names of cases, with commas")
    parser.add_argument("--rounds", type=int, default=3, help="passes that are measured")
    parser.add_argument("--folder", help="where the files are, or are made")
    parser.add_argument("--side", help=argparse.SUPPRESS)
    options = parser.parse_args()
    cases = options.only.split(",")
    if options.side:
        side(options.side, options.folder, cases, options.rounds)
        return
    with tempfile.TemporaryDirectory() as made:
        folder = options.folder or made
        if not os.path.exists(f"{folder}/lines.txt"):
            make(folder)
        print("| case | msjax rows/s | per CPU second | MindSpore | per CPU second | ratio | CPU |")
        print("|---|---|---|---|---|---|---|")
        for case in cases:
            if case == "loop":
                continue
            ours = measured(sys.executable, "msjax", options, folder, case)
            cells = [f"{value:.0f}" for value in ours]
            if options.wheel:
                theirs = measured(options.wheel, "mindspore", options, folder, case)
                cells += [f"{value:.0f}" for value in theirs]
                cells += [f"{a / b:.2f}" for a, b in zip(ours, theirs, strict=True)]
            print(f"| {case} | " + " | ".join(cells) + " |", flush=True)
        if "loop" in cases:
            found = loop(2 * options.rounds)
            print(f"\na training loop, as a multiple of its steps: {found:.2f} (at most {_MOST})")


if __name__ == "__main__":
    main()
