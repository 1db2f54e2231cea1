"""Two rulesets differ in the keys that were put in, each with both values and where they come from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from replay import diffing
from replay.ruleset import Ruleset, load
from replay.schema import KEYS
from tests.replay import house
from tests.replay.judging import run

BASE = "baike_2deck"
HEADER = house.HEADER.replace('"_base"', f'"{BASE}"')
# Keys put into a copy of BASE, in the schema's order.
PUT: dict[str, Any] = {
    "points.king": 5,
    "follow.sub_tractor": "free",
    "follow.throw_follow": "suit_only",
    "kitty_capture.multiplier.pair_tractor": {"base": 6, "base_len": 2, "op": "add", "step": 2},
    "match.best_of": 3,
}


@pytest.fixture
def house_rules(tmp_path: Path) -> str:
    return house.write(tmp_path / "house.toml", PUT, HEADER)


def test_the_keys_put_in_are_those_that_differ(house_rules: str) -> None:
    a, b = load(BASE), load(house_rules)
    assert diffing.differing(a, b) == list(PUT)
    told = diffing.as_dict(a, b)
    assert (told["same"], told["a"]["id"], told["b"]["id"]) == (False, BASE, "house")
    assert [row["key"] for row in told["keys"]] == list(PUT)
    for row in told["keys"]:
        origin, status, clause = a.sources[row["key"]]
        assert row["a"] == {"value": a.values[row["key"]], "status": status, "clause": clause, "from": origin}
        assert row["b"] == {"value": PUT[row["key"]], "status": "decided", "clause": "house", "from": "house"}


def test_a_value_stated_anew_is_no_difference(tmp_path: Path) -> None:
    base = load(BASE)
    same = load(house.write(tmp_path / "same.toml", {"points.king": base.values["points.king"]}, HEADER))
    assert diffing.as_dict(base, same)["same"]
    assert list(diffing.lines("en", ("x", base), ("y", same))) == ["x and y hold the same value for every key."]
    assert list(diffing.lines("zh", ("x", base), ("y", same))) == ["x 与 y 各项取值都相同。"]


def told(lang: str, other: str) -> list[str]:
    return list(diffing.lines(lang, (BASE, load(BASE)), ("house.toml", load(other))))


def test_the_lines_stand_table_by_table(house_rules: str) -> None:
    lines = told("en", house_rules)
    assert [line for line in lines if line.startswith("[") or not line.startswith(" ")] == [
        f"{BASE} and house.toml differ in 5 keys.",
        "", "[points]", "king",
        "", "[follow]", "sub_tractor", "throw_follow",
        "", "[kitty_capture.multiplier]", "pair_tractor",
        "", "[match]", "best_of",
    ]  # fmt: skip
    at = lines.index("sub_tractor")
    _, _, clause = load(BASE).sources["follow.sub_tractor"]
    assert lines[at + 1 : at + 3] == [f"  {BASE}: must (decided: {clause})", "  house.toml: free (decided: house)"]
    _, _, clause = load(BASE).sources["points.king"]
    assert f"  {BASE}: 10 (by custom: {clause}; from _base)" in lines
    assert '  house.toml: {"base": 6, "base_len": 2, "op": "add", "step": 2} (decided: house)' in lines


def test_the_lines_in_chinese(house_rules: str) -> None:
    lines = told("zh", house_rules)
    assert lines[0] == f"{BASE} 与 house.toml：有5项不同。"
    assert "  house.toml：free（裁定：house）" in lines


def test_every_pair_of_built_in_rulesets_can_be_told() -> None:
    base = load(BASE)
    for name in ("cn_competition_2deck", "program_80fen"):
        other = load(name)
        keys = {row["key"] for row in diffing.as_dict(base, other)["keys"]}
        assert keys == {key for key in KEYS if base.values[key] != other.values[key]}
        same_hash = Ruleset(base.id, base.header, other.values, other.sources).hash == base.hash
        assert same_hash == (not diffing.differing(base, other))


def test_the_command(house_rules: str) -> None:
    done = run("rulesets", "diff", BASE, house_rules)
    assert (done.returncode, done.stderr) == (0, "")
    expected = diffing.lines("en", (BASE, load(BASE)), (house_rules, load(house_rules)))
    assert done.stdout.splitlines() == list(expected)
    done = run("rulesets", "diff", BASE, house_rules, "--json")
    assert json.loads(done.stdout) == diffing.as_dict(load(BASE), load(house_rules))


def test_a_ruleset_beside_itself(house_rules: str) -> None:
    for name in (BASE, house_rules):
        done = run("rulesets", "diff", name, name)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"{name} and {name} hold the same value for every key.\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [([BASE, "none"], "there is no such ruleset"), ([BASE, BASE, "--lang", "fr"], "it may be zh or en")],
    ids=["ruleset", "lang"],
)
def test_what_cannot_be_told_ends_with_2(args: list[str], said: str) -> None:
    done = run("rulesets", "diff", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
