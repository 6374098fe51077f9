"""The one trace of JAX's that a process can record at a time."""

from __future__ import annotations

import atexit
import json
import os
import socket
from datetime import UTC, datetime
from typing import Any

import jax

from msjax import log as logger
from msjax._core.base import scopes
from msjax._core.runtime.queue import synchronize
from msjax.communication import get_rank
from msjax.profiler import _summary

running: Recording | None = None


class Recording:
    """A trace, in a folder of its own below an output folder.

    Args:
        output_path: folder for the folder.
        worker_name: how its name begins; None for the host's name.
        host: bool, record what the host does.
        with_stack: bool, record Python calls.
        memory: bool, save which arrays the memory holds at the end.
        marks: bool, record the marks of `mstx`.
        include: the domains of marks to record, empty for all.
        exclude: the domains to leave out.
    """

    def __init__(
        self,
        output_path: str,
        worker_name: str | None,
        host: bool,
        with_stack: bool,
        memory: bool,
        marks: bool,
        include: list[str],
        exclude: list[str],
    ):
        now = datetime.now(UTC).strftime("%Y%m%d%H%M%S%f")[:-3]
        worker = f"{worker_name or socket.gethostname()}_{os.getpid()}"
        self.folder = os.path.join(os.path.realpath(output_path), f"{worker}_{now}_ascend_ms")
        self._host, self._with_stack, self._memory = host, with_stack, memory
        self._marks, self._include, self._exclude = marks, include, exclude

    def start(self) -> bool:
        """Begin; False, and an error in the log, if another trace is being recorded."""
        global running
        if running is not None:
            logger.error(
                "A profile is being recorded into %s; stop it before another one starts.",
                running.folder,
            )
            return False
        options = jax.profiler.ProfileOptions()
        options.host_tracer_level = 2 if self._host else 1
        options.python_tracer_level = int(self._with_stack)
        synchronize()
        try:
            os.makedirs(self.folder, exist_ok=True)
            jax.profiler.start_trace(self.folder, profiler_options=options)
        except (OSError, RuntimeError) as error:  # jax.profiler is in use, or a bad folder
            logger.error("The profile in %s was not started: %s", self.folder, error)
            return False
        running = self
        scopes.follow(self._host)
        return True

    def stop(self) -> None:
        """End, and write the trace."""
        global running
        running = None
        scopes.follow(False)
        synchronize()  # work that was given to devices belongs to the trace
        jax.profiler.stop_trace()
        if self._memory:
            path = os.path.join(self.folder, "memory.prof")
            jax.profiler.save_device_memory_profile(path)

    def takes_marks(self, domain: str) -> bool:
        """Whether marks of a domain are recorded."""
        if not self._marks or (self._include and domain not in self._include):
            return False
        return bool(self._include) or domain not in self._exclude

    def note(self, parameters: dict[str, Any], metadata: dict[str, Any]) -> None:
        """Write what was asked for, and what the program said, beside the trace."""
        for name, content in (
            (f"profiler_info_{get_rank()}.json", parameters),
            ("profiler_metadata.json", metadata),
        ):
            if content:
                with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                    json.dump(content, file, indent=4)

    def analyse(self) -> None:
        """Write the tables."""
        _summary.write(self.folder)


@atexit.register
def _stop_at_the_end() -> None:
    """A trace that the program did not end."""
    if running is not None:
        logger.warning("The profile in %s is stopped at the end of the program.", running.folder)
        running.stop()
