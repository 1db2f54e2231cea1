"""Results may change only together with ENGINE_VERSION: what is stored in lakes is keyed by it."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tests.replay import golden

NOW = {
    "engine_version": 3,
    "rulesets": {"a": {"rules": "r", "deals": "d", "results": "x"}},
}


def test_results_are_those_of_this_engine_version() -> None:
    wrong = golden.fault(json.loads(golden.FILE.read_text("utf-8")), golden.found())
    assert wrong is None, wrong


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, None),
        ({"results": "y"}, golden.RAISE.format(ruleset="a")),
        ({"deals": "e", "results": "y"}, golden.RENEW.format(what="The fixed deals of a")),
        ({"rules": "s", "results": "y"}, golden.RENEW.format(what="The values of a")),
        ({"engine_version": 2, "results": "y"}, golden.RENEW.format(what="ENGINE_VERSION")),
    ],
)
def test_a_stale_digest_says_what_to_do(changes: dict[str, Any], sentence: str | None) -> None:
    stored: dict[str, Any] = copy.deepcopy(NOW)
    for name, value in changes.items():
        (stored if name in stored else stored["rulesets"]["a"])[name] = value
    assert golden.fault(stored, NOW) == sentence
