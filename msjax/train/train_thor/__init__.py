"""Training with the optimizer THOR."""

from __future__ import annotations

from msjax.train.train_thor.convert_utils import ConvertModelUtils, ConvertNetUtils

__all__ = ["ConvertModelUtils", "ConvertNetUtils"]
