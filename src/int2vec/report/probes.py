"""What the vectors know: the paper's probes and neuron; then controls, ranges and neighbors."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from int2vec.errors import InputError
from int2vec.predict.paper import NEURON_156, PROBE_ACCURACY, PROBE_R2
from int2vec.predict.probe import shown
from int2vec.predict.probe.baselines import MAJORITY, baselines
from int2vec.predict.probe.config import ProbeConfig
from int2vec.predict.probe.result import ProbeTable
from int2vec.progress import one_part
from int2vec.report.completion import methods_tables
from int2vec.report.document import WORDS, Block, Finding, finding, note, picture, table
from int2vec.report.figures import drawn, heat_figure, neuron_figure, ranges_figure
from int2vec.report.materials import ASKED, Materials, VectorSet, without_copies
from int2vec.report.stages import Found, Part, Result
from int2vec.tables import Cell, Line, Table, interval, table_of, two

_ORDER = ("baseline", "text", "trained", "shipped", "joined")
_OF_THE_CORPUS = ("trained", "joined")  # the others were not trained on it
_BEST = "OEIS–FastText, subwords"


def collect_probes(materials: Materials) -> Result:
    """The paper's two tables, with the baselines."""
    config = ProbeConfig(seed=materials.config.seed)
    every = materials.vector_sets()
    sets = known_enough(every)
    sizes = [one.vectors for one in sets if one.group == "trained"]
    vectors = [one.vectors for one in sets] + baselines(sizes, config.integers)
    probed = materials.session.probe(vectors, None, config)
    left_out = [one.label for one in every if one not in sets]
    return {"rows": shown_rows(sets, probed), "left_out": left_out, **probed.to_json()}


def collect_neuron(materials: Materials) -> Result:
    """The dimension of each LSTM, and of our other vectors, that best tells even from odd."""
    found: dict[str, Any] = {}
    for one in materials.vector_sets("trained", "shipped"):
        if one.group == "shipped" and one.paper != "OEIS–LSTM":
            continue
        with suppress(InputError):  # too few integers have a vector
            neuron = materials.session.neuron("even", model=one.vectors).to_json()
            found[one.vectors.name] = {"label": one.label, "paper": one.paper, **neuron}
    return {"neurons": found}


def known_enough(sets: Sequence[VectorSet]) -> list[VectorSet]:
    """The sets that know half of 1–1000 and half of 1001–2000."""
    halves = (range(1, 1001), range(1001, 2001))
    return [one for one in sets if all(len(one.vectors.known(half)) >= 500 for half in halves)]


def shown_rows(sets: Sequence[VectorSet], probed: ProbeTable) -> list[dict[str, Any]]:
    """Every line of a table with how it is shown; baselines come last."""
    known = {one.vectors.name: one.about for one in sets}
    about = {"group": "baseline", "paper": None}
    plain = {name: {"key": name, "label": name, **about} for name in probed.embeddings}
    plain.get(MAJORITY, {})["paper"] = "Random baseline"
    return list({**plain, **known}.values())


def blocks(found: Found) -> Iterator[Block]:
    """The two tables; the neuron's values, and a picture of them."""
    if probed := found.get("probe"):
        yield from _probe_tables(probed, found)
        yield from _findings(probed, found)
    neurons = (found.get("neuron") or {"neurons": {}})["neurons"].values()
    lstms = [one for one in neurons if one["paper"] == "OEIS–LSTM"]
    if lstms:  # of several the one whose neuron knows most
        neuron = max(lstms, key=lambda one: one["alone"]["accuracy"])
        values, tones = neuron["values"][:10], {True: "right", False: "wrong"}
        ours = [Cell(two(v["value"], sign="+"), tone=tones[v["right"]]) for v in values]
        paper = [Cell(two(v, sign="+"), tone="paper") for v in NEURON_156]
        figures = {kind: two(neuron[kind]["accuracy"]) for kind in ("alone", "all", "zeroed")}
        for kind in ("alone", "zeroed"):
            figures[kind] += f" [{interval(neuron[kind]['accuracy_ci95'])}]"
        lines = [
            Line([f"{neuron['label']}, dimension {neuron['dimension']}", *ours]),
            Line(["The paper’s LSTM, dimension 156", *paper], kind="paper"),
        ]
        first = table_of(lines, ["", *(f">{v['integer']}" for v in values)])
        yield table("neuron", first, {**neuron, **figures})
        yield picture("neuron", lambda: drawn(neuron_figure, neuron), neuron)


def _probe_tables(probed: Result, found: Found) -> Iterator[Table]:
    """Tables 3 and 4 of the paper: four properties, and value and number of digits."""
    rows = [
        {**row, "paper_on": found.paper_on if row["group"] in _OF_THE_CORPUS else ""}
        for row in sorted(probed["rows"], key=lambda row: _ORDER.index(row["group"]))
    ]
    here = {row["paper"] for row in rows}
    fetched = WORDS["fetch"].items()
    wanted = [f"`int2vec fetch {word}`" for name, word in fetched if name not in here]
    notes = [note("no-text-vectors", {"commands": ", ".join(wanted)})] if wanted else []
    left_out = {"names": "; ".join(probed["left_out"])}
    notes += [note("left-out", left_out)] if probed["left_out"] else []
    notes += shown.coverage_note(probed)
    words, n = WORDS["labels"]["probed"], max(r["all"]["n"] for r in probed["properties"])
    said = {"n": n, "words": found.words, "reading": note("reading")}
    sheet = shown.Sheet(found=probed, rows=rows, words=words)
    made = sheet.grid("properties", "single", "all")
    made = replace(made, lines=[*made.lines, *shown.paper_alone(PROBE_ACCURACY, rows)])
    yield table("probe-accuracy", made, said, notes)
    # One constant column explains no variance by definition.
    rows = [row for row in rows if row["key"] != MAJORITY]
    made = replace(sheet, rows=rows).grid("quantities", "single", "all", "held out")
    made = replace(made, lines=[*made.lines, *shown.paper_alone(PROBE_R2, rows, further=1)])
    yield table("probe-r2", made, said, notes)


def _findings(probed: Result, found: Found) -> Iterator[Finding]:
    """Primes, divisibility by 3 and size, read from the subword vectors."""
    accuracy = {(r["embedding"], r["property"]): r["all"] for r in probed["properties"]}
    values = {r["embedding"]: r for r in probed["quantities"] if r["quantity"] == "value"}
    rows = [row for row in probed["rows"] if row["paper"] == _BEST]
    # The vectors of this corpus come first; those shipped stand in where they know more.
    for row in sorted(rows, key=lambda row: -accuracy[row["key"], "prime"]["accuracy"])[:1]:
        paper_on = found.paper_on if row["group"] in _OF_THE_CORPUS else ""
        three, value = accuracy[row["key"], "div3"], values[row["key"]]
        said = {"label": row["label"], "interval": interval(three["accuracy_ci95"])}
        said["held_out"] = two(value["r2_held_out"])
        for key, theirs, ours in (
            ("primes", PROBE_ACCURACY[_BEST][3], accuracy[row["key"], "prime"]["accuracy"]),
            ("thirds", PROBE_ACCURACY[_BEST][1], three["accuracy"]),
            ("size", PROBE_R2[_BEST][0], value["r2_all"]),
        ):
            yield finding(key, two(theirs[1]), two(ours), said, paper_on)


_PROBED = {"probe": collect_probes, "neuron": collect_neuron}
PROBES = Part("s-knows", "What the vectors know", _PROBED, blocks)

_FOUR = {"even": "even", "div3": "divisible by 3", "div4": "divisible by 4", "prime": "prime"}


def collect_extended(materials: Materials) -> Result:
    """Many properties on random halves, and how the paper's four stand up to controls."""
    seed = materials.config.seed
    # What ships is made from what was trained on the OEIS: one line for both is enough.
    groups = ("text", "trained") if materials.config.corpus == "oeis" else ("trained", "shipped")
    sets = known_enough(materials.vector_sets(*groups))
    vectors = [one.vectors for one in sets]
    checked = [one.vectors for one in sets if one.group != "shipped"]
    random = ProbeConfig(split="random", seed=seed)
    left_out = ASKED["not_in_a_fast_run"] if materials.config.fast else ()
    names = [name for name in ASKED["properties"] if name not in left_out] + ASKED["quantities"]
    with_baselines = vectors + baselines(vectors[:1], random.integers)
    probe = materials.session.probe
    with one_part(0.0, 0.5):
        wide = probe(with_baselines, names, random)
    with one_part(0.5, 0.3):
        deep = probe(checked, list(_FOUR), ProbeConfig(seed=seed, controls=3, code=True))
    with one_part(0.8, 0.2):
        fair = probe(checked, list(_FOUR), ProbeConfig(split="frequency", seed=seed))
    tables = {"wide": wide.to_json(), "deep": deep.to_json(), "matched": fair.to_json()}
    return {"rows": shown_rows(sets, wide), **tables}


def collect_ranges(materials: Materials) -> Result:
    """Probes on integers of rising size: where the knowledge of each set of vectors ends."""
    sets = materials.vector_sets("trained", "shipped")
    shown = without_copies({one.label: one for one in sets}).values()
    curves = materials.session.probe_ranges([one.vectors for one in shown], ASKED["by_size"])
    return {"curves": curves, "rows": [one.about for one in shown]}


def collect_neighbors(materials: Materials) -> Result:
    """The nearest integers to some well-known ones, in every set of vectors."""
    rows = []
    for one in materials.vector_sets("text", "trained", "shipped"):
        vectors = one.vectors
        known = [n for n in ASKED["neighbors_of"] if n in vectors]
        near = {n: [m for m, _ in vectors.neighbors(n, 8)] for n in known}
        rows.append({"label": one.label, "neighbors": near})
    return {"of": ASKED["neighbors_of"], "rows": rows}


def blocks_beyond(found: Found) -> Iterator[Block]:
    """Probes, neighbors, and each completer on its own."""
    if extended := found.get("extended"):
        wide, rows = extended["wide"], [r for r in extended["rows"] if r["key"] != MAJORITY]
        draws = wide["config"]["seeds"]
        words = f", mean of {draws} draws" if draws > 1 else ""
        yield picture("heat-map", lambda: drawn(heat_figure, wide, rows), {"draws": words})
        sheet = shown.Sheet(found=extended["deep"], rows=extended["rows"], words=_FOUR)
        yield table("controls", sheet.checks(extended["matched"]))
        sheet = shown.Sheet(found=wide, rows=rows, words=WORDS["labels"]["quantities"])
        made = sheet.grid("quantities", "held out")
        columns = [replace(one, title=one.group or one.title, group="") for one in made.columns]
        yield table("quantities", replace(made, columns=columns))
    if ranges := found.get("ranges"):
        labels = {row["key"]: row["label"] for row in ranges["rows"]}
        yield picture("ranges", lambda: drawn(ranges_figure, ranges["curves"], labels))
    if neighbors := found.get("neighbors"):
        by = without_copies({row["label"]: row["neighbors"] for row in neighbors["rows"]})
        lines = [
            Line([str(n), name, ", ".join(map(str, near.get(str(n)) or ["it has no vector"]))])
            for n in neighbors["of"]
            for name, near in by.items()
        ]
        yield table("neighbors", lines)
    if test := found.get("completion"):
        yield from methods_tables(test)


_FURTHER = {"extended": collect_extended, "ranges": collect_ranges, "neighbors": collect_neighbors}
BEYOND = Part("s-beyond", "Beyond the paper", _FURTHER, blocks_beyond)
