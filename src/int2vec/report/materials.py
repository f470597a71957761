"""What the stages work on: the corpus, its split, and every set of vectors there is."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from int2vec.corpus.split import Split, make_split
from int2vec.data import find_optional, text_vector_files
from int2vec.embed.concat import concatenate
from int2vec.embed.train import LANGUAGE_MODEL, LANGUAGE_MODEL_FOLDER
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, ModelError
from int2vec.files import file_hash, read_json, toml_beside
from int2vec.models import DEFAULT, ModelInfo
from int2vec.predict.analogy.questions import PUBLISHED as ANALOGIES
from int2vec.predict.complete.questions import PUBLISHED as APTITUDE
from int2vec.report.document import WORDS, corpus_label
from int2vec.report.stages import Found, Result, Stage
from int2vec.session import Session

METHODS: dict[str, list[str]] = WORDS["methods"]
TRAINED = ("lstm", "lsa", "fasttext", "fasttext-words")  # as the paper orders its rows
_WIKI, _SHIPPED = "FastText–Wiki", " (shipped)"
ASKED = toml_beside(__file__, "asked.toml")


@dataclass(frozen=True, kw_only=True)
class ReproduceConfig:
    """The settings of a whole run.

    `models` is a folder with trained models, loaded instead of training; `text_model` (a name or
    folder) answers the aptitude questions too; `only` names the stages to run, with what they
    need. One of the `workers` gives the same results for the same seed; 0 is one a core.
    """

    out: Path
    corpus: str = "catalog"
    split: str = "random"
    fast: bool = False
    models: Path | None = None
    text_model: str | None = None
    only: list[str] | None = None
    seed: int = 0
    device: str = "auto"
    workers: int = 0

    def __post_init__(self) -> None:
        if self.workers < 0:
            raise InputError(f"{self.workers} workers were asked for; give 0 (all cores) or more")
        if self.out.exists() and not self.out.is_dir():
            raise InputError(f"{self.out} is a file; give a folder to write the report to")
        if self.models is not None and not self.models.is_dir():
            raise InputError(f"{self.models} is not a folder; give one that holds trained models")


@dataclass(frozen=True)
class VectorSet:
    """Vectors that take a line in the tables; `paper` names the paper's line beside it."""

    vectors: Embeddings
    label: str
    group: str  # trained, shipped, text or joined
    paper: str | None

    @property
    def about(self) -> dict[str, str | None]:
        """How a table shows it, as plain values."""
        key = {"key": self.vectors.name}
        return {**key, "label": self.label, "group": self.group, "paper": self.paper or None}


class Materials:
    """Everything is opened by the session, when it is first asked for."""

    def __init__(self, config: ReproduceConfig, found: Found) -> None:
        self.config = config
        self.found = found
        self.session = Session(config.corpus)
        self._stem = Path(config.corpus).stem
        self._manifests = sorted(config.models.glob("**/manifest.json")) if config.models else []

    @cached_property
    def split(self) -> Split:
        """The split of the corpus."""
        return make_split(self.session.corpus, self.config.split, self.config.seed)

    def settings(self, stage: Stage) -> Result:
        """What a stage depends on beside its code and the stages that it needs."""
        config, corpus = self.config, self.session.corpus
        if self.given(stage.name):  # opening it takes no time, whichever of them has changed
            return {"given": [read_json(manifest) for manifest in self._manifests]}
        known: Result = {"corpus": corpus.hash, "name": corpus.name}
        known |= {name: getattr(config, name) for name in ("split", "seed", "fast")}
        if stage.name == "lstm":
            known["device"] = config.device
        elif stage.name.startswith("fasttext"):
            known["workers"] = config.workers
        elif stage.needs:  # it reads vectors that need no training too, or published questions
            files = [path for name in (APTITUDE, ANALOGIES) if (path := find_optional(name))]
            texts = [(f.name, f.stat().st_size, f.stat().st_mtime_ns) for f in text_vector_files()]
            shipped = [model.manifest.get("sha256") for model in self._bundled]
            known |= {"texts": texts, "shipped": shipped, "text_model": config.text_model}
            known["questions"] = [file_hash(path) for path in files]
        return known

    def given(self, method: str) -> Path | None:
        """The folder of a trained model that was given, None where it is to be trained."""
        folder = (self.config.models or Path()) / f"{self._stem}-{method}"
        return folder if folder / "manifest.json" in self._manifests else None

    @property
    def language_model(self) -> Path | None:
        """The folder of the LSTM language model, given or trained here; None where neither."""
        trained = self.found.place("lstm") / LANGUAGE_MODEL_FOLDER / "manifest.json"
        for manifest in [*self._manifests, *[trained] * trained.is_file()]:
            about = read_json(manifest)
            same = Path((about.get("source") or {}).get("corpus", "")).stem == self._stem
            if about.get("kind") == LANGUAGE_MODEL and (same or manifest == trained):
                return manifest.parent
        return None

    def trained(self, method: str) -> VectorSet | None:
        """A method's vectors on this corpus, None where they could not be trained."""
        folder = self.given(method) or self.found.place(method)
        if not (folder / "manifest.json").is_file():
            return None
        label, paper = METHODS[method]
        vectors = self.session.vectors(folder).renamed(f"{self._stem}-{method}")
        return VectorSet(vectors, f"{corpus_label(self.config.corpus)}–{label}", "trained", paper)

    def default(self) -> VectorSet | None:
        """The vectors that speak for this corpus, or those shipped where they were not trained."""
        shipped = (one for one in self._shipped() if one.vectors.name.startswith(DEFAULT))
        return self.trained("fasttext") or next(shipped, None)

    @property
    def _bundled(self) -> list[ModelInfo]:
        models = self.session.models.values()
        return [m for m in models if m.bundled and m.name.removeprefix("oeis-") in METHODS]

    def _shipped(self) -> Iterator[VectorSet]:
        for model in self._bundled:
            label, paper = METHODS[model.name.removeprefix("oeis-")]
            vectors = self.session.vectors(model.folder).renamed(f"{model.name}{_SHIPPED}")
            yield VectorSet(vectors, f"OEIS–{label}{_SHIPPED}", "shipped", paper)

    @cached_property
    def _texts(self) -> list[VectorSet]:
        """The text vectors in the data folder, under their own names; they are slow to read."""
        found = []
        for file in text_vector_files():
            with suppress(ModelError):  # no integer in it, or not a file of vectors
                vectors = self.session.vectors(file)
                paper = WORDS["published"].get(vectors.name)
                found.append(VectorSet(vectors, vectors.name, "text", paper))
        return found

    def vector_sets(self, *groups: str) -> list[VectorSet]:
        """Text vectors, ours, those shipped, and FastTexts side by side; or some of these."""
        every = [*self._texts, *filter(None, map(self.trained, TRAINED)), *self._shipped()]
        if (ours := self.trained("fasttext")) and (not groups or "joined" in groups):
            texts = [t for t in self._texts if "fasttext" in t.label.lower() or t.paper == _WIKI]
            for text in texts:  # side by side, over the integers that both know
                name = f"{ours.vectors.name}+{text.vectors.name}"
                paper = "OEIS–FastText + FastText–Wiki" if text.paper == _WIKI else None
                vectors = concatenate([ours.vectors, text.vectors], name=name)
                label = f"{ours.label.split(',')[0]} + {text.label}"
                every.append(VectorSet(vectors, label, "joined", paper))
        return [found for found in every if not groups or found.group in groups]


def without_copies(rows: Mapping[str, Any]) -> dict[str, Any]:
    """The rows by label, without those shipped where the vectors they were cut from are here."""
    copies = {f"{label}{_SHIPPED}" for label in rows}
    return {label: row for label, row in rows.items() if label not in copies}
