"""Lines that cannot be read: each is one reject with its code and sentence, and its neighbours stay."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest import files, pipeline
from ingest.faults import Reject
from ingest.lake import Lake
from ingest.record import to_line
from tests.ingest import deals

GOOD = to_line(deals.deal(1, number=1))


def line(fields: str) -> bytes:
    return ('{"format":"shengji-deal/1","match":"m","deal":7,"decks":2,' + fields + "}").encode()


def replaced(old: str, new: str) -> bytes:
    assert old in GOOD
    return GOOD.replace(old, new, 1).encode()


DEEP = b"[" * 100_000

CASES: list[tuple[str, bytes, str, str]] = [
    ("cut off", GOOD[:300].encode(), "cut_off", "in the middle of the record"),
    ("cut in a text", GOOD[:20].encode(), "cut_off", "in the middle of the record"),
    ("not JSON", b'{"format":"shengji-deal/1" "match"}', "not_json", "not JSON: .* at character 28"),
    ("two on a line", (GOOD + GOOD).encode(), "not_json", "Extra data"),
    ("text", b"Friday night: a won", "not_json", "not JSON"),
    ("zero bytes", b"\0\0\0", "not_json", "not JSON"),
    ("a list", b"[1]", "not_an_object", "no JSON object"),
    ("null", b"null", "not_an_object", "no JSON object"),
    ("latin-1", GOOD.replace("Ada", "Zo\xeb").encode("latin-1"), "not_utf8", "is not UTF-8"),
    ("half a character", replaced('"Ada"', '"\\ud800"'), "bad_text", "half a character"),
    ("a conflict", b"<<<<<<< HEAD", "conflict_marker", "unresolved merge"),
    ("its middle", b"=======", "conflict_marker", "unresolved merge"),
    ("too deep", b'{"format":' + DEEP, "nested_too_deep", "too deep"),
    ("too deep in x_", line('"x_a":' + "[" * 5000 + "]" * 5000), "nested_too_deep", "too deep"),
    ("NaN", line('"x_a":NaN'), "not_a_number", "NaN is no number"),
    ("infinite", line('"x_a":1e999'), "not_a_number", "1e999 is out of range"),
    ("too long a number", line('"x_a":' + "9" * 5000), "not_json", "not JSON"),
    ("a key twice", line('"level":"2","level":"3"'), "key_twice", "'level' stands twice"),
    ("a key twice inside", line('"result":{"total":1,"total":2}'), "key_twice", "'total' stands twice"),
    ("a typing error", line('"buryed":"S2"'), "unknown_key", "'buryed' .* Did you mean 'buried'"),
    ("an own key without x_", line('"mine":1'), "unknown_key", "Own keys begin with x_"),
    ("a typing error inside", line('"result":{"totl":1}'), "unknown_key", "'totl' .*in result.*'total'"),
    ("an x_ key inside", line('"result":{"x_a":1}'), "unknown_key", "'x_a'"),
    ("no match", b'{"format":"shengji-deal/1","deal":1,"decks":2}', "key_missing", "'match' is missing"),
    ("no deal", b'{"format":"shengji-deal/1","match":"m","decks":2}', "key_missing", "'deal' is missing"),
    ("no decks", b'{"format":"shengji-deal/1","match":"m","deal":1}', "key_missing", "'decks' is missing"),
    ("no format", b'{"match":"m","deal":1,"decks":2}', "unknown_format", "'format' is None"),
    ("a later format", replaced("deal/1", "deal/2"), "unknown_format", "'shengji-deal/2'"),
    ("deal 0", replaced('"deal":1', '"deal":0'), "wrong_value", "deal: expected int >= 1"),
    ("a float", replaced('"deal":1', '"deal":1.0'), "wrong_value", "deal: expected int, got float"),
    ("a true", replaced('"deal":1', '"deal":true'), "wrong_value", "deal: expected int, got bool"),
    ("a text", replaced('"deal":1', '"deal":"1"'), "wrong_value", "deal: expected int, got str"),
    ("no such seat", line('"dealer":4'), "wrong_value", "dealer: expected int <= 3"),
    ("no decks at all", replaced('"decks":2', '"decks":0'), "wrong_value", "decks: expected int >= 1"),
    ("three hands", line('"hands":["","",""]'), "wrong_value", "hands: expected array of length >= 4"),
    ("three players", line('"players":[{},{},{}]'), "wrong_value", "players: expected array of length >= 4"),
    ("a kind", line('"players":[{"kind":"cat"},{},{},{}]'), "wrong_value", r"players\[0\].kind.*'cat'"),
    ("fewer than no points", line('"penalties":[{"side":0,"points":-5}]'), "wrong_value", "points"),
    ("a penalty for no card", line('"penalties":[{"side":0,"count":0}]'), "wrong_value", r"count: expected int >= 1"),
    (
        "a count in words",
        line('"penalties":[{"side":0,"count":"3"}]'),
        "wrong_value",
        "count: expected int .*, got str",
    ),
    ("exchanges that are none", line('"exchanges":5'), "wrong_value", "exchanges: expected array"),
    ("an exchange of nobody", line('"exchanges":[{"cards":"S2","took":"S3"}]'), "key_missing", "'seat' .* exchanges"),
    ("nothing shown", line('"exchanges":[{"seat":1,"took":"S3"}]'), "key_missing", "'cards' is missing in exchanges"),
    ("nothing taken", line('"exchanges":[{"seat":1,"cards":"S3"}]'), "key_missing", "'took' is missing in exchanges"),
    (
        "an exchange by a fifth",
        line('"exchanges":[{"seat":4,"cards":"S2","took":"S3"}]'),
        "wrong_value",
        r"exchanges\[0\].seat: expected int <= 3",
    ),
    (
        "an exchange of a list",
        line('"exchanges":[{"seat":0,"cards":"S2","took":["S3"]}]'),
        "wrong_value",
        "took: expected str, got array",
    ),
    (
        "an exchange with a typing error",
        line('"exchanges":[{"seat":0,"cards":"S2","token":"S3"}]'),
        "unknown_key",
        "'token' .*in exchanges.*'took'",
    ),
    ("a card taken", line('"exchanges":[{"seat":0,"cards":"S2","took":"3S"}]'), "bad_card", "'3S' is no card"),
    ("a card shown", line('"exchanges":[{"seat":0,"cards":"2S","took":"S3"}]'), "bad_card", "'2S' is no card"),
    ("exchanges twice", line('"exchanges":[],"exchanges":[]'), "key_twice", "'exchanges' stands twice"),
    ("parts in trick 0", line('"declared":[{"trick":0,"parts":["S2"]}]'), "wrong_value", "trick: expected int >= 1"),
    ("parts of no trick", line('"declared":[{"parts":["S2"]}]'), "key_missing", "'trick' is missing in declared"),
    (
        "no parts",
        line('"declared":[{"trick":1,"parts":[]}]'),
        "declared_mismatch",
        "Trick 1: .* needs one part or more",
    ),
    (
        "an empty part",
        line('"declared":[{"trick":2,"parts":["S2"," "]}]'),
        "declared_mismatch",
        "Trick 2: .* each of 1 to",
    ),
    ("a card in a part", line('"declared":[{"trick":1,"parts":["S2","2S"]}]'), "bad_card", "'2S' is no card"),
    ("a winner 4", line('"result":{"trick_winners":[0,4]}'), "wrong_value", r"trick_winners\[1\]"),
    ("a big total", line('"result":{"total":99999}'), "wrong_value", "total: expected int <= 32767"),
    ("a level", line('"level":"1"'), "bad_level", "'1' is no rank"),
    ("a joker level", line('"levels":["LJ","2"]'), "bad_level", "'LJ' is no rank"),
    ("a trump", line('"trump":"X"'), "bad_trump", "'X' is no trump"),
    ("a card", line('"kitty":"S1"'), "bad_card", "'S1' is no card"),
    ("a card in a play", line('"tricks":[[2,"S2","S3","S4","5S"]]'), "bad_card", "Trick 1, seat 1: '5S'"),
    ("a leader", line('"tricks":[[4,"S2","S3","S4","S5"]]'), "bad_trick", "begin with its leader's seat"),
    ("a missing leader", line('"tricks":[["S2","S3","S4","S5"]]'), "bad_trick", "begin with its leader"),
    ("no leader", line('"tricks":[["S2","S3","S4","S5","S6"]]'), "bad_trick", "begin with its leader"),
    ("a number played", line('"tricks":[[0,1,"S3","S4","S5"]]'), "bad_trick", "a text of cards, not 1"),
    ("an empty trick", line('"tricks":[[]]'), "play_count", "Trick 1 has 0 plays"),
    (
        "three plays in the middle",
        line('"tricks":[[0,"S2","S3","S4"],[0,"H2","H3","H4","H5"]]'),
        "play_count",
        "Trick 1 has 3 plays",
    ),
    ("five plays", line('"tricks":[[0,"S2","S3","S4","S5","S6"]]'), "play_count", "Trick 1 has 5 plays"),
    ("a day", line('"played_on":"31.1.2026"'), "bad_time", "no day; write it like"),
    ("a time without zone", line('"played_at":"2026-01-31T20:15:00"'), "bad_time", "with a zone"),
    ("unequal hands", line('"hands":["S2","S3","S4","S5 S6"]'), "hand_sizes", "1 1 1 2 cards"),
]


@pytest.mark.parametrize(("text", "code", "sentence"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\n\n \n"], ids=["lf", "crlf", "blank lines"])
def test_a_bad_line_loses_only_itself(tmp_path: Path, text: bytes, code: str, sentence: str, end: bytes) -> None:
    after = to_line(deals.deal(2, number=2))
    file = tmp_path / "a.jsonl"
    file.write_bytes(end.join([GOOD.encode(), text, after.encode()]) + end)
    lake = Lake.create(tmp_path / "lake")
    report = pipeline.ingest([str(file)], lake)
    (reject,) = report.rejects
    assert reject.code == code
    assert reject.sentence.endswith((".", "x_."))

    assert re.search(sentence, reject.sentence), reject.sentence
    assert reject.line == (4 if end == b"\n\n \n" else 2)
    assert report.total() == {"read": 3, "accepted": 2, "duplicate": 0, "changed": 0, "rejected": 1}
    (stored,) = [row for batch in lake.batches("rejects") for row in batch.to_pylist()]
    assert stored["raw"] == text.decode(errors="replace")
    assert file.read_bytes()[stored["byte_from"] : stored["byte_to"]] == text
    assert [n for b in lake.batches("deals", ["deal_no"]) for n in b.column(0).to_pylist()] == [1, 2]


def read_all(path: Path) -> tuple[int, list[Reject]]:
    rejects: list[Reject] = []
    count = sum(batch.num_rows for batch in pipeline.read(path, on_reject=rejects.append))
    return count, rejects


def packed(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


TEXT = "".join(to_line(deal) + "\n" for deal in deals.match(20)).encode()

DAMAGED: list[tuple[str, Callable[[], bytes], int, list[str]]] = [
    ("plain", lambda: TEXT, 20, []),
    ("a byte order mark", lambda: b"\xef\xbb\xbf" + TEXT, 20, []),
    ("no newline at the end", lambda: TEXT.rstrip(), 20, []),
    ("cut off at the end", lambda: TEXT[:-100], 19, ["cut_off"]),
    ("gzip", lambda: packed(TEXT), 20, []),
    ("gzip in two members", lambda: packed(TEXT[:1000]) + packed(TEXT[1000:]), 20, []),
    ("gzip with zeros after it", lambda: packed(TEXT) + b"\0" * 512, 20, []),
    ("gzip without its last bytes", lambda: packed(TEXT)[:-8], 20, ["gzip_cut_off"]),
    ("gzip with junk after it", lambda: packed(TEXT) + b"junk", 20, ["gzip_damaged"]),
    ("junk before a good line", lambda: b"hello\n\x00\xff\n" + TEXT, 20, ["not_json", "not_utf8"]),
]


@pytest.mark.parametrize(
    ("content", "good", "codes"), [case[1:] for case in DAMAGED], ids=[case[0] for case in DAMAGED]
)
def test_damaged_files(tmp_path: Path, content: Callable[[], bytes], good: int, codes: list[str]) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(content())
    count, rejects = read_all(file)
    assert (count, [reject.code for reject in rejects]) == (good, codes)


def test_a_gzip_cut_in_the_middle_keeps_what_stood_before(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl.gz"
    whole = packed(TEXT)
    file.write_bytes(whole[: len(whole) // 2])
    count, rejects = read_all(file)
    assert 0 < count < 20
    assert [(reject.code, reject.line) for reject in rejects] == [("gzip_cut_off", count + 1)]


def test_a_line_without_end_is_one_reject(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_LINE", 1 << 20)
    file = tmp_path / "a.jsonl"
    file.write_bytes(TEXT + b"x" * (5 << 20) + b"\n" + TEXT.replace(b"A vs B", b"C vs D"))
    count, rejects = read_all(file)
    assert count == 40
    (reject,) = rejects
    assert (reject.code, reject.line, len(reject.raw)) == ("line_too_long", 21, 1000)


def test_read_without_on_reject_raises_where_and_what(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(TEXT[:-100])
    with pytest.raises(files.IngestError, match=r"a\.jsonl, line 20, deal 20: The line ends in the middle"):
        list(pipeline.read(file))
