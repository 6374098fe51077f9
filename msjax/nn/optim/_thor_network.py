"""Layers that gather covariances, in place of a network's own."""

from __future__ import annotations

from collections.abc import Callable

from msjax._core.base import dtype as mstype
from msjax._core.runtime import context
from msjax.nn.cell import Cell
from msjax.nn.layer import (
    Conv2d,
    Conv2dThor,
    Dense,
    DenseThor,
    Embedding,
    EmbeddingLookup,
    EmbeddingLookupThor,
    EmbeddingThor,
    SequentialCell,
)

__all__ = ["ConvertNetUtils"]


def _dense(layer: Cell) -> Cell:
    name = None
    if layer.activation_flag:
        name = type(layer.activation).__name__.lower()
        name = {"fastgelu": "fast_gelu"}.get(name, name)
    new = DenseThor(
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
    return Conv2dThor(
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
    new = EmbeddingThor(layer.vocab_size, layer.embedding_size, use_one_hot=False)
    new.embedding_table = layer.embedding_table
    return new


def _lookup(layer: Cell) -> Cell:
    new = EmbeddingLookupThor(
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
            Dense: _dense,
            Embedding: _embedding,
            Conv2d: _conv2d,
            EmbeddingLookup: _lookup,
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
            if weight.requires_grad and not (kept and isinstance(cell, (Dense, Conv2d))):
                new = convert(cell)
                new.update_parameters_name(prefix + ".")
                net.insert_child_to_cell(name, new)
                changed = True
        if changed and isinstance(net, SequentialCell):
            net.cell_list = list(net.cells())
