"""Stateful Python as pure functions of arrays, compiled and cached."""
