"""`int2vec analogy`: a is to b as c is to what?"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from int2vec.cli.app import app
from int2vec.cli.console import console, emit_json
from int2vec.cli.options import JsonOption, KOption
from int2vec.cli.sources import optional_model
from int2vec.embeddings import Embeddings
from int2vec.predict.analogy.solver import Answer
from int2vec.predict.analogy.solver import analogy as answer_analogy
from int2vec.text import parse_integer, parse_terms


@app.command(context_settings={"ignore_unknown_options": True})
def analogy(
    a: Annotated[str, typer.Argument(help="a : b …", metavar="A")],
    b: Annotated[str, typer.Argument(help="… as", metavar="B")],
    c: Annotated[str, typer.Argument(help="c : ?", metavar="C")],
    options: Annotated[str, typer.Option(help="Answers to choose from: 48,49,50,56.")] = "",
    using: Annotated[str, typer.Option(help="both, rules or vectors.")] = "both",
    scoring: Annotated[str, typer.Option(help="Vectors by add (3CosAdd) or mul.")] = "add",
    k: KOption = 5,
    model: Annotated[
        str | None, typer.Option("--model", help="A model's name or folder; default: if there.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Answer a : b :: c : ? by the simplest rules that fit, and by vectors.

    Example: int2vec analogy 5 36 6 --options 48,49,50,56
    """
    prompt = (parse_integer(a), parse_integer(b), parse_integer(c))
    chosen = parse_terms(options) if options.strip() else None
    vectors = None if using == "rules" else optional_model(model)
    answers = answer_analogy(
        *prompt, chosen, embeddings=vectors, method=using, scoring=scoring, k=k  # type: ignore[arg-type]
    )  # fmt: skip
    if json:
        emit_json({
            "a": prompt[0], "b": prompt[1], "c": prompt[2], "options": chosen,
            "model": vectors.name if vectors else None, "answers": answers,
        })  # fmt: skip
        return
    show(prompt, answers, vectors)


def show(prompt: tuple[int, int, int], answers: list[Answer], vectors: Embeddings | None) -> None:
    """Print the answers as a table, each with its rule."""
    a, b, c = prompt
    if not answers:
        console.print(f"{a} : {b} :: {c} : ?  no rule fits; options or a model may help")
        return
    title = f"{a} : {b} :: {c} : ?  conjectures, best first"
    table = Table(title=title, title_justify="left")
    table.add_column("answer", justify="right")
    table.add_column("by")
    table.add_column("rule or evidence")
    table.add_column("bits", justify="right")
    table.add_column("share", justify="right")
    for answer in answers:
        table.add_row(
            str(answer.value),
            answer.by,
            answer.why,
            "" if answer.bits is None else f"{answer.bits:.1f}",
            "" if answer.share is None else f"{answer.share:.0%}",
        )
    console.print(table)
    if vectors is None:
        console.print("by rules alone; --model adds vectors", style="dim")
