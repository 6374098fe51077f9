"""What record_checkpoints.py asks MindSpore and tests/train/test_serialization.py asks msjax."""

import numpy as np

DTYPES = (
    "bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 bfloat16"
).split()


def tensor(ms, values, dtype="float32"):
    """A Tensor of the named dtype."""
    return ms.Tensor(np.array(values), getattr(ms, dtype))


def param(ms, values, dtype="float32", name=None):
    """A Parameter of the named dtype."""
    return ms.Parameter(tensor(ms, values, dtype), name=name)


def net(ms):
    """A Cell with three Parameters of known values."""

    class Net(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.d = ms.nn.Dense(2, 3, weight_init="ones", bias_init="zeros")
            self.i = param(ms, np.arange(3), "int32", "ii")

    return Net()


def _every_dtype(ms):
    return [{"name": f"w.{d}", "data": tensor(ms, [[0, 1, 1]], d)} for d in DTYPES]


def _shapes(ms):
    shapes = ((), (1,), (2, 3), (1, 1, 1, 2), (0, 2), (130,))
    return [{"name": f"s{len(s)}_{sum(s)}", "data": tensor(ms, np.ones(s))} for s in shapes]


def _appended(ms):
    return {
        "epoch": 3,
        "lr": 0.5,
        "flag": True,
        "text": "héllo",
        "empty": "",
        "param": param(ms, [1, -2], "int64", "other"),
        "tensor": tensor(ms, [1.5]),
    }


def _plain_appended(ms):
    return {k: v for k, v in _appended(ms).items() if not isinstance(v, str)}


_SAFE = {"format": "safetensors"}
# file name -> what is saved and how; with "slice", values are cut after so many KiB.
SAVES = {
    "cell.ckpt": lambda ms: (net(ms), {}),
    "dtypes.ckpt": lambda ms: (_every_dtype(ms), {}),
    "shapes.ckpt": lambda ms: (_shapes(ms), {}),
    "appended.ckpt": lambda ms: (net(ms), {"append_dict": _appended(ms)}),
    "crc.ckpt": lambda ms: (net(ms), {"append_dict": _appended(ms), "crc_check": True}),
    "chosen.ckpt": lambda ms: (net(ms), {"choice_func": lambda name: name.startswith("d.")}),
    "params.ckpt": lambda ms: (net(ms).trainable_params(), {}),
    "dict.ckpt": lambda ms: (
        {"a": param(ms, [1.0], name="q"), "b": np.ones(2, np.float32), "c": "text"},
        {},
    ),
    "nothing.ckpt": lambda ms: ([], {}),
    "async.ckpt": lambda ms: (_shapes(ms), {"async_save": True}),
    "process.ckpt": lambda ms: (net(ms), {"async_save": "process"}),
    "sliced.ckpt": lambda ms: ([param(ms, np.arange(600.0).reshape(6, 100), name="w")], {}),
    "sliced_async.ckpt": lambda ms: (
        [param(ms, np.arange(600.0).reshape(6, 100), name="w")],
        {"async_save": "thread"},
    ),
    "int4.ckpt": lambda ms: ([{"name": "w", "data": tensor(ms, [1, -2], "qint4x2")}], {}),
    "cell.safetensors": lambda ms: (net(ms), _SAFE),
    "dtypes.safetensors": lambda ms: (_every_dtype(ms), _SAFE),
    "shapes.safetensors": lambda ms: (_shapes(ms), _SAFE),
    "appended.safetensors": lambda ms: (
        net(ms),
        {**_SAFE, "append_dict": _plain_appended(ms)},
    ),
    "crc.safetensors": lambda ms: (
        net(ms),
        {
            **_SAFE,
            "append_dict": _plain_appended(ms),
            "crc_check": True,
            "remove_redundancy": False,
        },
    ),
    "nothing.safetensors": lambda ms: ([], _SAFE),
    "names.safetensors": lambda ms: ([param(ms, [1.0], name='wé"\\/')], _SAFE),
    "int4.safetensors": lambda ms: ([{"name": "w", "data": tensor(ms, [1, -2], "qint4x2")}], _SAFE),
}
INT4 = ("int4.ckpt", "int4.safetensors")
SLICED = ("sliced.ckpt", "sliced_async.ckpt")


def describe(value):
    """A loaded value in JSON: strings as they are, Parameters by name, dtype, shape and values."""
    if isinstance(value, str):
        return value
    name = "" if value.name.startswith("Parameter#") else value.name
    values = value.asnumpy().astype(np.float64).ravel().tolist()
    return [name, str(value.dtype), list(value.shape), values]


# Loading into net(ms): the dict, and strict_load.
LOADS = {
    "all": lambda ms: ({p.name: p for p in net(ms).get_parameters()}, False),
    "some": lambda ms: ({"d.weight": param(ms, np.full((3, 2), 2.5))}, False),
    "half": lambda ms: ({"d.weight": param(ms, np.full((3, 2), 2.5), "float16")}, False),
    "half, strict": lambda ms: ({"d.weight": param(ms, np.ones((3, 2)), "float16")}, True),
    "bfloat16": lambda ms: ({"d.weight": param(ms, np.full((3, 2), 2.5), "bfloat16")}, False),
    "double": lambda ms: ({"d.weight": param(ms, np.full((3, 2), 1e300), "float64")}, False),
    "long": lambda ms: ({"ii": param(ms, np.full(3, 2**31 + 5), "int64")}, False),
    "int for float": lambda ms: ({"d.weight": param(ms, np.ones((3, 2)), "int32")}, False),
    "uint for int": lambda ms: ({"ii": param(ms, np.ones(3), "uint8")}, False),
    "bool for int": lambda ms: ({"ii": param(ms, np.ones(3), "bool_")}, False),
    "shape": lambda ms: ({"d.weight": param(ms, np.ones((2, 3)))}, False),
    "rank": lambda ms: ({"ii": param(ms, np.ones((1, 3)), "int32")}, False),
    "prefix": lambda ms: (
        {"net.d.weight": param(ms, np.full((3, 2), 2)), "net.d.bias": param(ms, [7, 8, 9])},
        False,
    ),
    "prefix, strict": lambda ms: ({"net.d.weight": param(ms, np.full((3, 2), 2))}, True),
    "prefixes": lambda ms: (
        {
            "a.d.weight": param(ms, np.full((3, 2), 2)),
            "b.d.bias": param(ms, [7, 8, 9]),
            "xii": param(ms, [4, 5, 6], "int32"),
        },
        False,
    ),
    "text": lambda ms: ({"d.weight": "text", "other": "text"}, False),
    "list": lambda ms: ({"d.weight": [1], "other": param(ms, [1.0])}, False),
    "nothing": lambda ms: ({}, False),
    "Tensor": lambda ms: ({"d.weight": tensor(ms, np.ones((3, 2)))}, False),
    "array": lambda ms: ({"d.weight": np.ones((3, 2))}, False),
    "key": lambda ms: ({3: param(ms, [1.0])}, False),
    "no dict": lambda ms: ([], False),
    "strict": lambda ms: ({}, 3),
}


def load(ms, case):
    """The two lists and the net's values, or the error's class."""
    params, strict = LOADS[case](ms)
    target = net(ms)
    try:
        lists = ms.load_param_into_net(target, params, strict)
    except Exception as error:
        return type(error).__name__
    return [*lists, [describe(p) for p in target.get_parameters()]]


# Expressions over ms, np, net and the folder's files that raise.
ERRORS = """
ms.save_checkpoint(3, "x.ckpt")
ms.save_checkpoint(net, 3)
ms.save_checkpoint(net, ".")
ms.save_checkpoint(net, "missing/x.ckpt")
ms.save_checkpoint(net, "x", format="x")
ms.save_checkpoint(net, "x", async_save="z")
ms.save_checkpoint(net, "x", async_save=1)
ms.save_checkpoint(net, "x", integrated_save=3)
ms.save_checkpoint(net, "x", append_dict=3)
ms.save_checkpoint(net, "x", append_dict={"a": [1]})
ms.save_checkpoint(net, "x", append_dict={1: 1})
ms.save_checkpoint(net, "x", enc_key="a")
ms.save_checkpoint(net, "x", enc_mode=3)
ms.save_checkpoint(net, "x", crc_check=1)
ms.save_checkpoint(net, "x", remove_redundancy=1)
ms.save_checkpoint(net, "x", enc_key=b"0123456789ABCDEF", format="safetensors")
ms.save_checkpoint(net, "x", incremental=True, format="safetensors")
ms.save_checkpoint(net, "x", global_step_num=1, format="safetensors")
ms.save_checkpoint([], "x", append_dict={"a": "text"}, format="safetensors")
ms.save_checkpoint([1], "x")
ms.save_checkpoint([{"name": 1, "data": ms.Tensor(1)}], "x")
ms.save_checkpoint([{"name": "a", "data": 1}], "x")
ms.save_checkpoint([{"nam": "a"}], "x")
ms.save_checkpoint({1: 2}, "x")
ms.load_checkpoint(3)
ms.load_checkpoint("missing.ckpt")
ms.load_checkpoint("cell.txt")
ms.load_checkpoint("cell.ckpt", format="x")
ms.load_checkpoint("cell.ckpt", format="safetensors")
ms.load_checkpoint("cell.ckpt", dec_key="a")
ms.load_checkpoint("cell.ckpt", dec_mode=3)
ms.load_checkpoint("cell.ckpt", filter_prefix="")
ms.load_checkpoint("cell.ckpt", filter_prefix=3)
ms.load_checkpoint("cell.ckpt", filter_prefix=[])
ms.load_checkpoint("cell.ckpt", specify_prefix=[3])
ms.load_checkpoint("cell.ckpt", specify_prefix="zzz")
ms.load_checkpoint("cell.ckpt", choice_func=lambda name: False)
ms.load_checkpoint("cell.ckpt", choice_func=3)
ms.load_checkpoint("cell.ckpt", crc_check=1)
ms.load_checkpoint("cell.ckpt", remove_redundancy=1)
ms.load_checkpoint("cell.ckpt", net=3)
ms.load_checkpoint("cell.ckpt", net, remove_redundancy=True)
ms.load_checkpoint("cell.safetensors", format="safetensors", dec_key=b"0123456789ABCDEF")
ms.load_checkpoint("cell.safetensors", format="safetensors", choice_func=lambda name: False)
ms.load_checkpoint(io.BytesIO(b""))
ms.load_checkpoint("nothing.ckpt")
ms.load_checkpoint("nothing.safetensors", format="safetensors")
ms.load_checkpoint(damaged("cell.ckpt", 3))
ms.load_checkpoint(damaged("cell.ckpt", 30, b"junk of another kind"))
ms.load_checkpoint(damaged("crc.ckpt", 1, b"x"), crc_check=True)
ms.load_checkpoint(damaged("cell.safetensors", 3), format="safetensors")
ms.load_checkpoint(damaged("cell.safetensors", 0, b"x"), format="safetensors")
ms.load_checkpoint(damaged("crc.safetensors", 1, b"x"), format="safetensors", crc_check=True)
ms.load_checkpoint_async(3)
ms.load_checkpoint_async("missing.ckpt").result()
ms.ckpt_to_safetensors("missing")
ms.ckpt_to_safetensors("cell.safetensors")
ms.ckpt_to_safetensors("cell.ckpt", "out.x")
ms.ckpt_to_safetensors("cell.ckpt", "out", 3)
ms.ckpt_to_safetensors("cell.ckpt", file_name_regex="zzz")
ms.ckpt_to_safetensors(".")
ms.safetensors_to_ckpt("cell.ckpt")
ms.load_param_into_net(3, {})
ms.load_param_into_net(net, {}, False, 3)
ms.load_param_into_net(net, {}, False, True)
""".strip().splitlines()


def damaged(name, drop, tail=b""):
    """A copy of a file with other bytes in place of its last ones."""
    with open(name, "rb") as file:
        content = file.read()
    path = f"damaged.{name.rpartition('.')[2]}"
    with open(path, "wb") as file:
        file.write(content[: len(content) - drop] + tail)
    return path


def error_class(ms, source):
    """The class of the error that an expression raises in a folder with the files; '' if none."""
    import io

    scope = {"ms": ms, "np": np, "io": io, "net": net(ms), "damaged": damaged}
    try:
        eval(source, scope)
    except Exception as error:
        return type(error).__name__
    return ""
