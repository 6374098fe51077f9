"""What becomes of the others when a process of a job fails."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.ranks.launching import msrun

PATIENCE = 1  # seconds after the end of one in which the others end
PROGRAM = Path(__file__).parent / "failing.py"


@pytest.mark.sweep
@pytest.mark.parametrize(
    "kind, said",
    [
        ("killed", "ended without leaving the job"),
        ("killed waited for", "ended without leaving the job"),
        ("killed with a child", "ended without leaving the job"),
        ("terminated", "ended without leaving the job"),
        ("killed inside", "ended without leaving the job"),
        ("raises", "ended: ValueError: a mistake of rank 1"),
        ("exits", "ended: exit status 3"),
    ],
)
def test_the_others_end_and_name_it(kind, said, tmp_path):
    done = msrun(PROGRAM, kind, logs=tmp_path)
    assert done.returncode == 1
    other = (tmp_path / "worker_0.log").read_text()
    assert "[msjax] rank 1 (pid" in other and said in other
    end = (tmp_path / "worker_0.log").stat().st_mtime
    start = re.search(r"at (\S+)", (tmp_path / "worker_1.log").read_text())
    assert end - float(start[1]) < PATIENCE
    assert "rank 0 ends too" in other
    assert f"The end of {tmp_path / 'worker_1.log'}" in done.stderr


@pytest.mark.sweep
@pytest.mark.parametrize(
    "kind, said",
    [
        ("differs", r"rank \d calls all_reduce\(.* where rank \d calls all_reduce\("),
        ("leaves", "rank 1 has ended(, and rank 0 waits for it in all_reduce| already)"),
    ],
)
def test_collectives_that_others_do_not_call_end_the_job(kind, said, tmp_path):
    done = msrun(PROGRAM, kind, logs=tmp_path)
    assert done.returncode == 1
    logs = "".join((tmp_path / f"worker_{rank}.log").read_text() for rank in range(2))
    assert re.search(said, logs)


@pytest.mark.sweep
@pytest.mark.parametrize("kind", ["another shape", "another program"])
def test_a_program_that_others_do_not_run_ends_the_job(kind, tmp_path):
    done = msrun(PROGRAM, kind, logs=tmp_path)
    assert done.returncode == 1
    logs = [tmp_path / f"worker_{rank}.log" for rank in range(2)]
    text = "".join(log.read_text() for log in logs)
    assert re.search(
        r"Rank 1 comes to compiled .*, but rank 0 calls compiled '<lambda>' \(psum", text
    )
    start = max(float(at) for at in re.findall(r"^at (\S+)", text, re.MULTILINE))
    assert max(log.stat().st_mtime for log in logs) - start < 2 * PATIENCE  # compiles it, too


@pytest.mark.sweep
def test_one_batch_fewer_ends_both(tmp_path):
    done = msrun(PROGRAM, "fewer batches", logs=tmp_path)
    assert done.returncode == 1
    first, second = (tmp_path / f"worker_{rank}.log" for rank in range(2))
    said = "rank 1 has ended, and rank 0 waits for it in compiled '<lambda>'"
    assert said in first.read_text()
    assert f"ended: {said}" in second.read_text() and "rank 1 ends too" in second.read_text()
    start = re.search(r"at (\S+)", second.read_text())
    assert second.stat().st_mtime - float(start[1]) < 2 * PATIENCE


@pytest.mark.sweep
@pytest.mark.parametrize(
    "kind, said",
    [
        ("a shape of before", r"rank {} calls all_reduce\(op='sum'\) of float32\[{}\]"),
        ("a program of before", r"rank {} calls compiled '<lambda>' \(psum.* of float32\[{}\]"),
        ("an empty Tensor", r"rank {} calls all_gather\(\) of float32\[0, {}\]"),
        ("more turns", r"rank {} .* the loop around collectives in compiled 'turns' after 3 turns"),
    ],
)
def test_nobody_gets_a_value_that_another_did_not_add_to(kind, said, tmp_path):
    done = msrun(PROGRAM, kind, logs=tmp_path)
    assert done.returncode == 1
    logs = [tmp_path / f"worker_{rank}.log" for rank in range(2)]
    for log in logs:
        text = log.read_text()
        assert not re.search("^(got|terminate)", text, re.MULTILINE), text
        for rank in range(2):
            assert re.search(said.format(rank, rank + 1), text), text
    start = max(float(at) for log in logs for at in re.findall(r"^at (\S+)", log.read_text(), re.M))
    assert max(log.stat().st_mtime for log in logs) - start < PATIENCE


@pytest.mark.sweep
def test_nobody_waits_for_a_call_after_a_difference(tmp_path):
    done = msrun(PROGRAM, "calls beside a loop", logs=tmp_path)
    assert done.returncode == 1
    for rank in range(2):
        text = (tmp_path / f"worker_{rank}.log").read_text()
        assert "all are made" in text, text
        assert re.search(r"rank \d calls all_reduce.* where rank \d calls compiled 'turns'", text)


@pytest.mark.sweep
@pytest.mark.parametrize(
    "kind, said",
    [
        ("two groups", ("in all_reduce(op='sum') of float32[2]", "among the ranks [1, 0]")),
        ("a message and a sum", ("0 in the receipt of a message", "1 in all_reduce(op='sum')")),
        ("two messages", ("0 in the receipt of a message", "1 in the receipt of a message")),
    ],
)
def test_who_waits_for_each_other_ends(kind, said, tmp_path):
    done = msrun(PROGRAM, kind, logs=tmp_path)
    assert done.returncode == 1
    for rank in range(2):
        text = (tmp_path / f"worker_{rank}.log").read_text()
        assert re.search(r"rank \d waits for rank \d in .*, which waits for rank \d in ", text), (
            text
        )
        assert all(words in text for words in (*said, "none of them can go on")), text
