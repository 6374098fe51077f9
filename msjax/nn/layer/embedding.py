"""Embedding layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from msjax import _checkparam as validator
from msjax import ops
from msjax._core.base import dtype as mstype
from msjax._core.op.older import without
from msjax._core.op.publish import call
from msjax._core.tensor.parameter import Parameter
from msjax._core.tensor.tensor import Tensor
from msjax.common._init_base import InitialValue
from msjax.common.initializer import Initializer, Normal, initializer
from msjax.kernels.index.gather import gather, renormed_rows
from msjax.nn.cell import Cell
from msjax.nn.layer.basic import ClipByNorm

__all__ = ["Embedding", "EmbeddingExt", "EmbeddingLookup", "MultiFieldEmbeddingLookup"]

_gather, _renormed_rows = call(gather), call(renormed_rows)


def _check_number_type(owner: str, dtype: Any) -> None:
    validator.check_subclass("dtype", dtype, mstype.number_type, owner)


class Embedding(Cell):
    """A table of vectors, looked up by integer ids.

    Args:
        vocab_size: int, number of vectors.
        embedding_size: int, length of a vector.
        use_one_hot: bool, look up by a product with one-hot vectors.
        embedding_table: Tensor, str, Initializer or number, the table.
        dtype: dtype of the one-hot vectors.
        padding_idx: int, id whose vector starts as zeros, or None.

    Inputs:
        - **ids** (Tensor) - Int32 or Int64, any shape.

    Outputs:
        Float32 Tensor of the shape of `ids` and `embedding_size` behind it.

    Raises:
        TypeError: an argument has a wrong type, or `ids` of another dtype.
        ValueError: `padding_idx` is out of range.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.Embedding(10, 4)
        >>> net(ms.Tensor([[1, 2, 3]])).shape
        (1, 3, 4)
    """

    _msj_inner = {
        "array_mul": "MatMul",
        "concat": "Concat",
        "expand": "ExpandDims",
        "gather": "Gather",
        "get_shp": "Shape",
        "one_hot": "OneHot",
        "reshape": "Reshape",
        "reshape_flat": "Reshape",
        "on_value": lambda c: Tensor(1.0, getattr(c, "dtype", mstype.float32)),
        "off_value": lambda c: Tensor(0.0, getattr(c, "dtype", mstype.float32)),
        "shp_flat": lambda c: (-1,),
    }

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        use_one_hot: bool = False,
        embedding_table: Tensor | str | Initializer | float = "normal",
        dtype: mstype.Type = mstype.float32,
        padding_idx: int | None = None,
    ):
        super().__init__()
        name = self.cls_name
        self.vocab_size = validator.check_value_type("vocab_size", vocab_size, [int], name)
        self.embedding_size = validator.check_value_type(
            "embedding_size", embedding_size, [int], name
        )
        validator.check_value_type("use_one_hot", use_one_hot, [bool], name)
        _check_number_type(name, dtype)
        self.use_one_hot, self.dtype, self.padding_idx = use_one_hot, dtype, padding_idx
        table = initializer(embedding_table, [vocab_size, embedding_size])
        if padding_idx is not None:
            validator.check_int_range(
                padding_idx, 0, vocab_size, validator.INC_LEFT, "padding_idx", name
            )
            values = table.asnumpy()
            values[padding_idx] = 0
            table = Tensor(values, table.dtype)
        self.embedding_table = Parameter(table, name="embedding_table")

    def construct(self, ids: Tensor) -> Tensor:
        """The vectors of integer ids; one dimension more than `ids`."""
        if not self.use_one_hot:
            return _gather(self.embedding_table, ids, 0)
        on, off = Tensor(1.0, self.dtype), Tensor(0.0, self.dtype)
        flat = ops.one_hot(ids.reshape(-1), self.vocab_size, on, off)
        out = ops.matmul(flat, self.embedding_table)
        return out.reshape((*ids.shape, self.embedding_size))

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"vocab_size={self.vocab_size}, embedding_size={self.embedding_size}, "
            f"use_one_hot={self.use_one_hot}, embedding_table={self.embedding_table}, "
            f"dtype={self.dtype}, padding_idx={self.padding_idx}"
        )


class EmbeddingExt(Cell):
    """A table of vectors, looked up by integer ids.

    Args:
        num_embeddings: int, number of vectors.
        embedding_dim: int, length of a vector.
        padding_idx: int, id whose vector starts as zeros and gets no gradient, or None.
        max_norm: float, vectors that are looked up are first scaled down to this norm in the table,
            or None.
        norm_type: float, order of that norm.
        scale_grad_by_freq: bool, divide gradients by how often an id occurs.
        sparse: bool, must be False.
        _weight: Tensor of shape (num_embeddings, embedding_dim), the table; None for standard
            normal numbers.
        _freeze: bool, do not train the table.
        dtype: dtype of the table; None means Float32.

    Inputs:
        - **input** (Tensor) - Int32 or Int64, any shape.

    Outputs:
        Tensor of the shape of `input` and `embedding_dim` behind it, of the dtype of the table.

    Raises:
        TypeError: an argument has a wrong type, or `input` of another dtype.
        ValueError: `sparse` is True, `padding_idx` is out of range, or `_weight` has another shape.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.EmbeddingExt(10, 4)
        >>> net(ms.Tensor([[1, 2, 3]])).shape
        (1, 3, 4)
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        max_norm: float | None = None,
        norm_type: float = 2.0,
        scale_grad_by_freq: bool = False,
        sparse: bool = False,
        _weight: Tensor | str | Initializer | float | None = None,
        _freeze: bool = False,
        dtype: mstype.Type | None = None,
    ):
        super().__init__()
        name = self.cls_name
        self.sparse = validator.check_value_type("sparse", sparse, [bool], name)
        if sparse:
            raise ValueError(f"For '{name}', 'sparse' must be False, but got True.")
        check = validator.check_value_type
        self.num_embeddings = check("num_embeddings", num_embeddings, [int], name)
        self.embedding_dim = check("embedding_dim", embedding_dim, [int], name)
        self.dtype = mstype.float32 if dtype is None else dtype
        _check_number_type(name, self.dtype)
        self.padding_idx = padding_idx
        if _weight is None:
            table = initializer(Normal(1, 0), [num_embeddings, embedding_dim], self.dtype)
            if padding_idx is not None:
                validator.check_int_range(
                    padding_idx,
                    -num_embeddings,
                    num_embeddings,
                    validator.INC_LEFT,
                    "padding_idx",
                    name,
                )
                values = table.asnumpy()
                values[padding_idx] = 0
                table = Tensor(values, self.dtype)
        elif _weight.shape != (num_embeddings, embedding_dim):
            raise ValueError(
                f"For '{name}', the shape of '_weight' must be ({num_embeddings}, "
                f"{embedding_dim}), but got {_weight.shape}."
            )
        else:
            table = _weight
        self.weight = Parameter(table, name="weight", requires_grad=not _freeze)
        self.max_norm, self.norm_type = max_norm, norm_type
        if max_norm is not None:
            check("max_norm", max_norm, [float], name)
        if norm_type is not None:
            check("norm_type", norm_type, [float], name)
        self.scale_grad_by_freq = scale_grad_by_freq
        if scale_grad_by_freq is not None:
            check("scale_grad_by_freq", scale_grad_by_freq, [bool], name)

    def construct(self, input: Tensor) -> Tensor:
        """The vectors of integer ids; one dimension more than `input`."""
        if self.max_norm is not None:  # the table itself changes, as on Ascend
            weight = ops.stop_gradient(self.weight)
            norm_type = 2.0 if self.norm_type is None else self.norm_type
            self.weight.set_data(_renormed_rows(weight, input, self.max_norm, norm_type))
        how = (self.padding_idx, None, self.norm_type, self.scale_grad_by_freq)
        return ops.embedding(input, self.weight, *how)

    def extend_repr(self) -> str:
        """The settings, for printing."""
        return (
            f"num_embeddings={self.num_embeddings}, embedding_dim={self.embedding_dim}, "
            f"padding_idx={self.padding_idx}, max_norm={self.max_norm}, "
            f"norm_type={self.norm_type}, scale_grad_by_freq={self.scale_grad_by_freq}, "
            f"dtype={self.dtype}"
        )


class EmbeddingLookup(Cell):
    """A table of vectors, looked up by integer ids; ids out of range give zeros on target "CPU".

    Args:
        vocab_size: int, number of vectors.
        embedding_size: int, length of a vector.
        param_init: Tensor, str, Initializer or number, the table.
        target: str, "CPU" or "DEVICE".
        slice_mode: str, how several devices would share the table; one device holds it whole.
        manual_shapes: parts of the table for the slice mode "field_slice".
        max_norm: float above 0; vectors are scaled down to this norm, or None.
        sparse: bool, must be True for the target "CPU".
        dtype: dtype of the table.

    Inputs:
        - **indices** (Tensor) - Int32 or Int64, any shape.

    Outputs:
        Tensor of the shape of `indices` and `embedding_size` behind it, of the dtype of the table.

    Raises:
        TypeError: an argument has a wrong type, or `indices` of another dtype.
        ValueError: a size or `max_norm` is not positive, or `target` is another or does not fit
            `sparse`.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.EmbeddingLookup(10, 4)
        >>> net(ms.Tensor([[1, 2]], ms.int32)).shape
        (1, 2, 4)
    """

    _msj_inner = {
        "gather_revert": "Gather",
        "gatherv2": "SparseGatherV2",
        "reshape": "Reshape",
        "reshape_first": "Reshape",
        "shape": "Shape",
        "unique": "Unique",
        "forward_unique": lambda c: False,
    }

    BATCH_SLICE = "batch_slice"
    FIELD_SLICE = "field_slice"
    TABLE_ROW_SLICE = "table_row_slice"
    TABLE_COLUMN_SLICE = "table_column_slice"

    @without(vocab_cache_size=0)  # 2.2
    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        param_init: InitialValue = "normal",
        target: str = "CPU",
        slice_mode: str = "batch_slice",
        manual_shapes: Sequence[int] | None = None,
        max_norm: float | None = None,
        sparse: bool = True,
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__()
        name = self.cls_name
        validator.check_value_type("sparse", sparse, [bool], name)
        self.vocab_size = validator.check_positive_int(vocab_size, "vocab_size", self.cls_name)
        validator.check_string(target, ["CPU", "DEVICE"], "target", name)
        if not sparse and target == "CPU":
            raise ValueError(
                f"For '{name}', 'sparse' must be True when 'target' is \"CPU\", but got 'sparse': "
                f"{sparse} and 'target': {target}"
            )
        self.target, self.sparse = target, sparse
        self.slice_mode, self.manual_shapes = slice_mode, manual_shapes
        self.embedding_size = validator.check_positive_int(embedding_size, "embedding_size", name)
        shape = [vocab_size, embedding_size]
        self.embedding_table = Parameter(
            initializer(param_init, shape, dtype=dtype), name="embedding_table"
        )
        self.embedding_table._row_sparse = sparse
        self.max_norm = max_norm
        if max_norm is not None:
            validator.check_positive_float(max_norm, "max_norm", name)
            self.max_norm = Tensor(max_norm, dtype=mstype.float32)
        self.embeddinglookup = ops.EmbeddingLookup()

    def construct(self, indices: Tensor) -> Tensor:
        """The vectors of integer ids; one dimension more than `indices`."""
        return self._look_up(indices)

    def _look_up(self, indices: Tensor) -> Tensor:
        if self.target == "CPU":
            out = self.embeddinglookup(self.embedding_table, indices, 0)
        else:
            out = _gather(self.embedding_table, indices, 0)
        if self.max_norm is not None:
            out = ClipByNorm(tuple(range(indices.ndim, out.ndim)))(out, self.max_norm)
        return out


class MultiFieldEmbeddingLookup(EmbeddingLookup):
    """Weighted vectors, merged by field.

    Args:
        vocab_size: int, number of vectors.
        embedding_size: int, length of a vector.
        field_size: int, number of fields.
        param_init: Tensor, str, Initializer or number, the table.
        target: str, "CPU" or "DEVICE".
        slice_mode: str, how several devices would share the table; one device holds it whole.
        feature_num_list: parts of the table for the slice mode "field_slice".
        max_norm: float above 0; vectors are scaled down to this norm, or None.
        sparse: bool, must be True for the target "CPU".
        operator: str, "SUM", "MEAN" or "MAX".
        dtype: dtype of the table.

    Inputs:
        - **input_indices** (Tensor) - the ids, Int32 or Int64 of shape (N, L).
        - **input_values** (Tensor) - the weight of each vector, Float32 of shape (N, L); 0 leaves
          it out.
        - **field_ids** (Tensor) - the field of each id, Int32 of shape (N, L).

    Outputs:
        Float32 Tensor of shape (N, field_size, embedding_size).

    Raises:
        TypeError: an argument or an input has a wrong type.
        ValueError: an argument is out of range, or an input does not have 2 dimensions.

    Examples:
        >>> import msjax as ms
        >>> net = ms.nn.MultiFieldEmbeddingLookup(5, 3, 2)
        >>> ids, weights = ms.Tensor([[1, 2]]), ms.Tensor([[1.0, 0.5]])
        >>> net(ids, weights, ms.Tensor([[0, 1]], ms.int32)).shape
        (1, 2, 3)
    """

    _msj_inner = {
        "abs": "Abs",
        "add": "Add",
        "bias_add": "Add",
        "cast": "Cast",
        "count_op": "UnsortedSegmentSum",
        "div_no_nan": "DivNoNan",
        "equal": "Equal",
        "expand": "ExpandDims",
        "inf_add": "Add",
        "inf_mask_mul": "Mul",
        "max_mask_mul": "Mul",
        "max_no_equal": "NotEqual",
        "merge_op": "UnsortedSegmentSum",
        "mul": "Mul",
        "negative_inf_value": lambda c: -3.402823466e38,
    }

    OPERATOR_SUM = "SUM"
    OPERATOR_MEAN = "MEAN"
    OPERATOR_MAX = "MAX"

    def __init__(
        self,
        vocab_size: int,
        embedding_size: int,
        field_size: int,
        param_init: InitialValue = "normal",
        target: str = "CPU",
        slice_mode: str = "batch_slice",
        feature_num_list: Sequence[int] | None = None,
        max_norm: float | None = None,
        sparse: bool = True,
        operator: str = "SUM",
        dtype: mstype.Type = mstype.float32,
    ):
        super().__init__(
            vocab_size,
            embedding_size,
            param_init,
            target,
            slice_mode,
            feature_num_list,
            max_norm,
            sparse,
            dtype,
        )
        name = self.cls_name
        self.field_size = validator.check_positive_int(field_size, "field_size", name)
        self.operator = validator.check_string(operator, ["SUM", "MAX", "MEAN"], "operator", name)

    def construct(self, input_indices: Tensor, input_values: Tensor, field_ids: Tensor) -> Tensor:
        """Merge by field: indices, weights and fields (N, L) give (N, fields, embedding_size)."""
        name = self.cls_name
        inputs = {
            "input_indices": (input_indices, [mstype.int32, mstype.int64]),
            "input_values": (input_values, [mstype.float32]),
            "field_ids": (field_ids, [mstype.int32]),
        }
        for arg, (value, kinds) in inputs.items():
            if value.ndim != 2:
                raise ValueError(
                    f"For '{name}', the dimension of '{arg}' must be 2d, but got {value.ndim}"
                )
            validator.check_type_name(arg, value.dtype, kinds, name)
        batch = input_indices.shape[0]
        segments = batch * self.field_size
        starts = Tensor(np.arange(0, segments, self.field_size, dtype=np.int32)[:, None])
        places = (field_ids + starts).reshape(-1)
        weights = input_values.reshape((-1, 1))
        vectors = self._look_up(input_indices).reshape((-1, self.embedding_size)) * weights
        counts = ops.unsorted_segment_sum(ops.abs(input_values).reshape(-1), places, segments)
        counts = counts.reshape((-1, 1))
        if self.operator == self.OPERATOR_MAX:
            lowest = Tensor(np.float32(np.finfo(np.float32).min))
            vectors = vectors + (weights == 0).astype(mstype.float32) * lowest
            merged = ops.unsorted_segment_max(vectors, places, segments)
            merged = merged * (counts != 0).astype(mstype.float32)
        else:
            merged = ops.unsorted_segment_sum(vectors, places, segments)
            if self.operator == self.OPERATOR_MEAN:
                merged = ops.DivNoNan()(merged, counts)
        return merged.reshape((batch, self.field_size, -1))
