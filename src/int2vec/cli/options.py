"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

# Terms may be negative: "-1, -2" is no option.
TAKES_NEGATIVES = {"ignore_unknown_options": True}

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
CorpusOption = Annotated[
    str, typer.Option("--corpus", help="catalog (built in), oeis, or a file of sequences.")
]
SearchedCorpusOption = Annotated[
    str | None,
    typer.Option("--corpus", help="catalog, oeis or a file; default: the OEIS if it is there."),
]
SplitOption = Annotated[str, typer.Option("--split", help="random, family or temporal.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Seed of the split and the training.")]
ModelOption = Annotated[
    str | None,
    typer.Option("--model", help="A model's name ('int2vec models') or folder; has a default."),
]
ModelsOption = Annotated[
    list[str] | None,
    typer.Option("--model", help="A model's name, folder or text file; may repeat; default: all."),
]
KOption = Annotated[int, typer.Option("-k", help="How many answers.")]
