"""Small facts about layers, wrappers, schedules and optimizers, to be asked of both packages."""

from __future__ import annotations

from typing import Any

import numpy as np


def ones(*shape: int) -> np.ndarray:
    """A float32 array of ones."""
    return np.ones(shape, np.float32)


SCHEDULES = {
    "nn.ExponentialDecayLR(0.1, 0.9, 4)": 3,
    "nn.ExponentialDecayLR(0.1, 0.9, 4, True)": 5,
    "nn.NaturalExpDecayLR(0.1, 0.9, 4)": 3,
    "nn.NaturalExpDecayLR(0.1, 0.9, 4, True)": 5,
    "nn.InverseDecayLR(0.1, 0.9, 4)": 3,
    "nn.CosineDecayLR(0.01, 0.1, 4)": 3,
    "nn.PolynomialDecayLR(0.1, 0.01, 4, 0.5)": 3,
    "nn.PolynomialDecayLR(0.1, 0.01, 4, 0.5, True)": 7,
    "nn.WarmUpLR(0.1, 4)": 3,
}
STEPS = ("{0}", "{0}.0", "True", "np.int64({0})", "'x'", "None", "[1, 2]")
PARTS = ("nn.PipelineCell", "nn.GradAccumulationCell", "nn.MicroBatchInterleaved")
TWO = "class Two(nn.Cell):\n    def construct(self, x): return x, x * 2\n"
TRAIN = "net = nn.Dense(2, 1)\nopt = nn.SGD(net.trainable_params(), 0.1)\n"
THREE = "a, b, c = (P(T(ones(2)), name=n) for n in 'abc')\n"
OPTIMIZERS = {
    "nn.SGD": ", 0.1",
    "nn.Momentum": ", 0.1, 0.9",
    "ms.experimental.optim.SGD": ", 0.1",
    **{
        f"nn.{name}": ""
        for name in """Adam AdamWeightDecay RMSProp Adagrad Adadelta AdaMax ASGD Rprop FTRL
        ProximalAdagrad LazyAdam AdaFactor AdamOffload""".split()
    },
}
NORMS = {"BatchNorm1d": "2, 4", "BatchNorm2d": "2, 4, 3, 3", "SyncBatchNorm": "2, 4, 3, 3"}
POOL = "nn.{0}Pool{1}d(3, 2, pad_mode='pad', padding=2)"
METRICS = """accuracy acc precision recall F1 dice roc confusion_matrix hausdorff_distance loss mae
mse mean_surface_distance root_mean_square_distance top_1_accuracy top_5_accuracy bleu_score
cosine_similarity perplexity occlusion_sensitivity"""


def _pools(kind: str, count: int) -> list[str]:
    pool = POOL.format(kind, count)
    return [pool, f"{pool}(T(ones(1, 1, {', '.join('8' * count)})))"]


# Statements, and the expression that is asked for.
CASES: list[tuple[str, str]] = [
    *(("", f"{text}({s.format(step)})") for text, step in SCHEDULES.items() for s in STEPS),
    *((TWO, f"{wrap}(Two(), 2)(T(ones(4, 3)))") for wrap in PARTS),
    *(("", f"{wrap}(nn.ReLU(), 2)(T(np.arange(4), ms.int32))") for wrap in PARTS),
    *(("", f"{wrap}(nn.Dense(2, 2), 2)") for wrap in PARTS),
    (TRAIN, "nn.TrainOneStepCell(net, opt)"),
    (TRAIN, "list(nn.TrainOneStepWithLossScaleCell(net, opt, T(1.0)).name_cells())"),
    (TRAIN, "ms.train.Model(net, nn.MSELoss(), opt).train_network"),
    ("", "nn.MatInverse()"),
    ("", "list(nn.MSSSIM(power_factors=(0.3, 0.3), filter_size=3).name_cells())"),
    ("", "nn.Jvp(nn.Dense(5, 2))"),
    ("", "[p.name for p in nn.Jvp(nn.Dense(5, 2)).get_parameters()]"),
    ("", "nn.Jvp(nn.ReLU()).first_grad(T([1.0, 2.0]), (T([3.0, -4.0]),))"),
    ("", "nn.Jvp(nn.ReLU()).first_grad_single_value(T([1.0, 2.0]), (T([3.0, -4.0]),))"),
    ("n = nn.BatchNorm1d(4).set_train()\nn(T(ones(1, 4)))", "n.moving_variance.asnumpy()[0]"),
    (THREE, "nn.SGD([{'params': [a, b]}, {'order_params': [b, c]}], 0.1)"),
    (THREE, "nn.SGD([{'params': [a, b]}, {'order_params': [b, b]}], 0.1)"),
    (THREE, "[p.name for p in nn.SGD([{'params': [a, b]}, {'order_params': [b, a]}]).parameters]"),
    (
        f"{THREE}decay = nn.ExponentialDecayLR(0.1, 0.9, 4)",
        "nn.AdaFactor([{'params': [a], 'weight_decay': decay}])((T(ones(2)),))",
    ),
    (
        THREE,
        "nn.AdaFactor([{'params': [a], 'lr': 0.05}], 0.1, relative_step=False)((T(ones(2)),))",
    ),
    ("", "nn.FractionalMaxPool2d(3, (3, 3), (0.5, 0.5))(T(ones(1, 1, 8, 8))).shape"),
    ("", "nn.FractionalMaxPool2d(3)"),
    *(("", text) for kind in ("Max", "Avg") for n in (1, 2, 3) for text in _pools(kind, n)),
    *(
        ("", f"nn.SampledSoftmaxLoss({text}, num_classes=7)")
        for text in ("0", "-1", "1.0", "2, remove_accidental_hits=1", "2, num_true=1.0")
    ),
    *(
        ("", f"ms.ops.{kind}CandidateSampler({text})")
        for kind in ("Uniform", "LogUniform")
        for text in (
            *("1, 0, True, 5", "1, 2.0, True, 5", "0, 2, True, 5", "1, 6, True, 5"),
            *("1, 2, 1, 5", "1, 2, True, 0", "1, 2, True, 5.0", "1, 2, True, 5, -1"),
        )
    ),
    *(
        (THREE, f"{name}([a, b]{more})((T(ones(2)),) * {count})")
        for name, more in OPTIMIZERS.items()
        for count in (1, 3)
    ),
    ("", "nn.AdaptiveMaxPool2d((3, 2, 2))"),
    ("", "nn.AdaptiveMaxPool2d((3, 2, 2))(T(ones(1, 1, 8, 8)))"),
    ("", "nn.AdaptiveMaxPool2d((-3, 2))(T(ones(1, 1, 8, 8)))"),
    ("", "nn.CrossEntropyLoss(T(ones(4)))(T(ones(3, 5)), T(ones(3, 5)))"),
    ("", "nn.CrossEntropyLoss(T(ones(4)))(T(ones(3, 5)), T([0, 1, 2], ms.int32))"),
    ("", "nn.BCELoss()(T(ones(3, 5)), T([0, 1, 2], ms.int32))"),
    ("", "nn.BCELoss()(T(ones(3, 5)), T(ones(3, 5), ms.int32))"),
    ("", "nn.BCELoss(T(ones(3, 4)))(T(ones(3, 5)), T(ones(3, 5), ms.int32))"),
    ("", "nn.BCELoss(T(ones(3, 5), ms.float16))(T(ones(3, 5)), T(ones(3, 5)))"),
    *(
        ("", f"nn.{name}(4, eps={eps})(T(ones({shape}))).shape")
        for name, shape in NORMS.items()
        for eps in ("1", "-1.0", "0.0", "1.0", "2.0", "True")
    ),
    *(
        ("", text.format(eps))
        for eps in ("1", "-1.0", "'x'")
        for text in (
            f"type(nn.BatchNorm2d(4, eps={eps}))",
            f"ms.ops.BatchNorm(True, {eps}).epsilon",
        )
    ),
    *(
        ("", f"nn.LayerNorm((4,), epsilon={eps})(T(ones(2, 4))).shape")
        for eps in ("1", "0", "1.0", "True", "0.0")
    ),
    ("", "ms.ops.layer_norm(T(ones(2, 4)), (4,), T(ones(4)), T(ones(4)), 1)"),
    *(("", f"nn.SmoothL1Loss({b})(T(ones(3)), T(ones(3)))") for b in ("0.0", "0", "1", "True")),
    ("", "nn.SmoothL1Loss(0.0)"),
    ("", "nn.SoftmaxCrossEntropyWithLogits(True)(T(ones(2, 5), ms.float16), T([0, 1], ms.int32))"),
    *(
        ("", f"ms.amp.all_finite({text})")
        for text in (
            *("T(ones(2))", "(T(ones(2)),)", "[T([np.inf])]", "None", "1.0"),
            *("{'a': T(ones(2))}", "((T(ones(2)),),)"),
        )
    ),
    ("", "nn.FTRL([P(T(ones(2), ms.float16), name='a')])((T(ones(2), ms.float16),))"),
    *(("", f"type(nn.get_metric_fn('{m}')).__module__.split('.', 1)[1]") for m in METRICS.split()),
    *(
        ("", f"ms.ops.avg_pool{n}d(T(ones(1, 1, {', '.join('8' * n)})), 3, 2, {pad}).shape")
        for n in (1, 2, 3)
        for pad in (1, 2)
    ),
    *(
        ("", f"ms.ops.AvgPool3D(3, 2, 'pad', (1, {pad}, 1, 1, 1, 1))(T(ones(1, 1, 8, 8, 8))).shape")
        for pad in (2, 3)
    ),
    ("", "nn.MaxPool2d(3, 2, 'pad', 1).padding"),
    ("", "nn.MaxPool2d(3, 2).padding"),
    ("", "[nn.AvgPool2d(3, 2, ceil_mode=c).is_expand for c in (True, False)]"),
    (
        "n = nn.Conv2dTranspose(2, 4, 3, 2, 'pad', (1, 2, 3, 4))",
        "n.padding_top, n.padding_bottom, n.padding_left, n.padding_right",
    ),
]
KEYS = [before + text for before, text in CASES]
# Objects whose public attributes are asked for.
OBJECTS = """SyncBatchNorm(4) BatchNorm1d(4) BatchNorm2d(4) SSIM() MSSSIM() CentralCrop(0.5)
AvgPool1d(2) AvgPool2d(2) AvgPool3d(2) MaxPool1d(2) MaxPool2d(2) MaxPool3d(2) MaxPool2d(3,1,'pad',1)
MaxPool3d(3,1,'pad',1) AvgPool1d(3,1,'pad',1) AvgPool2d(3,1,'pad',1) AvgPool3d(3,1,'pad',1)
AdaptiveAvgPool1d(2) AdaptiveAvgPool3d(2) AdaptiveMaxPool1d(2) AdaptiveMaxPool3d(2) Conv3d(2,4,3)
Conv2dTranspose(2,4,3) EmbeddingLookup(4,3) MultiFieldEmbeddingLookup(4,3,2) MatMul() FastGelu()
Unfold([1,2,2,1],[1,1,1,1],[1,1,1,1]) HShrink() SoftShrink() CELU() SeLU() GLU() Softsign() LRN()
LogSigmoid() RReLU() RMSELoss() MAELoss() MultiClassDiceLoss() PoissonNLLLoss() MultiMarginLoss()
MultilabelMarginLoss() SampledSoftmaxLoss(2,5) SGD(P_,0.1) Momentum(P_,0.1,0.9) Adam(P_)
AdamWeightDecay(P_) AdamOffload(P_) LazyAdam(P_) RMSProp(P_) Adagrad(P_) Adadelta(P_) AdaMax(P_)
Adam(P_,use_amsgrad=True) Adam(P_,use_offload=True) Adam(P_,use_lazy=True) AdaFactor(P_) ASGD(P_)
Rprop(P_) FTRL(P_) ProximalAdagrad(P_) LARS(Momentum(P_,0.1,0.9)) ExponentialDecayLR(0.1,0.9,4)
NaturalExpDecayLR(0.1,0.9,4) InverseDecayLR(0.1,0.9,4) CosineDecayLR(0.01,0.1,4) WarmUpLR(0.1,4)
PolynomialDecayLR(0.1,0.01,4,0.5) DynamicLossScaleUpdateCell(8.0,2,3) Roll(1,0) Tril()
MicroBatchInterleaved(ReLU(),2) PipelineCell(ReLU(),2) GradAccumulationCell(ReLU(),2)
TimeDistributed(Dense(2,2),1) ChannelShuffle(2) ReplicationPad2d(1)""".split()


def _scope(ms: Any) -> dict[str, Any]:
    return {"ms": ms, "nn": ms.nn, "np": np, "T": ms.Tensor, "P": ms.Parameter, "ones": ones}


def outcome(ms: Any, case: tuple[str, str]) -> str:
    """What the expression gives: its text, or the class of its error."""
    scope = _scope(ms)
    try:
        exec(case[0], scope)
        return repr(eval(case[1], scope))
    except Exception as error:
        return f"! {type(error).__name__}"


def made(ms: Any, text: str) -> Any:
    """One of OBJECTS."""
    scope = {**vars(ms.nn), "P_": [ms.Parameter(ms.Tensor(ones(2, 2)), name="a")]}
    return eval(text, scope)


def attributes(ms: Any, text: str) -> dict[str, str]:
    """The types of an object's public attributes beyond those of every Cell."""
    found = made(ms, text)
    names = {*vars(found), *dir(found)} - {*vars(ms.nn.Cell()), *dir(ms.nn.Cell)}
    public = sorted(n for n in names if not n.startswith("_"))
    return {n: type(getattr(found, n)).__name__ for n in public}
