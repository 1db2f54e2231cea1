"""Input of any size for the benchmarks: some matches of self-play, repeated under other names, in both layouts."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

from ingest.cards import RANKS, SUITS, parse_cards, parse_rank
from ingest.lake import Lake
from ingest.pipeline import ingest
from replay.ruleset import load
from replay.selfplay import play

RULESET = "cn_competition_2deck"  # checks every rule of following and throwing
PLAYED = 1_000  # different deals; files hold a multiple of it
FILE_DEALS = 40_000  # in each file that is ingested
LAKE_DEALS = 100_000  # in the lake that is replayed
LARGE_DEALS = 400_000  # in the file that shows the peak of memory
NATIVE, FEN80, LARGE = "native.jsonl", "80fen.ndjson", "large.jsonl"
LAKE = "lake"

Json = dict[str, Any]


def prepare(folder: Path) -> None:
    """All that is measured with, written into the folder."""
    lines = list(play(PLAYED, 20, load(RULESET)))
    _repeat(folder / NATIVE, lines, FILE_DEALS)
    _repeat(folder / FEN80, _fen80_lines(lines), FILE_DEALS)
    _repeat(folder / LARGE, lines, LARGE_DEALS)
    _repeat(folder / "lake.jsonl", lines, LAKE_DEALS)
    ingest([str(folder / "lake.jsonl")], Lake.create(folder / LAKE))


def _repeat(path: Path, lines: list[str], n: int) -> None:
    """The PLAYED deals of the lines again and again, the matches under other names, until there are n."""
    once = "\n".join(lines) + "\n"
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for time in range(n // PLAYED):
            file.write(once.replace('"selfplay-', f'"time {time}, selfplay-'))


def _fen80_lines(lines: Iterable[str]) -> list[str]:
    matches = groupby(map(json.loads, lines), key=lambda deal: deal["match"])
    return [json.dumps(_match(name, deals), separators=(",", ":")) for name, deals in matches]


def _match(name: str, deals: Iterable[Json]) -> Json:
    return {"a": name, "b": "b", "seed": 1, "aTeam": 0, "winner": None, "rounds": [_round(deal) for deal in deals]}


def _round(deal: Json) -> Json:
    dealt: dict[int, int] = defaultdict(int)
    played: dict[int, int] = defaultdict(int)
    result = deal["result"]
    tricks = [[_numbers(play, played) for play in trick[1:]] for trick in deal["tricks"]]
    return {
        "no": deal["deal"],
        "declSeat": deal["dealer"],
        "trump": None if deal["trump"] == "NT" else deal["trump"],
        "trumpRank": parse_rank(deal["level"]),
        "rawTotal": result["defender_points"],
        "penalty": [0, 0],
        "total": result["total"],
        "defendersWin": result["takeover"],
        "kittyPts": result["kitty_points"],
        "mult": result["multiplier"],
        "before": [parse_rank(level) for level in deal["levels"]],
        "kitty": _numbers(deal["kitty"], dealt),
        "buried": _numbers(deal["buried"], played),
        "plays": [{"w": w, "p": plays} for w, plays in zip(result["trick_winners"], tricks, strict=True)],
    }


def _numbers(cards: str, copies: dict[int, int]) -> list[int]:
    """Cards as 80fen counts them: suits S H D C, the second copy of a card 54 higher."""
    numbers = []
    for code in parse_cards(cards):
        suit, rank = divmod(code, len(RANKS))
        kind = len(RANKS) * "SHDC".index(SUITS[suit]) + rank if suit < len(SUITS) else code
        numbers.append(kind + 54 * copies[kind])
        copies[kind] += 1
    return numbers
