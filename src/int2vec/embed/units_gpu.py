"""The trainer of units on a GPU: Adam on batches of centers, thousands of negatives shared by each.

The whole OEIS takes seconds an epoch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from int2vec.embed.units import Grams, UnitsConfig, tokens_of
from int2vec.errors import InputError, MissingExtraError
from int2vec.subwords import Subwords

try:
    import torch
    from torch.nn.functional import embedding_bag, softplus
except ImportError as error:
    raise MissingExtraError("training units on a GPU", "lstm") from error

if TYPE_CHECKING:
    from int2vec.corpus.split import Split, Vocabulary
    from int2vec.corpus.store import Corpus, Progress

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False, kw_only=True)
class Stream:
    """The terms of the training part, one sequence behind the other, and the units of each."""

    tokens: NDArray[np.int32]  # (n_terms,)
    owners: NDArray[np.int32]  # (n_terms,) the sequence of each
    counts: NDArray[np.int64]  # (vocabulary,)
    units: NDArray[np.int32]  # (integers, most units)
    grams: Grams


def make_stream(
    corpus: Corpus, split: Split, vocabulary: Vocabulary, config: UnitsConfig
) -> Stream:
    """The training part as tokens: the vocabulary, then other integers that have units."""
    sequences = np.sort(split.train)
    token_of_row, integers = tokens_of(corpus, sequences, vocabulary, config)
    tokens = token_of_row[np.asarray(corpus.rows)[corpus.mask_of(sequences)]]
    lengths = np.diff(corpus.offsets)[sequences]
    owners = np.repeat(np.arange(len(sequences), dtype=np.int32), lengths)
    return Stream(
        tokens=tokens[tokens >= 0],
        owners=owners[tokens >= 0],
        counts=vocabulary.counts,
        units=config.kinds.of(integers).astype(np.int32),
        grams=Grams.of(integers, config),
    )


def learn(
    stream: Stream, config: UnitsConfig, *, device: str = "auto", progress: Progress | None = None
) -> tuple[Floats, Floats, Subwords | None]:
    """The vectors of words, (vocabulary, dim), of units, (units, dim), and of n-grams."""
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_float32_matmul_precision("high")
    model = _SkipGram(stream, config, torch.device(device))
    steps = 0
    for epoch in range(config.epochs):
        tokens, owners = model.sampled_terms()
        per_epoch = max(len(tokens) // config.batch, 1)
        total = torch.zeros((), device=device)
        # All places in random order, in batches of one size; the rest is left out.
        order = torch.randperm(len(tokens), device=device, generator=model.random)
        size = min(config.batch, len(order))
        for first in range(0, per_epoch * size, max(size, 1)):
            left = 1 - steps / (per_epoch * config.epochs)
            for group in model.optimizer.param_groups:
                group["lr"] = config.learning_rate * max(left, 0.01)
            total += model.step(order[first : first + size], tokens, owners)
            steps += 1
        loss = float(total) / per_epoch
        if not np.isfinite(loss):
            raise InputError(f"the loss is {loss} in epoch {epoch + 1}; lower learning_rate")
        if progress:
            progress((epoch + 1) / config.epochs, f"epoch {epoch + 1}, loss {loss:.3f}")
    words, units, grams = (
        each[:-1].detach().cpu().numpy() for each in (model.words, model.units, model.grams)
    )
    return words, units, stream.grams.table(grams, config)


class _SkipGram:
    """The parameters, and one step of training on a batch of centers.

    The last row of words, units and n-grams is zero: it fills up what is left out.
    """

    def __init__(self, stream: Stream, config: UnitsConfig, device: torch.device) -> None:
        self.config, self.device = config, device
        self.n_words = len(stream.counts)
        self.random = torch.Generator(device=device)
        self.random.manual_seed(config.seed)
        self.n_units, self.n_grams = config.kinds.n, len(stream.grams.buckets)
        self.units_of = torch.tensor(stream.units, device=device)
        self.gram_starts = torch.tensor(stream.grams.starts, device=device)
        self.gram_rows = torch.tensor(stream.grams.rows, device=device)
        n_parts = (stream.units < self.n_units).sum(axis=1) + np.diff(stream.grams.starts)
        self.n_parts_of = torch.tensor(n_parts, device=device)
        self.tokens = torch.tensor(stream.tokens, device=device, dtype=torch.int64)
        self.owners = torch.tensor(stream.owners, device=device)
        counts = torch.tensor(stream.counts, device=device, dtype=torch.float64)
        share = counts / counts.sum()
        self.keep = torch.ones(len(stream.units), device=device, dtype=torch.float64)
        # word2vec's rule: a word commoner than `sample` is passed over now and then
        self.keep[: self.n_words] = ((share / config.sample).sqrt() + 1) * (config.sample / share)
        self.drawn = torch.cumsum(counts**0.75 / (counts**0.75).sum(), 0)
        self.words = self._parameter(self.n_words + 1)
        self.units = self._parameter(self.n_units + 1)
        self.grams = self._parameter(self.n_grams + 1)
        self.outputs = self._parameter(self.n_words, scale=0.0)
        parameters = [self.words, self.units, self.grams, self.outputs]
        self.optimizer = torch.optim.Adam(
            parameters, lr=config.learning_rate, fused=device.type == "cuda"
        )
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
        """The vectors of a batch of integers: the mean of units plus the weighted word.

        The word is all there is where an integer has no units.
        """
        # As a product with zeros and ones: gradients of units that many share need no atomics.
        ones = torch.zeros(len(tokens), self.n_units + 1, device=self.device)
        ones.scatter_(1, self.units_of[tokens].long(), 1.0)[:, -1] = 0
        vectors = ones @ self.units
        if self.n_grams:
            vectors = vectors + self._gram_sums(tokens)
        n_parts = self.n_parts_of[tokens]
        vectors = vectors / n_parts.clamp(min=1)[:, None]
        if not self.config.words:
            return vectors
        chance = torch.rand(len(tokens), device=self.device, generator=self.random)
        spoken = (tokens < self.n_words) & ((chance >= self.config.word_dropout) | (n_parts == 0))
        chosen = torch.where(spoken, tokens, self.n_words)
        weights = torch.where(n_parts > 0, self.config.word_weight, 1.0) * spoken
        return vectors + weights[:, None] * self.words.index_select(0, chosen)

    def _gram_sums(self, tokens: torch.Tensor) -> torch.Tensor:
        """The sums of the vectors of each integer's n-grams: (batch, dim)."""
        starts = self.gram_starts[tokens]
        counts = self.gram_starts[tokens + 1] - starts
        firsts = counts.cumsum(0) - counts  # the place of an integer's first among all of them
        places = torch.arange(int(counts.sum()), device=self.device)
        rows = self.gram_rows[places + torch.repeat_interleave(starts - firsts, counts)]
        return embedding_bag(rows.long(), self.grams, firsts, mode="sum")
