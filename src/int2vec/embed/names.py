"""Names that trainers and readers agree on; here because torch is not needed to know them."""

from __future__ import annotations

LANGUAGE_MODEL = "lstm-language-model"  # the kind that a language model's manifest names
LANGUAGE_MODEL_FOLDER = "language-model"  # where it lies inside the folder of its vectors
