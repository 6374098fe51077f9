"""Gradient functions, vmap and Jacobians: a lifted function and one transformation each."""
