"""The LSTM language model over integer sequences, and the vectors of its embedding layer."""

from int2vec.errors import needing

with needing("the LSTM language model", "lstm"):
    import torch  # noqa: F401  (asked for once here, so that its absence reads as one sentence)
