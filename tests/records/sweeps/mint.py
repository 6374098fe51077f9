"""Calls of the functions of mint that MindSpore's CPU build can run."""

from records import (
    bools,
    cases,
    dt,
    ints,
    marked,
    normal,
    perm,
    positive,
    spd,
    specials,
    ties,
    unit,
    values,
)

GRADS = {"atol": 1e-6, "grad": True, "rtol": 3e-5}
x, y, m = normal(2, 3), normal(2, 3), normal(3, 3)
cube, image = normal(2, 3, 4), normal(1, 2, 5, 6)
v3 = normal(3)
REDUCE = "sum mean prod all any amax amin max min argmax argmin std var std_mean var_mean".split()
MORE = "median nansum norm count_nonzero".split()
SCANS = "cumsum cumprod cummax cummin".split()
ACTIVATIONS = (
    "elu gelu hardshrink hardsigmoid hardswish hardtanh leaky_relu log_softmax logsigmoid "
    "mish relu relu6 selu sigmoid silu softmax softplus softshrink normalize"
).split()
WRITING = "elu_ hardtanh_ relu_ sigmoid_".split()
LOSSES = "l1_loss mse_loss smooth_l1_loss kl_div binary_cross_entropy_with_logits".split()
F = "mint.nn.functional"

NAN = "MindSpore drops NaN or infinities, depending on the order of elements"
DIFFERS = {
    r"mint.any\(normal<2x3x4>, (1|-1)\) i32|mint.any\(ties<3x4>, 1\)": (
        "MindSpore reads memory that is not its own"
    ),
    r"mint.nansum\(.*keepdim": "MindSpore lacks its own argument",
    r"mint.(amax|amin|nn.functional.(hardshrink|relu|softmax|softplus))\(special": NAN,
    r"mint.cumprod\(ties<3x4>, 0\) f32": "MindSpore's derivative divides by zeros",
    r"mint.linalg.qr\(normal<3>": "MindSpore raises RuntimeError",
}
_CALLS = [
    *(
        r
        for f in REDUCE
        for r in cases(f"mint.{f}", (x,), (cube, 1), (cube, -1), dtypes="f32 f64 i32 bool")
    ),
    *(
        r
        for f in REDUCE
        for r in cases(
            f"mint.{f}", (cube, (0, 2)), (cube, 3), (cube, 1.5), (ties(3, 4), 1), **GRADS
        )
    ),
    *(r for f in REDUCE + MORE for r in cases(f"mint.{f}", (cube, 1), kw={"keepdim": True})),
    *(
        r
        for f in REDUCE
        for r in cases(f"mint.{f}", (normal(),), (normal(0, 3), 1), (specials(3, 4), 1))
    ),
    *(r for f in MORE for r in cases(f"mint.{f}", (x,), (cube, 1), dtypes="f32 i32")),
    *(
        r
        for f in SCANS
        for r in cases(
            f"mint.{f}",
            (cube, 1),
            (cube, -1),
            (cube, 3),
            (ties(3, 4), 0),
            dtypes="f32 i32",
            **GRADS,
        )
    ),
    *(r for f in ACTIVATIONS for r in cases(f"{F}.{f}", (x,), dtypes="f32 f16 i32", **GRADS)),
    *(
        r
        for f in ACTIVATIONS
        for r in cases(f"{F}.{f}", (specials(8),), (normal(),), (normal(0, 3),))
    ),
    *(r for f in WRITING for r in cases(f"{F}.{f}", (x,), dtypes="f32 f16 i32")),
    *cases(f"{F}.threshold", (x, 0.1, 5.0), (x, 1, 2), (x, 0.5), **GRADS),
    *cases(f"{F}.threshold_", (x, 0.1, 5.0)),
    *cases(f"{F}.prelu", (image, values([0.2, 0.3])), (image, values([0.2])), (image, v3), **GRADS),
    *cases(f"{F}.dropout", (x, 0.0), (x, 1.5)),
    *(r for f in LOSSES for r in cases(f"{F}.{f}", (x, unit(2, 3)), (x, v3), **GRADS)),
    *(
        r
        for f in LOSSES
        for o in ("sum", "none", "x")
        for r in cases(f"{F}.{f}", (x, unit(2, 3)), reduction=o)
    ),
    *cases(
        f"{F}.binary_cross_entropy",
        (unit(4), unit(4)),
        (unit(4), unit(4), unit(4)),
        (unit(4), unit(3)),
        **GRADS,
    ),
    *cases(
        f"{F}.cross_entropy", (x, ints(2, low=0, high=3, dtype="int64")), (x, unit(2, 3)), **GRADS
    ),
    *cases(f"{F}.nll_loss", (x, ints(2, low=0, high=3, dtype="int64")), **GRADS),
    *cases(f"{F}.cosine_embedding_loss", (x, y, values([1, -1], "int32")), **GRADS),
    *cases(f"{F}.soft_margin_loss", (x, ties(2, 3)), (x, v3), **GRADS),
    *cases(f"{F}.layer_norm", (x, (3,)), (x, (2, 3)), (x, (4,)), **GRADS),
    *cases(f"{F}.group_norm", (image, 2), (image, 1), (image, 3), **GRADS),
    *cases(f"{F}.batch_norm", (image, normal(2), positive(2)), (image, normal(3), positive(3))),
    *cases(f"{F}.conv1d", (normal(1, 2, 6), normal(3, 2, 3)), **GRADS),
    *cases(
        f"{F}.conv2d",
        (image, normal(3, 2, 3, 3)),
        (image, normal(3, 2, 3, 3), normal(3), 2, 1),
        **GRADS,
    ),
    *cases(f"{F}.conv3d", (normal(1, 2, 3, 4, 4), normal(2, 2, 2, 2, 2)), **GRADS),
    *cases(
        f"{F}.conv_transpose2d",
        (image, normal(2, 3, 3, 3)),
        (image, normal(2, 3, 3, 3), None, 2, 1),
        **GRADS,
    ),
    *(
        r
        for n, d in ((1, normal(1, 2, 6)), (2, image), (3, normal(1, 2, 4, 4, 4)))
        for r in cases(f"{F}.avg_pool{n}d", (d, 2), (d, 2, 1), (d, 9), **GRADS)
    ),
    *(
        r
        for n, d in ((1, normal(1, 2, 6)), (2, image), (3, normal(1, 2, 4, 4, 4)))
        for r in cases(f"{F}.adaptive_avg_pool{n}d", (d, 2), (d, 1), **GRADS)
    ),
    *(
        r
        for n, d in ((1, normal(1, 2, 6)), (2, image))
        for r in cases(f"{F}.adaptive_max_pool{n}d", (d, 2), **GRADS)
    ),
    *cases(f"{F}.max_pool2d", (image, 2), (image, 2, 1), (image, 3, 2, 1), **GRADS),
    *cases(f"{F}.unfold", (image, 2), (image, (2, 3), 1, 1), **GRADS),
    *cases(f"{F}.fold", (normal(1, 4, 6), (3, 4), 2), **GRADS),
    *cases(f"{F}.interpolate", (image,), scale_factor=2.0, mode="nearest"),
    *cases(f"{F}.interpolate", (image, (7, 8)), mode="bilinear"),
    *cases(f"{F}.upsample", (image, (7, 8)), mode="nearest"),
    *cases(f"{F}.grid_sample", (image, unit(1, 3, 3, 2)), **GRADS),
    *cases(
        f"{F}.linear", (x, normal(4, 3)), (x, normal(4, 3), normal(4)), (x, normal(4, 2)), **GRADS
    ),
    *cases(
        f"{F}.one_hot",
        (ints(4, low=0, high=3, dtype="int64"), 3),
        (ints(4, low=0, high=3, dtype="int64"),),
    ),
    *cases(f"{F}.embedding", (ints(4, low=0, high=3, dtype="int64"), m), **GRADS),
    *cases(f"{F}.pad", (x, (1, 1)), (x, (1, 1, 2, 0)), (x, (1, 1), "constant", 2.0), **GRADS),
    *cases(f"{F}.glu", (normal(2, 4),), (normal(3, 3),), **GRADS),
    # products
    *cases("mint.matmul", (x, m), (m, v3), (v3, v3), (x, x), (normal(2, 3, 3), m), **GRADS),
    *cases("mint.mm", (x, m), (x, x), (v3, m), **GRADS),
    *cases("mint.bmm", (normal(2, 3, 3), normal(2, 3, 2)), (m, m), **GRADS),
    *cases("mint.mv", (m, v3), (m, normal(2)), **GRADS),
    *cases("mint.dot", (v3, v3), (v3, normal(2)), (x, v3), **GRADS),
    *cases("mint.outer", (v3, normal(2)), (x, v3), **GRADS),
    *cases("mint.addmm", (m, m, m), (x, x, m), (v3, m, m), **GRADS),
    *cases("mint.addmm", (m, m, m), beta=0.5, alpha=2),
    *cases("mint.addmv", (v3, m, v3), **GRADS),
    *cases("mint.addbmm", (m, normal(2, 3, 3), normal(2, 3, 3)), **GRADS),
    *cases("mint.baddbmm", (normal(2, 3, 3), normal(2, 3, 3), normal(2, 3, 3)), **GRADS),
    *cases("mint.cross", (x, y), (x, y, 1), (normal(3, 3), m, 0), **GRADS),
    *cases("mint.einsum", ("ij,jk->ik", x, m), ("ij->ji", x), **GRADS),
    *cases("mint.cdist", (x, m), (x, m, 1.0), (x, normal(3, 2)), **GRADS),
    *cases("mint.inverse", (spd(3, 3),), (x,), atol=1e-5, grad=True),
    *cases("mint.linalg.inv", (spd(3, 3),), (x,), atol=1e-5, grad=True),
    *cases("mint.linalg.norm", (x,), (x, 2), (x, "fro"), (x, 1, 0)),
    *cases("mint.linalg.vector_norm", (x,), (x, 1), (x, 2, 1), **GRADS),
    *cases("mint.linalg.matrix_norm", (x,), (x, "nuc"), (x, 1), rtol=1e-5),
    *cases("mint.linalg.qr", (m,), (v3,), random=True),
    *cases("mint.trace", (m,), (v3,), **GRADS),
    *cases("mint.triangular_solve", (normal(3, 2), spd(3, 3)), (v3, m)),
    *cases("mint.logsumexp", (cube, 1), (cube, (0, 1), True), (cube, 3), **GRADS),
    *cases("mint.special.log_softmax", (x,), (x, 0), **GRADS),
    # places
    *cases("mint.sort", (cube,), (cube, 0, True), (ties(3, 5),), (cube, 3)),
    *cases("mint.argsort", (cube,), (cube, 0, True)),
    *cases("mint.topk", (perm(3, 5), 2), (perm(3, 5), 2, 0, False), (perm(3, 5), 7)),
    *cases("mint.kthvalue", (perm(3, 5), 2), (perm(3, 5), 2, 0, True), (perm(3, 5), 7)),
    *cases("mint.searchsorted", (values([1.0, 2.0, 3.0]), values([0.5, 2.0]))),
    *cases("mint.unique", (ints(6, low=0, high=3),), dtypes="i64"),
    *cases("mint.unique", (ints(6, low=0, high=3, dtype="i64"), True, True, True)),
    *cases("mint.unique_consecutive", (ints(6, low=0, high=3),), dtypes="i64"),
    *cases("mint.bincount", (ints(6, low=0, high=3),), (ints(2, 2),), dtypes="i64"),
    *cases("mint.histc", (x,), (x, 4, -1, 1)),
    *cases("mint.nonzero", (ties(3, 3),), (bools(4),)),
    *cases("mint.gather", (m, 0, values([[0, 2, 1]], "int64")), **GRADS),
    *cases("mint.index_select", (m, 1, values([0, 2], "int64")), **GRADS),
    *cases("mint.scatter_add", (m, 0, values([[0, 2, 1]], "int64"), normal(1, 3)), **GRADS),
    *cases("mint.scatter", (m, 0, values([[0, 2, 1]], "int64"), normal(1, 3)), **GRADS),
    *cases("mint.masked_select", (x, values([[True, False, True], [False, True, True]], "bool"))),
    *cases("mint.where", (values([True, False, True], "bool"), v3, 2.0), **GRADS),
    *cases("mint.take", (x, values([0, 5], "int64")), **GRADS),
    *cases("mint.max", (x, y)),
    *cases("mint.min", (x, y)),
    *cases("mint.mean", (x,), dtype=dt("float64")),
    *cases("mint.sum", (x,), dtype=dt("int32")),
    *cases("mint.npu_gelu", (x,)),
    *cases("mint.batch_norm_stats", (image, 1e-5)),
]
RECORDS = marked(_CALLS, DIFFERS)
