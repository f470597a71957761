"""The house rules, one test a rule: imports go one way, heavy libraries stay where they belong."""

from __future__ import annotations

import ast
import builtins
import functools
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import int2vec
from int2vec import errors

_SOURCE = Path(int2vec.__file__).parent

# Along the flow; a file may import its own stage and the ones before it.
_FLOW = {
    "base": {
        "arithmetic", "cache", "data", "embeddings", "errors", "fetch", "files", "locks", "models",
        "parallel", "progress", "tables", "text", "units",
    },
    "corpus": {"corpus"},
    "embed": {"embed"},
    "predict": {"predict"},
    "session": {"api", "batch", "benchmark", "evaluations", "library", "results", "session"},
    "report": {"report"},
    "faces": {"cli", "web", "__init__", "__main__"},
}  # fmt: skip
_STAGES = list(_FLOW)
_STAGE_OF = {name: stage for stage, names in _FLOW.items() for name in names}

# Rooms of a stage that do not import each other.
_ROOMS = {
    "predict": {"probe", "complete", "analogy", "expand", "similar"},
    "embed": {"lsa", "units", "lstm", "text_vectors", "concat"},
}

# Who may import what; everything else may not.
_FENCES = {
    "torch": (
        "embed/lstm/", "embed/units.py", "embed/units_gpu.py", "embed/integrations.py",
        "predict/complete/neural.py",
    ),
    "numba": ("embed/",),
    "gensim": (),
    "sklearn": (
        "predict/probe/", "embed/integrations.py",
        "embed/layout.py",
    ),
    "joblib": ("parallel.py",),
    "scipy": ("embed/lsa.py", "embed/layout.py", "predict/probe/"),
    "transformers": ("predict/complete/neural.py",),
    "matplotlib": ("report/",),
    "typer": ("cli/",),
    "rich": ("cli/",),
    "jinja2": ("tables.py",),
    "fastapi": ("web/",),
    "plotly": ("web/",),
}  # fmt: skip

# What opens or answers, and is asked of the session by every face; with those that may all the
# same, since a corpus or a model is their subject: its figures, training on it, its export.
_BEHIND_THE_SESSION = {
    "int2vec.corpus.open_corpus": ("cli/data.py",),
    "int2vec.corpus.store.open_corpus": ("cli/data.py",),
    "int2vec.models.load": ("cli/data.py",),
    "int2vec.predict.analogy.solver.analogy": (),
    "int2vec.predict.complete.ensemble": (),
    "int2vec.predict.complete.formulas.formula_of": (),
    "int2vec.predict.complete.formulas.nth_term": (),
    "int2vec.predict.complete.registry.make_sources": (),
    "int2vec.predict.complete.rules": (),
    "int2vec.predict.complete.search.index": (),
    "int2vec.predict.complete.search.matches.find_matches": (),
    "int2vec.predict.complete.search.matches.find_transformed": (),
    "int2vec.predict.expand.expansion.expand": (),
    "int2vec.predict.expand.postings": (),
    "int2vec.predict.probe.probing.probe": (),
    "int2vec.predict.probe.readings.find_neuron": (),
    "int2vec.embed.text_vectors.read_text_vectors": (),
}


@functools.cache
def _sources() -> dict[str, ast.Module]:
    """The syntax tree of each file, by its path under the package."""
    return {
        path.relative_to(_SOURCE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(_SOURCE.rglob("*.py"))
    }


def _imports(tree: ast.AST) -> Iterator[str]:
    """Every module that is imported, those for type checkers' eyes only left out."""
    if isinstance(tree, ast.If) and "TYPE_CHECKING" in ast.dump(tree.test):
        return
    if isinstance(tree, ast.Import):
        yield from (alias.name for alias in tree.names)
    elif isinstance(tree, ast.ImportFrom) and tree.module and not tree.level:
        yield tree.module
        yield from (f"{tree.module}.{alias.name}" for alias in tree.names)
    for child in ast.iter_child_nodes(tree):
        yield from _imports(child)


@functools.cache
def _imported() -> dict[str, list[str]]:
    """The modules that each file imports, by its path under the package."""
    return {path: sorted(set(_imports(tree))) for path, tree in _sources().items()}


def _offences(forbidden: Callable[[list[str], list[str]], bool]) -> list[str]:
    """The imports that a rule forbids, given a file's path and the module's, both in parts."""
    return [
        f"{path} imports {module}"
        for path, modules in _imported().items()
        for module in modules
        if forbidden(path.removesuffix(".py").split("/"), module.split("."))
    ]


def _stage(part: str) -> int:
    return _STAGES.index(_STAGE_OF[part])


def test_every_file_has_its_place_in_the_flow() -> None:
    assert {path.split("/")[0].removesuffix(".py") for path in _sources()} <= set(_STAGE_OF)


def test_functions_and_files_are_short() -> None:
    functions = {
        f"{path}: {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for path, tree in _sources().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }
    files = {path: (tree.body[-1].end_lineno or 0) for path, tree in _sources().items()}
    assert not [name for name, lines in functions.items() if lines > 40]
    assert not [path for path, lines in files.items() if lines > 300]


def test_imports_go_one_way() -> None:
    def against_the_flow(file: list[str], module: list[str]) -> bool:
        inside = module[0] == "int2vec" and len(module) > 1 and module[1] in _STAGE_OF
        return inside and _stage(module[1]) > _stage(file[0])

    assert not _offences(against_the_flow)


def test_faces_ask_the_session() -> None:
    def behind_its_back(file: list[str], module: list[str]) -> bool:
        allowed = _BEHIND_THE_SESSION.get(".".join(module))
        path = f"{'/'.join(file)}.py"
        return file[0] in {"cli", "web", "report"} and allowed is not None and path not in allowed

    assert not _offences(behind_its_back)
    for name in _BEHIND_THE_SESSION:
        assert pkgutil.resolve_name(name) is not None


@pytest.mark.parametrize("stage", _ROOMS)
def test_rooms_do_not_import_each_other(stage: str) -> None:
    rooms = _ROOMS[stage]

    def next_door(file: list[str], module: list[str]) -> bool:
        if file[0] != stage or module[:2] != ["int2vec", stage] or len(module) < 3:
            return False
        return file[1] in rooms and module[2] in rooms and file[1] != module[2]

    assert not _offences(next_door)


def test_heavy_libraries_stay_fenced() -> None:
    def over_the_fence(file: list[str], module: list[str]) -> bool:
        allowed = _FENCES.get(module[0])
        return allowed is not None and not f"{'/'.join(file)}.py".startswith(allowed)

    assert not _offences(over_the_fence)


def test_nothing_is_unpickled() -> None:
    def unpickles(file: list[str], module: list[str]) -> bool:
        return module[0] in {"pickle", "dill", "shelve"} or module[:2] == ["joblib", "load"]

    assert not _offences(unpickles)
    for path in _sources():
        text = (_SOURCE / path).read_text(encoding="utf-8")
        assert "torch.load" not in text, path
        assert "allow_pickle=True" not in text, path


def _exception_classes() -> Iterator[tuple[str, str]]:
    """The file and the name of each exception class, whatever it is derived from."""
    known = {
        name
        for name, value in vars(builtins).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    }
    classes = [
        (path, node)
        for path, tree in _sources().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]
    found: set[tuple[str, str]] = set()
    while True:
        more = {
            (path, node.name)
            for path, node in classes
            if {ast.unparse(base).split(".")[-1] for base in node.bases} & known
        }
        if more == found:
            yield from sorted(found)
            return
        found = more
        known |= {name for _, name in found}


def test_every_exception_is_in_the_error_tree() -> None:
    """None is defined elsewhere, and each is drawn at the top of errors.py."""
    names = [name for _, name in _exception_classes()]
    assert not [f"{path}: {name}" for path, name in _exception_classes() if path != "errors.py"]
    drawn = re.findall(r"^    [ │├└─]*(\w+)", errors.__doc__ or "", re.MULTILINE)
    assert sorted(drawn) == sorted(names)
    assert all(issubclass(getattr(errors, name), errors.Int2vecError) for name in names)


def test_import_is_light() -> None:
    code = (
        "import sys, time; start = time.perf_counter(); import int2vec;"
        "took = time.perf_counter() - start;"
        f"heavy = set({sorted(_FENCES)}) & set(sys.modules);"
        "print(took, *heavy)"
    )
    runs = []
    for _ in range(3):  # the best of three: other work on the machine is not our doing
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        took, *heavy = done.stdout.split()
        assert not heavy
        runs.append(float(took))
    assert min(runs) < 0.5
