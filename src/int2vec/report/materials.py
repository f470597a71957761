"""What the stages work on: the corpus, its split, and every set of vectors there is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from int2vec.corpus import open_corpus
from int2vec.corpus.split import Split, make_split
from int2vec.corpus.store import Corpus, Progress
from int2vec.data import data_folder
from int2vec.embed.concat import concatenate
from int2vec.embed.names import LANGUAGE_MODEL, LANGUAGE_MODEL_FOLDER
from int2vec.embed.text import read_text_vectors
from int2vec.embeddings import Embeddings
from int2vec.errors import ModelError
from int2vec.files import read_json
from int2vec.models import installed
from int2vec.report.config import ReproduceConfig
from int2vec.report.stages import Store

# method -> (its name in a table, the paper's row)
METHODS = {
    "lstm": ("LSTM", "OEIS–LSTM"),
    "lsa": ("LSA", "OEIS–LSA"),
    "fasttext": ("FastText, subwords", "OEIS–FastText, subwords"),
    "fasttext-words": ("FastText, no subwords", "OEIS–FastText, no subwords"),
}
# The published files by the names they are published under.
PUBLISHED = {
    "glove.840B.300d": "GloVe–840B–300D",
    "bow5": "SkipGram–BoW–5",
    "wiki-news-300d-1M-subword": "FastText–Wiki",
}
JOINED = "OEIS–FastText + FastText–Wiki"
_ENDINGS = (".txt", ".vec", ".bin", ".gz", ".bz2", ".zip")


@dataclass(frozen=True, kw_only=True)
class Row:
    """Vectors that take a line in the tables; `paper` names the paper's line beside it."""

    key: str
    label: str
    group: str  # trained, shipped, text or joined
    paper: str | None
    embeddings: Embeddings


class Materials:
    """Everything is opened when it is first asked for."""

    def __init__(self, config: ReproduceConfig, store: Store) -> None:
        self.config = config
        self.store = store
        self.progress: Progress | None = None

    @cached_property
    def corpus(self) -> Corpus:
        """The corpus asked for, compiled."""
        return open_corpus(self.config.corpus, progress=self.progress)

    @cached_property
    def split(self) -> Split:
        """Its split."""
        return make_split(self.corpus, self.config.split, self.config.seed, self.progress)

    @property
    def corpus_label(self) -> str:
        """How tables name the corpus."""
        names = {"oeis": "OEIS", "catalog": "Catalogue"}
        return names.get(self.config.corpus, Path(self.config.corpus).stem)

    def given(self, method: str) -> Path | None:
        """The folder of a trained model that was given, None where it is to be trained."""
        if self.config.models is None:
            return None
        folder = self.config.models / f"{Path(self.config.corpus).stem}-{method}"
        return folder if (folder / "manifest.json").is_file() else None

    def vectors_folder(self, method: str) -> Path:
        """Where a method's vectors lie, once its stage has run."""
        return self.given(method) or self.store.place(method) / "vectors"

    def given_language_model(self) -> Path | None:
        """The folder of a language model of this corpus among the models given."""
        if self.config.models is None:
            return None
        places = ("*/manifest.json", f"*/{LANGUAGE_MODEL_FOLDER}/manifest.json")
        for manifest in sorted(m for place in places for m in self.config.models.glob(place)):
            found = read_json(manifest)
            corpus = (found.get("source") or {}).get("corpus", "")
            same = Path(corpus).stem == Path(self.config.corpus).stem
            if found.get("kind") == LANGUAGE_MODEL and same:
                return manifest.parent
        return None

    @property
    def language_model(self) -> Path | None:
        """The folder of the LSTM language model, given or trained here; None where neither."""
        folder = self.store.place("lstm") / "model"
        trained = folder if (folder / "manifest.json").is_file() else None
        return self.given_language_model() or trained

    def trained(self) -> list[Row]:
        """The four methods on this corpus, without those that could not be trained."""
        return [row for method in METHODS if (row := self.row(method)) is not None]

    def row(self, method: str) -> Row | None:
        """One method's vectors on this corpus."""
        folder = self.vectors_folder(method)
        if not (folder / "manifest.json").is_file():
            return None
        label, paper = METHODS[method]
        key = f"{Path(self.config.corpus).stem}-{method}"
        return _row(key, f"{self.corpus_label}–{label}", "trained", paper, Embeddings.load(folder))

    @cached_property
    def shipped(self) -> list[Row]:
        """The models that come with the package."""
        rows = []
        for model in installed():
            method = model.name.removeprefix("oeis-")
            if model.bundled and method in METHODS:
                label, paper = METHODS[method]
                vectors = Embeddings.load(model.folder)
                key, name = f"{model.name} (shipped)", f"OEIS–{label} (shipped)"
                rows.append(_row(key, name, "shipped", paper, vectors))
        return rows

    @cached_property
    def texts(self) -> list[Row]:
        """The text vectors in the data folder, under their own names."""
        rows = []
        for file in text_files():
            try:
                vectors = read_text_vectors(file)
            except ModelError:
                continue  # no integer in it, or not a file of vectors: nothing to show
            name = vectors.name
            rows.append(_row(name, name, "text", PUBLISHED.get(name), vectors))
        return rows

    def everything(self) -> list[Row]:
        """Every row there is: text vectors, ours, those shipped, and FastTexts side by side."""
        trained = self.trained()
        ours = next((row for row in trained if row.key.endswith("-fasttext")), None)
        joined = [_joined(ours, text) for text in self.texts if ours and _is_fasttext(text)]
        return self.texts + trained + self.shipped + joined

    def fingerprint(self) -> dict[str, Any]:
        """What the rows that need no training depend on."""
        return {
            "shipped": [m.manifest.get("sha256") for m in installed() if m.bundled],
            "texts": [(f.name, f.stat().st_size, f.stat().st_mtime_ns) for f in text_files()],
        }


def text_files() -> list[Path]:
    """The files of text vectors in the data folder."""
    folder = data_folder() / "vectors"
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return [file for file in files if file.is_file() and file.suffix in _ENDINGS]


def _is_fasttext(row: Row) -> bool:
    return row.paper == "FastText–Wiki" or "fasttext" in row.key.lower()


def _joined(ours: Row, text: Row) -> Row:
    """Two rows side by side, over the integers that both know."""
    both = concatenate([ours.embeddings, text.embeddings])
    label = f"{ours.label.split(',')[0]} + {text.label}"
    paper = JOINED if text.paper == "FastText–Wiki" else None
    return _row(f"{ours.key}+{text.key}", label, "joined", paper, both)


def _row(key: str, label: str, group: str, paper: str | None, vectors: Embeddings) -> Row:
    return Row(key=key, label=label, group=group, paper=paper, embeddings=_renamed(vectors, key))


def _renamed(vectors: Embeddings, name: str) -> Embeddings:
    vectors.name = name
    return vectors
