"""Input of any size for the benchmarks: a few hundred legal deals, repeated under other match names."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa

from ingest.cards import RANKS, parse_cards, parse_rank
from tests.oracle.deals import random_deal
from tests.oracle.rulesets import load
from tests.replay import rows

RULESET = "cn_competition_2deck"  # checks every rule of following and throwing
DEALS = 400
ROUNDS = 20  # deals a match

Json = dict[str, Any]


@cache
def oracle_deals(n: int = DEALS) -> list[Json]:
    """Legal deals of a fixed seed, every second one stacked with pairs, tractors and throws."""
    rng = random.Random(20)
    rules = load(RULESET)
    return [random_deal(rng, rules, spice=bool(i % 2)) for i in range(n)]


def batch(n: int) -> pa.RecordBatch:
    """n deals (a multiple of DEALS) as rows for the engine."""
    once = pa.Table.from_batches([rows.batch(oracle_deals())])
    return pa.concat_tables([once] * (n // DEALS)).combine_chunks().to_batches()[0]


def write_native(path: Path, n: int) -> Path:
    """A file of n deals (a multiple of ROUNDS) as lines of shengji-deal/1."""
    return _write(path, n, lambda deals: "\n".join(_text(_native(deal, i + 1)) for i, deal in enumerate(deals)))


def write_fen80(path: Path, n: int) -> Path:
    """A file of n deals (a multiple of ROUNDS) as matches in the layout of 80fen."""
    return _write(path, n, lambda deals: _text(_fen80(deals)))


def _write(path: Path, n: int, match_text: Callable[[list[Json]], str]) -> Path:
    deals = oracle_deals()
    texts = [match_text(deals[start : start + ROUNDS]) for start in range(0, DEALS, ROUNDS)]
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for match in range(n // ROUNDS):
            file.write(texts[match % len(texts)].replace("MATCH", f"match {match}") + "\n")
    return path


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _native(deal: Json, number: int) -> Json:
    keys = ("decks", "level", "trump", "dealer", "levels", "hands", "kitty", "buried", "tricks")
    return {"format": "shengji-deal/1", "match": "MATCH", "deal": number} | {key: deal[key] for key in keys}


def _fen80(deals: list[Json]) -> Json:
    rounds = [_round(deal, number + 1) for number, deal in enumerate(deals)]
    return {"a": "MATCH", "b": "b", "seed": 1, "aTeam": 0, "winner": None, "rounds": rounds}


def _round(deal: Json, number: int) -> Json:
    played: dict[int, int] = defaultdict(int)
    dealt: dict[int, int] = defaultdict(int)
    leaders = [trick[0] for trick in deal["tricks"]]
    tricks = [[_numbers(play, played) for play in trick[1:]] for trick in deal["tricks"]]
    return {
        "no": number,
        "declSeat": deal["dealer"],
        "trump": None if deal["trump"] == "NT" else deal["trump"],
        "trumpRank": parse_rank(deal["level"]),
        "before": [parse_rank(level) for level in deal["levels"]],
        "kitty": _numbers(deal["kitty"], dealt),
        "buried": _numbers(deal["buried"], played),
        "plays": [{"w": w, "p": plays} for w, plays in zip([*leaders[1:], 0], tricks, strict=True)],
    }


def _numbers(cards: str, copies: dict[int, int]) -> list[int]:
    """Cards as 80fen counts them: suits S H D C, the second copy of a card 54 higher."""
    numbers = []
    for code in parse_cards(cards):
        suit, rank = divmod(code, len(RANKS))
        kind = 13 * (0, 1, 3, 2)[suit] + rank if suit < 4 else code
        numbers.append(kind + 54 * copies[kind])
        copies[kind] += 1
    return numbers
