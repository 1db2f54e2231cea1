"""What ``shengji match`` prints of a score sheet: the ladder with what is wrong in each row; or one JSON document."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import partial
from itertools import groupby
from typing import Any

from ingest.cards import rank_text
from ingest.faults import Fault
from ingest.files import Content, IngestError
from ingest.sheets.rows import Aside, CellFault, Sheet, read_sheets
from ingest.sheets.words import expected
from replay.ending import End, end_of
from replay.matching import Finding, Matched, match
from replay.ruleset import Ruleset
from replay.rungs import Rung, ending_lines, rung_line
from replay.sentences import say
from replay.telling import seat_name

# Sentences of `field` that name a column; other columns are named in `match`.
NAMED = {
    "total": "total",
    "takeover": "takeover",
    "gained": "levels_gained",
    "after_0": "level_after_0",
    "after_1": "level_after_1",
    "next_dealer": "next_dealer",
    "game_winner": "winner",
}
HEADED = {"deal_winner": ("winner",), "deal_role": ("winner",), "remark": ("note", "total", "trick_points")}
# What a sheet lacks that has no column for it.
LACKING = {"seat": "match.dealer", "level": "match.level", "points": "field.total"}
LEVELS = ("level", "before_0", "before_1", "after_0", "after_1")
SIDES = ("deal_winner", "game_winner")


def run(content: Content, path: str, ruleset: Ruleset, lang: str, as_json: bool, only: str) -> int:
    """Holds a sheet against the ruleset and prints; how many errors, unread cells and repeats there are.

    ``only``: the match whose rows are taken, empty for all. Raises ``IngestError`` if the sheet cannot be read.
    """
    told = [(sheet, match(sheet, ruleset)) for sheet in _sheets(content, path, only)]
    if as_json:
        sheets = [_document(sheet, matched, ruleset, lang) for sheet, matched in told]
        print(json.dumps({"ruleset": ruleset.id, "file": path, "sheets": sheets}, ensure_ascii=False))
    else:
        for sheet, matched in told:
            name = f"{path} [{sheet.name}]" if len(told) > 1 else path
            print(say(lang, "check.head", file=name, ruleset=ruleset.title(lang)))
            for line in lines(lang, sheet, matched, ruleset):
                print(line)
    return sum(len(matched.findings) + len(matched.unread) + len(_twice(sheet)) for sheet, matched in told)


def _sheets(content: Content, path: str, only: str) -> list[Sheet]:
    try:
        sheets = read_sheets(content.text())
    except Fault as fault:
        raise IngestError(f"{path} is no score sheet that can be read: {fault.sentence}") from fault
    if not only:
        return sheets
    chosen = [replace(one, rows=[row for row in one.rows if row.texts.get("match") == only]) for one in sheets]
    if not any(one.rows for one in chosen):
        raise IngestError(f"{path} holds no match named {only}.")
    return [one for one in chosen if one.rows]


def _ends(matched: Matched, ruleset: Ruleset) -> list[tuple[list[Rung], End]]:
    """The deals of each match of a sheet, with how it ends."""
    groups = [list(rungs) for _, rungs in groupby(matched.ladder, key=lambda rung: rung.match)]
    return [(rungs, end_of(ruleset, rungs[-1].match_winner, rungs[-1].leader, None)) for rungs in groups]


def _twice(sheet: Sheet) -> list[Aside]:
    return [aside for aside in sheet.asides if aside.kind == "twice"]


def lines(lang: str, sheet: Sheet, matched: Matched, ruleset: Ruleset) -> list[str]:
    """The sheet in words: players, then row by row, then how each match ends and the counts; matches by name where
    there are several."""
    tell = partial(say, lang)
    ends = _ends(matched, ruleset)
    named = len({rungs[0].match for rungs, _ in ends}) > 1
    placed = [(rungs[0].row, tell("match.of", match=rungs[0].match)) for rungs, _ in ends if named]
    for rung in matched.ladder:
        place = tell("match.place_row", row=rung.row, deal=rung.deal)
        placed.append((rung.row, rung_line(lang, place, rung, ruleset)))
    placed += [(finding.row, finding_line(lang, finding, sheet)) for finding in matched.findings]
    placed += [(row, unread_line(lang, row, fault)) for row, fault in matched.unread]
    placed += [(aside.row, _aside_line(lang, aside)) for aside in sheet.asides]
    names = [f"{seat_name(lang, seat)} {name}" for seat, name in enumerate(sheet.names) if name]
    told = [tell("deal.players", names=tell("component.join").join(names))] if names else []
    if sheet.unknown:
        told.append(tell("match.unknown", headings=tell("component.join").join(sheet.unknown)))
    told += [line for _, line in sorted(placed, key=lambda entry: entry[0])]
    told += [tell("match.won", row=rung.row, side=tell(f"side.{rung.winner}")) for rung in matched.ladder if rung.over]
    for rungs, end in ends:
        told += [tell("match.of", match=rungs[0].match)] if named else []
        told += ending_lines(lang, rungs, end)
    counts = {"wrong": len(matched.findings), "unread": len(matched.unread), "twice": len(_twice(sheet))}
    return [*told, tell("match.sum", deals=len(matched.ladder), **counts)]


def finding_line(lang: str, finding: Finding, sheet: Sheet) -> str:
    """One wrong value: its row, what it is, its heading, what is written, what is right and why."""
    tell = partial(say, lang)
    key = f"because_{finding.name}" + ("_penalty" if finding.because.get("penalty") else "")
    heading = _heading(finding, sheet)
    name = NAMED.get(finding.name)
    what = tell(f"field.{name}") if name else tell(f"match.{finding.name.replace('deal_role', 'deal_winner')}")
    return tell(
        "match.wrong",
        row=finding.row,
        what=what,
        heading=tell("match.heading", heading=heading) if heading else "",
        written=_value(lang, finding.name, finding.written),
        right=_value(lang, finding.name, finding.right),
        because=tell(f"match.{key}", **finding.because) if finding.because else "",
    )


def _heading(finding: Finding, sheet: Sheet) -> str:
    """The heading of the column that a finding is about, as the sheet writes it."""
    both = finding.name[:-1] + "both" if finding.name[-2:] in ("_0", "_1") else ""
    names = HEADED.get(finding.name, (finding.name, both, "winner" if finding.name == "game_winner" else ""))
    return next((sheet.columns[name] for name in names if name in sheet.columns), "")


def _value(lang: str, name: str, value: Any) -> str:
    tell = partial(say, lang)
    if name in SIDES:
        return tell("match.nobody") if value is None else tell(f"side.{value}")
    if name in ("dealer", "next_dealer"):
        return tell("match.nobody") if value is None else seat_name(lang, value)
    if name == "deal_role":
        return tell("match.deal_side" if value == "dealer" else "match.defending_side")
    if isinstance(value, str):
        return tell(f"match.{value}_written")
    if name in LEVELS:
        return rank_text(value)
    if isinstance(value, bool):
        return tell("check.yes" if value else "check.no")
    return str(value)


def unread_line(lang: str, row: int, fault: CellFault) -> str:
    """A cell that is missing or cannot be read: where, what stands there, what to write."""
    key = "match.unread" if fault.written else "match.missing"
    heading = fault.heading or say(lang, LACKING[fault.kind])
    return say(lang, key, row=row, heading=heading, written=fault.written, expected=expected(fault.kind, lang))


def _aside_line(lang: str, aside: Aside) -> str:
    if aside.kind == "twice":
        return say(lang, "match.twice", row=aside.row, of=aside.of)
    return say(lang, f"match.aside_{aside.kind}", row=aside.row, text=aside.text)


def _document(sheet: Sheet, matched: Matched, ruleset: Ruleset, lang: str) -> dict[str, Any]:
    """A sheet as plain values; every finding also in words."""
    return {
        "sheet": sheet.name,
        "players": sheet.names,
        "ladder": [asdict(rung) for rung in matched.ladder],
        "wrong": [asdict(one) | {"text": finding_line(lang, one, sheet).strip()} for one in matched.findings],
        "unread": [
            {
                "row": row,
                "heading": fault.heading,
                "written": fault.written,
                "text": unread_line(lang, row, fault).strip(),
            }
            for row, fault in matched.unread
        ],
        "twice": [{"row": aside.row, "of": aside.of} for aside in _twice(sheet)],
        "unknown_columns": sheet.unknown,
        "winner": matched.winner,
        "ends": [{"match": rungs[0].match, **asdict(end)} for rungs, end in _ends(matched, ruleset)],
    }
