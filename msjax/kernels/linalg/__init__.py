"""Products, decompositions and norms of matrices; Fourier transforms and signals."""
