"""Which steps of a program are recorded."""

from __future__ import annotations

from enum import Enum

from msjax import log as logger


class ProfilerAction(Enum):
    """What a profile does during a step."""

    NONE = 0
    WARM_UP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3

    @staticmethod
    def get_by_value(value: int) -> ProfilerAction | None:
        """The action with a number; None if there is none."""
        return next((action for action in ProfilerAction if action.value == value), None)


class Schedule:
    """Tells for each step whether it is recorded: skip some, then wait, warm up, record, repeat.

    Args:
        wait: int, the number of steps of each cycle before the warm-up.
        active: int above 0, the number of steps that are recorded.
        warmup: int, the number of steps between; nothing is recorded in them.
        repeat: int, the number of cycles; 0 for no end.
        skip_first: int, the number of steps before the first cycle.

    A number that is none of these is replaced by the smallest one, with a warning.

    Raises:
        ValueError: a call with a step below 0.

    Examples:
        >>> import msjax as ms
        >>> plan = ms.profiler.schedule(wait=1, warmup=1, active=2, repeat=1)
        >>> [plan(step).name for step in range(5)]
        ['NONE', 'WARM_UP', 'RECORD', 'RECORD_AND_SAVE', 'NONE']
    """

    def __init__(
        self, *, wait: int, active: int, warmup: int = 0, repeat: int = 0, skip_first: int = 0
    ):
        self.wait = _number("wait", wait, 0)
        self.warmup = _number("warmup", warmup, 0)
        self.active = _number("active", active, 1)
        self.repeat = _number("repeat", repeat, 0)
        self.skip_first = _number("skip_first", skip_first, 0)
        if self.warmup == 0:
            logger.warning("Profiler won't be using warmup, this can skew profiler results")

    def __call__(self, step: int) -> ProfilerAction:
        if step < 0:
            raise ValueError("Invalid parameter step, which must be not less than 0.")
        cycle, place = divmod(step - self.skip_first, self.wait + self.warmup + self.active)
        if step < self.skip_first or 0 < self.repeat <= cycle or place < self.wait:
            return ProfilerAction.NONE
        if place < self.wait + self.warmup:
            return ProfilerAction.WARM_UP
        last = place == self.wait + self.warmup + self.active - 1
        return ProfilerAction.RECORD_AND_SAVE if last else ProfilerAction.RECORD

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.to_dict().items())
        return f"Schedule({given})"

    def to_dict(self) -> dict[str, int]:
        """The arguments by name."""
        names = ("wait", "active", "warmup", "repeat", "skip_first")
        return {name: getattr(self, name) for name in names}


def _number(name: str, value: int, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        logger.warning(
            "Parameter '%s' should be of type int, but got %s. reset to int %d.",
            name,
            type(value).__name__,
            least,
        )
        return least
    return value
