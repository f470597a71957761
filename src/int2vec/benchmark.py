"""The public benchmark: questions that anybody can answer, and the scores of anybody's answers.

Questions are written without their answers, a file of JSON lines a task; a manifest names the
corpus that they come from by its hash, from which answers are worked out again for the scores.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from int2vec.corpus.split import KINDS, make_split, open_families
from int2vec.errors import DataError, InputError
from int2vec.files import file_hash, read_json, read_plain, reading, write_json, write_text
from int2vec.predict.analogy import questions as analogies
from int2vec.predict.analogy.solver import analogy
from int2vec.predict.complete import questions as completion
from int2vec.predict.complete.base import Prediction
from int2vec.predict.complete.evaluation import Answered, Evaluation, evaluate
from int2vec.predict.complete.registry import SourcesConfig
from int2vec.session import Session
from int2vec.text import as_integer, parse_terms, plain

VERSION = 1
TASKS = (*KINDS, "aptitude", "analogies")
SEED = 0
MOST_PREDICTIONS = 5
_METHOD = "predictions"
_A_LINE = '{"id": "random-00000", "predictions": [{"value": 8, "probability": 0.9}]}'
Items = dict[str, tuple[dict[str, Any], int]]  # by their names: what is asked, and the answer


def make_items(task: str, session: Session, limit: int) -> Items:
    """The questions of a task with their answers, always the same for the same corpus."""
    pairs: list[tuple[dict[str, Any], int]] = []
    if task == "analogies":
        given, path = analogies.published_questions()
        for q in given if path else ():
            # In the file the first option is the answer: sorted, they say nothing.
            asked = {"a": q.a, "b": q.b, "c": q.c, "options": sorted(q.options)}
            pairs.append((asked, q.answer))
    elif task == "aptitude":
        questions, path = completion.published_questions()
        pairs = [({"terms": list(q.prompt)}, q.answer) for q in (questions if path else ())]
    else:
        opened = session.corpus
        parts = make_split(opened, task, SEED)
        family = open_families(opened)["family"]
        trained = np.isin(family, family[parts.train])  # whether a relative may be trained on
        for i in completion.sampled(opened, parts.test, limit, SEED):
            *prompt, last = opened.terms(i)
            pairs.append(({"terms": prompt, "kin": bool(trained[i])}, last))
    return {f"{task}-{i:05}": pair for i, pair in enumerate(pairs)}


def _lines(items: Items) -> str:
    """The questions as lines of JSON, without their answers."""
    rows = ({"id": name, **asked} for name, (asked, _) in items.items())
    return "".join(json.dumps(plain(row, None)) + "\n" for row in rows)


def export(session: Session, folder: Path, limit: int = 3_000) -> dict[str, Any]:
    """Write the questions of every task and a manifest; the manifest."""
    opened = session.corpus
    tasks = {}
    for task in TASKS:
        items = make_items(task, session, limit)
        if lines := _lines(items):
            write_text(file := folder / f"{task}.jsonl", lines)
            tasks[task] = {"questions": len(items), "sha256": file_hash(file)}
    about = {"name": opened.name, "sha256": opened.hash, "sequences": opened.n_sequences}
    manifest = {"benchmark": "int2vec", "version": VERSION, "corpus": about}
    manifest |= {"limit": limit, "seed": SEED, "tasks": tasks}
    write_json(folder / "manifest.json", manifest)
    return manifest


def answer(session: Session, folder: Path, out: Path, config: SourcesConfig) -> int:
    """Write int2vec's own predictions for an exported benchmark; how many questions there were."""
    lines: list[str] = []
    for task, items in _exported(session, folder):
        every = [asked for asked, _ in items.values()]
        if task == "analogies":
            answers = [[(a.value, a.share) for a in analogy(**asked)] for asked in every]
        else:
            questions = [completion.Question(prompt=tuple(q["terms"]), answer=0) for q in every]
            split = task if task in KINDS else None  # whose training part alone is looked at
            chosen = replace(config, corpus=session.searched_corpus, split=split, seed=SEED)
            found = evaluate(questions, chosen).answered
            answers = [[(p.value, p.probability) for p in one.predictions] for one in found]
        for name, said in zip(items, answers, strict=True):
            predictions = [{"value": value, "probability": p} for value, p in said]
            lines.append(json.dumps(plain({"id": name, "predictions": predictions}, 4)) + "\n")
    write_text(out, "".join(lines))
    return len(lines)


def score(session: Session, folder: Path, predictions: Path) -> dict[str, dict[str, Any]]:
    """How well the predictions answer the exported questions: rows of a leaderboard, by task.

    A task that no prediction is for is left out; a question of another without one is wrong.
    """
    said = read_predictions(predictions)
    scores = {}
    for task, items in _exported(session, folder):
        given = [said.pop(name, None) for name in items]
        if any(one is not None for one in given):
            scores[task] = _score(items, given)
    if said:
        raise DataError(f"{predictions} answers {next(iter(said))!r:.60}, which no task asks")
    return scores


def _score(items: Items, given: Sequence[list[Prediction] | None]) -> dict[str, Any]:
    answered = [
        Answered(
            question=completion.Question(prompt=(), answer=right),
            predictions=one or [],
            values={_METHOD: [p.value for p in one or []]},
        )
        for (_, right), one in zip(items.values(), given, strict=True)
    ]
    found = Evaluation(answered=answered, methods=(_METHOD,), seconds=0.0)
    calibration, by_kin = found.calibration(), {}
    for kin, label in ((True, "with kin in training"), (False, "without kin")):
        hits = zip(found.hits(_METHOD, 1), items.values(), strict=True)
        if right := [hit for hit, (asked, _) in hits if asked.get("kin") is kin]:
            by_kin[label] = {"n": len(right), "p_at_1": sum(right) / len(right)}
    return {
        "n": found.n,
        "missing": sum(one is None for one in given),
        **found.row(_METHOD),
        "calibration": calibration and calibration["expected_calibration_error"],
        "sure": calibration and calibration["sure"],
        "by_size": found.by_size(),
        "by_kin": by_kin,
    }


def read_predictions(path: Path) -> dict[str, list[Prediction]]:
    """The predictions in a file of JSON lines, by the question's name, the best first."""
    found: dict[str, list[Prediction]] = {}
    for number, line in enumerate(_read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            name, values = entry["id"], entry["predictions"]
            said = [_prediction(value) for value in values[:MOST_PREDICTIONS]]
        except (ValueError, KeyError, TypeError, InputError) as error:
            raise DataError(f"{path}, line {number}: {error}; a line is {_A_LINE}") from None
        if name in found:
            raise DataError(f"{path}, line {number}: {name!r:.60} is answered a second time")
        found[str(name)] = said
    return found


def _prediction(value: Any) -> Prediction:
    """An integer, or an integer with a probability."""
    said = value if isinstance(value, dict) else {"value": value}
    number, probability = said["value"], said.get("probability")
    if probability is not None and not (isfinite(probability) and 0 <= probability <= 1):
        raise InputError(f"a probability is {probability}; give one from 0 to 1")
    term = parse_terms(number, most=1)[0] if isinstance(number, str) else as_integer(number)
    return Prediction(value=term, score=0.0, by="", why="", probability=probability)


def _exported(session: Session, folder: Path) -> Iterator[tuple[str, Items]]:
    """Every exported task with its questions and answers, checked against the manifest."""
    manifest = read_json(folder / "manifest.json")
    if manifest.get("version") != VERSION or not isinstance(manifest.get("tasks"), dict):
        raise DataError(f"{folder} holds no benchmark of version {VERSION}; export it again")
    opened = session.corpus
    if manifest["corpus"]["sha256"] != opened.hash:
        problem = f"come from another version of the corpus than '{opened.name}'"
        raise DataError(f"the questions in {folder} {problem}; give the one they were made from")
    for task in manifest["tasks"]:
        items = make_items(task, session, manifest["limit"])
        if _read_text(folder / f"{task}.jsonl") != _lines(items):
            raise DataError(f"{folder / task}.jsonl was changed; export the benchmark again")
        yield task, items


def _read_text(path: Path) -> str:
    """A file of JSON lines; DataError where it cannot be read."""
    with reading(path, DataError, "cannot be read ({}); give a file of JSON lines"):
        return read_plain(path)
