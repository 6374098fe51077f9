"""What a Tensor can be made from, and which dtype it gets."""

from __future__ import annotations

import numpy as np
import pytest
from places import read_golden

import msjax as ms
from msjax import Parameter, Tensor
from msjax.common.initializer import One

GOLDEN = read_golden("dtypes.json")
CONSTRUCTOR = GOLDEN["constructor"]["Tensor"]

# Why msjax differs: Tensors of strings do not exist; float8 values can be
# read; hifloat8 has no JAX counterpart; initializers may be given by name or number; scripts for
# Ascend run.
DIFFERENT = dict.fromkeys(
    ["b'a'", "np.array('a')", "np.array(['a', 'bc'])", "np.str_('a')", "np.array([b'a'])"],
    "!NotImplementedError",
)
DIFFERENT |= dict.fromkeys(
    ["np.array(['a']), ms.float32", "np.array(['1']), ms.float32"], "!NotImplementedError"
)
DIFFERENT |= {
    "[1, 2], ms.float8_e4m3fn": "float8_e4m3fn [1.0, 2.0]",
    "[1, 2], ms.float8_e5m2": "float8_e5m2 [1.0, 2.0]",
    "[1, 2], ms.hifloat8": "!TypeError",
    "shape=(2,), dtype=ms.float32, init=2": "float32 [2.0, 2.0]",
    "[1, 2], device='Ascend'": "int64 [1, 2]",
}


def test_tensors_without_memory_are_refused():
    with pytest.raises(NotImplementedError, match="init="):
        Tensor([1.0], device="meta")
    assert Tensor(shape=(2,), dtype=ms.float32, init="ones", device="CPU").shape == (2,)


def text_of(tensor):
    """A result in the form of the record."""
    name = repr(tensor.dtype).replace("mindspore.", "")
    try:
        values = tensor.astype(ms.float32) if tensor.dtype == ms.bfloat16 else tensor
        values = values.asnumpy().tolist()
    except Exception as error:
        values = type(error).__name__
    return f"{name} {values}" if tensor.ndim == 1 else f"{name} {tuple(tensor.shape)} {values}"


def construct(arguments):
    scope = {
        "Tensor": Tensor,
        "ms": ms,
        "np": np,
        "One": One,
        "P": lambda t: Parameter(t, name="p"),
    }
    scope["x"] = Tensor(np.array([1, 2]), ms.float32)
    try:
        return text_of(eval(f"Tensor({arguments})", scope))
    except Exception as error:
        return f"!{type(error).__name__}"


BY_NAME = (
    "shape=(2,), dtype=ms.float16, init='normal'"  # random values; MindSpore fails to read them
)


@pytest.mark.parametrize("arguments", sorted(CONSTRUCTOR.keys() - {BY_NAME}))
def test_constructor(arguments):
    want = DIFFERENT.get(arguments, CONSTRUCTOR[arguments]).split("#")[0]
    assert construct(arguments) == want


def test_initializer_by_name():
    tensor = Tensor(shape=(200,), dtype=ms.float16, init="normal")
    values = tensor.asnumpy()
    assert values.dtype == np.float16 and 0.005 < values.std() < 0.02


@pytest.mark.parametrize("maker", [Tensor, ms.tensor])
def test_constructor_errors_have_mindspore_texts(maker):
    with pytest.raises(ValueError, match="init, dtype and shape must have values at the same time"):
        maker(shape=(2,), init=One())
    with pytest.raises(ValueError, match="'shape' should be set to None.But got shape: \\(2,\\)"):
        maker([1, 2], shape=(2,))
    with pytest.raises(TypeError, match="For 'Tensor', the type of 'input_data' should be one of"):
        maker("text")
    with pytest.raises(TypeError, match="that contain unsupported element"):
        maker([[1, 2], [3]])
    with pytest.raises(TypeError):
        maker()


@pytest.mark.parametrize(
    ("elements", "dtype"),
    [
        ("[np.uint8(1)]", "UInt8"),
        ("[np.int8(1)]", "Int8"),
        ("[np.int32(1)]", "Int64"),
        ("[np.uint64(1)]", "UInt64"),
        ("[np.float16(1), 2]", "Float32"),
        ("[np.array([1], np.uint8)]", "UInt8"),
        ("[np.array([1], np.int32), np.array([2.5])]", "Float32"),
        ("[np.complex64(1j)]", "Complex64"),
        ("[np.bool_(True)]", "Bool"),
        ("[Tensor([1], ms.int8)]", "Int8"),
        ("[Tensor([1.0], ms.float64)]", "Float32"),
        ("[Tensor([1.0], ms.float16)]", "Float16"),
        ("[Tensor([1], ms.int32), Tensor([1.5])]", "Float32"),
    ],
)
def test_dtype_of_lists(elements, dtype):
    scope = {"np": np, "Tensor": Tensor, "ms": ms}
    assert str(Tensor(eval(elements, scope)).dtype) == dtype


def test_lazy_tensors():
    unknown = Tensor(dtype=ms.float32)
    assert unknown.shape == (-2,) and not unknown.has_init
    with pytest.raises(ValueError, match="not known"):
        unknown.asnumpy()
    assert Tensor(shape=(2, None), dtype=ms.int8).shape == (2, -1)
    zeros = Tensor(shape=(2,), dtype=ms.float32)
    assert not zeros.has_init and zeros.asnumpy().tolist() == [0, 0]
    ones = Tensor(shape=(2,), dtype=ms.float32, init=One())
    assert ones.has_init and isinstance(ones.init, One)
    ones[0] = 5
    assert ones.asnumpy().tolist() == [5, 1]


def test_const_arg_is_a_bool():
    assert Tensor([1.0], const_arg=True).const_arg is True
    with pytest.raises(TypeError, match="const_arg"):
        Tensor([1.0], const_arg=1)


@pytest.mark.parametrize(
    ("array", "kind"),
    [(np.array([None, 1], object), "NoneType"), (np.zeros(2, [("a", np.int32)]), "numpy.void")],
)
def test_arrays_of_other_things_are_named_in_the_refusal(array, kind):
    with pytest.raises(TypeError, match=f"the element type '<class '{kind}'>' of array"):
        Tensor(array)


def test_from_numpy_of_foreign_byte_order():
    foreign = np.array([1, 2], np.dtype(np.int32).newbyteorder())
    given = Tensor.from_numpy(foreign)
    assert (given.dtype, given.tolist()) == (ms.int32, [1, 2])


def test_frombuffer():
    data = np.arange(4, dtype=np.int32).tobytes()
    assert ms.frombuffer(data, dtype=ms.int32, count=2, offset=4).tolist() == [1, 2]
    for wrong in ({"count": 5}, {"offset": 16}, {"offset": 3}, {"count": 0}):
        with pytest.raises((RuntimeError, ValueError)):
            ms.frombuffer(data, dtype=ms.int32, **wrong)
    for wrong in (3, None, "float32"):
        with pytest.raises(RuntimeError, match="dtype must be mindspore dtype object"):
            ms.frombuffer(data, dtype=wrong)


def test_frombuffer_shares_memory():
    buffer = bytearray(b"abcd")
    given = ms.frombuffer(buffer, dtype=ms.uint8, offset=1, count=2)
    buffer[1] = 0
    assert given.tolist() == [0, 99]
    given.add_(1)
    assert buffer == b"a\x01dd"
