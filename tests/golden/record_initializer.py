"""Record MindSpore's initializers: names, values, errors, distributions, use of NumPy's generator.

Run with an interpreter that has MindSpore 2.10 (CPU): ``python record_initializer.py``; it rewrites
``initializer.json`` beside this file. Cases are Python expressions, evaluated by the recording and
by the tests with the same names in scope (see ``scope``).
"""

import inspect
import json
from pathlib import Path

import numpy as np

PRIVATE = (
    "_INITIALIZER_ALIAS _assignment _calculate_correct_fan _calculate_fan_in_and_fan_out "
    "_calculate_gain _calculate_in_and_out _init_random_normal _init_random_normal_inplace "
    "_init_random_uniform _init_random_uniform_inplace _init_truncated_normal "
    "_init_truncated_normal_inplace _numpy_seed _random_normal _random_uniform _register "
    "_truncated_normal"
).split()
RANDOM = (
    "Normal() Uniform() TruncatedNormal() XavierNormal() XavierUniform() HeNormal() HeUniform() "
    "Orthogonal() VarianceScaling() VarianceScaling(1.0,'fan_in','uniform') "
    "VarianceScaling(1.0,'fan_avg','untruncated_normal') Sparse(0.0) Sparse(0.4)"
).split()
VALUES = [
    [f"{init}", shape, dtype]
    for init, shape in [
        ("Zero()", [2, 3]),
        ("One()", [2, 1, 2]),
        ("Constant(1.7)", [3]),
        ("Constant(-3)", [2]),
        ("Constant(True)", [2]),
        ("Constant(None)", [2]),
        ("Identity()", [2, 3]),
        ("Identity()", [4, 2]),
        ("Dirac()", [2, 3, 3]),
        ("Dirac()", [4, 2, 2, 3]),
        ("Dirac(2)", [4, 3, 1, 3]),
        ("Dirac(3)", [3, 1, 2, 2, 3]),
        ("Dirac(-1)", [2, 2, 2]),
        ("Normal(0.0, 3.0)", [3]),
        ("Uniform(0)", [3]),
        ("TruncatedNormal(1.0, 0.0, 1.0, 1.0)", [3]),
        ("Sparse(1.0)", [2, 3]),
        ("Normal(float('nan'))", [2]),
        ("Uniform(float('inf'))", [2]),
        ("Zero()", []),
        ("Constant(4)", []),
        ("Normal(0.0, 3.0)", []),
        ("Normal()", [0, 3]),
        ("XavierNormal()", [0, 3]),
        ("Orthogonal()", [3, 0]),
    ]
    for dtype in ["float16", "float32", "float64", "int32", "bool"]
    if dtype.startswith("float") or not any(odd in init for odd in ("None", "nan", "inf", "-3"))
]
DISTRIBUTIONS = [
    # expression, shape, the law it must follow
    ["Normal(2.0, 3.0)", [500, 400], ["normal", 3.0, 2.0]],
    ["Normal()", [500, 400], ["normal", 0.0, 0.01]],
    ["Uniform()", [500, 400], ["uniform", -0.07, 0.07]],
    ["Uniform(-0.5)", [500, 400], ["uniform", -0.5, 0.5]],
    ["TruncatedNormal()", [500, 400], ["truncated", 0.0, 0.01, -2.0, 2.0]],
    ["TruncatedNormal(2.0, 3.0, -1.0, 1.5)", [500, 400], ["truncated", 3.0, 2.0, -1.0, 1.5]],
    ["TruncatedNormal(1.0, 0.0, -2.0, 2.0)", [500, 400], ["truncated", 0.0, 1.0, -2.0, 2.0]],
    ["TruncatedNormal(1.0, 0.0, 1.0, -1.0)", [500, 400], ["truncated", 0.0, 1.0, -1.0, 1.0]],
    ["TruncatedNormal(1.0, 0.0, 3.0, 4.0)", [500, 400], ["truncated", 0.0, 1.0, 3.0, 4.0]],
    ["TruncatedNormal(1.0, 0.0, 0.5, 9.0)", [500, 400], ["truncated", 0.0, 1.0, 0.5, 9.0]],
    ["TruncatedNormal(1.0, 0.0, -3.2, -3.0)", [500, 400], ["truncated", 0.0, 1.0, -3.2, -3.0]],
    ["TruncatedNormal(1.0, 0.0, -0.5, 1.0)", [500, 400], ["truncated", 0.0, 1.0, -0.5, 1.0]],
    ["XavierNormal(2.0)", [500, 400], ["normal", 0.0, 2 * (2 / 900) ** 0.5]],
    ["XavierUniform(2)", [500, 400], ["uniform", -2 * (6 / 900) ** 0.5, 2 * (6 / 900) ** 0.5]],
    ["XavierNormal()", [50, 40, 10, 10], ["normal", 0.0, (2 / 9000) ** 0.5]],
    ["HeNormal()", [500, 400], ["normal", 0.0, (2 / 400) ** 0.5]],
    ["HeNormal(0.5, 'FAN_OUT')", [500, 400], ["normal", 0.0, (1.6 / 500) ** 0.5]],
    ["HeNormal(nonlinearity='tanh')", [500, 400], ["normal", 0.0, 5 / 3 / 20]],
    ["HeUniform()", [500, 400], ["uniform", -((6 / 400) ** 0.5), (6 / 400) ** 0.5]],
    [
        "HeUniform(None, 'fan_out')",
        [50, 40, 10, 10],
        ["uniform", -((6 / 5000 / 1.0001) ** 0.5), (6 / 5000 / 1.0001) ** 0.5],
    ],
    ["VarianceScaling()", [500, 400], ["uniform", -((3 / 400) ** 0.5), (3 / 400) ** 0.5]],
    [
        "VarianceScaling(2.0, 'fan_avg', 'uniform')",
        [500, 400],
        ["uniform", -((6 / 450) ** 0.5), (6 / 450) ** 0.5],
    ],
    [
        "VarianceScaling(2, 'fan_out', 'untruncated_normal')",
        [500, 400],
        ["normal", 0.0, (2 / 500) ** 0.5],
    ],
]
PROBABILITIES = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999]
GAINS = "linear conv1d conv3d conv_transpose2d sigmoid tanh relu leaky_relu selu".split()
CALLS = (
    [
        f"_calculate_gain({name!r}, {param})"
        for name in GAINS
        for param in ["None", "0.2", "1", "True", "'a'"]
    ]
    + [
        f"{function}({shape})"
        for shape in ["(2, 3)", "(2, 3, 4, 5)", "(2,)", "()"]
        for function in ["_calculate_fan_in_and_fan_out", "of_array"]
    ]
    + [
        f"{cls}()(arr({shape}))"
        for cls in "XavierNormal HeUniform Orthogonal".split()
        for shape in ["", "3", "2, 2, 2, 2, 2, 2"]
    ]
    + [
        f"{cls}(arr({shape}))"
        for cls in ["Identity()", "Sparse(.1)", "Dirac()", "VarianceScaling()"]
        for shape in ["", "3", "2, 2, 2", "2, 2, 2, 2, 2, 2"]
    ]
    + """_calculate_correct_fan((2, 3), 'Fan_Out')
_calculate_correct_fan((2, 3, 4), 'fan_in')
_calculate_correct_fan((2, 3), 'fan_avg')
_calculate_correct_fan((2,), 'fan_in')
_calculate_correct_fan((2, 3), 1)
Normal(-1.0)(arr(2, 2))
Normal('a')(arr(2, 2))
Normal(None)(arr(2, 2))
Normal(1.0, 'a')(arr(2, 2))
Normal(1, 2)(arr(2, 2))
Normal(np.float32(1))(arr(2, 2))
Normal()([1, 2])
Zero()([1, 2])
Uniform('a')(arr(2, 2))
Uniform(None)(arr(2, 2))
TruncatedNormal(-1.0)(arr(2, 2))
TruncatedNormal(0.0)(arr(2, 2))
TruncatedNormal(0)(arr(2, 2))
TruncatedNormal(1.0, 0.0, 'a')(arr(2, 2))
Sparse(0.1, -1.0)(arr(2, 2))
Sparse(2.0)(arr(2, 2))
Sparse(-0.5)(arr(4, 2))
Sparse()
XavierNormal(-1)(arr(2, 2))
XavierUniform(-1)(arr(2, 2))
XavierNormal('a')(arr(2, 2))
XavierUniform()(arr(0, 0, 2))
HeNormal()(arr(2, 0))
HeNormal(mode='x')(arr(2, 2))
HeNormal(mode=1)(arr(2, 2))
HeNormal(nonlinearity='x')(arr(2, 2))
HeUniform('a')(arr(2, 2))
HeUniform(True)(arr(2, 2))
HeUniform(None)(arr(2, 2))
VarianceScaling(0)
VarianceScaling(-1.0)
VarianceScaling('a')
VarianceScaling(mode='x')
VarianceScaling(mode='FAN_IN')
VarianceScaling(distribution='x')
VarianceScaling(distribution='truncated_norm')
VarianceScaling()(arr(0, 2))
Dirac(2)(arr(3, 2, 2))
Dirac(0)(arr(3, 2, 2))
Dirac(1.5)(arr(3, 2, 2))
Dirac()(arr(0, 0, 2))
Initializer()(arr(2))
Constant()
Constant('a')(arr(2))
_assignment(np.zeros(()), 5)
_assignment(np.zeros((2, 2)), np.ones((2, 2)))
_assignment(np.zeros((2, 2)), np.ones((2, 3)))
_init_random_normal(0, 1, (2, 3)).shape
_init_random_normal(0, 1, 2).dtype
_init_random_normal(0, -1, 2)
_init_random_uniform(0, 1, 3).shape
_init_random_uniform(0, 1, (2,)).dtype
_init_truncated_normal(-2, 2, 0, 1, (2, 2)).dtype
_init_truncated_normal(-2, 2, 0, -1, (2, 2))
type(_numpy_seed())
seeded(Normal(), 3)
Normal()._kwargs
TruncatedNormal()._kwargs
Uniform()._kwargs
Constant(3)._kwargs
Zero()._kwargs
HeUniform()._kwargs
XavierNormal()._kwargs
Orthogonal()._kwargs
Sparse(0.1)._kwargs
Dirac()._kwargs
Identity()._kwargs
VarianceScaling()._kwargs
VarianceScaling(1).scale
Initializer(a=1)._kwargs""".splitlines()
)
TENSORS = (
    [f"initializer({i}, [2, 2], ms.{d})" for i in ["'ones'", "0", "1.7", "'Identity'"]
     for d in ["bool_", "int8", "uint8", "int64", "float16", "float32", "float64", "complex64"]]
    + [f"initializer('normal', {shape})" for shape in [
        "None", "3", "3.0", "()", "[]", "(0,)", "[2, 0]", "(-1,)", "(2, 3.0)", "'ab'", "(True, 2)",
        "np.array([2, 3])", "(np.int64(2), 3)", "np.int64(3)", "[[2], 3]", "[4, 5]"]]
    + [f"initializer({init}, [2, 2])" for init in [
        "'nope'", "'NORMAL'", "'Xavier_Uniform'", "'constant'", "None", "[1]", "Normal", "True",
        "np.float32(2)", "np.array(2.0)", "Constant(2)", "'zeros'", "'he_normal'"]]
    + [f"initializer(ones, {shape})" for shape in [
        "None", "[2, 3]", "(2, 3)", "(3, 2)", "6", "(2,)", "[2, 3], ms.float16"]]
    + ["initializer(1)", "initializer(Normal())", "initializer('ones', [2], None)"]
)  # fmt: skip
LAYERS = """nn.Dense(3, 4)
nn.Dense(3, 4, 'normal', 'ones')
nn.Dense(3, 4, has_bias=False)
nn.Conv1d(3, 4, 3)
nn.Conv2d(3, 4, 3)
nn.Conv2d(3, 4, 3, has_bias=True)
nn.Conv2d(3, 4, 3, has_bias=True, weight_init='normal', bias_init='normal')
nn.Conv2dTranspose(3, 4, 3)
nn.Embedding(5, 4)
nn.BatchNorm2d(3)
nn.LayerNorm((3,))
nn.PReLU()
nn.Dropout(p=0.5)
nn.BiDense(3, 4, 5)
nn.MultiheadAttention(8, 2)
nn.LSTM(3, 4, 2)
nn.LSTM(3, 4, 2, bidirectional=True)
nn.GRUCell(3, 4)
nn.RNN(3, 4)
mint.nn.Linear(3, 4)
mint.nn.Conv2d(3, 4, 3)
mint.nn.Embedding(5, 4)
initializer('normal', [2, 3])
initializer('normal', [2, 3]).init_data()
ms.Parameter(initializer('normal', [2, 3]), name='w')""".splitlines()


def scope(module):
    """The names that cases may use, from one implementation of the initializer module."""

    def seeded(init, seed):
        init.seed = seed
        return init.seed

    names = {name: getattr(module, name) for name in [*module.__all__, *PRIVATE]}
    return names | {
        "np": np,
        "arr": lambda *shape: np.zeros(shape, np.float32),
        "of_array": lambda shape: module._calculate_in_and_out(np.zeros(shape)),
        "seeded": seeded,
    }


def outcome(case, names, show=repr):
    """The shown result of a case, or the class and first paragraph of its exception."""
    try:
        return {"value": show(eval(case, names))}
    except Exception as error:
        return {"error": [type(error).__name__, str(error).split("\n")[0]]}


def show_tensor(tensor):
    """Type, shape, dtype and initializer of a Tensor without data; values where they are fixed."""
    kind = None if tensor.init is None else type(tensor.init).__name__
    facts = [type(tensor).__name__, list(tensor.shape), str(tensor.dtype), kind, tensor.has_init]
    if kind in (None, "Zero", "One", "Constant", "Identity"):
        data = tensor if kind is None else tensor.init_data()
        facts += [data is tensor, tensor.has_init, repr(data.asnumpy().tolist())]
    return facts


def filled(case, shape, dtype, names):
    """An array filled by the case's initializer, from NumPy's seed 3."""
    np.random.seed(3)
    array = np.full(shape, 9, dtype)
    result = eval(case, names)(array)
    assert result is None
    return array


def next_draw(action):
    """What NumPy's generator gives after the action, from seed 3: tells how far it has moved."""
    np.random.seed(3)
    action()
    return int(np.random.randint(1 << 62))


def main():
    import mindspore as ms
    from mindspore import mint, nn
    from mindspore.common import initializer as module

    ms.set_context(pynative_synchronize=True)
    names = scope(module)
    facts = {"all": sorted(module.__all__), "private": PRIVATE}
    facts["aliases"] = {k: v.__name__ for k, v in module._INITIALIZER_ALIAS.items()}
    facts["signatures"] = {n: str(inspect.signature(names[n])) for n in facts["all"]}
    facts["signatures"] |= {
        n: str(inspect.signature(names[n])) for n in PRIVATE if inspect.isfunction(names[n])
    }
    facts["values"] = [[*v, repr(filled(*v, names).tolist())] for v in VALUES]
    facts["draws"] = [
        [
            case,
            dtype,
            next_draw(lambda case=case, dtype=dtype: eval(case, names)(np.zeros((5, 7), dtype))),
        ]
        for case in [*RANDOM, "Zero()", "One()", "Constant(2)", "Identity()"]
        for dtype in ["float32", "float16"]
    ]
    facts["sparse_zeros"] = [
        [case, shape, (filled(case, shape, "float32", names) == 0).astype(int).tolist()]
        for case, shape in [
            ["Sparse(0.4)", [5, 3]],
            ["Sparse(0.25)", [4, 6]],
            ["Sparse(-0.5)", [4, 2]],
        ]
    ]
    facts["probabilities"] = PROBABILITIES
    facts["distributions"] = [
        [
            case,
            shape,
            law,
            np.quantile(filled(case, shape, "float32", names), PROBABILITIES).tolist(),
        ]
        for case, shape, law in DISTRIBUTIONS
    ]
    facts["calls"] = [[case, outcome(case, names)] for case in CALLS]
    names |= {"ms": ms, "nn": nn, "mint": mint, "ones": ms.Tensor(np.ones((2, 3), np.float32))}
    facts["tensors"] = [[case, outcome(case, names, show_tensor)] for case in TENSORS]
    facts["layers"] = [[case, next_draw(lambda case=case: eval(case, names))] for case in LAYERS]
    facts["seeds"] = {"none": [list(module.Normal().seed)]}
    for seed in [5, 0]:
        ms.set_seed(seed)
        facts["seeds"][str(seed)] = [list(module.Normal().seed) for _ in range(3)]
    path = Path(__file__).with_name("initializer.json")
    body = ",\n".join(
        f' "{key}": '
        + (
            "[\n  " + ",\n  ".join(json.dumps(row) for row in value) + "\n ]"
            if isinstance(value, list) and isinstance(value[0], list)
            else json.dumps(value)
        )
        for key, value in facts.items()
    )
    path.write_text("{\n" + body + "\n}\n")


if __name__ == "__main__":
    main()
