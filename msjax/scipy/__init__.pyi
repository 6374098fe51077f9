"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.scipy import fft as fft
