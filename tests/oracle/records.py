"""Whole matches as they are recorded, one `shengji-deal/1` line a deal, read by the oracle from end to end."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from tests.oracle.cards import Rules
from tests.oracle.deal import Deal, score
from tests.oracle.exchanges import judged
from tests.oracle.fouls import settled
from tests.oracle.ladder import climb

Row = dict[str, Any]
COUNTED = ("throws", "declared", "penalties")  # their tricks are counted from 1 in a record
OF_ONE_DEAL = ("winners", "trick_points", "defender_points", "kitty_points", "multiplier", "total", "takeover")


def deal_of(line: str) -> Deal:
    """A record as the oracle takes it: what is not recorded is None, tricks are counted from 0."""
    record = json.loads(line)
    names = ("level", "trump", "dealer", "levels", "hands", "kitty", "buried", "exchanges", "bids")
    found = {name: record.get(name) for name in (*names, "tricks", "decks", "match", "deal", "result")}
    for name in COUNTED:
        found[name] = [
            entry | {"trick": entry["trick"] - 1 if entry.get("trick") else None} for entry in record.get(name) or []
        ]
    return found | {"first_deal": record.get("first_deal", record["deal"] == 1)}


def matches(lines: Iterable[str]) -> list[list[Deal]]:
    """The deals match by match."""
    found: dict[str, list[Deal]] = {}
    for deal in map(deal_of, lines):
        found.setdefault(deal["match"], []).append(deal)
    return list(found.values())


def declared(deal: Deal, rules: Rules) -> Row:
    """What bids and exchanges of a record come to: its kitty is in no order, trump is known if every order gives it."""
    kitty = deal["kitty"].split() if deal["kitty"] else None
    orders = [kitty[first:] + kitty[:first] for first in range(len(kitty))] if kitty else [None]
    shown = deal["level"], deal["first_deal"], deal["bids"], deal["exchanges"] or []
    ways = [judged(*shown, order, deal["dealer"], rules) for order in orders]
    return ways[0] | {"trump": ways[0]["trump"] if len({way["trump"] for way in ways}) == 1 else None}


def row_of(deal: Deal, result: Row) -> Row:
    """A scored deal as the ladder takes it."""
    names = ("gain_side", "levels_gained", "takeover", "wins_game", "demoted_to")
    row = {name: result[name] for name in names} | {"fouls": deal["penalties"], "deal_no": deal["deal"]}
    return row | {name: deal[name] for name in ("dealer", "level", "levels")} | {"last_winner": result["winners"][-1]}


def rungs(deals: list[Deal], results: list[Row], rules: Rules) -> tuple[list[Row], list[Row]]:
    """The deals of a match as rows, their fouls settled, and what the ladder makes of them."""
    rows = [settled(row_of(deal, result), rules) for deal, result in zip(deals, results, strict=True)]
    return rows, climb(rows, rules)


def as_recorded(result: Row, rung: Row) -> Row:
    """The keys of a record's `result` as the oracle comes to them."""
    told = {name: result[name] for name in OF_ONE_DEAL if name != "winners"} | {"trick_winners": result["winners"]}
    told |= {"levels_gained": result["levels_gained"], "levels_after": rung["levels_after"]}
    return told | {"next_dealer": rung["next_dealer"], "winner": rung["winner"]}


__all__ = ["as_recorded", "declared", "matches", "rungs", "score"]
