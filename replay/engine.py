"""Scores a batch of deal records under one ruleset: Arrow in, Arrow out, nothing else touched.

A pure function of (records, ruleset): the same rows in the same order give the
same rows in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ingest.cards import LITTLE_JOKER, UNKNOWN
from replay import declared, exchanged
from replay.buffers import binary, bytes_of, rows_at
from replay.columns import SCORES, VIOLATIONS
from replay.compiled import Compiled, compile_ruleset
from replay.evidence import violations_of
from replay.fouls import Fouls, fouls_of
from replay.kernel import batch as kernel
from replay.kernel.layout import NO_TRUMP
from replay.kernel.plain import rules_record, work_record
from replay.outcomes import RECORDED, with_rulings, with_summaries
from replay.ruleset import Ruleset

# Raised by hand when any result can change; guarded by the golden digest in tests/replay.
ENGINE_VERSION = 6

TRUMP_SUITS = {"S": 0, "H": 1, "C": 2, "D": 3, "NT": NO_TRUMP}
COMPLETE_TIERS = ("full", "derived", "plays")
# What a score needs of a deal record.
NEEDED = (
    "deal_id", "match_key", "tier", "decks", "trump", "hands", "buried",
    "plays", "play_lens", "leaders", "throws", "declared", "penalties", "exchanges", *declared.NEEDED, *RECORDED,
)  # fmt: skip
SCORED, PARTIAL, UNKNOWN_CARDS, UNKNOWN_TRUMP, WRONG_DECKS, TOO_AMBIGUOUS, SUMMARY = (
    "scored", "partial", "unknown_cards", "unknown_trump", "wrong_decks", "too_ambiguous", "summary",
)  # fmt: skip

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Scored:
    """Results of a batch: one row a deal in the order given, and one row a violation."""

    scores: pa.Table  # replay.columns.SCORES without run_id
    violations: pa.Table  # replay.columns.VIOLATIONS without run_id


def _attempts(column: pa.Array, fouls: Fouls) -> tuple[Array, Array, Array, Array, Array, Array]:
    """(offsets a deal, trick, seat, paid for already, cards, offsets an attempt) of the recorded throw attempts."""
    at, rows = rows_at(column), column.flatten()
    cards, cards_at = bytes_of(rows.field("attempted"))
    tricks, seats = (np.asarray(rows.field(name), np.int32) for name in ("trick", "seat"))
    paid = np.zeros(len(rows), np.int32)
    if fouls.paid:
        for i, deal in enumerate(_rows_of(np.arange(len(rows)), at).tolist()):
            mine = {(deal, int(seats[i]) % 2, trick) for trick in (int(tricks[i]), None)}
            paid[i] = bool(mine & fouls.paid)
    return at, tricks, seats, paid, cards, cards_at


def _splits(column: pa.Array) -> tuple[Array, Array, Array, Array, Array, Array]:
    """(offsets a deal, trick, sizes of parts, offsets a split, cards, offsets a split) of declared splits."""
    at, rows = rows_at(column), column.flatten()
    return at, np.asarray(rows.field("trick"), np.int32), *bytes_of(rows.field("lens")), *bytes_of(rows.field("cards"))


def _numbers(column: pa.Array, missing: int) -> Array:
    return np.asarray(pc.fill_null(column, missing), np.int32)


def _status(batch: pa.RecordBatch, compiled: Compiled, facts: Array, deals: kernel.Deals) -> Array:
    """Why a deal cannot be scored, or whether it is unfinished; ``scored`` where it can be."""
    status = np.full(batch.num_rows, SCORED, dtype=object)
    tier = np.asarray(batch["tier"].to_numpy(zero_copy_only=False))
    status[facts[:, kernel.COMPLETE] == 0] = PARTIAL
    status[_holding(deals, lambda cards: cards == UNKNOWN)] = UNKNOWN_CARDS
    unknown = (facts[:, kernel.DEALER] < 0) | (facts[:, kernel.LEVEL] < 0) | (facts[:, kernel.TRUMP_SUIT] < 0)
    status[unknown] = UNKNOWN_TRUMP
    status[tier == "summary"] = SUMMARY
    status[_numbers(batch["decks"], 0) != compiled.values["deck.decks"]] = WRONG_DECKS
    if not compiled.values["deck.jokers_per_deck"]:
        status[_holding(deals, lambda cards: (cards >= LITTLE_JOKER) & (cards != UNKNOWN))] = WRONG_DECKS
    return status


def _rows_of(places: Array, at: Array) -> Array:
    """The row to which each place among the values of a column with these offsets belongs."""
    return np.searchsorted(at, places, side="right") - 1


def _holding(deals: kernel.Deals, is_one: Callable[[Array], Array]) -> Array:
    """Which deals hold such a card anywhere."""
    found = np.zeros(len(deals.facts), bool)
    for name in ("plays", "hands", "kitty", "buried"):
        found[_rows_of(np.flatnonzero(is_one(getattr(deals, name))), getattr(deals, f"{name}_at"))] = True
    attempts = _rows_of(np.flatnonzero(is_one(deals.attempt_cards)), deals.attempt_cards_at)
    found[_rows_of(attempts, deals.attempts_at)] = True
    return found


def deals_of(batch: pa.RecordBatch, compiled: Compiled) -> tuple[kernel.Deals, Array, Fouls]:
    """The kernel's input, the status of each deal before scoring, and what its fouls cost."""
    facts = np.zeros((batch.num_rows, kernel.FACTS), np.int32)
    facts[:, kernel.DEALER] = _numbers(batch["dealer"], -1)
    facts[:, kernel.LEVEL] = _numbers(batch["level"], -1)
    trumps = pc.index_in(batch["trump"], pa.array(list(TRUMP_SUITS)))
    facts[:, kernel.TRUMP_SUIT] = _numbers(trumps, -1)
    facts[:, kernel.COMPLETE] = np.asarray(pc.is_in(batch["tier"], pa.array(COMPLETE_TIERS)))
    fouls = fouls_of(batch["penalties"], facts[:, kernel.DEALER], compiled.values["penalty.list"])
    facts[:, kernel.PENALTY] = fouls.points
    facts[:, kernel.NO_KITTY] = fouls.no_kitty
    hands, kitty = exchanged.as_played(batch, facts[:, kernel.COMPLETE] == 0)
    deals = kernel.Deals(
        facts, *bytes_of(batch["plays"]), *bytes_of(batch["play_lens"]), *bytes_of(batch["leaders"]),
        *bytes_of(hands), *bytes_of(kitty), *bytes_of(batch["buried"]),
        *_attempts(batch["throws"], fouls), *_splits(batch["declared"]),
    )  # fmt: skip
    status = _status(batch, compiled, facts, deals)
    facts[:, kernel.SCORE_IT] = (status == SCORED) | (status == PARTIAL)
    return deals, status, fouls


def _results(deals: kernel.Deals) -> kernel.Results:
    plays, tricks = len(deals.lens), len(deals.leaders)
    return kernel.Results(
        verdicts=np.zeros(plays, np.uint8),
        owed=np.zeros(plays, np.uint16),
        winners=np.full(tricks, UNKNOWN, np.uint8),
        won_by=np.full(tricks, UNKNOWN, np.uint8),
        shapes=np.full(tricks, UNKNOWN, np.uint8),
        points=np.zeros(tricks, np.int16),
        out_of_turn=np.zeros(tricks, np.uint8),
        numbers=np.zeros((len(deals.facts), kernel.NUMBERS), np.int32),
    )


def _outcome(numbers: Array, column: int, missing: Array, kind: pa.DataType) -> pa.Array:
    return pa.array(numbers[:, column], mask=missing).cast(kind)


def _strikes(fouls: Fouls, status: Array) -> pa.Array:
    """Of each deal the fouls that can forfeit a match, null where there are none."""
    kind = pa.list_(pa.int32())
    if not fouls.strikes:
        return pa.nulls(len(status), kind)
    counted = [None if why == WRONG_DECKS else fouls.strikes.get(deal) for deal, why in enumerate(status)]
    return pa.array(counted, kind)


def _score_columns(
    batch: pa.RecordBatch,
    deals: kernel.Deals,
    results: kernel.Results,
    status: Array,
    violations: Array,
    fouls: Fouls,
) -> dict[str, pa.Array]:
    numbers = results.numbers
    open_ = status != SCORED
    played = (deals.facts[:, kernel.SCORE_IT] == 0) | (deals.lens_at[1:] == deals.lens_at[:-1])
    unscored = np.repeat(deals.facts[:, kernel.SCORE_IT] == 0, np.diff(deals.leaders_at))
    points = pa.ListArray.from_arrays(pa.array(deals.leaders_at), pa.array(results.points, mask=unscored))
    buried = (deals.buried_at[1:] == deals.buried_at[:-1]) | (deals.facts[:, kernel.SCORE_IT] == 0)
    return {
        "match_key": batch["match_key"],
        "status": pa.array(status, pa.string()),
        "verdicts": binary(results.verdicts, deals.lens_at),
        "winners": binary(results.winners, deals.leaders_at),
        "won_by": binary(results.won_by, deals.leaders_at),
        "shapes": binary(results.shapes, deals.leaders_at),
        "trick_points": points,
        "defender_points": _outcome(numbers, kernel.DEFENDER_POINTS, played, pa.int16()),
        "kitty_points": _outcome(numbers, kernel.KITTY_POINTS, buried, pa.int16()),
        "last_winner": _outcome(numbers, kernel.LAST_WINNER, open_, pa.int8()),
        "captured": _outcome(numbers, kernel.CAPTURED, open_, pa.bool_()),
        "multiplier": _outcome(numbers, kernel.MULTIPLIER, open_, pa.int32()),
        "capture_points": _outcome(numbers, kernel.CAPTURE_POINTS, open_, pa.int32()),
        "penalty_points": _outcome(numbers, kernel.PENALTY_POINTS, open_, pa.int32()),
        "total": _outcome(numbers, kernel.TOTAL, open_, pa.int32()),
        "takeover": _outcome(numbers, kernel.TAKEOVER, open_, pa.bool_()),
        "gain_side": _outcome(numbers, kernel.GAIN_SIDE, open_, pa.int8()),
        "levels_gained": _outcome(numbers, kernel.LEVELS_GAINED, open_, pa.int32()),
        "wins_game": _outcome(numbers, kernel.WINS_GAME, open_, pa.bool_()),
        "demoted_to": _outcome(numbers, kernel.DEMOTED_TO, open_ | (numbers[:, kernel.DEMOTED_TO] == 0), pa.int8()),
        **{f"level_down_{side}": pa.array(fouls.down[:, side]) for side in range(2)},
        **{f"level_up_{side}": pa.array(fouls.up[:, side]) for side in range(2)},
        "ruled": pa.array(np.zeros(len(status), bool)),
        "strikes": _strikes(fouls, status),
        "violations": pa.array(violations).cast(pa.int16()),
    }


def tag(table: dict[str, pa.Array], ids: pa.Array, ruleset: Ruleset, schema: pa.Schema) -> pa.Table:
    """The columns with the key of their results before them, in the order of ``schema`` less ``run_id``."""
    n = len(ids)
    key = {
        "deal_id": ids,
        "ruleset": pa.repeat(ruleset.id, n),
        "ruleset_hash": pa.repeat(ruleset.hash, n),
        "engine_version": pa.repeat(pa.scalar(ENGINE_VERSION, pa.int32()), n),
    }
    fields = [field for field in schema if field.name != "run_id"]
    return pa.table([(key | table)[field.name] for field in fields], schema=pa.schema(fields))


def score(batch: pa.RecordBatch, ruleset: Ruleset) -> Scored:
    """Scores deal records (``ingest.columns.DEALS``, at least the columns NEEDED) under a ruleset."""
    compiled = compile_ruleset(ruleset)
    deals, status, fouls = deals_of(batch, compiled)
    results = _results(deals)
    kernel.score_batch(work_record(), rules_record(compiled.rules), compiled.tables, deals, results)
    scored = results.numbers[:, kernel.SCORED] == 1
    status[(status == SCORED) & ~scored] = PARTIAL
    status[results.numbers[:, kernel.AMBIGUOUS] == 1] = TOO_AMBIGUOUS
    judged = status != WRONG_DECKS
    bids = declared.judge_batch(batch, compiled.bids, judged)
    bids = exchanged.judge_batch(batch, compiled.exchanges, judged, bids)
    unknown = [foul for foul in fouls.unknown if judged[foul.deal]]
    buriers = exchanged.buriers(batch, deals.facts[:, kernel.DEALER])
    counts, columns = violations_of(deals, results, compiled, bids.barred, unknown, buriers)
    found = _score_columns(batch, deals, results, status, counts, fouls) | bids.columns
    found = with_summaries(found, batch, deals.facts[:, kernel.PENALTY], status == SUMMARY, compiled)
    found = with_rulings(found, fouls.rulings, deals.facts, judged)
    scores = tag(found, batch["deal_id"], ruleset, SCORES)
    offenders = batch["deal_id"].take(pa.array(columns.pop("deal"))) if counts.any() else batch["deal_id"][:0]
    columns.pop("deal", None)
    return Scored(scores, tag(columns, offenders, ruleset, VIOLATIONS))
