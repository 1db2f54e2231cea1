"""Scores one deal given as text under the values of a ruleset, play by play."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.oracle import follow, kitty, throws
from tests.oracle.cards import ONE_DECK, Order, Rules, order, points
from tests.oracle.shapes import read_lead
from tests.oracle.trick import play_out

Deal = dict[str, Any]
LISTS = ("verdicts", "winners", "won_by", "shapes", "trick_points", "out_of_turn", "rungs")
OUTCOME = (
    "defender_points",
    "kitty_points",
    "captured",
    "multiplier",
    "capture_points",
    "penalty_points",
    "total",
    "takeover",
    "gain_side",
    "levels_gained",
)


def score(deal: Deal, rules: Rules) -> dict[str, Any]:
    """The result of a deal: a verdict a play, a winner a trick, and the outcome (None while unfinished).

    `deal` has the keys of a `shengji-deal/1` record, its throws' tricks counted from 0.
    """
    arranged = order(deal["level"], deal["trump"], rules)
    hands = hands_at_start(deal, rules)
    result: dict[str, Any] = {name: [] for name in LISTS}
    expected: int | None = deal["dealer"]
    for number, (leader, *texts) in enumerate(deal["tricks"]):
        if leader != expected:
            result["out_of_turn"].append(number)
        plays = [text.split() for text in texts]
        attempt = _attempt(deal, number, leader)
        expected = _score_trick(result, leader, plays, attempt, hands, arranged, rules)
    finished = is_finished(deal, rules)
    outcome = _outcome(deal, result, arranged, rules) if finished else dict.fromkeys(OUTCOME)
    return {"status": "scored" if finished else "partial", **result, **outcome}


def is_finished(deal: Deal, rules: Rules) -> bool:
    """Whether every card but the buried ones was played, in tricks of four plays."""
    aside = deal.get("buried") or deal.get("kitty")
    left = len(aside.split()) if aside else rules["deck"]["kitty_size"]
    full = all(len(trick) == 5 for trick in deal["tricks"])
    return full and len(_played(deal)) == len(ONE_DECK) * deal["decks"] - left


def hands_at_start(deal: Deal, rules: Rules) -> list[list[str]] | None:
    """What each seat held when the first trick began, or None where that is not known."""
    if is_finished(deal, rules):
        hands: list[list[str]] = [[], [], [], []]
        for leader, *plays in deal["tricks"]:
            for turn, play in enumerate(plays):
                hands[(leader + turn) % 4] += play.split()
        return hands
    known = deal.get("hands") and deal.get("kitty") and deal.get("buried")
    return hands_before_play(deal) if known else None


def hands_before_play(deal: Deal) -> list[list[str]]:
    """The hands as dealt, the dealer's after taking up the kitty and burying."""
    hands: list[list[str]] = [hand.split() for hand in deal["hands"]]
    hands[deal["dealer"]] = _less(hands[deal["dealer"]] + deal["kitty"].split(), deal["buried"].split())
    return hands


def _played(deal: Deal) -> list[str]:
    return [card for _, *plays in deal["tricks"] for play in plays for card in play.split()]


def _less(cards: list[str], gone: list[str]) -> list[str]:
    return list((Counter(cards) - Counter(gone)).elements())


def _attempt(deal: Deal, number: int, leader: int) -> list[str] | None:
    for throw in deal.get("throws") or []:
        if (throw["trick"], throw["seat"]) == (number, leader):
            return list(throw["attempted"].split())
    return None


def _score_trick(
    result: dict[str, Any],
    leader: int,
    plays: list[list[str]],
    attempt: list[str] | None,
    hands: list[list[str]] | None,
    arranged: Order,
    rules: Rules,
) -> int | None:
    """Adds one trick to the result, takes its cards from the hands, and returns the seat that won it."""
    seats = [(leader + turn) % 4 for turn in range(len(plays))]
    others = [hand for seat, hand in enumerate(hands) if seat != leader] if hands else None
    trick = play_out(plays, arranged, rules)
    lead = read_lead(plays[0], arranged)
    result["verdicts"].append(throws.verdict(plays[0], attempt, others, arranged, rules))
    for seat, play, ruffed in list(zip(seats, plays, trick.ruffs, strict=True))[1:]:
        if hands is None or lead.suit is None:
            result["verdicts"].append("unjudged")
            continue
        held = [card for card in hands[seat] if arranged.suit[card] == lead.suit]
        wrong = follow.fault(lead, held, play, arranged, rules)
        result["verdicts"].append(wrong or follow.verdict(lead, play, ruffed, arranged))
        result["rungs"] += follow.rungs(lead, held, arranged, rules)
    if hands:
        for seat, play in zip(seats, plays, strict=True):
            for card in play:
                hands[seat].remove(card)
    full = len(plays) == 4
    result["winners"].append(seats[trick.winner] if full else None)
    result["won_by"].append(trick.won_by if full else None)
    result["shapes"].append(lead.shape)
    result["trick_points"].append(points([card for play in plays for card in play], rules))
    return seats[trick.winner] if full else None


def _outcome(deal: Deal, result: dict[str, Any], arranged: Order, rules: Rules) -> dict[str, Any]:
    dealer = deal["dealer"]
    defending = [winner % 2 != dealer % 2 for winner in result["winners"]]
    tricks = sum(worth for worth, won in zip(result["trick_points"], defending, strict=True) if won)
    buried = points(_less(ONE_DECK * deal["decks"], _played(deal)), rules)
    captured = defending[-1] and rules["kitty_capture"]["enabled"]
    times = kitty.multiplier(read_lead(deal["tricks"][-1][1].split(), arranged), rules)
    capture = buried * times if captured else 0
    fouls = kitty.fouls_of(deal.get("penalties") or [], dealer)
    x, fouls = kitty.total(tricks, fouls, capture, rules)
    values = (tricks, buried, captured, times, capture, fouls, x, *kitty.outcome(x, dealer, rules))
    return dict(zip(OUTCOME, values, strict=True))
