"""Basic layers: dense, dropout, shapes, matrices, norms."""

from __future__ import annotations

from msjax.nn.layer.basic.dense import Dense, Linear, check_dense_input_shape
from msjax.nn.layer.basic.dropout import (
    Dropout,
    Dropout1d,
    Dropout2d,
    Dropout2dExt,
    Dropout3d,
    DropoutExt,
)
from msjax.nn.layer.basic.matrix import MatrixDiag, MatrixDiagPart, MatrixSetDiag, Tril, Triu
from msjax.nn.layer.basic.norm import ClipByNorm, L1Regularizer, Norm
from msjax.nn.layer.basic.shape import (
    Flatten,
    Fold,
    Identity,
    OneHot,
    Pad,
    Roll,
    Unflatten,
    Unfold,
    UnfoldExt,
    Upsample,
    UpsampleExt,
)

__all__ = [
    "ClipByNorm",
    "Dense",
    "Dropout",
    "Dropout1d",
    "Dropout2d",
    "Dropout2dExt",
    "Dropout3d",
    "DropoutExt",
    "Flatten",
    "Identity",
    "L1Regularizer",
    "Linear",
    "MatrixDiag",
    "MatrixDiagPart",
    "MatrixSetDiag",
    "Norm",
    "OneHot",
    "Pad",
    "Roll",
    "Tril",
    "Triu",
    "Unflatten",
    "Unfold",
    "Upsample",
]
