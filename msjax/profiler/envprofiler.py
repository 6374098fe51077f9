"""A profile that an environment variable asks for."""

from __future__ import annotations

import atexit
import json
import os
from typing import Any

from msjax import log as logger
from msjax.profiler.common.constant import ProfilerActivity
from msjax.profiler.dynamic_profiler import _members, settings
from msjax.profiler.profiler import Profile, tensorboard_trace_handler

__all__ = ["EnvProfiler"]


class EnvProfiler:
    """Records the whole program if MS_PROFILER_OPTIONS, a JSON object, has `"start": true`.

    Its other fields are the arguments of `profile` and `_ExperimentalConfig`, with the names of
    enum members as text, and `output_path`.
    """

    profiler: Profile | None = None

    @classmethod
    def init_profiler(cls) -> None:
        """Start as the variable says, and analyse at the end of the program."""
        text = os.environ.get("MS_PROFILER_OPTIONS")
        if not text or cls.profiler is not None:
            return
        try:
            options: Any = json.loads(text)
        except ValueError:
            options = None
        if not isinstance(options, dict) or not options:
            logger.error("Failed to load MS_PROFILER_OPTIONS, json decode error.")
            return
        if not options.get("start", False):
            return
        cls.profiler = Profile(
            activities=_members(ProfilerActivity, options.get("activities", [])) or None,
            with_stack=options.get("with_stack", False),
            profile_memory=options.get("profile_memory", False),
            on_trace_ready=tensorboard_trace_handler(options.get("output_path")),
            experimental_config=settings(options),
        )
        atexit.register(cls().analyse)

    def analyse(self) -> None:
        """Stop, and write the tables."""
        if self.profiler is not None:
            type(self).profiler, profiler = None, self.profiler
            profiler.stop()
