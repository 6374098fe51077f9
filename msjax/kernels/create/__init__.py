"""Tensors made from shapes and numbers, sequences, and random numbers."""
