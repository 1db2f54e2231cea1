"""Asks the compiled kernel one question: small deals are made up around it and scored as any other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from ingest.cards import parse_cards, parse_rank
from ingest.columns import DEALS
from replay import engine
from replay.compiled import compile_ruleset
from replay.fouls import Fouls, fouls_of
from replay.kernel import batch as kernel
from replay.kernel.layout import Record
from replay.kernel.plain import rules_record, work_record
from replay.ruleset import load
from replay.verdicts import NAMES
from tests.replay import rows

FILLERS = ("S3", "H3", "C3", "D3", "S4", "H4", "C4", "D4")
POINTS = {0: "S3", 5: "S5", 10: "ST"}  # played under a big joker, whatever is trump

Deal = dict[str, Any]
EMPTY: Deal = {"decks": 2, "level": "2", "trump": "H", "dealer": 0, "tricks": []}


@dataclass
class Answer:
    """The kernel's scratch record after a deal, its lead's components still in it, and the results."""

    work: Record
    results: kernel.Results

    @property
    def verdicts(self) -> list[str]:
        return [NAMES[code] for code in self.results.verdicts.tolist()]


def ask(deal: Deal, ruleset: str, *, complete: bool = False, bound: int | None = None) -> Answer:
    """Scores one deal in the oracle's form; ``complete`` takes it as whole however few its cards are."""
    row = rows.row(deal) | {"tier": "derived" if complete else "partial"}
    compiled = compile_ruleset(load(ruleset, force=True))
    rules = compiled.rules.copy()
    if bound is not None:
        rules.bound = bound
    deals, _, _ = engine.deals_of(pa.RecordBatch.from_pylist([row], schema=DEALS), compiled)
    answer = Answer(work_record(), engine._results(deals))
    kernel.score_batch(answer.work, rules_record(rules), compiled.tables, deals, answer.results)
    return answer


class Partial:
    """Unfinished deals in the oracle's form, asked one at a time, each under any bound."""

    def __init__(self, deals: list[Deal], ruleset: str) -> None:
        self.compiled = compile_ruleset(load(ruleset, force=True))
        partial = [rows.row(deal) | {"tier": "partial"} for deal in deals]
        self.deals, _, _ = engine.deals_of(pa.RecordBatch.from_pylist(partial, schema=DEALS), self.compiled)
        self.rules, self.work = self.compiled.rules.copy(), work_record()
        self.results = engine._results(self.deals)

    def too_ambiguous(self, at: int, bound: int) -> bool:
        """Whether a search of a deal takes more steps than the bound."""
        self.deals.facts[:, kernel.SCORE_IT] = 0
        self.deals.facts[at, kernel.SCORE_IT] = 1
        self.rules.bound = bound
        kernel.score_batch(self.work, rules_record(self.rules), self.compiled.tables, self.deals, self.results)
        return bool(self.work.too_ambiguous)


def places(cards: str, level: str, trump: str, ruleset: str) -> list[tuple[str, int]]:
    """(effective suit, position) of each card, from the compiled tables."""
    tables, index = compile_ruleset(load(ruleset, force=True)).tables, (parse_rank(level), engine.TRUMP_SUITS[trump])
    names = ("S", "H", "C", "D", "trump")
    return [(names[tables.suit[index][card]], int(tables.pos[index][card])) for card in parse_cards(cards)]


def values_of(case: Deal) -> dict[str, Any]:
    """The values of the case's ruleset, a fragment's too."""
    return load(case["ruleset"], force=True).values


def decks_of(case: Deal) -> int:
    """The packs of the case's ruleset."""
    return int(values_of(case)["deck.decks"])


def filler(case: Deal, led: str) -> str:
    """A low card without points that is not of an effective suit, nor of the level rank."""
    cards = [card for card in FILLERS if card[1] != case["level"]]
    suits = places(" ".join(cards), case["level"], case["trump"], case["ruleset"])
    wrong = (led, "trump")
    return next(card for card, (suit, _) in zip(cards, suits, strict=True) if suit not in wrong)


def trick_of(case: Deal, plays: list[str], hands: list[str] | None = None, attempt: str | None = None) -> Deal:
    """An unfinished deal of one trick led by seat 0; hands, where given, are filled up with off-suit cards."""
    deal = {
        "decks": decks_of(case),
        "level": case["level"],
        "trump": case["trump"],
        "dealer": 0,
        "tricks": [[0, *plays]],
    }
    if "declared" in case:
        deal["declared"] = [{"trick": 0, "parts": case["declared"]}]
    if attempt:
        deal["throws"] = [{"trick": 0, "seat": 0, "attempted": attempt, "forced": plays[0]}]
    if hands:
        led = places(plays[0], case["level"], case["trump"], case["ruleset"])[0][0]
        fill = filler(case, led)
        size = 1 + max(len(hand.split()) for hand in hands)  # one card is never played
        deal["hands"] = [" ".join([*hand.split(), *[fill] * (size - len(hand.split()))]) for hand in hands]
        deal["kitty"] = deal["buried"] = " ".join([fill] * values_of(case)["deck.kitty_size"])
    return deal


def last_trick(case: Deal, lead: str, leader: int) -> list[Any]:
    """The plays of the case, or a trick in which nobody beats the lead and nobody but the leader gives points."""
    if "plays" in case:
        return [leader, *case["plays"]]
    led = places(lead, case["level"], case["trump"], case["ruleset"])[0][0]
    follow = " ".join([filler(case, led)] * len(lead.split()))
    return [leader, lead, follow, follow, follow]


def points_trick(seat: int, points: int) -> list[Any]:
    """A trick that a seat wins with a big joker and that holds 0 to 30 points."""
    given = [min(10, max(0, points - 10 * at)) for at in range(3)]
    return [seat, "BJ", *(POINTS[worth] for worth in given)]


def buried(case: dict[str, Any], other: str) -> dict[str, Any]:
    """The cards of a deal of which only the kitty counts: the dealer, seat 0, holds what it buries and keeps."""
    held = [other, *case["buried"].split(), *case.get("kept", "").split()]
    hands = [" ".join(held), *[" ".join([other] * len(held))] * 3]
    return {"kitty": case["kitty"], "buried": case["buried"], "hands": hands}


def whole_deal(case: Deal, lead: str, *, defended: int, kitty: int, last_winner: int, dealer: int) -> Deal:
    """A short deal that counts as whole: the points the defenders win in tricks, those buried, the last lead."""
    last = last_trick(case, lead, last_winner)
    captured = (last_winner + dealer) % 2 == 1
    left = defended - (sum(map(worth, lead.split())) if captured else 0)
    tricks = [points_trick((dealer + 1) % 4, min(30, left - 30 * at)) for at in range((left + 29) // 30)]
    buried = ["ST"] * (kitty // 10) + ["S5"] * (kitty % 10 // 5) or ["S3"]
    deal = {"decks": decks_of(case), "level": case["level"], "trump": case["trump"], "dealer": dealer}
    if "declared" in case:
        deal["declared"] = [{"trick": len(tricks), "parts": case["declared"]}]
    return deal | {"tricks": [*tricks, last], "buried": " ".join(buried)}


def fouls(penalties: list[dict[str, Any]], ruleset: str) -> Fouls:
    """What the fouls of one deal, dealt by seat 0, cost."""
    column = pa.RecordBatch.from_pylist([rows.row(EMPTY | {"penalties": penalties})], schema=DEALS)["penalties"]
    return fouls_of(column, np.zeros(1, np.int32), load(ruleset, force=True).values["penalty.list"])


def worth(card: str) -> int:
    """The points of a card."""
    return {"5": 5, "T": 10, "K": 10}.get(card[1], 0)
