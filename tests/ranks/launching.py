"""Starting programs on several processes in tests."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIMIT = 300  # seconds; a launch takes ten on a quiet machine


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def msrun(
    program: Path,
    *args: str,
    logs: Path,
    processes: int = 2,
    options: Sequence[str] = (),
    **variables: str,
):
    """The finished process of `msrun`, with its output; `options` of it come after the usual."""
    environment = {
        k: v for k, v in os.environ.items() if not k.startswith(("MS_", "RANK", "PYTEST"))
    }
    environment |= {"PYTHONPATH": str(ROOT), "JAX_PLATFORMS": "cpu"} | variables
    command = [
        *(sys.executable, "-m", "msjax.msrun", f"--worker_num={processes}"),
        *(f"--local_worker_num={processes}", "--join=True", f"--log_dir={logs}"),
        *(f"--master_port={free_port()}", *options, str(program), *args),
    ]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True) as job:
        try:
            said = job.communicate(timeout=LIMIT)
        except BaseException:
            job.terminate()  # and with it the processes of the job
            raise
    return subprocess.CompletedProcess(command, job.returncode, *said)
