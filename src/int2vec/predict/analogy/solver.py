"""Answers to a : b :: c : ?, by rules, by vectors, or by both.

Vectors: the integers nearest to v(c) − v(a) + v(b). A model with subwords infers a vector for any
integer; in any other model a question about a, b or c without a vector has no answer, and an
option without one is left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from int2vec.arithmetic.costs import COST
from int2vec.embeddings import Embeddings, unit_vectors
from int2vec.errors import InputError, UnknownIntegerError
from int2vec.predict.analogy.curves import find_famous, find_pairs
from int2vec.predict.analogy.formulas import TUNED, Formula, Rule, bounded, find_formulas
from int2vec.predict.analogy.shared import find_shared, left_open
from int2vec.text import as_integer, check_k

Prompt = tuple[int, int, int]
Options = Sequence[int] | None
METHODS, SCORINGS = ("both", "rules", "vectors"), ("add", "mul")


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One conjectured value for the missing number.

    `bits` is the length of its simplest rule and `share` that rule's part of the weight of all
    answers (None where no rule leads to it), `similarity` its score by vectors, `why` the
    evidence in words.
    """

    value: int
    by: str
    why: str
    share: float | None = None
    bits: float | None = None
    similarity: float | None = None
    other_rules: tuple[str, ...] = ()


def analogy(
    a: int,
    b: int,
    c: int,
    options: Sequence[int] | None = None,
    k: int = 5,
    *,
    using: str = "both",
    scoring: str = "add",
    embeddings: Embeddings | None = None,
) -> list[Answer]:
    """Answers to a : b :: c : ?, best first: every option that has a case, or the k best values.

    Options may repeat (a repeat counts once) and may be numbers of the prompt. Using `both` is
    using `rules` where there is no model. An empty list means that nothing speaks for any answer.

    >>> analogy(5, 36, 6, options=[48, 49, 50, 56])[0].why
    '(n + 1)²'
    """
    prompt, k = (as_integer(a), as_integer(b), as_integer(c)), check_k(k)
    chosen = check_options(options) if options else None
    for given, allowed, what in ((using, METHODS, "method"), (scoring, SCORINGS, "way to score")):
        if given not in allowed:
            raise InputError(f"{given!r} is not a {what}; use one of {', '.join(allowed)}")
    if using == "vectors":
        if embeddings is None:
            raise InputError("the method 'vectors' needs a model; give one or use 'rules'")
        return _by_vectors(embeddings, prompt, chosen, k, scoring)
    found = _by_rules(find_rules(*prompt, chosen))
    if using == "both" and embeddings is not None:
        found = _by_both(embeddings, prompt, chosen, scoring, found)
    return found if chosen else found[:k]


def check_options(options: Sequence[int]) -> tuple[int, ...]:
    """The options without repeats, in their order; InputError where there is no choice to make.

    >>> check_options([48, 49, 49])
    (48, 49)
    """
    distinct = tuple(dict.fromkeys(map(as_integer, options)))
    if len(distinct) == 1:
        way = "give at least two different options, or none for an open question"
        raise InputError(f"the only option is {distinct[0]}; {way}")
    if len(distinct) > TUNED.max_options:
        raise InputError(f"{len(distinct)} options are too many; give at most {TUNED.max_options}")
    return distinct


def _by_vectors(
    embeddings: Embeddings, prompt: Prompt, options: Options, k: int, scoring: str = "add"
) -> list[Answer]:
    """The options, or k integers of the model, by the paper's cosine or by 3CosMul."""
    if options is not None:
        options = embeddings.known(options)
    if scoring == "add":
        measure, found = "cosine", embeddings.analogy(*prompt, options, k)
    else:
        measure, integers = "3CosMul", embeddings.integers if options is None else options
        unit = embeddings.unit if options is None else unit_vectors(embeddings.vectors_of(options))
        near = (1 + unit @ unit_vectors(embeddings.vectors_of(prompt)).T) / 2  # (m, 3), in 0…1
        scores = near[:, 1] * near[:, 2] / (near[:, 0] + TUNED.tiny)
        ranked = sorted(zip(integers, scores.tolist(), strict=True), key=lambda pair: -pair[1])
        left_out = prompt if options is None else ()
        found = [pair for pair in ranked if pair[0] not in left_out]
    return [
        Answer(value=n, by="vectors", why=f"{measure} {x:.3f} in {embeddings.name}", similarity=x)
        for n, x in (found if options is not None else found[:k])
    ]


def _by_rules(rules: Iterable[Rule]) -> list[Answer]:
    """The values that the rules lead to; each weighs what its simplest rule does."""
    by_value: dict[int, list[Rule]] = {}
    for rule in rules:  # their sum measured worse: one function often has several names
        by_value.setdefault(rule.answer, []).append(rule)
    found = sorted(by_value.values(), key=lambda those: (those[0].bits, those[0].answer))
    # Weights beside the heaviest one: of a rule about long integers the weight itself is 0.0.
    weights = [2.0 ** (found[0][0].bits - simplest.bits) for simplest, *_ in found]
    return [
        Answer(
            value=simplest.answer,
            by="rules",
            why=simplest.words,
            share=weight / sum(weights),
            bits=round(simplest.bits, 2),
            other_rules=tuple(rule.words for rule in others[: TUNED.shown_rules]),
        )
        for (simplest, *others), weight in zip(found, weights, strict=True)
    ]


def _by_both(
    embeddings: Embeddings, prompt: Prompt, options: Options, scoring: str, ruled: list[Answer]
) -> list[Answer]:
    """Rules first, near ties broken by cosine; vectors alone behind them."""
    values = options if options is not None else [answer.value for answer in ruled]
    try:
        near = _by_vectors(embeddings, prompt, values, len(values))
        spoken = _by_vectors(embeddings, prompt, options, TUNED.spoken, scoring)
    except UnknownIntegerError:
        return ruled  # a, b or c has no vector: the rules stand alone
    cosines = {answer.value: answer.similarity or 0.0 for answer in near}

    def weight(answer: Answer) -> float:
        cosine = max(cosines.get(answer.value, 0.0), 0.0)
        return float((answer.share or 0.0) * TUNED.factor_per_cosine**cosine)

    known = {answer.value for answer in ruled}
    others = [answer for answer in spoken if answer.value not in known]
    return sorted(ruled, key=lambda answer: -weight(answer)) + others


@lru_cache(maxsize=256)
def find_rules(a: int, b: int, c: int, options: tuple[int, ...] | None = None) -> tuple[Rule, ...]:
    """Every rule that explains a : b and leads to one answer, simplest first.

    >>> find_rules(5, 36, 6)[0].words
    '(n + 1)²'
    """
    found = _all_rules(a, b, c, options)
    allowed = [rule for rule in found if options is None or rule.answer in options]
    return tuple(sorted(allowed, key=lambda rule: rule.bits))


def _all_rules(a: int, b: int, c: int, options: Sequence[int] | None) -> Iterator[Rule]:
    yield from _forward(find_formulas(a, b), c)
    yield from (rule for rule in find_pairs(a, b, c) if not _is_multiple(rule.words))
    for rule in (*_forward(find_formulas(a, c), b), *find_pairs(a, c, b)):
        bits = rule.bits + (COST.across if options else COST.across_open)
        yield Rule(f"first to third: {rule.words}", bits, rule.answer)
    backward = find_formulas(b, a)
    if options is not None:
        yield from _backward(backward, c, options)
        yield from find_shared(a, b, c, options)
    else:
        yield from _backward(backward[: TUNED.open_formulas], c, range(TUNED.open_search))
        yield from find_famous(a, b, c)


def _is_multiple(words: str) -> bool:
    """Whether a pair such as x² : 2·x² says no more than that one number is a multiple."""
    left, _, right = words.partition(" : ")
    return right.removesuffix(left).rstrip("0123456789·") == ""


def _forward(formulas: Iterable[Formula], n: int) -> Iterator[Rule]:
    for formula in formulas:
        if (value := bounded(formula.of(n))) is not None:
            yield Rule(formula.words, formula.bits, value)


def _backward(formulas: Iterable[Formula], c: int, candidates: Sequence[int]) -> Iterator[Rule]:
    """Rules f(b) = a that find a d with f(d) = c; what f forgets is paid for."""
    for formula in formulas:

        def leads_to_c(d: int, formula: Formula = formula) -> bool:
            return formula.of(d) == c

        answers = [d for d in candidates if leads_to_c(d)]
        if len(answers) == 1:
            lost = TUNED.openness * left_open(leads_to_c, answers[0])
            bits = formula.bits + COST.backwards + lost
            yield Rule(f"backwards: {formula.words}", bits, answers[0])
