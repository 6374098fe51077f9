"""Gradients of computations that already ran, in the manner of torch.autograd and tf.gradients."""

from msjax._core.gradient.recorded import backward, grad, gradients

__all__ = ["backward", "grad", "gradients"]
