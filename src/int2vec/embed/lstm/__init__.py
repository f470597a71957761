"""The LSTM language model over integer sequences, and the vectors of its embedding layer."""

from int2vec.errors import MissingExtraError

try:
    import torch  # noqa: F401  (asked for once here, so that its absence reads as one sentence)
except ImportError as error:
    raise MissingExtraError("the LSTM language model", "lstm") from error
