"""Names that MindSpore's files show because they import them; programs import them from there."""

import importlib
import runpy

import numpy as np
import places
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


def test_names_of_files_whose_package_shows_them():
    space = {}
    exec("from msjax.mint.optim.adamw import *", space)
    assert space["AdamW"] is ms.mint.optim.AdamW
    for path, name in {
        "experimental.optim.rmsprop": "RMSprop",
        "dataset.engine.datasets_vision": "CocoDataset",
        "hal.memory": "memory_stats",
        "runtime.stream": "Stream",
        "scipy.optimize.minimize": "minimize",
        "graph.symbol": "Symbol",
        "rewrite.api.symbol_tree": "SymbolTree",
    }.items():
        found = getattr(importlib.import_module(f"msjax.{path}"), name)
        homes = ("", "dataset", "experimental.optim", "hal", "runtime", "scipy.optimize", "rewrite")
        shown = [vars(importlib.import_module(f"msjax.{p}".rstrip("."))) for p in homes]
        assert any(own.get(name) is found for own in shown), path
    assert callable(ms.scipy.optimize.minimize)  # the function keeps the name


def test_star_imports_give_what_is_made_when_asked_for():
    space = {}
    for module in ("common", "ops.composite", "nn.layer", "utils"):
        exec(f"from msjax.{module} import *", space)
    assert space["COOTensor"] is ms.COOTensor and space["dtype"] is ms.dtype
    assert space["GradOperation"] is ms.ops.GradOperation
    assert space["Dense"] is ms.nn.Dense and "ExitByRequest" in space
    assert ms.common.__all__ == sorted(set(ms.common.__all__))


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


def test_classes_of_datasets_derive_from_what_they_hold():
    engine = ms.dataset.engine.datasets
    kinds = (ms.dataset.VisionBaseDataset, ms.dataset.TextBaseDataset, ms.dataset.AudioBaseDataset)
    for name, wanted in {
        "MnistDataset": (True, False, False),
        "VOCDataset": (True, False, False),
        "IMDBDataset": (False, True, False),
        "TextFileDataset": (False, True, False),
        "YesNoDataset": (False, False, True),
        "GeneratorDataset": (True, True, True),
        "TFRecordDataset": (True, True, True),
    }.items():
        cls = getattr(ms.dataset, name)
        assert tuple(issubclass(cls, kind) for kind in kinds) == wanted, name
    data = ms.dataset.NumpySlicesDataset(["b", "a", "b"], ["word"])
    assert isinstance(data.batch(2).map(abs), engine.UnionBaseDataset)
    assert data.build_vocab("word", None, 1, ["<pad>"], True).vocab() == {"<pad>": 0, "b": 1}


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


def test_a_program_makes_every_inner_primitive_that_dir_shows():
    prims = importlib.import_module("msjax.ops.auto_generate.gen_ops_prim")
    objects = {name for name in dir(prims) if name.endswith("_op")}
    assert len(objects) > 600
    assert {"add_ext_op", "abs_op", "dct_op", "gmm_op"} <= objects
    for name in sorted(objects)[::40]:
        assert isinstance(type(getattr(prims, name))().set_device("CPU"), ms.ops.Primitive), name


def test_a_metaclass_for_classes_of_tensors():
    meta = importlib.import_module("msjax.common.tensor")._TensorMeta

    class Typed(meta):
        pass

    class Long(ms.Tensor, metaclass=Typed):
        def __init__(self, data):
            super().__init__(data, dtype=ms.int64)

    total = Long([1, 2]) + 1
    assert total.asnumpy().tolist() == [2, 3] and type(total) is ms.Tensor


@pytest.mark.parametrize(
    "shape, indices, axis, batch_dims, wanted",
    [
        ((2, 3, 4, 5), (3, 4), 1, 0, (1, 2, 0, 3)),
        ((2, 3, 4, 5), (2, 3), -1, 1, (0, 2, 1, 3)),
        ((4, 5), (4,), 0, 0, (0, 1)),
    ],
)
def test_order_of_axes_of_what_was_gathered(shape, indices, axis, batch_dims, wanted):
    utils = importlib.import_module("msjax.ops._utils.utils")
    assert utils.generate_shape_index(shape, indices, axis, batch_dims) == wanted


X = "Argument x with value {} is not of type {}, but got <class '{}'>."
OUTSIDE = "Input x is not within the required interval of {}."
INT, STR = (int,), (str,)


@pytest.mark.parametrize(
    "check, args, error",
    [
        ("type_check", (1, INT, "x"), None),
        ("type_check", (1, STR, "x"), X.format(1, "[<class 'str'>]", "int")),
        ("type_check", (True, INT, "x"), X.format(True, "(<class 'int'>,)", "bool")),
        ("type_check_list", ([1, 2], INT, "x"), None),
        (
            "type_check_list",
            ([1, "a"], INT, "x"),
            X.replace("x", "x[1]", 1).format("a", "[<class 'int'>]", "str"),
        ),
        ("type_check_list", (["a"], INT, ["x"]), X.format("a", "[<class 'int'>]", "str")),
        ("check_value", (2, [1, 3], "x"), None),
        ("check_value", (5, [1, 3]), OUTSIDE.replace(" x", "").format("[1, 3]")),
        ("check_value", (1, [1, 3], "x", True), OUTSIDE.format("(1, 3]")),
        ("check_value", (3, [1, 3], "x", False, True), OUTSIDE.format("[1, 3)")),
        ("check_positive", (0, "x"), "Input x must be greater than 0."),
        ("check_pos_int32", (0, "x"), OUTSIDE.format("[1, 2147483647]")),
        ("check_pos_int32", (1.5, "x"), X.format(1.5, "[<class 'int'>]", "float")),
        ("check_uint8", (300, "x"), OUTSIDE.format("[0, 255]")),
        ("check_float32", (1e40, "x"), OUTSIDE.format("[-16777216, 16777216]")),
        ("check_pos_float32", (0.0, "x"), OUTSIDE.format("(0, 16777216]")),
        ("check_2tuple", ([1, 2], "x"), "Value x needs to be a 2-tuple."),
        ("check_valid_str", ("a", ["b"], "x"), "Input x is not within the valid set of ['b']."),
    ],
)
def test_checks_of_arguments_of_transforms(check, args, error):
    function = getattr(importlib.import_module("msjax.dataset.core.validator_helpers"), check)
    if error is None:
        assert function(*args) is None
        return
    with pytest.raises((TypeError, ValueError)) as caught:
        function(*args)
    assert str(caught.value) == error


def test_arguments_of_a_method_of_a_program():
    helpers = importlib.import_module("msjax.dataset.core.validator_helpers")

    def method(self, a, b=2, *more, **rest):
        pass

    values, named = helpers.parse_user_args(method, 1, 5, 6, z=3)
    assert values == [1, 5, (6,), {"z": 3}]
    assert {k: v for k, v in named.items() if k != "self"} == {
        "a": 1,
        "b": 5,
        "more": (6,),
        "rest": {"z": 3},
    }
    with pytest.raises(TypeError, match="multiple values for argument 'a'"):
        helpers.parse_user_args(method, 1, a=3)
    assert (helpers.replace_none(None, 3), helpers.replace_none(0, 3)) == (3, 0)


EQUAL, AXIS = "check_shape_equal", "check_shape_value_on_axis"
LENGTH, WITHOUT = "check_shape_length", "check_shape_equal_without_batch"


@pytest.mark.parametrize(
    "check, args, error",
    [
        (EQUAL, ((2, 3), "x", "Net", [2, 3]), None),
        (EQUAL, ([2, 3], "x", "Net", [[4, 3], [2, 3]]), None),
        (
            EQUAL,
            ((2, 3), "x", "Net", [[2, 4], [6]]),
            r"must be one of \[\[2, 4\], \[6\]\],but got \[2, 3",
        ),
        (EQUAL, ((2,), "x", "Net", [2, 3]), r"Net x shape length must be one of \[2\] dimension"),
        (LENGTH, ((2, 3), "x", "Net", 2), None),
        (LENGTH, ((2, 3), "x", "Net", [3, 4]), r"\[3, 4\] dimension, but got shape \(2, 3\)"),
        (AXIS, ((2, 3), 1, "x", "Net", 3), None),
        (AXIS, ((2, 3), 1, "x", "Net", 4), "Net x at 1 shape must be 4,but got 3"),
        (WITHOUT, ((6, 8), "x", "Net", (3, 8)), None),
        (WITHOUT, ((5, 3, 8), "x", "Net", (3, 8)), None),
        (WITHOUT, ((6, 7), "x", "Net", (3, 8)), "last dimension of x shape must be 8"),
        (WITHOUT, ((0, 8), "x", "Net", (3, 8)), "greater than 0,but got the first dimension 0"),
        (WITHOUT, ((5, 8), "x", "Net", (3, 8)), r"divisible by 3,but got .* 5 in \[5, 8\]"),
    ],
)
def test_checks_of_shapes_that_transformers_of_older_releases_import(check, args, error):
    layers = importlib.import_module("msjax.parallel._transformer.layers")
    check = getattr(layers._LayerInputCheck, check)
    if error is None:
        assert check(*args) is True
    else:
        with pytest.raises(ValueError, match=error):
            check(*args)


def test_checks_of_inputs_run_in_construct():
    layers = importlib.import_module("msjax.parallel._transformer.layers")

    class Net(ms.nn.Cell):
        def __init__(self, use_past=False):
            super().__init__()
            self.use_past = use_past

        def construct(self, x, valid=None):
            layers._LayerInputCheck.check_shape_equal(ms.ops.shape(x), "x", self.cls_name, [2, 3])
            layers._check_input_dtype(ms.ops.dtype(x), "x", [ms.float32], self.cls_name)
            layers._check_past_none_input_none(
                self.use_past, "valid", "Net", None, isinstance(valid, ms.Tensor), valid is None
            )
            return x * 2

    x = ms.ops.ones((2, 3))
    for run in (lambda net: net), ms.jit:
        assert run(Net())(x).sum() == 12 and run(Net(True))(x, x).sum() == 12
        with pytest.raises(TypeError, match="'Net'.*'x' should be .*Float32"):
            run(Net())(x.astype(ms.int32))
        with pytest.raises(ValueError, match="Net x shape must be one of"):
            run(Net())(x.T.reshape(3, 2))
        with pytest.raises(TypeError, match="valid must be None, if use_pat is False, but found a"):
            run(Net())(x, x)
        with pytest.raises(TypeError, match="valid must be tensor, if use_pat is True"):
            run(Net(True))(x)
    with pytest.raises(TypeError, match="must be True, if use_pat is False, but found a tensor"):
        layers._check_past_none_input_none(False, "init", "Net", True, True, True)


@pytest.mark.parametrize(
    "one, other",
    [
        ("parallel._transformer.op_parallel_config", "nn.transformer.op_parallel_config"),
        ("parallel._transformer._blocks", "nn.transformer._blocks"),
        ("nn.metrics.topk", "train.metrics.topk"),
    ],
)
def test_files_of_a_package_with_two_paths_are_loaded_once(one, other):
    one, other = (importlib.import_module(f"msjax.{path}") for path in (one, other))
    assert one is other


def test_checks_of_configs_that_transformers_of_older_releases_import():
    config = importlib.import_module("msjax.parallel._transformer.op_parallel_config")
    moe = importlib.import_module("msjax.parallel._transformer.moe")
    assert config._check_config(config.default_dpmp_config) is None
    stages = config.TransformerOpParallelConfig(data_parallel=4)
    ms.set_auto_parallel_context(parallel_mode="semi_auto_parallel")
    try:
        with pytest.raises(ValueError, match="data parallel 4, model parallel 1 pipeline stages 1"):
            config._check_config(stages)
        ms.set_auto_parallel_context(pipeline_stages=2)
        with pytest.raises(ValueError, match="pipeline stage 2 .* pipeline_stage 1 in the config"):
            config._check_config(stages)
    finally:
        ms.reset_auto_parallel_context()
    many = moe.MoEConfig(expert_num=4)
    assert moe._check_moe_config(moe.default_moe_config, None) is None
    assert moe._check_moe_config(many, config.default_moeparallel_config) is None
    with pytest.raises(TypeError, match="must be an instance of MoEConfig, but got int"):
        moe._check_moe_config(4)
    for parts, batches, error in (
        (3, 1, "'expert_num' in MoEConfig must be a multiple"),
        (2, 1, "device_num: 1 must be a multiple of expert_parallel: 2"),
        (1, 2, "The product of the data parallel: 2 and model parallel: 1"),
    ):
        with pytest.raises(ValueError, match=error):
            moe._check_moe_config(many, config.MoEParallelConfig(batches, 1, parts))
    with pytest.raises(NotImplementedError, match="nn.transformer.moe.MoE is not supported"):
        moe.MoE(8, 16, 0.1)


def test_other_names_are_still_refused():
    with pytest.raises(AttributeError, match=r"msjax\.train\.model.*Banana"):
        _ = importlib.import_module("msjax.train.model").Banana
    with pytest.raises(ImportError):
        exec("from msjax.nn.loss.loss import DatasetHelper")


@pytest.mark.parametrize("folder", ["_grad", "_grad_experimental"])
def test_registers_of_derivatives_import_and_refuse(folder):
    base = importlib.import_module(f"msjax.ops.{folder}.grad_base")
    with pytest.raises(NotImplementedError, match="give a Cell a method bprop"):
        base.bprop_getters.register(ms.ops.Sin)


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


OLDER = runpy.run_path(str(places.ROOT / "tools" / "make_star.py"))["OLDER"]
STARS = places.read_golden("star_imports.json")


@pytest.mark.parametrize("path", STARS)
def test_star_imports(path):
    """They give what MindSpore's give, of which msjax has nearly all that is MindSpore's own."""
    theirs, others = (set(names.split()) for names in STARS[path])
    module, space = importlib.import_module(f"msjax.{path}"), {}
    exec(f"from msjax.{path} import *", space)
    ours = space.keys() - {"__builtins__"}
    if path not in OLDER:
        assert not ours - theirs - others
    lacking = {n for n in theirs - ours if getattr(module, n, None) is not None}
    assert not lacking


def test_a_star_import_hides_no_names_of_the_program():
    space = {"config": 1, "text": 2}
    exec("from msjax.dataset import *", space)
    assert (space["config"], space["text"]) == (1, 2)
    exec("from msjax.ops.primitive import *; from msjax.train.amp import *", space)
    assert space["prim_attr_register"] is ms.ops.prim_attr_register
    assert {"AMP_WHITE_LIST", "Primitive", "auto_mixed_precision"} <= space.keys()
