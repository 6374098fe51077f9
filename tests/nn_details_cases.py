"""Small facts about layers, wrappers, schedules and optimizers, to be asked of both packages."""

from __future__ import annotations

from typing import Any

import numpy as np


def ones(*shape: int) -> np.ndarray:
    """A float32 array of ones."""
    return np.ones(shape, np.float32)


_TWO = "class Two(nn.Cell):\n    def construct(self, x): return x, x * 2\n"
_TRAIN = "net = nn.Dense(2, 1)\nopt = nn.SGD(net.trainable_params(), 0.1)\n"
_THREE = "a, b, c = (P(T(ones(2)), name=n) for n in 'abc')\n"
_SCHEDULES = {
    "nn.ExponentialDecayLR(0.1, 0.9, 4)": 3,
    "nn.ExponentialDecayLR(0.1, 0.9, 4, True)": 5,
    "nn.NaturalExpDecayLR(0.1, 0.9, 4)": 3,
    "nn.NaturalExpDecayLR(0.1, 0.9, 4, True)": 5,
    "nn.InverseDecayLR(0.1, 0.9, 4)": 3,
    "nn.InverseDecayLR(0.1, 0.9, 4, True)": 5,
    "nn.CosineDecayLR(0.01, 0.1, 4)": 3,
    "nn.PolynomialDecayLR(0.1, 0.01, 4, 0.5)": 3,
    "nn.PolynomialDecayLR(0.1, 0.01, 4, 0.5, True)": 7,
    "nn.WarmUpLR(0.1, 4)": 3,
}
# Statements, and the expression that is asked for.
CASES: list[tuple[str, str]] = [
    *(("", f"{text}({step})") for text, step in _SCHEDULES.items()),
    *(("", f"{text}({step}.0)") for text, step in _SCHEDULES.items()),
    *(("", f"{text}(True)") for text in _SCHEDULES),
    *(("", f"{text}('x')") for text in _SCHEDULES),
    *(("", f"{text}(None)") for text in _SCHEDULES),
    *(("", f"{text}([1, 2])") for text in _SCHEDULES),
    *(("", f"{text}(np.int64({step}))") for text, step in _SCHEDULES.items()),
    *((_TWO, f"{wrap}(Two(), 2)(T(ones(4, 3)))") for wrap in ("nn.PipelineCell", "nn.GradAccumulationCell", "nn.MicroBatchInterleaved")),
    *(("", f"{wrap}(nn.ReLU(), 2)(T(np.arange(4), ms.int32)).dtype") for wrap in ("nn.PipelineCell", "nn.GradAccumulationCell", "nn.MicroBatchInterleaved")),
    *(("", f"{wrap}(nn.ReLU(), 1)(T(np.arange(4), ms.float16)).dtype") for wrap in ("nn.PipelineCell", "nn.GradAccumulationCell", "nn.MicroBatchInterleaved")),
    *(("", f"{wrap}(nn.ReLU(), 2).name_cells().keys()") for wrap in ("nn.PipelineCell", "nn.GradAccumulationCell", "nn.MicroBatchInterleaved")),
    *(("", f"print({wrap}(nn.Dense(2, 2), 2))") for wrap in ("nn.PipelineCell", "nn.GradAccumulationCell", "nn.MicroBatchInterleaved")),
    (_TRAIN, "nn.TrainOneStepCell(net, opt)"),
    (_TRAIN, "nn.TrainOneStepCell(net, opt).name_cells().keys()"),
    (_TRAIN, "nn.TrainOneStepWithLossScaleCell(net, opt, T(1.0))"),
    (_TRAIN, "[n for n, _ in nn.TrainOneStepWithLossScaleCell(net, opt, nn.DynamicLossScaleUpdateCell(8, 2, 3)).cells_and_names()]"),
    (_TRAIN, "ms.train.Model(net, nn.MSELoss(), opt).train_network"),
    ("", "nn.RMSELoss()"),
    ("", "nn.MatInverse()"),
    ("", "nn.MSSSIM()"),
    ("", "nn.MSSSIM(power_factors=(0.3, 0.3), filter_size=7)"),
    ("", "nn.SSIM()"),
    ("", "nn.PSNR()"),
    ("", "nn.MatDet()"),
    ("", "nn.Jvp(nn.Dense(5, 2))"),
    ("", "[p.name for p in nn.Jvp(nn.Dense(5, 2)).get_parameters()]"),
    ("", "nn.Vjp(nn.Dense(5, 2))"),
    ("", "[p.name for p in nn.Vjp(nn.Dense(5, 2)).get_parameters()]"),
    ("net = nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.Flatten(), nn.Dense(8, 3))\n",
     "[p.name for p in nn.thor(net, T([0.1, 0.1]), T([0.1, 0.1]), 0.9).get_parameters()]"),
    ("net = nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.Flatten(), nn.Dense(8, 3))\n",
     "[n for n, p in nn.thor(net, T([0.1, 0.1]), T([0.1, 0.1]), 0.9).parameters_and_names()]"),
    ("n = nn.BatchNorm1d(4).set_train()\nn(T(ones(1, 4)))", "n.moving_variance.asnumpy().tolist()"),
    ("n = nn.BatchNorm1d(4).set_train()\nn(T(ones(1, 4)))", "n.moving_mean.asnumpy().tolist()"),
    ("n = nn.BatchNorm2d(4).set_train()\nn(T(ones(1, 4, 1, 1)))", "n.moving_variance.asnumpy().tolist()"),
    ("n = nn.BatchNorm3d(4).set_train()\nn(T(ones(1, 4, 1, 1, 1)))", "n.moving_variance.asnumpy().tolist()"),
    ("n = nn.BatchNorm2d(4).set_train()\nn(T(ones(1, 4, 2, 1)))", "n.moving_variance.asnumpy().tolist()"),
    (_THREE, "nn.Momentum([{'params': [a, b]}, {'order_params': [b, c]}], 0.1, 0.9)"),
    (_THREE, "nn.Momentum([{'params': [a, b]}, {'order_params': [b, b]}], 0.1, 0.9)"),
    (_THREE, "nn.AdaFactor([{'params': [a], 'lr': 0.05}, {'params': [b]}], learning_rate=0.1, relative_step=False)"),
    (_THREE, "nn.AdaFactor([{'params': [a], 'lr': [.3, .2, .1]}, {'params': [b]}], learning_rate=0.1, relative_step=False)"),
    (_THREE, "nn.AdaFactor([{'params': [a], 'weight_decay': 0.1}, {'params': [b]}], learning_rate=0.1, relative_step=False).is_group"),
    (_THREE, "nn.AdaFactor([{'params': [a], 'lr': 0.05}, {'params': [b]}])"),
    (_THREE, "nn.AdaFactor([a, b], learning_rate=[0.1, 0.2], relative_step=False)((T(ones(2)),) * 2)"),
    (_THREE, "nn.AdaFactor([{'params': [a], 'lr': 0.05}, {'params': [b]}], learning_rate=0.1, relative_step=False)((T(ones(2)),) * 2)"),
    (_THREE, "nn.AdaFactor([{'params': [a], 'lr': [.3, .2, .1]}, {'params': [b]}], learning_rate=0.1, relative_step=False)((T(ones(2)),) * 2)"),
    (_THREE, "nn.AdaFactor([{'params': [a], 'lr': [.3, .2, .1]}, {'params': [b]}], learning_rate=[0.1] * 3, relative_step=False)((T(ones(2)),) * 2)"),
    (_THREE, "nn.AdaFactor([{'params': [a], 'lr': 0.05}, {'params': [b], 'lr': 0.06}], learning_rate=0.1, relative_step=False)((T(ones(2)),) * 2)"),
    ("", "nn.FractionalMaxPool2d(3, output_size=(3, 3), output_ratio=(.5, .5))(T(ones(1, 1, 8, 8))).shape"),
    ("", "nn.FractionalMaxPool3d(3, output_size=(3, 3, 3), output_ratio=(.5, .5, .5))(T(ones(1, 1, 8, 8, 8))).shape"),
    ("", "nn.FractionalMaxPool2d(3)"),
    ("", "nn.FractionalMaxPool2d(3)(T(ones(1, 1, 8, 8)))"),
    ("", "nn.FractionalMaxPool3d(3)"),
    *(("", f"nn.MaxPool{n}d(3, 2, pad_mode='pad', padding=2)") for n in (1, 2, 3)),
    *(("", f"nn.MaxPool{n}d(3, 2, pad_mode='pad', padding=2)(T(ones(1, 1, {', '.join('8' * n)})))") for n in (1, 2, 3)),
    *(("", f"nn.AvgPool{n}d(3, 2, pad_mode='pad', padding=2)") for n in (1, 2, 3)),
    *(("", f"nn.AvgPool{n}d(3, 2, pad_mode='pad', padding=2)(T(ones(1, 1, {', '.join('8' * n)})))") for n in (1, 2, 3)),
    ("", "nn.SampledSoftmaxLoss(num_sampled=0, num_classes=7)"),
    ("", "nn.SampledSoftmaxLoss(num_sampled=-1, num_classes=7)"),
    ("", "nn.SampledSoftmaxLoss(num_sampled=1.0, num_classes=7)"),
    ("", "nn.SampledSoftmaxLoss(num_sampled=3, num_classes=0)"),
    *((_THREE, f"nn.{name}([a, b]{more})((T(ones(2)),))") for name, more in
      [("SGD", ", 0.1"), ("Momentum", ", 0.1, 0.9"), ("Adam", ""), ("AdamWeightDecay", ""), ("RMSProp", ""),
       ("Adagrad", ""), ("Adadelta", ""), ("AdaMax", ""), ("ASGD", ""), ("Rprop", ""), ("FTRL", ""), ("ProximalAdagrad", ""),
       ("LazyAdam", ""), ("AdaFactor", ""), ("AdamOffload", "")]),
    *((_THREE, f"nn.{name}([a, b]{more})((T(ones(2)),) * 3)") for name, more in
      [("SGD", ", 0.1"), ("Momentum", ", 0.1, 0.9"), ("Adam", ""), ("AdamWeightDecay", ""), ("RMSProp", ""),
       ("Adagrad", ""), ("Adadelta", ""), ("AdaMax", ""), ("ASGD", ""), ("Rprop", ""), ("FTRL", ""), ("ProximalAdagrad", ""),
       ("LazyAdam", ""), ("AdaFactor", ""), ("AdamOffload", "")]),
    ("", "nn.AdaptiveMaxPool2d((3, 2, 2))"),
    ("", "nn.AdaptiveMaxPool2d((3, 2, 2))(T(ones(1, 1, 8, 8)))"),
    ("", "nn.AdaptiveAvgPool2d((3, 2, 2))(T(ones(1, 1, 8, 8)))"),
    ("", "nn.AdaptiveMaxPool3d((3, 2))(T(ones(1, 1, 8, 8, 8)))"),
    ("", "nn.AdaptiveAvgPool3d((3, 2))(T(ones(1, 1, 8, 8, 8)))"),
    ("", "nn.CrossEntropyLoss(weight=T(ones(4)))(T(ones(3, 5)), T([0, 1, 2], ms.int32))"),
    ("", "nn.CrossEntropyLoss(weight=T(ones(6)))(T(ones(3, 5)), T([0, 1, 2], ms.int32))"),
    ("", "nn.CrossEntropyLoss(weight=T(ones(4)))(T(ones(3, 5)), T(ones(3, 5)))"),
    ("", "nn.NLLLoss(weight=T(ones(4)))(T(ones(3, 5)), T([0, 1, 2], ms.int32))"),
    ("", "ms.ops.cross_entropy(T(ones(3, 5)), T([0, 1, 2], ms.int32), T(ones(4)))"),
    ("", "ms.ops.nll_loss(T(ones(3, 5)), T([0, 1, 2], ms.int32), T(ones(4)))"),
    ("", "nn.BCELoss()(T(ones(3, 5)), T([0, 1, 2], ms.int32))"),
    ("", "nn.BCELoss()(T(ones(3, 5)), T(ones(3, 5), ms.int32))"),
    ("", "nn.BCELoss()(T(ones(3, 5)), T(ones(3, 5), ms.float16))"),
    ("", "nn.BCELoss()(T(ones(3, 5)), T(ones(3)))"),
    ("", "ms.ops.binary_cross_entropy(T(ones(3, 5)), T([0, 1, 2], ms.int32), T(ones(3, 5)))"),
    *(("", f"nn.{text}(T(ones({shape})))") for name, shape in
      [("BatchNorm1d", "2, 4"), ("BatchNorm2d", "2, 4, 3, 3"), ("BatchNorm3d", "2, 4, 3, 3, 3"), ("SyncBatchNorm", "2, 4, 3, 3")]
      for text in (f"{name}(4, eps=1)", f"{name}(4, eps=-1)", f"{name}(4, eps=-1.0)", f"{name}(4, eps=0.0)", f"{name}(4, eps=0)", f"{name}(4, eps=2.0)", f"{name}(4, eps=1.0)", f"{name}(4, eps=True)", f"{name}(4, eps=1).set_train()")),
    *(("", f"nn.{name}") for name in ("BatchNorm2d(4, eps=1)", "BatchNorm2d(4, eps=-1)", "BatchNorm2d(4, eps='x')", "LayerNorm((4,), epsilon=1)", "LayerNorm((4,), epsilon='x')", "GroupNorm(2, 4, eps=1)", "InstanceNorm2d(4, eps=1)")),
    *(("", f"nn.LayerNorm((4,), epsilon={e})(T(ones(2, 4)))") for e in ("1", "0", "-1.0", "0.0", "-0.0", "1.0", "2.0", "True")),
    *(("", f"nn.GroupNorm(2, 4, eps={e})(T(ones(2, 4, 2, 2)))") for e in ("1", "0", "-1.0", "0.0", "1.0", "2.0")),
    *(("", f"nn.SmoothL1Loss({b})(T(ones(3)), T(ones(3)))") for b in ("0.0", "0", "1", "-1.0", "True")),
    *(("", f"nn.SmoothL1Loss({b})") for b in ("0.0", "0", "-1.0")),
    *(("", f"nn.SoftMarginLoss('{b}')") for b in ("x",)),
    *(("", f"nn.SoftmaxCrossEntropyWithLogits({b})(T(ones(3, 5), ms.{d}), T({y}))") for b, y in (("sparse=True", "[0, 1, 2], ms.int32"), ("", "ones(3, 5), ms.float16"), ("", "ones(3, 5), ms.float32")) for d in ("float16", "float32", "float64")),
    ("", "ms.amp.all_finite(T(ones(2)))"),
    ("", "ms.amp.all_finite((T(ones(2)),))"),
    ("", "ms.amp.all_finite([T(ones(2))])"),
    ("", "ms.amp.all_finite(())"),
    ("", "ms.amp.all_finite(T([np.inf]))"),
    ("", "ms.amp.all_finite(None)"),
    ("", "ms.amp.all_finite(1.0)"),
    ("", "ms.amp.all_finite({'a': T(ones(2))})"),
    ("", "ms.amp.all_finite(((T(ones(2)),),))"),
    ("", "nn.FTRL([P(T(ones(2), ms.float16), name='a')])"),
    ("", "nn.FTRL([P(T(ones(2), ms.float16), name='a')])((T(ones(2), ms.float16),))"),
    ("", "nn.FTRL([P(T(ones(2), ms.float64), name='a')])((T(ones(2), ms.float64),))"),
    ("", "nn.FTRL([P(T(ones(2)), name='a')])((T(ones(2), ms.float16),))"),
    ("", "nn.RNN(4, 6)(T(ones(5, 2, 4)), None, [5, 3])"),
    *(("", f"type(nn.get_metric_fn('{m}')).__module__.split('.', 1)[1]") for m in "accuracy acc precision recall F1 dice roc auc confusion_matrix hausdorff_distance mean_surface_distance topk loss mae mse top_1_accuracy top_5_accuracy".split()),
]


def outcome(ms: Any, case: tuple[str, str]) -> str:
    """What the expression gives: its text, or the class of its error."""
    scope = {"ms": ms, "nn": ms.nn, "np": np, "T": ms.Tensor, "P": ms.Parameter, "ones": ones}
    try:
        exec(case[0], scope)
        return repr(eval(case[1], scope))
    except Exception as error:
        return f"! {type(error).__name__}"
