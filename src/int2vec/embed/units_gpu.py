"""The trainer of units on a GPU: Adam on batches of centers that share thousands of negatives."""

import numpy as np

from int2vec.embed.units import Floats, Material, check_loss
from int2vec.errors import needing

with needing("training units on a GPU", "lstm"):
    import torch
    from torch import Tensor
    from torch.nn.functional import embedding_bag, softplus

    from int2vec.embed.lstm.streams import find_device


def learn(material: Material, *, device: str) -> Floats:
    """The vectors of words, units and n-grams: (rows of the material's table, dim)."""
    torch.set_float32_matmul_precision("high")
    model, config, steps = _SkipGram(material, find_device(device)), material.config, 0
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
        check_loss(float(total) / per_epoch, epoch, config)
    return np.asarray(model.inputs.detach().cpu())


class _SkipGram:
    """The parameters, and one step of training on a batch of centers."""

    def __init__(self, material: Material, device: torch.device) -> None:
        self.config = config = material.config
        self.n_words, self.device = len(material.vocabulary), device
        self.random = torch.Generator(device=device)
        self.random.manual_seed(config.seed)
        corpus, sequences = material.corpus, material.sequences
        tokens = material.token_of_row[np.asarray(corpus.rows)[corpus.mask_of(sequences)]]
        owners = np.repeat(np.arange(len(sequences)), np.diff(corpus.offsets)[sequences])
        self.tokens = torch.tensor(tokens[tokens >= 0], device=device, dtype=torch.int64)
        self.owners = torch.tensor(owners[tokens >= 0], device=device)
        self.starts = torch.tensor(material.starts, device=device)
        self.parts = torch.tensor(material.parts, device=device)
        others = np.ones(len(material.starts) - 1 - self.n_words)
        self.keep = torch.tensor(np.append(material.keep, others), device=device)
        counts = torch.tensor(material.vocabulary.counts, device=device, dtype=torch.float64)
        self.drawn = torch.cumsum(counts**0.75 / (counts**0.75).sum(), 0)
        self.inputs = (self._random(material.n_rows, config.dim) - 0.5) / config.dim
        self.inputs[: 0 if config.words else self.n_words] = 0
        self.outputs = torch.zeros(self.n_words, config.dim, device=device)
        parameters = [each.requires_grad_(True) for each in (self.inputs, self.outputs)]
        self.optimizer = torch.optim.Adam(parameters, fused=device.type == "cuda")
        reach = range(-config.window, config.window + 1)
        self.offsets = torch.tensor([o for o in reach if o], device=device)

    def _random(self, *shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
        return torch.rand(*shape, device=self.device, generator=self.random, dtype=dtype)

    def sampled_terms(self) -> tuple[Tensor, Tensor]:
        """The terms of an epoch, the commonest thinned out, and the sequence of each."""
        kept = self._random(len(self.tokens)) < self.keep[self.tokens]
        return self.tokens[kept], self.owners[kept]

    def step(self, places: Tensor, tokens: Tensor, owners: Tensor) -> Tensor:
        """The loss of one batch of centers, after the parameters have moved."""
        contexts, there = self._contexts(places, tokens, owners)  # (batch, 2 · window)
        centers = self._centers(tokens[places])  # (batch, dim)
        near = self.outputs.index_select(0, contexts.reshape(-1)).view(*contexts.shape, -1)
        hits = softplus(-(near * centers[:, None]).sum(-1))
        draw = self._random(self.config.shared_negatives, dtype=torch.float64)
        negatives = torch.searchsorted(self.drawn, draw).clamp(max=self.n_words - 1)
        misses = softplus(centers @ self.outputs.index_select(0, negatives).T).mean(1)
        n_near = there.sum(1)
        loss = (hits * there).sum() + self.config.negative * (misses * n_near).sum()
        loss = loss / n_near.sum().clamp(min=1)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self.optimizer.step()
        return loss.detach()

    def _contexts(self, places: Tensor, tokens: Tensor, owners: Tensor) -> tuple[Tensor, Tensor]:
        """The words around each center, within a window of random width, and which are there."""
        widths = 1 + (self._random(len(places), 1) * self.config.window).floor()
        around = places[:, None] + self.offsets
        inside = (around >= 0) & (around < len(tokens)) & (self.offsets.abs() <= widths)
        around = around.clamp(0, len(tokens) - 1)
        found = tokens[around]
        there = inside & (owners[around] == owners[places][:, None]) & (found < self.n_words)
        return found.clamp(max=self.n_words - 1), there

    def _centers(self, tokens: Tensor) -> Tensor:
        """The vectors of integers: the mean of units plus the weighted word, or the word alone."""
        starts = self.starts[tokens]
        counts = self.starts[tokens + 1] - starts
        firsts = counts.cumsum(0) - counts  # the place of an integer's first among all of them
        places = torch.arange(int(counts.sum()), device=self.device)
        rows = self.parts[places + torch.repeat_interleave(starts - firsts, counts)]
        sums = embedding_bag(rows, self.inputs, firsts.to(rows.dtype), mode="sum")
        means = sums / counts.clamp(min=1)[:, None]
        if not self.config.words:
            return means
        spoken = (self._random(len(tokens)) >= self.config.word_dropout) | (counts == 0)
        weights = torch.where(counts > 0, self.config.word_weight, 1.0)
        weights = weights * (spoken & (tokens < self.n_words))
        words = self.inputs.index_select(0, tokens.clamp(max=self.n_words - 1))
        return means + weights[:, None] * words
