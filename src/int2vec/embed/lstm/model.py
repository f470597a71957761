"""The network: an embedding layer, LSTM layers, and a softmax over the vocabulary."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, dropout, linear

from int2vec.embed.lstm.config import LstmConfig
from int2vec.embed.lstm.loss import fused_cross_entropy, wide_hidden, wide_output

State = list[tuple[Tensor, Tensor]]  # one (h, c) a layer, each (1, B, H)


class LstmNetwork(nn.Module):
    """The language model over tokens: T time steps, B columns, E dimensions, H hidden units.

    The layers are separate LSTMs with our own dropout between them: cuDNN's keeps a random state
    of its own, which a checkpoint could not restore.
    """

    def __init__(self, config: LstmConfig, n_tokens: int) -> None:
        super().__init__()
        self.config = config
        self.n_tokens = n_tokens
        self.embedding = nn.Embedding(n_tokens, config.dim)
        sizes = [config.dim] + [config.hidden] * (config.layers - 1)
        self.lstm = nn.ModuleList(nn.LSTM(size, config.hidden) for size in sizes)
        nn.init.uniform_(self.embedding.weight, -0.1, 0.1)
        self.adaptive: nn.AdaptiveLogSoftmaxWithLoss | None = None
        self.decoder: nn.Parameter | None = None
        if config.softmax == "adaptive":
            self.adaptive = nn.AdaptiveLogSoftmaxWithLoss(
                config.hidden,
                n_tokens,
                _cutoffs(n_tokens),
                div_value=min(4.0, 0.99 * config.hidden**0.5),  # leaves one dimension at least
            )
            return
        self.bias = nn.Parameter(torch.zeros(n_tokens))
        if not config.tie_weights:
            self.decoder = nn.Parameter(torch.empty(n_tokens, config.hidden))
            nn.init.uniform_(self.decoder, -0.1, 0.1)

    @property
    def output(self) -> Tensor:
        """The output weights, (vocabulary, H): the embedding itself when they are tied."""
        return self.embedding.weight if self.decoder is None else self.decoder

    def start(self, columns: int) -> State:
        """The state before anything was read."""
        zero = self.embedding.weight.new_zeros(1, columns, self.config.hidden)
        return [(zero, zero) for _ in self.lstm]

    def forward(self, tokens: Tensor, state: State) -> tuple[Tensor, State]:
        """The hidden states after each of `tokens` (T, B), as (T * B, H), and the new state."""
        p = self.config.dropout
        x = dropout(self._embed(tokens), p, self.training)  # (T, B, E)
        after: State = []
        for layer, before in zip(self.lstm, state, strict=True):
            x, (h, c) = layer(x, before)  # (T, B, H)
            after.append((h.detach(), c.detach()))
            x = dropout(x, p, self.training)
        return x.reshape(-1, self.config.hidden), after

    def _embed(self, tokens: Tensor) -> Tensor:
        vectors = self.embedding(tokens)  # (T, B, E)
        p = self.config.embedding_dropout
        if not self.training or p == 0:
            return vectors  # type: ignore[no-any-return]
        kept = torch.rand(self.n_tokens, device=tokens.device) >= p  # one draw a token, not a place
        return vectors * (kept / (1 - p))[tokens].unsqueeze(-1)  # type: ignore[no-any-return]

    def loss(self, hidden: Tensor, targets: Tensor) -> Tensor:
        """The mean cross-entropy of `targets` (n,) given the states (n, H); for training."""
        if self.adaptive is not None:
            return self.adaptive(hidden, targets).loss  # type: ignore[no-any-return]
        if self.config.softmax == "fused":
            return fused_cross_entropy(hidden, self.output, self.bias, targets)
        return cross_entropy(linear(hidden, self.output, self.bias), targets)

    @torch.no_grad()
    def total_loss(self, hidden: Tensor, targets: Tensor) -> Tensor:
        """The sum of the cross-entropies in full precision, few logits at a time; for scoring."""
        if self.adaptive is not None:
            return self.adaptive(hidden, targets).loss * len(targets)  # type: ignore[no-any-return]
        output = wide_output(self.output, self.bias, torch.float32).t()  # (H', V')
        states = wide_hidden(hidden, torch.float32)
        total = torch.zeros((), device=hidden.device)
        size = max(1, 2 ** (29 if hidden.is_cuda else 25) // self.n_tokens)
        for start in range(0, len(states), size):
            part = slice(start, start + size)
            total += cross_entropy(states[part] @ output, targets[part], reduction="sum")
        return total

    @torch.no_grad()
    def probabilities(self, hidden: Tensor) -> Tensor:
        """The probability of every token after the states (n, H): (n, vocabulary)."""
        if self.adaptive is not None:
            return self.adaptive.log_prob(hidden).exp()
        return torch.softmax(linear(hidden, self.output, self.bias), dim=-1)


def _cutoffs(n_tokens: int) -> list[int]:
    """Where the adaptive softmax turns from common tokens to rarer ones."""
    return sorted({max(1, n_tokens // 10), max(2, n_tokens // 3)} - {n_tokens})
