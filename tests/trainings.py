"""Ten small networks of usual kinds with their training, as plain MindSpore code.

Nothing here knows msjax: under MindSpore the file runs as it is, under msjax after
``msjax.install()``. Weights are those of `networks.fill_parameters`, batches come from NumPy.
Each entry of `TRAININGS` builds a `Training` of its network, whose `step` takes a batch and
returns the loss (the GAN's: both losses) computed before the update. `mixed` makes a step in mixed
precision of one that has a loss function.
"""

import mindspore as ms
import mindspore.nn as nn
import numpy as np
from mindspore import ops
from mindspore.experimental.optim import AdamW
from trainings_images import STEPS, Training, densenet, mobilenet, ready, resnet, simple, unet, vit


def mixed(training):
    """A step at level O2 with a dynamic loss scale: loss, whether it was applied, next scale."""
    net = ms.amp.auto_mixed_precision(training.net, "O2")
    scaler = ms.amp.DynamicLossScaler(2.0**16, 2, 5)
    (optimizer,) = training.optimizers

    def forward(x, y):
        return scaler.scale(training.loss(net(x), y))

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters)

    def step(x, y):
        value, grads = grad_fn(x, y)
        value, grads = scaler.unscale(value), scaler.unscale(grads)
        finite = ms.amp.all_finite(grads)
        scaler.adjust(finite)
        if finite:
            optimizer(grads)
        return value, finite, scaler.scale_value

    return step


# -- decoder-only language model -------------------------------------------------------------------


class RotaryAttention(nn.Cell):
    """Causal attention with rotary positions and fewer heads of keys."""

    def __init__(self, dim, heads, groups, length):
        super().__init__()
        self.heads, self.groups, self.size = heads, groups, dim // heads
        self.q = nn.Dense(dim, dim, has_bias=False)
        self.k = nn.Dense(dim, groups * self.size, has_bias=False)
        self.v = nn.Dense(dim, groups * self.size, has_bias=False)
        self.o = nn.Dense(dim, dim, has_bias=False)
        angles = np.outer(np.arange(length), 100.0 ** -np.linspace(0, 1, self.size // 2))
        angles = np.concatenate([angles, angles], -1).astype(np.float32)
        self.cos, self.sin = ms.Tensor(np.cos(angles)), ms.Tensor(np.sin(angles))

    def turn(self, x):
        low, high = ops.split(x, self.size // 2, -1)
        cos, sin = self.cos.astype(x.dtype), self.sin.astype(x.dtype)
        return x * cos + ops.cat((-high, low), -1) * sin

    def construct(self, x, mask):
        batch, length, dim = x.shape
        q = self.q(x).view(batch, length, self.heads, -1).transpose(0, 2, 1, 3)
        k = self.k(x).view(batch, length, self.groups, -1).transpose(0, 2, 1, 3)
        v = self.v(x).view(batch, length, self.groups, -1).transpose(0, 2, 1, 3)
        k = ops.repeat_interleave(self.turn(k), self.heads // self.groups, 1)
        v = v.repeat_interleave(self.heads // self.groups, dim=1)
        scores = ops.BatchMatMul(transpose_b=True)(self.turn(q), k) / self.size**0.5
        scores = ops.masked_fill(scores.astype(ms.float32), mask, -1e4)
        weights = ops.softmax(scores, axis=-1).astype(x.dtype)
        return self.o(ops.bmm(weights, v).swapaxes(1, 2).reshape(batch, length, dim))


class RootNorm(nn.Cell):
    """Norm by the root mean square."""

    def __init__(self, dim):
        super().__init__()
        self.gamma = ms.Parameter(ms.Tensor(np.ones(dim, np.float32)), name="gamma")

    def construct(self, x):
        wide = x.astype(ms.float32)
        wide = wide * ops.rsqrt(ops.square(wide).mean(-1, keep_dims=True) + 1e-6)
        return (wide * self.gamma).astype(x.dtype)


class Decoder(nn.Cell):
    """Pre-norm block with a gated feed-forward part."""

    def __init__(self, dim, length):
        super().__init__()
        self.attention = RotaryAttention(dim, 4, 2, length)
        self.norm1, self.norm2 = RootNorm(dim), RootNorm(dim)
        self.gate, self.up = (nn.Dense(dim, 32, has_bias=False) for _ in range(2))
        self.down = nn.Dense(32, dim, has_bias=False)

    def construct(self, x, mask):
        x = x + self.attention(self.norm1(x), mask)
        y = self.norm2(x)
        return x + self.down(ops.silu(self.gate(y)) * self.up(y))


class GPT(nn.Cell):
    """Decoder whose output layer is its embedding table."""

    def __init__(self, vocab=20, dim=16, length=12):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.layers = nn.CellList([Decoder(dim, length) for _ in range(2)])
        self.norm = RootNorm(dim)

    def construct(self, ids):
        length = ids.shape[1]
        mask = ops.triu(ops.ones((length, length), ms.float32), 1).bool()
        x = self.embed(ids)
        for layer in self.layers:
            x = layer(x, mask)
        return ops.matmul(self.norm(x), self.embed.embedding_table.T.astype(x.dtype))


def counting(vocab, shape, seed):
    """Two batches of sequences that count up from a random start, and their next tokens."""
    rng, batches = np.random.default_rng(seed), []
    for _ in range(2):
        start = rng.integers(0, vocab, (shape[0], 1))
        pace = rng.integers(1, 3, (shape[0], 1))
        ids = ((start + pace * np.arange(shape[1] + 1)) % vocab).astype(np.int32)
        batches.append((ids[:, :-1], ids[:, 1:]))
    return batches


def language_loss(logits, targets):
    """Mean cross entropy of all positions, computed in float32."""
    logits = logits.astype(ms.float32).reshape((-1, logits.shape[-1]))
    return ops.cross_entropy(logits, targets.reshape((-1,)))


def gpt():
    """Next-token cross entropy, Adam on a polynomial decay."""
    net = ready(GPT())
    rate = nn.PolynomialDecayLR(0.02, 0.002, STEPS, 2.0)
    optimizer = nn.Adam(net.trainable_params(), rate, beta2=0.95)
    batches = counting(20, (4, 12), 6)
    return simple(net, lambda x, y: language_loss(net(x), y), optimizer, batches, language_loss)


# -- encoder with masked tokens --------------------------------------------------------------------


class BERT(nn.Cell):
    """Three embeddings, `nn.TransformerEncoder`, heads for masked tokens and for the pair."""

    def __init__(self, vocab=20, dim=16, length=10):
        super().__init__()
        self.word = nn.Embedding(vocab, dim, padding_idx=0)
        self.kind = nn.Embedding(2, dim)
        self.place = nn.Embedding(length, dim)
        self.norm = nn.LayerNorm((dim,), epsilon=1e-12)
        layer = nn.TransformerEncoderLayer(
            dim, 2, 32, dropout=0.0, activation="gelu", batch_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, 2, nn.LayerNorm((dim,)))
        self.pooler = nn.Dense(dim, dim, activation="tanh")
        self.pair = nn.Dense(dim, 2)
        self.transform = nn.Dense(dim, dim, activation=nn.GELU())
        self.bias = ms.Parameter(ms.Tensor(np.zeros(vocab, np.float32)), name="bias")

    def construct(self, ids, kinds, positions):
        length = ids.shape[1]
        place = self.place(ops.arange(length).astype(ms.int32).expand_dims(0))
        x = self.norm(self.word(ids) + self.kind(kinds) + place)
        x = self.encoder(x, src_key_padding_mask=ops.equal(ids, 0))
        chosen = ops.gather_d(x, 1, ops.tile(positions.expand_dims(-1), (1, 1, x.shape[-1])))
        tokens = ops.matmul(self.transform(chosen), self.word.embedding_table.T) + self.bias
        return tokens, self.pair(self.pooler(x[:, 0, :]))


def bert():
    """Weighted cross entropy of masked tokens and of the pair, AdamW."""
    net = ready(BERT())
    optimizer = AdamW(net.trainable_params(), lr=0.005, eps=1e-6, weight_decay=0.01)
    rng, batches = np.random.default_rng(7), []
    for _ in range(2):
        ids = rng.integers(2, 20, (4, 10))
        lengths = rng.integers(6, 11, 4)
        positions = np.stack([rng.permutation(6)[:3] for _ in range(4)])
        labels = np.take_along_axis(ids, positions, 1)
        np.put_along_axis(ids, positions, 1, 1)
        ids[np.arange(10) >= lengths[:, None]] = 0
        kinds = (np.arange(10) >= lengths[:, None] // 2).astype(int)
        weights = (rng.random((4, 3)) < 0.8).astype(np.float32)
        arrays = [a.astype(np.int32) for a in (ids, kinds, positions, labels, lengths % 2)]
        batches.append((*arrays, weights))

    def forward(ids, kinds, positions, labels, pairs, weights):
        tokens, pair = net(ids, kinds, positions)
        each = ops.cross_entropy(tokens.reshape(-1, 20), labels.reshape(-1), reduction="none")
        masked = (each * weights.reshape(-1)).sum() / (weights.sum() + 1e-5)
        return masked + ops.cross_entropy(pair, pairs)

    return simple(net, forward, optimizer, batches)


# -- sequence tagger -------------------------------------------------------------------------------


class Tagger(nn.Cell):
    """Two bidirectional LSTM layers and log probabilities of the tags."""

    def __init__(self, features=6, hidden=8, tags=5):
        super().__init__()
        self.rnn = nn.LSTM(features, hidden, 2, batch_first=True, bidirectional=True)
        self.fc = nn.Dense(2 * hidden, tags)

    def construct(self, x, lengths):
        out, (h, _) = self.rnn(x, None, lengths)
        return ops.log_softmax(self.fc(out), -1).swapaxes(0, 1), h


def tagger():
    """CTC loss over sequences of different lengths, AdaMax."""
    net = ready(Tagger())
    optimizer = nn.AdaMax(net.trainable_params(), 0.02)
    rng, batches = np.random.default_rng(8), []
    for _ in range(2):
        x = rng.standard_normal((3, 10, 6)).astype(np.float32)
        lengths, wanted = np.array([10, 8, 9], np.int32), np.array([3, 2, 3], np.int32)
        labels = rng.integers(1, 5, (3, 3)).astype(np.int32)
        batches.append((x, lengths, labels, wanted))

    def forward(x, lengths, labels, wanted):
        scores, h = net(x, lengths)
        loss = ops.ctc_loss(scores, labels, lengths, wanted, blank=0, reduction="mean")
        return loss[0] + 0.01 * (h * h).mean()

    return simple(net, forward, optimizer, batches)


# -- variational autoencoder -----------------------------------------------------------------------


class VAE(nn.Cell):
    """Convolutional encoder and decoder; the noise is an input."""

    def __init__(self, latent=3):
        super().__init__()
        self.encode = nn.SequentialCell(
            nn.Conv2d(1, 4, 3, stride=2, has_bias=True), nn.ELU(), nn.Flatten()
        )
        self.mean, self.spread = nn.Dense(64, latent), nn.Dense(64, latent)
        self.grow = nn.Dense(latent, 64)
        self.decode = nn.SequentialCell(
            nn.SiLU(),
            nn.Conv2dTranspose(4, 4, 3, stride=2, has_bias=True),
            nn.Tanh(),
            nn.Conv2d(4, 1, 3, dilation=2, has_bias=True),
            nn.Sigmoid(),
        )

    def construct(self, x, noise):
        code = self.encode(x)
        mean, spread = self.mean(code), self.spread(code)
        z = mean + noise * ops.exp(0.5 * spread)
        return self.decode(self.grow(z).reshape(-1, 4, 4, 4)), mean, spread


def vae():
    """Binary cross entropy and divergence, Adagrad."""
    net = ready(VAE())
    optimizer = nn.Adagrad(net.trainable_params(), learning_rate=0.02)
    rng, batches = np.random.default_rng(9), []
    for _ in range(2):
        x = (rng.random((6, 1, 8, 8)) < np.linspace(0, 1, 8)).astype(np.float32)
        batches.append((x, rng.standard_normal((6, 3)).astype(np.float32)))

    def forward(x, noise):
        out, mean, spread = net(x, noise)
        likeness = ops.binary_cross_entropy(out, x, reduction="sum") / x.shape[0]
        apart = -0.5 * ops.ReduceSum()(1 + spread - ops.pow(mean, 2) - spread.exp())
        return likeness + apart / x.shape[0]

    return simple(net, forward, optimizer, batches)


# -- generative adversarial network ----------------------------------------------------------------


class Generator(nn.Cell):
    """Noise to an image of 8 by 8."""

    def __init__(self, latent=4):
        super().__init__()
        self.fc = nn.Dense(latent, 8 * 2 * 2)
        self.layers = nn.SequentialCell(
            nn.BatchNorm2d(8),
            nn.ReLU(),
            nn.Conv2dTranspose(8, 4, 4, 2, pad_mode="pad", padding=1),
            nn.BatchNorm2d(4),
            nn.ReLU(),
            nn.Conv2dTranspose(4, 1, 4, 2, pad_mode="pad", padding=1, has_bias=True),
            nn.Tanh(),
        )

    def construct(self, z):
        return self.layers(ops.reshape(self.fc(z), (-1, 8, 2, 2)))


class Discriminator(nn.Cell):
    """An image of 8 by 8 to the probability that it is real."""

    def __init__(self):
        super().__init__()
        self.layers = nn.SequentialCell(
            nn.Conv2d(1, 4, 4, 2, "pad", 1, has_bias=True),
            nn.LeakyReLU(0.2),
            nn.Conv2d(4, 8, 4, 2, "pad", 1, has_bias=True),
            nn.LeakyReLU(0.2),
            nn.Flatten(),
            nn.Dense(32, 1),
            nn.Sigmoid(),
        )

    def construct(self, x):
        return self.layers(x)


class GAN(nn.Cell):
    """Both networks."""

    def __init__(self):
        super().__init__()
        self.generator, self.discriminator = Generator(), Discriminator()


def gan():
    """Two optimizers in one step: first the discriminator's, then the generator's."""
    net = ready(GAN())
    generator, discriminator = net.generator, net.discriminator
    loss = nn.BCELoss(reduction="mean")
    settings = {"learning_rate": 5e-3, "beta1": 0.5, "beta2": 0.99, "eps": 1e-5}
    optimizers = [nn.Adam(n.trainable_params(), **settings) for n in (discriminator, generator)]

    def judge(real, z):
        fake = ops.stop_gradient(generator(z))
        yes, no = discriminator(real), discriminator(fake)
        return loss(yes, ops.ones_like(yes)) + loss(no, ops.zeros_like(no))

    def deceive(z):
        answer = discriminator(generator(z))
        return loss(answer, ops.ones_like(answer))

    judged = ms.value_and_grad(judge, None, optimizers[0].parameters)
    deceived = ms.value_and_grad(deceive, None, optimizers[1].parameters)

    def step(real, z):
        first, grads = judged(real, z)
        optimizers[0](grads)
        second, grads = deceived(z)
        optimizers[1](grads)
        return first, second

    rng, batches = np.random.default_rng(10), []
    for _ in range(2):
        real = np.sin(np.arange(8) + rng.random((6, 1, 8, 1)) * 3).astype(np.float32)
        real = np.broadcast_to(real, (6, 1, 8, 8)).copy()
        batches.append((real, rng.standard_normal((6, 4)).astype(np.float32)))
    return Training(net, optimizers, batches, step)


TRAININGS = {
    f.__name__: f for f in (resnet, mobilenet, unet, densenet, vit, gpt, bert, tagger, vae, gan)
}
