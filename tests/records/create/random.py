"""Random operations: what they refuse, and dtypes and shapes of what they give."""

from records import cases, dt, nothing, positive, unit, values

_LONG = "int64"
_HALF = {"dtype": dt("float16")}
_INT = {"dtype": dt("int32")}


def drawn(op, *calls, **options):
    return cases(op, *calls, random=True, **options)


RECORDS = [
    *drawn("ops.rand", (2, 3), ((2, 3),), ([2, 3],), (), (-1,), (2.0,)),
    *drawn("ops.rand", (2,), kw=_HALF),
    *drawn("ops.rand", (2,), kw=_INT),
    *drawn("ops.randn", (2, 3), ((2, 3),), ()),
    *drawn("ops.randn", (2,), kw={"dtype": dt("float64"), "seed": 3}),
    *drawn("ops.rand_like", (nothing(2, 3),), dtypes="f16 f32 f64 i32"),
    *drawn("ops.randn_like", (nothing(2, 3),), (3,)),
    *drawn("ops.randint", (0, 5, (3,)), (5, 0, (3,)), (0, 5, 3), (0.0, 5, (3,)), (0, 5, (2, 2))),
    *drawn("ops.randint", (0, 5, (3,)), kw=_INT),
    *drawn("ops.randint_like", (nothing(2, 3), 0, 5), dtypes="i32 i64 f32"),
    *drawn("ops.randperm", (5,), (1,), (-1,), (0,), (values(5, _LONG),)),
    *drawn("ops.randperm", (5,), kw=_INT),
    *drawn("ops.RandpermV2", (5,), init=(1, 2, dt("int32"))),
    *drawn("ops.normal", ((2,), 0, 1), ((2,), 0.0, 1.0, 3), (2, 0, 1), ((2,), 0, 1, -1)),
    *drawn("ops.normal", ((3,), values([[0.0], [10.0]]), 1.0), ((2,), 0, 1, 1.0)),
    *drawn("ops.uniform", ((2,), values(0.0), values(1.0)), ((2,), 0.0, 1.0)),
    *drawn("ops.uniform", ((2, 1), values([0.0, 5.0]), values([1.0, 6.0]))),
    *drawn("ops.uniform", ((2,), values(0, "int32"), values(5, "int32")), kw=_INT),
    *drawn("ops.uniform", ((2,), values(5, "int32"), values(1, "int32")), kw=_INT),
    *drawn("ops.uniform", ((2,), values([0, 1], "int32"), values([5, 6], "int32")), kw=_INT),
    *drawn("ops.uniform", ((2,), values(0.0), values(1.0)), kw={"dtype": dt("float64")}),
    *drawn("ops.uniform", ((2,), values(0, "int32"), values(5, "int32"))),
    *drawn("ops.standard_normal", ((2, 3),), (values([2, 3], _LONG),), ([2],), ((2,), 5)),
    *drawn("ops.StandardNormal", ((2,),), init=(2,)),
    *drawn("ops.StandardNormal", ((2,),), init=(-2,)),
    *drawn("ops.StandardNormal", ((2,),), init=(1.0,)),
    *drawn("ops.StandardLaplace", ((2,),)),
    *drawn("ops.standard_laplace", ((2,),)),
    *drawn("ops.laplace", ((2,), values(0.0), values(1.0)), ((2,), 0.0, 1.0)),
    *drawn("ops.laplace", ((2,), values([[0.0], [10.0]]), values([1.0]))),
    *drawn("ops.UniformReal", ((2,),)),
    *drawn("ops.UniformInt", ((2,), values(0, "int32"), values(5, "int32")), ((2,), 0, 5)),
    *drawn("ops.random_gamma", (values([2], _LONG), positive(2)), dtypes="f16 f32 f64"),
    *drawn("ops.RandomGamma", (values([2], _LONG), positive(2, 3))),
    *drawn("ops.random_poisson", (values([2], _LONG), positive(2))),
    *drawn("ops.random_poisson", (values([2], _LONG), positive(2)), kw=_INT),
    *drawn("ops.RandomPoisson", (values([2], _LONG), positive(2))),
    *cases("ops.multinomial", (values([0.0, 1.0, 0.0]), 3), (values([[0.0, 1.0], [1.0, 0.0]]), 2)),
    *drawn("ops.multinomial", (unit(3), 2, False), (unit(3), 5, False), (unit(2, 2, 2), 3)),
    *drawn("Tensor.multinomial", (unit(3), 2)),
    *drawn("ops.Multinomial", (unit(3), 2), init={"dtype": dt("int64")}),
    *drawn("ops.multinomial_with_replacement", (unit(3), 2, 5, 2)),
    *cases("ops.bernoulli", (nothing(2, 3), 0.0), (nothing(2, 3), 1.0), dtypes="f32 f64 i32 i8"),
    *drawn(
        "ops.bernoulli", (nothing(2, 3),), (nothing(2), 1), (nothing(2), 2.0), (nothing(2), 0.5, 3)
    ),
    *cases("ops.bernoulli", (nothing(2, 2), values([[1.0, 0.0], [0.0, 1.0]]))),
    *drawn("ops.Bernoulli", (nothing(2, 3), values(0.5)), (nothing(2, 3), 0.5)),
    *drawn("ops.RandomChoiceWithMask", (values([[True, False], [True, True]], "bool"),), init=(3,)),
    *drawn("ops.RandomChoiceWithMask", (values([1, 0], _LONG),), init=(2,)),
    *drawn("ops.choice_with_mask", (values([True, True], "bool"), 5)),
    *cases(
        "ops.random_categorical", (values([[0.0, 100.0, 0.0]]), 4), (values([[0.0, 100.0]]), 2, 1)
    ),
    *drawn("ops.RandomCategorical", (unit(2, 3), 4, 0), init=(dt("int32"),)),
    *drawn("Tensor.random_categorical", (unit(2, 3), 4)),
    *drawn("ops.TruncatedNormal", (values([2, 2], _LONG),), ((2, 2),)),
    *drawn("ops.shuffle", (unit(4),), (unit(2, 3),), (unit(),)),
    *drawn("ops.RandomShuffle", (unit(4),), init=(1, 2)),
    *drawn("Tensor.cauchy", (unit(2, 3),)),
    *drawn("Tensor.log_normal", (unit(2, 3),)),
    *drawn("ops.Cauchy", (), init=([2, 2], 0.0, 1.0)),
    *drawn("ops.Cauchy", (), init=((2, 2),)),
    *drawn("ops.NonDeterministicInts", (values([2, 2], _LONG),)),
    *drawn("ops.UniformCandidateSampler", (values([[1], [3]], _LONG),), init=(1, 3, False, 4)),
    *drawn("ops.log_uniform_candidate_sampler", (values([[1], [3]], _LONG), 1, 3, True, 5)),
]
