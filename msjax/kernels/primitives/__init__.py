"""Primitives that no public list has: derivatives, generated and inner ones."""
