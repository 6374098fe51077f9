"""Distributions, bijectors and Bayesian layers to record from MindSpore and to run under msjax."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

# Name: parameters of two elements, of plain numbers ("" where these are refused), values.
FAMILIES = {
    "Normal": ("[0.5, -1.0], [2.0, 0.5]", "0.5, 2.0", [-1.5, 0.25, 3.0]),
    "Uniform": ("[0.5, -1.0], [2.0, 0.5]", "0.5, 2.0", [-1.5, 0.5, 1.75]),
    "Exponential": ("[0.5, 2.0]", "0.5", [-1.5, 0.25, 3.0]),
    "Bernoulli": ("[0.25, 0.7]", "0.25", [-1.0, 0.0, 1.0]),
    "Geometric": ("[0.25, 0.7]", "0.25", [-1.0, 0.5, 3.0]),
    "Beta": ("[0.5, 3.0], [2.0, 1.5]", "", [0.01, 0.25, 0.875]),
    "Gamma": ("[0.5, 3.0], [2.0, 1.5]", "", [0.01, 0.25, 3.5]),
    "Poisson": ("[0.5, 3.75]", "", [-1.0, 0.0, 2.5]),
    "HalfNormal": ("[0.5, -1.0], [2.0, 0.5]", "0.5, 2.0", [-1.5, 0.25, 3.0]),
    "Laplace": ("[0.5, -1.0], [2.0, 0.5]", "0.5, 2.0", [-1.5, 0.25, 3.0]),
    "StudentT": ("[3.0, 1.5], [0.5, -1.0], [2.0, 0.5]", "3.0, 0.5, 2.0", [-1.5, 0.25, 3.0]),
    "Cauchy": ("[0.5, -1.0], [2.0, 0.5]", "0.5, 2.0", [-1.5, 0.25, 3.0]),
    "Logistic": ("[0.5, -1.0], [2.0, 0.5]", "0.5, 2.0", [-1.5, 0.25, 3.0]),
    "LogNormal": ("[0.5, -1.0], [2.0, 0.5]", "0.5, 2.0", [-1.5, 0.25, 3.0]),
    "Gumbel": ("[0.5, -1.0], [2.0, 0.5]", "0.5, 2.0", [-1.5, 0.25, 3.0]),
    "Categorical": ("[[0.25, 0.75], [0.5, 0.5]]", "[0.25, 0.75]", [-1.5, 0.0, 1.5]),
}
_OF_VALUE = ("prob", "log_prob", "cdf", "log_cdf", "survival_function", "log_survival")
_OF_NOTHING = ("mean", "sd", "var", "mode", "entropy", "get_dist_args", "get_dist_type")
_FACTS = ("name", "seed", "dtype", "parameters", "is_scalar_batch", "batch_shape")

BIJECTORS = {
    "Exp()": [0.25, 1.0, 3.0],
    "PowerTransform([0.0, 0.5])": [0.25, 1.0, 3.0],
    "ScalarAffine([1.5, 0.5], [0.5, 0.25])": [-0.25, 1.0, 3.0],
    "Softplus([2.0, 0.5])": [1e-9, 1.0, 30.0],
    "GumbelCDF([0.5, -1.0], [2.0, 0.5])": [0.25, 0.5, 0.75],
    "Invert(msb.Softplus())": [0.25, 1.0, 3.0],
}


def _of_family(name: str) -> list[str]:
    batch, numbers, values = FAMILIES[name]
    column = f"T({[[v] for v in values]})"
    call = ", ".join(f"T({part})" for part in _split(batch))
    made, late = f"msd.{name}({batch})", "" if name == "Gumbel" else f"msd.{name}()"
    cases = [f"repr({made})", f"{made}.broadcast_shape"]
    cases += [f"{made}.{q}({column})" for q in _OF_VALUE]
    cases += [f"{made}.{q}()" for q in _OF_NOTHING]
    cases += [f"{made}('{q}', '{name}', {call})" for q in ("kl_loss", "cross_entropy")]
    cases += [f"{made}.kl_loss('Other', {call})", f"{made}('{_OF_VALUE[1]}', {values})"]
    cases += [f"{made}.sample((3,))", f"{made}.sample(3)", f"{made}('nothing')"]
    if late:
        cases += [f"{late}.log_prob({column}, {call})", f"{late}.get_dist_args()"]
        cases += [f"{late}.mean()", f"{late}('sd', {call})", f"{late}.sample((3,), {call})"]
        cases += [f"{late}.kl_loss('{name}', {call}, {call})", f"{late}.batch_shape"]
        cases += [f"{late}.entropy(nothing={call.split(', T')[0]})"]
    cases += [f"msd.{name}({batch}, dtype=ms.string)", f"msd.{name}({batch}, seed=-1)"]
    cases += [f"msd.{name}({batch}, seed=1.5)", f"msd.{name}({batch}, name=3)"]
    if name in _IN_HALF:
        half = f"msd.{name}({call.replace(')', ', f16)')}, dtype=f16)"
        cases += [f"{half}.log_prob({column})", f"{half}.cdf({column})"]
        cases += [f"{half}.{q}()" for q in ("mean", "sd", "entropy", "sample")]
    if numbers:
        made = f"msd.{name}({numbers})"
        cases += [f"repr({made})", f"{made}.broadcast_shape", f"{made}.mean()"]
        cases += [f"{made}.{fact}" for fact in _FACTS if (name, fact) not in _NAMED_OTHERWISE]
    else:
        cases += [f"msd.{name}({', '.join(['1.0'] * len(_split(batch)))})"]
    return cases


# Those whose constants take part in the choice of dtype.
_IN_HALF = ("Normal", "Bernoulli", "Cauchy", "Gumbel")
# What holds Cells, and what is given to the Cell within.
_NAMED_OTHERWISE = {("LogNormal", "parameters"), ("Gumbel", "parameters")}


def _split(lists: str) -> list[str]:
    if lists.startswith("[["):
        return [lists]
    return [f"[{part.split(']')[0]}]" for part in lists.split("[")[1:]]


def _of_bijector(text: str) -> list[str]:
    column = f"T({[[v] for v in BIJECTORS[text]]})"
    steps = ("forward", "inverse", "forward_log_jacobian", "inverse_log_jacobian")
    made = f"msb.{text}"
    facts = ("name", "dtype", "batch_shape", "is_scalar_batch", "is_constant_jacobian")
    cases = [f"repr({made})", f"{made}('forward', 1.0)", f"{made}.forward(T([1], i32))"]
    cases += [f"{made}.{fact}" for fact in facts]
    cases += [f"{made}('{step}', {column})" for step in steps]
    of_uniform = f"{made}(msd.Uniform([0.25, 0.125], [0.75, 0.875]))"
    cases += [f"repr({of_uniform})", f"{of_uniform}.batch_shape", f"{of_uniform}.broadcast_shape"]
    cases += [f"{of_uniform}.mean()", f"{of_uniform}.sample((3,))", f"{of_uniform}.sd()"]
    if "Affine" in text:
        cases += [f"{of_uniform}.{q}({column})" for q in ("log_prob", "cdf", "log_survival")]
    return cases


CASES: dict[str, list[str]] = {
    **{name: _of_family(name) for name in FAMILIES},
    **{text: _of_bijector(text) for text in BIJECTORS},
    "parameters": [
        "msd.Normal(0.0, 1.0).log_prob(T([1.0]), T(1.0), T(1.0, f16))",
        "msd.Normal(0.0, 1.0).log_prob(T([1.0]), T(1.0, f16), T(1.0, f16))",
        "msd.Normal(0.0, 1.0).mean(T(1.0, f16))",
        "msd.Normal(0.0, 1.0).mean(1.0)",
        "msd.Normal(0.0, 1.0).mean(T([1.0, 2.0]))",
        "msd.Normal(0.0, 1.0).mean(T([1.0, 2.0]), T([1.0, 2.0, 3.0]))",
        "msd.Normal(0.0, 1.0).kl_loss('Normal', T(1.0))",
        "msd.Normal(0.0, 1.0).kl_loss('Normal', 1.0, T(1.0))",
        "msd.Normal(0.0, 1.0).kl_loss(None, T(1.0), T(1.0))",
        "msd.Normal(0.0, 1.0).cross_entropy('Normal', mean_b=T(1.0), sd_b=T(2.0), sd=T(3.0))",
        "msd.Normal(0.0, -1.0)",
        "msd.Normal(0.0, True)",
        "msd.Normal(None, True)",
        "msd.Normal(0.0, 'one')",
        "msd.Normal(np.float32(0.0), 1.0)",
        "msd.Normal([0.0, 1.0], [1.0, 2.0, 3.0])",
        "msd.Normal(0.0, 1.0, dtype=ms.int32)",
        "msd.Normal(0.0, 1.0, dtype=f16).log_prob(T([1.0]))",
        "msd.Normal(0.0, 1.0, dtype=f16).entropy()",
        "msd.Normal(0.0, 1.0, dtype=ms.float64).log_prob(T([0.3]))",
        "msd.Normal(np.array([1, 2]), np.array([1, 2])).mean()",
        "msd.Normal(np.array([1, 2]), np.array([1.0, 2.0])).mean()",
        "msd.Normal(T([1.0, 2.0], f16), 3.0).sd()",
        "msd.Normal(T([1.0, 2.0], ms.float64), 3.0).sd()",
        "msd.Normal([1.0, 2.0]).batch_shape",
        "msd.Normal([1.0, 2.0]).broadcast_shape",
        "msd.Normal(0.0).get_dist_args()",
        "msd.Normal(0.0).get_dist_args(T(1.0))",
        "msd.Normal(0.0).get_dist_args(1.0)",
        "msd.Normal(0.0, P([-1.0, 2.0]))",
        "names(msd.Normal(P([1.0, 2.0]), 1.0))",
        "names(msd.Normal(P([1.0, 2.0], 'place'), P([1.0, 2.0], 'size')))",
        "names(msd.Categorical(P([0.5, 0.5])))",
        "names(msd.LogNormal(P([1.0, 2.0]), 1.0))",
        "names(msd.Gumbel(P([1.0, 2.0]), 1.0))",
        "msd.Normal(P([1.0, 2.0]), 1.0).log_prob(T([[0.0], [3.0]]))",
        "msd.Normal(P([1.0, 2.0], 'place'), P([1.0, 2.0], 'size')).get_dist_args()",
        "msd.Uniform(1.0, 0.5)",
        "msd.Uniform(P([1.0]), 0.5).low",
        "msd.Uniform(0.0, 4.0).kl_loss('Uniform', T(-1.0), T(5.0))",
        "msd.Bernoulli(1.0)",
        "msd.Bernoulli(0.0)",
        "msd.Bernoulli(0.3).mean(probs1=T([0.25]))",
        "msd.Bernoulli(0.3).mean(probs=T([0.25]))",
        "msd.Bernoulli(0.3, dtype=ms.bool_)",
        "msd.Geometric(1.5)",
        "msd.Beta(1, 2).mean()",
        "msd.Gamma([1.0], 2)",
        "msd.Gamma([-1.0], [2.0])",
        "msd.Poisson([2.0], dtype=ms.int32).cdf(T([-1.0, 0.0, 1.5]))",
        "msd.Poisson([2.0], dtype=ms.int32).prob(T([-1.0, 0.0, 1.5]))",
        "msd.Categorical([0.2, 0.3, 0.4])",
        "msd.Categorical(0.2)",
        "msd.Categorical([0.0, 1.0])",
        "msd.Categorical([[0.25, 0.75]]).entropy()",
        "msd.Categorical([[0.25, 0.75]]).sample(())",
        "msd.Categorical([0.25, 0.75]).log_prob(T(1, i32))",
        "msd.Categorical([0.25, 0.75]).log_prob(T([-1.5, -0.5, 0.5, 1.5, 2.5]))",
        "msd.Categorical([0.25, 0.75]).cdf(T([-1.5, -0.5, 0.5, 1.5, 2.5]))",
        "msd.Categorical().log_prob(T([0, 1], i32), T([0.4, 0.6]))",
        "msd.Categorical([0.25, 0.75]).kl_loss('Categorical', T([[0.5, 0.5], [0.75, 0.25]]))",
        "msd.StudentT(-1.0, 0.0, 1.0)",
        "msd.Distribution(None, f32, 'mine', {'param_dict': {'a': [1.0], 'b': 2.0}}).batch_shape",
        "msd.Distribution(3, f32, 'mine', {'param_dict': {'a': 1}, '_a': 1, 'b': 2}).parameters",
        "msd.Distribution(3, f32, 'mine', {'param_dict': {'a': None}}).sample((2,))",
        "msd.TransformedDistribution(msb.Exp(), msb.Exp())",
        "msd.TransformedDistribution(msd.Normal(), msd.Normal())",
        "msd.TransformedDistribution(msb.Exp(), msd.Bernoulli(0.5))",
        "msd.TransformedDistribution(msb.Exp(), msd.Normal(0.0, 1.0), seed=4).seed",
        "msd.TransformedDistribution(msb.Exp(), msd.Normal()).is_linear_transformation",
        "msd.TransformedDistribution(msb.Exp(), msd.Normal()).log_prob(T([2.0]), T(0.5), T(1.0))",
        "msb.Exp()(msd.Normal(0.0, 1.0)).name",
    ],
    "bijector parameters": [
        "msb.PowerTransform(-1.0)",
        "msb.PowerTransform(1)",
        "msb.PowerTransform(None)",
        "msb.PowerTransform(True)",
        "msb.PowerTransform(1.0, name=2)",
        "msb.ScalarAffine(T([1.0], f16), 1.0)",
        "msb.ScalarAffine(T([1.0], f16), T([2.0], f16)).forward(T([2.0]))",
        "msb.ScalarAffine(P([1.0]), 2.0).scale",
        "names(msb.ScalarAffine(P([1.0]), 2.0))",
        "msb.ScalarAffine(2.0, 1.0).parameters",
        "msb.Exp().parameters",
        "msb.Exp().power",
        "msb.GumbelCDF(1.0, -1.0)",
        "msb.Invert(msd.Normal())",
        "msb.Invert(msb.Exp(), 'back').name",
        "msb.Bijector()",
        "msb.Bijector(name='mine', param={}).is_injective",
        "msb.Bijector(name='mine', param={}, dtype=i32)",
        "msb.Bijector(name='mine', param={}, is_injective=1)",
    ],
    "layers": [
        "names(bnn.DenseReparam(3, 2))",
        "names(bnn.DenseLocalReparam(3, 2, has_bias=False))",
        "names(ms.nn.SequentialCell(bnn.DenseReparam(3, 2), bnn.DenseReparam(2, 2)))",
        "names(bnn.ConvReparam(2, 4, 3, has_bias=True))",
        "bnn.ConvReparam(2, 4, 3).untrainable_params()[0].shape",
        "values(bnn.DenseReparam(3, 2))",
        "values(bnn.NormalPosterior('w', [2], loc_mean=1, untransformed_scale_std=0))",
        "repr(bnn.DenseReparam(1, 2, 'relu'))",
        "repr(bnn.DenseReparam(1, 1, has_bias=False))",
        "repr(bnn.NormalPrior())",
        "bnn.NormalPrior()('get_dist_args')",
        "bnn.NormalPrior()('log_prob', T([0.1]))",
        "bnn.NormalPosterior('w', [2])('sd')",
        "bnn.NormalPosterior('w', [2])('mean')",
        "bnn.DenseReparam(3, 2).compute_kl_loss()",
        "bnn.DenseReparam(3, 2)(T([[1.0, 2.0, 3.0]]))",
        "bnn.DenseLocalReparam(3, 2, ms.nn.ReLU())(T([[1.0, 2.0, 3.0]]))",
        "bnn.DenseReparam(3, 2, 1)",
        "bnn.DenseReparam(3, 2, 'nothing')",
        "bnn.DenseReparam(0, 2)",
        "bnn.DenseReparam(3, 2, has_bias=1)",
        "bnn.DenseReparam(3, 2, weight_prior_fn=ms.nn.ReLU)(T([[1.0, 2.0, 3.0]]))",
        "bnn.DenseReparam(3, 2, weight_prior_fn=lambda: ms.nn.SequentialCell(ms.nn.ReLU()))",
        "bnn.DenseReparam(3, 2, weight_prior_fn=lambda: bnn.NormalPrior(mean=None))",
        "bnn.DenseReparam(3, 2, weight_prior_fn=bnn.NormalPrior(std=1.0)).compute_kl_loss()",
        "bnn.DenseReparam(3, 2, weight_posterior_fn=bnn.NormalPrior)",
        "bnn.ConvReparam(2, 4, 3, pad_mode='some')",
        "bnn.ConvReparam(2, 3, 3, group=2)",
        "bnn.NormalPosterior(1, [2])",
        "bnn.NormalPosterior('w', 2)",
        "bnn.NormalPosterior('w', [2], loc_mean='0')",
        "bnn.NormalPosterior('w', [2], loc_std=-1)",
        "bnn.NormalPosterior('w', [2], untransformed_scale_std=-1)",
        "bnn.WithBNNLossCell(ms.nn.ReLU(), ms.nn.MSELoss(), dnn_factor='1')",
        "bnn.WithBNNLossCell(ms.nn.ReLU(), ms.nn.MSELoss(), bnn_factor=-1)",
        "bnn.WithBNNLossCell(ms.nn.ReLU(), ms.nn.MSELoss())(T([1.0]), T([3.0]))",
        "names(bnn.WithBNNLossCell(ms.nn.SequentialCell(bnn.DenseReparam(3, 2)), ms.nn.MSELoss()))",
        "bnn.WithBNNLossCell(bnn.DenseReparam(3, 2), ms.nn.MSELoss()).kl_loss",
        "len(bnn.WithBNNLossCell(ms.nn.SequentialCell(bnn.DenseReparam(3, 2), ms.nn.ReLU(), "
        "bnn.ConvReparam(3, 2, 1)), ms.nn.MSELoss()).kl_loss)",
    ],
}

# Quantities whose weighted sum is differentiated with respect to the parameters given at the call.
SUMMED = {
    "Normal": "mean sd entropy log_prob log_cdf kl_loss cross_entropy",
    "Uniform": "mean sd entropy log_prob cdf kl_loss",
    "Exponential": "mean sd entropy log_prob cdf log_survival kl_loss",
    "Bernoulli": "mean sd entropy log_prob cdf kl_loss",
    "Geometric": "mean sd entropy log_prob cdf kl_loss",
    "Beta": "mean sd",
    "Gamma": "mean sd entropy log_prob kl_loss",
    "Poisson": "mean sd log_prob",
    "HalfNormal": "log_prob",
    "Laplace": "log_prob",
    "StudentT": "log_prob",
    "Cauchy": "mode entropy log_prob log_cdf kl_loss",
    "Logistic": "mean sd entropy log_prob log_cdf log_survival",
    "LogNormal": "mean mode sd entropy log_prob cdf kl_loss",
}


def weighted_sum(ms: Any, name: str) -> tuple[Any, list[Any]]:
    """A function of the parameters, and parameters for it."""
    batch, _, values = FAMILIES[name]
    own = [ms.Tensor(eval(part), ms.float32) for part in _split(batch)]
    others = [ms.Tensor(0.875 * np.array(eval(part)), ms.float32) for part in _split(batch)]
    if name == "Uniform":
        others = [ms.Tensor(-2.0), ms.Tensor(3.0)]
    made = getattr(importlib.import_module(ms.__name__ + ".nn.probability.distribution"), name)()
    column = ms.Tensor([[abs(v) + 0.015625] for v in values[1:]], ms.float32)

    def run(*parameters: Any) -> Any:
        total = 0
        for weight, quantity in enumerate(SUMMED[name].split(), 1):
            if "kl" in quantity or "cross" in quantity:
                found = made(quantity, name, *others, *parameters)
            elif "prob" in quantity or "cdf" in quantity or "survival" in quantity:
                found = made(quantity, column, *parameters)
            else:
                found = made(quantity, *parameters)
            total = total + weight * found.sum()
        return total

    return run, own


def gradients(ms: Any, name: str, wrap: Any) -> list:
    """The weighted sum and its gradients, as JSON."""
    run, own = weighted_sum(ms, name)
    value, found = wrap(ms.value_and_grad(run, tuple(range(len(own)))))(*own)
    found = [found] if isinstance(found, ms.Tensor) else list(found)
    return plain(ms, [value, *found])


def outcome(ms: Any, text: str) -> Any:
    """What an expression gives, as JSON: Tensors as dtype, shape and values, errors by class."""
    place = {
        "ms": ms,
        "np": np,
        "f16": ms.float16,
        "f32": ms.float32,
        "i32": ms.int32,
        "msd": importlib.import_module(ms.__name__ + ".nn.probability.distribution"),
        "msb": importlib.import_module(ms.__name__ + ".nn.probability.bijector"),
        "bnn": importlib.import_module(ms.__name__ + ".nn.probability.bnn_layers"),
        "T": lambda data, dtype=ms.float32: ms.Tensor(data, dtype),
        "P": lambda data, *name: ms.Parameter(ms.Tensor(data, ms.float32), *name),
        "names": lambda net: [[p.name, p.requires_grad] for p in net.get_parameters()],
        "values": lambda net: [p.asnumpy().tolist() for p in net.get_parameters()],
    }
    np.random.seed(0)
    try:
        return plain(ms, eval(text, place), "sample" in text or ")(T([[" in text)
    except Exception as error:
        return {"error": type(error).__name__}


def plain(ms: Any, value: Any, random: bool = False) -> Any:
    """A value as JSON; of random numbers the dtype and shape only."""
    if isinstance(value, ms.Tensor):
        numbers = [] if random else value.asnumpy().astype(np.float64).reshape(-1).tolist()
        return [str(value.dtype), list(value.shape), [_short(n) for n in numbers]]
    if isinstance(value, (list, tuple)):
        return [plain(ms, item, random) for item in value]
    if isinstance(value, dict):
        return {k: plain(ms, item, random) for k, item in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return str(value).replace("mindspore.", "")


def _short(number: float) -> Any:
    return float(f"{number:.8g}") if np.isfinite(number) else str(number)
