"""What the rules say first, second and third, and what speaks for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from int2vec.predict.complete.rules import RulesCompleter, RulesConfig

TEXT = Path(__file__).with_name("ranked.txt").read_text(encoding="utf-8")
LINES = [line.split(" | ") for line in TEXT.splitlines() if not line.startswith("#")]
COMPLETER = RulesCompleter(RulesConfig(without=frozenset({"known", "chains"}), seconds=60))


@pytest.mark.parametrize(("terms", "expected"), LINES)
def test_the_best_three_answers(terms: str, expected: str) -> None:
    found = [
        (p.value, p.evidence["rule"], p.score, p.evidence["checked"])
        for p in COMPLETER.complete([int(term) for term in terms.split(", ")], 3)
    ]
    wanted = [answer.split() for answer in expected.split("; ") if answer != "nothing"]
    assert [(value, rule) for value, rule, *_ in found] == [
        (int(value), rule) for value, rule, *_ in wanted
    ]
    for (*_, saved, checked), (*_, bits, n) in zip(found, wanted, strict=True):
        assert saved == pytest.approx(float(bits), abs=0.06)
        assert checked == int(n)


@pytest.mark.parametrize("terms", [line[0] for line in LINES[::4]])
def test_what_is_said_of_an_answer_adds_up(terms: str) -> None:
    given = [int(term) for term in terms.split(", ")]
    every = COMPLETER.complete(given, 1000)
    for prediction in every:
        evidence = prediction.evidence
        assert evidence["rivals"] == len(every) - 1
        assert prediction.score == pytest.approx(evidence["saved"], abs=0.001)
        assert evidence["saved"] == pytest.approx(
            evidence["data_bits"] - evidence["description_length"], abs=0.002
        )
        assert evidence["agreeing"] >= 1
        assert 0 <= evidence["checked"] < len(given)
