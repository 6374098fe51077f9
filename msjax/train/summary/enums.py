"""Words that summaries are written with."""

from __future__ import annotations

from enum import Enum


class BaseEnum(Enum):
    """An enumeration that lists its values."""

    @classmethod
    def to_list(cls) -> list:
        """The values of the members."""
        return [member.value for member in cls]


class PluginEnum(BaseEnum):
    """Kinds of values."""

    GRAPH = "graph"
    SCALAR = "scalar"
    IMAGE = "image"
    TENSOR = "tensor"
    HISTOGRAM = "histogram"
    TRAIN_LINEAGE = "train_lineage"
    EVAL_LINEAGE = "eval_lineage"
    CUSTOM_LINEAGE_DATA = "custom_lineage_data"
    DATASET_GRAPH = "dataset_graph"
    EXPLAINER = "explainer"
    LANDSCAPE = "landscape"


class WriterPluginEnum(Enum):
    """Kinds of files."""

    EXPORTER = "exporter"
    EXPLAINER = "explainer"
    SUMMARY = "summary"
    LINEAGE = "lineage"


class ModeEnum(BaseEnum):
    """What a Model is doing."""

    TRAIN = "train"
    EVAL = "eval"
