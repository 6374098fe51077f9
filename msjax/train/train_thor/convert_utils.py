"""Turning a network into one that the optimizer THOR can train."""

from __future__ import annotations

from typing import Any

from msjax import nn
from msjax.nn.cell import Cell
from msjax.nn.optim._thor_network import ConvertNetUtils
from msjax.train.loss_scale_manager import LossScaleManager
from msjax.train.model import Model
from msjax.train.train_thor.model_thor import ModelThor

__all__ = ["ConvertModelUtils", "ConvertNetUtils"]


class ConvertModelUtils:
    """Makes the Model that the optimizer THOR needs.

    Examples:
        >>> import msjax as ms
        >>> model = ms.Model(ms.nn.Dense(2, 1))
        >>> ms.ConvertModelUtils.convert_to_thor_model(model, model.train_network) is model
        True
    """

    @staticmethod
    def convert_to_thor_model(
        model: Model,
        network: Cell,
        loss_fn: Cell | None = None,
        optimizer: Cell | None = None,
        metrics: dict[str, Any] | set[str] | None = None,
        amp_level: str = "O0",
        loss_scale_manager: LossScaleManager | None = None,
        keep_batchnorm_fp32: bool = False,
    ) -> Model:
        """A Model for the optimizer THOR; with any other optimizer the Model as it is.

        Args:
            model: Model.
            network: its network.
            loss_fn: its loss.
            optimizer: its optimizer.
            metrics: its metrics.
            amp_level: its level of mixed precision.
            loss_scale_manager: its loss scale.
            keep_batchnorm_fp32: whether batch normalization stays in float32.
        """
        if type(optimizer).__name__ not in ("ThorAscend", "ThorGpu"):
            return model
        if isinstance(network, nn.TrainOneStepCell):
            return ModelThor(network)
        return ModelThor(
            network,
            loss_fn,
            optimizer,
            metrics,
            amp_level=amp_level,
            loss_scale_manager=loss_scale_manager,
            keep_batchnorm_fp32=keep_batchnorm_fp32,
        )
