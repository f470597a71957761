"""The models: what is served, and what probes find."""

from pathlib import Path
from typing import NamedTuple

from int2vec.arithmetic import PROPERTIES, QUANTITIES
from int2vec.errors import UnknownIntegerError
from int2vec.predict.paper import PROBE_PROPERTIES, PROBE_QUANTITIES, ROW_OF_MODEL, published
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.ranges import RangeCurve, shipped_curves
from int2vec.predict.probe.result import PropertyResult, QuantityResult
from int2vec.session import Session
from int2vec.web.questions import ModelName, endpoint


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
        told, trained_on = one.manifest.get, Path(str(one.manifest.get("corpus") or "")).name
        size = told("n", 0), told("dim", 0)
        kinds = one.any_integer, one.bundled
        served.append(ModelOut(one.name, *size, told("method", ""), trained_on, *kinds))
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
        [PropertyName(p.name, p.words, p.family) for p in PROPERTIES.values()],
        [PropertyName(q.name, q.words, "quantity") for q in QUANTITIES.values()],
    )


class RangesAnswer(NamedTuple):
    """Accuracies against the size of the integers, by property; what each property says."""

    curves: dict[str, list[RangeCurve]]
    words: dict[str, str]


@endpoint("/probe/ranges", lane="light", sample="probe/ranges")
def ranges(session: Session) -> RangesAnswer:
    """Where the knowledge of the models that ship ends, and of digits and residues beside them."""
    curves = shipped_curves()
    return RangesAnswer(curves, {name: PROPERTIES[name].words for name in curves})


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
    known = vectors.known(config.integers)
    if len(known) < len(config.integers) // 10:
        raise UnknownIntegerError(
            f"'{vectors.name}' has vectors for {len(known):,} of the integers "
            f"{config.first}–{config.last}; choose a model that covers more of them"
        )
    table, every = session.probe([vectors], config=config), PROPERTIES | QUANTITIES
    asked = [*PROBE_PROPERTIES, *PROBE_QUANTITIES]
    row = ROW_OF_MODEL.get(vectors.name)
    return ProbeAnswer(
        model=vectors.name,
        first=config.first,
        last=config.last,
        covered=len(known) / len(config.integers),
        properties=table.properties,
        quantities=table.quantities,
        words={name: every[name].words for name in asked},
        paper={name: published(row, name).get("all") for name in asked},
    )
