"""Two processes that work together, against hand-written JAX: ``python benchmarks/ranks.py``.

The script starts itself by msrun. Both sides run in the same processes, interleaved round by round;
a ratio is the median of the rounds' ratios, so that a load that comes and goes hits both alike.
Rank 0 prints a line for each case: both sides, the ratio or difference, and what it should not
pass. ``--quick`` makes few rounds, for a look.
"""

import itertools
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
QUICK = "--quick" in sys.argv
ROUNDS = 5 if QUICK else 41


def launch():
    """Start two processes of this script, and show what rank 0 prints."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "JAX_PLATFORMS": "cpu"}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "msjax.msrun", "--worker_num=2", "--local_worker_num=2"]
        command += ["--join=True", f"--log_dir={folder}", f"--master_port={port}", __file__]
        done = subprocess.run(
            [*command, *sys.argv[1:]], env=environment, stdout=subprocess.DEVNULL, check=False
        )
        lines = Path(folder, "worker_0.log").read_text().splitlines()
    print("\n".join(line for line in lines if line.startswith("|")))
    return done.returncode


def interleaved(first, second, calls, clock):
    """Seconds of a call of each, for every round."""
    found = []
    for function in (first, second):
        for _ in range(3):
            function()
    for _ in range(ROUNDS):
        pair = []
        for function in (first, second):
            start = clock()
            for _ in range(calls):
                function()
            pair.append((clock() - start) / calls)
        found.append(pair)
    return found


def report(case, rounds, most, unit=1e3, name="ms", difference=False):
    """Print a case; `most` is what the ratio, or the difference in µs, should not pass."""
    own, bare = (statistics.median(side) for side in zip(*rounds, strict=True))
    if difference:
        value = statistics.median((a - b) * 1e6 for a, b in rounds)
        last = f"{value:.1f} µs more, at most {most} µs"
    else:
        last = f"{statistics.median(a / b for a, b in rounds):.2f} x, at most {most} x"
    print(f"| {case} | {own * unit:.3g} {name} | {bare * unit:.3g} {name} | {last} |", flush=True)


def main():
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import NamedSharding, PartitionSpec

    import msjax as ms
    from msjax import nn, ops
    from msjax.communication import get_rank, init
    from msjax.kernels.comm import exchange
    from msjax.mint import distributed as dist

    ms.set_context(mode=ms.PYNATIVE_MODE)
    ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True)
    init()
    from msjax._core.runtime.agreement import token_of
    from msjax._core.runtime.spread import AXIS, as_part, mesh_of

    show = report if get_rank() == 0 else lambda *_, **__: None
    mesh = mesh_of((0, 1))

    # What one eager collective costs besides its executable, which is left out: back to back, on
    # its own, that takes less time than between other work. CPU time of the thread that calls.
    x, reduce = ms.Tensor(np.ones(256, np.float32)), ops.AllReduce()
    reduce(x)
    way = exchange._ways((0, 1))("all_reduce", x.shape, x._data.dtype, (("op", "sum"),))
    real, results = way.executable, way.executable(as_part(x._data, (0, 1)), token_of((0, 1)))
    way.executable = lambda *_: results
    rounds = interleaved(lambda: reduce(x), lambda: None, 500, time.thread_time)
    way.executable = real
    show("eager AllReduce of 1 KB, without its executable", rounds, 15, 1e6, "µs", difference=True)

    # The whole call, with the agreement of both processes that it begins with.
    add_up = jax.jit(
        jax.shard_map(
            lambda x: jax.lax.psum(x, AXIS),
            mesh=mesh,
            in_specs=PartitionSpec(AXIS),
            out_specs=PartitionSpec(AXIS),
            check_vma=False,
        )
    )
    for name, length, calls, most in (("1 KB", 256, 20, 1.8), ("4 MB", 1_000_000, 3, 1.3)):
        given = ms.Tensor(np.ones(length, np.float32))
        part = as_part(given._data, (0, 1))
        for clock, text in ((time.perf_counter, "wall"), (time.process_time, "CPU")):
            rounds = interleaved(
                lambda x=given: jax.block_until_ready(reduce(x)._data),
                lambda x=part: jax.block_until_ready(add_up(x)),
                calls,
                clock,
            )
            show(f"eager AllReduce of {name}, a compiled psum ({text})", rounds, most)

    # A hundred gradients against one collective of as many bytes.
    gradients = tuple(ms.Tensor(np.full((100, 100), i, np.float32)) for i in range(100))
    reducer = nn.DistributedGradReducer(
        [ms.Parameter(g, name=f"p{i}") for i, g in enumerate(gradients)], False
    )
    whole = ms.Tensor(np.ones(1_000_000, np.float32))
    others = itertools.cycle([ms.Tensor(np.ones(1_000_000, np.float32)) for _ in range(10)])

    def all_of_them():
        jax.block_until_ready([g._data for g in reducer(gradients)])

    def one():
        jax.block_until_ready(reduce(whole)._data)

    def one_of_many():  # as gradients are, not in the processor's cache since the last time
        jax.block_until_ready(reduce(next(others))._data)

    # The same by hand, which bounds it: joined, added up and parted by three executables of JAX.
    arrays, shape = [g._data for g in gradients], gradients[0].shape
    join = jax.jit(lambda *arrays: jnp.concatenate([a.reshape(-1) for a in arrays]))
    cut = jax.jit(lambda whole: [p.reshape(shape) for p in jnp.split(whole, len(arrays))])

    def joined_by_hand():
        total = add_up(as_part(join(*arrays), (0, 1))).addressable_data(0)
        jax.block_until_ready(cut(total.reshape(-1)))

    for clock, text in ((time.perf_counter, "wall"), (time.process_time, "CPU")):
        rounds = interleaved(all_of_them, one, 3, clock)
        show(f"100 gradients of 40 KB, one AllReduce of 4 MB ({text})", rounds, 1.3)
        rounds = interleaved(all_of_them, one_of_many, 3, clock)
        show(f"100 gradients of 40 KB, one AllReduce of 4 MB out of 40 ({text})", rounds, 1.6)
        rounds = interleaved(all_of_them, joined_by_hand, 3, clock)
        show(f"100 gradients of 40 KB, joined and parted by hand ({text})", rounds, 1.3)

    # A training step of a perceptron: forward, backward, reduction, momentum.
    width, depth, batch, rate = 256, 6, 64, 1e-3
    rng = np.random.default_rng(0)
    weights = [rng.normal(0, 1 / 16, (width, width)).astype(np.float32) for _ in range(depth)]
    inputs = rng.normal(size=(2, 2, batch, width)).astype(np.float32)[get_rank()]

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.layers = nn.CellList(
                [nn.Dense(width, width, ms.Tensor(w), has_bias=False) for w in weights]
            )

        def construct(self, x):
            for layer in self.layers:
                x = ops.relu(layer(x))
            return x

    net = Net()
    optimizer = nn.Momentum(net.trainable_params(), rate, 0.9)
    reduce_all = nn.DistributedGradReducer(optimizer.parameters)
    pull = ms.value_and_grad(lambda x, y: ops.square(net(x) - y).mean(), None, optimizer.parameters)

    @ms.jit
    def step(x, y):
        loss, grads = pull(x, y)
        optimizer(reduce_all(grads))
        return loss

    x, y = map(ms.Tensor, inputs)

    def forward(weights, x, y):
        for w in weights:
            x = jax.nn.relu(x @ w.T)
        return jnp.square(x - y).mean()

    def by_hand(weights, moments, x, y):
        loss, grads = jax.value_and_grad(forward)(weights, x, y)
        grads = [jax.lax.pmean(g, AXIS) for g in grads]
        moments = [0.9 * m + g for m, g in zip(moments, grads, strict=True)]
        weights = [w - rate * m for w, m in zip(weights, moments, strict=True)]
        return weights, moments, loss.reshape(1)

    everywhere, split = PartitionSpec(), PartitionSpec(AXIS)
    hand = jax.jit(
        jax.shard_map(
            by_hand,
            mesh=mesh,
            in_specs=(everywhere, everywhere, split, split),
            out_specs=(everywhere, everywhere, split),
            check_vma=False,
        ),
        donate_argnums=(0, 1),
    )

    def replicated(array):
        own = jax.device_put(array, mesh.local_devices[0])
        sharding = NamedSharding(mesh, everywhere)
        return jax.make_array_from_single_device_arrays(array.shape, sharding, [own])

    state = [[replicated(w) for w in weights], [replicated(np.zeros_like(w)) for w in weights]]
    parts = [as_part(jnp.asarray(a), (0, 1)) for a in inputs]
    losses = []

    def hand_step():
        state[0], state[1], loss = hand(*state, *parts)
        losses.append(loss)
        jax.block_until_ready(loss)

    own = [float(step(x, y)) for _ in range(3)]
    for _ in range(3):
        hand_step()
    np.testing.assert_allclose(own, [float(v.addressable_data(0)[0]) for v in losses], rtol=1e-4)
    for clock, text in ((time.perf_counter, "wall"), (time.process_time, "CPU")):
        rounds = interleaved(
            lambda: jax.block_until_ready(step(x, y)._data), hand_step, 5 if QUICK else 10, clock
        )
        show(f"compiled data-parallel step, JAX with shard_map ({text})", rounds, 1.1)
    dist.barrier()


if __name__ == "__main__":
    if "MS_ROLE" in os.environ:
        main()
    else:
        print("| case | msjax | other | |\n|---|---|---|---|")
        sys.exit(launch())
