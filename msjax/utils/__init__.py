"""Tools around training: so far the interception of operations."""

from __future__ import annotations

from msjax._core.dispatch import MsDispatchMode
