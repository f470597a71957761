"""How well the model foresees a stream: its perplexity, and the last terms that it predicts."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from int2vec.embed.lstm.model import LstmNetwork
from int2vec.embed.lstm.streams import FIRST, SEPARATOR, UNKNOWN, Team, Tokens, batches

_COLUMNS = 64  # read side by side for the perplexity
_CELLS = 2**14  # tokens, padding included, of one batch of last terms


@torch.no_grad()
def stream_loss(network: LstmNetwork, stream: Tensor, team: Team) -> float:
    """The mean cross-entropy, in nats, of every token of `stream` after its first.

    Each counts alike: terms, UNK and the separators that close a sequence. The stream is read
    in up to 64 columns side by side, the state running on from sequence to sequence as it does
    in training; its exponential is the perplexity that we report.
    """
    bptt = network.config.bptt
    n = len(stream) - 1
    columns = max(team.size, min(_COLUMNS, n // bptt))
    columns -= columns % team.size
    was_training = network.training
    network.eval()
    total = torch.zeros((), dtype=torch.float64, device=stream.device)
    state = network.start(columns // team.size)
    for inputs, targets in batches(stream, columns, bptt, team):
        hidden, state = network(inputs, state)
        total += network.total_loss(hidden, targets.reshape(-1))
    end = n // columns * columns
    if end < n and team.rank == team.size - 1:  # the tail goes on where the last column ended
        last = [(h[:, -1:].contiguous(), c[:, -1:].contiguous()) for h, c in state]
        hidden, _ = network(stream[end:-1, None], last)
        total += network.total_loss(hidden, stream[end + 1 :])
    network.train(was_training)
    return float(team.sum(total).item()) / n


@dataclass(frozen=True, kw_only=True)
class LastTerms:
    """For each sequence of a stream, in its order: the true last token and the k likeliest.

    UNK and the separator are never predicted; a probability is that of the whole softmax.
    """

    answers: NDArray[np.int32]  # (n,)
    tokens: NDArray[np.int32]  # (n, k), likeliest first
    probabilities: NDArray[np.float32]  # (n, k)

    def precision_at(self, k: int) -> float:
        """How often the answer is among the first k; one outside the vocabulary counts as wrong."""
        if not len(self.answers):
            return 0.0
        return float((self.tokens[:, :k] == self.answers[:, None]).any(axis=1).mean())

    @property
    def ceiling(self) -> float:
        """The share of answers inside the vocabulary: no precision can be higher."""
        return float((self.answers != UNKNOWN).mean()) if len(self.answers) else 0.0


@torch.no_grad()
def predict_last_terms(network: LstmNetwork, stream: Tokens, k: int = 10) -> LastTerms:
    """The k likeliest last terms of every sequence in `stream` that has one."""
    ends = np.flatnonzero(np.asarray(stream) == SEPARATOR)
    kept = np.diff(ends) > 1
    starts, ends = ends[:-1][kept], ends[1:][kept]  # a sequence with the separator before it
    k = min(k, network.n_tokens - FIRST)
    tokens = np.zeros((len(starts), k), np.int32)
    probabilities = np.zeros((len(starts), k), np.float32)
    device = network.embedding.weight.device
    data = torch.from_numpy(np.asarray(stream, np.int64)).to(device)
    network.eval()
    for rows in _batches(ends - 1 - starts):
        prompts = [data[starts[row] : ends[row] - 1] for row in rows]
        lengths = torch.tensor([len(prompt) for prompt in prompts], device=device)
        best = top_tokens(network, pad_sequence(prompts), lengths, k)  # by separators
        tokens[rows] = best.indices.cpu().numpy()
        probabilities[rows] = best.values.cpu().numpy()
    answers = np.asarray(stream, np.int32)[ends - 1]
    return LastTerms(answers=answers, tokens=tokens, probabilities=probabilities)


def top_tokens(
    network: LstmNetwork, prompts: Tensor, lengths: Tensor, k: int
) -> torch.return_types.topk:
    """The k likeliest integers' tokens after each column of `prompts` (T, B), padded below."""
    hidden, _ = network(prompts, network.start(prompts.shape[1]))  # (T * B, H)
    hidden = hidden.view(*prompts.shape, -1)
    last = hidden[lengths - 1, torch.arange(len(lengths), device=lengths.device)]  # (B, H)
    probabilities = network.probabilities(last)  # (B, vocabulary)
    probabilities[:, :FIRST] = -1.0
    return probabilities.topk(k, dim=1)


def _batches(lengths: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Sequences of about the same length, so that little is padding."""
    order = np.argsort(lengths, kind="stable")[::-1]
    start = 0
    while start < len(order):
        size = max(1, min(512, _CELLS // int(lengths[order[start]])))
        yield order[start : start + size].copy()
        start += size
