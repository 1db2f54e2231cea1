"""What ``shengji match`` reads and prints: a score sheet, a log or a lake, match by match; or one JSON document."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pyarrow as pa

import ingest
from ingest.columns import DEALS, PLAYERS, REJECTS
from ingest.faults import Fault, Reject
from ingest.files import Content, IngestError, find, opened
from ingest.lake import Lake, LakeError, State
from ingest.readers import recognise, sheet
from replay import logtelling, sheettelling
from replay.matchlog import NEEDED, matches
from replay.ruleset import Ruleset
from replay.sentences import say
from replay.telling import reject_place, reject_words

SHEETS = (".csv", ".xlsx", "-")


def run(path: str, ruleset: Ruleset, lang: str, as_json: bool, only: str = "") -> int:
    """Tells the matches of a score sheet, a log or a lake, or those named ``only``; how many things are wrong.

    Raises ``IngestError`` if the path cannot be read or holds no such match, ``LakeError`` for a damaged lake.
    """
    lake = _lake(path)
    if lake is not None:
        return _tell_lake(lake, path, ruleset, lang, as_json, only)
    found = find([path])
    if len(found) > 1:
        return _tell_log(path, path, ruleset, lang, as_json, only)
    with opened(found[0]) as content:
        if _is_log(content, path):
            return _tell_log(str(content.path), path, ruleset, lang, as_json, only)
        return sheettelling.run(content, path, ruleset, lang, as_json, only)


def _lake(path: str) -> Lake | None:
    if not Path(path).is_dir():
        return None
    try:
        return Lake.open(path)
    except LakeError:
        return None


def _is_log(content: Content, path: str) -> bool:
    """Whether a file is no score sheet: by what it holds, or where that is in no known format by its name.

    An empty file is a log without a deal.
    """
    try:
        head = content.head()
    except Fault:
        return True
    if not head.strip():
        return True
    reader = recognise(head)
    if reader is None:
        return not path.lower().removesuffix(".gz").endswith(SHEETS)
    return reader is not sheet.READER


def _tell_log(place: str, path: str, ruleset: Ruleset, lang: str, as_json: bool, only: str) -> int:
    names: dict[str, str] = {}
    rejects: list[Reject] = []
    left_out: list[str] = []
    deals = ingest.read(place, on_reject=rejects.append, names=names, on_left_out=left_out.append)
    return _tell(path, deals, names, rejects, left_out, ruleset, lang, as_json, only)


def _tell_lake(lake: Lake, path: str, ruleset: Ruleset, lang: str, as_json: bool, only: str) -> int:
    from replay.comparing import current_deals

    state = lake.state()
    names = dict(lake.scan("players", PLAYERS, state).select("player", "name").collect().iter_rows())
    deals = current_deals(lake, state, NEEDED)
    return _tell(path, deals, names, _rejects(lake, state, only), [], ruleset, lang, as_json, only)


def _rejects(lake: Lake, state: State, only: str) -> list[Reject]:
    """The records that were refused, each once; of one match those of the files that hold it."""
    import polars as pl

    rows = lake.scan("rejects", REJECTS, state)
    if only:
        files = lake.scan("deals", DEALS, state).filter(pl.col("match_name") == only).select("file_hash")
        rows = rows.join(files, on="file_hash", how="semi", maintain_order="left")
    once = rows.unique(("file_hash", "line", "deal_no", "code", "raw"), maintain_order=True)
    fields = [name for name in Reject.__struct_fields__ if name in REJECTS.names]
    return [Reject(**row) for row in once.select(fields).collect().to_dicts()]


def _tell(
    path: str,
    deals: Iterable[pa.RecordBatch],
    names: dict[str, str],
    rejects: list[Reject],
    left_out: list[str],
    ruleset: Ruleset,
    lang: str,
    as_json: bool,
    only: str,
) -> int:
    """Prints the matches of deals and what could not be read; ``left_out``: files in no known format."""
    found = list(matches(deals, ruleset, only))
    for sentence in left_out:
        print(f"left out: {sentence}", file=sys.stderr)
    if only and not found:
        raise IngestError(f"{path} holds no match named {only}.")
    tell: Callable[..., str] = partial(say, lang)
    unread = [
        {"where": reject_place(lang, one), "code": one.code, "sentence": reject_words(lang, one)} for one in rejects
    ]
    counts = logtelling.counts(found) | {"rejects": len(rejects)}
    if as_json:
        told = [logtelling.document(lang, match, names) for match in found]
        document = {
            "ruleset": ruleset.id,
            "file": path,
            **counts,
            "matches": told,
            "rejected": unread,
            "left_out": left_out,
        }
        print(json.dumps(document, ensure_ascii=False))
    else:
        print(tell("check.head", file=path, ruleset=ruleset.title(lang)))
        for match in found:
            print("\n".join(logtelling.lines(lang, match, names, ruleset)))
        for one in unread:
            print(tell("check.reject", **one))
        print(tell("match.sum_log", **counts))
    return counts["again"] + counts["otherwise"] + counts["rejects"]
