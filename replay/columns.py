"""Arrow schemas of what a replay writes: results of a deal under one ruleset.

A result belongs to (deal_id, ruleset_hash, engine_version). Per-trick results
are binary columns, one byte a trick or play; the SQL views unfold them.
"""

from __future__ import annotations

import pyarrow as pa

from ingest.columns import KEY

_TAG = [
    ("deal_id", KEY),
    ("ruleset", pa.string()),
    ("ruleset_hash", pa.string()),
    ("engine_version", pa.int32()),
    ("run_id", pa.string()),
]

SCORES = pa.schema(
    [
        *_TAG,
        ("match_key", KEY),
        # scored, partial (unfinished), unknown_cards, unknown_trump, wrong_decks, too_ambiguous, summary
        # (recorded without plays; its results are those recorded, and null where its total is not)
        ("status", pa.string()),
        ("verdicts", pa.binary()),  # verdict code, a byte a play in play order (replay.verdicts)
        ("winners", pa.binary()),  # seat that won, a byte a trick; 255 not decided
        ("won_by", pa.binary()),  # 0 lead, 1 follow, 2 ruff, 3 over-ruff; a byte a trick
        # lead's shape: 0 mixed, 1 single, 2 pair, 3 tractor (of pairs), 4 throw, 5 triple, 6 quad, 7 tractor of
        # triples, 8 tractor of quads; 255 in a deal that cannot be scored
        ("shapes", pa.binary()),
        ("trick_points", pa.list_(pa.int16())),  # null in a deal that cannot be scored
        ("defender_points", pa.int16()),  # in tricks
        ("kitty_points", pa.int16()),  # of the buried cards, before any multiplier
        ("last_winner", pa.int8()),  # seat; null while unfinished
        ("captured", pa.bool_()),  # bottom capture
        ("multiplier", pa.int32()),  # of the last trick, captured or not
        (
            "capture_points",
            pa.int32(),
        ),  # kitty points x multiplier if captured, 0 or less if kept
        ("penalty_points", pa.int32()),  # net change of the defenders' points by fouls and failed throws
        ("total", pa.int32()),  # the defenders' points X
        ("takeover", pa.bool_()),
        ("gain_side", pa.int8()),  # side 0/1 that gains levels or takes over; null of a void deal
        ("levels_gained", pa.int32()),
        ("wins_game", pa.bool_()),  # the gaining side wins the game outright
        ("demoted_to", pa.int8()),  # level 2..14 the dealer side falls to by the capture; null: none
        ("level_down_0", pa.int32()),  # levels that fouls in the log take from side 0
        ("level_down_1", pa.int32()),
        ("level_up_0", pa.int32()),  # … and give to it
        ("level_up_1", pa.int32()),
        # Of recorded bids and exchanges (replay.declared, replay.exchanged); null where none are recorded.
        ("bid_verdicts", pa.binary()),  # verdict code (replay.verdicts.BidVerdict), a byte a bid
        ("bid_tiers", pa.binary()),  # step on the ladder from 1, a byte a bid; 0: on none
        ("exchange_verdicts", pa.binary()),  # … of exchanges, a byte each (replay.verdicts.ExchangeVerdict)
        ("exchange_tiers", pa.binary()),  # … on the ladder of exchanges
        ("derived_trump", pa.string()),  # S H C D NT, or void: dealt anew; null where it does not follow
        ("derived_dealer", pa.int8()),  # seat that deals by its bid; null where the bids do not settle it
        ("ruled", pa.bool_()),  # a foul decided the deal: takeover, side and levels are what that comes to
        # fouls that can forfeit the match: how often each kind of the ruleset's `penalty.list`, side 0 before side 1;
        # null: none
        ("strikes", pa.list_(pa.int32())),
        ("violations", pa.int16()),  # rows in the violations table
    ]
)

VIOLATIONS = pa.schema(
    [
        *_TAG,
        ("trick", pa.int16()),  # 0-based; null: of the whole deal
        ("seat", pa.int8()),  # null: of the whole deal; a seat without a trick: of a bid, an exchange or a foul
        ("code", pa.string()),
        ("suit", pa.string()),  # led suit: S H C D trump
        ("played", pa.binary()),
        ("held", pa.binary()),  # cards of the led suit held before the play
        # e.g. "tractor:2", "triple_tractor:2", "pair:1", "triple:1", "quad:1", "suit:2", "highest:BJ", "part:S9",
        # "foul:coughing"
        ("owed", pa.string()),
    ]
)

# The match ladder, one row a deal with a result or a forfeit, rewritten for a match when it grows.
LADDER = pa.schema(
    [
        *_TAG,
        ("match_key", KEY),
        ("deal_no", pa.int32()),
        ("dealer", pa.int8()),
        ("level_before_0", pa.int8()),
        ("level_before_1", pa.int8()),
        ("level_after_0", pa.int8()),
        ("level_after_1", pa.int8()),
        (
            "next_dealer",
            pa.int8(),
        ),  # null when the game is over, after a void deal, and where the board names the dealer
        ("over", pa.bool_()),  # the game
        ("winner", pa.int8()),  # side that won the game
        ("chain_broken", pa.bool_()),  # a deal is missing before this one
        ("must_play_stopped", pa.bool_()),  # a must-play level stopped the gain
        ("game", pa.int32()),  # of the match, from 1
        ("games_0", pa.int32()),  # games that side 0 has won after the deal
        ("games_1", pa.int32()),
        ("match_winner", pa.int8()),  # side that has won the match by now
        ("leader", pa.int8()),  # side that leads if time is up after this deal; null: none, or the match is won
        ("forfeited", pa.bool_()),  # the game and the match, by a foul of this deal
        ("by_time", pa.bool_()),  # the game is won by the side that leads, for its time is up
    ]
)

# One row a ruleset scored in this lake.
RULESETS = pa.schema(
    [
        ("ruleset", pa.string()),
        ("ruleset_hash", pa.string()),
        ("engine_version", pa.int32()),
        ("title_zh", pa.string()),
        ("title_en", pa.string()),
        ("profile_of", pa.list_(pa.string())),  # formats whose own rules this ruleset states
        ("resolved", pa.string()),  # JSON of every resolved value
        ("run_id", pa.string()),
    ]
)
