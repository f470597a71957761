"""The built-in corpus: sequences that our own code computes, family by family.

families.txt states the families, `families` reads it; the known sequences (`arithmetic/known`)
come first and carry their A-numbers. To add a family, state it there: a name and a row a formula.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from zlib import crc32

from int2vec.arithmetic.known import register
from int2vec.arithmetic.known.stated import MAX_TERMS, Known, clip
from int2vec.corpus.catalog.families import FORMULAS, read_families
from int2vec.files import write_text
from int2vec.progress import progress

FAMILIES = read_families(FORMULAS)
# What changes with the sequences, so that a cached corpus is written anew; the first is raised.
_STATED = sorted(Path(register.__file__).parent.glob("*.t*"))
VERSIONS = {"catalog": 10, "well-known": crc32(b"".join(path.read_bytes() for path in _STATED))}
EXPECTED = 47_600  # roughly how many sequences there are, for the progress bar
MIN_TERMS = 8
_SAME = 24  # two sequences with as many equal first terms are one; the first to come is kept


@dataclass(frozen=True, slots=True)
class CatalogSequence:
    """One sequence: its A-number (0 if it has none), its name in our own words, its terms."""

    a_number: int
    name: str
    family: str
    terms: list[int]


def sequences() -> Iterator[CatalogSequence]:
    """Every sequence of the built-in corpus: the well-known first, then family by family.

    >>> next(sequences()).terms[:8]
    [1, 2, 2, 1, 1, 2, 1, 2]
    """
    seen = set()
    for one in register.well_known():
        seen.add(tuple(one.terms[:_SAME]))
        yield CatalogSequence(one.a_number, one.name, "well-known", one.terms)
    for family, rows in FAMILIES.items():
        for name, terms in chain.from_iterable(row() for row in rows):
            # Contributors to the OEIS stop where they like; without this, lines of small integers
            # would all be full, and the mean length half as large again as in the OEIS.
            draw = crc32(name.encode())
            kept = clip(terms, MAX_TERMS if draw % 3 == 0 else 16 + draw // 3 % 48)
            key = tuple(kept[:_SAME])
            if len(kept) >= MIN_TERMS and key not in seen:
                seen.add(key)
                yield CatalogSequence(0, name, family, kept)


def write(
    path: Path, names_path: Path, chosen: Iterable[CatalogSequence | Known] | None = None
) -> None:
    """Write these sequences (all, where none are given) in the OEIS stripped layout, and names."""
    lines, names = [], []
    for i, sequence in enumerate(sequences() if chosen is None else chosen):
        lines.append(f"A{sequence.a_number:06d} ,{','.join(map(str, sequence.terms))},\n")
        # A name stands behind its A-number or, where there is none, behind its place, from 0.
        head = f"A{sequence.a_number:06d}" if sequence.a_number else str(i)
        names.append(f"{head} {sequence.name}\n")
        if i % 500 == 0:
            progress(min(i / EXPECTED, 0.99), "computing the built-in corpus")
    write_text(names_path, "".join(names))
    write_text(path, "".join(lines))
