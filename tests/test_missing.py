"""Names of MindSpore that msjax lacks: imported freely, refused at their first use.

The tests with `python` run on the package in miniature.py, where `nn` has Cell only, `ops` has Add
and softmax, and nothing else has a file.
"""

import importlib
import json
import subprocess
import sys

import miniature
import pytest
from miniature import dedent, output
from places import ROOT

NAMES = json.loads((ROOT / "msjax" / "_surface" / "names.json").read_text())


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return miniature.make(tmp_path_factory.mktemp("miniature"))


@pytest.fixture
def python(package, tmp_path):
    def run(text):
        code = "import msjax\nfrom msjax import nn, ops\n" + dedent(text)
        return output(miniature.run(["-c", code], tmp_path, [package]))

    return run


def refused(python, prepare, use):
    """The text of the NotImplementedError that `use` raises after `prepare` has passed."""
    lines = python(
        dedent(prepare)
        + dedent("print('prepared')")
        + f"try:\n    {use}\nexcept NotImplementedError as error:\n    print(error)\n"
    )
    assert lines[0] == "prepared" and len(lines) == 2, lines
    return lines[1]


@pytest.mark.parametrize(
    "prepare, use, name",
    [
        ("from msjax.nn import LSTM", "LSTM(1, 2)", "mindspore.nn.LSTM"),
        ("f = ops.interpolate", "f(None)", "mindspore.ops.interpolate"),
        ("op = ops.ReduceMean", "op(keep_dims=True)", "mindspore.ops.ReduceMean"),
        ("g = msjax.jit", "msjax.jit(print)", "mindspore.jit"),
        ("class Net(nn.LSTM): pass", "Net()", "mindspore.nn.LSTM"),
        (
            "class Net(nn.LSTM, nn.Cell):\n    def __init__(self): pass",
            "Net()",
            "mindspore.nn.LSTM",
        ),
        ("import abc\nclass Net(nn.LSTM, abc.ABC): pass", "Net()", "mindspore.nn.LSTM"),
        ("from msjax.dataset import GeneratorDataset as D", "D([])", "dataset.GeneratorDataset"),
        (
            "import msjax.dataset as ds",
            "ds.text.Vocab.from_list([])",
            "dataset.text.Vocab.from_list",
        ),
        ("import msjax.dataset.vision as v", "v.Inter.LINEAR + 1", "vision.Inter.LINEAR"),
        ("def f(mode=msjax.dataset.vision.Inter.LINEAR): bool(mode)", "f()", "vision.Inter.LINEAR"),
        ("import msjax.numpy as mnp", "mnp.pi / 2", "mindspore.numpy.pi"),
        ("import msjax.numpy as mnp", "2 * mnp.pi", "mindspore.numpy.pi"),
        ("import msjax.numpy as mnp", "mnp.pi == 3", "mindspore.numpy.pi"),
        ("from msjax.ops import operations as P", "P.TensorAdd()", "ops.operations.TensorAdd"),
        (
            "import msjax.dataset.vision.c_transforms as C",
            "C.Resize(2)",
            "mindspore.dataset.vision.c_transforms.Resize",
        ),
        (
            "from msjax.nn.transformer import TransformerEncoder as T",
            "T()",
            "mindspore.nn.transformer.TransformerEncoder",
        ),
        (
            "from msjax.parallel._utils import _get_device_num as n",
            "n()",
            "mindspore.parallel._utils._get_device_num",
        ),
    ],
)
def test_use_is_refused(python, prepare, use, name):
    text = refused(python, prepare, use)
    assert f"{name} is not implemented in msjax" in text


@pytest.mark.parametrize(
    "use, alternative",
    [
        ("nn.Softmax()", "mindspore.ops.softmax"),
        ("msjax.mint.softmax(1)", "mindspore.ops.softmax"),
        ("ops.add(1, 2)", "mindspore.ops.Add"),
        ("import msjax.nn.layer.activation as a; a.Softmax()", "mindspore.ops.softmax"),
        ("nn.LSTM()", None),
    ],
)
def test_alternative(python, use, alternative):
    text = refused(python, "", use)
    if alternative:
        assert text.endswith(f"the nearest supported name is {alternative}.")
    else:
        assert text.endswith("msjax.coverage('mindspore.nn') lists what is.")


def test_name_of_an_older_release(python):
    text = refused(python, "", "nn.ResizeBilinear()")
    assert "not part of MindSpore 2.10.0, which has mindspore.ops.interpolate" in text
    assert refused(python, "ops.interpolate = len", "nn.ResizeBilinear()").endswith(
        "the nearest supported name is mindspore.ops.interpolate."
    )


@pytest.mark.parametrize(
    "statement, error",
    [
        ("nn.NoSuchThing", AttributeError),
        ("from msjax.nn import NoSuchThing", ImportError),
        ("import msjax.no_such_thing", ModuleNotFoundError),
        ("import msjax.nn.no_such_thing", ModuleNotFoundError),
        ("import msjax.dataset.no_such_thing", ModuleNotFoundError),
        ("msjax.dataset.NoSuchThing", AttributeError),
        ("nn.__wrapped__", AttributeError),
        ("msjax.numpy.pi._private", AttributeError),
    ],
)
def test_unknown_names(python, statement, error):
    lines = python(f"try:\n    {statement}\nexcept Exception as e:\n    print(type(e).__name__)\n")
    assert lines == [error.__name__]


def test_hasattr(python):
    assert python(
        """
        import msjax.dataset as ds
        print(hasattr(nn, "LSTM"), hasattr(nn, "NoSuchThing"), hasattr(ds, "NoSuchThing"))
        print(hasattr(nn.LSTM, "from_list"), hasattr(ops.interpolate, "func"))
        print(hasattr(ds, "__path__"), hasattr(nn, "__wrapped__"))
        """
    ) == ["True False False", "False False", "True False"]


def test_placeholders_are_stable(python):
    assert python(
        """
        import copy, pickle
        from msjax import _missing
        assert nn.LSTM is nn.LSTM and ops.interpolate is ops.interpolate
        assert isinstance(nn.LSTM, type) and not isinstance(1, nn.LSTM)
        assert issubclass(msjax.mindrecord.ParamTypeError if hasattr(
            msjax.mindrecord, "ParamTypeError") else nn.LSTM, object)
        assert copy.deepcopy(ops.interpolate) is ops.interpolate
        assert pickle.loads(pickle.dumps(ops.interpolate)) is ops.interpolate
        linear = msjax.dataset.vision.Inter.LINEAR
        assert copy.copy(linear) is linear and len({linear, ops.interpolate}) == 2
        assert {linear: 1}[linear] == 1
        class Net(nn.LSTM): pass
        assert _missing.is_missing(nn.LSTM) and not _missing.is_missing(Net)
        assert "not implemented in msjax" in repr(nn.LSTM) + repr(ops.interpolate)
        print(repr(Net))
        """
    ) == ["<class '__main__.Net'>"]


def test_missing_exceptions_can_be_named_in_except(python):
    exceptions = [
        (module, name)
        for module, groups in NAMES["modules"].items()
        for name in (groups.get("X", "") + " " + groups.get("x", "")).split()
    ]
    assert exceptions
    module, name = exceptions[0]
    assert python(
        f"""
        from msjax.{module} import {name}
        try:
            1 / 0
        except {name}:
            print("wrong")
        except ZeroDivisionError:
            print("right")
        """
    ) == ["right"]


def test_same_object_under_each_path(python):
    assert python(
        """
        import msjax.nn.layer, msjax.nn.cell, msjax.common, msjax.ops.operations as P
        from msjax.train.serialization import context
        assert context is msjax.context and msjax.dataset.context is context and msjax.ops.P is P
        from msjax.common.tensor import Tensor
        from msjax.common import dtype as mstype
        assert msjax.nn.cell.Cell is nn.Cell and P.Add is ops.Add and Tensor is msjax.Tensor
        assert mstype is msjax.dtype and mstype.float32 is msjax.float32
        from msjax.nn.metrics.metric import Metric
        assert repr(Metric).startswith("<class mindspore.nn.metrics.metric.Metric, not impl")
        import msjax.train
        class Real: pass
        msjax.train.Metric = Real
        from msjax.nn.metrics.metric import Metric
        assert Metric is Real and msjax.Metric is Real
        print("end")
        """
    ) == ["end"]


@pytest.fixture
def file(package):
    """Add a module to the package for one test."""
    made = []

    def add(name, text):
        path = package / "msjax" / name
        made.extend(parent for parent in path.parents if not parent.exists())
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text))
        made.insert(0, path)

    yield add
    for path in made:
        path.unlink() if path.is_file() else path.rmdir()


def test_real_files_win(python, file):
    file("common/__init__.py", "")
    file("common/dtype.py", "REAL = True")
    assert python(
        """
        import msjax.common.dtype, msjax.common.parameter, msjax.dtype
        assert msjax.common.dtype.REAL and msjax.common.__file__
        assert msjax.dtype is msjax.common.dtype
        print(msjax.common.parameter.__spec__.origin, msjax.common.COOTensor.__name__)
        """
    ) == ["placeholders COOTensor"]


def test_directory_without_init_file(python, file):
    file("train/callback.py", "class Callback: pass")
    assert python(
        """
        import msjax.train.callback
        assert msjax.train.__spec__.origin == "placeholders" and msjax.train.callback.__file__
        print(msjax.train.Model.__name__, msjax.train.callback.Callback.__module__)
        """
    ) == ["Model msjax.train.callback"]


def test_own_getattr_is_kept(python, file):
    file("train.py", "def __getattr__(name): return 'own ' + name")
    assert python("print(msjax.train.Model)") == ["own Model"]


def test_unfinished_module_fails_loudly(python, file):
    file("train.py", "from msjax import amp\nclass Model: pass")
    file("amp.py", "from msjax.train import Model")
    assert python(
        """
        try:
            import msjax.train
        except ImportError as error:
            print("cannot import name 'Model'" in str(error))
        """
    ) == ["True"]


def test_star_import(python):
    assert python(
        """
        from msjax.ops.operations import *
        print(Add is ops.Add, ReduceMean.__name__, "ControlDepend" in globals())
        from msjax.dataset.vision.c_transforms import *
        print(Resize.__module__)
        """
    ) == ["True ReduceMean False", "mindspore.dataset.vision.c_transforms"]


def test_members(python):
    assert python(
        """
        from msjax._missing import class_getattr
        class Tensor:
            __getattr__ = class_getattr("Tensor")
        t = Tensor()
        print(hasattr(t, "abs"), hasattr(t, "no_such"), hasattr(t, "_abs"))
        try:
            t.abs()
        except NotImplementedError as error:
            print(error)
        try:
            t.no_such
        except NotImplementedError:
            print("wrong")
        except AttributeError as error:
            print(error)
        """
    ) == [
        "False False False",
        "mindspore.Tensor.abs is not implemented in msjax; "
        "msjax.coverage('mindspore.Tensor') lists what is.",
        "'Tensor' object has no attribute 'no_such'",
    ]


def test_coverage_counts(python):
    assert python(
        """
        rows = {row.name: row for row in msjax.coverage()}
        print(rows["mindspore.nn"].works, rows["mindspore.ops"].works)
        print(rows["mindspore.ops.operations"].works)
        print("LSTM" in rows["mindspore.nn"].missing, "no_such" in rows["mindspore.nn"].missing)
        print(rows["mindspore.dataset"].works, len(rows["mindspore.dataset"].missing) > 80)
        print(rows["mindspore.Tensor"].works, "abs" in rows["mindspore.Tensor"].missing)
        for name in ("mindspore.nn", "msjax.nn", "nn"):
            assert msjax.coverage(name) == (rows["mindspore.nn"],), name
        assert msjax.coverage("mindspore") == (rows["mindspore"],)
        assert msjax.coverage("Tensor") == (rows["mindspore.Tensor"],)
        nn.LSTM = object
        print(msjax.coverage("nn")[0].works)
        try:
            msjax.coverage("no_such")
        except ValueError as error:
            print(error)
        """
    ) == [
        "('Cell',) ('Add', 'softmax')",
        "('Add',)",
        "True False",
        "() True",
        "() True",
        "('Cell', 'LSTM')",
        "For 'coverage', the 'module' must be a public module of MindSpore 2.10.0 or one of its "
        "main classes, but got 'no_such'.",
    ]


def test_coverage_text(python):
    lines = python("print(msjax.coverage('ops'))")
    total = len(NAMES["modules"]["ops"]) and int(lines[2].split()[2])
    assert lines[0].split() == ["module", "works", "differs", "missing"]
    assert lines[1].split() == ["mindspore.ops", "2", "0", str(total - 2)]
    share = f"{2 / total:.1%}"
    assert lines[2] == f"2 of {total} names work ({share}), 0 differ, {total - 2} are missing."
    assert lines[3].startswith("Missing: ") and "interpolate" in lines[3]


def every_name():
    """(module, name) of every section of the table."""
    for section in ("modules", "moved", "spelled", "legacy", "private"):
        for module, groups in NAMES[section].items():
            for names in groups.values():
                for text in names.split():
                    yield module, text.partition(">")[0].partition("=")[0]


def test_every_module_path_and_name_of_msjax_imports():
    """On msjax itself, in one process of its own: what a file imports never stops it."""
    code = """
        import importlib, json, sys
        import msjax
        msjax.install()
        bad = []
        for module, name in json.load(sys.stdin):
            path = f"mindspore.{module}".rstrip(".")
            try:
                getattr(importlib.import_module(path), name)
            except Exception as error:
                bad.append(f"{path} {name}: {error!r}")
        print(len(bad), *bad[:20], sep=chr(10))
    """
    result = subprocess.run(
        [sys.executable, "-c", dedent(code)],
        input=json.dumps(list(every_name())),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert output(result) == ["0"]


def test_table_is_sound():
    surface = importlib.import_module("msjax._surface").load()
    assert surface.version == "2.10.0"
    for module, entries in surface.entries.items():
        for name, entry in entries.items():
            assert name.isidentifier(), (module, name)
            assert (entry.target is None) == (entry.kind in tuple("CPKEXFV")), (module, name)
            if entry.target:
                target = surface.entries[entry.target[0]][entry.target[1]]
                assert target.target is None, (module, name)
    assert {"nn.cell", "ops.operations", "common.dtype"} <= surface.public
    assert "dataset.vision.c_transforms" in surface.modules - surface.public


def test_classes_say_the_module_that_publishes_them():
    from msjax import nn

    for name, module in (
        ("Conv2dTranspose", "conv"),
        ("AdaptiveAvgPool2d", "pooling"),
        ("LayerNorm", "normalization"),
        ("Dense", "basic"),
        ("BiDense", "dense"),
        ("Softmax", "activation"),
    ):
        assert getattr(nn, name).__module__ == f"msjax.nn.layer.{module}"
    assert nn.FocalLoss.__module__ == "msjax.nn.loss.loss"
    assert nn.layer.conv._Conv.__module__ == "msjax.nn.layer.conv"
