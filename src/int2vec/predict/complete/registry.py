"""Which completers there are (sources.toml says), and how those that take part are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Any

from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.errors import InputError, MissingExtraError
from int2vec.files import toml_beside
from int2vec.predict.complete.base import Completer
from int2vec.predict.complete.search.index import READINGS, Index, open_index


@dataclass(frozen=True, kw_only=True)
class Source:
    """A completer by its name: what it is made from, and what the ensemble reads of it."""

    name: str
    make: str  # module and class
    options: Mapping[str, str] = field(default_factory=dict)
    readings: tuple[str, ...] = ()  # of the index that it searches; with none it needs no corpus
    by_effort: bool = False  # made with the effort that a question is worth
    of_a_model: bool = False  # trained, in a folder or known by name
    of_a_vocabulary: bool = False  # it can answer with the integers that it holds, and no other
    asked_by_name_alone: bool = False  # no part of the ensemble unless it is named
    evidence: tuple[str, ...] = ()  # the numbers of its evidence that the ensemble reads
    rival: tuple[str, ...] = ()  # of its first answer, which weigh against every other candidate
    tells_when_asked: bool = False  # the ensemble tells silence from not having been asked
    weighs_itself: bool = False  # its answer has a probability beside those of the ensemble
    explains: float = 2.0  # how many ranks its reason is worth less than that of a rule

    def made(self, *given: object, effort: str) -> Completer:
        """The completer; torch is slow to import, so that only those that need it bring it."""
        if self.of_a_model and find_spec("torch") is None:
            raise MissingExtraError(
                f"the completer '{self.name}'", self.name.removesuffix("-token")
            )
        options = {**self.options, **({"effort": effort} if self.by_effort else {})}
        completer: Completer = resolve_name(f"{__package__}.{self.make}")(*given, **options)
        return completer


def _read() -> dict[str, Source]:
    found = {}
    for name, given in toml_beside(__file__, "sources.toml").items():
        lists = {key: tuple(value) for key, value in given.items() if isinstance(value, list)}
        fields: dict[str, Any] = {**given, **lists}
        found[name] = Source(name=name, **fields)
    return found


SOURCES = MappingProxyType(_read())
BASELINES = tuple(s.name for s in SOURCES.values() if s.readings and s.asked_by_name_alone)


@dataclass(frozen=True, kw_only=True)
class SourcesConfig:
    """What the completers are made from; picklable, so that each process makes its own."""

    using: tuple[str, ...] = ()  # empty: all that are not asked by name alone
    corpus: str | None = None  # the one that is searched; None: none is
    split: str | None = None  # None: all sequences are indexed, else the training part alone
    seed: int = 0
    model: str | None = None  # the folder of a trained LSTM, or the name of a text model
    effort: str = "normal"  # quick, normal or deep

    @property
    def sources(self) -> list[Source]:
        """The completers that take part, in a fixed order."""
        if names := chosen_names(self.using):
            return [source for source in SOURCES.values() if source.name in names]
        every = [source for source in SOURCES.values() if not source.asked_by_name_alone]
        return [source for source in every if self.model is not None or not source.of_a_model]

    @property
    def readings(self) -> tuple[str, ...]:
        """The readings of the index that they search, none where they need no corpus."""
        needed = {reading for source in self.sources for reading in source.readings}
        return tuple(reading for reading in READINGS if reading in needed)


def chosen_names(using: str | Sequence[str]) -> tuple[str, ...]:
    """The names, checked, of a list or of a text with commas.

    >>> chosen_names("rules, search")
    ('rules', 'search')
    """
    given = using.split(",") if isinstance(using, str) else using
    names = tuple(dict.fromkeys(name.strip() for name in given if name.strip()))
    for name in names:
        if name not in SOURCES:
            raise InputError(f"'{name}' is no completer; give some of {', '.join(SOURCES)}")
    return names


def make_sources(config: SourcesConfig, index: Index | None) -> dict[str, Completer]:
    """The completers by name, over an index that is open; without one, those that need none."""
    made: dict[str, Completer] = {}
    for source in config.sources:
        given = [config.model] if source.of_a_model else [index] if source.readings else []
        if None not in given:
            made[source.name] = source.made(*given, effort=config.effort)
        elif source.of_a_model:
            problem = f"'{source.name}' needs a trained model"
            raise InputError(f"{problem}; give --model with its folder or name")
        elif config.using:
            problem = f"'{source.name}' needs a corpus and there is none"
            raise InputError(f"{problem}; run 'int2vec fetch oeis' or give --corpus catalog")
    return made


def make_index(config: SourcesConfig, readings: Sequence[str]) -> Index | None:
    """The index that is searched, with these readings; None where there is none of either."""
    if config.corpus is None or not readings:
        return None
    corpus = open_corpus(config.corpus)
    part = make_split(corpus, config.split, config.seed).train if config.split else None
    return open_index(corpus, part, readings=readings)


@lru_cache(maxsize=1)
def kept_sources(config: SourcesConfig, fingerprint: str | None) -> dict[str, Completer]:
    """The completers over the index of this fingerprint, opened once in each process.

    The index is read ahead, and that of other questions before is let go: a process that grows
    while it answers seems to leak memory, and joblib would start it anew.
    """
    index = make_index(config, config.readings)
    if index is not None:
        index.read_ahead(config.readings)
    return make_sources(config, index)
