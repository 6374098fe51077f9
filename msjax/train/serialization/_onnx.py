"""ONNX files, by the package jax2onnx."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax

from msjax._core.base.x64 import x64
from msjax._core.compile.exported import flat_function
from msjax._core.tensor.structure import tensors_in
from msjax.nn.cell import Cell


def onnx_model(net: Any, inputs: tuple) -> bytes:
    """A Cell, as it is in evaluation, with its Parameters as constants: the bytes of a file.

    Raises:
        ValueError: `net` is not a Cell, or an input has unknown lengths.
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
        # It makes every float of the model a double, so int64 alone must not ask for it.
        wide = any(array.dtype in ("float64", "complex128") for array in arrays)
        model = converter.to_onnx(
            _of_own_dtypes(function, specs),
            specs,
            model_name=type(net).__name__,
            enable_double_precision=wide,
        )
        _widen_inputs(model, specs)
    except NotImplementedError as error:
        raise NotImplementedError(
            f"For 'export', the package jax2onnx has no ONNX form of this network: {error}. Use "
            "file_format='MINDIR' or 'STABLEHLO'."
        ) from error
    finally:
        net.set_train(training)
    return model.SerializeToString()


def _of_own_dtypes(function: Callable, specs: Sequence[jax.ShapeDtypeStruct]) -> Callable:
    """A function that makes int64 of the int32 that jax2onnx traces it with instead."""

    def of_own_dtypes(*flat: Any) -> Any:
        with x64():
            return function(*(x.astype(s.dtype) for x, s in zip(flat, specs, strict=True)))

    return of_own_dtypes


def _widen_inputs(model: Any, specs: Sequence[jax.ShapeDtypeStruct]) -> None:
    """Declare the inputs of a model with the dtypes that the network gets."""
    helper = importlib.import_module("onnx").helper
    for value, spec in zip(model.graph.input, specs, strict=True):
        kind, wanted = value.type.tensor_type, helper.np_dtype_to_tensor_dtype(spec.dtype)
        if kind.elem_type == wanted:
            continue
        narrow = f"{value.name}_narrow"
        narrowed = False
        for node in _nodes(model.graph):
            for place, name in enumerate(node.input):
                if name == value.name and node.op_type != "Cast":  # a Cast takes both
                    node.input[place], narrowed = narrow, True
        if narrowed:
            cast = helper.make_node("Cast", [value.name], [narrow], to=kind.elem_type)
            model.graph.node.insert(0, cast)
        kind.elem_type = wanted


def _nodes(graph: Any) -> Iterator[Any]:
    """The nodes of an ONNX graph and of the graphs in them."""
    for node in graph.node:
        yield node
        for attribute in node.attribute:
            for inner in (attribute.g, *attribute.graphs):
                yield from _nodes(inner)


def _converter() -> Any:
    """The package jax2onnx."""
    try:
        return importlib.import_module("jax2onnx")
    except ImportError as error:
        raise NotImplementedError(
            "For 'export', file_format='ONNX' needs the package jax2onnx, which is not installed; "
            "`pip install jax2onnx`, or use file_format='MINDIR' or 'STABLEHLO'."
        ) from error
