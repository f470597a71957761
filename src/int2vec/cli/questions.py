"""What is asked of sequences and integers, from `complete` and `search` to `analogy`."""

from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any

from int2vec.batch import complete_file
from int2vec.cli.app import Told, command
from int2vec.errors import InputError
from int2vec.predict.complete.base import something_else
from int2vec.predict.complete.formulas import LANGUAGES
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
) -> Told:
    """Say what comes after TERMS, with a probability and a reason for each candidate."""
    if bool(terms) == bool(file) or bool(file) != bool(out):
        raise InputError("give terms, such as '1, 1, 2, 3, 5,', or --file with --out")
    asked: dict[str, Any] = {"k": k, "using": using, "model": model, "least": least}
    if file and out:
        return _whole_file(file, out, corpus=corpus, **asked)
    text = " ".join(terms or ())
    pattern = parse_pattern(f"?, {text}" if before else without_closing(text))
    given = [term for term in pattern if term is not None]
    session = Session(corpus)
    if len(given) < len(pattern):
        filled = session.fill(pattern, k)
        return {"pattern": pattern, "fillings": filled}, *tables_of(filled, "no rule was found")
    if nth or count > 1:
        return _further(session, given, count, nth)
    chosen = parse_terms(options) if options else ()
    found = session.complete(given, **asked, options=chosen, effort=effort)
    lower = f"no candidate has a probability of {least:g} or more; lower --least"
    nothing = lower if least else "no candidate: nothing known explains or continues these terms"
    said = {"terms": given, "predictions": found, "something_else": something_else(found)}
    formula = session.formula([*given, found[0].value]) if written and found else None
    words = formula.written(written) if formula else "no formula of this rule is known"
    return said, *tables_of(found, nothing), *([words] if written and found else ())


def _whole_file(file: Path, out: Path, **asked: Any) -> Told:
    n, done = complete_file(file, out, **asked)
    before = f" ({done:,} before)" if done else ""
    return {"answered": n, "before": done}, f"{n:,} sequences answered in {out}{before}"


def _further(session: Session, given: list[int], count: int, nth: int | None) -> Told:
    """The next terms, or one far on, which takes a formula or a known sequence."""
    if nth:
        value = session.nth(given, nth)
        nothing = f"no formula and no known sequence gives term {nth:,} of these"
        shown = nothing if value is None else str(value)
        return {"terms": given, "nth": nth, "value": value}, shown
    found = session.go_on(given, count)
    sure = prod(one.probability or 0.0 for one in found)
    why = f"probability that all are right: {sure:.3f}; {found[0].why}" if found else ""
    values = ", ".join(str(one.value) for one in found)
    return {"terms": given, "predictions": found}, values, why


@command(negatives=True, languages=", ".join(LANGUAGES))
def guess(
    terms: list[str] | None = None, *, k: int = 10, effort: str = "normal", written: str = ""
) -> Told:
    """Every equation found that TERMS obey, and on how many of them it was checked."""
    given = parse_terms(" ".join(terms or ()))
    session = Session()
    found = session.guess(given, k, effort=effort)
    formula = session.formula([*given, *(best.value for best in found[:1])])
    formulas = {name: formula.written(name) for name in LANGUAGES} if formula else {}
    shown = tables_of(found, "no equation: no rule explains all these terms")
    if written and formula:
        shown.append(f"this gives all {len(given)} terms, n from 0:")
        every = [text if "\n" in text else f"{name}: {text}" for name, text in formulas.items()]
        shown += every if written == "all" else [formula.written(written)]
    elif written:
        shown.append("no formula of these terms is known")
    return {"terms": given, "equations": found, "formulas": formulas}, *shown


@command(negatives=True)
def search(terms: str, *, k: int = 10, transforms: bool = False, corpus: str | None = None) -> Told:
    """Show the sequences in which TERMS stand, with A-number, name and position."""
    if any(character.isalpha() for character in terms):
        session = Session(corpus)
        is_label = terms.strip().lstrip("Aa").isdecimal()
        named = [session.sequence(terms)] if is_label else session.named(terms, k)
        nothing = f"no sequence of {session.corpus_label} has {terms!r:.60} in its name"
        said = {"words": terms, "corpus": session.corpus_label, "sequences": named}
        return said, *tables_of(named, nothing)
    pattern = parse_pattern(terms)
    found = Session(corpus).search(pattern, k, transforms=transforms)
    nothing = f"none of {found.n_sequences:,} sequences ({found.corpus}) holds these terms"
    said = {"terms": pattern, "corpus": found.corpus, "matches": found.matches}
    return said, *(tables_of(found) if found.matches else [nothing])


@command(negatives=True)
def similar(sequence: list[str], *, k: int = 10, corpus: str | None = None) -> Told:
    """The sequences near in meaning to one: by what comes from it, rare terms, vectors."""
    return (Session(corpus).similar(" ".join(sequence), k),)


@command(negatives=True)
def neighbors(integer: str, *, k: int = 10, model: str | None = None) -> Told:
    """The integers whose vectors are nearest to this one's."""
    return (Session().neighbors(parse_integer(integer), k, model=model),)


@command(negatives=True)
def info(integer: str) -> Told:
    """The factorisation of an integer and its properties, the rarest first."""
    return (Session().info(parse_integer(integer)),)


@command(negatives=True)
def expand(
    seeds: list[str] | None = None,
    *,
    k: int = 10,
    using: str = "fused",
    model: str | None = None,
    corpus: str | None = None,
) -> Told:
    """Name what the integers share, and list others that share it."""
    found = Session(corpus).expand(" ".join(seeds or ()), k, using=using, model=model)
    (table,) = tables_of(found)
    return found, *expansion_lines(found), replace(table, notes=())


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
) -> Told:
    """Answer a : b :: c : ? by the simplest rules that fit, and by vectors."""
    asked: dict[str, Any] = dict(zip("abc", map(parse_integer, (a, b, c)), strict=True))
    asked["options"] = None if options is None else parse_terms(options)
    session, question = Session(), "{a} : {b} :: {c} : ?".format_map(asked)
    found = session.analogy(**asked, k=k, using=using, scoring=scoring, model=model)
    vectors = None if using == "rules" else session.optional_vectors(model)
    shown = [replace(t, title=f"{question}  {t.title}") for t in tables_of(found)]
    shown = shown or [f"{question}  no rule fits; options or a model may help"]
    return {**asked, "model": vectors.name if vectors else None, "answers": found}, *shown
