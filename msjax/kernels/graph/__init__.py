"""Loops, debugging, hooks, Python values and users' own operators, as parts of a graph."""
