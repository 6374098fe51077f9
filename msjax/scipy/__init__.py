"""SciPy's functions on Tensors."""

from msjax.scipy import fft, linalg, optimize
