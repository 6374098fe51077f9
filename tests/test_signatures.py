"""Argument names, order, kinds and defaults against the records of real MindSpore."""

import importlib
import inspect

import pytest
import signature_text as sign
from places import read_golden

import msjax as ms
from msjax import _missing, _surface, nn

FACTS = read_golden("signatures.json")
EMPTY = inspect.Parameter.empty


def find(path):
    """msjax's object of a dotted public path, or None where it has a placeholder."""
    module, _, name = path.rpartition(".")
    holder = importlib.import_module(f"msjax.{module}".rstrip("."))
    found = getattr(holder, name, None)
    return None if _missing.is_missing(found) else found


def same(ours, theirs):
    """Whether two parameter lists agree; `...` is any default."""
    if len(ours) != len(theirs):
        return False
    return all(
        (a.name, a.kind) == (b.name, b.kind) and str(b.default) in (str(a.default), "...")
        for a, b in zip(ours, theirs, strict=True)
    )


def binds(ours, theirs):
    """Whether each way to write a call of one signature is a call of the other."""
    signature = inspect.Signature(ours)
    plain = [p for p in theirs if p.kind in sign.POSITIONAL]
    keyword = [p for p in theirs if p.kind is p.KEYWORD_ONLY]
    stars = any(p.kind is p.VAR_POSITIONAL for p in theirs)
    needed = sum(p.default is EMPTY or str(p.default) == "..." for p in plain)
    extra = {p.name: None for p in keyword}
    try:
        for count in range(needed, len(plain) + 1 + 2 * stars):
            signature.bind(*range(count), **extra)
            signature.bind(*range(count))
        for given in range(len(plain) + 1):
            signature.bind(*range(given), **{p.name: None for p in plain[given:]}, **extra)
    except TypeError:
        return False
    return True


def difference(ours, theirs):
    """What to say about msjax's signature (a text) and the recorded one, or None."""
    if theirs is None or ours == theirs:
        return None
    if ours is None or "property" in (ours, theirs):
        return f"{ours} for {theirs}"
    mine = sign.parse(ours)
    if isinstance(theirs, str) and all("VAR_" in p.kind.name for p in sign.parse(theirs)):
        return None if theirs != "()" else f"{ours} for {theirs}"
    if isinstance(theirs, str):
        return None if same(mine, sign.parse(theirs)) else f"{ours} for {theirs}"
    known = [sign.parse(t) for t in theirs]
    names = {p.name for parameters in known for p in parameters}
    strange = [p.name for p in mine if p.name not in names and "VAR" not in p.kind.name]
    if strange or not all(binds(mine, parameters) for parameters in known):
        return f"{ours} for {' and '.join(theirs)}"
    return None


REFUSED = "the constructor raises, so that no instance is ever called"
PARTNER = "it raises NotImplementedError whatever is given"
EXCEPTIONS = {
    "nn.AdaSumByDeltaWeightWrapCell()": REFUSED,
    "nn.AdaSumByGradWrapCell()": REFUSED,
    "nn.OptTFTWrapper()": REFUSED,
    "ops.NeighborExchange()": PARTNER,
    "ops.NeighborExchangeV2()": PARTNER,
    "UntypedStorage": "`Tensor.untyped_storage` makes them",
    "Tensor.item": "older releases had an index",
    "ops.function.partial": "MindSpore's compiled code takes arguments by name",
    "Tensor.prod": "`axis` and `keep_dims`, which older releases had, work too",
    "Tensor.roll": "`dims` may be left out, as in `ops.roll`",
}


def functions():
    for name, theirs in FACTS["functions"].items():
        if (function := find(name)) is not None:
            yield name, sign.of_function(function), theirs


def classes():
    for name, (constructor, call) in FACTS["classes"].items():
        if (cls := find(name)) is None or name.startswith("multiprocessing."):
            continue  # Python's own are as the version of Python has them
        yield name, sign.of_class(cls) if isinstance(cls, type) else None, constructor
        if call is not None:
            method = "construct" if issubclass(cls, nn.Cell) else "__call__"
            yield f"{name}()", sign.of_member(cls, method), call


def members():
    for path, theirs in FACTS["members"].items():
        if (cls := find(path)) is not None:
            for name, signature in theirs.items():
                if hasattr(cls, name):
                    yield f"{path}.{name}", sign.of_member(cls, name), signature


@pytest.mark.parametrize("group, least", [(functions, 1000), (classes, 1000), (members, 650)])
def test_signatures(group, least):
    compared = {name: difference(ours, theirs) for name, ours, theirs in group()}
    assert len(compared) >= least
    assert {n: d for n, d in compared.items() if d and n not in EXCEPTIONS} == {}


def test_exceptions_are_needed():
    every = [*functions(), *classes(), *members()]
    differing = {name for name, ours, theirs in every if difference(ours, theirs)}
    assert set(EXCEPTIONS) <= differing


def test_names_of_one_object_are_one_object():
    surface, compared = _surface.load(), 0
    for module in surface.public:
        for name, entry in surface.entries.get(module, {}).items():
            if entry.section == "modules" and entry.target:
                ours, other = find(f"{module}.{name}"), find(".".join(entry.target))
                if other is not None:
                    assert ours is other, (module, name)
                    compared += 1
    assert compared > 1000


# Calls with the arguments of each overload that MindSpore lists for one method, by name and by
# place; all calls of a line give the same. Here the function's own signature shows less.
X = "Tensor([[1., 5.], [7., 3.]])"
SAME_CALLS = [
    "x.where(x > 2, 0) | x.where(x > 2, y=0) | x.where(condition=x > 2, other=0)",
    "x.matmul(x) | x.matmul(tensor2=x) | x.matmul(other=x)",
    "x.logical_and(x) | x.logical_and(other=x) | x.logical_and(y=x)",
    "x.logical_or(x) | x.logical_or(other=x) | x.logical_or(y=x)",
    "x.isclose(x) | x.isclose(other=x, atol=1e-8) | x.isclose(x2=x)",
    "x.unsqueeze(1) | x.unsqueeze(dim=1) | x.unsqueeze(axis=1)",
    "x.narrow(1, 0, 1) | x.narrow(dim=1, start=0, length=1) | x.narrow(1, length=1, start=0)"
    " | x.narrow(axis=1, start=0, length=1)",
    "x.copy().sub_(x, 2) | x.copy().sub_(other=x, alpha=2)",
    "x.copy().sub_(x) | x.copy().sub_(y=x)",
    "x.sub(x) | x.sub(other=x) | x.sub(y=x)",
    "x.remainder(2) | x.remainder(other=2) | x.remainder(divisor=2)",
    "x.expand_as(x) | x.expand_as(other=x) | x.expand_as(x=x)",
    "x.addcdiv(x, x, Tensor(2.)) | x.addcdiv(x, x, value=2)",
    "x.addmv(x, x[0], 2, 3) | x.addmv(x, x[0], beta=2, alpha=3)",
    "x.copy().div_(x, 'floor') | x.copy().div_(x, rounding_mode='floor')",
    "x.sort(0, True, True)[0] | x.sort(dim=0, descending=True, stable=True)[0]"
    " | x.sort(axis=0, descending=True)[0]",
    "x.argsort(0, True, True) | x.argsort(dim=0, descending=True) | x.argsort(axis=0, "
    "descending=True)",
    "x.sum(0, True) | x.sum(dim=0, keepdim=True) | x.sum(axis=0, keepdims=True)"
    " | x.sum(0, None, True) | x.sum(0, True, dtype=float32)",
    "x.sum(0, float64) | x.sum(0, dtype=float64) | x.sum(axis=0, dtype=float64)",
    "x.mean(0, True) | x.mean(dim=0, keepdim=True) | x.mean(axis=0, keep_dims=True)",
    "x.std(0, 1, True) | x.std(axis=0, ddof=1, keepdims=True)"
    " | x.std(dim=0, correction=1, keepdim=True)",
    "x.max(axis=0, keepdims=True) | x.max(dim=0, keepdim=True)[0] | x.max(0, True)[0]",
    "x.argmax(0, True) | x.argmax(axis=0, keepdims=True) | x.argmax(dim=0, keepdim=True)",
    "x.all(0, True) | x.all(axis=0, keep_dims=True) | x.all(dim=0, keepdim=True)",
    "x.split(1, 1)[0] | x.split(split_size=1, dim=1)[0]"
    " | x.split(split_size_or_sections=1, axis=1)[0]",
    "x.chunk(2, 1)[0] | x.chunk(chunks=2, dim=1)[0] | x.chunk(2, axis=1)[0]",
    "x.flatten() | x.flatten(start_dim=0, end_dim=-1) | x.flatten('C') | x.flatten(order='C')",
    "x.gather(1, i) | x.gather(dim=1, index=i)",
    "x.gather(Tensor([1]), 1) | x.gather(input_indices=Tensor([1]), axis=1, batch_dims=0)",
    "x.index_select(1, Tensor([1])) | x.index_select(dim=1, index=Tensor([1]))"
    " | x.index_select(axis=1, index=Tensor([1]))",
    "x.scatter(1, i, x) | x.scatter(dim=1, index=i, src=x) | x.scatter(axis=1, index=i, src=x)",
    "x.scatter_add(1, i, x) | x.scatter_add(dim=1, index=i, src=x)",
    "x.select(1, 0) | x.select(dim=1, index=0)",
    "x.select(x > 2, x) | x.select(condition=x > 2, y=x)",
    "x.take(Tensor([1])) | x.take(index=Tensor([1]))",
    "x.to(float64) | x.to(dtype=float64) | x.to(float64, False, True) | x.to(other=x.astype("
    "float64))",
    "x.reshape(4) | x.reshape((4,)) | x.reshape(shape=(4,))",
    "x.view(4) | x.view((4,)) | x.view(shape=(4,))",
    "x.tile(1, 2) | x.tile((1, 2)) | x.tile(reps=(1, 2))",
]


@pytest.mark.parametrize("line", SAME_CALLS)
def test_overloads(line):
    scope = {"Tensor": ms.Tensor, "float32": ms.float32, "float64": ms.float64}
    scope |= {"x": eval(X, scope), "i": ms.Tensor([[1, 0], [0, 1]])}
    first, *others = [eval(call, scope) for call in line.split(" | ")]
    for result in others:
        assert (result.dtype, result.shape) == (first.dtype, first.shape)
        assert result.asnumpy().tolist() == first.asnumpy().tolist()


@pytest.mark.parametrize(
    "call",
    [
        "x.where(x > 2, y=0, other=0)",
        "x.matmul()",
        "x.matmul(x, other=x)",
        "x.unsqueeze(no_such=0)",
        "x.sum(no_such=0)",
        "x.sum(0, axis=0)",
        "x.split(1, 1, 1)",
        "x.gather(1)",
        "nn.ReLU(1)",
        "nn.Tanh(no_such=1)",
        "ops.BroadcastTo()",
        "ops.Unpack(0, 2)",
        "runtime.memory_stats('CPU')",
    ],
)
def test_wrong_arguments(call):
    scope = {"Tensor": ms.Tensor, "nn": nn, "ops": ms.ops, "runtime": ms.runtime}
    scope["x"] = eval(X, scope)
    with pytest.raises(TypeError):
        eval(call, scope)


class Derived(nn.Dense):
    """Has its own source."""


PUBLIC = (nn, ms.mint.nn, ms.ops, ms.train, ms.dataset, ms.dataset.vision, ms.mint.optim)


@pytest.mark.parametrize("module", PUBLIC, ids=lambda module: module.__name__)
def test_sources(module):
    """`??` finds what a class is made of, though it names MindSpore's module.

    Newer Pythons do not follow `__wrapped__` of classes themselves; IPython does.
    """
    found = {c for c in vars(module).values() if inspect.isclass(c) and "msjax" in c.__module__}
    found |= {getattr(module, n) for n in dir(module) if inspect.isclass(getattr(module, n))}
    for kind in found:
        if kind.__module__.startswith("msjax."):
            source = inspect.getsource(getattr(kind, "__wrapped__", kind))
            assert f"class {kind.__name__}" in source or "def " in source, kind
            inspect.signature(kind)


def test_sources_are_not_inherited():
    assert inspect.getsource(Derived).startswith("class Derived(nn.Dense):")
    assert not hasattr(nn.Dense(1, 1), "__wrapped__")


def test_a_class_that_tells_no_signature():
    from msjax.train.checkpoint_pb2 import DecodeError

    assert inspect.unwrap(DecodeError).__name__ == "DecodeError"
