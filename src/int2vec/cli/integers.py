"""What is asked of integers: `neighbors`, `info`, `expand`, `analogy`."""

from __future__ import annotations

from typing import Annotated

import typer

from int2vec.cli.app import app
from int2vec.cli.console import (
    TAKES_NEGATIVES,
    JsonOption,
    KOption,
    ModelOption,
    SearchedCorpusOption,
    console,
    emit_json,
    progress_bar,
    say,
    show,
)
from int2vec.predict.expand.expansion import Expansion
from int2vec.session import Session
from int2vec.tables import Line, Table, left, right
from int2vec.text import (
    parse_integer,
    parse_terms,
    shown_integer,
)

_SHOWN = 5  # properties and sequences that members share
_FACTS = 12  # properties of one integer

IntegerArgument = Annotated[str, typer.Argument(help="Any integer.", metavar="INTEGER")]
SeedsArgument = Annotated[
    list[str] | None, typer.Argument(help="Members of the set.", metavar="INTEGER…")
]


@app.command(context_settings=TAKES_NEGATIVES)
def neighbors(
    integer: IntegerArgument, k: KOption = 10, model: ModelOption = None, json: JsonOption = False
) -> None:
    """The integers whose vectors are nearest to this one's.

    Example: int2vec neighbors 1729
    """
    found = Session().neighbors(parse_integer(integer), k, model=model)
    if json:
        emit_json(found)
        return
    how = ", inferred: it was not seen in training" if found.inferred else ""
    show(
        Table(
            title=f"Nearest to {shown_integer(found.integer)} in {found.model}{how}:",
            columns=[*right("integer", "cosine"), *left("shares")],
            lines=[
                Line([shown_integer(near.integer), f"{near.cosine:.3f}", ", ".join(near.shares)])
                for near in found.neighbors
            ],
        )
    )


@app.command(context_settings=TAKES_NEGATIVES)
def info(integer: IntegerArgument, json: JsonOption = False) -> None:
    """The factorisation of an integer and its properties, the rarest first.

    Example: int2vec info 1729
    """
    found = Session().facts(parse_integer(integer))
    if json:
        emit_json(found)
        return
    powers = [f"{p}^{e}" if e > 1 else str(p) for p, e in found.factors.items()]
    rest = [] if found.unfactored is None else [f"{shown_integer(found.unfactored)} (unfactored)"]
    sign = ["-1"] if found.integer < 0 else []
    factors = " · ".join(sign + powers + rest)
    known = [f"stands in {label}" for label in found.known]
    show(
        Table(
            title=shown_integer(found.integer) + (f" = {factors}" if factors else ""),
            columns=[*left("property"), *right("share of the integers to 10,000")],
            lines=[Line([p.words, f"{p.rarity:.2%}"]) for p in found.properties[:_FACTS]],
            notes=[*known, "the rarest first; remainders stand lower, as every integer has some"],
        )
    )


@app.command(context_settings=TAKES_NEGATIVES)
def expand(
    seeds: SeedsArgument = None,
    k: KOption = 10,
    using: Annotated[str, typer.Option(help="fused, vector, property or sequence.")] = "fused",
    model: ModelOption = None,
    corpus: SearchedCorpusOption = None,
    json: JsonOption = False,
) -> None:
    """Name what the integers share, and list others that share it.

    Example: int2vec expand 73 97 83
    """
    members = parse_terms(" ".join(seeds)) if seeds else []
    with progress_bar("expand") as progress:
        found = Session(corpus, progress=progress).expand(members, k, using=using, model=model)
    if json:
        emit_json(found)
    else:
        _show_expansion(found)


def _show_expansion(found: Expansion) -> None:
    console.print(f"Members: {', '.join(map(shown_integer, found.seeds))}")
    for note in found.notes:
        console.print(note, style="yellow")
    if found.properties:
        console.print("Each of them, with the surprise in bits:")
        for shared in found.properties[:_SHOWN]:
            console.print(f"  {shared.bits:5.1f}  {shared.words}")
    else:
        console.print("No property of the catalog is common to them beyond chance.")
    if found.sequences:
        console.print("Sequences that hold them all, rarest first:")
        for sequence in found.sequences[:_SHOWN]:
            console.print(f"  {sequence.label}")
    weighed = all(one.probability is not None for one in found.candidates)
    others = [[shown_integer(one.value), f"{one.score:.2f}", one.why] for one in found.candidates]
    show(
        Table(
            title=f"Further members ({found.method}), conjectures:",
            columns=[*right("integer", "probability" if weighed else "score"), *left("why")],
            lines=[Line(cells) for cells in others],
        )
    )


@app.command(context_settings=TAKES_NEGATIVES)
def analogy(
    a: Annotated[str, typer.Argument(help="a : b …", metavar="A")],
    b: Annotated[str, typer.Argument(help="… as", metavar="B")],
    c: Annotated[str, typer.Argument(help="c : ?", metavar="C")],
    options: Annotated[
        str | None, typer.Option(help="Answers to choose from: 48,49,50,56.")
    ] = None,
    using: Annotated[str, typer.Option(help="both, rules or vectors.")] = "both",
    scoring: Annotated[str, typer.Option(help="Vectors by add (3CosAdd) or mul.")] = "add",
    k: KOption = 5,
    model: ModelOption = None,
    json: JsonOption = False,
) -> None:
    """Answer a : b :: c : ? by the simplest rules that fit, and by vectors.

    Example: int2vec analogy 5 36 6 --options 48,49,50,56
    """
    prompt = (parse_integer(a), parse_integer(b), parse_integer(c))
    chosen = None if options is None else parse_terms(options)
    session = Session()
    answers = session.analogy(*prompt, chosen, k, using=using, scoring=scoring, model=model)
    question = "{} : {} :: {} : ?".format(*prompt)
    if json:
        named = dict(zip("abc", prompt, strict=True))
        vectors = None if using == "rules" else session.optional_vectors(model)
        used = vectors.name if vectors else None
        emit_json({**named, "options": chosen, "model": used, "answers": answers})
    elif not answers:
        say(f"{question}  no rule fits; options or a model may help")
    else:
        lines = []
        for one in answers:
            bits = "" if one.bits is None else f"{one.bits:.1f}"
            share = "" if one.share is None else f"{one.share:.0%}"
            lines.append(Line([str(one.value), one.by, one.why, bits, share]))
        columns = [*right("answer"), *left("by", "rule or evidence"), *right("bits", "share")]
        show(Table(title=f"{question}  conjectures, best first", columns=columns, lines=lines))
