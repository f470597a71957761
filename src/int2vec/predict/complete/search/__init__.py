"""Search in the corpus: the index, the sequences that hold some terms, and what follows there."""
