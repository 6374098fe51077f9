"""The optimizers of mindspore.experimental and their schedulers, for record_experimental.py.

Everything takes the package as `ms`, so the same code runs under MindSpore and msjax.
"""

import optim_cases


def _two(p):
    return [{"params": p[:2], "lr": 0.05, "weight_decay": 0.1}, {"params": p[2:]}]


def _optim(ms):
    import importlib

    return importlib.import_module(f"{ms.__name__}.experimental.optim")


# name -> function of (experimental.optim, list of Parameters)
CASES = {
    "sgd": lambda o, p: o.SGD(p, 0.1),
    "sgd momentum": lambda o, p: o.SGD(p, 0.1, 0.9, 0.3, 0.1),
    "sgd nesterov": lambda o, p: o.SGD(_two(p), 0.1, momentum=0.9, nesterov=True, maximize=True),
    "adam": lambda o, p: o.Adam(p, 0.1),
    "adam options": lambda o, p: o.Adam(_two(p), 0.1, (0.8, 0.9), 1e-4, 0.05, maximize=True),
    "adamw": lambda o, p: o.AdamW(p, 0.1),
    "adamw amsgrad": lambda o, p: o.AdamW(_two(p), 0.1, (0.8, 0.9), 1e-4, 0.2, True, maximize=True),
    "adadelta": lambda o, p: o.Adadelta(p),
    "adadelta options": lambda o, p: o.Adadelta(_two(p), 0.5, 0.8, 1e-4, 0.1, maximize=True),
    "adagrad": lambda o, p: o.Adagrad(p),
    "adagrad options": lambda o, p: o.Adagrad(_two(p), 0.1, 0.1, 0.1, 0.3, 1e-3, maximize=True),
    "adamax": lambda o, p: o.Adamax(p),
    "adamax options": lambda o, p: o.Adamax(_two(p), 0.1, (0.8, 0.9), 1e-4, 0.1, maximize=True),
    "asgd": lambda o, p: o.ASGD(p),
    "asgd options": lambda o, p: o.ASGD(_two(p), 0.1, 0.01, 0.5, 5.0, 0.1, True),
    "nadam": lambda o, p: o.NAdam(p),
    "nadam options": lambda o, p: o.NAdam(_two(p), 0.1, (0.8, 0.9), 1e-4, 0.1, 0.1),
    "radam": lambda o, p: o.RAdam(p),
    "radam options": lambda o, p: o.RAdam(_two(p), 0.1, (0.8, 0.9), 1e-4, 0.1),
    "rmsprop": lambda o, p: o.RMSprop(p),
    "rmsprop momentum": lambda o, p: o.RMSprop(_two(p), 0.1, 0.9, 1e-3, 0.1, 0.5),
    "rmsprop centered": lambda o, p: o.RMSprop(p, 0.1, 0.9, 1e-2, centered=True, maximize=True),
    "rprop": lambda o, p: o.Rprop(p),
    "rprop options": lambda o, p: o.Rprop(p, 0.1, (0.4, 1.5), (1e-3, 0.3), maximize=True),
}


def run(ms, make, number):
    """One case, as in optim_cases."""
    result = optim_cases.run(ms, optim_cases.SHAPES, lambda ms, p: make(_optim(ms), p), number)
    opt = make(_optim(ms), optim_cases.make_parameters(ms, optim_cases.SHAPES))
    result["groups"] = [sorted(k for k in g) for g in opt.param_groups]
    result["rates"] = [[r.name, number(r.asnumpy())] for r in opt.lrs]
    return result


SCHEDULES = {
    "step": "StepLR(opt, 3, 0.5)",
    "linear": "LinearLR(opt, 0.25, 0.75, 4)",
    "exponential": "ExponentialLR(opt, 0.8)",
    "polynomial": "PolynomialLR(opt, 5, 2.0)",
    "lambda": "LambdaLR(opt, [lambda e: 0.9**e, lambda e: 1.0 / (e + 1)])",
    "multiplicative": "MultiplicativeLR(opt, lambda e: 0.9)",
    "multi step": "MultiStepLR(opt, [2, 5, 5], 0.5)",
    "constant": "ConstantLR(opt, 0.5, 4)",
    "sequential": "SequentialLR(opt, [ConstantLR(opt, 0.5, 2), ExponentialLR(opt, 0.5)], [4])",
    "cyclic": "CyclicLR(opt, 0.1, 0.5, 3, 2)",
    "cyclic 2": "CyclicLR(opt, [0.1, 0.2], [0.5, 0.6], 2, mode='triangular2')",
    "cyclic range": "CyclicLR(opt, 0.1, 0.5, 2, mode='exp_range', gamma=0.9)",
    "restarts": "CosineAnnealingWarmRestarts(opt, 3)",
    "restarts mult": "CosineAnnealingWarmRestarts(opt, 2, 2, 0.01)",
    "cosine": "CosineAnnealingLR(opt, 4, 0.01)",
}
SCHEDULER_STEPS = 11


def schedule(ms, source, number):
    """The learning rates of both groups after every step."""
    optim = _optim(ms)
    p = optim_cases.make_parameters(ms, optim_cases.SHAPES)
    opt = optim.SGD(_two(p), 0.1)
    scheduler = eval(source, dict(vars(optim.lr_scheduler)) | {"opt": opt})
    seen = [[number(r.asnumpy()) for r in opt.lrs]]
    for _ in range(SCHEDULER_STEPS):
        scheduler.step()
        seen.append([number(r.asnumpy()) for r in opt.lrs])
    last = [number(r.asnumpy()) for r in scheduler.get_last_lr()]
    return {"rates": seen, "last": last, "epoch": scheduler.last_epoch.name}


PLATEAUS = {
    "min rel": "ReduceLROnPlateau(opt, 'min', 0.5, 1)",
    "max abs": "ReduceLROnPlateau(opt, 'max', 0.5, 0, 0.1, 'abs', 2)",
    "limits": "ReduceLROnPlateau(opt, factor=0.1, patience=0, min_lr=[0.02, 0.03])",
    "max rel": "ReduceLROnPlateau(opt, 'max', 0.5, 1, 0.2)",
}
METRICS = [1.0, 0.9, 0.95, 0.95, 0.95, 1.2, 1.3, 1.3, 1.3, 0.1, 0.1, 0.1]


def plateau(ms, source, number):
    """The learning rates of both groups after every metric."""
    optim = _optim(ms)
    p = optim_cases.make_parameters(ms, optim_cases.SHAPES)
    opt = optim.SGD(_two(p), 0.1)
    scheduler = eval(source, dict(vars(optim.lr_scheduler)) | {"opt": opt})
    seen = []
    for metric in METRICS:
        scheduler.step(ms.Tensor(metric, ms.float32))
        seen.append([number(r.asnumpy()) for r in opt.lrs])
    return seen


ERRORS = [
    "SGD(p)",
    "SGD(None, 0.1)",
    "SGD([], 0.1)",
    "SGD(3, 0.1)",
    "SGD(p, -0.1)",
    "SGD(p, 'a')",
    "SGD(p, 0.1, -1.0)",
    "SGD(p, 0.1, 'a')",
    "SGD(p, 0.1, dampening='a')",
    "SGD(p, 0.1, weight_decay=-1.0)",
    "SGD(p, 0.1, nesterov=True)",
    "SGD(p, 0.1, nesterov=1)",
    "SGD(p, 0.1, maximize=1)",
    "SGD([{'params': p}, {'params': p}], 0.1)",
    "SGD([{'params': set(p)}], 0.1)",
    "SGD([{'params': [1]}], 0.1)",
    "SGD([{'params': p}, p[0]], 0.1)",
    "Adam(p, -0.1)",
    "Adam(p, eps=-1.0)",
    "Adam(p, betas=(1.0, 0.9))",
    "Adam(p, betas=(0.9, 1.0))",
    "Adam(p, weight_decay=-0.1)",
    "AdamW(p, -0.1)",
    "AdamW(p, betas=(1.0, 0.9))",
    "Adadelta(p, 0.0)",
    "Adadelta(p, rho=1.5)",
    "Adadelta(p, eps=0.0)",
    "Adagrad(p, 0.0)",
    "Adagrad(p, lr_decay=-1.0)",
    "Adagrad(p, initial_accumulator_value=-1.0)",
    "Adamax(p, 0.0)",
    "Adamax(p, betas=(1.0, 0.9))",
    "ASGD(p, 0.0)",
    "ASGD(p, lambd=1)",
    "ASGD(p, t0=1)",
    "NAdam(p, 0.0)",
    "NAdam(p, momentum_decay=-1.0)",
    "RAdam(p, eps=0.0)",
    "RMSprop(p, alpha=-1.0)",
    "RMSprop(p, momentum=-1.0)",
    "Rprop(p, 0.0)",
    "Rprop(p, etas=(1.5, 1.2))",
    "Rprop(p, etas=(0.5, 1.0))",
    "lr_scheduler.StepLR(3, 2)",
    "lr_scheduler.StepLR(opt, 2.5)",
    "lr_scheduler.StepLR(opt, 2, 1)",
    "lr_scheduler.StepLR(opt, 2, last_epoch=-2)",
    "lr_scheduler.StepLR(opt, 2, last_epoch=1.0)",
    "lr_scheduler.StepLR(opt, 2, last_epoch=1)",
    "lr_scheduler.LinearLR(opt, 0.0)",
    "lr_scheduler.LinearLR(opt, 0.5, 2.0)",
    "lr_scheduler.LinearLR(opt, 0.5, 1.0, 2.5)",
    "lr_scheduler.ExponentialLR(opt, 1)",
    "lr_scheduler.PolynomialLR(opt, 2.5)",
    "lr_scheduler.PolynomialLR(opt, 2, 1)",
    "lr_scheduler.PolynomialLR(opt, 2, -1.0)",
    "lr_scheduler.LambdaLR(opt, [1, 2])",
    "lr_scheduler.MultiplicativeLR(opt, [1, 2])",
    "lr_scheduler.MultiStepLR(opt, 3)",
    "lr_scheduler.MultiStepLR(opt, [1.5])",
    "lr_scheduler.MultiStepLR(opt, [1], 'a')",
    "lr_scheduler.ConstantLR(opt, 2.0)",
    "lr_scheduler.ConstantLR(opt, 0.5, 2.5)",
    "lr_scheduler.SequentialLR(opt, [lr_scheduler.ExponentialLR(opt, 0.5)], [1])",
    "lr_scheduler.ReduceLROnPlateau(opt, factor=1.0)",
    "lr_scheduler.ReduceLROnPlateau(3)",
    "lr_scheduler.ReduceLROnPlateau(opt, 'avg')",
    "lr_scheduler.ReduceLROnPlateau(opt, threshold_mode='x')",
    "lr_scheduler.ReduceLROnPlateau(opt, min_lr=[0.1, 0.2])",
    "lr_scheduler.CyclicLR(opt, 0.1, 0.5, mode='x')",
    "lr_scheduler.CyclicLR(opt, [0.1, 0.2], 0.5)",
    "lr_scheduler.CosineAnnealingWarmRestarts(opt, 0)",
    "lr_scheduler.CosineAnnealingWarmRestarts(opt, 2, 0)",
    "lr_scheduler.CosineAnnealingLR(opt, 2.5)",
    "lr_scheduler.CosineAnnealingLR(opt, 2, 'a')",
]


def error_class(ms, source):
    """Name of the exception that a call raises, or "" for none."""
    optim = _optim(ms)
    p = optim_cases.make_parameters(ms, optim_cases.SHAPES)
    scope = dict(vars(optim)) | {"p": p, "opt": optim.SGD(p, 0.1), "ms": ms}
    try:
        eval(source, scope)
    except Exception as error:
        return type(error).__name__
    return ""


def text(ms):
    """What an optimizer prints."""
    p = optim_cases.make_parameters(ms, optim_cases.SHAPES)
    return repr(_optim(ms).Adam(_two(p), 0.1))
