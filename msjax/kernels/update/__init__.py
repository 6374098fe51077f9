"""Optimizer steps and other operations that write into Parameters."""
