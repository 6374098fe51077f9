"""Calls of losses."""

from records import cases, ints, normal, positive, sym, ties, unit, values

_LABELS = values([1, 0, 4, 2], "int32")
_WIDE = values([1, 0, 4, 2], "int64")
_IGNORED = values([1, -100, 2, 3], "int32")
_WEIGHT = values([1, 2, 3, 4, 5])
_SIGNS = values([1, -1, 1, -1], "int32")
_PROBABILITIES = values([[0.1, 0.2, 0.3, 0.4], [0.25, 0.25, 0.25, 0.25], [1, 0, 0, 0]])
_REDUCTIONS = ("none", "mean", "sum")


def _reductions(op: str, *args, **options) -> list:
    return [r for name in _REDUCTIONS for r in cases(op, args, reduction=name, **options)]


def _initial(op: str, *args, **options) -> list:
    init = options.pop("init", {})
    return [
        r
        for name in _REDUCTIONS
        for r in cases(op, args, init=init | {"reduction": name}, **options)
    ]


_X, _Y = normal(4, 5), normal(4, 5)
_LOG = {"rtol": 1e-5, "atol": 1e-6}
# CTC: 6 frames, 2 sequences, 5 classes
_FRAMES = values([6, 5], "int32")
_COUNTS = values([3, 2], "int32")
_TEXT = values([[1, 2, 2], [3, 1, 0]], "int32")
_BLANKS = values([[1, 0, 2], [3, 0, 0]], "int32")  # 0 is the blank, too
_SPARSE = values([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1]], "int64")
_SYMBOLS = values([1, 2, 2, 3, 1], "int32")

RECORDS = [
    *_reductions("ops.cross_entropy", _X, _LABELS, grad=True, **_LOG),
    *_reductions("ops.cross_entropy", _X, _IGNORED, _WEIGHT, label_smoothing=0.3, grad=True),
    *_reductions("ops.cross_entropy", _X, _IGNORED, label_smoothing=0.1, grad=True),
    *_reductions("ops.cross_entropy", _X, unit(4, 5), grad=True),
    *_reductions("ops.cross_entropy", _X, unit(4, 5), _WEIGHT, label_smoothing=0.2, grad=True),
    *cases("ops.cross_entropy", (_X, _LABELS), (_X, _WIDE, _WEIGHT), dtypes="f16 f64", rtol=1e-6),
    *cases("ops.cross_entropy", (_X, unit(4, 5)), dtypes="f16"),
    *cases("ops.cross_entropy", (_X, unit(4, 5)), dtypes="f64", differs="float64 is accepted"),
    *cases(
        "ops.cross_entropy",
        (normal(5), values(2, "int32")),
        (normal(5), unit(5)),
        (normal(2, 5, 3), ints(2, 3, low=0, high=5, dtype="int32")),
        (normal(2, 5, 3, 2), ints(2, 3, 2, low=0, high=5, dtype="int64"), _WEIGHT),
        (normal(2, 5, 3), unit(2, 5, 3), _WEIGHT),
        (values([[1e4, -1e4, 0, 0, 0]] * 4), _LABELS),
        (_X, values([-100] * 4, "int32")),
        (_X, values([-1, 0, 1, 2], "int32")),
        (_X, _LABELS, None, 4),
    ),
    *cases(
        "ops.cross_entropy",
        (_X, values([1, 2], "int32")),
        (_X, normal(4, 3)),
        (_X, _LABELS, None, 1.5),
        (_X, _LABELS, None, -100, "bad"),
        (ints(4, 5, dtype="int32"), _LABELS),
    ),
    *_reductions("ops.nll_loss", _X, _IGNORED, _WEIGHT, grad=True),
    *_reductions("ops.nll_loss", _X, _LABELS, label_smoothing=0.1, grad=True),
    *cases("ops.nll_loss", (normal(2, 5, 3), ints(2, 3, low=0, high=5, dtype="int64")), (_X, _Y)),
    *cases("ops.nll_loss", (_X, _LABELS), dtypes="f16 f64 i32"),
    *_initial("ops.NLLLoss", _X, _IGNORED, _WEIGHT, grad=True),
    *cases("ops.NLLLoss", (_X, _IGNORED, _WEIGHT), dtypes="f16"),
    *cases("ops.SoftmaxCrossEntropyWithLogits", (normal(3, 4), _PROBABILITIES), grad=True, **_LOG),
    *cases("ops.SoftmaxCrossEntropyWithLogits", (normal(3, 4), normal(3, 4)), grad=True, **_LOG),
    *cases("ops.SoftmaxCrossEntropyWithLogits", (normal(3, 4), _PROBABILITIES), dtypes="f16 f64"),
    *cases(
        "ops.SoftmaxCrossEntropyWithLogits",
        (_X, normal(4, 3)),
        (normal(2, 3, 4), normal(2, 3, 4)),
        (_X, _LABELS),
    ),
    *cases("ops.SparseSoftmaxCrossEntropyWithLogits", (_X, _LABELS), grad=True, **_LOG),
    *cases(
        "ops.SparseSoftmaxCrossEntropyWithLogits", (_X, _LABELS), init={"is_grad": True}, atol=1e-7
    ),
    *cases("ops.SparseSoftmaxCrossEntropyWithLogits", (_X, _WIDE), dtypes="f16 f64"),
    *cases("ops.SparseSoftmaxCrossEntropyWithLogits", (_X, values([1, 2], "int32"))),
    *cases("ops.SigmoidCrossEntropyWithLogits", (_X, unit(4, 5)), grad=True, **_LOG),
    *cases("ops.SigmoidCrossEntropyWithLogits", (_X, unit(4, 5)), dtypes="f16 f64"),
    *cases("ops.SigmoidCrossEntropyWithLogits", (values([0, 100, -100]), values([1, 0, 1]))),
    *cases("ops.SigmoidCrossEntropyWithLogits", (_X, normal(5)), (_X, _LABELS)),
    *_reductions("ops.binary_cross_entropy", unit(4, 5), unit(4, 5), grad=True),
    *_reductions("ops.binary_cross_entropy", unit(4, 5), unit(4, 5), normal(4, 5), grad=True),
    *cases(
        "ops.binary_cross_entropy",
        (values([0, 1, 0.5, 1e-20, 1]), values([0, 1, 0.5, 1, 0]), None, "none"),
        grad=True,
    ),
    *cases("ops.binary_cross_entropy", (unit(4, 5), unit(4, 5)), dtypes="f16 f64", rtol=3e-3),
    *cases("ops.binary_cross_entropy", (unit(4, 5), unit(4)), (unit(4), unit(4), None, "bad")),
    *_initial("ops.BinaryCrossEntropy", unit(4, 5), unit(4, 5)),
    *_reductions("ops.binary_cross_entropy_with_logits", _X, unit(4, 5), grad=True, **_LOG),
    *_reductions(
        "ops.binary_cross_entropy_with_logits",
        _X,
        unit(4, 5),
        normal(5),
        positive(4, 1),
        grad=True,
        **_LOG,
    ),
    *cases("ops.binary_cross_entropy_with_logits", (_X, unit(4, 5)), dtypes="f16 f64"),
    *cases("ops.binary_cross_entropy_with_logits", (values([0, 100, -100]), values([1, 0, 1]))),
    *cases("ops.binary_cross_entropy_with_logits", (_X, normal(5)), (_X, _LABELS)),
    *_initial("ops.BCEWithLogitsLoss", _X, unit(4, 5), normal(5), positive(5)),
    *_reductions("ops.mse_loss", _X, normal(5), grad=True),
    *_reductions("ops.mse_loss", ints(5), ints(5), dtypes="i32 i64 f16 f64"),
    *cases("ops.mse_loss", (_X, normal(3)), (_X, 1.0), (_X, _Y, "bad")),
    *cases("ops.mse_loss", (_X, normal(4, 5, dtype="float32")), dtypes="f16 f64 i32"),
    *_reductions("ops.l1_loss", _X, normal(5), grad=True),
    *_reductions("ops.l1_loss", ints(5), ints(5), dtypes="i32 i64 f16 f64"),
    *cases("ops.l1_loss", (ties(9), ties(9)), grad=True),
    *cases("ops.l1_loss", (_X, normal(3)), (_X, 1.0), (_X, _Y, "bad")),
    *_reductions("ops.smooth_l1_loss", _X, _Y, 0.5, grad=True),
    *cases("ops.smooth_l1_loss", (_X, _Y), (_X, _Y, 1), dtypes="f16 f64"),
    *cases("ops.smooth_l1_loss", (ties(9), ties(9)), grad=True),
    *cases("ops.smooth_l1_loss", (_X, normal(5)), (_X, 1.0), (_X, _Y, 1.0, "bad"), (_X, _Y, -1.0)),
    *cases("ops.SmoothL1Loss", (_X, _Y), init={"beta": 2.0, "reduction": "mean"}, grad=True),
    *_reductions("ops.huber_loss", _X, normal(5), delta=0.3, grad=True),
    *cases("ops.huber_loss", (_X, _Y), dtypes="f16 f64 i32"),
    *cases("ops.huber_loss", (ties(9), ties(9)), grad=True),
    *cases("ops.huber_loss", (_X, _Y, "sum", -0.3), (_X, normal(3)), (_X, _Y, "bad"), (_X, 1.0)),
    *_reductions("ops.soft_margin_loss", _X, ties(4, 5), grad=True),
    *_reductions("ops.kl_div", _X, unit(4, 5), grad=True),
    *cases("ops.kl_div", (_X, unit(4, 5), "batchmean"), grad=True),
    *cases("ops.kl_div", (_X, sym(4, 5), "none"), (_X, ties(4, 5), "none")),
    *cases("ops.kl_div", (_X, unit(4, 5)), dtypes="f16 f64"),
    *cases("ops.kl_div", (_X, unit(5)), (_X, _Y, "bad"), (_X, _LABELS)),
    *cases("ops.KLDivLoss", (_X, unit(4, 5)), init={"reduction": "batchmean"}),
    *_reductions("ops.cosine_embedding_loss", _X, _Y, _SIGNS, 0.1, grad=True),
    *cases("ops.cosine_embedding_loss", (normal(2, 3, 4), normal(2, 3, 4), ties(2, 4), 0.3)),
    *cases("ops.cosine_embedding_loss", (_X, _Y, _SIGNS), dtypes="f16 f64 i32", rtol=3e-3),
    *cases(
        "ops.cosine_embedding_loss", (_X, _Y, _SIGNS, 1.3), (_X, _Y, values([1, 1])), (_X, _Y, 1)
    ),
    *_reductions("ops.hinge_embedding_loss", _X, ties(4, 5).param(), 1.5, grad=True),
    *cases("ops.hinge_embedding_loss", (_X, ties(5), 2), dtypes="f16 f64"),
    *cases(
        "ops.hinge_embedding_loss",
        (_X, normal(3)),
        (_X, _Y, 1.0, "bad"),
        (_X, ties(4, 5, dtype="i32")),
    ),
    *_reductions("ops.margin_ranking_loss", _X, _Y, ties(4, 5), 0.5, grad=True),
    *cases("ops.margin_ranking_loss", (ties(9), ties(9), ties(9)), grad=True),
    *cases("ops.margin_ranking_loss", (_X, normal(5), ties(4, 5)), dtypes="f16 f64 i32"),
    *cases("ops.margin_ranking_loss", (_X, _Y, ties(4, 5), 1), (_X, _Y, ties(4, 5, dtype="i32"))),
    *_reductions("ops.multilabel_soft_margin_loss", _X, unit(4, 5), normal(5), grad=True),
    *cases("ops.multilabel_soft_margin_loss", (_X, unit(4, 5)), dtypes="f16 f64"),
    *cases("ops.multilabel_soft_margin_loss", (normal(5), normal(5)), (_X, normal(4, 3))),
    *_reductions("ops.multi_margin_loss", _X, _WIDE, p=2, weight=positive(5), grad=True),
    *_reductions("ops.multi_margin_loss", _X, _WIDE, grad=True),
    *cases("ops.multi_margin_loss", (_X, _WIDE), dtypes="f64"),
    *cases("ops.multi_margin_loss", (_X, _LABELS), (_X, _WIDE, 3), (_X, _WIDE, 1, 0.5)),
    *_initial("ops.MultiMarginLoss", _X, _WIDE, positive(5), init={"p": 2, "margin": 0.5}),
    *_reductions("ops.gaussian_nll_loss", _X, _Y, positive(4, 5), eps=0.5, grad=True),
    *cases("ops.gaussian_nll_loss", (_X, _Y, positive(4)), (_X, _Y, positive(4, 1)), full=True),
    *cases("ops.gaussian_nll_loss", (_X, _Y, positive(4, 5)), dtypes="f16 f64"),
    *cases("ops.gaussian_nll_loss", (_X, _Y, positive(2, 2)), (_X, _Y, _X, False, -1.0)),
    *cases("ops.L2Loss", (_X,), dtypes="f16 f32 f64 i32", grad=True),
    *_reductions("ops.ctc_loss", sym(6, 2, 5), _TEXT, _FRAMES, _COUNTS, grad=True),
    *cases("ops.ctc_loss", (sym(6, 2, 5), _TEXT, (6, 5), (3, 2), 4, "none"), dtypes="f64"),
    *cases("ops.ctc_loss", (sym(6, 2, 5), _TEXT, _FRAMES, values([0, 2], "int32"), 0, "none")),
    *cases("ops.ctc_loss", (sym(6, 2, 5), _SYMBOLS, _FRAMES, _COUNTS)),
    *cases("ops.ctc_loss", (sym(6, 2, 5), _BLANKS, _FRAMES, _COUNTS, 0, "none")),
    *cases("ops.ctc_loss", (sym(6, 2, 5), _BLANKS, _FRAMES, _COUNTS, 3)),
    *cases("ops.ctc_loss", (sym(6, 2, 5), _TEXT, _FRAMES, _COUNTS, 7)),
    *cases("ops.ctc_loss", (sym(6, 2, 5), _TEXT, _FRAMES, _COUNTS, 0, "bad")),
    *cases("ops.CTCLossV2", (sym(6, 2, 5), _TEXT, _FRAMES, _COUNTS), grad=True),
    *cases(
        "ops.CTCLossV2",
        (sym(6, 2, 5), _TEXT, (6, 5), (3, 2)),
        (sym(6, 2, 5), _TEXT, (6, 5), _COUNTS),
        (sym(6, 2, 5), _TEXT, (6.0, 5.0), (3, 2)),
        (sym(6, 2, 5), _TEXT, (6, 5), (True, True)),
        (sym(6, 2, 5), _TEXT, (6,), (3, 2)),
    ),
    *cases("ops.CTCLoss", (sym(6, 2, 5), _SPARSE, _SYMBOLS, values([6, 6], "int32"))),
    *cases(
        "ops.CTCLoss",
        (sym(6, 2, 5), _SPARSE, _SYMBOLS, values([6, 6], "int32")),
        init={"ctc_merge_repeated": False},
    ),
    *cases(
        "ops.CTCLoss",
        (sym(6, 2, 5), _SPARSE, _SYMBOLS, values([6, 6], "int32")),
        init={"preprocess_collapse_repeated": True},
        dtypes="f64",
        rtol=1e-5,
    ),
    *cases("ops.ctc_greedy_decoder", (sym(6, 2, 5), _FRAMES), (sym(6, 2, 5), _FRAMES, False)),
    *cases("ops.ctc_greedy_decoder", (sym(6, 2, 5), values([7, 5], "int32"))),
    *cases("ops.ctc_greedy_decoder", (sym(6, 2, 5), _FRAMES, 1)),
]
