"""From a corpus to vectors: one trainer or reader a file."""
