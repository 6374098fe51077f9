"""Functions of mint that MindSpore's CPU build does not have: values, dtypes and gradients.

References are NumPy's in double precision, and their differences the gradients.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import mint_references
import numpy as np
import pytest
from every_mode import MODES
from scipy import special

import msjax as ms
from msjax import Tensor, mint, ops

RNG = np.random.default_rng(11)


def normal(*shape: int) -> np.ndarray:
    return RNG.standard_normal(shape).astype(np.float32)


def apart(*shape: int) -> np.ndarray:
    """Numbers that keep their order under small changes, none near a corner of a function."""
    values = (RNG.permutation(int(np.prod(shape))) - np.prod(shape) / 2 + 0.37) * 0.21
    return values.reshape(shape).astype(np.float32)


class Case(NamedTuple):
    """A call `call(function, *floats)` and the same in NumPy, of float64."""

    call: Callable
    inputs: tuple[np.ndarray, ...]
    reference: Callable
    slope: bool = True


def layer(name: str, **settings: Any) -> Callable:
    """The formula of a layer of mint.nn, for `value(weights, *inputs)`."""
    usual = {"weight": None, "reduction": "mean", "training": False, "padding_mode": "zeros"}
    net = type(name, (), usual | settings)()
    return lambda weights, *inputs: mint_references.value(net, weights, *inputs)


def plain(name: str, **settings: Any) -> Callable:
    """The formula of a layer without weights."""
    return lambda *inputs: layer(name, **settings)({}, *inputs)


def convolved(rank: int, transposed: bool = False, **settings: Any) -> Callable:
    name = "ConvTranspose2d" if transposed else f"Conv{rank}d"
    usual = {"stride": (1,) * rank, "padding": (0,) * rank, "dilation": (1,) * rank, "groups": 1}

    def value(x: np.ndarray, weight: np.ndarray, bias: np.ndarray | None = None) -> np.ndarray:
        given = {"weight": weight} | ({} if bias is None else {"bias": bias})
        more = {"kernel_size": weight.shape[2:], "out_channels": weight.shape[1]}
        return layer(name, **more, **usual | settings)(given, x)

    return value


def direct(f: Callable, *inputs: Any) -> Any:
    return f(*inputs)


def after(*more: Any, **options: Any) -> Callable:
    """A call with further arguments behind the Tensors."""
    return lambda f, *inputs: f(*inputs, *more, **options)


def written(*more: Any) -> Callable:
    """A call that writes to a copy of its argument, which is the result."""

    def call(f: Callable, x: Tensor) -> Tensor:
        x = x * 1
        out = f(x, *more)
        return (out + x) / 2

    return call


def added(c: np.ndarray, x: np.ndarray, y: np.ndarray, beta: float = 1, alpha: float = 1):
    return beta * c + alpha * x @ y


def index(values: Any) -> Tensor:
    return Tensor(np.array(values, np.int64))


X, IMAGE, SEQUENCE, VOLUME = apart(2, 3), apart(1, 2, 5, 6), apart(1, 2, 6), apart(1, 2, 4, 4, 4)
CLASSES, SIGNS = np.array([2, 0]), np.array([1, -1])
CHANCES = special.softmax(normal(2, 3), 1).astype(np.float32)
SCALE = 1.0507009873554805
AVERAGE = {"ceil_mode": False, "count_include_pad": True, "padding": 0, "stride": None}
MEAN, VARIANCE = normal(2), normal(2) ** 2 + 0.2
PLACES = np.array([0, 3, 8, 14] * 2).reshape(1, 2, 2, 2)
F = "nn.functional."

CASES: dict[str, list[Case]] = {
    "addbmm": [
        Case(
            after(beta=0.5, alpha=2),
            (normal(2, 4), normal(3, 2, 3), normal(3, 3, 4)),
            lambda c, x, y: 0.5 * c + 2 * (x @ y).sum(0),
        )
    ],
    "addmm": [
        Case(direct, (normal(2, 4), normal(2, 3), normal(3, 4)), added),
        Case(
            after(beta=0.5, alpha=2),
            (normal(4), normal(2, 3), normal(3, 4)),
            lambda *given: added(*given, 0.5, 2),
        ),
    ],
    "addmv": [
        Case(
            after(beta=2, alpha=0.5),
            (normal(2), normal(2, 3), normal(3)),
            lambda *given: added(*given, 2, 0.5),
        )
    ],
    "baddbmm": [
        Case(
            after(beta=0.5, alpha=2),
            (normal(3, 2, 4), normal(3, 2, 3), normal(3, 3, 4)),
            lambda *given: added(*given, 0.5, 2),
        )
    ],
    "mm": [Case(direct, (normal(2, 3), normal(3, 4)), np.matmul)],
    "mv": [Case(direct, (normal(2, 3), normal(3)), np.matmul)],
    "outer": [Case(direct, (normal(3), normal(2)), np.outer)],
    "batch_norm_elemt": [
        Case(
            after(1e-5),
            (IMAGE, normal(2), normal(2), normal(2), normal(2) ** 2 + 0.1),
            lambda x, w, b, m, i: (
                (x - m[:, None, None]) * (i * w)[:, None, None] + b[:, None, None]
            ),
        )
    ],
    "conv_tbc": [
        Case(
            after(1),
            (normal(5, 2, 3), normal(3, 3, 4), normal(4)),
            lambda x, w, b: convolved(1, padding=(1,))(
                x.transpose(1, 2, 0), w.transpose(2, 1, 0), b
            ).transpose(2, 0, 1),
        )
    ],
    "cummin": [Case(lambda f, x: f(x, 1)[0], (X,), lambda x: np.minimum.accumulate(x, 1))],
    "index_select": [Case(lambda f, x: f(x, 1, index([2, 0, 2])), (X,), lambda x: x[:, [2, 0, 2]])],
    "logsumexp": [
        Case(after(1), (X,), lambda x: special.logsumexp(x, 1)),
        Case(after((0, 1), True), (X,), lambda x: special.logsumexp(x, keepdims=True)),
    ],
    "npu_gelu": [
        Case(direct, (X,), plain("GELU", approximate="none")),
        Case(after("tanh"), (X,), plain("GELU", approximate="tanh")),
    ],
    "scatter_add": [
        Case(
            lambda f, x, s: f(x, 1, index([[2, 2], [0, 2]]), s),
            (X, normal(2, 2)),
            lambda x, s: (
                x
                + np.stack(
                    [[0 * s[0, 0], 0 * s[0, 0], s[0].sum()], [s[1, 0], 0 * s[0, 0], s[1, 1]]]
                )
            ),
        )
    ],
    "std": [
        Case(direct, (X,), lambda x: x.std(ddof=1)),
        Case(after(1, correction=0, keepdim=True), (X,), lambda x: x.std(1, keepdims=True)),
    ],
    "var_mean": [
        Case(
            lambda f, x: mint.stack(f(x, 1)),
            (X,),
            lambda x: np.stack([x.var(1, ddof=1), x.mean(1)]),
        )
    ],
    "take": [
        Case(
            lambda f, x: f(x, index([[5, 0], [-1, 5]])),
            (X,),
            lambda x: x.reshape(-1)[[[5, 0], [5, 5]]],
        )
    ],
    "argmax": [
        Case(direct, (X,), np.argmax, False),
        Case(after(1, True), (X,), lambda x: x.argmax(1)[:, None], False),
    ],
    "argmin": [
        Case(direct, (X,), np.argmin, False),
        Case(after(-1), (X,), lambda x: x.argmin(1), False),
    ],
    "argsort": [
        Case(direct, (X,), np.argsort, False),
        Case(after(0, True), (X,), lambda x: np.argsort(-x, 0), False),
    ],
    "histc": [Case(after(4, -1, 1), (X,), lambda x: np.histogram(x, 4, (-1, 1))[0], False)],
    "linalg.qr": [Case(lambda f, x: mint.matmul(*f(x)), (normal(3, 3),), lambda x: x)],
    "linalg.vector_norm": [
        Case(direct, (X,), lambda x: np.sqrt((x * x).sum())),
        Case(after(1, 1, True), (X,), lambda x: abs(x).sum(1, keepdims=True)),
        Case(after(float("inf"), 0), (X,), lambda x: abs(x).max(0)),
        Case(after(3.0), (X,), lambda x: (abs(x) ** 3).sum() ** (1 / 3)),
    ],
    "special.log_softmax": [Case(after(0), (X,), lambda x: special.log_softmax(x, 0))],
    F + "log_softmax": [Case(after(-1), (X,), lambda x: special.log_softmax(x, 1))],
    F + "adaptive_avg_pool1d": [
        Case(after(4), (SEQUENCE,), plain("AdaptiveAvgPool1d", output_size=4))
    ],
    F + "adaptive_avg_pool2d": [
        Case(after((3, 4)), (IMAGE,), plain("AdaptiveAvgPool2d", output_size=(3, 4))),
        Case(after((None, 2)), (IMAGE,), plain("AdaptiveAvgPool2d", output_size=(None, 2))),
    ],
    F + "adaptive_avg_pool3d": [
        Case(after((2, 3, 1)), (VOLUME,), plain("AdaptiveAvgPool3d", output_size=(2, 3, 1)))
    ],
    F + "adaptive_max_pool1d": [
        Case(after(4), (SEQUENCE,), plain("AdaptiveMaxPool1d", output_size=4))
    ],
    F + "avg_pool1d": [
        Case(after(2), (SEQUENCE,), plain("AvgPool1dExt", kernel_size=2, **AVERAGE)),
        Case(
            after(3, 2, 1, True, False),
            (SEQUENCE,),
            plain(
                "AvgPool1dExt",
                kernel_size=3,
                stride=2,
                padding=1,
                ceil_mode=True,
                count_include_pad=False,
            ),
        ),
    ],
    F + "avg_pool2d": [
        Case(
            after((2, 3), 2, (1, 0)),
            (IMAGE,),
            plain("AvgPool2dExt", kernel_size=(2, 3), **AVERAGE | {"stride": 2, "padding": (1, 0)}),
        ),
        Case(
            after(2, divisor_override=3),
            (IMAGE,),
            plain("AvgPool2dExt", kernel_size=2, divisor_override=3, **AVERAGE),
        ),
    ],
    F + "avg_pool3d": [Case(after(2), (VOLUME,), plain("AvgPool3dExt", kernel_size=2, **AVERAGE))],
    F + "max_pool2d": [
        Case(
            after(2),
            (IMAGE,),
            plain("MaxPool2dExt", kernel_size=2, stride=None, padding=0, ceil_mode=False),
        ),
        Case(
            after(3, 2, 1, ceil_mode=True),
            (IMAGE,),
            plain("MaxPool2dExt", kernel_size=3, stride=2, padding=1, ceil_mode=True),
        ),
    ],
    F + "max_unpool2d": [
        Case(
            lambda f, x: f(x, index(PLACES), 2),
            (apart(1, 2, 2, 2),),
            lambda x: plain("MaxUnpool2d", kernel_size=2, stride=None, padding=0)(x, PLACES),
        )
    ],
    F + "batch_norm": [
        Case(  # running statistics are constants for gradients
            lambda f, x, w, b: f(x, Tensor(MEAN), Tensor(VARIANCE), w, b),
            (IMAGE, normal(2), normal(2)),
            lambda x, w, b: layer("BatchNorm2d", affine=True, track_running_stats=True, eps=1e-5)(
                {"running_mean": MEAN, "running_var": VARIANCE, "weight": w, "bias": b}, x
            ),
        ),
        Case(
            lambda f, x: f(x, None, None, training=True, eps=1e-3),
            (IMAGE,),
            plain("BatchNorm2d", affine=False, training=True, eps=1e-3),
        ),
    ],
    F + "layer_norm": [
        Case(
            lambda f, x, w, b: f(x, (3,), w, b),
            (X, normal(3), normal(3)),
            lambda x, w, b: layer("LayerNormExt", normalized_shape=(3,), eps=1e-5)(
                {"weight": w, "bias": b}, x
            ),
        )
    ],
    F + "conv1d": [
        Case(direct, (SEQUENCE, normal(3, 2, 3), normal(3)), convolved(1)),
        Case(
            after(None, 2, "valid", 1, 2),
            (SEQUENCE, normal(4, 1, 2)),
            convolved(1, stride=(2,), groups=2),
        ),
    ],
    F + "conv2d": [
        Case(
            after(2, (1, 2)),
            (IMAGE, normal(3, 2, 3, 3), normal(3)),
            convolved(2, stride=(2, 2), padding=(1, 2)),
        ),
        Case(
            after(None, 1, "same", 2),
            (IMAGE, normal(3, 2, 3, 2)),
            convolved(2, padding="same", dilation=(2, 2)),
        ),
    ],
    F + "conv3d": [Case(direct, (VOLUME, normal(2, 2, 2, 2, 2), normal(2)), convolved(3))],
    F + "conv_transpose2d": [
        Case(
            after(2, 1, 1),
            (IMAGE, normal(2, 3, 3, 3), normal(3)),
            convolved(2, True, stride=(2, 2), padding=(1, 1), output_padding=(1, 1)),
        )
    ],
    F + "fold": [
        Case(
            after((3, 4), 2),
            (normal(1, 4, 6),),
            plain("Fold", output_size=(3, 4), kernel_size=2, stride=1, dilation=1, padding=0),
        )
    ],
    F + "unfold": [
        Case(
            after((2, 3), 1, 1, 2),
            (IMAGE,),
            plain("UnfoldExt", kernel_size=(2, 3), stride=2, dilation=1, padding=1),
        )
    ],
    F + "embedding": [
        Case(
            lambda f, w: f(index([[0, 2], [2, 1]]), w),
            (normal(3, 2),),
            lambda w: w[[[0, 2], [2, 1]]],
        )
    ],
    F + "cosine_embedding_loss": [
        Case(
            after(index(SIGNS), 0.1, "none"),
            (normal(2, 3), normal(2, 3)),
            lambda a, b: plain("CosineEmbeddingLoss", margin=0.1, reduction="none")(a, b, SIGNS),
        )
    ],
    F + "cross_entropy": [
        Case(
            after(index(CLASSES), label_smoothing=0.1),
            (X,),
            lambda x: plain("CrossEntropyLoss", ignore_index=-100, label_smoothing=0.1)(x, CLASSES),
        ),
        Case(
            after(Tensor(CHANCES), reduction="sum"),
            (X,),
            lambda x: plain("CrossEntropyLoss", reduction="sum", label_smoothing=0.0)(x, CHANCES),
        ),
    ],
    F + "kl_div": [
        Case(
            after(Tensor(CHANCES), "batchmean"),
            (X,),
            lambda x: plain("KLDivLoss", log_target=False, reduction="batchmean")(x, CHANCES),
        ),
        Case(
            after("sum", True),
            (X, normal(2, 3)),
            plain("KLDivLoss", log_target=True, reduction="sum"),
        ),
    ],
    F + "l1_loss": [
        Case(direct, (X, apart(2, 3) + 0.05), plain("L1LossExt")),
        Case(after("none"), (X, normal(3)), plain("L1LossExt", reduction="none")),
    ],
    F + "mse_loss": [
        Case(direct, (X, normal(2, 3)), plain("MSELoss")),
        Case(after("sum"), (X, normal(3)), plain("MSELoss", reduction="sum")),
    ],
    F + "soft_margin_loss": [
        Case(
            lambda f, x: f(x, Tensor(np.sign(X))),
            (normal(2, 3),),
            lambda x: plain("SoftMarginLoss")(x, np.sign(X).astype(float)),
        )
    ],
    F + "elu": [Case(after(0.7), (X,), plain("ELU", alpha=0.7))],
    F + "elu_": [Case(written(0.7), (X,), plain("ELU", alpha=0.7))],
    F + "gelu": [
        Case(direct, (X,), plain("GELU", approximate="none")),
        Case(after(approximate="tanh"), (X,), plain("GELU", approximate="tanh")),
    ],
    F + "hardtanh": [Case(after(-0.3, 0.5), (X,), plain("Hardtanh", min_val=-0.3, max_val=0.5))],
    F + "hardtanh_": [Case(written(-0.3, 0.5), (X,), plain("Hardtanh", min_val=-0.3, max_val=0.5))],
    F + "logsigmoid": [Case(direct, (X,), plain("LogSigmoid"))],
    F + "mish": [Case(direct, (X,), plain("Mish"))],
    F + "relu6": [Case(lambda f, x: f(x * 9), (X,), lambda x: plain("ReLU6")(x * 9))],
    F + "relu_": [Case(written(), (X,), lambda x: np.maximum(x, 0))],
    F + "selu": [Case(direct, (X,), plain("SELU"))],
    F + "sigmoid_": [Case(written(), (X,), special.expit)],
    F + "threshold": [Case(after(0.3, 5.0), (X,), plain("Threshold", threshold=0.3, value=5.0))],
    F + "threshold_": [Case(written(0.3, 5.0), (X,), plain("Threshold", threshold=0.3, value=5.0))],
}


def differences(function: Callable, inputs: tuple[np.ndarray, ...]) -> list[np.ndarray]:
    """Gradients of a function of float64 arrays that gives a number."""
    found = []
    for place, x in enumerate(inputs):
        slope = np.zeros(x.shape)
        for at in np.ndindex(x.shape):
            ends = []
            for step in (1e-5, -1e-5):
                moved = x.copy()
                moved[at] += step
                ends.append(function(*inputs[:place], moved, *inputs[place + 1 :]))
            slope[at] = (ends[0] - ends[1]) / 2e-5
        found.append(slope)
    return found


@pytest.mark.thin(6)
@pytest.mark.parametrize(
    ("name", "case"),
    [pytest.param(n, c, id=f"{n}-{i}") for n in CASES for i, c in enumerate(CASES[n])],
)
def test_values_and_gradients(name: str, case: Case) -> None:
    function = functools.partial(case.call, functools.reduce(getattr, name.split("."), mint))
    tensors = [Tensor(x) for x in case.inputs]
    exact = tuple(x.astype(np.float64) for x in case.inputs)
    want = np.asarray(case.reference(*exact))
    weights = np.random.default_rng(3).standard_normal(want.shape)
    weighed = Tensor(weights.astype(np.float32))

    def loss(*given: Tensor) -> tuple[Tensor, Tensor]:
        out = function(*given)
        return ops.sum(out * weighed), out

    whole, wanted = lambda *given: function(*given), ()
    if case.slope:
        whole = ms.value_and_grad(loss, tuple(range(len(tensors))), has_aux=True)
        wanted = differences(lambda *given: (case.reference(*given) * weights).sum(), exact)
    for mode, transform in MODES.items():
        found = transform(whole)(*tensors)
        slopes = ()
        if case.slope:
            (_, found), slopes = found
            slopes = slopes if isinstance(slopes, tuple) else (slopes,)
        assert found.dtype == (ms.float32 if case.slope or name == "histc" else ms.int64), mode
        assert found.shape == want.shape
        np.testing.assert_allclose(found.asnumpy(), want, rtol=2e-5, atol=2e-6, err_msg=mode)
        for got, slope in zip(slopes, wanted, strict=True):
            np.testing.assert_allclose(got.asnumpy(), slope, rtol=2e-4, atol=2e-5, err_msg=mode)
