"""Generated requests, valid and not, thrown at every address: never a 5xx, always the schema."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

from schemathesis import GenerationMode  # noqa: E402
from schemathesis.checks import not_a_server_error  # noqa: E402
from schemathesis.specs.openapi.checks import (  # noqa: E402
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

_CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_answer_is_as_described(address: str, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_url(f"{address}/api/openapi.json")
    operations = [found.ok() for found in schema.get_all_operations()]
    assert operations
    for operation in operations:
        if mode is GenerationMode.NEGATIVE and not (
            operation.query or operation.path_parameters or operation.body
        ):
            continue  # nothing to get wrong

        @settings(
            max_examples=12, deadline=None, derandomize=True, database=None,
            phases=[Phase.generate], suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        @given(case=operation.as_strategy(generation_mode=mode))
        def throw(case: Any) -> None:
            case.call_and_validate(checks=_CHECKS, timeout=60)  # deep questions take their time

        throw()
