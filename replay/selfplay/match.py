"""Plays matches deal after deal by the ruleset's ladder and writes each deal as a line of ``shengji-deal/1``."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, islice

from ingest.cards import SEATS, SUITS
from ingest.record import Deal, to_line
from ingest.wire import Kind, extra_text
from replay.compiled import compile_ruleset
from replay.levels import Standing, start_level, step
from replay.ruleset import Ruleset
from replay.selfplay.burying import bury
from replay.selfplay.cards import Cards, order_of, without
from replay.selfplay.dealing import Dealt, deal_out
from replay.selfplay.following import Follow
from replay.selfplay.leading import choose_lead
from replay.selfplay.playable import check_playable
from replay.selfplay.referee import Referee, Result
from replay.selfplay.table import Table

TRUMPS = (*SUITS, "NT")
NAMES = ("bot A", "bot B", "bot C", "bot D")
KINDS: list[Kind] = ["bot"] * SEATS


def play(deals: int, seed: int, ruleset: Ruleset) -> Iterator[str]:
    """That many deals as canonical lines without newlines, match by match; equal arguments give equal bytes.

    Fewer deals are the beginning of more. Raises ``SelfPlayError`` for a ruleset it cannot play.
    """
    check_playable(ruleset)
    lines = (to_line(deal) for number in count(1) for deal in play_match(seed, number, ruleset))
    return islice(lines, deals)


def play_match(seed: int, number: int, ruleset: Ruleset) -> Iterator[Deal]:
    """The deals of one match, to the end of the game."""
    name = f"selfplay-{seed}-{number}"
    rng = random.Random(name)
    start = start_level(ruleset)
    standing = Standing([start, start])
    dealer: int | None = None
    for deal_no in count(1):
        deal = Deal(match_name=name, deal_no=deal_no, decks=ruleset.values["deck.decks"], names=NAMES, kinds=KINDS)
        deal.synthetic = True
        deal.extra = extra_text({"x_ruleset": ruleset.id})
        deal.first_deal = deal_no == 1
        deal.level_0, deal.level_1 = standing.levels
        deal.level = standing.levels[(dealer or 0) % 2]
        dealt = deal_out(rng, ruleset, deal.level, dealer)
        result = _play_deal(rng, ruleset, deal, dealt)
        _climb(ruleset, standing, deal, dealt.dealer, result)
        yield deal
        dealer = deal.rec_next_dealer
        if dealer is None:
            return


def _play_deal(rng: random.Random, ruleset: Ruleset, deal: Deal, dealt: Dealt) -> Result:
    """Buries and plays the deal to its last card and fills in the record."""
    assert deal.level is not None
    compiled = compile_ruleset(ruleset)
    order = order_of(compiled, deal.level, dealt.trump)
    hands = [hand.copy() for hand in dealt.hands]
    full = hands[dealt.dealer] + dealt.kitty
    buried = bury(rng, ruleset, full, order)
    hands[dealt.dealer] = without(full, buried)
    referee = Referee(compiled, order, hands, buried, dealt.dealer)
    table = Table(order, hands, buried, dealt.dealer, ruleset.values["throw.allowed"])
    deal.trump = TRUMPS[dealt.trump]
    deal.dealer = dealt.dealer
    deal.hands = b"".join(map(bytes, dealt.hands))
    deal.kitty = bytes(dealt.kitty)
    deal.buried = bytes(buried)
    deal.declarations = dealt.bids
    _play_tricks(rng, referee, table, deal)
    return referee.finish()


def _play_tricks(rng: random.Random, referee: Referee, table: Table, deal: Deal) -> None:
    leader = table.dealer
    plays: list[Cards] = []
    leaders, winners, points = [], [], []
    while any(table.hands[leader]):
        trick = _play_trick(rng, referee, table, leader)
        plays += trick
        leaders.append(leader)
        leader = referee.close()
        winners.append(leader)
        points.append(sum(table.order.points[card] for cards in trick for card in cards))
    deal.plays = b"".join(map(bytes, plays))
    deal.play_lens = bytes(map(len, plays))
    deal.leaders = bytes(leaders)
    deal.throws = referee.throws
    deal.rec_trick_winners = bytes(winners)
    deal.rec_trick_points = points


def _play_trick(rng: random.Random, referee: Referee, table: Table, leader: int) -> list[Cards]:
    """The four plays of a trick, in play order."""
    plays = [referee.lead(leader, choose_lead(rng, table, leader))]
    led = referee.suit
    table.play(leader, plays[0], led)
    best = (leader, referee.strength(plays[0]))
    for turn in range(1, SEATS):
        seat = (leader + turn) % SEATS
        cards = Follow(table, referee, seat, best, plays).choose(rng)
        strength = referee.strength(cards)
        referee.follow(cards)
        table.play(seat, cards, led)
        plays.append(cards)
        if strength > best[1]:
            best = (seat, strength)
    return plays


def _climb(ruleset: Ruleset, standing: Standing, deal: Deal, dealer: int, result: Result) -> None:
    """Moves the match on and records what the deal came to."""
    moved = step(
        ruleset,
        standing,
        dealer=dealer,
        gain_side=result.gain_side,
        levels_gained=result.levels_gained,
        takeover=result.takeover,
    )
    deal.rec_defender_points = result.defender_points
    deal.rec_kitty_points = result.kitty_points
    deal.rec_multiplier = result.multiplier
    deal.rec_total = result.total
    deal.rec_takeover = result.takeover
    deal.rec_levels_gained = result.levels_gained
    deal.rec_level_after_0, deal.rec_level_after_1 = moved.levels
    deal.rec_next_dealer = moved.next_dealer
    deal.rec_winner = moved.winner
