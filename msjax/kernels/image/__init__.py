"""Boxes, resizing, sampling and patches of images."""
