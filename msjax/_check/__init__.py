"""`python -m msjax check` and `msjax.check()`: what a program will meet, without running it."""

from msjax._check.command import check, main

__all__ = ["check", "main"]
