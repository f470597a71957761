"""What a server serves, to whom, and how patient it is."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from int2vec.corpus.store import Progress
from int2vec.files import read_json
from int2vec.models import ModelInfo, installed
from int2vec.session import Session


@dataclass(frozen=True, kw_only=True)
class LaneKind:
    """Questions that wait together, and the processes that answer them.

    seconds   that one question may take
    niceness  the priority of the processes: higher is nicer to others
    prepared  the session's questions that a process is made ready for before it answers
    """

    processes: int
    seconds: float
    niceness: int = 0
    prepared: tuple[str, ...]


LANES = {
    # Neighbors, properties, the list of models: milliseconds.
    "light": LaneKind(processes=1, seconds=4.0, prepared=("info", "neighbors")),
    # What members share and what else belongs: tens to hundreds of milliseconds.
    "sets": LaneKind(processes=1, seconds=10.0, niceness=2, prepared=("expand",)),
    # Either, of integers with hundreds of digits: up to a second each.
    "long": LaneKind(processes=1, seconds=10.0, niceness=10, prepared=("info",)),
    # Exact rules for a sequence, bounded by their own budget.
    "rules": LaneKind(processes=1, seconds=2.0, prepared=("rules",)),
    # Search, completion by all means, analogies, probes.
    "heavy": LaneKind(
        processes=2, seconds=30.0, niceness=5, prepared=("complete", "sequences_holding", "named")
    ),
    # Completion with all the time that it may take; it opens what it needs with its first question.
    "deep": LaneKind(processes=1, seconds=45.0, niceness=10, prepared=()),
}


@dataclass(frozen=True, kw_only=True)
class ServeConfig:
    """The settings of a server; all come from the person who starts it, none from a request.

    corpus       "oeis", "catalog" or a sequence file; None leaves the choice to the session
    models       model folders that are served
    installed    whether the bundled and trained models are served besides them
    hosts        names, besides those of loopback, under which the server may be asked
    waiting      questions that may wait in a lane before further ones are turned away
    """

    corpus: str | None = None
    models: tuple[str, ...] = ()
    installed: bool = True
    hosts: tuple[str, ...] = ()
    waiting: int = 256

    def served_models(self) -> dict[str, ModelInfo]:
        """The models by name: those given to the server, then the installed ones."""
        found: dict[str, ModelInfo] = {}
        for text in self.models:
            folder = Path(text)
            manifest = read_json(folder / "manifest.json")
            name = folder.resolve().name
            found[name] = ModelInfo(name=name, folder=folder, bundled=False, manifest=manifest)
        for model in installed() if self.installed else ():
            found.setdefault(model.name, model)
        return found

    def session(self, progress: Progress | None = None) -> Session:
        """What answers the questions: over this corpus, and with these models alone."""
        return Session(self.corpus, models=self.served_models(), progress=progress)


AS_JSON = TypeAdapter(ServeConfig)
"""Writes the settings as one line for a worker process, and reads it there."""
