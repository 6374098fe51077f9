"""Gradient functions and transformations under their names in `ops`."""

from __future__ import annotations

from msjax._core.grad import GradOperation, get_grad, grad, value_and_grad
from msjax._core.op import public
from msjax._core.primitive import (
    Primitive,
    PrimitiveWithCheck,
    PrimitiveWithInfer,
    prim_attr_register,
)
from msjax._core.transforms import jacfwd, jacrev, jvp, vjp, vmap
from msjax.graph.markers import _primexpr, constexpr

for _object in (
    *(GradOperation, get_grad, grad, value_and_grad),
    *(jacfwd, jacrev, jvp, vjp, vmap),
    *(Primitive, PrimitiveWithCheck, PrimitiveWithInfer, prim_attr_register),
):
    public(f"ops.{_object.__name__}")(_object)
public("ops.constexpr")(constexpr)
public("ops._primexpr")(_primexpr)
