"""What the language model reads: one stream of tokens for each part of the split, in batches.

Token 0 separates sequences, token 1 (UNK) stands for every integer outside the vocabulary, and
token i + 2 is the vocabulary's i-th integer, commonest first. A stream opens with a separator
and every sequence is closed by one: 0 t t t 0 t t 0. It is read in columns that run side by side,
cut every `bptt` tokens.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor

from int2vec.corpus.split import Split
from int2vec.corpus.store import Corpus
from int2vec.corpus.vocabulary import Vocabulary
from int2vec.embed.lstm.config import LstmConfig
from int2vec.embed.lstm.step import Team

SEPARATOR, UNKNOWN, FIRST = 0, 1, 2
Tokens = NDArray[np.int32]


@dataclass(frozen=True, kw_only=True)
class TokenStreams:
    """The three streams, the vocabulary they are written in, and where they come from."""

    train: Tokens
    dev: Tokens
    test: Tokens
    integers: Sequence[int]
    source: dict[str, Any] = field(default_factory=dict)

    @property
    def n_tokens(self) -> int:
        """The vocabulary's size with the separator and UNK."""
        return len(self.integers) + FIRST

    def capped(self, max_vocabulary: int) -> TokenStreams:
        """The same streams over the commonest `max_vocabulary` integers; 0 keeps all."""
        if not 0 < max_vocabulary < len(self.integers):
            return self
        end = FIRST + max_vocabulary
        train, dev, test = (
            np.where(part < end, part, UNKNOWN).astype(np.int32)
            for part in (self.train, self.dev, self.test)
        )
        integers = self.integers[:max_vocabulary]
        return TokenStreams(train=train, dev=dev, test=test, integers=integers, source=self.source)

    def fingerprint(self) -> str:
        """The hash of all tokens and integers: what a checkpoint must have been trained on."""
        digest = hashlib.sha256()
        for part in (self.train, self.dev, self.test):
            digest.update(np.ascontiguousarray(part).tobytes())
        digest.update("\n".join(map(str, self.integers)).encode())
        return digest.hexdigest()


def make_stream(tokens: Tokens, offsets: NDArray[np.int64], sequences: ArrayLike) -> Tokens:
    """The stream of some sequences, where sequence i is tokens[offsets[i]:offsets[i+1]].

    >>> make_stream(np.array([5, 6, 7], np.int32), np.array([0, 2, 3]), [1, 0]).tolist()
    [0, 7, 0, 5, 6, 0]
    """
    chosen = np.asarray(sequences, np.int64)
    starts = np.asarray(offsets)[chosen]
    lengths = np.asarray(offsets)[chosen + 1] - starts
    places = np.concatenate([[0], np.cumsum(lengths + 1)])  # of the separator before each one
    stream = np.zeros(int(places[-1]) + 1, np.int32)
    inside = np.ones(len(stream), bool)
    inside[places] = False
    shift = np.repeat(starts - np.concatenate([[0], np.cumsum(lengths)])[:-1], lengths)
    stream[inside] = np.asarray(tokens)[shift + np.arange(len(shift))]
    return stream


def prepare_streams(corpus: Corpus, split: Split, min_count: int = 3) -> TokenStreams:
    """The streams of a corpus, over the integers that its training part holds `min_count` times."""
    vocabulary = Vocabulary.build(corpus, split.train, min_count=min_count)
    token_of_row = np.where(vocabulary.token_of_row < 0, UNKNOWN, vocabulary.token_of_row + FIRST)
    tokens = token_of_row.astype(np.int32)[corpus.rows]
    train, dev, test = (
        make_stream(tokens, corpus.offsets, part) for part in (split.train, split.dev, split.test)
    )
    source = {
        "corpus": corpus.name,
        "corpus_hash": corpus.hash,
        "split": split.kind,
        "split_seed": split.seed,
        "min_count": min_count,
        "n_integers": len(vocabulary),
        "train_tokens": len(train) - 1,
        "dev_tokens": len(dev) - 1,
        "test_tokens": len(test) - 1,
        "train_unknown": float((train == UNKNOWN).mean()),
    }
    return TokenStreams(
        train=train, dev=dev, test=test, integers=list(vocabulary.integers), source=source
    )


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


def n_steps(stream: Tensor, config: LstmConfig) -> int:
    """How many batches one epoch over a stream has."""
    return -(-((len(stream) - 1) // config.batch) // config.bptt)


def batches(stream: Tensor, columns: int, bptt: int, team: Team) -> Iterator[tuple[Tensor, Tensor]]:
    """Inputs (T, B) and targets (T, B), where B is this process's share of the columns."""
    length = (len(stream) - 1) // columns
    share = columns // team.size
    mine = slice(team.rank * share, (team.rank + 1) * share)
    end = length * columns
    inputs = stream[:end].view(columns, length)[mine].t().contiguous()  # (length, B)
    targets = stream[1 : end + 1].view(columns, length)[mine].t().contiguous()
    for start in range(0, length, bptt):
        yield inputs[start : start + bptt], targets[start : start + bptt]
