"""Writes docs/reference: a page for each public module, made from the docstrings."""

import importlib
import inspect
import re
from pathlib import Path

MODULES = {
    "msjax": "Tensors, compilation, gradients, settings",
    "msjax.nn": "Layers, losses, optimizers",
    "msjax.ops": "Functions and primitives",
    "msjax.mint": "PyTorch's argument names: functions",
    "msjax.mint.nn": "PyTorch's argument names: layers",
    "msjax.mint.nn.functional": "PyTorch's argument names: functions of layers",
    "msjax.mint.optim": "PyTorch's argument names: optimizers",
    "msjax.numpy": "NumPy's functions",
    "msjax.scipy.linalg": "Linear algebra",
    "msjax.amp": "Mixed precision",
    "msjax.train": "Model, callbacks, metrics, checkpoints",
    "msjax.dataset": "Sources and pipelines",
    "msjax.dataset.transforms": "Transforms of any data",
    "msjax.dataset.vision": "Transforms of images",
    "msjax.dataset.text": "Transforms of text",
    "msjax.dataset.audio": "Transforms of sound",
    "msjax.experimental.optim": "Optimizers with PyTorch's names",
    "msjax.rewrite": "The code of a network as nodes",
}
CLASSES = {"msjax": ("Tensor",), "msjax.nn": ("Cell",)}  # their methods have entries too
OURS = "check coverage from_jax install summary uninstall".split()
SECTION = re.compile(r"^(Args|Inputs|Outputs|Returns|Raises|Yields|Note|Examples|References):$")
CODE = re.compile(r"(`[^`]*`)")


def prose(text):
    """Text with what is no code made safe for Markdown."""
    parts = CODE.split(text)
    parts[::2] = [re.sub(r"([*_<>$|\\\[\]#])", r"\\\1", part) for part in parts[::2]]
    return "".join(parts)


def entry(text):
    """Markdown of a docstring."""
    lines, block, title = [], [], ""

    def flush():
        body = inspect.cleandoc("\n" + "\n".join(block)) if block else ""
        block.clear()
        if not body:
            return
        if title:
            lines.append(f"**{title}**\n")
        if ">>>" in body:
            lines.append(f"```pycon\n{body}\n```\n")
        elif title in ("Args", "Inputs", "Raises"):
            for item in re.split(r"\n(?=\S)", body):
                lines.append("- " + prose(" ".join(item.split())))
            lines.append("")
        else:
            lines.extend(prose(paragraph) + "\n" for paragraph in paragraphs(body))

    for line in inspect.cleandoc(text).split("\n"):
        if found := SECTION.match(line):
            flush()
            title = found[1]
        else:
            block.append(line)
    flush()
    return "\n".join(lines)


def paragraphs(text):
    """Paragraphs as one line each."""
    return (" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text))


def signature(thing):
    """The arguments of a callable, without annotations."""
    try:
        found = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    plain = [p.replace(annotation=p.empty) for p in found.parameters.values()]
    shown = str(found.replace(parameters=plain, return_annotation=found.empty))
    return re.sub(r" at 0x[0-9a-f]+", "", shown)


def described(name, thing, level):
    """Markdown of one name."""
    text = thing.__doc__ if isinstance(thing.__doc__, str) else ""
    shown = f"{name}{signature(thing)}" if callable(thing) else name
    return f"{'#' * level} {prose(name)}\n\n```text\n{shown}\n```\n\n{entry(text)}\n"


def public(module):
    """The names of a module that msjax implements, with their objects."""
    from msjax import _missing, _surface

    path = module.__name__.partition(".")[2]
    names = set(_surface.load().entries.get(path, ()))
    names |= set() if path else set(OURS)
    for name in sorted(names, key=lambda name: (name.lower(), name)):
        found = getattr(module, name, None)
        if found is None or _missing.is_missing(found) or inspect.ismodule(found):
            continue
        if callable(found) and getattr(found, "__doc__", None):
            yield name, found


def page(path):
    """Markdown of one module."""
    module = importlib.import_module(path)
    parts = [f"# {path}\n\n{MODULES[path]}.\n"]
    for name, thing in public(module):
        parts.append(described(name, thing, 2))
        if name in CLASSES.get(path, ()):
            for member in sorted(dir(thing)):
                held = getattr(thing, member, None)
                if not member.startswith("_") and isinstance(getattr(held, "__doc__", None), str):
                    if callable(held) or isinstance(held, property):
                        parts.append(described(f"{name}.{member}", held, 3))
    return "\n".join(parts)


def write(folder):
    """Write all pages but those that say the same, which need not be built anew."""
    folder.mkdir(exist_ok=True)
    listed = "\n".join(MODULES)
    pages = {path: page(path) for path in MODULES}
    pages["index"] = f"# Reference\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    for name, text in pages.items():
        file = folder / f"{name}.md"
        if not file.exists() or file.read_text() != text:
            file.write_text(text)


def setup(app):
    app.connect("builder-inited", lambda app: write(Path(app.srcdir, "reference")))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
