"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.kernels.comm.collective import ReduceOp as ReduceOp
