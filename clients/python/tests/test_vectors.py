"""Every case of the vectors that all implementations of the protocol share."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from vector_kinds import ANSWERS, OF_HOMES, outcome_of

from agent_home.protocol.canonical_json import canonical_json

VECTORS = Path(os.environ.get("VECTORS", Path(__file__).parents[3] / "vectors"))
FILES = sorted(VECTORS.glob("*.json"))


def _cases() -> list[Any]:
    found = []
    for file in FILES:
        document = json.loads(file.read_text("utf-8"))
        if document["kind"] in OF_HOMES:
            continue
        for case in document["cases"]:
            found.append(pytest.param(document["kind"], case, id=f"{document['kind']}: {case['name']}"))
    return found


def test_vectors_are_there_and_each_kind_is_known_here() -> None:
    assert len(FILES) > 0, f"no vectors in {VECTORS}"
    kinds = {json.loads(file.read_text("utf-8"))["kind"] for file in FILES}
    assert kinds - set(ANSWERS) - OF_HOMES == set()


@pytest.mark.parametrize(("kind", "case"), _cases())
def test_vector(kind: str, case: dict[str, Any]) -> None:
    outcome = outcome_of(kind, case["input"])
    assert outcome.expected == case["expected"]
    if "output" in case:
        assert canonical_json(outcome.output) == canonical_json(case["output"])
