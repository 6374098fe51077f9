"""Calls of the inner Primitives of `ops.auto_generate`: arguments by their names.

Run by MindSpore (tests/golden/record_inner.py) and by the tests; nothing here knows which it is.
"""

import inspect
from types import SimpleNamespace

import numpy as np

RANDOM = ("seed", "offset")  # arguments of Primitives that draw numbers
UNSET = ("Empty", "EmptyLike", "NewEmpty")  # their values are nobody's


def floats(*shape, start=-1.0):
    size = int(np.prod(shape))
    return (np.arange(size, dtype=np.float32) * 0.37 + start).reshape(shape).astype(np.float32)


def ints(*shape, bound=3):
    return (np.arange(int(np.prod(shape))) * 7 % bound).reshape(shape).astype(np.int64)


# Argument name -> value; arrays become Tensors.
USUAL = {
    "input": floats(2, 3, start=0.11),
    "x": floats(2, 3, start=0.11),
    "tensor": floats(2, 3),
    "other": floats(2, 3, start=0.5),
    "vec2": floats(3),
    "vec": floats(3),
    "mat2": floats(3, 2),
    "dim": 1,
    "axis": 1,
    "alpha": 2,
    "beta": 3,
    "keepdim": True,
    "value": 2.5,
    "exponent": 2.0,
    "end": floats(2, 3, start=2.0),
    "weight": floats(2, 3, start=0.2),
    "target": floats(2, 3, start=0.3),
    "mask": np.array([[True, False, True], [False, False, True]]),
    "index": ints(2, 3, bound=2),
    "src": floats(2, 3, start=4.0),
    "source": floats(2, 3, start=4.0),
    "shape": (2, 3),
    "size": (2, 3),
    "fill_value": 1.5,
    "min": 0.2,
    "max": 1.1,
    "k": 2,
    "chunks": 3,
    "split_size": (1, 1),
    "start": 0,
    "length": 2,
    "step": 1,
    "steps": 5,
    "threshold": 0.3,
    "repeats": 2,
    "tensors": [floats(2, 3), floats(2, 3, start=3.0)],
    "tensor1": floats(2, 3, start=1.0),
    "tensor2": floats(2, 3, start=2.0),
    "output_size": (2,),
    "kernel_size": 2,
    "upscale_factor": 2,
    "input1": floats(2, 3),
    "input2": floats(2, 3, start=1.0),
}

CUBE, IMAGE, SOLID = floats(2, 3, 4), floats(1, 2, 4, 4), floats(1, 2, 4, 4, 4)
SQUARE = np.array([[4.0, 1.0], [1.0, 3.0]], np.float32)
COMPLEX = floats(2, 3) + 1j * floats(2, 3, start=0.4)
INTS = {"input": ints(2, 3, bound=5), "other": ints(2, 3, bound=4)}
POOL = {"kernel_size": 2, "stride": 2}

OWN = {
    "AcosExt": {"input": floats(2, 2) * 0.4},
    "AcoshExt": {"input": floats(2, 2, start=1.5)},
    "AdaptiveAvgPool1D": {"input": CUBE},
    "AdaptiveAvgPool2DExt": {"input": IMAGE, "output_size": (2, 2)},
    "AdaptiveAvgPool3DExt": {"input": SOLID, "output_size": (2, 2, 2)},
    "AdaptiveMaxPool1D": {"input": CUBE},
    "AddScalar": {"other": 2.5},
    "AddLayerNormV2": {
        "x1": floats(2, 3),
        "x2": floats(2, 3, start=0.4),
        "gamma": floats(3),
        "beta": floats(3),
    },
    "Addbmm": {"input": floats(2, 2), "batch1": CUBE[:, :2, :3], "batch2": CUBE[:, :, :2]},
    "Addmm": {"input": floats(2, 2), "mat1": floats(2, 3), "mat2": floats(3, 2)},
    "Addmv": {"input": floats(2), "mat": floats(2, 3), "vec": floats(3)},
    "Arange": {"start": 1, "end": 9, "step": 3},
    "AsinExt": {"input": floats(2, 2) * 0.4},
    "AvgPool1D": {"input": CUBE},
    "AvgPool2D": {"input": IMAGE, **POOL},
    "AvgPool3DExt": {"input": SOLID, **POOL},
    "Baddbmm": {
        "input": floats(2, 2, 2),
        "batch1": CUBE[:, :2, :3],
        "batch2": CUBE[:, :, :2],
    },
    "BatchMatMulExt": {"input": CUBE, "mat2": floats(2, 4, 2)},
    "BatchNormElemt": {
        "input": IMAGE,
        "weight": floats(2),
        "bias": floats(2),
        "mean": floats(2),
        "invstd": floats(2, start=1.0),
    },
    "BatchNormStats": {"input": IMAGE, "eps": 1e-5},
    "BincountExt": {"input": ints(6)},
    "BitwiseAndScalar": {**INTS, "other": 6},
    "BitwiseAndTensor": INTS,
    "BitwiseNot": INTS,
    "BitwiseOrScalar": {**INTS, "other": 6},
    "BitwiseOrTensor": INTS,
    "BitwiseXorScalar": {**INTS, "other": 6},
    "BitwiseXorTensor": INTS,
    "BoolNot": {"x": True},
    "BroadcastToView": {"shape": (2, 2, 3)},
    "ClampTensor": {"min": floats(2, 3), "max": floats(2, 3, start=0.5)},
    "Col2ImExt": {"input": floats(1, 8, 4), "output_size": (3, 3)},
    "ConstantPadND": {"padding": (1, 2)},
    "Conv1DExt": {"input": CUBE, "weight": floats(2, 3, 2)},
    "Conv1DPadding": {"input": CUBE, "weight": floats(2, 3, 2), "padding": "same"},
    "Conv2DExt": {"input": IMAGE, "weight": floats(3, 2, 2, 2)},
    "Conv2DPadding": {"input": IMAGE, "weight": floats(3, 2, 2, 2), "padding": "same"},
    "Conv3DExt": {"input": SOLID, "weight": floats(3, 2, 2, 2, 2)},
    "Conv3DPadding": {"input": SOLID, "weight": floats(3, 2, 2, 2, 2), "padding": "same"},
    "ConvTranspose2D": {"input": IMAGE, "weight": floats(2, 3, 2, 2)},
    "CosineEmbeddingLoss": {"target": np.array([1, -1], np.int64)},
    "DCT": {"x": floats(2, 4)},
    "DCTN": {"x": floats(2, 4)},
    "DiagonalView": {"dim1": 0, "dim2": 1},
    "Divs": {"other": 0.4},
    "DivMods": {"other": 0.4, "rounding_mode": "floor"},
    "DivMod": {"rounding_mode": "trunc"},
    "Dot": {"input": floats(3), "other": floats(3, start=1.0)},
    "EinsumExt": {"equation": "ij,ik->jk", "operands": [floats(2, 3), floats(2, 3)]},
    "Embedding": {"input": ints(2, 3), "weight": floats(4, 2)},
    "EqScalar": {"other": 0.11},
    "EluExt": {"input": floats(2, 3)},
    "FFT2": {"dim": (0, 1)},
    "HFFT2": {"dim": (0, 1)},
    "IFFT2": {"dim": (0, 1)},
    "IHFFT2": {"dim": (0, 1)},
    "IRFFT2": {"dim": (0, 1)},
    "RFFT2": {"dim": (0, 1)},
    "FFTN": {"dim": (0, 1)},
    "HFFTN": {"dim": (0, 1)},
    "IFFTN": {"dim": (0, 1)},
    "IHFFTN": {"dim": (0, 1)},
    "IRFFTN": {"dim": (0, 1)},
    "RFFTN": {"dim": (0, 1)},
    "FFTFreq": {"n": 5},
    "RFFTFreq": {"n": 5},
    "FillTensor": {"fill_value": np.array(2.5, np.float32)},
    "FlattenExt": {"input": CUBE},
    "FloorDivScalar": {"other": 0.4},
    "FmodScalar": {"other": 0.4},
    "FuncMaxPool2D": {"input": IMAGE, "stride": 2},
    "GatherNdExt": {"indices": ints(2, 2, bound=2)},
    "GeluExt": {"input": floats(2, 3)},
    "GreaterEqualScalar": {"other": 0.5},
    "GroupNorm": {"input": IMAGE, "num_groups": 1, "weight": floats(2), "bias": floats(2)},
    "HistcExt": {"bins": 4, "min": 0, "max": 2},
    "IDCT": {"x": floats(2, 4)},
    "IDCTN": {"x": floats(2, 4)},
    "Im2ColExt": {"input": IMAGE},
    "ImagView": {"input": COMPLEX.astype(np.complex64)},
    "RealView": {"input": COMPLEX.astype(np.complex64)},
    "Index": {"indices": [ints(2, bound=2)]},
    "IndexAddExt": {"index": np.array([0, 2, 1], np.int64)},
    "IndexFillScalar": {"index": np.array([0, 2], np.int64)},
    "IndexFillTensor": {
        "index": np.array([0, 2], np.int64),
        "value": np.array(2.5, np.float32),
    },
    "IndexSelect": {"index": np.array([0, 2], np.int64)},
    "InnerIndex": {"indices": [ints(2, bound=2)]},
    "KLDiv": {"input": -floats(2, 3, start=0.2), "target": floats(2, 3, start=0.3)},
    "LayerNormV3": None,
    "LerpScalar": {"weight": 0.3},
    "LessScalar": {"other": 0.5},
    "LinSpaceExt": {"start": 1.0, "end": 3.0},
    "LinalgQr": {"A": SQUARE},
    "MaskedFillScalar": {"value": 2.5},
    "MatMulExt": {"other": floats(3, 2)},
    "MatrixInverseExt": {"input": SQUARE},
    "MaxUnpool2DExt": {
        "input": IMAGE[:, :, :2, :2],
        "indices": np.array([0, 2, 8, 10] * 2, np.int64).reshape(1, 2, 2, 2),
        "stride": 2,
    },
    "Muls": {"other": 2.5},
    "Mv": {"input": floats(2, 3)},
    "Narrow": {"start": 1},
    "NarrowView": {"start": 1},
    "Norm": {"p": 2.0},
    "OneHotExt": {
        "tensor": ints(4),
        "num_classes": 3,
        "on_value": np.array(1, np.int64),
        "off_value": np.array(0, np.int64),
        "axis": -1,
    },
    "Outer": {"input": floats(2)},
    "PixelShuffle": {"input": floats(1, 4, 2, 2)},
    "PowScalarTensor": {"input": 2.0, "exponent": floats(2, 3)},
    "ReflectionPad1D": {"input": CUBE, "padding": (1, 2)},
    "ReflectionPad2D": {"input": IMAGE, "padding": (1, 2, 1, 0)},
    "ReflectionPad3D": {"input": SOLID, "padding": (1, 2, 1, 0, 1, 1)},
    "ReplicationPad1D": {"input": CUBE, "padding": (1, 2)},
    "ReplicationPad2D": {"input": IMAGE, "padding": (1, 2, 1, 0)},
    "ReplicationPad3D": {"input": SOLID, "padding": (1, 2, 1, 0, 1, 1)},
    "RemainderScalarTensor": {"input": 3.0},
    "RemainderTensorScalar": {"other": 0.4},
    "Repeat": {"repeats": (2, 1)},
    "RepeatInterleaveTensor": {"repeats": np.array([1, 2, 0], np.int64)},
    "SelectExtView": {"index": 1},
    "SelectV2": {"condition": USUAL["mask"]},
    "SliceExt": {"start": 1, "end": 3},
    "SliceExtView": {"start": 1, "end": 3},
    "RandpermExt": {"n": 5},
    "SolveTriangular": {"a": SQUARE, "b": floats(2, 2), "lower": True, "trans": 1},
    "SplitTensor": {"split_size": 2},
    "SplitTensorView": {"split_size": 2},
    "StackExt": {"dim": 1},
    "SubScalar": {"other": 2.5},
    "Take": {"index": ints(4, bound=6)},
    "TraceExt": {"input": SQUARE},
    "TraceV2": {"input": SQUARE, "axis1": 0, "axis2": 1},
    "TriangularSolve": {"b": floats(2, 2), "A": SQUARE},
    "UpsampleBicubic2D": {"x": IMAGE, "output_size": (6, 6)},
    "UpsampleBilinear2D": {"x": IMAGE, "output_size": (6, 6)},
    "UpsampleLinear1D": {"x": CUBE, "output_size": (6,)},
    "UpsampleNearest1D": {"x": CUBE, "output_size": (6,)},
    "UpsampleNearest2D": {"x": IMAGE, "output_size": (6, 6)},
    "Vdot": {"input": floats(3), "other": floats(3)},
    "View": {"shape": (3, 2)},
    "XLogYScalarOther": {"other": 2.0},
    "XLogYScalarSelf": {"input": 2.0},
}


def arguments(name, settings, call):
    """(constructor's, call's) arguments of a case, or None where a value is not known."""
    own = OWN.get(name, {})
    if own is None:
        return None
    told = []
    for text in (settings, call):
        given = {}
        for p in _parameters(text):
            wanted = p.default is p.empty
            if p.name in own:
                given[p.name] = own[p.name]
            elif wanted and p.name in USUAL:
                given[p.name] = USUAL[p.name]
            elif wanted:
                return None
        told.append(given)
    return tuple(told)


def _parameters(text):
    """The Parameters of a signature; defaults that are dtypes are not looked at."""
    scope = {"mstype": SimpleNamespace(int64=None)}
    return inspect.signature(eval(f"lambda {text}: 0", scope)).parameters.values()


def tensors(value, tensor):
    """The value with Tensors for arrays."""
    if isinstance(value, np.ndarray):
        return tensor(value)
    if isinstance(value, list):
        return [tensors(v, tensor) for v in value]
    return value


def run(cls, given, tensor):
    """What the Primitive returns for a case: [[dtype, shape, values], ...] of all its Tensors."""
    settings, call = ({k: tensors(v, tensor) for k, v in g.items()} for g in given)
    out = cls(**settings)(**call)
    return [told(one) for one in (out if isinstance(out, (tuple, list)) else [out])]


def told(one):
    """dtype, shape and values of a result."""
    if not hasattr(one, "asnumpy"):
        return [type(one).__name__, [], repr(one)]
    array = one.asnumpy()
    if np.iscomplexobj(array):
        array = np.stack([array.real, array.imag], -1)
    values = [None if v != v else v for v in array.astype(np.float64).round(5).ravel().tolist()]
    return [str(one.dtype), list(one.shape), values]
