"""Cards of a whole deal between text and codes at once, for canonical text only.

Canonical cards are two letters and one letter between, so every third byte of
the text is a suit, a rank or a gap. Suits and ranks are turned into numbers by
table, and added and compared for all cards at once as one long integer with a
byte a card (no byte ever overflows: codes stay under 64).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ingest.cards import ORDER, PLACE, RANKS, TEXT

_SUIT = bytes.maketrans(b"SHCDLB", bytes([0, 13, 26, 39, 43, 44]))  # LJ is 43 + 9, BJ 44 + 9: no other card is 52 or 53
_RANK = bytes.maketrans(RANKS.encode(), bytes(range(13)))
_GAP = bytes.maketrans(b" ,", b"\x00\x80")  # a bit where a group ends
_SUIT_LETTER = bytes(ord(TEXT[code][0]) if code < 54 else ord("?") for code in range(256))
_RANK_LETTER = bytes(ord(TEXT[code][1]) if code < 54 else ord("?") for code in range(256))
_COUNT = bytes((length + 1) // 3 if length % 3 == 2 else 0 for length in range(256))
_GAPS = [b" " * (count - 1) + b"," for count in range(256)]


def read_groups(groups: Sequence[str]) -> tuple[bytes, bytes]:
    """The codes of groups of cards (plays, hands) one after another, and the length of each group.

    Raises ``KeyError`` unless each group is canonical: known cards, one blank between, in order.
    """
    try:
        text = ",".join(groups).encode("ascii")
        counts = bytes(map(len, groups)).translate(_COUNT)
    except ValueError as error:
        raise KeyError(groups) from error
    suits, ranks, gaps = text[::3], text[1::3], text[2::3]
    if len(text) % 3 != 2 or suits.strip(b"SHCDLB") or ranks.strip(RANKS.encode()) or gaps.strip(b" ,"):
        raise KeyError(groups)
    if gaps.count(b",") != len(groups) - 1:
        raise KeyError(groups)
    total = _number(suits.translate(_SUIT)) + _number(ranks.translate(_RANK))
    codes = total.to_bytes(len(suits), "little")
    jokers = suits.count(b"L") == codes.count(b"\x34") and suits.count(b"B") == codes.count(b"\x35")
    if not jokers or not _in_order(codes, gaps):
        raise KeyError(groups)
    return codes, counts


def write_groups(codes: bytes, counts: bytes) -> list[str]:
    """The canonical texts of groups of cards; the way back of ``read_groups``, for any order and unknown cards."""
    if not codes or 0 in counts:
        return [_sorted_text(group) for group in split(codes, counts)]
    gaps = b"".join([_GAPS[count] for count in counts])[:-1]
    if max(codes) >= 54 or not _in_order(codes, gaps):
        codes = sort_groups(codes, counts)
    text = bytearray(3 * len(codes) - 1)
    text[::3], text[1::3], text[2::3] = codes.translate(_SUIT_LETTER), codes.translate(_RANK_LETTER), gaps
    return text.decode().split(",")


def sort_groups(codes: bytes, counts: bytes) -> bytes:
    """The same cards, each group in canonical order."""
    keys = np.frombuffer(codes.translate(PLACE), np.uint8).astype(np.int32)
    keys += np.repeat(np.arange(0, 256 * len(counts), 256, dtype=np.int32), np.frombuffer(counts, np.uint8))
    keys.sort()
    ordered: bytes = keys.astype(np.uint8).tobytes()
    return ordered.translate(ORDER)


def split(codes: bytes, counts: Sequence[int]) -> list[bytes]:
    """The groups one by one."""
    groups, start = [], 0
    for count in counts:
        groups.append(codes[start : start + count])
        start += count
    return groups


def _sorted_text(codes: bytes) -> str:
    return write_groups(codes, bytes([len(codes)]))[0] if codes else ""


def _number(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _in_order(codes: bytes, gaps: bytes) -> bool:
    """Whether no card stands before a higher one of its group: next - this >= 0, or a gap between groups."""
    place = codes.translate(PLACE)
    high = _number(b"\x80" * len(gaps))
    steps = _number(place[1:]) + high - _number(place[:-1])
    return (steps | _number(gaps.translate(_GAP))) & high == high
