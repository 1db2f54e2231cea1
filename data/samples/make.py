"""Writes the sample files of this folder by self-play: whole matches, and a few deals with one fault each.

``make samples``, or from the project's root ``PYTHONPATH=. python data/samples/make.py``.
The same program writes the same bytes.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa

from ingest.cards import SEATS, SUITS
from ingest.columns import DEALS
from ingest.record import Deal, to_line
from replay import engine
from replay.ruleset import Ruleset, load
from replay.selfplay import play_match

FOLDER = Path(__file__).parent
NATIVE, FEN80, GODOT = "cn_competition_2deck", "program_80fen", "program_godot"
FEW = 6  # deals of a file with a fault
FAULTY = 3  # which of them has it, 0-based
MATCHES = 12  # begun in matches.jsonl: enough for an interval
SEEDS = {
    "clean": 2,
    "matches": 5,
    "revoke": 11,
    "wrong_winner": 12,
    "missing_card": 13,
    "cut_off": 14,
    "80fen": 3,
    "godot": 27,
}


def files() -> dict[str, str]:
    """The text of each sample by file name."""
    return {
        "clean.jsonl": _text(play_match(SEEDS["clean"], 1, load(NATIVE))),
        "matches.jsonl": _text(_begun()),
        "revoke.jsonl": _text(_revoke()),
        "wrong_winner.jsonl": _text(_wrong_winner()),
        "missing_card.jsonl": _missing_card(),
        "cut_off.jsonl": _cut_off(),
        "80fen.ndjson": _fen80_line(SEEDS["80fen"]) + "\n",
        "godot.json": _godot_log(SEEDS["godot"]) + "\n",
    }


def _begun() -> Iterator[Deal]:
    """The first deals of some matches."""
    for number in range(1, MATCHES + 1):
        yield from islice(play_match(SEEDS["matches"], number, load(NATIVE)), FEW)


def _few(name: str) -> list[Deal]:
    return list(islice(play_match(SEEDS[name], 1, load(NATIVE)), FEW))


def _text(deals: Iterator[Deal] | list[Deal]) -> str:
    return "".join(to_line(deal) + "\n" for deal in deals)


def _missing_card() -> str:
    """Seat 2 was dealt 24 cards."""
    lines = _text(_few("missing_card")).splitlines()
    record = json.loads(lines[FAULTY])
    record["hands"][2] = " ".join(record["hands"][2].split()[:-1])
    lines[FAULTY] = json.dumps(record, separators=(",", ":"))
    return "\n".join(lines) + "\n"


def _cut_off() -> str:
    """The last line ends in the middle, as when a program dies while it writes."""
    text = _text(_few("cut_off"))
    return text[: text.rindex('"tricks"') + 200]


def _wrong_winner() -> list[Deal]:
    """The fifth trick is recorded as won by the winner's next seat; the play goes on as it should."""
    deals = _few("wrong_winner")
    winners = bytearray(deals[FAULTY].rec_trick_winners or b"")
    winners[4] = (winners[4] + 1) % SEATS
    deals[FAULTY].rec_trick_winners = bytes(winners)
    return deals


# --- a revoke: two cards of one seat change places, and nothing else in the record is wrong ---


def _revoke() -> list[Deal]:
    deals = _few("revoke")
    ruleset = load(NATIVE)
    deals[FAULTY] = next(other for other in _swapped(deals[FAULTY]) if _only_a_revoke(other, ruleset))
    return deals


@dataclasses.dataclass
class _Play:
    seat: int
    at: int  # of its first card
    size: int


def _plays(deal: Deal) -> list[_Play]:
    plays, at = [], 0
    for number, size in enumerate(deal.play_lens or b""):
        plays.append(_Play(((deal.leaders or b"")[number // SEATS] + number) % SEATS, at, size))
        at += size
    return plays


def _swapped(deal: Deal) -> Iterator[Deal]:
    """The deal with two single follows of one seat in each other's place."""
    singles = [play for number, play in enumerate(_plays(deal)) if play.size == 1 and number % SEATS]
    for one in singles:
        for other in singles:
            if one.at < other.at and one.seat == other.seat:
                cards = bytearray(deal.plays or b"")
                cards[one.at], cards[other.at] = cards[other.at], cards[one.at]
                yield msgspec.structs.replace(deal, plays=bytes(cards))


def _only_a_revoke(deal: Deal, ruleset: Ruleset) -> bool:
    """Whether the engine finds one revoke, no other violation, and all results as recorded."""
    row: dict[str, Any] = dict.fromkeys(DEALS.names) | msgspec.structs.asdict(deal)
    row |= {"deal_id": b"", "match_key": b"", "tier": "full"}
    row["throws"] = [msgspec.structs.asdict(throw) for throw in deal.throws or ()]
    row["declarations"] = None
    scored = engine.score(pa.RecordBatch.from_pylist([row], schema=DEALS), ruleset)
    score = scored.scores.to_pylist()[0]
    return bool(
        scored.violations["code"].to_pylist() == ["revoke"]
        and score["winners"] == deal.rec_trick_winners
        and score["trick_points"] == deal.rec_trick_points
        and score["total"] == deal.rec_total
    )


# --- the layout of 80fen: a match a line, cards as numbers 0..107 with suits in the order S H D C ---


def _fen80_line(seed: int) -> str:
    deals = list(play_match(seed, 1, load(FEN80)))
    rounds = [_round(deal, seed) for deal in deals]
    match = {
        "a": "synthetic-a",
        "b": "synthetic-b",
        "seed": seed,
        "aTeam": 0,
        "winner": "ab"[deals[-1].rec_winner or 0],
        "levels": rounds[-1]["after"],
        "rounds": rounds,
    }
    return json.dumps(match, separators=(",", ":"))


def _face(card: int) -> int:
    return card if card >= 52 else 13 * "SHDC".index(SUITS[card // 13]) + card % 13


class _Numbers:
    """Gives each card that is played or buried a number of its own."""

    def __init__(self) -> None:
        self.given: dict[int, int] = {}

    def take(self, cards: bytes) -> list[int]:
        numbers = []
        for card in cards:
            copy = self.given.get(card, 0)
            self.given[card] = copy + 1
            numbers.append(_face(card) + 54 * copy)
        return numbers


def _round(deal: Deal, seed: int) -> dict[str, Any]:
    bid = deal.declarations[-1] if deal.declarations else None
    gained = {"defLevelsUp": deal.rec_levels_gained} if deal.rec_takeover else {}
    winners = list(deal.rec_trick_winners or b"")
    after = [deal.rec_level_after_0 or 0, deal.rec_level_after_1 or 0]
    return {
        "no": deal.deal_no,
        "declSeat": deal.dealer,
        "declTeam": (deal.dealer or 0) % 2,
        "trump": None if deal.trump == "NT" else deal.trump,
        "trumpRank": deal.level,
        "declBy": bid.seat if bid else -1,
        "declStrength": _bid_strength(bid.cards) if bid else 0,
        "rawTotal": deal.rec_defender_points,
        "total": deal.rec_total,
        "penalty": [0, 0],
        "defendersWin": deal.rec_takeover,
        **gained,
        "defWonLast": (winners[-1] - (deal.dealer or 0)) % 2 == 1,
        "tricks": len(winners),
        "kittyPts": deal.rec_kitty_points,
        "mult": deal.rec_multiplier,
        "before": [deal.level_0, deal.level_1],
        "after": [level + (deal.rec_winner == side) for side, level in enumerate(after)],
        "redeals": 0,
        "seed": 1000 * seed + deal.deal_no,
        **_cards(deal, winners),
    }


def _cards(deal: Deal, winners: list[int]) -> dict[str, Any]:
    """Kitty, buried cards and plays of a round as numbers."""
    numbers = _Numbers()
    cards = deal.plays or b""
    buried = numbers.take(deal.buried or b"")
    plays = [(play.seat, numbers.take(cards[play.at : play.at + play.size])) for play in _plays(deal)]
    dealers = buried + [number for seat, play in plays if seat == deal.dealer for number in play]
    tricks = [
        {"w": winner, "p": [play for _, play in plays[SEATS * trick : SEATS * trick + SEATS]]}
        for trick, winner in enumerate(winners)
    ]
    return {"kitty": _kitty(deal.kitty or b"", dealers), "buried": buried, "plays": tricks}


def _bid_strength(cards: bytes) -> int:
    """1 a level card, 2 a pair of it, 3 the little jokers, 4 the big ones."""
    return cards[0] - 49 if cards[0] >= 52 else len(cards)


def _kitty(kitty: bytes, dealers: list[int]) -> list[int]:
    """The numbers of the kitty's cards, among those the dealer buried or played."""
    left = dealers.copy()
    numbers = []
    for card in kitty:
        number = next(number for number in left if number % 54 == _face(card))
        left.remove(number)
        numbers.append(number)
    return numbers


# --- the layout of shengji-godot: a game a file, a round a deal, cards by name, the last round in progress ---


def _godot_log(seed: int) -> str:
    """The first deals of a match, the last of them cut off in a trick."""
    rounds = [_godot_round(deal, seed) for deal in islice(play_match(seed, 1, load(GODOT)), FEW)]
    rounds[-1] |= {"_in_progress": True, "settlement": {}, "tricks": rounds[-1]["tricks"][:10]}
    last = rounds[-1]["tricks"][-1]
    last |= {"_in_progress": True, "winner": -1, "trick_score": 0, "attack_score_after": 0, "plays": last["plays"][:2]}
    for key in ("trick_points", "attack_gain", "winner_side"):
        del last[key]
    log = {"version": 2, "created_at": "2026-01-01T12:00:00", "synthetic": True, "rule_config": _CONFIG}
    return json.dumps(log | {"rounds": rounds}, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


_CONFIG = {
    "deck_count": 2,
    "current_rank": 2,
    "trump_mode": 0,
    "joker_always_trump": True,
    "trump_joker_color_match": True,
    "bid_requires_joker": True,
    "allow_dump": False,
    "strict_follow_structure": True,
    "four_same_is_tractor": False,
    "tractor_allow_rank_card": True,
    "upgrade_threshold": 80,
    "no_skip_enabled": True,
    "no_skip_ranks": [5, 10, 13],
}
_SYMBOLS = "♠♥♦♣"


def _name(card: int) -> str:
    if card >= 52:
        return ("BlackJoker", "RedJoker")[card - 52]
    symbol = _SYMBOLS["SHDC".index(SUITS[card // 13])]
    return symbol + ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")[card % 13]


def _names(cards: bytes | None) -> list[str]:
    return [_name(card) for card in cards or b""]


def _godot_round(deal: Deal, seed: int) -> dict[str, Any]:
    dealer, hands = deal.dealer or 0, deal.hands or b""
    each = len(hands) // SEATS
    dealt = [hands[seat * each : (seat + 1) * each] for seat in range(SEATS)]
    held = _names(dealt[dealer] + (deal.kitty or b""))
    return {
        "round_num": deal.deal_no,
        "rank": deal.level,
        "dealer": dealer,
        "dealer_team": [dealer, (dealer + 2) % SEATS],
        "attack_team": [seat for seat in range(SEATS) if (seat - dealer) % 2],
        "seed": 1000 * seed + deal.deal_no,
        "bid": _godot_bid(deal),
        "bid_history": [],
        "trump_suit": "SHDC".find(deal.trump or ""),
        "team_ranks": [deal.level_0, deal.level_1],
        "buried_indices": _indices(held, _names(deal.buried)),
        "debug": {
            "initial_hands": [_names(hand) for hand in dealt],
            "bottom_cards": _names(deal.kitty),
            "hand_with_bottom": held,
            "buried_cards": _names(deal.buried),
        },
        "tricks": _godot_tricks(deal),
        "settlement": _settlement(deal),
    }


def _godot_bid(deal: Deal) -> dict[str, Any]:
    """3 a joker and a level card, 4 a joker and a pair of it, 5 a pair of jokers."""
    if not deal.declarations:
        return {"type": "NO_BID"}
    bid = deal.declarations[-1]
    suit = "SHDC".find(deal.trump or "")
    return {"seat": bid.seat, "type": len(bid.cards) + 1 if suit >= 0 else 5, "suit": suit}


def _indices(held: list[str], buried: list[str]) -> list[int]:
    """Where each buried card stands in the dealer's hand with the kitty."""
    left: list[str | None] = [*held]
    places = []
    for card in buried:
        places.append(left.index(card))
        left[places[-1]] = None
    return sorted(places)


def _godot_tricks(deal: Deal) -> list[dict[str, Any]]:
    cards, plays, score = deal.plays or b"", _plays(deal), 0
    tricks = []
    results = zip(deal.rec_trick_winners or b"", deal.rec_trick_points or [], strict=True)
    for index, (winner, points) in enumerate(results):
        here = plays[SEATS * index : SEATS * index + SEATS]
        defenders = (winner - (deal.dealer or 0)) % 2 == 1
        gain = (points or 0) if defenders else 0
        tricks.append(
            {
                "trick_num": index + 1,
                "lead_seat": here[0].seat,
                "plays": [{"seat": p.seat, "cards": _names(cards[p.at : p.at + p.size])} for p in here],
                "winner": winner,
                "winner_side": "attack" if defenders else "dealer",
                "trick_points": points,
                "trick_score": points,
                "attack_score_before": score,
                "attack_gain": gain,
                "attack_score_after": score + gain,
            }
        )
        score += gain
    return tricks


def _settlement(deal: Deal) -> dict[str, Any]:
    """What the deal came to; the kitty counts only where it was captured."""
    captured = ((deal.rec_trick_winners or b"\0")[-1] - (deal.dealer or 0)) % 2 == 1
    points, multiplier = (deal.rec_kitty_points or 0, deal.rec_multiplier or 0) if captured else (0, 0)
    side = int(bool(deal.rec_takeover))
    gaining = ((deal.dealer or 0) + side) % 2
    after = (deal.rec_level_after_0, deal.rec_level_after_1)[gaining]
    return {
        "attack_base_score": deal.rec_defender_points,
        "bottom_score": points,
        "bottom_multiplier": multiplier,
        "bottom_bonus": points * multiplier,
        "final_score": deal.rec_total,
        "dealer_dethroned": deal.rec_takeover,
        "upgrading_side": side,
        "upgrading_team": gaining,
        "upgrade_levels": deal.rec_levels_gained,
        "new_rank": after if deal.rec_levels_gained else deal.level,
        "new_dealer": deal.dealer if deal.rec_next_dealer is None else deal.rec_next_dealer,
        "game_over": deal.rec_winner is not None,
    }


def main() -> None:
    """Writes every sample into this folder."""
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
