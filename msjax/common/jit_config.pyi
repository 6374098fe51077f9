"""Written by tools/make_stubs.py: `make stubs` writes it anew."""

from msjax._core.compile.jit_config import JitConfig as JitConfig
