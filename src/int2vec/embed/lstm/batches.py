"""How a stream becomes batches: columns that run side by side, cut every `bptt` tokens."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor

from int2vec.embed.lstm.config import LstmConfig
from int2vec.embed.lstm.streams import SEPARATOR
from int2vec.embed.lstm.team import Team


def shuffled(stream: Tensor, seed: int) -> Tensor:
    """The stream with its sequences in a random order, that `seed` alone decides.

    >>> shuffled(torch.tensor([0, 5, 6, 0, 7, 0]), seed=1).tolist()
    [0, 7, 0, 5, 6, 0]
    """
    ends = (stream == SEPARATOR).nonzero().squeeze(1)  # sequence i lies after ends[i]
    starts, lengths = ends[:-1] + 1, ends.diff()  # its closing separator goes with it
    generator = torch.Generator().manual_seed(seed)  # on the CPU: the same order on any device
    order = torch.randperm(len(starts), generator=generator).to(stream.device)
    starts, lengths = starts[order], lengths[order]
    shift = starts - (lengths.cumsum(0) - lengths)
    places = torch.repeat_interleave(shift, lengths)
    places += torch.arange(len(places), device=stream.device)
    return torch.cat([stream[:1], stream[places]])


def epoch_stream(stream: Tensor, config: LstmConfig, epoch: int) -> Tensor:
    """What is read in one epoch."""
    if config.shuffle:
        stream = shuffled(stream, config.seed * 1_000_003 + epoch)
    return stream[: config.max_tokens + 1] if config.max_tokens else stream


def n_steps(n_stream: int, config: LstmConfig) -> int:
    """How many steps one epoch over a stream of that length has."""
    if config.max_tokens:
        n_stream = min(n_stream, config.max_tokens + 1)
    return -(-((n_stream - 1) // config.batch) // config.bptt)


def training_batches(
    stream: Tensor, config: LstmConfig, team: Team
) -> Iterator[tuple[Tensor, Tensor]]:
    """Inputs (T, B) and targets (T, B), where B is this process's share of the columns."""
    length = (len(stream) - 1) // config.batch
    share = config.batch // team.size
    mine = slice(team.rank * share, (team.rank + 1) * share)
    end = length * config.batch
    inputs = stream[:end].view(config.batch, length)[mine].t().contiguous()  # (length, B)
    targets = stream[1 : end + 1].view(config.batch, length)[mine].t().contiguous()
    for start in range(0, length, config.bptt):
        yield inputs[start : start + config.bptt], targets[start : start + config.bptt]
