"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax._core.compile.markers import constexpr as constexpr
from msjax._core.op.primitive import Primitive as Primitive
from msjax._core.op.primitive import PrimitiveWithCheck as PrimitiveWithCheck
from msjax._core.op.primitive import PrimitiveWithInfer as PrimitiveWithInfer
from msjax._core.op.primitive import prim_attr_register as prim_attr_register
from msjax.ops import prim_arg_register as prim_arg_register
from msjax.parallel._layout import Layout as Layout
