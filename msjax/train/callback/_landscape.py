"""SummaryLandscape under the path of MindSpore's own file."""

from msjax.train.callback._unsupported import SummaryLandscape

__all__ = ["SummaryLandscape"]
