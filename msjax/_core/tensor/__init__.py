"""Tensor and Parameter: boxes around arrays, their views, structures of them, random state."""
