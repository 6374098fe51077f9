"""Write msjax/ops/auto_generate.json: MindSpore's inner Primitives, and what computes them.

    python tools/make_inner.py --mindspore PYTHON [OUTPUT]

`mindspore.ops.auto_generate` has a Primitive for every operation of MindSpore's own functions
(`AddExt`, `InplaceCopy`, `SelectExtView`), an object of each (`add_ext_op`), and a function that
calls it. PYTHON has MindSpore and tells their names and arguments. Which operation of msjax
computes one follows from its name and arguments (`matching`), or stands in `OTHERWISE`. The layout
of the result is described in msjax/ops/_auto_generate.py.
"""

import argparse
import inspect
import json
import re
import subprocess
from pathlib import Path

from msjax._core.op.registry import SURFACES, resolve
from msjax.kernels.primitives import derivatives, unlisted  # noqa: F401  publish
from msjax.ops._auto_generate import stem


def resized(mode, *more):
    """The call of interpolate for a Primitive."""
    given = ", ".join(["x", "output_size", "scales", f"'{mode}'", *more])
    return f"F.interpolate({given})"


# Run by PYTHON: arguments of classes, classes of objects, and functions with what they return.
FACTS = """
import ast, inspect, json
import mindspore.ops.auto_generate as whole
classes, objects, functions, rest = {}, {}, {}, set(vars(whole))
for name in ("gen_ops_def", "gen_ops_prim", "pyboost_inner_prim"):
    module = __import__("mindspore.ops.auto_generate." + name, fromlist=["*"])
    rest |= set(vars(module))
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef):
            methods = {m.name: m.args for m in node.body if isinstance(m, ast.FunctionDef)}
            told = [methods.get(name) for name in ("__init__", "__call__")]
            told = [ast.unparse(args) if args else "" for args in told]
            classes[node.name] = [text.removeprefix("self").removeprefix(", ") for text in told]
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if isinstance(node.value.func, ast.Name) and not node.value.args:
                objects[node.targets[0].id] = node.value.func.id
        elif isinstance(node, ast.FunctionDef):
            last = node.body[-1]
            if isinstance(last, ast.Return) and isinstance(last.value, ast.Call):
                functions[node.name] = [ast.unparse(node.args), ast.unparse(last.value)]
modules = {name for name in rest if inspect.ismodule(getattr(whole, name, None))}
rest = sorted(name for name in rest - modules if not name.startswith("__"))
print(json.dumps([classes, objects, functions, rest]))
"""

REDUCED = (
    "mint.scatter(input, dim, index, src) if reduce == 'none' "
    "else input.scatter(dim, index, src, reduce=reduce)"
)

# Classes whose name or arguments do not tell which operation they are. `F` is mint.nn.functional,
# `at` the Generator at a seed and an offset.
OTHERWISE = {
    "AdamW": (
        "unlisted.AdamWStep(amsgrad, maximize)"
        "(max_v, var, m, v, gradient, step, lr, beta1, beta2, decay, eps)[1:]"
    ),
    "AddLayerNormV2": "ops.add_layer_norm(x1, x2, gamma, beta, epsilon, additionalOut)",
    "BernoulliExt": "mint.bernoulli(input, generator=at(seed, offset))",
    "Col2ImExt": "F.fold(input, output_size, kernel_size, dilation, padding, stride)",
    "ConstantPadND": "F.pad(input, padding, 'constant', value)",
    "Conv1DPadding": "F.conv1d(input, weight, bias, stride, padding, dilation, groups)",
    "Conv2DPadding": "F.conv2d(input, weight, bias, stride, padding, dilation, groups)",
    "Conv3DPadding": "F.conv3d(input, weight, bias, stride, padding, dilation, groups)",
    "Contiguous": "input.contiguous()",
    "Copy": "input.copy()",
    "DCT": "scipy.fft.dct(x, type, n, axis, norm)",
    "DCTN": "scipy.fft.dctn(x, type, s, axes, norm)",
    "DivMod": "mint.div(input, other, rounding_mode=rounding_mode)",
    "DivMods": "mint.div(input, other, rounding_mode=rounding_mode)",
    "Divs": "mint.div(input, other)",
    "EluExt": "F.elu(input, alpha)",
    "EinsumExt": "mint.einsum(equation, *operands)",
    "Empty": "mint.empty(size, dtype=dtype, device=device, pin_memory=pin_memory)",
    "ExpandDimsView": "mint.unsqueeze(input, dim)",
    "FillScalar": "mint.full(size, fill_value, dtype=dtype)",
    "FillTensor": "mint.full(size, fill_value, dtype=dtype)",
    "FloorDivScalar": "mint.floor_divide(input, other)",
    "FuncMaxPool2D": (
        "F.max_pool2d(input, kernel_size, stride, padding, dilation, "
        "ceil_mode=ceil_mode, return_indices=return_indices)"
    ),
    "GatherNdExt": "ops.gather_nd(input, indices)",
    "IDCT": "scipy.fft.idct(x, type, n, axis, norm)",
    "IDCTN": "scipy.fft.idctn(x, type, s, axes, norm)",
    "Im2ColExt": "F.unfold(input, kernel_size, dilation, padding, stride)",
    "IndexFillScalar": "input.index_fill(dim, index, value)",
    "IndexFillTensor": "input.index_fill(dim, index, value)",
    "InnerIndex": "input.index(indices)",
    "InnerInplaceIndexPut": "input.index_put_(indices, values, accumulate)",
    "InnerNonZero": "mint.nonzero(input)",
    "InplaceAddr": "mint.addr_(input, vec1, vec2, beta=beta, alpha=alpha)",
    "InplaceAddsExt": "input.add_(other, alpha=alpha)",
    "InplaceBernoulliScalar": "input.bernoulli_(p, generator=at(seed, offset))",
    "InplaceBernoulliTensor": "input.bernoulli_(p, generator=at(seed, offset))",
    "InplaceDivMod": "input.div_(other, rounding_mode=rounding_mode)",
    "InplaceDivMods": "input.div_(other, rounding_mode=rounding_mode)",
    "InplaceElu": "F.elu_(input, alpha)",
    "InplaceExponential": "input.exponential_(lambd, generator=at(seed, offset))",
    "InplaceNormal": "input.normal_(mean, std, generator=at(seed, offset))",
    "InplaceRandom": "input.random_(from_, to, generator=at(seed, offset))",
    "InplaceReLU": "F.relu_(input)",
    "InplaceRemainderTensorScalar": "input.remainder_(other)",
    "InplaceRemainderTensorTensor": "input.remainder_(other)",
    "InplaceScatterSrc": "input.scatter_(dim, index, src)",
    "InplaceScatterSrcReduce": "input.scatter_(dim, index, src, reduce=reduce)",
    "InplaceScatterValue": "input.scatter_(dim, index, value)",
    "InplaceScatterValueReduce": "input.scatter_(dim, index, value, reduce=reduce)",
    "InplaceSiLU": "F.silu(input, inplace=True)",
    "InplaceUniform": "input.uniform_(from_, to, generator=at(seed, offset))",
    "LinSpaceExt": "mint.linspace(start, end, steps, dtype=dtype)",
    "LinalgQr": "mint.linalg.qr(A, mode)",
    "LinalgVectorNorm": "mint.linalg.vector_norm(x, ord, dim, keepdim, dtype=dtype)",
    "MaskedFillScalar": "input.masked_fill(mask, value)",
    "MaxPoolWithIndices": (
        "(lambda out, places: (out, places.astype(argmax_type)))(*F.max_pool2d("
        "x, kernel_size, strides, pads, dilation, ceil_mode=ceil_mode, return_indices=True))"
    ),
    "MatrixInverseExt": "mint.inverse(input)",
    "Max": "mint.max(input)",
    "MaxDim": "mint.max(input, dim, keepdim)",
    "MedianDim": "mint.median(input, dim, keepdim)",
    "MedianExt": "mint.median(input)",
    "Min": "mint.min(input)",
    "MinDim": "mint.min(input, dim, keepdim)",
    "Muls": "mint.mul(input, other)",
    "MultinomialExt": (
        "mint.multinomial(input, num_samples, replacement, generator=at(seed, offset))"
    ),
    "NonZeroExt": "mint.nonzero(input, as_tuple=True)",
    "NormalFloatFloat": "mint.normal(mean, std, size, at(seed, offset))",
    "NormalFloatTensor": "mint.normal(mean, std, None, at(seed, offset))",
    "NormalTensorFloat": "mint.normal(mean, std, None, at(seed, offset))",
    "NormalTensorTensor": "mint.normal(mean, std, None, at(seed, offset))",
    "OneHotExt": "ops.one_hot(tensor, num_classes, on_value, off_value, axis)",
    "PowScalarTensor": "mint.pow(input, exponent)",
    "PowTensorScalar": "mint.pow(input, exponent)",
    "RandExt": "mint.rand(shape, generator=at(seed, offset), dtype=dtype, device=device)",
    "RandInt": "mint.randint(low, high, shape, generator=at(seed, offset), dtype=dtype)",
    "Randn": "mint.randn(shape, generator=at(seed, offset), dtype=dtype, device=device)",
    "RandpermExt": "mint.randperm(n, generator=at(seed, offset), dtype=dtype)",
    "ReflectionPad1D": "F.pad(input, padding, 'reflect')",
    "ReflectionPad2D": "F.pad(input, padding, 'reflect')",
    "ReflectionPad3D": "F.pad(input, padding, 'reflect')",
    "RemainderScalarTensor": "mint.remainder(input, other)",
    "RemainderTensorScalar": "mint.remainder(input, other)",
    "RemainderTensorTensor": "mint.remainder(input, other)",
    "Repeat": "input.repeat(repeats)",
    "RepeatInterleaveInt": ("mint.repeat_interleave(input, repeats, dim, output_size=output_size)"),
    "RepeatInterleaveTensor": (
        "mint.repeat_interleave(input, repeats, dim, output_size=output_size)"
    ),
    "ReplicationPad1D": "F.pad(input, padding, 'replicate')",
    "ReplicationPad2D": "F.pad(input, padding, 'replicate')",
    "ReplicationPad3D": "F.pad(input, padding, 'replicate')",
    "Scatter": REDUCED,
    "ScatterValue": REDUCED,
    "SelectExtView": "mint.select(input, dim, index)",
    "SelectV2": "mint.where(condition, input, other)",
    "SliceExt": "input[(slice(None),) * (dim % input.ndim) + (slice(start, end, step),)]",
    "SliceExtView": "input[(slice(None),) * (dim % input.ndim) + (slice(start, end, step),)]",
    "SolveTriangular": "scipy.linalg.solve_triangular(a, b, trans, lower, unit_diagonal)",
    "SplitTensor": "mint.split(input, split_size, dim)",
    "SplitTensorView": "mint.split(input, split_size, dim)",
    "SplitWithSize": "mint.split(input, split_size, dim)",
    "SplitWithSizeView": "mint.split(input, split_size, dim)",
    "StackExt": "mint.stack(tensors, dim)",
    "SubScalar": "mint.sub(input, other, alpha=alpha)",
    "Threshold": "F.threshold(input, threshold, value)",
    "ToDtype": "input.to(dtype, non_blocking=non_blocking, copy=copy)",
    "TraceV2": "input.trace(offset, axis1, axis2, dtype)",
    "TypeAs": "input.type_as(other)",
    "UniformExt": "tensor.clone().uniform_(a, b, generator=at(seed, offset))",
    "UnstackExtView": "mint.unbind(input, dim)",
    "UpsampleBicubic2D": resized("bicubic", "align_corners=align_corners"),
    "UpsampleBilinear2D": resized("bilinear", "align_corners=align_corners"),
    "UpsampleLinear1D": resized("linear", "align_corners=align_corners"),
    "UpsampleNearest1D": resized("nearest"),
    "UpsampleNearest2D": resized("nearest"),
    "View": "input.view(shape)",
    "ViewDtype": "input.view(dtype)",
    "XLogYScalarOther": "mint.xlogy(input, other)",
    "XLogYScalarSelf": "mint.xlogy(input, other)",
}

# Classes that return something else than the operation of their name does.
DIFFERENT = (
    "AllGatherMatmul BatchNormExt CrossEntropyLoss Dropout2dExt DropoutExt GroupedMatmulV2 "
    "LayerNormExt LogSigmoid MatmulReduceScatter NsaSelectAttention Unique2"
).split()

# Objects that MindSpore makes in other files.
BESIDE = {"list_to_tuple": "ListToTuple", "tuple_to_list": "TupleToList"}

# What to use instead of the Primitives of one process among several.
INSTEAD = {"DistComm": "mint.distributed", "InnerComm": "mint.distributed"}

SURFACE = ("mint", "mint.nn.functional", "mint.linalg", "mint.special", "ops")
VARIANTS = ("_ext", "_view", "_tensor", "_scalar", "_v2", "s")
PUBLISHED = ("ops", "auto_generate", "unlisted")


def arguments(text):
    """The Parameters of a signature without annotations."""
    return list(
        inspect.signature(eval(f"lambda {text}: 0", {"mstype": Anything()})).parameters.values()
    )


class Anything:
    """Stands for names in defaults, which only classes without a match have."""

    def __getattr__(self, name):
        return self


def forms(name):
    """Names of an operation that a Primitive may be a variant of, the nearest first."""
    found = [name]
    for one in found:
        found += [one.removesuffix(v) for v in VARIANTS if one.endswith(v) and len(one) > 3]
    return list(dict.fromkeys(found))


def matching(names, wanted):
    """An expression that calls the first published operation with these arguments, or None."""
    places = []
    for name in names:
        if name.startswith("inplace_"):
            for form in forms(name.removeprefix("inplace_")):
                places += [f"Tensor.{form}_", f"mint.nn.functional.{form}_"]
        else:
            for form in forms(name):
                places += [f"{module}.{form}" for module in SURFACE] + [f"Tensor.{form}"]
    for place in places:
        if place not in SURFACES or isinstance(found := resolve(place), type):
            continue
        params = list(inspect.signature(found).parameters.values())
        own = [p.name for p in wanted]
        if place.startswith("Tensor."):
            if not own or own[0] not in ("input", "x", "self"):
                continue
            params, own, caller = params[1:], own[1:], f"{own[0]}.{place.removeprefix('Tensor.')}"
        else:
            caller = place
        if [p.name for p in params[: len(own)]] != own:
            continue
        if any(p.default is p.empty for p in params[len(own) :] if p.kind is not p.VAR_KEYWORD):
            continue
        given = [
            f"{p.name}={p.name}" if p.kind is p.KEYWORD_ONLY else p.name for p in params[: len(own)]
        ]
        return f"{caller}({', '.join(given)})"
    return None


def published(name):
    """Whether msjax has the Primitive itself."""
    return any(f"{place}.{name}" in SURFACES for place in PUBLISHED)


def settled(name, wanted):
    """An expression that makes a published Primitive and calls it, or None."""
    for place in PUBLISHED:
        if f"{place}.{name}" in SURFACES:
            cls = resolve(f"{place}.{name}")
            init = list(inspect.signature(cls.__init__).parameters)[1:]
            call = list(inspect.signature(cls.__call__).parameters)[1:]
            own = [p.name for p in wanted]
            if sorted(init + call) == sorted(own):
                return f"{place}.{name}({', '.join(f'{n}={n}' for n in init)})({', '.join(call)})"
    return None


def main(python, output):
    told = subprocess.run([python, "-c", FACTS], capture_output=True, text=True, check=True)
    classes, objects, functions, rest = json.loads(told.stdout.splitlines()[-1])
    names = {}
    for key, cls in objects.items():
        names.setdefault(cls, []).append(re.sub(r"_(op|impl)$", "", key))
    made = {}
    for name, (init, call) in sorted(classes.items()):
        if published(name) or name in DIFFERENT:
            continue
        if name.startswith("_Pyboost"):
            plain, init = name.removeprefix("_Pyboost").removesuffix("Prim"), ""
            expression = settled(plain, arguments(call)) or OTHERWISE.get(plain)
        else:
            expression = OTHERWISE.get(name)
            if expression is None and not init:
                stems = list(dict.fromkeys([*names.get(name, ()), stem(name)]))
                expression = matching(stems, arguments(call))
        if expression is not None:
            made[name] = [init, call, expression]
    objects |= BESIDE
    known = {key: cls for key, cls in objects.items() if cls in made or published(cls)}
    calls = {}
    for name, (own, returned) in sorted(functions.items()):
        target = returned.partition("(")[0]
        if target in known and f"ops.{name}" not in SURFACES:
            calls[name] = [own, returned]
    absent = sorted(set(rest) - set(made) - set(known) - set(calls))
    absent = [name for name in absent if not published(name) and not name.startswith("pyboost_")]
    table = {
        "absent": " ".join(n for n in absent if not n.startswith(("_Pyboost", "infer_value_for_"))),
        "classes": made,
        "functions": calls,
        "instead": INSTEAD,
        "objects": known,
    }
    output.write_text(json.dumps(table, indent=0, sort_keys=True) + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--mindspore", required=True)
    default = Path(__file__).parents[1] / "msjax" / "ops" / "auto_generate.json"
    parser.add_argument("output", type=Path, nargs="?", default=default)
    given = parser.parse_args()
    main(given.mindspore, given.output)
