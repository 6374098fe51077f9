"""Calls of augmented assignment, and of operations that hand a Tensor on."""

from records import cases, normal

_GRADS = {"atol": 1e-6, "grad": True, "rtol": 3e-5}
_x, _y, _v = normal(2, 3), normal(2, 3), normal(3)
AUGMENTED = "add sub mul div floordiv mod"

RECORDS = [
    # Python values
    *(r for f in AUGMENTED.split() for r in cases(f"ops.augassign_{f}", (7, 2))),
    *(r for f in ("add", "sub", "mul") for r in cases(f"ops.augassign_{f}", (_x, _y))),
    *cases("ops.augassign_div", (_x, _y), differs="Tensors can be divided"),
    *cases("ops.augassign_floordiv", (_x, _y), differs="Tensors can be divided"),
    *cases("ops.augassign_mod", (_x, _y)),
    *cases("ops.augassign_add", ([1], [2]), ("a", "b"), ("a", 1), (_x, 1)),
    *cases("ops.hyper_add", ((_x, 1), (_y, 2)), (1, 2), (_x, _y), ((1, 2), (1,)), (_x, "a")),
    *cases("ops.depend", (_x, 1), (_x, _y), (3, _x), **_GRADS),
    *cases("ops.Depend", (_x, _y), (_x,), **_GRADS),
    *cases("ops.FloatStatus", (_x,)),
]
