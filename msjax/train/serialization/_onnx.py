"""ONNX files, by the package jax2onnx."""

from __future__ import annotations

import importlib
from typing import Any

import jax

from msjax._core.base.x64 import is_wide
from msjax._core.compile.exported import flat_function
from msjax._core.tensor.structure import tensors_in
from msjax.nn.cell import Cell


def onnx_model(net: Any, inputs: tuple) -> bytes:
    """A Cell, as it is in evaluation, with its Parameters as constants: the bytes of a file.

    Raises:
        ValueError: `net` is no Cell, or an input has unknown lengths.
        NotImplementedError: jax2onnx is not installed, or has no form of an operation.
    """
    if not isinstance(net, Cell):
        raise ValueError(f"Export ONNX format model only support nn.Cell object, but got {net!r}.")
    if any(n < 0 for tensor in tensors_in(inputs) for n in tensor.shape):
        raise ValueError("Export ONNX format model not support dynamic shape mode.")
    converter = _converter()
    training = net.training
    net.set_train(False)
    try:
        function, arrays = flat_function(net, inputs)
        specs = [jax.ShapeDtypeStruct(array.shape, array.dtype) for array in arrays]
        wide = any(is_wide(array.dtype) for array in arrays)
        model = converter.to_onnx(
            function, specs, model_name=type(net).__name__, enable_double_precision=wide
        )
    except NotImplementedError as error:
        raise NotImplementedError(
            f"For 'export', the package jax2onnx has no ONNX form of this network: {error}. Use "
            "file_format='MINDIR' or 'STABLEHLO'."
        ) from error
    finally:
        net.set_train(training)
    return model.SerializeToString()


def _converter() -> Any:
    """The package jax2onnx."""
    try:
        return importlib.import_module("jax2onnx")
    except ImportError as error:
        raise NotImplementedError(
            "For 'export', file_format='ONNX' needs the package jax2onnx, which is not installed; "
            "`pip install msjax[onnx]`, or use file_format='MINDIR' or 'STABLEHLO'."
        ) from error
