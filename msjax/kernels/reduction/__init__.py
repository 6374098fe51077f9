"""Sums, extrema, statistics and running totals over axes and segments."""
