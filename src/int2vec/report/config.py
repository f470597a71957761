"""What `reproduce` is asked to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from int2vec.errors import InputError


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
