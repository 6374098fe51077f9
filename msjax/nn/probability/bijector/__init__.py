"""Bijectors: invertible transformations of random numbers, with their derivatives."""

from msjax.nn.probability.bijector.bijector import Bijector
from msjax.nn.probability.bijector.exp import Exp
from msjax.nn.probability.bijector.gumbel_cdf import GumbelCDF
from msjax.nn.probability.bijector.invert import Invert
from msjax.nn.probability.bijector.power_transform import PowerTransform
from msjax.nn.probability.bijector.scalar_affine import ScalarAffine
from msjax.nn.probability.bijector.softplus import Softplus

__all__ = [
    "Bijector",
    "Exp",
    "GumbelCDF",
    "Invert",
    "PowerTransform",
    "ScalarAffine",
    "Softplus",
]
