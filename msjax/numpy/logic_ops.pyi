"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.numpy import array_equal as array_equal
from msjax.numpy import array_equiv as array_equiv
from msjax.numpy import equal as equal
from msjax.numpy import greater as greater
from msjax.numpy import greater_equal as greater_equal
from msjax.numpy import in1d as in1d
from msjax.numpy import isclose as isclose
from msjax.numpy import isfinite as isfinite
from msjax.numpy import isin as isin
from msjax.numpy import isinf as isinf
from msjax.numpy import isnan as isnan
from msjax.numpy import isneginf as isneginf
from msjax.numpy import isposinf as isposinf
from msjax.numpy import isscalar as isscalar
from msjax.numpy import less as less
from msjax.numpy import less_equal as less_equal
from msjax.numpy import logical_and as logical_and
from msjax.numpy import logical_not as logical_not
from msjax.numpy import logical_or as logical_or
from msjax.numpy import logical_xor as logical_xor
from msjax.numpy import not_equal as not_equal
from msjax.numpy import setdiff1d as setdiff1d
from msjax.numpy import signbit as signbit
from msjax.numpy import sometrue as sometrue
