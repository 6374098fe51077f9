"""Measure checkpoints and training loops: ``python benchmarks/files.py`` (or ``make bench``).

Checkpoints are compared with the package safetensors on the same values and the same disk. Both
sides take turns, and a ratio is the median of the rounds' ratios of *speed*: 2 is twice as fast
as the package. msjax flushes what it saves to the disk before it gives it its name, which the
package leaves to others; so its time is taken with a flush, and without one for comparison.
Costs of a training loop are microseconds per step more than a loop over the same dataset that
does nothing but call the compiled training network. They are small differences of long times, so
CPU time decides whether they hit their target; speeds are those by the clock.

    --megabytes N   size of the checkpoint (1024)
    --folder F      where files are written (a temporary folder)
    --rounds N      rounds (5)
    --steps N       steps of a training (1000)
    --only A,B      only the cases whose names contain one of these words; all loops are "train"
    --strict        exit with status 1 when a target is missed

The result is a markdown table on standard output; in brackets the same by CPU time.
"""

import argparse
import io
import os
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import numpy as np
from safetensors.numpy import load_file, save_file

import msjax as ms
from msjax import nn

SPEED, STEP, BAR = 0.7, 50.0, 20.0  # the targets
ROW = (1024, 4096)  # of float32, 16 MiB
LOOPS = "Model.train, ProgressBar"


def timed(run):
    """Seconds and CPU seconds of a call."""
    clock, cpu = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - clock, time.process_time() - cpu


def take_turns(sides, rounds):
    """Samples by side, after a round that does not count."""
    samples = [[] for _ in sides]
    for turn in range(rounds + 1):
        for run, kept in list(zip(sides, samples, strict=True))[:: -1 if turn % 2 else 1]:
            kept.append(timed(run))
    return [kept[1:] for kept in samples]


class Net(nn.Cell):
    """Parameters of 16 MiB, the size of the checkpoint together."""

    def __init__(self, values):
        super().__init__()
        for name, value in values.items():
            param = ms.Parameter(ms.Tensor(value), name=name)
            self.insert_param_to_cell(name, param)


def flushed(path):
    """Wait until a file and its name are on the disk."""
    for name in (path, os.path.dirname(path)):
        handle = os.open(name, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)


def speeds(folder, options):
    """Cases, the names of their sides, and speed ratios by the clock and by CPU time."""
    rng = np.random.default_rng(0)
    rows = max(1, options.megabytes // 16)
    shape = ROW if options.megabytes >= 16 else (options.megabytes, 1024, 256)
    values = {f"layer{i}": rng.standard_normal(shape, np.float32) for i in range(rows)}
    net = Net(values)
    theirs = os.path.join(folder, "theirs.safetensors")
    paths = {kind: os.path.join(folder, f"ours.{kind}") for kind in ("ckpt", "safetensors")}
    save_file(values, theirs)
    for kind, path in paths.items():
        ms.save_checkpoint(net, path, format=kind)
        for name, value in ms.load_checkpoint(path, format=kind).items():
            np.testing.assert_array_equal(value.asnumpy(), values[name])

    def save_and_flush():
        save_file(values, theirs)
        flushed(theirs)

    def save(kind, **more):
        return lambda: ms.save_checkpoint(net, paths[kind], format=kind, **more)

    def load(kind, *into):
        return lambda: ms.load_checkpoint(paths[kind], *into, format=kind)

    def load_theirs():
        return load_file(theirs)

    for kind in paths:
        yield f"save {kind}", save(kind), save_and_flush, SPEED
        yield (
            f"save {kind}, package without flush",
            save(kind),
            lambda: save_file(values, theirs),
            0,
        )
    for kind in paths:
        yield f"load {kind}", load(kind), load_theirs, SPEED
        yield f"load {kind} into a network", load(kind, net), load_theirs, SPEED


def speed_row(ours, theirs, rounds):
    """The ratio of speeds and what was measured."""
    a, b = take_turns((ours, theirs), rounds)
    by_clock, by_cpu = (
        statistics.median(y[i] / x[i] for x, y in zip(a, b, strict=True)) for i in (0, 1)
    )
    note = (
        f"{statistics.median(x[0] for x in a):.3g} s against "
        f"{statistics.median(x[0] for x in b):.3g} s"
    )
    return by_clock, by_cpu, note


class Terminal(io.StringIO):
    """A stream that looks like a terminal."""

    def isatty(self):
        return True


class TimedBar(ms.train.ProgressBar):
    """A bar that adds up what it takes."""

    spent = (0.0, 0.0)

    def on_train_step_end(self, run_context):
        took = timed(lambda: super(TimedBar, self).on_train_step_end(run_context))
        self.spent = tuple(map(sum, zip(self.spent, took, strict=True)))


def loops(options):
    """Trainings of a small network, and the loop that does nothing but call its step."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((2 * options.steps, 16)).astype(np.float32)
    y = x[:, :1].copy()
    net = nn.Dense(16, 1)
    model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 1e-3))
    ms.set_context(mode=ms.GRAPH_MODE)

    def dataset():
        return ms.dataset.NumpySlicesDataset((x, y), shuffle=False).batch(2)

    def bare():
        network, data = model.train_network, dataset()
        network.set_train()
        for batch in data.create_tuple_iterator():
            loss = network(*batch)
        loss.asnumpy()

    def train(callbacks=None, sink=False):
        model.train(1, dataset(), callbacks, dataset_sink_mode=sink)
        net.weight.asnumpy()

    yield "step", cost_row(train, bare, options), STEP
    yield "step in sink mode", cost_row(lambda: train(sink=True), bare, options), STEP
    bar = TimedBar(stream=Terminal())
    train(bar)
    by_clock, by_cpu = (seconds * 1e6 / options.steps for seconds in bar.spent)
    yield "ProgressBar", (by_clock, by_cpu, f"{options.steps} steps on a terminal"), BAR


def cost_row(ours, base, options):
    """Microseconds per step that one loop takes more than another, and what was measured."""
    a, b = take_turns((ours, base), 3 * options.rounds)
    scale = 1e6 / options.steps
    by_clock, by_cpu = (
        statistics.median((x[i] - y[i]) * scale for x, y in zip(a, b, strict=True)) for i in (0, 1)
    )
    note = (
        f"{statistics.median(x[0] for x in a) * scale:.3g} us against "
        f"{statistics.median(x[0] for x in b) * scale:.3g} us"
    )
    return by_clock, by_cpu, note


def parse_options():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=1024)
    parser.add_argument("--folder")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--only", default="")
    parser.add_argument("--strict", action="store_true")
    return parser.parse_args()


def main():
    """Print the table."""
    options = parse_options()
    words = [word.strip() for word in options.only.split(",")]
    missed = 0

    def show(name, found, wanted, hit, unit):
        by_clock, by_cpu, note = found
        verdict = "" if not wanted else "hit" if hit else "MISS"
        result = f"{by_clock:.2f} ({by_cpu:.2f}) {unit}"
        print(f"| {name} | {result} | {wanted or ''} | {verdict} | {note} |", flush=True)
        return verdict == "MISS"

    print("| case | result | target | | measured |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for name, ours, theirs, wanted in speeds(folder, options):
            if any(word in name for word in words):
                found = speed_row(ours, theirs, options.rounds)
                missed += show(name, found, wanted, found[0] >= SPEED, "x")
    if any(word in LOOPS for word in words):
        for name, found, wanted in loops(options):
            missed += show(name, found, wanted, found[1] <= wanted, "us")
    return int(options.strict and missed > 0)


if __name__ == "__main__":
    sys.exit(main())
