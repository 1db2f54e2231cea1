"""Plays matches deal after deal by the ruleset's ladder and writes each deal as a line of ``shengji-deal/1``."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from ingest.cards import SEATS, SUITS, parse_rank
from ingest.record import Deal, to_line
from ingest.wire import Kind, extra_text
from replay.compiled import compile_ruleset
from replay.levels import Standing, Step, step
from replay.ruleset import Ruleset
from replay.selfplay.cards import Cards, order_of
from replay.selfplay.dealing import Dealt, copies_of, deal_out
from replay.selfplay.following import Follow
from replay.selfplay.laying import lay
from replay.selfplay.leading import choose_lead
from replay.selfplay.referee import Referee, Result, Rulebook, rulebook_of
from replay.selfplay.table import Table

TRUMPS = (*SUITS, "NT")
NAMES = ("bot A", "bot B", "bot C", "bot D")
KINDS: list[Kind] = ["bot"] * SEATS
UNENDING = 16  # deals of a match that nobody can win, or only by time
MOST_DEALS = 200  # of one that can be won


def play(deals: int, seed: int, ruleset: Ruleset) -> Iterator[str]:
    """That many deals as canonical lines without newlines, match by match; equal arguments give equal bytes.

    Fewer deals are the beginning of more.
    """
    lines = (to_line(deal) for number in count(1) for deal in play_match(seed, number, ruleset))
    return islice(lines, deals)


def play_match(seed: int, number: int, ruleset: Ruleset) -> Iterator[Deal]:
    """The deals of one match, until it is won, or as many as a match without an end has."""
    name = f"selfplay-{Path(ruleset.id).stem}-{seed}-{number}"
    rng = random.Random(f"selfplay-{seed}-{number}")
    book = rulebook_of(compile_ruleset(ruleset))
    standing = Standing(ruleset)
    dealer: int | None = None
    for deal_no in range(1, _most_deals(ruleset) + 1):
        if ruleset.values["dealer.first"] == "fixed_by_board":
            dealer, level = rng.randrange(SEATS), parse_rank(rng.choice(ruleset.values["levels.sequence"]))
            standing.levels = [level, level]
        deal = Deal(match_name=name, deal_no=deal_no, decks=ruleset.values["deck.decks"], names=NAMES, kinds=KINDS)
        deal.synthetic = True
        deal.extra = extra_text({"x_ruleset": ruleset.id})
        deal.first_deal = dealer is None
        deal.level_0, deal.level_1 = standing.levels
        dealt = deal_out(rng, ruleset, standing.levels, dealer)
        result = _play_deal(rng, ruleset, book, deal, dealt)
        moved = step(ruleset, standing, dealer=dealt.dealer, **result.outcome)
        _record(deal, result, moved)
        yield deal
        dealer = moved.next_dealer
        if moved.match_winner is not None:
            return


def _most_deals(ruleset: Ruleset) -> int:
    """How many deals a match has at most."""
    unending = ruleset.values["levels.win_mode"] == "none" or not ruleset.values["match.best_of"]
    return UNENDING if unending else MOST_DEALS


def _play_deal(rng: random.Random, ruleset: Ruleset, book: Rulebook, deal: Deal, dealt: Dealt) -> Result:
    """Buries and plays the deal to its last card and fills in the record."""
    values = ruleset.values
    laid = lay(rng, ruleset, dealt, bool(deal.first_deal))
    order = order_of(compile_ruleset(ruleset), dealt.level, laid.trump)
    referee = Referee(book, order, laid.hands, laid.buried, dealt.dealer)
    throws = (values["throw.allowed"], values["throw.allowed"] and values["throw.in_trump"])
    table = Table(order, copies_of(values), laid.hands, laid.buried, dealt.dealer, throws, laid.buried_by)
    deal.level = dealt.level
    deal.trump = TRUMPS[laid.trump]
    deal.dealer = dealt.dealer
    deal.hands = b"".join(map(bytes, dealt.hands))
    deal.kitty = bytes(dealt.kitty)
    deal.buried = bytes(laid.buried)
    deal.declarations = dealt.bids
    deal.exchanges = laid.exchanges
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
    for turn in range(1, SEATS):
        seat = (leader + turn) % SEATS
        cards = Follow(table, referee, seat, plays).choose(rng)
        referee.follow(seat, cards)
        table.play(seat, cards, led)
        plays.append(cards)
    return plays


def _record(deal: Deal, result: Result, moved: Step) -> None:
    """Records what the deal came to and where the match stands."""
    deal.rec_defender_points = result.defender_points
    deal.rec_kitty_points = result.kitty_points
    deal.rec_multiplier = result.multiplier
    deal.rec_total = result.total
    deal.rec_takeover = result.takeover
    deal.rec_levels_gained = result.levels_gained
    deal.rec_level_after_0, deal.rec_level_after_1 = moved.levels
    deal.rec_next_dealer = moved.next_dealer
    deal.rec_winner = moved.winner
