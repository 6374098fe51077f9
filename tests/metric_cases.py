"""Metrics and the batches they get, to be run by MindSpore and by msjax."""

from __future__ import annotations

from typing import Any

import numpy as np

REFUSALS = (TypeError, ValueError, RuntimeError, IndexError, KeyError, NotImplementedError)


def draw(*shape: int, seed: int = 0) -> np.ndarray:
    """Scores."""
    return np.random.RandomState(seed).uniform(0, 1, shape).astype(np.float32)


def bits(*shape: int, seed: int = 0) -> np.ndarray:
    """Zeros and ones."""
    return (draw(*shape, seed=seed) > 0.45).astype(np.int32)


def classes(*shape: int, number: int = 3, seed: int = 0) -> np.ndarray:
    """Labels."""
    return np.random.RandomState(seed + 7).randint(0, number, shape).astype(np.int32)


def blobs(*shape: int, seed: int = 0) -> np.ndarray:
    """Segmentations with a few connected regions."""
    found = np.zeros(shape, np.int64)
    rng = np.random.RandomState(seed)
    for label in (1, 2, 1):
        low = [rng.randint(0, n - 2) for n in shape]
        spans = zip(low, shape, strict=True)
        found[tuple(slice(a, a + rng.randint(2, n)) for a, n in spans)] = label
    return found


# Each case: how the metric is made, then the arguments of each update; the last one may be those
# of eval, in a tuple after the word "eval".
CASES = {
    "Accuracy()": [
        ["T(draw(4, 3)), T(classes(4))", "draw(5, 3), classes(5).tolist()"],
        ["draw(2, 3, 4), classes(2, 4)"],
        ["draw(3, 3), np.eye(3)"],
        ["draw(4, 3), classes(3)"],
        ["draw(4, 3), classes(4)", "draw(4, 2), classes(4)"],
        ["draw(4, 3)"],
        ["1, 2"],
        [],
    ],
    "Accuracy('multilabel')": [
        ["T(bits(4, 3)), T(bits(4, 3, seed=1))", "bits(2, 3), bits(2, 3)"],
        ["bits(2, 3, 4), bits(2, 3, 4, seed=1)"],
        ["draw(2, 3), bits(2, 3)"],
        ["bits(2, 3), bits(2, 4)"],
        ["bits(2, 3), bits(2)"],
    ],
    "Accuracy('x')": [[]],
    "Accuracy().set_indexes([2, 0])": [["classes(4), 0, draw(4, 3)"]],
    "Accuracy().set_indexes((0, 1))": [[]],
    "Accuracy().set_indexes([0.0])": [[]],
    **{
        f"{name}({kind})": [
            ["T(draw(6, 3)), T(classes(6))", "draw(5, 3, seed=3), classes(5, seed=2)"],
            ["draw(6, 3), classes(6)", "eval: True"],
            ["draw(6, 3), classes(6)", "eval: 1"],
            ["draw(6, 3), classes(6, number=9)"],
            ["bits(4, 3), bits(4, 3, seed=1)", "bits(2, 3), bits(2, 3)"],
            ["bits(4, 3), bits(4, 3, seed=1)", "bits(2, 3), bits(2, 3)", "eval: True"],
            ["bits(4, 3), bits(4, 3, seed=1)", "bits(2, 4), bits(2, 4)"],
            ["draw(2, 3, 4), classes(2, 4)", "eval: average=True"],
            ["draw(3, 3), np.eye(3)"],
            [],
        ]
        for name in ("Precision", "Recall")
        for kind in ("", "'multilabel'")
    },
    **{
        text: [
            ["T(draw(6, 3)), T(classes(6))", "draw(5, 3, seed=3), classes(5, seed=2)"],
            ["draw(6, 3), classes(6)", "eval: True"],
            ["draw(6, 3), classes(6)", "eval: 0"],
            ["draw(6, 3), classes(6)", "draw(6, 4), classes(6)"],
            ["draw(6, 3), classes(6, number=9)"],
            ["draw(3, 3), np.eye(3)"],
            [],
        ]
        for text in ("F1()", "Fbeta(2)", "Fbeta(0.5)")
    },
    "Fbeta(0)": [[]],
    "Fbeta('a')": [[]],
    **{
        text: [
            ["T(draw(8, 7)), T(classes(8, number=7))", "draw(3, 7), classes(3, number=7).tolist()"],
            ["draw(3, 7), np.eye(7)[:3]"],
            ["draw(3, 7)"],
            [],
        ]
        for text in (
            "TopKCategoricalAccuracy(3)",
            "Top1CategoricalAccuracy()",
            "Top5CategoricalAccuracy()",
        )
    },
    "TopKCategoricalAccuracy(0)": [[]],
    "TopKCategoricalAccuracy(1.0)": [[]],
    **{
        text: [
            ["T(draw(4)), T(draw(4, seed=1))", "[1.0, 2.0], [2, 4]"],
            ["draw(4, 3), draw(4, 3, seed=1)", "draw(4, 1), draw(4, seed=1)"],
            ["draw(4), draw(3)"],
            ["draw(4)"],
            [],
        ]
        for text in ("MAE()", "MSE()")
    },
    "Loss()": [
        ["T(np.float32(0.3))", "T(draw(3))", "[0.5]"],
        ["draw(2, 2)"],
        ["0.5"],
        ["draw(2), draw(2)"],
        [],
    ],
    **{
        text: [
            ["T(draw(4, 3)), T(classes(4))", "draw(5, 3), classes(5)"],
            ["draw(4, 3), classes(3)"],
            ["draw(4, 3)"],
            [],
        ]
        for text in ("Perplexity()", "Perplexity(1)")
    },
    "Perplexity(1.0)": [[]],
    **{
        f"BleuScore({args})": [
            [
                "['the cat is on the mat now'.split(), 'a b c d e'.split()], "
                "[['the cat is on a mat now'.split(), 'there is a cat on the mat'.split()], "
                "['a b c d'.split()]]"
            ],
            ["[['a', 'b']], [[['c']]]"],
            ["[['a']], [[['a']], [['b']]]"],
            ["[['a']]"],
            [],
        ]
        for args in ("", "n_gram=2", "3, True")
    },
    "BleuScore(5)": [[]],
    "BleuScore(2.0)": [[]],
    "BleuScore(2, 1)": [[]],
    **{
        text: [["T(draw(3, 4))"], ["draw(3, 4).tolist()"], []]
        for text in (
            "CosineSimilarity()",
            "CosineSimilarity('dot', 'sum')",
            "CosineSimilarity('cosine', 'mean', False)",
        )
    },
    "CosineSimilarity('x')": [[]],
    "CosineSimilarity(reduction='x')": [[]],
    "CosineSimilarity(zero_diagonal=1)": [[]],
    **{
        text: [
            ["T(bits(2, 4)), T(bits(2, 4, seed=1))", "draw(3, 4), bits(3, 4)"],
            ["bits(2, 4), bits(2, 3)"],
            ["bits(2, 4)"],
            [],
        ]
        for text in ("Dice()", "Dice(0.5)")
    },
    "Dice(0.0)": [[]],
    "Dice('a')": [[]],
    "ROC()": [
        ["T(draw(8)), T(bits(8, seed=4))"],
        ["bits(8), bits(8, seed=4)"],
        ["draw(2, 3, 4), bits(2, 3, 4, seed=2)"],
        ["draw(8), np.ones(8)"],
        ["draw(8), np.zeros(8)"],
        ["draw(8, 3), classes(8)"],
        ["draw(8, 3, 2), classes(8)"],
        ["draw(8)"],
        [],
    ],
    "ROC(pos_label=2)": [["draw(8), classes(8)"], ["draw(8, 3), classes(8)"]],
    "ROC(class_num=3)": [["draw(8, 3), classes(8)"], ["draw(8), bits(8)"], ["draw(8, 4), bits(8)"]],
    "ROC(class_num=3.0)": [[]],
    "ROC(pos_label='a')": [[]],
    **{
        f"ConfusionMatrix({args})": [
            ["T(draw(8, 3)), T(classes(8))", "classes(8, seed=1), classes(8)"],
            ["bits(8), bits(8, seed=4)"],
            ["draw(8), bits(8)"],
            ["draw(8), draw(4, 2, 2)"],
            ["draw(8)"],
            [],
        ]
        for args in ("3", "3, 'target'", "3, 'prediction', 0.7", "num_classes=3, normalize='all'")
    },
    "ConfusionMatrix(2.0)": [[]],
    "ConfusionMatrix(2, 'x')": [[]],
    "ConfusionMatrix(2, threshold=1)": [[]],
    **{
        f"ConfusionMatrixMetric({skip}, {name!r}, {mean}, {how!r})": [
            ["T(bits(3, 4, 5)), T(bits(3, 4, 5, seed=1))", "bits(2, 4, 5), bits(2, 4, 5, seed=3)"],
            ["bits(6, 4), bits(6, 4, seed=1)"],
            ["bits(6, 4, 3), bits(6, 4, 2)"],
            ["bits(6, 4), draw(6, 4)"],
            [],
        ]
        for skip, name, mean, how in [
            (True, "sensitivity", False, "mean"),
            (False, "True negative rate", False, "none"),
            (False, "ppv", True, "mean"),
            (True, "npv", True, "sum"),
            (True, "tpr", True, "sum_channel"),
            (True, "miss rate", True, "none"),
            (True, "x", False, "mean"),
        ]
    },
    **{
        f"ConfusionMatrixMetric(metric_name={name!r}, calculation_method={mean})": [
            ["bits(3, 4, 5), bits(3, 4, 5, seed=1)"],
        ]
        for name in "fpr fdr for pt ts acc ba f1 mcc fm bm mk".split()
        for mean in (False, True)
    },
    "ConfusionMatrixMetric(1)": [[]],
    "ConfusionMatrixMetric(decrease='x')": [[]],
    **{
        text: [
            ["T(blobs(9, 8)), T(blobs(9, 8, seed=1)), 1"],
            ["blobs(6, 5, 4), blobs(6, 5, 4, seed=3), 2"],
            ["blobs(6, 5), np.zeros((6, 5)), 1"],
            ["np.eye(5) > 0, bits(5, 5) > 0, 1"],
            ["blobs(6, 5), blobs(6, 5, seed=5).tolist(), 1.0"],
            ["blobs(6, 5), blobs(6, 5), 9"],
            ["blobs(6, 5), blobs(5, 6), 1"],
            ["blobs(6, 5), blobs(6, 5), 'a'"],
            ["blobs(6, 5), blobs(6, 5)"],
            [],
        ]
        for text in (
            "HausdorffDistance()",
            "HausdorffDistance('chessboard', 90.0)",
            "HausdorffDistance('taxicab', directed=True, crop=False)",
            "HausdorffDistance(percentile=101.0)",
            "MeanSurfaceDistance()",
            "MeanSurfaceDistance(True, 'chessboard')",
            "MeanSurfaceDistance(distance_metric='taxicab')",
            "RootMeanSquareDistance()",
            "RootMeanSquareDistance(True, 'taxicab')",
            "RootMeanSquareDistance(True)",
        )
    },
    "HausdorffDistance('x')": [[]],
    "HausdorffDistance(percentile=1)": [[]],
    "MeanSurfaceDistance(1)": [[]],
    "RootMeanSquareDistance(distance_metric=1)": [[]],
    **{
        text: [
            ["net, draw(1, 3, 4), np.array(5)"],
            ["net, T(draw(1, 3, 4)), T(np.array(0))"],
            ["net, draw(2, 3, 4), np.array(5)"],
            ["net, draw(1, 3, 4), np.array([1, 2])"],
            ["draw(1, 3, 4), draw(1, 3, 4), np.array([1])"],
            ["net, draw(1, 3, 4)"],
            [],
        ]
        for text in (
            "OcclusionSensitivity()",
            "OcclusionSensitivity(0.5, 1, 5)",
            "OcclusionSensitivity(b_box=[1, -1, 0, 2])",
            "OcclusionSensitivity(b_box=[0, 2])",
            "OcclusionSensitivity(b_box=[2, 1, 0, 3])",
            "OcclusionSensitivity(b_box=[0, 3, 0, 3])",
        )
    },
    "OcclusionSensitivity(0)": [[]],
    "auc": [
        ["np.array([0, 0.25, 1]), np.array([0, 0.5, 1])"],
        ["np.array([1, 0.25, 0]), np.array([0, 0.5, 1])"],
        ["np.array([[0], [1]]), np.array([1, 3])"],
        ["np.array([0.3, 0, 1]), np.array([0, 0.5, 1]), True"],
        ["np.array([0.3, 0, 1]), np.array([0, 0.5, 1])"],
        ["[0, 1], [0, 1]"],
        ["np.array([0, 1]), np.array([0, 1, 2])"],
        ["np.array([0]), np.array([0])"],
        ["np.array(0), np.array(0)"],
        ["np.ones((2, 2)), np.ones((2, 2))"],
    ],
    "get_metric_fn": [["'x'"], ["'auc', np.array([0, 1]), np.array([0, 1])"]],
    "names": [[""]],
}

KEYS = [f"{text} #{i}" for text, runs in CASES.items() for i in range(len(runs))]


def plain(value: Any) -> Any:
    """A result as JSON: arrays and NumPy numbers with dtype and shape."""
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, [plain(v) for v in value]]
    if isinstance(value, (np.ndarray, np.generic)):
        return [str(value.dtype), list(value.shape), value.ravel().tolist()]
    return [type(value).__name__, value]


def outcome(ms: Any, key: str) -> Any:
    """The result of a case, or the class of the error and the step that raised it."""
    text, number = key.rsplit(" #", 1)

    class Sums(ms.nn.Cell):
        def construct(self, x):
            flat = x.reshape((x.shape[0], -1))
            return flat * flat.sum(axis=1).reshape((-1, 1))

    names = {**globals(), **{name: getattr(ms.train, name) for name in dir(ms.train)}}
    names |= {"T": ms.Tensor, "net": Sums()}
    names["arguments"] = lambda *args, **kwargs: (args, kwargs)

    def arguments(code: str) -> Any:
        return eval(f"arguments({code})", names)

    step = "make"
    try:
        metric = eval(text, names)
        if isinstance(metric, ms.train.Metric):
            last: tuple = ((), {})
            for i, code in enumerate(CASES[text][int(number)]):
                step = f"update {i}"
                if code.startswith("eval: "):
                    last = arguments(code[6:])
                else:
                    metric.update(*arguments(code)[0])
            step = "eval"
            return plain(metric.eval(*last[0], **last[1]))
        args, kwargs = arguments(CASES[text][int(number)][0])
        return plain(metric(*args, **kwargs))
    except REFUSALS as error:
        kind = next(k.__name__ for k in type(error).__mro__ if k in REFUSALS)
        return {"error": kind, "step": step}
