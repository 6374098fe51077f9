"""TrainFaultTolerance under the path of MindSpore's own file."""

from msjax.train.callback._unsupported import TrainFaultTolerance

__all__ = ["TrainFaultTolerance"]
