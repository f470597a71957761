"""The trainer of units on a CPU: one pass over the sequences an epoch, compiled by Numba.

The mean of a center's units is worked out once for all its contexts, the negatives are shared by
its window, and its gradient is spread over the units once, each taking the whole of it.
Sequences are read from the compiled corpus in chunks, so that memory does not grow with it.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from int2vec.embed.units import Floats, Material, check_loss
from int2vec.errors import InputError, ModelError, needing
from int2vec.files import open_tensors, save_tensors
from int2vec.text import digest

with needing("training units on a CPU", "train"):
    from numba import njit

_CHUNK = 1_000  # sequences that one worker takes at a time
_STEP = 10.0  # the rate of plain steps for one of Adam's
_SHARED = 4  # negatives that a window shares, for each that one of its contexts would have
_NOISE = 1 << 21  # entries of the table that negatives are drawn from
_SIGMOID = 1 / (1 + np.exp(-np.linspace(-8, 8, 2_049, dtype=np.float32)))


def learn(material: Material, *, checkpoint: Path | None = None, resume: bool = False) -> Floats:
    """The vectors of words, units and n-grams: (rows of the material's table, dim)."""
    config, corpus = material.config, material.corpus
    key = digest([config.as_dict(), corpus.hash, crc32(material.sequences.tobytes())])
    file = checkpoint and checkpoint / "epoch.safetensors"
    done, inputs, outputs = _resumed(file, key) if file and resume else (0, *_begin(material))
    run = _epochs(material, inputs, outputs)
    for epoch in range(done, config.epochs):
        check_loss(run(epoch), epoch, config)
        if file:
            about = {"key": key, "epochs": str(epoch + 1)}
            save_tensors(file, {"inputs": inputs, "outputs": outputs}, about)
    return inputs


def _resumed(file: Path, key: str) -> tuple[int, Floats, Floats]:
    """The epochs that an unfinished training has done, and what they learned."""
    if not file.is_file():
        raise InputError(f"{file.parent} holds no unfinished training; leave out --resume")
    tensors, about = open_tensors(file)
    if about.get("key") != key:
        raise ModelError(f"{file.parent} is of other settings or another corpus; train anew")
    return int(about["epochs"]), np.array(tensors["inputs"]), np.array(tensors["outputs"])


def _begin(material: Material) -> tuple[Floats, Floats]:
    """The vectors of the table's rows, and those of words as contexts, before training."""
    config, n_words = material.config, len(material.vocabulary)
    random = np.random.default_rng(config.seed)
    inputs: Floats = random.random((material.n_rows, config.dim), np.float32)
    inputs = (inputs - np.float32(0.5)) / np.float32(config.dim)
    if not config.words:
        inputs[:n_words] = 0
    return inputs, np.zeros((n_words, config.dim), np.float32)


def _epochs(material: Material, inputs: Floats, outputs: Floats) -> Callable[[int], float]:
    """A pass over the training sequences that moves the vectors: the mean loss by the epoch."""
    config, n_chunks = material.config, -(-len(material.sequences) // _CHUNK)
    often = np.cumsum(material.vocabulary.counts**0.75)
    at = (np.arange(_NOISE) + 0.5) / _NOISE * often[-1]
    noise, keep = np.searchsorted(often, at).astype(np.int32), material.keep
    np.random.default_rng(config.seed).shuffle(noise)

    def work(epoch: int, chunk: int) -> tuple[float, int]:
        left = 1 - (epoch + chunk / n_chunks) / config.epochs
        rate = np.float32(_STEP * config.learning_rate * max(left, 0.01))
        seed = np.random.SeedSequence([config.seed, epoch, chunk])
        tokens, ends = _terms(material, slice(chunk * _CHUNK, (chunk + 1) * _CHUNK))
        found: tuple[float, int] = _walk(
            tokens, ends, material.starts, material.parts, keep, noise, _SIGMOID, inputs, outputs,
            config.window, _SHARED * config.negative, rate, config.words, config.word_dropout,
            np.float32(config.word_weight), seed.generate_state(1, np.uint64),
        )  # fmt: skip
        return found

    def run(epoch: int) -> float:
        with ThreadPoolExecutor(config.workers or os.cpu_count()) as pool:
            found = list(pool.map(partial(work, epoch), range(n_chunks)))
        return float(sum(loss for loss, _ in found) / max(sum(n for _, n in found), 1))

    return run


def _terms(material: Material, chunk: slice) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The tokens of some sequences end to end, and where each ends."""
    corpus, chosen = material.corpus, material.sequences[chunk]
    starts, stops = corpus.offsets[chosen], corpus.offsets[chosen + 1]
    pieces = [corpus.rows[a:b] for a, b in zip(starts.tolist(), stops.tolist(), strict=True)]
    rows = np.concatenate([np.empty(0, np.int32), *pieces])
    return material.token_of_row[rows], np.cumsum(stops - starts)


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
    first = _draw(state) % (len(noise) - negative)  # the table is shuffled
    for k in range(negative):
        targets[n_near + k] = noise[first + k]
    return n_near


@_compiled
def _pull(targets, n_near, center, slope, steps, outputs, rate, sigmoid):  # type: ignore[no-untyped-def]
    """Move the targets towards the center or away from it; `slope` is where it should move."""
    dim, likelihood = len(center), 1.0
    for k in range(len(targets)):  # all first: rows far off in memory are waited for together
        row, dot = targets[k], np.float32(0)
        for d in range(dim):
            dot += center[d] * outputs[row, d]
        place = np.int64((dot + np.float32(8)) * np.float32(128))
        odds = sigmoid[min(max(place, 0), 2048)]
        if k < n_near:
            steps[k] = rate * (np.float32(1) - odds)
            likelihood *= max(odds, np.float32(1e-7))
        else:
            steps[k] = -rate * odds * np.float32(n_near) / np.float32(_SHARED)
    for d in range(dim):
        slope[d] = 0
    for k in range(len(targets)):
        row, step = targets[k], steps[k]
        for d in range(dim):
            slope[d] += step * outputs[row, d]
            outputs[row, d] += step * center[d]
    return -np.log(likelihood)


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
    steps = np.empty(len(targets), np.float32)
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
            total += _pull(chosen, n_near, center, slope, steps, outputs, rate, sigmoid)
            for row in mine:  # each takes the whole step, as FastText's n-grams do
                for d in range(dim):
                    inputs[row, d] += slope[d]
            if spoken:
                for d in range(dim):
                    inputs[token, d] += slope[d]
            n_pairs += n_near
    return total, n_pairs
