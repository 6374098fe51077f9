"""Put files of msjax through faults, at length: ``python tools/check_files.py [PART ...]``.

    exports    LeNet, ResNet, GPT and LSTM: export, load in a fresh process, compare; sizes, times
    kills      processes that save a model again and again, killed at random instants
    mutants    changed .ckpt, .safetensors and .mindir files: told, or as they were
    disk       a save for which a disk has no room; needs --small, a folder on a small file system

All parts run if none is named (disk only with --small). Ends with status 1 if anything was found.
tests/train has the same in short form; trainings that are killed and go on are
`pytest tests/train/test_resume.py -m "sweep or not sweep"`.

    --kills N --megabytes M    300 kills while 200 MB are saved
    --mutants N                20000 of each kind of file
    --small FOLDER             for instance of `mount -t tmpfs -o size=8m none FOLDER`
"""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

import msjax as ms  # noqa: E402
from tests.damaged import changed  # noqa: E402

ENV = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
SAVING = """
import sys
import numpy as np
import msjax as ms
path, kind, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
for number in range(1, 1 << 30):
    values = {f"p{i}": ms.Tensor(np.full((1 << 18,), number, np.int32)) for i in range(count)}
    ms.save_checkpoint(values, path, crc_check=True, format=kind)
    print(number, flush=True)
"""
LOADING = """
import sys, time
import numpy as np
import msjax as ms
begin = time.perf_counter()
net = ms.nn.GraphCell(ms.load(sys.argv[1]))
loaded = time.perf_counter() - begin
arrays, worst = np.load(sys.argv[2]), 0.0
for i in range(len(arrays.files) // 2):
    out = net(ms.Tensor(arrays[f"in{i}"])).asnumpy()
    assert out.shape == arrays[f"out{i}"].shape
    worst = max(worst, float(np.abs(out - arrays[f"out{i}"]).max()))
print(worst, loaded)
"""
MUTANTS = """
import sys
sys.path.insert(0, sys.argv[1])
import check_files
check_files.mutants_of(*sys.argv[2:4], *map(int, sys.argv[4:]))
"""


def exports(options, folder):
    """Programs with unknown batches and lengths, loaded where nothing knows the network."""
    ms.install()
    import msjax_models

    # The GPT of the benchmarks takes tokens of one length; the batch is unknown everywhere.
    sizes = {
        "lenet": (None, 1, 32, 32),
        "resnet": (None, 3, 32, 32),
        "gpt": (None, 128),
        "lstm": (None, None, 64),
    }
    wrong = 0
    for name, shape in sizes.items():
        model = msjax_models.MODELS[name]
        net = model.net().set_train(False)
        given = model.make_batch()[0]
        kind = ms.int32 if given.dtype.kind == "i" else ms.float32
        path = os.path.join(folder, f"{name}.mindir")
        begin = time.perf_counter()
        ms.export(net, ms.Tensor(shape=shape, dtype=kind), file_name=path, file_format="MINDIR")
        took = time.perf_counter() - begin
        inputs = [given[:3], given[:1]]
        if name == "lstm":
            inputs.append(given[:2, :17])
        arrays = {}
        for i, array in enumerate(inputs):
            arrays[f"in{i}"] = array
            arrays[f"out{i}"] = net(ms.Tensor(array)).asnumpy()
        np.savez(os.path.join(folder, "arrays.npz"), **arrays)
        command = [sys.executable, "-c", LOADING, path, os.path.join(folder, "arrays.npz")]
        done = subprocess.run(command, env=ENV, capture_output=True, text=True, cwd=folder)
        if done.returncode:
            print(f"{name}: {done.stderr[-500:]}")
            wrong += 1
            continue
        worst, loaded = map(float, done.stdout.split()[-2:])
        platforms = ms.load(path).exported.platforms
        wrong += worst > 1e-4 or set(platforms) != {"cpu", "cuda", "tpu"}
        print(
            f"{name}: {os.path.getsize(path) / 1e6:.1f} MB, exported in {took:.1f} s, loaded in "
            f"{loaded:.2f} s, differs by {worst:.1e}, for {', '.join(platforms)}",
            flush=True,
        )
    return wrong


def kills(options, folder):
    """SIGKILL at random instants; what is there afterwards is a whole file of one moment."""
    random = np.random.RandomState(7)
    wrong, during, done = 0, 0, 0
    kinds = ["ckpt", "safetensors"] * (options.kills // 2)
    for kind in kinds:
        path = os.path.join(folder, f"killed.{kind}")
        command = [sys.executable, "-c", SAVING, path, kind, str(options.megabytes)]
        with subprocess.Popen(command, env=ENV, stdout=subprocess.PIPE, text=True) as process:
            process.stdout.readline()  # one save is over
            time.sleep(random.rand() * options.pause)
            process.kill()
        rest = [name for name in os.listdir(folder) if name.endswith(".tmp")]
        during += bool(rest)
        for name in rest:
            os.remove(os.path.join(folder, name))
        try:
            found = ms.load_checkpoint(path, format=kind, crc_check=True)
            numbers = {int(n) for value in found.values() for n in np.unique(value.asnumpy())}
            wrong += len(numbers) != 1 or len(found) != options.megabytes
        except ValueError as error:
            print(error)
            wrong += 1
        done += 1
        if done % 10 == 0 or done == len(kinds):
            print(f"{done} kills, {during} while a file was written: {wrong} broken", flush=True)
    return wrong


def original(kind, path):
    """Write the file that is changed, and return what it holds."""
    if kind == "mindir":
        ms.export(ms.nn.Dense(3, 2), ms.ops.ones((1, 3)), file_name=path, file_format="MINDIR")
        return {}
    values = {f"p{i}": np.full((2, i), i, np.float32) for i in range(1, 4)}
    values |= {"half": np.ones(3, np.float16), "flags": np.array([True, False])}
    ms.save_checkpoint(
        {name: ms.Tensor(value) for name, value in values.items()},
        path,
        format=kind,
        crc_check=True,
    )
    return values


def mutants_of(kind, folder, count, seed):
    """Load changed files in this process, and print how many were refused."""
    path = os.path.join(folder, f"x.{kind}")
    expected = original(kind, path)
    content = pathlib.Path(path).read_bytes()
    os.chmod(path, 0o600)
    random = np.random.RandomState(seed)
    before, refused, slowest = 0, 0, 0.0
    for number in range(count):
        made = changed(content, random)
        pathlib.Path(path).write_bytes(made)
        begin = time.perf_counter()
        try:
            if kind == "mindir":
                ms.load(path)
                assert made == content, f"mutant {number} of seed {seed} was loaded"
            else:
                found = ms.load_checkpoint(path, format=kind, crc_check=True)
                for name, value in found.items():
                    assert np.array_equal(value.asnumpy(), expected[name]), f"{number}: {name}"
        except (ValueError, KeyError, RuntimeError, NotImplementedError):
            refused += 1
        slowest = max(slowest, time.perf_counter() - begin)
        if number == 200:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 if before else 0
    assert grown < 64, f"memory grew by {grown:.0f} MB"
    print(refused, slowest)


def mutants(options, folder):
    """Changed files, in processes of a thousand, so that a crash is one of them."""
    wrong = 0
    for kind in ("ckpt", "safetensors", "mindir"):
        refused, slowest = 0, 0.0
        for seed, start in enumerate(range(0, options.mutants, 5000)):
            count = min(5000, options.mutants - start)
            arguments = (str(ROOT / "tools"), kind, folder, str(count), str(seed))
            command = [sys.executable, "-c", MUTANTS, *arguments]
            done = subprocess.run(
                command, env=ENV | {"GLOG_v": "4"}, capture_output=True, text=True, timeout=3600
            )
            if done.returncode:
                print(f"{kind}, seed {seed}: status {done.returncode}\n{done.stderr[-600:]}")
                wrong += 1
                continue
            found, longest = done.stdout.split()[-2:]
            refused, slowest = refused + int(found), max(slowest, float(longest))
            pathlib.Path(folder, f"x.{kind}").unlink()
        print(
            f"{options.mutants} changed {kind} files: {refused} refused, the others as they were; "
            f"the slowest took {slowest:.2f} s",
            flush=True,
        )
    return wrong


def disk(options, folder):
    """A disk that is full: an error that names the file, the old file whole, nothing left over."""
    place, wrong = options.small, 0
    room = os.statvfs(place).f_bavail * os.statvfs(place).f_frsize
    small = {"w": ms.Tensor(np.arange(1000, dtype=np.int32))}
    large = {"w": ms.Tensor(np.zeros(room, np.uint8))}
    for kind in ("ckpt", "safetensors"):
        for background in (False, "thread", "process"):
            path = os.path.join(place, f"x.{kind}")
            ms.save_checkpoint(small, path, format=kind, crc_check=True)
            try:
                ms.save_checkpoint(large, path, format=kind, async_save=background)
                ms.train.serialization._async_save_close()
                wrong += 1
            except OSError as error:
                wrong += path not in str(error)
            found = ms.load_checkpoint(path, format=kind, crc_check=True)["w"].asnumpy()
            wrong += not np.array_equal(found, np.arange(1000)) or len(os.listdir(place)) != 1
            os.remove(path)
    print(f"a disk with {room / 1e6:.0f} MB: {wrong} faults in 6 saves that do not fit")
    return wrong


def main():
    """Run the parts that were named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parts = {"exports": exports, "kills": kills, "mutants": mutants, "disk": disk}
    parser.add_argument("parts", nargs="*", choices=[*parts, []])
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--pause", type=float, default=1.0, help="seconds to the kill at most")
    parser.add_argument("--mutants", type=int, default=20000)
    parser.add_argument("--small")
    parser.add_argument("--folder")
    options = parser.parse_args()
    wanted = options.parts or [name for name in parts if name != "disk" or options.small]
    wrong = 0
    if options.folder:
        os.makedirs(options.folder, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for name in wanted:
            wrong += parts[name](options, folder)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
