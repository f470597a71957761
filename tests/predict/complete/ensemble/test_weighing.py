"""How the ensemble weighs what it hears: options, slips, plain prompts, and what it is fit to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from benchmarks.examples import (
    FitConfig,
    fitting_questions,
    further_questions,
    read_examples,
    write_examples,
)
from benchmarks.fit_ensemble import BoostingConfig, as_json, fit, fit_uncorrected
from int2vec.corpus.store import Corpus, compile_corpus
from int2vec.errors import ModelError
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.ensemble import CANDIDATES, Ensemble, among
from int2vec.predict.complete.ensemble.calibration import (
    Calibration,
    is_plain,
    shipped_calibration,
)
from int2vec.predict.complete.evaluation import Example
from int2vec.predict.complete.questions import Question
from int2vec.predict.complete.registry import SOURCES

BESIDE = next(name for name, source in SOURCES.items() if source.weighs_itself)


def says(by: str, value: int, probability: float | None = None, **evidence: object) -> Prediction:
    return Prediction(
        value=value, score=1.0, by=by, why="so", evidence=evidence, probability=probability
    )


class Fixed:
    """A completer that always says the same."""

    name = "fixed"

    def __init__(self, *said: Prediction) -> None:
        self.said = said
        self.asked: list[int] = []

    def complete(self, terms: Sequence[int], k: int = 5) -> list[Prediction]:
        self.asked.append(k)
        return list(self.said)


class Shares:
    """Trees that give the candidates these shares."""

    def __init__(self, *shares: float) -> None:
        self.shares = shares

    def probabilities(self, rows: np.ndarray) -> np.ndarray:
        return np.array(self.shares[: len(rows)])


def calibrated(*shares: float, **changes: Any) -> Calibration:
    return replace(
        shipped_calibration(), trees=Shares(*shares), **({"first": (1.0, 0.0)} | changes)
    )


def test_one_of_the_options_must_be_right() -> None:
    ranked = [says("rules", 9, 0.5), says("local", 8, 0.2), says("local", 7, 0.1)]
    found = among(ranked, [7, 9])
    assert [(p.value, p.probability) for p in found] == [
        (9, pytest.approx(5 / 6)), (7, pytest.approx(1 / 6)),
    ]  # fmt: skip
    # What was not found shares, with all that was not asked for, what is left of 1.
    found = among(ranked, [7, 55, 44, 55])
    assert [p.value for p in found] == [7, 55, 44]
    assert found[1].probability == pytest.approx((0.2 / 3) / (0.1 + 2 * 0.2 / 3))
    assert sum(p.probability or 0 for p in found) == pytest.approx(1)
    assert found[1].by == "options"


def test_an_option_that_nothing_speaks_for_keeps_a_small_chance() -> None:
    found = among([says("rules", 9, 1.0)], [9, 5])
    assert found[0].probability == pytest.approx(1 / (1 + 0.0005))
    assert [p.value for p in among([], [3, 4])] == [3, 4]
    assert among([], [3, 4])[0].probability == pytest.approx(0.5)


@pytest.mark.parametrize(("whole", "share"), [(False, 0.9), (True, 0.6)])
def test_a_slip_takes_most_of_the_probability_unless_the_corpus_holds_the_terms(
    whole: bool, share: float
) -> None:
    ensemble = Ensemble({}, calibrated(0.5, 0.25))
    gathered = {
        "search": [says("search", 7, whole=whole, share=0.5), says("search", 8)],
        BESIDE: [says(BESIDE, 99)],
    }
    found = ensemble.rank([1, 2, 4, 5, 6], gathered)
    assert {p.value: p.probability for p in found} == pytest.approx(
        {99: share, 7: (1 - share) * 0.5, 8: (1 - share) * 0.25}
    )
    assert [p.value for p in found] == [99, 7, 8]
    assert all(p.score == p.probability for p in found)


def test_a_slip_that_says_what_others_say_adds_to_it() -> None:
    ensemble = Ensemble({}, calibrated(0.5, 0.25))
    gathered = {"local": [says("local", 7), says("local", 8)], BESIDE: [says(BESIDE, 7)]}
    found = ensemble.rank([1, 2, 4, 5, 6], gathered)
    assert {p.value: p.probability for p in found} == pytest.approx({7: 0.95, 8: 0.025})
    assert found[0].by == BESIDE


def test_candidates_come_by_probability_and_only_k_of_them() -> None:
    source = Fixed(*(says("local", value) for value in (7, 8, 9)))
    ensemble = Ensemble({"local": source}, calibrated(0.1, 0.5, 0.3))
    assert [p.value for p in ensemble.complete([1, 2, 3], 2)] == [8, 9]
    assert source.asked == [CANDIDATES]


def test_what_is_too_long_to_print_is_not_said() -> None:
    source = Fixed(says("local", 10**4500), says("local", 10**3000))
    assert [p.value for p in Ensemble({"local": source}).gather([1, 2])["local"]] == [10**3000]


RULE = {"rules.saved": 9.0, "rules.description_length": 22.0}
MATCH = {"search.whole": 1.0, "search.share": 0.9, "search.matches": 2.0}


@pytest.mark.parametrize(
    ("prompt", "features", "plain"),
    [
        ([1] * 12, RULE, True),
        ([1] * 13, RULE, False),
        ([10**9] * 6, RULE, True),  # sixty characters
        ([10**9] * 5 + [10**10], RULE, False),
        ([10**60], RULE, False),
        ([10**61, 1], RULE, False),
        ([1, 2, 3], RULE | {"rules.description_length": 22.6}, False),
        ([1, 2, 3], RULE | {"rules.description_length": 22.6, "rules.saved": 9.2}, True),
        ([1, 2, 3], RULE | {"rules.saved": 0.0}, False),
        ([1, 2, 3], RULE | {"rules.saved": 0.1}, True),
        ([1, 2, 3], {"rules.saved": 9.0}, False),
        ([1, 2, 3], MATCH, True),
        ([1, 2, 3], MATCH | {"search.share": 0.89}, False),
        ([1, 2, 3], MATCH | {"search.whole": 0.0}, False),
        ([1, 2, 3], MATCH | {"search.matches": 1.0}, False),
        ([1, 2, 3], {}, False),
    ],
)
def test_plain_prompts(prompt: list[int], features: Mapping[str, float], plain: bool) -> None:
    assert is_plain(prompt, features) is plain


def test_the_first_answer_of_a_plain_prompt_has_a_line_of_its_own() -> None:
    said = {"rules": [says("rules", 7, saved=9.0, description_length=8.0), says("rules", 8)]}
    model = calibrated(0.5, 0.25, first=(1.0, 0.0), first_plain=(1.0, 2.0))
    _, plain = model.probabilities([1, 2, 3], said)
    assert plain[0] == pytest.approx(1 / (1 + np.exp(-2)))
    assert plain[1] == pytest.approx(1 - plain[0])  # what is left, where it is less
    _, other = model.probabilities([1] * 13, said)
    assert other.tolist() == pytest.approx([0.5, 0.25])
    none = replace(model, first_plain=None, first=(2.0, 0.5))
    _, found = none.probabilities([1, 2, 3], said)
    assert found[0] == pytest.approx(1 / (1 + np.exp(-0.5)))


def test_the_first_answer_stays_the_first() -> None:
    model = calibrated(0.4, 0.35, first=(1.0, -5.0))
    _, found = model.probabilities([1] * 13, {"local": [says("local", 7), says("local", 8)]})
    assert found[0] == pytest.approx(0.35)
    assert found[1] == pytest.approx(0.35)
    values, nothing = model.probabilities([1, 2], {})
    assert (values, len(nothing)) == ([], 0)


def test_a_model_of_another_format_is_refused() -> None:
    whole = as_json(shipped_calibration())
    with pytest.raises(ModelError, match="other features than this version has; install"):
        Calibration.from_json({**whole, "format": 2})
    with pytest.raises(ModelError, match=r"\(age, weight\)"):
        Calibration.from_json({**whole, "features": ["weight", "age"]})
    again = Calibration.from_json(whole)
    assert again.first_plain == shipped_calibration().first_plain
    del whole["first_plain"]
    assert Calibration.from_json(whole).first_plain == again.first


@pytest.fixture
def numbered(tmp_path: Path) -> Corpus:
    """Two thousand sequences of 1 to 20 terms, each term telling its sequence and its place."""
    lines = [[100 * i + k for k in range(1 + i % 20)] for i in range(2000)]
    (tmp_path / "s").write_text("".join(",".join(map(str, line)) + "\n" for line in lines))
    compile_corpus(tmp_path / "s", tmp_path / "c", input_hash="numbered")
    return Corpus(tmp_path / "c", "numbered")


def test_questions_ask_for_last_terms_and_for_early_ones(numbered: Corpus) -> None:
    asked = fitting_questions(numbered, FitConfig(sequences=100, puzzles=0, short=1.0))
    for question in asked:
        i, place = divmod(question.answer, 100)
        assert question.prompt == tuple(100 * i + k for k in range(place))
    lasts = [q for q in asked if q.answer % 100 == (q.answer // 100) % 20]
    early = [q for q in asked if q not in lasts]
    whole = {q.answer // 100 for q in lasts}
    # Sequences of one term ask nothing, those of up to five only for their last.
    assert min(len(q.prompt) for q in lasts) == 1
    assert {i % 20 + 1 for i in whole} == set(range(2, 21))
    assert {q.answer // 100 for q in early} <= {i for i in whole if i % 20 + 1 > 5}
    assert {len(q.prompt) for q in early} == set(range(3, 12))
    none = fitting_questions(numbered, FitConfig(sequences=100, puzzles=0, short=0.0))
    assert set(none) == set(lasts)
    some = fitting_questions(numbered, FitConfig(sequences=100, puzzles=7, short=0.0))
    assert len(some) == len(none) + 7


def test_further_questions_ask_for_last_terms_of_other_sequences(numbered: Corpus) -> None:
    config = FitConfig(sequences=40, further=30, puzzles=0)
    asked, more = fitting_questions(numbered, config), further_questions(numbered, config)
    assert 25 <= len(more) <= 30  # sequences of one term ask nothing
    assert all(q.answer % 100 == (q.answer // 100) % 20 == len(q.prompt) for q in more)
    assert not {q.answer // 100 for q in asked} & {q.answer // 100 for q in more}
    all_of = fitting_questions(numbered, FitConfig(sequences=70, puzzles=0, short=0.0))
    assert set(more) < set(all_of)


def example(i: int, *, right: bool, by_people: bool = False) -> Example:
    saved = float(i % 7)
    return Example(
        question=Question(prompt=(5, 10, 15), answer=20 if right else 21),
        gathered={
            "rules": [says("rules", 20, saved=saved, description_length=8.0)],
            "search": [says("search", 20, match_length=3)],
            "lstm": [says("lstm", 20)],
        },
        by_people=by_people,
    )


SAVED = {"rules.saved", "first.rules.saved"}
SMALL = BoostingConfig(trees=3, least=5)


@pytest.mark.parametrize(
    ("config", "by_people", "rows"),
    [
        (FitConfig(alone=0.0, without_lstm=0.0), False, 40),
        (FitConfig(alone=1.0, without_lstm=0.0), False, 80),
        (FitConfig(people=3), True, 240),
        (FitConfig(people=1), True, 80),
    ],
)
def test_so_many_candidates_are_fitted_to(config: FitConfig, by_people: bool, rows: int) -> None:
    examples = [example(i, right=i % 2 == 0, by_people=by_people) for i in range(40)]
    model = fit_uncorrected(examples, config, SMALL)
    assert model.about["candidates"] == rows
    assert model.about["prompts"] == 40
    assert (model.first, model.first_plain) == ((1.0, 0.0), None)


def test_features_can_be_left_out_of_the_fit() -> None:
    examples = [example(i, right=i % 7 > 3) for i in range(60)]
    whole = fit_uncorrected(examples, FitConfig(alone=0.0), SMALL)
    less = fit_uncorrected(examples, FitConfig(alone=0.0), SMALL, without=SAVED)
    assert set(whole.features) - set(less.features) == SAVED
    spread = [
        np.ptp(
            [m.probabilities((5, 10, 15), example(i, right=True).gathered)[1][0] for i in (0, 6)]
        )
        for m in (whole, less)
    ]
    assert spread[0] > 0.01
    assert spread[1] == 0


def test_the_correction_is_a_logistic_line_held_to_the_straight_one() -> None:
    """The line is the one of greatest likelihood, less half its squared distance from (1, 0)."""
    dice = np.random.default_rng(0)
    examples = [example(i, right=bool(dice.random() < (0.2 + 0.1 * (i % 7)))) for i in range(400)]
    config = FitConfig(held_out=4, alone=0.0, without_lstm=1.0)
    model = fit(examples, config, SMALL)
    held = examples[::4]
    rest = [e for i, e in enumerate(examples) if i % 4]
    unseen = fit_uncorrected(rest, config, SMALL)
    without = [{k: v for k, v in e.gathered.items() if k != "lstm"} for e in held]
    said = np.array([unseen.probabilities((5, 10, 15), each)[1][0] for each in without])
    odds, truth = np.log(said / (1 - said)), np.array([e.question.answer == 20 for e in held])

    def loss(line: np.ndarray) -> float:
        logits = line[0] * odds + line[1]
        away = (line[0] - 1) ** 2 + line[1] ** 2
        return float((np.logaddexp(0, logits) - truth * logits).sum() + away / 2)

    assert model.first == pytest.approx(minimize(loss, [1.0, 0.0]).x, abs=2e-3)
    assert model.first_plain == model.first  # nobody was asked


def test_what_people_ask_corrects_plain_prompts_alone() -> None:
    made = [example(i, right=i % 8 < 4) for i in range(200)]
    people = [example(i, right=True, by_people=True) for i in range(60)]
    model = fit([*made, *people], FitConfig(alone=0.0), SMALL)
    assert model.first_plain is not None
    assert model.first_plain[1] > model.first[1] + 0.5
    again = fit([*made, *people], FitConfig(alone=0.0), SMALL)
    assert (again.first, again.first_plain) == (model.first, model.first_plain)


def test_who_asked_is_kept_with_the_examples(tmp_path: Path) -> None:
    examples = [example(1, right=True), example(2, right=False, by_people=True)]
    write_examples(tmp_path / "kept.gz", examples)
    again = read_examples(tmp_path / "kept.gz")
    assert [e.by_people for e in again] == [False, True]
    assert [e.question for e in again] == [e.question for e in examples]
    assert [p.score for p in again[0].gathered["rules"]] == [0]


def test_candidates_that_all_look_right_share_what_is_left_of_one() -> None:
    gathered = {"rules": [says("rules", n, 0.5) for n in (7, 8, 9)]}

    class Sure:
        def probabilities(self, rows: Any) -> Any:
            return np.full(len(rows), 0.9)

    model = Calibration(features=(), trees=Sure(), about={})  # type: ignore[arg-type]
    _, shares = model.probabilities([1, 2, 3], gathered)
    assert shares.tolist() == pytest.approx([1 / 3] * 3)
