"""`int2vec models`: what is installed, bundled or trained."""

from __future__ import annotations

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json, show
from int2vec.cli.options import JsonOption
from int2vec.models import ModelInfo
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right


@app.command()
def models(json: JsonOption = False) -> None:
    """The models that can be named with --model.

    Example: int2vec models
    """
    found = list(Session().models.values())
    if json:
        emit_json([_as_json(model) for model in found])
    elif not found:
        console.print("No models are installed; 'int2vec train fasttext' makes one.")
    else:
        columns = [
            *left("name"),
            *right("integers", "dim"),
            *left("method", "any integer", "where"),
        ]
        show(Table(title="Models", columns=columns, lines=[_line(model) for model in found]))


def _as_json(model: ModelInfo) -> dict[str, object]:
    known = {key: model.manifest.get(key) for key in ("n", "dim", "method", "corpus")}
    return {
        "name": model.name,
        "folder": str(model.folder),
        "bundled": model.bundled,
        **known,
    }


def _line(model: ModelInfo) -> Line:
    about = model.manifest
    return Line(
        [
            model.name,
            f"{about.get('n', 0):,}",
            str(about.get("dim", "")),
            str(about.get("method", "")),
            "yes" if model.any_integer else "no",
            "bundled" if model.bundled else str(model.folder),
        ]
    )
