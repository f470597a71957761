"""The LSTM language model over integer sequences, and the vectors of its embedding layer."""

from __future__ import annotations

from int2vec.errors import MissingExtraError

try:
    import torch  # noqa: F401  (asked for once here, so that its absence reads as one sentence)
except ImportError as error:
    raise MissingExtraError("the LSTM language model", "lstm") from error

from int2vec.embed.lstm.checkpoint import EpochLog
from int2vec.embed.lstm.config import PRESETS, LstmConfig, preset, with_settings
from int2vec.embed.lstm.folder import LstmModel, extract_embeddings, load_lstm, save_lstm
from int2vec.embed.lstm.last_terms import LastTerms, predict_last_terms
from int2vec.embed.lstm.streams import TokenStreams, load_streams, save_streams
from int2vec.embed.lstm.train import LstmResult, train_lstm

__all__ = [
    "PRESETS",
    "EpochLog",
    "LastTerms",
    "LstmConfig",
    "LstmModel",
    "LstmResult",
    "TokenStreams",
    "extract_embeddings",
    "load_lstm",
    "load_streams",
    "predict_last_terms",
    "preset",
    "save_lstm",
    "save_streams",
    "train_lstm",
    "with_settings",
]
