"""What the deal page works out of a retold deal: its flags, and what another ruleset changes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from dashboard import retold
from dashboard.deals import found
from dashboard.retold import Told, otherwise, result_unlike, ruleset_choices, trick_unlike, unlike_tricks, violations
from replay.ruleset import list_rulesets, load
from replay.sentences import LANGUAGES, say
from replay.telling import result_lines
from tests.dashboard.samples import COMPETITION, PROGRAM, Samples


def tell(samples: Samples, name: str, ruleset: str) -> tuple[dict[str, Any], Told]:
    row = found(str(samples.lake), None, name).row
    return row, retold.tell(str(samples.lake), row, load(ruleset))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_revoke_is_flagged_with_its_cards_held_and_owed(samples: Samples, lang: str) -> None:
    _, told = tell(samples, "revoke.jsonl:4", COMPETITION)
    (flag,) = violations(lang, told.deal.tricks)
    (play,) = [play for trick in told.deal.tricks for play in trick.plays if not play.legal]
    assert play in told.deal.tricks[flag.trick - 1].plays
    assert play.verdict == "revoke"
    assert say(lang, f"seat.{play.seat}") in flag.text
    assert play.cards in flag.text
    assert str(play.held) in flag.text


def test_what_another_ruleset_changes(samples: Samples) -> None:
    (_, here), (_, there) = (tell(samples, samples.deal, ruleset) for ruleset in (COMPETITION, PROGRAM))
    assert samples.trick in unlike_tricks(here.deal, there.deal)
    tricks = [one.deal.tricks[samples.trick - 1] for one in (here, there)]
    (line,) = trick_unlike("en", *tricks, here.deal.dealer)
    assert (
        say("en", "verdict.lead_forced_wrong", attempt=tricks[1].plays[0].attempt, part=tricks[1].plays[0].part) in line
    )
    assert result_unlike("en", here, there) == [say("en", "result.violations_one", n=1)]
    assert result_unlike("en", there, here) == [say("en", "result.clean")]


def test_the_same_ruleset_changes_nothing_even_where_one_was_not_replayed(samples: Samples) -> None:
    _, told = tell(samples, samples.deal, PROGRAM)
    assert result_unlike("zh", replace(told, rung=None), told) == []
    assert unlike_tricks(told.deal, told.deal) == []
    assert trick_unlike("zh", told.deal.tricks[0], told.deal.tricks[0], told.deal.dealer) == []
    assert result_unlike("zh", told, told) == []


@pytest.mark.parametrize(("name", "tricks"), [("wrong_winner.jsonl:4", [5]), ("revoke.jsonl:1", [])])
def test_what_the_log_records_otherwise_is_flagged(samples: Samples, name: str, tricks: list[int]) -> None:
    row, told = tell(samples, name, COMPETITION)
    flags = otherwise("en", row, told)
    assert [flag.trick for flag in flags] == tricks
    assert all(say("en", "field.trick_winners") in flag.text for flag in flags)


def test_a_wrong_total_points_to_the_last_trick(samples: Samples) -> None:
    row, told = tell(samples, "revoke.jsonl:1", COMPETITION)
    (flag,) = otherwise("zh", row | {"rec_total": 195}, told)
    assert flag.trick == len(told.deal.tricks)
    assert "195" in flag.text


def test_jokers_and_levels_are_trump(samples: Samples) -> None:
    row, told = tell(samples, "revoke.jsonl:4", COMPETITION)
    suit = "SHCD".index(row["trump"])
    assert len(told.trumps) == 13 + 3 + 2
    assert {52, 53, row["level"] - 2, 13 * suit} <= told.trumps


def test_a_deal_without_plays_has_a_result_line_and_no_trick(samples: Samples) -> None:
    _, told = tell(samples, "by_hand.jsonl:1", COMPETITION)
    assert (told.deal.tricks, told.trumps) == ([], frozenset())
    assert told.deal.result
    assert (told.deal.result["total"], told.deal.result["takeover"], told.deal.result["last_winner"]) == (
        85,
        True,
        None,
    )
    assert result_lines("en", told.deal)[-1] == say("en", "result.as_recorded")


@pytest.mark.parametrize(
    ("form", "extra", "first"),
    [
        ("80fen", None, PROGRAM),
        ("shengji-deal", {"x_ruleset": COMPETITION}, COMPETITION),
        ("shengji-deal", {"x_ruleset": PROGRAM}, PROGRAM),
        ("shengji-deal", None, "baike_2deck"),
    ],
)
def test_the_ruleset_a_deal_was_played_under_comes_first(
    samples: Samples, form: str, extra: dict[str, str] | None, first: str
) -> None:
    row = {"format": form, "decks": 2, "extra": json.dumps(extra) if extra else None}
    choices = list(ruleset_choices(str(samples.lake), None, row))
    assert choices[0] == first
    assert sorted(choices) == [one.id for one in list_rulesets() if one.values["deck.decks"] == 2]
