"""Shared parts of the data pipelines, under MindSpore's path."""
