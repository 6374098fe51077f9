"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.scipy import fft as fft
from msjax.scipy import linalg as linalg
from msjax.scipy import ops as ops
from msjax.scipy import ops_wrapper as ops_wrapper
from msjax.scipy import optimize as optimize
