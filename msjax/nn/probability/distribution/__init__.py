"""Probability distributions."""

from msjax.nn.probability.distribution.bernoulli import Bernoulli
from msjax.nn.probability.distribution.beta import Beta
from msjax.nn.probability.distribution.categorical import Categorical
from msjax.nn.probability.distribution.cauchy import Cauchy
from msjax.nn.probability.distribution.distribution import Distribution
from msjax.nn.probability.distribution.exponential import Exponential
from msjax.nn.probability.distribution.gamma import Gamma
from msjax.nn.probability.distribution.geometric import Geometric
from msjax.nn.probability.distribution.gumbel import Gumbel
from msjax.nn.probability.distribution.half_normal import HalfNormal
from msjax.nn.probability.distribution.laplace import Laplace
from msjax.nn.probability.distribution.log_normal import LogNormal
from msjax.nn.probability.distribution.logistic import Logistic
from msjax.nn.probability.distribution.normal import Normal
from msjax.nn.probability.distribution.poisson import Poisson
from msjax.nn.probability.distribution.student_t import StudentT
from msjax.nn.probability.distribution.transformed_distribution import TransformedDistribution
from msjax.nn.probability.distribution.uniform import Uniform

__all__ = [
    "Bernoulli",
    "Beta",
    "Categorical",
    "Cauchy",
    "Distribution",
    "Exponential",
    "Gamma",
    "Geometric",
    "Gumbel",
    "HalfNormal",
    "Laplace",
    "LogNormal",
    "Logistic",
    "Normal",
    "Poisson",
    "StudentT",
    "TransformedDistribution",
    "Uniform",
]
