"""The questions of people that come with the project."""

from __future__ import annotations

from pathlib import Path

from int2vec.predict.complete.questions import read_table

FOLDER = Path(__file__).parents[3] / "benchmarks" / "questions"


def test_the_questions_of_people_are_split_in_two() -> None:
    dev, held_back = (read_table(FOLDER / f"{part}.tsv") for part in ("dev", "held-back"))
    prompts = [question.prompt for question in (*dev, *held_back)]
    assert len(dev) == len(held_back) == 298
    assert len(set(prompts)) == len(prompts)
    assert all(3 <= len(prompt) <= 16 for prompt in prompts)
