"""What every question and every answer is."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Question(BaseModel):
    """A question; an unknown field is an error, not a silent default."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Answer(BaseModel):
    """An answer."""

    model_config = ConfigDict(frozen=True)


class Error(Answer):
    """What went wrong: what was given, what is allowed, what to do, in one sentence."""

    error: str
