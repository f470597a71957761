"""The models: what is served, what probes find, and maps of integers and of sequences."""

import re
from collections import Counter
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from int2vec.arithmetic import properties as catalog
from int2vec.cache import cached, hash_of
from int2vec.embed.layout import Region, beside, lay_out, map_of, regions, regions_of
from int2vec.errors import MissingExtraError
from int2vec.files import read_json, toml_beside, write_json
from int2vec.predict.paper import PROBE_PROPERTIES, PROBE_QUANTITIES, ROW_OF_MODEL, published
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.ranges import RangeCurve, shipped_curves
from int2vec.predict.probe.result import PropertyResult, QuantityResult
from int2vec.session import Session
from int2vec.text import digest, plain
from int2vec.web.questions import FIELDS, Label, ModelName, endpoint

_PROBE = "probe.json"
_MAP = toml_beside(__file__, "sequence_map.toml")


class ModelOut(NamedTuple):
    """A model, and whether it has a vector for any integer."""

    name: str
    integers: int
    dim: int
    method: str
    corpus: str
    any_integer: bool
    bundled: bool


class ModelsAnswer(NamedTuple):
    """What is served."""

    models: list[ModelOut]
    default: str | None
    corpus: str
    sequences: int


@endpoint("/models", lane="light", sample="models")
def models(session: Session) -> ModelsAnswer:
    """The models and the corpus that are served."""
    served = []
    for one in session.models.values():
        # The manifest of a stranger's model may say anything.
        said = [one.manifest.get(key) for key in ("n", "dim", "method", "corpus")]
        n, dim = (x if isinstance(x, int) else 0 for x in said[:2])
        method, corpus = (x if isinstance(x, str) else "" for x in said[2:])
        kinds = one.any_integer, one.bundled
        served.append(ModelOut(one.name, n, dim, method, Path(corpus).name, *kinds))
    label, n = session.corpus_label, session.corpus.n_sequences
    return ModelsAnswer(served, session.default_model, label, n)


class PropertyName(NamedTuple):
    """A property or a quantity of integers."""

    name: str
    words: str
    family: str


class PropertiesAnswer(NamedTuple):
    """What integers are described by."""

    properties: list[PropertyName]
    quantities: list[PropertyName]


@endpoint("/properties", lane="light", sample="properties")
def properties(session: Session) -> PropertiesAnswer:
    """The catalog of properties and quantities."""
    return PropertiesAnswer(
        [PropertyName(p.name, p.words, p.family) for p in catalog.PROPERTIES.values()],
        [PropertyName(q.name, q.words, "quantity") for q in catalog.QUANTITIES.values()],
    )


class RangesAnswer(NamedTuple):
    """Accuracies against the size of the integers, by property; what each property says."""

    curves: dict[str, list[RangeCurve]]
    words: dict[str, str]


@endpoint("/probe/ranges", lane="light", sample="probe/ranges")
def ranges(session: Session) -> RangesAnswer:
    """Where the knowledge of the models that ship ends, and of digits and residues beside them."""
    curves = shipped_curves()
    return RangesAnswer(curves, {name: catalog.PROPERTIES[name].words for name in curves})


class ProbeAnswer(NamedTuple):
    """What probes find in a model: the paper's columns, and the paper's figures beside them.

    covered  the share of the integers from first to last that have a vector
    words    what each property and quantity says, by its name
    """

    model: str
    first: int
    last: int
    covered: float
    properties: tuple[PropertyResult, ...]
    quantities: tuple[QuantityResult, ...]
    words: dict[str, str]
    paper: dict[str, float | None]


@endpoint("/probe", lane="heavy", sample="probe")
def probe(session: Session, model: ModelName = None) -> ProbeAnswer:
    """What linear probes find in a model's vectors: the paper's columns."""
    vectors, config = session.vectors(model), ProbeConfig()
    file = session.models[vectors.name].folder / "vectors.safetensors"

    def probe_into(folder: Path) -> None:
        covered = len(vectors.known(config.integers)) / len(config.integers)
        table = session.probe([vectors], config=config)
        every = catalog.PROPERTIES | catalog.QUANTITIES
        asked, row = [*PROBE_PROPERTIES, *PROBE_QUANTITIES], ROW_OF_MODEL.get(vectors.name)
        words = {name: every[name].words for name in asked}
        paper = {name: published(row, name).get("all") for name in asked}
        found = table.properties, table.quantities, words, paper
        told = ProbeAnswer(vectors.name, config.first, config.last, covered, *found)
        write_json(folder / _PROBE, plain(told._asdict(), None))

    key = f"{hash_of(file)[:16]}-{digest(vectors.name)[:16]}"
    folder = cached("probe", key, probe_into, source=vectors.name, needs=[file])
    return ProbeAnswer(**read_json(folder / _PROBE))


class MapAnswer(NamedTuple):
    """Two coordinates for each integer, by t-SNE or PCA, and what is common in which part."""

    model: str
    method: str
    integers: list[int]
    x: list[float]
    y: list[float]
    regions: list[Region]


@endpoint("/map", lane="heavy", sample="map")
def integer_map(session: Session, model: ModelName = None) -> MapAnswer:
    """Two coordinates for each integer from 1 to 20,000."""
    vectors = session.vectors(model)
    drawn = map_of(vectors, session.models[vectors.name].folder)
    x, y = plain(drawn.xy.T, 2)
    return MapAnswer(vectors.name, drawn.method, list(drawn.integers), x, y, regions(drawn))


PropertyWord = Annotated[str, Field(max_length=40, description=FIELDS["by"])]
Limit = Annotated[int, Field(ge=1, le=20_000)]


class ColorAnswer(NamedTuple):
    """A value for each integer from 0 to the limit."""

    by: str
    words: str
    kind: Literal["yes-no", "number"]
    values: list[float | None]


@endpoint("/map/colors", lane="light", sample="map/colors?by=prime&limit=20")
def colors(session: Session, by: PropertyWord, limit: Limit = 20_000) -> ColorAnswer:
    """A property or quantity of every integer from 0 to the limit."""
    if by in catalog.QUANTITIES:
        values = catalog.quantity_table([by], range(limit + 1))[0]
        return ColorAnswer(by, catalog.QUANTITIES[by].words, "number", plain(values, None))
    found = catalog.find_property(by)
    held = catalog.property_table([found.name], range(limit + 1))[0]
    return ColorAnswer(found.name, found.words, "yes-no", held.astype(int).tolist())


def sequence_map(session: Session) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Which sequences a map shows, (n,) rising, and where, (n, 2): drawn once a corpus."""
    corpus, space = session.corpus, session.space

    def draw() -> dict[str, NDArray[Any]]:
        sample = np.random.default_rng(0).permutation(corpus.n_sequences)[: _MAP["shown"]]
        numbers = np.sort(sample).astype(np.int32)
        try:
            xy = lay_out(space.matrix[numbers], landmarks=1_000)
        except MissingExtraError:
            xy = space.matrix[numbers, :2]  # along the axes on which they differ most
        return {"numbers": numbers, "xy": xy.astype(np.float16)}

    tensors = corpus.cached_tensors("map", corpus.folder.name, "map.safetensors", draw)
    return tensors["numbers"], tensors["xy"].astype(np.float32)


class SequenceMapAnswer(NamedTuple):
    """Two coordinates for each sequence of a sample, and what the names say in which part."""

    corpus: str
    labels: list[str]
    names: list[str]
    x: list[float]
    y: list[float]
    regions: list[Region]


@endpoint("/map/sequences", lane="heavy", sample="map/sequences")
def map_of_sequences(session: Session) -> SequenceMapAnswer:
    """A sample of the sequences, those near in meaning close together."""
    numbers, xy = sequence_map(session)
    labels = [session.corpus.label(i) for i in numbers.tolist()]
    names = [session.names.name(i) or "" for i in numbers.tolist()]
    (x, y), shown = plain(xy.T, 2), [name[: _MAP["characters"]] for name in names]
    parts = regions_of(xy, *_phrases(names), 40, common=_MAP["often"])
    return SequenceMapAnswer(session.corpus_label, labels, shown, x, y, parts)


def _phrases(names: list[str]) -> tuple[NDArray[np.bool_], list[str]]:
    """Which name holds which of the commonest words and runs of words: (phrases, names)."""
    is_dull, said = cache(re.compile(_MAP["dull"]).fullmatch), list[set[str]]()
    for name in names:
        words = re.findall(r"[a-z]+", name.lower())
        ends = [i for i, word in enumerate(words) if not is_dull(word)]
        spans = [(i, j + 1) for i in ends for j in ends if i <= j < i + 3]
        said.append({" ".join(words[first:last]) for first, last in spans})
    common = [phrase for phrase, _ in Counter(chain(*said)).most_common(_MAP["phrases"])]
    row_of = {phrase: row for row, phrase in enumerate(common)}
    held = np.zeros((len(common), len(names)), bool)
    for column, phrases in enumerate(said):
        held[[row_of[phrase] for phrase in phrases if phrase in row_of], column] = True
    return held, common


class PlaceAnswer(NamedTuple):
    """Where a sequence lies on the map, whether or not the map shows it."""

    label: str
    x: float
    y: float


@endpoint("/place/{label}", lane="heavy", sample="place/A000045")
def place(session: Session, label: Label) -> PlaceAnswer:
    """The place of a sequence on the map of sequences: between those nearest in meaning."""
    found, (numbers, xy) = session.sequence(label), sequence_map(session)
    shown = session.space.matrix[numbers].astype(np.float64)
    vector = session.space.vector(found.terms)[None].astype(np.float64)
    x, y = beside(vector, shown, xy)[0].tolist()
    return PlaceAnswer(found.label, x, y)
