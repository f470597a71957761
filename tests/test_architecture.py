"""The house rules: imports go one way and heavy libraries stay where they belong."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import int2vec

_SOURCE = Path(int2vec.__file__).parent
_FILES = sorted(_SOURCE.rglob("*.py"))

# Along the flow; a file may import its own stage and the ones before it.
_STAGES = ["base", "corpus", "embed", "predict", "report", "face"]
_STAGE_OF = {
    "errors": "base", "arithmetic": "base", "files": "base", "embeddings": "base",
    "subwords": "base", "data": "base", "fetch": "base", "models": "base", "__init__": "face",
    "tables": "base",
    "corpus": "corpus", "embed": "embed", "predict": "predict", "report": "report",
    "web": "face", "cli": "face",
}  # fmt: skip

# Who may import what; everything else may not.
_FENCES = {
    "torch": ("embed/lstm/", "embed/bridges.py", "predict/complete/lstm.py",
              "predict/complete/text_lm"),
    "gensim": ("embed/fasttext.py",),
    "sklearn": ("predict/probe/", "embed/bridges.py", "report/projection.py"),
    "scipy": ("embed/lsa.py", "predict/probe/"),
    "transformers": ("predict/complete/text_lm",),
    "matplotlib": ("report/",),
    "typer": ("cli/",),
    "rich": ("cli/",),
    "fastapi": ("web/",),
    "plotly": ("web/",),
}  # fmt: skip


def _relative(path: Path) -> str:
    return path.relative_to(_SOURCE).as_posix()


def _imports(path: Path) -> set[str]:
    """Every module that a file imports, for type checkers' eyes only ones left out."""
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            return
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse(path.read_text(encoding="utf-8")))
    return found


def _stage(module_path: str) -> int:
    return _STAGES.index(_STAGE_OF[module_path.split("/")[0].removesuffix(".py")])


@pytest.mark.parametrize("path", _FILES, ids=_relative)
def test_imports_go_one_way(path: Path) -> None:
    own = _stage(_relative(path))
    for module in _imports(path):
        parts = module.split(".")
        if parts[0] == "int2vec" and len(parts) > 1 and parts[1] in _STAGE_OF:
            assert _stage(parts[1]) <= own, f"{_relative(path)} imports {module}"


@pytest.mark.parametrize("path", _FILES, ids=_relative)
def test_heavy_libraries_stay_fenced(path: Path) -> None:
    for module in _imports(path):
        allowed = _FENCES.get(module.split(".")[0])
        if allowed is not None:
            assert _relative(path).startswith(allowed), f"{_relative(path)} imports {module}"


def _room(relative: str, stage: str) -> str | None:
    """The task or trainer that a file belongs to: `predict/probe/fit.py` is in `probe`."""
    parts = relative.split("/")
    if parts[0] != stage or len(parts) < 2:
        return None
    return parts[1].removesuffix(".py")


@pytest.mark.parametrize(
    ("stage", "rooms"),
    [
        ("predict", {"probe", "complete", "analogy", "expand"}),
        ("embed", {"lsa", "fasttext", "lstm", "text", "concat"}),
    ],
)
def test_rooms_do_not_import_each_other(stage: str, rooms: set[str]) -> None:
    for path in _FILES:
        own = _room(_relative(path), stage)
        if own not in rooms:
            continue
        for module in _imports(path):
            parts = module.split(".")
            if parts[:2] == ["int2vec", stage] and len(parts) > 2 and parts[2] in rooms:
                assert parts[2] == own, f"{_relative(path)} imports {module}"


def test_nothing_is_unpickled() -> None:
    for path in _FILES:
        assert not _imports(path) & {"pickle", "dill", "joblib", "shelve"}, _relative(path)
        text = path.read_text(encoding="utf-8")
        assert "torch.load" not in text, _relative(path)
        assert "allow_pickle=True" not in text, _relative(path)


def test_import_is_light() -> None:
    code = (
        "import sys, time; start = time.perf_counter(); import int2vec;"
        "took = time.perf_counter() - start;"
        "names = 'torch gensim sklearn scipy fastapi matplotlib'.split();"
        "heavy = set(names) & set(sys.modules);"
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
