"""Which completers take part, and what they are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.store import Progress
from int2vec.data import data_folder
from int2vec.errors import InputError, MissingExtraError
from int2vec.predict.complete.base import Completer
from int2vec.predict.complete.contexts import LocalCompleter, NgramCompleter
from int2vec.predict.complete.rules import RulesCompleter
from int2vec.predict.complete.search.index import READINGS, Index, open_index
from int2vec.predict.complete.search.runs import SearchCompleter
from int2vec.predict.complete.search.shared_terms import CompanionCompleter
from int2vec.predict.complete.search.table_lines import TableCompleter
from int2vec.predict.complete.search.through_transforms import TransformCompleter

WITHOUT_CORPUS = ("rules", "local")
WITH_CORPUS = (
    "search",
    *READINGS[1:],
    "ngrams",
    "step-ngrams",
    "transforms",
    "tables",
    "companions",
)
BASELINES = ("search-full", "search-last-5")  # the paper's two; `search` is the longest match
_READS = {"step-ngrams": "differences", "transforms": "ratios"}  # readings beside the terms
NEURAL = ("lstm", "text-lm", "text-lm-token")  # the last reads as the paper does
NAMES = WITHOUT_CORPUS + WITH_CORPUS + BASELINES + NEURAL


@dataclass(frozen=True, kw_only=True)
class SourcesConfig:
    """What the completers are made from; picklable, so that each process makes its own."""

    using: tuple[str, ...] = ()  # empty: all that need no neural model
    corpus: str | None = None  # None: the OEIS where it is there, else none
    split: str | None = None  # None: all sequences are indexed, else the training part alone
    seed: int = 0
    model: str | None = None  # the folder of a trained LSTM, or the name of a text model


def chosen_names(using: Sequence[str]) -> tuple[str, ...]:
    """The names, checked.

    >>> chosen_names(["rules", "search"])
    ('rules', 'search')
    """
    for name in using:
        if name not in NAMES:
            raise InputError(f"'{name}' is no completer; give some of {', '.join(NAMES)}")
    return tuple(dict.fromkeys(using))


def corpus_name(config: SourcesConfig) -> str | None:
    """The corpus that is searched, None where there is none."""
    if config.corpus is not None:
        return config.corpus
    return "oeis" if (data_folder() / "oeis" / "stripped.gz").is_file() else None


def make_index(
    config: SourcesConfig, readings: Sequence[str], progress: Progress | None = None
) -> Index | None:
    """The index that these sources search, None where there is no corpus."""
    name = corpus_name(config)
    if name is None:
        return None
    corpus = open_corpus(name, progress=progress)
    part = make_split(corpus, config.split, config.seed).train if config.split else None
    return open_index(corpus, part, readings=readings, progress=progress)


def make_sources(config: SourcesConfig, progress: Progress | None = None) -> dict[str, Completer]:
    """The completers by name, in a fixed order."""
    names = chosen_names(config.using)
    wanted = names or (WITHOUT_CORPUS + WITH_CORPUS + (("lstm",) if config.model else ()))
    searched = [name for name in wanted if name in WITH_CORPUS + BASELINES]
    index = None
    if searched:
        readings = [r for r in READINGS if r in {_READS.get(n, n) for n in searched} | {"terms"}]
        index = make_index(config, readings, progress)
        if index is None and names:
            raise InputError(
                f"'{searched[0]}' needs a corpus and there is none; run 'int2vec fetch oeis' "
                "or give --corpus catalog"
            )
    made: dict[str, Completer] = {}
    for name in NAMES:
        if name in wanted and (index is not None or name not in searched):
            made[name] = _make(name, index, config)
    return made


def _make(name: str, index: Index | None, config: SourcesConfig) -> Completer:
    if name == "rules":
        return RulesCompleter()
    if name == "local":
        return LocalCompleter()
    if name in NEURAL:
        return _neural(name, config)
    assert index is not None
    if name in READINGS:
        return SearchCompleter(index, reading=name)
    if name.endswith("ngrams"):
        return NgramCompleter(index, name)
    if name == "transforms":
        return TransformCompleter(index)
    if name == "tables":
        return TableCompleter(index)
    if name == "companions":
        return CompanionCompleter(index)
    mode = "longest" if name == "search" else name.removeprefix("search-")
    return SearchCompleter(index, mode)


def _neural(name: str, config: SourcesConfig) -> Completer:
    if config.model is None:
        raise InputError(f"'{name}' needs a trained model; give --model with its folder or name")
    if find_spec("torch") is None:
        raise MissingExtraError(f"the completer '{name}'", name.removesuffix("-token"))
    # torch is slow to import and needed by these two alone
    if name == "lstm":
        from int2vec.predict.complete.lstm import LstmCompleter

        return LstmCompleter(config.model)
    from int2vec.predict.complete.text_lm import TextLmCompleter

    return TextLmCompleter(config.model, "token" if name.endswith("token") else "integer")
