"""From sequence files to rows of integers, splits and vocabularies."""

from int2vec.corpus.store import Corpus, open_corpus

__all__ = ["Corpus", "open_corpus"]
