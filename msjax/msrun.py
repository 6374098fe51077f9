"""Start a program on several processes of this machine: the command `msrun`.

    msrun --worker_num=2 --local_worker_num=2 --join=True train.py --epochs 3
    python -m msjax.msrun ...                                           # the same

The options, variables of the environment and names of log files are MindSpore's. Scripts run as
by `python -m msjax`, so that `import mindspore` in them gives msjax.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

__all__ = ["main"]

_POLL = 0.05  # seconds
_RIPPLE = 1  # seconds in which the others end when one has failed
_GRACE = 10  # seconds that the workers have to end when msrun is told to
_LAST_LINES = 20  # of the log of a worker that failed


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="msrun", description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add("--worker_num", type=int, default=8, help="number of processes of the job")
    add("--local_worker_num", type=int, default=8, help="number of those on this machine")
    add("--master_addr", default="127.0.0.1", help="address of the machine with the scheduler")
    add("--master_port", type=int, default=8118, help="port of the scheduler")
    add("--node_rank", type=int, default=-1, help="number of this machine")
    add("--log_dir", default="", help="folder of the log files")
    add("--join", type=_truth, default=False, help="wait for the processes: True or False")
    add("--cluster_time_out", type=int, default=600, help="seconds to wait for each other")
    add("--worker_log_name", default="", help="name of the workers' log files, without the rank")
    add(
        "--tail_worker_log",
        default="-1",
        help="ranks on this machine whose log is shown with --join",
    )
    for refused in ("--bind_core", "--bind_numa"):
        add(refused, default="False", help="only False: taskset and numactl bind processes")
    for refused in ("--sim_level", "--sim_rank_id"):
        add(refused, type=int, default=-1, help="not supported: programs run for real")
    add("--rank_table_file", default="", help="not used to launch; handed on to the processes")
    add("task_script", help="the program")
    add("task_script_args", nargs=argparse.REMAINDER, help="its arguments")
    args = parser.parse_args(argv)
    if args.worker_num <= 0:
        raise ValueError(f"worker_num must be greater than 0, but got {args.worker_num}.")
    for name, instead in (("bind_core", "taskset"), ("bind_numa", "numactl")):
        if str(getattr(args, name)).lower() != "false":
            parser.error(f"--{name} is not supported by msjax; start msrun under {instead}")
    if args.sim_level != -1 or args.sim_rank_id != -1:
        parser.error("simulation is not supported by msjax; run the program on few processes")
    return args


def _truth(text: str) -> bool:
    if text not in ("True", "False"):
        raise argparse.ArgumentTypeError(f"must be True or False, but got {text}")
    return text == "True"


def _is_local(host: str) -> bool:
    """Whether an address is one of this machine's."""
    with socket.socket() as probe:
        try:
            probe.bind((socket.gethostbyname(host), 0))
        except OSError:
            return False
    return True


def _command(args: argparse.Namespace) -> list[str]:
    script = args.task_script
    if script == "pytest" or script.endswith("/pytest"):
        return [sys.executable, "-m", "msjax", "-m", "pytest", *args.task_script_args]
    if script.endswith((".py", ".pyw")) or os.path.isdir(script):
        return [sys.executable, "-m", "msjax", script, *args.task_script_args]
    return [script, *args.task_script_args]


class _Tail(threading.Thread):
    """Copies what is added to a file to the terminal, until told to finish."""

    def __init__(self, path: Path):
        super().__init__(daemon=True)
        self._path, self._done = path, threading.Event()
        self.start()

    def run(self) -> None:
        with open(self._path, errors="replace") as file:
            while not self._done.is_set():
                self._copy(file)
                self._done.wait(_POLL)
            self._copy(file)

    def _copy(self, file: IO) -> None:
        for line in iter(file.readline, ""):
            sys.stdout.write(line)
        sys.stdout.flush()

    def finish(self) -> None:
        self._done.set()
        self.join()


def _end_of(log: Path) -> str:
    return log.read_text(errors="replace")[-2000:]


class _Job:
    """The processes of this machine."""

    def __init__(self, args: argparse.Namespace):
        self.args, self.folder = args, Path(args.log_dir or ".")
        self.folder.mkdir(parents=True, exist_ok=True)
        self.workers: list[tuple[subprocess.Popen, Path]] = []
        self.scheduler: subprocess.Popen | None = None
        self.scheduler_log = self.folder / "scheduler.log"
        self.tails: list[_Tail] = []
        self.environment = os.environ | {
            "MS_WORKER_NUM": str(args.worker_num),
            "MS_SCHED_HOST": socket.gethostbyname(args.master_addr),
            "MS_SCHED_PORT": str(args.master_port),
            "MS_TOPO_TIMEOUT": str(args.cluster_time_out),
            "RANK_SIZE": str(args.worker_num),
            "PYTHONUNBUFFERED": "1",
        }
        if args.rank_table_file:
            self.environment["RANK_TABLE_FILE"] = args.rank_table_file

    def _spawn(self, command: list[str], log: Path, **variables: str) -> subprocess.Popen:
        with open(log, "w") as file:
            return subprocess.Popen(
                command,
                stdout=file,
                stderr=subprocess.STDOUT,
                env=self.environment | variables,
                start_new_session=True,
            )

    def start(self) -> None:
        args, command = self.args, _command(self.args)
        if _is_local(args.master_addr):
            log = self.scheduler_log
            print(f"Start scheduler process, log file:{log}.", flush=True)
            meet = [sys.executable, "-m", "msjax", "-c", "pass"]
            self.scheduler = self._spawn(meet, log, MS_ROLE="MS_SCHED", RANK_ID="0")
        shown = None if args.tail_worker_log == "-1" else set(args.tail_worker_log.split(","))
        for local in range(min(args.local_worker_num, args.worker_num)):
            rank = self._rank(local)
            log = self._log(local, rank)
            variables = {"MS_ROLE": "MS_WORKER", "DEVICE_ID": str(local)}
            if rank is not None:
                variables |= {"RANK_ID": str(rank), "MS_NODE_ID": str(rank)}
            print(
                f"Start worker process with rank id:{rank}, log file:{log}. "
                f"Execute command: {' '.join(command)}",
                flush=True,
            )
            self.workers.append((self._spawn(command, log, **variables), log))
            if args.join and (shown is None or str(local) in shown):
                self.tails.append(_Tail(log))

    def _rank(self, local: int) -> int | None:
        args = self.args
        if args.local_worker_num >= args.worker_num:
            return local
        return None if args.node_rank < 0 else args.node_rank * args.local_worker_num + local

    def _log(self, local: int, rank: int | None) -> Path:
        number = local if rank is None else rank
        if not self.args.worker_log_name:
            return self.folder / f"worker_{number}.log"
        host = socket.gethostname()
        name = self.args.worker_log_name.replace("{hostname}", host)
        return (
            self.folder / f"{name.replace('{ip}', self.environment['MS_SCHED_HOST'])}_{number}.log"
        )

    def wait(self) -> tuple[str, subprocess.Popen, Path] | None:
        """Until all have ended well (then None), or one has not (then what it is, and that one)."""
        while True:
            codes = [process.poll() for process, _ in self.workers]
            if all(code == 0 for code in codes):
                return None
            if any(codes) or (self.scheduler is not None and self.scheduler.poll()):
                time.sleep(_RIPPLE)
                return self._first()
            time.sleep(_POLL)

    def _first(self) -> tuple[str, subprocess.Popen, Path]:
        """The process that failed, and not because of another."""
        failed = [w for w in self.workers if w[0].poll()]
        if self.scheduler is not None and self.scheduler.poll():
            if not failed or "cannot listen" in _end_of(self.scheduler_log):
                return "Scheduler", self.scheduler, self.scheduler_log
        own = [w for w in failed if " ends too." not in _end_of(w[1])]
        return "Worker", *(own or failed)[0]

    def kill(self, asked: int | None = None) -> None:
        """End all processes; those that are `asked` by a signal have some seconds for it."""
        every = [process for process, _ in self.workers]
        every += [self.scheduler] if self.scheduler else []
        if asked is not None:
            self._signal(every, asked)
            with contextlib.suppress(subprocess.TimeoutExpired):
                end = time.monotonic() + _GRACE
                for process in every:
                    process.wait(max(end - time.monotonic(), 0))
        self._signal(every, signal.SIGKILL)
        for process in every:
            process.wait()
        for tail in self.tails:
            tail.finish()

    @staticmethod
    def _signal(processes: list[subprocess.Popen], number: int) -> None:
        for process in processes:
            if process.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, number)


class _Ended(BaseException):
    """This process is asked to end."""


def _end(number: int, _: object) -> None:
    raise _Ended(number)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """SIGTERM and SIGHUP raise `_Ended` within it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    numbers = [n for n in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(n) != signal.SIG_IGN]
    before = {number: signal.signal(number, _end) for number in numbers}  # nohup stays what it is
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a program on several processes.

    Args:
        argv (list of str, optional): the command line. Default: that of this process.

    Returns:
        int: 0, or 1 if a process failed and ``--join=True``; 128 and its number after a signal that
        ends msrun, and with it all processes.

    Raises:
        ValueError: `worker_num` is not above 0.
    """
    args = _arguments(argv)
    job = _Job(args)
    try:
        with _told():
            job.start()
            if not args.join:
                return 0
            failed = job.wait()
            if failed is None and job.scheduler is not None:
                job.scheduler.wait()
    except KeyboardInterrupt:
        job.kill()
        return 0
    except _Ended as ended:
        job.kill(ended.args[0])
        return 128 + ended.args[0]
    except BaseException:
        job.kill()
        raise
    job.kill()
    if failed is None:
        return 0
    kind, process, log = failed
    lines = log.read_text(errors="replace").splitlines()[-_LAST_LINES:]
    print(
        f"{kind} process {process.pid} exit with exception. Error code: {process.returncode}. "
        f"The end of {log}:",
        *lines,
        f"Distributed job exited with exception. Please check logs in directory: {job.folder}.",
        sep="\n",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
