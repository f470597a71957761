"""How well the model foresees a stream."""

from __future__ import annotations

import torch
from torch import Tensor

from int2vec.embed.lstm.model import LstmNetwork
from int2vec.embed.lstm.team import Team

_COLUMNS = 64


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
    length = n // columns
    share = columns // team.size
    mine = slice(team.rank * share, (team.rank + 1) * share)
    end = columns * length
    inputs = stream[:end].view(columns, length)[mine].t()  # (length, B)
    targets = stream[1 : end + 1].view(columns, length)[mine].t()
    was_training = network.training
    network.eval()
    total = torch.zeros((), dtype=torch.float64, device=stream.device)
    state = network.start(share)
    for start in range(0, length, bptt):
        part = slice(start, start + bptt)
        hidden, state = network(inputs[part], state)
        total += network.total_loss(hidden, targets[part].reshape(-1))
    if end < n and team.rank == team.size - 1:  # the tail goes on where the last column ended
        last = [(h[:, -1:].contiguous(), c[:, -1:].contiguous()) for h, c in state]
        hidden, _ = network(stream[end:-1, None], last)
        total += network.total_loss(hidden, stream[end + 1 :])
    network.train(was_training)
    return float(team.sum(total).item()) / n
