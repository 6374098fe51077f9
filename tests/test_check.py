"""`msjax.check` against programs whose fate is known."""

import json
import os
import subprocess
import sys

import pytest

import msjax
from msjax._check import main

HEAD = """\
import mindspore as ms
import mindspore.nn as nn
import numpy as np
from mindspore import ops, Tensor, Parameter, context
import mindspore.dataset as ds
"""

# What a program says after HEAD, and the kind and the name of what is found; "" if nothing is.
CASES = [
    # names
    ("nn.Dense(2, 3)", "", ""),
    ("nn.Dens(2, 3)", "unknown", "mindspore.nn.Dens"),
    ("from mindspore.nn import Dens", "unknown", "mindspore.nn.Dens"),
    ("import mindspore.nn.no_such", "unknown", "mindspore.nn.no_such"),
    ("from mindspore.no_such import a, b", "unknown", "mindspore.no_such"),
    ("from mindspore.common.tensor import Tensor", "", ""),
    ("from mindspore.common import dtype as mstype; mstype.float32", "", ""),
    ("from mindspore.nn import *\nDense(2, 3, bias=1)", "argument", "mindspore.nn.Dense(bias=)"),
    ("ops.GeSwitch()(Tensor([1]), Tensor([True]))", "missing", "mindspore.ops.GeSwitch"),
    ("from mindspore.train.quant import quant", "missing", "mindspore.train.quant"),
    (
        "from mindspore.compression.quant import QuantizationAwareTraining",
        "missing",
        "mindspore.compression.quant.QuantizationAwareTraining",
    ),
    ("nn.DenseQuant(1, 2)", "missing", "mindspore.nn.DenseQuant"),
    ("ms.set_seed(1)", "differs", "mindspore.set_seed"),
    ("ms.ms_function(len)", "older", "mindspore.ms_function"),
    ("import mindinsight", "missing", "mindinsight"),
    ("import mindspore_gl.nn as gnn", "missing", "mindspore_gl"),
    ("from .nn import Dens", "", ""),
    ("ops = None\nops.nothing", "", ""),
    ("def f(nn):\n    return nn.Dens", "", ""),
    ("def f():\n    return nn.Dens", "unknown", "mindspore.nn.Dens"),
    ("[nn.Dens for nn in ()]", "", ""),
    ("[nn.Dens for i in ()]", "unknown", "mindspore.nn.Dens"),
    ("f = lambda nn: nn.Dens", "", ""),
    ("import msjax as mx; mx.nn.Dens", "unknown", "mindspore.nn.Dens"),
    ("getattr(nn, 'Dens')", "unknown", "mindspore.nn.Dens"),
    ("getattr(nn, 'Dense')(2)", "argument", "mindspore.nn.Dense(without out_channels)"),
    ("x = getattr(nn, 'Dens', None)\nx", "guarded", "mindspore.nn.Dens"),
    ("x = getattr(nn, name)\nx.y", "", ""),
    ("core = ms.nn\ncore.Dens", "unknown", "mindspore.nn.Dens"),
    ("r, t = nn.ReLU(), nn.Tanh()\nr([1], 2)", "argument", "mindspore.nn.ReLU(2 positional)"),
    ("r, t = t, r = nn.ReLU, ()\nr(1, 2)", "", ""),
    # what the program catches itself
    ("try:\n    nn.Dens\nexcept AttributeError:\n    pass", "guarded", "mindspore.nn.Dens"),
    ("try:\n    nn.Dens\nexcept OSError:\n    pass", "unknown", "mindspore.nn.Dens"),
    ("if hasattr(nn, 'Dens'):\n    nn.Dens", "guarded", "mindspore.nn.Dens"),
    ("if ms.__version__ < '2':\n    nn.Dens", "guarded", "mindspore.nn.Dens"),
    ("if MS_VERSION[0] == 1:\n    pass\nelse:\n    nn.Dens", "guarded", "mindspore.nn.Dens"),
    # arguments
    ("nn.Dense(2)", "argument", "mindspore.nn.Dense(without out_channels)"),
    ("nn.Dense(2, *rest)", "", ""),
    ("nn.Dense(2, **rest)", "", ""),
    ("nn.Dense(2, has_bia=True, **rest)", "argument", "mindspore.nn.Dense(has_bia=)"),
    ("nn.ReLU(1, 2, 3)", "argument", "mindspore.nn.ReLU(3 positional)"),
    ("ops.mean(Tensor([1]), axes=0)", "argument", "mindspore.ops.mean(axes=)"),
    ("ops.ReduceSum(keep_dim=True)", "argument", "mindspore.ops.ReduceSum(keep_dim=)"),
    ("ops.ReduceSum(True)(Tensor([1]), 0, 1)", "argument", "mindspore.ops.ReduceSum(3 positional)"),
    ("relu = ops.ReLU()\nrelu()", "argument", "mindspore.ops.ReLU(without input)"),
    ("nn.Conv2d(1, 2, 3)(x, y)", "argument", "mindspore.nn.Conv2d(2 positional)"),
    # arguments of older releases, which work
    ("ops.dot(x1=x, other=y)", "older", "mindspore.ops.dot(x1=)"),
    ("ops.argmax(x, axis=1)", "older", "mindspore.ops.argmax(axis=)"),
    (
        "nn.EmbeddingLookup(3, 2, vocab_cache_size=0)",
        "older",
        "mindspore.nn.EmbeddingLookup(vocab_cache_size=)",
    ),
    ("ops.argmax(Tensor([1]), axes=1)", "argument", "mindspore.ops.argmax(axes=)"),
    ("ops.interpolate(x, sizes=(4, 4), mode='bilinear')", "", ""),
    ("ops.split(x, axis=1, output_num=3)", "", ""),
    ("nn.Momentum([], 0.1, 0.9)", "differs", "mindspore.nn.Momentum"),
    # Tensors, Parameters, Cells and datasets
    ("x = Tensor([1.0])\ny = x.abs()\ny.cuda()", "unknown", "mindspore.Tensor.cuda"),
    ("x = ops.ones((2,))\nz = x + 1\nz.detach_it()", "unknown", "mindspore.Tensor.detach_it"),
    ("x = ops.split(Tensor([1]), 1)\nx.index(3)", "", ""),
    ("x = Tensor([1.0]).asnumpy()\nx.nothing", "differs", "mindspore.Tensor.asnumpy"),
    ("Tensor([1.0]).pin_memory()", "missing", "mindspore.Tensor.pin_memory"),
    ("Tensor([1.0]).abs(3)", "argument", "mindspore.Tensor.abs(1 positional)"),
    ("p = Parameter(Tensor([1.0]))\np.no_such()", "unknown", "mindspore.Parameter.no_such"),
    ("x = Tensor([1.0])\nif a:\n    x = {}\nx.setdefault(1)", "", ""),
    ("for x in ():\n    x = Tensor([1.0])\nx.nothing", "", ""),
    (
        "class N(nn.Cell):\n    def __init__(self):\n        self.d = nn.Dense(1, 2)\n"
        "    def construct(self, x):\n        return self.d(x, x)",
        "argument",
        "mindspore.nn.Dense(2 positional)",
    ),
    (
        "class N(nn.Cell):\n    def construct(self, x):\n        return x.pin_memory()",
        "missing",
        "mindspore.Tensor.pin_memory",
    ),
    ("class N(nn.Cell):\n    def construct(self, x):\n        return x.own()", "", ""),
    (
        "class A(nn.Cell):\n    def __init__(self):\n        self.w = Parameter(Tensor([1]))\n"
        "class B(A):\n    def construct(self, x):\n        return self.w.cuda()",
        "unknown",
        "mindspore.Parameter.cuda",
    ),
    (
        "class A(nn.Cell):\n    def __init__(self):\n        self.w = Parameter(Tensor([1]))\n"
        "    def f(self):\n        self.w = []\n    def g(self):\n        self.w.append(1)",
        "",
        "",
    ),
    (
        "class N(nn.Cell):\n    def construct(self, x):\n"
        "        return self.enable_backward_hook(len)",
        "missing",
        "mindspore.nn.Cell.enable_backward_hook",
    ),
    ("class N(nn.Cell):\n    def f(self):\n        return self.own_thing", "", ""),
    ("ds.GeneratorDataset([], ['a']).batch(2).repeat(1).create_tuple_iterator()", "", ""),
    ("ds.NumpySlicesDataset([1]).skip(n=2)", "argument", "mindspore.dataset.Dataset.skip(n=)"),
    # settings
    ("context.set_context(mode=context.GRAPH_MODE)", "", ""),
    ("ms.set_context(device_target='Ascend')", "setting", "mindspore.set_context"),
    ("ms.set_context(device_target='NPU')", "argument", "mindspore.set_context"),
    ("ms.set_context(save_graphs=True)", "setting", "mindspore.set_context"),
    ("ms.set_context(grad_for_scalar=True)", "argument", "mindspore.set_context"),
    ("ms.set_context(no_such_option=1)", "argument", "mindspore.set_context"),
    # NumPy
    ("np.float(3)", "numpy", "numpy.float"),
    ("np.product([1])", "numpy", "numpy.product"),
    ("from numpy import float_", "numpy", "numpy.float_"),
    ("np.float32(3); np.linalg.norm([1.0]); np.array([1]).nothing", "", ""),
    ("from numpy.lib import recfunctions; import numpy.testing as t; t.assert_equal", "", ""),
    # what cannot be read
    ("x = " + "(" * 500 + "1" + ")" * 500, "syntax", "syntax"),
    ("x = " + "+".join(["nn"] * 30000), "syntax", "syntax"),
    ("x\0", "syntax", "syntax"),
    ("print 'hello'", "syntax", "syntax"),
]  # fmt: skip


def findings(path, text):
    path.write_text(text)
    return [one for one in msjax.check(path)[0].findings if one.kind != "works"]


@pytest.mark.parametrize("text, kind, name", CASES, ids=[text[:60] for text, _, _ in CASES])
def test_found(text, kind, name, tmp_path):
    found = findings(tmp_path / "train.py", HEAD + text + "\n")
    if kind == "differs":
        found = [one for one in found if one.name == name]
    assert {(one.kind, one.name) for one in found} == ({(kind, name)} if kind else set())
    if found and kind != "syntax":
        assert all(line > 5 for one in found for _, line in one.places)


FATES = [case for case in CASES if case[1] in ("unknown", "missing", "argument", "numpy")]
FATES = [
    case[0]
    for case in FATES
    if "import mind" not in case[0] and ":" not in case[0] and "for" not in case[0]
]


@pytest.mark.parametrize("text", FATES)
def test_what_is_said_to_fail_fails(text):
    if "(x, y)" in text:
        text = text.replace("(x, y)", "(Tensor([1]), 1)")
    text = text.replace(", **rest", "")
    msjax.install()
    try:
        with pytest.raises(
            (AttributeError, ImportError, NotImplementedError, TypeError, ValueError, RuntimeError)
        ):
            exec(HEAD + text, {})
    finally:
        msjax.uninstall()


def test_lines_and_successors(tmp_path):
    text = HEAD + "nn.Dens\n\nnn.Dens\nops.ms_thing\nms.ms_function\n"
    report = msjax.check(tmp_path / "a.py") if findings(tmp_path / "a.py", text) else ()
    found = {one.name: one for one in report[0].findings}
    assert found["mindspore.nn.Dens"].where == "6, 8"
    assert "mindspore.nn.Dense" in found["mindspore.nn.Dens"].text
    assert found["mindspore.ms_function"].text.endswith("and has mindspore.jit")
    assert "6, 8" in str(report) and "1 file: 0 without anything that fails, 1 with" in str(report)


def notebook(path, *cells):
    made = [{"cell_type": "markdown", "source": "# nn.Dens"}]
    made += [{"cell_type": "code", "source": text.splitlines(True)} for text in cells]
    path.write_text(json.dumps({"cells": made}))
    return path


def test_notebook(tmp_path):
    path = notebook(
        tmp_path / "a.ipynb",
        "%load_ext msjax\n!pip install x\nfrom mindspore import nn\nfiles = !ls",
        "%%bash\nnn.Dens",
        "nn.Dense?\nif 1:\n    %time x\nnn.Dens()",
    )
    (found,) = [one for one in msjax.check(path)[0].findings if one.kind != "works"]
    assert found.name == "mindspore.nn.Dens" and found.where == "4:4"
    for text in ('{"mindspore', '["mindspore"]', '{"cells": ["mindspore"]}'):
        path.write_text(text)
        assert msjax.check(path)[0].findings[0].name == "notebook"


@pytest.mark.parametrize(
    "cell, line",
    [
        ("!pip install a \\\n  b \\\n  c\nnn.Dens", 4),
        ("x = ('%d'\n%\n3)\nnn.Dens", 4),
        ("text = '''\n!ls\n'''\nnn.Dens", 4),
        ("a, b = !ls \\\n  -l\nnn.Dens", 3),
        ("%%time\nnn.Dens", 2),
        ("/print 3\n,print a b\nnn.Dens", 3),
        ("?nn\nnn.Dense??\n*Dense*?\nfor i in ():\n    %time i\n    nn.Dens", 6),
    ],
)
def test_magics(cell, line, tmp_path):
    path = notebook(tmp_path / "a.ipynb", "from mindspore import nn", cell)
    found = [one for one in msjax.check(path)[0].findings if one.kind != "works"]
    assert [(one.name, one.where) for one in found] == [("mindspore.nn.Dens", f"3:{line}")]


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "a.py").write_text("import mindspore\n")
    (tmp_path / "no_target.py").symlink_to("nowhere.py")
    (tmp_path / "itself.py").symlink_to("itself.py")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "inside").symlink_to(tmp_path)
    told = {file.path.rpartition("/")[2]: file.fails for file in msjax.check(tmp_path)}
    assert told == {"a.py": False, "no_target.py": True, "itself.py": True, "pipe.py": True}
    assert main([str(tmp_path)]) == 1 and main([str(tmp_path / "pipe.py")]) == 2


def test_directory(tmp_path):
    for place in ("a.py", "inside/b.py", ".hidden/c.py", "__pycache__/d.py", "inside/e.txt"):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_text("from mindspore import nn\nnn.Dens\n")
    report = msjax.check(tmp_path)
    assert [file.path for file in report] == [
        str(tmp_path / "a.py"),
        str(tmp_path / "inside" / "b.py"),
    ]
    assert "     2 mindspore.nn.Dens (unknown)" in str(report)
    assert report.counts() == {"unknown": 1}


PACKAGE = {
    "pkg/__init__.py": "from .compat import ops, Base\nimport mindspore as ms\nnn = ms.nn\n",
    "pkg/compat.py": "import mindspore\nops = mindspore.ops\n"
    "try:\n    from mindspore.ops import relu\nexcept ImportError:\n"
    "    from mindspore import no_such as relu\n"
    "try:\n    from mindspore import nothing\nexcept ImportError:\n"
    "    nothing = mindspore.nn.ReLU\n"
    "class Base(mindspore.nn.Cell):\n    def __init__(self):\n"
    "        self.d = mindspore.nn.Tanh()\n",
    "pkg/sub/inner.py": "from .. import ops\nfrom ..other import ops as more\nvalue = ops.ReLU()\n",
    "pkg/other.py": "from pkg.sub.inner import ops\nimport logging\nlogging.ops.Dens\n",
    "pkg/logging.py": "from mindspore import ops\n",
    "plain.py": "import json\nfrom torch import nn\n",
}

# What a file beside this package says, and what is found in it.
HANDED_ON = [
    ("from pkg import ops\nops.Dens", "mindspore.ops.Dens"),
    ("from pkg.compat import *\nops.Dens", "mindspore.ops.Dens"),
    ("import pkg\npkg.nn.Dens", "mindspore.nn.Dens"),
    ("import pkg.compat as c\nc.ops.Dens", "mindspore.ops.Dens"),
    ("import pkg.compat\npkg.compat.ops.Dens", "mindspore.ops.Dens"),
    ("from pkg import compat\ncompat.relu(no=1)", "mindspore.ops.relu(no=)"),
    ("from pkg import compat\ncompat.nothing(no=1)", "mindspore.nn.ReLU(no=)"),
    ("from pkg.sub import inner\ninner.more.Dens", "mindspore.ops.Dens"),
    ("from pkg.sub.inner import value\nvalue(1, 2)", "mindspore.ops.ReLU(2 positional)"),
    ("from .pkg import nn\nnn.Dens", "mindspore.nn.Dens"),
    (
        "import pkg\nclass N(pkg.Base):\n    def construct(self, x):\n        self.d(x, x)",
        "mindspore.nn.Tanh(2 positional)",
    ),
    ("import pkg\npkg.no_such.Dens; pkg.compat.no_such", ""),
    ("from plain import nn\nnn.Dens", ""),
    ("from pkg.logging import ops as other\nimport logging\nlogging.Dens", ""),
]


@pytest.mark.parametrize("text, name", HANDED_ON, ids=[text for text, _ in HANDED_ON])
def test_names_that_files_of_the_program_hand_on(text, name, tmp_path):
    for place, content in PACKAGE.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(content)
    (tmp_path / "run.py").write_text(text + "\n")
    expected = {name} if name else set()
    told = {file.path: file.findings for file in msjax.check(tmp_path)}
    for found in (told[str(tmp_path / "run.py")], findings(tmp_path / "run.py", text)):
        assert {one.name for one in found if one.kind not in ("works", "differs")} == expected
    assert not any(one.kind == "unknown" for one in told[str(tmp_path / "pkg" / "other.py")])


def test_files_that_import_one_another(tmp_path):
    (tmp_path / "a.py").write_text("import mindspore.nn as nn\nimport b\nb.nn.Dens\n")
    (tmp_path / "b.py").write_text("from a import nn\nimport a\na.b.nn.Dens\n")
    for number in range(60):
        content = f"from c{number + 1} import nn\nnn.Dens\n"
        (tmp_path / f"c{number}.py").write_text(content)
    (tmp_path / "c60.py").write_text("from mindspore import nn\n")
    report = msjax.check(tmp_path)
    told = {file.path.rpartition("/")[2] for file in report if file.fails}
    assert {"a.py", "b.py"} <= told and len(told) > 40
    assert all(one.name == "mindspore.nn.Dens" for f in report for one in f.findings if f.fails)


@pytest.mark.parametrize(
    "arguments, status",
    [
        (["good.py"], 0),
        (["bad.py"], 1),
        (["good.py", "bad.py"], 1),
        (["none.py"], 2),
        (["note.txt"], 2),
        ([], 2),
        (["--wrong", "good.py"], 2),
        (["--help"], 0),
    ],
)
def test_exit_status(arguments, status, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.py").write_text("from mindspore import nn\nnn.Dense(2, 3)\n")
    (tmp_path / "bad.py").write_text("from mindspore import nn\nnn.Dense(2, 3, bias=1)\n")
    (tmp_path / "note.txt").write_text("")
    assert main(arguments) == status
    printed = capsys.readouterr()
    assert (printed.err if status == 2 else printed.out).strip()


def test_json(tmp_path, capsys):
    (tmp_path / "bad.py").write_text("from mindspore import nn\nnn.Dense(2, 3, bias=1)\n")
    assert main(["--json", "--all", str(tmp_path)]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["fails"] and data["counts"] == {"argument": 1, "works": 1}
    kinds = {found["kind"]: found["places"] for found in data["files"][0]["findings"]}
    assert kinds == {"argument": [{"line": 2}], "works": [{"line": 2}]}


def test_shell_runs_nothing_of_the_program(tmp_path):
    (tmp_path / "a.py").write_text("import mindspore\nopen('made', 'w')\n")
    done = subprocess.run(
        [sys.executable, "-m", "msjax", "check", "a.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "1 file: 1 without anything that fails, 0 with." in done.stdout
    assert not (tmp_path / "made").exists()
