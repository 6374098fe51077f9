"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax._core.tensor.random import Generator as Generator
from msjax._core.tensor.random import default_generator as default_generator
from msjax._core.tensor.random import get_rng_state as get_rng_state
from msjax._core.tensor.random import initial_seed as initial_seed
from msjax._core.tensor.random import manual_seed as manual_seed
from msjax._core.tensor.random import seed as seed
from msjax._core.tensor.random import set_rng_state as set_rng_state
