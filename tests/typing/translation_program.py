"""Translation: vocabularies, an encoder and a decoder, beams, sampling and BLEU.

`make lint` checks it, `tests/test_stubs.py` runs it.
"""

from __future__ import annotations

import abc
import enum
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

import msjax as ms
import msjax.dataset as ds
import msjax.nn as nn
import msjax.numpy as mnp
from msjax import Tensor, ops
from msjax.dataset import text
from msjax.train import BleuScore, Perplexity

WORDS = ["<pad>", "<s>", "</s>", "one", "two", "three", "four"]


class Special(enum.IntEnum):
    PAD = 0
    BEGIN = 1
    END = 2


@dataclass(frozen=True)
class Config:
    words: int = len(WORDS)
    width: int = 16
    heads: int = 2
    longest: int = 6
    drop: float = 0.1


@dataclass
class Beam:
    """Tokens so far and the logarithm of their probability."""

    tokens: list[int]
    score: float = 0.0
    parts: list[float] = field(default_factory=list)

    def longer(self, token: int, score: float) -> Beam:
        return Beam([*self.tokens, token], self.score + score, [*self.parts, score])

    @property
    def ended(self) -> bool:
        return self.tokens[-1] == Special.END


def pairs(count: int) -> tuple[list[str], list[str]]:
    rng = np.random.default_rng(3)
    source = [" ".join(rng.choice(WORDS[3:], 3)) for _ in range(count)]
    return source, [" ".join(reversed(line.split())) for line in source]


def data(config: Config, count: int = 8) -> ds.Dataset:
    vocab = text.Vocab.from_list(WORDS[3:], special_tokens=WORDS[:3], special_first=True)
    source, target = pairs(count)
    rows = ds.NumpySlicesDataset((source, target), ["source", "target"], shuffle=False)
    look_up = [text.WhitespaceTokenizer(), text.Lookup(vocab, unknown_token="<pad>")]
    for name in ("source", "target"):
        rows = rows.map(look_up, name)
    rows = rows.map(lambda t: np.r_[Special.BEGIN, t, Special.END].astype(np.int32), "target")
    longest = config.longest
    pad = {"source": ([longest], 0), "target": ([longest], np.int32(0).item())}
    return rows.padded_batch(4, drop_remainder=True, pad_info=pad)


class Positions(nn.Cell):
    """Sines and cosines, added to the words."""

    def __init__(self, width: int, longest: int = 32) -> None:
        super().__init__()
        places = np.arange(longest, dtype=np.float32)[:, None]
        rates = np.exp(np.arange(0, width, 2) * (-math.log(10000.0) / width))
        table = np.zeros((longest, width), np.float32)
        table[:, 0::2], table[:, 1::2] = np.sin(places * rates), np.cos(places * rates)
        self.table = Tensor(table)

    def construct(self, x: Tensor) -> Tensor:
        return x + self.table[: x.shape[1]]


class Generator(abc.ABC):
    """What makes tokens out of logits."""

    @abc.abstractmethod
    def next_token(self, logits: Tensor) -> Tensor: ...


class Greedy(Generator):
    def next_token(self, logits: Tensor) -> Tensor:
        return ops.argmax(logits, dim=-1, keepdim=True)


class Sampled(Generator):
    """One of the likeliest tokens, whose probabilities add up to `p` at most."""

    def __init__(self, k: int = 3, p: float = 0.9, temperature: float = 1.0) -> None:
        self.k, self.p, self.temperature = k, p, temperature

    def next_token(self, logits: Tensor) -> Tensor:
        values, places = ops.topk(logits / self.temperature, self.k, dim=-1)
        shares = ops.softmax(values, axis=-1)
        total = ops.cumsum(shares, axis=-1) - shares
        shares = shares.masked_fill(total > self.p, 0.0)
        chosen = ops.multinomial(shares, 1, replacement=True)
        return ops.gather_elements(places, 1, chosen.astype(ms.int32))


class Translator(nn.Cell):
    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.words = nn.Embedding(config.words, config.width, padding_idx=int(Special.PAD))
        self.positions = Positions(config.width)
        self.transformer = nn.Transformer(
            d_model=config.width,
            nhead=config.heads,
            num_encoder_layers=1,
            num_decoder_layers=1,
            dim_feedforward=32,
            dropout=config.drop,
            activation="gelu",
            batch_first=True,
        )
        self.head = nn.Dense(config.width, config.words, has_bias=False)

    def construct(self, source: Tensor, target: Tensor) -> Tensor:
        length = target.shape[1]
        later = ops.triu(ops.ones((length, length), ms.bool_), diagonal=1)
        hidden = self.transformer(
            self.positions(self.words(source) * math.sqrt(self.config.width)),
            self.positions(self.words(target)),
            tgt_mask=later,
            src_key_padding_mask=source == Special.PAD,
        )
        return self.head(hidden)

    def generate(self, source: Tensor, by: Generator, longest: int | None = None) -> Tensor:
        """Tokens for each source, until all have ended."""
        tokens = ops.full((source.shape[0], 1), Special.BEGIN, dtype=ms.int32)
        for _ in range(longest or self.config.longest):
            logits = self(source, tokens)[:, -1]
            tokens = ops.cat((tokens, by.next_token(logits).astype(ms.int32)), axis=1)
            if (tokens == Special.END).any(axis=1).all():
                break
        return tokens

    def beams(self, source: Tensor, count: int = 2) -> Beam:
        """The likeliest of several translations of one source."""
        beams = [Beam([int(Special.BEGIN)])]
        for _ in range(self.config.longest):
            longer: list[Beam] = [beam for beam in beams if beam.ended]
            for beam in beams:
                if beam.ended:
                    continue
                logits = self(source, Tensor([beam.tokens], ms.int32))[0, -1]
                scores, places = ops.log_softmax(logits).topk(count)
                for token, score in zip(places.tolist(), scores.tolist(), strict=True):
                    longer.append(beam.longer(token, score))
            beams = sorted(longer, key=lambda b: b.score / len(b.tokens), reverse=True)[:count]
        return beams[0]


def spoken(rows: Iterable[Sequence[int]]) -> list[list[str]]:
    special = {int(kind) for kind in Special}
    return [[WORDS[token] for token in row if token not in special] for row in rows]


def main() -> None:
    ms.set_seed(4)
    config = Config()
    net = Translator(config)
    loss_fn = nn.CrossEntropyLoss(ignore_index=int(Special.PAD), label_smoothing=0.1)
    schedule = nn.dynamic_lr.polynomial_decay_lr(0.01, 1e-3, 8, 2, 4, power=1.0)
    optimizer = nn.AdamWeightDecay(net.trainable_params(), schedule, beta1=0.9, beta2=0.98)
    perplexity = Perplexity(ignore_label=int(Special.PAD))
    perplexity.clear()

    def forward(source: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        logits = net(source, target[:, :-1])
        loss = loss_fn(logits.reshape(-1, config.words), target[:, 1:].reshape(-1))
        return loss, logits

    grad_fn = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)

    @ms.jit
    def train_step(source: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        (loss, logits), grads = grad_fn(source, target)
        norm = ops.sqrt(sum([ops.square(g).sum() for g in grads], start=Tensor(0.0)))
        loss = ops.depend(loss, optimizer(tuple(g / ops.maximum(norm, 1.0) for g in grads)))
        return loss, logits

    rows = data(config)
    for epoch in range(2):
        net.set_train()
        for step, (source, target) in enumerate(rows.create_tuple_iterator(), start=1):
            loss, logits = train_step(source, target)
            shares = ops.softmax(logits, -1).reshape(-1, config.words)
            perplexity.update(shares, target[:, 1:].reshape(-1))
            print(f"epoch {epoch} step {step}: {loss.asnumpy() > 0}")
    net.set_train(False)
    batch = next(rows.create_dict_iterator(output_numpy=False))
    bleu = BleuScore(n_gram=2)
    bleu.clear()
    generators: dict[str, Generator] = {"greedy": Greedy(), "sampled": Sampled(k=2)}
    for name, by in generators.items():
        made = net.generate(batch["source"], by)
        lines = spoken(made.asnumpy().tolist())
        bleu.update(lines, [[line] for line in spoken(batch["target"].asnumpy().tolist())])
        print(name, made.shape[0], 0 <= bleu.eval() <= 1)
    best = net.beams(batch["source"][:1])
    counts = Counter(best.tokens)
    lengths = mnp.array([len(best.tokens), mnp.sum(3.0)], ms.float32) + (1, 2)
    print(counts[int(Special.BEGIN)], len(best.parts) + 1 == len(best.tokens), lengths.shape)
    print(perplexity.eval() > 1)


if __name__ == "__main__":
    main()
