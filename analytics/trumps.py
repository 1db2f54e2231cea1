"""How many trumps the dealer's side holds after burying: counted once a deal, when the catalog is built.

Trumps are the jokers, the cards of the level rank and those of the trump suit. Counted where the cards
dealt and buried are known, nobody else took the kitty, and there is a trump suit; without one nearly nobody holds any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ingest.cards import CARDS_PER_DECK, LITTLE_JOKER, RANKS, SEATS, SUITS

if TYPE_CHECKING:
    import duckdb
    import numpy as np
    import pyarrow as pa

    Array = np.ndarray[Any, np.dtype[Any]]

ROWS = 65536  # deals held in memory at a time
DEALS = """
SELECT deal_id, level, trump, dealer, hands, kitty, buried FROM base.deals
WHERE tier IN ('full', 'derived') AND level IS NOT NULL AND dealer IS NOT NULL AND trump IN ('S', 'H', 'C', 'D')
  AND hands IS NOT NULL AND kitty IS NOT NULL AND buried IS NOT NULL AND coalesce(len(exchanges), 0) = 0
"""


def write(con: duckdb.DuckDBPyConnection) -> None:
    """Make ``base.trumps``: deal_id -> trumps, for the current deals in which they can be counted."""
    import pyarrow as pa

    con.execute("CREATE TABLE base.trumps (deal_id BLOB, trumps TINYINT)")
    reading = con.cursor()
    reading.execute("USE catalog")
    for batch in reading.sql(DEALS).to_arrow_reader(ROWS):
        rows = pa.table({"deal_id": batch["deal_id"], "trumps": pa.array(count(batch), pa.int8())})
        con.from_arrow(rows).insert_into("base.trumps")


def count(deals: pa.RecordBatch) -> Array:
    """Trumps of dealer and partner after burying, a number a deal.

    ``deals`` has the columns level, trump, dealer, hands, kitty, buried, none of them null.
    """
    import numpy as np

    table = _is_trump()
    suits = np.array([SUITS.index(suit) for suit in deals["trump"].to_pylist()])
    level = deals["level"].to_numpy(zero_copy_only=False)
    dealer = deals["dealer"].to_numpy(zero_copy_only=False).astype(np.int64)
    found = np.zeros(deals.num_rows, np.int64)
    for name, sign in (("hands", 1), ("kitty", 1), ("buried", -1)):
        for rows, cards in _by_length(deals[name]):
            if name == "hands":
                hands = cards.reshape(len(rows), SEATS, -1)
                ours = np.stack([dealer[rows], (dealer[rows] + 2) % SEATS], axis=1)
                cards = np.take_along_axis(hands, ours[:, :, None], axis=1).reshape(len(rows), -1)
            found[rows] += sign * table[level[rows, None], suits[rows, None], cards].sum(axis=1, dtype=np.int64)
    return found


def _is_trump() -> Array:
    """Whether a card code is trump, by level 0..14 and suit 0..3: [15, 4, 256]; a card not known is none."""
    import numpy as np

    table = np.zeros((15, len(SUITS), 256), np.uint8)
    table[:, :, LITTLE_JOKER:CARDS_PER_DECK] = 1
    for suit in range(len(SUITS)):
        table[:, suit, 13 * suit : 13 * suit + 13] = 1
    for level in range(2, 15):
        table[level, :, level - 2 : LITTLE_JOKER : len(RANKS)] = 1
    return table


def _by_length(column: pa.Array) -> list[tuple[Array, Array]]:
    """The rows of each length of a binary column, and their bytes [rows, length]."""
    import numpy as np
    import pyarrow.compute as pc

    lengths = pc.binary_length(column).to_numpy(zero_copy_only=False)
    found = []
    for length in np.unique(lengths).tolist():
        rows = np.flatnonzero(lengths == length)
        data = b"".join(column.take(rows).to_pylist()) if length else b""
        found.append((rows, np.frombuffer(data, np.uint8).reshape(len(rows), length)))
    return found
