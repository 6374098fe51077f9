"""Log lines: their format, and the stream they go to."""

import io
import logging
import re
import sys

import pytest

from msjax import log


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """The logger is made for one set of environment variables."""
    for name in ("RANK_ID", "RANK_SIZE", "GLOG_v"):
        monkeypatch.delenv(name, raising=False)
    log._logger = None
    yield
    if log._logger is not None:
        for handler in log._logger.handlers:
            handler.close()
    log._logger = None


def test_lines_follow_a_replaced_stderr(monkeypatch):
    for _ in range(2):  # the second stream comes after the logger was made
        stream = io.StringIO()
        monkeypatch.setattr(sys, "stderr", stream)
        log.warning("%d left", 3)
        line = stream.getvalue()
        assert re.fullmatch(
            r"\[WARNING\] ME\(\d+:\d+,\w+\):[\d-]+-\d\d:\d\d:\d\d\.\d{3}\.\d{3} "
            r"\[.*test_log.py:\d+\] 3 left\n",
            line,
        ), line


def test_log_line(capsys, monkeypatch):
    monkeypatch.setenv("GLOG_v", "1")
    log.info("value %d", 3)
    log.debug("hidden")
    line = capsys.readouterr().err.strip()
    here = r"\[.*test_log\.py:\d+\] value 3"
    stamp = r"\d{4}-\d\d-\d\d-\d\d:\d\d:\d\d\.\d{3}\.\d{3}"
    assert re.fullmatch(rf"\[INFO\] ME\(\d+:\d+,MainProcess\):{stamp} {here}", line)
    assert log.get_level() == "1"
    assert log.logging is logging


def test_log_file(monkeypatch, tmp_path):
    monkeypatch.setenv("GLOG_logtostderr", "0")
    monkeypatch.setenv("GLOG_log_dir", str(tmp_path))
    log.error("to file")
    config = log.get_log_config()
    assert config["GLOG_log_dir"] == str(tmp_path / "rank_0" / "logs")
    text = next((tmp_path / "rank_0" / "logs").iterdir()).read_text()
    assert "[ERROR] ME(" in text and text.endswith("to file\n")


@pytest.mark.parametrize(
    "env", [{"GLOG_v": "7"}, {"GLOG_logtostderr": "2"}, {"GLOG_logtostderr": "0"}]
)
def test_log_refuses_bad_settings(env, monkeypatch):
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ValueError):
        log.warning("x")
