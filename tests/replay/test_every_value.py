"""Every parameter acts: for each key the engine acts on and each of its values, a question that depends on it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from replay.judge import KINDS, answer
from replay.ruleset import load
from replay.schema import KEYS, Key
from tests.cases import place, read
from tests.replay import ask, house, rows
from tests.replay.judging import brief

Row = dict[str, Any]
Told = dict[str, Any]
ACTS: list[Row] = read("acts")["acts"]
OTHER = "H9"  # whatever another seat holds


def rules_with(folder: Path, row: Row, number: int) -> str:
    """The row's base with the key set to the value of one of its answers; its path."""
    chosen = row["answers"][number]
    values = row.get("beside", {}) | chosen.get("also", {}) | {row["key"]: chosen["value"]}
    header = house.HEADER.replace('"_base"', house.toml(place(row["base"])))
    return house.write(folder / f"{number}.toml", values, header)


def _total(question: Row, ruleset: str) -> Told:
    """What a small deal comes to, its tricks, kitty, last lead and fouls made up as in the table of totals."""
    wanted = {"defended": "tricks", "kitty": "kitty", "last_winner": "last_winner", "dealer": "dealer"}
    numbers = {name: question[key] for name, key in wanted.items()}
    deal = ask.whole_deal(question | {"ruleset": ruleset}, question["lead"], **numbers)
    return {"total": ask.ask(deal | {"penalties": question["fouls"]}, ruleset, complete=True).work.total}


def _violation(question: Row, ruleset: str) -> Told:
    """What is wrong with a deal as a whole."""
    known = ask.buried(question, OTHER)
    deal = ask.trick_of(question | {"ruleset": ruleset}, [OTHER]) | known
    return {"found": rows.score([deal], ruleset)[0]["deal_violations"]}


def told(question: Row, ruleset: str) -> Told:
    """The answer to a question, nobody written as `none`; `refused`: why it has none, in words."""
    if question["kind"] in KINDS:
        found = brief(answer({"ruleset": ruleset} | question))
    else:
        found = {"total": _total, "violation": _violation}[question["kind"]](question, ruleset)
    refused = found.get("error", {"text": ""})["text"]
    return {"refused": refused} | {key: "none" if value is None else value for key, value in found.items()}


@pytest.mark.parametrize("row", ACTS, ids=[f"{at}-{row['key']}" for at, row in enumerate(ACTS)])
def test_the_answer_depends_on_the_value(row: Row, tmp_path: Path) -> None:
    for number, expected in enumerate(row["answers"]):
        path = rules_with(tmp_path, row, number)
        assert load(path).values[row["key"]] == expected["value"]
        found = told(row["question"], path)
        assert found == found | expected["told"], expected["value"]


def differ(one: Told, other: Told) -> bool:
    """Whether no answer can be as both say."""
    return any(one[key] != other[key] for key in one.keys() & other.keys())


def told_apart(key: str) -> Iterator[tuple[Any, Any]]:
    """Every two values of a key that a question answers differently."""
    for row in ACTS:
        for one, other in itertools.combinations(row["answers"], 2):
            if row["key"] == key and differ(one["told"], other["told"]):
                yield from ((one["value"], other["value"]), (other["value"], one["value"]))


def values_of(spec: Key) -> tuple[Any, ...]:
    """The values of a key that can be counted; none where there are many."""
    if spec.kind == "bool":
        return True, False
    return spec.values if spec.kind in ("enum", "int", "rungs") else ()


@pytest.mark.parametrize("key", list(KEYS))
def test_every_two_values_of_a_key_are_told_apart(key: str) -> None:
    found = list(told_apart(key))
    assert found, "no question depends on it: write one, or take the key away"
    missing = [pair for pair in itertools.combinations(values_of(KEYS[key]), 2) if pair not in found]
    assert missing == []


def test_no_row_is_of_another_key() -> None:
    assert {row["key"] for row in ACTS} == set(KEYS)
