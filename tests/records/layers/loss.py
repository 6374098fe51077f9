"""Calls of losses that are Cells."""

from records import cases, ints, normal, positive, ties, unit, values

_LABELS = values([1, 0, 4, 2], "int32")
_WIDE = values([1, 0, 4, 2], "int64")
_WEIGHT = values([1, 2, 3, 4, 5])
_SIGNS = values([1, -1, 1, -1], "int32")
_X, _Y = normal(4, 5), normal(4, 5)


def _each(cell: str, *args, names=("none", "mean", "sum"), **options) -> list:
    init = options.pop("init", {})
    return [
        r for name in names for r in cases(cell, args, init=init | {"reduction": name}, **options)
    ]


RECORDS = [
    *_each("nn.SoftmaxCrossEntropyWithLogits", _X, _LABELS, init={"sparse": True}, grad=True),
    *_each("nn.SoftmaxCrossEntropyWithLogits", _X, unit(4, 5), grad=True),
    *_each(
        "nn.SoftmaxCrossEntropyWithLogits",
        _X,
        values([1, -1, 7, 0], "int32"),
        names=("none", "sum"),
        init={"sparse": True},
        grad=True,
    ),
    *_each(
        "nn.SoftmaxCrossEntropyWithLogits",
        normal(2, 3, 5),
        ints(2, 3, low=0, high=5, dtype="int64"),
        names=("none", "mean"),
        init={"sparse": True},
    ),
    *_each("nn.SoftmaxCrossEntropyWithLogits", _X, _LABELS, names=("mean", "bad")),
    *_each(
        "nn.SoftmaxCrossEntropyWithLogits",
        _X,
        _WIDE,
        names=("mean",),
        init={"sparse": True},
        dtypes="f16 f64",
    ),
    *cases("nn.SoftmaxCrossEntropyWithLogits", (_X, 1), (_X, _LABELS), init={"sparse": 1}),
    *_each("nn.MSELoss", _X, _Y, grad=True),
    *_each("nn.MSELoss", _X, normal(5), dtypes="f16 f64 i32", names=("mean", "none")),
    *cases("nn.MSELoss", (_X, normal(3)), (_X, 1.0)),
    *cases("nn.MSELoss", (_X, _Y), init=("bad",)),
    *_each("nn.L1Loss", _X, _Y, grad=True),
    *_each("nn.L1Loss", _X, normal(5), dtypes="f16 f64 i32", names=("mean", "none")),
    *cases("nn.L1Loss", (_X, normal(3)), (_X, 1.0)),
    *_each("nn.MAELoss", _X, _Y, grad=True),
    *_each("nn.MAELoss", _X, normal(5), dtypes="f16 f64 i32", names=("mean",)),
    *cases("nn.RMSELoss", (_X, _Y), dtypes="f16 f32 f64 i32", grad=True),
    *_each("nn.SmoothL1Loss", _X, _Y, init={"beta": 0.5}, grad=True),
    *cases("nn.SmoothL1Loss", (_X, normal(5)), (_X, 1.0)),
    *_each("nn.BCELoss", unit(4, 5), unit(4, 5), grad=True),
    *_each("nn.BCELoss", unit(4, 5), unit(4, 5), init={"weight": normal(4, 5)}),
    *_each("nn.BCEWithLogitsLoss", _X, unit(4, 5), grad=True),
    *_each(
        "nn.BCEWithLogitsLoss",
        _X,
        unit(4, 5),
        init={"weight": normal(5), "pos_weight": positive(5)},
    ),
    *_each("nn.BCEWithLogitsLoss", _X, unit(4, 5), names=("bad",)),
    *_each("nn.CrossEntropyLoss", _X, _LABELS, grad=True),
    *_each(
        "nn.CrossEntropyLoss",
        _X,
        _LABELS,
        init={"weight": _WEIGHT, "ignore_index": 0, "label_smoothing": 0.1},
        grad=True,
    ),
    *cases("nn.CrossEntropyLoss", (_X, unit(4, 5)), (_X, _LABELS), dtypes="f16 f64"),
    *cases("nn.CrossEntropyLoss", (_X, _WIDE), (_X, 1), (normal(4, 5, 2), _LABELS)),
    *cases("nn.CrossEntropyLoss", (_X, _LABELS), init={"label_smoothing": 2.0}),
    *cases("nn.CrossEntropyLoss", (_X, _LABELS), init={"ignore_index": 1.5}),
    *cases("nn.CrossEntropyLoss", (_X, _LABELS), init={"weight": [1.0]}),
    *_each("nn.NLLLoss", _X, _LABELS, init={"weight": _WEIGHT, "ignore_index": 0}, grad=True),
    *cases("nn.NLLLoss", (_X, _WIDE), (normal(5), values(1, "int32"))),
    *_each("nn.KLDivLoss", _X, unit(4, 5), names=("none", "mean", "sum", "batchmean"), grad=True),
    *_each("nn.KLDivLoss", _X, unit(4, 5), names=("bad",)),
    *_each("nn.HuberLoss", _X, _Y, init={"delta": 0.5}, grad=True),
    *_each("nn.CosineEmbeddingLoss", _X, _Y, _SIGNS, init={"margin": 0.1}, grad=True),
    *cases("nn.CosineEmbeddingLoss", (_X, _Y, _SIGNS), init=(2.0,)),
    *cases("nn.CosineEmbeddingLoss", (_X, _Y, _SIGNS), init=(1,)),
    *_each("nn.MarginRankingLoss", _X, _Y, ties(4, 5), init={"margin": 0.5}, grad=True),
    *_each("nn.HingeEmbeddingLoss", _X, ties(4, 5).param(), init={"margin": 1.5}, grad=True),
    *_each("nn.MultiLabelSoftMarginLoss", _X, unit(4, 5), init={"weight": normal(5)}, grad=True),
    *_each("nn.MultiMarginLoss", _X, _WIDE, init={"p": 2, "margin": 0.5}, grad=True),
    *cases("nn.MultiMarginLoss", (_X, _WIDE), init=(3,)),
    *_each("nn.GaussianNLLLoss", _X, _Y, positive(4, 5), init={"full": True}),
    *cases("nn.GaussianNLLLoss", (_X, _Y, _X), init={"eps": 0}),
    *cases("nn.GaussianNLLLoss", (_X, _Y, _X), init={"eps": -1.0}),
    *_each("nn.PoissonNLLLoss", _X, positive(4, 5), grad=True),
    *_each(
        "nn.PoissonNLLLoss",
        positive(4, 5),
        ints(4, 5, low=0, high=6, dtype="int32"),
        init={"log_input": False, "full": True, "eps": 1e-3},
        grad=True,
    ),
    *(
        r
        for full in (False, True)
        for r in cases(
            "nn.PoissonNLLLoss",
            (positive(4, 5), ints(4, 5, low=0, high=6, dtype="int32")),
            init={"log_input": False, "full": full, "reduction": "none"},
            dtypes="c64",
        )
    ),
    *_each("nn.TripletMarginWithDistanceLoss", _X, _Y, normal(4, 5), grad=True),
    *_each(
        "nn.TripletMarginWithDistanceLoss",
        _X,
        _Y,
        normal(4, 5),
        init={"swap": True, "margin": 2.0},
        grad=True,
    ),
    *_each("nn.TripletMarginLoss", _X, _Y, normal(4, 5)),
    *_each("nn.SoftMarginLoss", _X, ties(4, 5)),
    *_each("nn.MultilabelMarginLoss", _X, ints(4, 5, low=-1, high=5, dtype="int32")),
    *cases("nn.DiceLoss", (_X, unit(4, 5)), dtypes="f16 f32 f64", grad=True),
    *cases("nn.DiceLoss", (_X, normal(4, 4))),
    *cases("nn.DiceLoss", (_X, _Y), init=(-1.0,)),
    *cases("nn.MultiClassDiceLoss", (_X, unit(4, 5)), (normal(2, 3, 5), unit(2, 3, 5)), grad=True),
    *cases(
        "nn.MultiClassDiceLoss",
        (_X, unit(4, 5)),
        init={"weights": positive(5, 2), "ignore_indiex": 1, "activation": "relu"},
    ),
    *cases("nn.MultiClassDiceLoss", (_X, _Y), init={"activation": "bad"}),
    *cases("nn.MultiClassDiceLoss", (_X, _Y), init={"weights": positive(5)}),
    *cases("nn.MultiClassDiceLoss", (normal(5), normal(5))),
    *_each("nn.FocalLoss", _X, values([[1], [0], [4], [2]], "int32"), grad=True),
    *_each(
        "nn.FocalLoss",
        normal(2, 5, 3),
        ints(2, 5, 3, low=0, high=2, dtype="int32"),
        init={"weight": positive(5), "gamma": 1.5},
        grad=True,
    ),
    *cases("nn.FocalLoss", (_X, _LABELS), (normal(5), _LABELS), (normal(2, 3, 4), normal(2, 2, 4))),
    *cases("nn.FocalLoss", (_X, _LABELS), init={"gamma": 2}),
    *_each(
        "nn.CTCLoss",
        normal(6, 2, 5),
        values([[1, 2, 2], [3, 1, 0]], "int32"),
        values([6, 5], "int32"),
        values([3, 2], "int32"),
        grad=True,
        rtol=3e-5,
    ),
    *_each(
        "nn.CTCLoss",
        normal(6, 5),
        values([1, 2, 2], "int32"),
        values([6], "int32"),
        values([3], "int32"),
    ),
]
