"""What ``shengji match`` prints: the ladder of a score sheet with what is wrong in each row; or one JSON document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

from ingest.cards import rank_text
from ingest.faults import Fault
from ingest.files import IngestError, find, opened
from ingest.sheets.rows import Aside, CellFault, Sheet, read_sheets
from ingest.sheets.words import expected
from replay.matching import Finding, Matched, Rung, match
from replay.ruleset import Ruleset
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


def run(file: str, ruleset: Ruleset, lang: str, as_json: bool) -> int:
    """Reads a sheet, holds it against the ruleset and prints; how many errors, unread cells and repeats there are.

    Raises ``IngestError`` if the sheet cannot be read.
    """
    told = [(sheet, match(sheet, ruleset)) for sheet in _sheets(file)]
    if as_json:
        sheets = [_document(sheet, matched, lang) for sheet, matched in told]
        print(json.dumps({"ruleset": ruleset.id, "file": file, "sheets": sheets}, ensure_ascii=False))
    else:
        for sheet, matched in told:
            name = f"{file} [{sheet.name}]" if len(told) > 1 else file
            print(say(lang, "check.head", file=name, ruleset=ruleset.title(lang)))
            for line in lines(lang, sheet, matched):
                print(line)
    return sum(len(matched.findings) + len(matched.unread) + len(_twice(sheet)) for sheet, matched in told)


def _sheets(file: str) -> list[Sheet]:
    found = find([file])
    if len(found) > 1:
        raise IngestError(f"{file} is {len(found)} files: name one score sheet.")
    with opened(found[0]) as content:
        try:
            return read_sheets(content.text())
        except Fault as fault:
            raise IngestError(f"{file} is no score sheet that can be read: {fault.sentence}") from fault


def _twice(sheet: Sheet) -> list[Aside]:
    return [aside for aside in sheet.asides if aside.kind == "twice"]


def lines(lang: str, sheet: Sheet, matched: Matched) -> list[str]:
    """The sheet in words: players, then row by row, then the winner and the counts."""
    tell = partial(say, lang)
    placed: list[tuple[int, str]] = [(rung.row, ladder_line(lang, rung)) for rung in matched.ladder]
    placed += [(finding.row, finding_line(lang, finding, sheet)) for finding in matched.findings]
    placed += [(row, unread_line(lang, row, fault)) for row, fault in matched.unread]
    placed += [(aside.row, _aside_line(lang, aside)) for aside in sheet.asides]
    names = [f"{seat_name(lang, seat)} {name}" for seat, name in enumerate(sheet.names) if name]
    told = [tell("deal.players", names=tell("component.join").join(names))] if names else []
    if sheet.unknown:
        told.append(tell("match.unknown", headings=tell("component.join").join(sheet.unknown)))
    told += [line for _, line in sorted(placed, key=lambda entry: entry[0])]
    told += [tell("match.won", row=rung.row, side=tell(f"side.{rung.winner}")) for rung in matched.ladder if rung.over]
    if matched.ladder and not matched.ladder[-1].over:
        told.append(tell("match.open"))
    counts = {"wrong": len(matched.findings), "unread": len(matched.unread), "twice": len(_twice(sheet))}
    return [*told, tell("match.sum", deals=len(matched.ladder), **counts)]


def ladder_line(lang: str, rung: Rung) -> str:
    """One deal: who dealt on what, the points, what they come to, where both sides stand then."""
    tell = partial(say, lang)
    if rung.few:
        points = tell("match.few")
    else:
        points = tell("match.no_points") if rung.points is None else tell("match.points", points=rung.points)
    return tell(
        "match.ladder",
        row=rung.row,
        deal=rung.deal,
        seat=seat_name(lang, rung.dealer),
        level=rank_text(rung.level),
        trump=_trump(lang, rung.trump),
        points=points,
        result=tell("check.join").join(_results(lang, rung)),
    )


def _trump(lang: str, trump: str | None) -> str:
    if trump is None:
        return ""
    return say(lang, "match.no_trump") if trump == "NT" else say(lang, "match.trump", trump=say(lang, f"trump.{trump}"))


def _results(lang: str, rung: Rung) -> Iterator[str]:
    tell = partial(say, lang)
    if rung.gap or rung.carried:
        yield tell("match.gap" if rung.gap else "match.carried")
    if rung.wins_game:
        yield tell("result.wins_game", side=tell(f"side.{rung.gain_side}"))
    elif rung.takeover:
        yield tell("result.takeover_gains" if rung.levels_gained else "result.takeover", n=rung.levels_gained)
    else:
        yield tell("result.dealer_gains" if rung.levels_gained else "result.dealer_holds", n=rung.levels_gained)
    if rung.must_play_stopped:
        yield tell("result.stopped")
    names = {f"level_{side}": rank_text(level) if level else "?" for side, level in enumerate(rung.levels_after)}
    yield tell("result.levels", side_0=tell("side.0"), side_1=tell("side.1"), **names)
    if rung.over:
        yield tell("result.over", side=tell(f"side.{rung.winner}"))
    elif rung.next_dealer is None:
        yield tell("result.board_dealer")
    else:
        yield tell("result.next_dealer", seat=seat_name(lang, rung.next_dealer))


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


def _document(sheet: Sheet, matched: Matched, lang: str) -> dict[str, Any]:
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
    }
