"""Which processes work together, and how this one joins them.

The first of these that fits: `jax.distributed` is initialised already; the variables of `msrun`
(MS_ROLE, MS_SCHED_HOST, MS_SCHED_PORT, MS_WORKER_NUM); those of Open MPI, Slurm, Kubernetes and
TPU pods, which JAX detects; otherwise the process is alone.
"""

from __future__ import annotations

import atexit
import os
import sys
import time
from typing import Any

from msjax._core.base import tracebacks
from msjax._core.base.interop import process_is_connected
from msjax._core.runtime.rendezvous import Member, Place, RendezvousError, Scheduler, join

_A_DAY = 24 * 3600  # seconds in which ranks that end early wait for the others
_LIBRARIES = ("Gloo", "gloo", "NCCL", "MPI")  # in the errors of broken collectives
_SETTLING = 0.5  # seconds in which the scheduler tells who is gone
_SETS = "MS_ROLE MS_SCHED_HOST MS_SCHED_PORT MS_WORKER_NUM".split()

member: Member | None = None  # of a job with a scheduler of ours


def _enter_child() -> None:
    if member is not None:
        member.let_go()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_enter_child)


def place() -> Place | None:
    """Where this process stands in its job; None while it has not joined one."""
    if member is not None:
        return member.place
    if not process_is_connected():
        return None
    import jax

    return Place(jax.process_index(), jax.process_count(), "", *_local())


def _local() -> tuple[int, int]:
    """Rank among the processes of this machine and their number, as the launcher says."""
    for rank, size in (
        ("LOCAL_RANK", "LOCAL_RANK_SIZE"),
        ("OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"),
        ("SLURM_LOCALID", "SLURM_NTASKS_PER_NODE"),
    ):
        if rank in os.environ and size in os.environ:
            return int(os.environ[rank]), int(os.environ[size])
    return -1, -1


def asked_for() -> bool:
    """Whether the environment says that this process is one of several."""
    return "MS_ROLE" in os.environ or _detected_count() > 1


def several() -> bool:
    """Whether this process is, or will be, one of several that work together."""
    where = place()
    return asked_for() if where is None else where.size > 1


def _detected_count() -> int:
    for name in ("OMPI_COMM_WORLD_SIZE", "SLURM_NTASKS"):
        if name in os.environ:
            return _number(name)
    return 1


def _number(name: str, default: int = 1) -> int:
    text = os.environ.get(name, str(default))
    try:
        return int(text)
    except ValueError:
        raise ValueError(
            f"the environment variable {name} must be a number, but is {text!r}"
        ) from None


def start() -> None:
    """Join the other processes; returns at once if that has happened, or there are none.

    The scheduler's process does not return: it ends with the job.

    Raises:
        RuntimeError: the processes did not meet, or JAX has begun to work alone.
        ValueError: a variable of the environment is missing or wrong.
    """
    if member is not None or process_is_connected():
        return
    if "MS_ROLE" in os.environ:
        _start_with_scheduler()
    elif _detected_count() > 1:
        _connect(None)


def _start_with_scheduler() -> None:
    global member
    role = os.environ["MS_ROLE"]
    missing = [name for name in _SETS if name not in os.environ]
    if missing:
        raise ValueError(
            f"MS_ROLE is set, so {', '.join(_SETS)} are needed, but there is no "
            f"{', '.join(missing)}; msrun sets them"
        )
    if role not in ("MS_SCHED", "MS_WORKER"):
        raise ValueError(
            f"the environment variable MS_ROLE must be MS_SCHED or MS_WORKER, but is {role!r}"
            + ("; parameter servers are not supported: use ranks" if role == "MS_PSERVER" else "")
        )
    host, port = os.environ["MS_SCHED_HOST"], _number("MS_SCHED_PORT")
    timeout = _number("MS_TOPO_TIMEOUT", 600)
    if role == "MS_SCHED":
        try:
            status = Scheduler(host, port, _number("MS_WORKER_NUM"), timeout).serve()
        except RendezvousError as error:
            sys.exit(f"[msjax] {error}")
        sys.exit(status)
    rank = next((_number(n) for n in ("RANK_ID", "MS_NODE_ID") if n in os.environ), None)
    member = join(host, port, rank, timeout)
    member.watch(_end)  # from here on: connecting waits for minutes for a process that is gone
    try:
        _connect(member.place)
    except BaseException as error:
        member.fail(_described(error))
        member = None
        raise
    os.environ.setdefault("RANK_ID", str(member.place.rank))
    os.environ.setdefault("RANK_SIZE", str(member.place.size))
    _tell_the_end(member)


def _connect(where: Place | None) -> None:
    """Connect JAX's runtime with those of the other processes."""
    import jax

    patience: Any = {"shutdown_timeout_seconds": _A_DAY}
    before = jax.config.jax_enable_preemption_service
    jax.config.update("jax_enable_preemption_service", False)  # it takes SIGTERM, and lives on
    try:
        if where is None:
            jax.distributed.initialize(**patience)
        else:
            own = os.environ.get("DEVICE_ID")
            jax.distributed.initialize(
                where.coordinator,
                where.size,
                where.rank,
                local_device_ids=None if own is None else [int(own)],
                cluster_detection_method="deactivate",
                coordinator_bind_address=where.coordinator,
                **patience,
            )
    except RuntimeError as error:
        if "before any JAX" not in str(error):
            raise
        raise RuntimeError(
            "Processes can only join before the first Tensor is made: call init() at the beginning "
            "of the program, or start it by 'msrun' or 'python -m msjax'."
        ) from error
    finally:
        jax.config.update("jax_enable_preemption_service", before)


def _end(text: str) -> None:
    """End this process, which may wait for one that is gone."""
    rank = "" if member is None else f"rank {member.place.rank} "
    print(f"[msjax] {text}; {rank}ends too.", file=sys.stderr)
    _exit(1)


def give_up(text: str) -> None:
    """End this process, and tell the others why."""
    print(f"[msjax] {text}.", file=sys.stderr)
    if member is not None:
        member.fail(text)
    _exit(1)


def _exit(status: int) -> None:
    """End at once: JAX would wait for the other processes."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def exits(error: SystemExit) -> None:
    """Report `sys.exit` with an error to the others, which need not wait for this process."""
    if member is not None and error.code not in (None, 0):
        if not isinstance(error.code, int):
            print(error.code, file=sys.stderr)
        member.fail(f"exit status {error.code}")
        _exit(error.code if isinstance(error.code, int) else 1)


def _described(error: BaseException) -> str:
    first, name = str(error).partition("\n")[0].rstrip("."), type(error).__name__
    return f"{name}: {first}" if first else name


def _tell_the_end(member: Member) -> None:
    """Let the others know when this process ends, and whether by an error."""
    tracebacks.install()  # before, as it is called by what stands in its place
    hook = sys.excepthook

    def excepthook(kind: type, error: BaseException, trace: Any) -> None:
        if any(library in str(error) for library in _LIBRARIES):  # a process may be gone
            time.sleep(_SETTLING)  # then its name comes, and ends this one
        hook(kind, error, trace)
        member.fail(_described(error))
        _exit(1)

    sys.excepthook = excepthook
    atexit.register(member.leave)
