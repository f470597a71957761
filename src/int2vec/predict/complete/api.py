"""The public `complete`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from int2vec.corpus.store import Progress
from int2vec.data import cache_folder, data_folder
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.ensemble import Ensemble
from int2vec.predict.complete.registry import (
    SourcesConfig,
    chosen_names,
    corpus_name,
    make_sources,
)
from int2vec.text import checked_terms


def complete(
    terms: Sequence[int], k: int = 5, using: Sequence[str] | None = None, *,
    corpus: str | None = None, model: str | None = None, least: float = 0.0,
) -> list[Prediction]:  # fmt: skip
    """At most `k` conjectured next terms with calibrated probabilities, the likeliest first.

    Where the OEIS is in the data folder it is searched, after an index is built once; `using`
    names the completers to ask, `corpus` another corpus to search, `model` a trained LSTM. What
    is less probable than `least` is left out, so that there may be no answer at all.

    >>> complete([1, 1, 2, 3, 5, 8], k=1, using=["rules"])[0].value
    13
    """
    prompt = checked_terms(terms, k)
    names = chosen_names([using] if isinstance(using, str) else (using or ()))
    config = SourcesConfig(using=names, corpus=corpus, model=model)
    found = open_ensemble(config).complete(prompt, k)
    return [p for p in found if p.probability is None or p.probability >= least]


def open_ensemble(config: SourcesConfig, progress: Progress | None = None) -> Ensemble:
    """The ensemble for these sources, kept open between calls."""
    name = corpus_name(config)
    return _open(
        _Key(
            config=config, corpus=name, file=_state(name), data=data_folder(),
            cache=cache_folder(), progress=progress,
        )
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _Key:
    """All that an open ensemble depends on; who is told of the progress is no part of it."""

    config: SourcesConfig
    corpus: str | None
    file: tuple[Path, int, int] | None
    data: Path
    cache: Path
    progress: Progress | None = field(compare=False)


def _state(corpus: str | None) -> tuple[Path, int, int] | None:
    """Where a corpus's file lies, its size and when it was changed; None where it has none."""
    if corpus is None:
        return None
    path = data_folder() / "oeis" / "stripped.gz" if corpus == "oeis" else Path(corpus).expanduser()
    try:
        found = path.stat()
    except OSError:  # a built-in corpus, or one that opening it says more of
        return None
    return path.absolute(), found.st_size, found.st_mtime_ns


@lru_cache(maxsize=8)
def _open(key: _Key) -> Ensemble:
    return Ensemble(make_sources(key.config, key.progress))
