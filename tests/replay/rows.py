"""Turns deals in the oracle's form into the rows the engine scores, and its results into names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyarrow as pa

from ingest.cards import parse_cards, parse_rank, rank_text
from ingest.columns import DEALS
from replay import engine
from replay.kernel.layout import UNKNOWN
from replay.ruleset import load
from replay.verdicts import BID_NAMES, EXCHANGE_NAMES, NAMES

WON_BY = ("lead", "follow", "ruff", "over_ruff")
SHAPES = ("mixed", "single", "pair", "tractor", "throw", "triple", "quad", "triple_tractor", "quad_tractor")
HANDS = {1: 48, 2: 100, 3: 156, 4: 204}  # cards of four hands by the number of packs, where none are recorded


def row(deal: dict[str, Any], number: int = 0) -> dict[str, Any]:
    """One row of ``ingest.columns.DEALS`` for a deal as the oracle takes it."""
    plays = [parse_cards(play) for trick in deal["tricks"] for play in trick[1:]]
    hands = b"".join(map(parse_cards, deal["hands"])) if deal.get("hands") else None
    whole = all(len(trick) == 5 for trick in deal["tricks"])
    complete = whole and sum(map(len, plays)) == (len(hands) if hands else HANDS[deal["decks"]])
    values: dict[str, Any] = dict.fromkeys(DEALS.names)
    values |= {
        "deal_id": number.to_bytes(16, "big"),
        "match_key": b"m" * 16,
        "tier": ("full" if deal.get("hands") else "derived") if complete else "partial",
        "decks": deal["decks"],
        "level": parse_rank(deal["level"]),
        "trump": deal["trump"],
        "dealer": deal["dealer"],
        "hands": hands,
        "kitty": parse_cards(deal["kitty"]) if deal.get("kitty") else None,
        "buried": parse_cards(deal["buried"]) if deal.get("buried") else None,
        "plays": b"".join(plays),
        "play_lens": bytes(map(len, plays)),
        "leaders": bytes(trick[0] for trick in deal["tricks"]),
        "first_deal": deal.get("first_deal"),
        "declarations": None if deal.get("bids") is None else [_bid(bid) for bid in deal["bids"]],
        "exchanges": None if deal.get("exchanges") is None else [_exchange(one) for one in deal["exchanges"]],
        "throws": [_throw(throw) for throw in deal.get("throws", [])],
        "declared": [_declared(split) for split in deal.get("declared", [])],
        "penalties": [_penalty(penalty) for penalty in deal.get("penalties", [])],
    }
    return values


def _bid(bid: dict[str, Any]) -> dict[str, Any]:
    return {"when": None, "together": None} | bid | {"cards": parse_cards(bid["cards"])}


def _exchange(exchange: dict[str, Any]) -> dict[str, Any]:
    return {"seat": exchange["seat"], **{name: parse_cards(exchange[name]) for name in ("cards", "took")}}


def _throw(throw: dict[str, Any]) -> dict[str, Any]:
    return {
        "trick": throw["trick"],
        "seat": throw["seat"],
        "attempted": parse_cards(throw["attempted"]),
        "forced": parse_cards(throw["forced"]),
        "derived": False,
    }


def _declared(split: dict[str, Any]) -> dict[str, Any]:
    parts = [parse_cards(part) for part in split["parts"]]
    return {"trick": split["trick"], "cards": b"".join(parts), "lens": bytes(map(len, parts))}


def _penalty(penalty: dict[str, Any]) -> dict[str, Any]:
    fields = ("side", "seat", "kind", "points", "count", "trick")
    return {"kind": "foul"} | {name: penalty.get(name) for name in fields if name != "kind" or "kind" in penalty}


def batch(deals: Iterable[dict[str, Any]]) -> pa.RecordBatch:
    """A batch of rows for the engine."""
    return pa.RecordBatch.from_pylist([row(deal, i) for i, deal in enumerate(deals)], schema=DEALS)


def name(names: tuple[str, ...], codes: bytes) -> list[str | None]:
    """Codes as names, None where not decided."""
    return [None if code == UNKNOWN else names[code] for code in codes]


def score(deals: list[dict[str, Any]], ruleset: str) -> list[dict[str, Any]]:
    """The engine's results in the form of ``tests.oracle.deal.score``."""
    scored = engine.score(batch(deals), load(ruleset))
    turns: dict[bytes, list[int]] = {}
    faults: dict[bytes, list[str]] = {}
    for violation in scored.violations.to_pylist():
        if violation["code"] == "out_of_turn":
            turns.setdefault(violation["deal_id"], []).append(violation["trick"])
        elif violation["trick"] is None:
            faults.setdefault(violation["deal_id"], []).append(violation["code"])
    results = []
    for result in scored.scores.to_pylist():
        result["verdicts"] = [NAMES[code] for code in result["verdicts"]]
        for kind, names in (("bid", BID_NAMES), ("exchange", EXCHANGE_NAMES)):
            codes = result[f"{kind}_verdicts"]
            result[f"{kind}_codes"] = None if codes is None else [names[code] for code in codes]
        result["winners"] = [None if seat == UNKNOWN else seat for seat in result["winners"]]
        result["won_by"] = name(WON_BY, result["won_by"])
        result["shapes"] = name(SHAPES, result["shapes"])
        result["out_of_turn"] = turns.get(result["deal_id"], [])
        result["deal_violations"] = sorted(faults.get(result["deal_id"], []))
        result["demoted_to"] = None if result["demoted_to"] is None else rank_text(result["demoted_to"])
        for way in ("down", "up"):
            result[f"level_{way}"] = [result[f"level_{way}_{side}"] for side in range(2)]
        results.append(result)
    return results
