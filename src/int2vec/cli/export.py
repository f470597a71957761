"""`int2vec export`: vectors in other programs' formats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json
from int2vec.cli.options import JsonOption
from int2vec.embed.export import export as write_export
from int2vec.models import load

_ENDINGS = {
    "word2vec": ".vec", "glove": ".txt", "safetensors": ".safetensors", "projector": ".tsv",
    "compact": "-compact",
}  # fmt: skip


@app.command()
def export(
    model: Annotated[str, typer.Argument(help="A model's name or folder.")],
    kind: Annotated[
        str, typer.Option("--format", help="word2vec, glove, safetensors, projector, compact.")
    ],
    out: Annotated[Path | None, typer.Option("--out", help="The file to write.")] = None,
    json: JsonOption = False,
) -> None:
    """Write a model's vectors for another program.

    Example: int2vec export oeis-fasttext --format word2vec --out integers.vec
    """
    vectors = load(model)
    path = out or Path(f"{vectors.name}{_ENDINGS.get(kind, '')}")
    files = write_export(vectors, path, kind)
    if json:
        emit_json({"files": [str(file) for file in files]})
    else:
        console.print("Wrote " + " and ".join(map(str, files)), highlight=False, soft_wrap=True)
