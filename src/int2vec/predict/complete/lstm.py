"""The LSTM language model as a completer: the likeliest next integer after the terms."""

from collections.abc import Sequence
from pathlib import Path

import torch

from int2vec.embed.lstm.evaluate import top_tokens
from int2vec.embed.lstm.folder import load_lstm
from int2vec.embed.lstm.streams import FIRST, SEPARATOR, UNKNOWN
from int2vec.predict.complete.base import Prediction
from int2vec.text import checked_terms


class LstmCompleter:
    """Predicts integers of a trained model's vocabulary; it can answer with no other."""

    name = "lstm"

    def __init__(self, folder: Path | str, device: str = "cpu") -> None:
        model = load_lstm(Path(folder), device)
        self._network = model.network
        self._integers = model.integers
        self._token_of = {n: FIRST + i for i, n in enumerate(model.integers)}

    def __contains__(self, integer: object) -> bool:
        """Whether it can answer with this integer at all."""
        return integer in self._token_of

    @torch.no_grad()
    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` integers of the vocabulary, likeliest first.

        The score is the softmax's probability, UNK and the end of the sequence included.
        """
        known = [self._token_of.get(term, UNKNOWN) for term in checked_terms(terms, k)]
        device = self._network.embedding.weight.device
        prompt = torch.tensor([SEPARATOR, *known], device=device)[:, None]  # (T, 1)
        length = torch.tensor([len(prompt)], device=device)
        best = top_tokens(self._network, prompt, length, min(k, len(self._integers)))
        unknown = known.count(UNKNOWN)
        blind = f", {unknown} of the terms being outside its vocabulary" if unknown else ""
        found = zip(best.indices[0].tolist(), best.values[0].tolist(), strict=True)
        return [
            Prediction(
                value=self._integers[token - FIRST],
                score=probability,
                by=self.name,
                why=f"the LSTM gives it {probability:.1%} after these terms{blind}",
                evidence={"probability": probability, "unknown_terms": unknown},
            )
            for token, probability in found
        ]
