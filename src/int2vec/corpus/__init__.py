"""From sequence files to rows of integers, splits and vocabularies."""

from int2vec.corpus.opening import open_corpus
from int2vec.corpus.store import Corpus

__all__ = ["Corpus", "open_corpus"]
