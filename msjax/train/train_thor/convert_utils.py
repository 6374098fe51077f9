"""Turning a network into one that the optimizer THOR can train."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msjax import nn
from msjax._core import context
from msjax._core import dtype as mstype
from msjax.nn.cell import Cell
from msjax.train.train_thor.model_thor import ModelThor

__all__ = ["ConvertModelUtils", "ConvertNetUtils"]


def _dense(layer: Cell) -> Cell:
    name = None
    if layer.activation_flag:
        name = type(layer.activation).__name__.lower()
        name = {"fastgelu": "fast_gelu"}.get(name, name)
    new = nn.DenseThor(
        layer.in_channels,
        layer.out_channels,
        weight_init=layer.weight,
        has_bias=layer.has_bias,
        bias_init="zeros",
        activation=name,
    )
    if layer.out_channels != 1001:  # that of ImageNet classifiers stays in full precision
        on_gpu = context.get_context("device_target") == "GPU"
        new.to_float(mstype.float32 if on_gpu else mstype.float16)
    if layer.has_bias:
        new.bias = layer.bias
    return new


def _conv2d(layer: Cell) -> Cell:
    return nn.Conv2dThor(
        layer.in_channels,
        layer.out_channels,
        kernel_size=layer.kernel_size[0],
        stride=layer.stride,
        padding=layer.padding,
        pad_mode=layer.pad_mode,
        has_bias=layer.has_bias,
        weight_init=layer.weight,
    )


def _embedding(layer: Cell) -> Cell:
    new = nn.EmbeddingThor(layer.vocab_size, layer.embedding_size, use_one_hot=False)
    new.embedding_table = layer.embedding_table
    return new


def _lookup(layer: Cell) -> Cell:
    new = nn.EmbeddingLookupThor(
        layer.vocab_size, layer.embedding_size, target=layer.target, sparse=layer.sparse
    )
    new.embedding_table = layer.embedding_table
    return new


class ConvertNetUtils:
    """Replaces the layers of a network by those that gather covariances.

    Examples:
        >>> import msjax as ms
        >>> from msjax.train.train_thor.convert_utils import ConvertNetUtils
        >>> net = ms.nn.SequentialCell(ms.nn.Embedding(4, 2))
        >>> ConvertNetUtils().convert_to_thor_net(net)
        >>> type(net[0]).__name__
        'EmbeddingThor'
    """

    def __init__(self):
        self._convert_method_map: dict[type, Callable] = {
            nn.Dense: _dense,
            nn.Embedding: _embedding,
            nn.Conv2d: _conv2d,
            nn.EmbeddingLookup: _lookup,
        }

    def convert_to_thor_net(self, net: Cell) -> None:
        """Replace the layers below `net` in place; their Parameters keep values and names."""
        net.update_cell_prefix()
        self._convert(net)
        net.update_cell_type("second-order")

    def _convert(self, net: Cell) -> None:
        changed = False
        for name, cell in net.name_cells().items():
            convert = self._convert_method_map.get(type(cell))
            if convert is None:
                if cell is not net:
                    self._convert(cell)
                continue
            weight = getattr(cell, "weight", None)
            weight = cell.embedding_table if weight is None else weight
            prefix = cell.param_prefix
            kept = "rpn_with_loss.rpn_convs_list." in prefix.lower() or "wide" in prefix.lower()
            if weight.requires_grad and not (kept and isinstance(cell, (nn.Dense, nn.Conv2d))):
                new = convert(cell)
                new.update_parameters_name(prefix + ".")
                net.insert_child_to_cell(name, new)
                changed = True
        if changed and isinstance(net, nn.SequentialCell):
            net.cell_list = list(net.cells())


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
        model: Any,
        network: Cell,
        loss_fn: Cell | None = None,
        optimizer: Any = None,
        metrics: Any = None,
        amp_level: str = "O0",
        loss_scale_manager: Any = None,
        keep_batchnorm_fp32: bool = False,
    ) -> Any:
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
