"""The benchmark models as an expert would write them in JAX, without any framework.

Each model is a `Model`: a loss function `(params, stats, x, y) -> (loss, new_stats)`, an optimizer
as a pair of pure functions, and `step`, the training step under `jax.jit` with donated
(params, opt_state, stats). Parameters are flat dicts keyed by the names of the networks in
tests/networks.py, so weights can be copied from there. Images are NCHW, convolution weights OIHW,
dense weights (out, in), everything float32.
"""

import dataclasses
import typing

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def dense(params, name, x):
    """Dense layer `name`; the bias is optional."""
    out = x @ params[f"{name}.weight"].T
    return out + params[f"{name}.bias"] if f"{name}.bias" in params else out


def conv(params, name, x, stride=1, padding=0):
    """Two-dimensional convolution without bias."""
    return lax.conv_general_dilated(
        x,
        params[f"{name}.weight"],
        (stride, stride),
        [(padding, padding)] * 2,
        dimension_numbers=("NCHW", "OIHW", "NCHW"),
    )


def max_pool(x):
    """Max pooling over windows of 2 by 2."""
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")


def layer_norm(params, name, x, eps=1e-7):
    """Layer norm over the last axis."""
    mean = x.mean(-1, keepdims=True)
    variance = jnp.square(x - mean).mean(-1, keepdims=True)
    x = (x - mean) * lax.rsqrt(variance + eps)
    return x * params[f"{name}.gamma"] + params[f"{name}.beta"]


def batch_norm(params, stats, new_stats, name, x, eps=1e-5):
    """Training-mode batch norm; the updated running statistics go to `new_stats`."""
    mean = x.mean((0, 2, 3))
    variance = jnp.square(x - mean[:, None, None]).mean((0, 2, 3))
    count = x.size // x.shape[1]
    for key, value in (
        (f"{name}.moving_mean", mean),
        (f"{name}.moving_variance", variance * count / (count - 1)),
    ):
        new_stats[key] = 0.9 * stats[key] + 0.1 * value
    scale = lax.rsqrt(variance + eps) * params[f"{name}.gamma"]
    shift = params[f"{name}.beta"] - mean * scale
    return x * scale[:, None, None] + shift[:, None, None]


def cross_entropy(logits, labels):
    """Mean cross entropy of integer labels over the last axis."""
    log_probs = jax.nn.log_softmax(logits)
    return -jnp.take_along_axis(log_probs, labels[..., None], -1).mean()


def mlp_loss(params, stats, x, y, depth=8):
    """Dense layers with ReLU between them."""
    for i in range(depth - 1):
        x = jax.nn.relu(dense(params, f"hidden.{i}", x))
    return cross_entropy(dense(params, "head", x), y), stats


def lenet_loss(params, stats, x, y):
    """LeNet-5."""
    x = max_pool(jax.nn.relu(conv(params, "conv1", x)))
    x = max_pool(jax.nn.relu(conv(params, "conv2", x)))
    x = x.reshape(x.shape[0], -1)
    x = jax.nn.relu(dense(params, "fc1", x))
    x = jax.nn.relu(dense(params, "fc2", x))
    return cross_entropy(dense(params, "fc3", x), y), stats


def resnet_loss(params, stats, x, y):
    """ResNet-18 for images of 32 by 32."""
    new_stats = {}

    def bn(name, x):
        return batch_norm(params, stats, new_stats, name, x)

    x = jax.nn.relu(bn("bn1", conv(params, "conv1", x, 1, 1)))
    for i in range(8):
        stride = 2 if i in (2, 4, 6) else 1
        name = f"layers.{i}"
        out = jax.nn.relu(bn(f"{name}.bn1", conv(params, f"{name}.conv1", x, stride, 1)))
        out = bn(f"{name}.bn2", conv(params, f"{name}.conv2", out, 1, 1))
        if stride == 2:
            x = bn(f"{name}.shortcut.1", conv(params, f"{name}.shortcut.0", x, stride))
        x = jax.nn.relu(out + x)
    return cross_entropy(dense(params, "fc", x.mean((2, 3))), y), new_stats


def gpt_loss(params, stats, ids, targets, layers=4, heads=8, causal=True):
    """Transformer with pre-norm blocks, decoder-only if `causal`."""
    x = params["token.embedding_table"][ids] + params["position"]
    batch, length, dim = x.shape
    mask = jnp.tril(jnp.ones((length, length), bool)) if causal else True
    for i in range(layers):
        name = f"blocks.{i}"
        qkv = dense(params, f"{name}.attn.qkv", layer_norm(params, f"{name}.norm1", x))
        qkv = qkv.reshape(batch, length, 3, heads, dim // heads)
        q, k, v = jnp.transpose(qkv, (2, 0, 3, 1, 4))
        scores = (q @ k.swapaxes(-1, -2)) * (dim // heads) ** -0.5
        out = jax.nn.softmax(jnp.where(mask, scores, -1e9)) @ v
        out = out.transpose(0, 2, 1, 3).reshape(batch, length, dim)
        x = x + dense(params, f"{name}.attn.proj", out)
        out = jax.nn.gelu(dense(params, f"{name}.fc1", layer_norm(params, f"{name}.norm2", x)))
        x = x + dense(params, f"{name}.fc2", out)
    return cross_entropy(dense(params, "head", layer_norm(params, "norm", x)), targets), stats


def lstm_layer(params, suffix, x):
    """One LSTM layer over (T, N, I): the product with the inputs is taken before the scan."""
    weight = params[f"rnn.weight_hh{suffix}"].T
    bias = params[f"rnn.bias_ih{suffix}"] + params[f"rnn.bias_hh{suffix}"]
    inputs = x @ params[f"rnn.weight_ih{suffix}"].T + bias

    def step(state, frame):
        h, c = state
        i, f, g, o = jnp.split(frame + h @ weight, 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    zeros = jnp.zeros((x.shape[1], weight.shape[0]), x.dtype)
    return lax.scan(step, (zeros, zeros), inputs)[1]


def lstm_loss(params, stats, x, y, layers=2):
    """Stacked LSTM layers, the last output classified."""
    x = x.swapaxes(0, 1)
    for layer in range(layers):
        x = lstm_layer(params, f"_l{layer}", x)
    return cross_entropy(dense(params, "head", x[-1]), y), stats


def momentum(lr, mu=0.9):
    """SGD with momentum: (init, update)."""

    def update(grads, state, params):
        state = jax.tree.map(lambda v, g: mu * v + g, state, grads)
        return jax.tree.map(lambda p, v: p - lr * v, params, state), state

    return lambda params: jax.tree.map(jnp.zeros_like, params), update


def adam(lr, b1=0.9, b2=0.999, eps=1e-8):
    """Adam with bias correction folded into the learning rate: (init, update)."""

    def init(params):
        zeros = [jax.tree.map(jnp.zeros_like, params) for _ in range(2)]
        return (*zeros, jnp.zeros((), jnp.int32))

    def update(grads, state, params):
        m, v, count = state
        count = count + 1
        m = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, m, grads)
        v = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g * g, v, grads)
        rate = lr * jnp.sqrt(1 - b2**count) / (1 - b1**count)
        new = jax.tree.map(lambda p, m, v: p - rate * m / (jnp.sqrt(v) + eps), params, m, v)
        return new, (m, v, count)

    return init, update


def adam_weight_decay(lr, decay, b1=0.9, b2=0.999, eps=1e-6):
    """AdamW without bias correction; norm scales and shifts do not decay: (init, update)."""

    def init(params):
        return tuple(jax.tree.map(jnp.zeros_like, params) for _ in range(2))

    def update(grads, state, params):
        m = jax.tree.map(lambda m, g: b1 * m + (1 - b1) * g, state[0], grads)
        v = jax.tree.map(lambda v, g: b2 * v + (1 - b2) * g * g, state[1], grads)

        def apply(name):
            change = m[name] / (jnp.sqrt(v[name]) + eps)
            if not name.endswith(("gamma", "beta")):
                change = change + decay * params[name]
            return params[name] - lr * change

        return {name: apply(name) for name in params}, (m, v)

    return init, update


@dataclasses.dataclass(frozen=True)
class Model:
    """A loss function and its optimizer."""

    loss: typing.Callable
    init: typing.Callable
    update: typing.Callable

    def start(self, weights):
        """(params, opt_state, stats) on the device from a dict of NumPy arrays."""
        arrays = {name: jnp.array(value) for name, value in weights.items()}
        moving = ("moving_mean", "moving_variance")
        stats = {k: v for k, v in arrays.items() if k.endswith(moving)}
        params = {k: v for k, v in arrays.items() if k not in stats}
        return params, self.init(params), stats

    def make_step(self):
        """A fresh jitted training step: (state, x, y) -> (state, loss), the state donated."""

        def step(state, x, y):
            params, opt_state, stats = state
            grad_fn = jax.value_and_grad(self.loss, has_aux=True)
            (loss, stats), grads = grad_fn(params, stats, x, y)
            params, opt_state = self.update(grads, opt_state, params)
            return (params, opt_state, stats), loss

        return jax.jit(step, donate_argnums=0)

    def make_value_and_grad(self):
        """A fresh jitted (params, x, y) -> (loss, gradients)."""

        def loss(params, x, y):
            return self.loss(params, {}, x, y)[0]

        return jax.jit(jax.value_and_grad(loss))


MODELS = {
    "mlp": Model(mlp_loss, *adam(1e-3)),
    "lenet": Model(lenet_loss, *momentum(0.01)),
    "resnet": Model(resnet_loss, *momentum(1e-3)),
    "gpt": Model(gpt_loss, *adam_weight_decay(1e-3, 0.01)),
    "lstm": Model(lstm_loss, *adam(1e-3)),
}

OPTIMIZERS = {"adam": adam(1e-3), "momentum": momentum(0.01)}


def make_update(name, params):
    """(params, opt_state) and a fresh jitted (state, grads) -> state, the state donated."""
    init, update = OPTIMIZERS[name]

    def step(state, grads):
        return update(grads, state[1], state[0])

    return (params, init(params)), jax.jit(step, donate_argnums=0)


def eager_layer_norm(x, gamma, beta, eps=1e-5):
    """Layer norm over the last axis, one jnp call after the other."""
    mean = jnp.mean(x, -1, keepdims=True)
    variance = jnp.var(x, -1, keepdims=True)
    return (x - mean) / jnp.sqrt(variance + eps) * gamma + beta


def three_losses(name, weights, x, y):
    """The losses of the first three training steps, as Python floats."""
    model = MODELS[name]
    state, step, losses = model.start(weights), model.make_step(), []
    for _ in range(3):
        state, loss = step(state, np.asarray(x), np.asarray(y))
        losses.append(float(loss))
    return losses
