"""Which completers there are, and how those that take part are made.

A new completer is a file with a class and its `SOURCES`, and a line here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.util import find_spec
from types import MappingProxyType

from int2vec.corpus import open_corpus
from int2vec.corpus.split import make_split
from int2vec.corpus.store import Progress
from int2vec.errors import InputError, MissingExtraError
from int2vec.predict.complete import contexts, slips
from int2vec.predict.complete.base import Completer, Source
from int2vec.predict.complete.rules import engine as rules
from int2vec.predict.complete.search import runs, scattered, through_transforms
from int2vec.predict.complete.search.index import READINGS, Index, open_index


def _neural(name: str, model: str) -> Completer:
    """A language model as a completer; torch is slow to import and needed by these alone."""
    if find_spec("torch") is None:
        raise MissingExtraError(f"the completer '{name}'", name.removesuffix("-token"))
    from int2vec.predict.complete.neural import LstmCompleter, TextLmCompleter

    if name == "lstm":
        return LstmCompleter(model)
    return TextLmCompleter(model, "token" if name.endswith("token") else "integer")


_NEURAL = (
    Source(
        name="lstm",
        make=partial(_neural, "lstm"),
        of_a_model=True,
        of_a_vocabulary=True,
        evidence=("probability",),
        rival=("probability",),
        tells_when_asked=True,
    ),
    *(
        Source(name=name, make=partial(_neural, name), of_a_model=True, asked_by_name_alone=True)
        for name in ("text-lm", "text-lm-token")  # the latter reads as the paper does
    ),
)
_LISTED = (rules, contexts, slips, runs, through_transforms, scattered)
SOURCES = MappingProxyType(
    {source.name: source for module in _LISTED for source in module.SOURCES}
    | {source.name: source for source in _NEURAL}
)
BASELINES = tuple(s.name for s in SOURCES.values() if s.readings and s.asked_by_name_alone)
WITHOUT_CORPUS = tuple(s.name for s in SOURCES.values() if not s.readings and not s.of_a_model)


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


def chosen_names(using: Sequence[str]) -> tuple[str, ...]:
    """The names, checked.

    >>> chosen_names(["rules", "search"])
    ('rules', 'search')
    """
    for name in using:
        if name not in SOURCES:
            raise InputError(f"'{name}' is no completer; give some of {', '.join(SOURCES)}")
    return tuple(dict.fromkeys(using))


def make_sources(config: SourcesConfig, index: Index | None) -> dict[str, Completer]:
    """The completers by name, over an index that is open; without one, those that need none."""
    made: dict[str, Completer] = {}
    for source in config.sources:
        given = [config.model] if source.of_a_model else [index] if source.readings else []
        if None not in given:
            effort = {"effort": config.effort} if source.by_effort else {}
            made[source.name] = source.make(*given, **effort)
        elif source.of_a_model:
            raise InputError(
                f"'{source.name}' needs a trained model; give --model with its folder or name"
            )
        elif config.using:
            raise InputError(
                f"'{source.name}' needs a corpus and there is none; run 'int2vec fetch oeis' "
                "or give --corpus catalog"
            )
    return made


def make_index(
    config: SourcesConfig, readings: Sequence[str], progress: Progress | None = None
) -> Index | None:
    """The index that is searched, with these readings; None where there is none of either."""
    if config.corpus is None or not readings:
        return None
    corpus = open_corpus(config.corpus, progress=progress)
    part = make_split(corpus, config.split, config.seed).train if config.split else None
    return open_index(corpus, part, readings=readings, progress=progress)


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
