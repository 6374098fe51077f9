"""Pooling and its inverse."""
