"""Learning-rate schedules, training Cells and loss scales that record_training.py records.

Everything takes the package as `ms`, so the same code runs under MindSpore and msjax.
"""

import numpy as np

STEPS = [0, 1, 2, 3, 5, 8, 11, 12, 20]
SCHEDULES = [
    "ExponentialDecayLR(0.1, 0.9, 4)",
    "ExponentialDecayLR(0.1, 0.9, 4, True)",
    "ExponentialDecayLR(0.1, 1.5, 3)",
    "NaturalExpDecayLR(0.1, 0.9, 4)",
    "NaturalExpDecayLR(0.1, 0.9, 4, True)",
    "InverseDecayLR(0.1, 0.9, 4)",
    "InverseDecayLR(0.1, 0.9, 4, True)",
    "CosineDecayLR(0.01, 0.1, 11)",
    "CosineDecayLR(0.0, 2.0, 5)",
    "PolynomialDecayLR(0.1, 0.01, 8, 0.5)",
    "PolynomialDecayLR(0.1, 0.01, 8, 2.0, True)",
    "PolynomialDecayLR(0.1, 0.5, 8, 1.0)",
    "WarmUpLR(0.1, 8)",
    "WarmUpLR(0.0, 3)",
]
GOOD = {
    "ExponentialDecayLR": ["0.1", "0.9", "4", "True"],
    "NaturalExpDecayLR": ["0.1", "0.9", "4", "True"],
    "InverseDecayLR": ["0.1", "0.9", "4", "True"],
    "CosineDecayLR": ["0.01", "0.1", "4"],
    "PolynomialDecayLR": ["0.1", "0.01", "4", "0.5", "True"],
    "WarmUpLR": ["0.1", "4"],
}
ODD = ["0", "-1", "1", "2.5", "0.0", "-0.5", "True", "None", "'a'", "[1]"]


def schedule_errors():
    """Every argument of every schedule replaced by every odd value."""
    for name, good in GOOD.items():
        for i in range(len(good)):
            for odd in ODD:
                yield f"{name}({', '.join([*good[:i], odd, *good[i + 1 :]])})"


def schedule(ms, source):
    """The values of a schedule at some steps, of int32 0-d and 1-d Tensors."""
    made = eval(source, dict(vars(ms.nn)))
    values = [made(ms.Tensor(s, ms.int32)) for s in STEPS]
    row = made(ms.Tensor([3], ms.int32))
    return {
        "values": [float(v.asnumpy()) for v in values],
        "kinds": [str(values[0].dtype), list(values[0].shape), str(row.dtype), list(row.shape)],
    }


def tiny(ms):
    """A Cell with two Parameters and a loss Cell around it."""

    class Net(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.w = ms.Parameter(ms.Tensor(np.array([[1.0], [-2.0]], np.float32)), name="w")
            self.b = ms.Parameter(ms.Tensor(np.array([0.5], np.float32)), name="b")

        def construct(self, x):
            return ms.ops.matmul(x, self.w) + self.b

    def loss(x, y):
        return ((x - y) * (x - y)).sum()

    return Net(), loss


def data(ms):
    """A batch of four."""
    rng = np.random.RandomState(2)
    arrays = rng.randn(4, 2), rng.randn(4, 1)
    return [ms.Tensor(a.astype(np.float32)) for a in arrays]


def flat(ms, value):
    """A nested value as lists of numbers."""
    if isinstance(value, dict):
        return {k: flat(ms, v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [flat(ms, v) for v in value]
    if isinstance(value, ms.Tensor):
        array = value.asnumpy()
        return [str(value.dtype), list(array.shape), [float(v) for v in array.ravel()]]
    return value


def _train(ms, **options):
    net, loss = tiny(ms)
    opt = ms.nn.Momentum(net.trainable_params(), 0.05, 0.9)
    step = ms.nn.TrainOneStepCell(ms.nn.WithLossCell(net, loss), opt, **options)
    outs = [step(*data(ms)) for _ in range(2)]
    return [outs, net.w, net.b, [p.name for p in step.get_parameters()]]


def _forward(ms, *args, **options):
    net, loss = tiny(ms)
    cell = ms.nn.WithLossCell(net, loss)
    weights = ms.ParameterTuple(net.trainable_params())
    inputs = data(ms)
    if options.get("sens_param"):
        inputs.append(ms.Tensor(2.0))
    return ms.nn.ForwardValueAndGrad(cell, weights, *args, **options)(*inputs)


def _gradients(ms, **options):
    net, loss = tiny(ms)
    return ms.nn.WithGradCell(net, loss, **options)(*data(ms))


def _evaluate(ms, flag):
    net, loss = tiny(ms)
    return ms.nn.WithEvalCell(net, loss, flag)(*data(ms))


def _parts(ms, name):
    net, loss = tiny(ms)
    return getattr(ms.nn, name)(ms.nn.WithLossCell(net, loss), 2)(*data(ms))


def _scale_cell(ms):
    scale = ms.Parameter(ms.Tensor(8.0, ms.float32), name="scale")
    cell = ms.nn.DynamicLossScaleUpdateCell(8.0, 2, 3)
    seen = []
    for overflow in (True, False, False, False, False, False, False, True, True, True, True):
        out = cell(scale, ms.Tensor(overflow))
        numbers = [scale, cell.cur_iter, cell.last_overflow_iter]
        seen.append([bool(out), *(float(n.asnumpy()) for n in numbers)])
    return [seen, [p.name for p in cell.get_parameters()], cell.get_loss_scale()]


def _scaler(ms):
    scaler = ms.amp.DynamicLossScaler(8, 2, 3)
    inputs = (ms.Tensor([1.0, 2.0]), ms.Tensor([1.0], ms.float16))
    seen = [scaler.scale(inputs), scaler.unscale(inputs), scaler.scale(ms.Tensor(2.0))]
    for finite in (True, True, True, False, True, False, False, False, False, False):
        answer = scaler.adjust(ms.Tensor(finite))
        numbers = scaler.scale_value, scaler.counter
        seen.append([answer, *(float(n.asnumpy()) for n in numbers)])
    static = ms.amp.StaticLossScaler(4.0)
    seen += [static.scale(inputs), static.unscale(inputs), static.adjust(ms.Tensor(True))]
    return seen


def _manager(ms):
    manager = ms.amp.DynamicLossScaleManager(8, 2, 3)
    seen = []
    for overflow in (True, False, False, False, True, True, True, True, False):
        manager.update_loss_scale(overflow)
        seen.append(float(manager.get_loss_scale()))
    fixed = ms.amp.FixedLossScaleManager(4.0, False)
    cell = ms.amp.FixedLossScaleManager(4.0).get_update_cell()
    return [
        seen,
        manager.get_drop_overflow_update(),
        fixed.get_update_cell(),
        fixed.get_loss_scale(),
        fixed.get_drop_overflow_update(),
        cell.get_loss_scale(),
        manager.get_update_cell().get_loss_scale(),
    ]


def _finite(ms):
    values = [[1.0, 2.0], [np.inf, 1.0], [np.nan], [-np.inf]]
    return [ms.amp.all_finite((ms.Tensor([1.0]), ms.Tensor(np.float32(v)))) for v in values]


RUNS = {
    "train": _train,
    "train sens": lambda ms: _train(ms, sens=4.0),
    "train return_grad": lambda ms: _train(ms, return_grad=True),
    "forward": _forward,
    "forward by list": lambda ms: _forward(ms, get_by_list=True),
    "forward all": lambda ms: _forward(ms, True),
    "forward all by list sens": lambda ms: _forward(ms, True, True, sens_param=True),
    "gradients": _gradients,
    "gradients sens": lambda ms: _gradients(ms, sens=ms.Tensor(3.0)),
    "evaluate": lambda ms: _evaluate(ms, False),
    "evaluate float32": lambda ms: _evaluate(ms, True),
    "accumulation": lambda ms: _parts(ms, "GradAccumulationCell"),
    "interleaved": lambda ms: _parts(ms, "MicroBatchInterleaved"),
    "pipeline": lambda ms: _parts(ms, "PipelineCell"),
    "scale cell": _scale_cell,
    "scaler": _scaler,
    "manager": _manager,
    "finite": _finite,
}
ERRORS = [
    "nn.TrainOneStepCell(net, opt, sens=0)",
    "nn.WithEvalCell(net, None, 1)",
    "nn.ForwardValueAndGrad(3)",
    "nn.ForwardValueAndGrad(net, get_all=1)",
    "nn.ForwardValueAndGrad(net, get_by_list=1)",
    "nn.ForwardValueAndGrad(net, get_by_list=True)",
    "nn.GradAccumulationCell(3, 2)",
    "nn.GradAccumulationCell(net, 2.0)",
    "nn.GradAccumulationCell(net, 0)",
    "nn.MicroBatchInterleaved(net, 2.0)",
    "nn.MicroBatchInterleaved(net, 0)",
    "nn.PipelineCell(net, 0)",
    "nn.PipelineCell(net, 2, {'a': 1})",
    "nn.PipelineCell(net, 2).shard(())",
    "nn.ParameterUpdate(3)",
    "nn.DistributedGradReducer(net.trainable_params(), True, 0)",
    "nn.DistributedGradReducer(net.trainable_params(), True, 1.5)",
    "nn.TrainOneStepWithLossScaleCell(net, opt, 3)",
    "nn.TrainOneStepWithLossScaleCell(net, opt, ms.Tensor([1.0, 2.0]))",
    "amp.auto_mixed_precision(net, 'O5')",
    "amp.auto_mixed_precision(3, 'O1')",
    "amp.auto_mixed_precision(3, 'auto')",
    "amp.auto_mixed_precision(net, 'O1', ms.float32)",
    "amp.custom_mixed_precision(3, white_list=[])",
    "amp.custom_mixed_precision(net)",
    "amp.custom_mixed_precision(net, white_list=[], black_list=[])",
    "amp.custom_mixed_precision(net, white_list=3)",
    "amp.custom_mixed_precision(net, white_list=[3])",
    "amp.custom_mixed_precision(net, white_list=[int])",
    "amp.custom_mixed_precision(net, black_list=[ms.ops.ReLU])",
    "amp.custom_mixed_precision(net, black_list=[nn.Dense], dtype=ms.float32)",
    "amp.StaticLossScaler(0.5)",
    "amp.StaticLossScaler('a')",
    "amp.DynamicLossScaler(0.5, 2, 3)",
    "amp.DynamicLossScaler(1, 2.5, 3)",
    "amp.DynamicLossScaler(1, 2, 0)",
    "amp.FixedLossScaleManager(0.5)",
    "amp.DynamicLossScaleManager(0.5)",
    "amp.DynamicLossScaleManager(scale_factor=0)",
    "amp.DynamicLossScaleManager(scale_window=0)",
    "amp.LossScaler()",
    "amp.build_train_network(net, 3)",
    "amp.build_train_network(net, opt, level='O7')",
    "amp.build_train_network(net, opt, level=3)",
    "amp.build_train_network(net, opt, foo=3)",
    "amp.build_train_network(net, opt, 3)",
    "amp.build_train_network(net, opt, boost_level='O9')",
    "amp.build_train_network(net, opt, keep_batchnorm_fp32=1)",
    "amp.build_train_network(net, opt, cast_model_type=ms.int32)",
    "amp.build_train_network(net, opt, loss_scale_manager=3)",
]


def error_class(ms, source):
    """Name of the exception that a call raises, or "" for none."""
    net, _ = tiny(ms)
    scope = {"ms": ms, "nn": ms.nn, "amp": ms.amp, "net": net}
    scope["opt"] = ms.nn.SGD(net.trainable_params())
    try:
        eval(source, dict(vars(ms.nn)) | scope)
    except Exception as error:
        return type(error).__name__
    return ""
