"""What `import int2vec` offers."""

from __future__ import annotations

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


def test_errors_are_caught_by_the_names_python_has_for_them() -> None:
    assert issubclass(errors.UnknownIntegerError, LookupError)
    assert issubclass(errors.InputError, ValueError)


def test_missing_extra_names_the_pip_command() -> None:
    assert "pip install 'int2vec[train]'" in str(errors.MissingExtraError("LSA", "train"))


def test_the_version_is_the_same_everywhere() -> None:
    citation = Path(__file__).parents[1] / "CITATION.cff"
    assert f"\nversion: {int2vec.__version__}\n" in citation.read_text(encoding="utf-8")
