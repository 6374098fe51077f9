"""Uses of the boost package, to be run by MindSpore and by msjax."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

REFUSALS = (TypeError, ValueError, RuntimeError)


def network(ms: Any) -> Any:
    """A network of known weights."""
    layers = [ms.nn.Conv2d(1, 2, 3, group=1), ms.nn.BatchNorm2d(2), ms.nn.Flatten()]
    net = ms.nn.SequentialCell(*layers, ms.nn.Dense(8, 3), ms.nn.ReLU(), ms.nn.Dense(3, 2))
    rng = np.random.RandomState(0)
    for p in net.trainable_params():
        p.set_data(ms.Tensor(rng.uniform(-1, 1, p.shape).astype(np.float32)))
    return net


def groups(net: Any) -> list:
    """Parameter groups of a network."""
    params = net.trainable_params()
    return [
        {"params": params[:1], "lr": 0.1},
        {"params": params[1:], "weight_decay": 0.01},
        {"order_params": params},
    ]


def names(group: dict) -> dict:
    """A parameter group as JSON."""
    lists = ("params", "order_params")
    return {k: [p.name for p in v] if k in lists else v for k, v in group.items()}


def numbers(value: Any) -> list:
    """The values of a Tensor."""
    return np.asarray(value.asnumpy(), np.float64).ravel().round(6).tolist()


def listed(cell: Any) -> list:
    """The Parameters of a Cell."""
    return [[p.name, list(p.shape), str(p.dtype)] for p in cell.get_parameters()]


def data(ms: Any) -> tuple:
    """A batch."""
    rng = np.random.RandomState(1)
    shapes = (2, 1, 2, 2), (2, 2)
    return tuple(ms.Tensor(rng.uniform(-1, 1, s).astype(np.float32)) for s in shapes)


def accumulation(ms: Any) -> list:
    net = ms.nn.Dense(2, 1, weight_init="ones")
    cell = ms.boost.GradientAccumulation(3, ms.nn.SGD(net.trainable_params(), 0.5))
    found = [listed(cell)]
    for i in range(7):
        grads = ms.Tensor(np.full((1, 2), i + 1.0, np.float32)), ms.Tensor([1.0])
        out = float(cell(ms.Tensor(float(i)), grads).asnumpy())
        found.append([out, numbers(net.weight), numbers(cell._grad_accumulation[0])])
    return found


def centralized(ms: Any) -> list:
    net = network(ms)
    processor = ms.boost.OptimizerProcess(ms.nn.Momentum(groups(net), 0.2, 0.9))
    processor.add_grad_centralization(net)
    new = processor.generate_new_optimizer()
    made = [names(g) for g in processor.origin_params]
    return [made, listed(new), [bool(f) for f in new.grad_centralization_flags]]


def without_groups(ms: Any) -> list:
    net = network(ms)
    processor = ms.boost.OptimizerProcess(ms.nn.Momentum(net.trainable_params(), 0.2, 0.9))
    processor.add_grad_centralization(net)
    return listed(processor.generate_new_optimizer())


def processed_lars(ms: Any) -> list:
    net = network(ms)
    inner = ms.nn.Momentum(groups(net), 0.2, 0.9)
    processor = ms.boost.OptimizerProcess(ms.nn.LARS(inner, epsilon=1e-3))
    processor.add_grad_centralization(net)
    new = processor.generate_new_optimizer()
    return [type(new).__name__, listed(new), [names(g) for g in processor.origin_params]]


def regrouped(ms: Any) -> list:
    net = network(ms)
    params, make = net.trainable_params(), ms.boost.ParameterProcess.generate_group_params
    part = params[3:] + [ms.Parameter(ms.Tensor([1.0]), name="extra")]
    return [
        [names(g) for g in made]
        for made in (make(params[:2], params), make(part, groups(net)), make(part, groups(net)[1:]))
    ]


def fused(ms: Any) -> list:
    params = network(ms).trainable_params()
    found = []
    for split in (None, [1, 3], []):
        processor = ms.boost.ParameterProcess()
        same = processor.assign_parameter_group(params, split)
        found.append([p.comm_fusion for p in same])
    return [*found, processor.assign_parameter_group([]), processor.assign_parameter_group(3)]


def head(ms: Any) -> Any:
    """A network with two Dense layers as attributes."""

    class Head(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.last = (ms.nn.Dense(3, n, "ones", "ones") for n in (3, 2))
            self.last.weight.set_data(ms.Tensor([[0.5, 1.0, -1.0], [2.0, 0.0, 1.0]]))

        def construct(self, x: Any) -> Any:
            return self.last(self.first(x) * x)

    return Head()


def less_norm(ms: Any) -> list:
    found: list = []
    for flag in (False, True):
        cell = ms.boost.LessBN(head(ms), flag)
        x = ms.Tensor([[1.0, -2.0, 0.5], [0.0, 1.0, 2.0]])
        found += [listed(cell), repr(cell), numbers(cell(x))]
        found.append(cell.network.get_flags().get("less_bn"))
    return found


def split(ms: Any) -> list:
    freeze = ms.boost.GradientFreeze(2, 1, 0.5, 20)
    found: list = []
    for count in (1, 2, 3):
        made = freeze.split_parameters_groups(network(ms), count)
        found.append([[p.name for p in group] for group in made])
    return found


def sequences(ms: Any) -> list:
    freeze = ms.boost.GradientFreeze(2, 1, 0.5, 20)
    found = []
    for arguments in ((1, 0, 0.5, 20), (4, 0, 0.7, 30), (4, 1, 0.7, 30), (3, 1, 0.2, 10)):
        np.random.seed(3)
        found.append(freeze.generate_freeze_index_sequence(*arguments))
    return found


def freezing(ms: Any, rate: Any = 0.1, lars: bool = False) -> list:
    net = network(ms)
    params = net.trainable_params()
    optimizer = ms.nn.Momentum(params, rate, 0.9)
    if lars:
        optimizer = ms.nn.LARS(optimizer)
    frozen = ms.boost.FreezeOpt(optimizer, (params, params[3:]), [0, 1, 1, 0])
    return [
        listed(frozen),
        [listed(o) for o in frozen.opts],
        numbers(frozen.train_strategy),
        frozen.dynamic_learning_rate,
        [p.name for p in params],
    ]


def frozen_steps(ms: Any, strategy: Any = (0, 1, 1, 0)) -> list:
    net = network(ms)
    params = net.trainable_params()
    optimizer = ms.nn.Momentum(params, 0.1, 0.9)
    parts = (params, params[3:])
    frozen = ms.boost.FreezeOpt(optimizer, parts, strategy and list(strategy))
    loss = ms.nn.WithLossCell(net, ms.nn.MSELoss())
    step = ms.boost.BoostTrainOneStepCell(loss, frozen, 1.0).set_train()
    found = []
    for _ in range(6):
        value = float(step(*data(ms)).asnumpy())
        found.append([value, numbers(params[0])[:4], numbers(params[3])[:4], int(step.step)])
    return found


def frozen_cells(ms: Any) -> list:
    net = network(ms)
    frozen = ms.boost.FreezeOpt(ms.nn.SGD(net.trainable_params(), 0.1))
    loss = ms.nn.WithLossCell(net, ms.nn.MSELoss())
    grad = ms.ops.GradOperation(get_by_list=True, sens_param=True)
    cells = ms.boost.freeze_cell(False, loss, frozen, 2.0, grad, False, None, None, 1)
    return [
        len(cells),
        listed(cells[0]),
        float(cells[0](*data(ms)).asnumpy()),
        numbers(net[3].weight)[:5],
    ]


def plain_steps(ms: Any) -> list:
    net = network(ms)
    loss = ms.nn.WithLossCell(net, ms.nn.MSELoss())
    step = ms.boost.BoostTrainOneStepCell(loss, ms.nn.SGD(net.trainable_params(), 0.1), 1.0)
    step.set_train()
    found = [listed(step)]
    for _ in range(3):
        value = float(step(*data(ms)).asnumpy())
        found.append([value, numbers(net[3].weight)[:4]])
    return found


def configured(ms: Any, *arguments: Any) -> list:
    ms.boost.AutoBoost._instance = None
    try:
        made = ms.boost.AutoBoost(*arguments)
        assert ms.boost.AutoBoost("O2") is made
        settings = "level gradient_groups device_number grad_accumulation_step rho sigma timeout"
        private = "_fn_flag _gc_flag _param_groups _freeze_type _freeze_p _total_steps"
        return [
            made.boost_config,
            [getattr(made, name) for name in (settings + " " + private).split()],
        ]
    finally:
        ms.boost.AutoBoost._instance = None


def automatic(ms: Any, level: str) -> list:
    ms.boost.AutoBoost._instance = None
    try:
        net = network(ms)
        params = groups(net) if level == "O0" else net.trainable_params()
        optimizer = ms.nn.Momentum(params, 0.2, 0.9)
        settings = {"boost": {"mode": "auto"}, "grad_freeze": {"param_groups": 2}}
        made = ms.boost.AutoBoost(level, settings)
        network_, optimizer = made.network_auto_process_train(net, optimizer)
        seen = [type(network_).__name__, type(optimizer).__name__, listed(network_)]
        return [*seen, type(made.network_auto_process_eval(network(ms))).__name__]
    finally:
        ms.boost.AutoBoost._instance = None


CASES: dict[str, Callable[[Any], Any]] = {
    "accumulation": accumulation,
    "centralized": centralized,
    "without groups": without_groups,
    "processed lars": processed_lars,
    "regrouped": regrouped,
    "fused": fused,
    "less norm": less_norm,
    "split": split,
    "sequences": sequences,
    "freezing": freezing,
    "freezing rates": lambda ms: freezing(ms, [0.1, 0.2, 0.3, 0.4]),
    "freezing lars": lambda ms: freezing(ms, lars=True),
    "frozen steps": frozen_steps,
    "frozen steps in turn": lambda ms: frozen_steps(ms, None),
    "frozen cells": frozen_cells,
    "plain steps": plain_steps,
    "level O0": lambda ms: configured(ms),
    "level O1": lambda ms: configured(ms, "O1"),
    "unknown level": lambda ms: configured(ms, "O7"),
    "all": lambda ms: configured(
        ms, "O0", {"boost": {"mode": "enable_all"}, "grad_freeze": {"freeze_p": 0.1}}
    ),
    "none": lambda ms: configured(ms, "O2", {"boost": {"mode": "disable_all"}}),
    "automatic O0": lambda ms: automatic(ms, "O0"),
    "automatic O1": lambda ms: automatic(ms, "O1"),
    "bad mode": lambda ms: configured(ms, "O1", {"boost": {"mode": "x"}}),
    "bad groups": lambda ms: configured(ms, "O1", {"common": {"gradient_split_groups": "x"}}),
    "no optimizer": lambda ms: ms.boost.FreezeOpt(3),
    "strategy alone": lambda ms: ms.boost.FreezeOpt(
        ms.nn.SGD(network(ms).trainable_params(), 0.1), None, [0]
    ),
    "no groups": lambda ms: ms.boost.FreezeOpt(ms.nn.SGD(network(ms).trainable_params(), 0.1), 3),
    "no inner groups": lambda ms: ms.boost.FreezeOpt(
        ms.nn.SGD(network(ms).trainable_params(), 0.1), [3], [0]
    ),
    "float strategy": lambda ms: ms.boost.FreezeOpt(
        ms.nn.SGD(network(ms).trainable_params(), 0.1), [network(ms).trainable_params()], [0.5]
    ),
    "int strategy": lambda ms: ms.boost.FreezeOpt(
        ms.nn.SGD(network(ms).trainable_params(), 0.1), [network(ms).trainable_params()], 1
    ),
    "wrong strategy": lambda ms: ms.boost.FreezeOpt(
        ms.nn.SGD(network(ms).trainable_params(), 0.1),
        [network(ms).trainable_params()],
        ms.Tensor([[1]]),
    ),
    "empty parameters": lambda ms: ms.boost.ParameterProcess.generate_group_params([], []),
    "no parameters": lambda ms: ms.boost.ParameterProcess.generate_group_params([], [3]),
    "unknown freezing": lambda ms: ms.boost.GradientFreeze(
        2, 1, 0.5, 9
    ).generate_freeze_index_sequence(3, 2, 0.5, 9),
    # the last one: MindSpore writes the settings into its table of levels
    "manual": lambda ms: configured(
        ms,
        "O0",
        {
            "boost": {"mode": "manual", "less_bn": True, "other": 3},
            "less_bn": {"fn_flag": False},
            "grad_freeze": {"freeze_p": 0.1},
            "common": {"device_number": 4, "gradient_split_groups": [1, 2]},
        },
    ),
}


def outcome(ms: Any, key: str) -> Any:
    """What a case gives, or the class of its error."""
    if ms.__name__ == "mindspore":  # it takes the frozen steps in graph mode only
        ms.set_context(mode=ms.GRAPH_MODE if key.startswith("frozen st") else ms.PYNATIVE_MODE)
    try:
        return CASES[key](ms)
    except REFUSALS as error:
        return {"error": next(k.__name__ for k in type(error).__mro__ if k in REFUSALS)}
