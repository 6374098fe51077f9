"""The metrics under their older path; they are in msjax.train.metrics."""

from msjax.train import metrics
from msjax.train.metrics import get_metrics

__all__ = ["get_metrics", *metrics.__all__]


def __getattr__(name: str):
    return getattr(metrics, name)
