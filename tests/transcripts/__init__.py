"""One whole match of self-play a ruleset: its deals as they were written, and all that is told of them.

``ID.jsonl`` holds the deals, ``ID.txt`` what ``shengji explain`` says of each, with the ladder of the match.
``python -m tests.transcripts`` plays and tells them anew.
"""

from __future__ import annotations

from pathlib import Path

from ingest.record import to_line
from replay.explain import explain
from replay.ruleset import Ruleset, list_rulesets
from replay.selfplay import play_match
from replay.telling import deal_lines
from tests.replay.played import scored

FOLDER = Path(__file__).parent
SEED = 1
# A short match of this seed, by ruleset: the fewest deals among the first hundred and fifty, at least three.
NUMBERS = {
    "annex1_4deck": 6,
    "baike_1deck": 47,
    "baike_2deck": 6,
    "baike_2deck_doubling": 6,
    "baike_2deck_perm2": 93,
    "baike_2deck_pow64": 6,
    "cn_competition_1deck": 125,
    "cn_competition_2deck": 4,
    "cn_competition_3deck": 65,
    "cn_shuangsheng_2deck": 72,
    "eighty_2deck": 144,
    "four_deck_216": 10,
    "lobby_1deck": 59,
    "lobby_2deck": 4,
    "lobby_3deck": 31,
    "one_deck_eat_points": 28,
    "one_deck_start3_perm2": 79,
    "past10_2deck": 34,
    "past_k_2deck": 109,
    "program_80fen": 73,
    "program_godot": 74,
    "step10_top7_2deck": 8,
    "step10_top8_2deck": 34,
    "tianjin_2deck": 133,
    "titanic_3deck": 60,
    "topping_2deck": 4,
    "tractor_rules_2deck": 4,
    "trump_highest_2deck": 56,
    "wind_rain_2deck": 83,
}


def rulesets() -> list[Ruleset]:
    """The rulesets that have a transcript: all but fragments."""
    return list_rulesets()


def deals_file(ruleset: Ruleset) -> Path:
    """Where the deals of a ruleset's match are kept."""
    return FOLDER / f"{ruleset.id}.jsonl"


def text_file(ruleset: Ruleset) -> Path:
    """Where what is told of them is kept."""
    return FOLDER / f"{ruleset.id}.txt"


def play_one(ruleset: Ruleset) -> str:
    """The deals of the ruleset's match, a line each."""
    return "".join(to_line(deal) + "\n" for deal in play_match(SEED, NUMBERS.get(ruleset.id, 1), ruleset))


def tell(ruleset: Ruleset) -> str:
    """What is told of the deals kept for a ruleset, a blank line between two."""
    told = [
        deal_lines("en", explain(deal, ruleset), ruleset, deal) for deal in scored(deals_file(ruleset), ruleset).deals
    ]
    return "\n\n".join(map("\n".join, told)) + "\n"
