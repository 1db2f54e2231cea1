"""No play keeps the engine searching: steps stay far under the bound, and past a bound it says so and never guesses."""

from __future__ import annotations

import random
import secrets
import time

import pytest

from replay import compiled
from replay.kernel.layout import SEARCH_BOUND, UNKNOWN
from replay.ruleset import load
from tests.oracle.rulesets import NAMES
from tests.replay import ask, hard, rows
from tests.replay.hard import PLAIN, TRUMPS, Position

# Of one pack there is nothing to search for.
each_ruleset = pytest.mark.parametrize("ruleset", [name for name in NAMES if load(name).values["combos.pair_tractor"]])


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FOUR_TRACTORS = cards("S3 S4 S6 S7 S9 ST SQ SK")
POSITIONS = {
    "four tractors, trumps that hold only three": Position(
        FOUR_TRACTORS, cards("H3 H4 H5 H7 H8 H9 HJ HQ"), cards("H3 H4 H5 H7 H8 H9 HJ HQ")
    ),
    "four tractors, a run of eight trump pairs": Position(FOUR_TRACTORS, tuple(TRUMPS[:8]), tuple(TRUMPS[:8])),
    "a long tractor and short ones, runs that must be cut": Position(
        cards("S3 S4 S5 S6 S8 S9 SJ SQ SA"),
        cards("H3 H4 H5 H6 H7 H8 H9 HJ HK"),
        cards("H3 H4 H5 H6 H7 H8 H9 HJ HK"),
    ),
    "all twelve pairs of a suit, trumps with three off-suit level pairs": Position(
        tuple(PLAIN), tuple(TRUMPS[6:]), tuple(TRUMPS[6:])
    ),
    "three tractors of trumps, twelve pairs held": Position(
        cards("H3 H4 H6 H7 H9 HT"), cards("H5 H8 HJ HQ HK HA S2 C2 D2 H2 LJ BJ"), cards("HJ HQ HK S2 LJ BJ")
    ),
    "a tractor of trumps, sixteen pairs held": Position(cards("H3 H4"), tuple(TRUMPS[2:]), cards("H7 H9")),
    "sixteen pairs of trumps led": Position(tuple(TRUMPS[:16]), cards("LJ BJ"), cards("LJ BJ")),
}
each_position = pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)


@each_ruleset
@each_position
def test_past_a_bound_nothing_is_guessed(ruleset: str, position: Position) -> None:
    deal = position.trick(ruleset)
    size = len(deal["tricks"][0][1].split())
    deal["tricks"][0] += [" ".join(["D3"] * size), " ".join(["C3"] * size)]
    full = ask.ask(deal, ruleset)
    needs = hard.needed(ask.Partial([deal], ruleset), 0)
    assert needs <= SEARCH_BOUND
    assert full.results.winners[0] != UNKNOWN
    for bound in {*range(0, needs, max(1, needs // 10)), max(0, needs - 1), needs, SEARCH_BOUND}:
        answer = ask.ask(deal, ruleset, bound=bound)
        assert bool(answer.work.too_ambiguous) == (bound < needs)
        assert answer.results.winners[0] == (UNKNOWN if bound < needs else full.results.winners[0])
        for code, sure in zip(answer.verdicts, full.verdicts, strict=True):
            assert code in (sure, "too_ambiguous")
            assert code == sure or bound < needs


def test_in_no_trump_four_level_pairs_are_read() -> None:
    level_pairs = cards("S2 H2 C2 D2")
    for led, verdict in (("S2 S2 LJ LJ", "lead"), ("S2 S2 H2 H2", "lead_throw_beaten")):
        case = {"level": "2", "trump": "NT", "ruleset": "cn_competition_2deck"}
        held = " ".join(card for card in (*level_pairs, "BJ") for _ in range(2))
        deal = ask.trick_of(case, [led, "C2 C2 D2 D2"], [led, held, "H9", "H9"])
        answer = ask.ask(deal, "cn_competition_2deck")
        assert answer.verdicts[0] == verdict
        assert answer.work.steps <= SEARCH_BOUND


def test_the_deal_has_no_result_but_keeps_what_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = "cn_competition_2deck"
    case = {"level": "2", "trump": "H", "ruleset": ruleset}
    lead, ruff = (" ".join(card for card in led for _ in range(2)) for led in (FOUR_TRACTORS, TRUMPS[:8]))
    spades = " ".join(["S5"] * 16)
    off_suit = " ".join(["D3"] * 16)
    deal = ask.trick_of(case, [lead, ruff, off_suit, off_suit], [lead, ruff, spades, off_suit])
    assert rows.score([deal], ruleset)[0]["verdicts"][1:] == ["ruff", "revoke", "discard"]
    monkeypatch.setattr(compiled, "SEARCH_BOUND", 3)
    monkeypatch.setattr(compiled, "_COMPILED", {})
    result = rows.score([deal], ruleset)[0]
    assert result["verdicts"][1:] == ["too_ambiguous", "revoke", "too_ambiguous"]
    assert (result["status"], result["winners"], result["won_by"]) == ("too_ambiguous", [None], [None])
    assert result["total"] is None
    assert result["takeover"] is None


def told(ruleset: str, seed: int, tries: int) -> None:
    """Looks for the worst play, prints its steps and time; ``hard.worst`` fails past the bound."""
    load(ruleset)
    steps, position = hard.worst(random.Random(seed), ruleset, tries)
    deal = position.trick(ruleset)
    ask.ask(deal, ruleset)
    start = time.perf_counter()
    ask.ask(deal, ruleset)
    took = 1000 * (time.perf_counter() - start)
    print(f"seed {seed}, {ruleset}: worst of {tries} plays {steps} of {SEARCH_BOUND} steps, {took:.2f} ms: {position}")
    assert steps > 50


@each_ruleset
def test_the_worst_play_found_is_far_from_the_bound(ruleset: str) -> None:
    told(ruleset, 1, 600)


@pytest.mark.long
@each_ruleset
def test_the_worst_play_found_in_a_long_search_is_far_from_the_bound(ruleset: str) -> None:
    told(ruleset, secrets.randbits(32), 30_000)
