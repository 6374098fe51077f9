"""Names that MindSpore's files show because they import them; programs import them from there."""

import importlib

import numpy as np
import pytest

import msjax as ms
from msjax import _missing, _surface
from msjax.dataset.vision.py_transforms_util import hwc_to_chw, is_numpy
from msjax.train.summary.summary_record import _get_summary_tensor_data

LISTED = [(module, name) for module, names in _surface.imported().items() for name in names]


def test_every_listed_name_is_the_one_of_its_own_module():
    assert len(LISTED) > 500
    for module, name in LISTED:
        origin, there = _surface.imported()[module][name]
        own = importlib.import_module(".".join(filter(None, ("msjax", origin))))
        found = getattr(importlib.import_module(f"msjax.{module}"), name)
        assert found is getattr(own, there), (module, name)
        assert not _missing.is_missing(found), (module, name)


def test_what_programs_import():
    model = importlib.import_module("msjax.train.model")
    helper = importlib.import_module("msjax.train.dataset_helper")
    assert model.DatasetHelper is helper.DatasetHelper
    assert model.RunContext is ms.train.RunContext
    text = importlib.import_module("msjax.dataset.text.transforms")
    assert text.Implementation.PY == 1


def test_files_of_metrics_under_their_older_folder():
    for path, name in {
        "accuracy": "Accuracy",
        "fbeta": "F1",
        "metric": "Metric",
        "root_mean_square_surface_distance": "RootMeanSquareDistance",
        "topk": "Top1CategoricalAccuracy",
    }.items():
        module = importlib.import_module(f"msjax.nn.metrics.{path}")
        assert getattr(module, name) is getattr(ms.train, name)


def test_operations_of_datasets_under_their_package():
    data = ms.dataset.GeneratorDataset([1, 2, 3], "a", shuffle=False)
    assert isinstance(data.take(2), ms.dataset.engine.TakeDataset)
    assert isinstance(data.map(abs), ms.dataset.MapDataset)


def test_an_operation_derived_from_another_runs_the_other():
    run = importlib.import_module("msjax.ops.primitive")._run_op

    class OfDoubles(ms.ops.ReduceSum):
        def __call__(self, x, axis=()):
            return run(self, self.name, (x * 2, axis))

    def total(x):
        return OfDoubles(keep_dims=True)(x, 1)

    x = ms.Tensor([[1.0, 2.0]])
    for function in total, ms.jit(total):
        assert function(x).asnumpy().tolist() == [[6.0]]
    assert ms.grad(total)(x).asnumpy().tolist() == [[2.0, 2.0]]
    assert run(ms.ops.Primitive("Add"), "Add", (x, x)).asnumpy().tolist() == [[2.0, 4.0]]
    with pytest.raises(NotImplementedError, match="'Nothing' has no implementation"):
        run(ms.ops.Primitive("Nothing"), "Nothing", (x,))


def test_checks_of_arguments_that_transformers_of_older_releases_import():
    layers = importlib.import_module("msjax.parallel._transformer.layers")

    def positive(value, name):
        if value <= 0:
            raise ValueError(name)

    class Block:
        @layers._args_type_validator_check(
            size=positive,
            act=layers._valid_type_checks([str], "Block"),
            dtype=layers._valid_value_checks([ms.float16, ms.float32], "Block"),
        )
        def __init__(self, size, act="relu", dtype=ms.float32, other=None):
            self.given = size, act, dtype, other

    assert Block(2, dtype=ms.float16, other=1).given == (2, "relu", ms.float16, 1)
    with pytest.raises(ValueError, match="size"):
        Block(0)
    with pytest.raises(TypeError, match=r"'act' must be one of \['str'\], but got int"):
        Block(1, 5)
    with pytest.raises(TypeError, match=r"For 'Block', the 'dtype' must be one of .* got Int32"):
        Block(1, dtype=ms.int32)


def test_other_names_are_still_refused():
    with pytest.raises(AttributeError, match=r"msjax\.train\.model.*Banana"):
        _ = importlib.import_module("msjax.train.model").Banana
    with pytest.raises(ImportError):
        exec("from msjax.nn.loss.loss import DatasetHelper")


def test_core_of_the_data_pipeline_imports_and_refuses():
    engine = importlib.import_module("msjax._c_dataengine")
    with pytest.raises(NotImplementedError, match="_c_dataengine.LookupOperation"):
        engine.LookupOperation()


def test_helpers_of_images():
    image = np.arange(24).reshape(2, 4, 3)
    assert np.array_equal(hwc_to_chw(image), np.moveaxis(image, -1, 0))
    assert hwc_to_chw(image[..., 0]).shape == (2, 4)
    assert is_numpy(image) and not is_numpy([1])
    for wrong in ([1], image[0, 0]):
        with pytest.raises(TypeError):
            hwc_to_chw(wrong)


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_summaries_are_taken_once(mode):
    class Watched(ms.nn.Cell):
        def construct(self, x):
            ms.ops.TensorSummary()("seen", x)
            ms.ops.ScalarSummary()("total", x.sum())
            return x

    ms.set_context(mode=mode)
    _get_summary_tensor_data()
    Watched()(ms.Tensor([1.0, 2.0]))
    taken = _get_summary_tensor_data()
    assert taken.keys() == {"seen[:Tensor]", "total[:Scalar]"}
    assert taken["seen[:Tensor]"].asnumpy().tolist() == [1.0, 2.0]
    assert _get_summary_tensor_data() == {}


def test_initializers_fill_arrays():
    core = importlib.import_module("msjax._c_expression")
    drawn = np.zeros(10_000, np.float32)
    core._random_normal(5, drawn, 1.0, 2.0)
    assert abs(drawn.mean() - 1) < 0.1 and abs(drawn.std() - 2) < 0.1
    core._random_uniform(5, drawn, -2.0, 4.0)
    assert -2 <= drawn.min() < -1.9 and 3.9 < drawn.max() <= 4
    core._truncated_normal(5, drawn, -1.0, 1.0, 0.0, 3.0)
    assert -1 <= drawn.min() < -0.9 and 0.9 < drawn.max() <= 1
