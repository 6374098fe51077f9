"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.train.metrics.metric import Metric as Metric
from msjax.train.metrics.metric import rearrange_inputs as rearrange_inputs
