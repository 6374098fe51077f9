"""Members of Tensor that are not operations: storage, initialisation, gradients, the host."""
