"""Calls of the update Primitives, for record_updates.py and tests/kernels/update/test_optimizer.py.

An argument is a number, or a word: "w" a Parameter, "a" a positive Parameter, "g" a gradient, "n" a
positive one, "i" row indices without repetition, "ii" with one; "t:..." a 0-d Tensor, "s" a 0-d
Parameter.
"""

import numpy as np

SHAPE = (3, 4)
ADAM = ("w", "w", "a", 0.81, 0.99, 0.1, 0.9, 0.99, 1e-3)
CASES = [
    ("Adam", {}, (*ADAM, "g")),
    ("Adam", {"use_nesterov": True}, (*ADAM, "g")),
    ("Adam", {"use_locking": True}, ("w", "w", "a", *["t:0.5"] * 6, "g")),
    ("AdamNoUpdateParam", {}, ("w", "a", *ADAM[3:], "g")),
    ("AdamNoUpdateParam", {"use_nesterov": True}, ("w", "a", *ADAM[3:], "g")),
    ("AdamWeightDecay", {}, ("w", "w", "a", 0.1, 0.9, 0.99, 1e-3, 0.2, "g")),
    ("AdamWeightDecay", {}, ("w", "w", "a", 0.1, 0.9, 0.99, 1e-3, 0.0, "g")),
    ("ApplyAdaMax", {}, ("w", "w", "a", 0.81, 0.1, 0.9, 0.99, 1e-3, "g")),
    ("ApplyAdadelta", {}, ("w", "a", "a", 0.1, 0.9, 1e-3, "g")),
    ("ApplyAdagrad", {}, ("w", "a", 0.1, "g")),
    ("ApplyAdagrad", {"update_slots": False}, ("w", "a", 0.1, "g")),
    ("ApplyAdagradDA", {}, ("w", "w", "a", "g", 0.1, 0.01, 0.02, 3)),
    ("ApplyAdagradDA", {}, ("w", "w", "a", "g", 0.1, 0.0, 0.02, 3)),
    ("ApplyAdagradV2", {"epsilon": 1e-3}, ("w", "a", 0.1, "g")),
    ("ApplyAdagradV2", {"epsilon": 1e-3, "update_slots": False}, ("w", "a", 0.1, "g")),
    ("ApplyAdamWithAmsgrad", {}, ("w", "w", "a", "a", "t:0.81", "t:0.99", "t:0.1", "g")),
    (
        "ApplyAdamWithAmsgrad",
        {"beta1": 0.8, "beta2": 0.9, "epsilon": 0.01},
        ("w", "w", "a", "a", "t:0.81", "t:0.99", "t:0.1", "g"),
    ),
    ("ApplyAdamWithAmsgradV2", {}, ("w", "w", "a", "a", *ADAM[3:], "g")),
    ("ApplyAddSign", {}, ("w", "w", 0.1, 1.0, 0.99, 0.9, "g")),
    ("ApplyCenteredRMSProp", {}, ("w", "w", "a", "w", "g", 0.1, 0.3, 0.9, 8.0)),
    ("ApplyFtrl", {}, ("w", "a", "w", "g", 0.1, 0.5, 0.02, -0.5)),
    ("ApplyFtrl", {}, ("w", "a", "w", "g", 0.1, 0.5, 0.02, -0.3)),
    ("ApplyGradientDescent", {}, ("w", 0.1, "g")),
    ("ApplyMomentum", {}, ("w", "w", 0.1, "g", 0.9)),
    ("ApplyMomentum", {"use_nesterov": True}, ("w", "w", "t:0.1", "g", "s")),
    ("ApplyMomentum", {"gradient_scale": 2.0}, ("w", "w", 0.1, "g", 0.9)),
    ("ApplyPowerSign", {}, ("w", "w", 0.1, 1.5, 0.99, 0.9, "g")),
    ("ApplyProximalAdagrad", {}, ("w", "a", 0.1, 0.5, 0.02, "g")),
    ("ApplyProximalAdagrad", {}, ("w", "a", 0.1, 0.0, 0.02, "g")),
    ("ApplyProximalGradientDescent", {}, ("w", 0.1, 0.5, 0.02, "g")),
    ("ApplyProximalGradientDescent", {}, ("w", 0.1, 0.0, 0.02, "g")),
    ("ApplyRMSProp", {}, ("w", "a", "w", 0.1, "g", 0.9, 0.5, 1e-3)),
    ("FusedCastAdamWeightDecay", {}, ("w", "w", "a", 0.1, 0.9, 0.99, 1e-3, 0.2, "h", 2.0)),
    ("FusedSparseAdam", {}, (*ADAM, "g", "i")),
    ("FusedSparseAdam", {"use_nesterov": True}, (*ADAM, "g", "ii")),
    ("FusedSparseLazyAdam", {}, (*ADAM, "g", "i")),
    ("FusedSparseLazyAdam", {"use_nesterov": True}, (*ADAM, "g", "ii")),
    (
        "FusedSparseFtrl",
        {"lr": 0.1, "l1": 0.5, "l2": 0.02, "lr_power": -0.5},
        ("w", "a", "w", "g", "ii"),
    ),
    ("FusedSparseProximalAdagrad", {}, ("w", "a", 0.1, 0.5, 0.02, "g", "ii")),
    ("SGD", {}, ("w", "g", "t:0.1", "w", "t:0.9", "ones")),
    ("SGD", {}, ("w", "g", "t:0.1", "w", "t:0.9", "zeros")),
    ("SGD", {"dampening": 0.3}, ("w", "g", "t:0.1", "w", "t:0.9", "zeros")),
    ("SGD", {"nesterov": True, "weight_decay": 0.1}, ("w", "g", "t:0.1", "w", "t:0.9", "zeros")),
    ("SGD", {}, ("w", "g", "t:0.1", "w", "t:0.0", "ones")),
    ("SparseApplyAdadelta", {"epsilon": 1e-3}, ("w", "a", "a", 0.1, 0.9, "g", "i")),
    ("SparseApplyAdagrad", {"lr": 0.1}, ("w", "a", "g", "i")),
    ("SparseApplyAdagrad", {"lr": 0.1, "update_slots": False}, ("w", "a", "g", "i")),
    ("SparseApplyAdagradV2", {"lr": 0.1, "epsilon": 1e-3}, ("w", "a", "g", "i")),
    (
        "SparseApplyFtrl",
        {"lr": 0.1, "l1": 0.5, "l2": 0.02, "lr_power": -0.5},
        ("w", "a", "w", "g", "i"),
    ),
    (
        "SparseApplyFtrlV2",
        {"lr": 0.1, "l1": 0.5, "l2": 0.02, "l2_shrinkage": 0.1, "lr_power": -0.5},
        ("w", "a", "w", "g", "i"),
    ),
    ("SparseApplyProximalAdagrad", {}, ("w", "a", 0.1, 0.5, 0.02, "g", "i")),
    (
        "SparseApplyRMSProp",
        {"rho": 0.9, "momentum": 0.5, "epsilon": 1e-3},
        ("w", "a", "w", 0.1, "g", "i"),
    ),
    ("ApplyKerasMomentum", {}, ("w", "w", "t:0.1", "g", "t:0.9")),
    ("ApplyKerasMomentum", {"use_nesterov": True}, ("w", "w", "t:0.1", "g", "t:0.9")),
    ("FusedWeightScaleApplyMomentum", {}, ("t:0.1", "t:0.5", "w", "w", "t:0.1", "g", "t:0.9")),
    ("LARSUpdate", {}, ("g", "g", "t:3.0", "t:2.0", 0.1, "t:0.5")),
    (
        "LARSUpdate",
        {"hyperpara": 0.9, "use_clip": True},
        ("g", "g", "t:3.0", "t:2.0", 0.1, "t:0.5"),
    ),
    *(
        (
            "FusedAdaFactor",
            dict(
                zip(
                    ("enable_scale_parameter", "enable_first_moment", "enable_weight_decay"),
                    on,
                    strict=True,
                )
            ),
            (
                "eps",
                "t:0.5",
                "t:0.9",
                "t:0.8",
                "t:0.1",
                "t:0.03",
                "g",
                "w",
                "w",
                "row",
                "col",
                "one",
            ),
        )
        for on in [(False, False, False), (True, True, True)]
    ),
]
ERRORS = [
    "ops.Adam(use_locking=1)",
    "ops.Adam(use_nesterov=1)",
    "ops.AdamWeightDecay(use_locking=1)",
    "ops.ApplyAdagrad(update_slots=1)",
    "ops.ApplyAdagradV2(epsilon=1)",
    "ops.ApplyMomentum(use_nesterov=1)",
    "ops.ApplyMomentum(use_locking=1)",
    "ops.ApplyMomentum(gradient_scale=1)",
    "ops.ApplyRMSProp(use_locking=1)",
    "ops.ApplyFtrl(use_locking=1)",
    "ops.ApplyAdamWithAmsgrad(beta1=1)",
    "ops.SGD(dampening='a')",
    "ops.SGD(nesterov=1)",
    "ops.SGD(dampening=0.1, nesterov=True)",
    "ops.SGD(weight_decay=-1.0)",
    "ops.SGD(weight_decay='a')",
    "ops.LARSUpdate(epsilon='a')",
    "ops.LARSUpdate(use_clip=1)",
    "ops.FusedSparseFtrl(0.0, 0.1, 0.1, -0.5)",
    "ops.FusedSparseFtrl(0.1, -0.1, 0.1, -0.5)",
    "ops.FusedSparseFtrl(0.1, 0.1, -0.1, -0.5)",
    "ops.FusedSparseFtrl(0.1, 0.1, 0.1, 0.5)",
    "ops.FusedSparseFtrl(1, 0.1, 0.1, -0.5)",
    "ops.SparseApplyFtrl(0.0, 0.1, 0.1, -0.5)",
    "ops.SparseApplyAdagrad(-0.1)",
    "ops.SparseApplyAdagrad('a')",
    "ops.SparseApplyAdagradV2(0.1, -1.0)",
    "ops.SparseApplyRMSProp(2.0, 0.1, 0.1)",
    "ops.SparseApplyRMSProp(0.5, -0.1, 0.1)",
    "ops.SparseApplyRMSProp(0.5, 0.1, 0.0)",
    "ops.SparseApplyAdadelta(-0.1)",
]


def make_argument(ms, word, rng):
    """One argument; random ones in the order of the call."""
    if not isinstance(word, str):
        return word
    if word.startswith("t:"):
        return ms.Tensor(float(word[2:]), ms.float32)
    values = rng.randn(*SHAPE).astype(np.float32)
    if word == "w":
        return ms.Parameter(ms.Tensor(values), name="w")
    if word == "a":
        return ms.Parameter(ms.Tensor(values * values + 0.1), name="a")
    if word == "s":
        return ms.Parameter(ms.Tensor(0.9, ms.float32), name="s")
    if word in ("ones", "zeros"):
        return ms.Parameter(ms.Tensor(getattr(np, word)(SHAPE, np.float32)), name=word)
    if word == "h":
        return ms.Tensor(values, ms.float16)
    if word == "eps":
        return ms.Tensor([1e-30, 1e-3], ms.float32)
    if word in ("row", "col", "one"):
        shape = {"row": SHAPE[:1], "col": SHAPE[1:], "one": (1,)}[word]
        return ms.Parameter(ms.Tensor(rng.rand(*shape).astype(np.float32)), name=word)
    if word in ("i", "ii"):
        return ms.Tensor(np.array([2, 0, 1] if word == "i" else [2, 0, 2], np.int32))
    return ms.Tensor(values)


def run(ms, name, init, words, number):
    """What the call returns, and what the Parameters hold afterwards."""
    rng = np.random.RandomState(11)
    args = [make_argument(ms, word, rng) for word in words]
    result = getattr(ms.ops, name)(**init)(*args)

    def flat(value):
        if isinstance(value, (tuple, list)):
            return [flat(v) for v in value]
        if not isinstance(value, ms.Tensor):
            return number(value)
        return [number(v) for v in value.asnumpy().astype(np.float32).ravel()]

    held = [a for a in args if isinstance(a, ms.Parameter)]
    return {"result": flat(result), "held": [flat(a) for a in held]}


def error_class(ms, source):
    """Name of the exception that a construction raises, or "" for none."""
    try:
        eval(source, {"ops": ms.ops})
    except Exception as error:
        return type(error).__name__
    return ""
