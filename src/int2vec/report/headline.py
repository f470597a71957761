"""The headline: what the paper found, and what is found here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from int2vec.predict.paper import ANALOGY, COMPLETION, PROBE_ACCURACY, PROBE_R2
from int2vec.report.document import Finding, interval, two
from int2vec.report.stages import Result

_BEST = "OEIS–FastText, subwords"


def make_findings(results: Mapping[str, Result], corpus: str) -> list[Finding]:
    """A line for each thing that the paper claims and this run measured."""
    findings: list[Finding] = []
    if "probe" in results:
        findings += _probes(results["probe"])
    if test := results.get("completion"):
        findings.append(_test(test, corpus))
    if (aptitude := results.get("aptitude")) and aptitude["file"]:
        findings.append(_aptitude(aptitude))
    if (found := results.get("analogies")) and found["file"]:
        findings.append(_analogies(found))
    if found := results.get("expansion"):
        findings.append(_expansion(found))
    return findings


def _probes(probe: Result) -> list[Finding]:
    rows = [row for row in probe["rows"] if row["paper"] == _BEST]
    if not rows:
        return []
    # The vectors of this corpus come first; those shipped stand in where they know more.
    found = {(r["embedding"], r["property"]): r for r in probe["properties"]}
    row = max(rows, key=lambda row: found[row["key"], "prime"]["all"]["accuracy"])
    paper = PROBE_ACCURACY[_BEST]
    three, prime = (found[row["key"], name]["all"] for name in ("div3", "prime"))
    value = next(r for r in probe["quantities"]
                 if (r["embedding"], r["quantity"]) == (row["key"], "value"))  # fmt: skip
    return [
        Finding(
            question="Do the vectors know the primes?", paper=two(paper[3][1]),
            ours=two(prime["accuracy"]),
            detail=f"{row['label']}, 1001–2000 after training on 1–1000; always saying “not prime” "
            "gives 0.87",
        ),
        Finding(
            question="And divisibility by 3?", paper=two(paper[1][1]), ours=two(three["accuracy"]),
            detail=f"{row['label']}, 95 % interval {interval(three['accuracy_ci95'])}; always "
            "saying no gives 0.67",
        ),
        Finding(
            question="And size?", paper=two(PROBE_R2[_BEST][0][1]), ours=two(value["r2_all"]),
            detail=f"R² of the value, 1–2000, fitted and scored on the same integers; held out "
            f"{two(value['r2_held_out'])}",
        ),
    ]  # fmt: skip


def _test(test: Result, corpus: str) -> Finding:
    best = max(shares[0] for shares in COMPLETION["oeis-test"].values())
    row = test["methods"]["ensemble"]
    return Finding(
        question="What comes next, in a sequence never seen?", paper=two(best),
        ours=two(row["p_at_1"]),
        detail=f"P@1 on {test['n']:,} test sequences of {corpus}, {test['split']} split, by the "
        f"ensemble; the paper’s best is its LSTM on the OEIS. P@5 {two(row['p_at_5'])}",
    )  # fmt: skip


def _aptitude(found: Result) -> Finding:
    best = max(shares[0] for shares in COMPLETION["aptitude"].values())
    row = found["methods"]["ensemble"]
    return Finding(
        question="And in an aptitude test?", paper=two(best), ours=two(row["p_at_1"]),
        detail=f"P@1 on {found['n']} questions, 95 % interval {interval(row['p_at_1_ci95'])}; "
        "the paper’s best looks the terms up in the OEIS",
    )  # fmt: skip


def _analogies(found: Result) -> Finding:
    best = max(value for name, value in ANALOGY.items() if name != "Random choice")
    scores: Mapping[str, Any] = found["scores"]
    return Finding(
        question="Which number completes the analogy?", paper=two(best),
        ours=two(scores["accuracy"]),
        detail=f"{found['n']} questions by rules and vectors, 95 % interval "
        f"{interval(scores['accuracy_ci95'])}; a blind choice gives {two(found['chance'])}",
    )  # fmt: skip


def _expansion(found: Result) -> Finding:
    scores: Sequence[Mapping[str, Any]] = found["scores"]["sequences"]
    fused = next(s for s in reversed(scores) if s["method"].startswith("fused"))
    vectors = [s for s in scores if s["method"].startswith("vectors")]
    best = max(vectors, key=lambda s: s["p_at_10"]) if vectors else None
    alone = f"; the best vectors alone give {two(best['p_at_10'])}" if best else ""
    return Finding(
        question="What else belongs to these few integers?", paper="—", ours=two(fused["p_at_10"]),
        detail=f"P@10 on {fused['n']} test sequences, 3–5 members shown{alone}; the paper shows "
        "three examples and measures none",
    )  # fmt: skip
