"""What a server serves and how patient it is."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from int2vec.data import data_folder


@dataclass(frozen=True, kw_only=True)
class ServeConfig:
    """The settings of a server; all come from the person who starts it, none from a request.

    corpus   "oeis", "catalog" or a sequence file; None is the OEIS where it is there, else
             the built-in catalog
    models   model folders that are served
    installed  whether the bundled and trained models are served besides them
    light, sets, rules, heavy  seconds that one question may take in each lane (see `workers`)
    waiting  questions that may wait in a lane before further ones are turned away
    """

    corpus: str | None = None
    models: tuple[str, ...] = ()
    installed: bool = True
    light: float = 4.0
    sets: float = 10.0
    rules: float = 2.0
    heavy: float = 30.0
    waiting: int = 256

    @property
    def corpus_name(self) -> str:
        """The corpus that is searched."""
        if self.corpus is not None:
            return self.corpus
        there = (data_folder() / "oeis" / "stripped.gz").is_file()
        return "oeis" if there else "catalog"

    @property
    def corpus_label(self) -> str:
        """The corpus as answers name it: a file by its name alone, never by its path."""
        return Path(self.corpus_name).name

    def to_json(self) -> str:
        """The settings as one line, for a worker process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> ServeConfig:
        """The settings that `to_json` wrote.

        >>> ServeConfig.from_json(ServeConfig(corpus="catalog").to_json()).corpus
        'catalog'
        """
        plain = json.loads(text)
        return cls(**plain | {"models": tuple(plain["models"])})


STATIC = Path(__file__).parent / "static"
