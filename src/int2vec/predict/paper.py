"""Ryskina & Knight, "Learning Mathematical Properties of Integers" (2021): its figures, as data.

Everything here is a published number to stand beside one of ours; nothing is fitted to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

PROBE_PROPERTIES = ("even", "div3", "div4", "prime")
PROBE_QUANTITIES = ("value", "digits")

# Table 3: accuracy on 1001–2000 after training on 1–1000; (single, all) for each property.
PROBE_ACCURACY = MappingProxyType({
    "Random baseline": ((0.50, 0.50), (0.67, 0.67), (0.75, 0.75), (0.87, 0.87)),
    "GloVe–840B–300D": ((0.51, 0.76), (0.67, 0.47), (0.75, 0.71), (0.87, 0.84)),
    "SkipGram–BoW–5": ((0.50, 0.52), (0.67, 0.67), (0.75, 0.75), (0.87, 0.87)),
    "FastText–Wiki": ((0.51, 0.61), (0.67, 0.66), (0.75, 0.76), (0.87, 0.62)),
    "OEIS–LSTM": ((0.69, 0.93), (0.67, 0.71), (0.76, 0.81), (0.86, 0.95)),
    "OEIS–LSA": ((0.80, 0.62), (0.67, 0.67), (0.75, 0.75), (0.87, 0.87)),
    "OEIS–FastText, subwords": ((0.78, 1.00), (0.69, 0.94), (0.80, 1.00), (0.82, 1.00)),
    "OEIS–FastText, no subwords": ((0.59, 1.00), (0.68, 0.98), (0.77, 0.98), (0.86, 1.00)),
    "OEIS–FastText + FastText–Wiki": ((0.78, 1.00), (0.69, 0.94), (0.80, 1.00), (0.82, 1.00)),
})  # fmt: skip

# Table 4: R² fitted and scored on 1–2000; (single, all) for value and number of digits.
PROBE_R2 = MappingProxyType({
    "GloVe–840B–300D": ((0.82, 1.00), (0.65, 0.99)),
    "SkipGram–BoW–5": ((0.79, 0.99), (0.70, 0.97)),
    "FastText–Wiki": ((0.90, 0.99), (0.76, 0.98)),
    "OEIS–LSTM": ((0.49, 0.86), (0.31, 0.78)),
    "OEIS–LSA": ((0.08, 0.55), (0.13, 0.53)),
    "OEIS–FastText, subwords": ((0.38, 0.99), (0.33, 0.96)),
    "OEIS–FastText, no subwords": ((0.49, 0.99), (0.39, 0.95)),
    "OEIS–FastText + FastText–Wiki": ((0.90, 1.00), (0.76, 0.98)),
})  # fmt: skip

# Which of the paper's rows stands beside which of our models. The text vectors here are other
# files than the paper's, so they have no row of its to stand beside.
ROW_OF_MODEL = MappingProxyType({
    "oeis-lstm": "OEIS–LSTM",
    "oeis-lsa": "OEIS–LSA",
    "oeis-fasttext": "OEIS–FastText, subwords",
    "oeis-fasttext-words": "OEIS–FastText, no subwords",
    "majority class": "Random baseline",
})  # fmt: skip

# The "evenness neuron": dimension 156 of the LSTM's vectors, for 1–10.
NEURON_156 = (0.15, 0.29, -0.04, 0.26, -0.08, 0.38, -0.31, 0.39, -0.02, 0.43)

# Table 6: (P@1, P@5).
COMPLETION = MappingProxyType({
    "aptitude": {
        "OEIS–LSTM": (0.05, 0.37), "GPT-2": (0.07, 0.19), "OEIS search": (0.53, 0.56),
    },
    "oeis-test": {
        "OEIS–LSTM": (0.14, 0.26), "OEIS search (full)": (0.02, 0.02),
        "OEIS search (last 5)": (0.12, 0.17),
    },
})  # fmt: skip

# Table 7: accuracy on 79 questions.
ANALOGY = MappingProxyType({
    "Random choice": 0.28, "OEIS–LSTM": 0.25, "OEIS–LSA": 0.27,
    "OEIS–FastText, subwords": 0.34, "FastText–Wiki": 0.18,
})  # fmt: skip

# Table 8: seed sets and their expansions, best first.
SEED_SETS = MappingProxyType({
    (5, 13, 29): {
        "OEIS–FastText, subwords": (19, 7, 17, 3, 9, 23), "FastText–Wiki": (26, 12, 28, 14, 27, 15),
    },
    (73, 97, 83): {
        "OEIS–FastText, subwords": (79, 71, 67, 89, 77, 103),
        "FastText–Wiki": (82, 81, 78, 84, 76, 79),
    },
    (729, 1024, 243): {
        "OEIS–FastText, subwords": (2187, 81, 256, 64, 27, 512),
        "FastText–Wiki": (768, 256, 640, 840, 384, 216),
    },
})  # fmt: skip

# Table 1: the training corpora; types are those seen at least 3 times for the OEIS.
CORPORA = MappingProxyType({
    "OEIS": {"tokens": 14_000_000, "types": 133_004},
    "GloVe–840B–300D": {"tokens": 840_000_000_000, "types": 64_729},
    "SkipGram–BoW–5": {"tokens": 2_500_000_000, "types": 2_272},
    "FastText–Wiki": {"tokens": 16_000_000_000, "types": 12_037},
})  # fmt: skip

# Table 2: the OEIS of July 2020 and its random split.
OEIS_SPLIT: Mapping[str, Mapping[str, Any]] = MappingProxyType({
    "train": {"n_sequences": 302_281, "n_tokens": 12_979_924, "n_types": 1_531_064,
              "mean_length": 43, "n_singletons": 1_268_771, "oov_rate": 0.0},
    "dev": {"n_sequences": 16_793, "n_tokens": 719_808, "n_types": 128_488,
            "mean_length": 43, "n_singletons": None, "oov_rate": 0.100},
    "test": {"n_sequences": 16_793, "n_tokens": 719_237, "n_types": 127_976,
             "mean_length": 43, "n_singletons": None, "oov_rate": 0.098},
})  # fmt: skip


def published(model: str, column: str) -> float | None:
    """The paper's probe of all dimensions of the model that one of ours stands for.

    >>> published("oeis-lsa", "even")
    0.62
    """
    row = ROW_OF_MODEL.get(model, "")
    for figures, columns in (
        (PROBE_ACCURACY, PROBE_PROPERTIES),
        (PROBE_R2, PROBE_QUANTITIES),
    ):
        if row in figures and column in columns:
            return figures[row][columns.index(column)][1]
    return None
