"""The command line of `msrun`; its jobs are in tests/ranks."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from msjax import msrun


def _args(*given):
    return msrun._arguments([*given, "train.py", "--epochs", "3"])


def test_defaults_are_mindspores():
    args = _args()
    assert (args.worker_num, args.local_worker_num, args.master_port) == (8, 8, 8118)
    assert (args.master_addr, args.node_rank, args.join) == ("127.0.0.1", -1, False)
    assert args.task_script_args == ["--epochs", "3"]


@pytest.mark.parametrize(
    "given, said",
    [
        (["--bind_core=True"], "start msrun under taskset"),
        (["--bind_numa=True"], "start msrun under numactl"),
        (["--sim_level=1"], "simulation is not supported"),
        (["--join=yes"], "must be True or False"),
    ],
)
def test_refused_options(given, said, capsys):
    with pytest.raises(SystemExit):
        _args(*given)
    assert said in capsys.readouterr().err


def test_no_workers():
    with pytest.raises(ValueError, match="worker_num must be greater than 0, but got 0"):
        _args("--worker_num=0")


@pytest.mark.parametrize(
    "script, command",
    [
        ("train.py", [sys.executable, "-m", "msjax", "train.py", "-v"]),
        ("pytest", [sys.executable, "-m", "msjax", "-m", "pytest", "-v"]),
        ("./job.sh", ["./job.sh", "-v"]),
    ],
)
def test_what_is_run(script, command):
    assert msrun._command(msrun._arguments([script, "-v"])) == command


@pytest.mark.parametrize(
    "given, local, rank, log",
    [
        (["--worker_num=2", "--local_worker_num=2"], 1, 1, "worker_1.log"),
        (["--worker_num=4", "--local_worker_num=2", "--node_rank=1"], 1, 3, "worker_3.log"),
        (["--worker_num=4", "--local_worker_num=2"], 1, None, "worker_1.log"),
        (
            ["--worker_num=2", "--local_worker_num=2", "--worker_log_name=w_{ip}"],
            0,
            0,
            "w_127.0.0.1_0.log",
        ),  # fmt: skip
    ],
)
def test_ranks_and_log_files(given, local, rank, log, tmp_path):
    job = msrun._Job(_args(*given, f"--log_dir={tmp_path}"))
    assert job._rank(local) == rank
    assert job._log(local, rank) == tmp_path / log
    assert job.environment["RANK_SIZE"] == job.environment["MS_WORKER_NUM"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_all_processes(number, tmp_path):
    worker = tmp_path / "worker.sh"
    worker.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nexec sleep 600\n")
    worker.chmod(0o755)
    # it heeds the signal, although the tests may run under nohup
    heeds = f"import os, signal, sys; signal.signal({int(number)}, signal.SIG_DFL); "
    command = [sys.executable, "-c", heeds + "os.execv(sys.executable, sys.argv[1:])"]
    command += [sys.executable, "-m", "msjax.msrun", "--worker_num=1", "--local_worker_num=1"]
    job = subprocess.Popen(
        # the scheduler's address is another machine's, so that none is started
        [*command, "--master_addr=192.0.2.1", "--join=True", f"--log_dir={tmp_path}", str(worker)],
        stdout=subprocess.DEVNULL,
    )
    try:
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text().strip():
            time.sleep(0.05)
            assert job.poll() is None
        job.send_signal(number)
        assert job.wait(60) == 128 + number
        shown = ["ps", "-o", "stat=", "-p", (tmp_path / "pid").read_text().strip()]
        for _ in range(200):  # it may be a while until its end is noticed
            state = subprocess.run(shown, capture_output=True, text=True).stdout.strip()
            if not state or state.startswith("Z"):
                return
            time.sleep(0.05)
        pytest.fail("the process still runs")
    finally:
        job.kill()


@pytest.mark.parametrize("fails", ["", "; exit 1"])
def test_a_scheduler_without_a_port_is_what_failed(fails, tmp_path):
    job = msrun._Job(_args("--worker_num=1", "--local_worker_num=1", f"--log_dir={tmp_path}"))
    log = tmp_path / "worker_0.log"
    worker = ["sh", "-c", f"echo it was not met{fails or '; exec sleep 600'}"]
    scheduler = ["sh", "-c", "echo the scheduler cannot listen on it; exit 1"]
    try:
        job.workers = [(job._spawn(worker, log), log)]
        job.scheduler = job._spawn(scheduler, job.scheduler_log)
        job.scheduler.wait()
        if fails:
            job.workers[0][0].wait()
        assert job.wait() == ("Scheduler", job.scheduler, job.scheduler_log)
    finally:
        job.kill()


def test_a_worker_that_failed_is_shown_where_the_scheduler_gave_up_too(tmp_path):
    job = msrun._Job(_args("--worker_num=2", "--local_worker_num=2", f"--log_dir={tmp_path}"))
    said = "rank 0 ends too.", "a mistake"
    try:
        logs = [tmp_path / f"{rank}.log" for rank in range(2)]
        commands = [["sh", "-c", f"echo {text}; exit 1"] for text in said]
        job.workers = [(job._spawn(c, log), log) for c, log in zip(commands, logs, strict=True)]
        job.scheduler = job._spawn(["sh", "-c", "echo rank 1 ended; exit 1"], job.scheduler_log)
        for process in (job.scheduler, *(process for process, _ in job.workers)):
            process.wait()
        assert job.wait() == ("Worker", *job.workers[1])
    finally:
        job.kill()
