"""One deal retold trick by trick: the facts of every verdict, and the same in words.

``explain`` replays the deal through the kernel's own functions, uncompiled unless
the process compiles anyway, and keeps what each play owed; ``replay.telling``
turns the result into sentences.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa

from ingest.cards import format_cards
from ingest.columns import DEALS
from replay import engine
from replay.bidding import bids_move_dealer
from replay.compiled import compile_ruleset
from replay.fouls import Ruling, Unknown
from replay.kernel import batch as kernel
from replay.kernel.follow import Ladders
from replay.kernel.layout import Record
from replay.kernel.plain import ladders_record, rules_record, work_record
from replay.retell import Trick, retell_trick
from replay.ruleset import Ruleset
from replay.verdicts import BID_NAMES, EXCHANGE_NAMES, FIRST_VIOLATION, NAMES, Verdict

FOUL_UNKNOWN = NAMES[Verdict.FOUL_UNKNOWN]


@dataclass
class ToldBid:
    """One recorded bid or exchange: seat 0..3, the cards shown, and its verdict (docs/rules.md 9, 10)."""

    seat: int
    cards: str
    verdict: str
    legal: bool


@dataclass
class Explanation:
    """A deal under a ruleset. ``result`` is None where the deal has none, ``status`` says why;
    of a summary it holds what is recorded, and no last winner. ``bids`` and ``exchanges`` are None where none
    are recorded; ``derived_trump`` and ``derived_dealer`` follow from them, as in ``replay.columns.SCORES``.
    ``bids_move_dealer``: bids may make another seat the dealer of the next deal. ``ruling`` is what fouls decide of it,
    if they do."""

    deal_id: str
    match: str
    deal: int
    ruleset: str
    status: str
    decks: int
    level: int
    trump: str
    dealer: int
    levels: tuple[int | None, int | None]
    kitty: str | None
    tricks: list[Trick]
    result: dict[str, Any] | None
    not_checked: list[str]
    faults: list[str]  # codes of what is not allowed of the deal as a whole
    bids: list[ToldBid] | None
    exchanges: list[ToldBid] | None
    derived_trump: str | None
    derived_dealer: int | None
    bids_move_dealer: bool
    ruling: Ruling | None
    no_kitty: list[int]  # sides that a foul takes the kitty from
    unknown_fouls: list[Unknown]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)


def _tricks(work: Record, rules: Record, ladders: Ladders) -> list[Trick]:
    work.play_at = work.card_at = 0
    tricks: list[Trick] = []
    for number in range(work.n_tricks):
        tricks.append(retell_trick(work, rules, ladders, number, tricks[-1].defender_points if tricks else 0))
    return tricks


RESULT = ("defender_points", "kitty_points", "last_winner", "captured", "multiplier", "capture_points",
          "penalty_points", "total", "takeover", "gain_side", "levels_gained", "wins_game", "demoted_to")  # fmt: skip


def explain(row: dict[str, Any], ruleset: Ruleset) -> Explanation:
    """A deal (a row of ``ingest.columns.DEALS`` as a dict) retold under a ruleset.

    The ladder's part of the result (levels after, next dealer) is not in a single
    deal; ``replay.find`` adds it where the match is at hand.
    """
    fields = {name: row.get(name) for name in DEALS.names}
    batch = pa.RecordBatch.from_pylist([fields], schema=DEALS)
    compiled = compile_ruleset(ruleset)
    found = engine.score(batch, ruleset)
    scored = found.scores.to_pylist()[0]
    deals, _, fouls = engine.deals_of(batch, compiled)
    tricks: list[Trick] = []
    if deals.facts[0, kernel.SCORE_IT]:
        work, rules = work_record(), rules_record(compiled.rules)
        kernel.set_deal(work, compiled.tables, deals, 0)
        tricks = _tricks(work, rules, ladders_record(compiled.tables.rungs, compiled.tables.rungs_at))
    buried = row.get("buried")
    whole = [fault for fault in found.violations.to_pylist() if fault["trick"] is None]
    unpriced = any(fault["code"] == FOUL_UNKNOWN for fault in whole)
    return Explanation(
        deal_id=row["deal_id"].hex() if row.get("deal_id") else "",
        match=row.get("match_name") or "",
        deal=row.get("deal_no") or 0,
        ruleset=ruleset.id,
        status=scored["status"],
        decks=row["decks"],
        level=row["level"],
        trump=row["trump"],
        dealer=row["dealer"],
        levels=(row.get("level_0"), row.get("level_1")),
        kitty=format_cards(buried) if buried else None,
        tricks=tricks,
        result={name: scored[name] for name in RESULT} if scored["takeover"] is not None else None,
        not_checked=list(row.get("not_checked") or []),
        faults=[fault["code"] for fault in whole if fault["seat"] is None and fault["code"] != FOUL_UNKNOWN],
        bids=_shown(row.get("declarations"), scored["bid_verdicts"], BID_NAMES),
        exchanges=_shown(row.get("exchanges"), scored["exchange_verdicts"], EXCHANGE_NAMES),
        derived_trump=scored["derived_trump"],
        derived_dealer=scored["derived_dealer"],
        bids_move_dealer=bids_move_dealer(ruleset.values),
        ruling=fouls.rulings.get(0) if scored["ruled"] else None,
        no_kitty=[side for side in range(2) if fouls.no_kitty[0] >> side & 1],
        unknown_fouls=fouls.unknown if unpriced else [],
    )


def _shown(shown: list[dict[str, Any]] | None, verdicts: bytes | None, names: dict[int, str]) -> list[ToldBid] | None:
    if shown is None or verdicts is None:
        return None
    judged = zip(shown, verdicts, strict=True)
    return [
        ToldBid(one["seat"], format_cards(one["cards"]), names[verdict], verdict < FIRST_VIOLATION)
        for one, verdict in judged
    ]
