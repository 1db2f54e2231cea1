"""Lines read many at once give what each gives alone, whatever stands beside it, and what the tolerant way gives."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.readers import fen80, shengji_deal
from ingest.readers.base import Item
from ingest.record import to_line
from tests.ingest import deals
from tests.ingest.test_fen80 import as_round, match

SEEDS = st.integers(0, 2**32)


def same(line: str, rng: random.Random) -> str:
    return line


def shuffled(line: str, rng: random.Random) -> str:
    pairs = list(json.loads(line).items())
    rng.shuffle(pairs)
    return json.dumps(dict(pairs), ensure_ascii=rng.random() < 0.5)


ALIASES = [
    ("ST", "S10"),
    (' "S', ' "♠'),
    ("LJ", "小王"),
    (" H", "  h"),
    ('"NT"', '"nt"'),
    ('"T"', '"10"'),
    ('"decks"', ' "decks"'),
    ('"SA"', '""'),
    ("SA", "??"),
]


def aliased(line: str, rng: random.Random) -> str:
    for old, new in rng.sample(ALIASES, 3):
        line = line.replace(old, new, rng.choice([1, -1]))
    return line


def broken(line: str, rng: random.Random) -> str:
    at = rng.randrange(len(line))
    return line[:at] + rng.choice(["", '"', ",", "S", "9", "\\", "[", "]", "é", "null"]) + line[at + rng.randrange(3) :]


def spoken(line: str, rng: random.Random) -> str:
    """Some leads declared, now and then of other cards than were led, in any order, or of none."""
    (item,) = shengji_deal.parse(line.encode())
    assert item.deal is not None
    tricks = rng.sample(range(len(item.deal.leaders or b"")), 3)
    record = json.loads(to_line(deals.told(item.deal, *tricks)))
    parts = record["declared"][0]["parts"]
    parts[-1] = rng.choice([parts[-1], "H5 H5", "S2 SA", "", "??"])
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def cut(line: str, rng: random.Random) -> str:
    """Keys left out, and the last trick not to its end."""
    record = json.loads(line)
    for key in rng.sample([*record][3:], rng.randrange(4)):
        del record[key]
    if record.get("tricks"):
        del record["tricks"][-1][rng.randrange(1, 5) :]
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def unsorted(line: str, rng: random.Random) -> str:
    record = json.loads(line)
    trick = rng.choice(record["tricks"])
    place = rng.randrange(1, 5)
    trick[place] = " ".join(rng.sample(trick[place].split(), len(trick[place].split())))
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


CHANGES = [same, same, spoken, shuffled, aliased, broken, cut, unsorted]


def seen(items: list[Item]) -> list[tuple[object, ...]]:
    """What an item says; faults are told by their words."""
    return [
        (item.deal, item.text, item.deal_no, item.fault and (item.fault.code, item.fault.sentence, item.fault.trick))
        for item in items
    ]


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_native_lines_at_once_and_alone(seed: int) -> None:
    rng = random.Random(seed)
    lines = [rng.choice(CHANGES)(to_line(deals.deal(seed + n)), rng).encode() for n in range(12)]
    together = shengji_deal.parse_all(lines)
    assert [seen(items) for items in together] == [seen([shengji_deal._parse(line)]) for line in lines]
    for line, (item,) in zip(lines, together, strict=True):
        assert item.deal is None or to_line(item.deal).encode() == item.text
        assert item.text in (b"", line) or shengji_deal.parse(item.text)[0].deal == item.deal


def test_a_canonical_line_takes_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shengji_deal, "_parse", lambda text: pytest.fail("read as a person's line"))
    lines = [to_line(deals.told(deals.deal(seed), *range(seed % 4))).encode() for seed in range(20)]
    assert [item.text for (item,) in shengji_deal.parse_all(lines)] == lines


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"x_note":"random"', '"x_note":1,"x_note":"random"'),
        ('"x_note":"random"', '"x_z":1,"x_note":"random"'),
        ('"x_note":"random"', '"x_note": "random"'),
        ('"deal":1', '"deal":2,"deal":1'),
        ('"takeover":true}', '"takeover":true},"dealer":1'),
        ('"decks":2', '"decks":2,"event":null'),
        ('"format":"shengji-deal/1"', '"format":"shengji-deal/2"'),
    ],
)
def test_a_line_that_only_looks_canonical_does_not(old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> None:
    line = to_line(deals.deal(1))
    assert old in line
    taken: list[bytes] = []
    monkeypatch.setattr(shengji_deal, "_parse", lambda text: taken.append(text) or Item())
    lines = [line.encode(), line.replace(old, new).encode()]
    shengji_deal.parse_all(lines)
    assert taken == lines[1:]


ODD: list[Callable[[dict[str, Any]], Any]] = [
    lambda round_: None,
    lambda round_: round_.update(no="x"),
    lambda round_: round_.update(plays=[]),
    lambda round_: round_.update(tricks=3),
    lambda round_: round_.update(buried=[1, 1]),
    lambda round_: round_.update(kitty=[]),
    lambda round_: round_.pop("kitty", None),
    lambda round_: round_.update(more=1),
    lambda round_: round_.update(declSeat=5),
]


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_80fen_matches_at_once_and_alone(seed: int) -> None:
    rng = random.Random(seed)
    lines = []
    for _ in range(8):
        rounds = [as_round(deals.deal(seed + number), number) for number in range(1, rng.randrange(2, 5))]
        rng.choice(ODD)(rng.choice(rounds))
        line = match(*rounds)
        lines.append(broken(line.decode(), rng).encode() if rng.random() < 0.2 else line)
    assert [seen(items) for items in fen80.parse_all(lines)] == [seen([*fen80._one_by_one(line)]) for line in lines]
