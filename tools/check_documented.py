#!/usr/bin/env python3
"""Of the documented examples that MindSpore cannot run here, how many print in msjax what their
documentation prints.

What MindSpore's CPU build refuses cannot be recorded from it; the outputs that stand in its own
documentation are the only witness. The examples are taken from the docstrings of an installed
MindSpore by its own interpreter, run there, and those that end in an error and have printed
outputs are run under msjax. They are not kept.

    tools/check_documented.py --mindspore PYTHON [--only mindspore.mint] [--names FILE] [--verbose]
"""

import argparse
import ast
import doctest
import importlib
import inspect
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from contextlib import redirect_stdout

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\binf\b|\bnan\b)")
# Needs other processes: they are started by a launcher, not by an example.
PROCESSES = re.compile(r"\b(init|init_process_group|msrun|mpirun)\(|rank_id|get_rank")
DRAWN = re.compile(r"\brandn?\(|random\.|ops\.(?:normal|uniform)\(")
SECONDS = 60


def places(prefix):
    """The public modules below `prefix`."""
    found = [prefix]
    module = importlib.import_module(prefix)
    for base, folders, files in os.walk(os.path.dirname(module.__file__)):
        folders[:] = sorted(f for f in folders if not f.startswith(("_", ".")))
        inner = os.path.relpath(base, os.path.dirname(module.__file__))
        above = prefix if inner == "." else f"{prefix}.{inner.replace(os.sep, '.')}"
        found += [
            above,
            *(f"{above}.{f[:-3]}" for f in sorted(files) if f.endswith(".py") and f[0] != "_"),
        ]
    return sorted(dict.fromkeys(found), key=lambda name: (name.count("."), name))


def documented(prefix):
    """Docstring for each public name; an object counts where it is found first."""
    seen, texts = set(), {}
    for place in places(prefix):
        try:
            module = importlib.import_module(place)
        except Exception:
            continue
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name, None)
            if value is None or inspect.ismodule(value) or id(value) in seen:
                continue
            seen.add(id(value))
            text = inspect.getdoc(value)
            if text and ">>>" in text:
                texts[f"{place}.{name}"] = text
    return texts


def examples(text):
    """(source, printed output) of each statement; lenient about prompts that continue a block."""
    lines = []
    for line in text.expandtabs().split("\n"):
        lines.append(line if not line.lstrip().startswith((">>>", "...")) else line.strip())
    try:
        parsed = doctest.DocTestParser().get_examples(
            "\n".join(inspect.cleandoc("\n".join(lines)).split("\n"))
        )
    except ValueError:
        return []
    joined = []
    for one in parsed:
        source, want = one.source, one.want
        if joined and not joined[-1][1] and not parses(joined[-1][0]):
            source = joined.pop()[0] + source
        joined.append((source, want))
    return joined


def parses(source):
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def run(statements):
    """('ran', printed outputs) or ('error', one line), in this process."""
    scope = {"__name__": "__main__"}
    printed = []

    def late(*_):
        raise TimeoutError(f"ran for more than {SECONDS} seconds")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    try:
        for source, _ in statements:
            out = io.StringIO()
            with redirect_stdout(out):
                exec(compile(source, "<example>", "single" if _one(source) else "exec"), scope)
            printed.append(out.getvalue())
    except BaseException as error:
        return "error", f"{type(error).__name__}: {str(error).strip().splitlines()[:1]}"
    finally:
        signal.alarm(0)
    return "ran", printed


def _one(source):
    return len(ast.parse(source).body) == 1


def in_child(statements):
    """`run` in a child process: an example may end its process, and settings stay in it."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        with os.fdopen(write, "w") as sink:
            json.dump(run(statements), sink)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as source:
        text = source.read()
    os.waitpid(child, 0)
    return tuple(json.loads(text)) if text else ("error", "the process ended")


def same(got, want):
    """The same words, and numbers as near as printing leaves them."""
    if NUMBER.sub(" ", got).split() != NUMBER.sub(" ", want).split():
        return False
    ours, theirs = NUMBER.findall(got), NUMBER.findall(want)
    return len(ours) == len(theirs) and all(near(a, b) for a, b in zip(ours, theirs, strict=True))


def near(a, b):
    a, b = float(a), float(b)
    return a == b or (a != a and b != b) or abs(a - b) <= 1e-4 + 1e-3 * abs(b)


def as_written(ours, theirs):
    """Whether an example fails for what it names or leaves out itself, with either package."""
    ours, theirs = (text.replace("msjax", "mindspore") for text in (ours, theirs))
    return ours == theirs or all(
        text.startswith(("AttributeError", "NameError")) for text in (ours, theirs)
    )


def theirs(prefix, names):
    """Run by MindSpore's interpreter: what it cannot run and prints something, as JSON."""
    import mindspore

    mindspore.set_context(pynative_synchronize=True)
    found = {}
    for name, text in documented(prefix).items():
        if names and name not in names:
            continue
        statements = examples(text)
        if not statements or PROCESSES.search(text) or not any(want for _, want in statements):
            continue
        kind, detail = in_child(statements)
        found[name] = [statements, kind, detail if kind == "error" else ""]
    return found


def main():
    ask = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    ask.add_argument(
        "--mindspore", required=True, metavar="PYTHON", help="an interpreter that has MindSpore"
    )
    ask.add_argument("--only", default="mindspore.mint", help="the module whose names are asked")
    ask.add_argument("--names", metavar="FILE", help="only these names, one a line")
    ask.add_argument("--verbose", action="store_true", help="show what differs")
    ask.add_argument("--theirs", metavar="FILE", help=argparse.SUPPRESS)
    given = ask.parse_args()
    names = set()
    if given.names:
        with open(given.names) as listed:
            names = set(listed.read().split())
    if given.theirs:
        with open(given.theirs, "w") as sink:
            json.dump(theirs(given.only, names), sink)
        return
    read, write = os.pipe()
    command = [
        given.mindspore,
        __file__,
        "--mindspore",
        "-",
        "--only",
        given.only,
        "--theirs",
        f"/dev/fd/{write}",
    ]
    command += ["--names", given.names] if given.names else []
    # The other interpreter must find its own mindspore, not msjax under that name.
    settings = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    asked = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL, env=settings)
    os.close(write)
    with os.fdopen(read) as source:
        text = source.read()
    if asked.wait() or not text:
        sys.exit("MindSpore's interpreter gave no answer")
    found = json.loads(text)

    import msjax

    msjax.install()
    count = Counter()
    for name, (statements, kind, detail) in found.items():
        if kind == "ran":
            count["MindSpore runs"] += 1
            continue
        kind, answer = in_child(statements)
        if kind == "error" and as_written(answer, detail):
            count["fail as written"] += 1
            if given.verbose:
                print(f"written  {name}: {answer}")
            continue
        if kind == "error":
            count["error"] += 1
            print(f"error    {name}: {answer} (MindSpore: {detail})")
            continue
        lack = [
            (s, w, g) for (s, w), g in zip(statements, answer, strict=True) if w and not same(g, w)
        ]
        if lack and any(DRAWN.search(source) for source, _ in statements):
            count["draw their input"] += 1
            continue
        count["differs" if lack else "as documented"] += 1
        if lack:
            print(f"differs  {name}")
            for source, want, got in lack if given.verbose else ():
                print(f"    {source.strip()}\n      documented {want.strip()}")
                print(f"      msjax      {got.strip()}")
    refused = count["as documented"] + count["differs"] + count["error"]
    others = ", ".join(
        f"{count[kind]} {kind}"
        for kind in ("MindSpore runs", "fail as written", "draw their input")
    )
    print(f"{count['as documented']} of {refused} as documented; of the others {others}")


if __name__ == "__main__":
    main()
