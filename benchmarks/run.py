"""Measure msjax against hand-written JAX: ``python benchmarks/run.py`` (or ``make bench``).

Both sides run in one process, on the same weights and data, interleaved round by round; a ratio
is the median of the rounds' ratios, so that a load that comes and goes hits both sides alike.
Before anything is timed, the losses of the first three training steps of both sides must agree to
1e-4. Peak memory is the peak resident set of a fresh process per side (on an accelerator: the
device's peak bytes in use), less what the process held before it built the model.

    --quick         few rounds, small counts; for a look, not for a claim
    --only A,B      only the cases whose names contain one of these words
    --list          print the names of the cases
    --strict        exit with status 1 when a target is missed

The result is a markdown table on standard output. A ratio is msjax time over JAX time.
"""

import argparse
import gc
import os
import pathlib
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

import msjax as ms  # noqa: E402

ms.install()

import msjax_models  # noqa: E402
import raw_jax  # noqa: E402

from msjax import ops  # noqa: E402

NAMES = ("mlp", "lenet", "resnet", "gpt", "lstm")
TARGETS = {
    "compiled": 1.05,
    "first call": 1.3,
    "eager add": 1.3,
    "eager softmax": 0.5,
    "eager layer_norm": 0.5,
    "eager value_and_grad mlp": 4.0,
    "eager grad of grad mlp": 10.0,
    "eager step lenet": 1.5,
    "eager update": 1.5,
    "memory resnet": 1.05,
    "growth": 0.0,
}
# Growth of the resident set that counts as flat: allocator noise, far below one leak per step.
FLAT_MB = 8.0


class Mismatch(Exception):
    """The two sides do not compute the same thing."""


def per_call(run, count):
    """Seconds per call of `run`, which is called `count` times and then waited for."""
    start = time.perf_counter()
    for _ in range(count):
        out = run()
    jax.block_until_ready(out)
    return (time.perf_counter() - start) / count


def summarize(ours, theirs):
    """(ratio, note) of paired samples in seconds: the median of the rounds' ratios."""
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    low, _, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
    a, b = statistics.median(ours), statistics.median(theirs)
    unit, scale = ("s", 1) if b >= 1 else ("ms", 1e3) if b >= 1e-3 else ("us", 1e6)
    note = f"{a * scale:.3g} {unit} against {b * scale:.3g} {unit}, quartiles {low:.2f} {high:.2f}"
    return statistics.median(ratios), note


def interleave(pair_of, rounds, count):
    """Samples of both sides, round by round; `pair_of()` gives the two calls of a round."""
    samples = ([], [])
    for i in range(rounds):
        sides = list(zip(pair_of(), samples, strict=True))
        for run, times in sides[:: 1 if i % 2 else -1]:
            times.append(per_call(run, count))
    return samples


def raw_step(name, weights, batch):
    """A call without arguments that does one raw training step and returns its loss."""
    model = raw_jax.MODELS[name]
    state, step = model.start(weights), model.make_step()
    batch = [jnp.asarray(array) for array in batch]

    def run():
        nonlocal state
        state, loss = step(state, *batch)
        return loss

    return run


def our_step(name, compiled=True):
    """(run, weights): the same for msjax, and the weights it starts from."""
    model = msjax_models.MODELS[name]
    net = model.net()
    weights = msjax_models.weights(net)
    step, batch = model.make_step(net, compiled), model.batch()
    return lambda: step(*batch), weights


def step_pair(name, compiled=True):
    """Both sides' training steps from the same weights, after three steps that must agree."""
    ours, weights = our_step(name, compiled)
    theirs = raw_step(name, weights, msjax_models.MODELS[name].make_batch())
    for i in range(3):
        a, b = float(ours().asnumpy()), float(theirs())
        if not abs(a - b) <= 1e-4 * max(1.0, abs(b)):
            raise Mismatch(f"{name}: loss of step {i + 1} is {a} in msjax and {b} in JAX")
    return ours, theirs


def time_ratio(pair, options, seconds=0.3):
    """(ratio, note) of two calls in their steady state; `seconds` is the length of a round."""
    for run in pair:
        per_call(run, 2)
    slowest = max(per_call(run, 2) for run in pair)
    count = max(1, min(2000, int(seconds / slowest)))
    return summarize(*interleave(lambda: pair, options.rounds, count))


def case_compiled(name, options):
    """Steady-state training step under ms.jit against jax.jit."""
    return time_ratio(step_pair(name), options)


def case_first_call(name, options):
    """The first call of a fresh compiled step, tracing and compiling included."""
    batch = msjax_models.MODELS[name].make_batch()

    def fresh():
        ours, weights = our_step(name)
        return ours, raw_step(name, weights, batch)

    samples = interleave(fresh, 1 + options.compiles, 1)
    return summarize(*(times[1:] for times in samples))


def case_eager_op(name, options):
    """One eager operation on a small array against jnp, call by call."""
    rng = np.random.default_rng(0)
    x, y = (rng.standard_normal((32, 64)).astype(np.float32) for _ in range(2))
    gamma, beta = np.ones(64, np.float32), np.zeros(64, np.float32)
    tensors = [ms.Tensor(a) for a in (x, y, gamma, beta)]
    arrays = [jnp.asarray(a) for a in (x, y, gamma, beta)]
    (tx, ty, tg, tb), (ax, ay, ag, ab) = tensors, arrays
    ours, theirs = {
        "add": (lambda: ops.add(tx, ty), lambda: jnp.add(ax, ay)),
        "softmax": (lambda: ops.softmax(tx, -1), lambda: jax.nn.softmax(ax, -1)),
        "layer_norm": (
            lambda: ops.layer_norm(tx, (64,), tg, tb),
            lambda: raw_jax.eager_layer_norm(ax, ag, ab),
        ),
    }[name]
    np.testing.assert_allclose(ours().asnumpy(), np.asarray(theirs()), rtol=1e-4, atol=1e-5)
    return time_ratio((ours, theirs), options)


def case_eager_grad(name, options):
    """Eager value_and_grad against the same under jax.jit."""
    model = msjax_models.MODELS[name]
    net = model.net()
    batch, grad_fn = model.batch(), model.value_and_grad(net)
    params, _, _ = raw_jax.MODELS[name].start(msjax_models.weights(net))
    arrays = [jnp.asarray(array) for array in model.make_batch()]
    raw = raw_jax.MODELS[name].make_value_and_grad()
    pair = (lambda: grad_fn(*batch), lambda: raw(params, *arrays))
    (loss, grads), (raw_loss, raw_grads) = pair[0](), pair[1]()
    np.testing.assert_allclose(float(loss.asnumpy()), float(raw_loss), rtol=1e-4)
    for param, grad in zip(net.trainable_params(), grads, strict=True):
        expected = np.asarray(raw_grads[param.name])
        np.testing.assert_allclose(grad.asnumpy(), expected, rtol=1e-3, atol=1e-5)
    return time_ratio(pair, options)


def case_eager_second(depth, options, width=64, rows=32):
    """Eager gradient, by the weights, of a penalty on the gradient by the input."""
    networks = msjax_models.networks
    net = networks.fill_parameters(networks.MLP(width=width, depth=depth)).set_train()
    arrays = networks.image_batch((rows, width), width)
    by_input = ms.grad(networks.classification_loss(net))
    penalty = ms.value_and_grad(
        lambda x, y: (by_input(x, y) ** 2).sum(), None, net.trainable_params()
    )
    params = {n: jnp.asarray(a) for n, a in msjax_models.weights(net).items()}

    def loss(params, x, y):
        return raw_jax.mlp_loss(params, {}, x, y, depth)[0]

    raw = jax.jit(jax.value_and_grad(lambda p, x, y: (jax.grad(loss, 1)(p, x, y) ** 2).sum()))
    tensors, arrays = [ms.Tensor(a) for a in arrays], [jnp.asarray(a) for a in arrays]
    pair = (lambda: penalty(*tensors), lambda: raw(params, *arrays))
    for _ in range(12):  # until the walks of the record are compiled
        found, expected = pair[0](), pair[1]()
    np.testing.assert_allclose(float(found[0].asnumpy()), float(expected[0]), rtol=1e-4)
    for param, grad in zip(net.trainable_params(), found[1], strict=True):
        np.testing.assert_allclose(grad.asnumpy(), expected[1][param.name], rtol=1e-3, atol=1e-5)
    return time_ratio(pair, options)


def case_eager_step(name, options):
    """Eager training step against the compiled one of hand-written JAX."""
    return time_ratio(step_pair(name, compiled=False), options)


def case_eager_update(name, options, count=160, shape=(64, 64)):
    """Eager update of many Parameters by an optimizer against the same under jax.jit."""
    rng = np.random.default_rng(0)
    names = [f"p{i}" for i in range(count)]
    values, slopes = (
        {n: rng.standard_normal(shape).astype(np.float32) for n in names} for _ in range(2)
    )
    params = [ms.Parameter(ms.Tensor(values[n]), name=n) for n in names]
    gradients = tuple(ms.Tensor(slopes[n]) for n in names)
    optimizer = msjax_models.OPTIMIZERS[name](params)
    arrays, grads = ({n: jnp.array(v) for n, v in d.items()} for d in (values, slopes))
    state, update = raw_jax.make_update(name, arrays)

    def ours():
        optimizer(gradients)
        return params[-1]

    def theirs():
        nonlocal state
        state = update(state, grads)
        return state[0][names[-1]]

    for _ in range(3):
        ours(), theirs()
    for param in params:
        np.testing.assert_allclose(param.asnumpy(), state[0][param.name], rtol=1e-4, atol=1e-6)
    return time_ratio((ours, theirs), options)


def status_kb(field):
    """A field of this process's status in kB (Linux)."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(field):
            return int(line.split()[1])
    raise KeyError(field)


def step_bytes(compiled):
    """Bytes that one run of an executable needs: inputs, outputs and scratch, shared ones once."""
    sizes = compiled.memory_analysis()
    used = sizes.argument_size_in_bytes + sizes.output_size_in_bytes + sizes.temp_size_in_bytes
    return used - sizes.alias_size_in_bytes


def case_memory(name, options):
    """Memory of the compiled training step as XLA plans it."""
    model = msjax_models.MODELS[name]
    net = model.net()
    weights, step, batch = msjax_models.weights(net), model.make_step(net, True), model.batch()
    step(*batch)
    ((entry,),) = step._cache.values()
    state = ([b._data for b in entry.donated], entry.kept_arrays())
    ours = entry.fn.lower(*state, [t._data for t in batch]).compile()
    raw = raw_jax.MODELS[name]
    arrays = [jnp.asarray(array) for array in model.make_batch()]
    theirs = raw.make_step().lower(raw.start(weights), *arrays).compile()
    a, b = step_bytes(ours) / 2**20, step_bytes(theirs) / 2**20
    return a / b, f"planned by XLA: {a:.1f} MB against {b:.1f} MB"


def case_growth(mode, options):
    """Live arrays and resident memory over many training steps of the MLP; 0 means flat."""
    run, _ = our_step("mlp", compiled=mode == "compiled")
    for _ in range(300):
        out = run()

    def look():
        jax.block_until_ready(out)
        gc.collect()
        return len(jax.live_arrays()), status_kb("VmRSS") / 1024

    before = look()
    for _ in range(options.steps):
        out = run()
    after = look()
    arrays, megabytes = after[0] - before[0], after[1] - before[1]
    note = f"{options.steps} steps: {arrays:+d} live arrays, {megabytes:+.1f} MB resident"
    return float(arrays > 0 or megabytes > FLAT_MB), note


CASES = [
    *((f"compiled {name}", case_compiled, name) for name in NAMES),
    *((f"first call {name}", case_first_call, name) for name in NAMES),
    *((f"eager {op}", case_eager_op, op) for op in ("add", "softmax", "layer_norm")),
    ("eager value_and_grad mlp", case_eager_grad, "mlp"),
    ("eager grad of grad mlp", case_eager_second, 3),
    ("eager step lenet", case_eager_step, "lenet"),
    *((f"eager update {name}", case_eager_update, name) for name in ("adam", "momentum")),
    ("memory resnet", case_memory, "resnet"),
    *((f"growth {mode}", case_growth, mode) for mode in ("eager", "compiled")),
]


def target(case):
    """The target of a case: its own, or that of its group."""
    return next(value for name, value in TARGETS.items() if case.startswith(name))


def parse_options():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--strict", action="store_true")
    options = parser.parse_args()
    options.rounds = 3 if options.quick else 11
    options.compiles = 1 if options.quick else 3
    options.steps = 500 if options.quick else 2000
    return options


def main():
    """Run the chosen cases and print the table."""
    options = parse_options()
    words = [word.strip() for word in options.only.split(",") if word.strip()]
    cases = [case for case in CASES if not words or any(word in case[0] for word in words)]
    if options.list:
        print("\n".join(case[0] for case in cases))
        return 0
    jax.config.update("jax_enable_compilation_cache", False)  # first calls are to compile
    device = jax.devices()[0].device_kind
    print(f"jax {jax.__version__}, {device}, {os.cpu_count()} cores, {options.rounds} rounds\n")
    print("| case | result | target | | measured |\n|---|---|---|---|---|")
    missed = wrong = 0
    for name, measure, argument in cases:
        try:
            value, note = measure(argument, options)
        except (Mismatch, AssertionError) as error:
            wrong += 1
            message = " ".join(str(error).split())
            print(f"| {name} | WRONG | | MISMATCH | {message} |", flush=True)
            continue
        hit = value <= target(name)
        missed += not hit
        verdict = "hit" if hit else "MISS"
        print(f"| {name} | {value:.2f} | {target(name)} | {verdict} | {note} |", flush=True)
    print(f"\n{len(cases)} cases, {missed} missed, {wrong} wrong")
    return int(wrong > 0 or (options.strict and missed > 0))


if __name__ == "__main__":
    sys.exit(main())
