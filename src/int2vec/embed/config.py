"""Configs from TOML files."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar

from int2vec.errors import InputError

Config = TypeVar("Config")


def read_toml(path: Path) -> dict[str, Any]:
    """The table in a TOML file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path} is not readable as TOML ({error}); mend it") from error


def fill(config: Config, settings: dict[str, Any]) -> Config:
    """`config` with these settings changed; an unknown one fails and lists the valid ones."""
    kinds = {field.name: type(getattr(config, field.name)) for field in fields(config)}  # type: ignore[arg-type]
    for name, value in settings.items():
        if name not in kinds:
            raise InputError(f"there is no setting '{name}'; the settings are {', '.join(kinds)}")
        if kinds[name] is float and type(value) is int:
            settings = {**settings, name: float(value)}
        elif type(value) is not kinds[name]:
            raise InputError(
                f"{name} is {value!r}; it takes a value of type {kinds[name].__name__}"
            )
    return replace(config, **settings)  # type: ignore[type-var]
