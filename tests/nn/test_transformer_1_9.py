"""The transformer module of MindSpore 1.5 to 1.9."""

import numpy as np
import pytest

import msjax as ms
from msjax import Tensor, nn, ops
from msjax.nn import transformer as tf


def draw(*shape, seed=0):
    return np.random.RandomState(seed).standard_normal(shape).astype(np.float32)


def values(cell, seed=3):
    """Give a Cell known weights."""
    for i, p in enumerate(cell.get_parameters()):
        if "past" not in p.name:
            p.set_data(ms.Tensor(draw(*p.shape, seed=seed + i) * 0.4, p.dtype))
    return cell.set_train(False)


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def attention(net, q, k, v, mask):
    """What MultiHeadAttention computes, in NumPy."""

    def heads(dense, x):
        x = x @ dense.weight.asnumpy().T + dense.bias.asnumpy()
        return x.reshape(*x.shape[:2], net.n_head, -1).transpose(0, 2, 1, 3)

    q, k, v = heads(net.dense1, q), heads(net.dense2, k), heads(net.dense3, v)
    score = q @ k.swapaxes(2, 3) / np.sqrt(q.shape[-1]) - (1 - mask[:, None]) * 1e4
    out = (softmax(score) @ v).transpose(0, 2, 1, 3).reshape(q.shape[0], q.shape[2], -1)
    return out @ net.projection.weight.asnumpy() + net.projection.bias.asnumpy()


def test_attention():
    net = values(tf.MultiHeadAttention(2, 3, 4, 6, 2, compute_dtype=ms.float32))
    names = [p.name for p in net.get_parameters()]
    assert names[:2] == ["projection.weight", "projection.bias"]
    assert names[2:4] == ["dense1.weight", "dense1.bias"] and len(names) == 8
    q, k = draw(2, 3, 6), draw(2, 4, 6, seed=1)
    mask = (draw(2, 3, 4, seed=2) > -0.5).astype(np.float32)
    want = attention(net, q, k, k, mask)
    out, (keys, vals) = net(*map(ms.Tensor, (q, k, k, mask)))
    assert keys.shape == (2, 2, 3, 4) and vals.shape == (2, 2, 4, 3)
    np.testing.assert_allclose(out.asnumpy(), want, rtol=1e-4, atol=1e-5)
    flat, _ = net(*(ms.Tensor(x.reshape(-1, 6)) for x in (q, k, k)), ms.Tensor(mask))
    np.testing.assert_allclose(flat.asnumpy(), want.reshape(-1, 6), rtol=1e-4, atol=1e-5)
    half, _ = tf.MultiHeadAttention(2, 3, 4, 6, 2)(*map(ms.Tensor, (q, k, k, mask)))
    assert half.dtype == ms.float32


def norm(cell, x):
    x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    return x * cell.gamma.asnumpy() + cell.beta.asnumpy()


@pytest.mark.parametrize("behind", [False, True])
def test_encoder_layer(behind):
    net = values(
        tf.TransformerEncoderLayer(2, 6, 8, 2, 3, hidden_act="relu", post_layernorm_residual=behind)
    )
    x, mask = draw(2, 3, 6), np.ones((2, 3, 3), np.float32)
    first = norm(net.layernorm1, x)
    y = (first if behind else x) + attention(net.attention, first, first, first, mask)
    second = norm(net.layernorm2, y)
    inner, outer = net.output.mapping, net.output.projection
    hidden = np.maximum(second @ inner.weight.asnumpy() + inner.bias.asnumpy(), 0)
    want = (second if behind else y) + hidden @ outer.weight.asnumpy() + outer.bias.asnumpy()
    out, _ = net(ms.Tensor(x), ms.Tensor(mask))
    assert out.dtype == (ms.float16 if behind else ms.float32)
    np.testing.assert_allclose(out.asnumpy(), want, rtol=2e-2, atol=2e-2)


def test_saved_keys_give_what_the_whole_sequence_gives():
    length, known = 5, 3
    plain = values(tf.TransformerEncoder(1, 2, 4, 8, length, 2))
    saving = values(tf.TransformerEncoder(1, 2, 4, 8, length, 2, use_past=True))
    named = {p.name: p for p in plain.get_parameters()}
    for p in saving.get_parameters():
        if "past" not in p.name:
            p.set_data(named[p.name])
    x, causal = draw(1, length, 4), np.tril(np.ones((1, length, length), np.float32))
    want = plain(ms.Tensor(x), ms.Tensor(causal))[0].asnumpy()
    padded = x * (np.arange(length) < known)[None, :, None]
    saving.add_flags_recursive(is_first_iteration=True)
    valid = ms.Tensor([known], ms.int32)
    out, _ = saving(ms.Tensor(padded), ms.Tensor(causal), ms.Tensor([False]), valid)
    np.testing.assert_allclose(out.asnumpy()[:, :known], want[:, :known], rtol=1e-2, atol=1e-2)
    saving.add_flags_recursive(is_first_iteration=False)
    for i in range(known, length):
        token, mask = ms.Tensor(x[:, i : i + 1]), ms.ops.ones((1, 1, length))
        out, _ = saving(token, mask, ms.Tensor([True]), ms.Tensor([i + 1], ms.int32))
        np.testing.assert_allclose(out.asnumpy(), want[:, i : i + 1], rtol=1e-2, atol=1e-2)


def test_transformer():
    net = tf.Transformer(4, 2, 8, 5, 3, encoder_layers=1, decoder_layers=1)
    ones = ms.ops.ones
    inputs = ones((2, 5, 4)), ones((2, 5, 5)), ones((2, 3, 4)), ones((2, 3, 3)), ones((2, 3, 5))
    out, encoded, decoded = net(*inputs)
    assert out.shape == (2, 3, 4) and len(encoded) == 1 and len(decoded) == 1
    assert [p.shape for p in decoded[0]] == [(2, 2, 2, 3), (2, 2, 3, 2), (2, 2, 2, 5), (2, 2, 5, 2)]
    names = [p.name for p in net.get_parameters()]
    assert "encoder.blocks.0.attention.dense1.weight" in names
    assert "decoder.blocks.0.cross_attention_layernorm.gamma" in names
    alone = tf.Transformer(4, 2, 8, 5, 3, encoder_layers=1, decoder_layers=0)
    assert alone(*inputs[:2])[0].shape == (2, 5, 4)


def test_any_number_of_sequences():
    fixed, free = (values(tf.Transformer(4, n, 8, 5, 3, 1, 1)) for n in (2, None))
    x, y = ms.Tensor(draw(2, 5, 4)), ms.Tensor(draw(2, 3, 4))
    masks = ops.ones((2, 5, 5)), ops.ones((2, 3, 3)), ops.ones((2, 3, 5))
    want = fixed(x, masks[0], y, masks[1], masks[2])[0].asnumpy()
    for net in (free, ms.jit(free)):
        out = net(x, masks[0], y, masks[1], masks[2])[0]
        np.testing.assert_allclose(out.asnumpy(), want, rtol=1e-5, atol=1e-6)
        one = net(x[:1], masks[0][:1], y[:1], masks[1][:1], masks[2][:1])[0]
        np.testing.assert_allclose(one.asnumpy(), want[:1], rtol=1e-2, atol=1e-3)
    with pytest.raises(ValueError, match="x shape must be"):
        free(x, masks[0][:1], y, masks[1], masks[2])
    with pytest.raises(ValueError, match="batch_size"):
        tf.MultiHeadAttention(None, 3, 3, 4, 2, use_past=True)


def test_loss():
    loss, logits = tf.CrossEntropyLoss(), draw(4, 5) * 3
    label, mask = np.array([0, 4, 2, 1], np.int32), np.array([1, 1, 0, 1], np.float32)
    want = -(np.log(softmax(logits))[np.arange(4), label] * mask).sum() / (3 + 1e-5)
    inputs = ms.Tensor(logits), ms.Tensor(label), ms.Tensor(mask)
    np.testing.assert_allclose(loss(*inputs).asnumpy(), [want], rtol=1e-5)
    grad = ms.grad(loss)(*inputs).asnumpy()
    share = (softmax(logits) - np.eye(5)[label]) * mask[:, None] / (3 + 1e-5)
    np.testing.assert_allclose(grad, share, rtol=1e-4, atol=1e-6)
    far = ms.Tensor([[0.0, 200.0]]), ms.Tensor([0], ms.int32), ms.Tensor([1.0])
    np.testing.assert_allclose(loss(*far).asnumpy(), [24 * np.log(10)], rtol=1e-4)
    np.testing.assert_allclose(ms.grad(loss)(*far).asnumpy(), [[-1, 1]], rtol=1e-4)


def test_small_layers():
    table = tf.VocabEmbedding(5, 3)
    out, weights = table(ms.Tensor([[1, 2]], ms.int32))
    assert weights is table.embedding_table and out.shape == (1, 2, 3)
    mask = tf.AttentionMask(3)(ms.Tensor([[0.0, 1.0, 1.0]]))
    assert mask.asnumpy().tolist() == [[[0, 0, 0], [0, 1, 0], [0, 1, 1]]]
    config = tf.op_parallel_config.MoEParallelConfig()
    experts = tf.FeedForward(4, 8, 0.0, expert_num=2, parallel_config=config)
    assert experts.mapping.weight.shape == (2, 4, 8)
    assert experts(ms.ops.ones((1, 2, 3, 4))).shape == (1, 2, 3, 4)


def test_configs():
    config = tf.TransformerOpParallelConfig(data_parallel=2, vocab_emb_dp=False)
    config.data_parallel = 4
    assert config.moe_parallel_config.data_parallel == config.dp_mp_config.data_parallel == 4
    assert not config.embedding_dp_mp_config.vocab_emb_dp
    assert str(tf.OpParallelConfig(2)) == "[ParallelConfig]\n_data_parallel:2\n_model_parallel:1\n"
    config.pipeline_stage = 2
    assert ms.get_auto_parallel_context("pipeline_stages") == 2
    config.pipeline_stage = 1
    assert ms.get_auto_parallel_context("pipeline_stages") == 1


REFUSED = [
    ("OpParallelConfig(0)", ValueError),
    ("OpParallelConfig(1.0)", TypeError),
    ("TransformerRecomputeConfig(1)", TypeError),
    ("TransformerOpParallelConfig(recompute=1)", TypeError),
    ("MoEConfig(1, 0.5)", ValueError),
    ("MoEConfig(2, num_experts_chosen=3)", ValueError),
    ("FeedForward(4, 8, 1.0)", ValueError),
    ("FeedForward(4, 8, 0.1, 1)", TypeError),
    ("FeedForward(4, 8, 0.1, param_init_type=ms.int32)", TypeError),
    ("FeedForward(4, 7, 0.1, parallel_config=tf.OpParallelConfig(1, 2))", ValueError),
    ("FeedForward(4, 8, 0.1)(ms.ops.ones((4,)))", ValueError),
    ("FeedForward(4, 8, 0.1)(ms.ops.ones((4, 4), ms.int32))", TypeError),
    ("MultiHeadAttention(1, 2, 2, 5, 2)", ValueError),
    ("MultiHeadAttention(1, 2, 2, 4, 2, use_past=1)", TypeError),
    ("MultiHeadAttention(1, 2, 2, 4, 2)(*[ms.ops.ones((1, 3, 4))] * 3, None)", ValueError),
    ("TransformerEncoder(1, 2, 4, 8, 3, 2, parallel_config=tf.OpParallelConfig())", TypeError),
    ("TransformerEncoderLayer(1, 4, 8, 2, 3, moe_config=tf.MoEConfig(2))", NotImplementedError),
    ("TransformerDecoderLayer(4, 8, 2, 1, 3, 3, use_past=True)", ValueError),
    ("Transformer(4, 1, 8, 3, 2, use_past=True)", ValueError),
    ("VocabEmbedding(4, 2)(ms.ops.ones((2, 2)))", TypeError),
    ("AttentionMask(4)(ms.ops.ones((2, 2)))", ValueError),
    ("CrossEntropyLoss(1)", TypeError),
    ("FixedSparseAttention(1, 2, 3, 4)", NotImplementedError),
]


@pytest.mark.parametrize(("text", "error"), REFUSED)
def test_refusals(text, error):
    with pytest.raises(error):
        eval("tf." + text)


def test_an_activation_may_be_a_class():
    class Twice(nn.Cell):
        def construct(self, x):
            return ops.relu(x) * 2

    one = tf.FeedForward(4, 8, 0.1, Twice).set_train(False)
    two = tf.FeedForward(4, 8, 0.1, "relu").set_train(False)
    ms.load_param_into_net(two, one.parameters_dict())
    x = Tensor(np.linspace(-1, 1, 24).reshape(2, 3, 4).astype(np.float32))
    np.testing.assert_allclose(one(x).asnumpy(), 2 * two(x).asnumpy(), rtol=1e-2, atol=1e-4)
    assert tf.TransformerEncoderLayer(2, 6, 8, 2, 3, hidden_act=Twice)
    with pytest.raises(TypeError, match="'hidden_act' must be one of .*'Cell'"):
        tf.FeedForward(4, 8, 0.1, nn.ReLU())
