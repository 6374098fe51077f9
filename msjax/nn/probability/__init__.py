"""Probability distributions, bijectors and layers of Bayesian networks."""

from msjax.nn.probability import bijector, distribution
