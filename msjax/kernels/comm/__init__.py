"""Collective operations and messages between processes."""
