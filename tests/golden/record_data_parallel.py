"""Record MindSpore 2.10's data-parallel tutorial on two processes into data_parallel.npz.

Run with a Python that has mindspore 2.10.0 (CPU); its `msrun` must be the first in PATH. Losses of
each process and the weights, which are the same in both, are kept as `<mode>_<rank>_losses` and
`<mode>_<name>`.
"""

import pathlib
import socket
import subprocess
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).parent
PROGRAM = HERE.parent / "ranks" / "tutorial.py"
found = {}
for mode in ("eager", "jit", "graph"):
    with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        command = ["msrun", "--worker_num=2", "--local_worker_num=2", "--join=True"]
        command += [f"--master_port={port}", f"--log_dir={folder}", PROGRAM, mode, folder]
        subprocess.run(command, check=True)
        ranks = [dict(np.load(f"{folder}/{mode}_{rank}.npz")) for rank in range(2)]
    for rank, arrays in enumerate(ranks):
        found[f"{mode}_{rank}_losses"] = arrays.pop("losses")
    for name, values in ranks[0].items():
        np.testing.assert_array_equal(values, ranks[1][name])
        found[f"{mode}_{name}"] = values
np.savez_compressed(HERE / "data_parallel.npz", **found)
