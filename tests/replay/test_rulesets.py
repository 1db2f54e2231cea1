"""Rulesets are checked data: what is wrong is refused with the key's name, and the hash covers what counts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from replay import schemadoc
from replay.faultlines import check
from replay.ruleset import Ruleset, RulesetError, list_rulesets, load, ruleset_ids
from replay.schema import KEYS
from tests.replay import house, refusals

COMPLETE, PARTIAL, FRAGMENT = "complete", "partial", "fragment"
# The built-in rulesets, each with its status.
BUILT_IN: dict[str, str] = {
    "annex1_4deck": PARTIAL,
    "baike_1deck": PARTIAL,
    "baike_2deck": COMPLETE,
    "baike_2deck_doubling": COMPLETE,
    "baike_2deck_perm2": COMPLETE,
    "baike_2deck_pow64": PARTIAL,
    "cn_competition_1deck": COMPLETE,
    "cn_competition_1deck_duplicate": PARTIAL,
    "cn_competition_2deck": COMPLETE,
    "cn_competition_2deck_duplicate": PARTIAL,
    "cn_competition_3deck": COMPLETE,
    "cn_competition_3deck_duplicate": PARTIAL,
    "cn_shuangsheng_2deck": PARTIAL,
    "eighty_2deck": COMPLETE,
    "four_deck_216": COMPLETE,
    "fragment_flip_match_2deck": FRAGMENT,
    "fragment_nojoker_start_a_2deck": FRAGMENT,
    "fragment_one_deck_capture_takes_over": FRAGMENT,
    "lobby_1deck": COMPLETE,
    "lobby_2deck": COMPLETE,
    "lobby_3deck": PARTIAL,
    "one_deck_eat_points": PARTIAL,
    "one_deck_start3_perm2": PARTIAL,
    "past10_2deck": COMPLETE,
    "past_k_2deck": PARTIAL,
    "program_80fen": COMPLETE,
    "program_godot": COMPLETE,
    "shuangsheng_online_2deck": COMPLETE,
    "shuangsheng_super_2deck": PARTIAL,
    "step10_top7_2deck": COMPLETE,
    "step10_top8_2deck": COMPLETE,
    "tianjin_2deck": PARTIAL,
    "titanic_3deck": COMPLETE,
    "topping_2deck": PARTIAL,
    "tractor_rules_2deck": PARTIAL,
    "trump_highest_2deck": COMPLETE,
    "wind_rain_2deck": PARTIAL,
}
PROFILES = {"program_80fen": ["80fen"], "program_godot": ["godot"]}
KNOWN = "`shengji rulesets list` names them all, or give the path of a .toml file"


def faults(path: Path | str) -> list[str]:
    """The sentences with which a ruleset is refused."""
    with pytest.raises(RulesetError) as refused:
        load(str(path))
    assert str(refused.value) == "\n".join(f"ruleset {path}: {fault}" for fault in refused.value.faults)
    return refused.value.faults


def test_every_built_in_ruleset_loads() -> None:
    rulesets = list_rulesets(fragments=True)
    assert {ruleset.id: ruleset.status for ruleset in rulesets} == BUILT_IN
    assert [ruleset.id for ruleset in rulesets] == ruleset_ids() == sorted(BUILT_IN)
    for ruleset in rulesets:
        assert set(ruleset.values) == set(KEYS)
        assert ruleset.title("zh") != ruleset.title("en")
        assert ruleset.header["sources"]
        assert all(status and clause for _, status, clause in ruleset.sources.values()), ruleset.id
    assert {ruleset.id: ruleset.profile_of for ruleset in rulesets if ruleset.profile_of} == PROFILES
    assert len({ruleset.title(lang) for ruleset in rulesets for lang in ("zh", "en")}) == 2 * len(BUILT_IN)


def test_a_fragment_is_sound_but_refused() -> None:
    for name, status in BUILT_IN.items():
        assert not check(name), name
        if status == FRAGMENT:
            assert faults(name) == [
                "status: is a fragment of a rule text, too little to score by unless forced (--force)"
            ]
    assert [one.id for one in list_rulesets()] == [name for name, status in BUILT_IN.items() if status != FRAGMENT]


def test_no_two_texts_are_judged_alike() -> None:
    rulesets = list_rulesets(fragments=True)
    assert len({ruleset.hash for ruleset in rulesets}) == len(rulesets)


@pytest.mark.parametrize(("values", "sentences"), refusals.VALUES.values(), ids=refusals.VALUES)
def test_a_bad_value_is_refused_by_its_key(values: dict[str, Any], sentences: list[str], tmp_path: Path) -> None:
    assert faults(house.write(tmp_path / "bad.toml", values)) == sentences


@pytest.mark.parametrize(("header", "sentences"), refusals.HEADERS.values(), ids=refusals.HEADERS)
def test_a_bad_header_is_refused(header: str, sentences: list[str], tmp_path: Path) -> None:
    assert faults(house.write(tmp_path / "bad.toml", {}, header)) == sentences


def test_a_fragment_scores_only_by_force(tmp_path: Path) -> None:
    path = house.write(tmp_path / "part.toml", {"points.five": 5}, refusals.FRAGMENT)
    assert load(path, force=True).status == "fragment"


@pytest.mark.parametrize(("body", "sentences"), refusals.SOURCE.values(), ids=refusals.SOURCE)
def test_every_value_says_where_it_comes_from(body: str, sentences: list[str], tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(house.HEADER + body, encoding="utf-8")
    assert faults(path) == sentences


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    (tmp_path / "gbk.toml").write_bytes(house.HEADER.encode("gb18030"))
    assert faults(tmp_path / "gbk.toml")[0].startswith("is not readable as TOML: 'utf-8' codec can't decode")
    (tmp_path / "broken.toml").write_text("[deck\ndecks = 2\n", encoding="utf-8")
    assert faults(tmp_path / "broken.toml")[0].startswith("is not readable as TOML: ")
    assert faults(tmp_path / "none.toml") == ["cannot be read: No such file or directory"]
    near = "lobby_3deck or lobby_2deck or lobby_1deck"
    assert faults("lobby") == [f"there is no such ruleset; did you mean {near}? {KNOWN}"]
    assert faults("zzz") == [f"there is no such ruleset; {KNOWN}"]


def refused_parent(path: Path, parent: str) -> str:
    path.write_text(house.HEADER.replace('"_base"', f'"{parent}"'), encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        load(str(path))
    return str(refused.value)


def test_parents_must_be_there_and_end(tmp_path: Path) -> None:
    assert refused_parent(tmp_path / "a.toml", "_basis") == f"ruleset _basis: there is no such ruleset; {KNOWN}"
    own = tmp_path / "b.toml"
    assert refused_parent(own, str(own)) == f"ruleset {own}: extends: goes round in a circle"


def changed(ruleset: Ruleset, key: str, value: Any) -> Ruleset:
    return Ruleset(ruleset.id, ruleset.header, ruleset.values | {key: value}, ruleset.sources)


def alternatives(key: str) -> list[Any]:
    """Values that a key may have."""
    spec = KEYS[key]
    if key in house.CHOICES:
        return house.CHOICES[key]
    own: dict[str, list[Any]] = {"int": [0, 1], "rank": ["2", "3"], "ranks": [["2"], ["3"]], "bool": [False, True]}
    return list(spec.values or own.get(spec.kind, []))


def test_every_value_that_can_change_a_score_changes_the_hash() -> None:
    base = load("cn_competition_2deck")
    turned = 0
    for key in KEYS:
        for value in alternatives(key):
            same = value == base.values[key]
            assert (changed(base, key, value).hash == base.hash) == same, key
            turned += not same
    assert turned > 30


def test_a_key_at_its_neutral_value_leaves_the_hash() -> None:
    base = load("cn_competition_2deck")
    for key, spec in KEYS.items():
        if base.values[key] == spec.neutral:
            values = {name: value for name, value in base.values.items() if name != key}
            assert Ruleset(base.id, base.header, values, base.sources).hash == base.hash, key


def test_titles_and_sources_leave_the_hash() -> None:
    base = load("cn_competition_2deck")
    assert Ruleset("other", base.header | {"title_en": "Other"}, base.values, {}).hash == base.hash


def test_the_page_of_keys_is_current() -> None:
    written = (Path(__file__).parents[2] / schemadoc.TARGET).read_text(encoding="utf-8")
    assert written == schemadoc.page(), "run `python -m replay.schemadoc`"
    for key, spec in KEYS.items():
        assert f"| `{key.rpartition('.')[2]}` |" in written, key
        assert spec.meaning, key
