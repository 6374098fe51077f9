"""Derivatives of what was recorded, and Python functions on the way back."""
