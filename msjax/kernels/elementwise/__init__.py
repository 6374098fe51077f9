"""Arithmetic, comparisons, logic and functions of single elements, with broadcasting."""
