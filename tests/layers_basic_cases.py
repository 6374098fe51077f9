"""Dense, dropout, embedding, activation, padding and mathematical layers, to be run by both."""

from __future__ import annotations

from typing import Any

import numpy as np

REFUSALS = (TypeError, ValueError, RuntimeError, IndexError, KeyError, AttributeError)


def floats(*shape: int, seed: int = 0) -> np.ndarray:
    """Numbers around 0, none of them near a corner of an activation."""
    values = np.random.RandomState(seed).uniform(-3.9, 3.9, shape)
    return np.where(np.abs(values - np.round(values * 2) / 2) < 0.05, values + 0.11, values)


def f(*shape: int, seed: int = 0) -> tuple:
    return "float32", floats(*shape, seed=seed)


def h(*shape: int) -> tuple:
    return "float16", floats(*shape)


def d(*shape: int) -> tuple:
    return "float64", floats(*shape)


def pos(*shape: int, seed: int = 0) -> tuple:
    return "float32", np.abs(floats(*shape, seed=seed)) + 0.3


def given(data: Any, dtype: str = "float32") -> tuple:
    return dtype, np.array(data)


IDS = given([[0, 2, 1], [3, 3, 0]], "int32")
FIELDS = (
    given([[2, 4, 6, 0, 0], [1, 3, 5, 0, 0]], "int32"),
    given([[1, 1, 1, 0, 0], [1, -2, 1, 0, 0]]),
    given([[0, 1, 1, 0, 0], [0, 0, 1, 0, 0]], "int32"),
)
SPECIAL = given([-2.0, -1.5, -0.5, 0.3, 0.5, 1, 2.5, 30])
EDGES = given([-30, -6, -3, -1, -0.5, -0.0, 0, 0.5, 1, 3, 6, 30])

# Constructor -> inputs of the call, or several of them.
CALLS: dict[str, list[tuple]] = {
    "nn.Dense(3, 2)": [
        (f(4, 3),),
        (f(2, 2, 3),),
        (f(3),),
        (f(0, 3),),
        (f(2, 4),),
        (h(2, 3),),
        (d(2, 3),),
    ],
    "nn.Dense(3, 2, has_bias=False)": [(f(4, 3),), (f(2, 2, 3),)],
    "nn.Dense(3, 2, 'ones', 'zeros', activation='relu')": [(f(4, 3),), (f(2, 2, 3),)],
    "nn.Dense(3, 4, activation=nn.PReLU(4))": [(f(4, 3),), (f(2, 2, 3),)],
    "nn.Dense(3, 4, activation=ms.ops.Sigmoid())": [(f(4, 3),)],
    "nn.Dense(3, 2, dtype=ms.float16)": [(h(4, 3),), (f(4, 3),)],
    "nn.Dense(3, 2, dtype=ms.float64)": [(d(4, 3),)],
    "nn.Linear(3, 2)": [(f(4, 3),), (f(2, 2, 3),), (f(3),), (f(2, 4),)],
    "nn.Linear(3, 2, bias=False)": [(f(4, 3),)],
    "nn.BiDense(2, 3, 4)": [
        (f(5, 2), f(5, 3, seed=1)),
        (f(2), f(3, seed=1)),
        (f(2, 2, 2), f(2, 2, 3, seed=1)),
        (f(2, 3), f(2, 3)),
        (f(1, 2), f(2, 3)),
        (h(5, 2), f(5, 3)),
    ],
    "nn.BiDense(2, 3, 2, has_bias=False)": [(f(5, 2), f(5, 3, seed=1)), (f(5, 2), h(5, 3))],
    "nn.Dropout(p=0.3)": [(f(2, 3),)],
    "nn.Dropout(p=0)": [(f(2, 3),)],
    "nn.Dropout()": [(f(2, 3),)],
    "nn.Dropout(1.0)": [(f(2, 3),)],
    "nn.Dropout1d(0.2)": [(f(2, 3),), (f(1, 2, 3),), (h(2, 3),)],
    "nn.Dropout2d(0.2)": [(f(2, 3, 1, 1),), (h(1, 2, 1, 1),)],
    "nn.Dropout3d(0.2)": [(f(2, 3, 1, 1, 1),), (f(3, 1, 1, 1),), (h(1, 2, 1, 1, 1),)],
    "nn.Dropout2d(0.0)": [(f(2, 3, 1, 1),)],
    "nn.Flatten()": [(f(2, 3, 2),), (f(3),), (f(2, 0),), (f(),)],
    "nn.Flatten(0)": [(f(2, 3, 2),), (f(),)],
    "nn.Flatten(0, 1)": [(f(2, 3, 2),)],
    "nn.Flatten(3)": [(f(2, 3),)],
    "nn.Flatten(1, 0)": [(f(2, 3),)],
    "nn.Identity(1, a=2)": [(f(2, 3),)],
    "nn.Unflatten(1, (2, 2))": [(f(2, 4),), (f(2, 4, 1),), (f(2, 3),)],
    "nn.Unflatten(-1, [2, 2])": [(f(2, 4),)],
    "nn.Unflatten(-2, [2, 1])": [(f(2, 4),)],
    "nn.Pad(((1, 1), (0, 2)))": [(f(2, 3),), (f(3),)],
    "nn.Pad(((1, 1), (0, 2)), 'REFLECT')": [(f(2, 3),)],
    "nn.Pad(((1, 1), (0, 2)), 'SYMMETRIC')": [(f(2, 3),)],
    "nn.Pad(((-1, 1), (0, 2)))": [(f(2, 3),)],
    "nn.Upsample(size=(4, 6))": [(f(1, 2, 2, 3),)],
    "nn.Upsample(size=(4, 6), mode='bilinear', align_corners=True)": [(f(1, 2, 2, 3),)],
    "nn.Norm()": [(f(2, 3),), (f(1, 3),), (h(2, 3),)],
    "nn.Norm(1, True)": [(f(2, 3),)],
    "nn.Norm(0)": [(f(2, 3),), (given([[1, 2], [3, 4]], "int32"),)],
    "nn.Norm((0, 1))": [(f(2, 3, 2),)],
    "nn.OneHot(depth=3)": [(given([0, 2, 3, -1], "int32"),), (f(2),)],
    "nn.OneHot(0, 2, 5, 1, ms.int32)": [(given([[0, 1]], "int64"),)],
    "nn.ClipByNorm()": [(f(2, 3), given(1.0)), (f(2, 3), given(100.0)), (h(2, 3), given(1.0))],
    "nn.ClipByNorm((0, 1))": [(f(2, 3), given(1.0))],
    "nn.ClipByNorm([1])": [(f(2, 3), given([[1.0], [2.0]])), (f(2, 3), given(1, "int32"))],
    "nn.L1Regularizer(0.5)": [
        (f(2, 3),),
        (h(2, 3),),
        (given([-1, 2], "int32"),),
        (given([True]),),
        (given([True], "bool"),),
    ],
    "nn.Tril()": [
        (f(3, 3),),
        (f(2, 3, 2),),
        (f(3),),
        (given([[1, 2], [3, 4]], "int64"),),
        (given([[True, True], [True, True]], "bool"),),
    ],
    "nn.Triu()": [(f(3, 3),), (f(2, 3, 2),), (f(3),), (h(2, 2),)],
    "nn.ReduceLogSumExp(1)": [(f(2, 3),), (d(2, 3),), (given([[1, 2]], "int32"),)],
    "nn.ReduceLogSumExp(0)": [(given([[0, 20], [1, 21]]),)],
    "nn.ReduceLogSumExp((), True)": [(f(2, 3),), (h(2, 3),)],
    "nn.Range(1, 8, 2)": [()],
    "nn.Range(5)": [()],
    "nn.Range(0.0, 1.0, 0.25)": [()],
    "nn.LGamma()": [
        (SPECIAL,),
        (pos(5),),
        (given([0.0, -3, np.inf, -np.inf, np.nan]),),
        (d(2),),
    ],
    "nn.DiGamma()": [
        (SPECIAL,),
        (pos(5),),
        (given([0.0, -3, np.inf, np.nan]),),
        (given([2.5, 30], "float16"),),
        (d(2),),
    ],
    "nn.IGamma()": [
        (given([2.0, 4, 6, 8]), given([2.0, 3, 4, 5])),
        (given([2.0, 4, 6, 8]), given(3.0)),
        (given([-1, 2, 0, 0, 0, 2.0]), given([1, 0, 0, 1, 2, -1.0])),
        (given([2.0], "float16"), given([2.0])),
        (given([2.0]), given([2.0], "float16")),
    ],
    "nn.LBeta()": [
        (given([2.0, 4, 6, 8, 0.5, 10]), given([2.0, 3, 14, 15, 20, 30])),
        (given([2.0, 4, 6, 8]), given(3.0)),
        (given([2.0, 4], "float16"), given([3.0, 1], "float16")),
        (given([2.0]), given([2.0], "float16")),
        (d(2), d(2)),
        *(
            (given([a, 0.35]), given([[0.7], [b]]))
            for a, b in ((0.5, 0.9), (0.1, 0.4), (0.8, 0.25))
        ),
    ],
    "nn.MatMul()": [
        (f(2, 3), f(3, 2)),
        (f(3), f(3)),
        (f(2, 1, 3), f(3, 2)),
        (f(3), f(2, 3, 2)),
        (f(2), f(3)),
        (f(2, 1, 3), f(3, 3, 2)),
        (h(2, 3), f(3, 2)),
    ],
    "nn.MatMul(True)": [(f(2, 3, 2), f(3)), (f(3, 2), f(3, 2))],
    "nn.MatMul(True, True)": [(f(3, 2), f(2, 3))],
    "nn.layer.CosineSimilarity()": [
        (f(2, 3), f(2, 3, seed=1)),
    ],
    "nn.layer.CosineSimilarity(0, 0.5)": [(f(2, 3), f(2, 3, seed=1))],
    "nn.Moments()": [(f(2, 3),), (given([1], "int32"),)],
    "nn.Moments(0, True)": [(f(2, 3),), (h(2, 3),)],
    "nn.Moments((0, 1))": [(f(2, 3, 2),)],
    "nn.ChannelShuffle(2)": [(f(1, 4, 2, 1),), (f(2, 4, 2),), (f(1, 4),), (f(1, 3, 2),), (f(4),)],
    "nn.Embedding(4, 2)": [(IDS,), (given(1, "int64"),), (f(2),)],
    "nn.Embedding(4, 2, True)": [(IDS,), (given([0, -1, 4], "int64"),), (f(2),)],
    "nn.Embedding(4, 2, embedding_table='ones', padding_idx=1)": [(IDS,)],
    "nn.Embedding(4, 2, True, dtype=ms.float16)": [(IDS,)],
    "nn.Embedding(4, 2, dtype=ms.float16)": [(IDS,)],
    "nn.EmbeddingLookup(4, 2)": [(IDS,), (given([-1, 4], "int32"),), (f(2),)],
    "nn.EmbeddingLookup(4, 2, max_norm=1.0)": [(IDS,)],
    "nn.EmbeddingLookup(4, 2, dtype=ms.float16)": [(IDS,)],
    "nn.EmbeddingLookup(4, 2, dtype=ms.float16, max_norm=1.0)": [(IDS,)],
    "nn.MultiFieldEmbeddingLookup(7, 2, 2)": [
        FIELDS,
        (IDS, f(2), IDS),
        (IDS, f(2, 3), f(2, 3)),
        (IDS, IDS, IDS),
    ],
    "nn.MultiFieldEmbeddingLookup(7, 2, 2, operator='MEAN')": [FIELDS],
    "nn.MultiFieldEmbeddingLookup(7, 2, 2, operator='MAX')": [FIELDS],
    "nn.MultiFieldEmbeddingLookup(7, 2, 2, max_norm=1.0)": [FIELDS],
    "nn.ConstantPad1d(1, 2)": [(f(3),), (f(2, 3),)],
    "nn.ConstantPad1d((1, 2), 0.5)": [(f(2, 3),)],
    "nn.ConstantPad2d((1, 2, 0, 1), 0.5)": [(f(2, 3),), (f(1, 2, 2, 3),), (f(3),)],
    "nn.ConstantPad2d(1, 0.5)": [(f(2, 3),)],
    "nn.ConstantPad3d(1, 0.5)": [(f(1, 1, 2, 3),)],
    "nn.ConstantPad3d((1, 0), 0.5)": [(f(1, 2, 3),)],
    "nn.ZeroPad2d(1)": [(f(1, 2, 3),)],
    "nn.ZeroPad2d((1, 1, 0, 2))": [(f(1, 2, 3),)],
    "nn.ReflectionPad1d(1)": [(f(2, 3),), (f(1, 2, 3),), (f(2, 1),)],
    "nn.ReflectionPad2d((1, 2, 1, 0))": [(f(2, 3),), (f(1, 2, 3),), (f(3),)],
    "nn.ReflectionPad3d(1)": [(f(1, 2, 3, 2),)],
    "nn.ReplicationPad1d(1)": [(f(2, 3),), (f(1, 2, 3),), (f(1, 1, 2, 3),)],
    "nn.ReplicationPad1d((1, 2))": [(f(2, 3),)],
    "nn.ReplicationPad2d((1, 2, 0, 1))": [(f(1, 2, 3),), (f(1, 1, 2, 3),), (f(2, 3),)],
    "nn.ReplicationPad3d(1)": [(f(1, 1, 2, 2),), (f(1, 1, 1, 2, 2),)],
    "nn.DenseBnAct(3, 2)": [(f(4, 3),)],
    "nn.DenseBnAct(3, 2, has_bn=True, activation='relu')": [(f(4, 3),)],
    "nn.DenseBnAct(3, 2, activation='leakyrelu', alpha=0.5, has_bias=False)": [(f(4, 3),)],
    "nn.Conv2dBnAct(2, 3, 2)": [(f(1, 2, 4, 4),)],
    "nn.Conv2dBnAct(2, 3, 2, has_bn=True, has_bias=True, activation='relu6')": [(f(2, 2, 4, 4),)],
    "nn.PReLU()": [(f(2, 3),), (h(2, 3),)],
    "nn.PReLU(3, 0.5)": [(f(2, 3),), (f(2, 3, 2),), (f(2, 2),)],
    "nn.PReLU(2, [0.5, 0.1])": [(f(3, 2),)],
    "nn.Softmax2d()": [(f(2, 3, 2, 2),), (f(3, 2, 2),), (f(2, 2),)],
    "nn.LRN()": [(f(1, 3, 2, 2),), (f(2, 2),)],
    "nn.LRN(1, 2.0, 0.5, 0.25)": [(f(1, 3, 2, 2),)],
    "nn.GLU()": [(f(2, 4),), (f(2, 3),)],
    "nn.GLU(0)": [(f(2, 3),)],
    "nn.RReLU()": [(pos(2, 3),)],
    "nn.RReLU(0.25, 0.25)": [(f(2, 3),), (h(2, 3),), (f(4),)],
    "nn.Softmax(2)": [(f(2, 3),)],
}

ACTIVATIONS = """Softmin Softmin(0) Softmax Softmax(0) LogSoftmax LogSoftmax(0) ReLU ReLU6 SeLU SiLU
Tanh Tanhshrink Hardtanh Hardtanh(-2,0.5) GELU GELU(False) FastGelu ELU Sigmoid Softsign LeakyReLU
LeakyReLU(0.01) LeakyReLU(1) HSwish HSigmoid LogSigmoid SoftShrink SoftShrink(1.2) HShrink
HShrink(1.2) Threshold(0.5,7) Threshold(0.1,20.0) Mish CELU CELU(2.0)""".split()
for _text in ACTIVATIONS:
    _text = _text if "(" in _text else _text + "()"
    CALLS[f"nn.{_text}"] = [
        (f(3, 4),),
        (h(2, 2),),
        (d(2, 2),),
        (EDGES,),
        (given([[1, -2]], "int32"),),
    ]

REFUSED = """nn.Dense(0, 2); nn.Dense(3.0, 2); nn.Dense(3, 2, has_bias=1); nn.Dense(3, 2, 1j)
nn.Dense(3, 2, ms.ops.ones((3, 2))); nn.Dense(3, 2, bias_init=ms.ops.ones(3))
nn.Dense(3, 2, activation='none'); nn.Dense(3, 2, activation=1); nn.Dense(3, 2, 'none')
nn.Linear(3, 0); nn.Linear(3, 2, 1); nn.Linear(3, 2, weight_init=ms.ops.ones((3, 2)))
nn.BiDense(0, 1, 1); nn.BiDense(1, 1.0, 1); nn.BiDense(1, 1, 1, has_bias=1)
nn.BiDense(2, 3, 2, ms.ops.ones((2, 3))); nn.BiDense(2, 3, 2, bias_init=ms.ops.ones((2, 3)))
nn.Dropout(p=1.0); nn.Dropout(p=-0.1); nn.Dropout(p='a'); nn.Dropout(1.5); nn.Dropout(1)
nn.Dropout(0.0); nn.Dropout1d(1); nn.Dropout2d(1.5); nn.Dropout3d(-0.5); nn.Dropout3d('a')
nn.Unflatten(1.0, (1, 2)); nn.Unflatten(1, 2)
nn.Pad([1]); nn.Pad(((1,),)); nn.Pad(((1, 1),), 'x'); nn.Pad(((1, 1),) * 5)
nn.Norm(0, 1); nn.ClipByNorm('a'); nn.ClipByNorm(1.0); nn.L1Regularizer(0)
nn.L1Regularizer('a'); nn.L1Regularizer(float('inf')); nn.L1Regularizer(float('nan'))
nn.Roll((1, 2), (0,)); nn.Roll(1.0, 0); nn.Roll(1, 0.0)
nn.Unfold([1, 2, 2], [1, 1, 1, 1], [1, 1, 1, 1]); nn.Unfold([1, 2, 2, 2], [1] * 4, [1] * 4)
nn.Unfold([1, 0, 2, 1], [1] * 4, [1] * 4); nn.Unfold(1, [1] * 4, [1] * 4)
nn.Unfold([1, 2, 2, 1], [1, 0, 1, 1], [1] * 4); nn.Unfold([1, 2, 2, 1], [1] * 4, [1] * 4, 'x')
nn.ReduceLogSumExp('a'); nn.ReduceLogSumExp(0, 1); nn.Range(1, 2, 0); nn.MatMul(1)
nn.MatMul(True, 1); nn.Moments([0]); nn.Moments((1.0,)); nn.Moments(0, 1); nn.Moments(1.0)
nn.ChannelShuffle(0); nn.ChannelShuffle(2.0)
nn.Embedding(4.0, 2); nn.Embedding(4, 2.0); nn.Embedding(4, 2, 1); nn.Embedding(4, 2, dtype=1)
nn.Embedding(4, 2, padding_idx=4); nn.Embedding(4, 2, padding_idx=-1); nn.Embedding(0, 2)
nn.Embedding(4, 2, embedding_table=ms.ops.ones((3, 2))); nn.Embedding(4, 2, padding_idx=1.0)
nn.EmbeddingLookup(0, 2); nn.EmbeddingLookup(4, 0); nn.EmbeddingLookup(4, 2, target='x')
nn.EmbeddingLookup(4, 2, sparse=False); nn.EmbeddingLookup(4, 2, sparse=1)
nn.EmbeddingLookup(4, 2, max_norm=-1.0); nn.EmbeddingLookup(4, 2, max_norm=1)
nn.MultiFieldEmbeddingLookup(4, 2, 0); nn.MultiFieldEmbeddingLookup(4, 2, 2, operator='x')
nn.ConstantPad1d((1,), 0); nn.ConstantPad1d((1, 2, 3, 4), 0); nn.ConstantPad1d(1, 'a')
nn.ConstantPad1d([1, 1], 0); nn.ConstantPad2d((1,) * 6, 0); nn.ConstantPad3d((1,) * 8, 0)
nn.ZeroPad2d((1,)); nn.ZeroPad2d(1.0); nn.ReflectionPad1d(-1); nn.ReflectionPad1d([1, 1])
nn.ReflectionPad2d((1,)); nn.ReflectionPad2d((1, 1.0)); nn.ReplicationPad1d((1, 1.0))
nn.ReplicationPad2d((1,)); nn.ReplicationPad3d('a')
nn.Conv2dBnAct(2, 3, 2, has_bn=1); nn.Conv2dBnAct(2, 3, 2, activation=1)
nn.DenseBnAct(2, 3, activation='none'); nn.DenseBnAct(2, 3, after_fake=1)
nn.Softmax('a'); nn.Softmax(1.0); nn.LogSoftmax('a'); nn.RReLU('a'); nn.RReLU(0.5, 0.1)
nn.Hardtanh(1, 0); nn.Hardtanh(1, 1); nn.GELU(1); nn.SoftShrink('a'); nn.SoftShrink(-1.0)
nn.HShrink('a'); nn.PReLU(0); nn.PReLU(1, 1); nn.PReLU(2, [0.5]); nn.PReLU(2, [1, 2])
nn.PReLU(2, ms.ops.ones((1,))); nn.PReLU(1, ms.ops.ones((1,), ms.float64)); nn.ELU(2.0)
nn.ELU('a'); nn.LRN('a'); nn.LRN(norm_region='x'); nn.CELU(0.0); nn.Threshold('a', 1)
nn.get_activation('none'); nn.get_activation('none', 'X')""".replace("\n", ";").split(";")
REFUSED = [text.strip() for text in REFUSED]

CASES = [(text, i) for text, inputs in CALLS.items() for i in range(len(inputs))]


def plain(tensor: Any) -> list:
    """Shape, dtype and numbers of a Tensor."""
    values = tensor.asnumpy()
    numbers = [float(f"{v:.8g}") for v in values.astype(np.float64).ravel()]
    return [list(tensor.shape), str(tensor.dtype), numbers]


def _leaves(value: Any) -> list:
    return list(value) if isinstance(value, tuple) else [value]


def refusal(error: Exception) -> dict:
    """The class of an error and the start of its text."""
    kind = next(k.__name__ for k in type(error).__mro__ if k in REFUSALS)
    return {"error": kind, "text": (str(error).splitlines() or [""])[0][:200]}


def describe(ms: Any, text: str) -> dict:
    """A layer and its Parameters, or why it is refused."""
    try:
        net = eval(text, {"nn": ms.nn, "ms": ms})
    except REFUSALS as error:
        return refusal(error)
    parameters = [
        [p.name, list(p.shape), str(p.dtype), p.requires_grad] for p in net.get_parameters()
    ]
    return {"parameters": parameters, "repr": repr(net)}


def outcome(ms: Any, text: str, number: int) -> dict:
    """Results of a layer with known weights in both modes, and gradients; or why it refuses."""
    net = eval(text, {"nn": ms.nn, "ms": ms})
    weights = list(net.get_parameters())
    for i, p in enumerate(weights):
        if p.name.endswith(("moving_mean", "moving_variance")):
            continue
        values = np.random.RandomState(i).uniform(-1, 1, p.shape)
        if "padding_idx" not in text:
            p.set_data(ms.Tensor(values, p.dtype))
    inputs = [
        ms.Tensor(data.astype(dtype), getattr(ms, "bool_" if dtype == "bool" else dtype))
        for dtype, data in CALLS[text][number]
    ]
    try:
        result = net(*inputs)
    except REFUSALS as error:
        return refusal(error)
    found = {"out": [plain(r) for r in _leaves(result)]}
    if any("Drop" in type(c).__name__ for _, c in net.cells_and_names()):
        return found
    net.set_train()
    trained = [plain(r) for r in _leaves(net(*inputs))]
    if trained != found["out"]:
        found["train"] = trained
    net.set_train(False)
    wanted = [i for i, x in enumerate(inputs) if x.dtype in (ms.float32, ms.float64)]
    learned = [p for p in weights if p.requires_grad and p.dtype == ms.float32]
    # Gradients of lookups are MindSpore's own sparse format.
    if (
        "Lookup" not in text
        and (wanted or learned)
        and all("Float" in out[1] and out[2] for out in found["out"])
    ):
        found["grad"] = _gradients(ms, net, inputs, wanted, learned)
    return found


def _gradients(ms: Any, net: Any, inputs: list, wanted: list[int], learned: list) -> Any:
    def loss(*args):
        total = 0
        for k, part in enumerate(_leaves(net(*args))):
            factors = np.random.RandomState(50 + k).uniform(0.5, 2, part.shape)
            total = total + (part.astype(ms.float32) * ms.Tensor(factors, ms.float32)).sum()
        return total

    weights = ms.ParameterTuple(learned) if learned else None
    try:
        grads = ms.grad(loss, tuple(wanted) if wanted else None, weights)(*inputs)
    except REFUSALS as error:
        return refusal(error)
    flat: list = []
    for g in _leaves(grads):
        flat += _leaves(g)
    return [plain(g) for g in flat]
