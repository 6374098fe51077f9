"""Helpers of image transforms that users' code imports."""

from msjax.dataset.vision._decoding import is_pil

__all__ = ["is_pil"]
