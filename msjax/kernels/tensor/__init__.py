"""Members of Tensor that are no operations: storage, initialisation, gradients, the host."""
