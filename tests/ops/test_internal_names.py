"""Undocumented names of MindSpore's files that programs import: facts are those of 2.10."""

import numpy as np
import pytest

import msjax as ms
from msjax import ops
from msjax._c_expression import MSContext, security
from msjax._c_expression import Tensor as CTensor
from msjax.common._register_for_tensor import tensor_operator_registry
from msjax.common._utils import is_dim_unknown, is_shape_unknown
from msjax.communication.management import _get_group
from msjax.nn.layer.conv import _Conv, _deconv_output_length
from msjax.ops._primitive_cache import _get_cache_prim
from msjax.ops._utils import get_broadcast_shape
from msjax.ops.function import nn_func, random_func
from msjax.ops.primitive import Primitive, _primexpr, constexpr
from msjax.parallel._utils import _is_sharding_propagation
from msjax.train import amp
from msjax.train._utils import check_value_type


def draw(*shape):
    return ms.Tensor(np.random.RandomState(len(shape)).randn(*shape).astype(np.float32))


def test_primitives():
    made = _get_cache_prim(ops.ReduceSum)(keep_dims=True)
    assert isinstance(made, Primitive) and made(draw(2, 3), 1).shape == (2, 1)
    assert _primexpr(lambda a: a + 1)(1) == constexpr(lambda a: a + 1)(1) == 2


class _Made(Primitive):
    def __init__(self, a=None, b=None):
        super().__init__("Made")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (((), {}), ((), {}), True),
        (((1,), {}), ((1,), {}), True),
        (((1,), {}), ((1.0,), {}), False),
        (((True,), {}), ((1,), {}), False),
        ((((1,),), {}), (((1.0,),), {}), False),
        ((([1, 2],), {}), (([1, 2],), {}), True),
        ((([1, 2],), {}), (((1, 2),), {}), False),
        ((({1: 2},), {}), (({1: 2},), {}), True),
        (((1,), {"b": 2}), ((1,), {"b": 2}), True),
        (((1,), {"b": 2}), ((1, 2), {}), False),
        (((), {"a": 1, "b": 2}), ((), {"b": 2, "a": 1}), False),
        (((len,), {}), ((len,), {}), True),
        (((ms.float32,), {}), ((ms.float32,), {}), True),
        (((ms.float32,), {}), ((ms.float16,), {}), False),
        ((("1",), {}), ((1,), {}), False),  # MindSpore goes by the text
        (((np.ones(2),), {}), ((np.ones(2),), {}), False),  # as above
    ],
)
def test_primitives_of_the_same_settings_are_one_object(one, other, same):
    made = _get_cache_prim(_Made)
    assert (made(*one[0], **one[1]) is made(*other[0], **other[1])) == same
    assert _get_cache_prim(type("Made", (_Made,), {}))(1) is not made(1)


def test_compiled_code_makes_its_own_primitives():
    seen = []

    @ms.jit
    def total(x):
        made = _get_cache_prim(ops.ReduceSum)(True)
        seen.append(made)
        return made(x, 0)

    assert total(draw(2)).shape == (1,)
    assert seen[-1] is not _get_cache_prim(ops.ReduceSum)(True)


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        ([2, 3], [2, 3], [2, 3]),
        ([1, 3], [2, 1], [2, 3]),
        ([3], [4, 2, 1], [4, 2, 3]),
        ([4, 2, 1], [3], [4, 2, 3]),
        ([-1, 3], [5, 3], [5, 3]),
        ([-1], [1], [-1]),
        ([-2], [1, 2], [-2]),
    ],
)
def test_broadcast_shape(x, y, expected):
    assert get_broadcast_shape(x, y, "Add") == expected


def test_shapes_that_do_not_broadcast():
    with pytest.raises(ValueError, match=r"For 'Add', a.shape and y.shape need to broadcast"):
        get_broadcast_shape([2, 3], [2, 4], "Add", arg_name1="a")


def test_unknown_shapes():
    assert [is_shape_unknown(s) for s in ((1, 2), (-1, 2), (-2,))] == [False, True, True]
    assert [is_dim_unknown(s) for s in ((1, 2), (-1, 2), (-2,))] == [False, False, True]
    for shape in ((-3,), (-2, 1)):
        with pytest.raises(ValueError, match="'shape' must"):
            is_shape_unknown(shape)


def test_registry():
    assert tensor_operator_registry.get("matmul") is ops.matmul
    tensor_operator_registry.mine = len
    assert tensor_operator_registry.get("mine") is len
    del tensor_operator_registry.mine
    with pytest.raises(TypeError, match="must be string"):
        tensor_operator_registry.get(1)
    with pytest.raises(AttributeError):
        tensor_operator_registry.get("mine")


@pytest.mark.parametrize(("mode", "expected"), [("valid", 11), ("same", 8), ("pad", 9), ("", 0)])
def test_length_of_a_transposed_convolution(mode, expected):
    modes = [mode == m for m in ("valid", "same", "pad")]
    assert _deconv_output_length(*modes, 4, 3, 2, 2, 2) == expected


def test_own_convolution():
    class Scaled(_Conv):
        def __init__(self):
            args = (4, 8, (3,), (1,), "pad", 1, (1,), 2, True, None, None)
            super().__init__(*args, dtype=ms.float16)

        def construct(self, x):
            return ops.conv1d(x, self.weight * 2, self.bias, groups=self.group)

    layer = Scaled()
    assert layer.weight.shape == (8, 2, 3) and layer.weight.dtype == ms.float16
    assert (layer.padding, layer.pad_mode, layer.data_format) == (1, "pad", "NCHW")
    assert layer(draw(1, 4, 5).half()).shape == (1, 8, 3)


def test_projections_of_attention():
    q, k, w, b = draw(5, 2, 4), draw(3, 2, 4) * 2, draw(12, 4), draw(12)
    parts, biases = w.tensor_split(3), b.tensor_split(3)
    expected = [nn_func.linear(x, m, c) for x, m, c in zip((q, k, k), parts, biases, strict=True)]
    for found in (
        nn_func._in_projection(q, k, k, *parts, *biases),
        nn_func._in_projection_packed(q, k, k, w, b, True, False),
        nn_func._in_projection_packed(q, k, k, w, b, False, False),
    ):
        for one, other in zip(found, expected, strict=True):
            assert np.allclose(one.asnumpy(), other.asnumpy(), atol=1e-5)
    own = nn_func._in_projection_packed(q, q, q, w, b, True, True)
    assert np.allclose(
        own[1].asnumpy(), nn_func.linear(q, parts[1], biases[1]).asnumpy(), atol=1e-5
    )
    with pytest.raises(ValueError, match="Expecting key weights shape of"):
        nn_func._in_projection(q, k, k, parts[0], w, parts[2])
    with pytest.raises(ValueError, match="Expecting value bias shape of"):
        nn_func._in_projection(q, k, k, *parts, b_v=b)


def test_shapes_of_attention():
    assert nn_func._check_qkv_shape(3, 3, 3) is True and nn_func._check_qkv_shape(2, 2, 2) is False
    for ranks in ((3, 2, 3), (2, 2, 3), (1, 1, 1)):
        with pytest.raises(ValueError, match="`query`"):
            nn_func._check_qkv_shape(*ranks)
    nn_func._check_kpm_shape(3, 2)
    with pytest.raises(ValueError, match="`key_padding_mask` must be `None` or 1D"):
        nn_func._check_kpm_shape(2, 2)
    nn_func._check_attn_mask_shape(2, (5, 8), (4, 8), 3, (2, 5, 4), 2)
    for rank, shape in ((1, (5,)), (3, (2, 5, 5))):
        with pytest.raises(ValueError, match="`attn_mask`"):
            nn_func._check_attn_mask_shape(2, (5, 8), (4, 8), rank, shape, 2)


def test_padding_of_booleans():
    padded = nn_func._inner_pad(ms.Tensor([True, False]), (1, 1))
    assert padded.dtype == ms.bool_ and padded.asnumpy().tolist() == [False, True, False, False]


def test_training_helpers():
    assert amp.AMP_WHITE_LIST == amp.get_white_list() and amp.AMP_WHITE_LIST is amp.AMP_WHITE_LIST
    assert amp.AMP_BLACK_LIST == amp.get_black_list()
    net = ms.nn.SequentialCell(ms.nn.Dense(2, 2), ms.nn.LayerNorm((2,))).to_float(ms.float16)
    amp._do_keep_batchnorm_fp32(net)
    assert type(net[1]).__name__ == "_OutputTo16" and net(draw(1, 2)).dtype == ms.float16
    whole = amp._add_loss_network(net, ms.nn.MSELoss(), ms.float16)
    assert whole(draw(1, 2), draw(1, 2)).dtype == ms.float32
    with pytest.raises(TypeError):
        amp._add_loss_network(net, abs, ms.float16)
    check_value_type("a", 1, [int, float])
    for value, kinds in ((True, int), ("1", (int, float))):
        with pytest.raises(TypeError, match="For `a` the type should be a valid type of"):
            check_value_type("a", value, kinds)


def test_surroundings():
    context = MSContext.get_instance()
    assert context is MSContext.get_instance() and context.get_ascend_soc_version() == ""
    assert context.get_param("mode") == ms.get_context("mode")
    assert security.enable_security() is False and _is_sharding_propagation() is False
    assert _get_group("group") == "group"


def test_ranges_become_tensors():
    for function in (ops.tuple_to_array, ops.TupleToArray()):
        assert function(range(1, 9, 3)).asnumpy().tolist() == [1, 4, 7]
        assert function(range(2)).dtype == ms.int32


def test_multi_head_attention_of_given_weights():
    q, k = draw(3, 2, 4), draw(5, 2, 4)
    net = ms.nn.MultiheadAttention(4, 2)
    weights = net.in_proj_weight, net.in_proj_bias
    out_weights = net.out_proj.weight, net.out_proj.bias
    mask = ms.Tensor(np.arange(10).reshape(2, 5) % 5 == 3)

    def attend(q, k, **given):
        head = (q, k, k, 4, 2, *weights, None, None, False, 0.0, *out_weights)
        return nn_func.multi_head_attention_forward(*head, training=False, **given)

    expected = net(q, k, k, key_padding_mask=mask)
    for run in (attend, ms.jit(attend)):
        for one, other in zip(run(q, k, key_padding_mask=mask), expected, strict=True):
            np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), atol=1e-6)
    slope = ms.grad(lambda q: attend(q, k)[0].sum())(q)
    assert np.abs(slope.asnumpy()).max() > 0
    parts = dict(zip(("q", "k", "v"), weights[0].tensor_split(3), strict=True))
    separate = {f"{name}_proj_weight": part for name, part in parts.items()}
    found = attend(q, k, use_separate_proj_weight=True, **separate)[0]
    np.testing.assert_allclose(found.asnumpy(), attend(q, k)[0].asnumpy(), atol=1e-6)
    with pytest.raises(ValueError, match="q_proj_weight"):
        attend(q, k, use_separate_proj_weight=True)
    with pytest.raises(NotImplementedError, match="attn_mask"):
        attend(q, k, is_causal=True)


def test_pieces_of_layers():
    x = draw(2, 3, 4, 4)
    assert nn_func._inner_dropout(x, 0.5, False) is x
    dropped = nn_func._inner_dropout(x, 0.5, True).asnumpy()
    assert np.all((dropped == 0) | np.isclose(dropped, 2 * x.asnumpy()))
    assert nn_func._interploate_ext_make_tuple(x, 2) == (2, 2)
    assert nn_func._interploate_ext_make_tuple(x, [2, 3]) == [2, 3]
    assert nn_func._interpolate_ext_scale_factor_convert_size(x, (1.6, 0.5)) == (6, 2)
    assert nn_func.conv_transpose2d is ms.mint.nn.functional.conv_transpose2d
    from msjax.ops.function import array_func

    assert [part.shape for part in array_func.split_view(draw(5, 2), 2)] == [(2, 2), (2, 2), (1, 2)]


def test_lists_of_mixed_precision():
    class Net(ms.nn.Cell):
        def __init__(self):
            super().__init__()
            self.dense, self.norm = ms.nn.Dense(3, 3), ms.nn.LayerNorm((3,))

        def construct(self, x):
            return self.norm(self.dense(x))

    x = draw(2, 3)
    kept = amp._auto_black_list(Net(), [ms.nn.LayerNorm], ms.float16)
    assert kept(x).dtype == ms.float16
    assert amp._auto_white_list(Net(), [ms.nn.Dense], ms.float16)(x).dtype == ms.float32
    rewrite = amp._auto_mixed_precision_rewrite
    assert rewrite(Net(), ms.float16, black_list=[ms.nn.LayerNorm])(x).dtype == ms.float32
    with pytest.raises(ValueError, match="one of white_list and black_list"):
        rewrite(Net(), ms.float16)


def test_pieces_of_serialization(tmp_path):
    from msjax.train import serialization

    path, weight = str(tmp_path / "a.ckpt"), np.arange(6, dtype=np.float32).reshape(2, 3)
    for crc in (False, True):
        serialization._exec_save(path, {"w": [[2, 3], "Float32", weight]}, crc_check=crc)
        found = ms.load_checkpoint(path, crc_check=crc)
        np.testing.assert_array_equal(found["w"].asnumpy(), weight)
    message = serialization._parse_ckpt_proto(path, None, None, True)
    assert [entry.tag for entry in message.value] == ["w"]
    key = b"0123456789abcdef"
    serialization._exec_save(path, {"w": [[2, 3], "Float32", weight]}, enc_key=key)
    (entry,) = serialization._parse_ckpt_proto(path, key, "AES-GCM", False).value
    assert entry.tensor.tensor_content == weight.tobytes()
    with pytest.raises(NotImplementedError, match="map_param_inc"):
        serialization._exec_save(path, {}, map_param_inc=True)
    net = ms.nn.Dense(3, 2)
    missing = ["weight", "bias", "r"]  # the last is no Parameter of the net's
    values = {"net.weight": ms.Parameter(ms.Tensor(weight)), "other": net.bias}
    serialization._load_dismatch_prefix_params(net, values, missing, False)
    assert missing == ["bias", "r"]
    np.testing.assert_array_equal(net.weight.asnumpy(), weight)


def test_seeds_of_random_operations():
    first, later = 87654321, 533697028
    seeds = random_func._get_seed
    ms.set_seed(0)
    assert [seeds(5, "a"), seeds(None, "a"), seeds(0, "a")] == [
        (first, 5),
        (first, 0),
        (first, later),
    ]
    for _ in range(2):  # set_seed begins anew
        ms.set_seed(7)
        assert [seeds(5, "a"), seeds(5, "a"), seeds(None, "b")] == [(7, 5), (7, 5 + later), (7, 0)]
    with pytest.raises(ValueError, match="For 'k', the 'seed' must be int and must >= 0"):
        seeds(-1, "k")
    with pytest.raises(TypeError, match="For 'k', the 'seed' must be int, but got 'float'"):
        seeds(1.5, "k")


def test_seeds_before_any_was_set(monkeypatch):
    from msjax._core.tensor import random

    monkeypatch.setattr(random, "_SEED", [None])
    seeds = random_func._get_seed
    assert seeds(5, "unset") == (0, 5)
    assert seeds(5, "unset") == (0, 533697033)
    assert seeds(None, "unset") == seeds(0, "unset") == (0, 0)


def test_attributes_of_primitives():
    dropout = ops.Dropout(keep_prob=0.5)
    assert random_func._set_prim_op_user_data(dropout, "random_cache", False) is dropout
    assert dropout.attrs["random_cache"] is False


def test_tensors_of_the_compiled_core():
    made = CTensor(ms.int32, (2, 3))
    assert type(made) is ms.Tensor and made.shape == (2, 3) and made.dtype == ms.int32
    assert CTensor(ms.float16, ()).shape == ()
    assert ms.Tensor(CTensor(ms.float32, [4])).shape == (4,)
    for value in (ms.Tensor(1), ms.Parameter(ms.Tensor(1.0)), CTensor(np.ones(2))):
        assert isinstance(value, CTensor)
    assert not isinstance(np.ones(2), CTensor) and issubclass(ms.Parameter, CTensor)
    assert CTensor.reshape(ms.Tensor([1, 2]), 2, 1).shape == (2, 1)

    class Own(CTensor):
        pass

    own = Own([1.0, 2.0])
    assert type(own) is Own and isinstance(own, ms.Tensor) and not isinstance(made, Own)
