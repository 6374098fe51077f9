"""FlopsUtilizationCollector under the path of MindSpore's own file."""

from msjax.train.callback._unsupported import FlopsUtilizationCollector

__all__ = ["FlopsUtilizationCollector"]
