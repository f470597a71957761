"""Analogies: a : b :: c : ?, by rules that can be said in words and by vectors."""

from __future__ import annotations

from int2vec.predict.analogy.evaluation import AnalogyItem, AnalogyScores, evaluate_analogies
from int2vec.predict.analogy.questions import PAPER_EXAMPLES, Question, read_questions
from int2vec.predict.analogy.solver import METHODS, Answer, analogy

__all__ = [
    "METHODS",
    "PAPER_EXAMPLES",
    "AnalogyItem",
    "AnalogyScores",
    "Answer",
    "Question",
    "analogy",
    "evaluate_analogies",
    "read_questions",
]
