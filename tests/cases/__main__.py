"""Writes docs/cases.md from the tables of cases: ``python -m tests.cases``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.cases import KINDS, Case, outcomes, read, written

FILE = Path(__file__).parents[2] / "docs" / "cases.md"
HEAD = """# Cases

Every case that the tests ask of engine and oracle, and of `shengji judge` where it can be asked: the vectors of the
rule catalogue, the decisions it takes where a text leaves room, and what other programs' tests and faults say. Written
from `tests/cases/*.toml` by `python -m tests.cases`; a test fails when it is not current.

A ruleset `houses/…` is a file of `tests/cases/houses`, made for one house rule. `trump H, level T` is hearts, level
ten. Plays are separated by `/`, the leader's first; so are the levels of a match, those of seats 0 and 2 first. A
tractor's number says how many units it has. `tests/cases/acts.toml` holds one more question for each value of each key
of a ruleset.
"""
SECTIONS = {
    "TV": "Vectors of the catalogue",
    "AMBIG": "Decisions of the catalogue",
    "REVIEW": "Findings of its second reading",
    "RULES": "Sentences of [rules.md](rules.md)",
    "RC": "Cases of other programs' tests",
    "BUG": "Faults of other programs",
    "BID": "Bids, ruleset by ruleset",
    "EXCH": "Exchanges of the kitty, ruleset by ruleset",
    "LADDER": "Levels, games and matches, ruleset by ruleset",
    "SWITCH": "House rules of other programs",
}
TABLE = ("| id | what it shows | case | expected | rulesets |", "|---|---|---|---|---|")


def _place(case: Case) -> str:
    declared = f", declared {' + '.join(case['declared'])}" if "declared" in case else ""
    return f"trump {case['trump']}, level {case['level']}{declared}"


def _foul(foul: dict[str, Any]) -> str:
    """A foul with its kind, how often it was, and its points where they are recorded."""
    kind = f", `{foul['kind']}` × {foul.get('count', 1)}" if "kind" in foul else ""
    return f"foul of side {foul['side']}{kind}" + (f", {foul['points']} points" if "points" in foul else "")


def _order(case: Case) -> tuple[str, str]:
    places = zip(case["suits"], case["positions"], strict=True)
    return f"{case['cards']} ({_place(case)})", ", ".join(f"{suit} {position}" for suit, position in places)


def _shape(case: Case) -> tuple[str, str]:
    components = " + ".join(case["components"])
    told = f"throw of {components}" if case["shape"] == "throw" else components or case["shape"]
    return f"{case['cards']} ({_place(case)})", told


def _follow(case: Case) -> tuple[str, str]:
    asked = f"led {case['lead']}, held {case['hand']}, played {case['play']} ({_place(case)})"
    return asked, f"{'legal' if case['legal'] else 'not allowed'}: `{case['code']}`"


def _throw(case: Case) -> tuple[str, str]:
    asked = f"thrown {case['thrown']}; the others hold {' / '.join(case['others'])} ({_place(case)})"
    if case["legal"] or "code" in case:
        return asked, f"not allowed: `{case['code']}`" if "code" in case else "stands"
    fine = f", {case['fine']} points" if "fine" in case else ""
    return asked, f"fails: {case['forced']} has to be played{fine}"


def _trick(case: Case) -> tuple[str, str]:
    points = f", {case['points']} points" if "points" in case else ""
    return f"{' / '.join(case['plays'])} ({_place(case)})", f"play {case['winner'] + 1} wins, `{case['by']}`{points}"


def _multiplier(case: Case) -> tuple[str, str]:
    plays = case.get("plays", [case["lead"]])
    return f"last trick {' / '.join(plays)} ({_place(case)})", f"× {case['multiplier']}"


def _gain(side: str, levels: int, wins: bool) -> str:
    return f"{'dealer side wins' if side == 'dealer' else 'defenders win'} the game" if wins else f"{side} +{levels}"


def _total(case: Case) -> tuple[str, str]:
    fouls = "".join(f", {_foul(foul)}" for foul in case["fouls"])
    asked = (
        f"{case['tricks']} in tricks, {case['kitty']} in the kitty, dealer {case['dealer']}, last trick "
        f"{case['lead']} won by seat {case['last_winner']}{fouls} ({_place(case)})"
    )
    return asked, f"{case['total']}: {_gain(case['side'], case['levels'], case.get('wins_game', False))}"


def _outcome(case: Case) -> tuple[str, str]:
    told = [f"{points}: {_gain(side, levels, wins)}" for points, side, levels, wins in outcomes(case)]
    return f"{len(told)} totals", "; ".join(told)


def _deal(deal: dict[str, Any]) -> str:
    """A deal of a match: levels before it, dealer, who gains, and what else counts."""
    levels = "/".join(deal["levels"]) if deal.get("levels") else "levels not recorded"
    told = f"deal {deal['deal_no']}: {levels}, dealer {deal['dealer']} on {deal['level']}, "
    if "points" in deal:
        told += f"{deal['points']} points"
    else:
        side = "defenders" if deal["gain_side"] != deal["dealer"] % 2 else "dealer side"
        told += f"{side} +{deal['levels_gained']}" + ", takeover" * deal["takeover"]
    told += f", captured with {deal['captured_with']}" if "captured_with" in deal else ""
    told += f", last trick to seat {deal['last_winner']}" if "last_winner" in deal else ""
    told += f", minute {deal['minutes']}" if "minutes" in deal else ""
    return told + "".join(f", {_foul(foul)}" for foul in deal.get("fouls", []))


def _side(side: int) -> str:
    return f"side {side}" if side >= 0 else "nobody"


def _ladder(case: Case) -> tuple[str, str]:
    told = "/".join(level or "?" for level in case["levels_after"])
    dealer = case.get("next_dealer")
    how = " by a forfeit" * case.get("forfeited", False) + " by time" * case.get("by_time", False)
    won = f", side {case['winner']} has won{how}" if case["over"] else ""
    told += won or f", dealer {'not known' if dealer is None else dealer}"
    told += f", game {case['game']}" if "game" in case else ""
    told += f", games {case['games'][0]}:{case['games'][1]}" if "games" in case else ""
    told += f", the match to {_side(case['match_winner'])}" if "match_winner" in case else ""
    told += f", {_side(case['leader'])} leads" if "leader" in case else ""
    told += ", stopped by a level to be won" if case["must_play_stopped"] else ""
    told += ", the chain is broken" if case["chain_broken"] else ""
    return "; ".join(map(_deal, case["deals"])), told


def _violation(case: Case) -> tuple[str, str]:
    asked = f"kitty {case['kitty']}, buried {case['buried']}"
    asked += (f", kept {case['kept']}" if "kept" in case else "") + f" ({_place(case)})"
    return asked, ", ".join(f"`{code}`" for code in case["found"]) or "nothing"


def _bids(case: Case) -> tuple[str, str]:
    where = f"{'first deal, ' * case['first_deal']}level {case['level']}"
    where += f", dealer {case['dealer']}" if case["dealer"] >= 0 else ""
    where += f", kitty {case['kitty']}" if "kitty" in case else ""
    codes = "".join(f"`{code}` " for code in case["codes"])
    makes = {"?": "trump not known", "void": "void"}.get(case["makes"], f"trump {case['makes']}")
    deals = f"dealer {case['deals']}" if case["deals"] >= 0 else "no dealer"
    return f"{' / '.join(case['bids']) or 'nobody'} ({where})", f"{codes}{makes}, {deals}"


def _exchange(case: Case) -> tuple[str, str]:
    asked, told = _bids({"bids": ["bids not recorded"]} | case)
    return f"{asked}, then {' / '.join(case['exchanges'])}", told


WORDS = {
    "order": _order,
    "shape": _shape,
    "follow": _follow,
    "throw": _throw,
    "trick": _trick,
    "multiplier": _multiplier,
    "total": _total,
    "outcome": _outcome,
    "ladder": _ladder,
    "violation": _violation,
    "bids": _bids,
    "exchange": _exchange,
}


def _sorted(cases: list[tuple[str, Case]]) -> list[tuple[str, Case]]:
    """Cases by their ids, numbers by their size."""

    def key(entry: tuple[str, Case]) -> list[tuple[int, int, str]]:
        pieces = re.findall(r"\d+|\D+", entry[1]["id"])
        return [(0, int(piece), "") if piece.isdigit() else (1, 0, piece) for piece in pieces]

    return sorted(cases, key=key)


def _lines() -> Iterator[str]:
    cases = [(kind, case) for kind in KINDS for case in written(kind)]
    for prefix, title in SECTIONS.items():
        yield from ("", f"## {title}", "", *TABLE)
        for kind, case in _sorted([entry for entry in cases if entry[1]["id"].startswith(f"{prefix}-")]):
            asked, told = WORDS[kind](case)
            rulesets = " ".join(f"`{ruleset}`" for ruleset in case["rulesets"])
            yield f"| {case['id']} | {case['note']} | {asked} | {told} | {rulesets} |"
    yield from ("", "## What cannot be asked", "")
    yield from (f"* RC-{name}: {reason}." for name, reason in read("rule_cases")["cannot"].items())


def page() -> str:
    """The text of docs/cases.md."""
    return HEAD + "\n".join(_lines()) + "\n"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
    print(f"wrote {FILE}")
