"""Gradient functions and transformations under their names in `ops`."""

from __future__ import annotations

from msjax._core.compile.markers import _primexpr, constexpr
from msjax._core.op.primitive import (
    Primitive,
    PrimitiveWithCheck,
    PrimitiveWithInfer,
    prim_attr_register,
)
from msjax._core.op.publish import public
from msjax._core.transform.grad import GradOperation, get_grad, grad, value_and_grad
from msjax._core.transform.jacobian import jacfwd, jacrev
from msjax._core.transform.jvp import jvp
from msjax._core.transform.vjp import vjp
from msjax._core.transform.vmap import vmap

for _object in (
    *(GradOperation, get_grad, grad, value_and_grad),
    *(jacfwd, jacrev, jvp, vjp, vmap),
    *(Primitive, PrimitiveWithCheck, PrimitiveWithInfer, prim_attr_register),
):
    public(f"ops.{_object.__name__}", label="")(_object)
public("ops.constexpr", label="")(constexpr)
public("ops._primexpr", label="")(_primexpr)
