"""The trainer of units on a CPU: one pass over the sequences an epoch, compiled by Numba.

The mean of a center's units is worked out once for all its contexts, the negatives are shared by
its window, and its gradient is spread over the units once, each taking the whole of it.
Sequences are read from the compiled corpus in chunks, so that memory does not grow with it.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from int2vec.embed.units import Grams, UnitsConfig, tokens_of
from int2vec.errors import InputError, MissingExtraError, ModelError
from int2vec.files import open_tensors, save_tensors
from int2vec.subwords import Subwords
from int2vec.text import digest

try:
    from numba import njit
except ImportError as error:
    raise MissingExtraError("training units on a CPU", "train") from error

if TYPE_CHECKING:
    from int2vec.corpus.split import Split, Vocabulary
    from int2vec.corpus.store import Corpus, Progress

Floats = NDArray[np.float32]

_CHUNK = 1_000  # sequences that one worker takes at a time
_STEP = 10.0  # the rate of plain steps for one of Adam's
_SHARED = 2  # negatives that a window shares, for each that one of its contexts would have
_NOISE = 1 << 21  # entries of the table that negatives are drawn from
_SIGMOID = 1 / (1 + np.exp(-np.linspace(-8, 8, 2_049, dtype=np.float32)))
_AT_ONCE = 20_000  # integers whose units are found at once


class Parts(NamedTuple):
    """The rows that an integer is the mean of: those of words come first, units, then n-grams."""

    starts: NDArray[np.int64]  # (integers + 1,)
    rows: NDArray[np.int32]
    grams: Grams


class Learned(NamedTuple):
    """What is learned: vectors of parts, (words + units + n-grams, dim), and of contexts."""

    inputs: Floats
    outputs: Floats  # (words, dim)


@dataclass(frozen=True)
class Checkpoint:
    """Where a run keeps its last epoch, and whether it goes on from there."""

    folder: Path
    resume: bool

    def load(self, key: str) -> tuple[int, Learned | None]:
        """The epochs done and what they learned: none where a run begins."""
        if not self.resume:
            return 0, None
        if not self._file.is_file():
            raise InputError(f"{self.folder} holds no unfinished training; leave out --resume")
        tensors, about = open_tensors(self._file)
        if about.get("key") != key:
            raise ModelError(f"{self.folder} is of other settings or another corpus; train anew")
        return int(about["epochs"]), Learned(**{k: np.array(v) for k, v in tensors.items()})

    def save(self, key: str, epochs: int, learned: Learned) -> None:
        """Keep what an epoch learned, in place of the one before."""
        save_tensors(self._file, learned._asdict(), {"key": key, "epochs": str(epochs)})

    def clear(self) -> None:
        """Nothing to go on from is left of a training that has ended."""
        self._file.unlink(missing_ok=True)
        with suppress(OSError):
            self.folder.rmdir()

    @property
    def _file(self) -> Path:
        return self.folder / "epoch.safetensors"


def learn(
    corpus: Corpus,
    split: Split,
    vocabulary: Vocabulary,
    config: UnitsConfig,
    *,
    checkpoint: Checkpoint | None = None,
    progress: Progress | None = None,
) -> tuple[Floats, Floats, Subwords | None]:
    """The vectors of words, (vocabulary, dim), of units, (units, dim), and of n-grams."""
    sequences = np.sort(split.train)
    token_of_row, integers = tokens_of(corpus, sequences, vocabulary, config)
    parts = find_parts(integers, len(vocabulary), config)
    key = digest([config.as_dict(), corpus.hash, split.kind, split.seed, len(sequences)])
    done, learned = checkpoint.load(key) if checkpoint else (0, None)
    learned = learned or _begin(len(vocabulary), len(parts.grams.buckets), config)
    epoch_of = _Epoch(corpus, sequences, token_of_row, vocabulary.counts, parts, config)
    for epoch in range(done, config.epochs):
        loss = epoch_of.run(epoch, learned)
        if not np.isfinite(loss):
            raise InputError(f"the loss is {loss} in epoch {epoch + 1}; lower learning_rate")
        if checkpoint:
            checkpoint.save(key, epoch + 1, learned)
        if progress:
            progress((epoch + 1) / config.epochs, f"epoch {epoch + 1}, loss {loss:.3f}")
    if checkpoint:
        checkpoint.clear()
    ends = [len(vocabulary), len(vocabulary) + config.kinds.n]
    words, units, grams = np.split(learned.inputs, ends)
    return words, units, parts.grams.table(grams, config)


def find_parts(integers: list[int], n_words: int, config: UnitsConfig) -> Parts:
    """The units and n-grams of every integer, their rows behind those of the words."""
    n_units = config.kinds.n
    found: list[NDArray[Any]] = []
    owners: list[NDArray[np.int64]] = []
    for first in range(0, len(integers) if n_units else 0, _AT_ONCE):
        units = config.kinds.of(integers[first : first + _AT_ONCE])
        owner, column = np.nonzero(units < n_units)
        owners.append(owner + first)
        found.append(units[owner, column])
    grams = Grams.of(integers, config)
    owners.append(np.repeat(np.arange(len(integers)), np.diff(grams.starts)))
    found.append(n_units + grams.rows)
    owner = np.concatenate(owners)
    rows = np.concatenate(found)[np.argsort(owner, kind="stable")] + n_words
    starts = np.cumsum(np.bincount(owner + 1, minlength=len(integers) + 1))
    return Parts(starts=starts, rows=rows.astype(np.int32), grams=grams)


def _begin(n_words: int, n_grams: int, config: UnitsConfig) -> Learned:
    n = n_words + config.kinds.n + n_grams
    inputs: Floats = np.random.default_rng(config.seed).random((n, config.dim), np.float32)
    inputs = (inputs - np.float32(0.5)) / np.float32(config.dim)
    if not config.words:
        inputs[:n_words] = 0
    return Learned(inputs=inputs, outputs=np.zeros((n_words, config.dim), np.float32))


class _Epoch:
    """One pass over the training sequences, by one worker or several."""

    def __init__(
        self,
        corpus: Corpus,
        sequences: NDArray[np.int32],
        token_of_row: NDArray[np.int32],
        counts: NDArray[np.int64],
        parts: Parts,
        config: UnitsConfig,
    ) -> None:
        self.corpus, self.sequences, self.config = corpus, sequences, config
        self.token_of_row, self.parts = token_of_row, parts
        share = counts / counts.sum()
        # word2vec's rule: a word commoner than `sample` is passed over now and then
        self.keep = np.minimum((np.sqrt(share / config.sample) + 1) * config.sample / share, 1)
        often = np.cumsum(counts**0.75)
        at = (np.arange(_NOISE) + 0.5) / _NOISE * often[-1]
        self.noise = np.searchsorted(often, at).astype(np.int32)

    def run(self, epoch: int, learned: Learned) -> float:
        """The mean loss of a center in one epoch, after `learned` has moved."""
        config, n_chunks = self.config, -(-len(self.sequences) // _CHUNK)

        def work(chunk: int) -> tuple[float, int]:
            left = 1 - (epoch + chunk / n_chunks) / config.epochs
            rate = np.float32(_STEP * config.learning_rate * max(left, 0.01))
            seed = np.random.SeedSequence([config.seed, epoch, chunk])
            tokens, ends = self._terms(self.sequences[chunk * _CHUNK : (chunk + 1) * _CHUNK])
            found: tuple[float, int] = _walk(
                tokens, ends, self.parts.starts, self.parts.rows, self.keep, self.noise, _SIGMOID,
                learned.inputs, learned.outputs,
                config.window, _SHARED * config.negative, rate, config.words, config.word_dropout,
                np.float32(config.word_weight), seed.generate_state(1, np.uint64),
            )  # fmt: skip
            return found

        workers = config.workers or os.cpu_count() or 1
        if workers == 1:
            found = list(map(work, range(n_chunks)))
        else:
            with ThreadPoolExecutor(workers) as pool:
                found = list(pool.map(work, range(n_chunks)))
        return float(sum(loss for loss, _ in found) / max(sum(n for _, n in found), 1))

    def _terms(self, chosen: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The tokens of some sequences end to end, and where each ends."""
        starts, stops = self.corpus.offsets[chosen], self.corpus.offsets[chosen + 1]
        pieces = [
            self.corpus.rows[a:b] for a, b in zip(starts.tolist(), stops.tolist(), strict=True)
        ]
        rows = np.concatenate([np.empty(0, np.int32), *pieces])
        return self.token_of_row[rows], np.cumsum(stops - starts)


_compiled = njit(nogil=True, fastmath=True, cache=True)


@_compiled
def _draw(state):  # type: ignore[no-untyped-def]
    """The next 31 bits of a linear congruential generator (Knuth's numbers)."""
    state[0] = state[0] * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
    return np.int64(state[0] >> np.uint64(33))


@_compiled
def _thin(tokens, kept, keep, state):  # type: ignore[no-untyped-def]
    """Copy the tokens that take part this time to `kept`: how many they are."""
    n = 0
    for token in tokens:
        if token >= 0 and (token >= len(keep) or _draw(state) < keep[token] * 2147483648.0):
            kept[n] = token
            n += 1
    return n


@_compiled
def _pick(kept, i, window, negative, noise, n_words, targets, state):  # type: ignore[no-untyped-def]
    """Write the words around place i, then negatives, to `targets`: how many words there are."""
    reach, n_near = 1 + _draw(state) % window, 0
    for j in range(max(0, i - reach), min(len(kept), i + reach + 1)):
        if j != i and kept[j] < n_words:
            targets[n_near] = kept[j]
            n_near += 1
    for k in range(n_near, n_near + negative):
        targets[k] = noise[_draw(state) % len(noise)]
    return n_near


@_compiled
def _pull(targets, n_near, center, slope, outputs, rate, sigmoid):  # type: ignore[no-untyped-def]
    """Move the targets towards the center or away from it; `slope` is where it should move."""
    dim, loss = len(center), 0.0
    for d in range(dim):
        slope[d] = 0
    for k in range(len(targets)):
        row, dot = targets[k], np.float32(0)
        for d in range(dim):
            dot += center[d] * outputs[row, d]
        odds = sigmoid[min(max(np.int64((dot + 8) * 128), 0), 2048)]
        pull = np.float32(1) - odds if k < n_near else -odds * n_near / np.float32(_SHARED)
        if k < n_near:
            loss -= np.log(max(odds, np.float32(1e-7)))
        for d in range(dim):
            slope[d] += rate * pull * outputs[row, d]
            outputs[row, d] += rate * pull * center[d]
    return loss


@_compiled
def _walk(  # type: ignore[no-untyped-def]
    tokens, ends, starts, parts, keep, noise, sigmoid, inputs, outputs,
    window, negative, rate, words, dropout, word_weight, state,
):  # fmt: skip
    """One walk over sequences: the loss of all pairs together, and how many there were."""
    dim, n_words = inputs.shape[1], len(keep)
    center, slope = np.empty(dim, np.float32), np.empty(dim, np.float32)
    kept = np.empty(len(tokens), np.int32)
    targets = np.empty(2 * window + negative, np.int32)
    total, n_pairs, first = 0.0, 0, 0
    for end in ends:
        n = _thin(tokens[first:end], kept, keep, state)
        first = end
        for i in range(n):
            n_near = _pick(kept[:n], i, window, negative, noise, n_words, targets, state)
            if n_near == 0:
                continue
            token = kept[i]
            mine = parts[starts[token] : starts[token + 1]]
            share, weight = np.float32(1 / max(len(mine), 1)), np.float32(1)
            spoken = words and token < n_words
            if len(mine):
                weight = word_weight
                spoken = _draw(state) >= dropout * 2147483648.0 and spoken
            for d in range(dim):
                center[d] = weight * inputs[token, d] if spoken else 0
            for row in mine:
                for d in range(dim):
                    center[d] += share * inputs[row, d]
            chosen = targets[: n_near + negative]
            total += _pull(chosen, n_near, center, slope, outputs, rate, sigmoid)
            for row in mine:  # each takes the whole step, as FastText's n-grams do
                for d in range(dim):
                    inputs[row, d] += slope[d]
            if spoken:
                for d in range(dim):
                    inputs[token, d] += slope[d]
            n_pairs += n_near
    return total, n_pairs
