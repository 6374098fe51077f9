"""Sparse matrices and their parts."""
