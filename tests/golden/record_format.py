"""Record how MindSpore prints Tensors and Parameters: ``python record_format.py`` with MindSpore.

A case gives dtype, shape and values; values shorter than the shape repeat (``np.resize``).
"""

import json
from pathlib import Path

import mindspore as ms
import numpy as np
from mindspore import COOTensor, Parameter, Tensor
from mindspore.common.initializer import initializer

INTS = "int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
FLOATS = "float16 bfloat16 float32 float64".split()
COMPLEX = "complex64 complex128".split()
SHAPES = [(3,), (4,), (12,), (13,), (24,), (25,), (2, 3), (7, 7), (2, 6), (2, 1, 8), (3, 2, 7, 2)]
EMPTY = [(0,), (0, 3), (2, 0, 3)]
LONG = [("bool", (1001,)), ("int8", (1000,)), ("int16", (1001,)), ("float32", (1001,))]
FACTORS = [1, 0.1, 3e3, 1e-5, 1e7, 1e9]
SPECIAL = ["nan", "-nan", "inf", "-inf", 1.0, -0.0, 0.0]
SCALARS = [0.1, -0.0, 1e-4, 1e-5, 65000.0, 12345678.0, 1e15, 1e16, 1.5, 3.0]


def number(value):
    return [number(v) for v in value] if isinstance(value, list) else float(value)


def array(dtype, shape, values):
    values = number(values) if dtype in FLOATS + COMPLEX else values
    if dtype in COMPLEX:
        pairs = np.array(values, np.float64)
        flat = np.empty(len(pairs), np.complex128)
        flat.real, flat.imag = pairs[:, 0], pairs[:, 1]
    else:
        flat = np.array(values, np.float64 if dtype in FLOATS else dtype)
    with np.errstate(over="ignore"):
        flat = flat.astype("float32" if dtype == "bfloat16" else dtype)
    # an array of rank 0 must stay an array
    return np.array(np.resize(flat, shape)).reshape(shape)


def cases(rng):
    for shape in SHAPES:
        yield "bool", shape, rng.integers(0, 2, 17).astype(bool).tolist()
        for dtype in INTS:
            info = np.iinfo(dtype)
            low = max(info.min, int(rng.choice([-9, -1000, -(2**40)])))
            high = min(info.max, int(rng.choice([9, 5000, 2**50])))
            yield dtype, shape, rng.integers(low, high, 11, dtype=dtype).tolist()
        for dtype in FLOATS:
            scale = float(rng.choice(FACTORS))
            yield dtype, shape, np.round(rng.standard_normal(11), 4).tolist()
            yield dtype, shape, [float(f"{v:.4g}") for v in rng.standard_normal(7) * scale]
        for dtype in COMPLEX:
            pairs = rng.standard_normal((5, 2)) * float(rng.choice(FACTORS))
            yield dtype, shape, [[float(f"{v:.4g}") for v in pair] for pair in pairs]
    for shape in EMPTY:
        for dtype in ("bool", "int32", "float32", "bfloat16", "complex64"):
            yield dtype, shape, [[0, 0]] if dtype in COMPLEX else [0]
    for dtype, shape in LONG:
        yield dtype, shape, [0, 1] if dtype != "float32" else [0.5]
    for dtype in FLOATS:
        # converting to bfloat16 drops the sign of a nan
        special = [v for v in SPECIAL if v != "-nan" or dtype != "bfloat16"]
        yield dtype, (7,), special
        yield dtype, (2, 3), special
        for value in SCALARS + special[:3]:
            yield dtype, (), [value]
    for dtype in COMPLEX:
        yield dtype, (4,), [["nan", "inf"], [1, "-nan"], ["-inf", -0.0], [0.0, 1e-10]]
        for pair in ([1, 2], [0, -1], [-0.0, 1e12], [1e16, -1e-5], ["nan", "-inf"], [0.1, 1e8]):
            yield dtype, (), [pair]
    for dtype in INTS:
        info = np.iinfo(dtype)
        yield dtype, (), [info.min]
        yield dtype, (2,), [info.min, info.max]
    yield "bool", (), [True]
    yield "bool", (), [False]


def part(text):
    """The values of a COOTensor's text."""
    return text[text.index("values=") + len("values=") : -1]


def tensor_record(dtype, shape, values, source):
    data = array(dtype, shape, values)
    if source == "from_numpy":
        tensor = Tensor.from_numpy(data)
    else:
        tensor = Tensor(data, ms.bfloat16) if dtype == "bfloat16" else Tensor(data)
    return {
        "dtype": dtype,
        "shape": shape,
        "values": values,
        "type": str(tensor.dtype),
        "str": str(tensor),
        "repr": repr(tensor),
    }


def part_record(dtype, size, values):
    data = Tensor(array(dtype, (size,), values))
    indices = Tensor(np.zeros((size, 2), np.int32))
    text = part(repr(COOTensor(indices, data, (99, 99))))
    return {
        "dtype": dtype,
        "shape": [size],
        "values": values,
        "type": str(data.dtype),
        "part": text,
    }


def parameter_record(name, data, requires_grad):
    parameter = Parameter(data, name=name, requires_grad=requires_grad)
    assert str(parameter) == repr(parameter)
    return {
        "name": parameter.name,
        "shape": parameter.shape,
        "type": str(parameter.dtype),
        "requires_grad": requires_grad,
        "text": str(parameter),
        "in_tuple": str((parameter,)),
    }


def text_record(values):
    tensor = Tensor(np.array(values))
    return {
        "values": values,
        "type": str(tensor.dtype),
        "str": str(tensor),
        "repr": repr(tensor),
    }


def main():
    ms.set_context(pynative_synchronize=True)
    rng = np.random.default_rng(2)
    drawn = list(cases(rng))
    shared = [c for c in drawn if c[0] != "bfloat16"][::5]
    lazy = [((), ms.float32), ((2,), ms.int8), ((2, 3), ms.float16), ((30,), ms.float32)]
    data = {
        "tensor": [tensor_record(*c, "copy") for c in drawn],
        "from_numpy": [tensor_record(*c, "from_numpy") for c in shared],
        "part": [
            part_record(dtype, size, values)
            for dtype, values in (("int64", [0, -12]), ("float32", [1.5, -2e9]), ("bool", [0, 1]))
            for size in (1, 3, 12, 24, 25, 29, 30)
        ],
        "uninitialized": [
            {"shape": shape, "type": str(dtype), "str": str(initializer("ones", shape, dtype))}
            for shape, dtype in lazy
        ],
        "parameter": [
            parameter_record("w", Tensor(np.ones((2, 3), np.float32)), True),
            parameter_record("layer.bias", Tensor([1, 2]), False),
            parameter_record("scale", 1.5, True),
            parameter_record("flag", Tensor(True), False),
            parameter_record("lazy", initializer("ones", (4,), ms.float16), True),
        ],
        "text": [text_record(["a", "bc"]), text_record([["a", "b"]])],
    }
    lines = [
        f" {json.dumps(key)}: [\n" + ",\n".join(f"  {json.dumps(r)}" for r in rows) + "\n ]"
        for key, rows in data.items()
    ]
    Path(__file__).with_name("format.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
