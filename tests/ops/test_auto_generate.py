"""Inner Primitives: MindSpore's values, and refusals of what is not there."""

import json
from pathlib import Path

import inner_cases
import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, mint, ops
from msjax._missing import is_missing
from msjax.ops import _auto_generate, auto_generate

TABLE = json.loads(Path(_auto_generate.__file__).with_name("auto_generate.json").read_text())
RECORDS = json.loads((Path(__file__).parents[1] / "golden" / "inner.json").read_text())


@pytest.mark.thin(8)
@pytest.mark.parametrize("name", sorted(RECORDS))
def test_values(name):
    settings, call, _ = TABLE["classes"][name]
    given = inner_cases.arguments(name, settings, call)
    found = inner_cases.run(getattr(auto_generate, name), given, Tensor)
    assert [one[:2] for one in found] == [one[:2] for one in RECORDS[name]]
    for one, wanted in zip(found, RECORDS[name], strict=True):
        if isinstance(wanted[2], list):
            values = [np.array(v, float) for v in (one[2], wanted[2])]
            np.testing.assert_allclose(*values, rtol=1e-4, atol=2e-5)
        else:
            assert one[2] == wanted[2]


def floats(*shape):
    return Tensor(np.arange(np.prod(shape), dtype=np.float32).reshape(shape) - 1.5)


def test_objects_and_functions():
    x, y = floats(2, 3), floats(2, 3) + 1
    assert type(auto_generate.add_ext_op) is auto_generate.AddExt
    assert auto_generate.add_ext_op.name == "AddExt"
    assert isinstance(auto_generate.abs_op, ops.Abs)
    for found in (
        auto_generate.add_ext_op(x, y, alpha=2),
        auto_generate.gen_ops_prim.AddExt()(x, y, 2),
        auto_generate.gen_ops_def.add_ext(x, y, alpha=2),
    ):
        np.testing.assert_array_equal(found.asnumpy(), (x + 2 * y).asnumpy())
    from msjax.ops.auto_generate.pyboost_inner_prim import softmax_impl, squeeze_impl

    np.testing.assert_allclose(softmax_impl(x, -1).asnumpy(), ops.softmax(x, -1).asnumpy())
    assert squeeze_impl(floats(1, 3), 0).shape == (3,)


def test_numbers_and_sequences():
    assert auto_generate.ListToTuple()([1, 2]) == auto_generate.list_to_tuple([1, 2]) == (1, 2)
    assert auto_generate.TupleToList()((1, 2)) == auto_generate.tuple_to_list((1, 2)) == [1, 2]
    from msjax.ops.operations.manually_defined.ops_def import ScalarLog

    assert ScalarLog is auto_generate.ScalarLog
    assert ScalarLog()(2) == ops.scalar_log(2)
    a, b = Tensor([[2.0, 0.0], [1.0, 4.0]]), Tensor([2.0, 5.0])
    found = auto_generate.solve_triangular(a, b, 0, True, False)
    assert found.asnumpy().tolist() == [1, 1]


def test_in_compiled_code_and_gradients():
    split, one_hot = auto_generate.SplitWithSize(), auto_generate.OneHotExt(-1)

    def loss(x):
        first, second = split(x, (1, 2), 1)
        return (first * 3).sum() + auto_generate.SumExt()(second * second)

    x = floats(2, 3)
    eager = ms.grad(loss)(x).asnumpy()
    for _ in range(2):
        np.testing.assert_allclose(ms.jit(ms.grad(loss))(x).asnumpy(), eager)
    labels = one_hot(Tensor([0, 2]), 3, Tensor(1), Tensor(0))
    np.testing.assert_array_equal(labels.asnumpy(), [[1, 0, 0], [0, 0, 1]])


def test_in_place():
    x = floats(4)
    kept = x
    auto_generate.InplaceAddExt()(x, Tensor(np.ones(4, np.float32)), 2)
    auto_generate.InplaceCopy()(x[:2], Tensor(np.zeros(2, np.float32)))
    np.testing.assert_allclose(kept.asnumpy(), [0, 0, 2.5, 3.5])


X, SIGNS = np.float32([[0.5, -1.2, 2.0]] * 2), np.float32([[1, -1, 1], [-1, -1, 1]])
MASK = SIGNS > 0
WITHOUT_CPU_KERNEL = {
    "InplaceMaskedFillScalar": ((X, MASK, 2.5), np.where(MASK, 2.5, X)),
    "InplaceMaskedFillTensor": ((X, MASK, np.float32(2.5)), np.where(MASK, 2.5, X)),
    "_PyboostSoftMarginLossGradPrim": (
        (X, SIGNS, np.float32(3), "mean"),
        -0.5 * SIGNS / (1 + np.exp(SIGNS * X)),
    ),
    "_PyboostTriuPrim": ((X, 1), np.triu(X, 1)),
}


@pytest.mark.parametrize("name", WITHOUT_CPU_KERNEL)
def test_values_without_a_cpu_kernel(name):
    given, want = WITHOUT_CPU_KERNEL[name]
    made = getattr(auto_generate, name)()
    tensors = [Tensor(a) if isinstance(a, (np.ndarray, np.generic)) else a for a in given]
    out = made(*tensors)
    np.testing.assert_allclose(out.asnumpy(), want, rtol=1e-5)
    if name.startswith("Inplace"):
        np.testing.assert_array_equal(tensors[0].asnumpy(), out.asnumpy())


def test_adamw_is_that_of_mint():
    first, second = (ms.Parameter(floats(3), name="w") for _ in range(2))
    moments = [ms.Parameter(ms.ops.zeros(3)) for _ in range(2)]
    made = auto_generate.AdamW()
    optimizer = mint.optim.AdamW([second], lr=0.1, weight_decay=0.02)
    for step in range(3):
        gradient = floats(3) * (step + 1)
        made(first, *moments, moments[1], gradient, step, 0.1, 0.9, 0.999, 0.02, 1e-8)
        optimizer((gradient,))
    np.testing.assert_allclose(first.asnumpy(), second.asnumpy(), rtol=1e-5)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("RandExt", ((3,),)), ("InplaceUniform", (None, 0.0, 1.0)), ("RandpermExt", (5,))],
)
def test_numbers_drawn_depend_on_seed_and_offset(name, arguments):
    def draw(*place):
        given = [floats(3) if a is None else a for a in arguments]
        return getattr(auto_generate, name)()(*given, *place).asnumpy()

    np.testing.assert_array_equal(draw(3, 1), draw(Tensor(3), Tensor(1)))
    assert np.any(draw(3, 1) != draw(3, 2)) or np.any(draw(3, 1) != draw(4, 1))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("DistCommBarrier", "mint.distributed"),
        ("InnerCommAllReduce", "mint.distributed"),
        ("GmmBackward", "public operation"),
    ],
)
def test_what_is_not_there_is_made_and_refuses(name, text):
    cls = getattr(auto_generate, name)
    assert is_missing(cls) and is_missing(cls())
    with pytest.raises(NotImplementedError, match=f"auto_generate.{name}.*{text}"):
        cls()(1, 2)
    with pytest.raises(NotImplementedError, match=text):
        getattr(auto_generate, _auto_generate.stem(name) + "_op")(1)


def test_private_helpers_are_placeholders():
    assert is_missing(auto_generate.pyboost_add_ext)
    with pytest.raises(AttributeError):
        _ = auto_generate.no_such_primitive


def test_every_name_can_be_made():
    for section in ("classes", "objects", "functions"):
        for name in TABLE[section]:
            assert callable(getattr(auto_generate, name)), name
