"""What is asked of sequences and integers: `complete`, `guess`, `search`, `similar`, `neighbors`,
`info`, `expand`, `analogy`.
"""

from dataclasses import replace
from math import prod
from pathlib import Path

from int2vec.batch import complete_file
from int2vec.cli.app import command
from int2vec.cli.console import asking, progress_bar, say, tell
from int2vec.errors import InputError
from int2vec.predict.complete.base import something_else
from int2vec.predict.complete.formulas import LANGUAGES, formula_of, nth_term
from int2vec.results import expansion_lines
from int2vec.session import Session
from int2vec.tables import tables_of
from int2vec.text import parse_integer, parse_pattern, parse_terms, without_closing


@command(negatives=True)
def complete(
    terms: list[str] | None = None,
    *,
    k: int = 5,
    using: str = "",
    least: float = 0.0,
    count: int = 1,
    before: bool = False,
    nth: int | None = None,
    options: str = "",
    written: str = "",
    effort: str = "normal",
    corpus: str | None = None,
    model: str | None = None,
    file: Path | None = None,
    out: Path | None = None,
    json: bool = False,
) -> None:
    """Say what comes after TERMS, with a probability and a reason for each candidate."""
    if bool(terms) == bool(file) or bool(file) != bool(out):
        raise InputError("give terms, such as '1, 1, 2, 3, 5,', or --file with --out")
    if file and out:
        with progress_bar("complete") as progress:
            n, done = complete_file(file, out, k, using, model, least, corpus, progress=progress)
        say(f"{n:,} sequences answered in {out}" + (f" ({done:,} before)" if done else ""))
        return
    text = " ".join(terms or ())
    pattern = parse_pattern(f"?, {text}" if before else without_closing(text))
    given = [term for term in pattern if term is not None]
    with asking("complete", corpus) as session:
        if len(given) < len(pattern):
            filled = session.fill(pattern, k)
            said = {"pattern": pattern, "fillings": filled}
            tell(json, said, *tables_of(filled), nothing="no rule was found")
            return
        if count > 1 or nth:
            _show_further(session, given, count, nth)
            return
        chosen = parse_terms(options) if options else ()
        found = session.complete(
            given, k, using=using, model=model, least=least, options=chosen, effort=effort
        )
    nothing = "no candidate: nothing known explains or continues these terms"
    if least:
        nothing = f"no candidate has a probability of {least:g} or more; lower --least"
    said = {"terms": given, "predictions": found, "something_else": something_else(found)}
    tell(json, said, *tables_of(found), nothing=nothing)
    if written and found and not json:
        formula = formula_of([*given, found[0].value])
        say(formula.written(written) if formula else "no formula of this rule is known")


def _show_further(session: Session, given: list[int], count: int, nth: int | None) -> None:
    """The next terms, or one far on, which takes a formula or a known sequence."""
    if nth is None:
        found = session.go_on(given, count)
        sure = prod(one.probability or 0.0 for one in found)
        say(", ".join(str(one.value) for one in found))
        say(f"probability that all are right: {sure:.3f}; {found[0].why}" if found else "")
        return
    value = given[nth - 1] if nth <= len(given) else nth_term(given, nth - 1)
    nothing = f"no formula and no known sequence gives term {nth:,} of these"
    say(nothing if value is None else str(value))


@command(negatives=True, languages=", ".join(LANGUAGES))
def guess(
    terms: list[str] | None = None,
    *,
    k: int = 10,
    effort: str = "normal",
    written: str = "",
    json: bool = False,
) -> None:
    """Every equation found that TERMS obey, and on how many of them it was checked."""
    given = parse_terms(" ".join(terms or ()))
    found = Session().guess(given, k, effort=effort)
    formula = formula_of([*given, *(best.value for best in found[:1])])
    languages = LANGUAGES if json or written == "all" else [written] * bool(written)
    formulas = {name: formula.written(name) for name in languages} if formula else {}
    said = {"terms": given, "equations": found, "formulas": formulas}
    tell(json, said, *tables_of(found), nothing="no equation: no rule explains all these terms")
    if written and not json:
        holds = f"this gives all {len(given)} terms, n from 0:"
        say(holds if formula else "no formula of these terms is known")
        for name, text in formulas.items():
            say(f"{name}: {text}" if written == "all" and "\n" not in text else text)


@command(negatives=True)
def search(
    terms: str,
    *,
    k: int = 10,
    transforms: bool = False,
    corpus: str | None = None,
    json: bool = False,
) -> None:
    """Show the sequences in which TERMS stand, with A-number, name and position."""
    if any(character.isalpha() for character in terms):
        session = Session(corpus)
        is_label = terms.strip().lstrip("Aa").isdecimal()
        named = [session.sequence(terms)] if is_label else session.named(terms, k)
        nothing = f"no sequence of {session.corpus_label} has {terms!r:.60} in its name"
        said = {"words": terms, "corpus": session.corpus_label, "sequences": named}
        tell(json, said, *tables_of(named), nothing=nothing)
        return
    pattern = parse_pattern(terms)
    with asking("search", corpus) as session:
        found = session.search(pattern, k, transforms=transforms)
    nothing = f"none of {found.n_sequences:,} sequences ({found.corpus}) holds these terms"
    said = {"terms": pattern, "corpus": found.corpus, "matches": found.matches}
    tell(json, said, *(tables_of(found) if found.matches else ()), nothing=nothing)


@command(negatives=True)
def similar(
    sequence: list[str], *, k: int = 10, corpus: str | None = None, json: bool = False
) -> None:
    """The sequences near in meaning to one: by what comes from it, rare terms, vectors."""
    with asking("similar", corpus) as session:
        found = session.similar(" ".join(sequence), k)
    tell(json, found, *tables_of(found))


@command(negatives=True)
def neighbors(integer: str, *, k: int = 10, model: str | None = None, json: bool = False) -> None:
    """The integers whose vectors are nearest to this one's."""
    found = Session().neighbors(parse_integer(integer), k, model=model)
    tell(json, found, *tables_of(found))


@command(negatives=True)
def info(integer: str, *, json: bool = False) -> None:
    """The factorisation of an integer and its properties, the rarest first."""
    found = Session().info(parse_integer(integer))
    tell(json, found, *tables_of(found))


@command(negatives=True)
def expand(
    seeds: list[str] | None = None,
    *,
    k: int = 10,
    using: str = "fused",
    model: str | None = None,
    corpus: str | None = None,
    json: bool = False,
) -> None:
    """Name what the integers share, and list others that share it."""
    members = parse_terms(" ".join(seeds)) if seeds else []
    with asking("expand", corpus) as session:
        found = session.expand(members, k, using=using, model=model)
    (table,) = tables_of(found)
    tell(json, found, *expansion_lines(found), replace(table, notes=()))


@command(negatives=True)
def analogy(
    a: str,
    b: str,
    c: str,
    *,
    options: str | None = None,
    using: str = "both",
    scoring: str = "add",
    k: int = 5,
    model: str | None = None,
    json: bool = False,
) -> None:
    """Answer a : b :: c : ? by the simplest rules that fit, and by vectors."""
    prompt = dict(zip("abc", map(parse_integer, (a, b, c)), strict=True))
    chosen = None if options is None else parse_terms(options)
    session = Session()
    found = session.analogy(
        **prompt, options=chosen, k=k, using=using, scoring=scoring, model=model
    )
    question = "{a} : {b} :: {c} : ?".format_map(prompt)
    vectors = None if using == "rules" else session.optional_vectors(model)
    used = vectors.name if vectors else None
    shown = [replace(t, title=f"{question}  {t.title}") for t in tables_of(found)]
    nothing = f"{question}  no rule fits; options or a model may help"
    said = {**prompt, "options": chosen, "model": used, "answers": found}
    tell(json, said, *shown, nothing=nothing)
