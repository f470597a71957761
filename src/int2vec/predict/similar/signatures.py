"""Where a few terms of a sequence, or of what comes from it, stand at the start of another.

A signature is a hash of the terms from the first one that is not 0, 1 or -1, up to a factor. The
table holds those of all parts of all sequences of a corpus; those of the parts and transforms of a
sequence are looked up in it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.linear_algebra import inverses
from int2vec.corpus.store import Corpus
from int2vec.predict.similar import derived
from int2vec.predict.similar.derived import PARTS, PRIME, TUNED, Block, Ints, parts_of
from int2vec.progress import progress

Hashes = NDArray[np.uint64]

WIDTHS = (6, 12)  # terms of a signature
_WORD_WIDTH = 24  # the same of a sequence of nothing but 0, 1 and -1
_KIND_BITS, _SEQUENCE_BITS = 7, 22  # of an entry; the rest is hash
_LOW_BITS = _KIND_BITS + _SEQUENCE_BITS
_MIX = np.random.default_rng(7).integers(1, 2**63, _WORD_WIDTH, np.uint64) | np.uint64(1)
ROUTES = (*PARTS, *derived.TRANSFORMS)


@dataclass(frozen=True, eq=False, kw_only=True)
class Hits:
    """Signatures found: whose, by which route of ours and theirs, and how rare they are."""

    sequences: Ints  # (n,)
    ours: Ints  # (n,) places in ROUTES
    theirs: Ints  # (n,) places in PARTS
    long: NDArray[np.bool_]  # (n,) whether more terms than the fewest agree
    rarity: NDArray[np.float64]  # (n,)


def signatures(block: Block, shift: int = 0) -> Iterator[tuple[Hashes, NDArray[np.bool_]]]:
    """For each width the hashes of a block's lines, (n,), and which lines are long enough."""
    n, width = block.terms.shape
    if not n or not width:
        yield from [(np.zeros(n, np.uint64), np.zeros(n, bool))] * len(WIDTHS)
        return
    worded = ~_telling(block).any(axis=1)
    start = first_telling(block) + shift
    window = windows(block, start, _WORD_WIDTH)
    window = window * inverses(window[:, 0], PRIME)[:, None] % PRIME
    for size in WIDTHS:
        taken = np.where(worded, _WORD_WIDTH, size)
        whole = (start + taken <= block.lengths) & ~(worded & (size != WIDTHS[0]))
        kept = np.where(np.arange(_WORD_WIDTH) < taken[:, None], window, 0).astype(np.uint64)
        mixed = (kept * _MIX).sum(axis=1, dtype=np.uint64) + np.uint64(size)
        for _ in range(2):
            mixed = (mixed ^ (mixed >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
        yield mixed >> np.uint64(_LOW_BITS), whole & (window[:, 1:size].max(axis=1) > 0)


def _telling(block: Block) -> NDArray[np.bool_]:
    """Which terms are not 0, 1 or -1."""
    return np.asarray(block.there & (block.terms > 1) & (block.terms < PRIME - 1))


def first_telling(block: Block) -> Ints:
    """Where each line first has such a term, else one that is not 0: (n,)."""
    telling, some = _telling(block), np.argmax((block.terms != 0) & block.there, axis=1)
    return np.asarray(np.where(telling.any(axis=1), np.argmax(telling, axis=1), some))


def windows(block: Block, start: Ints, width: int) -> Ints:
    """So many terms of each line from `start` on: (n, width); the last fills up."""
    places = np.minimum(start[:, None] + np.arange(width), max(block.terms.shape[1] - 1, 0))
    return np.take_along_axis(block.terms, places, axis=1)


def build(corpus: Corpus) -> Hashes:
    """The table of a corpus: hash, kind and sequence in one number each, sorted."""
    residues, found = corpus.residues(PRIME), [np.empty(0, np.uint64)]
    for sequences, rows, there in batches(corpus, TUNED.most_terms, "signing the sequences"):
        for part, made in enumerate(parts_of(Block(residues[rows] * there, there.sum(axis=1)))):
            for shift in range(TUNED.shifts if part == 0 else 1):
                for size, (hashes, whole) in enumerate(signatures(made, shift)):
                    if size and part > 1:  # the long ones of terms and differences alone
                        continue
                    kind = (2 * part + size) << _SEQUENCE_BITS
                    low = (kind | sequences[whole]).astype(np.uint64)
                    found.append((hashes[whole] << np.uint64(_LOW_BITS)) | low)
    table = np.unique(np.concatenate(found))
    hashes = table >> np.uint64(_LOW_BITS)
    _, place, counts = np.unique(hashes, return_inverse=True, return_counts=True)
    return np.asarray(table[counts[place] <= TUNED.common])


def batches(
    corpus: Corpus, most: int, words: str
) -> Iterator[tuple[Ints, Ints, NDArray[np.bool_]]]:
    """Many sequences at once: their numbers, the rows of their first terms, which are there."""
    for first in range(0, corpus.n_sequences, TUNED.at_once):
        sequences = np.arange(first, min(first + TUNED.at_once, corpus.n_sequences))
        starts = corpus.offsets[sequences]
        there = np.arange(most) < (corpus.offsets[sequences + 1] - starts)[:, None]
        places = np.where(there, starts[:, None] + np.arange(most), 0)
        yield sequences, np.asarray(corpus.rows)[places].astype(np.int64), there
        progress((first + len(sequences)) / corpus.n_sequences, words)


def routes_from(terms: Sequence[int]) -> Block:
    """What `ROUTES` names, a line each, of the terms that are asked about."""
    given = list(terms[: TUNED.most_terms])
    short = given and max(map(abs, given)).bit_length() <= TUNED.most_bits
    made = [(short and transform(given)) or [] for transform in derived.TRANSFORMS.values()]
    return stacked([*parts_of(derived.block_of([given])), derived.block_of(made)])


def look_up(table: Hashes, lines: Block) -> Hits:
    """Every sequence that has a signature of one of the lines that `routes_from` gave."""
    found, routes = [], []
    for shift in range(TUNED.shifts):
        for hashes, whole in signatures(lines, shift):
            found.append(hashes[whole])
            routes.append(np.flatnonzero(whole))
    # a hash that several routes lead to is laid to the first
    order = np.argsort(np.concatenate(routes), kind="stable")
    hashes, first = np.unique(np.concatenate(found)[order], return_index=True)
    route = np.concatenate(routes)[order][first]
    starts = np.searchsorted(table, hashes << np.uint64(_LOW_BITS))
    ends = np.searchsorted(table, (hashes + np.uint64(1)) << np.uint64(_LOW_BITS))
    counts = ends - starts
    spans = zip(starts.tolist(), ends.tolist(), strict=True)
    entries = np.concatenate([table[:0], *(table[a:b] for a, b in spans if b > a)])
    low = entries & np.uint64((1 << _LOW_BITS) - 1)
    kinds = (low >> np.uint64(_SEQUENCE_BITS)).astype(np.int64)
    return Hits(
        sequences=(low & np.uint64((1 << _SEQUENCE_BITS) - 1)).astype(np.int64),
        ours=np.repeat(route, counts),
        theirs=kinds // 2,
        long=kinds % 2 == 1,
        rarity=np.repeat(np.log(TUNED.many / np.maximum(counts, 1)), counts),
    )


def stacked(blocks: Sequence[Block]) -> Block:
    """All lines of some blocks in one."""
    width = max(block.terms.shape[1] for block in blocks)
    filled = [np.pad(b.terms, ((0, 0), (0, width - b.terms.shape[1]))) for b in blocks]
    return Block(np.concatenate(filled), np.concatenate([block.lengths for block in blocks]))
