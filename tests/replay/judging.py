"""Questions for `shengji judge`: one that can be answered of each kind, and the tables of cases put as questions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from replay.fouls import RULING
from replay.judge import answer
from replay.ruleset import load as rules_of
from tests.cases import KINDS, Case, load, outcomes, shown_bid

ROOT = Path(__file__).parents[2]
Question = dict[str, Any]
Answer = dict[str, Any]

TRACTORS = {2: "tractor", 3: "triple_tractor", 4: "quad_tractor"}
SUIT = {"trump": "H", "level": "10"}
GOOD: dict[str, Question] = {
    "shape": SUIT | {"cards": "SK SK SQ SQ"},
    "follow": SUIT | {"lead": "S9 S9", "hand": "S5 S5 S6 S8 D3", "play": "S6 S8"},
    "throw": SUIT | {"lead": "S9 S8 S8 S4 S4", "others": ["SJ S2", "S3", "D4"]},
    "trick": SUIT | {"plays": ["S9 S9", "S5 S5", "H3 H3", "HK HK"]},
    "capture": SUIT | {"plays": ["S9 S9", "S2 S4", "H3 H3", "HK HK"], "won_by": "defenders", "kitty": "S5 SK D2"},
    "outcome": {"points": 85},
    "ladder": {"levels": ["2", "2"], "dealer": 1, "points": 150},
    "bid": {
        "level": "10",
        "bids": [{"seat": 0, "cards": "ST"}, {"seat": 1, "cards": "HT HT"}],
        "kitty": "S5 SK D2",
        "exchanges": [{"seat": 2, "cards": "LJ LJ"}],
    },
}


def good(kind: str, **changes: Any) -> Question:
    """A question that can be answered, with some keys put otherwise."""
    return {"kind": kind, "ruleset": "baike_2deck"} | GOOD[kind] | changes


COMMAND = "import shengji; shengji.main()"


def run(*args: str, stdin: str = "", code: str = COMMAND, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
    )


def judged(questions: list[Question]) -> list[Answer]:
    """The answers to questions put as JSON lines to one `shengji judge --json`."""
    done = run("judge", "--json", stdin="".join(json.dumps(question) + "\n" for question in questions))
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def _points(case: Case, deal: dict[str, Any]) -> int | None:
    """Points of the defenders that bring what a deal of a ladder case brought; any where a foul decides it."""
    if "points" in deal:
        return int(deal["points"])
    kinds = {price["offence"]: price["kind"] for price in rules_of(case["ruleset"]).values["penalty.list"]}
    if any(kinds[foul["kind"]] in RULING for foul in deal.get("fouls", [])):
        return 0
    side = "defenders" if deal["gain_side"] != deal["dealer"] % 2 else "dealer"
    wanted = {"side": side, "levels": deal["levels_gained"], "takeover": deal["takeover"]}
    wanted["wins_game"] = deal.get("wins_game", False)
    for points in range(-200, 1000, 5):
        captured = "captured_with" in deal
        found = answer({"kind": "outcome", "ruleset": case["ruleset"], "points": points, "captured": captured})
        if wanted.items() <= found.items():
            return points
    return None


def _ladder(case: Case) -> Iterator[tuple[Question, Answer]]:
    """The deals of a case, where some points bring the gain of each; a single one is asked about by itself."""
    points = [_points(case, deal) for deal in case["deals"]]
    if case["chain_broken"] or None in points:
        return
    if any("minutes" in deal for deal in case["deals"]) and "minutes" not in case["deals"][0]:
        return  # the first deal of a question has a time
    optional = ("levels", "captured_with", "fouls", "last_winner", "minutes")
    deals = [
        {"dealer": deal["dealer"], "points": number} | {key: deal[key] for key in optional if deal.get(key) is not None}
        for deal, number in zip(case["deals"], points, strict=True)
    ]
    told = {"levels": case["levels_after"], "over": case["over"], "winner": case.get("winner")}
    told |= {} if case["over"] else {"next_dealer": case.get("next_dealer")}
    told |= {name: case[name] for name in ("game", "games") if name in case}
    told |= {name: None if case[name] < 0 else case[name] for name in ("match_winner", "leader") if name in case}
    yield deals[0] if len(deals) == 1 and "levels" in deals[0] else {"deals": deals}, told


def _capture(case: Case) -> tuple[Question, Answer]:
    question = {"plays": case.get("plays", [case["lead"]]), "won_by": "defenders", "kitty": "DK"}
    return question, {"multiplier": case["multiplier"], "points": 10 * case["multiplier"]}


def _kitty(case: Case) -> Iterator[tuple[Question, Answer]]:
    """What the kitty changes in a total that no foul and no rounding does."""
    if case["fouls"] or not case["kitty"]:
        return
    tens, fives = divmod(case["kitty"], 10)
    kitty = " ".join([*("DT", "DK", "ST", "SK")[:tens], *["D5"] * (fives // 5)])
    won_by = "dealer" if case["last_winner"] % 2 == case["dealer"] % 2 else "defenders"
    yield {"plays": [case["lead"]], "won_by": won_by, "kitty": kitty}, {"points": case["total"] - case["tricks"]}


def _bids(case: Case) -> tuple[Question, Answer]:
    bids = [shown_bid(bid) for bid in case["bids"]]
    question: Question = {"first_deal": case["first_deal"], "bids": bids}
    question |= {"kitty": case["kitty"]} if "kitty" in case else {}
    question |= {"dealer": case["dealer"]} if case["dealer"] >= 0 else {}
    told: Answer = {"void": case["makes"] == "void"}
    told["trump"] = None if case["makes"] in ("?", "void") else case["makes"]
    told["dealer"] = case["deals"] if case["deals"] >= 0 else None
    legal = ("bid", "bid_reinforce", "bid_override", "bid_together", "pass")
    return question, told | {"bids": [{"legal": code in legal, "code": code} for code in case["codes"]]}


def _exchange(case: Case) -> tuple[Question, Answer]:
    """Bids where they are recorded, and exchanges; who deals is told only with the bids."""
    question, told = _bids(case | {"bids": case.get("bids", []), "codes": []})
    del told["bids"]
    if "bids" not in case:
        del question["bids"], told["dealer"]
    question["exchanges"] = [{"seat": int(shown[0]), "cards": shown[2:]} for shown in case["exchanges"]]
    return question, told | {"exchanges": [{"legal": code == "exchange", "code": code} for code in case["codes"]]}


def _shape(case: Case) -> Answer:
    if case["shape"] == "mixed":
        return {"lead": False, "code": "lead_mixed"}
    return {"lead": True, "components": case["components"]}


def asked() -> Iterator[tuple[Case, Question, Answer]]:
    """Every case of the tables that `judge` can be asked, as question and the keys its answer must have."""
    for kind in sorted(set(KINDS) - {"order", "violation"}):
        for case in load(kind):
            if rules_of(case["ruleset"], force=True).status == "fragment":
                continue  # judge refuses these
            for question, told in _of(kind, case):
                place = {key: case[key] for key in ("trump", "level", "declared") if key in case}
                asked_as = {"multiplier": "capture", "total": "capture", "bids": "bid", "exchange": "bid"}.get(
                    kind, kind
                )
                yield case, {"kind": asked_as, "ruleset": case["ruleset"]} | place | question, told


def _of(kind: str, case: Case) -> Iterator[tuple[Question, Answer]]:
    if kind == "shape":
        yield {"cards": case["cards"]}, _shape(case)
    elif kind == "follow":
        question = {key: case[key] for key in ("lead", "hand", "play")}
        yield question, {"legal": case["legal"], "code": case["code"]}
    elif kind == "throw":
        forced = {"forced": sorted(case["forced"].split())} if "forced" in case else {}
        told = {"legal": case["legal"], "penalty": case.get("fine", 0)} | forced
        yield {"lead": case["thrown"], "others": case["others"]}, told
    elif kind == "trick":
        yield {"plays": case["plays"]}, {key: case[key] for key in ("winner", "by", "points") if key in case}
    elif kind == "multiplier":
        yield _capture(case)
    elif kind == "bids":
        yield _bids(case)
    elif kind == "exchange":
        yield _exchange(case)
    elif kind == "total":
        yield from _kitty(case)
    elif kind == "outcome":
        for points, side, levels, wins in outcomes(case):
            yield {"points": points}, {"side": side, "levels": levels, "wins_game": wins}
    else:
        yield from _ladder(case)


def brief(told: Answer) -> Answer:
    """An answer with its components as the tables write them, and forced cards in one order."""
    if "forced" in told:
        return told | {"forced": sorted(told["forced"].split())}
    if not told.get("lead"):
        return told
    return told | {"components": list(map(_component, told["components"]))}


def _component(part: dict[str, Any]) -> str:
    """A component as the tables write it."""
    if part["type"] != "tractor":
        return str(part["type"])
    return f"{TRACTORS[part['width']]}:{part['length']}"
