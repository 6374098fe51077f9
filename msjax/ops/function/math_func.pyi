"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.ops import argmax as argmax
