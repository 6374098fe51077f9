"""The MindSpore release whose interface msjax implements, for scripts that parse it."""

__version__ = "2.10.0"
