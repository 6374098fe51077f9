"""All kernels, by family: one pure function on arrays for each operation, and its spellings.

A family is a folder, `FAMILIES` lists its files. Nothing here is imported by name from a family
itself: kernels call kernels of other files, and the files import each other in any order.
"""

from __future__ import annotations

import importlib

FAMILIES = {
    "elementwise": (
        "arithmetic binary blend cast clip comparison complex logical mint operators power "
        "rounding trigonometry unary"
    ),
    "special": "bessel bessel_series gamma",
    "reduction": "cumulative extremum extremum_methods quantiles segment statistics sums",
    "sorting": "histograms search sort unique",
    "shape": "blocks broadcasting diagonals joining mint padding repetition reshape slicing",
    "index": "gather indexing insertion parsing scatter scatter_core scatter_inplace select",
    "create": "candidates creation distributions mint random random_inplace sampling sequences",
    "linalg": (
        "addmm decompositions distances einsum fft matmul matrix_functions norms spectral systems "
        "windows"
    ),
    "nn": (
        "activation batch_norm dense dropout normalization quantised rectifier recurrent "
        "recurrent_gates softmax tokens"
    ),
    "conv": "conv conv_transpose deformable rules spatial unfold",
    "pool": "adaptive avg_pool fractional max_pool shared unpooling windows",
    "loss": "binary classification ctc distance margin shared transducer",
    "attention": (
        "deformable_attention flash_attention flash_inference flash_training grouped_matmul "
        "indexed_attention moe moe_distribute multi_head native_sparse_attention paged_attention "
        "rotary shared"
    ),
    "image": (
        "boxes colours grid interpolate patches quality regions resize suppression translation"
    ),
    "sparse": "functions primitives shared tensors values",
    "update": "adaptive float_status inplace momentum rules sparse ",
    "comm": (
        "batch_norm collective exchange mail messages parallel_matmul process_groups store "
        "transfers uneven"
    ),
    "graph": (
        "compiler composite_values control debug gradient_hooks gradients hybrid python_values "
        "queries services shared_objects summary user_operators"
    ),
    "tensor": "gradients members storage",
    "primitives": "arguments generated",
}


def load() -> None:
    """Import every kernel file, which enters its operations into the registry."""
    for family, files in FAMILIES.items():
        for name in files.split():
            importlib.import_module(f"{__name__}.{family}.{name}")
