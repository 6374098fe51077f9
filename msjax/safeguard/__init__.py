"""Checkpoints whose weights are hidden behind numbers that only their owner has."""

from msjax.safeguard.rewrite_obfuscation import load_obf_params_into_net, obfuscate_ckpt

__all__ = ["load_obf_params_into_net", "obfuscate_ckpt"]
