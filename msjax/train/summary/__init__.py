"""Files of values for MindInsight."""

from __future__ import annotations

from msjax.train.summary.summary_record import SummaryRecord

__all__ = ["SummaryRecord"]
