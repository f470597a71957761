"""The trainer of units on a GPU: Adam on batches of centers, thousands of negatives shared by each.

The whole OEIS takes seconds an epoch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from int2vec.embed.units import UnitsConfig
from int2vec.errors import InputError, MissingExtraError

try:
    import torch
    from torch.nn.functional import softplus
except ImportError as error:
    raise MissingExtraError("training units on a GPU", "lstm") from error

if TYPE_CHECKING:
    from int2vec.corpus.split import Split, Vocabulary
    from int2vec.corpus.store import Corpus, Progress

Floats = NDArray[np.float32]


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
