"""The built-in corpus: sequences that our own code computes, family by family.

    base, generate    what a sequence is; all of them, and the files they are written to
    known/            the well-known ones, which carry their A-number
    series, counting, tables, expansions, orbits, selfref, sieves    what the families are made from

Every other file holds families on one topic, registered with `@family`.
"""

from int2vec.corpus.catalog import (  # noqa: F401  each registers its families
    combinatorics,
    digits,
    divisors,
    expansions,
    figurate,
    floors,
    orbits,
    partitions,
    polynomials,
    primes,
    recurrences,
    residues,
    selfref,
    sets,
    sieves,
    transforms,
    triangles,
)
from int2vec.corpus.catalog.base import FAMILIES, CatalogSequence
from int2vec.corpus.catalog.generate import VERSION, sequences, well_known, write

__all__ = ["FAMILIES", "VERSION", "CatalogSequence", "sequences", "well_known", "write"]
