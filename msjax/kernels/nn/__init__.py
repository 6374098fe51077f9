"""Layers of neural networks: activations, dense, normalization, dropout, recurrent."""
