"""The report's sections, out of the results of the stages that ran."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from int2vec.report.document import Block, Picture, Section, Text
from int2vec.report.stages import Result
from int2vec.report.tables import completion, extended, probes, tasks
from int2vec.report.tables.corpus import corpus_tables
from int2vec.report.tables.making import making_table

Results = Mapping[str, Result]


def make_sections(results: Results, corpus: str, figures: Mapping[str, Any]) -> list[Section]:
    """Every section that something is known for, in the paper's order; ours after its."""
    makers = (
        ("map", "The map", _map),
        ("corpus", "The sequences", _corpus),
        ("knows", "What the vectors know", _probes),
        ("next", "What comes next", _completion),
        ("analogies", "Analogies", _analogies),
        ("sets", "Growing a set", _expansion),
        ("beyond", "Beyond the paper", _beyond),
    )
    sections = []
    for key, title, make in makers:
        blocks = [
            block
            for block in make(results, corpus)
            if not isinstance(block, Picture) or block.key in figures
        ]
        if blocks:
            sections.append(Section(key=f"s-{key}", title=title, blocks=blocks))
    return sections


def how_made(results: Results, seconds: Mapping[str, float]) -> Section:
    """The last section: every stage, what it took, and why where one could not run."""
    words = (
        "One command makes this page; each part has one of its own: "
        "`int2vec corpus stats`, `int2vec train`, `int2vec probe`, `int2vec evaluate completion`, "
        "`int2vec evaluate analogies`, `int2vec evaluate expansion`."
    )
    blocks: list[Block] = [Text(text=words), making_table(results, seconds)]
    return Section(key="s-made", title="How this was made", blocks=blocks)


def _map(results: Results, corpus: str) -> list[Block]:
    if "map" not in results:
        return []
    found = results["map"]
    return [
        Picture(
            key="map", title="The integers, mapped", size="wide",
            caption=f"The vectors of {found['n']:,} integers up to {found['last']:,} "
            f"({found['label']}, {found['dim']} dimensions), laid out in the plane by t-SNE: "
            "near each other are integers that keep the same company. No property was shown to "
            "the method; the colours were put on afterwards.",
        ),
        Picture(
            key="map-properties", title="The same map, one property lit at a time", size="wide",
            caption="In brackets, how many of the integers have it.",
        ),
    ]  # fmt: skip


def _corpus(results: Results, corpus: str) -> list[Block]:
    if "corpus" not in results:
        return []
    found = results["corpus"]
    split, corpora, *leaks = corpus_tables(dict(results))
    del leaks
    return [
        split, corpora,
        Picture(
            key="frequency-rank", title="Few integers are everywhere, most are rare",
            caption=f"Occurrences in training of each distinct integer of {corpus} by its rank, "
            f"both axes logarithmic; {found['n_vocabulary']:,} are seen at least "
            f"{found['min_count']} times.",
        ),
    ]  # fmt: skip


def _probes(results: Results, corpus: str) -> list[Block]:
    blocks: list[Block] = []
    if "probe" in results:
        blocks += [probes.accuracy_table(results["probe"], corpus),
                   probes.r2_table(results["probe"], corpus)]  # fmt: skip
    if "neuron" in results:
        neuron = probes.evenness_neuron(results["neuron"])
        if neuron:
            blocks += [
                probes.neuron_table(neuron),
                Picture(
                    key="neuron", title="One dimension that tells even from odd",
                    caption=f"Dimension {neuron['dimension']} of {neuron['label']} for 1–50. The "
                    "dashed line is where the probe cuts.",
                ),
            ]  # fmt: skip
    return blocks


def _completion(results: Results, corpus: str) -> list[Block]:
    blocks: list[Block] = []
    if "completion" in results or "aptitude" in results:
        blocks.append(completion.completion_table(results))
    if "examples" in results:
        blocks.append(completion.examples_table(results["examples"], corpus))
    if test := results.get("completion"):
        lstm = results.get("completion-lstm", {})
        if "ceiling" in lstm:
            blocks.append(Text(
                text=f"The LSTM can answer with an integer of its vocabulary alone: "
                f"{lstm['ceiling']:.0%} of the test answers are in it, so its precision can be no "
                "higher."
            ))  # fmt: skip
        blocks += [
            Picture(
                key="by-size", title="P@1 by size of the answer",
                caption=f"P@1 of each method by the size of the answer; {corpus} test, "
                f"{test['split']} split, n = {test['n']:,}.",
            ),
            Picture(
                key="reliability", title="Reliability of the ensemble", size="small",
                caption=_reliability(test, corpus),
            ),
        ]  # fmt: skip
    return blocks


def _reliability(test: Result, corpus: str) -> str:
    calibration = test["calibration"]
    if not calibration:
        return f"{corpus} test, {test['split']} split."
    sure = calibration["sure"]
    words = (
        f"How often the ensemble’s first answer is right, by the probability it was given; "
        f"{corpus} test, {test['split']} split, n = {test['n']:,}. Expected calibration error "
        f"{calibration['expected_calibration_error']:.3f}."
    )
    if sure["n"]:
        words += (
            f" At a probability of 0.9 or more it answers {sure['share']:.0%} of the questions "
            f"and is right for {sure['precision']:.1%} of them."
        )
    return words


def _analogies(results: Results, corpus: str) -> list[Block]:
    if "analogies" not in results:
        return []
    return [tasks.analogy_table(results["analogies"], corpus),
            tasks.analogy_items(results["analogies"])]  # fmt: skip


def _expansion(results: Results, corpus: str) -> list[Block]:
    if "expansion" not in results:
        return []
    found = results["expansion"]
    return [tasks.seed_table(found), tasks.fused_table(found, corpus),
            tasks.expansion_table(found, corpus)]  # fmt: skip


def _beyond(results: Results, corpus: str) -> list[Block]:
    blocks: list[Block] = []
    if "extended" in results:
        found = results["extended"]
        draws = found["wide"]["config"]["seeds"]
        blocks += [
            Picture(
                key="heat-map", title="Embedding × property", size="wide",
                caption="Accuracy of tuned linear probes on random halves of 1–2000"
                f"{f', mean of {draws} draws' if draws > 1 else ''}. The colour is the gain over "
                "always saying the commoner class: 1 is perfect, 0 is none.",
            ),
            extended.controls_table(found), extended.quantities_table(found),
        ]  # fmt: skip
    if "neighbors" in results:
        blocks.append(probes.neighbors_table(results["neighbors"]))
    if "corpus" in results:
        blocks += corpus_tables(dict(results))[2:]
    if "completion" in results:
        found = results["completion"]
        blocks += [completion.sources_table(found), completion.sizes_table(found)]
    return blocks
