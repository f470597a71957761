"""What the language model reads: one stream of tokens for each part of the split.

Token 0 separates sequences, token 1 (UNK) stands for every integer outside the vocabulary, and
token i + 2 is the vocabulary's i-th integer, commonest first. A stream opens with a separator
and every sequence is closed by one: 0 t t t 0 t t 0.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from int2vec.errors import ModelError
from int2vec.files import atomic_write, read_json, write_json

SEPARATOR, UNKNOWN, FIRST = 0, 1, 2
PARTS = ("train", "dev", "test")
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


def save_streams(folder: Path, streams: TokenStreams) -> None:
    """Write the streams to `folder`: tokens.npz, vocabulary.txt (one integer a line), source."""
    with atomic_write(folder / "tokens.npz") as file:
        np.savez_compressed(file, train=streams.train, dev=streams.dev, test=streams.test)
    with atomic_write(folder / "vocabulary.txt") as file:
        file.write("".join(f"{n}\n" for n in streams.integers).encode())
    write_json(folder / "source.json", streams.source)


def load_streams(folder: Path) -> TokenStreams:
    """The streams that `save_streams` wrote to `folder`."""
    try:
        with np.load(folder / "tokens.npz", allow_pickle=False) as parts:
            train, dev, test = (parts[part].astype(np.int32) for part in PARTS)
        integers = [int(line) for line in (folder / "vocabulary.txt").read_text().splitlines()]
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(
            f"{folder} holds no token streams ({error}); write them with"
            " python -m int2vec.embed.lstm prepare"
        ) from error
    source = read_json(folder / "source.json")
    return TokenStreams(train=train, dev=dev, test=test, integers=integers, source=source)


def fingerprint(streams: TokenStreams) -> str:
    """The hash of all tokens and integers: what a checkpoint must have been trained on."""
    digest = hashlib.sha256()
    for part in (streams.train, streams.dev, streams.test):
        digest.update(np.ascontiguousarray(part).tobytes())
    digest.update("\n".join(map(str, streams.integers)).encode())
    return digest.hexdigest()
