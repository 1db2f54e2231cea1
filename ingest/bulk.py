"""Cards of many deals between text and codes at once: groups of cards (hands, bids), and tricks.

What is read here is canonical text only: what comes out is written again, and
text that is not the same is left to others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ingest.cards import CARDS_PER_DECK, ORDER, PLACE, SEATS, TEXT, UNKNOWN

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

MOST = 255  # cards a play, as its length is kept in a byte
_BLANK, _QUOTE, _COMMA, _OPEN, _CLOSE, _ZERO = b' ",[]0'
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_SEATS = bytes(range(SEATS))
_WORDS = [*TEXT, *["??"] * (256 - CARDS_PER_DECK)]
_FIRST, _SECOND = (np.array([ord(word[place]) for word in _WORDS], np.uint8) for place in (0, 1))
_CODE = np.full(1 << 16, UNKNOWN, np.uint8)  # by the two letters as one number
_CODE[_FIRST[:CARDS_PER_DECK].astype(np.int64) << 8 | _SECOND[:CARDS_PER_DECK]] = np.arange(CARDS_PER_DECK)


class Tricks(NamedTuple):
    """The tricks of a deal: all cards played, a byte a play for its length, a byte a trick for its leader."""

    plays: bytes
    lens: bytes
    leaders: bytes


def read_groups(texts: Sequence[str]) -> list[bytes | None]:
    """The codes of groups of cards; None for a group that is not canonical text, or empty."""
    whole = " ".join([*texts, ""])
    if not whole.isascii():
        whole = _NOT_ASCII.sub("!", whole)
    data = np.frombuffer(whole.encode(), np.uint8)
    spans = lengths(texts) + 1
    counts = spans // 3
    at = spread(np.cumsum(spans) - spans, counts, 3)
    codes = sort_groups(_codes(data, at), counts)
    cards = np.frombuffer(codes, np.uint8)
    wrong = (data[at] != _FIRST[cards]) | (data[at + 1] != _SECOND[cards]) | (data[at + 2] != _BLANK)
    bad = spans % 3 != 0
    if wrong.any():
        bad[np.repeat(np.arange(len(counts)), counts)[wrong]] = True
    return [None if no else group for no, group in zip(bad.tolist(), split(codes, counts), strict=True)]


def read_tricks(texts: Sequence[bytes]) -> list[Tricks | None]:
    """The tricks of deals from the JSON text of each; None for text that is not canonical."""
    quotes = np.array([text.count(b'"') for text in texts], np.int64)
    if (quotes % 2).any():  # one that is odd would shift those after it
        texts = [text if even else b"" for text, even in zip(texts, (quotes % 2 == 0).tolist(), strict=True)]
        quotes[quotes % 2 == 1] = 0
    data = np.frombuffer(b"".join(texts), np.uint8)
    marks = np.flatnonzero(data == _QUOTE)
    starts = marks[::2] + 1
    counts = np.minimum((marks[1::2] - starts + 1) // 3, MOST)
    codes = _codes(data, spread(starts, counts, 3))
    deals = quotes // 2
    leads = in_trick(places(deals)) == 0
    leaders = (data[starts[leads] - 3] - _ZERO).tobytes()
    written = write_tricks(codes, counts, leaders, deals)
    lens = counts.astype(np.uint8).tobytes()
    ends = np.append(0, np.cumsum(counts))[np.cumsum(deals)].tolist()
    found: list[Tricks | None] = []
    play = card = trick = 0
    for text, again, plays, end in zip(texts, written, deals.tolist(), ends, strict=True):
        last, after = play + plays, trick + -(-plays // SEATS)
        right = text == again and not leaders[trick:after].strip(_SEATS)
        found.append(Tricks(codes[card:end], lens[play:last], leaders[trick:after]) if right else None)
        play, card, trick = last, end, after
    return found


def _codes(data: Bytes, at: Ints) -> bytes:
    """The codes of the cards at some places of a text; unknown for what is no card."""
    codes: Bytes = _CODE[data[at].astype(np.uint16) << 8 | data[at + 1]]
    return codes.tobytes()


def spread(starts: Ints, counts: Ints, step: int) -> Ints:
    """So many numbers from each start on, a step apart."""
    before = np.cumsum(counts) - counts
    numbers: Ints = np.repeat(starts - step * before, counts)
    numbers += np.arange(0, step * len(numbers), step)
    return numbers


def places(counts: Ints) -> Ints:
    """For groups of so many: the place of each in its group, 0-based."""
    return spread(np.zeros_like(counts), counts, 1)


def in_trick(places: Ints) -> Ints:
    """Places in a deal, or seats counted on, as places in a trick: 0 to 3."""
    return places & (SEATS - 1)  # a remainder takes ten times as long


def sort_groups(codes: bytes, counts: Ints) -> bytes:
    """The same cards, each group in canonical order."""
    places = np.frombuffer(codes.translate(PLACE), np.uint8)
    keys = np.repeat(np.arange(len(counts), dtype=np.uint32) << 8, counts) | places
    if (keys[1:] < keys[:-1]).any():
        keys.sort()
    return keys.astype(np.uint8).tobytes().translate(ORDER)


def write_groups(codes: bytes, counts: Ints) -> list[str]:
    """The canonical texts of groups of cards given in any order; ``??`` for unknown cards."""
    cards = np.frombuffer(sort_groups(codes, counts), np.uint8)
    cells = np.full((len(codes), 3), _BLANK, np.uint8)
    cells[:, 0], cells[:, 1] = _FIRST[cards], _SECOND[cards]
    text = cells.tobytes().decode()
    return [text[3 * end - 3 * count : 3 * end - 1] if count else "" for end, count in _ends(counts)]


def write_tricks(plays: bytes, counts: Ints, leaders: bytes, deals: Ints) -> list[bytes]:
    """The canonical JSON text of each deal's tricks, ``[[0,"S5 S5",…],…]``.

    ``counts`` has the cards of each play, ``deals`` the plays of each deal: four a trick, in the last maybe fewer.
    """
    place = places(deals)
    lead = in_trick(place) == 0
    last = np.roll(lead, -1)  # of its trick
    end = np.roll(place == 0, -1)  # of its deal
    inside = np.maximum(3 * counts - 1, 0)
    before = np.where(lead, 4, 1)  # [[0, or ,[0, and else a comma
    width = before + inside + 2 + last + end
    quote = np.cumsum(width) - width + before
    text = np.full(int(width.sum()), _BLANK, np.uint8)
    text[quote], text[quote + inside + 1], text[quote - 1] = _QUOTE, _QUOTE, _COMMA
    first = quote[lead]
    text[first - 2], text[first - 3] = np.frombuffer(leaders, np.uint8) + _ZERO, _OPEN
    text[first - 4] = np.where(place[lead] == 0, _OPEN, _COMMA)
    text[(quote + inside)[last] + 2], text[(quote + inside)[end] + 3] = _CLOSE, _CLOSE
    at = spread(quote + 1, counts, 3)
    cards = np.frombuffer(sort_groups(plays, counts), np.uint8)
    text[at], text[at + 1] = _FIRST[cards], _SECOND[cards]
    whole = text.tobytes()
    bounds = np.append(0, np.cumsum(width))[np.append(0, np.cumsum(deals))].tolist()
    return [whole[start:stop] or b"[]" for start, stop in pairwise(bounds)]


def lengths(groups: Sequence[bytes] | Sequence[str]) -> Ints:
    """How long each is."""
    return np.fromiter(map(len, groups), np.int64, len(groups))


def split(codes: bytes, counts: Ints) -> list[bytes]:
    """The groups one by one."""
    return [codes[end - count : end] for end, count in _ends(counts)]


def _ends(counts: Ints) -> Iterable[tuple[int, int]]:
    """Where each group ends, and how many it has."""
    return zip(np.cumsum(counts).tolist(), counts.tolist(), strict=True)
