"""What `import int2vec` offers."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import int2vec
from int2vec import errors


def test_every_public_name_is_there() -> None:
    for name in int2vec.__all__:
        assert getattr(int2vec, name) is not None
    assert sorted(int2vec.__all__) == int2vec.__all__
    assert set(int2vec.__all__) <= set(dir(int2vec))


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'vectorize'"):
        int2vec.vectorize  # noqa: B018


def test_errors_have_one_base() -> None:
    tree = [value for value in vars(errors).values() if isinstance(value, type)]
    assert all(issubclass(error, errors.Int2vecError) for error in tree)
    assert issubclass(errors.UnknownIntegerError, LookupError)
    assert issubclass(errors.InputError, ValueError)


def test_every_exception_is_in_the_tree() -> None:
    """None is defined elsewhere, and each is drawn at the top of errors.py."""
    found = set()
    for path in Path(int2vec.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            bases = [ast.unparse(base) for base in getattr(node, "bases", [])]
            if isinstance(node, ast.ClassDef) and any(map(_is_exception, bases)):
                assert path.name == "errors.py", f"{node.name} is defined in {path}"
                found.add(node.name)
    drawn = re.findall(r"^    [ │├└─]*(\w+)", errors.__doc__ or "", re.MULTILINE)
    assert sorted(drawn) == sorted(found)
    assert len(found) > 15


def _is_exception(base: str) -> bool:
    return base.endswith(("Error", "Exception", "Warning"))


def test_missing_extra_names_the_pip_command() -> None:
    assert "pip install 'int2vec[train]'" in str(errors.MissingExtraError("LSA", "train"))
