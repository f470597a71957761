"""What a question is: its types and bounds, and how one is registered.

A new endpoint is a function of the session and of what is asked, under `@endpoint(…)` in the file
of its topic; it gives a dataclass, the session's own where that says all. Its addresses, its place
in the OpenAPI description, the lane that it waits in and the worker's dispatch all follow from that
one registration.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, reduce
from inspect import Parameter, getdoc, signature
from operator import getitem, or_
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
    create_model,
)

from int2vec.text import SAFE, parse_terms, plain

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


class Error(BaseModel):
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


def _written(digits: str) -> tuple[PlainSerializer, WithJsonSchema]:
    """How JSON has integers of any size: as strings once they pass 2**53."""
    number = {"type": "integer", "minimum": -SAFE, "maximum": SAFE}
    text = {"type": "string", "pattern": f"^[+-]?[0-9]{digits}$"}
    return PlainSerializer(plain, return_type=int | str), WithJsonSchema({"anyOf": [number, text]})


Integer = Annotated[int, BeforeValidator(read_integer), *_written(f"{{1,{MAX_DIGITS}}}")]
"""An integer of a question."""

K = Annotated[int, Field(ge=1, le=MAX_K, description="How many answers.")]
ModelName = Annotated[
    str, Field(min_length=1, max_length=80, description="A name that /api/models lists.")
]


def line_of(most: int) -> BeforeValidator:
    """What reads integers that an address writes as one line, `terms=1,4,10`."""

    def read(given: Any) -> Any:
        if not isinstance(given, list) or len(given) != 1 or not isinstance(given[0], str):
            return given
        if len(given[0]) > MAX_TEXT:
            raise ValueError(f"give at most {MAX_TEXT} characters")
        return parse_terms(given[0], most=most, digits=MAX_DIGITS)

    return BeforeValidator(read)


Options = Annotated[
    list[Integer] | None,  # None inside: older FastAPI sees no list in Annotated[…] | None
    Field(max_length=MAX_OPTIONS, description="The answer is one of these."),
    line_of(MAX_OPTIONS),
]

_ANY_INTEGER = Annotated[int, *_written("+")]


def _shown(hint: Any) -> Any:
    """A type of an answer as JSON shall show it, with integers of any size."""
    if isinstance(hint, type) and is_dataclass(hint):
        return answer_model(hint)
    kind, parts = get_origin(hint), get_args(hint)
    if kind is Annotated:
        return getitem(Annotated, (_shown(parts[0]), *parts[1:]))
    if not parts or kind is Literal:
        return _ANY_INTEGER if hint is int else hint
    inside = tuple(part if part is ... else _shown(part) for part in parts)
    return reduce(or_, inside) if kind in (Union, UnionType) else kind[inside]


@cache
def answer_model(made: type[Any]) -> type[BaseModel]:
    """The model that describes a dataclass and writes it as JSON."""
    hints = get_type_hints(made, include_extras=True)
    shown: Any = {field.name: (_shown(hints[field.name]), ...) for field in fields(made)}
    settings = ConfigDict(frozen=True, from_attributes=True)
    return create_model(made.__name__, __config__=settings, __doc__=getdoc(made), **shown)


Function = TypeVar("Function", bound=Callable[..., Any])


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
    answer: type[BaseModel]
    function: Callable[..., Any]
    lane: str | Callable[[Any], str]
    posted: bool
    sample: str
    parameters: list[Parameter]

    def asked(self, question: Question) -> tuple[str, str, bytes]:
        """The lane that this question waits in, its kind, and itself in JSON.

        Questions whose integers are long wait among their own kind.
        """
        lane = self.lane if isinstance(self.lane, str) else self.lane(question)
        lane = "long" if lane in ("light", "sets") and _is_long(question) else lane
        return lane, self.kind, question.model_dump_json().encode()


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
        asked: Any = {
            p.name: (p.annotation, ... if p.default is Parameter.empty else p.default)
            for p in parameters
        }
        ENDPOINTS[kind] = Endpoint(
            kind=kind,
            topic=topic,
            path=path,
            question=create_model(f"{kind.title()}Question", __base__=Question, **asked),
            answer=answer_model(hints["return"]),
            function=function,
            lane=lane,
            posted=posted,
            sample=sample,
            parameters=parameters,
        )
        return function

    return register
