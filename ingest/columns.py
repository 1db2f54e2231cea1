"""Arrow schemas of the lake's tables that hold records: the data model.

One row a version of a deal. Null means unknown; 0 is a value. Cards are binary
columns, one byte a card (``ingest.cards``). Levels are ranks 2..14, seats 0..3
counter-clockwise (South East North West), side 0 is seats 0 and 2. A trump is
one of ``S H C D NT``.
"""

from __future__ import annotations

import pyarrow as pa

KEY = pa.binary()  # 16 bytes; Delta Lake has no fixed-size binary

_DECLARATION = pa.struct(
    [
        ("seat", pa.int8()),
        ("cards", pa.binary()),  # none: passed
        ("when", pa.string()),  # deal (while cards are dealt), dealt, kitty (the dealer has it)
        ("together", pa.bool_()),  # at the same moment as the one before
    ]
)
_EXCHANGE = pa.struct([("seat", pa.int8()), ("cards", pa.binary()), ("took", pa.binary())])
_THROW = pa.struct(
    [
        ("trick", pa.int16()),  # 0-based
        ("seat", pa.int8()),
        ("attempted", pa.binary()),
        ("forced", pa.binary()),
        ("derived", pa.bool_()),  # the forced part was not recorded but worked out
    ]
)
_SPLIT = pa.struct(
    [
        ("trick", pa.int16()),  # 0-based
        ("cards", pa.binary()),  # the parts' cards one after another, each part sorted
        ("lens", pa.binary()),  # cards in each part, one byte a part
    ]
)
_PENALTY = pa.struct(
    [
        ("side", pa.int8()),  # the side that fouled
        ("seat", pa.int8()),  # null where the log names only the side
        ("kind", pa.string()),
        ("points", pa.int16()),  # >= 0
        ("count", pa.int16()),  # >= 1: how many cards, or how often; null where not recorded
        ("trick", pa.int16()),  # 0-based, null where not recorded
    ]
)

DEALS = pa.schema(
    [
        ("deal_id", KEY),  # this version: hash(deal_key, canonical text)
        ("deal_key", KEY),  # this deal: hash(match_key, deal number)
        ("match_key", KEY),  # hash(source, the format's match identity)
        ("cards_key", KEY),  # the board: hash(hands and kitty as dealt); null if not known
        ("run_id", pa.string()),
        ("format", pa.string()),
        ("source", pa.string()),
        ("file_hash", pa.string()),
        ("line", pa.int64()),  # 1-based
        ("place", pa.int32()),  # which deal of the line, 0-based
        ("match_name", pa.string()),  # the format's own match identity, as text
        ("deal_no", pa.int32()),  # 1-based in its match
        ("event", pa.string()),
        ("round", pa.string()),
        ("table", pa.string()),
        ("board", pa.string()),
        ("played_at", pa.timestamp("us", tz="UTC")),
        ("played_on", pa.date32()),
        *[(f"player_{seat}", pa.string()) for seat in range(4)],  # id in `players`
        *[(f"kind_{seat}", pa.string()) for seat in range(4)],  # human, bot, unknown
        ("synthetic", pa.bool_()),
        ("tier", pa.string()),  # full, derived, plays, partial, summary
        ("not_checked", pa.list_(pa.string())),  # checks that derivation makes empty
        ("decks", pa.int8()),
        ("level", pa.int8()),
        ("trump", pa.string()),
        ("dealer", pa.int8()),
        ("first_deal", pa.bool_()),
        ("level_0", pa.int8()),  # level of side 0 before the deal
        ("level_1", pa.int8()),
        ("hands", pa.binary()),  # seats 0..3 as dealt, of equal length, each sorted
        ("kitty", pa.binary()),  # as dealt, sorted
        ("buried", pa.binary()),  # after the last exchange, sorted
        ("plays", pa.binary()),  # all plays one after another, in play order
        ("play_lens", pa.binary()),  # cards a play, one byte a play
        ("leaders", pa.binary()),  # seat of the first play, one byte a trick
        ("declarations", pa.list_(_DECLARATION)),
        ("exchanges", pa.list_(_EXCHANGE)),  # of the kitty after it was buried
        ("throws", pa.list_(_THROW)),
        ("declared", pa.list_(_SPLIT)),  # how a leader said that a throw splits; one a trick at most
        ("penalties", pa.list_(_PENALTY)),
        ("rec_trick_winners", pa.binary()),  # a byte a trick, 255 not recorded
        ("rec_trick_points", pa.list_(pa.int16())),
        ("rec_defender_points", pa.int16()),  # in tricks, before penalties and kitty
        ("rec_kitty_points", pa.int16()),
        ("rec_multiplier", pa.int16()),
        ("rec_total", pa.int16()),
        ("rec_takeover", pa.bool_()),
        ("rec_levels_gained", pa.int8()),
        ("rec_level_after_0", pa.int8()),
        ("rec_level_after_1", pa.int8()),
        ("rec_next_dealer", pa.int8()),
        ("rec_winner", pa.int8()),  # side that won the game with this deal
        ("extra", pa.string()),  # unknown keys `x_…` as JSON, kept
    ]
)

SUPERSEDED = pa.schema([("deal_id", KEY), ("superseded_by", KEY), ("run_id", pa.string())])

PLAYERS = pa.schema([("player", pa.string()), ("source", pa.string()), ("name", pa.string())])

SOURCES = pa.schema(
    [
        ("file_hash", pa.string()),
        ("path", pa.string()),
        ("format", pa.string()),
        ("source", pa.string()),
        ("reader_version", pa.int32()),
        ("bytes", pa.int64()),
        ("lines", pa.int64()),
        ("read_at", pa.timestamp("us", tz="UTC")),
        ("run_id", pa.string()),
    ]
)

RAW = pa.schema([("file_hash", pa.string()), ("line", pa.int64()), ("text", pa.string()), ("run_id", pa.string())])

REJECTS = pa.schema(
    [
        ("run_id", pa.string()),
        ("file_hash", pa.string()),
        ("path", pa.string()),
        ("line", pa.int64()),
        ("deal_no", pa.int32()),  # null where the reader could not tell
        ("trick", pa.int32()),  # 0-based, null where it does not apply
        ("seat", pa.int8()),
        ("byte_from", pa.int64()),
        ("byte_to", pa.int64()),
        ("code", pa.string()),
        ("sentence", pa.string()),
        ("raw", pa.string()),
    ]
)

# One row a file a run: read = accepted + duplicate + changed + rejected.
INGEST_LOG = pa.schema(
    [
        ("run_id", pa.string()),
        ("path", pa.string()),
        ("file_hash", pa.string()),
        ("format", pa.string()),
        ("source", pa.string()),
        ("read", pa.int64()),
        ("accepted", pa.int64()),
        ("duplicate", pa.int64()),
        ("changed", pa.int64()),
        ("rejected", pa.int64()),
        ("finished_at", pa.timestamp("us", tz="UTC")),
    ]
)

# One row a finished run of any kind. Written last: it is what makes a run visible.
RUNS = pa.schema(
    [
        ("run_id", pa.string()),
        ("kind", pa.string()),  # ingest, replay
        ("finished_at", pa.timestamp("us", tz="UTC")),
        ("tables", pa.string()),  # JSON: table -> Delta version that belongs to this state
        ("report", pa.string()),  # JSON: what the run counted
    ]
)
