"""Sequences by their names: those that hold some words, and those that cite another."""

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from int2vec.arithmetic.known.register import everything_known, fame
from int2vec.corpus.store import Corpus

_LOOKED_AT = 20_000  # places of a word that are looked at


class Names:
    """The names of a corpus as one text that is searched in milliseconds."""

    def __init__(self, corpus: Corpus) -> None:
        text, self._starts = corpus.names or _known_names(corpus)
        self._corpus = corpus
        self._written = text.tobytes()
        self._text = self._written.lower()

    def name(self, i: int) -> str | None:
        """The name of sequence `i`, None where it has none."""
        written = self._written[self._starts[i] : self._starts[i + 1]]
        return written.decode("utf-8", "replace") or None

    def named(self, words: str, k: int = 10) -> list[int]:
        """The sequences whose names hold all the words, the best known first.

        A name that begins with the words goes before one that holds them somewhere.
        """
        # "primes" is looked for as "prime", which the plural holds.
        asked = [_singular(word).encode() for word in words.lower().split()]
        if not asked:
            return []
        held = {i: self._name(i) for i in self._holding(max(asked, key=len))}
        whole = [i for i, name in held.items() if all(word in name for word in asked)]
        return sorted(whole, key=lambda i: self._order(i, held[i], asked[0]))[:k]

    def citing(self, label: str, k: int = 10) -> list[int]:
        """The sequences whose names cite this A-number, the best known first."""
        found = {i for i in self._holding(label.lower().encode()) if self._corpus.label(i) != label}
        return sorted(found, key=self._fame)[:k]

    def _order(self, i: int, name: bytes, first: bytes) -> tuple[bool, bool, int]:
        word = re.search(rb"\b" + re.escape(first), name)
        return word is None, not name.startswith(first) and self._fame(i) > 2_000, self._fame(i)

    def _fame(self, i: int) -> int:
        return fame(int(self._corpus.a_numbers[i]))

    def _name(self, i: int) -> bytes:
        return self._text[self._starts[i] : self._starts[i + 1]]

    def _holding(self, word: bytes) -> Iterator[int]:
        at = -1
        for _ in range(_LOOKED_AT):
            at = self._text.find(word, at + 1)
            if at < 0:
                return
            i = int(np.searchsorted(self._starts, at, side="right")) - 1
            if at + len(word) <= self._starts[i + 1]:  # not across two names
                yield i
                at = int(self._starts[i + 1]) - 1  # on with the next name


def _known_names(corpus: Corpus) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The names that the package has for the A-numbers of a corpus without names."""
    known = {one.a_number: one.name.encode() for one in everything_known() if one.a_number}
    names = [known.get(a_number, b"") for a_number in corpus.a_numbers.tolist()]
    starts = np.cumsum([0, *map(len, names)], dtype=np.int64)
    return np.frombuffer(b"".join(names), np.uint8), starts


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 4 and word.endswith("s") and not word.endswith("ss") else word
