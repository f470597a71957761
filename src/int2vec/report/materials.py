"""What the stages work on: the corpus, its split, and every set of vectors there is."""

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from int2vec.corpus.split import Split, make_split
from int2vec.corpus.store import Corpus, Progress
from int2vec.data import find_optional, text_vector_files
from int2vec.embed.concat import concatenate
from int2vec.embed.train import LANGUAGE_MODEL, LANGUAGE_MODEL_FOLDER
from int2vec.embeddings import Embeddings
from int2vec.errors import InputError, ModelError
from int2vec.files import file_hash, read_json
from int2vec.models import DEFAULT, ModelInfo
from int2vec.predict.analogy.questions import PUBLISHED as ANALOGIES
from int2vec.predict.complete.questions import PUBLISHED as APTITUDE
from int2vec.report.document import WORDS
from int2vec.report.stages import Found, Result, Stage, corpus_label
from int2vec.session import Session

METHODS: dict[str, list[str]] = WORDS["methods"]
TRAINED = ("lstm", "lsa", "fasttext", "fasttext-words")  # as the paper orders its rows
_WIKI = "FastText–Wiki"
ASKED_FILE = "report/asked.toml"
ASKED = tomllib.loads(Path(__file__).with_name("asked.toml").read_text(encoding="utf-8"))
"""What is asked beside the paper's own questions."""


@dataclass(frozen=True, kw_only=True)
class ReproduceConfig:
    """The settings of a whole run.

    fast     small models, small samples: minutes on two cores, for a first look
    models   a folder with trained models, which are loaded instead of training
    text_model  a text language model (a name or folder) that answers the aptitude questions too
    only     the stages to run, with what they need; all if empty
    workers  processes and threads; 0 is one a core, 1 gives the same results for the same seed
    """

    out: Path
    corpus: str = "catalog"
    split: str = "random"
    seed: int = 0
    fast: bool = False
    device: str = "auto"
    models: Path | None = None
    text_model: str | None = None
    only: tuple[str, ...] = ()
    workers: int = 0

    def __post_init__(self) -> None:
        if self.workers < 0:
            raise InputError(f"{self.workers} workers were asked for; give 0 (all cores) or more")
        if self.out.exists() and not self.out.is_dir():
            raise InputError(f"{self.out} is a file; give a folder to write the report to")
        if self.models is not None and not self.models.is_dir():
            raise InputError(f"{self.models} is not a folder; give one that holds trained models")


@dataclass(frozen=True, kw_only=True)
class VectorSet:
    """Vectors that take a line in the tables; `paper` names the paper's line beside it."""

    key: str
    label: str
    group: str  # trained, shipped, text or joined
    paper: str | None
    embeddings: Embeddings

    def about(self) -> dict[str, str | None]:
        """How a table shows it, as plain values."""
        return {"key": self.key, "label": self.label, "group": self.group, "paper": self.paper}

    def knows_half(self, integers: range) -> bool:
        """Whether half of these integers have a vector."""
        vectors = self.embeddings
        return sum(n in vectors or vectors.has_subwords for n in integers) >= len(integers) / 2


class Materials:
    """Everything is opened by the session, when it is first asked for."""

    def __init__(
        self, config: ReproduceConfig, found: Found, progress: Progress | None = None
    ) -> None:
        self.config = config
        self.found = found
        self.session = Session(config.corpus, progress=progress)
        self._stem = Path(config.corpus).stem

    def session_for(self, progress: Progress) -> Session:
        """A session that tells how far it is to one stage."""
        return Session(self.config.corpus, progress=progress)

    @property
    def corpus(self) -> Corpus:
        """The corpus asked for, compiled."""
        return self.session.corpus

    @cached_property
    def split(self) -> Split:
        """Its split."""
        return make_split(self.corpus, self.config.split, self.config.seed)

    def sized(self, fast: int, full: int) -> int:
        """The first in a fast run, else the second."""
        return fast if self.config.fast else full

    def settings(self, stage: Stage) -> Result:
        """What a stage depends on beside its code and the stages that it needs."""
        config, corpus = self.config, self.corpus
        if given := self.given(stage.name):
            model = self.given_language_model() if stage.name == "lstm" else None
            return {
                "given": read_json(given / "manifest.json").get("sha256"),
                "model": read_json(model / "manifest.json").get("files") if model else None,
            }
        known: Result = {"corpus": corpus.hash, "name": corpus.name}
        known |= {name: getattr(config, name) for name in ("split", "seed", "fast")}
        if stage.name == "lstm":
            known["device"] = config.device
        elif stage.name.startswith("fasttext"):
            known["workers"] = config.workers
        elif stage.needs:  # it reads vectors that need no training too, or published questions
            files = [path for name in (APTITUDE, ANALOGIES) if (path := find_optional(name))]
            texts = [(f.name, f.stat().st_size, f.stat().st_mtime_ns) for f in text_vector_files()]
            known["shipped"] = [model.manifest.get("sha256") for model in self._bundled]
            known |= {"texts": texts, "questions": [file_hash(path) for path in files]}
            known["text_model"] = config.text_model
        return known

    def given(self, method: str) -> Path | None:
        """The folder of a trained model that was given, None where it is to be trained."""
        folder = (self.config.models or Path()) / f"{self._stem}-{method}"
        return folder if self.config.models and (folder / "manifest.json").is_file() else None

    def given_language_model(self) -> Path | None:
        """The folder of a language model of this corpus among the models given."""
        places = ("*/manifest.json", f"*/{LANGUAGE_MODEL_FOLDER}/manifest.json")
        models = self.config.models
        for manifest in sorted(m for place in places for m in models.glob(place)) if models else ():
            found = read_json(manifest)
            corpus = (found.get("source") or {}).get("corpus", "")
            if found.get("kind") == LANGUAGE_MODEL and Path(corpus).stem == self._stem:
                return manifest.parent
        return None

    @property
    def language_model(self) -> Path | None:
        """The folder of the LSTM language model, given or trained here; None where neither."""
        folder = self.found.place("lstm") / "model"
        trained = folder if (folder / "manifest.json").is_file() else None
        return self.given_language_model() or trained

    def trained(self, method: str) -> VectorSet | None:
        """A method's vectors on this corpus, None where they could not be trained."""
        folder = self.given(method) or self.found.place(method) / "vectors"
        if not (folder / "manifest.json").is_file():
            return None
        label, paper = METHODS[method]
        label = f"{corpus_label(self.config.corpus)}–{label}"
        return self._open(folder, f"{self._stem}-{method}", label, "trained", paper)

    def default(self) -> VectorSet | None:
        """The vectors that speak for this corpus, or those shipped where they were not trained."""
        shipped = (one for one in self._shipped() if one.key.startswith(DEFAULT))
        return self.trained("fasttext") or next(shipped, None)

    def _shipped(self) -> Iterator[VectorSet]:
        for model in self._bundled:
            label, paper = METHODS[model.name.removeprefix("oeis-")]
            key, label = f"{model.name} (shipped)", f"OEIS–{label} (shipped)"
            yield self._open(model.folder, key, label, "shipped", paper)

    @cached_property
    def _texts(self) -> list[VectorSet]:
        """The text vectors in the data folder, under their own names; they are slow to read."""
        found = []
        for file in text_vector_files():
            with suppress(ModelError):  # no integer in it, or not a file of vectors
                name = self.session.vectors(file).name
                found.append(self._open(file, name, name, "text", WORDS["published"].get(name)))
        return found

    def vector_sets(self, *groups: str) -> list[VectorSet]:
        """Text vectors, ours, those shipped, and FastTexts side by side; or some of these."""
        trained = [found for method in TRAINED if (found := self.trained(method)) is not None]
        joined = [
            _joined(ours, text)
            for ours in trained
            for text in self._texts
            if ours.key.endswith("-fasttext")
            and (text.paper == _WIKI or "fasttext" in text.key.lower())
        ]
        every = [*self._texts, *trained, *self._shipped(), *joined]
        return [found for found in every if not groups or found.group in groups]

    def _open(self, place: Path, key: str, label: str, group: str, paper: str | None) -> VectorSet:
        vectors = self.session.vectors(place).renamed(key)
        return VectorSet(key=key, label=label, group=group, paper=paper or None, embeddings=vectors)

    @property
    def _bundled(self) -> list[ModelInfo]:
        models = self.session.models.values()
        return [m for m in models if m.bundled and m.name.removeprefix("oeis-") in METHODS]


def without_copies(rows: Mapping[str, Any]) -> dict[str, Any]:
    """The rows by label, without those shipped where the vectors they were cut from are here."""
    shipped = " (shipped)"
    return {
        label: row
        for label, row in rows.items()
        if not (label.endswith(shipped) and label.removesuffix(shipped) in rows)
    }


def _joined(ours: VectorSet, text: VectorSet) -> VectorSet:
    """Two sets side by side, over the integers that both know."""
    key = f"{ours.key}+{text.key}"
    return VectorSet(
        key=key,
        label=f"{ours.label.split(',')[0]} + {text.label}",
        group="joined",
        paper="OEIS–FastText + FastText–Wiki" if text.paper == _WIKI else None,
        embeddings=concatenate([ours.embeddings, text.embeddings], name=key),
    )
