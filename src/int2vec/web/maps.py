"""Maps: the integers of a model, and a sample of the corpus's sequences, laid out in the plane."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from int2vec.arithmetic import QUANTITIES, find_property, property_table, quantity_table
from int2vec.cache import cached
from int2vec.embed.layout import Region, beside, lay_out, map_of, regions, regions_of
from int2vec.errors import MissingExtraError
from int2vec.files import open_tensors, save_tensors
from int2vec.session import Session
from int2vec.web.questions import ModelName, endpoint
from int2vec.web.sequences import Label

_TOPIC = "maps"
_SHOWN = 20_000  # sequences of a map
_FILE = "map.safetensors"
_NAME = 70  # characters of a name that a map shows
_PHRASES = 400  # words and pairs of words that a region may be named by
_DULL = re.compile(
    ".{1,3}|also|coefficients?|each|first|from|have|numbers?|sequence|such|terms?|than|that|then|"
    "these|when|where|which|whose|with"
)
_OFTEN = 0.1  # the share of a region's names that hold what it is named by


@dataclass(frozen=True, kw_only=True)
class MapAnswer:
    """Two coordinates for each integer, by t-SNE or PCA, and what is common in which part."""

    model: str
    method: str
    integers: list[int]
    x: list[float]
    y: list[float]
    regions: list[Region]


@endpoint("/map", topic=_TOPIC, lane="heavy", sample="map")
def integer_map(session: Session, model: ModelName | None = None) -> MapAnswer:
    """Two coordinates for each integer from 1 to 20,000."""
    vectors = session.vectors(model)
    drawn = map_of(vectors, session.models[vectors.name].folder)
    x, y = np.round(drawn.xy.T.astype(float), 2).tolist()
    return MapAnswer(
        model=vectors.name,
        method=drawn.method,
        integers=list(drawn.integers),
        x=x,
        y=y,
        regions=regions(drawn),
    )


PropertyWord = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        description="A name that /api/properties lists.",
        examples=["prime"],
    ),
]
Limit = Annotated[int, Field(ge=1, le=20_000)]


@dataclass(frozen=True, kw_only=True)
class ColorAnswer:
    """A value for each integer from 0 to the limit."""

    by: str
    words: str
    kind: Literal["yes-no", "number"]
    values: list[float | None]


@endpoint("/map/colors", topic=_TOPIC, lane="light", sample="map/colors?by=prime&limit=20")
def colors(session: Session, by: PropertyWord, limit: Limit = 20_000) -> ColorAnswer:
    """A property or quantity of every integer from 0 to the limit."""
    integers = range(limit + 1)
    if by in QUANTITIES:
        values = quantity_table([by], integers)[0]
        return ColorAnswer(
            by=by,
            words=QUANTITIES[by].words,
            kind="number",
            values=[float(v) if np.isfinite(v) else None for v in values],
        )
    found = find_property(by)
    table = property_table([found.name], integers)[0]
    return ColorAnswer(
        by=found.name, words=found.words, kind="yes-no", values=table.astype(int).tolist()
    )


@dataclass(frozen=True, kw_only=True)
class SequenceMap:
    """Which sequences of the corpus a map shows, and where."""

    numbers: NDArray[np.int32]  # (n,) rising
    xy: NDArray[np.float32]  # (n, 2)


def sequence_map(session: Session) -> SequenceMap:
    """The map of a sample of the sequences, drawn once a corpus and kept in the cache."""
    corpus, space = session.corpus, session.space

    def draw_into(folder: Path) -> None:
        sample = np.random.default_rng(0).permutation(corpus.n_sequences)[:_SHOWN]
        numbers = np.sort(sample).astype(np.int32)
        try:
            xy = lay_out(space.matrix[numbers])
        except MissingExtraError:
            xy = space.matrix[numbers, :2]  # along the axes on which they differ most
        save_tensors(folder / _FILE, {"numbers": numbers, "xy": xy.astype(np.float16)})

    folder = cached("map", corpus.folder.name, draw_into, source=corpus.name, needs=[corpus.folder])
    tensors, _ = open_tensors(folder / _FILE)
    return SequenceMap(numbers=tensors["numbers"], xy=tensors["xy"].astype(np.float32))


@dataclass(frozen=True, kw_only=True)
class SequenceMapAnswer:
    """Two coordinates for each sequence of a sample, and what the names say in which part."""

    corpus: str
    labels: list[str]
    names: list[str]
    x: list[float]
    y: list[float]
    regions: list[Region]


@endpoint("/map/sequences", topic=_TOPIC, lane="heavy", sample="map/sequences")
def map_of_sequences(session: Session) -> SequenceMapAnswer:
    """A sample of the sequences, those near in meaning close together."""
    drawn = sequence_map(session)
    numbers = drawn.numbers.tolist()
    names = [session.names.name(i) or "" for i in numbers]
    held, phrases = _phrases(names)
    x, y = np.round(drawn.xy.T.astype(float), 2).tolist()
    return SequenceMapAnswer(
        corpus=session.corpus_label,
        labels=[session.corpus.label(i) for i in numbers],
        names=[name[:_NAME] for name in names],
        x=x,
        y=y,
        regions=regions_of(drawn.xy, held, phrases, 40, common=_OFTEN),
    )


def _phrases(names: list[str]) -> tuple[NDArray[np.bool_], list[str]]:
    """Which name holds which of the commonest words and runs of words: (phrases, names)."""
    said = []
    for name in names:
        words = re.findall(r"[a-z]+", name.lower())
        runs = (words[i : i + n] for n in (1, 2, 3) for i in range(len(words) - n + 1))
        said.append(
            {
                " ".join(run)
                for run in runs
                if not (_DULL.fullmatch(run[0]) or _DULL.fullmatch(run[-1]))
            }
        )
    common = [phrase for phrase, _ in Counter(p for one in said for p in one).most_common(_PHRASES)]
    return np.array([[phrase in one for one in said] for phrase in common], bool), common


@dataclass(frozen=True, kw_only=True)
class PlaceAnswer:
    """Where a sequence lies on the map, whether or not the map shows it."""

    label: str
    x: float
    y: float


@endpoint("/place/{label}", topic=_TOPIC, lane="heavy", sample="place/A000045")
def place(session: Session, label: Label) -> PlaceAnswer:
    """The place of a sequence on the map of sequences: between those nearest in meaning."""
    found, drawn = session.sequence(label), sequence_map(session)
    matrix = session.space.matrix
    vector = session.space.vector(found.terms)[None].astype(np.float64)
    x, y = beside(vector, matrix[drawn.numbers].astype(np.float64), drawn.xy)[0].tolist()
    return PlaceAnswer(label=found.label, x=x, y=y)
