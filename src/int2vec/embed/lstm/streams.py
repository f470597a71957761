"""What the language model reads: one stream of tokens for each part of the split, in batches.

Token 0 separates sequences, token 1 (UNK) stands for every integer outside the vocabulary, and
token i + 2 is the vocabulary's i-th integer, commonest first. A stream opens with a separator
and every sequence is closed by one: 0 t t t 0 t t 0. It is read in columns that run side by side,
cut every `bptt` tokens, and processes that train one model share the columns.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from numpy.typing import ArrayLike, NDArray
from torch import Tensor

from int2vec.corpus.split import Split, Vocabulary
from int2vec.corpus.store import Corpus
from int2vec.embed.config import source_of
from int2vec.errors import InputError

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
    def parts(self) -> tuple[Tokens, Tokens, Tokens]:
        """The three streams."""
        return self.train, self.dev, self.test

    def capped(self, max_vocabulary: int) -> "TokenStreams":
        """The same streams over the commonest `max_vocabulary` integers; 0 keeps all."""
        if not 0 < max_vocabulary < len(self.integers):
            return self
        end, integers = FIRST + max_vocabulary, self.integers[:max_vocabulary]
        train, dev, test = (np.where(part < end, part, np.int32(UNKNOWN)) for part in self.parts)
        return replace(self, train=train, dev=dev, test=test, integers=integers)

    def fingerprint(self) -> str:
        """The hash of all tokens and integers: what a checkpoint must have been trained on."""
        written = "\n".join(map(str, self.integers)).encode()
        return hashlib.sha256(b"".join([*map(np.ndarray.tobytes, self.parts), written])).hexdigest()


def make_stream(tokens: Tokens, offsets: NDArray[np.int64], sequences: ArrayLike) -> Tokens:
    """The stream of some sequences, where sequence i is tokens[offsets[i]:offsets[i+1]].

    >>> make_stream(np.array([5, 6, 7], np.int32), np.array([0, 2, 3]), [1, 0]).tolist()
    [0, 7, 0, 5, 6, 0]
    """
    whole = torch.from_numpy(np.insert(tokens, offsets, SEPARATOR))
    chosen = torch.from_numpy(np.asarray(sequences, np.int64))
    return _reordered(whole, chosen).numpy()


def prepare_streams(corpus: Corpus, split: Split) -> TokenStreams:
    """The streams of a corpus, over the integers that its training part holds three times."""
    vocabulary = Vocabulary.build(corpus, split.train)
    tokens = np.maximum(vocabulary.token_of_row + FIRST, UNKNOWN)[corpus.rows]
    parts = {"train": split.train, "dev": split.dev, "test": split.test}
    streams = {name: make_stream(tokens, corpus.offsets, part) for name, part in parts.items()}
    source = {
        **source_of(corpus, split, vocabulary),
        "n_integers": len(vocabulary),
        **{f"{name}_tokens": len(stream) - 1 for name, stream in streams.items()},
        "train_unknown": float((streams["train"] == UNKNOWN).mean()),
    }
    return TokenStreams(**streams, integers=list(vocabulary.integers), source=source)


def shuffled(stream: Tensor, seed: int) -> Tensor:
    """The stream with its sequences in a random order, that `seed` alone decides.

    >>> shuffled(torch.tensor([0, 5, 6, 0, 7, 0]), seed=1).tolist()
    [0, 7, 0, 5, 6, 0]
    """
    n = int((stream == SEPARATOR).sum()) - 1
    generator = torch.Generator().manual_seed(seed)  # on the CPU: the same order on any device
    return _reordered(stream, torch.randperm(n, generator=generator).to(stream.device))


def _reordered(stream: Tensor, order: Tensor) -> Tensor:
    """The stream of these sequences of a stream, in that order."""
    ends = (stream == SEPARATOR).nonzero().squeeze(1)  # sequence i lies after ends[i]
    starts, lengths = ends[order] + 1, ends.diff()[order]  # its closing separator goes with it
    places = torch.repeat_interleave(starts - (lengths.cumsum(0) - lengths), lengths)
    places += torch.arange(len(places), device=stream.device)
    return torch.cat([stream[:1], stream[places]])


@dataclass(frozen=True)
class Team:
    """This process's place among the processes that train one model."""

    device: torch.device
    rank: int = 0
    size: int = 1

    def sum(self, value: Tensor) -> Tensor:
        """`value` summed over all processes, in place."""
        if self.size > 1:
            dist.all_reduce(value)
        return value

    def average(self, parameters: Iterable[Tensor]) -> None:
        """Make every gradient the mean over all processes."""
        for parameter in parameters:
            if parameter.grad is not None and self.size > 1:
                self.sum(parameter.grad).div_(self.size)


@contextmanager
def join_team(device: str, hidden: int) -> Iterator[Team]:
    """The team that torchrun's environment describes, or this process alone.

    A small model trains on one CPU thread: two mostly wait for each other, and on a machine with
    other work to do they made a model of 64 units 17 times slower.
    """
    chosen, threads = find_device(device), torch.get_num_threads()
    size = int(os.environ.get("WORLD_SIZE", "1"))
    if size > 1 and chosen.type == "cuda":
        chosen = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
        torch.cuda.set_device(chosen)
    if size > 1:
        dist.init_process_group("nccl" if chosen.type == "cuda" else "gloo")
    torch.set_num_threads(1 if hidden <= 128 else threads)
    try:
        yield Team(chosen, dist.get_rank() if size > 1 else 0, size)
        if size > 1:
            dist.barrier()  # nobody leaves while the first process still writes
    finally:
        torch.set_num_threads(threads)
        if size > 1:
            dist.destroy_process_group()


def find_device(name: str) -> torch.device:
    """The device of that name; 'auto' is the GPU where there is one."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError:
        device = torch.device("meta")
    if device.type not in ("cpu", "cuda", "mps"):
        raise InputError(f"'{name}' is no device to train on; use auto, cpu, cuda or cuda:N")
    if device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count():
        problem = f"{name} was asked for but {torch.cuda.device_count()} CUDA devices are there"
        raise InputError(f"{problem}; use --device cpu, or install a PyTorch built for your GPU")
    return device


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
