"""The optimizers that record_optim.py records and tests/nn/test_optim.py repeats.

Everything takes the package as `ms`, so the same code runs under MindSpore and msjax.
"""

import numpy as np

STEPS = 20
KEPT = (1, 20)
SHAPES = {"fc.weight": (2, 3), "fc.bias": (2,), "norm.gamma": (3,), "norm.beta": (3,)}
CONV = {"conv.weight": (2, 16), "fc.weight": (2, 3)}


def start(shapes):
    """Start values of the parameters."""
    rng = np.random.RandomState(3)
    return {name: rng.randn(*shape).astype(np.float32) for name, shape in shapes.items()}


def gradients(shapes):
    """Gradients of every step; some elements are zero now and then."""
    rng = np.random.RandomState(5)
    steps = []
    for _ in range(STEPS):
        grads = [rng.randn(*shape).astype(np.float32) for shape in shapes.values()]
        steps.append([np.where(rng.rand(*g.shape) < 0.1, 0, g).astype(np.float32) for g in grads])
    return steps


def make_parameters(ms, shapes, dtype="float32"):
    """Parameters with the start values."""
    kind = getattr(ms, dtype)
    return [ms.Parameter(ms.Tensor(v, kind), name=n) for n, v in start(shapes).items()]


def _cosine(ms):
    return ms.nn.CosineDecayLR(0.01, 0.1, 10)


def _decay(ms):
    return ms.nn.ExponentialDecayLR(0.1, 0.9, 4)


def _warm(ms):
    class Warm(ms.nn.learning_rate_schedule.LearningRateSchedule):
        def __init__(self):
            super().__init__()
            self.warm = ms.nn.WarmUpLR(0.1, 5)
            self.poly = ms.nn.PolynomialDecayLR(0.1, 0.01, 12, 2.0)

        def construct(self, global_step):
            return self.warm(global_step) * self.poly(global_step)

    return Warm()


STEP_RATES = [0.1 / (i + 1) for i in range(STEPS)]


def _groups(p, **more):
    return [{"params": p[:1], **more}, {"params": p[1:]}]


def _ordered(p):
    return [
        {"params": p[2:], "lr": 0.02, "weight_decay": 0.1},
        {"params": p[:2], "lr": 0.05},
        {"order_params": p},
    ]


# name -> function of (ms, list of Parameters) that makes the optimizer
CASES = {
    "sgd": lambda ms, p: ms.nn.SGD(p),
    "sgd momentum": lambda ms, p: ms.nn.SGD(p, 0.05, momentum=0.9),
    "sgd dampening": lambda ms, p: ms.nn.SGD(p, 0.05, 0.9, 0.3),
    "sgd nesterov": lambda ms, p: ms.nn.SGD(p, 0.05, 0.9, nesterov=True, weight_decay=0.1),
    "sgd decay scale": lambda ms, p: ms.nn.SGD(p, 0.05, 0.8, weight_decay=0.1, loss_scale=8.0),
    "sgd groups": lambda ms, p: ms.nn.SGD(_groups(p, lr=0.02, weight_decay=0.2), 0.1, 0.5),
    "sgd ordered": lambda ms, p: ms.nn.SGD(_ordered(p), 0.1, 0.5, weight_decay=0.01),
    "momentum": lambda ms, p: ms.nn.Momentum(p, 0.1, 0.9),
    "momentum decay": lambda ms, p: ms.nn.Momentum(p, 0.1, 0.9, weight_decay=0.1),
    "momentum nesterov": lambda ms, p: ms.nn.Momentum(p, 0.1, 0.9, 0.01, 4.0, True),
    "momentum list": lambda ms, p: ms.nn.Momentum(p, STEP_RATES, 0.9),
    "momentum tensor": lambda ms, p: ms.nn.Momentum(p, ms.Tensor(0.03), 0.9),
    "momentum tensor list": lambda ms, p: ms.nn.Momentum(p, ms.Tensor(STEP_RATES, ms.float32), 0.9),
    "momentum cosine": lambda ms, p: ms.nn.Momentum(p, _cosine(ms), 0.9, 0.1),
    "momentum custom": lambda ms, p: ms.nn.Momentum(p, _warm(ms), 0.9),
    "momentum dynamic decay": lambda ms, p: ms.nn.Momentum(
        p, 0.1, 0.9, weight_decay=_decay(ms), loss_scale=2.0
    ),
    "momentum groups": lambda ms, p: ms.nn.Momentum(
        _groups(p, lr=_cosine(ms), weight_decay=_decay(ms)), 0.1, 0.9
    ),
    "momentum groups list": lambda ms, p: ms.nn.Momentum(
        _groups(p, lr=STEP_RATES, weight_decay=0.0), 0.1, 0.9, weight_decay=0.05
    ),
    "momentum ordered": lambda ms, p: ms.nn.Momentum(_ordered(p), 0.1, 0.9, 0.02),
    "adam": lambda ms, p: ms.nn.Adam(p, 0.05),
    "adam decay": lambda ms, p: ms.nn.Adam(p, 0.05, weight_decay=0.1, loss_scale=16.0),
    "adam betas": lambda ms, p: ms.nn.Adam(p, 0.05, beta1=0.8, beta2=0.9, eps=1e-4),
    "adam nesterov": lambda ms, p: ms.nn.Adam(p, 0.05, use_nesterov=True),
    "adam amsgrad": lambda ms, p: ms.nn.Adam(p, 0.05, use_amsgrad=True),
    "adam locking": lambda ms, p: ms.nn.Adam(p, 0.05, use_locking=True),
    "adam lazy": lambda ms, p: ms.nn.Adam(p, 0.05, use_lazy=True),
    "adam offload": lambda ms, p: ms.nn.Adam(p, 0.05, use_offload=True),
    "adam cosine": lambda ms, p: ms.nn.Adam(p, _cosine(ms)),
    "adam groups": lambda ms, p: ms.nn.Adam(_groups(p, lr=0.01, weight_decay=0.1), 0.05),
    "adam amsgrad groups": lambda ms, p: ms.nn.Adam(_ordered(p), 0.05, use_amsgrad=True),
    "adam weight decay": lambda ms, p: ms.nn.AdamWeightDecay(p, 0.05, weight_decay=0.1),
    "adam weight decay zero": lambda ms, p: ms.nn.AdamWeightDecay(p),
    "adam weight decay schedule": lambda ms, p: ms.nn.AdamWeightDecay(
        p, _warm(ms), 0.8, 0.95, 1e-5, weight_decay=_decay(ms)
    ),
    "adam weight decay groups": lambda ms, p: ms.nn.AdamWeightDecay(
        _groups(p, lr=0.01, weight_decay=0.2), _cosine(ms), weight_decay=0.1
    ),
    "adam offload class": lambda ms, p: ms.nn.AdamOffload(p, 0.05, weight_decay=0.1),
    "adam offload nesterov": lambda ms, p: ms.nn.AdamOffload(p, 0.05, use_nesterov=True),
    "lazy adam": lambda ms, p: ms.nn.LazyAdam(p, 0.05, weight_decay=0.1),
    "lazy adam nesterov": lambda ms, p: ms.nn.LazyAdam(_ordered(p), 0.05, use_nesterov=True),
    "adagrad": lambda ms, p: ms.nn.Adagrad(p, 0.2, 0.1, weight_decay=0.1),
    "adagrad slots": lambda ms, p: ms.nn.Adagrad(p, learning_rate=0.1, update_slots=False),
    "adagrad groups": lambda ms, p: ms.nn.Adagrad(_ordered(p), learning_rate=_cosine(ms)),
    "adadelta": lambda ms, p: ms.nn.Adadelta(p, 0.5, weight_decay=0.1),
    "adadelta groups": lambda ms, p: ms.nn.Adadelta(_ordered(p), 0.5, 0.8, 1e-5, 4.0),
    "adamax": lambda ms, p: ms.nn.AdaMax(p, 0.05, weight_decay=0.1),
    "adamax groups": lambda ms, p: ms.nn.AdaMax(_ordered(p), _cosine(ms), loss_scale=2.0),
    "asgd": lambda ms, p: ms.nn.ASGD(p, 0.1, weight_decay=0.1),
    "asgd early": lambda ms, p: ms.nn.ASGD(p, 0.1, 0.01, 0.5, 5.0),
    "asgd groups": lambda ms, p: ms.nn.ASGD(_ordered(p), _cosine(ms), t0=3.0),
    "ftrl": lambda ms, p: ms.nn.FTRL(p, learning_rate=0.1, l1=0.01, l2=0.02),
    "ftrl decay": lambda ms, p: ms.nn.FTRL(p, 0.2, 0.1, -0.3, weight_decay=0.1, loss_scale=2.0),
    "lamb": lambda ms, p: ms.nn.Lamb(p, 0.05, weight_decay=0.1),
    "lamb groups": lambda ms, p: ms.nn.Lamb(_ordered(p), _cosine(ms), 0.8, 0.95, 1e-5),
    "rmsprop": lambda ms, p: ms.nn.RMSProp(p, 0.01, weight_decay=0.1),
    "rmsprop momentum": lambda ms, p: ms.nn.RMSProp(p, 0.01, 0.8, 0.7, 1e-3, loss_scale=4.0),
    "rmsprop centered": lambda ms, p: ms.nn.RMSProp(
        p, 0.01, momentum=0.5, epsilon=1e-3, centered=True
    ),
    "rmsprop groups": lambda ms, p: ms.nn.RMSProp(_ordered(p), _cosine(ms), epsilon=1e-3),
    "proximal adagrad": lambda ms, p: ms.nn.ProximalAdagrad(p, 0.1, 0.1, 0.01, 0.02),
    "proximal adagrad plain": lambda ms, p: ms.nn.ProximalAdagrad(
        _ordered(p), learning_rate=_cosine(ms), weight_decay=0.1
    ),
    "rprop": lambda ms, p: ms.nn.Rprop(p, 0.01),
    "rprop options": lambda ms, p: ms.nn.Rprop(
        _ordered(p), _cosine(ms), (0.4, 1.5), (1e-3, 0.1), weight_decay=0.1
    ),
    "adafactor": lambda ms, p: ms.nn.AdaFactor(p),
    "adafactor rate": lambda ms, p: ms.nn.AdaFactor(
        p, 0.05, relative_step=False, scale_parameter=False, weight_decay=0.1
    ),
    "adafactor plain": lambda ms, p: ms.nn.AdaFactor(
        p, beta1=0.0, clip_threshold=0.5, decay_rate=0.7, warmup_init=True
    ),
    "adafactor schedule": lambda ms, p: ms.nn.AdaFactor(
        p, _cosine(ms), relative_step=False, scale_parameter=True
    ),
    "sgd list": lambda ms, p: ms.nn.SGD(p, STEP_RATES, 0.9, loss_scale=2.0),
    "sgd schedule groups": lambda ms, p: ms.nn.SGD(_groups(p, lr=_cosine(ms)), _warm(ms), 0.5),
    "adam list ordered": lambda ms, p: ms.nn.Adam(
        [{"params": p[2:], "lr": STEP_RATES}, {"params": p[:2]}, {"order_params": p}], 0.05
    ),
    "adam dynamic decay": lambda ms, p: ms.nn.Adam(p, _warm(ms), weight_decay=_decay(ms)),
    "adam weight decay list": lambda ms, p: ms.nn.AdamWeightDecay(
        _ordered(p), STEP_RATES, weight_decay=0.1
    ),
    "lazy adam list": lambda ms, p: ms.nn.LazyAdam(p, STEP_RATES, loss_scale=4.0),
    "adagrad list": lambda ms, p: ms.nn.Adagrad(
        p, learning_rate=STEP_RATES, loss_scale=2.0, weight_decay=_decay(ms)
    ),
    "adadelta list": lambda ms, p: ms.nn.Adadelta(p, STEP_RATES, weight_decay=_decay(ms)),
    "adamax list": lambda ms, p: ms.nn.AdaMax(_groups(p, weight_decay=_decay(ms)), STEP_RATES),
    "asgd list": lambda ms, p: ms.nn.ASGD(p, STEP_RATES, weight_decay=0.05),
    "ftrl groups": lambda ms, p: ms.nn.FTRL(
        [{"params": p[2:], "weight_decay": 0.1}, {"params": p[:2]}, {"order_params": p}],
        learning_rate=0.1,
        loss_scale=2.0,
    ),
    "rmsprop list": lambda ms, p: ms.nn.RMSProp(p, STEP_RATES, weight_decay=_decay(ms)),
    "rmsprop centered groups": lambda ms, p: ms.nn.RMSProp(
        _ordered(p), 0.01, momentum=0.3, epsilon=1e-3, centered=True, loss_scale=2.0
    ),
    "proximal adagrad list": lambda ms, p: ms.nn.ProximalAdagrad(
        p, learning_rate=STEP_RATES, l2=0.01, loss_scale=2.0, weight_decay=_decay(ms)
    ),
    "rprop list": lambda ms, p: ms.nn.Rprop(p, STEP_RATES, weight_decay=_decay(ms)),
    "adafactor list": lambda ms, p: ms.nn.AdaFactor(
        p, STEP_RATES, relative_step=False, weight_decay=0.1, loss_scale=2.0
    ),
    "adam offload list": lambda ms, p: ms.nn.AdamOffload(
        _ordered(p), STEP_RATES, weight_decay=0.1, loss_scale=2.0
    ),
    "lars momentum": lambda ms, p: ms.nn.LARS(
        ms.nn.Momentum(p, 0.1, 0.9, weight_decay=0.1, loss_scale=2.0)
    ),
    "lars clip": lambda ms, p: ms.nn.LARS(ms.nn.SGD(p, _cosine(ms), 0.9), use_clip=True),
    "lars groups": lambda ms, p: ms.nn.LARS(
        ms.nn.Momentum(_ordered(p), 0.1, 0.9), coefficient=0.01, epsilon=1e-4
    ),
}


def _central(p):
    return [
        {"params": p[:1], "grad_centralization": True, "weight_decay": 0.1},
        {"params": p[1:], "grad_centralization": True},
    ]


# the same with a parameter that gradient centralization applies to
CONV_CASES = {
    "momentum centralized": lambda ms, p: ms.nn.Momentum(_central(p), 0.1, 0.9),
    "sgd centralized": lambda ms, p: ms.nn.SGD(_central(p), 0.1, 0.9, loss_scale=2.0),
    "adam centralized": lambda ms, p: ms.nn.Adam(_central(p), 0.05),
    "lamb centralized": lambda ms, p: ms.nn.Lamb(_central(p), 0.05),
}


def all_cases():
    """(name, shapes, maker) of every case."""
    yield from ((name, SHAPES, make) for name, make in CASES.items())
    yield from ((name, CONV, make) for name, make in CONV_CASES.items())


def run(ms, shapes, make, number):
    """Names, shapes, dtypes and kept values of the state and the weights of one case."""
    params = make_parameters(ms, shapes)
    optimizer = make(ms, params)
    state = list(optimizer.get_parameters())
    record = {
        "names": [p.name for p in state],
        "shapes": [list(p.shape) for p in state],
        "dtypes": [str(p.dtype) for p in state],
        "values": {},
    }
    everything = {f"{i} {p.name}": p for i, p in enumerate([*params, *state])}
    for step, grads in enumerate(gradients(shapes), 1):
        result = optimizer(tuple(ms.Tensor(g) for g in grads))
        if step == 1:
            record["result"] = describe(result)
        if step in KEPT:
            record["values"][str(step)] = {
                name: [number(v) for v in p.asnumpy().ravel()] for name, p in everything.items()
            }
    return record


def describe(result):
    """The types of what the optimizer returns."""
    if isinstance(result, (tuple, list)):
        return [describe(r) for r in result]
    return type(result).__name__


def _p(ms):
    return make_parameters(ms, SHAPES)


def _dicts(ms, **more):
    p = _p(ms)
    return [{"params": p[:1], **more}, {"params": p[1:]}]


# constructor calls that are refused: source text -> what it is called with
ERRORS = [
    "nn.SGD(None)",
    "nn.SGD([])",
    "nn.SGD(3)",
    "nn.SGD([1, 2])",
    "nn.SGD(p, -0.1)",
    "nn.SGD(p, 'a')",
    "nn.SGD(p, 0.1, momentum=-1.0)",
    "nn.SGD(p, 0.1, momentum='x')",
    "nn.SGD(p, 0.1, dampening=-1.0)",
    "nn.SGD(p, 0.1, nesterov=True)",
    "nn.SGD(p, 0.1, nesterov=1)",
    "nn.SGD(p, 0.1, weight_decay=-1.0)",
    "nn.SGD(p, 0.1, weight_decay='a')",
    "nn.SGD(p, 0.1, loss_scale=0.0)",
    "nn.SGD(p, 0.1, loss_scale='a')",
    "nn.SGD(p, 0.1, weight_decay=nn.CosineDecayLR(0.1, 0.2, 3))",
    "nn.SGD(p, ms.Tensor([[0.1]]))",
    "nn.SGD(p + p)",
    "nn.SGD([{'param': p}])",
    "nn.SGD([{'params': p, 'weight_decays': 1}])",
    "nn.SGD([{'params': 3}])",
    "nn.SGD([{'params': [1]}])",
    "nn.SGD([{'params': []}])",
    "nn.SGD([{'params': p}, {'params': p}])",
    "nn.SGD([{'params': p}, {'order_params': p[:1]}])",
    "nn.SGD([{'params': p}, {'order_params': p, 'lr': 0.1}])",
    "nn.SGD([{'params': p}, {'order_params': 3}])",
    "nn.SGD([{'params': p, 'grad_centralization': 1}])",
    "nn.SGD([{'params': p, 'lr': -1.0}])",
    "nn.SGD([{'params': p, 'lr': [0.1, 0.2]}], [0.1, 0.2, 0.3])",
    "nn.SGD([p[0], {'params': p[1:]}])",
    "nn.Momentum(p, 0.1, 1)",
    "nn.Momentum(p, 0.1, -0.5)",
    "nn.Momentum(p, 0.1, 0.9, use_nesterov=1)",
    "nn.Adam(p, beta1=1.0)",
    "nn.Adam(p, beta2=1)",
    "nn.Adam(p, eps=0.0)",
    "nn.Adam(p, use_locking=1)",
    "nn.Adam(p, use_nesterov=1)",
    "nn.Adam(p, use_amsgrad=1)",
    "nn.Adam(p, other=1)",
    "nn.Adam(p, use_lazy=True, use_offload=True)",
    "nn.Adam(p, use_lazy=True, use_amsgrad=True)",
    "nn.AdamWeightDecay(p, beta1=0)",
    "nn.AdamOffload(p, beta1=0.0)",
    "nn.LazyAdam(p, beta1=0.0)",
    "nn.LazyAdam(p, weight_decay=1)",
    "nn.Adagrad(p, accum=-0.1)",
    "nn.Adagrad(p, update_slots=1)",
    "nn.Adadelta(p, rho=1.5)",
    "nn.Adadelta(p, epsilon=-1.0)",
    "nn.AdaMax(p, beta1=2.0)",
    "nn.ASGD(p, lambd=1)",
    "nn.ASGD(p, t0=1)",
    "nn.FTRL(p, learning_rate=[0.1, 0.2])",
    "nn.FTRL(p, lr_power=0.5)",
    "nn.FTRL(p, l1=-0.5)",
    "nn.FTRL(p, learning_rate=0.0)",
    "nn.Lamb(p, 0.1, beta1=1.5)",
    "nn.RMSProp(p, decay=1)",
    "nn.RMSProp(p, momentum=-1.0)",
    "nn.RMSProp(p, epsilon=0.0)",
    "nn.RMSProp(p, centered=1)",
    "nn.ProximalAdagrad(p, accum=-0.1)",
    "nn.ProximalAdagrad(p, l1=-0.1)",
    "nn.Rprop(p, etas=[0.5, 1.2])",
    "nn.Rprop(p, etas=(0.5,))",
    "nn.Rprop(p, etas=(1.5, 1.2))",
    "nn.Rprop(p, etas=(0.5, 0.9))",
    "nn.Rprop(p, step_sizes=(2.0, 1.0))",
    "nn.Rprop(p, step_sizes=(1, 2))",
    "nn.AdaFactor(p, 0.1)",
    "nn.AdaFactor(p, relative_step=False)",
    "nn.AdaFactor(p, 0.1, relative_step=False, warmup_init=True)",
    "nn.AdaFactor(p, eps=(1e-30,))",
    "nn.AdaFactor(p, decay_rate=1.5)",
    "nn.AdaFactor(p, clip_threshold=-1.0)",
    "nn.AdaFactor(p, beta1=-1.0)",
    "nn.LARS(3)",
    "nn.LARS(nn.SGD(p), epsilon=1)",
    "nn.LARS(nn.SGD(p), use_clip=1)",
    "nn.Optimizer(0.1, p, loss_scale=-1.0)",
    "nn.Optimizer(0.1, p)(tuple(p))",
    "setattr(nn.SGD(p), 'target', 'CPU')",
    "setattr(nn.Adam(p), 'target', 'TPU')",
    "setattr(nn.Adam(p), 'target', 3)",
    "setattr(nn.Adam(p), 'target', 'GPU')",
    "setattr(nn.Adam(p), 'unique', 1)",
    "nn.SGD(p).get_lr_parameter(3)",
    "nn.SGD(p).get_lr_parameter(ms.Parameter(1.0, name='other'))",
]


# What optimizers say of themselves, and gradients that do not fit.
_SGD, _ADAM = "nn.SGD(p, 0.1, weight_decay=0.5, loss_scale=2.0)", "nn.Adam(g, cosine, loss_scale=4)"
_GROUPS = "nn.Momentum(g, 0.1, 0.9, weight_decay=0.5, loss_scale=2.0)"
_LIST, _PLAIN = "nn.Adam(p, [0.1, 0.2])", "nn.RMSProp(p)"
ANSWERS = [
    *(
        f"{make}.{question}"
        for make in (_SGD, _ADAM, _GROUPS, _LIST, _PLAIN)
        for question in (
            "get_lr()",
            "get_weight_decay()",
            "unique",
            "target",
            "is_group",
            "is_group_lr",
            "is_group_params_ordered",
            "dynamic_lr",
            "dynamic_weight_decay",
            "exec_weight_decay",
            "decay_flags",
            "dynamic_decay_flags",
            "loss_scale",
            "need_scale",
            "reciprocal_scale",
            "global_step",
            "param_length",
            "learning_rate",
            "weight_decay",
            "parameters",
            "get_lr_parameter(p[0])",
            "get_lr_parameter(p[1:3])",
            "get_lr_parameter(p[0]).name",
            "decay_weight(grads)",
            "scale_grad(grads)",
            "gradients_centralization(grads)",
            "flatten_gradients(grads)",
        )
    ),
    f"{_GROUPS}.grad_centralization_flags",
    f"{_GROUPS}.group_lr",
    f"{_SGD}.grad_centralization",
    "nn.Adam(p).unique",
    "nn.LazyAdam(p).target",
    *(f"nn.Momentum(p, 0.1, 0.9)({grads})" for grads in ("grads", "3", "None", "")),
    "nn.SGD(p, 0.1)(grads)",
    "nn.Adam(p)(grads)",
    "nn.AdamWeightDecay(p)(grads)",
]


def answer(ms, source):
    """The value of a question as plain data, or the class of the exception."""
    p = make_parameters(ms, SHAPES)
    groups = [
        {"params": p[:1], "lr": 0.2, "weight_decay": 0.25},
        {"params": p[2:], "grad_centralization": True},
        {"params": p[1:2]},
        {"order_params": p},
    ]
    grads = tuple(ms.Tensor(g) for g in gradients(SHAPES)[0])
    scope = {"ms": ms, "nn": ms.nn, "p": p, "g": groups, "grads": grads, "cosine": _cosine(ms)}
    try:
        return _plain(ms, eval(source, scope))
    except Exception as error:
        return f"! {type(error).__name__}"


def _plain(ms, value):
    if isinstance(value, (tuple, list)):
        kind = "list" if isinstance(value, list) else "tuple"
        return [kind, *(_plain(ms, v) for v in value)]
    if isinstance(value, ms.Tensor):
        kind = "Parameter" if isinstance(value, ms.Parameter) else "Tensor"
        numbers = [float(f"{float(v):.6g}") for v in value.asnumpy().ravel()]
        name = value.name if kind == "Parameter" else ""
        return [kind, name, str(value.dtype), list(value.shape), numbers]
    return type(value).__name__ if isinstance(value, ms.nn.Cell) else value


def error_class(ms, source):
    """Name of the exception that a call raises, or "" for none."""
    try:
        eval(source, {"ms": ms, "nn": ms.nn, "p": _p(ms), "setattr": setattr})
    except Exception as error:
        return type(error).__name__
    return ""
