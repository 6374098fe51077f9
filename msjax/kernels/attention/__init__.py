"""Attention in its fused forms, rotary embeddings, mixtures of experts."""
