"""The built-in rulesets say what their texts say: values and where they come from, tables of cases, pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from replay import rulesetdoc, showing
from replay.ruleset import ROOT, list_rulesets, load, ruleset_ids
from replay.schema import KEYS, TRACTOR_FIRST, TRIPLES_FIRST
from replay.valuewords import words
from tests.cases import Case
from tests.cases import load as load_cases
from tests.oracle.shapes import read_lead
from tests.replay.judging import run
from tests.test_oracle_cases import order_of

ROOT_FOLDER = Path(__file__).parents[2]
STATED, DECIDED, DEFAULT, EXTRAPOLATED = "stated", "decided", "default", "extrapolated"

# What the second reading of the texts corrected: finding, ruleset, key, value, and the status that it has.
REVIEWED: list[tuple[str, str, str, Any, str]] = [
    ("1", "titanic_3deck", "declare.first_change_locks", False, STATED),
    ("2", "past_k_2deck", "declare.ladder",
     [["any_pair+joker"], ["any_pair+two_jokers"], ["consecutive_pairs+joker"]], STATED),
    ("3", "fragment_one_deck_capture_takes_over", "kitty_capture.forces_takeover", True, STATED),
    ("4", "past_k_2deck", "points.level_card", 30, STATED),
    ("5", "four_deck_216", "throw.fail_points_flat", 20, STATED),
    ("6", "past10_2deck", "throw.fail_points_count", "beaten", DECIDED),
    ("7", "baike_1deck", "declare.none_declared", "no_trump", STATED),
    ("10", "four_deck_216", "follow.break_quad_for_pair", "may", STATED),
    ("11", "cn_shuangsheng_2deck", "declare.suit_priority_deals", "first_deal", STATED),
    ("11", "past10_2deck", "declare.suit_priority_deals", "first_deal", STATED),
    ("12", "annex1_4deck", "combos.quad_tractor", True, STATED),
    ("12", "annex1_4deck", "combos.bomb", "follow_obligation", STATED),
    ("13", "shuangsheng_online_2deck", "follow.throw_follow", "per_component", DECIDED),
    ("14", "tianjin_2deck", "declare.none_declared_first_deal", "flip_first_suit", STATED),
    ("15", "shuangsheng_online_2deck", "kitty_exchange.on_first_deal", False, STATED),
    ("16", "cn_competition_1deck_duplicate", "dealer.on_fail", "fixed_by_board", STATED),
    ("16", "cn_competition_3deck_duplicate", "levels.win_mode", "none", STATED),
    ("17", "cn_competition_2deck", "combos.bridge_level_gap", True, STATED),
    ("17", "cn_competition_2deck", "follow.ladders.pair", [["pair"], []], STATED),
    ("17", "baike_2deck", "ruff.structure", "at_least", STATED),
    ("17", "past10_2deck", "kitty_exchange.window", "before_kitty_flip", STATED),
    ("17", "past10_2deck", "kitty_exchange.ladder",
     [["level_pair:C"], ["level_pair:D"], ["level_pair:H"], ["level_pair:S"], ["small_joker_pair"],
      ["big_joker_pair"]], DECIDED),
    ("17", "tractor_rules_2deck", "levels.win_mode", "pass", DECIDED),
    *(("18", name, "follow.sub_tractor", "must", DECIDED) for name in (
        "baike_2deck", "shuangsheng_online_2deck", "lobby_2deck", "trump_highest_2deck", "step10_top8_2deck",
        "eighty_2deck", "annex1_4deck")),
    ("18", "cn_competition_2deck", "follow.sub_tractor", "free", DECIDED),
    ("19", "tractor_rules_2deck", "combos.join_small_joker_level", True, DECIDED),
    ("19", "shuangsheng_online_2deck", "combos.join_small_joker_level", False, DECIDED),
    ("22", "baike_2deck_doubling", "declare.none_declared", "no_trump", DECIDED),
    ("23", "baike_2deck", "dealer.first", "declarer", DECIDED),
    ("24", "cn_competition_3deck", "trump.no_trump_possible", False, DECIDED),
    *(("24", name, "trump.no_trump_possible", True, DEFAULT) for name in (
        "tractor_rules_2deck", "one_deck_start3_perm2", "annex1_4deck", "past_k_2deck")),
    ("26", "baike_2deck_perm2", "combos.join_perm2_main_off", True, DECIDED),
    ("26", "baike_2deck_perm2", "combos.join_perm2_top", False, DECIDED),
    ("27", "lobby_2deck", "levels.win_mode", "pass", DECIDED),
    ("29", "baike_2deck", "kitty_capture.pattern_of", "lead_structure", DECIDED),
    ("29", "baike_2deck_doubling", "kitty_capture.pattern_of", "winning_cards", STATED),
    ("31", "one_deck_start3_perm2", "kitty_capture.multiplier.throw", "largest_component", DEFAULT),
    ("37", "shuangsheng_online_2deck", "levels.wrap", True, STATED),
    ("40", "cn_competition_2deck", "throw.decomposition", "largest_first", DECIDED),
    ("40", "cn_competition_3deck", "throw.decomposition", "declared", STATED),
    ("C15", "cn_competition_3deck", "follow.ladders.triple_tractor_2", TRIPLES_FIRST, STATED),
    ("C15", "titanic_3deck", "follow.ladders.triple_tractor_2", TRACTOR_FIRST, STATED),
]  # fmt: skip
# Bands that a text prints in part only, or not at all.
BANDS = {
    "annex1_4deck": EXTRAPOLATED,
    "eighty_2deck": DECIDED,
    "fragment_one_deck_capture_takes_over": DECIDED,
    "lobby_3deck": EXTRAPOLATED,
    "one_deck_eat_points": DECIDED,
    "one_deck_start3_perm2": EXTRAPOLATED,
    "past_k_2deck": DECIDED,
    "program_80fen": "recorded",
    "program_godot": "recorded",
    "wind_rain_2deck": DECIDED,
}  # fmt: skip
SILENT = (
    "fragment_nojoker_start_a_2deck", "tianjin_2deck", "topping_2deck", "tractor_rules_2deck",
)  # fmt: skip


@pytest.mark.parametrize(("finding", "name", "key", "value", "status"), REVIEWED)
def test_a_value_is_as_the_review_has_it(finding: str, name: str, key: str, value: Any, status: str) -> None:
    ruleset = load(name, force=True)
    assert (ruleset.values[key], ruleset.sources[key][1]) == (value, status), finding


def test_bands_are_stated_only_where_a_text_prints_them() -> None:
    statuses = {name: load(name, force=True).sources["score.bands"][1] for name in ruleset_ids()}
    expected = dict.fromkeys(ruleset_ids(), STATED) | dict.fromkeys(SILENT, DEFAULT) | BANDS
    assert statuses == expected


def test_a_fault_is_fined_once() -> None:
    fouls = load("four_deck_216").values["penalty.list"]
    offences = [foul["offence"] for foul in fouls if foul["kind"].startswith("points")]
    assert offences == ["short_or_early_play", "hidden_card", "kitty_misbury", "card_count"]


def whole(points: int, rounding: str) -> int:
    """Points as the bands see them."""
    return points - points % 10 if rounding == "floor_10" else points


def edges(name: str) -> set[int]:
    """The defenders' points at both edges of every band and one step into each that goes on in steps."""
    values = load(name, force=True).values
    found = set()
    for band in values["score.bands"]:
        found |= {whole(band[edge], values["points.rounding"]) for edge in ("min", "max") if edge in band}
        if "step" in band:
            step = band["ref"] + (-1 if band["side"] == "dealer" else 1) * band["step"]
            found |= {step} if band.get("min", step) <= step <= band.get("max", step) else set()
    return found


def test_the_table_of_outcomes_has_every_edge_of_every_ruleset() -> None:
    asked: dict[str, set[int]] = {}
    for case in load_cases("outcome"):
        asked.setdefault(case["ruleset"], set()).update(case["x"])
    missing = {name: edges(name) - asked.get(name, set()) for name in ruleset_ids()}
    assert {name: points for name, points in missing.items() if points} == {}


def last_tricks(name: str) -> set[str]:
    """What can win a kitty under a ruleset."""
    values = load(name, force=True).values
    kinds = ("pair", "triple", "quad", "pair_tractor", "triple_tractor", "quad_tractor")
    found = {kind.replace("pair_tractor", "tractor") for kind in kinds if values[f"combos.{kind}"]}
    return {"single"} | found | ({"throw"} if values["throw.allowed"] else set())


def test_the_table_of_multipliers_has_every_shape_of_every_ruleset() -> None:
    asked: dict[str, set[str]] = {name: set() for name in ruleset_ids()}

    def shape(case: Case) -> str:
        return str(read_lead(case["lead"].split(), order_of(case)).shape)

    for case in load_cases("multiplier"):
        asked.setdefault(case["ruleset"], set()).add(shape(case))
    missing = {name: last_tricks(name) - asked[name] for name in ruleset_ids()}
    assert {name: shapes for name, shapes in missing.items() if shapes} == {"one_deck_eat_points": {"single", "throw"}}


def test_the_pages_are_current() -> None:
    written = {file.name: file.read_text("utf-8") for file in (ROOT_FOLDER / rulesetdoc.TARGET).glob("*.md")}
    assert written == rulesetdoc.pages(), "run `python -m replay.rulesetdoc`"
    assert set(written) == {"README.md", *(f"{name}.md" for name in ruleset_ids())}


def test_a_page_has_every_value_that_is_no_default() -> None:
    for ruleset in list_rulesets(fragments=True):
        page = rulesetdoc.pages()[f"{ruleset.id}.md"]
        own = [key for key in KEYS if ruleset.sources[key][0] != ROOT]
        assert page.count("\n| `") == len(own)
        for key in own:
            assert f"| {words(key, ruleset.values[key])} | {ruleset.sources[key][1]}" in page, key
        assert all(f"* {item}\n" in page for item in ruleset.header["unmodelled"])


def test_the_matrix_has_every_key_in_which_rulesets_differ() -> None:
    rulesets = list_rulesets(fragments=True)
    text = rulesetdoc.pages()["README.md"]
    for key in KEYS:
        differs = any(one.values[key] != rulesets[0].values[key] for one in rulesets)
        section = text.partition(f"### {key.rpartition('.')[0]}\n")[2].partition("###")[0]
        assert (f" `{key.rpartition('.')[2]}` |" in section) == differs, key


def test_values_are_told_in_words() -> None:
    bands = load("four_deck_216").values["score.bands"]
    assert words("score.bands", bands) == (
        "to 0 dealer wins the game; 5 to 155 dealer +1, 1 more each 20 below 160; "
        "from 160 defenders +0, 1 more each 20 above 160"
    )
    past10 = load("past10_2deck").values
    assert words("kitty_capture.multiplier.pair_tractor", past10["kitty_capture.multiplier.pair_tractor"]) == (
        "8 for 2, × 2 a further unit"
    )
    assert words("penalty.list", past10["penalty.list"][:1]) == "wrong_follow: own_level_down 1, forfeit at 3"
    assert words("levels.demotions", load("tianjin_2deck").values["levels.demotions"]) == "J lost to J (any): to 2"
    assert words("follow.ladders.pair", [["pair"], []]) == "pair, else the suit"
    assert words("penalty.clamp", [0, 200]) == "0 to 200"


def test_show_tells_a_program_everything() -> None:
    told = showing.as_dict(load("past10_2deck"))
    assert set(told) == {
        "id", "status", "title_zh", "title_en", "hash", "sources", "unmodelled", "profile_of", "values",
    }  # fmt: skip
    assert set(told["values"]) == set(KEYS)
    assert told["values"]["throw.fail_points_per_card"] == {
        "value": 10, "status": STATED, "clause": "S2.1 item 6 'N*10分'", "from": "past10_2deck",
    }  # fmt: skip
    assert told["values"]["deck.decks"]["from"] == ROOT


def test_show_tells_a_person_everything() -> None:
    ruleset = load("fragment_flip_match_2deck", force=True)
    lines = list(showing.lines(ruleset))
    assert "a fragment of a rule text, too little to score by: refused unless --force is given" in lines
    shown = [line for line in lines if " = " in line and not line.startswith("    ")]
    assert [line.partition(" = ")[0] for line in shown] == list(KEYS)
    assert lines[-2:] == [f"  - {item}" for item in ruleset.header["unmodelled"]]


def test_a_fragment_is_listed_and_shown_but_used_by_force_only(tmp_path: Path) -> None:
    name = "fragment_nojoker_start_a_2deck"
    listed = {one["id"]: one["status"] for one in json.loads(run("rulesets", "list", "--json").stdout)}
    assert listed == {one: load(one, force=True).status for one in ruleset_ids()}
    assert json.loads(run("rulesets", "show", name, "--json").stdout)["status"] == "fragment"
    played = ("selfplay", "--deals", "1", "--ruleset", name, "--out", str(tmp_path / "deals.jsonl"))
    refused = run(*played)
    assert (refused.returncode, refused.stderr.strip()) == (
        2, f"ruleset {name}: status: is a fragment of a rule text, too little to score by unless forced (--force)",
    )  # fmt: skip
    for command in ("replay", "explain", "compare", "check", "match", "judge", "selfplay"):
        assert "--force" in run(command, "--help").stdout, command
