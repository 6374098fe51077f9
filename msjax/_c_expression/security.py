"""Whether MindSpore was built without its diagnostic features."""

__all__ = ["enable_security"]


def enable_security() -> bool:
    """Whether features like dumps and profiles are compiled out: never in msjax."""
    return False
