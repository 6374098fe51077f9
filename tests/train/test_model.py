"""Model and its callbacks against recorded trainings of MindSpore."""

import copy
import os
import signal
import sys

import numpy as np
import pytest
from places import GOLDEN, read_golden

import msjax as ms
from msjax import nn, ops
from msjax.train import callback as callbacks
from msjax.train.model import _StepSync
from msjax.train.serialization import _save_graph
from msjax.train.summary.enums import ModeEnum, PluginEnum

sys.path.insert(0, str(GOLDEN))

import model_cases as cases
import model_errors
from summary_files import events

RECORDED = read_golden("model.json")
HALF = {"mixed_O1", "mixed_O2", "mixed_O3"}


@pytest.fixture
def run():
    """Cases with a dataset that has only the methods a Model needs."""
    with cases.Run(ms, cases.Batches) as made:
        yield made


@pytest.fixture
def graph_mode():
    before = ms.get_context("mode")
    ms.set_context(mode=ms.GRAPH_MODE)
    yield
    ms.set_context(mode=before)


@pytest.fixture
def sinking():
    """A device target whose datasets feed networks by themselves."""
    before = ms.get_context("device_target")
    ms.set_context(device_target="Ascend")
    yield
    ms.set_context(device_target=before)


def agree(found, expected, rel=1e-5):
    if isinstance(expected, dict):
        assert sorted(found) == sorted(expected)
        for key, value in expected.items():
            agree(found[key], value, rel)
    elif isinstance(expected, list):
        assert len(found) == len(expected)
        for a, b in zip(found, expected, strict=True):
            agree(a, b, rel)
    elif isinstance(expected, float):
        assert found == pytest.approx(expected, rel=rel, abs=1e-6)
    elif isinstance(expected, str):
        agree_text(found, expected, rel)
    else:
        assert found == expected


def agree_text(found, expected, rel):
    """Words are equal, numbers nearly so."""
    found, expected = (
        text.replace("{", " ").replace("}", " ").split() for text in (found, expected)
    )
    assert len(found) == len(expected)
    for a, b in zip(found, expected, strict=True):
        try:
            number = float(b.rstrip(",."))
        except ValueError:
            assert a == b
            continue
        assert float(a.rstrip(",.")) == pytest.approx(number, rel=rel, abs=1e-6)


@pytest.mark.parametrize("name", cases.RUNS)
def test_like_mindspore(name, run):
    agree(cases.RUNS[name](run), RECORDED["runs"][name], 2e-3 if name in HALF else 1e-5)


@pytest.mark.parametrize("name", cases.IN_GRAPH_MODE)
def test_like_mindspore_in_graph_mode(name, run, graph_mode):
    agree(cases.RUNS[name](run), RECORDED["graph"][name])


@pytest.mark.parametrize("expression", model_errors.ERRORS)
def test_errors(expression, run):
    assert model_errors.error_class(run, expression) == RECORDED["errors"][expression]


def at_steps(recorder):
    """Epoch and step of each training step that a callback saw."""
    return [e[1:3] for e in recorder.events if e[0] == "on_train_step_end"]


def test_sinking_runs_the_steps_of_an_epoch_in_one_call(run, sinking, graph_mode):
    recorder = run.recorder()
    run.model().train(3, run.data(), recorder, dataset_sink_mode=True, sink_size=2)
    losses = RECORDED["runs"]["train_sink"][2]
    agree(recorder.losses, losses[1:6:2])
    assert at_steps(recorder) == [[1, 2], [2, 4], [3, 6]]


def test_sinking_in_pynative_mode_calls_back_at_each_step(run, sinking, capsys):
    recorder, model = run.recorder(), run.model()
    callbacks = [recorder, ms.TimeMonitor(data_time=True)]
    model.train(3, run.data(), callbacks, dataset_sink_mode=True, sink_size=2)
    agree(recorder.losses, RECORDED["runs"]["train_sink"][2][:6])
    assert at_steps(recorder) == [[1, 1], [1, 2], [2, 3], [2, 4], [3, 5], [3, 6]]
    assert capsys.readouterr().out.count("data time: ") == 3


class Reader(nn.Cell):
    """Takes its inputs from a queue."""

    def __init__(self, *settings):
        super().__init__()
        self.get_next = ops.GetNext(*settings)

    def construct(self):
        data, label = self.get_next()
        return data.sum() + label


@pytest.mark.runs_eagerly
def test_reading_from_the_queue_of_a_dataset(sinking, graph_mode):
    columns = {"data": np.ones((6, 4), np.float32), "label": np.arange(6, dtype=np.int32)}
    data = ms.dataset.NumpySlicesDataset(columns, shuffle=False).batch(2)
    helper = ms.DatasetHelper(data, dataset_sink_mode=True)
    kinds, shapes = helper.types_shapes()
    name = helper.iter.dataset.__transfer_dataset__.queue_name
    single = nn.GetNextSingleOp(kinds, shapes, name)
    read = [single() for _ in range(2)]
    assert [label.asnumpy().tolist() for _, label in read] == [[0, 1], [2, 3]]
    assert read[0][0].dtype == ms.float32 and read[0][0].shape == (2, 4)
    reader = Reader(kinds, shapes, 2, name)  # the next pass follows the last element
    assert [reader().asnumpy().tolist() for _ in range(2)] == [[12, 13], [8, 9]]
    other = ms.DatasetHelper(ms.dataset.NumpySlicesDataset(columns).batch(2))
    assert other.iter.dataset.__transfer_dataset__.queue_name != name


def test_reading_from_a_wrong_queue(sinking):
    data = ms.dataset.NumpySlicesDataset(np.ones((4, 1), np.float32)).batch(2)
    helper = ms.DatasetHelper(data)
    name = helper.iter.dataset.__transfer_dataset__.queue_name
    assert ops.GetNext([ms.float32], [(None, 1)], 1, name)()[0].shape == (2, 1)
    with pytest.raises(RuntimeError, match="no queue 'other'"):
        ops.GetNext([ms.float32], [(2, 1)], 1, "other")()
    for kinds, shapes in ([[ms.float16], [(2, 1)]], [[ms.float32], [(2, 2)]], [[], []]):
        with pytest.raises(RuntimeError, match="'GetNext'.*those of the data"):
            ops.GetNext(kinds, shapes, 1, name)()


def test_sinking_evaluates_all_elements(run, sinking, graph_mode):
    model = run.model(metrics=run.metrics())
    data, expected = run.data(), RECORDED["runs"]["evaluate"][0]
    failing = ms.train.LambdaCallback(on_eval_step_end=lambda context: 1 / 0)
    agree(model.eval(data, dataset_sink_mode=True), expected)
    with pytest.raises(ZeroDivisionError):
        model.eval(data, failing, dataset_sink_mode=True)
    agree(model.eval(data, dataset_sink_mode=True), expected)


def test_a_dataset_feeds_one_network(run, sinking):
    helper = ms.DatasetHelper(run.data(), sink_size=2)
    net = ms.connect_network_with_dataset(nn.WithLossCell(run.net(), nn.MSELoss()), helper)
    assert len([net(*inputs) for inputs in helper]) == 2
    assert ms.connect_network_with_dataset(net.network, helper) is net
    with pytest.raises(ValueError, match="connected to other network"):
        ms.connect_network_with_dataset(run.net(), helper)


def test_data_sink_starts_again(run, sinking):
    step = ms.data_sink(lambda x, y: y.sum(), run.data(), 2)
    sums = cases.columns()[1].reshape(3, 4).sum(1).tolist()
    found = [step().item() for _ in range(3)]
    assert found == pytest.approx([sums[i] for i in (1, 0, 2)], rel=1e-5)


def test_build_compiles_and_fixes_the_number_of_epochs(run, sinking, graph_mode):
    model, data = run.model(metrics=run.metrics()), run.data()
    model.build(data, run.data(), epoch=2)
    with pytest.raises(ValueError, match="Model.build"):
        model.train(3, data)
    recorder = run.recorder()
    model.train(2, data, recorder)
    agree(recorder.losses, RECORDED["runs"]["train"][2])


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_a_step_that_fails_changes_nothing(run, graph_mode, mode):
    ms.set_context(mode=mode)
    model, good = run.model(), run.data(4)

    class Bad(cases.Batches):
        def create_tuple_iterator(self, num_epochs, do_copy):
            x, y = cases.columns(4)
            yield [ms.Tensor(x), ms.Tensor(y)]
            yield [ms.Tensor(x[:, :2]), ms.Tensor(y)]

    with pytest.raises((ValueError, TypeError, RuntimeError)):
        model.train(1, Bad(ms, *cases.columns(8)))
    once, expected = run.weights(model), run.model()
    expected.train(1, run.data(4))
    assert once == run.weights(expected)
    model.train(1, good)
    expected.train(1, run.data(4))
    assert run.weights(model) == run.weights(expected)


def test_modes_do_not_recompile(run, graph_mode, monkeypatch, capfd):
    model, data, valid = run.model(metrics=run.metrics()), run.data(), run.data(8)
    monkeypatch.setenv("MSJAX_LOG_RECOMPILES", "1")
    model.fit(1, data, valid)
    assert "compiling" in capfd.readouterr().err
    model.fit(3, data, valid)
    assert "compiling" not in capfd.readouterr().err


def test_the_manager_hears_of_overflows(run):
    manager = ms.FixedLossScaleManager(8.0)
    seen = []
    manager.update_loss_scale = seen.append
    model, recorder = run.model(loss_scale_manager=manager), run.recorder()
    model.train(1, run.data(), [recorder, ms.LossMonitor()])
    assert [bool(overflow) for overflow in seen] == [False] * 3
    assert len(recorder.losses) == 3


def test_a_signal_ends_training(run, capsys):
    def ask(context):
        if context.original_args().cur_step_num == 2:
            os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    options = {"save_mindir": False, "file_name": "net", "directory": run.folder}
    recorder, model = run.recorder(), run.model()
    asking = ms.train.LambdaCallback(on_train_step_begin=ask)
    model.train(3, run.data(), [asking, ms.train.OnRequestExit(**options), recorder])
    assert at_steps(recorder) == [[1, 1], [1, 2]]
    assert signal.getsignal(signal.SIGTERM) is before
    path = os.path.join(run.folder, "rank_0", "net_train.ckpt")
    saved = {k: v.asnumpy().tolist() for k, v in ms.load_checkpoint(path).items()}
    assert saved == run.weights(model)
    again = run.model()
    watch = ms.train.LambdaCallback(
        on_train_begin=lambda context: run.states.append(run.weights(again))
    )
    run.states = []
    again.train(1, run.data(), [ms.train.OnRequestExit(**options), watch])
    assert run.states == [saved]


def test_a_baseline_must_be_beaten(run):
    for baseline, steps in ((0.1, 6), (10.0, 12)):
        recorder = run.recorder()
        stop = ms.train.EarlyStopping("loss", patience=2, baseline=baseline)
        run.model().train(5, run.data(), [stop, recorder])
        assert len(recorder.losses) == steps


def test_what_a_run_lacks():
    params = ms.train.callback._InternalCallbackParam(a=1)
    assert params.a == params["a"] == 1
    assert not hasattr(params, "b")
    with pytest.raises(KeyError):
        _ = params.b
    params.b = 2
    assert params["b"] == 2


def test_old_paths():
    from msjax.train.callback import _callback, _checkpoint, _loss_monitor, _time_monitor
    from msjax.train.dataset_helper import DatasetHelper, connect_network_with_dataset
    from msjax.train.model import Model

    assert Model is ms.Model is ms.train.Model
    assert _callback.Callback is ms.Callback is ms.train.Callback
    assert _checkpoint.ModelCheckpoint is ms.ModelCheckpoint
    assert _loss_monitor.LossMonitor is ms.LossMonitor
    assert _time_monitor.TimeMonitor is ms.TimeMonitor
    assert DatasetHelper is ms.DatasetHelper
    assert connect_network_with_dataset is ms.connect_network_with_dataset


def test_numbers_print_as_under_numpy_1(run):
    found = run.model(metrics={"mse": ms.train.MSE()}).eval(run.data())
    assert isinstance(found["mse"], np.float64)
    text = repr(float(found["mse"]))
    assert str(found) == str(copy.deepcopy(found)) == f"{{'mse': {text}}}"


def test_thor_renews_its_information_every_few_steps(run, sinking):
    net = nn.SequentialCell(nn.Dense(3, 1))
    rates = ms.Tensor(np.full(20, 0.01, np.float32))
    optimizer = nn.thor(net, rates, rates, 0.9, frequency=3)
    model = ms.Model(net, nn.MSELoss(), optimizer)
    assert ms.ConvertModelUtils.convert_to_thor_model(model, net, optimizer=None) is model
    model = ms.ConvertModelUtils.convert_to_thor_model(model, net, nn.MSELoss(), optimizer)
    seen = []
    watch = ms.train.LambdaCallback(on_train_step_end=lambda context: seen.append(optimizer.thor))
    model.train(2, run.data(16), watch, dataset_sink_mode=True)
    assert seen == [True, False, False, True, False, False, True, False]


@pytest.mark.parametrize(
    "expression",
    [
        "SummaryLandscape('.')",
        "TrainFaultTolerance('.')",
        "TFTRegister(0, '127.0.0.1', 2000, '.')",
    ],
)
def test_unsupported_callbacks_name_an_alternative(expression):
    with pytest.raises(NotImplementedError, match="not supported by msjax; .*(use|save) "):
        eval(f"ms.train.{expression}")


def test_summary_operations_are_recorded(run, graph_mode):
    scalar = ms.ops.ScalarSummary()

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.net = run.net()

        def construct(self, x):
            scalar("first", x[0, 0])
            return self.net(x)

    net = Net()
    model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
    model.train(1, run.data(), ms.SummaryCollector(run.folder, 2, keep_default_action=False))
    path = os.path.join(run.folder, run.files()[0])
    values = [event[1] for event in events(path)][1:]
    first = [float(x) for x in cases.columns()[0][::4, 0]]
    agree(values, [[[2, i + 1], [5, [[1, [[1, "first"], [3, first[i]]]]]]] for i in (0, 1)])


def test_with_the_dataset_package(graph_mode):
    with cases.Run(ms) as run:
        agree(cases.RUNS["fit"](run), RECORDED["graph"]["fit"])


def test_values_for_the_network_that_was_named():
    net = nn.Dense(2, 1)
    values = [{"name": "weight", "data": ms.Tensor([[5.0, 6.0]])}]
    assert callbacks._checkpoint_cb_for_save_op(values) is False  # no network yet
    callbacks._set_cur_net(net)
    assert callbacks._checkpoint_cb_for_save_op(values) is True
    assert net.weight.asnumpy().tolist() == [[5.0, 6.0]]
    assert callbacks._checkpoint_cb_for_save_op(values) is False  # it is used once


def test_a_file_is_no_directory(tmp_path):
    path = tmp_path / "file"
    path.write_text("")
    for make in (ms.SummaryCollector, ms.SummaryRecord, lambda p: ms.ModelCheckpoint(directory=p)):
        with pytest.raises(NotADirectoryError, match="it should be a directory path"):
            make(str(path))


def test_what_a_summary_collector_is_asked_for(tmp_path):
    defaults = ms.SummaryCollector._DEFAULT_SPECIFIED_DATA
    for given, keep, expected in (
        (None, True, defaults),
        (None, False, {}),
        ({"collect_metric": False}, True, {**defaults, "collect_metric": False}),
        ({"collect_metric": True}, False, {"collect_metric": True}),
    ):
        collector = ms.SummaryCollector(str(tmp_path), 1, 32, given, keep)
        assert collector._collect_specified_data == expected
    with pytest.raises(ValueError, match="more than one SummaryCollector"):
        collector._check_callbacks(params(list_callback=[collector, collector]))


def test_what_a_summary_collector_finds(tmp_path, monkeypatch):
    optimizer = nn.SGD([ms.Parameter(ms.Tensor([1.0]), name=name) for name in "abcdefg"])
    network = nn.SequentialCell(nn.ReLU())
    collector = ms.SummaryCollector(str(tmp_path))
    for _ in range(2):
        assert collector._get_optimizer(params(optimizer, network)) is optimizer
    collector = ms.SummaryCollector(str(tmp_path))
    assert collector._get_optimizer(params(None, network)) is None
    assert collector._temp_optimizer == "Failed" and collector._is_parse_loss_success
    for pattern, expected in ((None, "abcde"), ("b|g", "bg")):
        seen = []
        with ms.SummaryCollector(str(tmp_path)) as collector:
            record = collector._record
            monkeypatch.setattr(record, "add_value", lambda p, n, v, to=seen: to.append((p, n)))
            collector._collect_specified_data["histogram_regular"] = pattern
            collector._collect_histogram(params(optimizer, network))
        assert seen == [("histogram", f"{name}/auto") for name in expected]


def test_a_summary_collector_forgets_the_run_before(tmp_path):
    collector = ms.SummaryCollector(str(tmp_path))
    found = []
    for names in ("a", "b"):
        optimizer = nn.SGD([ms.Parameter(ms.Tensor([1.0]), name=name) for name in names])
        with collector:
            found.append(collector._get_optimizer(params(optimizer)) is optimizer)
            assert collector._is_parse_loss_success
            collector._is_parse_loss_success = False
    assert found == [True, True]


def test_histograms_are_of_parameters_with_dimensions(tmp_path, monkeypatch):
    held = [ms.Parameter(ms.Tensor(v), name=n) for n, v in (("number", 1.0), ("row", [1.0]))]
    seen = []
    with ms.SummaryCollector(str(tmp_path)) as collector:

        def add(kind, name, value):
            seen.append(name)
            raise ValueError("what is wrong with the value")

        monkeypatch.setattr(collector._record, "add_value", add)
        with pytest.raises(ValueError, match="what is wrong"):
            collector._collect_histogram(params(nn.SGD(held)))
    assert seen == ["row/auto"]


def params(optimizer=None, network=None, **more):
    found = callbacks._InternalCallbackParam()
    found.update(optimizer=optimizer, train_network=network, mode=ModeEnum.TRAIN.value, **more)
    return found


def test_words_of_summaries():
    assert PluginEnum.HISTOGRAM.value == "histogram" and ModeEnum.to_list() == ["train", "eval"]


def test_how_a_graceful_exit_is_asked_for(monkeypatch):
    monkeypatch.setenv("MS_ENABLE_GRACEFUL_EXIT", "1")
    callback = ms.train.OnRequestExit(save_ckpt=False, save_mindir=False, config_file="c.json")
    assert (callback.save_path, callback.use_graceful, callback.is_distributed) == (
        "./",
        True,
        False,
    )
    monkeypatch.delenv("MS_ENABLE_GRACEFUL_EXIT")
    assert not ms.train.OnRequestExit(save_ckpt=False, save_mindir=False).use_graceful


def test_there_is_no_graph_to_save(tmp_path):
    with pytest.raises(NotImplementedError, match="get_func_graph_proto"):
        _save_graph(nn.ReLU(), str(tmp_path / "graph.meta"))


def test_subclasses_take_further_options_and_build_their_own_step():
    class Scaled(ms.Model):
        def _check_kwargs(self, kwargs):
            self.factor = kwargs.pop("factor")
            super()._check_kwargs(kwargs)

        def _build_train_network(self):
            step = super()._build_train_network()
            step.factor = self.factor
            return step

    net = ms.nn.Dense(2, 1)
    optimizer = ms.nn.SGD(net.trainable_params(), 0.1)
    model = Scaled(net, ms.nn.MSELoss(), optimizer, factor=3)
    assert model.train_network.factor == 3
    with pytest.raises(ValueError, match="scale"):
        Scaled(net, ms.nn.MSELoss(), optimizer, factor=3, scale=1)


def test_a_step_may_wait_for_what_it_computes():
    net = nn.Dense(2, 1)
    steps = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
    rows = ms.dataset.NumpySlicesDataset((np.ones((4, 2), "f4"), np.ones((4, 1), "f4")), None)
    steps.train(1, rows.batch(2), callbacks=[_StepSync()], dataset_sink_mode=False)
    assert isinstance(_StepSync(), callbacks.Callback)
