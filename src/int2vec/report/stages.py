"""Stages: each is a function of its inputs, and its result is kept under their hash.

The hash is of the stage's settings, of the source code that it runs, and of the results of the
stages that it needs. What a stage has written before it is killed (an LSTM's checkpoint) is found
by the next run, in the same folder; its seal is written last.
"""

import ast
import inspect
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from int2vec.cache import is_sealed, is_whole, prune_runs, report_damage, seal
from int2vec.errors import InputError, MissingExtraError
from int2vec.files import read_json, toml_beside, write_json
from int2vec.locks import remove
from int2vec.progress import one_part, progress
from int2vec.report.document import Block, label
from int2vec.text import digest, plain

Result = dict[str, Any]
_RESULT = "result.json"
_STAGES = toml_beside(__file__, "stages.toml")
_PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True)
class Stage:
    """A step of the run: a function of what all stages work on; `stages.toml` has the rest."""

    name: str
    run: Callable[[Any], Result]
    needs: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    seconds: float = 1.0
    fast: float = 1.0


@dataclass(kw_only=True)
class Found:
    """The result of each stage, how long each took when it ran, and which ran this time.

    `corpus` is as it was asked for; in `folder` each stage has a folder, named by its key.
    """

    corpus: str = "oeis"
    folder: Path = Path()
    keys: dict[str, str] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    ran: list[str] = field(default_factory=list)

    def place(self, stage: str) -> Path:
        """The folder of a stage, whose key must be known by now."""
        return self.folder / f"{stage}-{self.keys[stage][:16]}"

    def get(self, stage: str) -> Result | None:
        """A stage's result, None where it did not run or lacks an optional part."""
        found = self.results.get(stage)
        return None if found is None or "missing" in found else found

    @property
    def words(self) -> str:
        """How sentences name the corpus."""
        return label("corpora", self.corpus, Path(self.corpus).name)

    @property
    def paper_on(self) -> str:
        """The paper's corpus, where ours is another."""
        return "" if self.corpus == "oeis" else "OEIS"


@dataclass(frozen=True)
class Part:
    """A section of the page: what is measured, in this order, and what is shown of the results.

    Headlines of the page are among its blocks. One that `opens` stands first, whenever it runs.
    """

    key: str
    title: str
    runs: Mapping[str, Callable[[Any], Result]]  # by the names of their stages
    blocks: Callable[[Found], Iterable[Block]] = lambda found: ()
    opens: bool = False

    @property
    def stages(self) -> list[Stage]:
        """What it measures, in this order."""
        return [Stage(name, run, **_STAGES[name]) for name, run in self.runs.items()]


def choose(stages: Sequence[Stage], only: Sequence[str]) -> list[Stage]:
    """The stages named and those that they need, in order; all if none is named."""
    names = [stage.name for stage in stages]
    for name in only:
        if name not in names:
            raise InputError(f"'{name}' is no stage; give some of {', '.join(names)}")
    wanted = set(only or names)
    for stage in reversed(stages):  # a stage comes after all that it needs
        if stage.name in wanted:
            wanted.update(stage.needs)
    return [stage for stage in stages if stage.name in wanted]


def run_stages(stages: Sequence[Stage], context: Any, found: Found) -> None:
    """Put the results of these stages to those found, run or kept.

    Each must come after those it needs; `context.settings(stage)` says what else it depends on.
    """
    total, done = sum(stage.seconds for stage in stages), 0.0
    for stage in stages:
        share, name = stage.seconds / total, stage.name
        with one_part(done, share, name):
            if not _is_kept(stage, context, found):
                _run(stage, context, found)
        done += share


def _run(stage: Stage, context: Any, found: Found) -> None:
    """Put the result of a stage to those found, and keep it; where an extra is missing, say so."""
    name, place, started = stage.name, found.place(stage.name), time.perf_counter()
    progress(0.0, "starting")
    try:
        result = plain(stage.run(context))
    except MissingExtraError as error:  # another run may have it
        found.results[name] = {"missing": str(error)}
        return
    seconds = round(time.perf_counter() - started, 1)
    write_json(place / _RESULT, {"seconds": seconds, "result": result})
    seal(place, source=name)
    prune_runs(found.folder, name)
    found.results[name], found.seconds[name] = result, seconds
    found.ran.append(name)


def _is_kept(stage: Stage, context: Any, found: Found) -> bool:
    """Whether the result of a stage is there, in which case it is put to those found."""
    inputs = {
        "stage": stage.name,
        "settings": context.settings(stage),
        "code": [own_code(stage.run), *(code_hash(part) for part in stage.code)],
        "needs": {name: found.results[name] for name in stage.needs},
    }
    found.keys[stage.name] = digest(inputs)
    place = found.place(stage.name)
    if is_sealed(place) and not is_whole(place):
        report_damage(place)
        remove(place)
    if not is_sealed(place):
        return False
    kept = read_json(place / _RESULT)
    found.results[stage.name], found.seconds[stage.name] = kept["result"], kept["seconds"]
    return True


def own_code(run: Callable[..., Any]) -> str:
    """The hash of a function and of what it uses in its own file, comments and layout apart.

    The tables and figures in that file are none of it: they may change, and nothing runs again.
    """
    function = getattr(run, "func", run)  # of a partial
    defined = {}
    for node in ast.parse(inspect.getsource(sys.modules[function.__module__])).body:
        for name in (node, *getattr(node, "targets", ())):
            defined[getattr(name, "name", getattr(name, "id", ""))] = node
    reached: dict[str, str] = {}
    waiting = [function.__name__]
    while waiting:
        if (name := waiting.pop()) in defined and name not in reached:
            reached[name] = ast.dump(defined[name])
            waiting += [n.id for n in ast.walk(defined[name]) if isinstance(n, ast.Name)]
    return digest(reached)


@cache
def code_hash(part: str) -> str:
    """The hash of a file of the package, or of the text in a folder such as "predict/probe"."""
    path = _PACKAGE / part
    inside = (file for ending in ("py", "toml", "txt") for file in path.rglob(f"*.{ending}"))
    files = sorted(inside) if path.is_dir() else [path]
    return digest({str(f.relative_to(_PACKAGE)): f.read_text(encoding="utf-8") for f in files})
