"""Analogies and sets: the published questions, seed sets, and hidden sets to measure on."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from int2vec.arithmetic.properties import PROPERTIES
from int2vec.errors import UnknownIntegerError
from int2vec.predict.analogy.questions import published_questions
from int2vec.predict.paper import ANALOGY, SEED_SETS
from int2vec.report.document import Block, finding, label, note, table
from int2vec.report.materials import ASKED, Materials, without_copies
from int2vec.report.stages import Found, Part, Result
from int2vec.tables import Cell, Line, Table, compared, interval, paper_only, table_of, two

_ORDER = ("text", "trained", "shipped")
_SHOWN = 12
_POWERS = (729, 1024, 243)  # of the paper's sets the one that is not of primes


def collect_analogies(materials: Materials) -> Result:
    """Accuracy of every set of vectors, and of rules with the subword vectors of this corpus."""
    questions, path = published_questions()
    sets, ours = materials.vector_sets(*_ORDER), materials.default()
    default = ours.vectors if ours else None
    session = materials.session
    (scores,) = session.evaluate_analogies(questions, [default] if default else [])
    vectors = [one.vectors for one in sets]
    alone = session.evaluate_analogies(questions, vectors, methods=("vectors",))
    opened = []
    for a, b, c in ASKED["analogies"]:  # questions without options, and without one right answer
        first = next(iter(session.analogy(a, b, c, k=1, model=default)), None)
        said = {"prediction": first and first.value, "rule": first and first.why, "correct": None}
        opened.append({"a": a, "b": b, "c": c, "options": [], **said})
    rows = [{**one.about, **score.row("vectors")} for one, score in zip(sets, alone, strict=False)]
    return {
        "file": path.name if path else None,
        "n": len(questions),
        "chance": scores.chance,
        "default": ours.label if ours else None,
        "vectors": rows,
        "scores": scores.to_json(),
        "open": opened,
    }


def analogy_blocks(found: Found) -> Iterator[Block]:
    """The figures, and some questions with their rules."""
    if analogies := found.get("analogies"):
        yield analogy_table(analogies, found)
        items = analogies["scores"]["items"]
        yield items_table([*items[:: max(1, len(items) // _SHOWN)][:_SHOWN], *analogies["open"]])
        if analogies["file"]:
            theirs = max(value for name, value in ANALOGY.items() if name != "Random choice")
            ours, low_high = (analogies["scores"][key] for key in ("accuracy", "accuracy_ci95"))
            said = {**analogies, "chance": two(analogies["chance"]), "interval": interval(low_high)}
            yield finding("analogies", two(theirs), two(ours), said, found.paper_on)


def items_table(items: Iterable[Result]) -> Table:
    """Questions with their options, the answer given, and the rule that gives it."""
    lines = []
    for item in items:
        options = ", ".join(map(str, sorted(item["options"], key=int))) or "open"
        answer = "none" if item["prediction"] is None else str(item["prediction"])
        answer += f", not {item['answer']}" if item["correct"] is False else ""
        tone = {True: "right", False: "wrong"}.get(item["correct"], "")
        rule = item["rule"] or note("nothing-speaks")
        question = "{a} : {b} :: {c} : ?".format_map(item)
        lines.append(Line([question, options, Cell(answer, tone=tone), rule]))
    return table("analogy-items", lines)


def analogy_table(analogies: Result, found: Found) -> Table:
    """Table 7 of the paper, then rules and both."""
    n, paper = analogies["n"], ANALOGY if analogies["file"] else {}
    chance = compared(analogies["chance"], None, paper.get("Random choice"))
    lines = [Line(["Random choice", chance, "all"], "baseline")]
    for row in sorted(analogies["vectors"], key=lambda row: _ORDER.index(row["group"])):
        theirs = paper.get(row["paper"] or "")
        paper_on = found.paper_on if row["group"] == "trained" else ""
        ours = compared(row["accuracy"], row["accuracy_ci95"], theirs, paper_on)
        lines.append(Line([row["label"], ours, f"{row['answered']} of {n}"]))
    both = f"**Rules and {analogies['default']}**"
    for name, words in (("rules", "Rules alone"), ("both", both)):
        if score := analogies["scores"]["methods"].get(name):
            ours = compared(score["accuracy"], score["accuracy_ci95"])
            lines.append(Line([Cell(words), ours, f"{score['answered']} of {n}"]))
    if "FastText–Wiki" not in {row["paper"] for row in analogies["vectors"]}:
        alone, nothing = paper_only(ANALOGY["FastText–Wiki"]), Cell("not given", tone="none")
        lines.append(Line(["FastText–Wiki, the paper’s alone", alone, nothing], "paper"))
    said = {"whose": "The paper’s" if paper else "The five printed", "n": n, "words": found.words}
    return table("analogy", lines, said, notes=[] if paper else [note("five-analogies")])


ANALOGIES = Part("s-analogies", "Analogies", {"analogies": collect_analogies}, analogy_blocks)


def collect_expansion(materials: Materials) -> Result:
    """Expansions of the seed sets by vectors and by all fused, and the figures on hidden sets."""
    split, seed = materials.config.split, materials.config.seed
    sets, ours = materials.vector_sets("text", "trained", "shipped"), materials.default()
    n, session = 40 if materials.config.fast else 200, materials.session
    vectors = [one.vectors for one in sets]
    scores = session.evaluate_expansion(n, vectors, split=split, split_seed=seed, seed=seed)
    by_vectors: dict[tuple[int, ...], Result] = {}
    for seeds in SEED_SETS:
        by_vectors[seeds] = {one.label: None for one in sets}
        for one in sets:
            with suppress(UnknownIntegerError):
                found = session.expand(seeds, 6, using="vector", model=one.vectors)
                by_vectors[seeds][one.label] = [other.value for other in found.candidates]
    fused = []
    for seeds in (*SEED_SETS, *ASKED["sets"]):
        grown = session.expand(seeds, 8, model=ours.vectors if ours else None)
        names = [s.label if s.a_number else s.name or s.label for s in grown.sequences[:2]]
        fused.append({**vars(grown), "names": names})
    return {
        "rows": [one.about for one in sets],
        "paper_sets": [{"seeds": seeds, "by": by} for seeds, by in by_vectors.items()],
        "fused": fused,
        "n_sets": n,
        "scores": scores,
    }


def expansion_blocks(found: Found) -> Iterator[Block]:
    """Seed sets, what they share, and hidden sets."""
    if expansion := found.get("expansion"):
        yield seed_table(expansion)
        rows = []
        for one in expansion["fused"]:
            shared = [p["words"] for p in one["properties"][:3]]
            names = [n if len(n) <= 90 else f"{n[:89].rstrip()}…" for n in one["names"]]
            values = [candidate["value"] for candidate in one["candidates"]]
            shown = {"shared": "; ".join(shared) or "nothing in the catalog beyond chance"}
            shown["names"] = "; ".join(names) or "none holds them all"
            rows.append({**shown, "seeds": " ".join(map(str, one["seeds"])), "values": values})
        yield table("fused", rows, {"words": found.words})
        yield expansion_table(expansion, found.words)
        scores = expansion["scores"]["sequences"]
        best = next(s for s in reversed(scores) if s["method"].startswith("fused"))
        vectors = [s["p_at_10"] for s in scores if s["method"].startswith("vectors")]
        alone = f"; the best vectors alone give {two(max(vectors))}" if vectors else ""
        yield finding("expansion", "—", two(best["p_at_10"]), {"n": best["n"], "alone": alone})


def seed_table(found: Result) -> Table:
    """Table 8 of the paper: three seed sets, expanded by vectors; bold, who belongs to them."""
    lines = []
    for one in found["paper_sets"]:
        seeds = tuple(one["seeds"])
        named = " ".join(map(str, seeds))
        for name, values in without_copies(one["by"]).items():
            members = _members(values, seeds) if values else "a member has no vector"
            lines.append(Line([named, name, Cell(members)]))
        for name, theirs in SEED_SETS[seeds].items():
            paper = Cell(_members(theirs, seeds), tone="paper")
            lines.append(Line([named, f"{name}, the paper’s", paper], kind="paper"))
    return table("seeds", lines)


def _members(values: Sequence[int], seeds: tuple[int, ...]) -> str:
    kinds = ("power-of-2", "power-of-3") if seeds == _POWERS else ("prime",)
    shares = {n: any(PROPERTIES[kind].holds(int(n)) for kind in kinds) for n in values}
    return ", ".join(f"**{n}**" if shares[n] else str(n) for n in values)


def expansion_table(found: Result, corpus: str) -> Table:
    """P@10 and MAP of every method on hidden sets."""
    labels = {row["key"]: row["label"] for row in found.get("rows", ())}
    lines = []
    for scores in zip(*found["scores"].values(), strict=True):
        method = scores[0]["method"]
        keys = [(score, key) for score in scores for key in ("p_at_10", "map")]
        figures = [compared(score[key], score[f"{key}_ci95"]) for score, key in keys]
        model = method.partition(" ")[2]
        words = label("expansion", method, f"{labels.get(model, model)} vectors")
        lines.append(Line([Cell(words), *figures], "baseline" if method == "frequency" else ""))
    groups, figures_of = ("properties, 1–1000", "test sequences"), ("P@10", "MAP")
    columns = ["Method", *(f">{group}: {figure}" for group in groups for figure in figures_of)]
    said = {"n_sets": found["n_sets"], "words": corpus}
    return table("expansion", table_of(lines, columns), said)


EXPANSION = Part("s-sets", "Growing a set", {"expansion": collect_expansion}, expansion_blocks)
