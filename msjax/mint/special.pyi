"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax.mint.nn.functional import log_softmax as log_softmax
from msjax.ops import erfc as erfc
from msjax.ops import expm1 as expm1
from msjax.ops import log1p as log1p
from msjax.ops import sinc as sinc
