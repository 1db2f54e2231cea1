"""The JSON Schema in the package says what the reader takes: same keys, same order, same verdicts."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest

from ingest import wire
from ingest.readers import shengji_deal
from ingest.record import Exchange, Penalty, Split, Throw, to_line
from tests.ingest import deals

SCHEMA: dict[str, Any] = json.loads(files("ingest").joinpath("schemas/shengji-deal-1.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
SAMPLES = Path(__file__).parents[2] / "data" / "samples"
FULL = deals.deal(1)
HEAD = '{"format":"shengji-deal/1","match":"m","deal":1,"decks":2'


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        (SCHEMA, wire.Line),
        (SCHEMA["$defs"]["player"], wire.PlayerText),
        (SCHEMA["properties"]["bids"]["items"], wire.BidText),
        (SCHEMA["properties"]["exchanges"]["items"], wire.ExchangeText),
        (SCHEMA["properties"]["throws"]["items"], wire.ThrowText),
        (SCHEMA["properties"]["declared"]["items"], wire.SplitText),
        (SCHEMA["properties"]["penalties"]["items"], wire.PenaltyText),
        (SCHEMA["properties"]["result"], wire.ResultText),
    ],
    ids=["line", "player", "bid", "exchange", "throw", "declared", "penalty", "result"],
)
def test_keys_and_their_order(place: dict[str, Any], kind: type[msgspec.Struct]) -> None:
    assert list(place["properties"]) == list(kind.__struct_fields__)
    needed = [field.name for field in msgspec.structs.fields(kind) if field.required]
    assert place["required"] == needed


@pytest.mark.parametrize("seed", range(5))
def test_canonical_lines_fit(seed: int) -> None:
    deal = deals.changed(
        deals.deal(seed),
        throws=[Throw(0, 1, b"\0\1", b"\0")],
        declared=[Split(0, b"\0\0\1", b"\2\1")],
        penalties=[Penalty(1, 3, "revoke", 10, 1, 2)],
        exchanges=[Exchange(2, b"\4\4", b"\0\1\xff")],
        rec_trick_points=[0, None],
        event="e",
        first_deal=False,
    )
    VALIDATOR.validate(json.loads(to_line(deal)))


@pytest.mark.parametrize("name", ["by_hand.jsonl", "clean.jsonl", "matches.jsonl"])
def test_the_samples_are_read_and_their_canonical_lines_fit(name: str) -> None:
    for line in (SAMPLES / name).read_bytes().splitlines():
        (item,) = shengji_deal.parse(line)
        assert item.fault is None
        VALIDATOR.validate(json.loads(item.text))


@pytest.mark.parametrize(
    "fields",
    [
        '"level":"1"',
        '"trump":"X"',
        '"dealer":4',
        '"dealer":"0"',
        '"deal2":1',
        '"hands":["S2"]',
        '"kitty":"S1"',
        '"kitty":5',
        '"players":[{"kind":"cat"},{},{},{}]',
        '"exchanges":{}',
        '"exchanges":[{"seat":4,"cards":"S2","took":"S3"}]',
        '"exchanges":[{"seat":"0","cards":"S2","took":"S3"}]',
        '"exchanges":[{"cards":"S2","took":"S3"}]',
        '"exchanges":[{"seat":0,"took":"S3"}]',
        '"exchanges":[{"seat":0,"cards":"S2"}]',
        '"exchanges":[{"seat":0,"cards":"S2","took":null}]',
        '"exchanges":[{"seat":0,"cards":["S2"],"took":"S3"}]',
        '"exchanges":[{"seat":0,"cards":"S2","took":"3S"}]',
        '"exchanges":[{"seat":0,"cards":"S2","took":"S3","buried":"S4"}]',
        '"tricks":[["S2","S3","S4","S5"]]',
        '"tricks":[[4,"S2","S3","S4","S5"]]',
        '"tricks":[[0]]',
        '"tricks":[[0,"S2","S3","S4","S5","S6"]]',
        '"throws":[{"trick":0,"seat":0,"attempted":"S2"}]',
        '"declared":[{"trick":0,"parts":["S2"]}]',
        '"declared":[{"trick":1,"parts":[]}]',
        '"declared":[{"trick":1,"parts":["S2",""]}]',
        '"declared":[{"trick":1,"parts":"S2 S3"}]',
        '"declared":[{"trick":1}]',
        '"declared":[{"trick":1,"seat":0,"parts":["S2"]}]',
        '"penalties":[{"side":0,"points":-1}]',
        '"penalties":[{"side":0,"count":0}]',
        '"penalties":[{"side":0,"count":"3"}]',
        '"penalties":[{"side":0,"count":32768}]',
        '"penalties":[{"side":2}]',
        '"result":{"winner":2}',
        '"result":{"totals":2}',
        '"played_on":"tomorrow"',
    ],
)
def test_what_the_schema_refuses_the_reader_refuses(fields: str) -> None:
    line = f"{HEAD},{fields}}}"
    assert not VALIDATOR.is_valid(json.loads(line))
    (item,) = shengji_deal.parse(line.encode())
    assert item.fault is not None
