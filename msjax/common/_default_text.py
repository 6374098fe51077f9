"""The default text of objects that programs print, with MindSpore's path of their class."""

from __future__ import annotations


class DefaultText:
    """Base of classes whose objects print as Python's default text would in MindSpore."""

    def __repr__(self) -> str:
        path = type(self).__module__
        if path.startswith("msjax."):
            path = "mindspore." + path.removeprefix("msjax.")
        return f"<{path}.{type(self).__qualname__} object at {id(self):#x}>"
