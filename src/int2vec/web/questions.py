"""What a question is: its types and bounds, and how one is registered.

A new endpoint is a function of the session and of what is asked, under `@endpoint(…)` in the file
of its topic, and the answer that it gives. Its addresses, its place in the OpenAPI description, the
lane that it waits in and the worker's dispatch all follow from that one registration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Annotated, Any, Self, TypeVar, get_type_hints

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
    create_model,
)

from int2vec.text import SAFE

MAX_DIGITS = 1_000
LONG_DIGITS = 250  # in all integers of a question
MAX_TERMS = 1_000
MAX_MEMBERS = 500
MAX_OPTIONS = 20
MAX_K = 100
MAX_TEXT = 16_000

_DIGITS = re.compile(r"[+-]?[0-9]+")


class Question(BaseModel):
    """A question; an unknown field is an error, not a silent default."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Answer(BaseModel):
    """An answer; its parts may be given as whatever object has their fields."""

    model_config = ConfigDict(frozen=True, from_attributes=True)

    @classmethod
    def of(cls, **parts: Any) -> Self:
        """The answer with these fields, checked and converted."""
        return cls.model_validate(parts)


class Error(Answer):
    """What went wrong: what was given, what is allowed, what to do, in one sentence."""

    error: str


def first_fault(fault: Mapping[str, Any]) -> str:
    """One sentence for a value that a question does not take."""
    where = ".".join(str(part) for part in fault["loc"] if part not in ("body", "query", "path"))
    what = str(fault["msg"]).removeprefix("Value error, ")
    given = repr(fault.get("input"))
    shown = given if len(given) <= 40 else given[:36] + "…"
    return f"{where or 'the request'}: {what}; {shown} was given"


def read_integer(value: object) -> int:
    """`value` as an int: a JSON integer, or a string of decimal digits.

    >>> read_integer("-17")
    -17
    """
    if isinstance(value, str):
        text = value.strip().replace("−", "-")
        if not _DIGITS.fullmatch(text):
            raise ValueError("give a whole number such as 1729")
        if len(text.lstrip("+-")) > MAX_DIGITS:
            raise ValueError(f"give an integer of at most {MAX_DIGITS:,} digits")
        return int(text)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("give a whole number such as 1729")
    if value.bit_length() > MAX_DIGITS * 3.33:
        raise ValueError(f"give an integer of at most {MAX_DIGITS:,} digits")
    return value


def _json_integer(n: int) -> int | str:
    return n if -SAFE <= n <= SAFE else str(n)


Integer = Annotated[
    int,
    BeforeValidator(read_integer),
    PlainSerializer(_json_integer, return_type=int | str),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": -SAFE, "maximum": SAFE},
                {"type": "string", "pattern": f"^[+-]?[0-9]{{1,{MAX_DIGITS}}}$"},
            ]
        }
    ),
]
"""An integer of any size; in JSON a string once it passes 2**53."""

K = Annotated[int, Field(ge=1, le=MAX_K, description="How many answers.")]
ModelName = Annotated[
    str, Field(min_length=1, max_length=80, description="A name that /api/models lists.")
]


def rounded(decimals: int) -> AfterValidator:
    """What makes a float of an answer one of so many decimals."""
    return AfterValidator(lambda value: round(value, decimals))


Rounded = Annotated[float, rounded(4)]


@dataclass(frozen=True, kw_only=True)
class Line:
    """A field that an address writes as a line of text.

    name   the parameter's name, where it is not the field's
    most   how many integers may stand in the line; None where the field is the line itself
    """

    example: str
    name: str | None = None
    most: int | None = None


Function = TypeVar("Function", bound=Callable[..., Answer])


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """All that there is to know about one kind of question.

    kind        its name between server and worker: that of the function
    topic       what it is about, as the OpenAPI description groups it
    path        its address under /api, with a field of the question in braces
    lane        the lane that it waits in, or a function that chooses one by the question
    posted      whether it may be asked with a JSON body too
    sample      a question to try, as it stands behind /api/
    parameters  the fields of the question as those of a function, by keyword
    """

    kind: str
    topic: str
    path: str
    question: type[Question]
    answer: type[Answer]
    function: Callable[..., Answer]
    lane: str | Callable[[Any], str]
    posted: bool
    sample: str
    parameters: list[Parameter]

    def lane_of(self, question: Question) -> str:
        """The lane that this question waits in; among its own kind, where its integers are long."""
        lane = self.lane if isinstance(self.lane, str) else self.lane(question)
        return "long" if lane in ("light", "sets") and _is_long(question) else lane


def _is_long(question: Question) -> bool:
    """Whether the integers of a question have so many digits that it may take a second."""
    values = [value for _, value in question]
    integers = [n for value in values for n in (value if isinstance(value, list) else [value])]
    bits = sum(n.bit_length() for n in integers if isinstance(n, int))
    return bits > LONG_DIGITS * 3.33


ENDPOINTS: dict[str, Endpoint] = {}
"""Those of the topics that are imported, by kind."""


def endpoint(
    path: str,
    *,
    topic: str,
    lane: str | Callable[[Any], str],
    sample: str,
    posted: bool = False,
) -> Callable[[Function], Function]:
    """Register a function that takes the session and what is asked, and gives an answer."""

    def register(function: Function) -> Function:
        hints, kind = get_type_hints(function, include_extras=True), function.__name__
        parameters = [
            Parameter(p.name, Parameter.KEYWORD_ONLY, default=p.default, annotation=hints[p.name])
            for p in list(signature(function).parameters.values())[1:]
        ]
        fields: Any = {
            p.name: (p.annotation, ... if p.default is Parameter.empty else p.default)
            for p in parameters
        }
        ENDPOINTS[kind] = Endpoint(
            kind=kind,
            topic=topic,
            path=path,
            question=create_model(f"{kind.title()}Question", __base__=Question, **fields),
            answer=hints["return"],
            function=function,
            lane=lane,
            posted=posted,
            sample=sample,
            parameters=parameters,
        )
        return function

    return register
