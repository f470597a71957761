"""Skip-gram with negative sampling, in which an integer is the sum of its word and its units.

The word is a vector of the integer's own, if it is in the vocabulary; it is left out at random in
a part of the steps, so that the units learn to stand alone. Integers too rare for a word take part
by their units. On a GPU the whole OEIS takes seconds an epoch; the same code runs on a CPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from int2vec.corpus.split import Vocabulary
from int2vec.embed.config import Config, setting, training_manifest
from int2vec.embeddings import Embeddings
from int2vec.errors import CorpusError, InputError, MissingExtraError
from int2vec.units import UnitKinds, Units

try:
    import torch
    from torch.nn.functional import softplus
except ImportError as error:
    raise MissingExtraError("training units", "lstm") from error

if TYPE_CHECKING:
    from int2vec.corpus.split import Split
    from int2vec.corpus.store import Corpus, Progress

Floats = NDArray[np.float32]
# The small moduli, prime powers and primes up to 101.
MODULI = "2-13 16 17 19 23 25 27 29 31 32 37 41 43 47 53 59 61 67 71 73 79 83 89 97 101"


@dataclass(frozen=True, kw_only=True)
class UnitsConfig(Config):
    """The settings of the model that ships; its card says what they were chosen by."""

    dim: int = setting(200, least=1, most=4_096)
    window: int = setting(5, least=1, most=100)
    negative: int = setting(5, least=1, most=1_000)
    min_count: int = setting(3, least=1, most=10**6)
    epochs: int = setting(40, least=1, most=10_000)
    sample: float = setting(1e-4, least=1e-9, most=1.0)
    words: bool = setting(True)
    word_dropout: float = setting(0.3, least=0.0, most=1.0)
    word_weight: float = setting(0.1, least=1e-3, most=10.0)
    moduli: str = setting(MODULI)
    largest_divisor: int = setting(997, least=0, most=10_000)
    size_steps: int = setting(8, least=0, most=64)
    leading: bool = setting(True)
    batch: int = setting(16_384, least=1, most=2**20)
    shared_negatives: int = setting(2_048, least=1, most=2**16)
    learning_rate: float = setting(5e-3, least=1e-8, most=1.0)
    seed: int = setting(0, least=0, most=2**31 - 2)

    @property
    def kinds(self) -> UnitKinds:
        """Which units an integer has."""
        return UnitKinds(
            moduli=read_moduli(self.moduli),
            largest_divisor=self.largest_divisor,
            size_steps=self.size_steps,
            leading=self.leading,
        )


def read_moduli(text: str) -> tuple[int, ...]:
    """The moduli in a line such as '2-13 16 17'.

    >>> read_moduli("2-4 9")
    (2, 3, 4, 9)
    """
    found: list[int] = []
    for word in text.replace(",", " ").split():
        first, _, last = word.partition("-")
        if not (first.isdigit() and (last or first).isdigit()):
            raise InputError(f"'{word}' is no modulus; give some such as '2-13 16 17'")
        found += range(int(first), int(last or first) + 1)
    if len(set(found)) != len(found):
        raise InputError(f"the moduli are '{text}'; give each once")
    return tuple(found)


@dataclass(frozen=True, eq=False, kw_only=True)
class Stream:
    """The terms of the training part, one sequence behind the other.

    A token is the place of a term in `integers`, in which the vocabulary comes first.
    """

    tokens: NDArray[np.int32]  # (n_terms,)
    lengths: NDArray[np.int32]  # (n_sequences,)
    integers: Sequence[int]
    counts: NDArray[np.int64]  # (vocabulary,)


def make_stream(corpus: Corpus, split: Split, vocabulary: Vocabulary) -> Stream:
    """The training part as tokens: the vocabulary, then every other integer that it shows."""
    sequences = np.sort(split.train)
    rows = np.asarray(corpus.rows)[corpus.mask_of(sequences)]
    token_of_row = vocabulary.token_of_row.copy()
    seen = np.zeros(corpus.n_types, bool)
    seen[rows] = True
    others = np.flatnonzero(seen & (token_of_row < 0))
    token_of_row[others] = len(vocabulary) + np.arange(len(others))
    return Stream(
        tokens=token_of_row[rows],
        lengths=np.diff(corpus.offsets)[sequences].astype(np.int32),
        integers=[*vocabulary.integers, *corpus.integers_of(others)],
        counts=vocabulary.counts,
    )


def train_units(
    corpus: Corpus,
    split: Split,
    config: UnitsConfig,
    *,
    device: str = "auto",
    progress: Progress | None = None,
) -> Embeddings:
    """Vectors of the training part's integers, and of every other one by its units."""
    vocabulary = Vocabulary.build(corpus, split.train, config.min_count)
    if len(vocabulary) < 2:
        raise CorpusError(
            f"'{corpus.name}' shows {len(vocabulary)} integer {config.min_count} times; "
            "lower min_count or give a larger corpus"
        )
    if progress:
        progress(0.0, "finding the units of every integer")
    stream = make_stream(corpus, split, vocabulary)
    words, table = learn(stream, config, device=device, progress=progress)
    manifest = training_manifest("units", corpus, split, config, vocabulary)
    return put_together(vocabulary.integers, words, table, config, manifest)


def put_together(
    integers: Sequence[int],
    words: Floats,
    table: Floats,
    config: UnitsConfig,
    manifest: dict[str, object],
) -> Embeddings:
    """The embeddings of integers that have a word, with their units for all others."""
    units = Units(kinds=config.kinds, matrix=table)
    matrix = units.vectors(integers) + config.word_weight * words
    return Embeddings(integers, matrix, name="units", subwords=units, manifest=manifest)


def learn(
    stream: Stream, config: UnitsConfig, *, device: str = "auto", progress: Progress | None = None
) -> tuple[Floats, Floats]:
    """The vectors of words, (vocabulary, dim), and of units, (units, dim)."""
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")
    model = _SkipGram(stream, config, torch.device(device))
    steps = 0
    for epoch in range(config.epochs):
        tokens, owners = model.sampled_terms()
        per_epoch = max(len(tokens) // config.batch, 1)
        total = torch.zeros((), device=device)
        for places in model.batches(len(tokens)):
            model.set_rate(1 - steps / (per_epoch * config.epochs))
            total += model.step(places, tokens, owners)
            steps += 1
        loss = float(total) / per_epoch
        if not np.isfinite(loss):
            raise InputError(f"the loss is {loss} in epoch {epoch + 1}; lower learning_rate")
        if progress:
            progress((epoch + 1) / config.epochs, f"epoch {epoch + 1}, loss {loss:.3f}")
    return model.words[:-1].detach().cpu().numpy(), model.units[:-1].detach().cpu().numpy()


class _SkipGram:
    """The parameters, and one step of training on a batch of centers.

    The last row of words and of units is zero and stays so: it fills up what is left out.
    """

    def __init__(self, stream: Stream, config: UnitsConfig, device: torch.device) -> None:
        self.config, self.device = config, device
        self.n_words = len(stream.counts)
        self.random = torch.Generator(device=device)
        self.random.manual_seed(config.seed)
        units = config.kinds.of(stream.integers)  # (integers, most units)
        self.n_units = config.kinds.n
        self.units_of = torch.tensor(units.astype(np.int16), device=device)
        self.n_units_of = torch.tensor(
            np.maximum((units < self.n_units).sum(axis=1), 1), device=device, dtype=torch.float32
        )
        self.tokens = torch.tensor(stream.tokens, device=device, dtype=torch.int64)
        lengths = torch.tensor(stream.lengths, device=device, dtype=torch.int64)
        self.owners = torch.repeat_interleave(torch.arange(len(lengths), device=device), lengths)
        counts = torch.tensor(stream.counts, device=device, dtype=torch.float64)
        share = counts / counts.sum()
        self.keep = torch.ones(len(stream.integers), device=device, dtype=torch.float64)
        # word2vec's rule: a word commoner than `sample` is passed over now and then
        self.keep[: self.n_words] = ((share / config.sample).sqrt() + 1) * (config.sample / share)
        self.drawn = torch.cumsum(counts**0.75 / (counts**0.75).sum(), 0)
        self.words = self._parameter(self.n_words + 1)
        self.units = self._parameter(self.n_units + 1)
        self.outputs = self._parameter(self.n_words, scale=0.0)
        parameters = [self.words, self.units, self.outputs]
        self.optimizer = torch.optim.Adam(parameters, lr=config.learning_rate)
        reach = range(-config.window, config.window + 1)
        self.offsets = torch.tensor([o for o in reach if o], device=device)

    def _parameter(self, n: int, scale: float = 0.5) -> torch.Tensor:
        bound = scale / self.config.dim
        drawn = torch.rand(n, self.config.dim, device=self.device, generator=self.random)
        values = (2 * drawn - 1) * bound
        values[-1] = 0
        return values.requires_grad_(True)

    def sampled_terms(self) -> tuple[torch.Tensor, torch.Tensor]:
        """The terms of an epoch, the commonest thinned out, and the sequence of each."""
        chance = torch.rand(len(self.tokens), device=self.device, generator=self.random)
        kept = chance < self.keep[self.tokens]
        return self.tokens[kept], self.owners[kept]

    def batches(self, n: int) -> list[torch.Tensor]:
        """All places in random order, cut into batches of one size; the rest is left out."""
        order = torch.randperm(n, device=self.device, generator=self.random)
        size = min(self.config.batch, n)
        return [order[i : i + size] for i in range(0, n - size + 1, size)] if n else []

    def set_rate(self, left: float) -> None:
        """The learning rate falls with the steps left."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.config.learning_rate * max(left, 0.01)

    def step(
        self, places: torch.Tensor, tokens: torch.Tensor, owners: torch.Tensor
    ) -> torch.Tensor:
        """The loss of one batch of centers, after the parameters have moved."""
        contexts, there = self._contexts(places, tokens, owners)  # (batch, 2 · window)
        centers = self._centers(tokens[places])  # (batch, dim)
        near = self.outputs.index_select(0, contexts.reshape(-1)).view(*contexts.shape, -1)
        hits = softplus(-(near * centers[:, None]).sum(-1))
        draw = torch.rand(
            self.config.shared_negatives,
            device=self.device,
            generator=self.random,
            dtype=torch.float64,
        )
        negatives = torch.searchsorted(self.drawn, draw).clamp(max=self.n_words - 1)
        misses = softplus(centers @ self.outputs.index_select(0, negatives).T).mean(1)
        n_near = there.sum(1)
        loss = (hits * there).sum() + self.config.negative * (misses * n_near).sum()
        loss = loss / n_near.sum().clamp(min=1)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimizer.step()
        return loss.detach()

    def _contexts(
        self, places: torch.Tensor, tokens: torch.Tensor, owners: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The words around each center, within a window of random width, and which are there."""
        window, n = self.config.window, len(tokens)
        widths = torch.randint(
            1, window + 1, (len(places), 1), device=self.device, generator=self.random
        )
        around = places[:, None] + self.offsets
        inside = (around >= 0) & (around < n)
        around = around.clamp(0, n - 1)
        found = tokens[around]
        there = (
            inside & (self.offsets.abs() <= widths) & (owners[around] == owners[places][:, None])
        )
        return found.clamp(max=self.n_words - 1), there & (found < self.n_words)

    def _centers(self, tokens: torch.Tensor) -> torch.Tensor:
        """The vectors of a batch of integers: the mean of units plus the weighted word."""
        units = self.units_of[tokens].long()  # (batch, most units)
        # As a product with zeros and ones: gradients of units that many share need no atomics.
        ones = torch.zeros(len(tokens), self.n_units + 1, device=self.device)
        ones.scatter_(1, units, 1.0)[:, -1] = 0
        vectors = ones @ self.units / self.n_units_of[tokens][:, None]
        if not self.config.words:
            return vectors
        chance = torch.rand(len(tokens), device=self.device, generator=self.random)
        spoken = (tokens < self.n_words) & (chance >= self.config.word_dropout)
        chosen = torch.where(spoken, tokens, self.n_words)
        words = self.words.index_select(0, chosen) * spoken[:, None]
        return vectors + self.config.word_weight * words
