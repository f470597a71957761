"""What a server serves, and to whom."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from int2vec.files import read_json, toml_beside
from int2vec.models import ModelInfo, installed
from int2vec.session import Session

LANES = toml_beside(__file__, "lanes.toml")


@dataclass(frozen=True, kw_only=True)
class ServeConfig:
    """The settings of a server; all come from the person who starts it, none from a request.

    corpus       "oeis", "catalog" or a sequence file; None leaves the choice to the session
    models       model folders that are served
    installed    whether the bundled and trained models are served besides them
    hosts        names, besides those of loopback, under which the server may be asked
    """

    corpus: str | None = None
    models: tuple[str, ...] = ()
    installed: bool = True
    hosts: tuple[str, ...] = ()

    def session(self) -> Session:
        """What answers the questions: over this corpus, and with these models alone."""
        served: dict[str, ModelInfo] = {}
        for folder in map(Path, self.models):
            manifest, name = read_json(folder / "manifest.json"), folder.resolve().name
            served[name] = ModelInfo(name=name, folder=folder, bundled=False, manifest=manifest)
        for model in installed() if self.installed else ():
            served.setdefault(model.name, model)
        return Session(self.corpus, models=served)


AS_JSON = TypeAdapter(ServeConfig)
"""Writes the settings as one line for a worker process, and reads it there."""
