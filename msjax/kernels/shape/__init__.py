"""Shapes, order and joining of Tensors; padding and diagonals."""
