"""How processes meet at a scheduler, with threads in their places."""

from __future__ import annotations

import os
import re
import socket
import threading

import pytest

from msjax._core.runtime import rendezvous
from msjax._core.runtime.rendezvous import Line, RendezvousError, Scheduler, join


class Job:
    """A scheduler in a thread of its own."""

    def __init__(self, size, timeout=60):
        self.scheduler = Scheduler("127.0.0.1", 0, size, timeout)
        self.status = None
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self):
        self.status = self.scheduler.serve()

    def join(self, ranks):
        """Members, or errors, of processes that ask for these ranks."""
        found = [None] * len(ranks)

        def one(i):
            try:
                found[i] = join("127.0.0.1", self.scheduler.port, ranks[i], 60)
            except RendezvousError as error:
                found[i] = error

        threads = [threading.Thread(target=one, args=(i,)) for i in range(len(ranks))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        return found

    def end(self):
        self.thread.join(60)
        return self.status


def test_ranks_that_were_asked_for():
    job = Job(3)
    members = job.join([2, 0, 1])
    assert [m.place.rank for m in members] == [2, 0, 1]
    assert {m.place.size for m in members} == {3}
    assert len({m.place.coordinator for m in members}) == 1
    assert [(m.place.local_rank, m.place.local_size) for m in members] == [(2, 3), (0, 3), (1, 3)]
    for member in members:
        member.leave()
    assert job.end() == 0


def test_ranks_are_given_to_who_asks_for_none():
    job = Job(3)
    members = job.join([None, 1, None])
    assert members[1].place.rank == 1
    assert sorted(m.place.rank for m in members) == [0, 1, 2]
    for member in members:
        member.leave()
    assert job.end() == 0


@pytest.mark.parametrize("ranks, said", [([0, 0], "the same rank"), ([0, 7], "in \\[0, 2\\)")])
def test_ranks_that_do_not_fit(ranks, said):
    job = Job(2)
    for error in job.join(ranks):
        assert isinstance(error, RendezvousError)
        assert re.search(said, str(error))
    assert job.end() == 1


def test_one_that_breaks_off_is_named_to_the_others():
    job = Job(3)
    members = job.join([0, 1, 2])
    said = []
    told = threading.Event()
    for rank in (0, 2):
        members[rank].watch(lambda text: (said.append(text), len(said) == 2 and told.set()))
    members[1]._line.close()
    assert told.wait(60)
    assert all(text.startswith("rank 1 (pid ") for text in said)
    assert all(text.endswith("ended without leaving the job") for text in said)
    for rank in (0, 2):
        members[rank].leave()
    assert job.end() == 1


def test_an_error_is_told_in_its_words():
    job = Job(2)
    members = job.join([0, 1])
    said, told = [], threading.Event()
    members[0].watch(lambda text: (said.append(text), told.set()))
    members[1].fail("ValueError: no data")
    assert told.wait(60)
    assert said[0].endswith("ended: ValueError: no data")
    members[0].leave()
    assert job.end() == 1


def test_who_left_is_known():
    job = Job(2)
    members = job.join([0, 1])
    members[0].watch(lambda text: None)
    members[1].leave()
    for _ in range(600):
        if members[0].left:
            break
        threading.Event().wait(0.1)
    assert members[0].left == {1}
    members[0].leave()
    assert job.end() == 0


def test_who_left_is_told_of_a_loss():
    job = Job(2)
    members = job.join([0, 1])
    said, told = [], threading.Event()
    members[1].watch(lambda text: (said.append(text), told.set()))
    members[1].leave()
    members[0].fail("ValueError: no data")
    assert told.wait(60)
    assert said[0].endswith("ended: ValueError: no data")
    assert job.end() == 1


def test_who_left_is_not_told_of_the_end():
    job = Job(1)
    (member,) = job.join([0])
    said = []
    member.watch(said.append)
    member.leave()
    assert job.end() == 0
    for thread in threading.enumerate():
        if thread.name == "msjax-members":
            thread.join(1)
    assert not said


def test_a_forked_process_takes_no_part():
    job = Job(1)
    (member,) = job.join([0])
    of_the_first = Line(socket.socket(fileno=os.dup(member._line.fileno())))
    member.let_go()
    member.fail("ValueError: of the forked one")
    member.leave()
    of_the_first.send(bye=True)
    assert job.end() == 0
    of_the_first.close()


def test_a_missing_process():
    job = Job(2, timeout=0.3)
    (error,) = job.join([0])
    assert "only 1 of 2 processes came within 0.3 s" in str(error)
    assert job.end() == 1


def test_no_scheduler():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with pytest.raises(RendezvousError, match=f"no scheduler answers at 127.0.0.1:{port}"):
        join("127.0.0.1", port, 0, timeout=0.2)


def test_a_taken_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(RendezvousError, match="choose another port"):
            Scheduler("127.0.0.1", taken.getsockname()[1], 1)


def test_strangers_are_not_counted():
    job = Job(1)
    for words in (b"GET / HTTP/1.1\r\n\r\n", b"[1, 2]\n", b'{"rank": 0}\n', b"\xff\xfe\n"):
        with socket.create_connection(("127.0.0.1", job.scheduler.port)) as stranger:
            stranger.sendall(words)
    (member,) = job.join([None])
    assert member.place.rank == 0
    member.leave()
    assert job.end() == 0


def test_lines_that_never_end_are_given_up():
    with socket.create_server(("127.0.0.1", 0)) as server:
        there = socket.create_connection(server.getsockname())
        line = Line(server.accept()[0])
    data = b"x" * (2 * rendezvous._LONGEST)
    writer = threading.Thread(target=lambda: _ignoring(there.sendall, data), daemon=True)
    writer.start()
    assert line.receive() == []
    line.close()
    writer.join(60)
    there.close()


def _ignoring(function, *args):
    try:
        function(*args)
    except OSError:
        return
