"""What is recorded of mindspore.Model and its callbacks, with MindSpore or msjax as `ms`."""

import contextlib
import io
import os
import re
import shutil
import tempfile

import numpy as np
from summary_files import events

EVENTS = ("begin", "end", "epoch_begin", "epoch_end", "step_begin", "step_end")
LOSS_SCALE = 1024.0


class Batches:
    """A dataset in memory with the methods that a Model needs."""

    def __init__(self, ms, *columns, batch=4):
        self.ms, self.columns, self.batch = ms, columns, batch
        self.resets = 0

    def get_dataset_size(self):
        return len(self.columns[0]) // self.batch

    def reset(self):
        self.resets += 1

    def create_tuple_iterator(self, num_epochs=-1, do_copy=True):
        return _Passes(self)


class _Passes:
    def __init__(self, dataset):
        self.dataset, self.index = dataset, 0

    def __iter__(self):
        return self

    def __next__(self):
        data = self.dataset
        if self.index == data.get_dataset_size():
            self.index = 0
            raise StopIteration
        part = slice(self.index * data.batch, (self.index + 1) * data.batch)
        self.index += 1
        return [data.ms.Tensor(column[part]) for column in data.columns]


def columns(n=12, outputs=1):
    rng = np.random.RandomState(0)
    return rng.randn(n, 3).astype(np.float32), rng.randn(n, outputs).astype(np.float32)


def of_dataset_package(ms, *arrays, batch=4):
    names = ["x", "y", "z"][: len(arrays)]
    return ms.dataset.NumpySlicesDataset(arrays, names, shuffle=False).batch(batch)


class Run:
    """What the cases use: the package, how datasets are made, and a folder for files."""

    def __init__(self, ms, dataset=of_dataset_package):
        self.ms, self.nn, self.dataset = ms, ms.nn, dataset
        self.folder = tempfile.mkdtemp(prefix="msjax")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        shutil.rmtree(self.folder)

    def data(self, n=12, batch=4):
        return self.dataset(self.ms, *columns(n), batch=batch)

    def net(self):
        weight = np.array([[0.5, -0.25, 0.125]], np.float32)
        return self.nn.Dense(3, 1, weight_init=self.ms.Tensor(weight), bias_init="zeros")

    def model(self, rate=0.1, **kwargs):
        net = self.net()
        given = {
            "loss_fn": self.nn.MSELoss(),
            "optimizer": self.nn.Momentum(net.trainable_params(), rate, 0.9),
        }
        return self.ms.Model(net, **{**given, **kwargs})

    def metrics(self):
        return {"mse": self.ms.train.MSE(), "loss": self.ms.train.Loss()}

    def recorder(self):
        return _recorder(self.ms)()

    def files(self):
        return sorted(f for f in os.listdir(self.folder) if not f.endswith(".meta"))

    def weights(self, model):
        return {p.name: p.asnumpy().tolist() for p in model.train_network.get_parameters()}


def _recorder(ms):
    """A callback class that notes every event."""

    class Recorder(ms.Callback):
        def __init__(self):
            super().__init__()
            self.events, self.losses, self.keys = [], [], {}

        def __enter__(self):
            self.events.append("enter")
            return self

        def __exit__(self, *error):
            self.events.append(f"exit {error[0] and error[0].__name__}")

        def note(self, name, context):
            params = context.original_args()
            numbers = [params.get(k) for k in ("cur_epoch_num", "cur_step_num", "batch_num")]
            training = [params.network.training, params.mode, params.get("dataset_sink_mode")]
            self.events.append([name, *numbers, *training])
            if name.endswith(("begin", "end")) and "epoch" not in name and "step" not in name:
                self.keys[name] = sorted(params)
            if name == "on_train_step_end":
                out = params.net_outputs
                out = out[0] if isinstance(out, tuple) else out
                self.losses.append(float(out.asnumpy().mean()))

    for mode in ("train", "eval"):
        for event in EVENTS:
            name = f"on_{mode}_{event}"
            setattr(Recorder, name, lambda self, context, n=name: self.note(n, context))
    return Recorder


def printed(function):
    """What a function prints, with the times left out."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            function()
        except Exception as e:
            print(f"{type(e).__name__} raised")
    return re.sub(r"\d+\.\d+ ms", "# ms", out.getvalue()).splitlines()


def train(run):
    recorder, model = run.recorder(), run.model()
    callbacks = [recorder, run.ms.LossMonitor(), run.ms.TimeMonitor()]
    text = printed(lambda: model.train(2, run.data(), callbacks))
    keys = {k: v for k, v in recorder.keys.items() if k == "on_train_begin"}
    return [text, recorder.events, recorder.losses, keys, run.weights(model)]


def train_sink(run):
    recorder, model = run.recorder(), run.model()
    callbacks = [run.ms.LossMonitor(2), recorder]
    arguments = {"dataset_sink_mode": True, "sink_size": 2, "callbacks": callbacks}
    text = printed(lambda: model.train(3, run.data(), **arguments))
    return [text, recorder.events, recorder.losses]


def fit(run):
    recorder, model = run.recorder(), run.model(metrics=run.metrics())
    callbacks = [recorder, run.ms.LossMonitor(), run.ms.TimeMonitor(), run.ms.train.History()]
    text = printed(lambda: model.fit(3, run.data(), run.data(8), 2, callbacks, initial_epoch=1))
    history = callbacks[3]
    kept = {k: [float(v) for v in values] for k, values in history.history.items()}
    return [text, recorder.events, recorder.keys, kept, history.epoch, recorder.losses]


def fit_some_epochs(run):
    model, seen = run.model(metrics=run.metrics()), []
    watch = run.ms.train.LambdaCallback(
        on_train_epoch_end=lambda c: seen.append(c.original_args().get("eval_results"))
    )
    text = printed(lambda: model.fit(3, run.data(), run.data(8), [1, 3], [watch]))
    return [text, seen]


def evaluate(run):
    recorder, model = run.recorder(), run.model(metrics=run.metrics())
    found = model.eval(run.data(), [recorder, run.ms.TimeMonitor()])
    return [found, recorder.events, recorder.keys]


def train_after_eval(run):
    recorder, model = run.recorder(), run.model(metrics=run.metrics())
    data = run.data()
    model.train(1, data, recorder)
    found = model.eval(run.data())
    model.predict(run.ms.Tensor(columns()[0]))
    model.train(1, data, recorder)
    return [found, recorder.losses, [e for e in recorder.events if e[0] == "on_train_begin"]]


def stop_in_step(run):
    def stop(context):
        if context.original_args().cur_step_num == 2:
            context.request_stop()

    recorder, model = run.recorder(), run.model()
    stopper = run.ms.train.LambdaCallback(on_train_step_end=stop)
    model.train(3, run.data(), [stopper, recorder])
    return recorder.events


def error_in_callback(run):
    def fail(context):
        if context.original_args().cur_step_num == 2:
            raise KeyError("x")

    recorder, model = run.recorder(), run.model()
    failing = run.ms.train.LambdaCallback(on_train_step_begin=fail)
    text = printed(lambda: model.train(3, run.data(), [recorder, failing]))
    again = run.recorder()
    model.train(1, run.data(), [again])
    return [text, recorder.events, again.losses]


def nan_loss(run):
    model = run.model(rate=1e30)
    return printed(lambda: model.train(2, run.data(), run.ms.LossMonitor()))


def monitor_steps(run):
    monitor, model = run.ms.LossMonitor(2), run.model()
    text = printed(lambda: model.train(2, run.data(), monitor))
    return [text, printed(lambda: model.train(1, run.data(), monitor))]


def own_loss(run):
    net, recorder = run.nn.WithLossCell(run.net(), run.nn.MSELoss()), run.recorder()
    optimizer = run.nn.SGD(net.trainable_params(), 0.1)
    model = run.ms.Model(net, optimizer=optimizer)
    model.train(1, run.data(), recorder)
    step = run.nn.TrainOneStepCell(net, optimizer)
    run.ms.Model(step).train(1, run.data(), recorder)
    return recorder.losses


def own_evaluation(run):
    net = run.net()
    given = run.nn.WithEvalCell(net, run.nn.MSELoss())
    first = run.ms.Model(net, metrics={"mse": run.ms.train.MSE()}, eval_network=net)
    both = run.ms.Model(net, metrics=run.metrics(), eval_network=given, eval_indexes=[0, 1, 2])
    swapped = run.ms.Model(net, metrics=run.metrics(), eval_network=given, eval_indexes=[0, 2, 1])
    text = printed(lambda: first.eval(run.data()))
    return [text, both.eval(run.data()), swapped.eval(run.data())]


def fixed_scale(run):
    recorder, net = run.recorder(), run.net()
    manager = run.ms.FixedLossScaleManager(LOSS_SCALE, False)
    optimizer = run.nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=LOSS_SCALE)
    model = run.ms.Model(net, run.nn.MSELoss(), optimizer, loss_scale_manager=manager)
    model.train(2, run.data(), recorder)
    return recorder.losses


def mixed(level):
    def record(run):
        recorder = run.recorder()
        run.model(amp_level=level, loss_scale_manager=None).train(2, run.data(), recorder)
        return recorder.losses

    return record


def early_stopping(run):
    text, weights = [], []
    for options in (
        {"monitor": "loss", "patience": 1, "verbose": True},
        {"patience": 2, "verbose": True, "restore_best_weights": True, "mode": "max"},
        {"monitor": "mse", "patience": 1, "min_delta": 10, "verbose": True},
        {"monitor": "nothing", "patience": 1},
    ):
        model, recorder = run.model(metrics=run.metrics()), run.recorder()
        callbacks = [run.ms.train.EarlyStopping(**options), recorder]
        text += printed(lambda m=model, c=callbacks: m.fit(5, run.data(), run.data(8), callbacks=c))
        text.append(str(len(recorder.losses)))
        weights.append(run.weights(model))
    return [text, weights]


def reduce_rate(run):
    text, weights = [], []
    for options in (
        {"monitor": "loss", "factor": 0.5, "patience": 1, "verbose": True, "mode": "max"},
        {"factor": 0.5, "patience": 1, "min_lr": 0.06, "verbose": True, "min_delta": 10},
        {"factor": 0.5, "patience": 1, "cooldown": 2, "verbose": True, "min_delta": 10},
    ):
        model = run.model(metrics=run.metrics())
        callback = run.ms.train.ReduceLROnPlateau(**options)
        text += printed(lambda m=model, c=callback: m.fit(4, run.data(), run.data(8), callbacks=c))
        weights.append(run.weights(model))
    return [text, weights]


def schedule(run):
    seen, model = [], run.model()

    def rate(now, step):
        seen.append([now, step])
        return now * 0.5 if step % 2 else now

    model.train(2, run.data(), run.ms.LearningRateScheduler(rate))
    return [seen, run.weights(model)]


def checkpoints(run):
    config, found = run.ms.CheckpointConfig, []
    for settings in (
        {"save_checkpoint_steps": 2, "keep_checkpoint_max": 2},
        {"save_checkpoint_steps": 3, "append_info": ["epoch_num", "step_num", {"lr": 0.5}]},
        {"save_checkpoint_steps": 100},
        {"save_checkpoint_steps": 2, "format": "safetensors"},
        {"save_checkpoint_steps": 0, "save_checkpoint_seconds": 1000},
        {"save_checkpoint_steps": 2, "async_save": True, "keep_checkpoint_max": 9},
    ):
        callback = run.ms.ModelCheckpoint("net", run.folder, config(**settings))
        run.model().train(2, run.data(), callback)
        newest = callback.latest_ckpt_file_name
        if newest:
            values = run.ms.load_checkpoint(newest, format=settings.get("format", "ckpt"))
            newest = [
                os.path.basename(newest),
                {k: v.asnumpy().tolist() for k, v in values.items()},
            ]
        found.append([run.files(), newest, callback._config.get_checkpoint_policy()])
    return found


def checkpoint_names(run):
    options = {"prefix": lambda params: f"at{params.cur_step_num}", "directory": run.folder}
    run.model().train(1, run.data(), run.ms.ModelCheckpoint(**options))
    below = run.ms.ModelCheckpoint("a", lambda params: os.path.join(run.folder, "below"))
    run.model().train(1, run.data(), below)
    return [run.files(), sorted(os.listdir(os.path.join(run.folder, "below")))]


def checkpoint_after_error(run):
    def fail(context):
        if context.original_args().cur_step_num == 4:
            raise KeyError("x")

    config = run.ms.CheckpointConfig(100, exception_save=True, append_info=["step_num"])
    callback = run.ms.ModelCheckpoint("net", run.folder, config)
    failing = run.ms.train.LambdaCallback(on_train_step_end=fail)
    model = run.model()
    text = printed(lambda: model.train(2, run.data(), [callback, failing]))
    files = run.files()
    return [
        text,
        files,
        int(run.ms.load_checkpoint(os.path.join(run.folder, files[0]))["step_num"]),
    ]


def backup(run):
    def fail(context):
        if context.original_args().cur_step_num == 5:
            raise KeyError("x")

    keep = run.ms.train.BackupAndRestore(run.folder, delete_checkpoint=False)
    failing = run.ms.train.LambdaCallback(on_train_step_end=fail)
    text = printed(lambda: run.model().train(2, run.data(), [keep, failing]))
    files, recorder = run.files(), run.recorder()
    run.model().train(1, run.data(), [run.ms.train.BackupAndRestore(run.folder), recorder])
    return [text, files, recorder.losses, run.files()]


def helper(run):
    source = run.ms.DatasetHelper(run.data(), dataset_sink_mode=False, epoch_num=2)
    shapes = [[list(x.shape) for x in inputs] for _ in range(2) for inputs in source]
    return [
        shapes,
        float(sum(x[0].asnumpy().sum() for x in run.ms.DatasetHelper(run.data(), False))),
    ]


def summary(run):
    ms, rng = run.ms, np.random.RandomState(0)
    record = ms.SummaryRecord(run.folder, export_options={"tensor_format": "npy"})
    values = (
        ("scalar", "a", np.float32(2.5)),
        ("scalar", "b", np.int32(7)),
        ("tensor", "t", np.array([[1, 2], [3, 4]], np.int32)),
        ("tensor", "u", rng.randn(3).astype(np.float32)),
        ("histogram", "h", np.arange(7, dtype=np.float32)),
        ("histogram", "many", rng.randn(30, 40).astype(np.float32)),
        ("histogram", "same", np.ones(3, np.float32)),
        ("histogram", "bad", np.array([1, np.nan, np.inf, 3], np.float32)),
        ("image", "i", rng.rand(3, 3, 2, 3).astype(np.float32)),
        ("image", "gray", rng.randn(9, 1, 2, 2).astype(np.float32)),
        ("image", "bytes", rng.randint(0, 255, (1, 3, 2, 2)).astype(np.uint8)),
    )
    for kind, name, value in values:
        record.add_value(kind, name, ms.Tensor(value))
    answers = [record.record(3)]
    record.set_mode("eval")
    record.add_value("scalar", "c", ms.Tensor(1.0))
    answers.append(record.record(4, plugin_filter=lambda kind: kind == "tensor"))
    record.add_value("scalar", "c", ms.Tensor(3.0))
    answers.append(record.record(5))
    path = record.log_dir
    record.close()
    answers.append(record.record(6))
    name = re.sub(r"\d{9,}\.0\..*_MS", "#_MS", os.path.basename(path))
    folders = sorted(f.split("_")[0] for f in os.listdir(run.folder) if f.startswith("export"))
    return [name, answers, folders, events(path)]


def collector(run):
    options = {"collect_metric": True, "histogram_regular": "^w"}
    found = []
    for name, given in (
        ("a", {"collect_freq": 2}),
        ("b", {"collect_freq": 3, "collect_specified_data": options, "keep_default_action": False}),
    ):
        folder = os.path.join(run.folder, name)
        callback = run.ms.SummaryCollector(folder, **given)
        run.model().train(2, run.data(), [callback])
        (path,) = [f for f in os.listdir(folder) if f.endswith("_MS")]
        found.append(events(os.path.join(folder, path)))
    return found


RUNS = {
    "train": train,
    "train_sink": train_sink,
    "fit": fit,
    "fit_some_epochs": fit_some_epochs,
    "evaluate": evaluate,
    "train_after_eval": train_after_eval,
    "stop_in_step": stop_in_step,
    "error_in_callback": error_in_callback,
    "nan_loss": nan_loss,
    "monitor_steps": monitor_steps,
    "own_loss": own_loss,
    "own_evaluation": own_evaluation,
    "fixed_scale": fixed_scale,
    "mixed_O1": mixed("O1"),
    "mixed_O2": mixed("O2"),
    "mixed_O3": mixed("O3"),
    "early_stopping": early_stopping,
    "reduce_rate": reduce_rate,
    "schedule": schedule,
    "checkpoints": checkpoints,
    "checkpoint_names": checkpoint_names,
    "checkpoint_after_error": checkpoint_after_error,
    "backup": backup,
    "helper": helper,
    "summary": summary,
    "collector": collector,
}
IN_GRAPH_MODE = ("train", "fit", "fixed_scale", "schedule", "own_loss")
