"""What the environment says of other processes; joining itself is tested in tests/ranks."""

from __future__ import annotations

import pytest

from msjax._core.runtime import launch
from msjax._core.runtime.rendezvous import Place

VARIABLES = (
    "MS_ROLE MS_SCHED_HOST MS_SCHED_PORT MS_WORKER_NUM OMPI_COMM_WORLD_SIZE SLURM_NTASKS "
    "LOCAL_RANK "
    "LOCAL_RANK_SIZE OMPI_COMM_WORLD_LOCAL_RANK OMPI_COMM_WORLD_LOCAL_SIZE SLURM_LOCALID "
    "SLURM_NTASKS_PER_NODE"
).split()


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def test_a_process_on_its_own():
    assert launch.place() is None and not launch.asked_for()
    launch.start()
    assert launch.place() is None


@pytest.mark.parametrize(
    "variables, several",
    [
        ({"MS_ROLE": "MS_WORKER"}, True),
        ({"OMPI_COMM_WORLD_SIZE": "4"}, True),
        ({"OMPI_COMM_WORLD_SIZE": "1"}, False),
        ({"SLURM_NTASKS": "2"}, True),
        ({"RANK_SIZE": "8"}, False),
    ],
)
def test_variables_of_launchers(variables, several, monkeypatch):
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert launch.asked_for() is several


def test_missing_variables_are_named(monkeypatch):
    monkeypatch.setenv("MS_ROLE", "MS_WORKER")
    monkeypatch.setenv("MS_SCHED_HOST", "127.0.0.1")
    with pytest.raises(ValueError, match="there is no MS_SCHED_PORT, MS_WORKER_NUM; msrun sets"):
        launch.start()


def test_roles(monkeypatch):
    for name in ("MS_SCHED_HOST", "MS_SCHED_PORT", "MS_WORKER_NUM"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("MS_ROLE", "MS_PSERVER")
    with pytest.raises(ValueError, match="MS_PSERVER.*parameter servers.*use ranks"):
        launch.start()


def test_numbers_are_numbers(monkeypatch):
    monkeypatch.setenv("OMPI_COMM_WORLD_SIZE", "two")
    with pytest.raises(ValueError, match="OMPI_COMM_WORLD_SIZE must be a number, but is 'two'"):
        launch.asked_for()


def test_places_on_the_machine(monkeypatch):
    assert launch._local() == (-1, -1)
    monkeypatch.setenv("OMPI_COMM_WORLD_LOCAL_RANK", "3")
    monkeypatch.setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "4")
    assert launch._local() == (3, 4)


def test_a_process_lost_while_the_others_connect_ends_them(monkeypatch):
    """Connecting waits for minutes for all of them, so the others are watched before it."""
    done = []

    class Member:
        place = Place(0, 2, "127.0.0.1:1")
        watch = lambda self, at_loss: done.append("watched")  # noqa: E731
        fail = lambda self, text: done.append(text)  # noqa: E731

    def connect(where):
        done.append("connecting")
        raise RuntimeError("no luck.\nbecause")

    for name, value in zip(launch._SETS, ("MS_WORKER", "127.0.0.1", "1", "2"), strict=True):
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(launch, "join", lambda *args: Member())
    monkeypatch.setattr(launch, "_connect", connect)
    with pytest.raises(RuntimeError, match="no luck"):
        launch.start()
    assert done == ["watched", "connecting", "RuntimeError: no luck"]
    assert launch.member is None
