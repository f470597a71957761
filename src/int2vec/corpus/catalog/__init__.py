"""The built-in corpus: sequences that our own code computes, family by family.

base        what a sequence is, and how a family is stated
generate    all sequences, and the files they are written to

families.txt states the families that a formula gives, every other file those on one topic;
`derived` makes most sequences, out of the known ones (`arithmetic/known`), which come first and
carry their A-numbers. To add a family, state it in one of these: a name and a row a formula.
"""

from int2vec.corpus.catalog.base import CatalogSequence
from int2vec.corpus.catalog.generate import FAMILIES, VERSION, sequences, well_known, write

__all__ = ["FAMILIES", "VERSION", "CatalogSequence", "sequences", "well_known", "write"]
