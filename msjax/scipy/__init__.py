"""SciPy's functions on Tensors."""
