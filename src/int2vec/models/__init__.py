"""Models by name: those that ship with the package and those trained into the data folder."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from int2vec.data import data_folder
from int2vec.embeddings import Embeddings
from int2vec.errors import ModelError
from int2vec.files import read_json

DEFAULT = "oeis-units"
RETIRED = {"oeis-fasttext-words": "use 'oeis-units', or 'int2vec train fasttext-words'"}
_BUNDLED = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class ModelInfo:
    """A model that can be loaded by its name."""

    name: str
    folder: Path
    bundled: bool
    manifest: dict[str, Any]

    @property
    def any_integer(self) -> bool:
        """Whether it has a vector for every integer."""
        return bool(self.manifest.get("subwords") or self.manifest.get("units"))


def trained_folder() -> Path:
    """Where `int2vec train` puts models that are to be found by name."""
    return data_folder() / "models"


def installed() -> list[ModelInfo]:
    """Every vector model that is bundled or trained, the default first."""
    found: dict[str, ModelInfo] = {}
    for base, bundled in ((_BUNDLED, True), (trained_folder(), False)):
        for path in base.glob("*/vectors.safetensors"):
            folder = path.parent
            with suppress(ModelError):  # `load` says what is wrong with it
                manifest = read_json(folder / "manifest.json")
                about: dict[str, Any] = {"bundled": bundled, "manifest": manifest}
                found[folder.name] = ModelInfo(name=folder.name, folder=folder, **about)
    return sorted(found.values(), key=lambda model: (model.name != DEFAULT, model.name))


def load(model: str | Path = DEFAULT) -> Embeddings:
    """The embeddings of that name, or in that folder; they go by what they are asked for.

    >>> load().name
    'oeis-units'
    """
    known = {model.name: model.folder for model in installed()}
    # A trained model that is not installed whole is loaded all the same: its own error shows.
    for folder in (known.get(str(model)), Path(model), trained_folder() / model):
        if folder and folder.is_dir():
            return Embeddings.load(folder, name=folder.resolve().name)
    if model in RETIRED:
        raise ModelError(f"'{model}' does not ship any more; {RETIRED[str(model)]}")
    problem = f"'{model}' is neither a model ({', '.join(known) or 'none'}) nor a model folder"
    raise ModelError(f"{problem}; 'int2vec train' makes one")
